// The elements of a screen as HTML. Each has a node and an `update` that changes it in place.

/** How browsers and keyboards fill a field, by its kind. */
const FIELD_KINDS = {
  text: { type: "text" },
  name: { type: "text", autocomplete: "name" },
  email: { type: "email", autocomplete: "email" },
  newEmail: { type: "email", autocomplete: "email" },
  phone: { type: "tel", autocomplete: "tel" },
  number: { type: "text", inputMode: "numeric" },
  password: { type: "password", autocomplete: "current-password" },
  newPassword: { type: "password", autocomplete: "new-password" },
  code: { type: "text", autocomplete: "one-time-code", inputMode: "numeric" },
  country: { type: "text", autocomplete: "country-name" },
  username: { type: "text", autocomplete: "username" },
};

/** What stands for a named image; it only adorns. */
const IMAGES = { exclamation: "!", checkmark: "✓" };

export function makeElement(element, surface, actions) {
  const make = MAKERS[element.kind];
  const made = make(element, surface, actions);
  made.node.dataset.element = element.name ?? element.kind;
  return made;
}

const MAKERS = {
  heading: () => words("h2"),
  text: () => words("p"),
  image,
  progress,
  field,
  choice: (element, surface, actions) =>
    element.style === "wheel" ? menu(element, surface, actions) : radios(element, surface, actions),
  picker: menu,
  toggle,
  button,
  link: button,
};

function words(tag) {
  const node = document.createElement(tag);
  return { node, update: ({ text }) => setText(node, text) };
}

function image() {
  const node = document.createElement("p");
  node.className = "image";
  node.setAttribute("aria-hidden", "true");
  return { node, update: ({ image: name }) => setText(node, IMAGES[name] ?? "") };
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

function field(element, surface, actions) {
  const node = document.createElement("div");
  const label = document.createElement("label");
  const input = document.createElement("input");
  const hint = document.createElement("p");
  const problem = document.createElement("p");
  const kind = FIELD_KINDS[element.style] ?? FIELD_KINDS.text;
  node.className = "field";
  input.id = `input-${element.id}`;
  input.name = element.name;
  input.type = kind.type;
  input.autocomplete = kind.autocomplete ?? "off";
  if (kind.inputMode) input.inputMode = kind.inputMode;
  input.spellcheck = false;
  label.htmlFor = input.id;
  hint.id = `hint-${element.id}`;
  hint.className = "hint";
  problem.id = `problem-${element.id}`;
  problem.className = "problem";
  problem.setAttribute("aria-live", "polite");
  input.setAttribute("aria-describedby", `${hint.id} ${problem.id}`);
  node.append(label, input, hint, problem);

  const typing = new Typing(input, (text) => actions.type(surface, element.name, text));
  return {
    node,
    update(value) {
      setText(label, value.text ?? "");
      setText(hint, value.hint ?? "");
      setText(problem, value.problem ?? "");
      hint.hidden = !value.hint;
      input.setAttribute("aria-invalid", String(Boolean(value.problem)));
      input.readOnly = !value.enabled;
      if (value.length) input.maxLength = value.length;
      // A secret that is there is not to be seen.
      typing.show(value.secret ? null : (value.value ?? ""));
    },
  };
}

/** Keeps a field and the machine's value of it together while a person types. */
class Typing {
  #input;
  #pending = 0;
  /** The machine's value when it was last drawn. */
  #shown = "";

  constructor(input, send) {
    this.#input = input;
    input.addEventListener("input", async () => {
      this.#pending += 1;
      await send(input.value);
      this.#pending -= 1;
      if (this.#pending === 0) this.#settle();
    });
    input.addEventListener("blur", () => this.#settle());
  }

  /** @param value the machine's value; null where it is not to be seen. */
  show(value) {
    const hasChanged = value !== this.#shown;
    this.#shown = value;
    const isTyping = document.activeElement === this.#input;
    if (this.#pending === 0 && (hasChanged || !isTyping)) this.#write();
  }

  /** What was refused stays to be seen as long as the field has the focus. */
  #settle() {
    if (this.#pending === 0 && document.activeElement !== this.#input) this.#write();
  }

  #write() {
    if (this.#shown !== null && this.#input.value !== this.#shown) this.#input.value = this.#shown;
  }
}

function radios(element, surface, actions) {
  const node = document.createElement("fieldset");
  const legend = document.createElement("legend");
  node.append(legend);
  let labels = [];
  return {
    node,
    update(value) {
      setText(legend, value.text ?? "");
      if (labels.length !== value.options.length) {
        for (const label of labels) label.remove();
        labels = value.options.map((_, option) => radio(element, option, surface, actions));
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

function radio(element, option, surface, actions) {
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

/** A wheel or picker as a menu; a searchable one has a field above that leaves fewer options. */
function menu(element, surface, actions) {
  const node = document.createElement("div");
  const label = document.createElement("label");
  const select = document.createElement("select");
  node.className = "field";
  select.id = `input-${element.id}`;
  label.htmlFor = select.id;
  node.append(label);
  let search = null;
  let drawn = "";
  let latest = element;
  if (element.searchable) {
    search = document.createElement("input");
    search.type = "search";
    search.autocomplete = "off";
    search.addEventListener("input", () => draw());
    node.append(search);
  }
  node.append(select);
  select.addEventListener("change", () =>
    actions.act(surface, { choose: { element: element.name, option: Number(select.value) } }),
  );

  function draw() {
    const wanted = latest.options
      .map((option, place) => ({ ...option, place }))
      .filter((option) => option.place === latest.chosen || matches(option, search?.value ?? ""));
    const next = JSON.stringify(wanted);
    if (next !== drawn) {
      drawn = next;
      select.replaceChildren(nothingChosen(), ...wanted.map(menuOption));
    }
    select.value = latest.chosen === undefined ? "" : String(latest.chosen);
  }

  return {
    node,
    update(value) {
      latest = value;
      setText(label, value.text ?? "");
      search?.setAttribute("aria-label", value.text ?? "");
      select.disabled = !value.enabled;
      draw();
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

function menuOption({ text, detail, place }) {
  const option = document.createElement("option");
  option.value = String(place);
  option.textContent = detail ? `${text} (${detail})` : text;
  return option;
}

/** Anywhere in what is shown, whatever the case and the accents. */
function matches({ text, detail = "" }, wanted) {
  const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  return plain(`${text} ${detail}`).includes(plain(wanted.trim()));
}

function toggle(element, surface, actions) {
  const node = document.createElement("label");
  const input = document.createElement("input");
  const label = document.createElement("span");
  node.className = "toggle";
  input.type = "checkbox";
  input.addEventListener("change", () =>
    actions.act(surface, { toggle: { element: element.name, on: input.checked } }),
  );
  node.append(input, label);
  return {
    node,
    update(value) {
      setText(label, value.text ?? "");
      input.checked = value.on === true;
      input.disabled = !value.enabled;
    },
  };
}

function button(element, surface, actions) {
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
      setText(node, value.text ?? "");
      // A busy button keeps the focus, which a disabled one would lose.
      const isBusy = value.busy === true;
      node.disabled = !value.enabled && !isBusy;
      node.setAttribute("aria-disabled", String(!value.enabled));
      node.setAttribute("aria-busy", String(isBusy));
    },
  };
}

function setText(node, text = "") {
  if (node.textContent !== text) node.textContent = text;
}
