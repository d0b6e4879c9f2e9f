"""Telephone numbers in the page: the table, the fields beside a country, and the country picker."""

import pytest
from playwright.sync_api import expect

PICKER = """async ([language, typed, shortens]) => {
  const { Machine, countryPicker, whole } = await import("./host/page.js");
  const first = await bytes("portico.wasm");
  const machine = await Machine.start({
    first: await WebAssembly.compile(first),
    whole: async (rest) => WebAssembly.compile(whole(first, await bytes(rest))),
    async phones() {
      const table = await bytes("phones.txt");
      return shortens ? table.subarray(0, table.length - 1) : table;
    },
  });
  await machine.load(await bytes("flows/phone.flow"));
  const { preselected, sections } = await countryPicker(machine, language);
  return { preselected, sections, found: await machine.findCountries(typed) };

  async function bytes(path) { return new Uint8Array(await (await fetch(path)).arrayBuffer()); }
}"""


@pytest.fixture
def phone(person):
    """The sign-in by phone, with what it simulates instead of a server."""
    return person.open(flow="phone", backend=None, server=None)


def launched(person):
    person.page.wait_for_function("() => window.portico?.log")
    person.settle()


def reach_login(person):
    """The first launch wipes what an earlier install left, which takes a while."""
    launched(person)
    person.wait(200)
    person.sees("login")


def picker(person, language="en", typed="", shortens=False):
    return person.page.evaluate(PICKER, [language, typed, shortens])


def test_the_table_is_fetched_only_where_a_screen_asks_for_it(person):
    """69 KB that the onboarding never needs, nor a sign-in until a phone is chosen"""
    fetched = []
    person.page.on("request", lambda request: fetched.append(request.url.rsplit("/", 1)[1]))
    person.open(flow="onboarding", backend=None, server=None)
    launched(person)
    assert "phones.txt" not in fetched
    person.open(flow="phone", backend=None, server=None)
    launched(person)
    assert "phones.txt" not in fetched
    reach_login(person)
    assert fetched.count("phones.txt") == 1


def test_a_number_is_written_as_its_country_does_it(phone):
    """PHN-3: checked as it is typed, under the country that the browser speaks for (PHN-2)"""
    reach_login(phone)
    number = phone.top.locator('[data-element="number"] input')
    number.fill("2015550123")
    number.press("Tab")
    phone.settle()
    expect(number).to_have_value("(201) 555-0123")
    number.fill("+493012345678")
    number.press("Tab")
    phone.settle()
    # Its calling code says its country.
    expect(number).to_have_value("030 12345678")


@pytest.mark.parametrize("is_gone", [True, False])
def test_a_page_without_its_table_says_so_and_goes_on_once_it_is_there(phone, context, is_gone):
    """A flow that needs the table never runs without it, whether the server lacks it or there is no network"""
    lose = (lambda route: route.fulfill(status=404)) if is_gone else (lambda route: route.abort())
    context.route("**/phones.txt", lose)
    launched(phone)
    phone.page.clock.run_for(200)
    phone.sees_note("(status 404)" if is_gone else "Failed to fetch")
    again = phone.page.locator("#notes").get_by_role("button", name="Try again")
    if not is_gone:
        again.click()
        phone.sees_note("Failed to fetch")
    context.unroute("**/phones.txt")
    again.click()
    reach_login(phone)
    phone.sees_no_note("Couldn’t continue")


def test_every_country_has_a_row(phone):
    """PHN-2: flag, name in the flow's language, calling code; sections by letter"""
    shown = picker(phone, "de")
    assert shown["preselected"] == "US"
    rows = {row["region"]: row for section in shown["sections"] for row in section["rows"]}
    assert len(rows) == 245
    assert rows["DE"] == {"region": "DE", "name": "Deutschland", "code": "+49", "flag": "🇩🇪"}
    first = shown["sections"][0]
    assert first["title"] == "A"
    assert [row["region"] for row in first["rows"]][:3] == ["AF", "EG", "AX"]


@pytest.mark.parametrize(
    "language, typed, first",
    [
        ("en", "land", "AX"),
        ("de", "aegypt", "EG"),
        ("de", "agypt", "EG"),
        ("ar", "ألمان", "DE"),
        ("en", "de", "DE"),
        ("en", "+1 242", "BS"),
        ("en", "49", "DE"),
    ],
)
def test_the_picker_is_searched(phone, language, typed, first):
    """PHN-2: anywhere in the name, by ISO code and by calling code, ignoring accents"""
    assert first in picker(phone, language, typed)["found"][:3]


def test_a_search_without_a_word_finds_all_and_one_for_nothing_none(phone):
    """PHN-2: the list as it was, or an empty one"""
    assert len(picker(phone, typed=" ")["found"]) == 245
    assert picker(phone, typed="qqq")["found"] == []


def test_a_table_that_was_cut_off_is_refused(phone):
    """Otherwise some countries would be missing"""
    with pytest.raises(Exception, match="the bytes are no table of telephone numbers"):
        picker(phone, shortens=True)


@pytest.mark.parametrize(
    "languages, region",
    [
        (["en-US", "en"], "US"),
        (["de", "de-AT"], "AT"),
        (["de"], "DE"),
        (["es-419", "es-MX"], "MX"),
        (["es-419"], None),
        (["zh-Hant-TW"], "TW"),
        (["not a tag", "fr"], "FR"),
        ([], None),
    ],
)
def test_the_country_is_guessed_from_the_languages(phone, languages, region):
    """PHN-2: the device's region, as far as a browser tells it"""
    guess = """async (languages) =>
      (await import("./host/page.js")).deviceRegion(languages)"""
    assert phone.page.evaluate(guess, languages) == region
