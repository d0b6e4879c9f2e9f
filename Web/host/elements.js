// The elements of a screen as HTML. Each has a node and an `update` that changes it in place.

import { menu, radios } from "./choices.js";
import { countryField, searchablePicker } from "./combobox.js";
import { field } from "./fields.js";
import { icon } from "./icons.js";

/**
 * Makes what draws an element; `update` with its value is still to be called.
 *
 * @param place `{surface, language, actions}`: the name of the screen it is on, and what it acts by.
 */
export function makeElement(element, place) {
  // What has no drawing of its own is typed.
  const made = (MAKERS[element.kind] ?? field)(element, place);
  made.node.dataset.element = element.name ?? element.kind;
  made.node.dataset.kind = element.kind;
  return made;
}

const MAKERS = {
  heading: () => words("h2"),
  text: () => words("p"),
  image,
  progress,
  field: (element, place) =>
    (element.style === "country" && countryField(element, place)) || field(element, place),
  choice: (element, place) =>
    element.style === "wheel" ? menu(element, place) : radios(element, place),
  picker: (element, place) => {
    if (element.style === "buttons") return optionButtons(element, place);
    return element.searchable ? searchablePicker(element, place) : menu(element, place);
  },
  toggle,
  button,
  link: button,
};

/** A button for each option, with the mark of its brand; a script of its own, since first screens have none. */
function optionButtons({ name }, { surface, actions }) {
  const node = document.createElement("div");
  node.className = "options";
  const choose = (option) => actions.act(surface, { choose: { element: name, option } });
  return {
    node,
    update(value) {
      import("./brands.js").then(({ drawOptions }) => drawOptions(node, value, choose));
    },
  };
}

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
  return { node, update: ({ text }) => setText(label, text) };
}

function toggle(element, { surface, actions }) {
  const node = document.createElement("label");
  const input = document.createElement("input");
  const label = document.createElement("span");
  node.className = "toggle";
  input.type = "checkbox";
  input.addEventListener("change", () =>
    actions.act(surface, { toggle: { element: element.name, on: input.checked } }),
  );
  node.append(label, input);
  return {
    node,
    update(value) {
      setText(label, value.text);
      input.checked = value.on === true;
      input.disabled = !value.enabled;
    },
  };
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
      node.disabled = !value.enabled && !isBusy;
      node.setAttribute("aria-disabled", String(!value.enabled));
      node.setAttribute("aria-busy", String(isBusy));
    },
  };
}

export function setText(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}
