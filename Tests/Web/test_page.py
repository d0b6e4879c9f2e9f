"""The page around the flow: its recording, its policy, its parameters."""

import subprocess
from pathlib import Path

import pytest
from playwright.sync_api import Error, expect

ROOT = Path(__file__).resolve().parents[2]


def replayed_by_node(site, flow, log, folder):
    file = folder / "log.jsonl"
    file.write_text(log)
    command = ["node", ROOT / "Web" / "replay.mjs", site / "flows" / f"{flow}.flow", file]
    command.append(site / "portico.wasm")
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def test_a_recording_replays_to_the_same_trace_here_and_in_node(person, exercise, site, tmp_path):
    """ONB-2: kills and relaunches are part of it, to the byte"""
    exercise.fail("rSubmitSelection")
    person.open().sees("screenB1")
    person.tap("Next")
    person.sees("errorScreenC")
    person.tap("Go back")
    person.control("Kill after the next journal write")
    person.tap("Next")
    person.sees_note("App closed (simulated)")
    person.control("Relaunch")
    person.sees("screenC1")
    person.wait(3000)
    person.sees("screenD")
    log, trace = person.page.evaluate("[portico.log, portico.trace]")
    assert log.count('{"launch":') == 2
    assert person.page.evaluate("log => portico.replay(log)", log) == trace
    assert replayed_by_node(site, "onboarding", log, tmp_path) == trace


def test_node_says_which_line_of_a_log_is_wrong(site, tmp_path):
    """And leaves with a failing status"""
    with pytest.raises(subprocess.CalledProcessError) as failed:
        replayed_by_node(site, "onboarding", '\n{"at":1,"wake":true}\n', tmp_path)
    assert "line 2: a log begins with a launch line" in failed.value.stderr


@pytest.mark.parametrize(
    "attack",
    [
        "document.body.innerHTML = '<b>x</b>'",
        "document.head.append(Object.assign(document.createElement('script'), {text: 'x'}))",
        "document.body.append(document.createRange().createContextualFragment('<b>x</b>'))",
    ],
)
def test_the_policy_lets_no_text_become_markup_or_code(person, exercise, attack):
    """A page that forgets to make a text node breaks, and harms nobody"""
    person.open().sees("screenB1")
    with pytest.raises(Error, match="TrustedHTML|TrustedScript"):
        person.page.evaluate(f"() => {{ {attack} }}")
    assert len(person.console_errors) > 0
    person.console_errors.clear()


def test_without_dev_there_are_no_developer_controls(person, exercise):
    """And nothing is recorded"""
    person.open(dev=None).sees("screenB1")
    expect(person.page.locator("#developer")).to_be_hidden()
    assert person.page.evaluate("typeof window.portico") == "undefined"


@pytest.mark.parametrize(
    "parameters, words",
    [
        ({"flow": "nothing"}, "Page not found. Check the address."),
        ({"flow": "../form"}, "Page not found. Check the address."),
        ({"backend": "other"}, '"other" is no value for backend (choice)'),
    ],
)
def test_a_wrong_address_is_said(person, parameters, words):
    """Instead of an empty page"""
    person.open(**parameters)
    person.sees_note(words)
    expect(person.screen).to_have_count(0)
    person.console_errors.clear()


def test_calls_carry_nothing_of_the_page(person, exercise, context, origin):
    """No cookies, no referrer, and no key where the request is safe"""
    context.add_cookies([{"name": "session", "value": "x", "url": exercise.origin}])
    person.open().sees("screenB1")
    person.tap("Next")
    person.sees("screenC1")
    for _, headers in exercise.headers:
        for name in ("Cookie", "Referer", "Idempotency-Key", "Authorization"):
            assert name not in headers
