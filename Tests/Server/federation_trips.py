"""What tests share of sign-in through third parties: a browser at a provider's page, and one sign-in of a device."""

import html
import json
import re
import urllib.parse

from api_client import Client, DeviceKey, next_network

RETURN = "http://127.0.0.1:1/app"
KINDS = ("openid", "google", "apple", "github")


class Browser:
    """Follows no redirect by itself, keeps no cookie."""

    def __init__(self, server):
        self.client = Client(server)
        self.client.network = next_network()

    def get(self, url):
        return self._send("GET", url, None, {})

    def post(self, url, fields, headers=None):
        data = urllib.parse.urlencode(fields).encode()
        sent = {"Content-Type": "application/x-www-form-urlencoded"} | (headers or {})
        return self._send("POST", url, data, sent)

    def _send(self, method, url, data, headers):
        target = urllib.parse.urlsplit(url)
        path = target.path + (f"?{target.query}" if target.query else "")
        return self.client.send(method, path, data, {"Host": target.netloc} | headers)


def form(page):
    """Where the form of a page goes, and its hidden fields."""
    action = html.unescape(re.search(r'<form method="post" action="([^"]+)"', page)[1])
    hidden = re.findall(r'<input type="hidden" name="([^"]+)" value="([^"]*)"', page)
    return action, {name: html.unescape(value) for name, value in hidden}


def consent(browser, url, decision="allow", **typed):
    """The person at the provider; returns where that leads: back to the app."""
    page = browser.get(url)
    assert page.status == 200, page.raw
    action, fields = form(page.raw.decode())
    person = {"person": "other", "verified": "on"} | typed if typed else {"person": "0"}
    answer = browser.post(
        urllib.parse.urljoin(url, action), fields | person | {"decision": decision}
    )
    if answer.status == 200:
        # Apple posts the way back.
        action, fields = form(answer.raw.decode())
        answer = browser.post(action, fields, {"Origin": "https://appleid.apple.com"})
    else:
        assert answer.status == 303, answer.raw
        answer = browser.get(answer.headers["Location"])
    return answer


def returned(answer):
    assert answer.status == 303, answer.raw
    address, _, query = answer.headers["Location"].partition("?")
    assert address == RETURN
    return dict(urllib.parse.parse_qsl(query))


class Trip:
    """One sign-in of a device, from leaving to coming back."""

    def __init__(self, server, kind, client=None):
        self.client = client or Client(server, DeviceKey())
        self.kind = kind
        begun = self.client.call(
            "POST", "/v1/federation/authorization", {"provider": kind, "return_url": RETURN},
            token=None,
        )
        assert begun.status == 200, begun.raw
        self.url = begun["authorization_url"]
        self.token = begun["token"]
        self.state = begun["state"]

    def complete(self, back, client=None):
        return (client or self.client).call(
            "POST", "/v1/federation/completion",
            {"token": self.token, "state": back.get("state", ""), "code": back.get("code", "none")},
            token=None,
        )

    def verify(self, challenge, code):
        """The code that the completion asked for."""
        return self.client.call(
            "POST", "/v1/federation/verification",
            {"token": self.token, "code_token": challenge["token"], "verification_code": code},
            token=None,
        )


def native_sheet(server, kind, nonce, **typed):
    """What the native sheet of a development provider hands to the app: `id_token`, and `code` of Apple's."""
    answer = Browser(server).post(
        f"{server.origin}/dev/providers/{kind}/native", {"nonce": nonce, "person": "0"} | typed
    )
    assert answer.status == 200, answer.raw
    return json.loads(answer.raw)
