"""SIGKILL in the middle of `portico users import`: the same file again, and nothing is lost or twice."""

import json
import os
import random
import re
import sqlite3
import subprocess
import time

from portico_server import clean_environment

ROUNDS = int(os.environ.get("PORTICO_KILLS", "8"))
BATCH = 200
LINES = 10 * BATCH + 1


def counts(path):
    """Accounts and their addresses, as they lie in the store."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as store:
        assert store.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        return [
            store.execute(f"SELECT count(*) FROM {table}").fetchone()[0]
            for table in ("account", "identifier")
        ]


def test_a_killed_import_is_finished_by_the_same_file(program, tmp_path):
    seed = int(os.environ.get("PORTICO_SEED", time.time_ns() % 1_000_000))
    print(f"seed {seed}")
    chance = random.Random(seed)
    people, path = tmp_path / "people.jsonl", tmp_path / "store.sqlite"
    people.write_text("".join(
        json.dumps({
            "id": str(place), "email": f"person{place}@example.com", "email_verified": True,
            "created_at": "2020-01-02T03:04:05Z", "name": f"Person {place}",
        }) + "\n"
        for place in range(LINES)
    ))
    command = [str(program), "users", "import", str(people), "--store", f"sqlite:{path}", "--new-store"]
    known, kills = 0, 0
    for _ in range(ROUNDS):
        process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=clean_environment()
        )
        # Once something more is in the store than before, at another moment each time.
        ends = time.monotonic() + 60
        while process.poll() is None and time.monotonic() < ends:
            if path.exists():
                try:
                    if counts(path)[0] > known:
                        break
                except sqlite3.OperationalError:
                    pass  # Its tables are not there yet.
            time.sleep(0.001)
        time.sleep(chance.random() * 0.02)
        if process.poll() is None:
            process.kill()
            kills += 1
        _, errors = process.communicate(timeout=60)
        accounts, addresses = counts(path)
        assert accounts == addresses, "an account was made by half"
        assert accounts >= known, "what was imported is gone"
        # Each batch is one transaction; the last one has a line.
        assert accounts % BATCH == 0 or accounts == LINES, errors
        known = accounts
    assert kills > 0, "the import was never killed"
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=120, env=clean_environment()
    )
    assert done.returncode == 0, done.stderr
    made, there = re.search(r"(\d+) accounts created, (\d+) already exist, 0 rejected", done.stdout).groups()
    assert (int(made), int(there)) == (LINES - known, known)
    assert counts(path) == [LINES, LINES]
