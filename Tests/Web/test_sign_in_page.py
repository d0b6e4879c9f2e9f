"""The page that a mailed link opens (CMP-11), in a real browser: what it does by itself, and what its buttons do."""

import re
import urllib.parse

import pytest
from playwright.sync_api import expect

from api_client import Client, person
from federation_trips import RETURN
from test_login_links import Asked


@pytest.fixture
def name(identity):
    name, password = person()
    Client(identity).sign_up(name, password)
    identity.pass_time(61)
    return name


@pytest.fixture
def opened(context, identity, name):
    """A function that asks for a link and opens it; the app's address is a page here."""
    context.route(f"{RETURN}*", lambda route: route.fulfill(body="<title>App</title>"))

    def open():
        asked = Asked(identity, name)
        page = context.new_page()
        page.set_default_timeout(30_000)
        page.goto(asked.link)
        return asked, page

    return open


def test_opening_it_sends_nothing_and_its_button_leads_back(opened, identity, name, context):
    posted = []
    context.on("request", lambda request: posted.append(request) if request.method == "POST" else None)
    asked, page = opened()
    expect(page.get_by_role("heading", name="Sign in?")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Sign in?")).to_be_visible()
    assert not posted
    # The token is in the fragment: no server sees it before the button is pressed.
    page.get_by_role("button", name="Continue on this device").click()
    page.wait_for_url(re.compile(re.escape(RETURN)))
    back = dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(page.url).query))
    assert back["state"] == asked.begun["state"]
    assert asked.complete(back).status == 200
    page.goto(asked.link)
    page.get_by_role("button", name="Continue on this device").click()
    expect(page.locator("#result")).to_contain_text("expired")
    expect(page.get_by_role("button")).to_have_count(0)


def test_the_other_button_shows_a_code_for_the_device_that_asked(opened, name):
    asked, page = opened()
    page.get_by_role("button", name="I asked on another device").click()
    code = page.locator("#code")
    expect(code).to_have_text(re.compile(r"^\d{6}$"))
    expect(page.get_by_text("Don’t share it")).to_be_visible()
    body = {
        "user_name": name, "session": asked.begun["session"], "verification_code": code.inner_text(),
    }
    assert asked.client.call("POST", "/v1/login", body, token=None).status == 200


def test_it_speaks_each_language_and_says_when_the_server_is_gone(browser, identity, name):
    asked = Asked(identity, name)
    for locale, title, failed in (
        ("de-DE", "Anmelden?", "Keine Verbindung"), ("ar-EG", "تسجيل الدخول؟", "تعذّر"),
        ("es-MX", "¿Iniciar sesión?", "No se pudo conectar"), ("ja-JP", "ログインしますか？", "接続できませんでした"),
    ):
        context = browser.new_context(locale=locale)
        page = context.new_page()
        page.goto(asked.link)
        expect(page.get_by_role("heading", name=title)).to_be_visible()
        context.route("**/v1/login/link/opening", lambda route: route.abort())
        page.locator("#other").click()
        expect(page.locator("#result")).to_contain_text(failed)
        expect(page.locator("#other")).to_be_enabled()
        context.close()
    page = browser.new_page()
    page.goto(identity.origin + "/sign-in")
    expect(page.get_by_role("button")).to_have_count(0)
    expect(page.locator("#result")).to_contain_text("Ask for a new one")
    page.close()
