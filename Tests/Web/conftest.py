"""Starts what the tests of the browser host need: the page's files, servers, and Chromium."""

import fcntl
import functools
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

ROOT = Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "Tests" / "Server"))

import gallery
from exercise_server import ExerciseServer
from page_server import PageServer
from person import CALM, Person
from portico_server import PorticoServer
from visitor import Traffic, Visitor


def pytest_addoption(parser):
    parser.addoption("--site", help="a folder that scripts/web made; by default it is made again")
    parser.addoption("--portico", help="what compiles flows; by default the program built last")
    parser.addoption("--motion", action="store_true", help="with the animations of the page")
    parser.addoption("--every-look", action="store_true", help="each screen in all looks and languages")
    # The same engine without the windows of an application, which cost two thirds of a page's time.
    parser.addoption("--browser", default="chromium-headless-shell", help="the program that shows the page")


@pytest.fixture(scope="session")
def portico(request):
    """The program that compiles and plays flows."""
    if program := request.config.getoption("--portico"):
        return Path(program).resolve()
    built = [ROOT / ".build" / kind / "portico" for kind in ("release", "debug")]
    built = [program for program in built if program.exists()]
    assert built, "there is no portico; PORTICO_HOST=1 swift build --product portico makes it"
    return max(built, key=lambda program: program.stat().st_mtime)


@pytest.fixture(scope="session")
def made_once(tmp_path_factory):
    """Makes a folder for all processes that run tests side by side: the first that asks makes it, the others wait."""
    base = tmp_path_factory.getbasetemp()
    if os.environ.get("PYTEST_XDIST_WORKER"):
        base = base.parent

    def folder(name, make):
        path = base / name
        with open(base / f"{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not path.exists():
                making = base / f"{name}.making"
                shutil.rmtree(making, ignore_errors=True)
                making.mkdir()
                make(making)
                making.rename(path)
        return path

    return folder


@pytest.fixture(scope="session")
def site(made_once, portico, request):
    """The folder that is served, with a flow made for these tests beside the shipped ones."""
    if made := request.config.getoption("--site"):
        return Path(made).resolve()

    def make(folder):
        command = [ROOT / "scripts" / "web", "--output", folder, "--portico", portico]
        for name in ["form", "demands", "words"]:
            command += ["--flow", ROOT / "Tests" / "Web" / f"{name}.flow.yaml"]
        command += ["--flow", ROOT / "Tests" / "Flows" / "come-of-age.flow.yaml"]
        subprocess.run(command, check=True)

    return made_once("site", make)


@pytest.fixture(scope="session")
def page_server(site):
    server = PageServer(site)
    yield server
    server.close()


@pytest.fixture(scope="session")
def played(portico, made_once):
    """A folder for a play script: what `portico play` printed, and the event log that it recorded."""

    def of(script):
        flow = script.relative_to(ROOT / "Flows").parts[0]
        return made_once(f"played-{flow}-{script.stem}", functools.partial(gallery.play, portico, script))

    return of


@pytest.fixture(scope="session")
def screens(played, made_once, browser, page_server):
    """The different screens of a flow, as gallery.py finds them."""

    def of(flow):
        def make(folder):
            logs = [(played(script) / "log.jsonl").read_text() for script in gallery.scripts(flow)]
            context = browser.new_context()
            page = context.new_page()
            gallery.open_gallery(page, page_server.origin, flow)
            (folder / "screens.json").write_text(json.dumps(gallery.screens(page, logs)))
            context.close()

        return json.loads((made_once(f"screens-{flow}", make) / "screens.json").read_text())

    return of


@pytest.fixture
def origin(page_server):
    page_server.posted.clear()
    page_server.status = 200
    return page_server.origin


@pytest.fixture(scope="session")
def browser(request):
    name = request.config.getoption("--browser")
    program = shutil.which(name)
    assert program, f"there is no {name} on the PATH; scripts/install-tools test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def exercise():
    server = ExerciseServer()
    yield server
    server.close()


@pytest.fixture(scope="session")
def context_options(request):
    motion = {"reduced_motion": "no-preference"} if request.config.getoption("--motion") else {}
    return {**CALM, **motion}


@pytest.fixture
def context(browser, context_options):
    context = browser.new_context(**context_options)
    yield context
    context.close()


@pytest.fixture
def person(context, origin, exercise):
    """Somebody before the page, with time standing still unless they let it pass."""
    expect.set_options(timeout=30_000)
    person = Person(context.new_page(), origin, exercise.origin)
    yield person
    person.check_page()


@pytest.fixture
def identity(site, tmp_path, portico):
    """`portico serve --dev` with the page, on a store of its own."""
    server = PorticoServer(portico, tmp_path, options=["--web", str(site)])
    server.start()
    yield server
    server.close()


@pytest.fixture
def traffic(context):
    return Traffic(context)


@pytest.fixture
def visitor(context, identity):
    """Somebody before the page of a real server, with real time."""
    expect.set_options(timeout=30_000)
    visitor = Visitor(context.new_page(), identity)
    yield visitor
    visitor.check_page()


@pytest.fixture
def supply(site, tmp_path):
    """Serves a page that loads a module of an app's own before page.js, and returns its origin."""
    folder = tmp_path / "site"
    shutil.copytree(site, folder)
    server = PageServer(folder)

    def supply(script):
        (folder / "app").mkdir()
        (folder / "app" / "views.js").write_text(script)
        page = folder / "index.html"
        first = '<script type="module" src="host/page.js">'
        assert first in page.read_text()
        own = '<script type="module" src="app/views.js"></script>'
        page.write_text(page.read_text().replace(first, own + first))
        return server.origin

    yield supply
    server.close()
