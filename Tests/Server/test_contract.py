"""The API against its document, with schemathesis: every operation, in every way it can be called."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

HERE = Path(__file__).parent
CHECKS = "not_a_server_error,response_schema_conformance,status_code_conformance"
SEED = os.environ.get("PORTICO_SEED", "20261121")
EXAMPLES = os.environ.get("PORTICO_EXAMPLES", "10")


def operations(server):
    from api_client import Client

    document = yaml.safe_load(Client(server).call("GET", "/openapi.yaml").raw)
    return {
        operation["operationId"]: operation
        for methods in document["paths"].values()
        for method, operation in methods.items()
        if method != "parameters"
    }


@pytest.mark.parametrize("credentials", ["none", "compat", "bound"])
@pytest.mark.long
def test_generated_calls_find_nothing(server, tmp_path, credentials):
    """Positive and negative data, wrong methods and content types, over all operations."""
    counts = tmp_path / "counts.json"
    command = [Path(sys.executable).with_name("schemathesis"), "run"]
    command += [f"{server.origin}/openapi.yaml", "--checks", CHECKS, "--mode", "all"]
    # Each boundary of each value is the same with all credentials, so with the others it is for long runs.
    systematic = credentials == "bound" or int(EXAMPLES) > 10
    examples = EXAMPLES if systematic else str(max(1, int(EXAMPLES) // 2))
    command += ["--max-examples", examples, "--seed", SEED, "--continue-on-failure"]
    command += ["--generation-database", "none", "--generation-allow-x00", "true"]
    phases = "examples,coverage,fuzzing" if systematic else "examples,fuzzing"
    command += ["--phases", phases, "--no-color", "--warnings", "off"]
    command += ["--suppress-health-check", "all"]
    print(f"seed {SEED}: PORTICO_SEED={SEED} for the same calls again")
    result = subprocess.run(
        command, cwd=tmp_path, text=True, capture_output=True, timeout=1800,
        env=os.environ
        | {
            "SCHEMATHESIS_HOOKS": str(HERE / "contract_hooks.py"), "PYTHONPATH": str(HERE),
            "PORTICO_CREDENTIALS": credentials, "PORTICO_ORIGIN": server.origin,
            "PORTICO_SEED": SEED, "PORTICO_COUNTS": str(counts), "NO_PROXY": "127.0.0.1",
        },
    )
    print(result.stdout[-6000:], result.stderr[-3000:])
    assert result.returncode == 0, "schemathesis found something; see above"

    answers = json.loads(counts.read_text())
    # The page that the document itself comes from is none of schemathesis' operations.
    wanted = set(operations(server)) - {"openapi"}
    assert set(answers) == wanted
    succeeded = {
        name for name, seen in answers.items() if any(s in seen for s in ("200", "201"))
    }
    print(f"{len(succeeded)} of {len(wanted)} operations succeeded; not {sorted(wanted - succeeded)}")
    # With credentials authorized operations are really reached, and no limit turns calls away.
    assert len(succeeded) >= (5 if credentials == "none" else 28)
    for name, seen in answers.items():
        turned_away = {"401", "429", "405", "415", "204"}
        is_enough = credentials == "none" or not systematic or name == "requestCrumb"
        assert is_enough or set(seen) - turned_away, (
            f"{name} was never reached: {seen}"
        )
