"""`make tour`: what it shows is true."""

import subprocess
import sys

from conftest import ROOT


def test_the_tour_walks_to_its_end(site, portico, tmp_path):
    """CMP-1, CMP-2, CMP-8: and leaves a picture of each of its five steps"""
    walked = subprocess.run(
        [sys.executable, ROOT / "scripts" / "tour", "--site", site, "--pictures", tmp_path,
         "--portico", portico],
        capture_output=True, text=True, timeout=600,
    )
    assert walked.returncode == 0, walked.stdout + walked.stderr
    assert len(list(tmp_path.glob("*.png"))) == 5
    assert "error: failure-not-handled" in walked.stdout
