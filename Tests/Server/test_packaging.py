"""What the Debian package is made of, as far as no package is needed for it (Tests/Package installs one)."""

import json
import re
import shlex
import subprocess
from pathlib import Path

import pytest

from portico_server import clean_environment

ROOT = Path(__file__).resolve().parents[2]
UNIT = ROOT / "Packaging" / "debian" / "portico.service"
SAMPLE = ROOT / "Packaging" / "portico.yaml"


def analyze(*arguments):
    return subprocess.run(
        ["systemd-analyze", *arguments], capture_output=True, text=True, timeout=120)


def verified(text, program, folder):
    """What systemd has to say of a unit, with the program where it was built."""
    unit = folder / "portico.service"
    unit.write_text(text.replace("/usr/bin/portico", str(program)))
    run = analyze("verify", "--man=no", str(unit))
    # A unit that it reads with complaints is one that it runs without what it complains of.
    return run.returncode, run.stderr.strip()


def test_systemd_accepts_every_line_of_the_unit(program, tmp_path):
    assert verified(UNIT.read_text(), program, tmp_path) == (0, "")


@pytest.mark.parametrize(
    "right, wrong",
    [("ProtectClock=", "ProtectClok="), ("Type=notify", "Type=notified"),
     ("@system-service", "@system-servis"), ("/usr/bin/portico", "/usr/bin/portica")],
)
def test_a_mistake_in_the_unit_is_noticed(program, tmp_path, right, wrong):
    text = UNIT.read_text()
    assert right in text
    _, complaint = verified(text.replace(right, wrong), program, tmp_path)
    assert wrong.partition("=")[0].split("/")[-1].strip("@") in complaint or "notified" in complaint


def test_the_unit_leaves_the_service_little_to_do_harm_with(tmp_path):
    """By systemd's own measure, from 0 to 100: below 20, where a unit with none of it is near 100."""
    def exposed(text):
        unit = tmp_path / "portico.service"
        unit.write_text(text)
        return analyze("security", "--offline=true", "--threshold=20", str(unit)).returncode != 0

    assert not exposed(UNIT.read_text())
    assert exposed("[Service]\nUser=portico\nExecStart=/usr/bin/portico serve\n")


def test_the_manual_page_names_every_command_and_option(program, tmp_path):
    page = tmp_path / "portico.1"
    page.write_text(subprocess.run(
        [ROOT / "scripts" / "manual-page", program], capture_output=True, text=True, check=True,
        env=clean_environment()).stdout)
    # Set wide, so that no word is broken.
    shown = subprocess.run(
        ["man", "--warnings", "--local-file", "--encoding=UTF-8", str(page)],
        capture_output=True, text=True, check=True, timeout=120,
        env=clean_environment(MANWIDTH="2000", LC_ALL="C.UTF-8", MAN_KEEP_FORMATTING=""))
    assert shown.stderr == "", "roff complains of the page"
    text = re.sub(r"[‐‑−]", "-", shown.stdout)
    described = json.loads(subprocess.run(
        [program, "--experimental-dump-help"], capture_output=True, text=True, check=True,
        env=clean_environment()).stdout)
    sections = {
        heading.strip(): body for heading, body in
        re.findall(r"(?ms)^   (portico [^\n]+)\n(.*?)(?=^   \S|^\S|\Z)", text)}
    commands = 0

    def look(command, path):
        nonlocal commands
        below = [one for one in command.get("subcommands", []) if one["shouldDisplay"]]
        for one in below:
            if one["commandName"] != "help":
                look(one, f"{path} {one['commandName']}")
        if below:
            return
        commands += 1
        body = sections[path]
        assert command["abstract"].replace("`", "") in body, path
        for argument in command["arguments"]:
            for name in argument.get("names") or []:
                if argument["shouldDisplay"] and name["name"] not in ("h", "help", "version"):
                    assert re.search(rf"(?m)^ .*-{name['name']}\b", body), f"{path}: {name['name']}"

    look(described["command"], "portico")
    assert commands == len(sections) > 20
    for hidden in ("client-table", "contract-table"):
        assert hidden not in text, "what is hidden stays hidden"
    whatis = subprocess.run(["lexgrog", str(page)], capture_output=True, text=True, check=True)
    assert '"portico - ' in whatis.stdout


def sample_check(program, folder, text):
    file = folder / "portico.yaml"
    file.write_text(text)
    file.chmod(0o600)
    key = folder / "master.key"
    if not key.exists():
        key.write_text("5a3c" * 16)
        key.chmod(0o600)
    return subprocess.run(
        [program, "config", "check", "--config", file], capture_output=True, text=True, timeout=60,
        env=clean_environment())


def test_the_sample_configuration_lacks_the_address_and_nothing_else(program, tmp_path):
    text = SAMPLE.read_text().replace("/var/lib/portico/", f"{tmp_path}/")
    run = sample_check(program, tmp_path, text)
    assert run.returncode != 0 and "--public-url is not set" in run.stdout + run.stderr
    assert len((run.stdout + run.stderr).strip().splitlines()) == 1, run.stdout + run.stderr
    run = sample_check(program, tmp_path, text.replace("#public_url", "public_url"))
    assert run.returncode == 0, run.stdout + run.stderr


def test_every_line_of_the_sample_that_is_commented_out_is_a_setting(program, tmp_path):
    """All uncommented, except for the second store and files that an operator has to write first."""
    lines = []
    for line in SAMPLE.read_text().replace("/var/lib/portico/", f"{tmp_path}/").splitlines():
        setting = re.match(r"#([a-z_]+): ", line)
        if setting and setting[1] in ("store", "markets", "providers"):
            continue
        lines.append(line[1:] if setting else line)
    text = "\n".join(lines).replace('password: ""', "password: x").replace('token: ""', "token: x")
    run = sample_check(program, tmp_path, text)
    assert run.returncode == 0, run.stdout + run.stderr


def test_the_manual_shows_the_unit_that_the_package_installs():
    manual = (ROOT / "docs" / "operations.md").read_text()
    [shown] = re.findall(r"```ini\n(\[Unit\]\n.*?)```", manual, re.S)
    assert shown == UNIT.read_text()


def test_the_container_starts_what_the_unit_starts():
    container = (ROOT / "Packaging" / "Containerfile").read_text()
    entry = json.loads(re.search(r"(?m)^ENTRYPOINT (.*)$", container)[1])
    entry += json.loads(re.search(r"(?m)^CMD (.*)$", container)[1])
    assert shlex.split(re.search(r"(?m)^ExecStart=(.*)$", UNIT.read_text())[1]) == entry
