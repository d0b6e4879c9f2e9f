// Replays an event log through the machine as WebAssembly and prints the lines of the trace, to be
// compared with those of another host byte for byte.
//
// usage: node Web/replay.mjs FLOWBYTES EVENTLOG [MACHINE.wasm]
//        (the table of telephone numbers lies beside the machine, as phones.txt)

import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

import { replay } from "./host/replay.js";

const [flowFile, logFile, machineFile] = process.argv.slice(2);
if (!flowFile || !logFile) {
  console.error("usage: node Web/replay.mjs FLOWBYTES EVENTLOG [MACHINE.wasm]");
  process.exit(2);
}
try {
  const built = fileURLToPath(new URL("../.build/web/site/portico.wasm", import.meta.url));
  const machine = resolve(machineFile ?? built);
  const module = await WebAssembly.compile(await readFile(machine));
  const phones = () => readFile(new URL("phones.txt", pathToFileURL(machine)));
  const trace = await replay(
    module, await readFile(flowFile), phones, await readFile(logFile, "utf8"));
  process.stdout.write(trace.map((line) => line + "\n").join(""));
} catch (problem) {
  console.error(`replay: ${problem.message}`);
  process.exitCode = 1;
}
