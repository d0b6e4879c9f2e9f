// The files behind the page. It imports nothing, so that the machine and the flow are under way while
// the other scripts still load.

export const parameters = new URLSearchParams(location.search);
export const flowName = parameters.get("flow") ?? "entry";

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
export const flowFile = /^[A-Za-z]\w{0,63}$/.test(flowName) ? begun(`flows/${flowName}.flow`) : null;

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
