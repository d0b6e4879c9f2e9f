import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from drivers import Firefox, WebKit  # noqa: E402
from https_front import HTTPSFront  # noqa: E402
from portico_server import PorticoServer  # noqa: E402
from tab import Tab  # noqa: E402


def pytest_addoption(parser):
    parser.addoption("--site", help="a folder that scripts/web made; by default it is made again")


@pytest.fixture(scope="session")
def portico():
    """The program that serves the page."""
    built = [ROOT / ".build" / kind / "portico" for kind in ("release", "debug")]
    built = [program for program in built if program.exists()]
    assert built, "there is no portico; PORTICO_HOST=1 swift build --product portico makes it"
    return max(built, key=lambda program: program.stat().st_mtime)


@pytest.fixture(scope="session")
def site(portico, tmp_path_factory, request):
    if made := request.config.getoption("--site"):
        return Path(made).resolve()
    folder = tmp_path_factory.mktemp("site")
    subprocess.run([ROOT / "scripts" / "web", "--output", folder, "--portico", portico], check=True)
    return folder


@pytest.fixture(params=[Firefox, WebKit], ids=lambda kind: kind.__name__)
def browser(request):
    """A profile of its own for each test."""
    browser = request.param()
    yield browser
    browser.close()


@pytest.fixture
def tab(browser, site, tmp_path, portico):
    front = HTTPSFront(tmp_path)
    server = PorticoServer(portico, tmp_path, options=["--web", str(site), "--public-url", front.origin]).start()
    front.upstream = server.address
    yield Tab(browser, server, front.origin)
    server.close()
    front.close()
