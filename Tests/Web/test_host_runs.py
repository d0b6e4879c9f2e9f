"""The page's host does what every other host does: whichever write fails, and wherever the app dies then."""

import json
import os
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).resolve().parent
# Of the matrix of storage (`StorageMatrix`) a sample; PORTICO_MATRIX=1 plays all of it.
SAMPLES = {"onboarding": 61, "phone": 61, "market": 89, "bootstrap": 151, "account": 211, "entry": 997}


@pytest.fixture(scope="session")
def runs(portico):
    """Runs of a flow on the host in Swift: every so many of them."""
    program = portico.parent / "HostRuns"
    assert program.exists(), "there is no HostRuns; PORTICO_HOST=1 swift build --build-tests makes it"

    def of(flow, every):
        return subprocess.run([program, flow, str(every)], check=True, capture_output=True, text=True, cwd=ROOT).stdout

    return of


def played(site, flow, text):
    command = ["node", HERE / "host_runs_node.mjs", site, flow]
    return json.loads(subprocess.run(command, check=True, capture_output=True, text=True, input=text).stdout)


@pytest.mark.parametrize("flow", SAMPLES)
def test_both_hosts_do_the_same_whatever_storage_does(site, runs, flow):
    """ENT-4: actions and traces are equal byte for byte, over failing writes and kills"""
    every = 1 if os.environ.get("PORTICO_MATRIX") == "1" else SAMPLES[flow]
    text = runs(flow, every)
    sum = played(site, flow, text)
    print(f"hosts: {flow}: {sum['runs']} runs, {sum['actions']} actions alike")
    assert sum["problems"] == []
    assert sum["runs"] == text.count('{"run":') >= 20
    assert sum["actions"] == text.count('{"action":')


@pytest.mark.parametrize("was, shall, problem", [
    ('\\"forced\\":true', '\\"forced\\":false', "action"),
    ('{"killed":true}\n', "", "none"),
    ('"kind":"once"', '"kind":"full"', "action"),
])
def test_a_host_that_does_otherwise_is_found(site, runs, was, shall, problem):
    """What is compared can differ: an order that is not forced, a kill that is left out, another fault"""
    text = runs("onboarding", 61)
    changed = text.replace(was.replace('\\"', '\\"'), shall)
    assert changed != text
    problems = played(site, "onboarding", changed)["problems"]
    assert problems and any(problem in message for message in problems)


def test_the_page_does_the_same_in_a_browser(person, site, runs):
    """The very modules that the page runs, on a sample"""
    person.open(flow="onboarding", backend=None, server=None)
    person.page.wait_for_function("() => window.portico")
    script = (HERE / "host_runs.mjs").read_text().replace("export async", "async")
    person.page.evaluate(f"() => {{ {script}\n window.playRuns = playRuns }}")
    sum = person.page.evaluate("""async (runs) => {
      const { Machine, Process, StorageProblem, whole } = await import('/host/page.js')
      const bytes = async (name) => new Uint8Array(await (await fetch(name)).arrayBuffer())
      const first = await bytes('/portico.wasm')
      const parts = {
        first: await WebAssembly.compile(first), phones: () => bytes('/phones.txt'),
        whole: async (rest) => WebAssembly.compile(whole(first, await bytes('/' + rest))),
      }
      const lines = runs.split('\\n').filter((line) => line !== '')
      return playRuns({ Machine, Process, StorageProblem }, parts, await bytes('/flows/onboarding.flow'), lines)
    }""", runs("onboarding", 173))
    assert sum["problems"] == []
    assert sum["runs"] >= 10
