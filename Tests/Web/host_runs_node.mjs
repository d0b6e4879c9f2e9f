// Plays runs from standard input on the page's host in Node: node host_runs_node.mjs SITE FLOW < RUNS

import { readFile } from "node:fs/promises";
import { text } from "node:stream/consumers";

import { Machine } from "../../Web/host/machine.js";
import { whole } from "../../Web/host/parts.js";
import { StorageProblem } from "../../Web/host/problems.js";
import { Process } from "../../Web/host/process.js";
import { playRuns } from "./host_runs.mjs";

const [site, flow] = process.argv.slice(2);
const first = await readFile(`${site}/portico.wasm`);
// Each machine comes upon a gap, and what fills it is compiled once, as in the page.
let filled;
const fill = async (rest) => WebAssembly.compile(whole(first, await readFile(`${site}/${rest}`)));
const parts = {
  first: await WebAssembly.compile(first),
  whole: (rest) => (filled ??= fill(rest)),
  phones: () => readFile(`${site}/phones.txt`),
};
const lines = (await text(process.stdin)).split("\n").filter((line) => line !== "");
const sum = await playRuns(
  { Machine, Process, StorageProblem }, parts, await readFile(`${site}/flows/${flow}.flow`), lines);
console.log(JSON.stringify(sum));
