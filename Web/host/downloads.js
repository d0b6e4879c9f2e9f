// A file that the page saves; loaded by the first one.

/**
 * Saves JSON, laid out for people.
 *
 * @param json as it came.
 * @param name of the file; the browser adds a number if there is one of that name.
 */
export function saveJSON(json, name) {
  const text = JSON.stringify(JSON.parse(json), null, 2);
  const url = URL.createObjectURL(new Blob([text, "\n"], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // Browsers read it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
