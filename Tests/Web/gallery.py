"""Every screen that the flows' play scripts pass, drawn in the page with no machine behind it."""

import json
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FLOWS = ["onboarding", "account", "phone", "market", "bootstrap", "entry", "settings"]
LANGUAGES = ["en", "de", "ar", "es", "ja"]


def scripts(flow):
    return sorted((ROOT / "Flows" / flow / "play").glob("*.play.yaml"))


def play(program, script, folder):
    """Plays a script: what is printed, and the event log as the page's machine takes it, are files of the folder."""
    flow = script.relative_to(ROOT / "Flows").parts[0]
    command = [program, "play", flow, "--script", script, "--record", folder / "log.jsonl", "--simulated"]
    printed = subprocess.run(command, check=True, capture_output=True, text=True, cwd=ROOT).stdout
    (folder / "printed").write_text(printed)


def event_logs(program, flow, folder):
    """The event log of each play script of a flow; each is played once for a folder."""
    logs = []
    for script in scripts(flow):
        own = Path(folder) / f"{flow}-{script.stem}"
        if not own.exists():
            own.mkdir()
            play(program, script, own)
        logs.append((own / "log.jsonl").read_text())
    return logs


#: As one text each: Playwright takes a screen to pieces otherwise, which costs more than to draw it.
SCREENS = "async ([log, languages]) => JSON.stringify(await portico.screens(log, languages))"
SHOW = "([screen, language]) => portico.exhibit(JSON.parse(screen), language)"
#: Whatever the page leaves for later when it draws a screen is done before the look at it.
LOOKS = """async (shown) => {
  const found = [];
  for (const [screen, language] of JSON.parse(shown)) {
    await portico.exhibit(screen, language);
    await scheduler.yield();
    found.push((%s)());
  }
  return JSON.stringify(found);
}"""


def open_gallery(page, origin, flow):
    page.goto(f"{origin}/index.html?flow={flow}&dev")
    page.wait_for_function("() => window.portico && document.querySelector('#stage > main')")


def screens(page, logs):
    """The different screens of a flow, as `{name, overlays, byLanguage}`, each state of each once."""
    found = {}
    for log in logs:
        for screen in json.loads(page.evaluate(SCREENS, [log, LANGUAGES])):
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
    page.evaluate(SHOW, [json.dumps(screen["byLanguage"][language]), language])


def looks(page, shown, look):
    """What a function of the page finds on each of the screens, which are `(screen, language)`."""
    texts = [[screen["byLanguage"][language], language] for screen, language in shown]
    return json.loads(page.evaluate(LOOKS % look, json.dumps(texts)))


def hide_studio(page):
    page.evaluate("""() => {
      document.getElementById('developer').hidden = true
      delete document.documentElement.dataset.studio
    }""")
