"""A person at `portico run --server`, whose program is killed in the middle of things."""

import json
import queue
import re
import subprocess
import threading

from api_client import person
from portico_server import clean_environment

WAIT = 60


class Terminal:
    """`portico run FLOW --server` in a process, with its screens as lines."""

    def __init__(self, program, folder, server, flow, cwd=None):
        self._cwd = cwd
        self.command = [
            str(program), "run", flow, "--server", server.origin, "--state", str(folder)]
        self.start()

    def start(self):
        self._process = subprocess.Popen(
            self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            env=clean_environment(), cwd=self._cwd)
        self._lines = queue.Queue()
        self._choices = {}

        def read(pipe, lines):
            with pipe:
                for line in pipe:
                    lines.put(line.decode().rstrip())
            lines.put(None)

        self._reader = threading.Thread(
            target=read, args=(self._process.stdout, self._lines), daemon=True)
        self._reader.start()

    def see(self, text):
        """Waits until a whole screen with this text was drawn, and remembers its numbers."""
        seen = []
        while True:
            try:
                line = self._lines.get(timeout=WAIT)
            except queue.Empty:
                line = None
            assert line is not None, f"no `{text}`; it showed:\n" + "\n".join(seen)
            seen.append(line)
            if line.startswith("╭─"):
                screen = [line]
            elif line.startswith("╰") and seen:
                if any(text in shown for shown in screen):
                    found = (re.match(r"│\s+(\d+)\s+(\S.*)", shown) for shown in screen)
                    self._choices = {match[2]: match[1] for match in found if match}
                    return screen
            elif line.startswith("│"):
                screen.append(line)

    def next(self):
        return self._lines.get(timeout=WAIT)

    def hear(self, text):
        """Waits until a line with this text came."""
        while text not in (line := self.next() or "the end"):
            assert line != "the end", f"no `{text}`"

    def do(self, label, text=""):
        number = next((n for shown, n in self._choices.items() if shown.startswith(label)), None)
        assert number, f"there is no `{label}` among {list(self._choices)}"
        self.write(f"{number} {text}")

    def write(self, line):
        self._process.stdin.write(f"{line}\n".encode())
        self._process.stdin.flush()

    def kill(self):
        self._process.kill()
        self._process.wait(WAIT)
        self._reader.join(WAIT)

    def quit(self):
        self.write("q")
        assert self._process.wait(WAIT) == 0
        self._reader.join(WAIT)


def test_a_killed_terminal_goes_on_with_its_registration_and_its_session(server, program, tmp_path):
    """CMP-8, ENT-3: the program is killed twice, without warning."""
    name, password = person()
    terminal = Terminal(program, tmp_path / "app", server, "account")
    terminal.see("Forgot password?")
    terminal.do("[ Create account")
    terminal.see("Create your account")
    terminal.do("Email", name)
    terminal.see(name)
    terminal.do("New password", password)
    terminal.see("••")
    terminal.do("[ Create account")
    terminal.see("6-digit code")
    terminal.kill()

    terminal.start()
    terminal.see("6-digit code")
    codes = [message["code"] for message in server.inbox(to=name)]
    assert len(codes) == 1, "the kill had a second code sent"
    terminal.do("6-digit code", codes[0])
    terminal.see("••")
    terminal.do("[ Confirm")
    terminal.see("Sign out")
    terminal.kill()

    terminal.start()
    terminal.see("Sign out")
    terminal.do("[ Sign out")
    terminal.see("You have signed out.")
    terminal.quit()


def test_its_keys_kill_and_relaunch_the_app_with_a_request_on_its_way(server, program, tmp_path):
    """CMP-8: `k` ends a launch completely, and the next one continues there; `r` does both at once."""
    name, password = person()
    terminal = Terminal(program, tmp_path / "app", server, "account")
    terminal.see("Forgot password?")
    assert terminal.next().startswith("k kill"), "there is nothing to go back to"
    terminal.do("[ Create account")
    terminal.see("Create your account")
    assert terminal.next().split() == ["b", "Back"]
    terminal.do("Email", name)
    terminal.see(name)
    terminal.do("New password", password)
    terminal.see("••")
    # The line after the tap comes while the request is on its way.
    terminal.do("[ Create account")
    terminal.write("r")
    terminal.write("k")
    terminal.hear("The app was killed")
    terminal.write("")
    terminal.see("6-digit code")
    assert len(server.inbox(to=name)) == 1, "the kill had a second code sent"
    terminal.write("k")
    terminal.hear("The app was killed")
    terminal.quit()


def test_the_stored_data_is_written_to_a_file(server, program, tmp_path):
    """CTR-9: in the current folder, never over another file, and for its owner only."""
    name, password = person()
    terminal = Terminal(program, tmp_path / "app", server, "account")
    terminal.see("Forgot password?")
    terminal.do("[ Create account")
    terminal.see("Create your account")
    terminal.do("Email", name)
    terminal.see(name)
    terminal.do("New password", password)
    terminal.see("••")
    terminal.do("[ Create account")
    terminal.see("6-digit code")
    terminal.do("6-digit code", server.message(name)["code"])
    terminal.see("••")
    terminal.do("[ Confirm")
    terminal.see("Sign out")
    terminal.quit()
    (tmp_path / "account-data.json").write_text("mine")
    terminal = Terminal(program, tmp_path / "app", server, "settings", cwd=tmp_path)
    terminal.see("Download your data")
    terminal.do("[ Download your data")
    terminal.see("Anyone who gets the file can read it.")
    terminal.do("[ Download")
    written = tmp_path / "account-data-2.json"
    terminal.see(written.name)
    data = json.loads(written.read_text())
    assert [item["value"] for item in data["identifiers"]] == [name]
    assert written.stat().st_mode & 0o777 == 0o600
    assert (tmp_path / "account-data.json").read_text() == "mine"
    terminal.quit()
