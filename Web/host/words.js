// What the host itself has to say, apart from the flow's screens.

/** Notes by subject, each with buttons where there is something to do. */
export class Notes {
  #place;
  #notes = new Map();

  constructor(place) {
    this.#place = place;
  }

  /** @param words null takes the note away. */
  set(subject, words, actions = {}) {
    const known = this.#notes.get(subject);
    if (known?.words === words) return;
    known?.node.remove();
    this.#notes.delete(subject);
    if (words === null) return;
    const node = document.createElement("p");
    node.className = "note";
    node.dataset.note = subject;
    node.append(words);
    for (const [name, act] of Object.entries(actions)) node.append(" ", button(name, act));
    this.#notes.set(subject, { node, words });
    this.#place.append(node);
  }
}

export function button(name, act) {
  const node = document.createElement("button");
  node.type = "button";
  node.textContent = name;
  node.addEventListener("click", () => act());
  return node;
}

/** A short message that goes by itself. */
export function showToast(place, words) {
  const node = document.createElement("p");
  node.textContent = words;
  place.append(node);
  setTimeout(() => node.remove(), 6000);
}
