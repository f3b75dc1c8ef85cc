"""A cluster of Postgres, without a service."""

import os
import pwd
import signal
import subprocess
import time
from pathlib import Path

BIN = Path(os.environ.get("BIN", "/usr/lib/postgresql/15/bin"))


class Cluster:
    """A cluster of its own in a folder. As root, it runs as `nobody`."""

    def __init__(self, folder):
        self.folder, self.data = folder, folder / "data"
        self.user = []
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self.user = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        self.environment = {**os.environ, "PGHOST": str(folder), "PGUSER": "owner", "PGDATABASE": "postgres"}
        self.run([BIN / "initdb", "-D", self.data, "-A", "trust", "-U", "owner", "--no-locale", "-E", "UTF8"])
        self.process = None

    def run(self, command):
        subprocess.run([*self.user, *command], check=True, stdout=subprocess.DEVNULL)

    def start(self, *before, settings=()):
        settings = ["listen_addresses=", f"unix_socket_directories={self.folder}", "autovacuum=off", *settings]
        options = [part for setting in settings for part in ("-c", setting)]
        self.process = subprocess.Popen(
            [*self.user, *before, BIN / "postgres", "-D", self.data, *options], stderr=subprocess.DEVNULL)
        while subprocess.run([BIN / "pg_isready", "-q"], env=self.environment).returncode:
            if self.process.poll() is not None:
                raise SystemExit("Postgres does not start")
            time.sleep(0.1)

    def stop(self):
        self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=120)

    def psql(self, *arguments, text=None):
        command = [BIN / "psql", "--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1", *arguments]
        return subprocess.run(
            command, env=self.environment, input=text, check=True, text=True, stdout=subprocess.PIPE).stdout
