"""HTTP by hand: bytes that no library would send, and what comes back."""

import json
import re
import socket
import time

from api_client import next_network


class RawConnection:
    def __init__(self, server, seconds=60):
        self._socket = socket.create_connection(
            server.address, timeout=seconds, source_address=(next_network(), 0)
        )
        self._buffer = b""
        # Of the last answer.
        self.head = b""

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        self._socket.close()

    def send(self, data):
        """Returns whether the server still took it."""
        try:
            self._socket.sendall(data)
            return True
        except (BrokenPipeError, ConnectionResetError):
            return False

    def answer(self):
        """The next answer as (status, body); None when the server closed instead."""
        try:
            while b"\r\n\r\n" not in self._buffer:
                if not self._more():
                    return None
            head, self._buffer = self._buffer.split(b"\r\n\r\n", 1)
            self.head = head
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            wanted = int(length[1]) if length else 0
            while len(self._buffer) < wanted:
                if not self._more():
                    return None
        except ConnectionResetError:
            return None
        body, self._buffer = self._buffer[:wanted], self._buffer[wanted:]
        return int(head.split(b" ")[1]), body

    def is_closed(self, seconds=60):
        """Waits for the server to close."""
        ends = time.monotonic() + seconds
        self._socket.settimeout(seconds)
        try:
            while time.monotonic() < ends:
                if not self._more():
                    return True
        except ConnectionResetError:
            return True
        except TimeoutError:
            return False
        return False

    def _more(self):
        data = self._socket.recv(65_536)
        self._buffer += data
        return bool(data)


def request(method, path, *lines, body=b"", host="127.0.0.1", length=True):
    """The bytes of a request; `lines` are header lines as they are to be sent."""
    head = [f"{method} {path} HTTP/1.1".encode(), f"Host: {host}".encode()]
    head += [line if isinstance(line, bytes) else line.encode() for line in lines]
    if body and length:
        head.append(b"Content-Length: %d" % len(body))
    return b"\r\n".join(head) + b"\r\n\r\n" + body


def is_failure_form(answer, codes=None):
    """Whether an answer is the failure form, with one of these codes."""
    status, body = answer
    if not 400 <= status <= 599:
        return False
    form = json.loads(body)
    return (
        form["status"] == "failure" and isinstance(form["error_code"], int)
        and bool(form["description"]) and (codes is None or form["code"] in codes)
    )
