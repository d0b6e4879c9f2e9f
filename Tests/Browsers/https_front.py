"""What stands before a server in the world: TLS, and nothing else."""

import socket
import threading

from sender_peers import Authority


class HTTPSFront:
    """On a port of the loopback address, with a certificate that no browser knows; everything goes to `upstream`, once
    that is set: a host and a port."""

    def __init__(self, folder):
        self.upstream = None
        self._context = Authority(folder).context()
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.origin = f"https://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self):
        while True:
            try:
                client, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(client,), daemon=True).start()

    def _serve(self, client):
        try:
            with self._context.wrap_socket(client, server_side=True) as inner, \
                    socket.create_connection(self.upstream) as outer:
                back = threading.Thread(target=pump, args=(outer, inner), daemon=True)
                back.start()
                pump(inner, outer)
                back.join()
        except OSError:
            # A browser leaves when it likes.
            client.close()

    def close(self):
        self._listener.close()


def pump(source, target):
    try:
        while data := source.recv(65536):
            target.sendall(data)
    except OSError:
        pass
    finally:
        try:
            target.shutdown(socket.SHUT_WR)
        except OSError:
            pass
