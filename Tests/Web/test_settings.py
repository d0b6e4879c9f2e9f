"""The account centre in the page, before a real server (CTR, MFA)."""

import email.utils
import io
import json
import re
import urllib.parse
import urllib.request
from datetime import UTC, datetime

import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from authenticator_app import totp
from person import CALM
from portico_server import wait_for
from test_client import ANN, PASSWORD, register, walk_to_home
from test_providers import decide, leave
from visitor import Visitor

OTHER_PASSWORD = "nine quiet herons at dawn"


def settings(visitor):
    register(visitor)
    return visitor.open("settings").sees("menu")


def choose(visitor, text):
    """Taps a row of a list."""
    visitor.top.locator(".rows button", has_text=text).click()
    return visitor


def app_code(visitor, secret, later=0):
    """What an authenticator app shows at the server's time; `later` in seconds."""
    return totp(secret, server_time(visitor) + later)


def server_time(visitor):
    with urllib.request.urlopen(f"{visitor.identity.origin}/apiversions") as answer:
        return email.utils.parsedate_to_datetime(answer.headers["Date"]).timestamp()


def elsewhere(visitor, context):
    """The same person at another browser."""
    other = context.browser.new_context(**CALM)
    return Visitor(other.new_page(), visitor.identity)


def finds_the_end(visitor):
    """What needs a session says that it is over."""
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send").sees("signIn")


def add_app(visitor):
    """Two-step sign-in with an app; the app's secret and the recovery codes."""
    visitor.press("twoStepSignIn").sees("twoStepSignIn")
    visitor.press("addApp").sees("newApp")
    picture = visitor.top.locator("figure svg")
    expect(picture).to_be_visible()
    [read] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture.screenshot())))
    address = urllib.parse.urlsplit(read.text)
    secret = urllib.parse.parse_qs(address.query)["secret"][0]
    assert (address.scheme, address.netloc) == ("otpauth", "totp")
    expect(visitor.top.locator("pre")).to_have_text(secret)
    # Sent by itself, once it is whole.
    visitor.top.locator('[data-element="factorCode"] input').fill(app_code(visitor, secret))
    visitor.sees("keeping")
    codes = visitor.recovery_codes().split()
    visitor.press("kept").sees("twoStepSignIn")
    return secret, codes


def test_a_name_is_changed_and_shown(visitor):
    """CTR-1: an empty name is reported at its field, and a long one is cut to its limit"""
    settings(visitor)
    expect(visitor.top).to_contain_text(f"Signed in as {ANN}")
    visitor.press("editProfile").sees("profile")
    visitor.press("submit")
    expect(visitor.top).to_contain_text("Please fill this in.")
    visitor.fill(newName="Ann Example")
    visitor.press("submit").sees("menu")
    expect(visitor.top).to_contain_text("Ann Example")
    visitor.reload().sees("menu")
    expect(visitor.top).to_contain_text("Ann Example")


def test_the_language_is_changed_here_and_for_messages(visitor):
    """CTR-2: the page switches to it at once, also in the flow that opened the account centre"""
    walk_to_home(visitor)
    visitor.press("settings").sees("menu")
    visitor.press("editProfile").sees("profile")
    # A browser has no pictures of its own to offer, and says so.
    visitor.press("choosePicture")
    expect(visitor.top).to_contain_text("This device has no picture to choose.")
    visitor.page.go_back()
    visitor.sees("menu").press("appLanguage").sees("appLanguage")
    expect(visitor.top.get_by_role("radio", name="English")).to_be_checked()
    visitor.top.get_by_role("radio", name="Deutsch").check()
    visitor.press("submit").sees("menu")
    expect(visitor.top).to_contain_text("Angemeldet als")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    visitor.press("close").sees("home")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")
    # Also the next time that somebody opens the page.
    visitor.page.goto(visitor.origin)
    visitor.sees("home")
    expect(visitor.page.locator("html")).to_have_attribute("lang", "de")


def test_a_new_password_ends_the_session_elsewhere(visitor, context):
    """A wrong current password and a weak new one are reported at their fields"""
    settings(visitor)
    other = elsewhere(visitor, context)
    other.open("account").sees("signIn")
    other.fill(email=ANN, password=PASSWORD)
    other.press("submit").sees("home")
    visitor.press("changePassword").sees("newPassword")
    visitor.fill(password="not this one at all", newPassword=OTHER_PASSWORD)
    visitor.press("submit")
    expect(visitor.top).to_contain_text("Incorrect password.")
    visitor.fill(password=PASSWORD, newPassword="password password")
    visitor.press("submit")
    expect(visitor.top).to_contain_text("This password is too easy to guess.")
    visitor.fill(password=PASSWORD, newPassword=OTHER_PASSWORD)
    visitor.press("submit").sees("menu")
    finds_the_end(other)
    other.page.context.close()


def test_every_other_session_is_ended_at_once(visitor, context):
    """CTR-11: this one continues"""
    settings(visitor)
    other = elsewhere(visitor, context)
    other.open("account").sees("signIn")
    other.fill(email=ANN, password=PASSWORD)
    other.press("submit").sees("home")
    visitor.press("devices").sees("devices")
    expect(visitor.top.locator(".rows button")).to_have_count(2)
    visitor.press("endOthers").sees("endingOthers")
    visitor.press("end").sees("devices")
    expect(visitor.top.locator(".rows button")).to_have_count(1)
    finds_the_end(other)
    other.page.context.close()


def test_what_somebody_else_did_is_told_in_words_and_leads_to_its_undo(visitor, context):
    """CTR-8: a sign-in elsewhere is seen, and told apart from this one's"""
    settings(visitor)
    other = elsewhere(visitor, context)
    other.open("account").sees("signIn")
    other.fill(email=ANN, password=PASSWORD)
    other.press("submit").sees("home")
    visitor.press("activity").sees("activity")
    # Newest first: the other browser's, then this one's.
    row = visitor.top.locator(".rows button")
    expect(row).to_contain_text(["Signed in", "Signed in"])
    # Drawn by us, not by the browser.
    expect(row.first).to_have_css("border-style", "solid")
    assert row.first.bounding_box()["height"] >= 44
    visitor.top.locator(".rows button").first.click()
    visitor.sees("event")
    expect(visitor.top).to_contain_text("If you don’t recognize it")
    visitor.press("notMe").sees("notMe")
    # Nothing was changed, so there is nothing to undo.
    expect(visitor.top).not_to_contain_text("undoes it")
    visitor.press("endOthers").sees("endingOthers")
    visitor.press("end").sees("devices")
    visitor.tap("Back")
    visitor.sees("activity")
    choose(visitor, "Signed out").sees("event")
    finds_the_end(other)
    other.page.context.close()


def test_an_authenticator_app_is_added_by_its_picture_and_asked_for_at_the_next_sign_in(visitor):
    """CTR-5, MFA-1, MFA-3: an independent reader reads the picture; no script, log or trace keeps a secret"""
    settings(visitor)
    secret, codes = add_app(visitor)
    assert len(codes) == 10
    expect(visitor.top).to_contain_text("You have 10 recovery codes left.")
    visitor.press("turnOn")
    expect(visitor.top).to_contain_text("On: after your password")
    written = visitor.page.evaluate("portico.log + portico.trace") + json.dumps(visitor.stored())
    for kept in [secret, *codes]:
        assert kept not in written
    visitor.tap("Back")
    visitor.sees("menu")
    visitor.press("leave").sees("signedOut")
    visitor.get_answers()
    finds_the_end(visitor.open("account").sees("home"))
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("secondStep")
    visitor.fill(factorCode=app_code(visitor, secret, later=30))
    visitor.press("submit").sees("home")


MONTHS = ["Januar", "Februar", "März", "April", "Mai", "Juni", "Juli", "August", "September", "Oktober", "November",
          "Dezember"]


def test_days_are_written_in_the_language_of_the_flow_and_the_time_of_the_place(visitor, context):
    """CTR-5: and never appear as a server writes them"""
    settings(visitor)
    add_app(visitor)
    now = server_time(visitor)
    for language, zone, hours in [("de-DE", "Pacific/Kiritimati", 14), ("ar", "Pacific/Pago_Pago", -11)]:
        other = Visitor(context.browser.new_context(locale=language, timezone_id=zone).new_page(), visitor.identity)
        other.open("account").sees("signIn")
        other.fill(email=ANN, password=PASSWORD)
        other.press("submit").sees("home")
        other.open("settings").sees("menu").press("twoStepSignIn").sees("twoStepSignIn")
        days = [datetime.fromtimestamp(now + hours * 3600 - ago, UTC) for ago in (0, 600)]
        row = other.top.locator(".rows button")
        if language == "ar":
            expect(row).to_contain_text(re.compile("|".join(rf"\b{day.day} .* {day.year}" for day in days)))
        else:
            expect(row).to_have_text(re.compile("|".join(
                f"hinzugefügt am {day.day}. {MONTHS[day.month - 1]} {day.year}$" for day in days)))
        assert not re.search(r"\dT\d", other.top.inner_text())
        other.page.context.close()


def test_a_kill_on_the_screen_of_a_new_app_keeps_its_picture_until_it_is_left(visitor):
    """MFA-1, CTR-11: and nothing of it afterwards"""
    settings(visitor)
    visitor.press("twoStepSignIn").sees("twoStepSignIn")
    visitor.press("addApp").sees("newApp")
    expect(visitor.top.locator("pre")).to_have_text(re.compile("^[A-Z2-7]{32}$"))
    shown = visitor.top.locator("pre").text_content()
    visitor.relaunch().sees("newApp")
    expect(visitor.top.locator("pre")).to_have_text(shown)
    visitor.press("cancel").sees("twoStepSignIn")
    expect(visitor.top.locator("pre")).to_have_count(0)


def test_a_session_elsewhere_is_ended_after_a_fresh_proof(visitor, context):
    """CTR-1, MFA-5: the session of this page is marked as such, and cannot be ended"""
    settings(visitor)
    other = elsewhere(visitor, context)
    other.open("account").sees("signIn")
    other.fill(email=ANN, password=PASSWORD)
    other.press("submit").sees("home")
    visitor.identity.pass_time(11 * 60)
    visitor.press("devices").sees("devices")
    rows = visitor.top.locator(".rows button")
    expect(rows).to_have_count(2)
    endable = []
    for place in range(2):
        rows.nth(place).click()
        visitor.sees("device")
        if visitor.top.locator('[data-element="end"]').is_visible():
            endable.append(place)
        else:
            expect(visitor.top).to_contain_text("This is where you are now.")
        visitor.press("cancel").sees("devices")
        expect(rows).to_have_count(2)
    assert len(endable) == 1
    rows.nth(endable[0]).click()
    visitor.press("end").sees("proveByPassword")
    visitor.fill(password=PASSWORD)
    visitor.press("submit").sees("devices")
    expect(rows).to_have_count(1)
    finds_the_end(other)
    other.page.context.close()


def link(visitor, kind, name):
    """To the consent page of a provider."""
    visitor.press("accounts").sees("accounts")
    visitor.press("link").sees("chooseLink")
    visitor.top.get_by_role("button", name=name, exact=True).click()
    expect(visitor.page).to_have_url(re.compile(f"/dev/providers/{kind}/"))


def test_a_provider_is_linked_signs_in_and_is_unlinked(visitor, context):
    """FED-8, CTR-6: the way back from the provider leads to where the account centre was left"""
    settings(visitor)
    link(visitor, "google", "Google")
    decide(visitor.page, email="ann@gmail.com")
    visitor.sees("accounts")
    assert re.search(r"[?&]flow=settings\b", visitor.page.url) and "state=" not in visitor.page.url
    expect(visitor.top.locator(".rows button")).to_have_text(re.compile("Google.*ann@gmail.com", re.DOTALL))

    other = elsewhere(visitor, context)
    leave(other)
    decide(other.page, email="ann@gmail.com")
    other.sees("home")
    expect(other.top).to_contain_text(ANN)
    other.page.context.close()

    choose(visitor, "Google").sees("linked")
    visitor.press("unlink").sees("accounts")
    expect(visitor.top.locator(".rows button")).to_have_count(0)


def test_linking_goes_on_by_itself_after_a_fresh_proof(visitor):
    """MFA-5: with the provider that was chosen before"""
    settings(visitor)
    visitor.identity.pass_time(11 * 60)
    visitor.press("accounts").sees("accounts")
    visitor.press("link").sees("chooseLink")
    visitor.top.get_by_role("button", name="GitHub", exact=True).click()
    visitor.sees("proveByPassword")
    visitor.fill(password=PASSWORD)
    visitor.press("submit")
    expect(visitor.page).to_have_url(re.compile("/dev/providers/github/"))
    decide(visitor.page, "Deny")
    visitor.sees("notLinked")
    expect(visitor.top).to_contain_text("GitHub didn’t share")
    visitor.press("cancel").sees("accounts")
    expect(visitor.top.locator(".rows button")).to_have_count(0)


def test_a_provider_of_another_account_is_not_taken_from_it(visitor, context):
    """FED-8: its owner signs in with it as before"""
    settings(visitor)
    link(visitor, "google", "Google")
    decide(visitor.page, email="both@gmail.com")
    visitor.sees("accounts")
    other = elsewhere(visitor, context)
    register(other, "eve@example.org")
    other.open("settings").sees("menu")
    link(other, "google", "Google")
    decide(other.page, email="both@gmail.com")
    other.sees("notLinked")
    expect(other.top).to_contain_text("is linked to a different account here")
    other.press("another").sees("chooseLink")
    other.press("cancel").sees("accounts")
    expect(other.top.locator(".rows button")).to_have_count(0)
    other.page.context.close()


def test_the_account_is_deleted_with_a_code(visitor):
    """And this browser has no session afterwards"""
    settings(visitor)
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send")
    expect(visitor.top.locator('[data-element="code"]')).to_be_visible()
    expect(visitor.top).to_contain_text("Sent to a…n@example.com")
    visitor.fill(code=visitor.code(ANN, after=1))
    visitor.sees("signedOut")
    visitor.reload().sees("signedOut")


def test_a_code_is_asked_for_once_it_was_sent(person):
    """CMP-10: nobody has a code before, and a field for it would ask for one"""
    person.open(flow="settings", backend=None, server=None, simulated="")
    person.page.wait_for_function("() => window.portico?.log")
    # The session is extended, then the account is read.
    person.wait(1_000)
    person.wait(1_000)
    person.sees("menu").tap("Delete account")
    person.comes_to(r"\.deletion$")
    code = person.top.get_by_label("6-digit code")
    expect(code).to_be_hidden()
    person.tap("Send a code")
    person.settle()
    expect(code).to_be_hidden()
    person.wait(600)
    expect(code).to_be_editable()
    code.press_sequentially("123456")
    person.settle()
    # While it is being checked it stays, and nobody types there.
    expect(code).to_be_visible()
    expect(code).not_to_be_editable()
    is_paper = """(box) => {
      const probe = document.createElement('p')
      probe.style.backgroundColor = 'var(--paper)'
      box.after(probe)
      const [shown, wanted] = [box, probe].map((node) => getComputedStyle(node).backgroundColor)
      probe.remove()
      return shown === wanted
    }"""
    assert person.top.locator('[data-element="code"] .box').evaluate(is_paper)


def test_home_opens_it_and_gets_the_person_back(visitor):
    """CTR-1: with the session that both share, even once it is over"""
    walk_to_home(visitor)
    visitor.press("settings").sees("menu")
    visitor.press("close").sees("home")
    assert re.search(r"[?&]flow=entry\b", visitor.page.url)
    visitor.press("settings").sees("menu")
    visitor.press("leave").sees("signedOut")
    visitor.press("close").sees("choosing")


def test_addresses_and_numbers_are_added_made_primary_and_removed(visitor, context):
    """CTR-3: each with a code that goes there; all of them sign in, and a notice of each change goes to the others"""
    settings(visitor).press("identifiers").sees("identifiers")
    rows = visitor.top.locator(".rows button")
    expect(rows).to_have_text([ANN])
    visitor.press("addEmail").sees("newAddress")
    visitor.fill(newEmail="countess@example.com")
    visitor.press("submit").sees("newCode")
    visitor.fill(code=visitor.code("countess@example.com"))
    visitor.sees("identifiers")
    expect(rows).to_have_text([ANN, "countess@example.com"])
    visitor.press("addNumber").sees("newNumber")
    visitor.fill(newNumber="+4915155500011")
    visitor.press("submit").sees("newCode")
    visitor.fill(code=visitor.code("+4915155500011"))
    visitor.sees("identifiers")
    expect(rows).to_have_count(3)
    choose(visitor, "countess").sees("identifierDetail")
    visitor.press("makePrimary").sees("identifiers")
    expect(rows.first).to_have_text("countess@example.com")
    choose(visitor, "+49").sees("identifierDetail")
    visitor.press("remove").sees("identifiers")
    expect(rows).to_have_count(2)
    visitor.press("recentChanges").sees("pendingChange")
    before = len(visitor.identity.inbox(ANN))
    visitor.press("sendAgain")
    expect(visitor.top).to_contain_text("We sent the message again.")
    assert wait_for(lambda: len(visitor.identity.inbox(ANN)) > before)
    visitor.press("goBack").sees("identifiers")
    visitor.press("goBack").sees("menu")
    expect(visitor.top).to_contain_text("countess@example.com")
    other = elsewhere(visitor, context)
    other.open("account").sees("signIn")
    other.fill(email="countess@example.com", password=PASSWORD)
    other.press("submit").sees("home")


def test_a_wrong_code_adds_nothing(visitor):
    """CTR-3: it is reported at its field, and the address can be abandoned"""
    settings(visitor).press("identifiers").press("addEmail").sees("newAddress")
    visitor.fill(newEmail="countess@example.com")
    visitor.press("submit").sees("newCode")
    right = visitor.code("countess@example.com")
    visitor.fill(code="111111" if right != "111111" else "222222")
    expect(visitor.top).to_contain_text("Incorrect or expired code. You have 4 attempts left.")
    visitor.press("cancel").sees("newAddress")
    visitor.press("cancel").sees("identifiers")
    expect(visitor.top.locator(".rows button")).to_have_text([ANN])


PLACES = {
    "editProfile": "profile", "appLanguage": "appLanguage", "identifiers": "identifiers", "changePassword": "newPassword", "passkeys": "passkeys",
    "twoStepSignIn": "twoStepSignIn", "devices": "devices", "activity": "activity", "accounts": "accounts",
    "downloadData": "downloading", "deleteAccount": "deletion",
}


def test_everything_is_two_taps_away_from_home(visitor):
    """CTR-12: in each language of the page"""
    walk_to_home(visitor)
    for tag, title in {"en": "Account", "de": "Konto", "ar": "الحساب", "es": "Cuenta", "ja": "アカウント"}.items():
        visitor.open("entry", lang=tag).sees("home")
        visitor.press("settings").sees("menu")
        expect(visitor.top.get_by_role("heading", name=title, exact=True)).to_be_visible()
        for button, screen in PLACES.items():
            visitor.press(button).sees(screen)
            if screen == "deletion":
                visitor.press("cancel")
            else:
                visitor.page.go_back()
            visitor.sees("menu")


def test_whoever_is_not_signed_in_is_told_so(visitor):
    """CTR-1"""
    visitor.open("settings").sees("signedOut")


def test_the_stored_data_is_downloaded_as_a_file(visitor):
    """CTR-9: after a fresh proof, with the name of a file; a link to it opens nothing"""
    settings(visitor)
    visitor.press("downloadData").sees("downloading")
    addresses = []
    visitor.page.on("request", lambda request: addresses.append(request.url))
    with visitor.page.expect_download() as begun:
        visitor.press("start")
    download = begun.value
    assert download.suggested_filename == "account-data.json"
    data = json.loads(open(download.path()).read())
    assert [item["value"] for item in data["identifiers"]] == [ANN]
    assert data["sessions"] and data["devices"] and PASSWORD not in json.dumps(data)
    visitor.sees("downloaded")
    expect(visitor.top).to_contain_text("Saved as account-data.json")
    # Neither from another site nor by hand: the address has no proof, and the cookie does not go there.
    [address] = [url for url in addresses if "/v1/user/exports/" in url]
    opened = visitor.page.context.new_page()
    assert opened.goto(address).status == 401
    opened.close()
    visitor.press("done").sees("menu")
    visitor.press("activity").sees("activity")
    expect(visitor.top).to_contain_text("Your data was requested as a file")


def test_a_download_that_fails_says_so_and_is_tried_again(visitor):
    """CTR-9, CTR-11: with an expired address, and without network"""
    settings(visitor)
    visitor.press("downloadData").sees("downloading")
    gone = json.dumps({"status": "failure", "error_code": 300027, "code": "not_found", "description": "gone"})
    where = "**/v1/user/exports/*"
    visitor.page.route(where, lambda route: route.fulfill(status=404, body=gone, content_type="application/json"))
    visitor.press("start")
    expect(visitor.top).to_contain_text("That took too long. Start the download again.")
    visitor.page.unroute(where)
    visitor.page.route(where, lambda route: route.abort())
    visitor.press("start")
    expect(visitor.top).to_contain_text("Something went wrong.")
    visitor.page.unroute(where)
    with visitor.page.expect_download():
        visitor.press("start")
    visitor.sees("downloaded")
