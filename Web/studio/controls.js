// The studio's few controls.

let count = 0;

export function panel(title, ...parts) {
  const node = document.createElement("section");
  const name = document.createElement("h3");
  name.textContent = title;
  name.id = `studio-${(count += 1)}`;
  node.setAttribute("aria-labelledby", name.id);
  node.append(name, ...parts);
  return node;
}

export function row(...parts) {
  const node = document.createElement("div");
  node.className = "row";
  node.append(...parts);
  return node;
}

export function toggle(words, change, isOn = false) {
  const label = document.createElement("label");
  const input = document.createElement("input");
  input.type = "checkbox";
  input.checked = isOn;
  input.addEventListener("change", () => change(input.checked));
  label.append(input, ` ${words}`);
  return label;
}

/** @param options pairs of value and label. */
export function choice(words, options, chosen, change) {
  const label = document.createElement("label");
  const select = document.createElement("select");
  select.append(...options.map(([value, text]) => new Option(text, value)));
  select.value = chosen;
  select.addEventListener("change", () => change(select.value));
  label.append(`${words} `, select);
  return label;
}
