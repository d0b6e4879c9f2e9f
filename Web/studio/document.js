// The flow's document is edited while it runs (`portico serve --dev`): the page continues with the
// new one from its journal, or shows its errors.

/** How often to poll the document, in milliseconds. */
const PERIOD = 1000;

export function followDocument(page) {
  let tag = null;
  const look = async () => {
    try {
      const response = await fetch(`flows/${page.flowName}.flow`, {
        credentials: "omit", cache: "no-cache",
      });
      if (response.ok) {
        const next = response.headers.get("ETag");
        page.notes.set("document", null);
        if (tag !== null && tag !== next) {
          page.flow = new Uint8Array(await response.arrayBuffer());
          page.launch();
        }
        tag = next;
      } else if (response.status === 422) {
        page.notes.set("document", await response.text());
      }
    } catch {
      // The server may come back.
    }
    setTimeout(look, PERIOD);
  };
  look();
}
