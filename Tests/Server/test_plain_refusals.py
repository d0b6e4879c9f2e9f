"""What an operator is told when something is wrong: one line that says what, where, and what to do, without a secret."""

import json
import secrets
import subprocess

import pytest

from portico_server import clean_environment
from sender_peers import MailServer, Provider, closed_port
from test_operator import configuration


def run(program, *words, **settings):
    return subprocess.run(
        [str(program), *map(str, words)], capture_output=True, text=True, timeout=60, check=False,
        env=clean_environment(**settings))


def only_line(refused, *statuses):
    assert refused.returncode in (statuses or (1, 78)), refused.stdout + refused.stderr
    lines = refused.stderr.strip().splitlines()
    assert len(lines) == 1, refused.stderr
    return lines[0]


KEY = secrets.token_hex(32)


@pytest.mark.parametrize(("words", "settings", "part"), [
    (("serve", "--public-url", "https://id.example.com"), {"PORTICO_MASTER_KEY_FILE": KEY}, "the master key itself was given"),
    (("serve", "--dev", "--store", f"host=db password={KEY[:20]}"), {}, "holds a password or a key"),
    (("users", "list", "--store", f"host=db:5432 password={KEY[:20]}"), {}, "holds a password or a key"),
    (("users", "list", "--config", KEY), {}, "cannot be read"),
    (("serve", "--dev", "--port", KEY), {}, "not a whole number"),
])
def test_no_line_repeats_a_secret_that_was_written_in_the_wrong_place(program, words, settings, part):
    refused = run(program, *words, **settings)
    assert refused.returncode != 0
    assert KEY[:20] not in refused.stderr + refused.stdout, refused.stderr
    assert part in refused.stderr, refused.stderr


def test_config_check_repeats_no_master_key(program, tmp_path):
    file = configuration(tmp_path, master_key_file=KEY)
    checked = run(program, "config", "check", "--config", file, "--json")
    assert checked.returncode == 1 and KEY not in checked.stdout
    [problem] = json.loads(checked.stdout)["problems"]
    assert "the master key itself was given" in problem


def try_provider(program, file, to):
    tried = run(program, "outbox", "test", to, "--config", file)
    assert tried.returncode == 1 and "messages wait" not in tried.stderr, tried
    return only_line(tried)


def test_a_try_of_a_provider_prints_what_it_said(program, tmp_path):
    mail = {"mail_from": "Example <no-reply@example.com>"}
    with MailServer(answers={"RCPT": "550 5.1.1 nobody of that name"}) as server:
        file = configuration(tmp_path, smtp=f"smtp://127.0.0.1:{server.port}", **mail)
        assert "550 5.1.1 nobody of that name" in try_provider(program, file, "ann@example.com")
    port = closed_port()
    file = configuration(tmp_path, smtp=f"smtp://127.0.0.1:{port}", **mail)
    line = try_provider(program, file, "ann@example.com")
    assert f"127.0.0.1:{port}: " in line and "Connection refused" in line
    with Provider(lambda asked: (403, {}, b'{"problem": "not today"}')) as provider:
        file = configuration(tmp_path, sms=f"webhook:{provider.address}/sms", sms_token="t" * 20)
        assert 'status 403 {"problem": "not today"}' in try_provider(program, file, "+4915112345678")


@pytest.mark.parametrize(("words", "part"), [
    (("users", "import", "folder", "--new-store"), "folder is a folder; give a file with one JSON object per line"),
    (("restore", "missing.backup"), "there is no backup at missing.backup"),
    (("backup", "--to", "nowhere/copy.sqlite"), "nowhere/copy.sqlite cannot be written: there is no such folder"),
    (("users", "list", "--after", "zzzz"), "'zzzz' is not an id of an account"),
])
def test_a_wrong_file_or_id_is_one_plain_line(program, tmp_path, words, part):
    (tmp_path / "folder").mkdir()
    store = tmp_path / "new.sqlite"
    if words[0] not in ("restore", "users"):
        people = tmp_path / "people.jsonl"
        people.write_text("")
        assert run(program, "users", "import", people, "--new-store", "--store", f"sqlite:{store}").returncode == 0
    refused = subprocess.run(
        [str(program), *words, "--store", f"sqlite:{store}"], capture_output=True, text=True, timeout=60, check=False,
        env=clean_environment(), cwd=tmp_path)
    line = only_line(refused)
    assert part in line and "Domain=" not in line and ".part-" not in line


def test_two_master_keys_in_the_file_are_named_with_their_place(program, tmp_path):
    file = configuration(tmp_path, master_key=KEY)
    checked = run(program, "config", "check", "--config", file, "--json")
    [problem] = json.loads(checked.stdout)["problems"]
    assert f"{file}:1:" in problem and KEY not in problem
