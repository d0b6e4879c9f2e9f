// Choices among a few, and switches: exclusive options, several options, a menu for a wheel or a picker without search, and
// what is on or off. It imports nothing, as combobox.js.

export function radios(element, { surface, actions }) {
  return group(element, "radiogroup", "radio", ({ chosen }, option) => chosen === option, (option) =>
    actions.act(surface, { choose: { element: element.name, option } }),
  );
}

export function checks(element, { surface, actions }) {
  return group(element, "group", "checkbox", ({ chosen }, option) => chosen.includes(option), (option, on) =>
    actions.act(surface, { mark: { element: element.name, option, on } }),
  );
}

/**
 * A label with its options below it.
 *
 * @param isChosen whether a value has an option, by its number.
 * @param change called with the option that a person has changed, and whether it is chosen now.
 */
function group(element, role, type, isChosen, change) {
  const node = document.createElement("fieldset");
  const legend = document.createElement("legend");
  const problem = new Problem(element, node, legend);
  let inputs = [];
  node.setAttribute("role", role);
  node.append(legend, problem.node);
  return {
    node,
    update(value) {
      legend.textContent = value.text;
      if (inputs.length !== value.options.length) {
        for (const input of inputs) input.parentNode.remove();
        inputs = value.options.map((_, option) => {
          const input = document.createElement("input");
          input.type = type;
          input.name = `choice-${element.id}`;
          input.value = String(option);
          input.addEventListener("change", () => change(option, input.checked));
          return input;
        });
        problem.node.before(...inputs.map(labelled));
      }
      for (const [option, input] of inputs.entries()) {
        input.nextSibling.textContent = value.options[option].text;
        input.checked = isChosen(value, option);
      }
      node.disabled = !value.enabled;
      problem.show(value.problem, inputs[0]);
    },
  };
}

function labelled(input) {
  const label = document.createElement("label");
  label.append(input, document.createElement("span"));
  return label;
}

export function menu(element, { surface, language, actions, parts }) {
  const select = document.createElement("select");
  const frame = new parts.Frame(element, select);
  const { choose } = parts.wordsIn(language);
  let drawn = "";
  select.addEventListener("change", () =>
    actions.act(surface, { choose: { element: element.name, option: Number(select.value) } }),
  );
  return {
    node: frame.node,
    update(value) {
      frame.show(value);
      select.disabled = !value.enabled;
      const next = JSON.stringify(value.options);
      if (next !== drawn) {
        drawn = next;
        select.replaceChildren(nothingChosen(choose), ...value.options.map(menuOption));
      }
      select.value = value.chosen === undefined ? "" : String(value.chosen);
    },
  };
}

function nothingChosen(words) {
  const option = document.createElement("option");
  option.textContent = words;
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

export function toggle(element, { surface, actions }) {
  const node = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const words = document.createElement("span");
  const problem = new Problem(element, input, words);
  node.className = "switch";
  label.className = "toggle";
  input.type = "checkbox";
  input.addEventListener("change", () =>
    actions.act(surface, { toggle: { element: element.name, on: input.checked } }),
  );
  label.append(words, input);
  node.append(label, problem.node);
  return {
    node,
    update(value) {
      words.textContent = value.text;
      input.checked = value.on === true;
      input.disabled = !value.enabled;
      problem.show(value.problem, input);
    },
  };
}

/** What is wrong with a choice that was not made, or a switch that has to be on. */
class Problem {
  node = document.createElement("p");
  #control;
  #label;
  #heard = null;

  /** @param control what is marked as invalid, and described. */
  constructor(element, control, label) {
    this.#control = control;
    this.#label = label;
    this.node.id = `problem-${element.id}`;
    this.node.className = "problem";
    control.setAttribute("aria-describedby", this.node.id);
  }

  /** @param input what gets the focus where this is the first problem of the form. */
  show(problem = "", input) {
    this.node.textContent = problem;
    this.#control.setAttribute("aria-invalid", String(problem !== ""));
    if (!input) return;
    input.dataset.problem = String(problem !== "");
    if (this.#heard === input) return;
    this.#heard = input;
    // The form says it, with all others.
    input.addEventListener("reveal", ({ detail }) =>
      detail.push(`${this.#label.textContent}: ${this.node.textContent}`),
    );
  }
}
