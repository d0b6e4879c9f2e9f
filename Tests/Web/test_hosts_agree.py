"""One recorded event log gives the same trace, byte for byte, natively, in Node and in the page."""

import json
import subprocess
from pathlib import Path

import pytest

from person import Person

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
SCRIPTS = sorted((ROOT / "Flows").glob("*/play/**/*.play.yaml"))


def machine_lines(output):
    """The machine's own lines: those of the script, of what was sent and of the verdict lie between them."""
    return "".join(line + "\n" for line in output.splitlines() if '"effects":[' in line)


@pytest.fixture(scope="module")
def in_node(site):
    """Replays the log of a flow in Node, in a process that goes on to the next log if it has answered."""
    processes = []

    def started():
        command = ["node", HERE / "replays_node.mjs", site]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def replay(flow, log):
        node = processes.pop() if processes else started()
        print(json.dumps([flow, log]), file=node.stdin, flush=True)
        answer = json.loads(node.stdout.readline())
        processes.append(node)
        return answer

    yield replay
    for node in processes:
        node.communicate(timeout=60)


@pytest.fixture(scope="module")
def in_page(browser, context_options, page_server):
    """Replays the log of a flow in a page, which stays open for the next log if nothing went wrong there."""
    people = {}

    def opened(flow):
        person = Person(browser.new_context(**context_options).new_page(), page_server.origin, page_server.origin)
        person.open(flow=flow, backend=None, server=None)
        person.page.wait_for_function("() => window.portico")
        return person

    def replay(flow, log):
        person = people.pop(flow, None) or opened(flow)
        trace = person.page.evaluate("log => portico.replay(log)", log)
        person.check_page()
        people[flow] = person
        return trace

    yield replay
    for person in people.values():
        person.page.context.close()


@pytest.mark.parametrize("script", SCRIPTS, ids=[script.stem for script in SCRIPTS])
def test_every_script_gives_one_trace_on_all_hosts(in_node, in_page, played, script):
    """Kills, faults and relaunches are part of the log. Each log runs through a machine of its own."""
    flow = script.relative_to(ROOT / "Flows").parts[0]
    folder = played(script)
    expected = machine_lines((folder / "printed").read_text())
    assert expected
    # What a flow is configured with stands in the log.
    log = (folder / "log.jsonl").read_text()
    assert in_node(flow, log) == {"trace": expected}
    assert in_page(flow, log) == expected
