// A field that searches a list: the pattern "editable combobox with a list" of the ARIA practices.
// The focus stays in the field; the list says by aria-activedescendant where it stands.
//
// It imports nothing, since no first screen needs it (elements.js): what it draws with comes with the place, as
// `place.parts`.

/**
 * A country: searched by name, ISO code or calling code. The calling code shows where a telephone number is asked for too
 * (PHN-2).
 *
 * The page has a list of countries.
 */
export function countryField(element, place) {
  const { surface, actions, hasNumber = () => true } = place;
  const picker = actions.countries();
  const choices = new Map();
  let sections = [];
  const made = combobox(element, place, {
    autocomplete: "country",
    hasDetails: hasNumber,
    sections: () => sections,
    find: async (typed) => {
      const found = await actions.findCountries(typed);
      return found.map((region) => choices.get(region));
    },
    chosen: (value) => choices.get(value.value),
    choose: (choice) => actions.type(surface, element.name, choice.key),
  });
  picker.then((found) => {
    if (!found) return;
    sections = found.sections.map(({ title, rows }) => ({
      title,
      choices: rows.map(({ region, name, code, flag }) => {
        const choice = { key: region, text: name, detail: code, mark: flag };
        choices.set(region, choice);
        return choice;
      }),
    }));
    made.refresh();
  });
  return made;
}

/** A picker whose list the flow has, such as markets. */
export function searchablePicker(element, place) {
  const { surface, actions } = place;
  let choices = [];
  return combobox(element, place, {
    autocomplete: "off",
    take: (value) => {
      choices = value.options.map(({ text, detail = "" }, key) => ({ key, text, detail }));
    },
    sections: () => [{ choices }],
    find: async (typed) => choices.filter((choice) => matches(choice, typed)),
    chosen: (value) => choices[value.chosen],
    choose: ({ key }) => actions.act(surface, { choose: { element: element.name, option: key } }),
  });
}

/** A calling code, set apart from words that run the other way. */
function leftToRight(code) {
  return document.documentElement.dir === "rtl" ? `\u2066${code}\u2069` : code;
}

/** Anywhere in what is shown, whatever the case and the accents. */
function matches({ text, detail }, typed) {
  const plain = (words) => words.normalize("NFD").replace(/\p{M}/gu, "").toLocaleLowerCase();
  return plain(`${text} ${detail}`).includes(plain(typed.trim()));
}

/**
 * @param source `sections()`: all that there is, as `[{title, choices}]`; `find(typed)`: a promise of
 *   choices, the best first; `chosen(value)`; `choose(choice)`; `take(value)`, called before each drawing. A
 *   choice is `{key, text, detail, mark}`; `hasDetails()`: whether the details show.
 */
function combobox(element, { language, parts }, source) {
  const input = document.createElement("input");
  const flag = document.createElement("span");
  const list = document.createElement("ul");
  const frame = new parts.Frame(element, input, [flag, input, list]);
  /** What the open list shows, in order. */
  let shown = [];
  let active = -1;
  let chosen;
  let drawn = null;
  /** Counts what the list was asked for; a search that comes late is dropped. */
  let asked = 0;

  frame.node.classList.add("combobox");
  flag.className = "flag";
  flag.setAttribute("aria-hidden", "true");
  list.id = `list-${element.id}`;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-labelledby", frame.labelId);
  list.hidden = true;
  for (const [name, value] of Object.entries({
    role: "combobox",
    autocomplete: source.autocomplete,
    autocapitalize: "off",
    spellcheck: "false",
    "aria-autocomplete": "list",
    "aria-controls": list.id,
    "aria-expanded": "false",
  })) input.setAttribute(name, value);

  const isOpen = () => !list.hidden;
  const shownDetail = ({ detail } = {}) => (source.hasDetails?.() === false ? "" : detail);

  async function open(typed = "") {
    if (input.readOnly) return;
    const number = ++asked;
    const isSearch = typed.trim() !== "";
    shown = [];
    const found = isSearch ? [{ choices: await source.find(typed) }] : source.sections();
    if (number !== asked) return;
    list.replaceChildren(...found.flatMap(({ title, choices }) => section(title, choices)));
    if (shown.length === 0) list.append(nothing());
    list.hidden = false;
    input.setAttribute("aria-expanded", "true");
    const place = typed === "" ? shown.findIndex(({ choice }) => choice === chosen) : 0;
    activate(Math.min(place, shown.length - 1), "center");
  }

  function section(title, choices) {
    const rows = choices.map((choice) => row(choice));
    if (!title) return rows;
    const group = document.createElement("li");
    const name = document.createElement("div");
    const members = document.createElement("ul");
    group.setAttribute("role", "presentation");
    name.className = "title";
    name.setAttribute("role", "presentation");
    name.textContent = title;
    members.setAttribute("role", "group");
    members.setAttribute("aria-label", title);
    members.append(...rows);
    group.append(name, members);
    return [group];
  }

  function row(choice) {
    const node = document.createElement("li");
    const text = document.createElement("span");
    const detail = document.createElement("span");
    node.id = `${list.id}-${shown.length}`;
    node.setAttribute("role", "option");
    node.setAttribute("aria-selected", String(choice === chosen));
    text.textContent = choice.text;
    detail.textContent = shownDetail(choice);
    detail.className = "detail";
    detail.dir = choice.mark ? "ltr" : "auto";
    if (choice.mark) {
      const mark = flag.cloneNode();
      mark.hidden = false;
      mark.textContent = choice.mark;
      node.append(mark);
    }
    node.append(text, " ", detail);
    // Before the field would lose the focus.
    node.addEventListener("pointerdown", (event) => event.preventDefault());
    node.addEventListener("click", () => pick(choice));
    shown.push({ choice, node });
    return node;
  }

  function nothing() {
    const node = document.createElement("li");
    node.className = "nothing";
    node.setAttribute("role", "option");
    node.setAttribute("aria-disabled", "true");
    node.setAttribute("aria-selected", "false");
    node.textContent = parts.wordsIn(language).nothingFound;
    return node;
  }

  function activate(place, block = "nearest") {
    shown[active]?.node.classList.remove("active");
    active = place;
    const node = shown[place]?.node;
    if (!node) return input.removeAttribute("aria-activedescendant");
    node.classList.add("active");
    input.setAttribute("aria-activedescendant", node.id);
    node.scrollIntoView({ block });
  }

  function close() {
    asked += 1;
    list.hidden = true;
    list.replaceChildren();
    shown = [];
    active = -1;
    input.setAttribute("aria-expanded", "false");
    input.removeAttribute("aria-activedescendant");
  }

  function pick(choice) {
    chosen = choice;
    close();
    draw();
    source.choose(choice);
  }

  /** Shows what is chosen, whatever was typed to search for it. */
  function draw() {
    const { text = "", mark = "" } = chosen ?? {};
    const detail = shownDetail(chosen);
    flag.textContent = mark;
    flag.hidden = mark === "";
    if (isOpen()) return;
    input.value = !detail ? text : mark ? `${text} (${leftToRight(detail)})` : `${text}, ${detail}`;
  }

  input.addEventListener("click", () => isOpen() || show());
  input.addEventListener("input", () => open(input.value));
  input.addEventListener("blur", () => {
    close();
    draw();
  });
  input.addEventListener("keydown", (event) => {
    const act = isOpen() ? KEYS[event.key] : OPENING[event.key];
    if (!act || event.altKey || event.ctrlKey || event.metaKey) return;
    if (act() !== false) event.preventDefault();
  });

  /** All there is, ready to be typed over. */
  function show() {
    open();
    input.select();
  }

  const last = () => shown.length - 1;
  const OPENING = { ArrowDown: show, ArrowUp: show };
  const KEYS = {
    ArrowDown: () => activate(active < last() ? active + 1 : 0),
    ArrowUp: () => activate(active > 0 ? active - 1 : last()),
    PageDown: () => activate(Math.min(active + 8, last())),
    PageUp: () => activate(Math.max(active - 8, 0)),
    Enter: () => shown[active] && pick(shown[active].choice),
    Escape: () => {
      close();
      draw();
    },
    // Leaves the field with what the list stands on, if anything was typed.
    Tab: () => {
      if (shown[active] && input.value.trim() !== "") pick(shown[active].choice);
      return false;
    },
  };

  function update(value) {
    drawn = value;
    source.take?.(value);
    frame.show(value);
    input.readOnly = !value.enabled;
    chosen = source.chosen(value);
    draw();
  }

  return {
    node: frame.node,
    update,
    /** The source has something else now. */
    refresh() {
      if (drawn) update(drawn);
      if (isOpen()) open();
    },
  };
}
