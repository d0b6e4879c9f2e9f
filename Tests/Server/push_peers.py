"""Push services on loopback: Firebase's over HTTP, Apple's over HTTP/2."""

import base64
import json
import re
import socket
import threading
import urllib.parse

import h2.config
import h2.connection
import h2.events
import jwt
from cryptography.hazmat.primitives import serialization
from cryptography.hazmat.primitives.asymmetric import ec, rsa

from sender_peers import Provider

# What the probe's clock shows at the beginning.
NOW = 1_800_000_000


def pem(key):
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
        serialization.NoEncryption()).decode()


def claims(token, key, algorithm):
    """Of a token whose signature is right; the clock is the probe's."""
    return jwt.decode(
        token, key.public_key(), algorithms=[algorithm],
        options={"verify_exp": False, "verify_iat": False, "verify_aud": False})


class Firebase:
    """The token endpoint and `messages:send`, as their references describe them."""

    PROJECT = "portico-1"
    EMAIL = "portico@portico-1.iam.gserviceaccount.com"
    KEY_ID = "0123456789abcdef0123456789abcdef01234567"
    KEY = rsa.generate_private_key(public_exponent=65537, key_size=2048)
    GRANT = "urn:ietf:params:oauth:grant-type:jwt-bearer"
    SCOPE = "https://www.googleapis.com/auth/firebase.messaging"

    def __init__(self, answer=None, token_answer=None, lifetime=3_600):
        self.answer, self.token_answer, self.lifetime = answer, token_answer, lifetime
        self.assertions = []
        self.tokens = []
        self.messages = []
        self.revoked = set()
        self._provider = Provider(self._serve)

    def __enter__(self):
        self._provider.__enter__()
        self.address = self._provider.address
        return self

    def __exit__(self, *rest):
        self._provider.__exit__(*rest)

    def account(self, **changes):
        return json.dumps({
            "type": "service_account", "project_id": self.PROJECT, "private_key_id": self.KEY_ID,
            "private_key": pem(self.KEY), "client_email": self.EMAIL, "client_id": "1",
            "token_uri": self.address + "/token"} | changes)

    def settings(self, **changes):
        return {"kind": "fcm", "address": self.address, "account": self.account()} | changes

    def _serve(self, request):
        status, body = (self._token if request.path == "/token" else self._send)(request)
        headers = {"Content-Type": "application/json; charset=UTF-8"}
        if isinstance(body, tuple):
            body, more = body
            headers |= more
        return status, headers, body if isinstance(body, bytes) else json.dumps(body).encode()

    def _token(self, request):
        assert request.headers["Content-Type"] == "application/x-www-form-urlencoded"
        form = urllib.parse.parse_qs(request.body.decode("ascii"), strict_parsing=True)
        assert form.keys() == {"grant_type", "assertion"} and form["grant_type"] == [self.GRANT]
        [assertion] = form["assertion"]
        assert jwt.get_unverified_header(assertion) == {
            "alg": "RS256", "typ": "JWT", "kid": self.KEY_ID}
        found = claims(assertion, self.KEY, "RS256")
        self.assertions.append(found)
        if self.token_answer:
            return self.token_answer
        self.tokens.append(f"ya29.canary-{len(self.tokens)}")
        return 200, {"access_token": self.tokens[-1], "expires_in": self.lifetime,
                     "token_type": "Bearer"}

    def _send(self, request):
        if request.path != f"/v1/projects/{self.PROJECT}/messages:send":
            return failure(404, "NOT_FOUND")
        token = request.headers["Authorization"].removeprefix("Bearer ")
        if token not in self.tokens or token in self.revoked:
            return failure(401, "UNAUTHENTICATED")
        assert request.headers["Content-Type"] == "application/json"
        body = json.loads(request.body)
        assert body.keys() == {"message"}
        message = body["message"]
        assert message.keys() == {"token", "notification", "android"}
        assert message["notification"].keys() == {"title", "body"}
        assert re.fullmatch(r"[0-9]+s", message["android"]["ttl"])
        assert message["android"]["priority"] in ("HIGH", "NORMAL")
        self.messages.append((token, message))
        if self.answer:
            return self.answer
        return 200, {"name": f"projects/{self.PROJECT}/messages/0:1"}


def failure(status, name, code=None, field=None):
    """A google.rpc.Status with the details that the references show."""
    details = []
    if code:
        details.append({"@type": "type.googleapis.com/google.firebase.fcm.v1.FcmError",
                        "errorCode": code})
    if field:
        details.append({"@type": "type.googleapis.com/google.rpc.BadRequest",
                        "fieldViolations": [{"field": field, "description": "..."}]})
    return status, {"error": {"code": status, "message": "...", "status": name,
                              "details": details}}


class Apple:
    """A push service over HTTP/2 and TLS. It refuses what "Sending notification requests to APNs"
    does not describe. `answer` gets the headers and the device and gives (status, body)."""

    TEAM, KEY_ID, TOPIC = "ABCDE12345", "KEY1234567", "com.example.app"
    KEY = ec.generate_private_key(ec.SECP256R1())

    def __init__(self, tls, answer=None, hangs_up=False):
        tls.set_alpn_protocols(["h2"])
        self._tls, self.answer, self._hangs_up = tls, answer, hangs_up
        self.requests = []
        self.tokens = []
        self.connections = 0
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.address = f"https://localhost:{self._listener.getsockname()[1]}"

    def __enter__(self):
        threading.Thread(target=self._listen, daemon=True).start()
        return self

    def __exit__(self, *_):
        # Closing alone would not wake who accepts.
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()

    def settings(self, **changes):
        return {"kind": "apns", "address": self.address, "key": pem(self.KEY),
                "account": f"{self.TEAM}:{self.KEY_ID}:{self.TOPIC}"} | changes

    def _listen(self):
        while True:
            try:
                peer, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._talk, args=(peer,), daemon=True).start()

    def _talk(self, peer):
        try:
            with self._tls.wrap_socket(peer, server_side=True) as peer:
                if peer.selected_alpn_protocol() != "h2":
                    return
                self.connections += 1
                self._frames(peer)
        except OSError:
            pass

    def _frames(self, peer):
        talk = h2.connection.H2Connection(
            h2.config.H2Configuration(client_side=False, header_encoding="utf-8"))
        talk.initiate_connection()
        peer.sendall(talk.data_to_send())
        streams, answered = {}, 0
        while data := peer.recv(65_536):
            for event in talk.receive_data(data):
                if isinstance(event, h2.events.RequestReceived):
                    streams[event.stream_id] = (dict(event.headers), bytearray())
                elif isinstance(event, h2.events.DataReceived):
                    streams[event.stream_id][1].extend(event.data)
                    talk.acknowledge_received_data(
                        event.flow_controlled_length, event.stream_id)
                elif isinstance(event, h2.events.StreamEnded):
                    headers, body = streams.pop(event.stream_id)
                    status, answer = self._serve(headers, bytes(body))
                    content = json.dumps(answer).encode() if answer else b""
                    talk.send_headers(event.stream_id, [
                        (":status", str(status)), ("apns-id", headers.get("apns-id", ""))],
                        end_stream=not content)
                    if content:
                        talk.send_data(event.stream_id, content, end_stream=True)
                    answered += 1
                    if self._hangs_up:
                        talk.close_connection()
            peer.sendall(talk.data_to_send())
            if self._hangs_up and answered:
                self._hang_up(peer)
                return

    @staticmethod
    def _hang_up(peer):
        # To close while bytes of the client are unread would reset the connection, and take the answer
        # away from a client that was about to acknowledge our settings.
        peer.shutdown(socket.SHUT_WR)
        while peer.recv(65_536):
            pass

    def _serve(self, headers, body):
        self.requests.append((headers, body))
        if headers[":method"] != "POST":
            return 405, {"reason": "MethodNotAllowed"}
        device = re.fullmatch(r"/3/device/([0-9a-fA-F]+)", headers[":path"])
        if not device:
            return 404, {"reason": "BadPath"}
        scheme, token = headers["authorization"].split(" ")
        if scheme != "bearer" or jwt.get_unverified_header(token) != {
                "alg": "ES256", "kid": self.KEY_ID, "typ": "JWT"}:
            return 403, {"reason": "InvalidProviderToken"}
        found = claims(token, self.KEY, "ES256")
        if found.keys() != {"iss", "iat"} or found["iss"] != self.TEAM:
            return 403, {"reason": "InvalidProviderToken"}
        if token not in self.tokens:
            self.tokens.append(token)
        if headers.get("apns-topic") != self.TOPIC:
            return 400, {"reason": "BadTopic"}
        if headers.get("apns-push-type") != "alert":
            return 400, {"reason": "InvalidPushType"}
        if headers.get("apns-priority") not in ("10", "5", "1"):
            return 400, {"reason": "BadPriority"}
        if not re.fullmatch(r"[0-9]+", headers.get("apns-expiration", "")):
            return 400, {"reason": "BadExpirationDate"}
        if not re.fullmatch(r"[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", headers["apns-id"]):
            return 400, {"reason": "BadMessageId"}
        if len(body) > 4_096:
            return 413, {"reason": "PayloadTooLarge"}
        if self.answer:
            return self.answer(headers, device[1])
        return 200, None


def uuid_of(name):
    """A message's name as a UUID."""
    digits = base64.urlsafe_b64decode(name + "==").hex()
    return "-".join([digits[:8], digits[8:12], digits[12:16], digits[16:20], digits[20:]])
