"""One recorded event log gives the same trace, byte for byte, natively, in Node and in the page."""

import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = sorted((ROOT / "Flows").glob("*/play/**/*.play.yaml"))


def machine_lines(output):
    """The machine's own lines: those of the script, of what was sent and of the verdict lie between them."""
    return "".join(line + "\n" for line in output.splitlines() if '"effects":[' in line)


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_every_script_gives_one_trace_on_all_hosts(person, site, portico, tmp_path, script):
    """Kills, faults and relaunches are part of the log"""
    flow = script.relative_to(ROOT / "Flows").parts[0]
    log = tmp_path / "log.jsonl"
    native = subprocess.run(
        [portico, "play", flow, "--script", script, "--record", log, "--simulated"],
        check=True, capture_output=True, text=True, cwd=ROOT,
    ).stdout
    expected = machine_lines(native)
    assert expected
    node = subprocess.run(
        ["node", ROOT / "Web" / "replay.mjs", site / "flows" / f"{flow}.flow", log, site / "portico.wasm"],
        check=True, capture_output=True, text=True,
    ).stdout
    assert node == expected
    # What a flow is configured with stands in the log.
    person.open(flow=flow, backend=None, server=None)
    person.page.wait_for_function("() => window.portico")
    page = person.page.evaluate("log => portico.replay(log)", log.read_text())
    assert page == expected
