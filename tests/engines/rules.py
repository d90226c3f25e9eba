"""Othello, as far as an engine of the tests needs it."""

import re

START = {"d4": "W", "e5": "W", "d5": "B", "e4": "B"}
WAYS = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
SQUARES = [f"{column}{row}" for row in range(1, 9) for column in "abcdefgh"]
OTHER = {"B": "W", "W": "B"}
PASS = "pa"


def flips(board: dict, color: str, square: str) -> list:
    if square in board:
        return []
    found = []
    for x, y in WAYS:
        row, place = [], square
        while True:
            place = chr(ord(place[0]) + x) + chr(ord(place[1]) + y)
            if board.get(place) != OTHER[color]:
                break
            row.append(place)
        if board.get(place) == color:
            found += row
    return found


def legal(board: dict, color: str) -> list:
    return [square for square in SQUARES if flips(board, color, square)]


def play(board: dict, color: str, square: str) -> None:
    if square != PASS:
        for place in [square, *flips(board, color, square)]:
            board[place] = color


def position(ggf: str) -> tuple:
    """The board at the end of a game of NBoard's `set game`, and who is to move."""
    board, to_move = dict(START), "B"
    for color, square in re.findall(r"([BW])\[([A-Z]\w)//", ggf):
        play(board, color, square.lower())
        to_move = OTHER[color]
    return board, to_move
