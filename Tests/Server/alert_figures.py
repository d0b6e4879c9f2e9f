"""Figures that a scraper could have seen: an ordinary day, and what each fault changes of it."""

# A value each minute, in promtool's notation.
ORDINARY = {
    'up{job="portico",instance="a"}': "1x{n}",
    'process_start_time_seconds{job="portico",instance="a"}': "100x{n}",
    'portico_requests_total{operation="login",status="200",instance="a"}': "0+600x{n}",
    'portico_requests_total{operation="login",status="400",code="wrong_credentials",instance="a"}': "0+70x{n}",
    'portico_requests_total{operation="getUser",status="503",instance="a"}': "0+1x{n}",
    'portico_requests_total{operation="ready",status="503",instance="a"}': "0x{n}",
    'portico_store_failures_total{kind="write",instance="a"}': "0x{n}",
    'portico_disk_bytes{instance="a"}': "100000x{n}",
    'portico_disk_free_bytes{instance="a"}': "60000-1x{n}",
    'process_open_fds{job="portico",instance="a"}': "700x{n}",
    'process_max_fds{job="portico",instance="a"}': "1024x{n}",
    'portico_cut_connections_total{reason="full",instance="a"}': "0x{n}",
    'portico_cut_connections_total{reason="idle",instance="a"}': "0+20x{n}",
    # Some seconds ahead.
    'portico_clock_seconds{instance="a"}': "4+60x{n}",
    'portico_outbox_oldest_seconds{instance="a"}': "30x{n}",
    'portico_messages_total{channel="sms",template="phoneCode",outcome="failed",instance="a"}': "0+1x{n}",
    'portico_messages_total{channel="sms",template="phoneCode",outcome="dead",instance="a"}': "0+0.2x{n}",
    'portico_transfer_queue{instance="a"}': "3x{n}",
    'portico_password_queue{instance="a"}': "5x{n}",
    'portico_request_seconds_bucket{operation="getUser",le="0.1",instance="a"}': "0+600x{n}",
    'portico_request_seconds_bucket{operation="getUser",le="1",instance="a"}': "0+600x{n}",
    'portico_request_seconds_bucket{operation="getUser",le="+Inf",instance="a"}': "0+600x{n}",
    # What takes a password hash is not counted as slow.
    'portico_request_seconds_bucket{operation="login",le="0.1",instance="a"}': "0x{n}",
    'portico_request_seconds_bucket{operation="login",le="1",instance="a"}': "0+600x{n}",
    'portico_request_seconds_bucket{operation="login",le="+Inf",instance="a"}': "0+600x{n}",
    'portico_security_events_total{event="identifierBlocked",instance="a"}': "0+0.1x{n}",
    'portico_security_events_total{event="refreshTokenReuse",instance="a"}': "0+0.01x{n}",
    'portico_sign_outs_total{cause="idle",instance="a"}': "0+1x{n}",
    'portico_sign_outs_total{cause="logout",instance="a"}': "0+1x100 200+500x{n}",
    'portico_build_info{version="1",store="sqlite",instance="a"}': "1x{n}",
}


def changed(**wanted):
    """The ordinary series with other values: those whose text has the words of a key."""
    series = dict(ORDINARY)
    for words, values in wanted.items():
        parts = words.split("__")
        [name] = [one for one in series if all(part in one for part in parts)]
        series[name] = values
    return series


# What each alert is for: the minute at which it fires, and the figures.
FAULTS = {
    "PorticoDown": (15, changed(up="1x5 0x{n}")),
    "PorticoRestarts": (20, changed(process_start_time="100x5 200 300 400 500 600x{n}")),
    "PorticoFaults": (20, changed(getUser__503="0+50x{n}")),
    "PorticoStoreFails": (12, changed(store_failures="0x10 1x{n}")),
    "PorticoNotReady": (14, changed(ready__503="0x8 0+2x{n}")),
    "PorticoDisk": (20, changed(disk_free="60000x5 9000x{n}")),
    "PorticoDiskFills": (480, changed(disk_free="39000-10x{n}")),
    "PorticoFiles": (15, changed(open_fds="700x5 900x{n}")),
    "PorticoConnectionsFull": (12, changed(**{'reason="full"': "0x10 3x{n}"})),
    "PorticoClock": (15, changed(clock_seconds="4+60x5 8640304+60x{n}")),
    "PorticoMessagesWait": (15, changed(outbox_oldest="30x5 150+60x{n}")),
    "PorticoMessagesFail": (15, changed(failed="0x5 0+10x{n}")),
    "PorticoMessagesDie": (20, changed(dead="0x5 0+2x{n}")),
    "PorticoProviderSlow": (15, changed(transfer_queue="3x5 20x{n}")),
    "PorticoPasswordsQueue": (20, changed(password_queue="5x5 60x{n}")),
    "PorticoSlow": (40, changed(**{'getUser",le="0.1': "0x{n}"})),
    "PorticoLockouts": (20, changed(identifierBlocked="0+1x{n}")),
    "PorticoGuessing": (40, changed(wrong_credentials="0+4000x{n}")),
    "PorticoTokensLeak": (60, changed(refreshTokenReuse="0+0.2x{n}")),
    "PorticoSignsOut": (2985, changed(**{'cause="idle"': "0+0.01x2880 29+30x{n}"})),
    "PorticoVersionsDiffer": (90, {
        **ORDINARY, 'portico_build_info{version="2",store="sqlite",instance="b"}': "1x{n}"}),
}

# Each is near to its fault.
HARMLESS = {
    "a clock that is some seconds behind": changed(clock_seconds="-8+60x{n}"),
    "a disk that is half full and fills slowly": changed(disk_free="50000-3x{n}"),
    "many failed sign-ins among more that succeed": changed(wrong_credentials="0+600x{n}"),
    "two servers of one version": {
        **ORDINARY, 'portico_build_info{version="1",store="sqlite",instance="b"}': "1x{n}"},
}


def played(series, minutes):
    return [
        {"series": name, "values": values.format(n=minutes)} for name, values in series.items()]
