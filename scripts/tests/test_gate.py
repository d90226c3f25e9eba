"""The gate tells what failed, what was green only on another try, and what no other try makes good."""

import contextlib
import importlib.machinery
import importlib.util
import io
import os
import tempfile
import threading
import time
import unittest
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from unittest import mock

SCRIPT = Path(__file__).resolve().parent.parent / "gate"


def load():
    loader = importlib.machinery.SourceFileLoader("gate", str(SCRIPT))
    spec = importlib.util.spec_from_loader("gate", loader)
    module = importlib.util.module_from_spec(spec)
    loader.exec_module(module)
    return module


gate = load()


def quietly(act):
    with contextlib.redirect_stdout(io.StringIO()) as said:
        answer = act()
    return answer, said.getvalue()


class Reports(unittest.TestCase):
    def read(self, cases: str, code: int = 0):
        with tempfile.TemporaryDirectory() as folder:
            report = Path(folder) / "junit.xml"
            report.write_text(f"<testsuites><testsuite name='s'>{cases}</testsuite></testsuites>")
            return gate.reported("rust", report, code)

    def test_green_tests_are_counted(self):
        tally = self.read("<testcase name='a' classname='s'/><testcase name='b' classname='s'/>")
        self.assertEqual((tally.passed, tally.failed, tally.flaky), (2, [], []))

    def test_every_failure_is_named(self):
        tally = self.read(
            "<testcase name='a' classname='s'><failure message='no'/></testcase>"
            "<testcase name='b' classname='s'><error message='hangs'/></testcase><testcase name='c' classname='s'/>",
            code=100,
        )
        self.assertEqual((tally.passed, tally.failed), (1, ["rust: s a", "rust: s b"]))

    def test_what_was_skipped_is_no_success(self):
        tally = self.read("<testcase name='a' classname='s'><skipped/></testcase><testcase name='b' classname='s'/>")
        self.assertEqual((tally.passed, tally.failed), (1, []))

    def test_another_try_is_named_and_counts_as_passed(self):
        tally = self.read("<testcase name='a' classname='s'><flakyFailure message='late'/></testcase>")
        self.assertEqual((tally.passed, tally.failed, tally.flaky), (1, [], ["rust: s a"]))

    def test_no_other_try_makes_a_breach_good(self):
        for inside in (
            f"<flakyFailure message='panicked: {gate.BREACH}: lost'/>",
            f"<flakyFailure message='x'><system-err>{gate.BREACH}: doubled</system-err></flakyFailure>",
        ):
            tally = self.read(f"<testcase name='a' classname='s'>{inside}</testcase>")
            self.assertEqual((tally.passed, len(tally.failed), tally.flaky), (0, 1, []))

    def test_a_runner_that_hangs_is_a_failure_though_all_it_reported_is_green(self):
        tally = self.read("<testcase name='a' classname='s'/>", code=gate.HUNG)
        self.assertEqual((tally.passed, len(tally.failed)), (1, 1))

    def test_a_runner_that_fails_without_a_failed_test_is_a_failure(self):
        self.assertEqual(len(self.read("<testcase name='a' classname='s'/>", code=104).failed), 1)

    def test_no_report_and_no_test_are_failures(self):
        self.assertEqual(len(gate.reported("rust", Path("/nowhere/junit.xml"), 0).failed), 1)
        self.assertEqual(len(self.read("").failed), 1)

    def test_the_word_for_a_breach_is_the_testbeds(self):
        source = (SCRIPT.parent.parent / "tests/testbed/src/breach.rs").read_text()
        self.assertIn(f'"{gate.BREACH}"', source)


class Commands(unittest.TestCase):
    def test_a_command_that_hangs_is_named_and_ended_with_what_it_started(self):
        with tempfile.TemporaryDirectory() as folder:
            pid = Path(folder) / "pid"
            command = ["sh", "-c", f"sleep 1000 & echo $! > {pid}; wait"]
            code, said = quietly(lambda: gate.run(command, 0.01))
            self.assertEqual(code, 124)
            self.assertIn("HANGS", said)
            self.assertTrue(self.ends(int(pid.read_text())), "its child lives on")

    def ends(self, pid: int) -> bool:
        for _ in range(600):
            try:
                os.kill(pid, 0)
                if Path(f"/proc/{pid}/stat").read_text().split(")")[-1].split()[0] == "Z":
                    return True
            except (ProcessLookupError, FileNotFoundError):
                return True
            time.sleep(0.05)
        return False

    def test_once_the_script_is_being_ended_nothing_is_started(self):
        with mock.patch.object(gate, "ENDING", gate.threading.Event()) as ending:
            ending.set()
            self.assertEqual(quietly(lambda: gate.run(["true"], 1)), (gate.ENDED, ""))

    def test_ended_from_outside_it_ends_what_runs_beside_it(self):
        with mock.patch.object(gate, "ENDING", gate.threading.Event()), ThreadPoolExecutor(1) as pool:
            with contextlib.redirect_stdout(io.StringIO()):
                code = pool.submit(gate.run, ["sleep", "1000"], 10)
                while not gate.RUNNING and not code.done():
                    time.sleep(0.01)
                with self.assertRaises(SystemExit):
                    gate.end_all()
                self.assertEqual(code.result(), -gate.signal.SIGTERM)

    def test_a_command_that_is_not_there_fails(self):
        code, said = quietly(lambda: gate.run(["no-such-command-at-all"], 1))
        self.assertEqual(code, 127)
        self.assertIn("no-such-command-at-all", said)

    def test_lines_are_heard_and_shown(self):
        heard = []
        code, said = quietly(lambda: gate.run(["printf", "one\\ntwo\\n"], 1, hear=heard.append))
        self.assertEqual((code, heard), (0, ["one\n", "two\n"]))
        self.assertIn("two", said)


class Journeys(unittest.TestCase):
    CASES = (
        "<testcase name='a game is played' classname='event.test.ts'/>"
        "<testcase name='a table is stopped' classname='table.test.ts'><flakyFailure message='late'/></testcase>"
    )

    def browser(self, cases: str | None, code: int = 0, types: int = 0):
        """The browser suite whose runner reports these cases, or nothing; what it tallied and what it ran."""
        commands = []

        def run(command, minutes, folder, **variables):
            commands.append(command)
            if command[0] == "npm":
                return types
            if cases is not None:
                Path(variables["BROWSER_REPORT"]).write_text(f"<testsuites><testsuite>{cases}</testsuite></testsuites>")
            return code

        with tempfile.TemporaryDirectory() as folder, mock.patch.object(gate, "REPORTS", Path(folder)):
            # Left by an earlier run.
            (Path(folder) / "browser.xml").write_text("<testsuites><testcase name='old'/></testsuites>")
            with mock.patch.object(gate, "run", run), mock.patch.object(gate, "installed", lambda folder: True):
                return gate.browser(), commands

    def test_journeys_have_their_tries_from_the_runner_and_those_are_told(self):
        tally, commands = self.browser(self.CASES)
        self.assertEqual((tally.passed, tally.failed), (3, []))
        self.assertEqual(tally.flaky, ["browser: table.test.ts a table is stopped"])
        self.assertIn(f"--retries={gate.TRIES - 1}", commands[-1])
        self.assertIn("--forbid-only", commands[-1])

    def test_types_that_do_not_fit_hide_no_journey(self):
        tally, _ = self.browser(self.CASES, types=2)
        self.assertEqual((tally.passed, tally.failed), (2, ["browser: types and format (exit code 2)"]))

    def test_journeys_without_a_report_are_a_failure_whatever_an_earlier_run_left(self):
        tally, _ = self.browser(None, code=7)
        self.assertEqual((tally.passed, len(tally.failed)), (1, 1))
        self.assertIn("exit code 7", tally.failed[0])


class Attacks(unittest.TestCase):
    def tally_of(self, code: int, *lines: str):
        def run(command, minutes, hear):
            for line in lines:
                hear(line)
            return code

        with mock.patch.object(gate, "run", run):
            return gate.attacks()

    def test_operations_are_counted_and_what_was_found_is_named(self):
        self.assertEqual(self.tally_of(0, "nobody: 102 operations\n", "306 passed, 0 failed\n").passed, 306)
        tally = self.tally_of(1, "FAILED director: GET /api/v1/me: ST101 Server error\n", "305 passed, 1 failed\n")
        self.assertEqual((tally.passed, tally.failed), (305, ["attacks: director: GET /api/v1/me: ST101 Server error"]))

    def test_an_attack_that_breaks_off_or_calls_nothing_is_a_failure(self):
        self.assertEqual(self.tally_of(1, "no server\n\n").failed, ["attacks (exit code 1): no server"])
        self.assertEqual(self.tally_of(0, "0 passed, 0 failed\n").failed, ["attacks: nothing was attacked"])
        self.assertEqual(self.tally_of(gate.HUNG).failed, [f"attacks (exit code {gate.HUNG})"])


class Runs(unittest.TestCase):
    """The whole script over suites made up for the purpose."""

    def run_with(self, *tallies, group=()):
        def suite(number, tally):
            def made_up():
                """Made up."""
                return tally() if callable(tally) else tally

            made_up.__name__ = f"suite{number}"
            return made_up

        suites = [suite(number, tally) for number, tally in enumerate(tallies)] + [group] * bool(group)
        # Elsewhere, so that no report of a gate under way is touched.
        with tempfile.TemporaryDirectory() as folder, mock.patch.object(gate, "REPORTS", Path(folder)):
            with mock.patch.object(gate, "WHOLE", suites), mock.patch.object(gate.sys, "argv", ["gate"]):
                code, said = quietly(gate.main)
        return code, said.strip().splitlines()

    def test_the_last_line_sums_all_suites_and_the_lines_before_it_name_what_was_flaky(self):
        code, lines = self.run_with(gate.Tally(passed=3), gate.Tally(passed=2, flaky=["one", "two"]))
        self.assertEqual(code, 0)
        self.assertEqual(lines[-3:], ["FLAKY one", "FLAKY two", "5 passed, 0 failed"])

    def test_a_failed_suite_hides_no_other(self):
        code, lines = self.run_with(gate.Tally(failed=["a"]), gate.Tally(passed=2, failed=["b"]))
        self.assertEqual(code, 1)
        self.assertIn("FAILED a", lines)
        self.assertIn("FAILED b", lines)
        self.assertEqual(lines[-1], "2 passed, 2 failed")

    def test_suites_of_a_tuple_run_beside_each_other_and_all_are_counted(self):
        both = threading.Barrier(2, timeout=60)

        def one():
            """Waits for the other."""
            both.wait()
            return gate.Tally(passed=1)

        def other():
            """Waits for the one, and fails."""
            both.wait()
            return gate.Tally(passed=1, failed=["c"])

        code, lines = self.run_with(gate.Tally(passed=1), group=(one, other))
        self.assertEqual((code, lines[-1]), (1, "3 passed, 1 failed"))
        self.assertIn("FAILED c", lines)

    def test_a_suite_that_breaks_is_a_failure_and_hides_no_other(self):
        def breaks():
            raise RuntimeError("no runner")

        code, lines = self.run_with(breaks, gate.Tally(passed=1))
        self.assertEqual((code, lines[-1]), (1, "1 passed, 1 failed"))

    def test_more_than_three_flaky_fail_the_run(self):
        self.assertEqual(self.run_with(gate.Tally(passed=9, flaky=["1", "2", "3"]))[0], 0)
        code, lines = self.run_with(gate.Tally(passed=9, flaky=["1", "2", "3", "4"]))
        self.assertEqual((code, lines[-1]), (1, "9 passed, 1 failed"))

    def test_what_could_not_be_checked_is_said_at_the_end(self):
        code, lines = self.run_with(gate.Tally(passed=1, unchecked=["advisories"]), gate.Tally(passed=1))
        self.assertEqual((code, lines[-2:]), (0, ["NOT CHECKED advisories", "2 passed, 0 failed"]))


if __name__ == "__main__":
    unittest.main()
