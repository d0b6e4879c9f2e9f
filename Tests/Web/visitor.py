"""Somebody before the page of a real identity server, with real time."""

import re
from urllib.parse import urlsplit

from playwright.sync_api import expect

from person import Person


class Visitor(Person):
    """One tab of a page that `portico serve --dev` serves. Elements are named as in the flow."""

    def __init__(self, page, server):
        super().__init__(page, server.origin, server.origin, has_clock=False)
        self.identity = server

    def open(self, flow="entry", **parameters):
        unset = {"backend": None, "server": None}
        return super().open(flow=flow, **{**unset, **parameters})

    def fill(self, **texts):
        for name, text in texts.items():
            field = self.top.locator(f'[data-element="{name}"] input').first
            field.fill(text)
            if name in ("code", "smsCode"):
                # Sent by itself; the field may be gone with its screen, or empty after a wrong code.
                continue
            if field.get_attribute("role") == "combobox":
                # What is typed there searches; the return key takes what is found first.
                field.press("Enter")
                self.settle()
                continue
            # A number is written as its country does it, while it is typed.
            spaced = r"[\s()\-]*".join(re.escape(letter) for letter in text)
            expect(field).to_have_value(re.compile(f"^{spaced}$"))
            self.settle()

    def press(self, name):
        button = f'button[data-element="{name}"], [data-element="{name}"] button'
        self.top.locator(button).first.click()
        return self

    def code(self, to, after=0):
        """The code that was sent to somebody, once there are more than `after` messages."""
        for _ in range(200):
            sent = [message for message in self.identity.inbox(to) if message.get("code")]
            if len(sent) > after:
                return sent[0]["code"]
            self.page.wait_for_timeout(50)
        raise AssertionError(f"no code for {to}")

    def recovery_codes(self):
        """As they are shown, once all ten are there: the screen comes before them."""
        shown = self.top.locator("pre")
        expect(shown).to_have_text(re.compile(r"(\S+\s+){9}\S+"))
        return shown.text_content()

    def relaunch(self):
        """A kill, and another launch."""
        self.control("Kill")
        self.control("Relaunch")
        return self

    # Seeing

    def sees(self, name):
        """The same for a screen of a sub-flow, whose name is the end of the whole one."""
        return self._sees(re.compile(rf"(^|\.){re.escape(name)}$"))

    @property
    def cookie(self):
        """The session's cookie, with its attributes; None where there is none."""
        found = [c for c in self.page.context.cookies() if c["name"] == "__Host-portico_session"]
        return found[0] if found else None

    def stored(self):
        """All that scripts find in the storage of this origin, as text, and what they can call."""
        return self.page.evaluate(
            """async () => {
              const texts = [JSON.stringify(localStorage), JSON.stringify(sessionStorage)]
              texts.push(document.cookie)
              const show = (value) => {
                if (value instanceof CryptoKey) return `key:${value.type}:${value.extractable}`
                if (value instanceof ArrayBuffer) value = new Uint8Array(value)
                if (ArrayBuffer.isView(value)) return new TextDecoder('latin1').decode(value)
                if (value !== null && typeof value === 'object') {
                  return Object.entries(value).map(([name, item]) => name + '=' + show(item)).join()
                }
                return String(value)
              }
              for (const { name } of await indexedDB.databases()) {
                const database = await new Promise((resolve, reject) => {
                  const request = indexedDB.open(name)
                  request.onsuccess = () => resolve(request.result)
                  request.onerror = () => reject(request.error)
                })
                for (const store of database.objectStoreNames) {
                  const rows = await new Promise((resolve) => {
                    const rows = []
                    const cursor = database.transaction(store).objectStore(store).openCursor()
                    cursor.onsuccess = () => {
                      const at = cursor.result
                      if (!at) return resolve(rows)
                      rows.push(`${name}/${store}/${at.key}: ${show(at.value)}`)
                      at.continue()
                    }
                  })
                  texts.push(...rows)
                }
                database.close()
              }
              return texts
            }"""
        )


class Traffic:
    """The calls of a context's pages to the API, as they are answered."""

    def __init__(self, context):
        self._requests = []
        context.on("response", lambda response: self._note(response.request))

    def _note(self, request):
        if re.match(r"https?://[^/]+/v1/", request.url):
            self._requests.append(request)

    def forget(self):
        self._requests.clear()

    @property
    def paths(self):
        return [urlsplit(request.url).path for request in self._requests]

    @property
    def all(self):
        return list(self._requests)

    def to(self, path):
        return [request for request in self._requests if urlsplit(request.url).path == path]

    def wait(self, page, path, status=None):
        """Waits until a call was answered, with this status if there is one."""
        for _ in range(200):
            found = [call for call in self.to(path) if status in (None, call.response().status)]
            if found:
                return found
            page.wait_for_timeout(50)
        raise AssertionError(f"{path} was not called, only {self.paths}")
