"""Second factors within the sign-in in the page: one that the operator requires, and one that is lost (MFA)."""

import io
import re
import urllib.parse

import pytest
import zxingcpp
from PIL import Image
from playwright.sync_api import expect

from person import CALM
from portico_server import PorticoServer
from test_client import ANN, PASSWORD
from test_settings import add_app, app_code, finds_the_end, settings


NUMBER = "+4915155500011"


@pytest.fixture
def identity(request, site, tmp_path, portico):
    """Where the name of a test says that a factor is required, the operator has set that."""
    settings = {"PORTICO_SECOND_FACTOR_REQUIRED": "everybody"} if "required" in request.node.name else None
    server = PorticoServer(portico, tmp_path, options=["--web", str(site)], settings=settings)
    server.start()
    yield server
    server.close()


def sign_up(visitor):
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.fill(code=visitor.code(ANN))
    return visitor


def sign_in(visitor):
    visitor.sees("signIn")
    visitor.fill(email=ANN, password=PASSWORD)
    return visitor.press("submit")


def read_secret(visitor):
    """As an app reads it from the picture; the text beside it says the same."""
    picture = visitor.top.locator("figure svg")
    expect(picture).to_be_visible()
    [read] = zxingcpp.read_barcodes(Image.open(io.BytesIO(picture.screenshot())))
    [secret] = urllib.parse.parse_qs(urllib.parse.urlsplit(read.text).query)["secret"]
    expect(visitor.top.locator("pre")).to_have_text(secret)
    return secret


def type_code(visitor, code):
    """Sent by itself, once it is whole."""
    visitor.top.locator('[data-element="factorCode"] input').fill(code)


def kill(visitor, flow="account"):
    """The page is gone, and is opened again."""
    visitor.settle()
    visitor.page.goto("about:blank")
    return visitor.open(flow)


def test_a_required_factor_is_added_within_the_sign_in(visitor, traffic):
    """MFA-4: a page that is closed at any point continues there, with the same secret and the same codes"""
    sign_up(visitor).sees("enrol")
    secret = read_secret(visitor)
    kill(visitor).sees("enrol")
    assert read_secret(visitor) == secret
    type_code(visitor, "000000")
    expect(visitor.top).to_contain_text("Incorrect code.")
    type_code(visitor, app_code(visitor, secret))
    visitor.sees("recoveryCodes")
    codes = visitor.recovery_codes()
    assert len(codes.split()) == 10
    kill(visitor).sees("recoveryCodes")
    expect(visitor.top.locator("pre")).to_have_text(codes)
    visitor.press("kept").sees("home")
    assert secret not in str(visitor.stored()) and codes.split()[0] not in str(visitor.stored())
    # From then on the app is asked for, and a recovery code does as well.
    visitor.press("leave")
    sign_in(visitor).sees("secondStep")
    visitor.fill(factorCode=codes.split()[0].lower())
    visitor.press("submit").sees("home")
    assert len(traffic.to("/v1/login/second_step/totp")) == 1


def test_a_required_factor_that_was_not_added_is_asked_for_again(visitor):
    """MFA-4: an enrolment that was cancelled, or has expired, leaves nothing behind"""
    sign_up(visitor).sees("enrol")
    first = read_secret(visitor)
    visitor.press("cancel")
    sign_in(visitor).sees("enrol")
    second = read_secret(visitor)
    assert second != first
    visitor.identity.pass_time(601)
    type_code(visitor, app_code(visitor, second))
    expect(visitor.page.locator("#toast")).to_contain_text("This sign-in has expired.")
    sign_in(visitor).sees("enrol")
    type_code(visitor, app_code(visitor, read_secret(visitor)))
    visitor.sees("recoveryCodes")


def add_number(visitor):
    visitor.press("identifiers").sees("identifiers").press("addNumber").sees("newNumber")
    visitor.fill(newNumber=NUMBER)
    visitor.press("submit").sees("newCode")
    visitor.fill(code=visitor.code(NUMBER))
    visitor.sees("identifiers").press("goBack").sees("menu")


def lost(visitor, has_number=False):
    """Signed out, with two steps, at the question for those who have lost everything."""
    settings(visitor)
    if has_number:
        add_number(visitor)
    secret, codes = add_app(visitor)
    visitor.press("turnOn")
    expect(visitor.top).to_contain_text("On: after your password")
    visitor.tap("Back")
    visitor.sees("menu")
    visitor.press("leave").sees("signedOut")
    visitor.get_answers()
    # By then nothing can be undone that would hold the wait up.
    visitor.identity.pass_time(8 * 86400)
    finds_the_end(visitor.open("account").sees("home"))
    to_lost(visitor)
    return secret


def to_lost(visitor):
    sign_in(visitor).sees("secondStep")
    return visitor.press("lost").sees("lostFactors")


def notice(visitor):
    """The link of the notice that a factor was said to be lost; earlier notices have links too."""
    message = visitor.identity.message(ANN, "authenticator app is lost")
    return re.search(r"\S+/undo#\S+", message["body"])[0]


def test_a_lost_factor_takes_72_hours_and_ends_without_it(visitor, traffic):
    """MFA-7: begun once, with its end and a notice; afterwards the sign-in goes on"""
    lost(visitor)
    assert traffic.to("/v1/login/second_step/reset") == []
    visitor.press("begin")
    expect(visitor.top).to_contain_text("The wait is running. Sign in again from")
    assert notice(visitor)
    kill(visitor).sees("lostFactors")
    expect(visitor.top).to_contain_text("The wait is running.")
    assert len(traffic.to("/v1/login/second_step/reset")) == 1
    visitor.press("enterCode").sees("secondStep").press("cancel")
    visitor.identity.pass_time(72 * 3600)
    to_lost(visitor).press("begin").sees("home")
    visitor.press("leave")
    sign_in(visitor).sees("home")


def test_the_notice_of_a_lost_factor_cancels_the_wait(visitor):
    """MFA-7: by its button, and not by being opened"""
    lost(visitor)
    visitor.press("begin")
    expect(visitor.top).to_contain_text("The wait is running.")
    link = notice(visitor)
    other = visitor.page.context.browser.new_context(**CALM).new_page()
    other.goto(link)
    other.get_by_role("button", name="Undo the change").click()
    expect(other.locator("#result")).to_contain_text("The change was undone.")
    other.context.close()
    visitor.press("enterCode").sees("secondStep").press("cancel")
    visitor.identity.pass_time(73 * 3600)
    to_lost(visitor).press("begin")
    expect(visitor.top).to_contain_text("The wait is running.")


def test_a_code_by_text_message_completes_the_sign_in(visitor, traffic):
    """MFA-6: sent on request, once whatever is killed, beside the other factors"""
    lost(visitor, has_number=True)
    assert traffic.to("/v1/login/second_step/code") == []
    visitor.press("bySMS").sees("smsCode")
    expect(visitor.top).to_contain_text("Text messages can be intercepted or redirected")
    # Whoever has only the password learns no more of the number.
    expect(visitor.top).to_contain_text(f"Sent to …{NUMBER[-2:]}")
    assert NUMBER[-4:] not in visitor.top.text_content()
    code = visitor.code(NUMBER, after=1)
    kill(visitor).sees("smsCode")
    assert len(traffic.to("/v1/login/second_step/code")) == 1
    visitor.fill(smsCode="000000" if code != "000000" else "111111")
    expect(visitor.top).to_contain_text("You have 4 attempts left.")
    visitor.press("another").sees("lostFactors").press("enterCode").sees("secondStep")
    visitor.press("lost").sees("lostFactors").press("bySMS").sees("smsCode")
    # The message is on its way already, so that no second one goes.
    expect(visitor.top).to_contain_text("We can’t send another code yet.")
    visitor.fill(smsCode=code)
    visitor.sees("home")


def test_an_account_without_a_number_is_told_so(visitor):
    """MFA-6: and every other way stays"""
    lost(visitor)
    visitor.press("bySMS")
    expect(visitor.page.locator("#toast")).to_contain_text("Your account has no phone number")
    visitor.sees("lostFactors")


def test_the_factor_ends_the_wait(visitor):
    """MFA-7: a user who still has the factor needs no reset"""
    secret = lost(visitor)
    visitor.press("begin")
    expect(visitor.top).to_contain_text("The wait is running.")
    visitor.press("enterCode").sees("secondStep")
    visitor.fill(factorCode=app_code(visitor, secret))
    visitor.press("submit").sees("home").press("leave")
    visitor.identity.pass_time(73 * 3600)
    to_lost(visitor).press("begin")
    expect(visitor.top).to_contain_text("The wait is running.")
