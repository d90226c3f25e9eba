"""What can befall one process alone: its disk, its certificate, its places, its memory, its copies."""

import os
import shutil
import socket
import subprocess
import tempfile
import threading
from pathlib import Path

from alerts.deployment import Server, certificate, outflank, until
from alerts.incident import PACE, Incident, Lane

MIB = 1 << 20
# What is left of a disk that is nearly full, and how large it is.
DISK, LEFT = 256 * MIB, 12 * MIB
# So few files leave so few places for connections: 256 are the server's own.
FILES = 300


class Flood:
    """Connections that say nothing and come again whenever they are put out."""

    def __init__(self, port: int, count: int):
        self.port, self.count, self.over = port, count, threading.Event()
        self.thread = threading.Thread(target=self.run, daemon=True)
        self.thread.start()

    def run(self) -> None:
        held: list[socket.socket] = []
        while not self.over.wait(0.2):
            held = [one for one in held if self.stands(one)]
            while len(held) < self.count and not self.over.is_set():
                try:
                    held.append(socket.create_connection(("127.0.0.1", self.port), timeout=1))
                except OSError:
                    break
        for one in held:
            one.close()

    @staticmethod
    def stands(one: socket.socket) -> bool:
        try:
            one.setblocking(False)
            return one.recv(1) != b""
        except BlockingIOError:
            return True
        except OSError:
            return False

    def end(self) -> None:
        self.over.set()
        self.thread.join()


class Embedded(Lane):
    """A whole server on SQLite under the sample event; beside it one with a certificate, and one with few places."""

    def __init__(self, folder: Path):
        self.folder = folder
        self.disk, self.copies = folder / "disk", folder / "copies"
        self.disk.mkdir()
        self.copies.mkdir()
        self.mounted = os.getuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK}", "none", self.disk]).returncode == 0
        self.chain, self.key = certificate(folder, days=5)
        settings = folder / "outflank.toml"
        settings.write_text(f'data = "{self.disk}/data"\nbackups = "{self.copies}"\n')
        sample = ["--sample-event", "--sample-pace", PACE]
        self.whole = Server("whole", folder, ["--config", settings, *sample], inside=self.limited())
        self.shown = Server("shown", folder, ["--data", folder / "shown", "--tls", f"{self.chain},{self.key}"])
        self.shown.scheme = "https"
        self.small = Server("small", folder, ["--data", folder / "small"], files=FILES)
        self.servers = [self.whole, self.shown, self.small]
        self.settings = settings

    def limited(self) -> list[str]:
        """Has a process read a limit on memory that this drill sets: its own view of the control groups."""
        self.limit = None
        if os.getuid() != 0:
            return []
        view = self.folder / "groups"
        own = next((line[3:] for line in Path("/proc/self/cgroup").read_text().splitlines() if line.startswith("0::")), "/")
        self.limit = view / own.strip("/") / "memory.max"
        self.limit.parent.mkdir(parents=True)
        self.limit.write_text("max\n")
        return ["unshare", "--mount", "sh", "-c", 'mount --bind "$0" /sys/fs/cgroup && exec "$@"', str(view)]

    def end(self) -> None:
        for server in self.servers:
            server.end()
        if self.mounted:
            subprocess.run(["umount", self.disk], check=True)

    def incidents(self) -> list[Incident]:
        whole, shown = self.whole.name, self.shown.name
        listed = [
            Incident("OutflankBackupMissing", whole, "no copy was ever made", None,
                     "outflank backup, and the restore drill", self.copy),
            Incident("OutflankCertificateEnds", shown, "a certificate of five days", None,
                     "a new chain and key over the files; openssl shows the new date", self.renew),
            Incident("OutflankCertificateRefused", shown, "the key of another certificate over the file", self.spoil,
                     "the right chain and key over the files", self.renew),
            Incident("OutflankGatewayFull", self.small.name, "a crowd of silent connections at a gateway of 300 files", self.crowd,
                     "more files, and a restart, as the doctor says", self.more_files),
        ]
        if self.limit:
            listed.append(Incident("OutflankMemoryHigh", whole, "a limit little above what it has (a view of its own of the control groups)", self.little_memory,
                                   "more memory", lambda: self.limit.write_text(f"{1 << 30}\n")))
        else:
            listed.append(Incident.impossible("OutflankMemoryHigh", "only root can give a process a limit here"))
        if self.mounted:
            listed += [
                Incident("OutflankDiskFilling", whole, "a file that fills the small disk to a twentieth", lambda: self.fill(LEFT),
                         "that file is removed", self.sweep),
                Incident("OutflankCallsFail", whole, "the same disk, filled to the last byte", lambda: self.fill(0),
                         "that file is removed; nothing is restarted", self.sweep),
            ]
        else:
            listed.append(Incident.impossible("OutflankDiskFilling", "only root can mount a small disk"))
        return listed

    def copy(self) -> None:
        copy, drill = self.copies / "2026-01-01-0300", self.folder / "drill"
        self.run("backup", copy, "--config", self.settings)
        # The restore drill, line by line.
        self.run("restore", copy, "--data", drill)
        self.run("verify", drill / "pairing.sqlite")
        restored = Server("restored", self.folder, ["--data", drill])
        restored.start()
        try:
            until("the restored server is ready", restored.is_ready)
            self.run("doctor", restored.base)
        finally:
            restored.end()
        shutil.rmtree(drill)

    def run(self, *arguments: object) -> None:
        code, said = outflank(*arguments, folder=self.folder)
        if code:
            raise SystemExit(f"outflank {arguments[0]}: {said}")

    def renew(self) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            for new, old in zip(certificate(Path(scratch), days=90), (self.chain, self.key)):
                shutil.copyfile(new, old)
        shown = f"echo | openssl s_client -connect 127.0.0.1:{self.shown.port} 2>/dev/null | openssl x509 -noout -checkend {14 * 86400}"
        until("the new certificate is shown", lambda: subprocess.run(shown, shell=True, capture_output=True).returncode == 0)

    def spoil(self) -> None:
        with tempfile.TemporaryDirectory(dir=self.folder) as scratch:
            shutil.copyfile(certificate(Path(scratch), days=90)[1], self.key)

    def crowd(self) -> None:
        self.flood = Flood(self.small.port, 120)

    def more_files(self) -> None:
        self.small.files = 4096
        self.small.restart()
        # They come again, and there is room for them.
        self.later = self.flood.end

    def little_memory(self) -> None:
        self.limit.write_text(f"{int(self.whole.value('outflank_resident_memory_bytes') / 0.95)}\n")

    def fill(self, left: int) -> None:
        with (self.disk / "old-copy").open("ab") as file:
            while (free := shutil.disk_usage(self.disk).free) > left:
                try:
                    file.write(bytes(min(free - left, MIB)))
                    file.flush()
                except OSError:
                    break

    def sweep(self) -> None:
        (self.disk / "old-copy").unlink()
