"""Every screen of every flow, for those who see little, hear it read, type, or want less motion.

The screens are those that the play scripts pass, drawn in the page (gallery.py)."""

import pytest
from playwright.sync_api import expect

import gallery
from audit import violations

#: Every look with every language; one screen after the other is looked at in the next of them.
LOOKS = [(scheme, language) for language in gallery.LANGUAGES for scheme in ("light", "dark")]
#: Where a finger has to meet something, in CSS pixels.
TOUCH = 44


@pytest.fixture
def open_page(browser, origin):
    """Opens a flow's gallery in a context of the given kind."""
    contexts = []

    def open_page(flow, **kind):
        kind = {"viewport": {"width": 390, "height": 844}, "reduced_motion": "reduce", **kind}
        # What axe injects is no part of the page's policy.
        contexts.append(browser.new_context(bypass_csp=True, locale="en-US", **kind))
        page = contexts[-1].new_page()
        gallery.open_gallery(page, origin, flow)
        return page

    yield open_page
    for context in contexts:
        context.close()


def every(page, screens, flow, language, look):
    """The name of each screen of a flow, and what a function of the page finds there."""
    shown = screens(flow)
    found = gallery.looks(page, [(screen, language) for screen in shown], look)
    return zip(map(gallery.name, shown), found, strict=True)


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_axe_finds_nothing_on_any_screen(open_page, screens, flow, request):
    """CMP-10: names, roles, contrast and order, in both schemes and both directions"""
    page = open_page(flow)
    gallery.hide_studio(page)
    shown = screens(flow)
    for number, screen in enumerate(shown):
        looks = LOOKS if request.config.getoption("--every-look") else [LOOKS[number % len(LOOKS)]]
        for scheme, language in looks:
            page.emulate_media(color_scheme=scheme)
            gallery.show(page, screen, language)
            found, report = violations(page)
            assert not found, f"{gallery.name(screen)}, {scheme}, {language}: {report}"
    assert len(shown) > 5


def test_axe_would_find_a_faint_text_and_a_field_without_a_label(open_page, screens):
    """So that finding nothing means something"""
    page = open_page("account")
    gallery.show(page, screens("account")[0], "en")
    page.evaluate("""() => {
      document.documentElement.style.setProperty('--quiet', '#c0c0c0')
      document.querySelector('#stage label').remove()
    }""")
    found, _ = violations(page)
    assert {"color-contrast", "label"} <= found


def test_axe_finds_nothing_in_the_studio_and_the_open_list(open_page):
    """Nor in what is there only for a moment"""
    page = open_page("phone", viewport={"width": 1200, "height": 900})
    page.get_by_role("combobox", name="Country").click()
    expect(page.get_by_role("option").first).to_be_visible()
    found, report = violations(page)
    assert not found, report


@pytest.mark.parametrize("language", gallery.LANGUAGES)
@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_nothing_is_wider_than_a_narrow_screen_or_too_small_to_touch(open_page, screens, flow, language):
    """CMP-10: 320 pixels without scrolling sideways (WCAG 1.4.10), and 44 pixels for a finger"""
    page = open_page(flow, viewport={"width": 320, "height": 640})
    for name, (width, small) in every(page, screens, flow, language, WIDTH_AND_SMALL % TOUCH):
        assert width <= 320, name
        assert small == [], name


TOO_SMALL = """(least) => [...document.querySelectorAll('#stage :is(button, select, input, textarea, label:has(input))')]
  .filter((node) => node.checkVisibility() && !(node.matches('input') && node.closest('label')))
  .map((node) => [node, node.getBoundingClientRect()])
  .filter(([, { width, height }]) => width < least || height < least)
  .map(([node, { width, height }]) => `${node.outerHTML}: ${width} x ${height}`)"""
WIDTH_AND_SMALL = f"() => [document.documentElement.scrollWidth, ({TOO_SMALL})(%d)]"


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_nothing_moves_where_less_motion_is_wanted(open_page, screens, flow):
    """CMP-10: prefers-reduced-motion"""
    page = open_page(flow)
    for name, moving in every(page, screens, flow, "en", MOVING):
        assert moving == 0, name


MOVING = "() => document.getAnimations().length"


def test_a_screen_moves_where_nobody_objects(open_page, screens):
    """So that the test before this one means something"""
    page = open_page("onboarding", reduced_motion="no-preference")
    [_, moving] = next(every(page, screens, "onboarding", "en", MOVING))
    assert moving > 0


@pytest.mark.parametrize("flow", gallery.FLOWS)
def test_every_control_has_an_outline_with_forced_colours(open_page, screens, flow):
    """CMP-10: when the system sets the colours, borders replace them"""
    page = open_page(flow, forced_colors="active")
    for name, bare in every(page, screens, flow, "en", BARE):
        assert bare == [], name


BARE = """() => [...document.querySelectorAll('#stage :is(button[data-style], input, textarea, select)')]
  .filter((node) => node.checkVisibility() && !node.closest('label'))
  // The cells of a code stand in one box.
  .map((node) => node.closest('[style*="--length"] .box') ?? node)
  .filter((node) => parseFloat(getComputedStyle(node).borderBlockStartWidth) < 1)
  .map((node) => node.outerHTML)"""


def test_a_form_is_filled_and_sent_with_the_keyboard_alone(person, page_server, origin):
    """CMP-10: in reading order, with a visible focus"""
    person.open(flow="form", server=origin, backend=None).sees("form")
    keyboard = person.page.keyboard
    reached = []
    for _ in range(20):
        keyboard.press("Tab")
        reached.append(person.page.evaluate(FOCUSED))
        if reached[-1] is None:
            break
        name, is_seen = reached[-1]
        if len(reached) > 1 and name == reached[-2][0]:
            # A date is one field for a person and several stops for the keyboard; Chromium marks each.
            del reached[-1]
            person.settle()
            continue
        assert is_seen, f"{name} has the focus, and it cannot be seen"
        for field, text in {"Your name": "Ada", "Age": "36", "Password": "long enough", "Code": "123456", "Date of birth": "12311999", "Remarks": "Soon."}.items():
            if name == field:
                keyboard.type(text)
        if name == "Send me letters":
            keyboard.press("Space")
            expect(person.top.get_by_label("Send me letters")).to_be_checked()
        if name == "Send":
            keyboard.press("Enter")
            break
        person.settle()
    names = [name for name, _ in reached]
    assert names == ["Your name", "Age", "Password", "Show", "Code", "Colour", "Send me letters", "Date of birth", "Remarks", "Send"]
    person.sees("done")
    expect(person.top.get_by_role("heading", level=1)).to_be_focused()


def test_a_year_is_typed_while_a_countdown_draws_the_screen_again(person, page_server, origin):
    """CMP-10: redrawing loses no digit"""
    person.open(flow="form", server=origin, backend=None).sees("form")
    born = person.top.get_by_label("Date of birth")
    born.focus()
    for digit in "12311999":
        person.page.keyboard.press(digit)
        person.wait(1_000)
    expect(born).to_have_value("1999-12-31")


FOCUSED = """() => {
  const node = document.activeElement
  if (node === document.body) return null
  // The cells of a code stand in one box, which has the outline.
  const style = getComputedStyle(node.closest('[style*="--length"] .box') ?? node)
  const isSeen = node.matches(':focus-visible') && style.outlineStyle !== 'none'
  return [node.labels?.[0]?.textContent ?? node.textContent, isSeen]
}"""
