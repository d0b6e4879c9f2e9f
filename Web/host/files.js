// The files behind the page. It imports nothing, so that the machine and the flow are under way while
// the other scripts still load.

export const parameters = new URLSearchParams(location.search);
export const flowName = parameters.get("flow") ?? "entry";

/** Gets a file. @returns `bytes`, and `nonce` where an identity server sent it. */
async function file(path) {
  const response = await fetch(path, { credentials: "omit" });
  if (!response.ok) throw new Error(`${path} is not there (status ${response.status})`);
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

let phones = null;

/** The table of telephone numbers, when it is first asked for; if it could not be got, the next time. */
export async function phonesFile() {
  phones ??= file("phones.txt").catch((problem) => {
    phones = null;
    throw problem;
  });
  return (await phones).bytes;
}
