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


# Code within the text: a call with a value in it, a closure, or an assignment. Labels alone, as in `data(for:)`, name a function.
INLINE = re.compile(r"`([^`]*)`")
CODE = re.compile(r"\w\((?!(?:\w+:)*\))| \{|[\w\]] = ")
COMPILED = [
    path for place in ("Tests/GuideListings", "Tests/PorticoTestingTests", "Examples")
    for path in sorted((ROOT / place).rglob("*.swift")) if ".build" not in path.parts
]


def inline_code(guide):
    text = BLOCK.sub("", guide.read_text())
    return [" ".join(span.split()) for span in INLINE.findall(text)]


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


@pytest.mark.parametrize("guide", GUIDES, ids=lambda guide: guide.stem)
def test_code_within_the_text_is_compiled_somewhere(guide):
    """A line to copy that nobody compiles is wrong before long"""
    compiled = " ".join(" ".join(path.read_text().split()) for path in COMPILED)
    code = [span for span in inline_code(guide) if CODE.search(span) and not re.match(r"\w+: {", span)]
    missing = [span for span in code if span.removeprefix("await ") not in compiled]
    assert not missing, f"show these in a listing of Tests/GuideListings: {missing}"


@pytest.mark.parametrize("span", [
    "device.saveFile = { file in … }", "SystemPasskeys { window }", "session.fetch(1)", "a(b: c)",
    'device.sheets["apple"] = x',
])
def test_code_within_the_text_is_recognized(span):
    assert CODE.search(span)


@pytest.mark.parametrize("span", ["data(for:)", "session.signOut()", "entry.type(_:into:)", "portico serve"])
def test_a_name_within_the_text_is_no_code(span):
    assert not CODE.search(span)


def test_the_guide_to_other_clients_names_what_there_is():
    """It has no code, so what it sends its readers to is looked up"""
    spans = inline_code(ROOT / "docs" / "guides" / "other-clients.md")
    tracked = run(["git", "ls-files", "Sources", "Web", "scripts", "Tests", "Examples", "Flows"], ROOT).splitlines()
    paths = [span for span in spans if re.match(r"(Sources|Web|scripts|Tests|Examples|Flows)/", span)]
    names = [span for span in spans if re.fullmatch(r"[A-Z][a-z]+[A-Z]\w+(\.\w+)?", span)]
    assert len(paths) >= 5 and len(names) >= 5
    for path in paths:
        assert list(ROOT.glob(path)), f"there is no {path}"
    files = [ROOT / file for file in tracked if file.endswith((".swift", ".js", ".mjs"))]
    texts = [file.read_text(errors="replace") for file in files]
    for name in set(names) - {"KeyStore", "StrongBox"}:  # Android's.
        kind, _, member = name.partition(".")
        assert any(kind in text and member in text for text in texts), f"nothing is called {name}"


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
