"""A client of the API, with a device key or without, which says all that came back."""

import base64
import hashlib
import http.client
import itertools
import json
import secrets
import time
from dataclasses import dataclass

import jwt
from cryptography.hazmat.primitives.asymmetric import ec

# Limits count by address range; each client here lives in a range of its own, as people do.
_networks = itertools.count(1)


def next_network():
    number = next(_networks)
    return f"127.{1 + number // 250 % 250}.{number % 250}.1"


@dataclass
class Answer:
    status: int
    headers: http.client.HTTPMessage
    raw: bytes

    @property
    def body(self):
        return json.loads(self.raw)

    @property
    def code(self):
        """Of a failure."""
        return self.body.get("code")

    def __getitem__(self, field):
        return self.body[field]


class DeviceKey:
    """Makes proofs of possession (RFC 9449)."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        public = json.loads(jwt.algorithms.ECAlgorithm.to_jwk(self.key.public_key()))
        self.jwk = {name: public[name] for name in ("kty", "crv", "x", "y")}

    @property
    def thumbprint(self):
        members = ("crv", "kty", "x", "y")
        text = json.dumps({name: self.jwk[name] for name in members}, separators=(",", ":"))
        return _base64url(hashlib.sha256(text.encode()).digest())

    def proof(self, method, url, nonce=None, token=None, **changes):
        claims = {
            "jti": secrets.token_urlsafe(16), "htm": method, "htu": url.split("?")[0],
            "iat": int(time.time()),
        }
        if nonce:
            claims["nonce"] = nonce
        if token:
            claims["ath"] = _base64url(hashlib.sha256(token.encode()).digest())
        claims |= changes
        return jwt.encode(
            claims, self.key, algorithm="ES256", headers={"typ": "dpop+jwt", "jwk": self.jwk}
        )


class Client:
    """One device, program or browser that calls the API."""

    def __init__(self, server, key=None, is_browser=False, network=None):
        self.server = server
        self.key = key
        self.is_browser = is_browser
        self.network = network or next_network()
        self.nonce = None
        self.token = None
        self.refresh_token = None
        self.cookie = None
        self.crumb = None
        # Sees every request with its answer.
        self.listener = None

    def call(self, method, path, body=None, *, token="own", headers=None, proof="own", tries=2):
        """Calls; where the server only wants its newest nonce, once more."""
        token = self.token if token == "own" else token
        sent = dict(headers or {})
        data = None
        if body is not None:
            data = body if isinstance(body, bytes) else json.dumps(body).encode()
            sent.setdefault("Content-Type", "application/json")
        if token:
            scheme = "DPoP " if self.key else ""
            sent.setdefault("Authorization", scheme + token)
        if self.is_browser:
            sent.setdefault("Origin", self.server.origin)
            sent.setdefault("Content-Type", "application/json")
            if self.crumb:
                sent.setdefault("Portico-Crumb", self.crumb)
            if self.cookie and not token:
                sent.setdefault("Cookie", f"__Host-portico_session={self.cookie}")
        if proof == "own":
            proof = None
            if self.key:
                url = self.server.origin + path
                proof = self.key.proof(method, url, self.nonce, sent.get("Authorization", "")[5:])
        if proof:
            sent["DPoP"] = proof
        answer = self.send(method, path, data, sent)
        if answer.status == 401 and tries > 1 and proof and answer.code == "use_dpop_nonce":
            return self.call(
                method, path, body, token=token, headers=headers, tries=tries - 1
            )
        return answer

    def send(self, method, path, data, headers):
        host, port = self.server.address
        connection = http.client.HTTPConnection(
            host, port, timeout=60, source_address=(self.network, 0)
        )
        try:
            connection.request(method, path, data, headers)
            response = connection.getresponse()
            answer = Answer(response.status, response.headers, response.read())
        finally:
            connection.close()
        if nonce := answer.headers.get("DPoP-Nonce"):
            self.nonce = nonce
        for line in answer.headers.get_all("Set-Cookie") or []:
            name, _, rest = line.partition("=")
            if name == "__Host-portico_session":
                self.cookie = rest.split(";")[0] or None
        if self.listener:
            self.listener(method, path, data, headers, answer)
        return answer

    def code(self, to, but=None, seconds=30):
        """The newest code that was sent to an address or number, and is another than `but`.

        The outbox is delivered beside the answer, and tells nobody when: the code that was read last
        is taken again only when no other has come for two seconds.
        """
        if not hasattr(self.server, "codes_read"):
            self.server.codes_read = {}
        read = self.server.codes_read
        begins = time.monotonic()
        while (passed := time.monotonic() - begins) < seconds:
            for message in self.server.inbox(to):
                # Notices have none.
                code = message.get("code")
                if code and code != but and (passed > 2 or code != read.get(to)):
                    read[to] = code
                    return code
                if code:
                    break
            time.sleep(0.02)
        raise AssertionError(f"no code came within {seconds} s")

    def sign_up(self, name, password):
        """Registers and confirms."""
        begun = self.call("POST", "/v1/user", {"user_name": name, "password": password})
        assert begun.status == 201, begun.raw
        confirmed = self.call(
            "POST", "/v1/user",
            {
                "user_name": name, "verification_code": self.code(name),
                "registration_id": begun["registration_id"],
            },
        )
        assert confirmed.status == 201, confirmed.raw

    def log_in(self, name, password):
        """Signs in; the tokens of the answer are used from now on."""
        answer = self.call("POST", "/v1/login", {"user_name": name, "password": password}, token=None)
        assert answer.status == 200, answer.raw
        self.keep(answer.body)
        return answer

    def keep(self, tokens):
        self.token = tokens["accesstoken"]
        # Absent where the earlier one stays.
        self.refresh_token = tokens.get("refreshtoken") or self.refresh_token
        self.crumb = tokens.get("crumb")

    def phone_sign_in(self, number, ends=True):
        """By the code that comes; returns the answer, whose tokens are used if it has some."""
        begun = self.call("POST", "/v1/phone/user", {"phone_number": number}, token=None)
        assert begun.status == 200, begun.raw
        token = begun["challenge"]["token"]
        answer = self.call(
            "POST", "/v1/phone/verification",
            {"token": token, "verification_code": self.code(number)}, token=None,
        )
        assert answer.status == 200, answer.raw
        if ends:
            self.keep(answer["tokens"])
        return answer


def person():
    """A name that nobody has, and a password."""
    return f"person-{secrets.token_hex(6)}@example.com", "Correct-horse-" + secrets.token_hex(4)


def german_mobile():
    """A number that can be, of a range of its own (the limits count by ranges too)."""
    return "+49151" + str(10_000_000 + secrets.randbelow(89_999_999))


def _base64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()
