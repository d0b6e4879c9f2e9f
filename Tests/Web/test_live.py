"""`portico serve --flow`: a document that its author edits while the page shows it."""

import urllib.error
import urllib.request

import pytest
from playwright.sync_api import expect

from person import Person
from portico_server import PorticoServer

DOCUMENT = """\
flow: steps
version: 1
languages: [en]
goals: [done]
facts:
  answer: {type: text}
requests:
  save:
    http: {method: POST, url: "https://api.example.com/save", body: {answer: "{answer}"}}
    repeat: keyed
    save: {answer: $.kept}
    failure: {show: lost, dismissal: stay}
    simulated: {body: {kept: as the document says}, delay: 100ms}
overlays:
  lost: {title: lost, elements: [{button: dismiss}]}
initial: first
screens:
  first:
    title: first
    elements: [{button: next}]
    on: {next: second}
  second:
    title: second
    elements: [{button: next}]
    on: {next: third}
  third:
    title: third
    elements:
      - {field: answer, fact: answer, label: answer}
      - button: next
    on: {next: {do: [{request: save}]}}
    always: [{when: save.succeeded, to: done}]
  done: {title: done, elements: [{text: kept}]}
texts:
  en:
    lost: Lost
    lost.dismiss: OK
    first: First
    first.next: Next
    second: Second
    second.next: Next
    third: Third
    third.next: Save
    answer: Your answer
    done: Done
    kept: "Kept {answer}"
"""


class Author:
    """Edits a document, with a page before them that shows it."""

    def __init__(self, file, page, server):
        self.file = file
        self.person = Person(page, server.origin, server.origin, has_clock=False)
        self.server = server

    def save(self, text):
        # As an editor does it: nobody reads half a file.
        draft = self.file.with_suffix(".draft")
        draft.write_text(text)
        draft.replace(self.file)

    def open(self):
        self.person.page.goto(self.server.origin + "/")
        return self.person

    def open_on_third(self):
        person = self.open().sees("first")
        person.tap("Next")
        person.sees("second")
        person.tap("Next")
        person.sees("third")
        person.top.get_by_label("Your answer").fill("forty-two")
        person.settle()
        return person


@pytest.fixture
def author(context, site, tmp_path, portico):
    expect.set_options(timeout=30_000)
    file = tmp_path / "steps.flow.yaml"
    file.write_text(DOCUMENT)
    server = PorticoServer(
        portico, tmp_path, options=["--web", str(site), "--flow", "steps.flow.yaml"],
        is_development=False)
    server.start()
    author = Author(file, context.new_page(), server)
    yield author
    server.close()
    author.person.check_page()


def test_the_bare_address_runs_the_document_with_its_simulated_responses(author):
    """Plain HTTP calls among them: nothing leaves the page"""
    person = author.open_on_third()
    person.tap("Save")
    person.sees("done")
    expect(person.top).to_contain_text("Kept as the document says")
    person.sees_note("Simulated answers")


def test_a_save_shows_on_the_screen_where_the_person_stands(author):
    """With what was typed there; also when screens were added before it, or their order changed"""
    person = author.open_on_third()
    author.save(DOCUMENT.replace("third: Third", "third: The third one"))
    expect(person.top).to_contain_text("The third one")
    person.sees("third")
    expect(person.top.get_by_label("Your answer")).to_have_value("forty-two")
    added = "  zero: {title: first, elements: [{button: next, label: first.next}], on: {next: first}}\n"
    author.save(
        DOCUMENT.replace("initial: first", "initial: zero").replace("screens:\n", "screens:\n" + added)
        .replace("third: Third", "third: Still the third"))
    expect(person.top).to_contain_text("Still the third")
    person.sees("third")
    expect(person.top.get_by_label("Your answer")).to_have_value("forty-two")
    person.sees_no_note("journal")
    person.control("Reinstall")
    person.sees("zero")


def test_a_word_of_the_page_is_its_own_again_once_the_document_gives_none(author):
    """In the same page, without a reload"""
    person = author.open().sees("first")
    person.tap("Next")
    person.sees("second")
    with_back = DOCUMENT.replace("title: second\n", "title: second\n    back: true\n")
    back = person.top.get_by_role("button", name="Retreat", exact=True)
    author.save(with_back + "    portico.back: Retreat\n")
    expect(back).to_be_visible()
    author.save(with_back)
    expect(person.top.get_by_role("button", name="Back", exact=True)).to_be_visible()


def test_a_mistake_is_told_in_the_page_while_the_version_before_runs_on(author):
    """With its file, line, column and what to write; it survives a reload, and disappears with the mistake"""
    person = author.open_on_third()
    author.save(DOCUMENT.replace("next: second", "next: secnd"))
    line = DOCUMENT.splitlines().index("    on: {next: second}") + 1
    person.sees_note(f"steps.flow.yaml:{line}:16 There is no state `secnd`. Write `second`")
    person.sees("third")
    person.reload().sees("third")
    person.sees_note("There is no state `secnd`")
    author.save(DOCUMENT.replace("next: second", "next: secnd").replace("fact: answer,", "fact: anser,"))
    person.sees_note("2 problems")
    person.sees_note("anser")
    person.tap("Save")
    person.sees("done")
    author.save(DOCUMENT.replace("done: Done", "done: Well done"))
    expect(person.top).to_contain_text("Well done")
    person.sees_no_note("There is no state")
    person.sees("done")


def test_a_document_that_was_never_right_is_waited_for(author):
    """The page says what is wrong, and becomes the flow by itself"""
    author.server.close()
    author.save(DOCUMENT.replace("initial: first", "initial: frist"))
    author.server.start()
    person = author.person
    person.origin = person.server = author.server.origin
    author.open()
    person.sees_note("There is no state `frist`. Write `first`")
    author.save(DOCUMENT)
    person.sees("first")
    author.save("flow: [")
    person.sees_note("A value is missing here")
    person.sees("first")


def test_a_file_that_is_not_there_is_refused_with_the_one_that_was_meant(author, portico, tmp_path):
    """Before anything is opened"""
    wrong = PorticoServer(
        portico, tmp_path, options=["--flow", "step.flow.yaml"], is_development=False)
    with pytest.raises(AssertionError, match="did you mean 'steps.flow.yaml'"):
        wrong.start()


def test_without_the_option_nothing_of_it_is_there(identity):
    """The address of an ordinary development server is the entry, and no document's problems are reported"""
    with pytest.raises(urllib.error.HTTPError, match="404"):
        urllib.request.urlopen(f"{identity.origin}/flows/steps.problems")
