"""What keeps the server from starting, in one line; and a disk that is full while it runs."""

import sqlite3
import subprocess

import pytest

from api_client import Client, person
from portico_server import clean_environment


def refusal(program, folder, *options, **environment):
    """What a server says that must not start."""
    run = subprocess.run(
        [program, "serve", "--port", "0", *options],
        cwd=folder, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=clean_environment(**environment),
    )
    assert run.returncode == 1 and "listening" not in run.stdout, run
    # Lines of the log may stand before it.
    *log, said = run.stderr.splitlines()
    assert said.startswith("portico serve: "), run.stderr
    assert not any(line.startswith("portico serve: ") for line in log), run.stderr
    return said


@pytest.fixture
def used_store(stopped_server):
    stopped_server.start()
    stopped_server.stop()
    return stopped_server.store


def public(store, key="5a3c" * 16):
    return (
        ["--public-url", "https://id.example.com", "--store", f"sqlite:{store}"],
        {"PORTICO_MASTER_KEY": key},
    )


def test_a_store_of_a_newer_version_is_refused(program, tmp_path, used_store):
    with sqlite3.connect(used_store) as store:
        store.execute("INSERT INTO migration (id) VALUES ('999-tomorrow')")
    said = refusal(program, tmp_path, "--dev", "--store", f"sqlite:{used_store}")
    assert "newer version" in said and "999-tomorrow" in said


def test_a_database_of_something_else_is_refused_and_left_as_it_was(program, tmp_path):
    path = tmp_path / "other.sqlite"
    with sqlite3.connect(path) as store:
        store.execute("CREATE TABLE song (title TEXT)")
    before = path.read_bytes()
    said = refusal(program, tmp_path, "--dev", "--store", f"sqlite:{path}")
    assert "not one of this server" in said
    assert path.read_bytes() == before


def test_a_file_that_is_no_database_is_refused_and_left_as_it_was(program, tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear reader,\n" * 1000)
    said = refusal(program, tmp_path, "--dev", "--store", f"sqlite:{path}")
    assert "damaged" in said
    assert path.read_text() == "Dear reader,\n" * 1000


def test_a_store_of_development_never_serves_people(program, tmp_path, used_store):
    options, environment = public(used_store)
    assert "--dev" in refusal(program, tmp_path, *options, **environment)


def test_a_wrong_master_key_is_told_at_the_start(program, tmp_path):
    options, environment = public(tmp_path / "store.sqlite")
    server = subprocess.Popen(
        [program, "serve", "--port", "0", *options], cwd=tmp_path, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
        env=clean_environment(**environment),
    )
    assert server.stdout.readline().startswith("listening on ")
    server.terminate()
    assert server.wait(60) == 0
    options, environment = public(tmp_path / "store.sqlite", key="0d" + "5a3c" * 15 + "77")
    said = refusal(program, tmp_path, *options, **environment)
    assert "not the one of this store" in said and environment["PORTICO_MASTER_KEY"] not in said


def test_a_folder_that_is_not_there_is_named(program, tmp_path):
    said = refusal(program, tmp_path, "--dev", "--store", "sqlite:nowhere/store.sqlite")
    assert "nowhere/store.sqlite" in said and "folder must exist" in said


def test_a_port_that_is_taken_is_named(program, server):
    _, port = server.address
    said = refusal(program, server.folder, "--dev", "--port", str(port), "--store", "sqlite:b.sqlite")
    assert f"port {port}" in said and "choose another --port" in said
    assert not (server.folder / "b.sqlite").exists()


@pytest.mark.parametrize(("host", "part"), [
    ("nosuchhost.invalid", "cannot be looked up"), ("192.0.2.1", "no address of this machine"),
])
def test_a_host_that_is_not_this_machine_is_named_and_no_store_is_made(program, tmp_path, host, part):
    options, environment = public(tmp_path / "store.sqlite")
    said = refusal(program, tmp_path, "--host", host, "--trusted-proxy", "192.0.2.9", *options, **environment)
    assert host in said and part in said and "program that uses it" not in said
    assert not (tmp_path / "store.sqlite").exists()


def test_a_full_disk_loses_nothing_and_reads_go_on(stopped_server):
    server = stopped_server.start()
    client = Client(server)
    name, password = person()
    client.sign_up(name, password)
    tokens = client.call(
        "POST", "/v1/login", {"user_name": name, "password": password}, token=None
    )
    server.stop()
    size = server.store.stat().st_size
    # A file that may not grow fails like a full disk does.
    server.start(file_bytes=size + 64 * 1024)
    client = Client(server)
    acknowledged, refused = [], None
    for _ in range(400):
        other, word = person()
        answer = client.call("POST", "/v1/user", {"user_name": other, "password": word}, token=None)
        if answer.status != 201:
            refused = answer
            break
        acknowledged.append((other, answer["registration_id"]))
    assert refused is not None and acknowledged
    assert (refused.status, refused.code) == (503, "storage_unavailable"), refused.raw
    assert int(refused.headers["Retry-After"]) > 0
    # Ready means that writes are taken.
    assert client.call("GET", "/health/ready").status == 503
    assert client.call("GET", "/health/live").status == 200
    read = client.call("GET", "/v1/user", token=tokens["accesstoken"])
    assert read.status == 200 and read["user_name"] == name
    server.kill()

    server.start()
    kept = sqlite3.connect(server.store).execute("SELECT identifier FROM registration").fetchall()
    assert {name for name, _ in acknowledged} <= {row[0].split(":")[-1] for row in kept}
    assert Client(server).call("GET", "/v1/user", token=tokens["accesstoken"]).status == 200
    server.stop()
