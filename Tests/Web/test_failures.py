"""What goes wrong on the network, and the way back."""

import pytest
from playwright.sync_api import expect


def test_a_failed_experiment_shows_errorScreenAB_until_it_is_dismissed(person, exercise):
    """ONB-10, ONB-11: dismissal runs again only what failed"""
    exercise.fail("rFetchExperiments")
    person.open().sees("errorScreenAB").sees_behind("screenA")
    person.get_answers()
    person.wait(60_000)
    person.sees("errorScreenAB")
    person.tap("Try again")
    person.sees("screenB1")
    assert exercise.calls == {"rLogin": 1, "rFetchExperiments": 2}


def test_rLogin_is_tried_three_times_before_its_error_shows_over_B(person, exercise):
    """ONB-1, ONB-10, ONB-11: dismissal leads back to B, with what was chosen"""
    exercise.fail("rLogin", times=3)
    person.open().sees("screenB1")
    person.top.get_by_label("Time per day").select_option("5 minutes")
    person.get_answers()
    for seconds in (1, 2):
        person.wait(1000 * seconds)
        person.get_answers()
    person.sees("errorScreenAB").sees_behind("screenB1")
    assert exercise.calls["rLogin"] == 3
    person.tap("Try again")
    person.sees("screenB1")
    expect(person.top.get_by_label("Time per day")).to_have_value("0")
    person.get_answers()
    assert exercise.calls["rLogin"] == 4


def test_a_failed_submission_leaves_the_selection_to_be_submitted_again(person, exercise):
    """ONB-10, ONB-11: errorScreenC, and back on the same B screen"""
    exercise.experiment = "screenB2"
    exercise.fail("rSubmitSelection")
    person.open().sees("screenB2")
    person.top.get_by_role("radio", name="The app store").click()
    person.tap("Next")
    person.sees("errorScreenC").sees_behind("screenB2")
    person.tap("Go back")
    person.sees("screenB2")
    expect(person.top.get_by_role("radio", name="The app store")).to_be_checked()
    person.tap("Next")
    person.sees("screenC2")


def test_the_seconds_of_C_stand_under_an_error_screen(person, exercise):
    """ONB-7, ONB-10: and go on after its dismissal"""
    exercise.experiment = "screenB3"
    exercise.fail("rLogin", times=3)
    person.open().sees("screenB3")
    person.get_answers()
    person.wait(1000)
    person.get_answers()
    person.wait(1500)
    person.tap("Next")
    person.sees("screenC2")
    person.wait(500)
    person.sees("errorScreenAB").sees_behind("screenC2")
    person.wait(60_000)
    person.tap("Try again")
    person.sees("screenC2")
    person.get_answers()
    person.wait(2499)
    person.sees("screenC2")
    person.wait(1)
    person.sees("screenD")


def test_a_failing_rLogin_shows_nothing_over_D(person, exercise):
    """ONB-9: D stays as it is"""
    exercise.experiment = "noScreenB"
    person.open().sees("screenC2")
    person.wait(3000)
    person.sees("screenD")
    exercise.fail("rLogin", times=3)
    person.reload().sees("screenD")
    person.get_answers()
    for seconds in (1, 2):
        person.wait(1000 * seconds)
        person.get_answers()
    person.sees("screenD")
    assert exercise.calls["rLogin"] == 4


@pytest.mark.parametrize("way", ["the browser", "the developer's switch"])
def test_offline_is_said_and_ends(person, context, exercise, way):
    """ONB-10, ONB-11: a launch without network, and dismissal when it is back"""
    person.open().sees("screenB1")
    go = context.set_offline if way == "the browser" else lambda _: person.toggle_offline()
    go(True)
    person.control("Reinstall")
    person.sees("errorScreenAB").sees_behind("screenA")
    expect(person.top).to_contain_text("You seem to be offline")
    go(False)
    person.tap("Try again")
    person.sees("screenB1")
    assert exercise.calls["rFetchExperiments"] == 2


def test_a_lost_answer_is_a_failed_request(person, exercise):
    """ONB-10: the server did its part, and the person may submit again"""
    person.open().sees("screenB1")
    person.settle()
    person.control("Lose the next answer")
    person.tap("Next")
    person.sees("errorScreenC")
    person.tap("Go back")
    person.tap("Next")
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 2


def test_an_answer_that_comes_after_the_timeout_is_not_wanted(person, exercise):
    """ONB-10: the call is abandoned at its timeout, and its response changes nothing"""
    with exercise.slow("rFetchExperiments"):
        person.open().sees("screenA")
        person.wait(30_000)
        person.sees("errorScreenAB")
    person.get_answers()
    person.sees("errorScreenAB")
    person.tap("Try again")
    person.sees("screenB1")


def test_a_call_that_was_given_up_counts_once(person, exercise):
    """ONB-1, ONB-10: its late outcome is not taken for the response to the next try"""
    with exercise.slow("rLogin"):
        person.open().sees("screenB1")
        for number, backoff in enumerate((1000, 2000), 1):
            exercise.wait_for_calls("rLogin", number)
            person.wait(30_000)
            person.wait(backoff)
        exercise.wait_for_calls("rLogin", 3)
        person.wait(29_999)
        person.sees("screenB1")
        person.wait(1)
        person.sees("errorScreenAB")
    assert exercise.calls["rLogin"] == 3


def test_a_redirect_is_no_answer(person, exercise):
    """ONB-4: it is not followed, and counts as a failure of the request"""
    exercise.redirects.add("rFetchExperiments")
    person.open().sees("errorScreenAB")
    assert "elsewhere" not in exercise.calls
