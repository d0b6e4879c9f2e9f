"""The alerts of docs/operations/alerts.yaml: each fires for its fault, by promtool and in a Prometheus that scrapes a
real server."""

import json
import re
import subprocess
from pathlib import Path

import pytest
import yaml

from alert_figures import FAULTS, HARMLESS, ORDINARY, changed, played
from api_client import Client

RULES = Path(__file__).resolve().parents[2] / "docs" / "operations" / "alerts.yaml"
ALERTS = {
    rule["alert"]: rule for group in yaml.safe_load(RULES.read_text())["groups"] for rule in group["rules"]}


def promtool(*arguments, folder=None):
    return subprocess.run(
        ["promtool", *arguments], cwd=folder, capture_output=True, text=True, timeout=300)


def expected(alert, series, minute):
    """What promtool has to find: that the alert fires, whatever its labels."""
    return {
        "interval": "1m", "input_series": played(series, minute + 5),
        "promql_expr_test": [{
            "expr": f'count(ALERTS{{alertname="{alert}",alertstate="firing"}})',
            "eval_time": f"{minute}m", "exp_samples": [{"labels": "{}", "value": 1}]}],
    }


def quiet(series, minute):
    return {
        "interval": "1m", "input_series": played(series, minute + 5),
        "promql_expr_test": [{
            "expr": 'count by (alertname) (ALERTS{alertstate="firing"})',
            "eval_time": f"{minute}m", "exp_samples": []}],
    }


def play(tests, folder, rules=None, every="1m"):
    (folder / "alerts.yaml").write_text(rules or RULES.read_text())
    (folder / "cases.yaml").write_text(json.dumps(
        {"rule_files": ["alerts.yaml"], "evaluation_interval": every, "tests": tests}))
    return promtool("test", "rules", "cases.yaml", folder=folder)


def test_promtool_accepts_the_rules_and_no_others(tmp_path):
    run = promtool("check", "rules", str(RULES))
    assert run.returncode == 0, run.stdout + run.stderr
    broken = tmp_path / "alerts.yaml"
    broken.write_text(RULES.read_text().replace("sum by (channel) (", "sum by (channel) ", 1))
    assert promtool("check", "rules", str(broken)).returncode != 0


def test_each_alert_fires_for_its_fault(tmp_path):
    assert FAULTS.keys() == ALERTS.keys(), "each alert has a fault in alert_figures.py"
    for is_long, every in ((False, "1m"), (True, "15m")):
        # An alert that compares days is looked at now and then.
        run = play(
            [expected(alert, series, minute) for alert, (minute, series) in FAULTS.items()
             if (minute > 1_000) == is_long], tmp_path, every=every)
        assert run.returncode == 0, run.stdout + run.stderr


def test_no_alert_fires_on_an_ordinary_day_or_near_a_fault(tmp_path):
    run = play([quiet(series, 150) for series in [ORDINARY, *HARMLESS.values()]], tmp_path)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.mark.parametrize(
    "alert, right, wrong",
    [("PorticoFaults", "> 0.01", "> 1"), ("PorticoDisk", "< 0.1 *", "< 0.01 *"), ("PorticoClock", "abs(", "("),
     ("PorticoConnectionsFull", 'reason=~"full|displaced"', 'reason="slow"')])
def test_a_rule_that_misses_its_fault_is_noticed(tmp_path, alert, right, wrong):
    rules = RULES.read_text()
    assert right in rules
    minute, series = FAULTS[alert]
    if alert == "PorticoClock":
        # Behind as well as ahead.
        series = changed(clock_seconds="4+60x5 -8640000+60x{n}")
    tests = [expected(alert, series, minute)]
    assert play(tests, tmp_path).returncode == 0
    assert play(tests, tmp_path, rules.replace(right, wrong)).returncode != 0


def test_the_server_has_every_figure_that_a_rule_asks_for(server):
    answer = Client(server).call("GET", "/metrics")
    declared = set(re.findall(r"(?m)^# TYPE (\S+)", answer.raw.decode()))
    asked = set(re.findall(r"\b(?:portico|process)_[a-z_]+", " ".join(rule["expr"] for rule in ALERTS.values())))
    asked = {name.removesuffix("_bucket") for name in asked}
    assert asked <= declared, asked - declared
    assert len(asked) > 15


def test_every_alert_says_what_is_wrong_and_what_to_do():
    for name, rule in ALERTS.items():
        assert rule["labels"]["severity"] in ("page", "ticket"), name
        assert rule["annotations"].keys() == {"summary", "remedy"}, name
    manual = (RULES.parents[1] / "operations.md").read_text()
    assert not {name for name in ALERTS if f"`{name}`" not in manual}

