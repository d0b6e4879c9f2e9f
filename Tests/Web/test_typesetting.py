"""How the lines of texts break, on a phone of 390 pixels, on every screen that the play scripts of the flows pass."""

import pytest

import gallery

PHONE = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce"}

#: The lines of a piece of text, as the browser has broken them.
LINES = """(node, start, end) => {
  const range = document.createRange()
  const lines = []
  for (let at = start; at < end; at += 1) {
    range.setStart(node, at)
    range.setEnd(node, at + 1)
    const area = range.getBoundingClientRect()
    if (!area.width) continue
    const line = lines.at(-1)
    if (line && Math.abs(line.top - area.top) < area.height / 2) {
      line.text += node.data[at]
      line.left = Math.min(line.left, area.left)
      line.right = Math.max(line.right, area.right)
    } else {
      lines.push({ text: node.data[at], top: area.top, left: area.left, right: area.right })
    }
  }
  return lines
}"""
TEXTS = "[...document.querySelectorAll('#stage :is(p, h1, h2, label, .hint, button)')].flatMap((node) => [...node.childNodes])"

#: Telephone numbers, and small numbers with the word behind them, that two lines share.
TORN = f"""() => {TEXTS}
  .filter((node) => node.nodeType === Node.TEXT_NODE && node.parentNode.checkVisibility())
  .flatMap((node) => [...node.data.matchAll(/\\+\\d[\\d\\s]*\\d|\\b\\d\\d?\\s\\S/g)]
    .map((found) => ({LINES})(node, found.index, found.index + found[0].length))
    .filter((lines) => lines.length > 1)
    .map((lines) => lines.map(({{ text }}) => text).join(' | ')))"""

#: Lines within a paragraph that end before half of it, though the next word would have fitted.
RAGGED = f"""() => [...document.querySelectorAll('#stage form > p')]
  .filter((node) => node.firstChild?.nodeType === Node.TEXT_NODE && node.checkVisibility())
  .map((node) => [node, ({LINES})(node.firstChild, 0, node.firstChild.data.length)])
  .flatMap(([node, lines]) => lines.slice(0, -1)
    .filter(({{ left, right }}) => right - left < node.clientWidth / 2)
    .map(({{ text }}) => text))"""

UNBALANCED = """() => [...document.querySelectorAll('#stage :is(h1, h2, form button)')]
  .filter((node) => getComputedStyle(node).textWrapStyle !== 'balance')
  .map((node) => node.outerHTML)"""


@pytest.fixture
def found(browser, origin, screens):
    """What a function of the page finds on a flow's screens in some languages, by screen and language."""
    contexts = []

    def found(flow, languages, look):
        contexts.append(browser.new_context(locale="en-US", **PHONE))
        page = contexts[-1].new_page()
        gallery.open_gallery(page, origin, flow)
        gallery.hide_studio(page)
        shown = [(screen, language) for screen in screens(flow) for language in languages]
        looks = zip(shown, gallery.looks(page, shown, look), strict=True)
        return [(gallery.name(screen), language, flaws) for (screen, language), flaws in looks if flaws]

    yield found
    for context in contexts:
        context.close()


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_a_number_is_never_torn(found, flow):
    """CMP-10: a telephone number stays on one line, and "10" with the minutes that it counts"""
    assert found(flow, gallery.LANGUAGES, TORN) == []


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_sentences_in_japanese_fill_their_lines(found, flow):
    """CMP-10: only what is short, such as a heading, breaks between phrases"""
    assert found(flow, ["ja"], RAGGED) == []


def test_headings_and_buttons_have_lines_of_like_length(found):
    """CMP-10: the title of an alert too"""
    assert found("market", ["es"], UNBALANCED) == []
