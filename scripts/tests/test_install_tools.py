"""A toolchain is brought where there is none, and one that serves is left alone."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parent.parent / "install-tools"
# What the script needs of any system.
PLAIN = ["bash", "cut", "dirname", "head", "id", "printf", "rm", "sed", "sh", "sort", "touch", "cat", "chmod", "env"]
OLD, NEW = "rustc 1.63.0 (x)", "rustc 1.97.1 (x)"


class Machine:
    """A system of so many programs."""

    def __init__(self, folder: Path):
        self.bin, self.home = folder / "bin", folder / "home"
        self.bin.mkdir()
        (self.home / ".cargo/bin").mkdir(parents=True)
        self.log = folder / "log"
        for name in PLAIN:
            found = subprocess.run(["which", name], capture_output=True, text=True, check=True).stdout.strip()
            (self.bin / name).symlink_to(found)
        # Root needs no sudo, and no test runs it.
        self.has("sudo", 'exec "$@"')
        self.has("cc", "true")

    def has(self, name: str, does: str, folder: Path | None = None) -> None:
        program = (folder or self.bin) / name
        program.write_text(f'#!/bin/sh\necho "{name} $*" >> {self.log}\n{does}\n')
        program.chmod(0o755)

    def has_rust(self, version: str) -> None:
        self.has("cargo", "true")
        self.has("rustc", f'echo "{version}"')

    def brings(self, version: str) -> str:
        """What an installer does: programs appear where rustup puts them."""
        there = self.home / ".cargo/bin"
        lines = [f"printf '#!/bin/sh\\necho \"{version}\"\\n' > {there}/{name}; chmod 755 {there}/{name}" for name in ("cargo", "rustc")]
        return "; ".join(lines)

    def install(self) -> subprocess.CompletedProcess:
        environment = {"PATH": str(self.bin), "HOME": str(self.home)}
        return subprocess.run(["bash", str(SCRIPT), "rust"], env=environment, capture_output=True, text=True, timeout=60)

    def said(self) -> str:
        return self.log.read_text() if self.log.exists() else ""


class Rust(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.machine = Machine(Path(folder.name))

    def test_a_toolchain_that_serves_is_left_alone(self):
        self.machine.has_rust(NEW)
        self.machine.has("rustup", "exit 1")
        done = self.machine.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertNotIn("rustup", self.machine.said())

    def test_an_old_toolchain_gets_a_newer_one_by_its_rustup(self):
        self.machine.has_rust(OLD)
        self.machine.has("rustup", self.machine.brings(NEW))
        done = self.machine.install()
        self.assertEqual(done.returncode, 0, done.stderr)
        self.assertIn("rustup toolchain install stable", self.machine.said())

    def test_the_distributions_rustup_is_asked_for_first(self):
        rustup = self.machine.bin / "rustup"
        brought = self.machine.brings(NEW).replace('"', '\\"').replace("\\n", "\\\\n")
        self.machine.has("apt-get", f'case "$*" in *install*rustup*) printf \'#!/bin/sh\\n%s\\n\' "{brought}" > {rustup}; chmod 755 {rustup};; esac')
        self.machine.has("curl", "exit 7")
        done = self.machine.install()
        self.assertEqual(done.returncode, 0, done.stderr + self.machine.said())
        self.assertNotIn("curl", self.machine.said())

    def test_the_official_installer_comes_where_the_distribution_has_none(self):
        self.machine.has("apt-get", 'case "$*" in *install*rustup*) exit 100;; esac')
        self.machine.has("curl", f"cat <<'END'\n{self.machine.brings(NEW)}\nEND")
        done = self.machine.install()
        self.assertEqual(done.returncode, 0, done.stderr + self.machine.said())
        self.assertIn("https://sh.rustup.rs", self.machine.said())

    def test_an_installer_that_cannot_be_loaded_is_a_failure(self):
        self.machine.has("apt-get", 'case "$*" in *install*rustup*) exit 100;; esac')
        self.machine.has("curl", "echo 'exit 0'; exit 7")
        self.assertNotEqual(self.machine.install().returncode, 0)

    def test_whoever_still_has_an_old_one_is_told(self):
        self.machine.has_rust(OLD)
        self.machine.has("rustup", "true")
        done = self.machine.install()
        self.assertEqual(done.returncode, 1)
        self.assertIn("older than", done.stderr)


if __name__ == "__main__":
    unittest.main()
