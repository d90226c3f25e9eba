#!/usr/bin/env python3
"""A program that plays any legal move, by requests and answers alone and with nothing but Python's own library.

    OUTFLANK_KEY=... client/examples/bot.py SERVER --challenge 5      makes a challenge of 5 minutes, and plays its game
    OUTFLANK_KEY=... client/examples/bot.py SERVER --take CHALLENGE   takes up somebody's
    OUTFLANK_KEY=... client/examples/bot.py SERVER --code CODE        plays the games of a seat in an event
    OUTFLANK_KEY=... client/examples/bot.py SERVER                    plays those of the seat that the account holds

Seeks stand on the live line alone, for which see docs/live-protocol.md.
"""

import argparse
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.request

# What is answered so is asked again a little later: docs/live-protocol.md has the codes.
AGAIN_STATUSES = {429, 502, 503, 504}
AGAIN_CODES = {"stale_command", "conflict", "outcome_unknown", "flag_pending"}
OVER = {"finished", "annulled"}
ENDED = {"played", "confirmed", "abandoned", "cancelled"}


class Refused(Exception):
    """The server's refusal: its code, and its sentence."""

    def __init__(self, problem: dict):
        super().__init__(problem.get("detail", ""))
        self.code = problem.get("code", "")


class Server:
    """One account's view of a server."""

    def __init__(self, base: str, key: str, every: float):
        self.base, self.key, self.every = base.rstrip("/"), key, every

    def ask(self, method: str, path: str, body: dict | None = None, command: str | None = None) -> dict:
        """One request, repeated while nobody answers. A command bears an id, under which it is done once."""
        headers = {"Authorization": f"Bearer {self.key}"}
        if body is not None:
            headers["Content-Type"] = "application/json"
        if command:
            headers["Idempotency-Key"] = command
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(f"{self.base}/api/v1{path}", data=data, headers=headers, method=method)
        while True:
            try:
                status, text = self.once(request)
            except (OSError, http.client.HTTPException):
                # Nobody answered, or broke off.
                self.wait()
                continue
            # A proxy says in words of its own that the server is away.
            if status in AGAIN_STATUSES:
                self.wait()
                continue
            try:
                said = json.loads(text or b"null")
            except ValueError:
                raise Refused({"detail": f"an answer that cannot be read, of status {status}"}) from None
            if status < 300:
                return said
            problem = said if isinstance(said, dict) else {}
            if problem.get("code") not in AGAIN_CODES:
                raise Refused({"detail": f"status {status}", **problem})
            self.wait()

    @staticmethod
    def once(request: urllib.request.Request) -> tuple:
        """The status and the text of one answer."""
        try:
            with urllib.request.urlopen(request, timeout=30) as answer:
                return answer.status, answer.read()
        except urllib.error.HTTPError as error:
            return error.code, error.read()

    def wait(self) -> None:
        time.sleep(self.every)


def play(server: Server, game: str, color: str) -> None:
    """Plays a game from wherever it stands to its end."""
    print(f"plays {color} in {game}", flush=True)
    while True:
        table = server.ask("GET", f"/games/{game}")
        if table["phase"] in OVER:
            print(f"{game} is over: {json.dumps(table['result'])}", flush=True)
            return
        if table["phase"] == "live" and table["to_move"] == color:
            turn(server, game, table)
        else:
            server.wait()


def turn(server: Server, game: str, table: dict) -> None:
    # What officials took back is another command when it is played again.
    name = f"{table['to_move']}-{table['ply']}-{len(table['rulings'])}"
    try:
        if table["must_pass"]:
            server.ask("POST", f"/games/{game}/passes", {"ply": table["ply"]}, f"{name}-pass")
            return
        move = {"ply": table["ply"], "square": random.choice(table["legal_squares"])}
        if table["must_flip"]:
            move["flip"] = random.choice(table["flippable_squares"])
        server.ask("POST", f"/games/{game}/moves", move, f"{name}-{move['square']}")
    except Refused as refused:
        # The flag fell, or an official was there first: the table tells.
        print(f"{game}: {refused}", flush=True)
        server.wait()


def casual(server: Server, game: dict, account: str) -> None:
    color = "black" if game["black"]["account_id"] == account else "white"
    play(server, game["game_id"], color)


def challenge(server: Server, minutes: int, account: str) -> None:
    terms = {"variant": "othello", "main_ms": minutes * 60_000, "increment_ms": 0}
    made = server.ask("POST", "/challenges", {"terms": terms}, f"bot-{random.getrandbits(64):x}")
    print(f"challenge {made['id']}: {server.base}/challenge/{made['id']}", flush=True)
    while made["game_id"] is None:
        server.wait()
        made = server.ask("GET", f"/challenges/{made['id']}")
    casual(server, server.ask("GET", f"/casual-games/{made['game_id']}"), account)


def held(server: Server) -> list:
    """The account's seats in events that are not confirmed yet."""
    return server.ask("GET", "/me")["seats"]


def claim(server: Server, code: str) -> dict:
    """The seat of a code, which is good once: where the answer to its claim was lost, the seat is among those held."""
    before = held(server)
    try:
        return server.ask("POST", "/seats/claim", {"code": code})
    except Refused:
        for new in held(server):
            if new not in before:
                return new
        raise


def seat(server: Server, claimed: dict) -> None:
    path, played = f"/tournaments/{claimed['tournament_id']}", set()
    while True:
        event = server.ask("GET", path)
        for board in (board for round in event["rounds"] for board in round["boards"]):
            for color in ("black", "white"):
                is_own = board[f"{color}_entrant_id"] == claimed["entrant_id"]
                if is_own and board["result"] is None and board["game_id"] not in played:
                    play(server, board["game_id"], color)
                    played.add(board["game_id"])
        if event["summary"]["phase"] in ENDED:
            return
        server.wait()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("server", help="http://127.0.0.1:8080")
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--challenge", type=int, metavar="MINUTES")
    what.add_argument("--take", metavar="CHALLENGE")
    what.add_argument("--code")
    parser.add_argument("--every", type=float, default=0.5, metavar="SECONDS", help="between two looks (0.5)")
    given = parser.parse_args()
    server = Server(given.server, os.environ.get("OUTFLANK_KEY", ""), given.every)
    if given.code:
        seat(server, claim(server, given.code))
        return
    if given.challenge is None and given.take is None:
        seats = held(server)
        if seats:
            seat(server, seats[0])
        else:
            print("This key's account has no seat: claim one with --code.")
        return
    account = server.ask("GET", "/account")["id"]
    if given.challenge:
        challenge(server, given.challenge, account)
    else:
        casual(server, server.ask("POST", f"/challenges/{given.take}/acceptance", {}), account)


if __name__ == "__main__":
    main()
