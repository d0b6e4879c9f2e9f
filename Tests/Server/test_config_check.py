"""`portico config check` says what `serve` would refuse, all of it at once, and makes nothing."""

import json
import secrets
import sqlite3
import subprocess

import pytest

from portico_server import PorticoServer, clean_environment
from test_operator import configuration


def check(program, file):
    run = subprocess.run(
        [str(program), "config", "check", "--config", str(file), "--json"], capture_output=True, text=True, timeout=60,
        check=False, env=clean_environment())
    report = json.loads(run.stdout)
    assert (run.returncode == 0) == report["is_fine"] == (not report["problems"]), run.stdout
    return report["problems"]


def serve(program, file):
    """What the server says that does not start."""
    run = subprocess.run(
        [str(program), "serve", "--port", "0", "--config", str(file)], capture_output=True, text=True, timeout=60, check=False,
        env=clean_environment())
    assert run.returncode != 0
    return [line.removeprefix("portico serve: ") for line in run.stderr.splitlines() if line.startswith("portico serve: ")]


@pytest.fixture
def used(program, tmp_path):
    """The configuration of a store that a server has used."""
    file = configuration(tmp_path)
    server = PorticoServer(program, tmp_path, ["--config", str(file)], is_development=False)
    server.address_of_store = f"sqlite:{tmp_path}/store.sqlite"
    server.start()
    server.stop()
    return file


def test_a_store_that_fits_is_fine_and_nothing_is_left_beside_it(program, used, tmp_path):
    before = sorted(path.name for path in tmp_path.iterdir())
    assert check(program, used) == []
    assert sorted(path.name for path in tmp_path.iterdir()) == before


def test_another_master_key_is_refused_as_by_serve(program, used, tmp_path):
    (tmp_path / "master.key").write_text(secrets.token_hex(32))
    [problem] = check(program, used)
    assert "is not the one of this store" in problem
    assert serve(program, used) == [problem]


@pytest.mark.parametrize("content", [b"no database", "foreign", "newer"])
def test_what_serve_would_not_open_is_refused(program, tmp_path, content):
    file = configuration(tmp_path)
    store = tmp_path / "store.sqlite"
    if isinstance(content, bytes):
        store.write_bytes(content * 100)
    else:
        with sqlite3.connect(store) as database:
            database.execute("CREATE TABLE other (x)")
            if content == "newer":
                database.execute(f"PRAGMA application_id = {0x5072_7463}")
                database.execute("CREATE TABLE migration (place INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE)")
                database.execute("INSERT INTO migration (id) VALUES ('900-later')")
        database.close()
    store.chmod(0o600)
    before = store.read_bytes()
    [problem] = check(program, file)
    [refusal] = serve(program, file)
    # What SQLite says of it may differ in its words.
    assert refusal.split("(")[0] == problem.split("(")[0]
    assert store.read_bytes() == before


def test_a_folder_that_is_missing_is_refused(program, tmp_path):
    [problem] = check(program, configuration(tmp_path, store=f"sqlite:{tmp_path}/nowhere/store.sqlite"))
    assert "nowhere/store.sqlite cannot be opened" in problem and "folder must exist" in problem


def test_everything_that_is_wrong_is_told_at_once(program, tmp_path):
    problems = check(program, configuration(
        tmp_path, public_url="http://id.example.com", port="many", unknown_thing=1, ca_file="nowhere.pem",
        markets="nowhere.yaml", store="sqlite", master_key_file="missing.key", return_urls=["nowhere"]))
    parts = ["unknown_thing", "whole number", "nowhere.pem", "nowhere.yaml", "no store type", "not encrypted", "missing.key"]
    for part in parts:
        assert any(part in problem for problem in problems), (part, problems)


def test_no_advice_on_master_keys_loses_a_store(program, used, tmp_path):
    """Who follows it makes no other key for a store that has one, and knows the one of the last rewrapping."""
    key = tmp_path / "master.key"
    key.chmod(0o644)
    [problem] = check(program, used)
    assert "chmod 600" in problem and "keys rewrap" in problem and "keys rotate" in problem
    key.chmod(0o600)
    new = tmp_path / "new.key"
    new.write_text(secrets.token_hex(32))
    new.chmod(0o600)
    rewrapped = subprocess.run(
        [str(program), "keys", "rewrap", "--config", str(used), "--new-master-key-file", str(new)], capture_output=True,
        text=True, timeout=60, check=False, env=clean_environment())
    assert rewrapped.returncode == 0, rewrapped.stderr
    [problem] = check(program, used)
    assert "last `portico keys rewrap`" in problem
    lines = json.loads(used.read_text())
    del lines["master_key_file"]
    used.write_text(json.dumps(lines))
    [problem] = check(program, used)
    assert "openssl" not in problem and "this store is used with" in problem
    for command in (["keys", "rotate"], ["users", "unlock", "nobody@example.com"]):
        run = subprocess.run(
            [str(program), *command, "--config", str(used)], capture_output=True, text=True, timeout=60, check=False,
            env=clean_environment())
        assert run.returncode == 1 and "openssl" not in run.stderr, run.stderr
