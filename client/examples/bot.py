#!/usr/bin/env python3
"""A program that plays any legal move, by requests and answers and with nothing but Python's own library.

    OUTFLANK_KEY=... client/examples/bot.py SERVER --seek 5           seeks games of 5 minutes, and plays one after another
    OUTFLANK_KEY=... client/examples/bot.py SERVER --challenge 5      makes a challenge of 5 minutes, and plays its game
    OUTFLANK_KEY=... client/examples/bot.py SERVER --take CHALLENGE   takes up somebody's
    OUTFLANK_KEY=... client/examples/bot.py SERVER --code CODE        plays the games of a seat in an event
    OUTFLANK_KEY=... client/examples/bot.py SERVER                    plays those of the seat that the account holds

Games are played by requests. Seeks stand on the live line alone, a WebSocket: docs/live-protocol.md.
"""

import argparse
import base64
import contextlib
import hashlib
import http.client
import itertools
import json
import math
import os
import random
import socket
import ssl
import sys
import time
import urllib.error
import urllib.parse
import urllib.request

# What is answered so is asked again a little later: docs/live-protocol.md has the codes.
AGAIN_STATUSES = {429, 502, 503, 504}
AGAIN_CODES = {"stale_command", "conflict", "outcome_unknown", "flag_pending"}
# So also a seek, over which no status is told.
AGAIN_SEEKS = AGAIN_CODES | {"seek_lapsed", "too_many_requests", "unavailable", "role_away", "stopping", "shutting_down"}
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


class Line:
    """The live line: a WebSocket (RFC 6455), closed by whoever opened it. What breaks it is an OSError or a ValueError."""

    TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
    # More than the server says at once; of a longer message nothing is taken.
    MOST_BYTES = 1 << 20
    # So many has a ping at most, and whatever else is about the line itself.
    MOST_CONTROL_BYTES = 125
    # The server pings every 2.5 s: after so many seconds without a word the line is dead.
    SILENCE = 9

    def __init__(self, server: Server):
        ticket = urllib.parse.quote(server.ask("POST", "/tickets", {})["ticket"], safe="")
        self.text = b""  # What is said so far of a frame.
        to = urllib.parse.urlsplit(server.base)
        is_secure = to.scheme == "https"
        self.line = socket.create_connection((to.hostname, to.port or (443 if is_secure else 80)), self.SILENCE)
        try:
            if is_secure:
                self.line = ssl.create_default_context().wrap_socket(self.line, server_hostname=to.hostname)
            self.heard = self.line.makefile("rb")
            self.shake_hands(to, f"{to.path}/api/v1/socket?ticket={ticket}")
        except BaseException:
            self.line.close()
            raise

    def shake_hands(self, to: urllib.parse.SplitResult, path: str) -> None:
        key = base64.b64encode(os.urandom(16)).decode()
        host = to.netloc.rpartition("@")[2]
        asked = f"GET {path} HTTP/1.1\r\nHost: {host}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
        self.line.sendall(f"{asked}Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n\r\n".encode())
        status = self.heard.readline(1024).decode("latin-1").split(" ", 2)
        headers = http.client.parse_headers(self.heard)
        accepted = hashlib.sha1(f"{key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11".encode()).digest()
        if status[1:2] != ["101"] or headers["Sec-WebSocket-Accept"] != base64.b64encode(accepted).decode():
            raise ConnectionError(f"no WebSocket is opened: {' '.join(status).strip()}")

    def say(self, frame: dict) -> None:
        self.write(self.TEXT, json.dumps(frame).encode())

    def hear(self) -> dict | None:
        """The next frame, whole; none after a ping, for who listens to look at the time."""
        while True:
            first, length = self.take(2)
            kind = first & 0x0F
            if length > 127:
                raise ValueError("the server masks what it says")
            if kind >= self.CLOSE and length > self.MOST_CONTROL_BYTES:
                raise ValueError(f"a ping or its like has more than {self.MOST_CONTROL_BYTES} bytes")
            if length > 125:
                length = int.from_bytes(self.take(2 if length == 126 else 8), "big")
            if len(self.text) + length > self.MOST_BYTES:
                raise ValueError(f"more than {self.MOST_BYTES} bytes are said at once")
            payload = self.take(length)
            if kind == self.CLOSE:
                raise ConnectionError(f"the server closed the line: {int.from_bytes(payload[:2], 'big')}")
            if kind == self.PING:
                self.write(self.PONG, payload)
                return None
            if kind <= self.TEXT:  # A text, or what continues it.
                self.text += payload
                if first & 0x80:
                    text, self.text = self.text, b""
                    return frame_of(text)

    def take(self, length: int) -> bytes:
        taken = self.heard.read(length)
        if len(taken) < length:
            raise ConnectionError("the line broke")
        return taken

    def write(self, kind: int, payload: bytes) -> None:
        """One frame, masked as all that a client says."""
        length, mask = len(payload), os.urandom(4)
        said = bytes([0x80 | length]) if length < 126 else bytes([0xFE]) + length.to_bytes(2, "big")
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(payload))
        self.line.sendall(bytes([0x80 | kind]) + said + mask + masked)

    def close(self) -> None:
        with contextlib.suppress(OSError):
            self.write(self.CLOSE, (1000).to_bytes(2, "big"))
        self.heard.close()
        self.line.close()


def frame_of(text: bytes) -> dict:
    """What a text says: of what is read of it here, everything is there."""
    try:
        frame = json.loads(text)
    except (ValueError, RecursionError):
        frame = None
    wanted = {"booked": {"game": str, "color": str}, "refused": {"problem": dict}}
    kind = frame.get("type") if isinstance(frame, dict) else None
    if not isinstance(kind, str) or any(not isinstance(frame.get(name), of) for name, of in wanted.get(kind, {}).items()):
        raise ValueError("what the server says is no frame")
    return frame


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


def terms_of(minutes: int) -> dict:
    return {"variant": "othello", "main_ms": minutes * 60_000, "increment_ms": 0}


def challenge(server: Server, minutes: int, account: str) -> None:
    made = server.ask("POST", "/challenges", {"terms": terms_of(minutes)}, f"bot-{random.getrandbits(64):x}")
    print(f"challenge {made['id']}: {server.base}/challenge/{made['id']}", flush=True)
    while made["game_id"] is None:
        server.wait()
        made = server.ask("GET", f"/challenges/{made['id']}")
    casual(server, server.ask("GET", f"/casual-games/{made['game_id']}"), account)


def seek(server: Server, minutes: int, games: int | None) -> None:
    for _ in itertools.repeat(None) if games is None else range(games):
        print(f"seeks a game of {minutes} min", flush=True)
        booked = sought(server, terms_of(minutes))
        play(server, booked["game"], booked["color"])
        # Nobody is booked again before that is on record.
        while server.ask("GET", f"/casual-games/{booked['game']}")["over_at_ms"] is None:
            server.wait()


def sought(server: Server, terms: dict) -> dict:
    """What a seek comes to. A line that breaks is opened again, and the game sought anew."""
    said = None
    while True:
        try:
            with contextlib.closing(Line(server)) as line:
                booked = booked_on(line, terms)
                if booked:
                    return booked
        except (OSError, ValueError, http.client.HTTPException) as broken:
            if str(broken) != said:
                said = str(broken)
                print(f"the live line is opened anew: {said}", flush=True)
        server.wait()


def booked_on(line: Line, terms: dict) -> dict | None:
    """The game that a seek on this line comes to; none where it is to be sought anew."""
    until = math.inf
    line.say({"type": "seek", "id": "seek", "terms": terms})
    while time.monotonic() < until:
        frame = line.hear()
        if frame is None:
            continue
        if frame["type"] == "booked":
            return frame
        if frame["type"] == "refused":
            refused = Refused(frame["problem"])
            if refused.code == "already_booked":
                # Which game that is is told on this line in a moment.
                until = time.monotonic() + 5
            elif refused.code in AGAIN_SEEKS:
                break
            else:
                raise refused
    return None


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
    what.add_argument("--seek", type=int, metavar="MINUTES")
    what.add_argument("--challenge", type=int, metavar="MINUTES")
    what.add_argument("--take", metavar="CHALLENGE")
    what.add_argument("--code")
    parser.add_argument("--games", type=int, metavar="N", help="with --seek: so many, and no more")
    parser.add_argument("--every", type=float, default=0.5, metavar="SECONDS", help="between two looks (0.5)")
    given = parser.parse_args()
    if given.games is not None and given.seek is None:
        parser.error("--games goes with --seek")
    server = Server(given.server, os.environ.get("OUTFLANK_KEY", ""), given.every)
    if given.seek is not None:
        seek(server, given.seek, given.games)
        return
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
    try:
        main()
    except Refused as refused:
        sys.exit(f"bot.py: {refused}")
