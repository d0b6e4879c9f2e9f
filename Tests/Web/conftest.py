"""Starts what the tests of the browser host need: the page's files, servers, and Chromium."""

import shutil
import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import expect, sync_playwright

from exercise_server import ExerciseServer
from page_server import PageServer
from person import Person

ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption("--portico", help="what compiles flows; by default the program built last")


@pytest.fixture(scope="session")
def site(tmp_path_factory, request):
    """The folder that is served, with a flow made for these tests beside the shipped ones."""
    folder = tmp_path_factory.mktemp("site")
    command = [ROOT / "scripts" / "web", "--output", folder]
    command += ["--flow", ROOT / "Tests" / "Web" / "form.flow.yaml"]
    if program := request.config.getoption("--portico"):
        command += ["--portico", program]
    subprocess.run(command, check=True)
    return folder


@pytest.fixture(scope="session")
def page_server(site):
    server = PageServer(site)
    yield server
    server.close()


@pytest.fixture
def origin(page_server):
    page_server.posted.clear()
    page_server.status = 200
    return page_server.origin


@pytest.fixture(scope="session")
def browser():
    program = shutil.which("chromium")
    assert program, "there is no chromium on the PATH; scripts/install-tools test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture
def exercise():
    server = ExerciseServer()
    yield server
    server.close()


@pytest.fixture
def context(browser):
    context = browser.new_context(locale="en-US")
    yield context
    context.close()


@pytest.fixture
def person(context, origin, exercise):
    """Somebody before the page, with time standing still unless they let it pass."""
    expect.set_options(timeout=10_000)
    person = Person(context.new_page(), origin, exercise.origin)
    yield person
    person.check_page()
