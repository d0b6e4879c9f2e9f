"""A shop's own server: nothing of Portico in it. `python3 server.py` prints where it listens."""

import json
import secrets
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MEMBERS = {"ann": "staple battery"}
ORDERS = {"ann": 2}
tokens = {}


class Shop(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        if self.path == "/offer":
            return self.answer(200, {"text": "half price on lamps"})
        if self.path == "/orders":
            member = tokens.get(self.headers.get("X-Shop-Token"))
            return self.answer(200, {"count": ORDERS[member]}) if member else self.answer(401, {})
        self.answer(404, {})

    def do_POST(self):
        if self.path != "/login":
            return self.answer(404, {})
        body = json.loads(self.rfile.read(int(self.headers.get("Content-Length", 0))))
        name, password = str(body.get("name")), str(body.get("password"))
        if not secrets.compare_digest(MEMBERS.get(name, "").encode(), password.encode()):
            return self.answer(403, {})
        token = secrets.token_urlsafe(32)
        tokens[token] = name
        self.answer(200, {"member": name, "token": token})

    def do_DELETE(self):
        tokens.pop(self.headers.get("X-Shop-Token"), None)
        self.answer(200, {})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *arguments):
        """Says nothing: a line would tell who was here."""


if __name__ == "__main__":
    server = ThreadingHTTPServer(("127.0.0.1", 0), Shop)
    print(f"listening on http://127.0.0.1:{server.server_port}", flush=True)
    server.serve_forever()
