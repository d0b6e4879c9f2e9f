"""`make run`: the page first, then the server at the same address."""

import os
import shutil
import signal
import socket
import subprocess
import urllib.request

import pytest
from playwright.sync_api import expect

from conftest import ROOT

# Stands for the compiler: what it would build was built before these tests.
SWIFT = """#!/bin/bash
case "$*" in
  -print-target-info) exec {swift} -print-target-info ;;
  *)
    echo '[1/3] Compiling First first.swift'
    echo '[2/3] Compiling Second second.swift'
    read -r verdict < {tell}
    [ "$verdict" = built ] || {{ echo 'error: no such thing'; exit 1; }}
    mkdir -p .build/release
    ln -sf {built}/portico .build/release/ ;;
esac
"""


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Checkout:
    """A clone in which nothing but the machine was built."""

    def __init__(self, folder):
        self.folder = folder
        self.port = free_port()
        (folder / "scripts").mkdir()
        for script in (ROOT / "scripts").iterdir():
            if script.is_file():
                shutil.copy2(script, folder / "scripts")
        for name in ["Package.swift", "Sources", "Web", "Flows"]:
            (folder / name).symlink_to(ROOT / name)
        shutil.copytree(ROOT / ".build" / "web", folder / ".build" / "web")
        self.tell = folder / "tell"
        os.mkfifo(self.tell)
        (folder / "bin").mkdir()
        compiler = folder / "bin" / "swift"
        compiler.write_text(SWIFT.format(
            swift=shutil.which("swift"), built=ROOT / ".build" / "debug", tell=self.tell))
        compiler.chmod(0o755)
        self.processes = []

    def run(self):
        process = subprocess.Popen(
            [self.folder / "scripts" / "run", "--port", str(self.port)],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "PATH": f"{self.folder / 'bin'}:{os.environ['PATH']}"},
        )
        self.processes.append(process)
        return process

    def end(self):
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGTERM)
            process.communicate(timeout=60)


@pytest.fixture
def checkout(tmp_path):
    checkout = Checkout(tmp_path)
    yield checkout
    checkout.end()


def lines_until(process, words):
    lines = []
    for line in process.stdout:
        lines.append(line)
        if words in line:
            return lines
    raise AssertionError(f"{words!r} never came: {lines} {process.stderr.read()}")


def test_the_page_is_there_first_and_goes_over_to_the_server(checkout, context):
    """And a second run starts the server at once"""
    running = checkout.run()
    said = lines_until(running, "simulated answers")
    address = f"http://127.0.0.1:{checkout.port}/"
    assert said[-1].startswith(address)
    page = context.new_page()
    page.goto(address)
    expect(page.locator("#stage > main")).to_be_visible()
    note = page.locator('[data-note="build"]')
    expect(note).to_contain_text("step 2 of 3")
    # This note says it too.
    simulated = page.locator('[data-note="simulated"]')
    expect(simulated).to_have_count(1)
    expect(simulated).to_be_hidden()
    checkout.tell.write_text("built\n")
    lines_until(running, "listening on")
    page.wait_for_url("**/?flow=entry&dev")
    expect(page.locator("#stage > main")).to_be_visible()

    running.send_signal(signal.SIGTERM)
    assert running.wait(timeout=60) == 0
    again = checkout.run()
    assert not any("of 2" in line for line in lines_until(again, "listening on"))


def test_a_build_that_fails_is_told_in_page_and_terminal(checkout, context):
    """With the compiler's own words"""
    running = checkout.run()
    lines_until(running, "simulated answers")
    page = context.new_page()
    page.goto(f"http://127.0.0.1:{checkout.port}/")
    expect(page.locator('[data-note="build"]')).to_contain_text("step 2 of 3")
    checkout.tell.write_text("broken\n")
    _, problems = running.communicate(timeout=60)
    assert running.returncode == 1
    assert "error: no such thing" in problems
    assert "the server could not be built" in problems


def test_a_port_that_is_taken_is_told(checkout):
    """With what to do"""
    with socket.socket() as other:
        other.bind(("127.0.0.1", checkout.port))
        other.listen()
        _, problems = checkout.run().communicate(timeout=120)
    assert "scripts/run --port N" in problems


def test_the_first_stage_has_every_shipped_flow_as_it_is_compiled(site, tmp_path):
    """Read out of the generated sources, before there is anything that compiles a document"""
    (tmp_path / "index.html").write_text("<title>page</title>")
    preview = subprocess.Popen(
        [ROOT / "scripts" / "preview", tmp_path, "0", tmp_path / "progress"],
        stdout=subprocess.PIPE, text=True)
    try:
        origin = preview.stdout.readline().split()[-1]
        names = {folder.name for folder in (ROOT / "Flows").iterdir()} - {"shared"}
        assert len(names) == 7
        for name in names:
            with urllib.request.urlopen(f"{origin}/flows/{name}.flow") as answer:
                assert answer.read() == (site / "flows" / f"{name}.flow").read_bytes(), name
    finally:
        preview.terminate()
        preview.communicate(timeout=60)


def test_the_first_stage_refuses_a_folder_without_a_page(tmp_path):
    """With what to run"""
    refused = subprocess.run(
        [ROOT / "scripts" / "preview", tmp_path, "0", tmp_path / "progress"],
        capture_output=True, text=True)
    assert refused.returncode == 1
    assert "run scripts/web" in refused.stderr
