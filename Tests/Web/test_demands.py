"""What a form asks for: choices and switches that are required, patterns, and labels that change."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect

from audit import violations
from test_forms import FILLED, problem


@pytest.fixture
def order(person):
    return person.open(flow="demands").sees("order")


def test_what_was_not_chosen_is_said_at_each_input_and_in_one_announcement(order):
    """The first of them has the focus, and what is chosen afterwards is no problem any more"""
    inputs = [order.top.get_by_label("Postcode"), order.top.get_by_role("radiogroup", name="Plan"),
              order.top.get_by_label("Size"), order.top.get_by_label("I accept the terms")]
    for node in inputs:
        expect(problem(node)).to_be_empty()
    order.top.get_by_role("button", name="Send", exact=True).click()
    said = [FILLED, "Choose a plan", FILLED, "Please accept the terms"]
    for node, words in zip(inputs, said):
        expect(problem(node)).to_have_text(words)
        expect(node).to_have_attribute("aria-invalid", "true")
    expect(inputs[0]).to_be_focused()
    expect(order.page.locator("#announcer")).to_have_text(
        f"Postcode: {FILLED} Plan: Choose a plan Size: {FILLED} I accept the terms: Please accept the terms")

    inputs[0].fill("1011")
    inputs[0].blur()
    expect(problem(inputs[0])).to_have_text("Five digits")
    inputs[0].fill("10115")
    order.settle()
    expect(problem(inputs[0])).to_be_empty()
    # The first problem is a choice now.
    order.top.get_by_role("button", name="Send", exact=True).click()
    expect(order.top.get_by_role("radio", name="Small")).to_be_focused()
    order.page.keyboard.press("Space")
    expect(problem(inputs[1])).to_be_empty()
    inputs[2].select_option("1")
    inputs[3].check()
    for node in inputs:
        expect(problem(node)).to_be_empty()
        expect(node).to_have_attribute("aria-invalid", "false")
    order.top.get_by_role("button", name="Send it now").click()
    order.sees("sent")


def test_axe_finds_nothing_while_the_form_says_what_is_missing(context, page_server):
    """Names, roles and contrast"""
    page = context.new_page()
    page.goto(f"{page_server.origin}/?flow=demands")
    page.get_by_role("button", name="Send", exact=True).click()
    expect(page.get_by_text("Please accept the terms", exact=True)).to_be_visible()
    found, report = violations(page)
    assert not found, report


def test_an_element_with_another_label_keeps_the_focus_and_what_is_typed(order):
    """It is the same element"""
    company = order.top.get_by_label("I order for a company")
    field = order.top.get_by_label("Postcode")
    field.fill("10115")
    company.focus()
    order.page.keyboard.press("Space")
    named = order.top.get_by_label("Postcode of the company")
    expect(named).to_have_value("10115")
    expect(company).to_be_focused()
    save = order.top.get_by_role("button", name="Keep it for later")
    save.focus()
    order.page.keyboard.press("Enter")
    expect(order.top.get_by_role("button", name="It is kept")).to_be_focused()


def test_a_button_acts_wherever_it_stands(order):
    """Each of the two says what is missing"""
    for name in ["Send", "Send it now"]:
        order.top.get_by_role("button", name=name, exact=True).click()
        expect(order.top.get_by_label("Postcode")).to_be_focused()
        expect(problem(order.top.get_by_label("Postcode"))).to_have_text(FILLED)


def test_a_choice_that_could_not_be_got_comes_by_itself(person, context):
    """A server that was gone for a moment comes back without an event in the browser"""
    for file in ["choices.js", "elements.css"]:
        context.route(f"**/host/{file}*", lambda route: route.fulfill(status=503), times=2)
    person.open(flow="demands").sees("order")
    expect(person.top.get_by_label("Postcode")).to_be_visible()
    expect(person.top.get_by_role("radiogroup")).to_have_count(0)
    for pause in [1_000, 2_000, 4_000]:
        person.wait(pause)
    expect(person.top.get_by_role("radio", name="Small")).to_be_visible()
    person.console_errors.clear()


# What the app adds: a drawing of its own, and a signal

GUIDE = Path(__file__).resolve().parents[2] / "docs" / "guides" / "page.md"


def listing(beginning):
    """The listing of the guide that begins like this"""
    blocks = re.findall(r"```js\n(.*?)```", GUIDE.read_text(), re.S)
    [found] = [block for block in blocks if block.startswith(beginning)]
    return found


@pytest.fixture
def rating(supply, person):
    person.origin = supply(listing("import { defineElement }"))
    return fill_in(person.open(flow="demands").sees("order"))


def fill_in(order):
    send(order.top)
    return order.sees("sent")


def send(order):
    order.get_by_label("Postcode").fill("10115")
    order.get_by_role("radio", name="Small").check()
    order.get_by_label("Size").select_option("1")
    order.get_by_label("I accept the terms").check()
    order.get_by_role("button", name="Send it now").click()


def test_an_app_draws_one_element_of_a_form_itself(rating):
    """It has label, hint and problem like every field, and the focus where it is the first that is missing"""
    stars = rating.top.get_by_role("slider", name="Your stars")
    expect(stars).to_have_text("☆☆☆☆☆")
    expect(stars).to_have_accessible_description("One to five")
    rating.tap("Done")
    expect(problem(stars)).to_have_text(FILLED)
    expect(stars).to_be_focused()
    expect(rating.page.locator("#announcer")).to_have_text(f"Your stars: {FILLED}")
    for _ in range(3):
        rating.page.keyboard.press("ArrowRight")
        rating.settle()
    expect(stars).to_have_text("★★★☆☆")
    expect(problem(stars)).to_be_empty()
    # Nobody draws this one, so it is a button as any other.
    rating.tap("Done")
    rating.sees("order")


def test_axe_finds_nothing_in_an_element_that_an_app_draws(context, supply):
    """As the guide writes it"""
    origin = supply(listing("import { defineElement }"))
    page = context.new_page()
    page.goto(f"{origin}/?flow=demands")
    send(page)
    expect(page.get_by_role("slider")).to_be_visible()
    found, report = violations(page)
    assert not found, report


def test_without_the_apps_drawing_the_element_is_drawn_as_usual(order):
    fill_in(order).top.get_by_label("Your stars").fill("4")
    order.tap("Done")
    order.sees("order")


def test_the_secret_of_a_signal_is_kept_where_secrets_are_and_nowhere_else(order):
    """It survives a reload, and the journal does not have it"""
    fill_in(order)
    for name, text in [("nothing", "x"), ("opened", ""), ("opened", "CANARY")]:
        order.page.evaluate(
            "detail => dispatchEvent(new CustomEvent('portico:signal', {detail}))",
            {"name": name, "text": text})
    expect(order.top.get_by_text("You have opened our link.")).to_be_visible()
    order.settle()
    order.reload()
    expect(order.top.get_by_text("You have opened our link.")).to_be_visible()
    assert "CANARY" not in order.page.evaluate("""async () => {
      let found = JSON.stringify({...localStorage, ...sessionStorage}) + document.body.textContent
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise(done => {
          const asked = indexedDB.open(name)
          asked.onsuccess = () => done(asked.result)
        })
        for (const store of database.objectStoreNames) {
          const values = await new Promise(done => {
            const asked = database.transaction(store).objectStore(store).getAll()
            asked.onsuccess = () => done(asked.result)
          })
          for (const value of values) {
            const bytes = value?.bytes ?? value
            found += JSON.stringify(value)
              + (bytes instanceof Uint8Array ? new TextDecoder().decode(bytes) : "")
          }
        }
        database.close()
      }
      return found
    }""")


def test_an_app_signals_as_soon_as_the_flow_runs(supply, person):
    """As the guide writes it: the link that opened the page is there from the first screen on"""
    person.origin = supply(listing("addEventListener(\"portico:ready\""))
    person.open(flow="demands", link="CANARY").sees("order")
    expect(fill_in(person).top.get_by_text("You have opened our link.")).to_be_visible()
    assert "CANARY" not in person.page.evaluate("location.href")


# A country

def test_a_country_has_its_calling_code_only_where_a_number_is_asked_for(order):
    """PHN-2: in the field and in its list; elsewhere it is known by its name, and still found by its code"""
    fill_in(order).tap("Choose topics")
    order.sees("topics")
    country = order.top.get_by_role("combobox", name="Your country")
    country.fill("+49")
    expect(order.top.get_by_role("option", name="Germany")).to_have_text("🇩🇪Germany ")
    country.press("Enter")
    expect(country).to_have_value("Germany")

    order.open(flow="phone", backend=None, server=None)
    order.page.wait_for_function("() => window.portico?.log")
    order.wait(200)
    country = order.sees("login").top.get_by_role("combobox", name="Country")
    country.fill("germany")
    expect(order.top.get_by_role("option", name="Germany")).to_have_text("🇩🇪Germany +49")
    country.press("Enter")
    expect(country).to_have_value("Germany (+49)")


# Several choices

def test_a_person_chooses_several_of_what_is_offered(order):
    """Too few is said when the form is sent, too many at once"""
    fill_in(order).tap("Choose topics")
    order.sees("topics")
    group = order.top.get_by_role("group", name="What do you like?")
    order.tap("Finish")
    expect(problem(group)).to_have_text(FILLED)
    expect(order.page.locator("#announcer")).to_have_text(
        f"What do you like?: {FILLED} Your country: {FILLED}")
    expect(order.top.get_by_label("Music")).to_be_focused()
    order.page.keyboard.press("Space")
    expect(order.top.get_by_text("Turn it up.")).to_be_visible()
    country = order.top.get_by_role("combobox", name="Your country")
    country.fill("Germany")
    country.press("Enter")
    order.settle()
    expect(problem(country)).to_be_empty()
    expect(problem(group)).to_be_empty()
    for name in ("Films", "Sport"):
        order.top.get_by_label(name).check()
        order.settle()
    expect(problem(group)).to_have_text("At most two")
    order.reload()
    order.sees("topics")
    for name in ("Music", "Films", "Sport"):
        expect(order.top.get_by_label(name)).to_be_checked()
    order.tap("Finish")
    expect(order.top.get_by_label("Music")).to_be_focused()
    order.page.keyboard.press("Space")
    expect(order.top.get_by_text("Turn it up.")).to_have_count(0)
    order.tap("Finish")
    order.sees("order")


def test_axe_finds_nothing_in_several_choices(context, page_server):
    """Names, roles and contrast, chosen and not"""
    page = context.new_page()
    page.goto(f"{page_server.origin}/?flow=demands")
    send(page)
    page.get_by_role("button", name="Choose topics").click()
    page.get_by_label("Films").check()
    found, report = violations(page)
    assert not found, report


# A computed number, and how far it is

def test_how_far_something_is_follows_what_is_chosen(order):
    """A bar with a number, which a reload finds again"""
    fill_in(order).tap("Choose topics")
    order.sees("topics")
    bar = order.top.get_by_role("progressbar", name="% of all topics")
    for name, percent in (("Music", 33), ("Sport", 66)):
        order.top.get_by_label(name).check()
        order.settle()
        expect(bar).to_have_accessible_name(f"{percent} % of all topics")
        assert (bar.evaluate("b => [b.value, b.max, b.position > 0]") == [percent, 100, True])
    order.reload()
    order.sees("topics")
    expect(order.top.get_by_role("progressbar", name="66 % of all topics")).to_be_visible()
    order.top.get_by_label("Sport").uncheck()
    order.settle()
    expect(order.top.get_by_role("progressbar", name="33 % of all topics")).to_be_visible()


# Lists in pages


def test_a_page_that_is_appended_leaves_the_rows_before_it_and_the_focus_alone(person):
    """Rows that overlap are there once; a reload shows all of them, in order"""
    order = person.open(flow="demands", backend=None).sees("order")
    fill_in(order).tap("Choose topics")
    order.sees("topics").tap("Parts")
    order.sees("parts").wait(0)
    rows = order.top.locator(".rows button:first-child")
    expect(rows).to_have_text(["wheel", "frame"])
    rows.nth(1).focus()
    nodes = rows.element_handles()
    # By the keyboard of another control, such as a switch: the focus stays where it is.
    order.top.get_by_role("button", name="Choose topics").evaluate("(node) => node.click()")
    order.wait(0)
    expect(rows).to_have_text(["wheel", "frame", "bell", "lamp"])
    expect(rows.nth(1)).to_be_focused()
    assert all(node.evaluate("(node) => node.isConnected") for node in nodes)
    expect(order.top.locator("select option:not([hidden])")).to_have_text(["wheel", "frame", "bell", "lamp"])
    rows.nth(3).click()
    order.reload().sees("parts")
    expect(rows).to_have_text(["wheel", "frame", "bell", "lamp"])


# Buttons in rows


def to_parts(person):
    order = person.open(flow="demands", backend=None).sees("order")
    fill_in(order).tap("Choose topics")
    order.sees("topics").tap("Parts")
    order.sees("parts").wait(0)
    return order


def test_a_button_in_a_row_belongs_to_it(person):
    """It is beside its row, only where the row has it, and is read with the row"""
    order = to_parts(person)
    rows = order.top.locator(".rows > *")
    expect(rows.nth(0).get_by_role("button")).to_have_text(["wheel", "Drop wheel", "Keep"])
    expect(rows.nth(1).get_by_role("button")).to_have_text(["frame", "Keep"])
    expect(rows.nth(1).get_by_role("button", name="Keep")).to_have_accessible_description("frame")
    rows.nth(0).get_by_role("button", name="Drop wheel").click()
    expect(order.top).to_contain_text("wheel goes.")


def test_buttons_in_rows_come_and_go_and_leave_the_focus_alone(person):
    order = to_parts(person)
    rows = order.top.locator(".rows > *")
    keep = rows.nth(0).get_by_role("button", name="Keep")
    keep.focus()
    node = keep.element_handle()
    order.top.get_by_role("switch").or_(order.top.get_by_role("checkbox")).evaluate("(node) => node.click()")
    expect(order.top.get_by_role("button", name="Drop")).to_have_count(0)
    expect(keep).to_be_focused()
    order.top.get_by_role("button", name="Choose topics").evaluate("(node) => node.click()")
    order.wait(0)
    expect(rows).to_have_count(4)
    expect(rows.nth(3).get_by_role("button")).to_have_text(["lamp", "Keep"])
    expect(keep).to_be_focused()
    assert node.evaluate("(node) => node.isConnected")
    order.top.get_by_role("switch").or_(order.top.get_by_role("checkbox")).evaluate("(node) => node.click()")
    expect(rows.nth(3).get_by_role("button")).to_have_text(["lamp", "Drop lamp", "Keep"])
