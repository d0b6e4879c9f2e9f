// What the development server offers (`portico serve --dev`): its inbox and its clock. Without such
// a server nothing is shown.

import { button } from "../host/page.js";
import { panel, row } from "./controls.js";

/** How often to poll the inbox, in milliseconds. */
const PERIOD = 2000;

export function serverPanel() {
  const inbox = document.createElement("ul");
  inbox.className = "inbox";
  const node = panel("Server",
    row(
      button("Clock 1 minute forward", () => moveClock(60)),
      button("Clock 10 minutes forward", () => moveClock(600)),
      button("Clock 1 day forward", () => moveClock(86_400)),
    ),
    inbox,
  );
  node.hidden = true;
  look(node, inbox, "");
  return node;
}

/** Polls the inbox, unless there is none. */
async function look(node, inbox, drawn) {
  let next = drawn;
  try {
    const response = await fetch("/dev/inbox", { credentials: "omit", cache: "no-store" });
    if (!response.ok) return;
    const messages = (await response.json()).slice(0, 8);
    node.hidden = false;
    next = JSON.stringify(messages);
    if (next !== drawn) inbox.replaceChildren(...messages.map(message));
  } catch {
    // It may come back, unless it never existed.
    if (node.hidden) return;
  }
  setTimeout(() => look(node, inbox, next), PERIOD);
}

function message({ channel, to, code, body }) {
  const node = document.createElement("li");
  const head = document.createElement("span");
  head.textContent = `${channel} to ${to}`;
  head.title = body;
  node.append(head);
  if (code) node.append(" ", button(code, () => enter(code)));
  return node;
}

/** Types a code into the screen's code field, or copies it to the clipboard if there is none. */
function enter(code) {
  const field = document.querySelector("#stage > :not([inert]) [autocomplete=one-time-code]");
  if (!field) return navigator.clipboard?.writeText(code);
  field.focus();
  field.value = code;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

async function moveClock(seconds) {
  await fetch(`/dev/clock?seconds=${seconds}`, { method: "POST", credentials: "omit" });
}
