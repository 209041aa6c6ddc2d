# SPDX-License-Identifier: Apache-2.0
"""What the tests of tests/net share: a served run, a free port, a WebSocket client, and a way to skip."""
import base64
import json
import os
import re
import shutil
import socket
import struct
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def skip(why):
    print(f"skipped: {why}", file=sys.stderr)
    sys.exit(77)


def program(name, package):
    """The path of a program that no build needs; without it the test is skipped."""
    path = shutil.which(name)
    if path is None:
        skip(f"{name} is not installed (package: {package})")
    return path


def free_port():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        return s.getsockname()[1]


class Served:
    """headroom-cli serve of a scenario, on a port of its own; ends with the block."""

    def __init__(self, cli, *arguments, port=0):
        self.process = subprocess.Popen([cli, "serve", "--bind", f"127.0.0.1:{port}", "--operate", "--quiet", *arguments],
                                        stdout=subprocess.PIPE, text=True)
        self.url = re.search(r"http://\S+", self.process.stdout.readline()).group(0)
        self.token = re.search(r"#token=(\S+)", self.process.stdout.readline()).group(1)
        self.port = int(re.search(r":(\d+)/", self.url).group(1))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        self.process.terminate()
        code = self.process.wait(30)
        assert code == 130, f"the server ended with {code}"


class WebSocket:
    """Texts over WebSocket (RFC 6455), as much of it as the tests need."""

    def __init__(self, port, path, origin=None, token=None):
        self.socket = socket.create_connection(("127.0.0.1", port), 30)
        key = base64.b64encode(os.urandom(16)).decode()
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Version: 13"] + ([f"Origin: {origin}"] if origin else []) + (
                     [f"Authorization: Bearer {token}"] if token else [])
        self.socket.sendall(("\r\n".join(lines) + "\r\n\r\n").encode())
        self.pending = b""
        while b"\r\n\r\n" not in self.pending:
            self._more()
        head, self.pending = self.pending.split(b"\r\n\r\n", 1)
        assert b" 101 " in head.split(b"\r\n")[0], head

    def _more(self):
        got = self.socket.recv(1 << 20)
        if not got:
            raise EOFError("closed")
        self.pending += got

    def _take(self, count):
        while len(self.pending) < count:
            self._more()
        taken, self.pending = self.pending[:count], self.pending[count:]
        return taken

    def send(self, text, opcode=1):
        data, mask = text.encode() if isinstance(text, str) else text, os.urandom(4)
        size = len(data)
        head = bytes([0x80 | opcode]) + (bytes([0x80 | size]) if size < 126 else bytes([0xFE]) + struct.pack(">H", size)
                                         if size < 65536 else bytes([0xFF]) + struct.pack(">Q", size))
        self.socket.sendall(head + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(data)))

    def hear(self):
        """The next text, whole."""
        text = b""
        while True:
            first, size = self._take(2)
            if size >= 126:
                size = struct.unpack(">H" if size == 126 else ">Q", self._take(2 if size == 126 else 8))[0]
            data = self._take(size)
            if first & 15 == 9:
                self.send(data, 10)
            elif first & 15 == 8:
                raise EOFError(f"closed: {data!r}")
            else:
                text += data
                if first & 0x80:
                    return text.decode()


class Page:
    """One page of a headless Chromium, driven over its DevTools protocol."""

    def __init__(self, port, socket_url):
        self.socket = WebSocket(port, "/" + socket_url.split("/", 3)[3])
        self.number = 0
        self.faults = []
        self.do("Page.enable")
        self.do("Runtime.enable")
        self.do("Log.enable")

    def do(self, method, **params):
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "method": method, "params": params}))
        while True:
            told = json.loads(self.socket.hear())
            if told.get("id") == self.number:
                assert "error" not in told, (method, told["error"])
                return told["result"]
            if told.get("method") == "Runtime.exceptionThrown":
                self.faults.append(told["params"]["exceptionDetails"].get("exception", {}).get("description"))
            elif told.get("method") == "Log.entryAdded" and told["params"]["entry"]["level"] == "error":
                self.faults.append(told["params"]["entry"]["text"])

    def value(self, script):
        return self.do("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)["result"].get("value")

    def picture(self, path):
        data = self.do("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))
