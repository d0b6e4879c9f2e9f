// The elements of a screen as HTML. Each has a node and an `update` that changes it in place.

import { field } from "./fields.js";
import { Frame } from "./frame.js";
import { icon } from "./icons.js";
import { elements } from "./registry.js";
import { wordsIn } from "./words.js";

/**
 * Makes what draws an element; `update` with its value is still to be called.
 *
 * @param place `{surface, language, actions}`: the name of the screen it is on, and what it acts by.
 */
export function makeElement(element, place) {
  // What has no drawing of its own is typed.
  const usual = () => (MAKERS[element.kind] ?? field)(element, place);
  const made = elements.get(element.view)?.(element, { ...place, Frame }, usual) ?? usual();
  name(made.node, element);
  return made;
}

function name(node, element) {
  node.dataset.element = element.name ?? element.kind;
  node.dataset.kind = element.kind;
}

/**
 * What is drawn by a script that no first screen needs. Until it is there, there is nothing to see in its place; where
 * it cannot be got, it is asked for again when the network comes back.
 */
function drawnBy(script, maker, element, place) {
  let made = null;
  let value = null;
  const stub = document.createElement("div");
  Promise.all([getScript(script), getStyles()]).then(([scripts]) => {
    made = scripts[maker](element, { ...place, parts: { Frame, wordsIn } });
    name(made.node, element);
    if (value) made.update(value);
    stub.replaceWith(made.node);
  });
  return {
    get node() {
      return made?.node ?? stub;
    },
    update(next) {
      value = next;
      made?.update(next);
    },
  };
}

/** @returns a promise of a script beside this one, which imports nothing. */
export async function getScript(script, pause = 0) {
  // A browser remembers under its address what could not be got.
  const address = `./${script}.js${pause ? `?${Date.now()}` : ""}`;
  try {
    return await import(address);
  } catch {
    pause = nextPause(pause);
    await networkOrPause(pause);
    return getScript(script, pause);
  }
}

const nextPause = (pause) => Math.min(2 * pause || 1000, 30_000);

/** The network is back, or so much time has passed: a server that was gone comes back without a word. */
const networkOrPause = (pause) =>
  new Promise((done) => {
    addEventListener("online", done, { once: true });
    setTimeout(done, pause);
  });

let styles = null;

/** @returns a promise of the style sheet of what such scripts draw, which stands before that of a brand. */
export function getStyles() {
  styles ??= new Promise((loaded) => {
    const link = document.createElement("link");
    const add = () => document.querySelector("[rel=stylesheet]").after(link);
    let pause = 0;
    link.rel = "stylesheet";
    link.href = new URL("elements.css", import.meta.url);
    link.onload = loaded;
    link.onerror = () => networkOrPause((pause = nextPause(pause))).then(add);
    add();
  });
  return styles;
}

const MAKERS = {
  heading: () => words("h2"),
  text: () => words("p"),
  image,
  progress,
  field: (element, place) => {
    if (element.style === "country" && place.actions.countries?.()) {
      return drawnBy("combobox", "countryField", element, place);
    }
    const made = field(element, place);
    const { strength } = place.actions;
    if (element.style === "newPassword" && strength?.()) {
      getScript("strength").then((script) =>
        script.showStrength(made.node, place.language, wordsIn(place.language), strength()));
    }
    return made;
  },
  choice: (element, place) =>
    drawnBy("choices", element.style === "wheel" ? "menu" : "radios", element, place),
  choices: (element, place) => drawnBy("choices", "checks", element, place),
  picker: (element, place) => {
    if (element.style === "buttons") return drawnBy("brands", "optionButtons", element, place);
    if (element.style === "rows") return drawnBy("shown", "optionRows", element, place);
    if (element.searchable) return drawnBy("combobox", "searchablePicker", element, place);
    return drawnBy("choices", "menu", element, place);
  },
  toggle: (element, place) => drawnBy("choices", "toggle", element, place),
  button,
  link: button,
  secret: (element, place) => drawnBy("shown", "shownSecret", element, place),
};

function words(tag) {
  const node = document.createElement(tag);
  return { node, update: ({ text }) => setText(node, text) };
}

function image({ image: name }) {
  const node = document.createElement("p");
  node.className = "image";
  node.dataset.image = name;
  node.setAttribute("aria-hidden", "true");
  const drawn = icon(name);
  if (drawn) node.append(drawn);
  return { node, update() {} };
}

function progress(element) {
  const node = document.createElement("p");
  const bar = document.createElement("progress");
  const label = document.createElement("span");
  node.className = "progress";
  node.setAttribute("role", "status");
  label.id = `label-${element.id}`;
  bar.setAttribute("aria-labelledby", label.id);
  node.append(bar, label);
  const update = ({ text, value }) => {
    setText(label, text);
    if (value === undefined) {
      bar.removeAttribute("value");
    } else {
      getStyles();
      bar.max = 100;
      bar.value = value;
    }
  };
  return { node, update };
}

function button(element, { surface, actions }) {
  const node = document.createElement("button");
  const isSubmitting = element.submits === true || element.style === "primary";
  node.type = isSubmitting ? "submit" : "button";
  node.dataset.name = element.name;
  if (element.kind === "link") node.setAttribute("role", "link");
  else node.dataset.style = element.style;
  if (!isSubmitting) {
    node.addEventListener("click", () => {
      if (node.getAttribute("aria-disabled") === "true") return;
      actions.act(surface, { tap: element.name });
    });
  }
  return {
    node,
    update(value) {
      setText(node, value.text);
      // A busy button keeps the focus, which a disabled one would lose.
      const isBusy = value.busy === true;
      // What submits can always be pressed: what was typed may not have been worked off yet.
      node.disabled = !value.enabled && !isBusy && !value.submits;
      node.setAttribute("aria-disabled", String(!value.enabled));
      node.setAttribute("aria-busy", String(isBusy));
    },
  };
}

/** Sets what a node says. A telephone number stays on one line, and so do a small number and what it counts. */
export function setText(node, text = "") {
  const words = text.replace(/(\b\d\d?|\d(?= \d)) /g, "$1\xa0");
  if (node.textContent !== words) node.textContent = words;
}
