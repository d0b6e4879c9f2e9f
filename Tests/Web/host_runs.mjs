// Holds the page's host to runs of another one (Tests/HostRuns): the same events, the same faults of storage and the
// same kills have to lead to the same actions and lines of the trace, byte for byte. Runs in Node and in the page.

/** Fails as `WriteFault` does. */
class Storage {
  journal = new Uint8Array();
  secrets = new Map();
  preferences = new Map();
  #fault;
  #count = 0;
  #StorageProblem;

  constructor(fault, StorageProblem) {
    this.#fault = fault;
    this.#StorageProblem = StorageProblem;
  }

  check(adds) {
    this.#count += 1;
    const { kind, write } = this.#fault;
    const fails = kind === "once" ? this.#count === write : this.#count >= write && (kind === "onwards" || adds);
    if (fails && !this.isMended) throw new this.#StorageProblem(new Error("simulated"));
  }

  get ports() {
    return {
      journal: {
        write: async (bytes, { replaces }) => {
          this.check(true);
          this.journal = replaces ? bytes : joined(this.journal, bytes);
        },
        setAside: async () => {
          this.check(false);
          this.journal = new Uint8Array();
        },
        writePreference: async (name, json) => {
          this.check(json !== undefined);
          if (json === undefined) this.preferences.delete(name);
          else this.preferences.set(name, json);
        },
      },
      secrets: {
        names: async () => this.names,
        read: async (names) => names.map((name) => this.secrets.get(name) ?? null),
        // As `SimulatedSecrets` does: equal secrets have equal marks.
        mark: async (secret, name) => {
          let sum = 14695981039346656037n;
          for (const byte of new TextEncoder().encode(name + secret)) {
            sum = ((sum ^ BigInt(byte)) * 1099511628211n) & 0xffffffffffffffffn;
          }
          return sum.toString(16);
        },
        write: async (changes) => {
          this.check(changes.some(({ value }) => value !== undefined));
          for (const { name, value } of changes) {
            if (value === undefined) this.secrets.delete(name);
            else this.secrets.set(name, value);
          }
        },
      },
    };
  }

  get names() {
    return [...this.secrets.keys()].sort(byParts);
  }
}

/** As the simulated device sorts: a fact before its seals. */
function byParts(left, right) {
  const [a, b] = [left, right].map((name) => name.replaceAll("/", "\0"));
  return a < b ? -1 : a > b ? 1 : 0;
}

function joined(first, second) {
  const bytes = new Uint8Array(first.length + second.length);
  bytes.set(first);
  bytes.set(second, first.length);
  return bytes;
}

/**
 * Plays the runs of one flow.
 *
 * @param host `Machine`, `Process` and `StorageProblem` of the page.
 * @param parts of the machine.
 * @param flow the bytes of the compiled flow.
 * @param lines the runs, as HostRuns prints them.
 * @returns `{runs, actions, problems}`.
 */
export async function playRuns({ Machine, Process, StorageProblem }, parts, flow, lines) {
  /** Hands out each action as the machine wrote it. */
  class Watched extends Machine {
    async text(name, ...call) {
      const text = await super.text(name, ...call);
      if (text === "" || (name !== "portico_next" && name !== "portico_take")) return text;
      return this.watch(text);
    }
  }

  const sum = { runs: 0, actions: 0, problems: [] };
  let run, storage, process, expected, position;
  let at = 0;

  const fail = (message) => {
    if (sum.problems.length < 20) sum.problems.push(`${run.run}: ${message}`);
  };

  /** The actions that have to follow a launch or an event, and whether the app dies behind them. */
  const readExpected = () => {
    expected = [];
    position = 0;
    while (lines[at]?.startsWith('{"action":')) expected.push(JSON.parse(lines[at++]).action);
    return lines[at]?.startsWith('{"killed":') ?? false;
  };

  const watch = (dies) => (text) => {
    if (position === expected.length && dies) {
      process.end();
      return "";
    }
    if (text !== expected[position]) {
      fail(`action ${position + 1} is\n  ${text}\nand was\n  ${expected[position] ?? "none"}`);
      process.end();
      return "";
    }
    position += 1;
    sum.actions += 1;
    return text;
  };

  const settle = async (what) => {
    await process.settled;
    if (position < expected.length) fail(`${what}: this was not performed: ${expected[position]}`);
  };

  while (at < lines.length) {
    const line = JSON.parse(lines[at++]);
    if (line.run) {
      run = line;
      storage = new Storage(run, StorageProblem);
      process = null;
      sum.runs += 1;
    } else if (line.stored) {
      storage.secrets = new Map(Object.entries(line.stored.secrets));
      storage.preferences = new Map(Object.entries(line.stored.preferences));
    } else if (line.mended) {
      storage.isMended = true;
    } else if (line.launch) {
      const machine = await Watched.start(parts);
      await machine.load(flow);
      machine.watch = watch(readExpected());
      process = new Process(machine, {
        ...storage.ports, now: () => run.event.at, entropy: () => run.event.entropy,
        outside() {}, performed() {}, stepped() {}, stored() {}, async settled() {},
        broke: (problem) => fail(problem.stack),
      });
      const preferences = Object.fromEntries(storage.preferences);
      await machine.begin({ ...line.launch, preferences, secrets: storage.names }, storage.journal);
      process.machine = machine;
      process.begin();
      await settle("launch");
    } else if (line.event) {
      const { at: now, entropy, ...happened } = JSON.parse(line.event);
      run.event = { at: now, entropy };
      process.machine.watch = watch(readExpected());
      process.take(happened, line.body);
      await settle(line.event);
    } else if (line.killed) {
      process.end();
    } else if (line.reinstall) {
      storage.journal = new Uint8Array();
      storage.preferences.clear();
    }
  }
  return sum;
}
