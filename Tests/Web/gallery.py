"""Every screen that the flows' play scripts pass, drawn in the page with no machine behind it."""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLOWS = ["onboarding", "account", "phone", "market", "bootstrap", "entry", "settings"]
LANGUAGES = ["en", "de", "ar", "es", "ja"]


def scripts(flow):
    return sorted((ROOT / "Flows" / flow / "play").glob("*.play.yaml"))


def open_gallery(page, origin, flow):
    page.goto(f"{origin}/index.html?flow={flow}&dev")
    page.wait_for_function("() => window.portico && document.querySelector('#stage > main')")


def screens(page, logs):
    """The different screens of a flow, as `{name, overlays, byLanguage}`, each state of each once."""
    found = {}
    for log in logs:
        for screen in page.evaluate("([log, languages]) => portico.screens(log, languages)", [log, LANGUAGES]):
            found.setdefault(kind(screen), screen)
    return list(found.values())


def kind(screen):
    """What makes a screen another one to look at: what stands on it, and in which state."""
    value = screen["byLanguage"]["en"]
    surfaces = [value["screen"], *value["overlays"]]
    return tuple(
        (
            surface["name"],
            surface["back"],
            tuple(
                (element["id"], "problem" in element, element.get("busy", False), element.get("enabled"))
                for element in surface["elements"]
            ),
        )
        for surface in surfaces
    )


def name(screen):
    return "-".join([screen["name"], *screen["overlays"]])


def show(page, screen, language):
    page.evaluate(
        "([screen, language]) => portico.exhibit(screen, language)",
        [screen["byLanguage"][language], language],
    )


def hide_studio(page):
    page.evaluate("""() => {
      document.getElementById('developer').hidden = true
      delete document.documentElement.dataset.studio
    }""")
