//! Rounds at a steady rate of moves, round after round. Half of the games are an open loop: a move is due by the clock,
//! whatever became of those before, and what it takes is counted from then, also where its player had to be shown first
//! what he answers: a server that stalls is not spared what players would have done meanwhile. The other half is a closed loop: a player thinks when he has been shown his
//! opponent's move, and what an answer takes is counted from when the move was sent.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use outflank_tests::{
    load::{
        crew::Crew,
        latencies::Latencies,
        news::code_in,
        relay::{Pace, Run, send_at_rate},
        report::{Kinds, Report, add},
        socket::Socket,
        stage::Stage,
    },
    waiting::PATIENCE,
};
use serde_json::{Value, json};
use tokio::time::sleep;

/// What came of moves.
#[derive(Debug, Default)]
pub struct Measured {
    /// Open loop: from when it was due to its maker's being told that it stands.
    pub open: Latencies,
    /// Open loop: from when it was due to its being shown to the opponent.
    pub shown: Latencies,
    /// Closed loop: from when it was sent to its maker's being told that it stands.
    pub closed: Latencies,
    /// How late the harness sent what was due.
    pub late: Latencies,
    pub errors: Kinds,
    /// Moves that were refused for the moment, and sent again.
    pub put_off: u64,
    pub rounds: u64,
}

impl Measured {
    /// Every move, from when it was due or sent.
    pub fn all(&self) -> Latencies {
        let mut all = self.open.clone();
        all.add(&self.closed);
        all
    }

    /// Takes what came of others too.
    pub fn take(&mut self, other: Self) {
        let pairs = [
            (&mut self.open, &other.open),
            (&mut self.shown, &other.shown),
            (&mut self.closed, &other.closed),
            (&mut self.late, &other.late),
        ];
        for (own, more) in pairs {
            own.add(more);
        }
        add(&mut self.errors, other.errors);
        self.put_off += other.put_off;
        self.rounds = self.rounds.max(other.rounds);
    }

    /// Says how long moves took.
    pub fn tell(&self, report: &Report, prefix: &str) {
        report.latencies(&format!("{prefix}open_loop"), &self.open);
        report.latencies(&format!("{prefix}open_loop_shown"), &self.shown);
        report.latencies(&format!("{prefix}closed_loop"), &self.closed);
        report.latencies(&format!("{prefix}sent_late"), &self.late);
        report.count(&format!("{prefix}put_off"), self.put_off);
    }
}

/// A round of every event, with a move of each game every so often. False when it did not come to its end: then there can
/// be no other.
pub async fn play(
    stage: &mut Stage,
    every: Duration,
    watching: Option<&Crew>,
    measured: &mut Measured,
) -> bool {
    let tables = stage.next_round().await;
    measured.rounds += 1;
    if let Some(crew) = watching {
        let games: Vec<&str> = tables.iter().map(|table| table.game_id.as_str()).collect();
        let answer = crew.ask(json!({"do": "watch", "games": games})).await;
        add(&mut measured.errors, unwatched(&answer));
    }
    let paces = [Pace::Due, Pace::After(every)].into_iter().cycle();
    let seeds = measured.rounds * 10_000..;
    let sittings = seeds.zip(&tables).zip(paces);
    let runs: Vec<(Arc<Run>, Pace)> = sittings
        .map(|((seed, table), pace)| (Run::on_server(table, seed, pace), pace))
        .collect();
    let all: Vec<Arc<Run>> = runs.iter().map(|(run, _)| Arc::clone(run)).collect();
    if !until(&all, "ready", Run::is_ready, measured).await {
        return false;
    }
    let of = |wanted: Pace| {
        let runs = runs.iter().filter(move |(_, pace)| *pace == wanted);
        runs.map(|(run, _)| Arc::clone(run)).collect::<Vec<_>>()
    };
    let (open, closed) = (of(Pace::Due), of(Pace::After(every)));
    for (number, run) in (0_u32..).zip(&closed) {
        let (run, of) = (Arc::clone(run), u32::try_from(closed.len()).unwrap());
        tokio::spawn(async move {
            sleep(every * number / of).await;
            run.send(1, Instant::now());
        });
    }
    let longest = open.iter().map(|run| run.length()).max().unwrap_or(0);
    let games = u64::try_from(open.len()).unwrap();
    let millis = u64::try_from(every.as_millis()).unwrap();
    for late in send_at_rate(&open, 1..=longest, (games * 1_000 / millis).max(1)).await {
        measured.late.record_micros(late);
    }
    let is_over = until(&all, "over", Run::is_over, measured).await;
    for run in &open {
        record(&mut measured.open, run.take_acknowledged());
        record(&mut measured.shown, run.take_latencies());
    }
    for run in &closed {
        record(&mut measured.closed, run.take_answered());
    }
    for run in &all {
        run.leave();
    }
    let put_off: usize = all.iter().map(|run| run.put_off()).sum();
    measured.put_off += u64::try_from(put_off).unwrap();
    let lost = stage.sockets().filter(|socket| !Socket::is_open(socket));
    let lost = u64::try_from(lost.count()).unwrap();
    if lost > 0 {
        add(
            &mut measured.errors,
            [("a player's socket was lost".to_owned(), lost)].into(),
        );
    }
    is_over && lost == 0
}

fn record(latencies: &mut Latencies, micros: Vec<u64>) {
    for micros in micros {
        latencies.record_micros(micros);
    }
}

/// Viewers who were not shown what they watch.
fn unwatched(answer: &Value) -> Kinds {
    let number = |name: &str| answer[name].as_u64().unwrap_or(0);
    let missing = number("asked").saturating_sub(number("shown"));
    let kinds = [("a spectator was shown no table".to_owned(), missing)];
    kinds.into_iter().filter(|(_, count)| *count > 0).collect()
}

/// Waits until something holds of every game. False where nothing comes of some any more.
async fn until(
    runs: &[Arc<Run>],
    what: &str,
    holds: impl Fn(&Run) -> bool,
    measured: &mut Measured,
) -> bool {
    let (mut stands, mut since) = (None, Instant::now());
    loop {
        for refused in runs.iter().flat_map(|run| run.take_refused()) {
            let code = code_in(refused.as_bytes()).unwrap_or(&refused);
            let kind = format!("a command was refused: {code}");
            *measured.errors.entry(kind).or_default() += 1;
        }
        let missing = runs.iter().filter(|run| !holds(run)).count();
        if missing == 0 {
            return true;
        }
        let now = Some((missing, runs.iter().map(|run| run.shown()).sum::<usize>()));
        if now != stands {
            (stands, since) = (now, Instant::now());
        }
        if since.elapsed() > PATIENCE {
            let missing = u64::try_from(missing).unwrap();
            let kind = format!("a game was not {what}");
            add(&mut measured.errors, [(kind, missing)].into());
            return false;
        }
        sleep(Duration::from_millis(10)).await;
    }
}
