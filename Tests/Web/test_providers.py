"""Sign-in at providers in a real browser: through the consent pages of `portico serve --dev`, and back."""

import re

import pytest
from playwright.sync_api import expect

from visitor import Visitor

NAMES = {"openid": "Example ID", "google": "Google", "apple": "Apple", "github": "GitHub"}


def leave(visitor, kind="google", flow="account"):
    """To the consent page of a provider."""
    visitor.open(flow)
    visitor.press("provider").sees("chooseProvider")
    visitor.top.get_by_role("button", name=f"Continue with {NAMES[kind]}", exact=True).click()
    expect(visitor.page).to_have_url(re.compile(f"/dev/providers/{kind}/"))
    return visitor


def decide(page, decision="Allow", email=None, verified=True):
    """The person at the provider."""
    if email:
        page.get_by_role("radio", name="Another account").check()
        page.get_by_label("Email", exact=True).fill(email)
        page.get_by_label("This email is verified").set_checked(verified)
    page.get_by_role("button", name=decision, exact=True).click()
    if page.get_by_role("heading", name="Back to Portico").is_visible():
        # Apple posts the way back.
        page.get_by_role("button", name="Continue", exact=True).click()


def comes_back(visitor):
    expect(visitor.page).to_have_url(re.compile(r"/\?flow="))
    return visitor


@pytest.mark.parametrize("kind", NAMES)
def test_a_provider_signs_in_and_the_next_time_finds_the_account(visitor, kind, traffic):
    """ACC-4, FED-2: with each kind of provider, no form and no password; what came back leaves the address"""
    email = f"ada@{'gmail.com' if kind == 'google' else 'icloud.com' if kind == 'apple' else 'example.com'}"
    for turn in range(2):
        leave(visitor, kind)
        decide(visitor.page, email=email)
        comes_back(visitor)
        if kind in ("github", "openid") and turn == 0:
            # These speak for no address.
            visitor.sees("addressCode")
            visitor.fill(code=visitor.code(email))
        visitor.sees("home")
        expect(visitor.top).to_contain_text(email)
        expect(visitor.page).to_have_url(re.compile(r"/\?flow=account"))
        assert "state=" not in visitor.page.url and "code=" not in visitor.page.url
        visitor.press("leave").sees("signIn")
    assert len(traffic.to("/v1/federation/completion")) == 2


@pytest.mark.parametrize(
    "kind, decision, words",
    [("google", "Deny", "Google didn’t share"), ("apple", "Cancel", "You cancelled"), ("github", "Deny", "GitHub didn’t share")],
)
def test_a_refusal_is_told_in_words_and_another_try_succeeds(visitor, kind, decision, words):
    """FED-5"""
    leave(visitor, kind)
    decide(visitor.page, decision)
    comes_back(visitor).sees("notSignedIn")
    expect(visitor.top).to_contain_text(words)
    visitor.press("startOver")
    expect(visitor.page).to_have_url(re.compile(f"/dev/providers/{kind}/"))
    decide(visitor.page, email="grace@icloud.com" if kind == "apple" else "grace@gmail.com")
    comes_back(visitor).sees("addressCode" if kind == "github" else "home")


def test_the_tab_is_closed_while_away_and_the_return_comes_in_a_new_one(visitor, context):
    """CMP-7, FED-4: nothing but what was stored is left of the page"""
    leave(visitor)
    away = visitor.page
    other = Visitor(context.new_page(), visitor.identity)
    other.page.goto(away.url)
    away.close()
    decide(other.page, email="ada@gmail.com")
    comes_back(other).sees("home")


def test_a_return_into_another_tab_goes_on_there(visitor, context):
    """FED-4: though the first tab still runs the flow; that one says so"""
    leave(visitor)
    consent = visitor.page.url
    visitor.page.go_back()
    visitor.sees("away")
    other = Visitor(context.new_page(), visitor.identity)
    other.page.goto(consent)
    decide(other.page, email="ada@gmail.com")
    comes_back(other).sees("home")
    expect(visitor.page.locator("#notes")).to_contain_text("another tab")


def test_a_return_that_comes_twice_signs_in_once(visitor, traffic):
    """FED-4: as when a page is reloaded before it has processed the return"""
    leave(visitor)
    seen = []
    visitor.page.on("framenavigated", lambda frame: seen.append(frame.url))
    decide(visitor.page, email="ada@gmail.com")
    comes_back(visitor).sees("home")
    back = next(url for url in seen if "code=" in url)
    visitor.page.goto(back)
    comes_back(visitor).sees("home")
    assert len(traffic.to("/v1/federation/completion")) == 1


def test_whoever_never_comes_back_finds_the_way_on(visitor):
    """FED-3, FED-4: by the browser's own way back, and a foreign return changes nothing"""
    leave(visitor)
    visitor.page.go_back()
    visitor.sees("away")
    visitor.page.goto(f"{visitor.origin}/?state=made-up&code=made-up")
    comes_back(visitor).sees("away")
    expect(visitor.top).to_contain_text("belongs to an earlier sign-in")
    visitor.press("openAgain")
    expect(visitor.page).to_have_url(re.compile("/dev/providers/google/"))
    decide(visitor.page, email="ada@gmail.com")
    comes_back(visitor).sees("home")


def test_an_unverified_address_takes_a_code_or_is_left_out(visitor):
    """FED-7"""
    leave(visitor, "openid")
    decide(visitor.page, email="alan@elsewhere.example", verified=False)
    comes_back(visitor).sees("addressCode")
    expect(visitor.top).to_contain_text("alan@elsewhere.example")
    visitor.press("withoutAddress").sees("home")


def test_the_whole_entry_begins_with_a_provider(visitor):
    """ACC-4, FED-12: from the chooser, with the flow's parameters kept while away"""
    leave(visitor, "google", "entry")
    decide(visitor.page, email="ada@gmail.com")
    expect(visitor.page).to_have_url(re.compile("flow=entry"))
    expect(visitor.top).to_have_attribute("data-surface", re.compile(r"^(onboarding\..*|home)$"))
