"""The page in a brand: what the server makes of the file, and what a browser makes of that."""

import io
import json
import re
import subprocess

import pytest
from PIL import Image
from playwright.sync_api import expect

import gallery
from audit import CONTRAST, violations
from page_server import PageServer
from portico_server import PorticoServer

LOGO = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 10"><path d="M0 0h20v10z" fill="#e8590c"/></svg>'
#: Too pale for text on white, too dark for text on black, and in between; where each is hardest to read. The palette's own
#: tests try 8,352 accents in both schemes.
ACCENTS = [("#ffd400", "light", 390), ("#101a4d", "dark", 1280), ("#e8590c", "light", 1280)]


def write_brand(folder, **keys):
    (folder / "logo.svg").write_text(LOGO)
    brand = {"name": "Café & Ríos", "accent": "#e8590c", "tagline": "By bike", "logo": "logo.svg", "favicon": "logo.svg"}
    (folder / "brand.json").write_text(json.dumps({**brand, **keys}))
    return folder / "brand.json"


@pytest.fixture
def branded(site, tmp_path, portico):
    server = PorticoServer(portico, tmp_path, options=["--web", str(site), "--brand", str(write_brand(tmp_path))])
    server.start()
    yield server
    server.close()


def test_the_page_has_the_brand_and_breaks_no_policy(context, branded):
    """BRD-3: colours at the first paint, pictures after it, under the policy of the page"""
    page = context.new_page()
    said = []
    page.on("console", lambda message: said.append(message.text))
    page.on("pageerror", lambda error: said.append(str(error)))
    asked = []
    page.on("request", lambda request: asked.append(request.url.removeprefix(branded.origin)))
    page.set_viewport_size({"width": 1280, "height": 800})
    page.goto(f"{branded.origin}/?flow=entry")
    expect(page.locator("#stage").get_by_role("button", name="With a phone number")).to_be_visible(timeout=30_000)
    expect(page.locator("#brand")).to_have_text(re.compile(r"^\s*Café & Ríos\s+By bike\s*$"))
    expect(page.locator("#brand .logo")).to_have_css("background-image", re.compile("^url\\(\"data:image/svg"))
    expect(page.locator("link[rel=icon]")).to_have_attribute("href", re.compile("^data:image/svg"))
    panel = page.evaluate("getComputedStyle(document.querySelector('#app'), '::before').backgroundImage")
    assert "rgb(232, 89, 12)" in panel
    assert said == []
    kinds = [path.split(".")[0] for path in asked if path.startswith("/brand/")]
    assert kinds == ["/brand/brand", "/brand/later", "/brand/pictures"]
    assert asked.index(next(path for path in asked if "pictures" in path)) > asked.index("/portico.wasm")


def test_a_logo_that_does_not_load_leaves_the_name(context, branded):
    """BRD-3: the form stands, with the name beside an empty place, and nothing else is missing"""
    page = context.new_page()
    refused = []
    page.route("**/brand/pictures*", lambda route: (refused.append(route.request.url), route.abort()))
    page.goto(f"{branded.origin}/?flow=entry")
    expect(page.locator("#stage").get_by_role("button", name="With a phone number")).to_be_visible(timeout=30_000)
    page.wait_for_load_state("networkidle")
    assert len(refused) == 1
    expect(page.locator("#brand")).to_contain_text("Café & Ríos")
    expect(page.locator("#brand .logo")).to_have_css("background-image", "none")
    page.get_by_role("button", name="With a phone number").click()
    expect(page.locator("#stage").get_by_label("Phone number")).to_be_visible()


@pytest.mark.parametrize("locale, edge", [("en", "left"), ("ar", "right")])
def test_the_tagline_begins_where_the_logo_does(browser, branded, locale, edge):
    """BRD-3: on the side where reading begins, also where its own letters are read from the other side"""
    context = browser.new_context(locale=locale, viewport={"width": 1280, "height": 800})
    page = context.new_page()
    page.goto(f"{branded.origin}/?flow=entry")
    expect(page.locator("html")).to_have_attribute("lang", locale)
    expect(page.locator("#brand .tagline")).to_be_visible()
    words, logo = page.evaluate(
        """edge => {
          const words = document.createRange();
          words.selectNodeContents(document.querySelector("#brand .tagline"));
          return [words, document.querySelector("#brand .logo")].map((it) => it.getBoundingClientRect()[edge]);
        }""",
        edge,
    )
    # The logo may stand on a plate.
    assert abs(words - logo) <= 8, f"the tagline begins at {words}, the logo at {logo}"
    context.close()


@pytest.mark.parametrize("path", ["sign-in", "undo"])
def test_the_pages_that_mails_link_to_have_the_brand(browser, portico, tmp_path, path):
    """BRD-4: the name, and colours with contrast, in light and dark, with and without a token; nothing breaks the policy"""
    for accent, scheme, width in ACCENTS:
        folder = tmp_path / accent[1:]
        folder.mkdir()
        server = PorticoServer(portico, folder, options=["--brand", str(write_brand(folder, accent=accent))])
        server.start()
        context = browser.new_context(color_scheme=scheme, viewport={"width": width, "height": 800})
        page = context.new_page()
        said = []
        page.on("console", lambda message, said=said: said.append(message.text))
        for fragment, buttons in [("#token", 2 if path == "sign-in" else 1), ("", 0)]:
            page.goto(f"{server.origin}/{path}{fragment}")
            page.reload()
            expect(page.locator("header")).to_have_text("Café & Ríos")
            expect(page.get_by_role("button")).to_have_count(buttons)
            assert said == []
            broken, report = violations(page)
            assert not broken, report
            said.clear()
        if accent == "#e8590c":
            expect(page.locator("header")).to_have_css("background-color", "rgb(232, 89, 12)")
        context.close()
        server.close()


#: A logo in the accent, one in black letters, and one that is pale, each without another for dark grounds.
def test_a_preview_that_cannot_be_written_is_told_in_one_line(portico, site, tmp_path):
    (tmp_path / "taken").write_text("a file")
    command = [portico, "brand", "preview", write_brand(tmp_path), "--web", site, "-o", tmp_path / "taken" / "preview"]
    run = subprocess.run(command, capture_output=True, text=True)
    assert run.returncode == 73 and run.stdout == ""
    assert run.stderr.count("\n") == 1
    assert run.stderr.startswith("portico brand preview: cannot write '"), run.stderr
    assert run.stderr.endswith("taken' is not a folder\n"), run.stderr


LOGOS = ["#e8590c", "#000000", "#fff8e8"]


@pytest.mark.parametrize("color", LOGOS)
def test_a_logo_is_seen_on_whatever_it_stands_on(browser, portico, site, tmp_path, color):
    """BRD-5: on the page and on the panel, in light and in dark, by the colours that are drawn"""
    brand = write_brand(tmp_path)
    (tmp_path / "logo.svg").write_text(LOGO.replace("#e8590c", color))
    subprocess.run([portico, "brand", "preview", brand, "--web", site, "-o", tmp_path / "preview"], check=True)
    server = PageServer(tmp_path / "preview" / "page")
    for scheme in ["light", "dark"]:
        for width in [390, 1280]:
            context = browser.new_context(viewport={"width": width, "height": 844}, color_scheme=scheme, reduced_motion="reduce")
            page = context.new_page()
            page.goto(f"{server.origin}/index.html?flow=account")
            logo = page.locator("#brand .logo")
            expect(logo).to_have_css("background-image", re.compile("^url"))
            place = logo.bounding_box()
            around = {key: place[key] + change for key, change in {"x": -4, "y": -4, "width": 8, "height": 8}.items()}
            picture = Image.open(io.BytesIO(page.screenshot(clip=around))).convert("RGB")
            # What lies right beside the letters: the logo fills the upper right half.
            ground = picture.getpixel((6, picture.height - 7))
            letters = picture.getpixel((picture.width - 10, 8))
            assert contrast(letters, ground) >= 2.9, f"{scheme}, {width}: {letters} on {ground}"
            context.close()
    server.close()


def contrast(one, two):
    """WCAG 2.2"""

    def light(color):
        shares = [value / 255 for value in color]
        linear = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    high, low = sorted([light(one), light(two)], reverse=True)
    return (high + 0.05) / (low + 0.05)


def test_a_server_whose_brand_has_a_mistake_does_not_start(site, tmp_path, portico):
    """BRD-1: and says where it is"""
    brand = write_brand(tmp_path, corner="3px")
    command = [portico, "serve", "--dev", "--port", "0", "--store", f"sqlite:{tmp_path}/s", "--brand", brand]
    end = subprocess.run(command, capture_output=True, text=True)
    assert end.returncode == 78 and "`corner` must be one of square, slight, round, pill" in end.stderr


def test_a_mail_in_the_inbox_has_its_html(context, branded):
    """BRD-4: in the brand, with the name of the service escaped"""
    account = {"user_name": "ann@example.com", "password": "staple battery"}
    assert context.request.post(f"{branded.origin}/v1/user", data=account).ok
    mail = branded.message("ann@example.com")
    assert "Café &amp; Ríos" in mail["html"] and f">{mail['code']}</p>" in mail["html"]
    assert "Café & Ríos" in mail["body"] and "<" not in mail["body"]


@pytest.mark.parametrize(("accent", "scheme", "width"), ACCENTS)
def test_axe_finds_no_faint_text_in_any_accent(browser, portico, site, screens, tmp_path, accent, scheme, width):
    """BRD-2: on every screen of a flow"""
    brand = write_brand(tmp_path, accent=accent)
    subprocess.run([portico, "brand", "preview", brand, "--web", site, "-o", tmp_path / "preview"], check=True)
    server = PageServer(tmp_path / "preview" / "page")
    context = browser.new_context(
        bypass_csp=True, locale="en-US", viewport={"width": width, "height": 844}, reduced_motion="reduce",
        color_scheme=scheme,
    )
    page = context.new_page()
    gallery.open_gallery(page, server.origin, "account")
    gallery.hide_studio(page)
    count = 0
    for screen in screens("account"):
        gallery.show(page, screen, "en")
        found, report = violations(page, CONTRAST)
        assert not found, report
        count += 1
    context.close()
    server.close()
    assert count > 5
