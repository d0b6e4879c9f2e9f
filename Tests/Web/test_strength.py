"""How strong a new password is, while it is typed, before a real server (CTR-4)."""

import pytest
from playwright.sync_api import expect

from test_client import register
from test_settings import settings


def meter(visitor, field):
    """What stands below a field for a new password."""
    return visitor.top.locator(f'[data-element="{field}"] [data-strength]')


@pytest.mark.parametrize("language, words", [
    ("en", ("Very easy to guess", "Very strong")),
    ("de", ("Sehr leicht zu erraten", "Sehr stark")),
    ("ar", ("سهلة التخمين جدًا", "قوية جدًا")),
    ("es", ("Muy fácil de adivinar", "Muy segura")),
    ("ja", ("とても推測されやすい", "とても強い")),
])
def test_a_new_password_is_rated_while_it_is_typed(visitor, language, words):
    """CTR-4: in the screen's language, and nothing is said of an empty field"""
    visitor.open(lang=language)
    visitor.press("account").sees("signIn")
    visitor.press("register").sees("signUp")
    shown = meter(visitor, "password")
    expect(shown).to_be_hidden()
    field = visitor.top.locator('[data-element="password"] input')
    for typed, said in zip(("password1", "seven brown foxes over dinner"), words):
        field.fill(typed)
        expect(shown.get_by_role("status")).to_have_text(said)
        expect(shown.get_by_role("meter", name=said)).to_be_visible()
    field.fill("")
    expect(shown).to_be_hidden()


def test_words_typed_beside_it_make_a_password_weaker(visitor):
    """CTR-4, DEC-9: the address in the same form counts as what guessers try first"""
    visitor.open()
    visitor.press("account").sees("signIn")
    visitor.press("register").sees("signUp")
    password = visitor.top.locator('[data-element="password"] input')
    password.fill("wolkenschieber.ottilie")
    status = meter(visitor, "password").get_by_role("status")
    expect(status).to_have_text("Very strong")
    visitor.fill(email="wolkenschieber.ottilie@example.com")
    password.fill("ottilie.wolkenschieber")
    expect(status).to_have_text("Very easy to guess")


def test_the_present_password_is_not_rated(visitor):
    """CTR-4: neither where it is proven in the account centre, nor at a sign-in"""
    settings(visitor).press("changePassword").sees("newPassword")
    visitor.fill(password="password1", newPassword="seven brown foxes over dinner")
    expect(meter(visitor, "newPassword").get_by_role("status")).to_have_text("Very strong")
    expect(meter(visitor, "password")).to_have_count(0)


def test_an_account_without_a_password_gets_one(visitor):
    """CTR-4: a number alone signed it up; after a fresh proof it signs in by password as well"""
    visitor.open("phone").sees("login")
    visitor.fill(number="+4915155500077")
    visitor.press("submit").sees("OTPVerificationVC")
    visitor.fill(code=visitor.code("+4915155500077"))
    visitor.sees("SetUpProfileVC")
    visitor.open("settings").sees("menu")
    visitor.press("changePassword").sees("proveByPassword")
    visitor.press("byCode").sees("proveByCode")
    visitor.fill(code=visitor.code("+4915155500077", after=1))
    visitor.sees("firstPassword")
    visitor.fill(newPassword="seven brown foxes over dinner")
    visitor.press("submit").sees("menu")
    expect(visitor.page.get_by_text("Your password was set.", exact=True)).to_be_visible()
    visitor.press("changePassword").sees("newPassword")


def test_a_server_that_does_not_answer_leaves_the_field_as_it_is(visitor):
    """CTR-4: it is advice, and nobody waits for it"""
    visitor.open()
    visitor.press("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.page.route("**/v1/password/strength", lambda route: route.fulfill(status=503, body="{}"))
    with visitor.page.expect_response("**/v1/password/strength"):
        visitor.fill(password="seven brown foxes over dinner")
    expect(meter(visitor, "password")).to_be_hidden()
    visitor.page.unroute("**/v1/password/strength")
    register(visitor)
