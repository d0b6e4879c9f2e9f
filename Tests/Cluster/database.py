"""etcd, and PostgreSQL under Patroni, with the sample configuration of Packaging/cluster."""

import datetime
import json
import os
import pwd
import re
import subprocess
import urllib.error
import urllib.request

from machines import Machine, run, start, wait_until

ETCD = ("10.0.0.21", "10.0.0.22", "10.0.0.23")
USER = "postgres"
TTL = 20


class Etcd:
    """Three members, as it takes to survive the loss of one."""

    def __init__(self, folder):
        names = {f"etcd{place}": address for place, address in enumerate(ETCD, 1)}
        peers = ",".join(f"{name}=http://{address}:2380" for name, address in names.items())
        for name, address in names.items():
            client, peer = f"http://{address}:2379", f"http://{address}:2380"
            start(
                ["etcd", "--name", name, "--data-dir", str(folder / name), "--listen-client-urls", client,
                 "--advertise-client-urls", client, "--listen-peer-urls", peer,
                 "--initial-advertise-peer-urls", peer, "--initial-cluster", peers],
                folder / f"{name}.log")
        wait_until(lambda: all(self._is_healthy(address) for address in ETCD), 60, "etcd starts")

    @staticmethod
    def _is_healthy(address):
        try:
            with urllib.request.urlopen(f"http://{address}:2379/health", timeout=2) as answer:
                return json.load(answer)["health"] == "true"
        except OSError:
            return False


class Node(Machine):
    """A database machine."""

    def __init__(self, place, folder, sample):
        super().__init__(f"db{place}", f"10.0.0.{10 + place}")
        self.folder = folder / self.name
        self.folder.mkdir()
        owner = pwd.getpwnam(USER)
        os.chown(self.folder, owner.pw_uid, owner.pw_gid)
        bin_folder = re.search(r"bin_dir: (\S+)", sample)[1]
        programs = max(os.scandir("/usr/lib/postgresql"), key=lambda path: int(path.name))
        changes = {
            "name: db1": f"name: {self.name}", "10.0.0.11": self.address, bin_folder: f"{programs.path}/bin",
            "/var/lib/postgresql/15/portico": str(self.folder / "data"),
            "/var/lib/postgresql/patroni.pgpass": str(self.folder / "pgpass"),
        }
        for before, after in changes.items():
            assert before in sample, before
            sample = sample.replace(before, after)
        # Sockets in a folder of this run.
        sample = sample.replace(
            "authentication:", f"parameters: {{unix_socket_directories: {self.folder}}}\n  authentication:", 1)
        self.file = self.folder / "patroni.yml"
        self.file.write_text(sample)
        self.log = self.folder / "patroni.log"

    def boot(self):
        self.start(["patroni", str(self.file)], self.log, user=USER)

    def status(self):
        """What Patroni says of itself; None where nobody answers."""
        try:
            with urllib.request.urlopen(f"http://{self.address}:8008/patroni", timeout=1) as answer:
                return json.load(answer)
        except urllib.error.HTTPError as answer:
            return json.load(answer)
        except (OSError, ValueError):
            return None

    def psql(self, statement, database="postgres", check=True):
        return run(
            "psql", "-h", self.address, "-U", "postgres", "-d", database, "-qAtX", "-c", statement, check=check,
            env={"PATH": os.environ["PATH"], "PGPASSWORD": "CHANGE-superuser", "PGCONNECT_TIMEOUT": "2"}).strip()

    def promoted(self, since):
        """When it became a primary, by its own log; None before."""
        pattern = rb"^(\S+ \S+) \S+ \[\d+\] LOG:  archive recovery complete"
        for found in reversed(re.findall(pattern, self.log.read_bytes(), re.MULTILINE)):
            moment = datetime.datetime.fromisoformat(found.decode()).replace(tzinfo=datetime.timezone.utc)
            return moment.timestamp() if moment.timestamp() > since else None
        return None


class Databases:
    """So many nodes, one of them the primary."""

    def __init__(self, folder, sample, count):
        assert f" ttl: {TTL}\n" in sample, "TTL is not that of the sample"
        self.nodes = [Node(place, folder, sample) for place in range(1, count + 1)]
        self.nodes[0].boot()
        wait_until(lambda: self.primary is self.nodes[0], 120, "the first database starts")
        for node in self.nodes[1:]:
            node.boot()
        self.wait_for_standbys(120)
        self.nodes[0].psql("CREATE ROLE portico LOGIN PASSWORD 'CHANGE-portico'")
        self.nodes[0].psql("CREATE DATABASE portico OWNER portico ENCODING 'UTF8' TEMPLATE template0")

    @property
    def primary(self):
        for node in self.nodes:
            status = node.status()
            if status and status["state"] == "running" and status["role"] in ("master", "primary"):
                return node
        return None

    def standbys(self):
        """(those that stream, those that a commit waits for), as the primary counts them."""
        primary = self.primary
        if not primary:
            return 0, 0
        try:
            counts = primary.psql(
                "SELECT count(*), count(*) FILTER (WHERE sync_state IN ('sync', 'quorum')) "
                "FROM pg_stat_replication WHERE state = 'streaming'")
        except (AssertionError, subprocess.TimeoutExpired):
            return 0, 0
        return tuple(int(count) for count in counts.split("|"))

    def wait_for_standbys(self, seconds=120):
        """Until every other node streams, and one is synchronous: then the next may be lost."""
        wanted = len(self.nodes) - 1
        wait_until(
            lambda: (found := self.standbys())[0] == wanted and found[1] >= 1 and self._is_known(), seconds,
            "the standby comes back")

    def _is_known(self):
        """Whether Patroni would promote a standby: it has written down which one is synchronous."""
        return any((node.status() or {}).get("sync_standby") for node in self.nodes)
