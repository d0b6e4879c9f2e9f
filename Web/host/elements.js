// The elements of a screen as HTML. Each has a node and an `update` that changes it in place.

import { field } from "./fields.js";
import { Frame } from "./frame.js";
import { icon } from "./icons.js";
import { STYLES, atHand, getScript, getStyles, scriptAtHand } from "./later.js";
import { elements } from "./registry.js";
import { wordsIn } from "./words.js";

/**
 * Makes what draws an element; `update` with its value is still to be called.
 *
 * @param place `{surface, language, actions}`: the name of the screen it is on, and what it acts by.
 */
export function makeElement(element, place) {
  // What has no drawing of its own is typed.
  const usual = () => {
    const late = LATE[element.kind]?.(element);
    // Without a list of countries their field is typed.
    if (late && (element.kind !== "field" || place.actions.countries?.())) return drawnBy(late, element, place);
    return (MAKERS[element.kind] ?? field)(element, place);
  };
  const made = elements.get(element.view)?.(element, { ...place, Frame }, usual) ?? usual();
  name(made.node, element);
  return made;
}

function name(node, element) {
  node.dataset.element = element.name ?? element.kind;
  node.dataset.kind = element.kind;
}

/** @returns a promise of all that a screen is drawn by, which is also kept where some cannot be got; null if it is there. */
export function drawing({ screen, overlays }) {
  const elements = [screen, ...overlays].flatMap((surface) => surface?.elements ?? []);
  const needs = (element) => LATE[element.kind]?.(element)?.[0] ?? (element.style === "code" ? STYLES : []);
  return atHand(elements.flatMap(needs));
}

/**
 * What is drawn by a script that no first screen needs. Where that could not be got, there is nothing to see in its
 * place: it is asked for again when the network comes back.
 */
function drawnBy([script, maker], element, place) {
  const make = (found) => found[maker](element, { ...place, parts: { Frame, wordsIn } });
  const known = scriptAtHand(script);
  if (known) return make(known);
  let made = null;
  let value = null;
  const stub = document.createElement("div");
  Promise.all([getScript(script), getStyles()]).then(([found]) => {
    made = make(found);
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

const MAKERS = {
  heading: () => words("h2"),
  text: () => words("p"),
  notice: ({ style }) => {
    const made = words("p");
    getStyles();
    made.node.dataset.style = style;
    return made;
  },
  image,
  progress,
  field: (element, place) => {
    const made = field(element, place);
    const { strength } = place.actions;
    if (element.style === "newPassword" && strength?.()) {
      getScript("strength").then((script) =>
        script.showStrength(made.node, place.language, wordsIn(place.language), strength()));
    }
    return made;
  },
  button,
  link: button,
};

/** Of what other scripts draw: the script, and what it calls the maker. */
const LATE = {
  field: ({ style }) => (style === "country" ? ["combobox", "countryField"] : null),
  choice: ({ style }) => ["choices", style === "wheel" ? "menu" : "radios"],
  choices: () => ["choices", "checks"],
  picker: ({ style, searchable }) => {
    if (style === "buttons") return ["brands", "optionButtons"];
    if (style === "rows") return ["shown", "optionRows"];
    if (style === "actions") return ["shown", "rowActions"];
    return searchable ? ["combobox", "searchablePicker"] : ["choices", "menu"];
  },
  toggle: () => ["choices", "toggle"],
  progress: ({ style }) => (style === "skeleton" ? ["shown", "skeleton"] : null),
  steps: () => ["shown", "steps"],
  avatar: () => ["shown", "avatar"],
  secret: () => ["shown", "shownSecret"],
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
