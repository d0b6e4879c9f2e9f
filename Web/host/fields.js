// Fields that are typed into.

import { setText } from "./elements.js";
import { Frame } from "./frame.js";
import { announce, wordsIn } from "./words.js";

/**
 * How browsers and keyboards fill what is typed, by the style of a field or the kind of another
 * element.
 */
const KINDS = {
  text: { type: "text" },
  name: { type: "text", autocomplete: "name", capitals: "words" },
  givenName: { type: "text", autocomplete: "given-name", capitals: "words" },
  familyName: { type: "text", autocomplete: "family-name", capitals: "words" },
  // Of somebody who is known here, perhaps by a passkey (PAS-1).
  email: { type: "email", autocomplete: "username webauthn", isForeign: true },
  newEmail: { type: "email", autocomplete: "email", isForeign: true },
  phone: { type: "tel", autocomplete: "tel", isForeign: true },
  number: { type: "text", inputMode: "numeric", isForeign: true },
  password: { type: "password", autocomplete: "current-password", isForeign: true },
  newPassword: { type: "password", autocomplete: "new-password", isForeign: true },
  code: { type: "text", autocomplete: "one-time-code", inputMode: "numeric", isForeign: true },
  country: { type: "text", autocomplete: "country" },
  date: { type: "date", isForeign: true },
  username: { type: "text", autocomplete: "username", inputMode: "email", isForeign: true },
  multiline: { lines: 4, capitals: "sentences" },
};

export function field(element, { surface, language, actions }) {
  const kind = KINDS[element.style ?? element.kind] ?? KINDS.text;
  const input = document.createElement(kind.lines ? "textarea" : "input");
  input.name = element.name;
  if (kind.lines) input.rows = kind.lines;
  else input.type = kind.type;
  input.autocomplete = kind.autocomplete ?? "off";
  input.autocapitalize = kind.capitals ?? "off";
  input.spellcheck = Boolean(kind.lines);
  if (kind.inputMode) input.inputMode = kind.inputMode;
  // Digits and addresses run from left to right in every language.
  if (kind.isForeign) input.dir = "ltr";
  const isPassword = kind.type === "password";
  const frame = isPassword ? passwordFrame(element, input, language) : new Frame(element, input);
  frame.node.dataset.style = element.style ?? element.kind;

  // Before what is typed is sent.
  // A code of unknown length may have letters, such as a recovery code.
  const isCode = element.style === "code" && element.length > 0;
  if (isCode) takeDigits(input, () => frame.node.style.getPropertyValue("--length"));
  const typing = new Typing(input, (text) => actions.type(surface, element.name, text));
  const problem = new Problem(input, frame, (words) => announce(actions.announcer, words));
  return {
    node: frame.node,
    update(value) {
      frame.update(value);
      problem.set(value.problem);
      input.readOnly = !value.enabled;
      if (isCode) frame.node.style.setProperty("--length", value.length ?? "");
      else if (value.length) input.maxLength = value.length;
      // Bounds that are set again make a browser forget the digits of a year that were typed so far.
      const { least = "", most = "" } = value;
      if (input.min !== least) input.min = least;
      if (input.max !== most) input.max = most;
      // A secret that is there is not to be seen.
      typing.show(value.secret ? null : (value.value ?? ""));
      input.placeholder = value.secret ? "•".repeat(value.length ?? 8) : "";
    },
  };
}

/** With a button that shows what is typed, until the field is left for another screen. */
function passwordFrame(element, input, language) {
  const words = wordsIn(language);
  const button = document.createElement("button");
  button.type = "button";
  button.className = "reveal";
  const frame = new Frame(element, input, [input, button]);
  // Said with its field's label: there may be two of them.
  button.setAttribute("aria-describedby", frame.labelId);
  button.setAttribute("aria-controls", input.id);
  const draw = () => setText(button, input.type === "password" ? words.show : words.hide);
  button.addEventListener("click", () => {
    input.type = input.type === "password" ? "text" : "password";
    draw();
  });
  draw();
  return frame;
}

/**
 * A code is typed or pasted as it stands in the message, with spaces, dashes or words around it. Alone on its form it
 * is sent when it is complete.
 */
function takeDigits(input, most) {
  let last = "";
  input.addEventListener("input", () => {
    const length = Number(most()) || Infinity;
    const latin = input.value.replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => digit.charCodeAt(0) % 16);
    const code = latin.replace(/\D/g, "").slice(0, length);
    if (code !== input.value) input.value = code;
    // The form sends it (render.js).
    input.dataset.complete = String(code.length === length && code !== last);
    last = code;
  });
}

/**
 * While something is being pressed: fulfilled once it has been, or a key is. A press takes the focus from a field; if its
 * problem were shown at once, the button would move away from below the finger, and the press would be lost.
 */
let press = null;
addEventListener("pointerdown", () => {
  press ??= new Promise((isOver) => {
    onclick = onkeydown = onpointercancel = oncontextmenu = () => isOver((press = null));
  });
});

/** What is wrong with a field; not said while somebody is still typing it for the first time. */
class Problem {
  #input;
  #frame;
  #say;
  #problem = "";
  #isShown = true;

  constructor(input, frame, say) {
    this.#input = input;
    this.#frame = frame;
    this.#say = say;
    input.addEventListener("focus", () => (this.#isShown = this.#problem !== ""));
    input.addEventListener("blur", async () => {
      await press;
      this.#isShown = true;
      this.#draw(this.#say);
    });
    // The form says it, with all others.
    input.addEventListener("reveal", ({ detail }) => {
      this.#isShown = true;
      this.#draw((words) => detail.push(words));
    });
  }

  async set(problem = "") {
    this.#problem = problem;
    // Once the value was valid, the next typing counts as a first value again.
    if (problem === "" && document.activeElement === this.#input) this.#isShown = false;
    this.#input.dataset.problem = String(problem !== "");
    await press;
    this.#draw();
  }

  #draw(say) {
    const hasFocus = document.activeElement === this.#input;
    const problem = this.#isShown || !hasFocus ? this.#problem : "";
    if (problem && say) say(this.#frame.words(problem));
    this.#frame.showProblem(problem);
  }
}

/** Keeps a field and the machine's value of it together while a person types. */
class Typing {
  #input;
  #pending = 0;
  /** The machine's value when it was last drawn. */
  #shown = "";
  /** What the field held when it was last sent or written. */
  #sent = "";

  constructor(input, send) {
    this.#input = input;
    const type = async () => {
      this.#sent = input.value;
      this.#pending += 1;
      await send(input.value);
      this.#pending -= 1;
      if (this.#pending === 0) this.#settle();
    };
    input.addEventListener("input", type);
    // A password manager may fill a field and say less of it, or nothing.
    for (const event of ["change", "send"]) {
      input.addEventListener(event, () => input.value !== this.#sent && type());
    }
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
    const hasFocus = document.activeElement === this.#input;
    if (this.#pending === 0 && (!hasFocus || this.#isFormatted)) this.#write();
  }

  /** Whether the machine's value is what stands here, but for spaces and the like. */
  get #isFormatted() {
    return this.#shown !== null && bare(this.#shown) === bare(this.#input.value);
  }

  /** Writes what the machine has; the caret stays behind the letters that it was behind. */
  #write() {
    const input = this.#input;
    if (this.#shown === null || input.value === this.#shown) return;
    // An address or a date has no caret that can be asked for.
    const hasCaret = document.activeElement === input && input.selectionEnd !== null;
    const before = hasCaret ? bare(input.value.slice(0, input.selectionEnd)).length : 0;
    const isAtEnd = input.selectionEnd === input.value.length;
    this.#sent = input.value = this.#shown;
    if (!hasCaret || isAtEnd) return;
    let place = 0;
    for (let count = 0; place < input.value.length && count < before; place += 1) {
      count += bare(input.value[place]).length;
    }
    input.setSelectionRange(place, place);
  }
}

/** Without what only divides a number. */
function bare(text) {
  return text.replace(/[\s().\-/]/g, "");
}
