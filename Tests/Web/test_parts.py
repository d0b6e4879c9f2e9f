"""The machine in parts: what is not there is got when it is needed, and nothing is done by halves."""

import itertools
import json
import re
import shutil
import subprocess

import pytest
from playwright.sync_api import expect

from conftest import ROOT
from page_server import PageServer
from person import Person
from portico_server import PorticoServer
from test_client import test_somebody_signs_in_by_phone as sign_in_by_phone
from visitor import Visitor

LIST = ROOT / "Web" / "Machine" / "first-launch.txt"
REST = re.compile(r"/portico\.rest\.[0-9a-f]{16}\.bin$")


@pytest.fixture
def divide(site, tmp_path):
    """Makes a site whose first part is as these lines of the list say; the machine was built for `site`."""
    made = itertools.count()

    def make(lines):
        folder = tmp_path / f"divided-{next(made)}"
        shutil.copytree(site, folder, ignore=shutil.ignore_patterns("*.br", "*.gz"))
        first = write_list(tmp_path, lines)
        machine = ROOT / ".build" / "web" / "portico"
        command = [ROOT / "scripts" / "divide-machine", f"{machine}.wasm", f"{machine}.names", first, folder]
        subprocess.run(command, check=True)
        return folder

    return make


@pytest.fixture(scope="session")
def bare_site(made_once, portico, site):
    """The first part stops at once, as with a list whose names have all changed."""

    def make(folder):
        command = [ROOT / "scripts" / "web", "--output", folder / "site", "--portico", portico]
        subprocess.run([*command, "--first", write_list(folder, [])], check=True)

    return made_once("bare", make) / "site"


def write_list(folder, lines):
    first = folder / "first.txt"
    first.write_text("".join(f"{line}\n" for line in lines))
    return first


def fetched(page):
    paths = []
    page.on("request", lambda request: paths.append(request.url))
    return paths


WHOLE = """
const [folder, name] = process.argv.slice(1);
const { readFileSync, writeFileSync } = await import("node:fs");
const { restOf, whole } = await import(name);
const first = readFileSync(`${folder}/portico.wasm`);
const rest = restOf(new WebAssembly.Module(first));
writeFileSync(1, whole(first, readFileSync(`${folder}/${rest}`)));
"""


def test_both_parts_make_the_machine(site, bare_site):
    """To the byte, wherever it was divided"""
    machine = (ROOT / ".build" / "web" / "portico.wasm").read_bytes()
    for folder in (site, bare_site):
        command = ["node", "--input-type=module", "-e", WHOLE, folder, ROOT / "Web" / "host" / "parts.js"]
        assert subprocess.run(command, check=True, capture_output=True).stdout == machine


def test_a_function_that_was_changed_since_stays_whole(divide, bare_site, site):
    """It is no longer known which of its blocks ran"""
    lines = LIST.read_text().splitlines()
    changed = divide(re.sub(r" \w+ (\w+)$", r" 00000000 \1", line) for line in lines)
    names_alone = divide(line.split(" ")[0] for line in lines)
    sizes = [
        (folder / "portico.wasm").stat().st_size for folder in (bare_site, site, changed, names_alone)
    ]
    assert sizes == sorted(sizes) and sizes[2] == sizes[3] > 1.3 * sizes[1]


def test_somebody_signs_in_by_phone_whatever_the_first_part_has(context, bare_site, tmp_path, portico):
    """A list that is out of date changes when things load, and nothing else"""
    expect.set_options(timeout=10_000)
    server = PorticoServer(portico, tmp_path, options=["--web", str(bare_site)])
    server.start()
    visitor = Visitor(context.new_page(), server)
    paths = fetched(visitor.page)
    sign_in_by_phone(visitor)
    visitor.check_page()
    server.close()
    assert any(REST.search(path) for path in paths)


@pytest.mark.parametrize("flow, script", [
    ("phone", "PHN-9-code-with-tries-and-countdown"), ("entry", "ENT-3-killed-in-the-middle"),
])
def test_a_trace_is_the_same_whatever_the_first_part_has(bare_site, site, portico, tmp_path, flow, script):
    """Byte for byte: what was undone left nothing behind; also with the file of one language, except for the names it lacks"""
    found = ROOT / "Flows" / flow / "play" / f"{script}.play.yaml"
    log = tmp_path / "log.jsonl"
    subprocess.run(
        [portico, "play", flow, "--script", found, "--record", log, "--simulated"],
        check=True, capture_output=True, cwd=ROOT,
    )
    traces = [
        subprocess.run(
            ["node", ROOT / "Web" / "replay.mjs", site / "flows" / file, log, folder / "portico.wasm"],
            check=True, capture_output=True, text=True,
        ).stdout
        for folder, file in [(site, f"{flow}.flow"), (bare_site, f"{flow}.flow"), (site, f"{flow}.en.flow")]
    ]
    assert traces[0] == traces[1] != ""
    assert [nameless(line) for line in traces[0].splitlines()] == [nameless(line) for line in traces[2].splitlines()]


def nameless(line):
    """A line of a trace without the names of events and of states that are no screens."""
    return {name: value for name, value in json.loads(line).items() if name not in ("took", "states")}


@pytest.mark.parametrize("wanted, file, words", [
    ("de-AT", "entry.de.flow", "Mit einer Telefonnummer"), ("fr-FR", "entry.en.flow", "With a phone number"),
])
def test_a_launch_gets_the_texts_of_its_language(browser, identity, wanted, file, words):
    """If the flow does not have that language, those of the first one that it names"""
    context = browser.new_context(locale=wanted)
    page = context.new_page()
    paths = fetched(page)
    page.goto(f"{identity.origin}/?flow=entry")
    expect(page.locator("#stage").get_by_role("button", name=words)).to_be_visible()
    assert [path.rsplit("/", 1)[1] for path in paths if path.endswith(".flow")] == [file]
    assert not any(REST.search(path) for path in paths)
    context.close()


def test_what_is_typed_waits_for_a_part_that_cannot_be_got(context, divide):
    """It is done once, when the network is back and a person tries again"""
    expect.set_options(timeout=10_000)
    names = (ROOT / ".build" / "web" / "portico.names").read_text().splitlines()
    names = {line.split(":", 1)[1] for line in names}
    # What is typed comes to it, and nothing before.
    typed = {name for name in names if "FieldInputV5typed" in name or "FieldInputV7changes" in name}
    assert typed
    server = PageServer(divide(names - typed))
    person = Person(context.new_page(), server.origin, server.origin)
    context.route(REST, lambda route: route.abort())
    person.open(flow="account", backend=None, server=None)
    person.page.wait_for_function("() => window.portico?.log")
    person.sees("signIn")
    person.top.locator('[data-element="email"] input').first.fill("ann@example.com")
    person.sees_note("Failed to fetch")
    again = person.page.locator("#notes").get_by_role("button", name="Try again")
    again.click()
    person.sees_note("Failed to fetch")
    assert '"type"' not in person.page.evaluate("portico.log")
    context.unroute(REST)
    again.click()
    person.sees_no_note("Couldn’t continue")
    person.settle()
    assert person.page.evaluate("portico.log").count('"type"') == 1
    person.check_page()
    server.close()


def test_the_rest_is_got_at_the_first_sign_of_a_person(person):
    """So that a tap does not wait for it; a launch does not pay for it"""
    paths = fetched(person.page)
    # The studio, which asks for traces, would get it at once.
    person.open(flow="entry", backend=None, server=None, dev=None)
    person.sees_note("Simulated answers")
    person.page.wait_for_load_state("networkidle")
    assert not any(REST.search(path) for path in paths)
    with person.page.expect_response(REST):
        person.page.keyboard.press("Shift")
