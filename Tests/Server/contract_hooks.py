"""What schemathesis loads into its process: credentials for its calls, and a count of answers.

Generated calls meet what a client meets: each comes from an address range of its own, and in the
modes with credentials most of them carry tokens, codes and proofs that are good. Where a call is
to be wrong, it stays as it was generated.
"""

import atexit
import collections
import json
import os
import random

import requests
import schemathesis
import urllib3.connection
import urllib3.connectionpool

from api_client import Client, DeviceKey, german_mobile, next_network, person

MODE = os.environ["PORTICO_CREDENTIALS"]  # none, compat or bound
ORIGIN = os.environ["PORTICO_ORIGIN"]
chance = random.Random(int(os.environ["PORTICO_SEED"]))

# After these a session may be over; each gets one of its own.
ENDS_SESSIONS = {"logout", "clearSession", "deleteUser", "changePassword", "forgotPassword"}
REFRESHES = {"login", "launch", "refreshSession", "clearSession", "logout"}
CHALLENGES = {"resendCode", "userVerification", "sendSecondProof", "verifySecondProof", "startAnew"}

counts = collections.defaultdict(collections.Counter)
people = {}

_connect = urllib3.connection.HTTPConnection._new_conn


def _connect_from_elsewhere(connection):
    connection.source_address = (next_network(), 0)
    return _connect(connection)


def _close(pool, connection):
    """No connection serves twice, so each call has a range of its own."""
    if connection:
        connection.close()


urllib3.connection.HTTPConnection._new_conn = _connect_from_elsewhere
urllib3.connectionpool.HTTPConnectionPool._put_conn = _close


class Server:
    """As much of the server as a client needs."""

    origin = ORIGIN
    address = (ORIGIN.split("//")[1].split(":")[0], int(ORIGIN.rsplit(":", 1)[1]))

    @staticmethod
    def inbox(to=None):
        query = {"to": to} if to else {}
        return requests.get(f"{ORIGIN}/dev/inbox", params=query, timeout=30).json()


class Person:
    """Somebody who is signed in."""

    def __init__(self):
        self.name, self.password = person()
        self.client = Client(Server, DeviceKey() if MODE == "bound" else None)
        self.client.sign_up(self.name, self.password)
        self.challenge = None
        self.sign_in()

    def sign_in(self):
        self.is_signed_in = True
        self.client.log_in(self.name, self.password)

    def begin_by_phone(self):
        """Returns the token of a challenge, and its code."""
        if self.challenge is None:
            number = german_mobile()
            begun = self.client.call("POST", "/v1/phone/user", {"phone_number": number}, token=None)
            assert begun.status == 200, begun.raw
            self.challenge = begun["challenge"]["token"], self.client.code(number)
        return self.challenge


def person_of(name):
    place = name if name in ENDS_SESSIONS else "everything else"
    if place not in people:
        people[place] = Person()
    if not people[place].is_signed_in:
        # Its password may be another by now, or its account gone.
        people[place] = Person()
    return people[place]


def name_of(case):
    name = case.operation.definition.raw["operationId"]
    return name.removesuffix("2")


def is_wrong(case, location):
    """Whether a part of a call was made to be wrong."""
    for place, component in (case.meta.components if case.meta else {}).items():
        if place.value == location:
            return component.mode.value == "negative"
    return False


@schemathesis.hook
def before_call(context, case, kwargs):
    case.headers = case.headers or {}
    if MODE == "none":
        # A generated proof is refused before anything else.
        if chance.random() < 0.7:
            case.headers.pop("DPoP", None)
        return
    name = name_of(case)
    who = person_of(name)
    if not is_wrong(case, "body") and isinstance(case.body, dict):
        fill(case.body, name, who)
    # Else hardly a call would get behind a generated proof.
    if is_wrong(case, "header") and chance.random() < 0.3:
        return
    for field in ("Authorization", "DPoP", "Cookie", "Portico-Crumb"):
        case.headers.pop(field, None)
    if case.cookies:
        case.cookies.pop("__Host-portico_session", None)
    takes_token = case.operation.definition.raw.get("security") != []
    token = who.client.token if takes_token and "Authorization" not in case.headers else None
    if token:
        scheme = "DPoP " if who.client.key else chance.choice(["", "Bearer "])
        case.headers["Authorization"] = scheme + token
    if who.client.key:
        url = requests.Request(case.method, ORIGIN + case.formatted_path).prepare().url
        case.headers["DPoP"] = who.client.key.proof(case.method, url, who.client.nonce, token)


def fill(body, name, who):
    """Puts what is good into a body that is well-formed, most of the time."""
    if chance.random() < 0.25:
        return
    if name in REFRESHES and isinstance(body.get("refreshtoken"), str):
        body["refreshtoken"] = who.client.refresh_token
    if name in CHALLENGES and "token" in body:
        body["token"], code = who.begin_by_phone()
        if name == "userVerification" and chance.random() < 0.5:
            body["verification_code"] = code
    if name == "user" and isinstance(body.get("password"), str):
        body["user_name"], body["password"] = person()
        body.pop("verification_code", None)
    if name == "GetUserRequest":
        body["phone_number"] = german_mobile()
    if name == "login" and isinstance(body.get("password"), str) and not body.get("refreshtoken"):
        body |= {"user_name": who.name, "password": who.password}
    if name == "changePassword":
        body["password"] = who.password


@schemathesis.hook
def after_call(context, case, response):
    counts[case.operation.definition.raw["operationId"]][str(response.status_code)] += 1
    if MODE == "none":
        return
    name = name_of(case)
    who = person_of(name)
    if nonce := response.headers.get("dpop-nonce"):
        who.client.nonce = nonce[0]
    if response.status_code == 401 and b'"unauthorized"' in response.content:
        if response.request.headers.get("Authorization", "").endswith(who.client.token):
            who.is_signed_in = False
    if name in CHALLENGES and response.status_code == 200:
        who.challenge = None
    if response.status_code == 401 and b"verification_token_invalid" in response.content:
        who.challenge = None
    if response.status_code == 200 and name in {"refreshSession", "launch", "login"}:
        answer = json.loads(response.content)
        tokens = answer.get("tokens") or answer
        if "accesstoken" in tokens:
            who.client.keep(tokens)
    if response.status_code == 200 and name == "changePassword":
        people.pop(name)


@atexit.register
def write_counts():
    with open(os.environ["PORTICO_COUNTS"], "w") as file:
        json.dump(counts, file, indent=1, sort_keys=True)
