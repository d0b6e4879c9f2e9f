"""Who reads the log may stop, and the server goes on."""

import json
import os
import signal
import subprocess
import threading

from portico_server import PorticoServer, clean_environment
from raw_http import RawConnection, request


def test_a_log_that_nobody_reads_stops_no_request_and_no_end(program, tmp_path):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [str(program), "serve", "--dev", "--port", "0", "--log", "json", "--store", f"sqlite:{tmp_path}/s.sqlite"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writing, text=True, env=clean_environment())
    os.close(writing)
    try:
        address = process.stdout.readline().split("http://")[1].strip()
        server = PorticoServer(program, tmp_path)
        server.origin = f"http://{address}"
        connection = RawConnection(server)
        # A pipe holds 64 KiB; each line has about 150 bytes.
        for _ in range(800):
            connection.send(request("GET", "/apiversions"))
            assert connection.answer()[0] == 200
        connection.send(request("GET", "/health/ready"))
        assert connection.answer()[0] == 200
        connection.close()
        read = []
        process.send_signal(signal.SIGTERM)
        # What waited comes at the end, and no line is missing.
        reader = threading.Thread(target=lambda: read.append(open(reading, encoding="utf8").read()))
        reader.start()
        assert process.wait(30) == 0
        reader.join(30)
        lines = [json.loads(line) for line in read[0].splitlines()]
        assert sum(line["message"] == "request" for line in lines) >= 800
        assert lines[-1]["message"] == "stopped"
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


def test_the_server_ends_although_nobody_reads_the_log(program, tmp_path):
    reading, writing = os.pipe()
    process = subprocess.Popen(
        [str(program), "serve", "--dev", "--port", "0", "--log", "json", "--store", f"sqlite:{tmp_path}/s.sqlite"],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=writing, text=True, env=clean_environment())
    try:
        process.stdout.readline()
        os.set_blocking(writing, False)
        try:
            while True:
                os.write(writing, b"x" * 4_096)
        except BlockingIOError:
            os.set_blocking(writing, True)
        process.send_signal(signal.SIGTERM)
        assert process.wait(30) == 0
    finally:
        process.kill()
        process.wait()
        process.stdout.close()
        os.close(reading)
        os.close(writing)
