#!/usr/bin/env python3
"""An engine that plays any legal move and fails in one way.

    failing.py HOW STARTS [--always]

It fails at the third move that is asked of it, when it is started first or, with --always, each time; one that is
`shy` at the first, and one that `loads` never gets so far. The file STARTS gets its process number at every start, and STARTS.told the seconds of its
own clock at every question. One that is `mute` loads for a while when it is started again.
"""

import os
import re
import sys
import time
from pathlib import Path

from rules import legal, position

HOW, STARTS = sys.argv[1], Path(sys.argv[2])
FAILS_AT = 1 if HOW == "shy" else 3
LOADS = 2


def say(line: str) -> None:
    print(line, flush=True)


def fail(move: str) -> None:
    if HOW == "dies":
        os._exit(3)
    elif HOW == "illegal":
        say("=== d4/1.00/0.0")
    elif HOW == "nonsense":
        say("=== the best move/\x1b[2J")
    elif HOW in ("mute", "shy"):
        time.sleep(3600)
    elif HOW == "late":
        # It plays, before it says that it is at the question.
        say(f"=== {move}")
        time.sleep(3600)
    elif HOW == "flood":
        while True:
            sys.stdout.write(("status " + "." * 4000 + "\n") * 100)
    elif HOW == "endless":
        while True:
            sys.stdout.write("status" * 1000)


def note(game: str, color: str) -> None:
    """What its own clock was given, less what was spent."""
    minutes, seconds = re.search(rf"T[I{color}]\[(\d+):(\d+)", game).groups()
    spent = re.findall(rf"{color}\[\w\w//([\d.]+)\]", game)
    with Path(f"{STARTS}.told").open("a") as told:
        print(int(minutes) * 60 + int(seconds) - sum(map(float, spent)), file=told)


def main() -> None:
    with STARTS.open("a") as starts:
        print(os.getpid(), file=starts)
    fails = "--always" in sys.argv or len(STARTS.read_text().split()) == 1
    if HOW == "loads" or (HOW == "mute" and not fails):
        time.sleep(3600 if HOW == "loads" else LOADS)
    asked, board, color = 0, None, None
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ping":
            if not (fails and HOW == "late" and asked + 1 == FAILS_AT):
                say(f"pong {rest}")
        elif command == "set" and rest.startswith("game "):
            board, color = position(rest)
            note(rest, color)
        elif command == "go":
            asked += 1
            move = legal(board, color)[0]
            if fails and asked == FAILS_AT:
                fail(move)
            say(f"=== {move}/0.00/0.0")
        elif command == "quit":
            # Some do not.
            if HOW == "illegal":
                time.sleep(3600)
            return


main()
