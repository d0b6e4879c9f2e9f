// What is wrong with a live document (`portico serve --flow`).

/** @returns `flow`, the tag of the version that is served, or null, and `problems`. */
export async function problemsOf(name) {
  const response = await fetch(`flows/${name}.problems`, { credentials: "omit", cache: "no-store" });
  return response.json();
}

/** Each with its file and line, what is wrong, and what to write. */
export function problemList(problems, { isRunning = true } = {}) {
  const node = document.createElement("div");
  node.className = "problems";
  const count = problems.length === 1 ? "a problem" : `${problems.length} problems`;
  node.append(`The document has ${count}.${isRunning ? " The last working version keeps running." : ""}`);
  const list = document.createElement("ul");
  for (const { file, line, column, problem, remedy } of problems) {
    const item = document.createElement("li");
    const place = document.createElement("code");
    place.textContent = `${file}:${line}:${column}`;
    item.append(place, ` ${problem}. ${remedy}.`);
    list.append(item);
  }
  node.append(list);
  return node;
}
