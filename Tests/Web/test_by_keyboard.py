"""Each flow by the keyboard alone, and as a password manager fills it in, with simulated answers."""

import pytest
from playwright.sync_api import expect

#: What each flow asks for until it comes to its goal: what shows on the screen, what is typed by label, and the button.
WALKS = {
    "onboarding": [("screenB1", {}, "Next"), ("screenC1", None, None), ("screenD", None, None)],
    "account": [
        ("signIn", {"Email address": "ada@example.org", "Password": "right password"}, "Sign in"),
        ("home", {}, "Sign out"),
        ("signIn", None, None),
    ],
    "phone": [
        ("login", {"Phone number": "2015550123"}, "Next"),
        # Sent by itself, once it is complete.
        ("OTPVerificationVC", {"6-digit code": "123456"}, None),
        ("SetUpProfileVC", {"Name": "Ada", "Email address": "ada@example.org"}, "Done"),
        ("landing", {}, "Sign out"),
        ("login", None, None),
    ],
    "bootstrap": [
        ("login", {"Email address": "ada@example.org", "Password": "right password"}, "Sign in"),
        ("registration", {"Phone number": "+1 2015550123"}, "Next"),
        ("registration", {"6-digit code": "123456"}, "Next"),
        ("userProfile", {"Name": "Ada"}, "Done"),
        ("conversationList", {}, "Sign out"),
        ("login", None, None),
    ],
    "entry": [
        ("choosing", {}, "With email and password"),
        ("account.signIn", {"Email address": "ada@example.org", "Password": "right password"}, "Sign in"),
        ("onboarding.screenB1", {}, "Next"),
        ("home", {}, "Sign out"),
        ("choosing", None, None),
    ],
    "settings": [("menu", {}, "Profile"), ("profile", {"Your name": "Ada Lovelace"}, "Save"), ("menu", None, None)],
}

FOCUSED = """() => {
  const node = document.activeElement
  if (!node?.closest('#stage')) return null
  return node.labels?.[0]?.textContent ?? node.getAttribute('aria-label') ?? node.textContent
}"""


def reach(person, name):
    """By the tab key, from wherever the focus is."""
    passed = []
    for _ in range(40):
        person.page.keyboard.press("Tab")
        passed.append(person.page.evaluate(FOCUSED))
        if passed[-1] == name:
            return
    raise AssertionError(f"the tab key leads to {passed}, and never to {name}")


def walk(person, flow, fill):
    person.open(flow=flow, backend=None, server=None)
    person.page.wait_for_function("() => window.portico?.log")
    for number, (screen, texts, button) in enumerate(WALKS[flow]):
        for _ in range(12):
            if person.page.locator(f'#stage > :not([inert])[data-surface="{screen}"]').count():
                break
            person.wait(1_000)
        person.sees(screen)
        for label in texts or {}:
            for _ in range(4):
                if person.top.get_by_label(label, exact=True).count():
                    break
                person.wait(1_000)
        if texts is not None:
            person.settle()
            fill(person, texts, button)
            person.settle()


@pytest.mark.parametrize("flow", WALKS)
def test_a_flow_is_walked_with_the_keyboard_alone(person, flow):
    """CMP-10: every field and button is reached by the tab key, and the return key presses"""

    def fill(person, texts, button):
        for label, text in texts.items():
            reach(person, label)
            person.page.keyboard.type(text)
            person.settle()
        if button:
            reach(person, button)
            person.page.keyboard.press("Enter")

    walk(person, flow, fill)


MANAGER = """([texts, button]) => {
  // Values are set from outside, and nothing says so.
  const form = document.querySelector('#stage > :not([inert]) form')
  for (const input of form.querySelectorAll('input')) {
    const text = texts[input.labels[0]?.textContent]
    if (text !== undefined) input.value = text
  }
  if (form.querySelector('[type=submit]') && Object.keys(texts).length) form.requestSubmit()
  else [...form.querySelectorAll('button')].find((node) => node.textContent === button).click()
}"""


@pytest.mark.parametrize("flow", WALKS)
def test_a_flow_is_walked_as_a_password_manager_fills_it(person, flow):
    """CMP-10: fields are set without an event, and the form is sent at once"""

    def fill(person, texts, button):
        person.page.evaluate(MANAGER, [texts, button])

    walk(person, flow, fill)


def test_home_is_where_the_demo_leads(person):
    """ENT-1: it greets by name, and leads on; it ended on "Hello " once, and a button that did nothing"""

    def fill(person, texts, button):
        if button != "Sign out":
            return person.page.evaluate(MANAGER, [texts, button])
        expect(person.top.get_by_role("heading", level=2)).to_have_text("Hello, Ada")
        expect(person.top).to_contain_text("Your app starts here.")
        buttons = [node.text_content() for node in person.top.get_by_role("button").all()]
        assert buttons == ["Write", "Account", "Sign out"]
        person.tap("Sign out")

    walk(person, "entry", fill)
