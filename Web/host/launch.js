// What a launch is told: configuration out of the address, what is stored, what the device knows.

/**
 * @param flow the flow's facts by name, as the machine describes them.
 * @param told `parameters` (texts by name), `preferences` (JSON texts by name), `device` (values by
 *   name); what the flow does not declare in that place is left out.
 * @param fits a promise of whether the machine takes a stored value, given as JSON.
 * @returns JSON texts by name.
 */
export async function launchFacts(flow, { parameters, preferences, device }, fits) {
  const facts = new Map();
  const isDeclared = (name, place) => flow.get(name)?.place === place;
  for (const [name, text] of parameters) {
    if (isDeclared(name, "configuration")) facts.set(name, configured(flow.get(name), text));
  }
  for (const [name, json] of preferences) {
    // An older version of the flow may have stored what this one does not know.
    if (isDeclared(name, "preferences") && (await fits(name, json))) facts.set(name, json);
  }
  for (const [name, value] of Object.entries(device)) {
    if (isDeclared(name, "device")) {
      facts.set(name, JSON.stringify(choosable(flow.get(name), value)));
    }
  }
  return facts;
}

/** A value that the fact can have: a choice that the flow has not is `other`, or absent. */
export function choosable({ type, values }, value) {
  if (type !== "choice" || values.includes(value)) return value;
  return value !== null && values.includes("other") ? "other" : null;
}

/** The version of the flow that wrote a journal record; behind format and name in its head. */
export function versionOf(record) {
  const head = new DataView(record.buffer, record.byteOffset, record.byteLength);
  if (record.byteLength < 6) return null;
  const place = 6 + head.getUint32(2, true);
  return record.byteLength < place + 2 ? null : head.getUint16(place, true);
}

/** A configuration value as JSON. */
function configured(fact, text) {
  const isFitting = {
    choice: () => fact.values.includes(text),
    text: () => true,
    flag: () => text === "true" || text === "false",
    number: () => /^-?(0|[1-9]\d{0,17})$/.test(text),
  }[fact.type];
  if (!isFitting?.()) {
    const choices = fact.values ? `; it can be ${fact.values.join(", ")}` : "";
    throw new Error(`"${text}" is no value for ${fact.name} (${fact.type})${choices}`);
  }
  return fact.type === "choice" || fact.type === "text" ? JSON.stringify(text) : text;
}
