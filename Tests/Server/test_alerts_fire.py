"""Alerts that a Prometheus raises while it scrapes real servers with real faults."""

import resource

from api_client import Client, DeviceKey, german_mobile, person
from portico_server import PorticoServer
from prometheus_peer import Prometheus
from raw_http import RawConnection
from sender_peers import Provider


def leak(server, times):
    """Refresh tokens come from a device that does not have their key."""
    for _ in range(times):
        owner, thief = Client(server, DeviceKey()), Client(server, DeviceKey())
        name, password = person()
        owner.sign_up(name, password)
        owner.log_in(name, password)
        stolen = {"refreshtoken": owner.refresh_token}
        assert thief.call("POST", "/v1/session/refresh", stolen, token=None).status == 401


def register(server, times):
    """Each person gets a code by SMS."""
    for _ in range(times):
        asked = {"phone_number": german_mobile()}
        assert Client(server).call("POST", "/v1/phone/user", asked, token=None).status == 200


def fill_disk(server):
    """From here on no file of the server takes a byte more."""
    _, most = resource.prlimit(server._process.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(server._process.pid, resource.RLIMIT_FSIZE, (1, most))
    name, password = person()
    refused = Client(server).call("POST", "/v1/user", {"user_name": name, "password": password}, token=None)
    assert refused.status == 503, refused.raw


def test_a_prometheus_sees_the_faults_of_servers_and_is_quiet_before(program, tmp_path):
    """A server without descriptors, with a wrong clock, leaked tokens and a full disk; and one whose SMS provider
    refuses everything, until it is killed."""
    troubled = PorticoServer(program, tmp_path / "troubled")
    refused = PorticoServer(
        program, tmp_path / "refused",
        is_development=False, settings={"PORTICO_MASTER_KEY": "5a3c" * 16, "PORTICO_SMS_TOKEN": "secret"})
    for server in (troubled, refused):
        server.folder.mkdir()
    idle = []
    with Provider(lambda _: (400, {}, b"{}")) as peer:
        refused.options += [
            "--public-url", "https://id.example.com", "--sms", f"webhook:{peer.address}/sms", "--region", "DE"]
        try:
            # A limit that fill_disk lowers.
            troubled.start(file_bytes=1 << 40, open_files=256)
            refused.start()
            with Prometheus(tmp_path / "prometheus", [troubled, refused]) as prometheus:
                # Growth is seen from the second look on.
                prometheus.wait(lambda: prometheus.value("sum(count_over_time(up[1m]) >= bool 4)") == 2)
                # The disk is this machine's: three days of what others write to it now may well fill it.
                assert prometheus.firing() <= {"PorticoDiskFills"}

                def is_firing(alert):
                    return lambda: alert in prometheus.firing()

                leak(troubled, 5)
                prometheus.wait(is_firing("PorticoTokensLeak"))

                register(refused, 1)
                dead = 'sum(portico_messages_total{outcome="dead"})'
                prometheus.wait(lambda: prometheus.value(dead) == 1)
                register(refused, 8)
                prometheus.wait(is_firing("PorticoMessagesDie"))
                assert "PorticoClock" not in prometheus.firing()

                troubled.pass_time(100 * 86_400)
                prometheus.wait(is_firing("PorticoClock"))

                idle += [RawConnection(troubled) for _ in range(300)]
                prometheus.wait(is_firing("PorticoConnectionsFull"))
                while idle:
                    idle.pop().close()

                fill_disk(troubled)
                prometheus.wait(is_firing("PorticoStoreFails"))

                def probed():
                    assert Client(troubled).call("GET", "/health/ready").status == 503
                    return "PorticoNotReady" in prometheus.firing()

                prometheus.wait(probed)

                assert "PorticoDown" not in prometheus.firing()
                refused.kill()
                prometheus.wait(is_firing("PorticoDown"))
        finally:
            for connection in idle:
                connection.close()
            troubled.close()
            refused.close()
