"""The page with its client, served by the real server: sign-in, session, and what is kept where."""

import contextlib
import re
import urllib.error
import urllib.request

import pytest
from playwright.sync_api import Error, expect

from person import CALM
from visitor import Traffic, Visitor

ANN = "ann@example.com"
PASSWORD = "staple battery"


def register(visitor, address=ANN):
    """Through the account flow to home, with the code from the inbox."""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=address, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.fill(code=visitor.code(address))
    visitor.sees("home")
    return visitor


def ask_for_deletion(visitor):
    """Something that needs an access token."""
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send")
    visitor.settle()
    visitor.get_answers()
    expect(visitor.top.locator('[data-element="code"]')).to_be_visible()


def pass_experiment(visitor):
    """Through whichever B screen it is."""
    options = visitor.screen.get_by_role("radio")
    if options.count():
        options.first.check()
    visitor.press("next")


def walk_to_home(visitor):
    """Through the whole entry, as a new account."""
    visitor.open("entry").sees("choosing")
    visitor.press("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.fill(code=visitor.code(ANN))
    if visitor.comes_to(r"screenB\d$|^home$") != "home":
        pass_experiment(visitor)
    visitor.sees("home")


def sign_in(visitor, address=ANN):
    visitor.sees("signIn")
    visitor.fill(email=address, password=PASSWORD)
    visitor.press("submit").sees("home")
    return visitor


def test_a_person_registers_with_the_code_from_the_inbox(visitor):
    """ACC-1: and is signed in by what the page held in memory"""
    register(visitor)
    expect(visitor.top).to_contain_text(ANN)


# The browser's own tools do not keep every body.
KEEP_ANSWERS = """
  window.keptAnswers = []
  const send = window.fetch
  window.fetch = async (...call) => {
    const answer = await send(...call)
    if (answer.url.includes('/v1/')) keptAnswers.push(answer.clone().json())
    return answer
  }"""


def test_no_script_reads_a_token(visitor, traffic):
    """SEC: the refresh token lies in a cookie for the server alone, the others in memory only"""
    visitor.page.add_init_script(KEEP_ANSWERS)
    register(visitor)
    cookie = visitor.cookie
    assert cookie["httpOnly"] and cookie["secure"] and cookie["sameSite"] == "Strict"
    assert cookie["path"] == "/" and not cookie["domain"].startswith(".")
    answers = visitor.page.evaluate("Promise.all(keptAnswers)")
    assert len(answers) >= len(traffic.all) >= 3
    assert not any("refreshtoken" in answer for answer in answers)
    names = ("accesstoken", "idtoken", "crumb", "registration_id")
    tokens = {answer[name] for answer in answers for name in names if answer.get(name)}
    assert len(tokens) >= 4
    tokens |= {cookie["value"], PASSWORD}
    everything = "\n".join(visitor.stored())
    assert "key:private:false" in everything and "key:secret:false" in everything
    assert "true" not in re.findall(r"key:(?:private|secret):(\w+)", everything)
    everything += visitor.page.evaluate("portico.log + portico.trace")
    for token in tokens:
        assert token not in everything


def test_each_call_carries_what_it_needs_and_nothing_else(visitor, traffic):
    """SEC: the cookie only where it is for, never beside an access token; a proof always"""
    register(visitor)
    visitor.reload().sees("home")
    ask_for_deletion(visitor)
    visitor.press("cancel").sees("home")
    visitor.press("leave").sees("signIn")
    traffic.wait(visitor.page, "/v1/logout")
    seen = set()
    for call in traffic.all:
        headers = call.all_headers()
        has_cookie = "__Host-portico_session" in headers.get("cookie", "")
        has_token = "authorization" in headers
        assert "dpop" in headers
        assert not (has_cookie and has_token)
        if has_cookie:
            assert "portico-crumb" in headers
            assert call.url.endswith(("/v1/session/refresh", "/v1/logout"))
        seen.add((has_cookie, has_token))
    assert seen == {(False, False), (True, False), (False, True)}


def test_a_reload_keeps_the_session_and_asks_once(visitor, traffic):
    """ENT-3: the page forgets its access token, and the cookie brings another one"""
    register(visitor)
    before = visitor.cookie["value"]
    traffic.forget()
    visitor.reload().sees("home")
    ask_for_deletion(visitor)
    assert traffic.paths == ["/v1/session/refresh", "/v1/user"]
    assert [request.response().status for request in traffic.all] == [200, 200]
    assert visitor.cookie["value"] != before


def test_a_reload_on_the_code_screen_sends_no_second_code(visitor):
    """CMP-8, PHN-9: the challenge is still there"""
    visitor.open("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    code = visitor.code(ANN)
    visitor.reload().sees("confirm")
    assert len(visitor.identity.inbox(ANN)) == 1
    visitor.fill(code=code)
    # MKT-7: no storage of a browser holds a password, so this time it is typed again.
    sign_in(visitor)


def test_a_sign_out_ends_the_session_on_the_server(visitor, traffic):
    """ENT-5, ENT-10: the cookie is gone, and the screen says why"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    expect(visitor.top).to_contain_text("You have signed out.")
    assert traffic.wait(visitor.page, "/v1/logout")[0].response().status == 200
    assert visitor.cookie is None
    visitor.reload().sees("signIn")
    sign_in(visitor)


def test_a_sign_out_that_was_not_heard_is_told_again_by_itself(visitor, context, traffic):
    """ENT-5, PHN-7: after a pause, or as soon as the network returns, without another launch"""
    visitor.page.clock.install()
    register(visitor)
    for comes_back in (
        lambda: visitor.page.clock.run_for(60_000),
        lambda: visitor.page.evaluate("dispatchEvent(new Event('online'))"),
    ):
        visitor.page.clock.resume()
        context.route("**/v1/logout", lambda route: route.abort())
        with visitor.page.expect_event("requestfailed"):
            visitor.press("leave").sees("signIn")
        # On a slow machine it is told again before the clock stands still. Not heard, that leaves the
        # cookie; already on its way as the network returns, it is as good as the one after.
        visitor.page.clock.pause_at(visitor.page.evaluate("Date.now()") / 1000 + 1)
        assert visitor.cookie
        traffic.forget()
        context.unroute("**/v1/logout")
        # The server may ask for another proof first, by the clock that has jumped.
        for _ in range(200):
            comes_back()
            if any(call.response().status == 200 for call in traffic.to("/v1/logout")):
                break
            visitor.page.wait_for_timeout(50)
        assert visitor.cookie is None
        visitor.page.clock.resume()
        sign_in(visitor)


def test_a_lost_refresh_answer_signs_nobody_out(visitor, context, traffic):
    """CMP-1: the same cookie again brings the same session on"""
    register(visitor)
    lost = []

    def lose(route):
        # The server has done it; the page never hears of it.
        route.fetch()
        lost.append(1)
        route.abort()

    context.route("**/v1/session/refresh", lose, times=1)
    visitor.reload().sees("home")
    ask_for_deletion(visitor)
    assert lost


def test_a_launch_offline_shows_what_is_stored(visitor, context):
    """CMP-6, ENT-8: nobody is signed out by a missing network; the rest follows when it returns"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    visitor.open("entry", signInByPhone="false", experiments="false").sees("choosing")
    visitor.press("account").sees("signIn")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("home")
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()
    visitor.control("Kill")
    context.set_offline(True)
    visitor.control("Relaunch")
    visitor.sees("home")
    expect(visitor.top.locator('[data-element="write"]')).to_be_disabled()
    context.set_offline(False)
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()


def test_a_second_tab_takes_over_with_the_same_session(visitor, context, traffic):
    """CMP-2: one owner runs the flow, one cookie serves both"""
    register(visitor)
    other = Visitor(context.new_page(), visitor.identity)
    other.open("account")
    other.sees_note("another tab")
    other.page.get_by_role("button", name="Continue here").click()
    other.sees("home")
    visitor.sees_note("another tab")
    other.press("leave").sees("signIn")
    traffic.wait(other.page, "/v1/logout")
    visitor.page.get_by_role("button", name="Continue here").click()
    visitor.sees("signIn")
    other.check_page()


def test_a_late_refresh_revives_nobody(visitor, context, traffic):
    """CMP-3: what comes after the sign-out comes too late"""
    register(visitor)
    held = []
    context.route("**/v1/session/refresh", lambda route: held.append(route), times=1)
    # Another launch, whose refresh hangs.
    visitor.relaunch().sees("home")
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send")
    for _ in range(200):
        if held:
            break
        visitor.page.wait_for_timeout(50)
    other = Visitor(context.new_page(), visitor.identity)
    other.open("account")
    other.page.get_by_role("button", name="Continue here").click()
    other.sees("deletion")
    other.press("cancel").sees("home")
    other.press("leave").sees("signIn")
    traffic.wait(other.page, "/v1/logout")
    assert other.cookie is None
    with contextlib.suppress(Error):
        # The page gave the call up.
        held[0].continue_()
    visitor.page.close()
    other.reload().sees("signIn")
    assert other.cookie is None
    other.check_page()


def test_somebody_signs_in_by_phone(visitor):
    """PHN-9: with the code from the inbox, a profile, and home; a reload on the way changes nothing"""
    number = "+4915112345678"
    visitor.open("phone").sees("login")
    visitor.fill(number=number)
    visitor.press("submit").sees("OTPVerificationVC")
    expect(visitor.top).to_contain_text("We sent a code to +49 1511 2345678.")
    code = visitor.code(number)
    visitor.reload().sees("OTPVerificationVC")
    assert len(visitor.identity.inbox(number)) == 1
    visitor.fill(code=code)
    visitor.sees("SetUpProfileVC")
    visitor.fill(name="Ann", email=ANN)
    visitor.press("submit").sees("landing")
    visitor.reload().sees("landing")


def test_the_same_device_needs_no_second_code(visitor):
    """PHN-5: its key, which no script can copy, says that it is the same"""
    test_somebody_signs_in_by_phone(visitor)
    visitor.press("leave").sees("login")
    visitor.fill(number="+4915112345678")
    visitor.press("submit").sees("landing")
    assert len([m for m in visitor.identity.inbox("+4915112345678") if m["code"]]) == 1


def test_the_onboarding_runs_against_the_server(visitor, traffic):
    """ONB-1, ONB-3: the installation has a session of its own, and its experiment"""
    visitor.open("onboarding", backend="portico")
    expect(visitor.screen).to_have_attribute(
        "data-surface", re.compile(r"screen(B\d|C2)"), timeout=15_000
    )
    for call in ("session", "experiment"):
        traffic.wait(visitor.page, f"/v1/installation/{call}")
    if visitor.screen.get_attribute("data-surface") != "screenC2":
        pass_experiment(visitor)
    expect(visitor.screen).to_have_attribute("data-surface", "screenD", timeout=15_000)


def test_the_whole_entry_from_the_first_launch_to_home(visitor):
    """ENT-1: chooser, registration, onboarding, home; and the next launch shows home at once"""
    walk_to_home(visitor)
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()
    visitor.reload().sees("home")
    visitor.press("leave").sees("choosing")
    expect(visitor.top).to_contain_text("You have signed out.")


def test_home_shows_at_once_where_the_session_is_valid(visitor, context, traffic):
    """ENT-2: with no round trip before it, and one call behind it"""
    visitor.open("entry", signInByPhone="false", experiments="false").sees("choosing")
    visitor.press("account").sees("signIn")
    visitor.press("register").sees("signUp")
    visitor.fill(email=ANN, password=PASSWORD)
    visitor.press("submit").sees("confirm")
    visitor.fill(code=visitor.code(ANN))
    visitor.sees("home")
    # The call of this launch has its answer.
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()
    held = []
    context.route("**/v1/launch", lambda route: held.append(route), times=1)
    traffic.forget()
    visitor.reload().sees("home")
    assert traffic.paths == []
    expect(visitor.top.locator('[data-element="write"]')).to_be_disabled()
    # The call goes out once home shows.
    for _ in range(200):
        if held:
            break
        visitor.page.wait_for_timeout(50)
    held[0].continue_()
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()
    traffic.wait(visitor.page, "/v1/launch")
    assert traffic.paths == ["/v1/launch"]


def test_a_session_that_the_server_ended_says_why(visitor):
    """ENT-10: the cause of the refusal reaches the screen"""
    register(visitor)
    visitor.identity.pass_time(31 * 24 * 3600)
    visitor.reload().sees("home")
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send").sees("signIn")
    expect(visitor.top).to_contain_text("You were away for a while, so please sign in again.")


def test_a_browser_without_its_cookie_is_signed_out(visitor, context):
    """ENT-10: nothing could ever extend its session"""
    register(visitor)
    context.clear_cookies()
    visitor.reload().sees("home")
    visitor.press("deleteAccount").sees("deletion")
    visitor.press("send").sees("signIn")
    expect(visitor.top).to_contain_text("Your session is over. Please sign in again.")
    sign_in(visitor)


def test_a_change_of_address_asks_for_a_proof_and_signs_nobody_out(visitor, traffic):
    """DEC-3, MFA-5: by the password, then by a code whose token no script sees"""
    visitor.page.add_init_script(KEEP_ANSWERS)
    register(visitor)
    visitor.identity.pass_time(11 * 60)
    traffic.forget()
    visitor.press("changeEmail").sees("newAddress")
    visitor.fill(newEmail="countess@example.com")
    visitor.press("submit").sees("proveByPassword")
    # Its access token was too old, and renewed once; that a proof is wanted is no reason for another one.
    assert traffic.paths == ["/v1/user/identifiers", "/v1/session/refresh", "/v1/user/identifiers"]
    visitor.reload().sees("proveByPassword")
    visitor.fill(password=PASSWORD)
    visitor.press("submit").sees("newAddressCode")
    visitor.fill(code=visitor.code("countess@example.com"))
    visitor.sees("home")
    expect(visitor.top).to_contain_text("countess@example.com")
    visitor.identity.pass_time(11 * 60)
    visitor.press("changeEmail").sees("newAddress")
    visitor.fill(newEmail="lovelace@example.com")
    visitor.press("submit").sees("proveByPassword")
    visitor.press("byCode").sees("proveByCode")
    visitor.fill(code=visitor.code("countess@example.com", after=1))
    visitor.sees("newAddressCode")
    visitor.fill(code=visitor.code("lovelace@example.com"))
    visitor.sees("home")
    expect(visitor.top).to_contain_text("lovelace@example.com")
    answers = visitor.page.evaluate("Promise.all(keptAnswers)")
    tokens = {answer["token"] for answer in answers if answer.get("token")}
    assert tokens
    seen = visitor.page.evaluate("portico.log + portico.trace")
    assert not any(token in seen for token in tokens)


def test_an_account_that_slept_asks_another_browser_for_a_code(visitor, context):
    """DEC-1, DEC-7: beside the password, with a token that no script sees"""
    register(visitor)
    visitor.identity.pass_time(91 * 24 * 3600)
    elsewhere = context.browser.new_context(**CALM)
    other = Visitor(elsewhere.new_page(), visitor.identity)
    other.open("account").sees("signIn")
    other.fill(email=ANN, password=PASSWORD)
    other.press("submit").sees("prove")
    expect(other.top).to_contain_text(f"For your security, enter the code we sent to {ANN}.")
    code = other.code(ANN, after=1)
    # MKT-7: no storage of a browser holds the password, so the code goes alone, and is enough here.
    other.reload().sees("prove")
    assert len([message for message in other.identity.inbox(ANN) if message["code"]]) == 2
    other.fill(code=code)
    other.sees("home")
    other.check_page()
    elsewhere.close()


@pytest.mark.parametrize("is_granted", [True, False])
def test_location_is_the_browsers(visitor, context, is_granted):
    """MKT-1, MKT-2: asked, watched, and rounded to hundredths before the flow has it"""
    if is_granted:
        stand_in_mexico(visitor, context)
    else:
        # Whatever is not granted is refused from here on, and nobody is asked.
        context.grant_permissions([], origin=visitor.identity.origin)
    visitor.open("market")
    if not is_granted:
        visitor.sees("splash")
        expect(visitor.top).to_contain_text("Please allow location access")
        return
    visitor.sees("login")
    log = visitor.page.evaluate("portico.log")
    assert '"19.43"' in log and '"-99.13"' in log and "19.432" not in log


def stand_in_mexico(visitor, context):
    context.set_geolocation({"latitude": 19.432608, "longitude": -99.133209})
    context.grant_permissions(["geolocation"], origin=visitor.identity.origin)


def test_somebody_signs_in_to_a_market_and_a_reload_does_it_again(visitor, context, traffic):
    """MKT-5, MKT-8: the nearest market is preselected; the next launch takes no input"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    stand_in_mexico(visitor, context)
    visitor.open("market").sees("login")
    visitor.fill(userName=ANN, password=PASSWORD)
    visitor.press("submit").sees("homeUnverified")
    traffic.forget()
    visitor.reload().sees("homeUnverified")
    assert "/v1/market/login" not in traffic.paths


def test_a_mailed_password_signs_in_to_set_a_new_one(visitor, context, traffic):
    """MKT-9: the new session's cookie takes the place of the one that could do one thing"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    stand_in_mexico(visitor, context)
    visitor.open("market").sees("login")
    visitor.press("recover").sees("passwordRecovery")
    visitor.fill(userName=ANN)
    visitor.press("submit").sees("login")
    visitor.fill(password=visitor.code(ANN, after=1))
    visitor.press("submit").sees("newPasswordScreen")
    first = visitor.cookie["value"]
    visitor.fill(newPassword="a much better password")
    visitor.press("submit").sees("homeUnverified")
    set_password = traffic.to("/v1/market/password")[-1]
    assert "authorization" in set_password.all_headers()
    second = visitor.cookie["value"]
    assert second.split(".")[0] != first.split(".")[0]
    # The page also tells the server that the first session is over, without its cookie: refused.
    traffic.wait(visitor.page, "/v1/logout", status=403)
    # The session goes on with the second.
    traffic.forget()
    visitor.reload().sees("homeUnverified")
    assert visitor.cookie["value"] != second
    # A sign-out that was on its way when the page went is told again.
    calls = [call for call in traffic.all if not call.url.endswith("/v1/logout")]
    assert [call.url for call in calls if call.response().status in (401, 403)] == []


def test_the_bootstrap_gets_its_crumb_and_survives_a_reload(visitor, traffic):
    """BOOT-5, BOOT-6, BOOT-14: the crumb of the cookie session, then the root"""
    register(visitor)
    visitor.press("leave").sees("signIn")
    visitor.open("bootstrap").sees("login")
    visitor.fill(userName=ANN, password=PASSWORD)
    visitor.press("submit").sees("registration")
    traffic.wait(visitor.page, "/v1/session/crumb")
    number = "+4915112345678"
    visitor.fill(country="DE", number=number)
    visitor.press("submit")
    expect(visitor.top.locator('[data-element="code"]')).to_be_visible()
    visitor.fill(code=visitor.code(number))
    visitor.sees("userProfile")
    visitor.fill(name="Ann")
    visitor.press("submit").sees("conversationList")
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()
    visitor.reload().sees("conversationList")
    expect(visitor.top.locator('[data-element="write"]')).to_be_enabled()


def get(url, method="GET", **headers):
    """Status, header fields and body, whatever the status is."""
    request = urllib.request.Request(url, method=method, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=30) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as refusal:
        return refusal.code, refusal.headers, refusal.read()


def test_the_page_is_served_beside_the_api(identity, site):
    """SEC: its policy is a header, it is revalidated, and no file stands in for a call"""
    status, headers, body = get(f"{identity.origin}/?flow=entry")
    assert status == 200 and body == (site / "index.html").read_bytes()
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self' 'wasm-unsafe-eval';" in policy and "'unsafe-" not in policy
    assert "frame-ancestors 'self'" in policy
    assert headers["X-Content-Type-Options"] == "nosniff" and headers["DPoP-Nonce"] is None
    assert get(f"{identity.origin}/flows/entry.en.flow")[1]["DPoP-Nonce"]
    assert headers["Cache-Control"] == "no-cache"
    tag = headers["ETag"]
    status, headers, body = get(f"{identity.origin}/", **{"If-None-Match": tag})
    assert status == 304 and body == b"" and headers["ETag"] == tag
    assert headers["Content-Length"] is None
    status, headers, body = get(f"{identity.origin}/portico.wasm", method="HEAD")
    assert status == 200 and headers["Content-Type"] == "application/wasm" and body == b""
    assert get(f"{identity.origin}/v1/user")[0] == 401
    assert get(f"{identity.origin}/host/")[0] == 404
    assert get(f"{identity.origin}/index.html", method="POST")[0] == 405
