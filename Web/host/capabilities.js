// What a flow asks of the device once a person is there (device.js has what a launch asks). It imports nothing, since no
// first screen needs it.

/** Milliseconds after which a position counts as not to be had; the flow may give up earlier. */
const POSITION_TIME = 60_000;

const answer = (status, value = {}) => ({ status, body: JSON.stringify(value) });
const denied = answer(403, { code: "denied" });
const unavailable = answer(404, { code: "unavailable" });
const done = answer(200);

const CALLS = {
  saveExport, requestLocation, currentLocation, requestPush,
  openProvider: ({ leave }, { url }) => (leave(url) ? done : unavailable),
  // A page cannot open them, but it can say where they are.
  openSettings: ({ say }) => {
    say("siteSettings");
    return done;
  },
};

/**
 * @param name of the capability.
 * @param parameters its own.
 * @param signal aborts what asks a person.
 * @param device the options of a `Device`, with its `location()` and `noteLocation()`.
 * @returns `{status, body}`.
 */
export async function performCapability(name, parameters, signal, device) {
  if (!Object.hasOwn(CALLS, name)) return unavailable;
  return CALLS[name](device, parameters, signal);
}

/** CTR-9: read with the proof of this page, which no link can carry; saved as a file, laid out for people. */
async function saveExport({ getExport }, { id }, signal) {
  const got = await getExport(id, signal);
  if (got.status !== 200) return got;
  const text = JSON.stringify(JSON.parse(got.body), null, 2);
  const url = URL.createObjectURL(new Blob([text, "\n"], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = url;
  // The browser adds a number if there is one of that name.
  link.download = "account-data.json";
  link.click();
  // Browsers read it after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return answer(200, { file: link.download });
}

/** There is no token in a page, so that the client has none to send where a developer grants it. */
function requestPush({ conditions: { push } }) {
  if ((push ?? globalThis.Notification?.permission) === "denied") return denied;
  return push === "granted" ? done : unavailable;
}

/** Done once the person was asked; what was granted is told. */
async function requestLocation({ conditions, location, noteLocation }) {
  if (conditions.location === undefined) await position();
  noteLocation();
  return location() === "denied" ? denied : done;
}

async function currentLocation({ conditions, location }) {
  if (location() === "denied") return denied;
  const found = conditions.position ?? (conditions.location === undefined ? await position() : null);
  if (!found) return location() === "denied" ? denied : answer(503);
  // Rounded before anybody gets them (SEC "Privacy").
  const hundredths = (degrees) => (Math.round(degrees * 100) / 100).toFixed(2);
  return answer(200, {
    latitude: hundredths(found.latitude), longitude: hundredths(found.longitude),
  });
}

/** @returns degrees, or null where there are none now. */
function position() {
  return new Promise((resolve) => {
    if (!navigator.geolocation) return resolve(null);
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve(coords),
      () => resolve(null),
      { enableHighAccuracy: false, maximumAge: 60_000, timeout: POSITION_TIME },
    );
  });
}
