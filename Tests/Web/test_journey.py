"""The onboarding from first launch to its end, in a browser, against the exercise's server."""

import re

import pytest
from playwright.sync_api import expect


def test_a_first_launch_leads_from_A_through_B1_and_C1_to_D(person, exercise):
    """ONB-1, ONB-2, ONB-3: rLogin and rFetchExperiments run once each, beside screen A"""
    with exercise.slow("rFetchExperiments"):
        person.open().sees("screenA")
    person.sees("screenB1")
    person.top.get_by_label("Time per day").select_option("20 minutes")
    person.tap("Next")
    person.sees("screenC1")
    expect(person.top).to_contain_text("Your daily goal: 20 minutes")
    person.wait(3000)
    person.sees("screenD")
    assert exercise.calls == {"rLogin": 1, "rFetchExperiments": 1, "rSubmitSelection": 1}


@pytest.mark.parametrize(
    "experiment, screen",
    [
        ("screenB1", "screenB1"),
        ("screenB2", "screenB2"),
        ("screenB3", "screenB3"),
        ("noScreenB", "screenC2"),
    ],
)
def test_each_experiment_leads_to_its_screen(person, exercise, experiment, screen):
    """ONB-4: the result of rFetchExperiments decides"""
    exercise.experiment = experiment
    person.open().sees(screen)
    expect(person.top.get_by_role("button", name="Back")).to_be_hidden()


def test_an_unknown_experiment_is_a_failure(person, exercise):
    """ONB-4: a result outside the four values shows errorScreenAB"""
    exercise.experiment = "screenB9"
    person.open().sees("errorScreenAB").sees_behind("screenA")
    exercise.experiment = "screenB3"
    person.tap("Try again")
    person.sees("screenB3")


def test_B2_submits_its_choice_and_leads_to_C2(person, exercise):
    """ONB-5: next can be tapped once something is chosen"""
    exercise.experiment = "screenB2"
    person.open().sees("screenB2")
    expect(person.top.get_by_role("button", name="Next")).to_be_disabled()
    person.top.get_by_role("radio", name="A web search").click()
    person.tap("Next")
    person.sees("screenC2")
    expect(person.top).to_contain_text("Your answer: A web search")
    assert exercise.calls["rSubmitSelection"] == 1


def test_B3_leads_to_C2_without_a_request(person, exercise):
    """ONB-6: and C2 then shows no selection"""
    exercise.experiment = "screenB3"
    person.open().sees("screenB3")
    person.tap("Next")
    person.sees("screenC2")
    expect(person.top).not_to_contain_text("Your answer")
    assert exercise.calls["rSubmitSelection"] == 0


def test_C_stays_for_three_visible_seconds(person, exercise):
    """ONB-7: the seconds pause while the page is in the background"""
    exercise.experiment = "noScreenB"
    person.open().sees("screenC2")
    person.get_answers()
    person.wait(1000)
    person.put_in_background(True)
    person.wait(60_000)
    person.put_in_background(False)
    person.wait(1999)
    person.sees("screenC2")
    person.wait(1)
    person.sees("screenD")


def test_C_waits_for_rLogin_after_its_three_seconds(person, exercise):
    """ONB-8: whichever comes last leads to D"""
    exercise.experiment = "noScreenB"
    with exercise.slow("rLogin"):
        person.open().sees("screenC2")
        person.wait(5000)
        person.sees("screenC2")
    person.sees("screenD")


def test_a_double_click_submits_once(person, exercise):
    """ONB-5: while the request runs next is busy, and a further click does nothing"""
    person.open().sees("screenB1")
    with exercise.slow("rSubmitSelection"):
        person.top.get_by_role("button", name="Next").dblclick()
        expect(person.top.get_by_role("button", name="Next")).to_have_attribute("aria-busy", "true")
        person.top.get_by_role("button", name="Next").click(force=True)
        person.settle()
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 1


def test_back_from_C_keeps_the_selection(person, exercise):
    """ONB-12: it can be changed and is submitted again; the three seconds start over"""
    person.open().sees("screenB1")
    person.top.get_by_label("Time per day").select_option("30 minutes")
    person.tap("Next")
    person.sees("screenC1")
    person.wait(2000)
    person.tap("Back")
    person.sees("screenB1")
    expect(person.top.get_by_label("Time per day")).to_have_value(re.compile("4"))
    person.tap("Next")
    person.sees("screenC1")
    person.wait(2000)
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 2


def test_without_a_server_the_declared_answers_are_used_and_said_to_be_simulated(person, exercise):
    """ONB-5: the same flow with backend=portico"""
    person.open(backend="portico", server=None).sees("screenA")
    person.sees_note("Simulated answers")
    person.wait(1500)
    person.sees("screenB1")
    person.tap("Next")
    person.wait(600)
    person.sees("screenC1")
    person.wait(3000)
    person.sees("screenD")
    assert exercise.calls == {}
