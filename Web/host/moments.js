// Moments in texts, as people write them. The machine hands them on between two marks (FlowMachine/Screen/Moment.swift).
// It imports nothing, as combobox.js.

const MARKED = /([\x01\x02])(-?\d+)\1/g;
// ECMA-262: the furthest moment that a Date can be.
const FURTHEST = 8.64e15;

/**
 * @param value a text, or a screen: every text in it but what somebody has typed.
 * @param language of the flow. The person's own tag of it counts, where the browser knows one: `en-GB` writes the day first.
 * @returns the same with its moments in the time zone of the device.
 */
export function written(value, language) {
  if (typeof value === "string") return text(value, language);
  if (Array.isArray(value)) return value.map((part) => written(part, language));
  if (value === null || typeof value !== "object") return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, key === "value" ? part : written(part, language)]),
  );
}

function text(words, language) {
  return words.replace(MARKED, (_, mark, digits) => {
    if (Math.abs(digits) > FURTHEST) return digits;
    return format(mark === "\x02", language).format(Number(digits));
  });
}

function format(hasTime, language) {
  const primary = (tag) => tag.split("-")[0];
  const own = navigator.languages.find((tag) => primary(tag) === primary(language));
  return new Intl.DateTimeFormat(own ?? language, {
    dateStyle: "long",
    ...(hasTime ? { timeStyle: "short" } : {}),
    // As the machine writes every other number.
    numberingSystem: "latn",
  });
}
