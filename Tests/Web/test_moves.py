"""What moves while a flow runs: nothing jumps."""

from person import CALM, Person
from playwright.sync_api import expect


def test_a_screen_waits_for_what_draws_its_fields(browser, origin, exercise):
    """So that its other elements need not make room when that is there"""
    context = browser.new_context(**CALM)
    held = []
    context.route("**/host/combobox.js", lambda route: held.append(route))
    person = Person(context.new_page(), origin, exercise.origin, has_clock=False)
    with context.expect_event("request", lambda request: request.url.endswith("/host/combobox.js")):
        person.open(flow="phone", backend=None, server=None, simulated="")
    assert person.page.locator("#stage [data-element=number]").count() == 0
    for route in held:
        route.continue_()
    expect(person.top.get_by_role("combobox", name="Country")).to_be_visible()
    expect(person.top.get_by_label("Phone number")).to_be_visible()
    context.close()


def test_a_screen_does_not_wait_for_ever(person, context):
    """What draws a field and never comes keeps nobody from the rest, nor from going on there"""
    context.route("**/host/combobox.js", lambda route: None)
    person.open(flow="phone", backend=None, server=None, simulated="")
    person.page.wait_for_function("() => window.portico?.log")
    for _ in range(4):
        person.wait(1_000)
    number = person.sees("login").top.get_by_label("Phone number")
    number.press_sequentially("2015550123")
    expect(number).to_have_value("(201) 555-0123")
