// The machine comes in two parts (docs/decisions/0023-first-launch-in-the-browser.md): the first has gaps, in
// which it stops, and the rest says what stands there. Runs in browsers and in Node.

/** The name of the file that makes a module whole; undefined for one that is. */
export function restOf(module) {
  const [name] = WebAssembly.Module.customSections(module, "rest");
  return name && new TextDecoder().decode(name);
}

/** The bytes of the whole machine, made of the files of both parts (scripts/divide-machine). */
export function whole(first, rest) {
  let place = 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = rest[place++];
      value += (byte & 127) << shift;
      if (!(byte > 127)) return value;
    }
  };
  const result = new Uint8Array(number());
  const edits = Array.from({ length: number() }, () => [number(), number(), number()]);
  let taken = 0;
  let filled = 0;
  const put = (bytes) => {
    result.set(bytes, filled);
    filled += bytes.length;
  };
  for (const [stays, goes, comes] of edits) {
    put(first.subarray(taken, taken + stays));
    taken += stays + goes;
    put(rest.subarray(place, (place += comes)));
  }
  put(first.subarray(taken, taken + result.length - filled));
  return result;
}
