// Choices among a few: exclusive options, and a menu for a wheel or a picker without search.

import { setText } from "./elements.js";
import { Frame } from "./frame.js";

export function radios(element, place) {
  const node = document.createElement("fieldset");
  const legend = document.createElement("legend");
  node.append(legend);
  let labels = [];
  return {
    node,
    update(value) {
      setText(legend, value.text);
      if (labels.length !== value.options.length) {
        for (const label of labels) label.remove();
        labels = value.options.map((_, option) => radio(element, option, place));
        node.append(...labels);
      }
      for (const [option, label] of labels.entries()) {
        setText(label.lastChild, value.options[option].text);
        label.firstChild.checked = value.chosen === option;
      }
      node.disabled = !value.enabled;
    },
  };
}

function radio(element, option, { surface, actions }) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "radio";
  input.name = `choice-${element.id}`;
  input.value = String(option);
  input.addEventListener("change", () =>
    actions.act(surface, { choose: { element: element.name, option } }),
  );
  label.append(input, document.createElement("span"));
  return label;
}

export function menu(element, { surface, actions }) {
  const select = document.createElement("select");
  const frame = new Frame(element, select);
  let drawn = "";
  select.addEventListener("change", () =>
    actions.act(surface, { choose: { element: element.name, option: Number(select.value) } }),
  );
  return {
    node: frame.node,
    update(value) {
      frame.update(value);
      select.disabled = !value.enabled;
      const next = JSON.stringify(value.options);
      if (next !== drawn) {
        drawn = next;
        select.replaceChildren(nothingChosen(), ...value.options.map(menuOption));
      }
      select.value = value.chosen === undefined ? "" : String(value.chosen);
    },
  };
}

function nothingChosen() {
  const option = document.createElement("option");
  option.value = "";
  option.hidden = true;
  option.disabled = true;
  return option;
}

function menuOption({ text, detail }, place) {
  const option = document.createElement("option");
  option.value = String(place);
  option.textContent = detail ? `${text} (${detail})` : text;
  return option;
}
