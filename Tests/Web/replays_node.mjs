// Replays event logs in Node, one for each line `[FLOW, LOG]` of standard input, and answers each with a line:
// `{"trace":…}`, or `{"problem":…}`. usage: node replays_node.mjs SITE

import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";

import { Machine } from "../../Web/host/machine.js";
import { whole } from "../../Web/host/parts.js";
import { replay } from "../../Web/studio/replay.js";

const [site] = process.argv.slice(2);
const first = await readFile(`${site}/portico.wasm`);
// Each machine comes upon a gap, and what fills it is compiled once, as in the page.
let filled;
const fill = async (rest) => WebAssembly.compile(whole(first, await readFile(`${site}/${rest}`)));
const parts = {
  first: await WebAssembly.compile(first),
  whole: (rest) => (filled ??= fill(rest)),
  phones: () => readFile(`${site}/phones.txt`),
};
for await (const line of createInterface({ input: process.stdin })) {
  const [flow, log] = JSON.parse(line);
  console.log(JSON.stringify(await answer(flow, log)));
}

async function answer(flow, log) {
  try {
    const trace = await replay(Machine, parts, await readFile(`${site}/flows/${flow}.flow`), log);
    return { trace: trace.map((line) => line + "\n").join("") };
  } catch (problem) {
    return { problem: problem.message };
  }
}
