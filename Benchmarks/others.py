"""Other servers that answer a GET: a constant answer of Hummingbird, a service in Go, and the mocks WireMock and moto.

Each answers with the body of a card. moto has no cards, so it keeps the body as an object of S3. The mocks are
installed into `.build/bench-tools` on their first use; Java must be there (Debian package openjdk-17-jre-headless).

The service in Go reads the card from the same database. It needs Debian's golang and golang-github-lib-pq-dev.
"""

import atexit
import base64
import hashlib
import hmac
import http.client
import json
import os
import re
import secrets
import shutil
import subprocess
import sys
import time
from pathlib import Path

from harness import CARDS, ROOT, free_port

TOOLS = ROOT / ".build" / "bench-tools"
PACKAGES = ["wiremock==2.7.0", "moto[server]==5.2.5"]
WARM_SECONDS = 20


class Other:
    """A running server. `requests` turns the requests of an operation into those for this server."""

    def __init__(self, name, command, operations, requests=lambda requests: requests, environment=None):
        self.name, self.operations, self.requests = name, operations, requests
        self.port = free_port()
        self.process = subprocess.Popen(
            [str(part) for part in command(self.port)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
            env={**os.environ, **(environment or {})})
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
        return self._exchange(method, path, body, headers)[0]

    def body(self, path, headers):
        return self._exchange("GET", path, None, headers)[1]

    def _exchange(self, method, path, body, headers):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        connection.request(method, path, body, headers or {})
        answer = connection.getresponse()
        text = answer.read()
        connection.close()
        return answer.status, text

    def close(self):
        self.process.kill()
        self.process.wait()


def constant_answer(program, body, directory):
    file = directory / "answer.json"
    file.write_bytes(body)
    return Other("constant", lambda port: [program, port, file], {"healthz", "getCard"})


def go_service(bank, card, body):
    """Its tokens are those of the cards, signed with a key of its own. It must answer with the same body."""
    key = secrets.token_hex(32)
    query = re.sub(r"^--.*\n", "", Path(__file__).with_name("get-card.sql").read_text())
    program = bank.directory / "go-service"
    subprocess.run(
        ["go", "build", "-o", program, "."], check=True, cwd=Path(__file__).with_name("GoService"),
        env={**os.environ, "GO111MODULE": "off", "GOPATH": "/usr/share/gocode"})
    server = Other(
        "Go", lambda port: [program, port], {"getCard"},
        lambda requests: [(method, path, resigned(token, key), *rest) for method, path, token, *rest in requests],
        {"DATABASE_URL": bank.database_url + "&sslmode=disable&search_path=issuing", "TOKEN_KEY": key,
         "STATEMENT": query.replace(":customer", "$1").replace(":card::uuid", "$2")})
    answered = server.body(card.path, {"Authorization": resigned("Bearer " + card.token, key)})
    if answered != body:
        raise SystemExit(f"The service in Go answers {answered}, and Tessera {body}.")
    return server


def resigned(authorization, key):
    """The same token, signed with another key."""
    signed = authorization.removeprefix("Bearer ").rpartition(".")[0]
    signature = hmac.digest(key.encode(), signed.encode(), hashlib.sha256)
    return f"Bearer {signed}.{base64.urlsafe_b64encode(signature).decode().rstrip('=')}"


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
