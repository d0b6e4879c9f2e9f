"""What the guides show is what the examples have, and their commands work."""

import os
import re
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
GUIDES = [ROOT / "docs" / "guides" / name for name in ("add-to-an-app.md", "keep-your-back-end.md")]
BLOCK = re.compile(r"(?:<!-- (?P<mark>[^>]*?) -->\n)?```(?P<language>\w*)\n(?P<code>.*?)```", re.S)
BLOCKS = [
    pytest.param(match, id=f"{guide.stem}-{number}")
    for guide in GUIDES
    for number, match in enumerate(BLOCK.finditer(guide.read_text()), 1)
]


def run(command, folder, environment=None):
    result = subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=300)
    assert result.returncode == 0, f"{command}\n{result.stdout}{result.stderr}"
    return result.stdout


@pytest.mark.parametrize("block", BLOCKS)
def test_a_block_of_a_guide_is_code_that_is_compiled_or_run(block, program, tmp_path):
    # `task`, for Tests/HouseTests/GuideLinesTests.swift, comes behind a semicolon.
    kind, _, place = (block["mark"] or "").partition(";")[0].partition(": ")
    if kind == "from":
        # The file is part of a target, or is read by one.
        assert block["code"] in (ROOT / place).read_text(), f"{place} has not: {block['code']}"
    elif kind == "manifest":
        (tmp_path / "Package.swift").write_text(
            "// swift-tools-version: 6.2\nimport PackageDescription\n"
            f'let package = Package(name: "app", dependencies: [{block["code"].strip()}])\n')
        assert '"identity" : "portico"' in run(["swift", "package", "dump-package"], tmp_path)
    elif kind == "in":
        folder = tmp_path / "example"
        shutil.copytree(ROOT / place, folder, ignore=shutil.ignore_patterns(".build"))
        before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
        tools = tmp_path / "bin"
        tools.mkdir()
        (tools / "portico").symlink_to(program)
        environment = os.environ | {"PATH": f"{tools}:{os.environ['PATH']}"}
        run(["bash", "-euxc", block["code"]], folder, environment)
        # What is generated is what is committed.
        assert before == {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}
    else:
        pytest.fail(f"nobody compiles or runs this block; say `from`, `in` or `manifest`: {block[0]}")


def test_both_guides_have_blocks():
    assert len(BLOCKS) >= 10


@pytest.mark.parametrize("example", ["App.swiftpm", "own-flow", "own-backend"])
def test_the_manifest_of_an_example_names_the_sources_that_the_tests_compile(example):
    """The package of the repository compiles the same folders, so that CI builds them once."""
    here = ROOT / "Examples" / example
    shown = run(["swift", "package", "--package-path", str(here), "dump-package"], ROOT)
    # An app needs no more than this to leave the server out (Tests/HouseTests/ManifestTests.swift).
    assert '"portico"' in shown and "traits:" not in (here / "Package.swift").read_text()
    root = (ROOT / "Package.swift").read_text()
    for folder in sorted({path.parent for path in here.rglob("*.swift")} - {here}):
        name = str(folder.relative_to(ROOT / "Examples"))
        assert f'"{name}"' in root or name == "App.swiftpm/App", f"nobody compiles {name}"
