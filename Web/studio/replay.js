// Replays an event log: a launch line, then inputs, perhaps further launches. Equal logs give equal
// traces on every host. Runs in browsers and in Node.

/**
 * @param Machine the class of that name (host/machine.js).
 * @param parts of the machine.
 * @param flow the bytes of the compiled flow.
 * @param log JSON lines, the first one a launch.
 * @returns the lines of the trace, one for each line of the log.
 */
export async function replay(Machine, parts, flow, log) {
  const trace = [];
  let machine = null;
  for (const [index, line] of log.split("\n").entries()) {
    if (line.trim() === "") continue;
    try {
      if (line.startsWith('{"launch":')) {
        machine = await Machine.start(parts);
        await machine.load(flow);
        trace.push(await machine.launch(line));
      } else {
        if (!machine) throw new Error("a log begins with a launch line");
        trace.push(await machine.step(line));
      }
    } catch (problem) {
      throw new Error(`line ${index + 1}: ${problem.message}`, { cause: problem });
    }
  }
  return trace;
}
