"""The package that `scripts/debian-package` built, and a Debian system to try it in."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
# The readers of the server's tests.
sys.path.insert(0, str(ROOT / "Tests" / "Server"))

from debian_system import DebianSystem  # noqa: E402


def pytest_addoption(parser):
    parser.addoption(
        "--package", help="the package; by default the one in .build/package",
    )


@pytest.fixture(scope="session")
def package(request):
    named = request.config.getoption("--package")
    found = [Path(named)] if named else sorted((ROOT / ".build" / "package").glob("portico_*.deb"))
    assert len(found) == 1, f"there are {len(found)} packages in .build/package; scripts/debian-package builds one"
    return found[0].resolve()


@pytest.fixture
def system(tmp_path):
    """A minimal Debian 12, from the mirror that this machine uses itself."""
    system = DebianSystem(tmp_path / "debian")
    yield system
    system.close()
