"""Every pair of what an owner and an attacker do, in both orders, over sockets.

`OrderTests` goes further, on the service alone; here the same acts go through the doors that a server has.
The attacker reads no mail and no SMS of the owner, and guesses.
"""

import time

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from federation_trips import RETURN, Browser, Trip, consent, returned
from test_exploits import step_up
from test_login_links import links, press, returned as led_back

HOUR = 3600
GUESS = "000000"
STRANGE = "the strangers own phrase"
# As what an attack is refused: for what it is, and not for a slip in how this file spells it.
MEANT = {
    101_009: "wrong_credentials", 101_012: "wrong_code", 101_015: "not_confirmed",
    300_001: "limited", 300_005: "proof_required", 300_009: "verification_token_invalid",
    300_024: "unauthorized", 300_032: "insufficient_user_authentication",
}


def check_refusal(answer, path):
    if answer.status >= 400:
        assert answer.body.get("error_code") in MEANT, (path, answer.raw)


class Owner:
    """A person with an address and a number, each of which may have no account yet."""

    def __init__(self, server):
        self.server = server
        self.client = Client(server, DeviceKey())
        self.name, self.password = person()
        self.number = german_mobile()
        self.tried = set()

    def post(self, path, body, method="POST", client=None):
        return (client or self.client).call(method, path, body, token=None)

    def typed(self, to, answer_to):
        """What comes of the newest code that was not tried yet, or of the one before it."""
        end = time.monotonic() + 10
        answer = None
        while time.monotonic() < end:
            codes = [message["code"] for message in self.server.inbox(to) if message.get("code")]
            for code in [code for code in codes if code not in self.tried][:3]:
                self.tried.add(code)
                answer = answer_to(code)
                if answer.status < 300:
                    return answer
            time.sleep(0.02)
        raise AssertionError(f"no code of {to} is taken: {answer and answer.raw}")

    def keep(self, answer):
        self.client.keep(answer.body)

    # What the owner does.

    def member(self):
        """In peace, before anything else."""
        self.client.sign_up(self.name, self.password)
        self.client.log_in(self.name, self.password)
        self.server.pass_time(61)

    def register(self):
        begun = self.post("/v1/user", {"user_name": self.name, "password": self.password})
        assert begun.status == 201, begun.raw
        self.typed(
            self.name,
            lambda code: self.post(
                "/v1/user",
                {
                    "user_name": self.name, "verification_code": code,
                    "registration_id": begun["registration_id"],
                },
            ),
        )
        # Refused where strangers were at it: then a code signs in.
        answer = self.post("/v1/login", {"user_name": self.name, "password": self.password})
        if answer.status == 200:
            self.keep(answer)
        else:
            self.server.pass_time(61)
            self.sign_in_by_code()

    def sign_in(self):
        answer = self.post("/v1/login", {"user_name": self.name, "password": self.password})
        assert answer.status == 200, answer.raw
        self.keep(answer)

    def sign_in_by_code(self, client=None):
        begun = self.post("/v1/login", {"user_name": self.name}, client=client)
        if begun.status == 429:
            # Strangers have caused as many messages as there may be in an hour.
            self.server.pass_time(HOUR)
            begun = self.post("/v1/login", {"user_name": self.name}, client=client)
        assert begun.status == 200, begun.raw
        answer = self.typed(
            self.name,
            lambda code: self.post(
                "/v1/login",
                {
                    "user_name": self.name, "session": begun["session"],
                    "verification_code": code,
                },
                client=client,
            ),
        )
        if not client:
            self.keep(answer)

    def sign_in_by_phone(self):
        begun = self.post("/v1/phone/user", {"phone_number": self.number})
        assert begun.status == 200, begun.raw
        if begun["status"] == 1:
            # The device is still trusted.
            self.client.keep(begun["tokens"])
            return
        token = begun["challenge"]["token"]
        answer = self.typed(
            self.number,
            lambda code: self.post(
                "/v1/phone/verification", {"token": token, "verification_code": code}),
        )
        assert answer["status"] == 1, answer.raw
        self.client.keep(answer["tokens"])

    def begun(self, begin):
        """Once more in an hour, where strangers have caused as many messages as there may be."""
        answer = begin()
        if answer.status == 429:
            self.server.pass_time(HOUR)
            answer = begin()
        assert answer.status == 200, answer.raw
        return answer

    def sign_in_by_provider(self):
        def begin():
            self.trip = Trip(self.server, "openid", self.client)
            back = returned(consent(Browser(self.server), self.trip.url, email=self.name, name="Ann"))
            return self.trip.complete(back)

        answer = self.begun(begin)
        if answer["status"] == 0:
            asked = answer["challenge"]
            answer = self.typed(self.name, lambda code: self.trip.verify(asked, code))
        self.client.keep(answer["tokens"])

    def sign_in_by_link(self):
        """The owner presses the button of every mail that came, also of one that a stranger caused."""
        body = {"user_name": self.name, "return_url": RETURN}
        begun = self.begun(lambda: self.post("/v1/login/link", body))
        end = time.monotonic() + 10
        while time.monotonic() < end:
            for link in links(self.server, self.name):
                opened = press(self.server, link, "this")
                back = led_back(opened) if opened.status == 200 else {}
                if back:
                    answer = self.post(
                        "/v1/login/link/completion", {"session": begun["session"]} | back)
                    assert (answer.status == 200) == (back["state"] == begun["state"]), answer.raw
                    if answer.status == 200:
                        return self.keep(answer)
            time.sleep(0.1)
        raise AssertionError("no link of the mails leads back")

    def recover(self):
        begun = self.post("/v1/forgotpassword", {"user_name": self.name}, "PUT")
        assert begun.status == 200, begun.raw
        self.typed(
            self.name,
            lambda code: self.post(
                "/v1/forgotpassword",
                {
                    "user_name": self.name, "password": self.password,
                    "verification_code": code,
                },
                "PUT",
            ),
        )
        self.server.pass_time(61)
        self.sign_in_by_code()

    def add_number(self):
        step_up(self.client, self.password)
        begun = self.client.call("POST", "/v1/user/identifiers", {"identifier": self.number})
        assert begun.status == 200, begun.raw
        self.typed(
            self.number,
            lambda code: self.client.call(
                "POST", "/v1/user/identifiers/verification",
                {"token": begun["token"], "verification_code": code},
            ),
        )

    def sign_out_everywhere(self):
        assert self.client.call("POST", "/v1/logout?logout_all=true").status == 200


class Attacker:
    def __init__(self, owner, key):
        self.owner = owner
        self.client = Client(owner.server, key)
        self.held = []

    def post(self, path, body, method="POST", token=None):
        answer = self.client.call(method, path, body, token=token)
        check_refusal(answer, path)
        found = answer.body.get("tokens") or answer.body if answer.raw else {}
        if answer.status == 200 and isinstance(found, dict) and "accesstoken" in found:
            self.held.append(found["accesstoken"])
        return answer

    def register(self):
        for name in (self.owner.name, self.owner.number):
            self.post("/v1/user", {"user_name": name, "password": STRANGE})
            self.post("/v1/user", {"user_name": name, "verification_code": GUESS})

    def log_in(self):
        for name in (self.owner.name, self.owner.number):
            for _ in range(3):
                self.post("/v1/login", {"user_name": name, "password": STRANGE})

    def spend(self):
        for _ in range(22):
            self.post("/v1/login", {"user_name": self.owner.name, "password": STRANGE})

    def guess_code(self):
        begun = self.post("/v1/login", {"user_name": self.owner.name})
        for _ in range(6):
            self.post(
                "/v1/login",
                {
                    "user_name": self.owner.name, "session": begun.body.get("session", "none"),
                    "verification_code": GUESS,
                },
            )

    def poll_phone(self):
        begun = self.post("/v1/phone/user", {"phone_number": self.owner.number})
        token = begun.body.get("challenge", {}).get("token", "none")
        for _ in range(3):
            self.post("/v1/phone/verification", {"token": token, "verification_code": GUESS})
            self.post("/v1/phone/new_account", {"token": token})
        # Later, when the owner may have typed the code.
        self.later = token

    def recover(self):
        for name in (self.owner.name, self.owner.number):
            self.post("/v1/forgotpassword", {"user_name": name}, "PUT")
            body = {"user_name": name, "password": STRANGE, "verification_code": GUESS}
            self.post("/v1/forgotpassword", body, "PUT")

    def mailed_password(self):
        self.post("/v1/market/password", {"user_name": self.owner.name})
        market = self.post("/v1/markets", {})["markets"][0]["mkt_handle"]
        for _ in range(6):
            self.post(
                "/v1/market/login",
                {"user_name": self.owner.name, "password": "AAAA-BBBB-CCCC-DDDD",
                 "mkt_handle": market},
            )

    def claim(self):
        """An account of their own claims what is the owner's."""
        own = Client(self.owner.server, DeviceKey())
        own.phone_sign_in(german_mobile())
        for name in (self.owner.name, self.owner.number):
            path = "/v1/user/identifiers"
            begun = own.call("POST", path, {"identifier": name})
            guess = {"token": begun.body.get("token", "none"), "verification_code": GUESS}
            for answer in (begun, own.call("POST", path + "/verification", guess)):
                check_refusal(answer, path)

    def ask_for_link(self):
        begun = self.post("/v1/login/link", {"user_name": self.owner.name, "return_url": RETURN})
        session = begun.body.get("session", "none")
        for _ in range(6):
            self.post(
                "/v1/login",
                {"user_name": self.owner.name, "session": session, "verification_code": GUESS})
        self.post(
            "/v1/login/link/completion",
            {"session": session, "state": begun.body.get("state", "none"), "code": GUESS})

    def claim_at_provider(self):
        """An account at a provider that lets everybody type any address."""
        if not self.client.key:
            self.post(
                "/v1/federation/authorization", {"provider": "github", "return_url": RETURN})
            return
        server = self.owner.server
        trip = Trip(server, "github", self.client)
        back = returned(consent(Browser(server), trip.url, email=self.owner.name, name="Eve"))
        answer = trip.complete(back)
        check_refusal(answer, "/v1/federation/completion")
        assert answer.body.get("status") != 1, answer.raw
        for _ in range(6 if answer.status == 200 else 0):
            check_refusal(trip.verify(answer["challenge"], GUESS), "/v1/federation/verification")

    def copy_token(self):
        """The owner's access token, without the key of its session."""
        token = self.owner.client.token
        if not token:
            return
        number = german_mobile()
        for scheme in ("Bearer ", "DPoP "):
            copied = {"Authorization": scheme + token}
            for method, path, body in [
                ("POST", "/v1/user/identifiers", {"identifier": number}),
                ("PUT", "/v1/password", {"password": STRANGE, "newpassword": STRANGE + "s"}),
                ("POST", "/v1/session/step_up", {}),
                ("GET", "/v1/sessions", None),
            ]:
                answer = self.client.call(method, path, body, token=None, headers=copied)
                assert answer.status in (401, 403, 429), (path, answer.raw)
                check_refusal(answer, path)

    def holdings(self):
        if later := getattr(self, "later", None):
            self.post("/v1/phone/new_account", {"token": later})
            self.post("/v1/phone/verification", {"token": later, "verification_code": GUESS})
        for name in (self.owner.name, self.owner.number):
            self.post("/v1/login", {"user_name": name, "password": STRANGE})
        self.post("/v1/phone/user", {"phone_number": self.owner.number})
        return self.held


OWNERS = {
    "register": False, "sign_in": True, "sign_in_by_code": True, "sign_in_by_phone": False,
    "sign_in_by_provider": False, "sign_in_by_link": True,
    "recover": True, "add_number": True, "sign_out_everywhere": True,
}
ATTACKS = [
    "register", "log_in", "spend", "guess_code", "poll_phone", "recover", "mailed_password",
    "claim", "copy_token", "ask_for_link", "claim_at_provider",
]


@pytest.mark.parametrize("act", OWNERS)
def test_in_either_order_the_attacker_holds_nothing_and_the_owner_gets_in(server, act):
    """DEC-1, DEC-2, DEC-3, DEC-5, DEC-7: with a key on the attacker's side and without, in turn."""
    for number, (attack, is_first) in enumerate((a, f) for a in ATTACKS for f in (True, False)):
        place = f"{attack} {'before' if is_first else 'after'} {act}"
        owner = Owner(server)
        attacker = Attacker(owner, DeviceKey() if number % 2 else None)
        if OWNERS[act]:
            owner.member()
        if is_first:
            getattr(attacker, attack)()
            server.pass_time(61)
        try:
            getattr(owner, act)()
        except AssertionError as problem:
            raise AssertionError(f"{place}: {problem}") from problem
        server.pass_time(61)
        if not is_first:
            getattr(attacker, attack)()
            server.pass_time(61)
        assert not attacker.holdings(), place
        server.pass_time(61)
        if act == "sign_in_by_phone":
            owner.sign_in_by_phone()
        else:
            owner.sign_in_by_code(Client(server, DeviceKey()))
    print(f"pairs: {act}: {2 * len(ATTACKS)} orders")


def test_who_knows_the_password_is_seen_to_hold_something(server):
    """So that finding nothing with an attacker means something."""
    owner = Owner(server)
    owner.member()
    attacker = Attacker(owner, None)
    attacker.post("/v1/login", {"user_name": owner.name, "password": owner.password})
    assert attacker.holdings()
