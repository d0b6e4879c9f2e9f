"""SIGKILL under load, again and again: what was acknowledged is there after the next start."""

import http.client
import os
import random
import sqlite3
import threading
import time

from api_client import Client, DeviceKey, person

ROUNDS = int(os.environ.get("PORTICO_KILLS", "8"))
THREADS = 4


class Worker(threading.Thread):
    """Registers, confirms, logs in and refreshes until the server is gone.

    `known` holds what the server acknowledged, and nothing else.
    """

    def __init__(self, server):
        super().__init__(daemon=True)
        self.client = Client(server, DeviceKey())
        self.known = None
        self.steps = 0
        self.fault = None

    def run(self):
        try:
            while True:
                self.live()
        except (OSError, http.client.HTTPException):
            pass  # The kill: what was asked for last is not known.
        except BaseException as fault:  # noqa: BLE001, told by the test
            self.fault = fault

    def live(self):
        client = self.client
        name, password = person()
        begun = client.call("POST", "/v1/user", {"user_name": name, "password": password}, token=None)
        if begun.status == 503:
            return  # The queue of the hashes is full: nothing was done.
        assert begun.status == 201, begun.raw
        account = {"name": name, "password": password, "attempt": begun["registration_id"]}
        self.known = account
        self.steps += 1
        code = client.code(name)
        confirmed = client.call(
            "POST", "/v1/user",
            {"user_name": name, "verification_code": code, "registration_id": account["attempt"]},
            token=None,
        )
        assert confirmed.status == 201, confirmed.raw
        account["confirmed"] = True
        self.steps += 1
        answer = client.call("POST", "/v1/login", {"user_name": name, "password": password}, token=None)
        if answer.status == 503:
            return
        assert answer.status == 200, answer.raw
        account["refreshtoken"] = answer["refreshtoken"]
        self.steps += 1
        for _ in range(random.randrange(1, 6)):
            answer = client.call(
                "POST", "/v1/session/refresh", {"refreshtoken": account["refreshtoken"]}, token=None
            )
            assert answer.status == 200, answer.raw
            account["refreshtoken"] = answer["refreshtoken"]
            self.steps += 1

    def check(self):
        """After the next start: everything that is known is still true."""
        account, client = self.known, self.client
        if account is None:
            return
        if "refreshtoken" in account:
            answer = client.call(
                "POST", "/v1/session/refresh", {"refreshtoken": account["refreshtoken"]}, token=None
            )
            assert answer.status == 200, f"an acknowledged refresh was lost: {answer.raw}"
            user = client.call("GET", "/v1/user", token=answer["accesstoken"])
            assert user.status == 200 and user["user_name"] == account["name"], user.raw
        elif "confirmed" in account:
            answer = client.call(
                "POST", "/v1/login",
                {"user_name": account["name"], "password": account["password"]}, token=None,
            )
            assert answer.status == 200, f"an acknowledged confirmation was lost: {answer.raw}"
        else:
            answer = client.call(
                "POST", "/v1/login",
                {"user_name": account["name"], "password": account["password"]}, token=None,
            )
            # Not confirmed; or confirmed by a call whose answer the kill took.
            assert answer.status == 200 or answer.code == "not_confirmed", (
                f"an acknowledged registration was lost: {answer.raw}"
            )


def test_no_acknowledged_write_is_lost(stopped_server):
    """Killed under load; the store opens, and nothing that was acknowledged is missing."""
    seed = int(os.environ.get("PORTICO_SEED", time.time_ns() % 1_000_000))
    print(f"seed {seed}")
    chance = random.Random(seed)
    server = stopped_server
    steps = 0
    workers = []
    for _ in range(ROUNDS):
        server.start()
        for worker in workers:
            worker.check()
        workers = [Worker(server) for _ in range(THREADS)]
        for worker in workers:
            worker.start()
        # Enough for every worker to be somewhere in its life, at another place each time.
        wanted = chance.randrange(THREADS, 6 * THREADS)
        ends = time.monotonic() + 60
        while sum(worker.steps for worker in workers) < wanted:
            assert time.monotonic() < ends, "the server does no work"
            assert all(worker.is_alive() for worker in workers), [w.fault for w in workers]
            time.sleep(chance.random() * 0.01)
        server.kill()
        for worker in workers:
            worker.join(60)
            assert not worker.is_alive()
            if worker.fault:
                raise worker.fault
        steps += sum(worker.steps for worker in workers)
        with sqlite3.connect(f"file:{server.store}?mode=ro", uri=True) as store:
            assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
    server.start()
    for worker in workers:
        worker.check()
    server.stop()
    print(f"{ROUNDS} kills, {steps} acknowledged writes")
