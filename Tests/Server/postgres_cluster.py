"""A PostgreSQL server of the tests' own, in a folder that goes with it."""

import itertools
import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
from pathlib import Path


def programs():
    versions = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
    assert versions, "there is no PostgreSQL; run scripts/install-tools test"
    return versions[-1]


def unprivileged():
    """What runs a command as an ordinary user: PostgreSQL refuses root."""
    if os.geteuid() != 0:
        return [], None
    for name in ("postgres", "nobody"):
        try:
            user = pwd.getpwnam(name)
        except KeyError:
            continue
        command = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups"]
        return command, user
    raise AssertionError("there is no ordinary user to run PostgreSQL as")


def free_port():
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


class Cluster:
    """Started at once. `durable` writes to the disk as a server of people does."""

    def __init__(self, durable=False, settings=()):
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="portico-pg-", dir="/tmp"))
        self.port = free_port()
        self._as_user, user = unprivileged()
        if user:
            os.chown(self.folder, user.pw_uid, user.pw_gid)
        # However this process ends, the server ends with it.
        self._leash = ["--pdeathsig", "QUIT"] if user else []
        self._names = (f"d{number}" for number in itertools.count(1))
        self._run("initdb", "-D", "data", "-U", "portico", "-A", "trust", "-E", "UTF8", "--no-locale", "-N")
        self._options = [
            "listen_addresses=127.0.0.1", f"port={self.port}", f"unix_socket_directories={self.folder}",
            "max_connections=80", *([] if durable else ["fsync=off", "full_page_writes=off"]), *settings,
        ]
        self._log = open(self.folder / "server.log", "wb")  # noqa: SIM115, closed with the server
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            [*self._as_user, *self._leash, str(self.bin / "postgres"), "-D", "data",
             *[word for option in self._options for word in ("-c", option)]],
            cwd=self.folder, stdin=subprocess.DEVNULL, stdout=self._log, stderr=self._log,
            env={"PATH": os.environ["PATH"], "LC_ALL": "C"},
        )
        self._run("pg_isready", "-h", str(self.folder), "-p", str(self.port), "-t", "30", tries=200)

    def _run(self, program, *words, tries=1):
        for left in range(tries, 0, -1):
            done = subprocess.run(
                [*self._as_user, str(self.bin / program), *words], cwd=self.folder, timeout=120,
                stdin=subprocess.DEVNULL, capture_output=True, text=True,
                env={"PATH": os.environ["PATH"], "LC_ALL": "C", "HOME": str(self.folder)},
            )
            if done.returncode == 0:
                return done.stdout
            if left > 1:
                # Until the server that was just started listens.
                try:
                    self._process.wait(0.05)
                    raise AssertionError((self.folder / "server.log").read_text())
                except subprocess.TimeoutExpired:
                    continue
        raise AssertionError(f"{program}: {done.stdout}{done.stderr}")

    def psql(self, database, statement):
        return self._run(
            "psql", "-h", str(self.folder), "-p", str(self.port), "-U", "portico", "-d", database,
            "-qAtX", "-v", "ON_ERROR_STOP=1", "-c", statement,
        ).rstrip("\n")

    def database(self):
        """The name of a new database."""
        name = next(self._names)
        self.psql("postgres", f"CREATE DATABASE {name}")
        return name

    def address(self, name, user="portico", more=""):
        return f"postgres://{user}@127.0.0.1:{self.port}/{name}?sslmode=disable{more}"

    def guard(self, certificate):
        """Asks for passwords over TCP, and shows this certificate, which comes with its key."""
        own = self.folder / "data" / "own.pem"
        own.write_bytes(certificate)
        own.chmod(0o600)
        owner = (self.folder / "data").stat()
        os.chown(own, owner.st_uid, owner.st_gid)
        rules = "local all all trust\nhost all all 127.0.0.1/32 scram-sha-256\n"
        (self.folder / "data" / "pg_hba.conf").write_text(rules)
        for setting in ("ssl = on", "ssl_cert_file = 'own.pem'", "ssl_key_file = 'own.pem'"):
            self.psql("postgres", f"ALTER SYSTEM SET {setting}")
        self.psql("postgres", "SELECT pg_reload_conf()")

    def stop(self):
        if self._process.poll() is None:
            self._process.send_signal(signal.SIGQUIT)
            self._process.wait(60)

    def wait_for_standby(self, name):
        """Commits wait for a standby of this name from now on; for none, without one."""
        self.psql("postgres", f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.psql("postgres", "SELECT pg_reload_conf()")

    def close(self):
        self.stop()
        self._log.close()
        shutil.rmtree(self.folder, ignore_errors=True)
