"""A public client of the account API, as PyPI has it, against this server."""

import base64
import json
import os
import re
import sys
import time
from pathlib import Path

import pexpect
import pytest

from api_client import Client, person

PROFILE = "portico"


class PublicClient:
    """Drives the program as a person does who types into a terminal."""

    def __init__(self, folder, server):
        self.program = Path(sys.executable).with_name("esp-rainmaker-cli")
        assert self.program.exists(), "scripts/install-tools test installs esp-rainmaker-cli"
        self.server = server
        self.folder = folder
        self.environment = os.environ | {
            "HOME": str(folder), "RM_USER_CONFIG_DIR": str(folder / "config"),
            "RMAKER_CLI_LOG_DIR": str(folder / "log"), "NO_PROXY": "127.0.0.1",
        }
        self.run("profile", "add", PROFILE, "--base-url", server.origin)
        self.run("profile", "switch", PROFILE)

    def start(self, *arguments):
        return pexpect.spawn(
            str(self.program), list(arguments), env=self.environment, encoding="utf-8",
            timeout=60, echo=False,
        )

    def run(self, *arguments):
        """To its end; returns what it printed."""
        child = self.start(*arguments)
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 0, child.before
        return child.before

    def sign_up(self, name, password):
        child = self.start("signup", name)
        self._choose(child, password)
        child.expect("Verification Code : ")
        child.sendline(Client(self.server).code(name))
        child.expect("Signup Successful")
        child.expect(pexpect.EOF)

    def log_in(self, name, password):
        return self.run("login", "--user_name", name, "--password", password)

    def reset(self, name, password, code):
        """Asks for a code, reads it with `code()`, and types it with the new password."""
        child = self.start("forgotpassword", name)
        child.expect("Verification Code : ")
        child.sendline(code())
        self._choose(child, password)
        child.expect("Password changed successfully")
        child.expect(pexpect.EOF)

    def _choose(self, child, password):
        child.expect("Password : ")
        child.sendline(password)
        child.expect("Confirm Password : ")
        child.sendline(password)

    @property
    def tokens(self):
        return json.loads(self._file.read_text())

    def expire(self):
        """Lets the client believe that its access token has expired."""
        tokens = self.tokens
        head, payload, signature = tokens["accesstoken"].split(".")
        claims = json.loads(base64.b64decode(payload + "=" * (-len(payload) % 4)))
        claims["exp"] = int(time.time()) - 60
        payload = base64.b64encode(json.dumps(claims).encode()).decode().rstrip("=")
        tokens["accesstoken"] = ".".join([head, payload, signature])
        self._file.write_text(json.dumps(tokens))

    @property
    def _file(self):
        return self.folder / "config" / "profiles" / f"{PROFILE}_config.json"


@pytest.fixture
def client(tmp_path, server):
    folder = tmp_path / "home"
    folder.mkdir()
    return PublicClient(folder, server)


def test_the_whole_life_of_an_account(client, server):
    """ACC-1, ACC-3, ACC-5: sign up, confirm, log in, read, refresh, log out, reset, delete."""
    name, password = person()
    client.sign_up(name, password)
    assert "Login successful!" not in client.log_in(name, "Wrong-" + password)
    assert "Login successful!" in client.log_in(name, password)

    shown = client.run("getuserinfo")
    assert name in shown and "User Id" in shown
    user = re.search(r"User Id: (\S+)", shown)[1]
    assert "Error" not in client.run("getnodes")

    first = client.tokens
    for _ in range(3):
        client.expire()
        expired = client.tokens["accesstoken"]
        shown = client.run("getuserinfo")
        assert "Initialising new session...Success" in shown
        assert user in shown
        assert client.tokens["accesstoken"] != expired
        assert client.tokens["refreshtoken"] == first["refreshtoken"]

    last = client.tokens
    assert "Logout successful" in client.run("logout")
    assert "Not logged in" in client.run("getuserinfo")
    refused = Client(server).call("GET", "/v1/user", token=last["accesstoken"])
    assert refused.status == 401
    extended = Client(server).call(
        "POST", "/v1/login", {"refreshtoken": last["refreshtoken"]}, token=None
    )
    assert (extended.status, extended["error_code"]) == (400, 101017)

    # ACC-5. A code goes to an address once a minute at most, whatever it is for.
    direct = Client(server)
    earlier = direct.code(name)
    server.pass_time(61)
    new = "Another-" + password
    client.reset(name, new, lambda: direct.code(name, but=earlier))
    assert "Login successful!" not in client.log_in(name, password)
    assert "Login successful!" in client.log_in(name, new)
    assert name in client.run("getuserinfo")
