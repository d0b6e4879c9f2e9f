"""People on their devices: real flows, repeated as our client repeats them, with what was acknowledged written down."""

import http.client
import json
import random
import secrets
import socket
import ssl
import threading
import time
from concurrent.futures import ThreadPoolExecutor

from api_client import DeviceKey, german_mobile, person
from front import HOST, PROXY

# How long somebody waits for an answer, and goes on trying.
TIMEOUT, PATIENCE = 30, 150


class FlowFailed(Exception):
    """An answer that ends a flow where it should not end."""


class Device:
    """One installation: its key, a connection that it keeps, and an address of its own."""

    def __init__(self, network, context, record):
        self.key, self.network, self.context, self.record = DeviceKey(), network, context, record
        self.nonce = self.token = self.refresh_token = self._connection = None

    def send(self, method, path, body, headers):
        if not self._connection or not self._connection.sock:
            raw = socket.create_connection((PROXY, 443), TIMEOUT, source_address=(self.network, 0))
            self._connection = http.client.HTTPSConnection(HOST, timeout=TIMEOUT)
            self._connection.sock = self.context.wrap_socket(raw, server_hostname=HOST)
        try:
            self._connection.request(method, path, body, headers)
            answer = self._connection.getresponse()
            return answer, answer.read()
        except BaseException:
            self.close()
            raise

    def close(self):
        if self._connection:
            self._connection.close()
        self._connection = None

    def call(self, method, path, body=None, token=None, success=200, writes=True):
        """Until it succeeds: under one key, after a loss of the connection, a timeout or a server that is not able to."""
        key, pause, began = secrets.token_urlsafe(16), 0.1, time.monotonic()
        data = json.dumps(body).encode() if body is not None else None
        while True:
            headers = {"Content-Type": "application/json"}
            if writes:
                headers["Idempotency-Key"] = key
            if token:
                headers["Authorization"] = f"DPoP {token}"
            headers["DPoP"] = self.key.proof(method, f"https://{HOST}{path}", self.nonce, token)
            sent = time.time()
            try:
                answer, raw = self.send(method, path, data, headers)
                status = answer.status
                self.nonce = answer.headers.get("DPoP-Nonce") or self.nonce
            except (OSError, http.client.HTTPException) as error:
                status, raw = type(error).__name__, b""
            self.record.answered(status, sent)
            if status == success:
                if writes:
                    self.record.wrote(sent)
                return json.loads(raw)
            code = self._code(raw)
            if status == 401 and code == "use_dpop_nonce":
                continue
            is_lost = not isinstance(status, int) or status in (500, 502, 503, 504) or code == "idempotency_running"
            if is_lost and time.monotonic() - began < PATIENCE:
                time.sleep(pause * random.uniform(0.5, 1))
                pause = min(pause * 2, 1)
                continue
            raise FlowFailed(f"{method} {path} {status} {raw[:300]!r}")

    @staticmethod
    def _code(raw):
        try:
            return json.loads(raw).get("code")
        except ValueError:
            return None

    def keep(self, tokens):
        self.token = tokens["accesstoken"]
        self.refresh_token = tokens.get("refreshtoken") or self.refresh_token

    def refresh(self):
        # The token is what makes a repetition one.
        self.keep(self.call("POST", "/v1/session/refresh", {"refreshtoken": self.refresh_token}))


class Person:
    """An account, and what the server acknowledged of it."""

    def __init__(self, device, provider):
        self.device, self.provider = device, provider
        self.name, self.password = person()
        self.is_registered = self.is_confirmed = self.is_signed_in = False
        self.is_busy = True
        self.display = None
        # A value that may have been written, since nobody answered.
        self.maybe = None

    def _code(self, to, seen=0):
        code = self.provider.code(to, seen, PATIENCE)
        if not code:
            raise FlowFailed("no code came")
        return code

    def register(self):
        device = self.device
        begun = device.call("POST", "/v1/user", {"user_name": self.name, "password": self.password}, success=201)
        self.is_registered = True
        device.call("POST", "/v1/user", {
            "user_name": self.name, "verification_code": self._code(self.name),
            "registration_id": begun["registration_id"]}, success=201)
        self.is_confirmed = True

    def sign_in(self):
        device = self.device
        device.keep(device.call("POST", "/v1/login", {"user_name": self.name, "password": self.password}))
        self.is_signed_in = True

    def sign_in_by_code(self):
        """By the code of a mail: the second one that this person gets."""
        device = self.device
        begun = device.call("POST", "/v1/login", {"user_name": self.name})
        device.keep(device.call("POST", "/v1/login", {
            "user_name": self.name, "session": begun["session"], "verification_code": self._code(self.name, 1)}))

    def sign_in_by_phone(self):
        device, number = self.device, german_mobile()
        begun = device.call("POST", "/v1/phone/user", {"phone_number": number})
        done = device.call("POST", "/v1/phone/verification", {
            "token": begun["challenge"]["token"], "verification_code": self._code(number)})
        device.keep(done["tokens"])
        self.name, self.is_registered, self.is_confirmed, self.is_signed_in = number, True, True, True

    def change(self):
        self.maybe = f"Name {secrets.token_hex(6)}"
        self.device.call("PUT", "/v1/user", {"name": self.maybe}, token=self.device.token)
        self.display, self.maybe = self.maybe, None

    def check(self):
        """Signed in as before, with the profile as it was acknowledged.
        - Returns: what is wrong; None for nothing."""
        device = self.device
        try:
            if not self.is_signed_in:
                if not self.is_confirmed:
                    return None
                self.sign_in()
            device.refresh()
            shown = device.call("GET", "/v1/user", token=device.token, writes=False)
        except FlowFailed as failure:
            return f"lost: {failure}"
        if shown.get("name") not in (self.display, self.maybe) and self.display:
            return f"lost: the name is {shown.get('name')!r}, acknowledged was {self.display!r}"
        return None


class Crowd:
    """So many people at a time, each with think times; whoever is done is kept for the checks."""

    def __init__(self, workers, provider, authority, record, think):
        self.provider, self.record, self.think = provider, record, think
        self.context = ssl.create_default_context(cafile=str(authority.file))
        self._lock = threading.Lock()
        # Each in a network of its own, as the limits count.
        self._networks = (f"10.{128 + n // 250}.{n % 250}.1" for n in range(120 * 250))
        self.done, self.failures, self.ended_flows = [], [], 0
        self._stop = threading.Event()
        self._threads = [threading.Thread(target=self._live, args=(place,), daemon=True) for place in range(workers)]
        for thread in self._threads:
            thread.start()

    def _person(self):
        with self._lock:
            network = next(self._networks)
        return Person(Device(network, self.context, self.record), self.provider)

    def _live(self, place):
        turn = place
        while not self._stop.is_set():
            turn += 1
            someone = self._person()
            with self._lock:
                self.done.append(someone)
            steps = [someone.sign_in_by_phone] if turn % 3 == 0 else [someone.register, someone.sign_in]
            for _ in range(random.randrange(2, 5)):
                steps += [someone.change, someone.device.refresh, someone.device.refresh]
            if turn % 3 == 1:
                steps += [someone.sign_in_by_code, someone.device.refresh]
            for step in steps:
                if not self._flow(step) or self._stop.wait(random.expovariate(1 / self.think)):
                    break
            someone.device.close()
            someone.is_busy = False

    def _flow(self, step):
        try:
            step()
        except FlowFailed as failure:
            with self._lock:
                self.failures.append((time.time(), f"{step.__name__}: {failure}"))
            return False
        with self._lock:
            self.ended_flows += 1
        return True

    def stop(self):
        self._stop.set()
        for thread in self._threads:
            thread.join(PATIENCE + TIMEOUT)
            assert not thread.is_alive(), "somebody still waits"

    def check(self, people):
        """- Returns: what was lost of these."""
        def look(someone):
            wrong = someone.check()
            someone.device.close()
            return wrong and f"{someone.name}: {wrong}"

        with ThreadPoolExecutor(8) as pool:
            return list(filter(None, pool.map(look, people)))
