"""The Debian package: what is in it, and its life in a Debian system."""

import contextlib
import json
import os
import re
import shlex
import signal
import socket
import subprocess
import threading
import urllib.error
import urllib.request
from pathlib import Path

import metric_text
from debian_system import syscalls

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1_000_000


def field(package, name):
    return subprocess.run(
        ["dpkg-deb", "-f", str(package), name], capture_output=True, text=True, check=True).stdout.strip()


def test_the_package_is_small_and_says_what_it_needs(package):
    assert package.stat().st_size <= 40 * MEGABYTE
    assert int(field(package, "Installed-Size")) * 1024 <= 100 * MEGABYTE
    needed = {re.split(r"[ (|]", one)[0] for one in field(package, "Depends").split(", ")}
    assert needed >= {
        "adduser", "ca-certificates", "libargon2-1", "libc6", "libcrypt1", "libcurl4", "libpq5",
        "libsodium23", "libsqlite3-0", "libstdc++6",
    }
    assert not [one for one in needed if "swift" in one]


def test_the_files_are_in_their_places_and_the_program_is_stripped(package, tmp_path):
    subprocess.run(["dpkg-deb", "-R", str(package), str(tmp_path)], check=True)
    files = {str(path.relative_to(tmp_path)) for path in tmp_path.rglob("*") if path.is_file()}
    documents = "usr/share/doc/portico"
    assert files >= {
        "usr/bin/portico", "usr/share/portico/web/index.html", "usr/share/man/man1/portico.1.gz",
        "lib/systemd/system/portico.service", "etc/portico/portico.yaml", f"{documents}/copyright",
        f"{documents}/operations.md.gz", f"{documents}/examples/alerts.yaml",
        f"{documents}/examples/patroni.yml", f"{documents}/examples/haproxy.cfg",
        f"{documents}/licenses/swift-nio.txt",
        f"{documents}/licenses/swift.txt",
    }
    assert (tmp_path / "DEBIAN/conffiles").read_text().split() == ["/etc/portico/portico.yaml"]
    assert (tmp_path / "lib/systemd/system/portico.service").read_bytes() == (
        ROOT / "Packaging/debian/portico.service").read_bytes()
    sections = subprocess.run(
        ["readelf", "--sections", "--wide", tmp_path / "usr/bin/portico"], capture_output=True,
        text=True, check=True).stdout
    assert ".text" in sections and ".symtab" not in sections and ".debug_info" not in sections
    # A license for each package of Package.resolved.
    pins = json.loads((ROOT / "Package.resolved").read_text())["pins"]
    licenses = {
        path.stem.removesuffix(".swift").lower() for path in (tmp_path / documents / "licenses").iterdir()}
    assert {pin["identity"].removesuffix(".swift") for pin in pins} | {"swift"} <= licenses


class Service:
    """The server as the unit starts it, and the manager's end of its socket."""

    def __init__(self, system, folder, before=()):
        unit = system.path("/lib/systemd/system/portico.service").read_text()
        [start] = re.findall(r"(?m)^ExecStart=(.*)$", unit)
        [user] = re.findall(r"(?m)^User=(.*)$", unit)
        self.errors = folder / "errors.log"
        manager = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        inside = "/run/portico-notify"
        outside = system.path(inside)
        outside.unlink(missing_ok=True)
        # The path of a socket is short, and that of a test's folder is not.
        link = Path("/proc/self/fd")
        with open_folder(outside.parent) as descriptor:
            manager.bind(str(link / str(descriptor) / outside.name))
        outside.chmod(0o777)
        manager.settimeout(120)
        with open(self.errors, "w") as errors:
            self.process = system.start(
                shlex.split(start), user, {"NOTIFY_SOCKET": inside}, errors, before)
        self.lines = []
        self._reader = threading.Thread(target=lambda: self.lines.extend(self.process.stdout), daemon=True)
        self._reader.start()
        try:
            self.told = dict(line.split("=", 1) for line in manager.recv(4096).decode().split("\n"))
        except TimeoutError:
            raise AssertionError(f"READY=1 never came:\n{self.errors.read_text()[-4000:]}") from None
        finally:
            manager.close()
        self.origin = self.told["STATUS"].removeprefix("listening on ")

    def get(self, path):
        try:
            with urllib.request.urlopen(self.origin + path, timeout=60) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def post(self, path, body):
        asked = urllib.request.Request(
            self.origin + path, json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(asked, timeout=60) as answer:
                return answer.status
        except urllib.error.HTTPError as error:
            return error.code

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        assert self.process.wait(60) == 0, self.errors.read_text()[-4000:]


@contextlib.contextmanager
def open_folder(path):
    descriptor = os.open(path, os.O_PATH | os.O_DIRECTORY)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def test_installed_configured_started_upgraded_removed_and_purged(package, system, tmp_path):
    system.path("/root/portico.deb").write_bytes(package.read_bytes())
    said = system.run("apt-get", "install", "-y", "--no-install-recommends", "/root/portico.deb")
    assert "systemctl enable --now portico" in said
    assert system.owner_and_mode("/var/lib/portico") == "portico:portico 700"
    assert system.owner_and_mode("/etc/portico") == "portico:portico 700"
    assert system.owner_and_mode("/etc/portico/portico.yaml") == "portico:portico 600"
    assert system.owner_and_mode("/etc/portico/master.key") == "portico:portico 600"
    key = system.path("/etc/portico/master.key").read_text()
    assert re.fullmatch("[0-9a-f]{64}", key)
    assert system.path("/etc/ssl/certs/ca-certificates.crt").stat().st_size > 100_000
    assert re.fullmatch(r"portico:x:\d+:\d+:.*:/var/lib/portico:/usr/sbin/nologin\n",
                        system.run("getent", "passwd", "portico"))

    # Not configured, it is refused with one line; then it starts.
    check = ["setpriv", "--reuid", "portico", "--regid", "portico", "--clear-groups",
             "portico", "config", "check", "--config", "/etc/portico/portico.yaml"]
    [refusal] = system.run(*check, status=1).splitlines()
    assert "--public-url is not set" in refusal
    sample = system.path("/etc/portico/portico.yaml")
    sample.write_text(sample.read_text().replace("#public_url", "public_url") + "port: 0\n")
    system.run(*check)

    # Every call to the kernel is one that the unit's filter lets through.
    trace = tmp_path / "trace"
    tracer = ["strace", "-f", "-qq", "-e", "signal=none", "-o", str(trace)]
    traced = Service(system, tmp_path, tracer)
    assert traced.told["READY"] == "1"
    assert traced.get("/health/ready")[0] == 200
    assert traced.post("/v1/login", {"user_name": "nobody@example.com", "password": "no such password"}) in (400, 401, 403)
    assert traced.get("/metrics")[0] == 200
    # strace passes nothing on, so the program under it is asked itself.
    os.kill(int(trace.read_text().split(" ", 1)[0]), signal.SIGTERM)
    assert traced.process.wait(60) == 0, traced.errors.read_text()[-4000:]
    text = trace.read_text()
    # From where the program itself begins.
    begun = text.rindex('execve("/usr/bin/portico"')
    used = set(re.findall(r"(?m)^\d+ +([a-z_0-9]+)\(", text[begun:])) - {"execve"}
    allowed = syscalls("@system-service") - syscalls("@privileged")
    assert len(used) > 30 and used <= allowed, used - allowed
    unit = system.path("/lib/systemd/system/portico.service").read_text()
    families = set(re.search(r"(?m)^RestrictAddressFamilies=(.*)$", unit)[1].split())
    assert set(re.findall(r"socket\((AF_[A-Z0-9]+)", text[begun:])) <= families
    assert "PROT_WRITE|PROT_EXEC" not in text[begun:], "MemoryDenyWriteExecute would refuse it"

    service = Service(system, tmp_path)
    status, ready = service.get("/health/ready")
    assert status == 200, ready
    status, page = service.get("/")
    assert status == 200 and b"<html" in page
    figures = metric_text.read(service.get("/metrics")[1].decode())
    assert figures("portico_build_info", store="sqlite") == 1
    assert figures("process_start_time_seconds") > 0
    service.stop()
    assert system.owner_and_mode("/var/lib/portico/portico.sqlite") == "portico:portico 600"

    # An upgrade keeps what the operator wrote, and the key.
    settings = sample.read_bytes()
    system.run("dpkg", "--force-confdef", "-i", "/root/portico.deb")
    assert sample.read_bytes() == settings
    assert system.owner_and_mode("/etc/portico/portico.yaml") == "portico:portico 600"
    assert system.path("/etc/portico/master.key").read_text() == key

    system.run("dpkg", "--remove", "portico")
    assert not system.path("/usr/bin/portico").exists() and sample.exists()
    said = system.run("dpkg", "--purge", "portico")
    assert "rm -r /var/lib/portico /etc/portico" in said
    assert not sample.exists()
    assert system.path("/var/lib/portico/portico.sqlite").exists()
    assert system.path("/etc/portico/master.key").read_text() == key

    # Installed again, it opens the store with the key that stayed.
    system.run("dpkg", "-i", "/root/portico.deb")
    sample.write_bytes(settings)
    assert system.path("/etc/portico/master.key").read_text() == key
    service = Service(system, tmp_path)
    assert service.get("/health/ready")[0] == 200
    service.stop()
