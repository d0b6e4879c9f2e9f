// The files behind the page. It imports nothing, so that the machine and the flow are under way while
// the other scripts still load.

/** Where the page keeps its parameters while the user is away at a provider's page. */
export const AWAY = "portico.away";
/** Where it keeps the language that the user chose in a flow. */
export const LANGUAGE = "portico.language";

const asked = new URLSearchParams(location.search);
const isReturn = asked.has("state") && (asked.has("code") || asked.has("error"));
/** What a provider led back with (CMP-7), perhaps in another tab than the one that it was left from. */
export const returned = isReturn ? location.search.slice(1) : "";
export const parameters = isReturn ? new URLSearchParams(localStorage.getItem(AWAY) ?? "") : asked;
export const flowName = parameters.get("flow") ?? "entry";
/** Tags, what is wanted most first. */
export const languages = [parameters.get("lang"), chosen(), ...navigator.languages].filter(Boolean);

function chosen() {
  try {
    return localStorage.getItem(LANGUAGE);
  } catch {
    // A browser that stores nothing says why when the flow begins.
    return null;
  }
}

/** Gets a file. @returns `bytes`, and `nonce` where an identity server sent it. */
async function file(path) {
  const response = await fetch(path, { credentials: "omit" });
  if (!response.ok) {
    const { status } = response;
    throw Object.assign(new Error(`${path} is not there (status ${status})`), { status });
  }
  const bytes = new Uint8Array(await response.arrayBuffer());
  return { bytes, nonce: response.headers.get("DPoP-Nonce") };
}

/** Who waits for it hears of a failure; nobody else does. */
function begun(path) {
  const promise = file(path);
  promise.catch(() => {});
  return promise;
}

export const machineFile = begun("portico.wasm");
/** Null where the address names no flow. */
export const flowFile = /^[A-Za-z]\w{0,63}$/.test(flowName) ? begunFlow(`flows/${flowName}`) : null;

/**
 * A flow lies there whole, and where the page says so (`NAME=TAG,TAG`, scripts/web) also with what a user of one
 * language needs who has a server. The studio shows the others, and without a server its answers are simulated.
 */
function begunFlow(path) {
  const flows = document.querySelector("meta[name=flows]")?.content ?? "";
  const tags = new RegExp(`\\b${flowName}=(\\S+)`).exec(flows)?.[1];
  const whole = `${path}.flow`;
  if (!tags || parameters.has("dev") || parameters.has("simulated")) return begun(whole);
  const own = begun(`${path}.${chosenLanguage(languages, tags.split(","))}.flow`);
  const flow = own.then((got) => (got.nonce ? got : file(whole)));
  flow.catch(() => {});
  return flow;
}

/** The flow's language that a person wants most, or its first. */
export function chosenLanguage(wanted, offered) {
  const primary = (tag) => tag.toLowerCase().split("-")[0];
  for (const tag of wanted) {
    const match =
      offered.find((name) => name.toLowerCase() === tag.toLowerCase()) ??
      offered.find((name) => primary(name) === primary(tag));
    if (match) return match;
  }
  return offered[0] ?? "en";
}

/**
 * What is got when it is first needed. Who waits for it waits until it is there, so that nothing is done
 * by halves: a person is asked to try again, and so is the network when it comes back.
 *
 * @param make of the file's bytes what is wanted.
 * @param ask shows that the file `path` cannot be got, and why; called with `(problem, again)`, and
 *   without a problem once that is over. `again` tries again.
 * @returns a function that promises it.
 */
export function later(path, make, ask) {
  let got = null;
  return () => (got ??= persist(async () => make((await file(path)).bytes), ask));
}

async function persist(work, ask) {
  for (;;) {
    try {
      return await work();
    } catch (problem) {
      await new Promise((again) => {
        ask(problem, again);
        addEventListener("online", again, { once: true });
      });
      ask(null);
    }
  }
}
