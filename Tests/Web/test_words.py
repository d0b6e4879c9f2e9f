"""The words around the screens, which a flow can give (docs/flow-language.md)."""

import pytest
from playwright.sync_api import expect


# Of the last language the flow gives some words, of German one in place of the page's.
@pytest.mark.parametrize(
    ("language", "next", "back", "show", "hide"),
    [
        ("en", "Next", "Back", "Show", "Hide"),
        ("de", "Weiter", "Ums Eck", "Anzeigen", "Ausblenden"),
        ("fr", "Continuer", "Retour", "Afficher", "Hide"),
    ],
)
def test_the_words_around_the_screens_are_those_of_the_flow(person, language, next, back, show, hide):
    """And where it gives none, the page's own in the language, or in English"""
    person.open(flow="words", lang=language, backend=None, server=None).sees("first")
    person.tap(next)
    person.sees("second")
    expect(person.top.get_by_role("button", name=back, exact=True)).to_be_visible()
    person.tap(show)
    expect(person.top.get_by_role("button", name=hide, exact=True)).to_be_visible()
    person.tap(back)
    person.sees("first")


def test_notes_and_their_buttons_have_the_words_of_the_flow_too(person):
    """A relaunch has them again"""
    person.open(flow="words", lang="fr", backend=None, server=None).sees("first")
    person.control("Kill after the next journal write")
    person.tap("Continuer")
    person.sees_note("App fermée")
    person.page.locator("#notes").get_by_role("button", name="Relancer").click()
    person.sees("second")
    expect(person.top.get_by_role("button", name="Retour", exact=True)).to_be_visible()
