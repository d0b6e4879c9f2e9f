"""Three servers on a highly available PostgreSQL, while people use them and one thing after the other fails.

`scripts/soak cluster` runs it. It takes root, etcd, Patroni and HAProxy (scripts/install-tools soak).
"""

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from database import ETCD, TTL, Databases, Etcd  # noqa: E402
from front import PROXY, SERVERS, STORES, HAProxy, Provider, Server  # noqa: E402
from machines import Network, in_own_network, wait_until  # noqa: E402
from people import Crowd  # noqa: E402
from record import Record  # noqa: E402
from sender_peers import Authority  # noqa: E402
from swarm import Swarm  # noqa: E402

# What has to hold (seconds).
AFTER_PROMOTION, BEYOND_TTL = 5, 10
FAULTS = ("upgrade", "nodes", "standby", "primary", "cut")


class Trial:
    def __init__(self, options, folder):
        self.options, self.folder = options, folder
        self.record, self.provider = Record(), Provider()
        self.chance = random.Random(options.seed)
        samples = ROOT / "Packaging" / "cluster"
        Network(PROXY, *SERVERS, *ETCD)
        Etcd(folder)
        self.databases = Databases(folder, (samples / "patroni.yml").read_text(), options.databases)
        authority = Authority(folder / "authority")
        HAProxy(folder, (samples / "haproxy.cfg").read_text(), authority, options.databases)
        hosts = ",".join(f"{node.address}:5432" for node in self.databases.nodes)
        store = STORES[options.store].format(hosts=hosts)
        first = options.before or options.portico
        self.servers = [Server(address, str(first), folder, store, self.provider) for address in SERVERS]
        # One after the other: the first makes the tables.
        for server in self.servers:
            server.start()
            server.wait()
        self.crowd = Crowd(options.people, self.provider, authority, self.record, options.think)
        self.swarm = options.swarm and Swarm(
            options.portico, folder, options.swarm, self.provider, authority, options.seed)
        self.faults, self.killed, self.seen = [], [], 0

    # Faults

    def upgrade(self):
        """Each server makes room for the next version."""
        began = time.time()
        for server in self.servers:
            server.stop()
            server.program = str(self.options.portico)
            server.start()
            server.wait()
            time.sleep(3)
        longest = self.record.longest_pause(began, time.time())
        self.note(f"upgrade: {len(self.servers)} servers in {time.time() - began:.1f} s, longest time without a write "
                  f"{longest:.1f} s")
        if longest > AFTER_PROMOTION:
            self.fault("upgrade: nobody could write")

    def nodes(self):
        began = time.time()
        for _ in range(self.options.kills):
            server = self.chance.choice(self.servers)
            server.kill()
            self.killed.append(time.time())
            time.sleep(self.chance.uniform(0, 3))
            server.start()
            server.wait()
            time.sleep(self.chance.uniform(0, 2))
        longest = self.record.longest_pause(began, time.time())
        self.note(f"nodes: {self.options.kills} killed in {time.time() - began:.1f} s, longest time without a write "
                  f"{longest:.1f} s")

    def primary(self):
        self.lose("primary killed", lambda node: node.power_off(), lambda node: node.boot())

    def cut(self):
        self.lose("primary cut off", lambda node: node.cut(), lambda node: node.mend())

    def lose(self, name, fail, come_back):
        """The primary is gone until another one was promoted, and then comes back at once: in strict mode two machines
        take no writes before that."""
        node = self.databases.primary
        others = [other for other in self.databases.nodes if other is not node]
        began = time.time()
        fail(node)
        promoted = wait_until(
            lambda: next(filter(None, (other.promoted(began) for other in others)), None), TTL * 3, "a promotion")
        if self.options.away:
            time.sleep(self.options.away)
        come_back(node)
        wait_until(lambda: self.databases.standbys()[1] >= 1, 120, "a synchronous standby")
        replicated = time.time()
        wrote = wait_until(lambda: self.record.first_write(promoted), 90, "writes")
        self.databases.wait_for_standbys()
        whole = time.time()
        # On a pair, strict mode acknowledges nothing before the second machine is there again.
        waited = max(replicated - promoted, 0) if len(self.databases.nodes) == 2 else 0
        late, pause = wrote - promoted - waited, wrote - self.record.last_write(wrote)
        self.note(f"{name}: promoted after {promoted - began:.1f} s, first write {wrote - promoted:.1f} s later"
                  + (f" ({waited:.1f} for the other machine)" if waited else "")
                  + f"; {pause:.1f} s without writes; whole after {whole - began:.1f} s")
        if late > AFTER_PROMOTION:
            self.fault(f"{name}: the first write took {late:.1f} s")
        if pause - waited > TTL + BEYOND_TTL:
            self.fault(f"{name}: {pause - waited:.1f} s without writes")

    def standby(self):
        """The synchronous standby is killed, and stays away for a while: three machines go on with the other one."""
        node = next(node for node in self.databases.nodes if (node.status() or {}).get("sync_standby"))
        began = time.time()
        node.power_off()
        time.sleep(20 + self.options.away)
        back = time.time()
        node.boot()
        wait_until(lambda: self.databases.standbys()[1] >= 1, 120, "a synchronous standby")
        replicated = time.time()
        wait_until(lambda: self.record.first_write(replicated), 90, "writes")
        self.databases.wait_for_standbys()
        pause = self.record.longest_pause(began, time.time())
        waited = replicated - began if len(self.databases.nodes) == 2 else 0
        self.note(f"standby killed: away for {back - began:.1f} s, {pause:.1f} s without writes"
                  + (f" ({waited:.1f} for the other machine)" if waited else "")
                  + f"; whole after {time.time() - began:.1f} s")
        if pause - waited > AFTER_PROMOTION:
            self.fault(f"standby killed: {pause - waited:.1f} s without writes")

    # All of it

    def note(self, line):
        print(f"cluster: {line}", flush=True)

    def fault(self, line):
        self.faults.append(line)
        self.note(f"FAULT {line}")

    def repeated(self):
        """Messages that came twice: (those that nothing explains, those whose server was killed as it sent them). What a
        provider took is sent again after two minutes if the server had no time to write it down."""
        twice = self.provider.repeated().values()
        explained = [arrivals for arrivals in twice
                     if any(-0.1 < moment - arrivals[0][0] < 1 for moment in self.killed)]
        return len(twice) - len(explained), len(explained)

    def check(self, when, people):
        """What was acknowledged to them is there."""
        lost = self.crowd.check(people)
        bad, explained = self.repeated()
        self.note(f"{when}: {len(people)} people looked at, {len(lost)} lost something; {self.provider.count()} messages, "
                  f"{bad} came twice" + (f", and {explained} after their server was killed" if explained else "")
                  + f"; {len(self.crowd.failures)} of {self.crowd.ended_flows} flows failed")
        for line in lost:
            self.fault(line)

    def end_swarm(self):
        """Each device is where it should be, whatever it met."""
        report = self.swarm.stop()
        asked, visits = sum(row["count"] for row in report["requests"]), report["launches"]
        self.note(f"swarm: {report['devices']} devices, {visits} launches, {report['kills']} kills, {asked} requests, "
                  f"{sum(report['faults'].values())} faults of their networks; {len(report['stuck'])} stuck, "
                  f"{report['unfinished']} on their way")
        for device in report["stuck"]:
            self.fault(f"swarm: device {device['device']} {device['reason']}; {device}")

    def run(self):
        time.sleep(self.options.quiet)
        for round_ in range(1, self.options.rounds + 1):
            for fault in self.options.faults:
                getattr(self, fault)()
                time.sleep(self.options.quiet)
                people = [someone for someone in self.crowd.done[self.seen:] if not someone.is_busy]
                self.seen = len(self.crowd.done) - self.options.people
                self.check(f"round {round_}, {fault}", people)
        self.crowd.stop()
        if self.swarm:
            self.end_swarm()
        # Those that a killed server had in hand are sent when its lease is over.
        if self.options.wait_for_leases:
            time.sleep(125)
        self.check("end", self.crowd.done)
        bad, _ = self.repeated()
        if bad:
            self.fault(f"{bad} messages came twice")
        for name, arrivals in self.provider.repeated().items():
            self.note(f"message {name} came {len(arrivals)} times, the second {arrivals[1][0] - arrivals[0][0]:.1f} s later")
        for _, failure in self.crowd.failures:
            self.fault(f"a flow failed: {failure}")
        for server in self.servers:
            server.stop()
        self.note(f"answers: {self.record.answers()}")
        self.note(f"{self.options.rounds} rounds, {self.crowd.ended_flows} flows, {self.record.count()} acknowledged "
                  f"writes, {len(self.faults)} faults")
        return 1 if self.faults else 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--portico", type=Path, default=ROOT / ".build" / "debug" / "portico", help="the program")
    parser.add_argument("--before", type=Path, help="the program to upgrade from; by default the same one")
    parser.add_argument("--databases", type=int, choices=(2, 3), default=3, help="database machines")
    parser.add_argument("--store", choices=STORES, default="haproxy", help="how servers find the primary")
    parser.add_argument("--faults", nargs="+", choices=FAULTS, default=FAULTS)
    parser.add_argument("--rounds", type=int, default=1)
    parser.add_argument("--kills", type=int, default=6, help="servers killed in a round")
    parser.add_argument("--people", type=int, default=8, help="at a time")
    parser.add_argument("--swarm", type=int, default=20, help="devices of `portico swarm` beside them; 0: none")
    parser.add_argument("--think", type=float, default=0.3, help="seconds between two steps, on average")
    parser.add_argument("--quiet", type=float, default=5, help="seconds between two faults")
    parser.add_argument("--away", type=float, default=0, help="seconds that a lost machine stays away after the promotion")
    parser.add_argument("--wait-for-leases", action="store_true", help="two minutes more, for what killed servers sent")
    parser.add_argument("--seed", type=int, default=time.time_ns() % 1_000_000)
    parser.add_argument("--keep", type=Path, help="a new folder for logs, which are kept")
    options = parser.parse_args()
    options.portico = options.portico.resolve()
    if not options.portico.exists():
        parser.error(f"there is no {options.portico}; build it with `swift build --product portico`")
    in_own_network()
    print(f"cluster: seed {options.seed}, {options.databases} databases, store by {options.store}", flush=True)
    folder = options.keep or Path(tempfile.mkdtemp(prefix="portico-cluster-", dir="/tmp"))
    folder.mkdir(parents=True, exist_ok=True)
    folder.chmod(0o755)
    (folder / "authority").mkdir()
    return Trial(options, folder.resolve()).run()


if __name__ == "__main__":
    sys.exit(main())
