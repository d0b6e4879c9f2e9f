"""PAS-1, PAS-4: passkeys that Chromium itself makes, with its virtual authenticator, on a page of the server's origin."""

import shutil
import urllib.parse

import pytest
from playwright.sync_api import sync_playwright

from api_client import Client, DeviceKey

CREATE = """async (options) => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  try {
    const made = await navigator.credentials.create({ publicKey: {
      challenge: bytes(options.challenge), rp: { id: options.rp_id, name: options.rp_name },
      user: { id: bytes(options.user_handle), name: options.user_name, displayName: options.user_name },
      pubKeyCredParams: options.algorithms.map((alg) => ({ type: 'public-key', alg })),
      excludeCredentials: options.excluded.map((id) => ({ type: 'public-key', id: bytes(id) })),
      authenticatorSelection: { residentKey: 'required', userVerification: options.user_verification },
    } });
    return { id: made.id, client_data: text(made.response.clientDataJSON),
      attestation_object: text(made.response.attestationObject) };
  } catch (error) { return { error: error.name }; }
}"""

GET = """async (options) => {
  const bytes = (text) => Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
  const text = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer)))
    .replace(/\\+/g, '-').replace(/\\//g, '_').replace(/=+$/, '');
  try {
    const found = await navigator.credentials.get({ publicKey: {
      challenge: bytes(options.challenge), rpId: options.rp_id,
      userVerification: options.user_verification,
      allowCredentials: options.allowed.map((id) => ({ type: 'public-key', id: bytes(id) })),
    } });
    const answer = found.response;
    return { id: found.id, client_data: text(answer.clientDataJSON),
      authenticator_data: text(answer.authenticatorData), signature: text(answer.signature),
      user_handle: answer.userHandle ? text(answer.userHandle) : null };
  } catch (error) { return { error: error.name }; }
}"""


@pytest.fixture(scope="module")
def chromium():
    program = shutil.which("chromium")
    assert program, "there is no chromium on the PATH; scripts/install-tools test installs it"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


class Page:
    """A page of the server's own, by the name for which browsers make passkeys, with an authenticator."""

    def __init__(self, chromium, server):
        self.page = chromium.new_page()
        port = urllib.parse.urlsplit(server.origin).port
        self.page.goto(f"http://localhost:{port}/undo")
        self.tools = self.page.context.new_cdp_session(self.page)
        self.tools.send("WebAuthn.enable")
        self.authenticator = self.tools.send("WebAuthn.addVirtualAuthenticator", {"options": {
            "protocol": "ctap2", "transport": "internal", "hasResidentKey": True,
            "hasUserVerification": True, "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }})["authenticatorId"]

    def create(self, options):
        return self.page.evaluate(CREATE, options)

    def get(self, options):
        return self.page.evaluate(GET, options)

    def credentials(self):
        return self.tools.send(
            "WebAuthn.getCredentials", {"authenticatorId": self.authenticator}
        )["credentials"]


def post(caller, path, body=None, status=200):
    answer = caller.call("POST", path, body or {})
    assert answer.status == status, answer.raw
    return answer


def sign_up(caller, page):
    options = post(caller, "/v1/passkeys/registration", {"name": "Ann"}).body
    answer = post(caller, "/v1/passkeys/registration/completion", page.create(options))
    caller.keep(answer["tokens"])
    return answer


def assertion(caller, page):
    return page.get(post(caller, "/v1/passkeys/authentication").body)


def test_chromium_signs_up_and_signs_in_with_a_discoverable_passkey(chromium, server):
    page = Page(chromium, server)
    made = sign_up(Client(server, key=DeviceKey()), page)
    other = Client(server, key=DeviceKey())
    opened = post(other, "/v1/passkeys/authentication/completion", assertion(other, page))
    assert opened["user_data"]["user_id"] == made["user_data"]["user_id"]
    other.keep(opened["tokens"])
    # Chromium's authenticator counts, so a copy of what it has is found out.
    kept = page.credentials()
    again = Client(server, key=DeviceKey())
    post(again, "/v1/passkeys/authentication/completion", assertion(again, page))
    page.tools.send("WebAuthn.clearCredentials", {"authenticatorId": page.authenticator})
    page.tools.send("WebAuthn.addCredential", {
        "authenticatorId": page.authenticator, "credential": kept[0],
    })
    cloned = post(
        again, "/v1/passkeys/authentication/completion", assertion(again, page), status=400)
    assert cloned.code == "passkey_cloned"
    listed = other.call("GET", "/v1/user/passkeys")
    assert listed["passkeys"][0]["suspect"]


def test_chromium_makes_no_second_passkey_where_it_has_one(chromium, server):
    page = Page(chromium, server)
    caller = Client(server, key=DeviceKey())
    sign_up(caller, page)
    options = post(caller, "/v1/user/passkeys").body
    assert page.create(options) == {"error": "InvalidStateError"}
    second = Page(chromium, server)
    post(caller, "/v1/user/passkeys/completion", second.create(options) | {"name": "Second"})
    listed = caller.call("GET", "/v1/user/passkeys")["passkeys"]
    assert [row.get("name") for row in listed][1] == "Second"
    assert all(row["removable"] for row in listed)


def test_a_passkey_removed_on_one_side_only(chromium, server):
    """On the server: refused, with what to do. On the device: nothing is found, and nothing is lost."""
    page = Page(chromium, server)
    caller = Client(server, key=DeviceKey())
    sign_up(caller, page)
    second = Page(chromium, server)
    options = post(caller, "/v1/user/passkeys").body
    post(caller, "/v1/user/passkeys/completion", second.create(options))
    first = caller.call("GET", "/v1/user/passkeys")["passkeys"][0]["id"]
    assert caller.call("DELETE", f"/v1/user/passkeys/{first}").status == 200
    stranger = Client(server, key=DeviceKey())
    refused = post(
        stranger, "/v1/passkeys/authentication/completion", assertion(stranger, page), status=400)
    assert refused.code == "passkey_unknown"
    second.tools.send("WebAuthn.clearCredentials", {"authenticatorId": second.authenticator})
    assert assertion(stranger, second)["error"] == "NotAllowedError"


def test_a_passkey_is_a_fresh_proof(chromium, server):
    page = Page(chromium, server)
    caller = Client(server, key=DeviceKey())
    sign_up(caller, page)
    server.pass_time(700)
    body = {"refreshtoken": caller.refresh_token}
    refreshed = caller.call("POST", "/v1/session/refresh", body, token=None)
    caller.keep(refreshed.body)
    wanted = caller.call("POST", "/v1/user/passkeys", {})
    assert wanted.code == "insufficient_user_authentication", wanted.raw
    options = post(caller, "/v1/session/step_up/passkey").body
    post(caller, "/v1/session/step_up/passkey/verification", page.get(options))
    post(caller, "/v1/user/passkeys")
