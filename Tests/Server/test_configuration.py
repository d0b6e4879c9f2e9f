"""`portico serve` with a configuration: what it refuses, what it takes from where, what follows."""

import json
import subprocess

import pytest

from api_client import Client
from portico_server import PorticoServer, clean_environment

MARKETS = """
- {handle: "DE,HH", name: "Deutschland,Hamburg", latitude: 53.55, longitude: 9.99, open: true}
- {handle: "FR,75", name: "France,Paris", latitude: 48.86, longitude: 2.35, open: false}
"""
EXPERIMENTS = json.dumps([{
    "id": "onboarding", "salt": "own-1", "state": "stopped", "winner": "screenB2",
    "variants": [{"name": "screenB1", "weight": 1}, {"name": "screenB2", "weight": 1}],
}])


def refused(program, folder, configuration, *options, mode=0o600, **environment):
    """The lines in which a server says why it does not start."""
    path = folder / "portico.yaml"
    path.write_text(configuration)
    path.chmod(mode)
    run = subprocess.run(
        [program, "serve", "--config", "portico.yaml", "--port", "0", *options], cwd=folder,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=clean_environment(**environment),
    )
    assert run.returncode == 78 and "listening" not in run.stdout, run
    lines = run.stderr.splitlines()
    assert lines and all(line.startswith("portico serve: ") for line in lines), run.stderr
    return [line.removeprefix("portico serve: ") for line in lines]


def test_all_that_is_wrong_is_told_before_anything_is_made(program, tmp_path):
    lines = refused(
        program, tmp_path, "prot: 1\nstore: sqlite:new.sqlite\nlog: loud\n",
        PORTICO_SMTP_PASSWROD="hunter2hunter2",
    )
    assert len(lines) == 3
    assert any(line.startswith("portico.yaml:1:1: ") and "`port`" in line for line in lines)
    assert any("PORTICO_SMTP_PASSWORD" in line and "hunter2" not in line for line in lines)
    assert not (tmp_path / "new.sqlite").exists()


@pytest.mark.parametrize("mode", [0o640, 0o644, 0o602])
def test_a_file_with_a_secret_is_closed_to_others(program, tmp_path, mode):
    [line] = refused(program, tmp_path, "port: 0\nsms_token: hunter2hunter2\n", mode=mode)
    assert line.startswith("portico.yaml:2:1: ") and "chmod 600" in line and "hunter2" not in line


def test_no_secret_is_a_flag(program, tmp_path):
    run = subprocess.run(
        [program, "serve", "--smtp-password", "hunter2hunter2"], cwd=tmp_path,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=clean_environment(),
    )
    assert run.returncode == 64 and "--smtp-password" in run.stderr


def test_files_that_it_names_are_checked(program, tmp_path):
    (tmp_path / "markets.yaml").write_text(MARKETS.replace("open: true", "opne: true"))
    lines = refused(program, tmp_path, "markets: markets.yaml", "--dev")
    assert any(line.startswith("markets.yaml:2:") and "`opne`" in line for line in lines), lines
    [line] = refused(program, tmp_path, "experiments: nowhere.json", "--dev")
    assert "nowhere.json cannot be read" in line and "portico.yaml:1:1" in line


def test_markets_and_experiments_come_from_files(program, tmp_path):
    (tmp_path / "markets.yaml").write_text(MARKETS)
    (tmp_path / "experiments.json").write_text(EXPERIMENTS)
    path = tmp_path / "portico.yaml"
    path.write_text("markets: markets.yaml\nexperiments: experiments.json\nservice: Acme\n")
    server = PorticoServer(program, tmp_path, ["--config", str(path)])
    try:
        server.start()
        client = Client(server)
        answer = client.call(
            "POST", "/v1/markets", {"latitude": "53.5", "longitude": "10"}, token=None
        )
        assert answer.status == 200, answer.raw
        assert [market["mkt_handle"] for market in answer["markets"]] == ["DE,HH", "FR,75"]
        variant = client.call(
            "GET", "/v1/installation/experiment", headers={"Portico-Installation": "A" * 22}
        )
        assert variant.body == "screenB2"
        server.stop()
    finally:
        server.close()


def test_registration_can_be_closed(program, tmp_path):
    server = PorticoServer(program, tmp_path, settings={"PORTICO_REGISTRATION_OPEN": "false"})
    try:
        server.start()
        answer = Client(server).call(
            "POST", "/v1/user", {"user_name": "ann@example.com", "password": "staple battery"},
            token=None,
        )
        assert (answer.status, answer.code) == (403, "registration_closed"), answer.raw
        assert answer["error_code"] == 300_031
        server.stop()
    finally:
        server.close()
