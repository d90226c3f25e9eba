"""The binary with the sample event in play, and who calls it."""

import json
import os
import subprocess
import time
import urllib.request
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")).resolve()
BINARY = Path(os.environ.get("OUTFLANK_BINARY", TARGET / "debug" / "outflank"))
LOGS = TARGET / "attacks"
API = "/api/v1"
PATIENCE = 120
# How often the sample event is held anew, should its games be over at the moment of the server's end.
TRIES = 5
# A round takes some seconds, and is seen many times before it is over.
PACE = "200"
# None of the contract's examples, which would change it.
PASSWORD = "a sentence of another meaning"


class Server:
    """The binary on a port of the system's choice."""

    def __init__(self, data: Path, *options: str):
        command = [str(BINARY), "serve", "--data", str(data), "--listen", "127.0.0.1:0", *options]
        # Its limits are by address, and here is only one.
        ours = {name: value for name, value in os.environ.items() if not name.startswith("OUTFLANK_")}
        environment = {**ours, "OUTFLANK_NO_LIMITS": "true", "OUTFLANK_FOUNDING": "accounts"}
        self.log = (LOGS / f"server-{data.name}.log").open("w")
        self.child = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True, env=environment)
        said = self.child.stdout.readline()
        if not said.startswith("Outflank is at "):
            self.end()
            raise SystemExit(f"the server ended at its start: {self.log.name}")
        self.base = said.split()[-1]
        until("the server is ready", lambda: self.get("/readyz") is not None)

    def ask(self, method: str, path: str, body: object = None, token: str | None = None) -> dict | None:
        headers = {"Content-Type": "application/json"} | ({"Authorization": f"Bearer {token}"} if token else {})
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self.base + path, data=data, headers=headers, method=method)
        with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
            text = answer.read()
        try:
            return json.loads(text)
        except ValueError:
            return {}

    def get(self, path: str) -> dict | None:
        """None where there is no good answer."""
        try:
            return self.ask("GET", path)
        except OSError:
            return None

    def end(self) -> None:
        if self.child.poll() is None:
            self.child.terminate()
            try:
                self.child.wait(timeout=20)
            except subprocess.TimeoutExpired:
                self.child.kill()
                self.child.wait()
        self.child.stdout.close()
        self.log.close()


@contextmanager
def server(data: Path, *options: str):
    running = Server(data, *options)
    try:
        yield running
    finally:
        running.end()


def until(what: str, condition):
    """The first answer that is one."""
    ends = time.monotonic() + PATIENCE
    while time.monotonic() < ends:
        if (found := condition()) is not None and found is not False:
            return found
        time.sleep(0.05)
    raise SystemExit(f"not within {PATIENCE} s: {what}")


@dataclass
class Event:
    """The sample event on disk."""

    data: Path
    director_password: str
    # What examples have to name so that they lead somewhere: a game that is played, and who is to move in it.
    known: dict[str, str | int]
    # Of the same entrant in the first round.
    over_game_id: str


def hold(folder: Path) -> Event:
    """Holds the sample event until a round after the first is being played, and leaves it there."""
    for number in range(TRIES):
        data = folder / f"event-{number}"
        with server(data, "--sample-event", "--sample-pace", PACE) as running:
            password, tournament = until("a later round of the sample event is played", lambda: under_way(running, data))
            # At once: house bots move as long as it runs, and a server that ends in order would see the round out.
            running.child.kill()
        with server(data) as running:
            tournament = running.ask("GET", f"{API}/tournaments/{tournament['summary']['id']}")
            if live := live_tables(running, tournament):
                return event_of(data, password, tournament, live[0])
    raise SystemExit("the sample event was over too soon, each time")


def under_way(running: Server, data: Path) -> tuple[str, dict] | None:
    try:
        kept = json.loads((data / "sample-event.json").read_text())
    except (OSError, ValueError):
        return None
    tournament = running.get(f"{API}/tournaments/{kept['tournament_id']}") if kept["tournament_id"] else None
    if tournament is None or len(tournament["rounds"]) < 2:
        return None
    return (kept["password"], tournament) if live_tables(running, tournament) else None


def live_tables(running: Server, tournament: dict) -> list[dict]:
    """Those of the last round where something has been played and more is to come."""
    games = [board["game_id"] for board in tournament["rounds"][-1]["boards"]]
    found = [running.get(f"{API}/games/{game}") for game in games]
    return [table for table in found if table is not None and table["phase"] == "live" and table["ply"] > 4]


def event_of(data: Path, password: str, tournament: dict, table: dict) -> Event:
    mine, theirs = ("black", "white") if table["to_move"] == "black" else ("white", "black")
    entrant, opponent = table[f"{mine}_entrant_id"], table[f"{theirs}_entrant_id"]
    known = {name: table[name] for name in ("tournament_id", "game_id", "round", "table", "ply")}
    known |= {"entrant_id": entrant, "one_entrant_id": entrant}
    known |= {f"{who}_entrant_id": opponent for who in ("two", "opponent", "against")}
    known["square"] = (table["legal_squares"] or ["f5"])[0]
    boards = tournament["rounds"][0]["boards"]
    over = next(of for of in boards if entrant in (of["black_entrant_id"], of["white_entrant_id"]))
    return Event(data, password, known, over["game_id"])


def director(running: Server, event: Event) -> dict:
    """The login of the event's director."""
    return {"login": "house-director", "password": event.director_password}


def player(running: Server, event: Event) -> dict:
    """The login of an account that has claimed a seat."""
    token = running.ask("POST", f"{API}/sessions", director(running, event))["access_token"]
    path = f"{API}/tournaments/{event.known['tournament_id']}/entrants/{event.known['entrant_id']}/seat-code"
    code = running.ask("POST", path, {}, token)["code"]
    account = {"display_name": "Birgit Aas", "login": "birgit", "password": PASSWORD}
    own = running.ask("POST", f"{API}/accounts", account)["access_token"]
    running.ask("POST", f"{API}/seats/claim", {"code": code}, own)
    return {"login": account["login"], "password": PASSWORD}


def nobody(running: Server, event: Event) -> None:
    return None
