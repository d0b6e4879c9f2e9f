// In place of the page while a live document has not been without mistakes yet.

import { problemList, problemsOf } from "./problems.js";

const PERIOD = 1000;
const name = new URLSearchParams(location.search).get("flow");
const place = document.getElementById("notes");
let shown = "";

async function look() {
  try {
    const { flow, problems } = await problemsOf(name);
    if (flow) return location.reload();
    if (JSON.stringify(problems) !== shown) {
      shown = JSON.stringify(problems);
      const note = problemList(problems, { isRunning: false });
      note.classList.add("note");
      place.replaceChildren(note);
    }
  } catch {
    // The server may come back.
  }
  setTimeout(look, PERIOD);
}

look();
