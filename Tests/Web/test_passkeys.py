"""Passkeys in the page, with Chromium's virtual authenticator and a real server."""

import urllib.parse

import pytest
from playwright.sync_api import expect

EMAIL = "ada@example.com"
PASSWORD = "staple battery"


class Authenticator:
    """A virtual authenticator in the browser of a page, controlled over the DevTools protocol.

    It verifies its user until `unlock(False)`. Without `is_touched` it leaves requests open until `touch()`.
    """

    def __init__(self, page, is_touched=True):
        self.tools = page.context.new_cdp_session(page)
        self.tools.send("WebAuthn.enable")
        self.id = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": is_touched,
        }})["authenticatorId"]

    def unlock(self, is_unlocked=True):
        """Whether it verifies its user from now on."""
        self.tools.send("WebAuthn.setUserVerified", {
            "authenticatorId": self.id, "isUserVerified": is_unlocked,
        })

    def touch(self):
        """Touches it for every request from now on."""
        self.tools.send("WebAuthn.setAutomaticPresenceSimulation", {
            "authenticatorId": self.id, "enabled": True,
        })

    @property
    def credentials(self):
        return self.tools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})["credentials"]


@pytest.fixture
def visitor(visitor):
    """Under `localhost`, since browsers make no passkeys for an IP address."""
    port = urllib.parse.urlsplit(visitor.origin).port
    visitor.origin = visitor.server = f"http://localhost:{port}"
    return visitor


@pytest.fixture
def authenticator(visitor):
    """Used only where a button asks for it: autofill is off, since a virtual authenticator would answer it at once."""
    visitor.page.add_init_script(
        "if (globalThis.PublicKeyCredential) PublicKeyCredential.isConditionalMediationAvailable = async () => false")
    return Authenticator(visitor.page)


@pytest.fixture
def ada(visitor):
    """A visitor who has registered by address and password, and is signed in."""
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
    """PAS-3, PAS-6: each response of the authenticator is sent once; the passkey shows its last use and can be renamed"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    assert len(authenticator.credentials) == 1
    sign_out(ada).press("passkey").sees("home")
    expect(ada.top).to_contain_text(EMAIL)
    assert len(traffic.to("/v1/user/passkeys/completion")) == 1
    assert len(traffic.to("/v1/passkeys/authentication/completion")) == 1
    # The settings resume where they were left; leaving the list and coming back loads it with the last use.
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
    """PAS-6: the page says why, and cancelling leads back to the list"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("already has a passkey for your account")
    ada.press("cancel").sees("passkeys")
    expect(rows(ada)).to_have_count(1)


def test_where_there_is_none_the_other_ways_are_one_tap_away(ada, authenticator):
    """PAS-6: the device has no passkey, then the browser has no passkeys at all; the address is kept"""
    sign_out(ada)
    ada.fill(email=EMAIL)
    ada.press("passkey").sees("passkeySignIn")
    expect(ada.top).to_contain_text("No passkey was used")
    ada.page.evaluate("delete globalThis.PublicKeyCredential")
    ada.press("again")
    expect(ada.top).to_contain_text("This device doesn’t support passkeys")
    ada.press("another").sees("signIn")
    ada.fill(password=PASSWORD)
    ada.press("submit").sees("home")


def test_a_passkey_that_is_not_unlocked_is_not_made(ada, authenticator):
    """PAS-6: the page says so, and another attempt creates it"""
    authenticator.unlock(False)
    to_passkeys(ada).press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("No passkey was created")
    authenticator.unlock()
    ada.press("again")
    expect(rows(ada)).to_have_count(1)


def test_removing_one_takes_a_fresh_proof_and_the_platform_is_told(ada, authenticator):
    """PAS-3, PAS-7: the authenticator no longer has it"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    # More than the 10 minutes for which the sign-in counts as a fresh proof.
    ada.identity.pass_time(700)
    rows(ada).click()
    ada.sees("passkeyDetail").press("remove").sees("proveByPassword")
    ada.fill(password=PASSWORD)
    ada.press("submit").sees("passkeys")
    expect(rows(ada)).to_have_count(0)
    ada.get_answers()
    assert authenticator.credentials == []


def test_a_passkey_proves_who_asks(ada, authenticator, traffic):
    """MFA-5: the request then continues by itself; if the passkey is not unlocked, the password is one tap away"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.top.get_by_role("button", name="Back", exact=True).click()
    ada.sees("menu").press("twoStepSignIn").sees("twoStepSignIn")
    # More than the 10 minutes for which the sign-in counts as a fresh proof.
    ada.identity.pass_time(700)
    authenticator.unlock(False)
    ada.press("newCodes").sees("proveByPassword")
    ada.press("byPasskey").sees("proveByPasskey")
    ada.press("another").sees("proveByPassword")
    authenticator.unlock()
    ada.press("byPasskey").sees("keeping")
    assert len(traffic.to("/v1/session/step_up/passkey/verification")) == 1


def test_one_that_the_server_does_not_know_says_what_to_do(ada, authenticator):
    """PAS-7: the authenticator still has it, and is told at the next sign-in"""
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
    """PAS-6: the challenge was not used, so the next page asks again"""
    authenticator = Authenticator(ada.page, is_touched=False)
    to_passkeys(ada).press("addPasskey").sees("newPasskey")
    expect(ada.top).to_contain_text("Follow the instructions")
    ada.settle()
    ada.page.goto("about:blank")
    authenticator.touch()
    ada.open("settings")
    expect(rows(ada)).to_have_count(1)


def test_a_passkey_alone_makes_an_account(visitor, authenticator, traffic):
    """PAS-1, PAS-5: its recovery codes survive a reload until they are kept; it signs in with nothing typed"""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.press("passkey").sees("passkeySignUp")
    visitor.fill(newName="Ada Lovelace")
    visitor.press("submit").sees("recoveryCodes")
    [credential] = authenticator.credentials
    assert credential["userName"] == "Ada Lovelace"
    codes = visitor.recovery_codes()
    assert len(codes.split()) == 10
    visitor.settle()
    visitor.page.goto("about:blank")
    visitor.open("account").sees("recoveryCodes")
    expect(visitor.top.locator("pre")).to_have_text(codes)
    visitor.press("kept").sees("home")
    expect(visitor.top).to_contain_text("Signed in as Ada Lovelace")
    assert len(traffic.to("/v1/passkeys/registration/completion")) == 1
    assert codes.split()[0] not in str(visitor.stored())
    visitor.press("leave").sees("signIn")
    visitor.press("passkey").sees("home")
    expect(visitor.top).to_contain_text("Signed in as Ada Lovelace")
    visitor.open("settings").sees("menu")
    expect(visitor.top).to_contain_text("Signed in as Ada Lovelace")


def test_a_passkey_that_is_not_made_keeps_the_name(visitor, authenticator):
    """PAS-6: sign-up by address and password is one step back"""
    authenticator.unlock(False)
    visitor.open("account").sees("signIn")
    visitor.press("register").press("passkey").sees("passkeySignUp")
    visitor.fill(newName="Ada")
    visitor.press("submit").sees("newPasskey")
    expect(visitor.top).to_contain_text("No passkey was created")
    visitor.press("cancel").sees("passkeySignUp")
    expect(visitor.top.locator("input")).to_have_value("Ada")
    visitor.tap("Back")
    visitor.sees("signUp")


def by_password(visitor):
    visitor.sees("choosing").press("account").sees("signIn")
    visitor.fill(email=EMAIL, password=PASSWORD)
    return visitor.press("submit")


def test_a_passkey_is_offered_once_after_a_sign_in_with_a_password(ada, authenticator, traffic):
    """PAS-2: on a device that can create one; after it was declined, it can still be added in settings"""
    sign_out(ada)
    by_password(ada.open("entry", experiments="false")).sees("offerPasskey")
    ada.page.reload()
    ada.sees("offerPasskey").press("later").sees("home")
    assert authenticator.credentials == []
    ada.press("leave")
    by_password(ada).sees("home")
    assert len(traffic.to("/v1/user/passkeys")) == 1
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)


def test_the_passkey_that_is_offered_signs_in_next_time(ada, authenticator):
    """PAS-2: accepted with one tap"""
    sign_out(ada)
    by_password(ada.open("entry", experiments="false")).sees("offerPasskey")
    ada.press("add").sees("home")
    assert len(authenticator.credentials) == 1
    ada.press("leave").sees("choosing").press("account").sees("signIn")
    ada.press("passkey").sees("home")


def test_nothing_is_offered_where_there_is_no_authenticator(ada, traffic):
    """PAS-2: the server is not asked whether the account has a passkey"""
    sign_out(ada)
    by_password(ada.open("entry", experiments="false")).sees("home")
    assert traffic.to("/v1/user/passkeys") == []


# Replaces autofill: `asked` lists the calls of `navigator.credentials.get` by their mediation, and `choose()` acts as
# the user who picks the passkey.
AUTOFILL = """() => {
  if (!globalThis.PublicKeyCredential) return
  const get = navigator.credentials.get.bind(navigator.credentials)
  globalThis.asked = []
  navigator.credentials.get = (options) => {
    asked.push(options.mediation ?? 'modal')
    if (options.mediation !== 'conditional') return get(options)
    // A test cannot reach the browser's own list of suggestions.
    return new Promise((resolve, reject) => {
      const stop = () => reject(options.signal.reason)
      options.signal.addEventListener('abort', stop)
      globalThis.choose = () => resolve(get({ publicKey: options.publicKey }))
    })
  }
  PublicKeyCredential.isConditionalMediationAvailable = async () => true
}"""


def wait_for_offers(visitor, count):
    """Waits up to 10 s until the page has asked the browser for a passkey `count` times."""
    for _ in range(200):
        if visitor.page.evaluate("asked.length") == count:
            return
        visitor.page.wait_for_timeout(50)
    raise AssertionError(visitor.page.evaluate("asked"))


def test_a_passkey_is_chosen_among_the_suggestions_of_the_field(ada, authenticator, traffic):
    """PAS-1, PAS-6: the passkey is sent once; typing address and password instead works as before"""
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.page.add_init_script(f"({AUTOFILL})()")
    sign_out(ada)
    expect(ada.top.locator('[data-element="email"] input')).to_have_attribute("autocomplete", "username webauthn")
    wait_for_offers(ada, 1)
    # An open offer does not count as a call without an answer, so this returns.
    ada.get_answers()
    ada.fill(email=EMAIL, password=PASSWORD)
    ada.press("submit").sees("home")
    ada.press("leave").sees("signIn")
    wait_for_offers(ada, 2)
    traffic.forget()
    ada.page.evaluate("choose()")
    ada.sees("home")
    assert ada.page.evaluate("asked") == ["conditional", "conditional"]
    assert len(traffic.to("/v1/passkeys/authentication/completion")) == 1


def test_the_browser_itself_signs_in_from_the_field(ada, traffic):
    """PAS-1: the virtual authenticator takes the suggestion, as a user would, and no button is pressed"""
    authenticator = Authenticator(ada.page)
    to_passkeys(ada).press("addPasskey")
    expect(rows(ada)).to_have_count(1)
    ada.open("account").sees("home").press("leave")
    traffic.wait(ada.page, "/v1/passkeys/authentication/completion")
    ada.sees("home")
    expect(ada.top).to_contain_text(EMAIL)
    assert len(authenticator.credentials) == 1


def test_a_recovery_code_opens_an_account_whose_only_passkey_is_lost(visitor, authenticator):
    """PAS-5: each code works once, and another passkey is added without further proof"""
    visitor.open("account").sees("signIn")
    visitor.press("register").press("passkey").sees("passkeySignUp")
    visitor.fill(newName="Ada")
    visitor.press("submit").sees("recoveryCodes")
    code = visitor.recovery_codes().split()[0]
    visitor.press("kept").sees("home").press("leave").sees("signIn")
    authenticator.tools.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator.id})
    visitor.press("passkey").sees("passkeySignIn")
    visitor.press("lost").sees("lostPasskey")
    visitor.fill(recoveryCode=code[:-4] + "0000")
    visitor.press("submit")
    expect(visitor.top).to_contain_text("Incorrect code")
    visitor.fill(recoveryCode=code.lower())
    visitor.press("submit").sees("home")
    expect(visitor.top).to_contain_text("Signed in as Ada")
    to_passkeys(visitor).press("addPasskey")
    expect(rows(visitor)).to_have_count(2)
    sign_out(visitor).press("passkey").sees("home").press("leave").sees("signIn")
    authenticator.tools.send("WebAuthn.clearCredentials", {"authenticatorId": authenticator.id})
    visitor.press("passkey").sees("passkeySignIn").press("lost").sees("lostPasskey")
    visitor.fill(recoveryCode=code)
    visitor.press("submit")
    expect(visitor.top).to_contain_text("Incorrect code")
