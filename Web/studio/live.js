// `portico serve --flow DOCUMENT`: the page goes on with each save of the document from its journal. While the
// document has mistakes, the last version without any goes on, and the mistakes stand above it.

import { problemList, problemsOf } from "./problems.js";

/** How often to poll the document, in milliseconds. */
const PERIOD = 1000;

export function followLive(page) {
  let tag = null;
  let shown = "";
  const look = async () => {
    try {
      const { flow, problems } = await problemsOf(page.flowName);
      // A status that is set again is read again.
      if (JSON.stringify(problems) !== shown) {
        shown = JSON.stringify(problems);
        page.notes.set("document", problems.length ? problemList(problems) : null);
      }
      if (flow !== tag) {
        const response = await fetch(`flows/${page.flowName}.flow`, {
          credentials: "omit", cache: "no-cache",
        });
        const bytes = new Uint8Array(await response.arrayBuffer());
        const isNew = response.ok && !isSame(bytes, page.flow);
        if (response.ok) tag = flow;
        if (isNew) {
          page.flow = bytes;
          if (page.isOwner) await page.launch();
        }
      }
    } catch {
      // The server may come back.
    }
    setTimeout(look, PERIOD);
  };
  look();
}

function isSame(left, right) {
  return left.length === right.length && left.every((byte, place) => byte === right[place]);
}
