// The first stage of `make run`: the page is there before the server, tells how far the server's
// build is, and goes over to it.

/** How often the build is looked at, and how long nobody touched a page that goes over by itself. */
const PACE = 2000;
const REST = 10_000;
const SERVED = "/?flow=entry&dev";

/** Follows the build behind the page; where there is none, does nothing. */
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

/** @returns null where another server answers, undefined while none does. */
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
  notes.set("build", "The server is there.", { "Go on with it": () => location.assign(SERVED) });
}
