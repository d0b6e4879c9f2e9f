"""Reads the text format of Prometheus, strictly."""

import math
import re

SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\]|\\.)*",?)*)\})? (\S+)')
LABEL = re.compile(r'([a-z_]+)="((?:[^"\\]|\\.)*)"')


def read(text):
    """Values by name and labels; fails on anything that a scraper could stumble over."""
    assert text.endswith("\n")
    kinds, values, current = {}, {}, None
    for line in text.splitlines():
        if line.startswith("# HELP "):
            current = line.split(" ")[2]
            assert current not in kinds, f"{current} begins twice"
            assert len(line.split(" ", 3)) == 4
        elif line.startswith("# TYPE "):
            _, _, name, kind = line.split(" ")
            assert name == current and kind in ("counter", "gauge", "histogram"), line
            kinds[name] = kind
        else:
            match = SAMPLE.fullmatch(line)
            assert match, f"no sample: {line}"
            name, labels, value = match.groups()
            suffix = name.removeprefix(current)
            allowed = ("_bucket", "_sum", "_count") if kinds[current] == "histogram" else ("",)
            assert suffix in allowed, line
            key = name, tuple(sorted(LABEL.findall(labels or "")))
            assert key not in values, f"{key} stands twice"
            values[key] = float(value)
            assert values[key] >= 0 and math.isfinite(values[key])
    for name, kind in kinds.items():
        assert kind != "counter" or name.endswith("_total"), name
        if kind == "histogram":
            check_histogram(name, values)
    return Metrics(values)


def check_histogram(name, values):
    series = {}
    for (found, labels), value in values.items():
        if found == f"{name}_bucket":
            others = tuple(pair for pair in labels if pair[0] != "le")
            bound = dict(labels)["le"]
            series.setdefault(others, []).append((float(bound), value))
    for others, buckets in series.items():
        assert buckets == sorted(buckets) and buckets[-1][0] == math.inf, (name, others)
        counts = [count for _, count in buckets]
        assert counts == sorted(counts)
        assert counts[-1] == values[f"{name}_count", others]
        assert (f"{name}_sum", others) in values


class Metrics:
    def __init__(self, values):
        self.values = values

    def __call__(self, name, **labels):
        """The sum of all samples of a name that have these labels."""
        return sum(
            value for (found, pairs), value in self.values.items()
            if found == name and labels.items() <= dict(pairs).items()
        )

    @property
    def names(self):
        return {name for name, _ in self.values}
