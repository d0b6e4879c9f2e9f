"""What axe finds on a page, with axe taken into the page once and not for each screen."""

from axe_playwright_python.sync_playwright import Axe, AxeResults

#: No more than what WCAG 2.2 AA and axe's own good practices ask for; `region` is about pages of documents.
OPTIONS = {"rules": {"region": {"enabled": False}}}
#: What alone depends on the colours.
CONTRAST = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}
BROKEN = "async (options) => (await axe.run(document, options)).violations"


def violations(page, options=OPTIONS):
    """The rules that the page breaks, by their ids, and a report of them for a person."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(Axe().axe_script)
    # Where nothing is broken, nothing is said of it: the nodes of all rules would be megabytes.
    broken = page.evaluate(BROKEN, {"resultTypes": ["violations"], **options})
    return {violation["id"] for violation in broken}, AxeResults({"violations": broken}).generate_report()
