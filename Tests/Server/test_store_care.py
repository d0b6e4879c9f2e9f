"""What commands say about a store that a server has open, that was moved, or that cannot be used: one line, and nothing is
lost by following it."""

import os
import shutil
import subprocess
import tempfile
from pathlib import Path

import pytest

from api_client import Client, DeviceKey, person
from portico_server import PorticoServer, clean_environment, wait_for


def run(program, *words, **settings):
    return subprocess.run(
        [str(program), *map(str, words)], capture_output=True, text=True, timeout=60, check=False,
        env=clean_environment(**settings))


def only_line(refused, status=1):
    assert refused.returncode == status, refused.stdout + refused.stderr
    lines = refused.stderr.strip().splitlines()
    assert len(lines) == 1, refused.stderr
    return lines[0]


@pytest.fixture
def sqlite_server(program, tmp_path):
    """On a file, whatever engine the others have."""
    server = PorticoServer(program, tmp_path)
    server.address_of_store = f"sqlite:{server.store}"
    yield server
    server.close()


def test_a_restore_onto_a_store_that_is_open_says_to_stop_the_server(program, sqlite_server, tmp_path):
    server = sqlite_server.start()
    backup = tmp_path / "backup.sqlite"
    assert run(program, "backup", "--store", f"sqlite:{server.store}", "--to", backup).returncode == 0
    restore = ("restore", backup, "--store", f"sqlite:{server.store}")
    line = only_line(run(program, *restore))
    assert f"{server.store} is there already, and a server may have it open; stop the server" in line
    # Also where somebody has moved the file without its log.
    aside = tmp_path / "aside.sqlite"
    server.store.rename(aside)
    assert "was moved or removed while a server has it open; stop the server" in only_line(run(program, *restore))
    aside.rename(server.store)
    server.stop()
    server.store.rename(aside)
    assert run(program, *restore).returncode == 0


def test_a_store_that_is_moved_away_makes_the_server_unready(sqlite_server, tmp_path):
    server = sqlite_server.start()
    client = Client(server)
    assert client.call("GET", "/health/ready").status == 200
    aside = tmp_path / "aside.sqlite"
    server.store.rename(aside)
    wait_for(lambda: client.call("GET", "/health/ready").status == 503)
    aside.rename(server.store)
    wait_for(lambda: client.call("GET", "/health/ready").status == 200)
    server.stop()
    assert server.errors.read_text().count("the store is not at its place") == 1


@pytest.fixture
def as_stranger(program):
    """Runs the program as a user who may enter nothing of ours; root has to become one."""
    folder = Path(tempfile.mkdtemp(prefix="portico-stranger-"))
    folder.chmod(0o755)
    stranger = {"user": 65_534, "group": 65_534, "extra_groups": []} if os.geteuid() == 0 else {}

    def call(*words):
        return subprocess.run(
            [str(program), *map(str, words)], capture_output=True, text=True, timeout=60, check=False,
            env=clean_environment(), cwd=folder, **stranger)

    try:
        if call("--version").returncode != 0:
            pytest.skip("another user cannot run this program")
    except PermissionError:
        pytest.skip("another user cannot run this program")
    yield folder, call
    for place in (folder, *folder.iterdir()):
        place.chmod(0o700)
    shutil.rmtree(folder)


@pytest.mark.parametrize("words", [
    ("users", "list"), ("keys", "list"), ("migrate", "--plan"), ("backup", "--to", "copy.sqlite"), ("store", "settle", "--yes"),
])
def test_a_store_that_this_user_may_not_see_is_not_called_missing(as_stranger, words):
    folder, call = as_stranger
    closed = folder / "closed"
    closed.mkdir()
    store = closed / "store.sqlite"
    closed.chmod(0)
    line = only_line(call(*words, "--store", f"sqlite:{store}"))
    assert f"{closed} is closed to this user" in line and "there is no store" not in line
    # And where only the file is closed.
    closed.chmod(0o755)
    store.write_bytes(b"SQLite format 3\0" + bytes(4_080))
    store.chmod(0)
    line = only_line(call(*words, "--store", f"sqlite:{store}"))
    assert "there is no store" not in line and ("is closed to this user" in line or "cannot be written" in line), line
    store.chmod(0o600)


def test_settling_needs_a_stopped_server_and_a_yes(program, sqlite_server):
    server = sqlite_server.start()
    settle = ("store", "settle", "--store", f"sqlite:{server.store}")
    assert "is open in another process; stop the server" in only_line(run(program, *settle, "--yes"))
    client, (name, password) = Client(server, DeviceKey()), person()
    client.sign_up(name, password)
    client.log_in(name, password)
    server.stop()
    assert "every session" in (line := only_line(run(program, *settle))) and line.endswith("add --yes")
    done = run(program, *settle, "--yes")
    assert done.returncode == 0 and "1 sessions ended" in done.stdout, done


@pytest.mark.parametrize("words", [
    ("users", "list"), ("keys", "list"), ("migrate", "--plan"), ("backup", "--to", "copy.sqlite"), ("store", "settle", "--yes"),
    ("users", "import", "/dev/null"), ("experiments", "report"),
])
def test_an_empty_file_is_no_store_but_a_server_may_make_one_of_it(program, sqlite_server, words):
    sqlite_server.store.touch(mode=0o600)
    assert "is an empty file" in only_line(run(program, *words, "--store", f"sqlite:{sqlite_server.store}"))
    assert sqlite_server.store.stat().st_size == 0
    assert sorted(path.name for path in sqlite_server.folder.iterdir()) == ["store.sqlite"]


def test_a_server_makes_a_store_of_an_empty_file(sqlite_server):
    sqlite_server.store.touch(mode=0o600)
    sqlite_server.start()
    sqlite_server.stop()
