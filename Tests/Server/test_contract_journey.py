"""Every operation succeeds once, and each answer on the way is one that the document knows."""

import json
import secrets

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from api_document import APIDocument
from federation_trips import RETURN, Browser, Trip, consent, native_sheet, returned
from test_login_links import Asked, returned as led_back

PUSH = "/v1/user/push_notification/mobile_platform_endpoint"


class Journey:
    def __init__(self, server):
        self.server = server
        self.document = APIDocument(server)

    def client(self, *arguments, **named):
        client = Client(self.server, *arguments, **named)
        client.listener = self.document.check
        return client

    def done(self, answer, status=200):
        assert answer.status == status, answer.raw
        return answer

    def person(self, client):
        name, password = person()
        client.sign_up(name, password)
        client.log_in(name, password)
        return name, password

    def beside(self, client, password, shown):
        """One more address, which is the primary one for a while, and a file of all that is stored."""
        done, path = self.done, "/v1/user/identifiers"
        if client.key:
            done(client.call("POST", "/v1/session/step_up/verification", {"password": password}))
        before = done(client.call("GET", "/v1/user"))["user_name"]
        address, _ = person()
        begun = done(client.call("POST", path, {"identifier": address, "action": "add", **shown}))
        done(
            client.call(
                "POST", f"{path}/verification",
                {"token": begun["token"], "verification_code": client.code(address)},
            )
        )
        own = done(client.call("GET", path))["identifiers"]
        [added] = [each["id"] for each in own if each["value"] == address]
        done(client.call("PUT", f"{path}/{added}/primary", shown or None))
        assert done(client.call("GET", "/v1/user"))["user_name"] == address
        done(client.call("DELETE", f"{path}/{added}", shown or None))
        assert done(client.call("GET", "/v1/user"))["user_name"] == before
        link = done(client.call("POST", "/v1/user/exports", shown or None))
        assert done(client.call("GET", link["path"]))["identifiers"]

    def account(self, suffix):
        """The account API, under its names with and without the suffix."""
        plain = self.client()
        name, password = person()
        user, login, done = f"/v1/user{suffix}", f"/v1/login{suffix}", self.done
        done(plain.call("POST", user, {"user_name": name, "password": password}), 201)
        done(
            plain.call("POST", user, {"user_name": name, "verification_code": plain.code(name)}), 201
        )
        plain.keep(done(plain.call("POST", login, {"user_name": name, "password": password})).body)
        plain.keep(done(plain.call("POST", login, {"refreshtoken": plain.refresh_token})).body)
        assert done(plain.call("GET", user))["user_name"] == name
        done(plain.call("PUT", user, {"name": "Ann", "language": "de"}))
        shown = done(plain.call("GET", user))
        assert (shown["name"], shown["language"]) == ("Ann", "de")
        new = "New-" + password
        done(plain.call("PUT", f"/v1/password{suffix}", {"password": password, "newpassword": new}))
        plain.log_in(name, new)

        # A device that the account knows has a budget of its own for codes.
        bound = self.client(DeviceKey())
        bound.log_in(name, new)
        begun = done(bound.call("POST", login, {"user_name": name}, token=None))
        completed = done(
            bound.call(
                "POST", login,
                {
                    "user_name": name, "session": begun["session"],
                    "verification_code": bound.code(name),
                },
                token=None,
            )
        )
        assert completed["refreshtoken"]

        forgetful = self.client(DeviceKey())
        forgetful.log_in(name, new)
        forgotten = f"/v1/forgotpassword{suffix}"
        done(forgetful.call("PUT", forgotten, {"user_name": name}, token=None))
        newest = "Newest-" + password
        done(
            forgetful.call(
                "PUT", forgotten,
                {
                    "user_name": name, "password": newest,
                    "verification_code": forgetful.code(name),
                },
                token=None,
            )
        )
        assert plain.call("GET", user).status == 401

        leaving = self.client(DeviceKey())
        leaving.log_in(name, newest)
        plain.log_in(name, newest)
        done(plain.call("POST", f"/v1/logout{suffix}"))
        if suffix:
            # As public clients of the account API do it.
            done(leaving.call("DELETE", f"{user}?request=true"))
            done(leaving.call("DELETE", f"{user}?verification_code={leaving.code(name)}"))
        else:
            done(leaving.call("DELETE", user, {"request": True}))
            done(leaving.call("DELETE", user, {"verification_code": leaving.code(name)}))
        assert leaving.call("GET", user).status == 401
        gone = self.client().call("POST", login, {"user_name": name, "password": newest})
        assert gone.code == "wrong_credentials", gone.raw

    def session(self, client):
        """What a signed-in person, with whatever kind of session, has besides."""
        done = self.done
        name, password = self.person(client)
        device_token = secrets.token_urlsafe(16)
        done(client.call("POST", PUSH, {"platform": "GCM", "mobile_device_token": device_token}))
        done(client.call("DELETE", PUSH, {"mobile_device_token": device_token}))
        assert done(client.call("GET", "/v1/user/nodes?node_details=true"))["nodes"] == []
        done(client.call("POST", "/v1/selections", {"key": "screenB1", "value": "three"}))
        assert done(client.call("GET", "/v1/selections"))["selections"]
        if client.key:
            assert done(client.call("GET", "/v1/session/crumb"))["crumb"] == client.crumb

        # Without a key the proof comes with each act.
        shown = {} if client.key else {"password": password}
        client.server.pass_time(61)
        asked = done(client.call("POST", "/v1/session/step_up", {"channel": "email"}))
        proof = {"token": asked["token"], "verification_code": client.code(name)}
        proven = client.call("POST", "/v1/session/step_up/verification", proof)
        assert proven.status == 200 if client.key else proven.code == "proof_required"
        body = {"identifier": german_mobile(), **shown}
        begun = done(client.call("POST", "/v1/user/identifiers", body))
        assert begun["token"]
        other, _ = person()
        begun = done(client.call("POST", "/v1/user/identifiers", {"identifier": other, **shown}))
        done(
            client.call(
                "POST", "/v1/user/identifiers/verification",
                {"token": begun["token"], "verification_code": client.code(other)},
            )
        )
        assert done(client.call("GET", "/v1/user"))["user_name"] == other

        second = self.client(DeviceKey())
        second.log_in(other, password)
        sessions = done(client.call("GET", "/v1/sessions"))["sessions"]
        [ended] = [each["id"] for each in sessions if not each["current"]]
        done(client.call("DELETE", f"/v1/sessions/{ended}", shown or None))
        assert second.call("GET", "/v1/user").status == 401
        assert client.call("DELETE", "/v1/sessions/nothing").code == "not_found"
        strength = {"newpassword": password, "user_name": name}
        assert done(client.call("POST", "/v1/password/strength", strength, token=None))["strength"]
        devices = done(client.call("GET", "/v1/devices"))["devices"]
        assert second.key.thumbprint in [each["key"] for each in devices]
        done(client.call("DELETE", f"/v1/devices/{second.key.thumbprint}", shown or None))
        done(client.call("DELETE", "/v1/sessions", shown or None))
        kinds = [each["kind"] for each in done(client.call("GET", "/v1/security_events"))["events"]]
        assert "session_ended" in kinds and "identifier_changed" in kinds
        [change] = done(client.call("GET", "/v1/user/identifier_changes"))["changes"]
        assert change["changed"] == ["email"] and name not in change["sent_to"]
        client.server.pass_time(61)
        done(client.call("POST", f"/v1/user/identifier_changes/{change['id']}/notice"))
        self.beside(client, password, shown)
        causes = done(client.call("GET", "/v1/sign_outs"))["sign_outs"]
        assert {"session": ended, "cause": "revoked_by_user"}.items() <= causes[0].items()

        body = {} if client.is_browser else {"refreshtoken": client.refresh_token}
        launched = done(
            client.call(
                "POST", "/v1/launch", {"platform": "ios", "app_version": "1.0"} | body, token=None
            )
        )
        client.keep(launched["tokens"])
        assert launched["user_data"]["user_name"] == other
        body = {} if client.is_browser else {"refreshtoken": client.refresh_token}
        client.keep(done(client.call("POST", "/v1/session/refresh", body, token=None)).body)
        body = {} if client.is_browser else {"refreshtoken": client.refresh_token}
        done(client.call("POST", "/v1/session/clear", body, token=None))
        assert client.call("GET", "/v1/user").status == 401
        self.undo(client, name)
        self.login_link()

    def login_link(self):
        """By the return to the device that asked, and by the code of its page."""
        client = self.client(DeviceKey())
        name, password = person()
        client.sign_up(name, password)
        for device in ("this", "other"):
            client.server.pass_time(61)
            asked = Asked(client.server, name, client)
            opened = self.done(asked.press(device, client))
            if device == "this":
                self.done(asked.complete(led_back(opened)))
            else:
                body = {"user_name": name, "session": asked.begun["session"],
                        "verification_code": opened["verification_code"]}
                self.done(client.call("POST", "/v1/login", body, token=None))

    def undo(self, client, name):
        """The change of the address is taken back, by the mail to the old one."""
        mail = client.server.message(name, "/undo#")["body"]
        [token] = {word.split("#")[1] for word in mail.split() if "/undo#" in word}
        self.done(
            client.call("POST", "/v1/user/identifiers/undo", {"undo_token": token}, token=None))

    def installation(self):
        client = self.client(DeviceKey())
        opened = self.done(
            client.call(
                "POST", "/v1/installation/session", {"installation_id": secrets.token_urlsafe(16)}
            )
        )
        assert "refreshtoken" not in opened.body
        client.keep(opened.body)
        self.done(client.call("POST", "/v1/selections", {"key": "screenB2", "value": "one"}))
        assert client.call("GET", "/v1/user").code == "insufficient_scope"

    def experiment(self):
        client = self.client(DeviceKey())
        installation = secrets.token_urlsafe(16)
        fetched = self.done(
            client.call(
                "GET", "/v1/installation/experiment",
                headers={"Portico-Installation": installation},
            )
        )
        opened = client.call(
            "POST", "/v1/installation/session", {"installation_id": installation}, token=None
        )
        client.keep(self.done(opened).body)
        assigned = self.done(client.call("GET", "/v1/experiments"))["experiments"]
        assert [one["variant"] for one in assigned] == [fetched.body]
        for _ in range(2):
            self.done(
                client.call(
                    "POST", "/v1/experiments/exposures",
                    {"experiment": "onboarding", "variant": fetched.body},
                )
            )
        self.done(
            client.call(
                "POST", "/v1/experiments/conversions",
                {"experiment": "onboarding", "goal": "screenD"},
            )
        )

    def market(self):
        """MKT-5 to MKT-9: the code of the registration is confirmed as everybody's is."""
        client = self.client()
        near = {"latitude": "19.4", "longitude": "-99.1"}
        markets = self.done(client.call("POST", "/v1/markets", near))
        assert markets["preselected"] == "MX,CMX"
        name, password = person()
        self.done(
            client.call(
                "POST", "/v1/market/user",
                {
                    "first_name": "Ann", "last_name": "Bo", "mobile": german_mobile(),
                    "email": name, "password": password, "mode": "worker",
                },
            ),
            201,
        )
        code = client.code(name)
        self.done(
            client.call("POST", "/v1/user", {"user_name": name, "verification_code": code}), 201
        )

        def log_in(secret):
            form = {"user_name": name, "password": secret, "mkt_handle": "MX,CMX"}
            return client.call("POST", "/v1/market/login", form, token=None)

        client.keep(self.done(log_in(password)).body)
        assert self.done(client.call("GET", "/v1/market/profile"))["mode"] == "worker"
        self.server.pass_time(61)
        self.done(client.call("POST", "/v1/market/password", {"user_name": name}, token=None))
        temporary = client.code(name, but=code)
        restricted = self.done(log_in(temporary))
        assert restricted["must_set_password"] is True
        client.keep(restricted.body)
        new = self.done(client.call("PUT", "/v1/market/password", {"newpassword": "New-" + password}))
        client.keep(new.body)
        assert self.done(client.call("GET", "/v1/market/profile"))["mode"] == "worker"

    def federation(self):
        """FED-1 to FED-8: the page of a provider, a code, another provider added and removed."""
        done, server = self.done, self.server
        client = self.client(DeviceKey())
        assert done(client.call("GET", "/v1/federation/providers"))["providers"]

        def completed(kind, client, **typed):
            trip = Trip(server, kind, client)
            back = returned(consent(Browser(server), trip.url, **typed))
            return trip, done(trip.complete(back))

        # GitHub answers for no address: a code goes to it, and again a minute later.
        trip, asked = completed("github", client, email=person()[0], name="Ann")
        first = client.code(asked["email"])
        server.pass_time(61)
        again = done(
            client.call(
                "POST", "/v1/federation/code",
                {"token": trip.token, "code_token": asked["challenge"]["token"]}, token=None,
            )
        )
        signed_in = done(trip.verify(again["challenge"], client.code(asked["email"], but=first)))
        client.keep(signed_in["tokens"])

        begun = done(
            client.call("POST", "/v1/user/providers", {"provider": "google", "return_url": RETURN})
        )
        back = returned(consent(Browser(server), begun["authorization_url"]))
        form = {"token": begun["token"], "state": back["state"], "code": back["code"]}
        done(client.call("POST", "/v1/user/providers/completion", form))
        linked = done(client.call("GET", "/v1/user/providers"))["providers"]
        assert [row["provider"] for row in linked] == ["github", "google"]
        done(client.call("DELETE", f"/v1/user/providers/{linked[1]['id']}"))
        linked = done(client.call("GET", "/v1/user/providers"))["providers"]
        assert [row["provider"] for row in linked] == ["github"]

        # Somebody who cannot read mail there goes on without the address.
        client = self.client(DeviceKey())
        trip, asked = completed("github", client, email=person()[0], name="Bo")
        assert asked["status"] == 0
        alone = done(
            client.call("POST", "/v1/federation/account", {"token": trip.token}, token=None)
        )
        assert alone["status"] == 1 and "email" not in alone["user_data"]

        for kind in ("google", "apple"):
            client = self.client(DeviceKey())
            begun = done(client.call("POST", "/v1/federation/native", {"provider": kind}))
            sheet = native_sheet(server, kind, begun["nonce"])
            form = {"token": begun["token"], "id_token": sheet["id_token"], "name": "Cy"}
            if sheet.get("code"):
                form["authorization_code"] = sheet["code"]
            opened = done(client.call("POST", "/v1/federation/native/completion", form))
            assert opened["status"] == 1 and opened["tokens"]

    def server_pages(self):
        client = self.client()
        for path in ("/apiversions", "/health/live", "/health/ready", "/metrics", "/openapi.yaml",
                     "/.well-known/jwks.json"):
            self.done(client.call("GET", path))


@pytest.fixture
def journey(server):
    return Journey(server)


def test_every_operation_succeeds_as_documented(journey, server):
    """With every kind of session; an old account's number is recycled on the way (PHN-10)."""
    # This one's code is sent again at the end.
    waiting = journey.client(DeviceKey())
    number = german_mobile()
    begun = journey.done(waiting.call("POST", "/v1/phone/user", {"phone_number": number}))

    # Two people with a number and an address, who then will be away for a hundred days.
    old = []
    for _ in range(2):
        client = journey.client(DeviceKey())
        mobile, (address, _) = german_mobile(), person()
        assert client.phone_sign_in(mobile)["status"] == 1
        begun_address = journey.done(
            client.call("POST", "/v1/user/identifiers", {"identifier": address})
        )
        journey.done(
            client.call(
                "POST", "/v1/user/identifiers/verification",
                {"token": begun_address["token"], "verification_code": client.code(address)},
            )
        )
        old.append((mobile, address))

    for suffix in ("", "2"):
        journey.account(suffix)
    for client in (
        journey.client(), journey.client(DeviceKey()), journey.client(DeviceKey(), is_browser=True),
    ):
        journey.session(client)
    journey.installation()
    journey.experiment()
    journey.market()
    journey.federation()
    journey.server_pages()

    # A code goes to a number once a minute at most.
    server.pass_time(61)
    first = waiting.code(number)
    again = journey.done(
        waiting.call("POST", "/v1/phone/code", {"token": begun["challenge"]["token"]})
    )
    assert again["status"] == 0
    journey.done(
        waiting.call(
            "POST", "/v1/phone/verification",
            {
                "token": again["challenge"]["token"],
                "verification_code": waiting.code(number, but=first),
            },
        )
    )

    server.pass_time(100 * 86_400)

    (mobile, address), (other_mobile, _) = old
    finder = journey.client(DeviceKey())
    asked = finder.phone_sign_in(mobile, ends=False)
    assert asked["status"] == 2
    token = asked["challenge"]["token"]
    mailed = journey.done(finder.call("POST", "/v1/phone/second_proof", {"token": token}))
    opened = journey.done(
        finder.call(
            "POST", "/v1/phone/second_proof/verification",
            {
                "token": token, "mail_token": mailed["challenge"]["token"],
                "verification_code": finder.code(address),
            },
        )
    )
    assert opened["user_data"]["user_name"] == address

    finder = journey.client(DeviceKey())
    asked = finder.phone_sign_in(other_mobile, ends=False)
    opened = journey.done(
        finder.call("POST", "/v1/phone/new_account", {"token": asked["challenge"]["token"]})
    )
    assert opened["status"] == 1 and "email" not in opened["user_data"]

    missing = {
        name for name, (_, _, operation) in journey.document.operations.items()
        if not any(200 <= status < 300 for status in journey.document.seen[name])
        # These have journeys of their own: test_second_factors.py and test_passkeys.py.
        and not {"factors", "passkeys"} & set(operation["tags"])
        # Without apps and pages that may use the passkeys they are not there.
        and name not in {"appleApps", "androidApps", "relatedOrigins"}
    }
    assert missing == set()
    print(json.dumps({name: dict(seen) for name, seen in journey.document.seen.items()}))
