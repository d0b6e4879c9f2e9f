"""Starts the real server for the tests that speak to it over sockets."""

from pathlib import Path

import pytest

from portico_server import PorticoServer
from postgres_cluster import Cluster
from sender_peers import Authority, Probe

ROOT = Path(__file__).resolve().parents[2]


def pytest_addoption(parser):
    parser.addoption(
        "--portico", default=str(ROOT / ".build" / "debug" / "portico"),
        help="the program with `serve`; by default the debug build",
    )
    parser.addoption(
        "--sender-probe", default=str(ROOT / ".build" / "debug" / "SenderProbe"),
        help="the program that sends what it reads; by default the debug build",
    )
    parser.addoption(
        "--store-engine", choices=["sqlite", "postgres"], default="sqlite",
        help="where servers keep their stores; on postgres, tests that open the store's file fail",
    )


def pytest_configure(config):
    config.addinivalue_line("markers", "long: takes minutes, so it is begun first and others run beside it")


def pytest_collection_modifyitems(items):
    """Tests that run side by side are dealt out in equal shares, in order: each share begins with a long one."""
    long = [item for item in items if item.get_closest_marker("long")]
    rest = [item for item in items if not item.get_closest_marker("long")]
    share = -(-len(rest) // len(long)) if long else 0
    if long:
        items[:] = [item for place, first in enumerate(long) for item in [first, *rest[place * share:(place + 1) * share]]]


@pytest.fixture(scope="session")
def program(request):
    path = Path(request.config.getoption("--portico")).resolve()
    assert path.exists(), f"there is no {path}; build it with `PORTICO_HOST=1 swift build --product portico`"
    return path


@pytest.fixture(scope="session")
def probe(request):
    path = Path(request.config.getoption("--sender-probe")).resolve()
    assert path.exists(), f"there is no {path}; build it with `PORTICO_HOST=1 swift build --product SenderProbe`"
    return Probe(path)


@pytest.fixture(scope="session")
def cluster():
    """A PostgreSQL server, started with the first test that asks for it."""
    cluster = Cluster()
    yield cluster
    cluster.close()


@pytest.fixture(autouse=True)
def store_engine(request, monkeypatch):
    if request.config.getoption("--store-engine") == "postgres":
        on_postgres(request, monkeypatch)


def on_postgres(request, monkeypatch):
    """From here on each server has a database for its store."""
    cluster = request.getfixturevalue("cluster")
    make = staticmethod(lambda: cluster.address(cluster.database()))
    monkeypatch.setattr(PorticoServer, "databases", make)


@pytest.fixture(scope="session")
def authority(tmp_path_factory):
    return Authority(tmp_path_factory.mktemp("authority"))


@pytest.fixture
def stopped_server(program, tmp_path):
    """Not started yet; whatever the test leaves running is killed."""
    server = PorticoServer(program, tmp_path)
    yield server
    server.close()


@pytest.fixture
def server(stopped_server):
    """Has to end well when it is asked to."""
    stopped_server.start()
    yield stopped_server
    if stopped_server.is_running:
        stopped_server.stop()
