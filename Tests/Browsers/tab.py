"""Somebody before the page of a real identity server, in a browser that is driven by what drivers.py can do: they look,
point and type. Elements are named as in the flow."""

import re
import time
from urllib.parse import urlencode

#: The name of what is on top; null while there is nothing.
TOP = "document.querySelector('#stage > :not([inert])')?.dataset.surface"
#: Where to point at an element of what is on top; null where nobody could.
PLACE = """(() => {
  const found = [...document.querySelectorAll(%s)].find((node) => node.closest('#stage > :not([inert])') && !node.disabled
    && node.checkVisibility())
  if (!found) return null
  found.scrollIntoView({ block: 'center', behavior: 'instant' })
  const { x, y, width, height } = found.getBoundingClientRect()
  const at = { x: Math.round(x + width / 2), y: Math.round(y + height / 2) }
  const hit = document.elementFromPoint(at.x, at.y)
  return hit && (found.contains(hit) || hit.closest('label')?.contains(found)) ? at : null
})()"""
KEYS = {"Enter": "\ue007", "Control": "\ue009", "Backspace": "\ue003"}


class Tab:
    def __init__(self, browser, server, origin):
        self.browser = browser
        self.identity = server
        self.origin = origin

    def open(self, flow, **parameters):
        self.browser.open(f"{self.origin}/?{urlencode({'flow': flow, 'dev': '', **parameters})}")
        return self

    def reload(self):
        self.browser.open(self.browser.evaluate("location.href"))
        return self

    # Seeing

    def _wait(self, look, what, seconds=30):
        ends = time.monotonic() + seconds
        while (found := look()) is None:
            assert time.monotonic() < ends, f"no {what}; on top is {self.browser.evaluate(TOP)}: {self.text}"
            time.sleep(0.03)
        return found

    def comes_to(self, pattern):
        """Waits until the name of what is on top matches, and returns it."""

        def look():
            name = self.browser.evaluate(TOP)
            return name if name and re.search(pattern, name) else None

        return self._wait(look, pattern)

    def sees(self, name):
        self.comes_to(rf"(^|\.){re.escape(name)}$")
        return self

    @property
    def text(self):
        return self.browser.evaluate("document.querySelector('#stage > :not([inert])')?.innerText ?? ''")

    def reads(self, words):
        self._wait(lambda: words in self.text or None, words)
        return self

    def has(self, selector):
        return self.browser.evaluate(f"document.querySelector({json_text(selector)}) !== null")

    # Doing

    def point(self, selector):
        """Clicks where an element is, once it can be clicked there and stands still."""
        place = PLACE % json_text(selector)

        def look():
            at = self.browser.evaluate(place)
            return at if at and at == self.browser.evaluate(f"new Promise(requestAnimationFrame).then(() => {place})") else None

        at = self._wait(look, f"{selector} to point at")
        moves = [{"type": "pointerMove", **at, "duration": 0}, {"type": "pointerDown", "button": 0},
                 {"type": "pointerUp", "button": 0}]
        self.browser.perform([{"type": "pointer", "id": "mouse", "parameters": {"pointerType": "mouse"}, "actions": moves}])

    def press(self, name):
        self.point(f'button[data-element="{name}"], [data-element="{name}"] button')
        return self

    def keys(self, *keys):
        """Each down and up; names of KEYS or single letters."""
        values = [KEYS.get(key, key) for key in keys]
        strokes = [{"type": kind, "value": value} for value in values for kind in ("keyDown", "keyUp")]
        self.browser.perform([{"type": "key", "id": "keyboard", "actions": strokes}])

    def fill(self, **texts):
        """Clicks each field, empties it and types."""
        for name, text in texts.items():
            self.point(f'[data-element="{name}"] input')
            everything = [{"type": "keyDown", "value": KEYS["Control"]}, {"type": "keyDown", "value": "a"},
                          {"type": "keyUp", "value": "a"}, {"type": "keyUp", "value": KEYS["Control"]}]
            self.browser.perform([{"type": "key", "id": "keyboard", "actions": everything}])
            self.keys(*text)
            if self.browser.evaluate("document.activeElement?.getAttribute('role')") == "combobox":
                self.keys("Enter")
        return self

    def code(self, to, after=0):
        def look():
            sent = [message for message in self.identity.inbox(to) if message.get("code")]
            return sent[0]["code"] if len(sent) > after else None

        return self._wait(look, f"code for {to}")


def json_text(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
