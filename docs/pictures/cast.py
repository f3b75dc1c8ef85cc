#!/usr/bin/env python3
"""Records `tessera demo` from the last build, on a terminal of 100 columns: as demo.cast, which asciinema plays, and
its last screen as demo.svg. The times are those of this machine; the service has a seed, so the rest stays the same."""

import fcntl
import html
import json
import os
import pty
import re
import struct
import subprocess
import sys
import tempfile
import termios
import time
import urllib.request
from pathlib import Path

COLUMNS, ROWS = 100, 34
HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PORT = 18980
# No pause is longer when it is played.
LONGEST_PAUSE_SECONDS = 1.5


def main():
    program = os.environ.get("TESSERA") or str(Path(subprocess.check_output(
        ["swift", "build", "--show-bin-path"], cwd=ROOT, text=True).strip()) / "tessera")
    with tempfile.TemporaryDirectory() as folder:
        ports = ["--port", str(PORT), "--sandbox-port", str(PORT + 1), "--merchants-port", str(PORT + 2)]
        with open(Path(folder) / "log", "wb") as log:
            server = subprocess.Popen(
                [program, "serve", "--demo", "--seed", "7", *ports, "--data-dir", f"{folder}/data"],
                stdout=log, stderr=log)
        try:
            wait(server)
            addresses = ["--url", f"http://127.0.0.1:{PORT}", "--sandbox-url", f"http://127.0.0.1:{PORT + 1}"]
            events, status = record([program, "demo", *addresses])
        finally:
            server.terminate()
            server.wait()
    if status:
        sys.exit(f"tessera demo has failed:\n{''.join(text for _, text in events)}")
    write_cast(events)
    write_picture("".join(text for _, text in events))


def wait(server):
    end = time.monotonic() + 60
    while time.monotonic() < end and server.poll() is None:
        try:
            return urllib.request.urlopen(f"http://127.0.0.1:{PORT}/readyz", timeout=2).read()
        except OSError:
            time.sleep(0.2)
    sys.exit("The service does not start.")


def record(command):
    """What the command writes to its terminal, with the seconds since its start, and whether it has failed."""
    child, terminal = pty.fork()
    if not child:
        time.sleep(0.2)  # Until the terminal has its size.
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
    begin, events, rest = time.monotonic(), [], b""
    while True:
        try:
            read = os.read(terminal, 65536)
        except OSError:  # Linux says so when the command has ended.
            break
        rest += read
        # A character may be read in two parts.
        whole = len(rest) if not rest or rest[-1] < 128 else max(rest.rfind(b"\n") + 1, 0)
        if whole:
            events.append((time.monotonic() - begin, rest[:whole].decode()))
            rest = rest[whole:]
    return events, os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


def write_cast(events):
    head = {"version": 2, "width": COLUMNS, "height": ROWS, "idle_time_limit": LONGEST_PAUSE_SECONDS,
            "title": "tessera demo", "env": {"TERM": "xterm-256color"}}
    lines = [head, [0.0, "o", "$ tessera demo\r\n"]] + [[round(at, 3), "o", text] for at, text in events]
    (HERE / "demo.cast").write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines))


def write_picture(text):
    """The last lines, as a terminal shows them. The demo only sets bold, dim and two colours."""
    lines = ("$ tessera demo\n" + text.replace("\r", "")).rstrip("\n").split("\n")[-ROWS:]
    width, line_height, margin = COLUMNS * 8 + 40, 19, 28
    height = len(lines) * line_height + 2 * margin
    rows = "\n".join(
        f'<text x="20" y="{margin + 14 + index * line_height}">{styled(line)}</text>'
        for index, line in enumerate(lines) if line)
    (HERE / "demo.svg").write_text(f"""<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" \
width="{width}" height="{height}" role="img" aria-label="The end of tessera demo on a terminal">
<style>
text {{ font: 13px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; fill: #e6e8ec; white-space: pre }}
.s1 {{ font-weight: 700; fill: #fff }} .s2 {{ fill: #9aa2af }} .s31 {{ fill: #ff8a7a }} .s32 {{ fill: #6fd08c }}
</style>
<rect width="{width}" height="{height}" rx="10" fill="#14171c"/>
{rows}
</svg>
""")


def styled(line):
    parts = re.split(r"\x1b\[(\d+)m", line)
    spans = [html.escape(parts[0])]
    for style, text in zip(parts[1::2], parts[2::2]):
        spans.append(f'<tspan class="s{style}">{html.escape(text)}</tspan>' if style != "0" else html.escape(text))
    return "".join(spans)


main()
