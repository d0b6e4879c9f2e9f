"""`portico run --server` with a provider: the terminal shows the page, and a listener on loopback takes the return."""

import re
import subprocess
import time

from test_federation import Browser, consent


def wait_for(path, pattern):
    for _ in range(300):
        if found := re.findall(pattern, path.read_text()):
            return found[-1]
        time.sleep(0.05)
    raise AssertionError(f"no {pattern} in {path.read_text()[-1000:]}")


def test_a_browser_leads_back_to_the_terminal(server, program, tmp_path):
    """ACC-4, CMP-7: and the address of the page disappears once the user is back"""
    shown = tmp_path / "shown"
    command = [program, "run", "account", "--server", server.origin, "--state", tmp_path / "state"]
    with shown.open("w") as output:
        run = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=output, text=True)

    def send(line):
        run.stdin.write(line + "\n")
        run.stdin.flush()

    try:
        send(wait_for(shown, r"(\d+) +\[ Use another service"))
        send(wait_for(shown, r"(\d+) +\( \) Continue with Google"))
        page = wait_for(shown, r"(http://\S+/dev/providers/google\S+)")
        back = consent(Browser(server), page).headers["Location"]
        address, _, query = back.partition("?")
        assert re.fullmatch(r"http://127\.0\.0\.1:\d+/", address)
        # As one types it whose browser is on another machine.
        send(f"{address}?{query}")
        wait_for(shown, "Signed in as")
        assert "dev/providers" not in shown.read_text().split("Signed in as")[-1]
        send("q")
        assert run.wait(20) == 0
    finally:
        run.kill()
        run.wait()
