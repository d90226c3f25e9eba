"""What the drill starts and breaks: processes of the server, and what they stand on. Each ends by its own id."""

import asyncio
import json
import os
import re
import resource
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import threading
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Callable

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
BINARY = Path(os.environ.get("OUTFLANK_BINARY", TARGET / "release" / "outflank"))
LOGS = TARGET / "alerts"
PATIENCE = 120
# What it serves is looked at, not whom it belongs to.
UNTRUSTING = ssl._create_unverified_context()
# Nothing is waited for any more once the drill is being ended.
ENDING = threading.Event()


def free_port() -> int:
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def until(what: str, condition: Callable[[], object], seconds: float = PATIENCE):
    """Waits for a condition, and answers what it answered."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        try:
            if found := condition():
                return found
        except OSError:
            pass
        if ENDING.wait(0.2):
            raise SystemExit(f"ended while it waited: {what}")
    raise TimeoutError(f"{what}: not within {seconds:.0f} s")


def read(url: str) -> tuple[int, str]:
    """The status of an answer and its text."""
    try:
        with urllib.request.urlopen(url, timeout=5, context=UNTRUSTING if url.startswith("https") else None) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


class Program:
    """A child process that is started, paused, killed and started again."""

    def __init__(self, name: str, command: list[object], **how):
        self.name, self.command, self.how = name, [str(part) for part in command], how
        self.child: subprocess.Popen | None = None

    def start(self) -> None:
        with (LOGS / f"{self.name}.log").open("a") as log:
            self.child = subprocess.Popen(self.command, stdout=log, stderr=log, stdin=subprocess.DEVNULL, **self.how)

    def send(self, number: int) -> None:
        if self.child and self.child.poll() is None:
            self.child.send_signal(number)

    def kill(self) -> None:
        self.send(signal.SIGKILL)
        if self.child:
            self.child.wait()

    def end(self, number: int = signal.SIGTERM) -> None:
        # One that stands still hears nothing.
        self.send(signal.SIGCONT)
        self.send(number)
        try:
            if self.child:
                self.child.wait(timeout=40)
        except subprocess.TimeoutExpired:
            self.kill()


class Server(Program):
    """A process of the server, with roles and options."""

    def __init__(self, name: str, folder: Path, options: list[object], files: int | None = None, inside: list[str] | None = None):
        self.port, self.scheme, self.options = free_port(), "http", options
        self.folder, self.inside = folder, inside or []
        ours = {key: value for key, value in os.environ.items() if not key.startswith("OUTFLANK_")}
        how = {"env": {**ours, "OUTFLANK_LOG_FILTER": "info"}, "cwd": folder}
        self.files = files
        super().__init__(name, [], **how)

    def start(self, *more: object) -> None:
        command = [*self.inside, BINARY, "serve", "--listen", f"127.0.0.1:{self.port}", "--instance", self.name, *self.options, *more]
        self.command = [str(part) for part in command]
        self.how["preexec_fn"] = self.bounded
        super().start()

    def bounded(self) -> None:
        if self.files:
            resource.setrlimit(resource.RLIMIT_NOFILE, (self.files, self.files))

    @property
    def base(self) -> str:
        return f"{self.scheme}://127.0.0.1:{self.port}"

    def is_ready(self) -> bool:
        if self.child.poll() is not None:
            raise SystemExit(f"{self.name} ended at its start: {LOGS / self.name}.log")
        return read(self.base + "/readyz")[0] == 200

    def restart(self, *more: object) -> None:
        self.end()
        self.start(*more)
        until(f"{self.name} is ready", self.is_ready)

    def metrics(self) -> str:
        return read(self.base + "/metrics")[1]

    def value(self, name: str) -> float:
        found = re.search(rf"^{re.escape(name)} (\S+)$", self.metrics(), re.MULTILINE)
        return float(found[1])


def outflank(*arguments: object, folder: Path) -> tuple[int, str]:
    """Runs a command of the program; its exit code and all that it said."""
    ours = {key: value for key, value in os.environ.items() if not key.startswith("OUTFLANK_")}
    command = [str(BINARY), *map(str, arguments)]
    ran = subprocess.run(command, capture_output=True, text=True, cwd=folder, env=ours, timeout=PATIENCE)
    return ran.returncode, ran.stdout + ran.stderr


class Postgres(Program):
    """A server of a temporary folder. Root runs it as the user of its package."""

    def __init__(self, name: str, folder: Path, copy_of: "Postgres | None" = None):
        self.port, self.folder = free_port(), folder / name
        self.user = {"user": "postgres", "group": "postgres", "extra_groups": []} if os.getuid() == 0 else {}
        newest = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: int(path.parent.name))
        beside = shutil.which("postgres")
        self.programs = newest[-1] if newest else Path(beside).parent
        self.folder.mkdir()
        if self.user:
            shutil.chown(self.folder, "postgres", "postgres")
        self.folder.chmod(0o700)
        if copy_of:
            self.tool("pg_basebackup", "--port", copy_of.port, "--pgdata", self.folder, "--write-recovery-conf", "--checkpoint=fast",
                      "--dbname", f"application_name={name}")
        else:
            self.tool("initdb", "--no-sync", "--auth=trust", "--encoding=UTF8", "--locale=C", "--pgdata", self.folder)
        command = [self.programs / "postgres", "-D", self.folder, "-p", self.port, "-c", "listen_addresses=127.0.0.1",
                   "-c", f"unix_socket_directories={self.folder}", "-c", "max_connections=200"]
        super().__init__(name, command, cwd=self.folder, **self.user)

    def tool(self, name: str, *arguments: object) -> str:
        environment = {**os.environ, "PGHOST": "127.0.0.1", "PGUSER": "postgres"}
        command = [str(self.programs / name), *map(str, arguments)]
        ran = subprocess.run(command, capture_output=True, text=True, cwd=self.folder, env=environment, timeout=PATIENCE, **self.user)
        if ran.returncode:
            raise OSError(f"{name}: {ran.stderr.strip()}")
        return ran.stdout

    def start(self) -> None:
        super().start()
        until(f"{self.name} answers", lambda: self.tool("pg_isready", "--port", self.port))

    def stop(self) -> None:
        """As `systemctl stop postgresql` does."""
        self.end(signal.SIGINT)

    def ask(self, statement: str, database: str = "outflank") -> str:
        return self.tool("psql", "--port", self.port, "--dbname", database, "--no-psqlrc", "-qAtc", statement).strip()


class Line:
    """A way to a port that takes as long as it is told to, each way."""

    def __init__(self, to: int):
        self.to, self.port, self.seconds = to, free_port(), 0.0
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(asyncio.start_server(self.serve, "127.0.0.1", self.port), self.loop).result()

    async def serve(self, reader, writer) -> None:
        try:
            there, back = await asyncio.open_connection("127.0.0.1", self.to)
        except OSError:
            writer.close()
            return
        await asyncio.gather(self.carry(reader, back), self.carry(there, writer))

    async def carry(self, reader, writer) -> None:
        last = 0.0

        def give(data: bytes) -> None:
            writer.write(data) if data else writer.close()

        try:
            while True:
                data = await reader.read(1 << 16)
                last = max(last, self.loop.time() + self.seconds)
                self.loop.call_at(last, give, data)
                if not data:
                    return
        except OSError:
            writer.close()


class WallClock:
    """A wall clock of one process that is set while it runs: what the tests load into theirs."""

    def __init__(self, folder: Path):
        library, self.file = folder / "wall_clock.so", folder / "wall_clock"
        source = ROOT / "tests/src/chaos/wall_clock.c"
        subprocess.run(["cc", "-shared", "-fPIC", "-O1", "-o", library, source], check=True)
        self.file.write_bytes(bytes(8))
        self.environment = {"LD_PRELOAD": str(library), "CHAOS_WALL_CLOCK": str(self.file)}

    def set(self, ahead_ms: int) -> None:
        with self.file.open("r+b") as file:
            file.write(ahead_ms.to_bytes(8, sys.byteorder, signed=True))


def certificate(folder: Path, days: int, name: str = "") -> tuple[Path, Path]:
    """A certificate of its own making for localhost, good for so many days, and its key."""
    chain, key = folder / f"{name}chain.pem", folder / f"{name}key.pem"
    asked = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-subj", "/CN=localhost",
             "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1", "-days", str(days), "-out", str(chain), "-keyout", str(key)]
    subprocess.run(asked, check=True, capture_output=True)
    return chain, key


class Prometheus(Program):
    """Prometheus with the rules, their waits and windows divided by a number and nothing else about them changed."""

    def __init__(self, folder: Path, faster: int):
        self.port, self.targets = free_port(), folder / "targets.json"
        rules = (ROOT / "deploy/prometheus/rules.yaml").read_text()
        shorter = lambda found: f"{found[1]}{max(1, int(found[2]) * {'s': 1, 'm': 60, 'h': 3600}[found[3]] // faster) if found[2] != '0' else 0}s"
        rules = re.sub(r"(\bfor: |\[)(\d+)([smh])\b", shorter, rules)
        (folder / "rules.yaml").write_text(rules)
        self.names = re.findall(r"alert: (\w+)", rules)
        self.served: dict[str, Server] = {}
        self.lock = threading.Lock()
        (folder / "prometheus.yml").write_text(
            "global: {scrape_interval: 1s, scrape_timeout: 1s, evaluation_interval: 1s}\n"
            "rule_files: [rules.yaml]\n"
            "scrape_configs:\n"
            "  - job_name: outflank\n"
            "    tls_config: {insecure_skip_verify: true}\n"
            "    file_sd_configs: [{files: [targets.json], refresh_interval: 1s}]\n"
        )
        self.watch()
        super().__init__("prometheus", ["prometheus", "--config.file", folder / "prometheus.yml", "--storage.tsdb.path", folder / "tsdb",
                                        "--web.listen-address", f"127.0.0.1:{self.port}"], cwd=folder)

    def watch(self, *servers: Server) -> None:
        """Has it look at these from now on."""
        with self.lock:
            self.served |= {server.name: server for server in servers}
            self.write()

    def forget(self, *servers: Server) -> None:
        with self.lock:
            for server in servers:
                self.served.pop(server.name, None)
            self.write()

    def write(self) -> None:
        asked = [{"targets": [f"127.0.0.1:{one.port}"], "labels": {"instance": name, "__scheme__": one.scheme}} for name, one in self.served.items()]
        scratch = self.targets.with_suffix(".new")
        scratch.write_text(json.dumps(asked))
        scratch.replace(self.targets)

    def alerts(self, state: str) -> list[dict]:
        told = json.loads(read(f"http://127.0.0.1:{self.port}/api/v1/alerts")[1])
        return [alert for alert in told["data"]["alerts"] if alert["state"] == state]

    def firing(self, name: str, instance: str | None) -> dict | None:
        of = (alert for alert in self.alerts("firing") if alert["labels"]["alertname"] == name)
        return next((alert for alert in of if instance in (None, alert["labels"].get("instance"))), None)
