"""What moves while a flow runs: nothing jumps, as the browser measures it."""

import json

import gallery
import pytest
from person import CALM, Person
from playwright.sync_api import expect

#: Keeps what has shifted.
WATCH = """() => {
  window.shifts = []
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries()) {
      window.shifts.push({ value, moved: sources.map(({ node }) => node?.outerHTML?.slice(0, 120) ?? 'a node that is gone') })
    }
  }).observe({ type: 'layout-shift', buffered: true })
}"""
#: Draws pairs of screens, the second in the place of the first; @returns what shifted, for each.
DRAW = """async (pairs) => {
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done))))
  const draw = async (screen) => {
    await portico.exhibit(screen, 'en')
    await frames()
    for (const animation of document.getAnimations()) {
      if (/^(rise|glide)$/.test(animation.animationName)) animation.finish()
    }
    await frames()
  }
  const found = []
  for (const [before, after] of JSON.parse(pairs)) {
    await draw(before)
    window.shifts.length = 0
    await draw(after)
    found.push({ screen: after.screen.name, sum: window.shifts.reduce((sum, { value }) => sum + value, 0), shifts: [...window.shifts] })
  }
  return JSON.stringify(found)
}"""
#: Below a thousandth the browser says 0.
NOTHING = 0.001
PHONE = {"width": 390, "height": 844}


@pytest.fixture
def moving(browser, origin):
    """A page of a person who has not asked for less motion."""
    context = browser.new_context(viewport=PHONE, locale="en-US")
    page = context.new_page()
    page.add_init_script(f"({WATCH})()")
    yield page
    context.close()


def kinds(screen):
    return json.dumps(gallery.kind(screen)) + str(screen["byLanguage"]["en"]["screen"]["active"])


def pairs_of(page, logs):
    """Screens that follow one another in a place, each two kinds of them once."""
    found = {}
    for log in logs:
        screens = json.loads(page.evaluate(gallery.SCREENS, [log, ["en"]]))
        for before, after in zip(screens, screens[1:]):
            if before["name"] == after["name"]:
                found.setdefault((kinds(before), kinds(after)), [before["byLanguage"]["en"], after["byLanguage"]["en"]])
    return list(found.values())


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_nothing_jumps_when_elements_come_and_go(moving, origin, played, flow):
    """CMP-10: in all that the play scripts pass, whoever caused it"""
    gallery.open_gallery(moving, origin, flow)
    logs = [(played(script) / "log.jsonl").read_text() for script in gallery.scripts(flow)]
    pairs = pairs_of(moving, logs)
    assert len(pairs) > 3
    found = json.loads(moving.evaluate(DRAW, json.dumps(pairs)))
    assert [draw for draw in found if draw["sum"] >= NOTHING] == []


#: A question and its answer, and the text that stands above both in the second state.
QUESTION = [
    {"id": 1, "kind": "field", "name": "number", "text": "Number", "enabled": True, "value": ""},
    {"id": 2, "kind": "button", "name": "next", "text": "Next", "enabled": True, "style": "primary"},
]
SENT = {"id": 3, "kind": "text", "text": "Enter the code that we sent to you."}


def drawn(elements, **members):
    surface = {"name": "question", "view": "question", "style": "screen", "title": "A question", "back": True, "active": True, "elements": elements}
    return {"screen": {**surface, **members}, "overlays": [], "rightToLeft": False}


ANIMATIONS = """async ([before, after]) => {
  await portico.exhibit(before, 'en')
  await portico.exhibit(after, 'en')
  return document.getAnimations().map(({ animationName, effect: { target, pseudoElement } }) =>
    [animationName, pseudoElement ?? target.dataset.element ?? target.localName]).filter(([name]) => name)
}"""


def test_what_makes_room_glides_and_what_came_rises(moving, origin):
    """The rest of the screen stays as it is"""
    gallery.open_gallery(moving, origin, "onboarding")
    before, after = drawn(QUESTION), drawn([SENT, *QUESTION])
    assert sorted(moving.evaluate(ANIMATIONS, [before, after])) == [
        ["glide", "next"], ["glide", "number"], ["rise", "main"], ["rise", "text"]]


def test_of_a_page_that_grows_only_its_end_moves(moving, origin):
    """The colonnade is at the foot of the page; what is above stays"""
    gallery.open_gallery(moving, origin, "onboarding")
    texts = [{**SENT, "id": 10 + number} for number in range(12)]
    moves = moving.evaluate(ANIMATIONS, [drawn(QUESTION), drawn(QUESTION + texts)])
    assert sorted(moves) == [["glide", "::after"], ["rise", "main"], *([["rise", "text"]] * 12)]


def test_who_asks_for_less_motion_sees_it_in_its_place_at_once(browser, origin):
    """CMP-10: nothing runs, neither of what came nor of what made room"""
    context = browser.new_context(viewport=PHONE, **CALM)
    page = context.new_page()
    gallery.open_gallery(page, origin, "onboarding")
    assert page.evaluate(ANIMATIONS, [drawn(QUESTION), drawn([SENT, *QUESTION])]) == []
    context.close()


def test_a_screen_that_was_left_keeps_the_place_of_its_way_back(person):
    """Until the next one is there: its title would move into it, and it leads nowhere"""
    person.open(flow="onboarding", backend=None, server=None)
    person.page.wait_for_function("() => window.portico && document.querySelector('#stage > main')")
    show = "([screen]) => portico.exhibit(screen, 'en')"
    title = person.top.get_by_role("heading", name="A question")
    back = person.top.get_by_role("button", name="Back")
    person.page.evaluate(show, [drawn(QUESTION)])
    expect(back).to_be_enabled()
    place = title.bounding_box()
    person.page.evaluate(show, [drawn(QUESTION, back=False, active=False)])
    expect(back).to_be_disabled()
    assert title.bounding_box() == place
    person.page.evaluate(show, [drawn(QUESTION, back=False)])
    expect(back).to_have_count(0)


def test_a_screen_waits_for_what_draws_its_fields(browser, origin, exercise):
    """So that its other elements need not make room when that is there"""
    context = browser.new_context(**CALM)
    held = []
    context.route("**/host/combobox.js", lambda route: held.append(route))
    person = Person(context.new_page(), origin, exercise.origin, has_clock=False)
    with context.expect_event("request", lambda request: request.url.endswith("/host/combobox.js")):
        person.open(flow="phone", backend=None, server=None, simulated="")
    assert person.page.locator("#stage [data-element=number]").count() == 0
    for route in held:
        route.continue_()
    expect(person.top.get_by_role("combobox", name="Country")).to_be_visible()
    expect(person.top.get_by_label("Phone number")).to_be_visible()
    context.close()


def test_a_screen_does_not_wait_for_ever(person, context):
    """What draws a field and never comes keeps nobody from the rest, nor from going on there"""
    context.route("**/host/combobox.js", lambda route: None)
    person.open(flow="phone", backend=None, server=None, simulated="")
    person.page.wait_for_function("() => window.portico?.log")
    for _ in range(4):
        person.wait(1_000)
    number = person.sees("login").top.get_by_label("Phone number")
    number.press_sequentially("2015550123")
    expect(number).to_have_value("(201) 555-0123")
