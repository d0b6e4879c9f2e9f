"""`portico serve --flow`: what the terminal says of the document."""

import subprocess
import threading

from portico_server import clean_environment


def test_what_is_wrong_with_the_document_is_told_in_the_terminal(program, tmp_path):
    (tmp_path / "bad.flow.yaml").write_text("flow: bad\nversion: 1\ninitial: nowhere\nscreens: {a: {}}\n")
    (tmp_path / "page").mkdir()
    (tmp_path / "page" / "index.html").write_text("<!doctype html><title>Page</title>")
    server = subprocess.Popen(
        [program, "serve", "--flow", "bad.flow.yaml", "--web", "page", "--port", "0",
         "--store", "sqlite:new.sqlite"],
        cwd=tmp_path, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
        text=True, env=clean_environment(),
    )
    timer = threading.Timer(30, server.kill)
    timer.start()
    try:
        lines = iter(server.stderr.readline, "")
        told = next((line for line in lines if line.startswith("bad.flow.yaml")), "")
        assert told.startswith("bad.flow.yaml:3:10: error: unknown-name: "), told
    finally:
        timer.cancel()
        server.terminate()
        server.communicate(timeout=30)


def test_a_folder_in_place_of_the_document_is_refused(program, tmp_path):
    run = subprocess.run(
        [program, "serve", "--flow", ".", "--port", "0"], cwd=tmp_path,
        stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
        env=clean_environment(),
    )
    assert run.returncode == 78 and run.stdout == "", run
    assert run.stderr == "portico serve: --flow: cannot read '.': it is a folder\n"
