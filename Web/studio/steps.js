// The machine's steps in words: what happened, the transitions taken, the resulting effects.

const MOST = 40;

export class Steps {
  /** The current place in the flow. */
  state = document.createElement("p");
  /** The last steps, newest first. */
  list = document.createElement("ol");

  constructor() {
    this.state.className = "state";
    this.list.className = "steps";
  }

  /** A screen was drawn. */
  show({ screen, overlays }) {
    const surfaces = [screen, ...overlays].filter(Boolean).map(({ name }) => name);
    this.state.dataset.surfaces = surfaces.join(" ");
  }

  /** @param line of the trace, as JSON. */
  record(line) {
    const step = JSON.parse(line);
    const node = document.createElement("li");
    node.append(part("event", event(step)));
    for (const transition of step.took ?? []) node.append(part("took", words(transition)));
    for (const effect of step.effects ?? []) node.append(part("effect", described(effect)));
    this.list.prepend(node);
    while (this.list.childElementCount > MOST) this.list.lastChild.remove();
    const requests = Object.entries(step.requests ?? {}).map(([name, is]) => `${name} is ${is}`);
    this.state.textContent = [
      `In ${(step.states ?? []).join(", ")}.`,
      step.overlays?.length > 0 ? `Over it: ${step.overlays.join(", ")}.` : "",
      requests.length > 0 ? `${requests.join(", ")}.` : "No request runs.",
    ].filter(Boolean).join(" ");
  }
}

function part(kind, text) {
  const node = document.createElement("div");
  node.className = kind;
  node.textContent = text;
  return node;
}

const EVENTS = {
  launch: (kind) => `launch (${kind})`,
  tap: (id) => `tap on ${id}`,
  type: ({ field, text }) => `${field}: “${text}” is typed`,
  typeSecret: ({ field, valid }) => `${field}: a secret is typed${valid ? "" : ", not valid yet"}`,
  choose: ({ element, option }) => `${element}: choice ${option}`,
  toggle: ({ element, on }) => `${element}: ${on ? "on" : "off"}`,
  mark: ({ element, option, on }) => `${element}: option ${option} ${on ? "on" : "off"}`,
  back: () => "back",
  dismiss: (overlay) => `${overlay} is dismissed`,
  dismissScreen: () => "the screen is put away",
  answered: ({ request, failed }) =>
    failed ? `${request} fails (${failed})` : `${request} has its answer`,
  tell: ({ fact, value }) => `the device says ${fact} is ${JSON.stringify(value)}`,
  foreground: (isVisible) => (isVisible ? "to the foreground" : "to the background"),
  wake: () => "time is up",
  signal: (value) => `signal ${typeof value === "string" ? value : JSON.stringify(value)}`,
};

function event(step) {
  const kind = Object.keys(EVENTS).find((name) => name in step);
  if (kind) return EVENTS[kind](step[kind]);
  const known = new Set(["at", "took", "states", "screen", "overlays", "requests", "effects"]);
  const other = Object.entries(step).filter(([name]) => !known.has(name));
  return other.map(([name, value]) => `${name} ${JSON.stringify(value)}`).join(", ") || "a step";
}

function words({ from, to, on }) {
  const way = to ? `${from} → ${to}` : `${from}, no move`;
  return on ? `${way}, on ${on}` : way;
}

function described({ do: action, ...rest }) {
  const { forced, key, ticket, ...told } = rest;
  const details = Object.values(told).map((value) =>
    typeof value === "object" ? JSON.stringify(value) : String(value),
  );
  return [action, ...details, forced ? "(forced to disk)" : ""].filter(Boolean).join(" ");
}
