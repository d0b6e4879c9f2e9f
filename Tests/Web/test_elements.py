"""The elements of a screen, for fingers, keyboards and screen readers."""

import json

import pytest
from person import Person
from playwright.sync_api import expect

CANARY = "canary-5f1c!'\"\\(x)"


@pytest.fixture
def form(person, origin):
    """A flow with every kind of element, which posts to the page's own server."""
    return person.open(flow="form", server=origin, backend=None).sees("form")


def test_typing_keeps_focus_caret_and_every_letter(form):
    """The screen is drawn again after each letter, and the field stays as it is"""
    name = form.top.get_by_label("Your name")
    name.click()
    form.page.keyboard.type("Ada Lovelace")
    expect(name).to_have_value("Ada Lovelace")
    for _ in range(5):
        form.page.keyboard.press("ArrowLeft")
    form.page.keyboard.type("of ")
    form.settle()
    expect(name).to_be_focused()
    expect(name).to_have_value("Ada Lovof elace")
    assert name.evaluate("field => field.selectionStart") == 10
    form.reload().sees("form")
    expect(form.top.get_by_label("Your name")).to_have_value("Ada Lovof elace")


def test_what_a_field_does_not_take_goes_when_the_field_is_left(form):
    """A number field that holds letters comes back to the last number"""
    age = form.top.get_by_label("Age")
    age.click()
    form.page.keyboard.type("42x")
    form.settle()
    expect(age).to_have_value("42x")
    form.page.keyboard.press("Tab")
    expect(age).to_have_value("42")


def test_a_field_says_what_is_wrong_once_it_was_left(form):
    """Described by its hint and its problem, for those who cannot see either"""
    name = form.top.get_by_label("Your name")
    expect(name).to_have_accessible_description("As others know you")
    name.fill("A")
    form.settle()
    expect(name).to_have_attribute("aria-invalid", "false")
    name.press("Tab")
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(name).to_have_accessible_description("As others know you Too short")
    name.fill("Ada")
    expect(name).to_have_attribute("aria-invalid", "false")


def test_a_password_can_be_shown_and_hidden(form):
    """By a button that belongs to its field, and keeps what was typed"""
    password = form.top.get_by_label("Password")
    password.fill("long enough")
    show = form.top.get_by_role("button", name="Show")
    expect(show).to_have_accessible_description("Password")
    show.click()
    expect(password).to_have_attribute("type", "text")
    expect(password).to_have_value("long enough")
    form.top.get_by_role("button", name="Hide").click()
    expect(password).to_have_attribute("type", "password")


def test_a_code_that_is_complete_stays_in_its_cells(form):
    """The caret behind the last digit moves nothing, whatever the browser does to keep it in sight"""
    code = form.top.get_by_label("Code")
    code.click()
    form.page.keyboard.type("123456")
    form.settle()
    box = code.locator("xpath=..")
    box.evaluate("(box) => box.scrollBy(20, 0)")
    assert box.evaluate("(box) => box.scrollLeft") == 0


@pytest.mark.parametrize("message", ["123456", "123 456", "Your code is 123-456.", " 123456\n"])
def test_a_code_is_pasted_as_it_stands_in_the_message(form, message):
    """CMP-10: with the words and spaces around it"""
    code = form.top.get_by_label("Code")
    code.focus()
    form.page.keyboard.insert_text(message)
    form.settle()
    expect(code).to_have_value("123456")


def test_what_appears_is_said_once_and_a_countdown_is_not(form, context):
    """Apart from the screen, in a place that screen readers watch"""
    said = form.page.locator("#announcer")
    form.wait(5000)
    expect(said).to_be_empty()
    context.set_offline(True)
    expect(said).to_have_text("You are offline")
    form.wait(3000)
    expect(said).to_be_empty()
    context.set_offline(False)


def test_fields_tell_keyboards_and_password_managers_what_they_are(form):
    """CMP-10: one-time codes and passwords can be filled in"""
    wanted = {"Your name": "name", "Password": "current-password", "Code": "one-time-code"}
    for label, autocomplete in wanted.items():
        field = form.top.get_by_label(label)
        expect(field).to_have_attribute("autocomplete", autocomplete)
    expect(form.top.get_by_label("Password")).to_have_attribute("type", "password")


def test_choices_and_switches_come_back_after_a_reload(form):
    """A wheel is a menu, a toggle a check box"""
    form.top.get_by_label("Colour").select_option("Blue")
    form.top.get_by_label("Send me letters").check()
    form.settle()
    form.reload().sees("form")
    expect(form.top.get_by_label("Colour")).to_have_value("2")
    expect(form.top.get_by_label("Send me letters")).to_be_checked()


def test_secrets_go_to_the_own_server_and_nowhere_else(form, page_server):
    """Neither storage nor recording ever holds one; what is sent is encoded for its place"""
    form.top.get_by_label("Your name").fill("Ada")
    form.top.get_by_label("Password").fill(CANARY)
    form.top.get_by_label("Code").fill("123456")
    form.settle()
    form.page.keyboard.press("Enter")
    form.sees("done")
    [(path, headers, body)] = page_server.posted
    assert path == "/send"
    assert json.loads(body) == {"name": "Ada", "password": CANARY, "code": "123456"}
    assert headers["Content-Type"] == "application/json"
    assert headers["Authorization"] == "Bearer 123456"
    assert "Cookie" not in headers
    assert len(headers["Idempotency-Key"]) > 32
    kept = form.page.evaluate(STORED) + form.page.evaluate("portico.log + portico.trace")
    assert "Ada" in kept
    assert "canary" not in kept and "123456" not in kept


def test_secrets_are_not_sent_to_another_origin(person, exercise):
    """The request comes to nothing instead"""
    person.open(flow="form", backend=None).sees("form")
    person.top.get_by_label("Your name").fill("Ada")
    person.top.get_by_label("Password").fill(CANARY)
    person.tap("Send")
    person.sees("failed")
    assert exercise.calls == {}


def test_a_secret_that_the_flow_clears_is_gone_from_its_field(form, page_server):
    """What else was typed stays"""
    page_server.status = 503
    form.top.get_by_label("Your name").fill("Ada")
    form.top.get_by_label("Password").fill(CANARY)
    form.tap("Send")
    form.sees("failed")
    form.tap("Close")
    expect(form.top.get_by_label("Password")).to_have_value("")
    expect(form.top.get_by_label("Your name")).to_have_value("Ada")


def test_an_overlay_takes_the_focus_and_gives_it_back(form):
    """What lies beneath cannot be reached; Escape dismisses"""
    warn = form.top.get_by_role("button", name="Warn me")
    warn.click()
    alert = form.page.get_by_role("alertdialog", name="That failed")
    expect(alert.get_by_role("heading")).to_be_focused()
    expect(form.screen).to_have_attribute("inert", "")
    form.page.keyboard.press("Escape")
    form.sees("form")
    expect(warn).to_be_focused()


def test_a_new_screen_is_announced_by_its_heading(person, exercise):
    """Focus goes to the heading, and the page takes its title"""
    person.open().sees("screenB1")
    person.tap("Next")
    person.sees("screenC1")
    heading = person.top.get_by_role("heading", level=1)
    expect(heading).to_be_focused()
    expect(heading).to_have_text("Almost there")
    expect(person.page).to_have_title("Almost there")


def test_options_are_one_group_with_its_label(person, exercise):
    """Arrow keys move within it"""
    exercise.experiment = "screenB2"
    person.open().sees("screenB2")
    group = person.top.get_by_role("radiogroup", name="How you heard about us")
    group.get_by_role("radio", name="A web search").click()
    person.settle()
    person.page.keyboard.press("ArrowDown")
    expect(group.get_by_role("radio", name="The app store")).to_be_checked()
    expect(group.get_by_role("radio", name="The app store")).to_be_focused()


def test_a_toast_goes_by_itself(form):
    """After six seconds"""
    form.top.get_by_label("Your name").fill("Ada")
    form.top.get_by_label("Password").fill("long enough")
    form.tap("Send")
    form.sees("done")
    expect(form.page.locator("#toast")).to_have_text("Sending")
    form.wait(6000)
    expect(form.page.locator("#toast")).to_be_empty()


def test_seconds_are_counted_down(form):
    """CMP-10: a person sees how long to wait, and the text goes at the end"""
    expect(form.top.get_by_text("Again in 60 s")).to_be_visible()
    form.wait(1000)
    expect(form.top.get_by_text("Again in 59 s")).to_be_visible()
    form.wait(59_000)
    expect(form.top.get_by_text("Again in")).to_have_count(0)


def test_a_link_opens_beside_the_page(form, context):
    """And the page stays where it is"""
    with context.expect_page() as opened:
        form.top.get_by_role("link", name="Help").click()
    assert opened.value.evaluate("window.opener") is None
    opened.value.close()
    form.sees("form")


def test_the_network_is_told_where_the_flow_asks_for_it(form, context):
    """CMP-6: the screen says so, and forgets it when the network is back"""
    notice = form.top.get_by_text("You are offline")
    expect(notice).to_have_count(0)
    context.set_offline(True)
    expect(notice).to_be_visible()
    context.set_offline(False)
    expect(notice).to_have_count(0)


def test_arabic_runs_from_right_to_left(person, origin):
    """Language and direction follow the flow's text"""
    person.open(flow="form", server=origin, backend=None, lang="ar-EG").sees("form")
    expect(person.page.locator("html")).to_have_attribute("dir", "rtl")
    expect(person.page.locator("html")).to_have_attribute("lang", "ar")
    expect(person.top.get_by_role("heading", level=1)).to_have_text("استمارة")


STORED = """() => new Promise((done) => {
  indexedDB.open('portico.form').onsuccess = async ({ target: { result } }) => {
    const texts = []
    const stores = result.transaction(['records', 'preferences']).objectStoreNames
    for (const store of stores) {
      const request = result.transaction(store).objectStore(store).getAll()
      await new Promise((read) => { request.onsuccess = read })
      for (const value of request.result) {
        texts.push(typeof value === 'string' ? value : new TextDecoder('latin1').decode(value))
      }
    }
    result.close()
    done(texts.join('\\n'))
  }
})"""


def test_a_date_is_chosen_within_its_bounds(form):
    """The browser's own control knows the first and the last day; an invalid day is reported"""
    born = form.top.get_by_label("Date of birth")
    expect(born).to_have_attribute("type", "date")
    expect(born).to_have_attribute("min", "1900-01-01")
    expect(born).to_have_attribute("max", "2010-12-31")
    expect(born).to_have_accessible_description("On your passport")
    born.fill("2011-01-01")
    form.settle()
    born.blur()
    expect(born).to_have_accessible_description("On your passport Too young")
    born.fill("1990-07-09")
    form.settle()
    expect(born).to_have_attribute("aria-invalid", "false")
    form.reload().sees("form")
    expect(form.top.get_by_label("Date of birth")).to_have_value("1990-07-09")


@pytest.mark.parametrize("zone, most", [
    ("Europe/Berlin", "2005-11-14"), ("Asia/Tokyo", "2005-11-15"), ("Pacific/Honolulu", "2005-11-14"),
])
def test_a_bound_that_moves_is_judged_by_the_day_where_the_page_is(browser, context_options, origin, exercise, zone, most):
    """And by the day of the submit, when midnight has passed since: in UTC it is 22:13 when the page is opened"""
    context = browser.new_context(timezone_id=zone, **context_options)
    person = Person(context.new_page(), origin, exercise.origin)
    person.open(flow="comeOfAge", server=origin, backend=None).sees("form")
    born, expires = person.top.get_by_label("Date of birth"), person.top.get_by_label("Valid until")
    expect(born).to_have_attribute("max", most)
    born.fill(most)
    expires.fill(most.replace("2005", "2023"))
    person.settle()
    expect(born).to_have_attribute("aria-invalid", "false")
    person.wait(26 * 3_600_000)
    person.tap("Next")
    person.settle()
    expect(expires).to_have_accessible_description("Enter a later date.")
    expires.fill("2023-11-17")
    person.settle()
    person.tap("Next")
    person.sees("done")
    person.check_page()
    context.close()
