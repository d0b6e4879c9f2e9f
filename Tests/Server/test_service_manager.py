"""What the server tells the service manager that started it (`Type=notify`, sd_notify(3))."""

import json
import secrets
import socket
import struct
import urllib.request

import pytest

from api_client import Client, person
from portico_server import PorticoServer, wait_for
from raw_http import RawConnection, request
from test_operations import metrics

CREDENTIALS = struct.Struct("3i")


class Manager:
    """The end of `NOTIFY_SOCKET` that a service manager reads."""

    def __init__(self, address):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        # The kernel adds who sent it: systemd believes only the processes of the service.
        self.socket.setsockopt(socket.SOL_SOCKET, socket.SO_PASSCRED, 1)
        self.socket.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        self.socket.settimeout(60)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def next(self):
        """The assignments of the next datagram, and the process that sent it."""
        text, extra, _, _ = self.socket.recvmsg(4096, socket.CMSG_SPACE(CREDENTIALS.size))
        [(_, _, sender)] = extra
        lines = text.decode().split("\n")
        return dict(line.split("=", 1) for line in lines), CREDENTIALS.unpack(sender)[0]

    def has_nothing(self):
        self.socket.setblocking(False)
        try:
            self.socket.recv(4096)
        except BlockingIOError:
            return True
        finally:
            self.socket.settimeout(60)
        return False


@pytest.mark.parametrize("kind", ["path", "abstract"])
def test_ready_is_told_when_calls_are_answered_and_stopping_before_the_last_answer(
    program, tmp_path, kind
):
    address = str(tmp_path / "notify") if kind == "path" else "@portico-" + secrets.token_hex(8)
    server = PorticoServer(program, tmp_path, settings={"NOTIFY_SOCKET": address})
    with Manager(address) as manager:
        try:
            server.start()
            ready, sender = manager.next()
            assert ready == {"READY": "1", "STATUS": f"listening on {server.origin}"}
            assert sender == server._process.pid
            with urllib.request.urlopen(f"{server.origin}/health/ready", timeout=30) as answer:
                assert answer.status == 200
            name, password = person()
            Client(server).sign_up(name, password)
            body = json.dumps({"user_name": name, "password": password}).encode()
            whole = request("POST", "/v1/login", "Content-Type: application/json", body=body)
            assert manager.has_nothing(), "ready is told once"
            with RawConnection(server) as busy:
                busy.send(whole[:-5])
                # The server has begun to read it before it is asked to stop.
                wait_for(lambda: metrics(server)("portico_requests_in_flight") == 2)
                server.ask_to_stop()
                stopping, sender = manager.next()
                assert stopping["STOPPING"] == "1" and sender == server._process.pid
                busy.send(whole[-5:])
                assert busy.answer()[0] == 200
            server.stop()
            assert manager.has_nothing()
        finally:
            server.close()


def test_a_server_that_cannot_start_is_never_ready(program, tmp_path):
    address = "@portico-" + secrets.token_hex(8)
    server = PorticoServer(
        program, tmp_path, ["--web", "/nowhere"], settings={"NOTIFY_SOCKET": address}
    )
    with Manager(address) as manager:
        with pytest.raises(AssertionError, match="ended"):
            server.start()
        assert manager.has_nothing()


@pytest.mark.parametrize(
    "address, complaint",
    [
        ("run/notify", "NOTIFY_SOCKET is not a socket: it is neither"),
        ("/" + "x" * 107, "NOTIFY_SOCKET is not a socket: it is longer than 107 bytes"),
        ("/nowhere/notify", "was not told READY=1: No such file or directory"),
    ],
)
def test_a_manager_that_cannot_be_told_is_a_warning_and_the_server_serves(
    program, tmp_path, address, complaint
):
    server = PorticoServer(program, tmp_path, ["--log", "json"], {"NOTIFY_SOCKET": address})
    try:
        server.start()
        assert Client(server).call("GET", "/health/ready").status == 200
        server.stop()
    finally:
        server.close()
    lines = [json.loads(line) for line in server.errors.read_text().splitlines()]
    told = [line for line in lines if complaint in line["message"]]
    assert [line["level"] for line in told] == ["warning"]


def test_nobody_is_told_without_the_variable(server):
    """No socket is opened for it, and nothing is said."""
    server.stop()
    assert "service manager" not in server.errors.read_text()
