"""What can befall a deployment: each role a process, play two, on Postgres with a replica and on Redis."""

import os
import re
import signal
import threading
from pathlib import Path

from alerts.deployment import LOGS, Line, Postgres, Program, Server, WallClock, free_port, outflank, read, until
from alerts.incident import PACE, Incident, Lane

# Each way, so that asking takes twice as long.
FAR, VERY_FAR = 0.06, 0.15
# A replica that stands still for so long between two moments in which it does not.
STILL, AWAKE = 1.5, 0.3
ROLES = ["identity", "pairing", "play", "standings", "ratings"]


class Cluster(Lane):
    """Seven processes under the sample event."""

    def __init__(self, folder: Path):
        self.postgres = Postgres("postgres", folder)
        self.postgres.start()
        self.postgres.ask("CREATE DATABASE outflank", "postgres")
        self.standby = Postgres("standby", folder, copy_of=self.postgres)
        self.standby.start()
        self.redis_port = free_port()
        self.redis = Program("redis", ["redis-server", "--port", self.redis_port, "--bind", "127.0.0.1", "--save", "", "--appendonly", "no"], cwd=folder)
        self.redis.start()
        self.line = Line(self.postgres.port)
        outflank("keys", "create", folder / "keys", "--name", "localhost", folder=folder)
        inside = {name: free_port() for name in [*ROLES, "play-2"]}
        at = lambda *names: "|".join(f"http://127.0.0.1:{inside[name]}" for name in names)
        peers = {role: at(role) for role in ROLES} | {"play": at("play", "play-2")}

        def server(role: str, name: str, *more: str) -> Server:
            called = ",".join(f"{peer}={where}" for peer, where in peers.items() if peer != role)
            own = ["--internal-listen", f"127.0.0.1:{inside[name]}"] if name in inside else []
            return Server(name, folder, ["--roles", role, "--keys", folder / "keys", "--data", folder / f"data-{name}", "--peers", called, *own,
                                         "--database", f"postgres://postgres@127.0.0.1:{self.line.port}/outflank",
                                         "--redis", f"redis://127.0.0.1:{self.redis_port}", *more])

        # The sample event is founded by a bot.
        founding = {"pairing": ["--founding", "accounts"]}
        self.named = {role: server(role, role, *founding.get(role, [])) for role in ROLES} | {"play-2": server("play", "play-2")}
        self.clock = WallClock(folder)
        self.named["standings"].how["env"] |= self.clock.environment
        self.gateway = server("gateway", "gateway", "--sample-event", "--sample-pace", PACE)
        self.servers = [*self.named.values(), self.gateway]
        self.over = threading.Event()

    def end(self) -> None:
        self.over.set()
        for server in reversed(self.servers):
            server.end()
        self.redis.end()
        self.standby.stop()
        self.postgres.stop()

    def incidents(self) -> list[Incident]:
        named, play = self.named, [self.named["play"], self.named["play-2"]]

        def still(*servers: Server) -> None:
            for server in servers:
                server.send(signal.SIGSTOP)

        def restart(*servers: Server) -> None:
            for server in servers:
                server.kill()
                server.restart()

        return [
            Incident("OutflankProcessDown", "play-2", "kill -9 of an instance of play", named["play-2"].kill,
                     "it is started again; games go on at the other meanwhile", named["play-2"].restart, self.games_go_on),
            Incident("OutflankPlayLost", "gateway", "both instances of play stand still (SIGSTOP)", lambda: still(*play),
                     "both are restarted", lambda: restart(*play)),
            Incident("OutflankRoleAway", "gateway", "kill -9 of standings", named["standings"].kill,
                     "it is started again", named["standings"].restart),
            Incident("OutflankFeedBehind", "pairing", "identity, which pairing follows, stands still (SIGSTOP)", lambda: still(named["identity"]),
                     "identity is restarted", lambda: restart(named["identity"])),
            Incident("OutflankBusDown", "gateway", "kill -9 of Redis", self.redis.kill,
                     "Redis is started, empty; nothing else", self.redis.start, self.games_go_on),
            Incident("OutflankCallsFail", "play", "Postgres is stopped", self.postgres.stop,
                     "Postgres is started; nothing else", self.postgres.start, self.not_ready),
            Incident("OutflankCommitsHeld", "play", "the synchronous replica is away: every commit is held", self.lose_replica,
                     "it is taken out of synchronous_standby_names", self.do_without, self.names_the_replica),
            Incident("OutflankCommitsSlow", "play", "the synchronous replica is slow", self.slow_replica,
                     "it is taken out of synchronous_standby_names", self.do_without),
            Incident("OutflankMovesSlow", "gateway", "300 ms to the database", lambda: self.distance(VERY_FAR),
                     "the stage that takes long is found; the process is nearer", lambda: self.distance(0), self.committed_takes_longest),
            Incident("OutflankClockUncertain", "gateway", "120 ms to the database", lambda: self.distance(FAR),
                     "the process is nearer", lambda: self.distance(0)),
            Incident("OutflankClockOff", "standings", "its wall clock jumps 3 s ahead", lambda: self.clock.set(3_000),
                     "the clock is put right", lambda: self.clock.set(0)),
            Incident("OutflankFactsRefused", None, "five results of a round that is none, written into play's feed", self.tell_nonsense,
                     "the warnings name tournament and rule; the count stands still", self.find_warning),
            Incident("OutflankFeedStopped", "pairing", "a fact of an unknown kind, written into play's feed", self.tell_unknown,
                     "the fact is made readable, as a newer pairing would find it", self.make_known, self.names_the_feed),
            # The last: from here on the replica is the database.
            Incident("OutflankCommitsFail", "play", "the database's machine is lost, and its address leads to a replica that is not promoted", self.fail_over,
                     "SELECT pg_promote(); nothing else", lambda: self.standby.ask("SELECT pg_promote()")),
        ]

    def settles(self) -> None:
        until("every process is ready", lambda: all(server.is_ready() for server in self.servers))
        before = self.moves()
        until("moves are acknowledged", lambda: self.moves() > before)

    def moves(self) -> float:
        text = self.gateway.metrics()
        found = re.search(r'^outflank_commands_total\{kind="move",outcome="acknowledged"\} (\S+)$', text, re.MULTILINE)
        return float(found[1]) if found else 0.0

    def games_go_on(self) -> str | None:
        before = self.moves()
        try:
            until("moves are acknowledged", lambda: self.moves() > before, 15)
        except TimeoutError:
            return "no move was acknowledged meanwhile"

    def not_ready(self) -> str | None:
        status, said = read(self.named["play"].base + "/readyz")
        return None if status == 503 else f"/readyz of play answers {status}: {said}"

    def names_the_replica(self) -> str | None:
        found = outflank("doctor", *self.named["play"].options, folder=self.named["play"].folder)[1]
        waiting = self.postgres.ask("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'SyncRep'")
        return None if re.search("FINDING.*replica", found) and int(waiting) else f"{waiting} sessions wait for the replica; the doctor: {found}"

    def distance(self, seconds: float) -> None:
        self.line.seconds = seconds

    def committed_takes_longest(self) -> str | None:
        def mean(server: Server, stage: str) -> float:
            total, count = (server.value(f'outflank_move_stage_seconds_{what}{{stage="{stage}"}}') for what in ("sum", "count"))
            return total / max(count, 1)

        play = self.named["play"]
        committed = mean(play, "committed")
        slower = [stage for stage in ("decided", "published") if mean(play, stage) > committed]
        return f"{slower} took longer than committed" if slower else None

    def fail_over(self) -> None:
        if self.standby.child.poll() is not None:
            self.standby.start()
        until("the replica has everything", lambda: self.postgres.ask(
            "SELECT 1 FROM pg_stat_replication WHERE replay_lsn = pg_current_wal_lsn()"))
        self.line.to = self.standby.port
        self.postgres.kill()

    def wait_for_replica(self, name: str) -> None:
        self.postgres.ask(f"ALTER SYSTEM SET synchronous_standby_names = '{name}'")
        self.postgres.ask("SELECT pg_reload_conf()")

    def lose_replica(self) -> None:
        self.wait_for_replica("standby")
        self.standby.kill()

    def slow_replica(self) -> None:
        self.standby.start()
        receiver = int(until("the replica receives", lambda: self.standby.ask("SELECT pid FROM pg_stat_wal_receiver", "postgres")))
        self.wait_for_replica("standby")
        self.over.clear()

        def falter() -> None:
            while not self.over.is_set():
                os.kill(receiver, signal.SIGSTOP)
                self.over.wait(STILL)
                os.kill(receiver, signal.SIGCONT)
                self.over.wait(AWAKE)

        threading.Thread(target=falter, daemon=True).start()

    def do_without(self) -> None:
        self.wait_for_replica("")
        self.over.set()

    def tell(self, kind: str, body: str, place: int, count: int = 1) -> None:
        over = "SELECT 1 FROM play.journal_facts WHERE kind = 'game_finished' LIMIT 1"
        until("a game is over", lambda: self.postgres.ask(over), 300)
        self.postgres.ask(
            "INSERT INTO play.journal_facts (stream_kind, stream_id, seq, place, kind, body) "
            f"SELECT stream_kind, stream_id, seq, {place} + n, '{kind}', {body} "
            f"FROM (SELECT * FROM play.journal_facts WHERE kind = 'game_finished' LIMIT 1) f, generate_series(1, {count}) n"
        )

    def tell_nonsense(self) -> None:
        self.tell("game_finished", """convert_to(jsonb_set(convert_from(body, 'UTF8')::jsonb, '{round}', '99')::text, 'UTF8')""", 100, 5)

    def find_warning(self) -> None:
        log = (LOGS / "pairing.log").read_text()
        warned = [line for line in log.splitlines() if "a fact is refused" in line]
        if not warned or "tournament" not in warned[-1] or "why" not in warned[-1]:
            raise SystemExit("the log of pairing does not say what was refused and why")

    def tell_unknown(self) -> None:
        self.tell("board_turned", "body", 200)

    def names_the_feed(self) -> str | None:
        status, said = read(self.named["pairing"].base + "/readyz")
        return None if status == 200 and '"feed":"play"' in said.replace(" ", "") else f"/readyz of pairing: {status} {said}"

    def make_known(self) -> None:
        self.postgres.ask(
            "BEGIN; ALTER TABLE play.journal_facts DISABLE TRIGGER USER; "
            "UPDATE play.journal_facts SET kind = 'game_finished' WHERE kind = 'board_turned'; "
            "ALTER TABLE play.journal_facts ENABLE TRIGGER USER; COMMIT"
        )
