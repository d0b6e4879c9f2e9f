"""Serves the page's files, and takes what the page posts to its own origin."""

import functools
import threading
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer


class PageServer:
    """Answers on a free port of the loopback address until it is closed."""

    def __init__(self, folder):
        self.posted = []
        self.status = 200
        server = self

        class Handler(SimpleHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"] or 0))
                server.posted.append((self.path, self.headers, body))
                self.send_response(server.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self._http = ThreadingHTTPServer(
            ("127.0.0.1", 0), functools.partial(Handler, directory=folder)
        )
        self._http.daemon_threads = True
        self.origin = f"http://127.0.0.1:{self._http.server_port}"
        self._thread = threading.Thread(target=self._http.serve_forever, daemon=True)
        self._thread.start()

    def close(self):
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()
