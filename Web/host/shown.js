// What is shown on later screens: rows that are tapped, secrets that their owner is to see, steps, avatars and the
// outlines of what will come. It imports nothing, as combobox.js.

const SVG = "http://www.w3.org/2000/svg";

/** The list that was updated last: actions come after the list whose rows they are in. */
let latest = null;

/** A button for each option of a picker, with its detail, and beside it what else can be done with the row. */
export function optionRows({ id, name }, { surface, actions }) {
  const node = document.createElement("div");
  node.className = "rows";
  let drawn = [];
  return {
    node,
    update({ options, enabled }) {
      const next = options.map((option) => JSON.stringify(option));
      // Rows that stay as they are keep the focus: more of them may come below.
      for (const [option, shown] of options.entries()) {
        if (next[option] === drawn[option]) continue;
        const made = row(shown, () => actions.act(surface, { choose: { element: name, option } }));
        made.id = `row-${id}-${option}`;
        if (option < drawn.length) {
          node.children[option].firstChild.replaceWith(made);
        } else {
          const place = document.createElement("div");
          place.append(made);
          node.append(place);
        }
      }
      while (node.children.length > options.length) node.lastChild.remove();
      drawn = next;
      for (const { firstChild } of node.children) firstChild.disabled = !enabled;
      const list = (latest = { node, actions: [] });
      // Once all of them have said what they are.
      queueMicrotask(() => drawActions(list));
    },
  };
}

/** A button in each row of the list before it. It has nothing to show where it stands itself. */
export function rowActions({ name }, { surface, actions }) {
  const node = document.createElement("div");
  node.hidden = true;
  return {
    node,
    update({ options, enabled }) {
      const act = (option) => actions.act(surface, { choose: { element: name, option } });
      latest?.actions.push({ name, options, enabled, act });
    },
  };
}

/** Those that stay are not moved, so that they keep the focus. */
function drawActions({ node, actions }) {
  for (const [option, place] of [...node.children].entries()) {
    const wanted = actions.filter(({ options }) => options[option]?.text);
    const known = new Map();
    for (const button of [...place.children].slice(1)) {
      if (wanted.some(({ name }) => name === button.dataset.action)) known.set(button.dataset.action, button);
      else button.remove();
    }
    let last = place.firstChild;
    for (const { name, options, enabled, act } of wanted) {
      const button = known.get(name) ?? document.createElement("button");
      button.type = "button";
      button.dataset.action = name;
      // Their order alone says to which row each of them belongs.
      button.setAttribute("aria-describedby", place.firstChild.id);
      button.textContent = options[option].text;
      button.disabled = !enabled;
      button.onclick = () => act(option);
      if (last.nextSibling !== button) last.after(button);
      last = button;
    }
  }
}

function row({ text, detail }, tapped) {
  const node = document.createElement("button");
  node.type = "button";
  for (const [tag, words] of [["span", text], ["small", detail]]) {
    if (!words) continue;
    const part = document.createElement(tag);
    part.textContent = words;
    node.append(part);
  }
  node.addEventListener("click", tapped);
  return node;
}

/**
 * A secret as text or as a QR code. It is read from where it is sealed and stands nowhere else: not in a screen's
 * value, a journal or a trace.
 */
export function shownSecret(element, { actions }) {
  const node = document.createElement("figure");
  const caption = document.createElement("figcaption");
  const isPicture = element.style === "qr";
  const place = document.createElement(isPicture ? "div" : "pre");
  node.className = "secret";
  place.dir = "ltr";
  caption.id = `label-${element.id}`;
  place.setAttribute("aria-labelledby", caption.id);
  // Only what has a role can be named.
  place.setAttribute("role", isPicture ? "img" : "group");
  if (!isPicture) place.tabIndex = 0;
  // The picture is described for those who cannot see it.
  caption.className = isPicture ? "unseen" : "";
  node.append(caption, place);
  let name = null;
  return {
    node,
    async update(value) {
      caption.textContent = value.text;
      const next = value.secret ? value.name : null;
      if (next === name) return;
      name = next;
      const shown = next && (await actions.secret(next, isPicture));
      if (name !== next) return;
      if (!isPicture) place.textContent = shown ?? "";
      else place.replaceChildren(...(shown ? [picture(shown)] : []));
    },
  };
}

/** With the quiet zone of four modules that readers need. */
function picture({ size, path }) {
  return drawn(`-4 -4 ${size + 8} ${size + 8}`, path);
}

function drawn(box, path) {
  const svg = document.createElementNS(SVG, "svg");
  const part = document.createElementNS(SVG, "path");
  svg.setAttribute("viewBox", box);
  svg.setAttribute("aria-hidden", "true");
  part.setAttribute("d", path);
  svg.append(part);
  return svg;
}

/** Where a person is among steps: marks, and the same in words. */
export function steps() {
  const node = document.createElement("div");
  const marks = document.createElement("div");
  const label = document.createElement("p");
  node.className = "steps";
  marks.setAttribute("aria-hidden", "true");
  node.append(marks, label);
  return {
    node,
    update({ text, of, at }) {
      label.textContent = text;
      marks.replaceChildren(...Array.from({ length: of }, (_, step) => {
        const mark = document.createElement("span");
        mark.className = step < at ? "reached" : "";
        return mark;
      }));
    },
  };
}

/** A person, by the initials of the name. */
export function avatar() {
  const node = document.createElement("div");
  node.className = "avatar";
  return {
    node,
    update({ text, initials }) {
      if (text) {
        node.setAttribute("role", "img");
        node.setAttribute("aria-label", text);
      }
      const person = "M12 12a4 4 0 100-8 4 4 0 000 8zM4 21c0-4 3.6-6 8-6s8 2 8 6z";
      node.replaceChildren(initials ?? drawn("0 0 24 24", person));
    },
  };
}

/** The outlines of what will come in its place; people who cannot see them hear the text. */
export function skeleton() {
  const node = document.createElement("div");
  const label = document.createElement("p");
  node.className = "skeleton";
  node.setAttribute("role", "status");
  label.className = "unseen";
  node.append(...["70%", "95%", "50%"].map((width) => {
    const bar = document.createElement("span");
    bar.style.inlineSize = width;
    return bar;
  }), label);
  return { node, update: ({ text }) => { label.textContent = text; } };
}
