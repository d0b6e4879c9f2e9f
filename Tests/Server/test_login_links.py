"""Sign-in by a link in a mail (CMP-11), over sockets: the mail, the page, its buttons, and the app."""

import time
import urllib.parse

import pytest

from api_client import Client, DeviceKey, person
from federation_trips import RETURN, Browser


class Asked:
    """A device that asked for a link, and the link of its mail."""

    def __init__(self, server, name, client=None, **body):
        self.server = server
        self.client = client or Client(server, DeviceKey())
        earlier = len(links(server, name))
        self.begun = self.client.call(
            "POST", "/v1/login/link", {"user_name": name, "return_url": RETURN} | body, token=None)
        assert self.begun.status == 200, self.begun.raw
        end = time.monotonic() + 20
        while len(links(server, name)) == earlier:
            assert time.monotonic() < end, "no mail"
            time.sleep(0.02)
        self.link = links(server, name)[0]

    def press(self, device, browser=None):
        return press(self.server, self.link, device, browser)

    def complete(self, returned, client=None):
        return (client or self.client).call(
            "POST", "/v1/login/link/completion", {"session": self.begun["session"]} | returned,
            token=None)


def links(server, name):
    """Those of the mails to an address, newest first."""
    bodies = [message["body"] for message in server.inbox(name)]
    return [word for body in bodies for word in body.split() if "/sign-in#" in word]


def press(server, link, device, browser=None):
    return (browser or Client(server)).call(
        "POST", "/v1/login/link/opening",
        {"link_token": link.partition("#")[2], "device": device}, token=None, proof=None)


def returned(opened):
    address, _, query = opened["return_to"].partition("?")
    assert address == RETURN
    return dict(urllib.parse.parse_qsl(query))


@pytest.fixture
def name(server):
    name, password = person()
    Client(server).sign_up(name, password)
    server.pass_time(61)
    return name


def test_the_mails_link_leads_back_to_the_device_that_asked(server, name):
    asked = Asked(server, name)
    assert asked.link.startswith(server.origin + "/sign-in#")
    # A scanner opens it, as often as it likes, and presses.
    for _ in range(3):
        page = Browser(server).get(asked.link.partition("#")[0])
        assert page.status == 200 and b"Sign in?" in page.raw
        assert "script-src 'nonce-" in page.headers["Content-Security-Policy"]
        assert asked.press("other").status == 200
    back = returned(asked.press("this"))
    assert back["state"] == asked.begun["state"]
    # The address of the return is good for nothing on another device.
    thief = asked.complete(back, Client(server, DeviceKey()))
    assert thief.code == "verification_token_invalid", thief.raw
    signed_in = asked.complete(back)
    assert signed_in.status == 200, signed_in.raw
    asked.client.keep(signed_in.body)
    assert asked.client.call("GET", "/v1/user")["user_name"] == name
    assert asked.press("other").code == "verification_token_invalid"
    assert asked.complete(back).code == "verification_token_invalid"


def test_another_device_shows_a_code_for_the_one_that_asked(server, name):
    asked = Asked(server, name)
    code = asked.press("other")["verification_code"]
    assert len(code) == 6
    body = {"user_name": name, "session": asked.begun["session"], "verification_code": code}
    assert Client(server, DeviceKey()).call("POST", "/v1/login", body, token=None).status == 401
    assert asked.client.call("POST", "/v1/login", body, token=None).status == 200


def test_who_lures_the_owner_to_press_gets_nothing(server, name):
    """The attacker asks for a link to the owner's address, and the owner presses the button of the mail."""
    own = Asked(server, name)
    server.pass_time(61)
    lured = Asked(server, name, Client(server, DeviceKey()))
    back = returned(lured.press("this"))
    assert own.complete(back).code == "verification_token_invalid"
    guessed = lured.complete({"state": lured.begun["state"], "code": "000000"})
    assert guessed.code == "wrong_code"
    assert lured.complete({"state": own.begun["state"], "code": back["code"]}).status == 401


def test_what_is_wrong_about_a_link_is_refused_with_a_stable_code(server, name):
    client = Client(server, DeviceKey())
    for body, field in (
        ({"user_name": name, "return_url": "https://evil.example/"}, "return_url"),
        ({"user_name": "+4915112345678"}, "user_name"),
    ):
        refused = client.call("POST", "/v1/login/link", body, token=None)
        assert refused.code == "malformed" and refused["field"] == field
    keyless = Client(server).call("POST", "/v1/login/link", {"user_name": name}, token=None)
    assert keyless.code == "proof_required"
    asked = Asked(server, name, client)
    for token in ("made.0.up.AAAA", asked.begun["session"], asked.link.partition("#")[2][1:]):
        assert press(server, "#" + token, "this").code == "verification_token_invalid"
    assert asked.press("mine").code == "malformed"
    server.pass_time(600)
    assert asked.press("this").code == "verification_token_invalid"
