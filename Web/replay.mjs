// Replays an event log through the machine as WebAssembly and prints the lines of the trace, to be
// compared with those of another host byte for byte.
//
// usage: node Web/replay.mjs FLOWBYTES EVENTLOG [MACHINE.wasm]
//        (what the machine needs besides lies beside it: the rest of it, and phones.txt)

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { Machine } from "./host/machine.js";
import { whole } from "./host/parts.js";
import { replay } from "./studio/replay.js";

const [flowFile, logFile, machineFile] = process.argv.slice(2);
if (!flowFile || !logFile) {
  console.error("usage: node Web/replay.mjs FLOWBYTES EVENTLOG [MACHINE.wasm]");
  process.exit(2);
}
try {
  const built = fileURLToPath(new URL("../.build/web/site/portico.wasm", import.meta.url));
  const machine = resolve(machineFile ?? built);
  const beside = (name) => readFile(new URL(name, pathToFileURL(machine)));
  const first = await readFile(machine);
  const parts = {
    first: await WebAssembly.compile(first),
    whole: async (rest) => WebAssembly.compile(whole(first, await beside(rest))),
    phones: () => beside("phones.txt"),
  };
  const trace = await replay(Machine, parts, await readFile(flowFile), await readFile(logFile, "utf8"));
  process.stdout.write(trace.map((line) => line + "\n").join(""));
} catch (problem) {
  console.error(`replay: ${problem.message}`);
  process.exitCode = 1;
}
