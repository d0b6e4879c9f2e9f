// How hard a new password is to guess, while it is typed (CTR-4). The identity server rates it: the page has no rule of
// its own. Advice alone: the flow does not know of it, and the server judges what is sent.
//
// It is fetched with the first field for a new password, and imports nothing.

const WORDS = {
  en: ["Very easy to guess", "Easy to guess", "Could be stronger", "Strong", "Very strong"],
  de: ["Sehr leicht zu erraten", "Leicht zu erraten", "Könnte stärker sein", "Stark", "Sehr stark"],
  ar: ["سهلة التخمين جدًا", "سهلة التخمين", "يمكن أن تكون أقوى", "قوية", "قوية جدًا"],
  es: ["Muy fácil de adivinar", "Fácil de adivinar", "Podría ser más segura", "Segura", "Muy segura"],
  ja: ["とても推測されやすい", "推測されやすい", "もっと強くできます", "強い", "とても強い"],
};
const NAMES = ["veryWeak", "weak", "fair", "strong", "veryStrong"];
const MOST = 4;
/** Milliseconds without a key. The server takes 600 requests of a network in a quarter of an hour. */
const PAUSE = 400;

/**
 * Draws how strong what is typed into a field is, below it.
 *
 * @param frame the field's node.
 * @param language of the screen.
 * @param given the page's words in it, among which the flow may have given `strength.weak` and so on.
 * @param rate asks the server with `{password, user_name?, name?}`; @returns the strength from 0 to 4, or null if it did
 *   not say.
 */
export function showStrength(frame, language, given, rate) {
  const input = frame.querySelector("input");
  const own = WORDS[language.toLowerCase().split("-")[0]] ?? WORDS.en;
  const words = NAMES.map((name, score) => given[`strength.${name}`] ?? own[score]);
  const node = document.createElement("p");
  const meter = document.createElement("meter");
  const label = document.createElement("span");
  node.className = "hint";
  node.dataset.strength = "";
  node.hidden = true;
  // Read when typing pauses, without a move of the focus.
  label.setAttribute("role", "status");
  label.id = `strength-${input.id}`;
  Object.assign(meter, { max: MOST, low: 2, high: 3, optimum: MOST });
  meter.setAttribute("aria-labelledby", label.id);
  meter.style.inlineSize = "100%";
  node.append(meter, label);
  frame.querySelector(".problem").before(node);

  let timer = 0;
  let asked = "";
  const draw = (score) => {
    // It keeps its place while there is something typed, so that nothing below it moves.
    node.hidden = !input.value;
    const isRated = score in words;
    node.style.visibility = isRated ? "" : "hidden";
    if (!isRated) return;
    // A bar of nothing would look like no answer.
    meter.value = Math.max(score, 0.4);
    label.textContent = words[score];
  };
  const ask = async () => {
    // The screen may be gone by now.
    if (!input.isConnected) return;
    asked = input.value;
    const score = asked ? await rate({ password: asked, ...ownWords(input.form) }) : null;
    if (input.value === asked) draw(score);
  };
  const type = () => {
    clearTimeout(timer);
    if (!input.value || node.hidden) draw(null);
    timer = setTimeout(ask, PAUSE);
  };
  input.addEventListener("input", type);
  // It came with what was typed before the script was there.
  if (input.value) type();
}

/** What else is typed into the form: a password made of it is easy to guess. */
function ownWords(form) {
  const typed = (tokens) =>
    [...(form?.elements ?? [])].find(
      (field) => tokens.includes(field.autocomplete) && field.value && field.validity.valid,
    )?.value;
  return { user_name: typed(["email", "username", "username webauthn"]), name: typed(["name"]) };
}
