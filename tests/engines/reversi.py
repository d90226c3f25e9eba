#!/usr/bin/env python3
"""The search of the package rust-reversi as an engine of the NBoard protocol."""

import re
import sys

from rust_reversi import AlphaBetaSearch, Board, MatrixEvaluator

CORNER, EDGE, INNER = [120, -20, 20, 5], [-20, -40, -5, -5], [[20, -5, 15, 3], [5, -5, 3, 3]]
QUARTER = [CORNER, EDGE, *INNER]
WEIGHTS = [row + row[::-1] for row in QUARTER + QUARTER[::-1]]
COLUMNS = "abcdefgh"


def say(line: str) -> None:
    print(line, flush=True)


def board_after(ggf: str) -> Board:
    board = Board()
    for square in re.findall(r"[BW]\[([A-Z]\w)//", ggf):
        if square == "PA":
            board.do_pass()
        else:
            board.do_move(COLUMNS.index(square[0].lower()) + 8 * (int(square[1]) - 1))
    return board


def main() -> None:
    depth, board = 4, Board()
    for line in sys.stdin:
        command, _, rest = line.strip().partition(" ")
        if command == "ping":
            say(f"pong {rest}")
        elif command == "set" and rest.startswith("depth "):
            depth = int(rest.split()[1])
            say(f"set myname RustReversi{depth}")
        elif command == "set" and rest.startswith("game "):
            board = board_after(rest)
        elif command == "go":
            say("status is thinking")
            move = AlphaBetaSearch(MatrixEvaluator(WEIGHTS), depth, 1 << 10).get_move(board)
            say(f"=== {COLUMNS[move % 8].upper()}{move // 8 + 1}")
        elif command == "quit":
            return


main()
