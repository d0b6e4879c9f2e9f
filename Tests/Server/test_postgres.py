"""The same server on PostgreSQL: a sample of what it does on SQLite, two nodes on one database, and what
an operator can get wrong."""

import os
import random
import re
import subprocess
import threading
import time

import pytest

from api_client import Client, DeviceKey, german_mobile, person
from conftest import on_postgres
from portico_server import PorticoServer, clean_environment, wait_for
from postgres_cluster import Cluster
from test_canaries import Canaries, live, places
from test_contract_journey import journey, test_every_operation_succeeds_as_documented  # noqa: F401
from test_kills import Worker
from test_pairs import test_who_knows_the_password_is_seen_to_hold_something  # noqa: F401

ROUNDS = int(os.environ.get("PORTICO_KILLS", "3"))


@pytest.fixture(autouse=True)
def postgres(request, monkeypatch):
    on_postgres(request, monkeypatch)


@pytest.fixture
def nodes(program, tmp_path, cluster):
    """Two servers on one database."""
    address = cluster.address(cluster.database())
    made = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        node = PorticoServer(program, folder)
        node.address_of_store = address
        made.append(node.start())
    for node in made:
        node.peers = [other for other in made if other is not node]
    yield made
    for node in made:
        node.close()


def test_canaries_are_found_in_no_log_and_no_table(program, tmp_path, cluster):
    """Secrets planted by every way in: none of them in metrics, logs or rows."""
    server = PorticoServer(program, tmp_path, ["--log-level", "debug"])
    name = re.search(r"/(d\d+)\?", server.address_of_store)[1]
    server.start()
    try:
        canaries = Canaries()
        live(server, canaries)
        metrics = Client(server).call("GET", "/metrics").raw
        found = places(server, metrics)
        tables = cluster.psql(name, "SELECT relname FROM pg_class WHERE relkind = 'r' AND "
                              "relnamespace = 'public'::regnamespace").split()
        assert "session" in tables
        rows = {table: cluster.psql(name, f"SELECT * FROM {table}").encode() for table in tables}
        # Bytes are shown as hexadecimal digits; the text in them is looked at as well.
        for table, text in rows.items():
            plain = [bytes.fromhex(digits.decode()) for digits in re.findall(rb"\\x((?:[0-9a-f]{2})+)", text)]
            found[f"table {table}"] = text + b"\n" + b"\n".join(plain)
        pushes = [name for name in canaries.names if name.startswith("push token")]
        assert canaries.found_in(found, but=pushes) == []
        assert any(name in " ".join(canaries.found_in(found)) for name in pushes)
        server.stop()
    finally:
        server.close()


def test_a_session_of_one_node_is_good_at_the_other(nodes):
    """Opened, used, refreshed and ended at either."""
    first, second = nodes
    client = Client(first, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    client.server = second
    assert client.call("GET", "/v1/user")["user_name"] == name
    renewed = client.call(
        "POST", "/v1/session/refresh", {"refreshtoken": client.refresh_token}, token=None
    )
    assert renewed.status == 200, renewed.raw
    client.keep(renewed.body)
    client.server = first
    assert client.call("POST", "/v1/logout").status == 200
    client.server = second
    assert client.call("GET", "/v1/user").status == 401


def test_limits_of_two_nodes_add_up(nodes):
    """Wrong passwords on one node count on the other."""
    name, password = person()
    Client(nodes[0]).sign_up(name, password)
    answers = []
    for number in range(40):
        answer = Client(nodes[number % 2]).call(
            "POST", "/v1/login", {"user_name": name, "password": "Wrong-" + password}, token=None
        )
        answers.append(answer.status)
        if answer.status == 429:
            break
    assert answers[-1] == 429, answers
    # The other node knows of it at once.
    told = Client(nodes[len(answers) % 2]).call(
        "POST", "/v1/login", {"user_name": name, "password": "Wrong-" + password}, token=None
    )
    assert told.status == 429, told.raw


def test_each_message_of_two_nodes_is_sent_once(nodes):
    """Both look at one outbox; the inboxes together hold each message once."""
    numbers = [german_mobile() for _ in range(24)]

    def ask(number, node):
        begun = Client(node, DeviceKey()).call(
            "POST", "/v1/phone/user", {"phone_number": number}, token=None
        )
        assert begun.status == 200, begun.raw

    threads = [
        threading.Thread(target=ask, args=(number, nodes[place % 2]))
        for place, number in enumerate(numbers)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    def sent():
        return sorted(message["to"] for message in nodes[0].inbox())

    ends = time.monotonic() + 60
    while len(sent()) < len(numbers):
        assert time.monotonic() < ends, sent()
        time.sleep(0.05)
    # A message that is written now is found by both; whatever was sent again would be there with it.
    last = german_mobile()
    ask(last, nodes[0])
    while last not in sent():
        assert time.monotonic() < ends, sent()
        time.sleep(0.05)
    assert sent() == sorted([*numbers, last])


def test_no_acknowledged_write_is_lost_with_a_node(program, tmp_path, cluster):
    """One of two nodes is killed under load; the other has everything that it acknowledged."""
    seed = int(os.environ.get("PORTICO_SEED", time.time_ns() % 1_000_000))
    print(f"seed {seed}")
    chance = random.Random(seed)
    address = cluster.address(cluster.database())
    servers = []
    for name in ("killed", "kept"):
        folder = tmp_path / name
        folder.mkdir()
        server = PorticoServer(program, folder)
        server.address_of_store = address
        servers.append(server)
    killed, kept = servers
    steps = 0
    try:
        kept.start()
        for _ in range(ROUNDS):
            killed.start()
            workers = [Worker(killed) for _ in range(4)]
            for worker in workers:
                worker.start()
            wanted = chance.randrange(4, 24)
            ends = time.monotonic() + 60
            while sum(worker.steps for worker in workers) < wanted:
                assert time.monotonic() < ends, "the server does no work"
                assert all(worker.is_alive() for worker in workers), [w.fault for w in workers]
                time.sleep(0.005)
            killed.kill()
            for worker in workers:
                worker.join(60)
                if worker.fault:
                    raise worker.fault
                worker.client.server = kept
                worker.check()
            steps += sum(worker.steps for worker in workers)
        kept.stop()
    finally:
        for server in servers:
            server.close()
    print(f"{ROUNDS} kills, {steps} acknowledged writes")


def test_what_an_operator_gets_wrong_is_told_in_a_line(program, tmp_path, cluster):
    """Nothing is started, and no password is repeated."""
    free = cluster.address(cluster.database())
    for address, word in [
        ("postgres://portico:s3cret@127.0.0.1/x", "PGPASSFILE"),
        ("postgres://portico@127.0.0.1", "names no database"),
        ("postgres://portico@127.0.0.1/x?sslmod=require", "cannot be read"),
        ("postgres://portico@127.0.0.1:1/x?sslmode=disable", "start the server"),
        (free.replace("portico@", "stranger@"), "create the user"),
        (re.sub(r"/d\d+\?", "/nowhere?", free), "createdb"),
    ]:
        done = subprocess.run(
            [program, "serve", "--dev", "--port", "0", "--store", address], cwd=tmp_path, timeout=60,
            capture_output=True, text=True, env=clean_environment(),
        )
        assert done.returncode in (1, 78), (address, done)
        assert word in done.stderr and "s3cret" not in done.stderr, done.stderr
        told = [line for line in done.stderr.splitlines() if " info page " not in line]
        assert len(told) == 1 and told[0].startswith("portico serve: "), done.stderr
        assert "listening" not in done.stdout


def test_commands_work_on_it(server, program):
    """`users`, `keys`, `experiments report`; for the rest PostgreSQL's own tools are named."""

    def run(*words):
        return subprocess.run(
            [program, *words, "--store", server.address_of_store], cwd=server.folder, timeout=120,
            capture_output=True, text=True, env=clean_environment(),
        )

    client = Client(server, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    shown = run("users", "show", name)
    assert shown.returncode == 0 and name in shown.stdout, shown
    report = run("experiments", "report")
    assert report.returncode == 0, report
    backup = run("backup", "--to", "copy.sqlite")
    assert backup.returncode == 1 and "pg_dump --dbname='host=127.0.0.1 port=" in backup.stderr, backup
    assert re.search(r" user=\S+ dbname=\S+ .*--file='copy.sqlite'", backup.stderr), backup
    assert not (server.folder / "copy.sqlite").exists()


def test_a_store_of_an_earlier_moment_is_settled(stopped_server, program, cluster):
    """A copy of the database, like a restored dump: its sessions have ended."""
    server = stopped_server.start()
    client = Client(server, DeviceKey())
    name, password = person()
    client.sign_up(name, password)
    client.log_in(name, password)
    server.stop()
    origin = re.search(r"/(d\d+)\?", server.address_of_store)[1]
    cluster.psql("postgres", f"CREATE DATABASE copy_of_{origin} TEMPLATE {origin}")
    server.address_of_store = cluster.address(f"copy_of_{origin}")
    settled = subprocess.run(
        [program, "store", "settle", "--yes", "--store", server.address_of_store], cwd=server.folder, timeout=120,
        capture_output=True, text=True, env=clean_environment(),
    )
    assert settled.returncode == 0 and "1 sessions ended" in settled.stdout, settled
    server.start()
    assert client.call("GET", "/v1/user").status == 401
    client.log_in(name, password)
    assert client.call("GET", "/v1/user")["user_name"] == name
    server.stop()


@pytest.fixture
def guarded(authority):
    """A cluster of its own that asks for a password and shows a certificate of `localhost`."""
    cluster = Cluster()
    before = set(authority.folder.iterdir())
    authority.context(hosts=["localhost"])
    [certificate] = set(authority.folder.iterdir()) - before
    cluster.psql("postgres", "CREATE ROLE ann LOGIN PASSWORD 'canary-password'")
    cluster.psql("postgres", "CREATE DATABASE store OWNER ann")
    cluster.guard(certificate.read_bytes())
    yield cluster
    cluster.close()


def test_a_password_comes_from_a_file_or_the_environment_over_a_checked_connection(
    program, tmp_path, guarded, authority
):
    """verify-full, several hosts; and every way to get it wrong is one line without the password."""
    port, passfile = guarded.port, tmp_path / "pgpass"
    passfile.write_text("*:*:store:ann:canary-password\n")
    passfile.chmod(0o600)
    checked = f"sslmode=verify-full&sslrootcert={authority.file}"
    good = f"postgres://ann@localhost:{port}/store?{checked}"
    several = f"postgres://ann@localhost:1,localhost:{port}/store?{checked}"
    for number, (address, variables) in enumerate([
        (good, {"PGPASSFILE": str(passfile)}),
        (f"{good}&passfile={passfile}", {}),
        (several, {"PGPASSWORD": "canary-password"}),
    ]):
        folder = tmp_path / str(number)
        folder.mkdir()
        server = PorticoServer(program, folder, ["--log-level", "debug"], settings=variables)
        server.address_of_store = address
        try:
            server.start()
            assert Client(server).call("GET", "/health/ready").status == 200
            server.stop()
        finally:
            server.close()
        assert b"canary-password" not in server.errors.read_bytes() + server.output.read_bytes()
    encrypted = guarded.psql("postgres", "SHOW ssl")
    assert encrypted == "on"

    wrong = tmp_path / "wrong"
    wrong.write_text("*:*:store:ann:canary-wrong\n")
    wrong.chmod(0o600)
    for address, variables, word in [
        (good, {"PGPASSFILE": "/nowhere"}, "put the password into PGPASSFILE"),
        (good, {"PGPASSFILE": str(wrong)}, "check the user, and the password"),
        (good.replace("localhost", "127.0.0.1"), {"PGPASSFILE": str(passfile)}, "127.0.0.1"),
        (f"postgres://ann@localhost:{port}/store?sslmode=verify-full", {"PGPASSFILE": str(passfile)},
         "sslrootcert"),
    ]:
        done = subprocess.run(
            [program, "serve", "--dev", "--port", "0", "--store", address], cwd=tmp_path, timeout=60,
            capture_output=True, text=True,
            env=clean_environment(HOME=str(tmp_path / "home"), **variables),
        )
        told = [line for line in done.stderr.splitlines() if " info page " not in line]
        assert done.returncode in (1, 78) and len(told) == 1, done
        assert word in told[0] and "canary" not in told[0], told


@pytest.fixture
def own_cluster():
    """One that a test may stop."""
    cluster = Cluster()
    yield cluster
    cluster.close()


def test_a_server_that_starts_before_its_database_waits_for_it(program, tmp_path, own_cluster):
    """One line says what it waits for and one that it is there; what an operator has to mend ends it at once."""
    address = own_cluster.address(own_cluster.database())
    own_cluster.stop()
    server = PorticoServer(program, tmp_path, settings={"PORTICO_LIMITS_STORE_WAIT_SECONDS": "60"})
    server.address_of_store = address
    start = threading.Thread(target=server.start)
    start.start()
    try:
        wait_for(lambda: server.errors.exists() and b"waiting for the store" in server.errors.read_bytes())
        assert server.is_running and server.origin is None
        own_cluster.start()
        start.join(60)
        assert Client(server).call("GET", "/health/ready").status == 200
        told = server.errors.read_text()
        assert told.count("the store is there, after ") == 1, told
        assert "at most 60 s: postgres://" in told and "Connection refused" in told, told
        server.stop()
    finally:
        server.close()

    for wrong in (re.sub(r"/d\d+\?", "/nowhere?", address), address.replace("portico@", "stranger@")):
        done = subprocess.run(
            [program, "serve", "--dev", "--port", "0", "--store", wrong], cwd=tmp_path, timeout=60,
            capture_output=True, text=True, env=clean_environment(PORTICO_LIMITS_STORE_WAIT_SECONDS="600"),
        )
        assert done.returncode == 1 and "waiting" not in done.stderr, done.stderr


def test_without_a_standby_in_strict_mode_writes_end_in_time_and_reads_go_on(program, tmp_path, own_cluster):
    """No write is acknowledged, none hangs, and the server is not ready until a standby confirms commits."""
    server = PorticoServer(program, tmp_path)
    server.address_of_store = own_cluster.address(own_cluster.database(), more="&pool=2")
    server.start()
    try:
        client = Client(server, DeviceKey())
        name, password = person()
        client.sign_up(name, password)
        client.log_in(name, password)
        own_cluster.wait_for_standby("nobody")
        wait_for(lambda: Client(server).call("GET", "/health/ready").status == 503)

        statuses, longest = [], []

        def log_in():
            begun = time.monotonic()
            answer = Client(server, DeviceKey()).call(
                "POST", "/v1/login", {"user_name": name, "password": password}, token=None
            )
            statuses.append(answer.status)
            longest.append(time.monotonic() - begun)

        writers = [threading.Thread(target=log_in) for _ in range(6)]
        for writer in writers:
            writer.start()
        reads = []
        while any(writer.is_alive() for writer in writers) or len(reads) < 20:
            begun = time.monotonic()
            assert client.call("GET", "/v1/user")["user_name"] == name
            reads.append(time.monotonic() - begun)
            assert Client(server).call("GET", "/health/live").status == 200
        assert statuses == [503] * 6, statuses
        assert Client(server).call("GET", "/health/ready").status == 503
        assert max(longest) < 20 and max(reads) < 10, (longest, reads)
        print(f"writes {min(longest):.1f} to {max(longest):.1f} s, {len(reads)} reads up to {max(reads):.1f} s")

        own_cluster.wait_for_standby("")
        wait_for(lambda: Client(server).call("GET", "/health/ready").status == 200)
        client.log_in(name, password)
        # Each call that fails by it says so in its own line, too.
        told = [line for line in server.errors.read_text().splitlines() if " fault " not in line]
        for news in ("no standby confirms commits", "are confirmed at"):
            assert len([line for line in told if news in line]) == 1, told
        server.stop()
    finally:
        server.close()
