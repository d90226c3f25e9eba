#!/usr/bin/env python3
"""A peer that holds every line against the documentation of the NBoard protocol, and answers as its session shows.

    documented.py SQUARES REPORT

It plays one colour, as it is first asked, of a game that it knows by heart: its squares without passes, `f5d6c3`.
Whatever it is sent otherwise ends it with 1. REPORT gets a line once it was told to quit, and its input ended.
"""

import os
import re
import sys
from pathlib import Path

from rules import OTHER, PASS, START, legal, play

SQUARES, REPORT = sys.argv[1:]
BOARD = "8 ---------------------------O*------*O--------------------------- *"
HEAD = r"\(;GM\[Othello\]PC\[Outflank\]DT\[\d+\]PB\[[^\[\]]+\]PW\[[^\[\]]+\]RE\[\?\]"
TIME = r"(?:TI\[(\d\d:\d\d)\]|TB\[(\d\d:\d\d)\]TW\[(\d\d:\d\d)\])"
GAME = re.compile(rf"set game {HEAD}{TIME}TY\[8\]BO\[{re.escape(BOARD)}\]((?:[BW]\[[A-Z]\w//\d+\.\d\d\d\])*);\)")


def say(line: str) -> None:
    print(line, flush=True)


def heard() -> str:
    return sys.stdin.readline().rstrip("\n")


def hold(is_so: object, line: str) -> None:
    if not is_so:
        print(f"this was not expected: {line!r}", file=sys.stderr)
        sys.exit(1)


def whole_game() -> list:
    board, color, game, rest = dict(START), "B", [], re.findall("..", SQUARES)
    while rest:
        square = rest.pop(0) if legal(board, color) else PASS
        play(board, color, square)
        game.append((color, square))
        color = OTHER[color]
    return game


def game_told(line: str) -> tuple:
    found = GAME.fullmatch(line)
    hold(found, line)
    return found, re.findall(r"([BW])\[([A-Z]\w)//(\d+\.\d\d\d)\]", found[4])


def seconds(clock: str) -> int:
    minutes, rest = clock.split(":")
    return int(minutes) * 60 + int(rest)


def main() -> None:
    hold("OUTFLANK_KEY" not in os.environ, "an API key")
    line = heard()
    hold(line == "nboard 2", line)
    line = heard()
    hold(line == "set depth 6", line)
    say("set myname Documented6")
    line = heard()
    hold(line == "ping 1", line)
    say("pong 1")
    game, pings, before = whole_game(), 1, None
    line = heard()
    own = "B" if game_told(line)[1] == [] else "W"
    for ply, (color, square) in enumerate(game):
        # A side without a move is not asked.
        if color != own or square == PASS:
            continue
        line = line or heard()
        found, told = game_told(line)
        hold([(c, s.lower()) for c, s, _ in told] == game[:ply], line)
        first = seconds(found[1] or (found[2] if own == "B" else found[3]))
        left = first - sum(float(spent) for c, _, spent in told if c == own)
        # At a casual table whoever makes no first move within 30 s was never there.
        most = 28 if pings == 1 else 300
        hold(first <= 300 and 0 < left <= most and (before is None or left <= before + 1), line)
        before = None if pings == 1 else left
        pings += 1
        line = heard()
        hold(line == f"ping {pings}", line)
        line = heard()
        hold(line == "go", line)
        say("=== a1/64.00/0.0")
        say(f"pong {pings}")
        say("status Documented is thinking")
        say("nodestats 35805 0.00")
        say(f"search {square}d6C3 -1.00 0 6 is what it looks at")
        say("a line of a later version of the protocol")
        # Both forms are written, by engines that are there.
        say(f"=== {square.upper()}/-1.00/0.0" if ply % 2 else f"=== {square} -1.00 0.0")
        say("status Documented is waiting")
        line = None
    line = heard()
    hold(line == "quit", line)
    hold(sys.stdin.read() == "", "more than quit")
    Path(REPORT).write_text(f"{pings - 1} moves\n")


main()
