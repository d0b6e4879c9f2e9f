"""One recorded event log gives the same trace, byte for byte, natively, in Node and in the page."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "Flows").glob("*/play/*.play.yaml"))


def program(request):
    chosen = request.config.getoption("--portico")
    if chosen:
        return chosen
    built = [ROOT / ".build" / kind / "portico" for kind in ("release", "debug")]
    return max((file for file in built if file.exists()), key=lambda file: file.stat().st_mtime)


def machine_lines(output):
    """The machine's own lines: those of the script, of what was sent and of the verdict lie between them."""
    return "".join(line + "\n" for line in output.splitlines() if '"effects":[' in line)


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_every_script_gives_one_trace_on_all_hosts(person, site, request, tmp_path, script):
    """Kills, faults and relaunches are part of the log"""
    flow = script.parents[1].name
    log = tmp_path / "log.jsonl"
    native = subprocess.run(
        [program(request), "play", flow, "--script", script, "--record", log],
        check=True, capture_output=True, text=True, cwd=ROOT,
    ).stdout
    expected = machine_lines(native)
    assert expected.count("\n") > 2
    node = subprocess.run(
        ["node", ROOT / "Web" / "replay.mjs", site / "flows" / f"{flow}.flow", log, site / "portico.wasm"],
        check=True, capture_output=True, text=True,
    ).stdout
    assert node == expected
    person.open()
    person.page.wait_for_function("() => window.portico")
    page = person.page.evaluate("log => portico.replay(log)", log.read_text())
    assert page == expected
