"""What the page makes a browser download."""

import gzip
import subprocess

import pytest
from playwright.sync_api import expect

# Bytes of the machine as brotli sends it. It may shrink: then this follows. The aim is 50,000; what it
# consists of and what was tried stands in docs/decisions/0020-size-of-the-machine.md. The compiler does not
# write the same on every machine (53,588 and 53,801 bytes of one commit): 400 bytes are left for that.
BUDGET = 179_500
# Of these what a first launch needs; where it grew, scripts/first-launch may make it less again.
FIRST_BUDGET = 54_000
# What a first launch of `entry` transfers before `portico serve`, heads included, in any language.
LAUNCH_BUDGET = 100_000
LANGUAGES = ["en", "de", "ar", "es", "ja"]


def test_the_machine_keeps_to_its_budget(site):
    """A new feature pays with what it saves elsewhere, or says here what it costs"""
    parts = [file.stat().st_size for file in site.glob("portico.*.br")]
    assert len(parts) == 2
    keeps_to(BUDGET, sum(parts))
    keeps_to(FIRST_BUDGET, (site / "portico.wasm.br").stat().st_size)


def keeps_to(budget, sent):
    assert sent <= budget, f"{sent - budget} bytes over the budget"
    assert sent > budget - 2_000, f"it takes {sent} bytes: lower the budget to what it needs"


@pytest.mark.parametrize("locale", LANGUAGES)
def test_a_first_launch_keeps_to_its_budget(browser, identity, locale):
    """By the browser's own count, up to a screen that a person can use and whatever comes by itself; without the rest of the
    machine, which letters of three bytes once took a way through"""
    context = browser.new_context(locale=locale)
    page = context.new_page()
    session = context.new_cdp_session(page)
    session.send("Network.enable")
    sizes, asked = [], []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{identity.origin}/?flow=entry")
    expect(page.locator("#stage").get_by_role("button").first).to_be_visible()
    page.wait_for_load_state("networkidle")
    assert any("portico.wasm" in url for url in asked)
    assert not [url for url in asked if "portico.rest" in url]
    assert sum(sizes) <= LAUNCH_BUDGET, f"{sum(sizes) - LAUNCH_BUDGET} bytes over the budget"
    # A language other than the page's own also asks for its words.
    assert len(sizes) <= (7 if locale == "en" else 8)
    context.close()


def test_what_is_larger_than_a_packet_lies_there_compressed(site):
    """The same bytes, by brotli and by gzip"""
    files = [file for file in site.rglob("*") if file.is_file() and file.suffix not in (".br", ".gz")]
    assert site / "portico.wasm" in files
    for file in files:
        packed = [file.with_name(file.name + end) for end in (".br", ".gz")]
        if file.stat().st_size <= 1024:
            assert not any(copy.exists() for copy in packed)
            continue
        whole = file.read_bytes()
        brotli = subprocess.run(["brotli", "-d", "-c", packed[0]], check=True, capture_output=True)
        assert brotli.stdout == whole, file
        assert gzip.decompress(packed[1].read_bytes()) == whole, file
