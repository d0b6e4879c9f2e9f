"""`portico store copy`: everything of a SQLite store is in a PostgreSQL database afterwards, or nothing is."""

import json
import os
import signal
import sqlite3
import subprocess

import pytest

from api_client import Client, DeviceKey, person
from portico_server import PorticoServer, clean_environment
from test_contract_journey import Journey, test_every_operation_succeeds_as_documented as live


@pytest.fixture
def filled(program, tmp_path, request):
    """A stopped server whose store has something in most of its tables."""
    server = PorticoServer(program, tmp_path).start()
    request.addfinalizer(server.close)
    live(Journey(server), server)
    server.stop()
    return server


def copy(server, target, *options):
    return subprocess.run(
        [server.program, "store", "copy", "--store", f"sqlite:{server.store}", "--to", target, *options],
        capture_output=True, text=True, env=clean_environment(), timeout=60, check=False,
    )


def rows_of_file(path):
    """By table: its rows, bytes as hexadecimal digits, without the number of their transaction."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    names = [name for name, in database.execute(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT IN ('migration', 'sqlite_sequence')")]
    found = {}
    for name in names:
        columns = [row[1] for row in database.execute(f"PRAGMA table_info({name})") if row[1] != "written_in"]
        rows = database.execute(f"SELECT {', '.join(columns)} FROM {name}")
        found[name] = sorted(
            repr([value.hex() if isinstance(value, bytes) else value for value in row]) for row in rows)
    database.close()
    return found


def positions_of_file(path):
    """By log: the last number that it has given a row."""
    database = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
    found = dict(database.execute("SELECT name, seq FROM sqlite_sequence WHERE seq > 0"))
    database.close()
    return found


def positions_of_database(cluster, name):
    lines = cluster.psql(
        name, "SELECT replace(sequencename, '_place_seq', ''), last_value FROM pg_sequences "
        "WHERE last_value IS NOT NULL AND sequencename <> 'migration_place_seq'").splitlines()
    return {table: int(last) for table, last in (line.split("|") for line in lines)}


def rows_of_database(cluster, name):
    columns = {}
    for line in cluster.psql(
        name, "SELECT table_name, column_name, data_type FROM information_schema.columns WHERE table_schema = 'public' "
        "AND table_name <> 'migration' AND column_name <> 'written_in' ORDER BY table_name, ordinal_position"
    ).splitlines():
        table, column, kind = line.split("|")
        wrap = {"bytea": f"encode({column}, 'hex')", "boolean": f"{column}::int"}.get(kind, column)
        columns.setdefault(table, []).append(f"{wrap} AS {column}")
    found = {}
    for table, wanted in columns.items():
        text = cluster.psql(
            name, f"SELECT coalesce(json_agg(t), '[]') FROM (SELECT {', '.join(wanted)} FROM {table}) t")
        found[table] = sorted(repr(list(row.values())) for row in json.loads(text))
    return found


def test_every_row_of_every_table_is_copied_and_a_trial_changes_nothing(filled, cluster):
    name = cluster.database()
    run = copy(filled, cluster.address(name), "--trial", "--json")
    assert run.returncode == 0, run.stderr
    before = rows_of_file(filled.store)
    assert rows_of_database(cluster, name) == before
    assert sum(map(len, before.values())) == json.loads(run.stdout)["rows"]
    assert sum(1 for rows in before.values() if rows) > 20, "most tables have rows"
    # No position is given twice, also none of a row that is gone.
    assert positions_of_database(cluster, name) == positions_of_file(filled.store)
    assert f"copying {json.loads(run.stdout)['rows']} rows" in run.stderr
    # The old one is in use still, and the new one is not empty any more.
    filled.start()
    filled.stop()
    again = copy(filled, cluster.address(name))
    assert again.returncode == 1 and "has rows already" in again.stderr, again.stderr
    filled.start()


def test_people_stay_signed_in_and_the_old_file_is_opened_by_no_server(program, tmp_path, cluster):
    server = PorticoServer(program, tmp_path).start()
    try:
        client, (name, password) = Client(server, DeviceKey()), person()
        client.sign_up(name, password)
        client.log_in(name, password)
        address = cluster.address(cluster.database())
        running = copy(server, address)
        assert running.returncode == 1 and "stop the server" in running.stderr, running.stderr
        server.stop()
        run = copy(server, address)
        assert run.returncode == 0, run.stderr
        assert f"start the server with --store {address}" in run.stdout

        old = subprocess.run(
            [server.program, "serve", "--dev", "--store", f"sqlite:{server.store}", "--port", "0"],
            capture_output=True, text=True, env=clean_environment(), timeout=60, check=False)
        assert old.returncode != 0 and "was copied to another store" in old.stderr, old.stderr
        for command in (["store", "copy", "--to", cluster.address(cluster.database())], ["users", "list"]):
            refused = subprocess.run(
                [server.program, *command, "--store", f"sqlite:{server.store}"],
                capture_output=True, text=True, env=clean_environment(), timeout=60, check=False)
            assert refused.returncode == 1 and "was copied to another store" in refused.stderr, refused.stderr

        server.address_of_store = address
        server.start()
        assert client.call("GET", "/v1/user").status == 200, "the access token is good"
        refreshed = client.call("POST", "/v1/session/refresh", {"refreshtoken": client.refresh_token}, token=None)
        assert refreshed.status == 200, refreshed.raw
        client.keep(refreshed.body)
        # Logs go on behind what was copied.
        other = Client(server, DeviceKey())
        other.log_in(name, password)
        assert other.call("POST", "/v1/logout").status == 200
        assert client.call("GET", "/v1/security_events").status == 200
        assert len(client.call("GET", "/v1/sessions")["sessions"]) == 1
    finally:
        server.close()


def test_a_copy_that_is_killed_leaves_one_whole_store(filled, cluster):
    for pause in (0, 0.05, 0.2):
        name = cluster.database()
        process = subprocess.Popen(
            [filled.program, "store", "copy", "--store", f"sqlite:{filled.store}", "--to", cluster.address(name),
             "--trial"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=clean_environment())
        if pause:
            process.stderr.readline()
        try:
            process.wait(pause)
        except subprocess.TimeoutExpired:
            os.kill(process.pid, signal.SIGKILL)
        process.communicate()
        tables = cluster.psql(name, "SELECT count(*) FROM pg_class WHERE relname = 'account'")
        if tables == "1":
            there = rows_of_database(cluster, name)
            assert not any(there.values()) or there == rows_of_file(filled.store)
        filled.start()
        filled.stop()


def test_a_database_that_drops_a_row_keeps_none(filled, cluster):
    """Somebody else's trigger: counted before the commit, and the file is as it was"""
    name = cluster.database()
    assert copy(filled, cluster.address(name), "--trial").returncode == 0
    tables = cluster.psql(
        name, "SELECT string_agg(relname, ', ') FROM pg_class WHERE relkind = 'r' AND relname <> 'migration' "
        "AND relnamespace = 'public'::regnamespace")
    cluster.psql(name, f"TRUNCATE {tables}")
    cluster.psql(name, "CREATE FUNCTION drop_row() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'")
    cluster.psql(name, "CREATE TRIGGER drops BEFORE INSERT ON account FOR EACH ROW EXECUTE FUNCTION drop_row()")
    run = copy(filled, cluster.address(name))
    assert run.returncode == 1 and "did not keep every row of 'account'" in run.stderr, run.stderr
    assert not any(rows_of_database(cluster, name).values())
    filled.start()


@pytest.mark.parametrize(("target", "words"), [
    ("sqlite:other.sqlite", "rows are copied to a database"),
    ("mysql://x/y", "--to: unknown store type 'mysql'"),
    ("postgres://portico@127.0.0.1:1/none", "start the server, or check host and port"),
])
def test_another_target_is_refused_with_what_to_do(filled, target, words):
    before = rows_of_file(filled.store)
    run = copy(filled, target)
    assert run.returncode == 1 and words in run.stderr, run.stderr
    assert len(run.stderr.strip().splitlines()) == 1, run.stderr
    assert rows_of_file(filled.store) == before
