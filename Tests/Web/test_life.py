"""Kills, relaunches, storage and tabs."""

import pytest
from playwright.sync_api import expect

from person import Person


def lead_to(person, exercise, screen):
    """Brings a person to a screen of the onboarding."""
    experiment = {"screenC1": "screenB1", "screenC2": "screenB3", "screenD": "noScreenB"}
    exercise.experiment = experiment.get(screen, screen)
    person.open()
    if screen.startswith("screenC"):
        person.tap("Next")
    if screen == "screenD":
        person.sees("screenC2")
        person.wait(3000)
    return person.sees(screen)


@pytest.mark.parametrize(
    "screen", ["screenB1", "screenB2", "screenB3", "screenC1", "screenC2", "screenD"]
)
def test_a_reload_comes_back_to_the_same_screen(person, exercise, screen):
    """ONB-2: as a kill and a relaunch do; rLogin runs again, rFetchExperiments does not"""
    lead_to(person, exercise, screen)
    person.reload().sees(screen)
    person.get_answers()
    assert exercise.calls["rLogin"] == 2
    assert exercise.calls["rFetchExperiments"] == 1


def test_a_reload_on_A_asks_again_for_the_experiment(person, exercise):
    """ONB-2, ONB-3: there is no result yet that could be kept"""
    with exercise.slow("rFetchExperiments"):
        person.open().sees("screenA")
        exercise.wait_for_calls("rFetchExperiments", 1)
        person.reload().sees("screenA")
    person.sees("screenB1")
    assert exercise.calls["rFetchExperiments"] == 2


def test_the_seconds_of_C_begin_again_after_a_reload(person, exercise):
    """ONB-2, ONB-7: and it waits for this launch's rLogin"""
    lead_to(person, exercise, "screenC2")
    person.wait(2900)
    with exercise.slow("rLogin"):
        person.reload().sees("screenC2")
        person.wait(2999)
        person.sees("screenC2")
        person.wait(1)
        person.sees("screenC2")
    person.sees("screenD")


def test_a_reload_under_an_error_screen_comes_back_to_its_origin(person, exercise):
    """ONB-2: with the selection"""
    exercise.fail("rSubmitSelection")
    person.open().sees("screenB1")
    person.top.get_by_label("Time per day").select_option("10 minutes")
    person.tap("Next")
    person.sees("errorScreenC")
    person.reload().sees("screenB1")
    expect(person.top.get_by_label("Time per day")).to_have_value("1")


def test_a_kill_between_journal_and_effect_submits_once(person, exercise):
    """ENT-3: the relaunch performs what the journal says is open"""
    person.open().sees("screenB1")
    person.settle()
    person.control("Kill after the next journal write")
    person.tap("Next")
    person.sees_note("App closed (simulated)")
    assert exercise.calls["rSubmitSelection"] == 0
    person.reload().sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 1


def test_a_kill_while_a_call_is_under_way_makes_it_again(person, exercise):
    """ENT-3: the response to the killed machine's call is ignored"""
    person.open().sees("screenB1")
    with exercise.slow("rSubmitSelection"):
        person.tap("Next")
        person.settle()
        exercise.wait_for_calls("rSubmitSelection", 1)
        person.control("Kill")
        person.sees_note("App closed (simulated)")
    person.control("Relaunch")
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 2


def test_a_reinstall_starts_over(person, exercise):
    """ONB-2: nothing of the earlier installation is left"""
    lead_to(person, exercise, "screenB2")
    exercise.experiment = "screenB3"
    person.control("Reinstall")
    person.sees("screenB3")
    assert exercise.calls["rFetchExperiments"] == 2


def test_a_second_tab_says_so_and_can_take_over(person, context, origin, exercise):
    """CMP-2: one owner runs the flow, and the one that was displaced stops"""
    lead_to(person, exercise, "screenB1")
    other = Person(context.new_page(), origin, exercise.origin).open()
    other.sees_note("Open in another tab")
    expect(other.screen).to_have_count(0)
    other.page.get_by_role("button", name="Continue here").click()
    other.sees("screenB1")
    person.sees_note("Open in another tab")
    expect(person.screen).to_have_count(0)
    other.page.close()
    person.sees("screenB1")
    person.sees_no_note("another tab")
    other.check_page()


def test_a_displaced_tab_writes_nothing_even_if_nobody_told_it(person, context, origin, exercise):
    """CMP-2: the owner's mark in the journal is checked at every write, before any effect"""
    other = Person(context.new_page(), origin, exercise.origin)
    for tab in (person, other):
        tab.page.add_init_script("LockManager.prototype.request = (name, options, run) => run({})")
    lead_to(person, exercise, "screenB1")
    person.settle()
    other.open().sees("screenB1")
    other.top.get_by_label("Time per day").select_option("30 minutes")
    other.settle()
    expect(person.top.get_by_label("Time per day")).to_have_value("2")
    person.tap("Next")
    # What it knew is dropped: it launches again from what the other one wrote.
    expect(person.top.get_by_label("Time per day")).to_have_value("4")
    assert exercise.calls["rSubmitSelection"] == 0


def test_full_storage_is_said_and_loses_nothing(person, exercise):
    """ENT-4: the flow continues in memory with repeatable requests, and is stored once there is space"""
    lead_to(person, exercise, "screenB1")
    person.settle()
    person.page.evaluate("""() => {
      window.realPut = IDBObjectStore.prototype.put
      IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError') }
    }""")
    person.tap("Next")
    person.sees_note("the storage is full")
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 1
    person.page.evaluate("() => { IDBObjectStore.prototype.put = window.realPut }")
    person.wait(2_000)
    person.sees_no_note("the storage is full")
    person.settle()
    person.page.reload()
    person.sees("screenC1")


def test_storage_that_cannot_be_opened_is_not_taken_for_empty(person, exercise):
    """CMP-4: the flow does not start over and overwrite what is stored"""
    lead_to(person, exercise, "screenB1")
    person.page.add_init_script("""
      window.realOpen = indexedDB.open
      IDBFactory.prototype.open = () => { throw new DOMException('locked', 'UnknownError') }
    """)
    person.reload().sees_note("Couldn’t store data. Allow cookies")
    expect(person.screen).to_have_count(0)
    person.page.evaluate("() => { IDBFactory.prototype.open = window.realOpen }")
    person.page.get_by_role("button", name="Try again").click()
    person.sees("screenB1")


def test_a_machine_that_stops_is_launched_again_from_its_journal(person, exercise):
    """ENT-4: at once the first time, and at a person's request if it stops again"""
    person.page.add_init_script("""
      const instantiate = WebAssembly.instantiate
      window.trapsLeft = 0
      WebAssembly.instantiate = async (...options) => {
        const { exports } = await instantiate(...options)
        const trap = () => { window.trapsLeft -= 1; throw new WebAssembly.RuntimeError('trap') }
        const act = (name) => (...lengths) =>
          (window.trapsLeft > 0 ? trap : exports[name])(...lengths)
        return { exports: { ...exports, portico_take: act('portico_take'),
          portico_begin: act('portico_begin') } }
      }
    """)
    lead_to(person, exercise, "screenB1")
    person.settle()
    person.page.evaluate("() => { window.trapsLeft = 1 }")
    person.tap("Next")
    person.sees("screenB1")
    person.tap("Next")
    person.sees("screenC1")
    assert exercise.calls["rSubmitSelection"] == 1
    person.page.evaluate("() => { window.trapsLeft = 2 }")
    person.tap("Back")
    person.sees_note("Couldn’t start")
    person.page.get_by_role("button", name="Try again").click()
    person.sees("screenC1")
    person.console_errors.clear()


def test_a_damaged_journal_is_kept_and_the_preferences_still_count(person, exercise):
    """ENT-3: the experiment is not fetched again"""
    lead_to(person, exercise, "screenB2")
    person.top.get_by_role("radio", name="A web search").click()
    person.settle()
    person.page.evaluate("""() => new Promise((done) => {
      indexedDB.open('portico.onboarding').onsuccess = ({ target: { result } }) => {
        const transaction = result.transaction('records', 'readwrite')
        transaction.objectStore('records').put(new Uint8Array([1, 2, 3]), 'journal')
        transaction.oncomplete = () => { result.close(); done() }
      }
    })""")
    person.reload().sees("screenB2")
    person.sees_note("The journal cannot be used: the bytes were changed or damaged")
    expect(person.top.get_by_role("radio", name="A web search")).to_be_checked()
    assert exercise.calls["rFetchExperiments"] == 1
