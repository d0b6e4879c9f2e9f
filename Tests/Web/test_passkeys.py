"""Passkeys in the page, made and shown by Chromium's virtual authenticator, before a real server."""

import urllib.parse

import pytest
from playwright.sync_api import expect

EMAIL = "ada@example.com"
PASSWORD = "staple battery"


class Authenticator:
    """One of a page, which its owner touches and unlocks at once, or not at all."""

    def __init__(self, page, is_touched=True):
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        self.id = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": is_touched,
        }})["authenticatorId"]

    def unlock(self, is_unlocked=True):
        self.tools.send("WebAuthn.setUserVerified", {
            "authenticatorId": self.id, "isUserVerified": is_unlocked,
        })

    def touch(self):
        """From now on."""
        self.tools.send("WebAuthn.setAutomaticPresenceSimulation", {
            "authenticatorId": self.id, "enabled": True,
        })

    @property
    def credentials(self):
        return self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]


@pytest.fixture
def visitor(visitor):
    """By the name for which browsers make passkeys."""
    port = urllib.parse.urlsplit(visitor.origin).port
    visitor.origin = visitor.server = f"http://localhost:{port}"
    return visitor


@pytest.fixture
def authenticator(visitor):
    return Authenticator(visitor.page)


@pytest.fixture
def ada(visitor):
    """Signed in, with address and password."""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=EMAIL, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.fill(code=visitor.code(EMAIL))
    return visitor.sees("home")


def to_passkeys(visitor):
    visitor.open("settings").sees("menu")
    return visitor.press("passkeys").sees("passkeys")


def sign_out(visitor):
    visitor.open("account").sees("home")
    return visitor.press("leave").sees("signIn")


def rows(visitor):
    return visitor.top.locator('[data-element="passkey"] button')


def test_a_passkey_added_in_settings_signs_in(ada, authenticator, traffic):
    """PAS-3, PAS-6: and what goes to the server is what it asked for, once"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    assert len(authenticator.credentials) == 1
    sign_out(ada).press("passkey").sees("home")
    expect(ada.top).to_contain_text(EMAIL)
    assert len(traffic.to("/v1/user/passkeys/completion")) == 1
    assert len(traffic.to("/v1/passkeys/authentication/completion")) == 1
    # It was used just now, and is renamed.
    ada.open("settings").sees("passkeys")
    ada.top.get_by_role("button", name="Back", exact=True).click()
    ada.sees("menu").press("passkeys").sees("passkeys")
    rows(ada).click()
    ada.sees("passkeyDetail")
    expect(ada.top).to_contain_text("Last used")
    ada.press("rename").sees("renamingPasskey")
    ada.fill(newPasskeyName="Blue key")
    ada.press("submit").sees("passkeys")
    expect(rows(ada)).to_contain_text("Passkey Blue key")


def test_an_authenticator_makes_no_second_passkey_for_an_account(ada, authenticator):
    """PAS-6: said in words, and the way back is there"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("already has a passkey for your account")
    ada.press("cancel").sees("passkeys")
    expect(rows(ada)).to_have_count(1)


def test_where_there_is_none_the_other_ways_are_one_tap_away(ada, authenticator):
    """PAS-6: no passkey, not unlocked, and no such thing in the browser"""
    sign_out(ada)
    ada.fill(email=EMAIL)
    ada.press("passkey").sees("passkeySignIn")
    expect(ada.top).to_contain_text("No passkey was used")
    ada.page.evaluate("delete globalThis.PublicKeyCredential")
    ada.press("again")
    expect(ada.top).to_contain_text("This device doesn't support passkeys")
    ada.press("another").sees("signIn")
    ada.fill(password=PASSWORD)
    ada.press("submit").sees("home")


def test_a_passkey_that_is_not_unlocked_is_not_made(ada, authenticator):
    """PAS-6"""
    authenticator.unlock(False)
    to_passkeys(ada).press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("No passkey was created")
    authenticator.unlock()
    ada.press("again")
    expect(rows(ada)).to_have_count(1)


def test_removing_one_takes_a_fresh_proof_and_the_platform_is_told(ada, authenticator):
    """PAS-3, PAS-7: the browser offers it no more"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.identity.pass_time(700)
    rows(ada).click()
    ada.sees("passkeyDetail").press("remove").sees("proveByPassword")
    ada.fill(password=PASSWORD)
    ada.press("submit").sees("passkeys")
    expect(rows(ada)).to_have_count(0)
    ada.get_answers()
    assert authenticator.credentials == []


def test_a_passkey_proves_who_asks(ada, authenticator, traffic):
    """MFA-5: and what was asked for goes on by itself; where it is not unlocked, the other ways are one tap away"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.top.get_by_role("button", name="Back", exact=True).click()
    ada.sees("menu").press("twoStepSignIn").sees("twoStepSignIn")
    ada.identity.pass_time(700)
    authenticator.unlock(False)
    ada.press("newCodes").sees("proveByPassword")
    ada.press("byPasskey").sees("proveByPasskey")
    ada.press("another").sees("proveByPassword")
    authenticator.unlock()
    ada.press("byPasskey").sees("keeping")
    assert len(traffic.to("/v1/session/step_up/passkey/verification")) == 1


def test_one_that_the_server_does_not_know_says_what_to_do(ada, authenticator):
    """PAS-7: removed on another device; the platform is told at the next sign-in"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    kept = authenticator.credentials
    rows(ada).click()
    ada.sees("passkeyDetail").press("remove").sees("passkeys")
    expect(rows(ada)).to_have_count(0)
    ada.get_answers()
    authenticator.tools.send(
        "WebAuthn.addCredential", {"authenticatorId": authenticator.id, "credential": kept[0]})
    sign_out(ada).press("passkey").sees("passkeySignIn")
    expect(ada.top).to_contain_text("This passkey no longer works here")
    ada.get_answers()
    assert authenticator.credentials == []
    ada.press("another").sees("signIn")


def test_a_page_that_ends_while_the_device_asks_goes_on(ada):
    """PAS-6: nothing was used up, so it asks once more with the same challenge"""
    authenticator = Authenticator(ada.page, is_touched=False)
    to_passkeys(ada).press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("Follow the instructions")
    ada.settle()
    ada.page.goto("about:blank")
    authenticator.touch()
    ada.open("settings")
    expect(rows(ada)).to_have_count(1)
