// The first stage of `make run`: the page is served before the server, shows the progress of the
// server's build, and switches over to it.

/** How often to poll the build, and how long a page must be idle before it switches over by itself. */
const PACE = 2000;
const REST = 10_000;
const SERVED = "/?flow=entry&dev";

/** Follows the server's build; does nothing if there is none. */
export function followBuild(notes) {
  let isFirst = true;
  let touched = -REST;
  for (const event of ["pointerdown", "keydown"]) {
    addEventListener(event, () => (touched = performance.now()), { capture: true });
  }
  const look = async () => {
    const build = await progress();
    if (build === null) {
      if (!isFirst) goOver(notes, performance.now() - touched >= REST);
      return;
    }
    isFirst = false;
    if (build) notes.set("build", words(build));
    setTimeout(look, PACE);
  };
  look();
}

/** @returns null if another server responds, undefined while none does. */
async function progress() {
  try {
    const response = await fetch("/dev/build", { credentials: "omit", cache: "no-store" });
    return response.ok ? await response.json() : null;
  } catch {
    return undefined;
  }
}

function words({ done, total, failed }) {
  if (failed) return "The server could not be built: the terminal says why. Answers stay simulated.";
  const step = total ? `: step ${done} of ${total}` : "";
  return `The server is being compiled${step}. Until it is there, answers are simulated.`;
}

function goOver(notes, isAtRest) {
  if (isAtRest) return location.assign(SERVED);
  notes.set("build", null);
  notes.set("built", "The server is there.", { "Go on with it": () => location.assign(SERVED) });
}
