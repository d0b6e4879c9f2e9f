"""Three servers, HAProxy before them and before their database, and the provider that takes mail and SMS."""

import asyncio
import collections
import email
import http.server
import json
import os
import re
import signal
import socket
import threading
import time
import urllib.parse
import urllib.request

from aiosmtpd.smtp import SMTP

from machines import start, wait_until

HOST = "id.example.com"
PROXY = "10.0.0.30"
SERVERS = ("10.0.0.31", "10.0.0.32", "10.0.0.33")
STORES = {
    # Through HAProxy, which knows the primary; or past it, by libpq's own search.
    "haproxy": f"postgres://portico@{PROXY}/portico?target_session_attrs=read-write&sslmode=disable",
    "direct": "postgres://portico@{hosts}/portico?sslmode=disable",
}


class Server:
    """One node."""

    def __init__(self, address, program, folder, store, provider):
        self.address, self.program = address, program
        self.folder = folder / f"portico-{address.rsplit('.')[-1]}"
        self.folder.mkdir()
        self.log = self.folder / "portico.log"
        others = {name: value for name, value in os.environ.items() if not name.startswith("PORTICO_")}
        self._environment = others | {
            "PORTICO_STORE": store, "PGPASSWORD": "CHANGE-portico", "PORTICO_MASTER_KEY": "5a3c" * 16,
            "PORTICO_LISTEN_HOST": address, "PORTICO_PUBLIC_URL": f"https://{HOST}",
            # HAProxy has its own machine in life, and calls from there.
            "PORTICO_TRUSTED_PROXIES": ",".join((PROXY, *SERVERS)), "PORTICO_WEB": "none",
            "PORTICO_SMTP": f"smtp://127.0.0.1:{provider.smtp_port}", "PORTICO_MAIL_FROM": "id@example.com",
            "PORTICO_SMS": f"webhook:http://127.0.0.1:{provider.http_port}/sms", "PORTICO_SMS_TOKEN": "x" * 20,
            # A swarm comes from one address.
            "PORTICO_REGIONS": "DE", "PORTICO_LIMITS_NETWORK_SHARE": "1000",
        }
        self.process = None

    def start(self):
        self.process = start([self.program, "serve"], self.log, env=self._environment)

    def kill(self):
        self.process.kill()
        self.process.wait(30)

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        status = self.process.wait(60)
        assert status == 0, f"{self.address} left with {status}"

    def is_ready(self):
        try:
            with urllib.request.urlopen(f"http://{self.address}:8080/health/ready", timeout=5) as answer:
                return answer.status == 200
        except OSError:
            assert self.process.poll() is None, f"the server ended:\n{self.log.read_text()[-3000:]}"
            return False

    def wait(self, seconds=90):
        wait_until(self.is_ready, seconds, f"{self.address} is ready")


class HAProxy:
    """With the sample configuration, but the certificate of a test."""

    def __init__(self, folder, sample, authority, count):
        before = set(authority.folder.iterdir())
        authority.context(hosts=[HOST])
        [certificate] = set(authority.folder.iterdir()) - before
        certificate.rename(folder / "id.pem")
        assert "/etc/haproxy/certificates" in sample
        sample = sample.replace("/etc/haproxy/certificates", str(folder))
        for place in range(count + 1, 4):
            sample = sample.replace(f"  server db{place} 10.0.0.{10 + place}:5432\n", "")
        (folder / "haproxy.cfg").write_text(sample)
        start(["haproxy", "-db", "-f", "haproxy.cfg"], folder / "haproxy.log")
        wait_until(lambda: all(map(self._listens, (443, 5432))), 30, "HAProxy starts")
        # Until the checks have told it which database is the primary, it sends connections to all.
        time.sleep(4)

    @staticmethod
    def _listens(port):
        with socket.socket() as probe:
            return probe.connect_ex((PROXY, port)) == 0


class Provider:
    """Takes every mail and SMS, and notes by its id when it came: one that comes twice was sent twice."""

    def __init__(self):
        self.arrivals = collections.defaultdict(list)
        # By a device of the swarm, for its codes.
        self.was_asked = False
        self._codes = collections.defaultdict(list)
        self._news = threading.Condition()
        provider = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                [to] = urllib.parse.parse_qs(urllib.parse.urlsplit(self.path).query)["to"]
                provider.was_asked = not to.startswith("nobody@")
                self.reply(json.dumps(provider.inbox(to)).encode())

            def do_POST(self):
                body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
                provider.take(body["id"], body["to"], body["body"])
                self.reply(b"")

            def reply(self, body):
                self.send_response(200)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self._http = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http_port = self._http.server_address[1]
        threading.Thread(target=self._http.serve_forever, daemon=True).start()
        started = threading.Event()

        async def serve():
            loop = asyncio.get_running_loop()
            server = await loop.create_server(
                lambda: SMTP(self, hostname="mail.example.com", loop=loop), "127.0.0.1", 0)
            self.smtp_port = server.sockets[0].getsockname()[1]
            started.set()
            await asyncio.Event().wait()

        threading.Thread(target=asyncio.run, args=(serve(),), daemon=True).start()
        assert started.wait(30)

    async def handle_DATA(self, server, session, envelope):
        mail = email.message_from_bytes(envelope.original_content)
        parts = [part.get_payload(decode=True) for part in mail.walk() if part.get_content_type() == "text/plain"]
        self.take(mail["Message-ID"].strip("<>").split("@")[0], envelope.rcpt_tos[0], parts[0].decode())
        return "250 taken"

    def take(self, name, to, body):
        code = re.search(r"\b\d{6}\b", body)
        with self._news:
            self.arrivals[name].append((time.time(), to))
            if code and len(self.arrivals[name]) == 1:
                self._codes[to].append((time.time(), code[0]))
            self._news.notify_all()

    def code(self, to, seen, seconds):
        """The newest code for somebody who has seen so many; None where none comes."""
        with self._news:
            self._news.wait_for(lambda: len(self._codes[to]) > seen, seconds)
            return self._codes[to][-1][1] if len(self._codes[to]) > seen else None

    def inbox(self, to):
        """As `portico swarm` reads it."""
        with self._news:
            return [{"sent_at": f"{moment:020.6f}", "code": code} for moment, code in reversed(self._codes[to])]

    def repeated(self):
        with self._news:
            return {name: arrivals for name, arrivals in self.arrivals.items() if len(arrivals) > 1}

    def count(self):
        with self._news:
            return len(self.arrivals)
