"""Mail servers and providers on loopback, and the program that sends to them."""

import asyncio
import datetime
import http.server
import ipaddress
import json
import socket
import ssl
import subprocess
import threading
from contextlib import contextmanager

from aiosmtpd.smtp import SMTP, AuthResult, Envelope
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import NameOID


class Probe:
    """Runs SenderProbe on settings and messages."""

    def __init__(self, program):
        self.program = str(program)

    def lines(self, settings, messages):
        work = [settings, *messages]
        text = "".join(json.dumps(line) + "\n" for line in work)
        run = subprocess.run(
            [self.program], input=text, capture_output=True, text=True, timeout=120,
            # What a proxy or a file of passwords would do must not matter.
            env={"http_proxy": "http://127.0.0.1:1", "ALL_PROXY": "http://127.0.0.1:1"},
        )
        assert run.returncode == 0, run.stderr
        assert run.stderr == "", run.stderr
        for secret in [settings.get("password")] + [m["to"] for m in messages]:
            assert not secret or secret not in run.stdout, "the outcome repeats a secret"
        return [json.loads(line) for line in run.stdout.splitlines()]

    def send(self, settings, *messages):
        """What came of each message by its id; a list of words, without those that are not set."""
        outcomes = {}
        for line in self.lines(settings, messages):
            name = line.pop("id")
            assert name not in outcomes
            outcomes[name] = [line[key] for key in ("outcome", "scope", "cause", "after", "since")
                              if line.get(key) is not None]
        assert outcomes.keys() == {message["id"] for message in messages}
        return outcomes

    def send_one(self, settings, message):
        return self.send(settings, message)[message["id"]]


class Authority:
    """Certificates for peers, made again for each run."""

    def __init__(self, folder):
        self.folder = folder
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.name = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Test authority")])
        self.file = folder / "authority.pem"
        certificate = self._signed(self.name, self.key, [], is_authority=True)
        self.file.write_bytes(certificate.public_bytes(serialization.Encoding.PEM))

    def _signed(self, name, key, hosts, is_authority=False, days=(-1, 1)):
        now = datetime.datetime.now(datetime.timezone.utc)
        made = (
            x509.CertificateBuilder().subject_name(name).issuer_name(self.name)
            .public_key(key.public_key()).serial_number(x509.random_serial_number())
            .not_valid_before(now + datetime.timedelta(days=days[0]))
            .not_valid_after(now + datetime.timedelta(days=days[1]))
            .add_extension(x509.BasicConstraints(is_authority, None), critical=True)
        )
        if hosts:
            made = made.add_extension(x509.SubjectAlternativeName(hosts), critical=False)
        return made.sign(self.key, hashes.SHA256())

    def context(self, hosts=("localhost", "127.0.0.1"), days=(-1, 1)):
        """What a peer under those names shows."""
        key = ec.generate_private_key(ec.SECP256R1())
        names = [x509.IPAddress(ipaddress.ip_address(host)) if host[0].isdigit()
                 else x509.DNSName(host) for host in hosts]
        subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, hosts[0])])
        file = self.folder / f"{key.public_key().public_numbers().x:x}.pem"
        file.write_bytes(
            self._signed(subject, key, names, days=days).public_bytes(serialization.Encoding.PEM)
            + key.private_bytes(
                serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8,
                serialization.NoEncryption()))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context


class MailServer:
    """aiosmtpd on a free port. `answers` maps a verb or a recipient to what is answered instead."""

    LOGIN = ("portico", "canary-mail-password")

    def __init__(self, answers=None, tls=None, starts_tls=None, wants_login=False, hold=0):
        self.answers = answers or {}
        self.mails = []
        self.commands = []
        self.logins = []
        self._together = hold
        self._smtp = {"handler": self, "hostname": "mail.example.com", "timeout": 60}
        if starts_tls:
            self._smtp |= {"tls_context": starts_tls, "require_starttls": True}
        if wants_login:
            self._smtp |= {"authenticator": self._check, "auth_required": True,
                           "auth_require_tls": starts_tls is not None}
        self._tls = tls
        self.port = None

    def _check(self, server, session, envelope, mechanism, data):
        found = (data.login.decode(), data.password.decode())
        self.logins.append(found)
        return AuthResult(success=found == self.LOGIN, handled=False)

    async def handle_EHLO(self, server, session, envelope, hostname, responses):
        self.commands.append(f"EHLO {hostname}")
        session.host_name = hostname
        return responses

    async def handle_MAIL(self, server, session, envelope, address, options):
        self.commands.append("MAIL")
        if answer := self.answers.get("MAIL"):
            return answer
        envelope.mail_from = address
        return "250 2.1.0 fine"

    async def handle_RCPT(self, server, session, envelope, address, options):
        self.commands.append("RCPT")
        if answer := self.answers.get(address) or self.answers.get("RCPT"):
            return answer
        envelope.rcpt_tos.append(address)
        return "250 2.1.5 fine"

    async def handle_DATA(self, server, session, envelope: Envelope):
        self.commands.append("DATA")
        if answer := self.answers.get("DATA"):
            return answer
        self.mails.append((envelope.mail_from, envelope.rcpt_tos, envelope.original_content,
                           session.ssl is not None or self._tls is not None))
        # Nobody is answered before as many have come.
        if self._together:
            if len(self.mails) == self._together:
                self._all.set()
            await self._all.wait()
        return "250 2.0.0 taken"

    def __enter__(self):
        started = threading.Event()

        async def serve():
            self._loop, self._end, self._all = (
                asyncio.get_running_loop(), asyncio.Event(), asyncio.Event())
            server = await asyncio.get_running_loop().create_server(
                lambda: SMTP(**self._smtp, loop=asyncio.get_running_loop()), "127.0.0.1", 0,
                ssl=self._tls)
            self.port = server.sockets[0].getsockname()[1]
            started.set()
            await self._end.wait()
            server.close()

        def run():
            # A client that distrusts us hangs up in the middle: no news here.
            loop = asyncio.new_event_loop()
            loop.set_exception_handler(lambda *_: None)
            loop.run_until_complete(serve())

        self._thread = threading.Thread(target=run, daemon=True)
        self._thread.start()
        assert started.wait(30)
        return self

    def __exit__(self, *_):
        self._loop.call_soon_threadsafe(self._end.set)
        self._thread.join(30)


@contextmanager
def scripted_mail_server(script):
    """Says what a script says: a greeting, then an answer for each verb. Where it has none, it
    says nothing more. Yields its port and the lines that it heard."""
    heard = []
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        try:
            peer, _ = listener.accept()
            with peer, peer.makefile("rb") as lines:
                if greeting := script.get("greeting"):
                    peer.sendall(greeting.encode() + b"\r\n")
                is_content = False
                for line in lines:
                    heard.append(line)
                    if is_content and line != b".\r\n":
                        continue
                    verb = "." if is_content else line[:4].decode("ascii", "replace").strip()
                    is_content = verb == "DATA"
                    if answer := script.get(verb):
                        peer.sendall(answer.encode() + b"\r\n")
                        if answer.startswith("421"):
                            return
        except OSError:
            pass

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    try:
        yield listener.getsockname()[1], heard
    finally:
        listener.close()
        thread.join(0.1)


class Provider:
    """An HTTP peer; `answer` gets a request and gives (status, headers, body)."""

    def __init__(self, answer, tls=None):
        self.requests = []
        outer = self

        class Handler(http.server.BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                size = int(self.headers["Content-Length"])
                self.body = self.rfile.read(size)
                outer.requests.append(self)
                status, headers, body = answer(self)
                self.send_response(status)
                chunks = [body] if isinstance(body, bytes) else body
                if isinstance(body, bytes):
                    self.send_header("Content-Length", str(len(body)))
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    for chunk in chunks:
                        self.wfile.write(chunk)
                except OSError:
                    self.close_connection = True

            def do_GET(self):
                outer.requests.append(self)
                self.send_error(405)

            def log_message(self, *_):
                pass

        class Server(http.server.ThreadingHTTPServer):
            def handle_error(self, *_):
                pass

        self._server = Server(("127.0.0.1", 0), Handler)
        if tls:
            self._server.socket = tls.wrap_socket(
                self._server.socket, server_side=True, do_handshake_on_connect=False)
        scheme = "https" if tls else "http"
        self.address = f"{scheme}://localhost:{self._server.server_port}"

    def __enter__(self):
        self._thread = threading.Thread(
            target=self._server.serve_forever, args=(0.02,), daemon=True)
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(30)


def closed_port():
    """One that nobody listens on."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        return listener.getsockname()[1]
