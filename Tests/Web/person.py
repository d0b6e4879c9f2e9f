"""What a person does before the page, and sees."""

import re
from urllib.parse import urlencode, urlsplit

from playwright.sync_api import TimeoutError, expect

START = 1_700_000_000_000

NAME_ON_TOP = """(pattern) => {
  const name = document.querySelector('#stage > :not([inert])')?.dataset.surface
  return name && RegExp(pattern).test(name) ? name : null
}"""

#: A browser that asks for less motion: nobody has to wait until what is to be clicked stands still.
CALM = {"locale": "en-US", "reduced_motion": "reduce"}


class Person:
    """One tab. Its clock stands still until `wait` lets time pass."""

    def __init__(self, page, origin, server, has_clock=True):
        self.page = page
        self.origin = origin
        self.server = server
        self.foreign_requests = []
        self.console_errors = []
        if has_clock:
            page.clock.install(time=START / 1000)
            page.clock.pause_at(START / 1000 + 1)
        page.on("request", self._note_request)
        page.on("console", self._note_console)
        page.on("pageerror", lambda error: self.console_errors.append(str(error)))

    def open(self, **parameters):
        """Opens the onboarding against the exercise's server, unless told otherwise."""
        wanted = {"flow": "onboarding", "backend": "exercise", "server": self.server, "dev": "", **parameters}
        query = urlencode({name: value for name, value in wanted.items() if value is not None})
        self.page.goto(f"{self.origin}/index.html?{query}")
        return self

    def reload(self):
        self.page.reload()
        return self

    # Doing

    def tap(self, name):
        self.top.get_by_role("button", name=name, exact=True).click()

    def control(self, name):
        """A developer control."""
        self.page.locator("#developer").get_by_role("button", name=name, exact=True).click()

    def toggle_offline(self):
        self.page.locator("#developer").get_by_label("Offline").click()

    def wait(self, milliseconds):
        """Lets time pass, and waits until all that it brought is worked off.

        Calls take real time: `get_answers` first, unless an answer is meant to come late.
        """
        self.settle()
        self.page.clock.run_for(milliseconds)
        self.settle()

    def settle(self):
        self.page.evaluate("portico.settled")

    def get_answers(self):
        """Waits until every call has its answer, and that is worked off."""
        self.page.evaluate("portico.answered")

    def put_in_background(self, is_hidden):
        self.page.evaluate(
            """(isHidden) => {
              const value = isHidden ? 'hidden' : 'visible'
              Object.defineProperty(document, 'visibilityState', { value, configurable: true })
              document.dispatchEvent(new Event('visibilitychange'))
            }""",
            is_hidden,
        )
        self.settle()

    # Seeing

    @property
    def top(self):
        """The overlay on top, or the screen."""
        return self.page.locator("#stage > :not([inert])")

    @property
    def screen(self):
        return self.page.locator("#stage > main")

    def sees(self, name):
        """Waits until a screen or overlay is on top."""
        return self._sees(re.compile(f"^{re.escape(name)}$"))

    def comes_to(self, pattern):
        """Waits until the name of what is on top matches, and returns it."""
        return self.page.wait_for_function(NAME_ON_TOP, arg=pattern, timeout=30_000).json_value()

    def _sees(self, pattern):
        try:
            # Looks at every frame, where `expect` waits up to a second before it looks again.
            self.comes_to(pattern.pattern)
        except TimeoutError:
            # Says what is there instead.
            expect(self.top).to_have_attribute("data-surface", pattern, timeout=1_000)
        return self

    def sees_behind(self, name):
        expect(self.screen).to_have_attribute("data-surface", name)
        return self

    def sees_note(self, words):
        expect(self.page.locator("#notes")).to_contain_text(words)

    def sees_no_note(self, words):
        expect(self.page.locator("#notes")).not_to_contain_text(words)

    # What no test may see

    def check_page(self):
        assert self.foreign_requests == []
        assert self.console_errors == [], self.console_errors

    def _note_request(self, request):
        parts = urlsplit(request.url)
        origin = f"{parts.scheme}://{parts.netloc}"
        if parts.scheme != "data" and origin not in (self.origin, self.server):
            self.foreign_requests.append(request.url)

    def _note_console(self, message):
        # Chromium writes a line of its own for each failed call.
        if message.type == "error" and not re.match("Failed to load resource", message.text):
            self.console_errors.append(message.text)
