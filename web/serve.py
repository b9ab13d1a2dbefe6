"""Serves the folder dist for development: nothing is kept by the browser itself, and WebAssembly has its type."""

import sys
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(SimpleHTTPRequestHandler):
    extensions_map = {**SimpleHTTPRequestHandler.extensions_map, ".wasm": "application/wasm", ".js": "text/javascript"}

    def end_headers(self):
        self.send_header("Cache-Control", "no-store")
        super().end_headers()

    def log_message(self, *_):
        pass


folder = Path(__file__).parent / "dist"
server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), partial(Handler, directory=folder))
print(f"http://127.0.0.1:{server.server_port}/", flush=True)
server.serve_forever()
