"""A cluster of Postgres, without a service, and one of several machines, which Citus spreads tables over."""

import os
import pwd
import secrets
import signal
import subprocess
import time
from pathlib import Path

BIN = Path(os.environ.get("BIN", "/usr/lib/postgresql/15/bin"))


class Cluster:
    """A cluster of its own in a folder. As root, it runs as `nobody`.

    Only its user may use the socket, and whoever connects otherwise needs the password.
    """

    def __init__(self, folder, programs=BIN, password=None):
        self.folder, self.data, self.programs = folder, folder / "data", programs
        self.user = []
        if os.geteuid() == 0:
            nobody = pwd.getpwnam("nobody")
            os.chown(folder, nobody.pw_uid, nobody.pw_gid)
            self.user = ["setpriv", f"--reuid={nobody.pw_uid}", f"--regid={nobody.pw_gid}", "--clear-groups"]
        self.password = password or secrets.token_hex(16)
        # The server reads it, too, when it connects to other machines.
        passwords, first = self.write("passwords", f"*:*:*:owner:{self.password}"), self.write("first", self.password)
        self.environment = {
            **os.environ, "PGHOST": str(folder), "PGUSER": "owner", "PGDATABASE": "postgres",
            "PGPASSFILE": str(passwords),
        }
        self.run([
            programs / "initdb", "-D", self.data, "--auth-local=trust", "--auth-host=scram-sha-256",
            f"--pwfile={first}", "-U", "owner", "--no-locale", "-E", "UTF8",
        ])
        self.process = None

    def write(self, name, text):
        """A file that only the cluster's user may read."""
        file = self.folder / name
        file.touch(mode=0o600)
        file.write_text(text + "\n")
        if self.user:
            nobody = pwd.getpwnam("nobody")
            os.chown(file, nobody.pw_uid, nobody.pw_gid)
        return file

    def run(self, command):
        subprocess.run([*self.user, *command], check=True, stdout=subprocess.DEVNULL)

    def start(self, *before, settings=()):
        settings = [
            "listen_addresses=", f"unix_socket_directories={self.folder}", "unix_socket_permissions=0700",
            "autovacuum=off", *settings,
        ]
        options = [part for setting in settings for part in ("-c", setting)]
        self.process = subprocess.Popen(
            [*self.user, *before, self.programs / "postgres", "-D", self.data, *options], stderr=subprocess.DEVNULL,
            env=self.environment)
        try:
            while subprocess.run([self.programs / "pg_isready", "-q"], env=self.environment).returncode:
                if self.process.poll() is not None:
                    raise SystemExit("Postgres does not start")
                time.sleep(0.1)
        except BaseException:
            self.stop()
            raise

    def stop(self):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGINT)
        self.process.wait(timeout=120)

    def psql(self, *arguments, text=None):
        options = ["--quiet", "--no-align", "--tuples-only", "--set=ON_ERROR_STOP=1"]
        command = [self.programs / "psql", *options, *arguments]
        return subprocess.run(
            command, env=self.environment, input=text, check=True, text=True, stdout=subprocess.PIPE).stdout


class Machines:
    """One Postgres, or a coordinator with workers, each a process of its own on this machine."""

    SETTINGS = ["listen_addresses=127.0.0.1", "max_connections=300", "lc_messages=C", "shared_buffers=256MB"]
    CITUS = [
        "shared_preload_libraries=citus", "max_prepared_transactions=300", "citus.enable_unsafe_triggers=on",
        "citus.node_conninfo=sslmode=disable",
    ]

    def __init__(self, folder, programs, workers, port):
        """
        :param workers: 0 for one Postgres without Citus.
        :param port: gives a free port.
        """
        settings = self.SETTINGS + (self.CITUS if workers else [])
        self.all, self.password = [], secrets.token_hex(16)
        try:
            for number in range(workers + 1):
                place = folder / f"machine-{number}"
                place.mkdir()
                machine = Cluster(place, programs, self.password)
                machine.port = port()
                machine.environment["PGPORT"] = str(machine.port)
                machine.start(settings=[*settings, f"port={machine.port}"])
                self.all.append(machine)
                if workers:
                    machine.psql("-c", "CREATE EXTENSION citus")
            if workers:
                self.first.psql("-c", f"SELECT citus_set_coordinator_host('127.0.0.1', {self.first.port})")
            for worker in self.all[1:]:
                self.first.psql("-c", f"SELECT citus_add_node('127.0.0.1', {worker.port})")
        except BaseException:
            self.stop()
            raise

    @property
    def first(self):
        return self.all[0]

    @property
    def url(self):
        return f"postgresql://owner:{self.password}@127.0.0.1:{self.first.port}/postgres"

    def stop(self):
        for machine in self.all:
            machine.stop()
