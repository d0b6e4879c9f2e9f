// Replays an event log: a launch line, then inputs, perhaps further launches. Equal logs give equal
// traces on every host.

import { Machine } from "./machine.js";

/**
 * @param module the compiled WebAssembly module.
 * @param flow the bytes of the compiled flow.
 * @param phones gets the bytes of the table of telephone numbers, where the flow wants it.
 * @param log JSON lines, the first one a launch.
 * @returns the lines of the trace, one for each line of the log.
 */
export async function replay(module, flow, phones, log) {
  const trace = [];
  let machine = null;
  for (const [index, line] of log.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      if (line.startsWith('{"launch":')) {
        machine = await Machine.start(module);
        await machine.loadWith(flow, phones);
        trace.push(machine.launch(line));
      } else {
        if (!machine) throw new Error("a log begins with a launch line");
        trace.push(machine.step(line));
      }
    } catch (problem) {
      throw new Error(`line ${index + 1}: ${problem.message}`, { cause: problem });
    }
  }
  return trace;
}
