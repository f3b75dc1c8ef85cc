"""Other servers that answer a GET: a constant answer of Hummingbird, and the mocks WireMock and moto.

Each answers with the body of a card. moto has no cards, so it keeps the body as an object of S3. The mocks are
installed into `.build/bench-tools` on their first use; Java must be there (Debian package openjdk-17-jre-headless).
"""

import atexit
import http.client
import json
import shutil
import subprocess
import sys
import time

from harness import CARDS, ROOT, free_port

TOOLS = ROOT / ".build" / "bench-tools"
PACKAGES = ["wiremock==2.7.0", "moto[server]==5.2.5"]
WARM_SECONDS = 20


class Other:
    """A running server. `requests` turns the requests of an operation into those for this server."""

    def __init__(self, name, command, operations, requests=lambda requests: requests):
        self.name, self.operations, self.requests = name, operations, requests
        self.port = free_port()
        self.process = subprocess.Popen(
            [str(part) for part in command(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        atexit.register(self.close)
        start = time.monotonic()
        while not self._answers():
            if self.process.poll() is not None or time.monotonic() > start + 60:
                raise SystemExit(f"{name} does not start: {' '.join(map(str, command(self.port)))}")
            time.sleep(0.1)

    def _answers(self):
        try:
            self.send("GET", "/")
            return True
        except OSError:
            return False

    def send(self, method, path, body=None, headers=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer.status

    def close(self):
        self.process.kill()
        self.process.wait()


def constant_answer(program, body, directory):
    file = directory / "answer.json"
    file.write_bytes(body)
    return Other("constant", lambda port: [program, port, file], {"healthz", "getCard"})


def mocks(body, directory):
    tools = installed()
    return [wiremock(tools, body, directory), moto(tools, body)]


def installed():
    if not shutil.which("java"):
        raise SystemExit("WireMock needs Java. As root run: apt-get install openjdk-17-jre-headless")
    wanted = TOOLS / "installed"
    if not wanted.exists() or wanted.read_text() != "\n".join(PACKAGES):
        print(f"Installing {', '.join(PACKAGES)} into {TOOLS}", file=sys.stderr)
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", TOOLS]).returncode
        if made or subprocess.run([TOOLS / "bin/pip", "install", "--quiet", *PACKAGES]).returncode:
            raise SystemExit("The mocks cannot be installed; the lines above say why. Leave out --others.")
        wanted.write_text("\n".join(PACKAGES))
    return TOOLS


def wiremock(tools, body, directory):
    """Without a journal of requests, which would grow without end."""
    jar = next(tools.glob("lib/*/site-packages/wiremock/server/wiremock-standalone-*.jar"))
    mappings = directory / "wiremock" / "mappings"
    mappings.mkdir(parents=True)
    (mappings / "card.json").write_text(json.dumps({
        "request": {"method": "GET", "urlPathPattern": CARDS + "/[^/]+"},
        "response": {"status": 200, "headers": {"Content-Type": "application/json"}, "body": body.decode()}}))
    return Other(
        "WireMock",
        lambda port: ["java", "-jar", jar, "--port", port, "--no-request-journal", "--disable-banner", "--root-dir",
                      mappings.parent], {"getCard"})


def moto(tools, body):
    """Everybody may read the object, or each request would need a signature."""
    server = Other(
        "moto", lambda port: [tools / "bin/moto_server", "--host", "127.0.0.1", "--port", port], {"getCard"},
        lambda requests: [("GET", "/bench/card", "", "", "")] * 2)
    for path, content in (("/bench", None), ("/bench/card", body)):
        if server.send("PUT", path, content, {"x-amz-acl": "public-read"}) != 200:
            raise SystemExit(f"moto refuses PUT {path}")
    return server
