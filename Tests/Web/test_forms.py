"""Forms: what is pressed is done, or every field says why not."""

import json
import re

import pytest
from playwright.sync_api import expect

from test_client import ANN, PASSWORD, register

FILLED = "Fill this in"


@pytest.fixture
def form(person, origin):
    return person.open(flow="form", server=origin, backend=None).sees("form")


def problem(field):
    """What stands at a field, apart from its hint."""
    described = field.get_attribute("aria-describedby").split()[-1]
    return field.page.locator(f"#{described}")


def test_an_empty_form_says_at_each_field_what_it_needs(form, page_server):
    """The button can be pressed; the first field gets the focus, and all problems are announced once"""
    send = form.top.get_by_role("button", name="Send", exact=True)
    expect(send).to_be_enabled()
    name, password = (form.top.get_by_label(label) for label in ("Your name", "Password"))
    expect(problem(name)).to_be_empty()
    send.click()
    expect(problem(name)).to_have_text(FILLED)
    expect(problem(password)).to_have_text(FILLED)
    expect(name).to_be_focused()
    expect(name).to_have_attribute("aria-invalid", "true")
    expect(form.page.locator("#announcer")).to_have_text(f"Your name: {FILLED} Password: {FILLED}")
    # Pressed again, it says so again, and leads back to the first.
    password.focus()
    send.click()
    expect(name).to_be_focused()
    name.fill("Ada")
    form.settle()
    expect(problem(name)).to_be_empty()
    expect(problem(password)).to_have_text(FILLED)
    assert page_server.posted == []


def test_the_return_key_says_what_is_wrong(form):
    """As the button does"""
    name = form.top.get_by_label("Your name")
    name.fill("A")
    name.press("Enter")
    expect(problem(name)).to_have_text("Too short")
    expect(problem(form.top.get_by_label("Password"))).to_have_text(FILLED)
    expect(name).to_be_focused()


def test_a_message_has_several_lines(form, page_server):
    """The return key begins a line there, and sends nothing"""
    form.top.get_by_label("Your name").fill("Ada")
    form.top.get_by_label("Password").fill(PASSWORD)
    message = form.top.get_by_label("Remarks")
    message.press_sequentially("Dear all,")
    message.press("Enter")
    message.press_sequentially("until soon.")
    form.settle()
    expect(message).to_have_value("Dear all,\nuntil soon.")
    expect(message).to_have_attribute("maxlength", "200")
    assert page_server.posted == []
    form.top.get_by_role("button", name="Send", exact=True).click()
    form.sees("done")
    assert json.loads(page_server.posted[0][2])["message"] == "Dear all,\nuntil soon."


def test_a_press_that_leaves_a_wrong_field_is_not_lost(form):
    """The problem that shows once the field is left would move the button away from below the finger"""
    form.top.get_by_label("Your name").fill("A")
    form.settle()
    send = form.top.get_by_role("button", name="Send", exact=True)
    send.hover()
    before = send.evaluate("(node) => node.offsetTop")
    form.page.mouse.down()
    form.settle()
    assert send.evaluate("(node) => node.offsetTop") == before
    form.page.mouse.up()
    expect(problem(form.top.get_by_label("Your name"))).to_have_text("Too short")
    expect(problem(form.top.get_by_label("Password"))).to_have_text(FILLED)


# All in one turn of the browser, so that the machine has answered nothing before the form is sent.
FILL_AND_SEND = """([says, number]) => {
  const form = document.querySelector('form')
  for (const [name, value] of [['fullName', `Ada ${number}`], ['password', `long enough ${number}`]]) {
    const input = form.elements[name]
    input.value = value
    if (says) input.dispatchEvent(new Event(says, { bubbles: true }))
  }
  form.requestSubmit()
}"""


@pytest.mark.parametrize("says", ["input", "change", ""])
def test_what_is_filled_and_sent_at_once_is_never_lost(form, page_server, says, request):
    """In order, however a password manager says that it has filled a field, or says nothing; 201 times in soak"""
    page_server.status = 503
    rounds = 67 if request.config.getoption("--every-look") else 10
    for number in range(1, rounds + 1):
        form.page.evaluate(FILL_AND_SEND, [says, number])
        form.sees("failed")
        assert len(page_server.posted) == number
        assert f"Ada {number}" in page_server.posted[-1][2].decode()
        assert f"long enough {number}" in page_server.posted[-1][2].decode()
        form.tap("Close")
        form.sees("form")


def test_escape_dismisses_after_a_click_beside_the_alert(form):
    """The click takes the focus away, and the key still applies to the alert"""
    form.tap("Warn me")
    form.sees("failed")
    form.page.mouse.click(4, 4)
    form.page.keyboard.press("Escape")
    form.sees("form")


def test_a_code_is_sent_by_itself_once_it_is_complete(visitor):
    """CMP-10: with the space of the message in it; three digits are no code"""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    code = visitor.code(ANN)
    field = visitor.top.locator('[data-element="code"] input')
    field.press_sequentially(code[:3])
    visitor.settle()
    visitor.press("submit")
    expect(problem(field)).to_have_text("Enter the 6 digits of the code.")
    field.press("ControlOrMeta+a")
    field.press_sequentially(f"{code[:3]} {code[3:]}")
    visitor.sees("home")


def test_a_wrong_code_is_cleared_and_marked_and_a_used_up_one_says_so(visitor):
    """CMP-10: the field has the focus for the next guess; after the last there is nothing to guess at"""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    right = visitor.code(ANN)
    wrong = "111111" if right != "111111" else "222222"
    field = visitor.top.locator('[data-element="code"] input')
    for left in (4, 3, 2, 1):
        field.press_sequentially(wrong)
        words = f"You have {left} attempts left." if left > 1 else "You have 1 attempt left."
        expect(problem(field)).to_have_text(f"Incorrect or expired code. {words}")
        expect(field).to_have_value("")
        expect(field).to_be_focused()
    field.press_sequentially(wrong)
    expect(visitor.top).to_contain_text("This code no longer works. Request a new one.")
    expect(field).to_have_count(0)
    expect(visitor.top.locator('[data-element="submit"]')).to_have_count(0)


def test_whoever_registers_a_known_address_can_sign_in_from_there(visitor):
    """ACC-1: with the address that was typed"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.press("signIn").sees("signIn")
    expect(visitor.top.locator('[data-element="email"] input')).to_have_value(ANN)


def test_a_kill_during_a_request_does_not_blame_the_connection(visitor):
    """ENT-4: the page does not keep a typed password, so it is asked for again"""
    visitor.page.route(re.compile(r"/v1/login"), lambda route: None)
    visitor.open("account").sees("signIn")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit")
    expect(visitor.top.locator('[data-element="submit"]')).to_have_attribute("aria-busy", "true")
    visitor.relaunch()
    visitor.sees("failed")
    expect(visitor.top).to_contain_text("This was interrupted before it was done.")
    expect(visitor.top).not_to_contain_text("connection")


def test_an_address_of_no_flow_says_so_without_a_path(person):
    """And a page that cannot be loaded offers to try again"""
    person.page.goto(f"{person.origin}/index.html?flow=nonsense")
    person.sees_note("Page not found. Check the address.")
    expect(person.page.locator("#notes")).not_to_contain_text("nonsense")
    person.page.goto(f"{person.origin}/index.html?flow=../x")
    person.sees_note("Page not found. Check the address.")
    person.console_errors.clear()


def test_progress_without_motion_claims_no_amount(browser, origin):
    """With reduced motion it is a pattern over its whole length"""
    context = browser.new_context(reduced_motion="reduce")
    page = context.new_page()
    page.goto(f"{origin}/index.html?flow=entry&simulated")
    drawn = page.evaluate(
        """() => {
          const bar = document.body.appendChild(document.createElement('progress'))
          return [getComputedStyle(bar).backgroundImage, getComputedStyle(bar).animationName]
        }"""
    )
    assert drawn[0].startswith("repeating-linear-gradient") and drawn[1] == "none"
    context.close()


SAY = "document.getElementById('toast').append(Object.assign(document.createElement('p'), { textContent: 'Said' }))"


def test_what_was_said_is_over_once_a_person_has_gone_on(form):
    """MKT-7: a toast disappears with the next screen that a tap leads to; one that appears with it stays"""
    form.page.evaluate(SAY)
    form.top.get_by_label("Your name").fill("Ada")
    form.top.get_by_label("Password").fill("long enough")
    form.tap("Send")
    form.sees("done")
    expect(form.page.locator("#toast")).to_have_text("Sending")
