//! Moves on their way from one player to the other's screen.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use super::{
    news::{Made, code_in, find, is_news, number_after, plies_made},
    socket::Socket,
    stage::Sitting,
};
use crate::{
    othello::{Ply, random_game},
    waiting::{AGAIN_AFTER, PATIENCE, is_of_the_moment},
};

/// Who moves when the turn comes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pace {
    /// A driver, at set times.
    Driven,
    /// The same, but nobody moves before he was shown what he answers: then at once. It is due when it was.
    Due,
    /// Whoever has the turn, at once.
    AtOnce,
    /// Whoever has the turn, so long after it was shown.
    After(Duration),
    /// Whoever has the turn, after a time up to this one, drawn from the game and the ply.
    Thinking(Duration),
}

/// One game, or one pair at the yardstick.
#[derive(Debug)]
pub struct Run {
    game_id: String,
    plies: Vec<Ply>,
    sockets: [Socket; 2],
    pace: Pace,
    begun: Instant,
    /// When each ply was due, in microseconds since `begun`; 0: not sent.
    due: Vec<AtomicU64>,
    /// When each ply was first sent, likewise.
    sent: Vec<AtomicU64>,
    latencies: Mutex<Vec<u64>>,
    acknowledged: Mutex<Vec<u64>>,
    answered: Mutex<Vec<u64>>,
    /// By ply: how long its maker had the turn, in microseconds.
    thought: Vec<AtomicU64>,
    /// Charged minus true, absolute, in microseconds.
    clock_errors: Mutex<Vec<u64>>,
    shown: AtomicUsize,
    /// The last ply whose maker was told that it stands.
    settled: AtomicUsize,
    watched: AtomicUsize,
    started: AtomicBool,
    refused: Mutex<Vec<String>>,
    put_off: AtomicUsize,
    seq: AtomicUsize,
}

fn micros(duration: Duration) -> u64 {
    u64::try_from(duration.as_micros()).unwrap_or(u64::MAX)
}

impl Run {
    fn new(game_id: &str, plies: Vec<Ply>, sockets: [Socket; 2], pace: Pace) -> Arc<Self> {
        let numbers = || (0..=plies.len()).map(|_| AtomicU64::new(0)).collect();
        Arc::new(Self {
            game_id: game_id.to_owned(),
            sockets,
            pace,
            begun: Instant::now(),
            due: numbers(),
            sent: numbers(),
            thought: numbers(),
            plies,
            latencies: Mutex::default(),
            acknowledged: Mutex::default(),
            answered: Mutex::default(),
            clock_errors: Mutex::default(),
            shown: AtomicUsize::new(0),
            settled: AtomicUsize::new(0),
            watched: AtomicUsize::new(0),
            started: AtomicBool::new(false),
            refused: Mutex::default(),
            put_off: AtomicUsize::new(0),
            seq: AtomicUsize::new(0),
        })
    }

    /// A game of random moves on the server, watched by both seats.
    #[must_use]
    pub fn on_server(sitting: &Sitting, seed: u64, pace: Pace) -> Arc<Self> {
        Self::of(&sitting.game_id, sitting.sockets.clone(), seed, pace)
    }

    /// The same between black's socket and white's.
    #[must_use]
    pub fn of(game_id: &str, sockets: [Socket; 2], seed: u64, pace: Pace) -> Arc<Self> {
        let run = Self::new(game_id, random_game(seed), sockets, pace);
        for (side, socket) in run.sockets.iter().enumerate() {
            let own = Arc::clone(&run);
            socket.on_text(move |text, at| own.server_text(side, text, at));
            let watch = format!(
                r#"{{"type":"watch","game":"{}","after_seq":0}}"#,
                run.game_id
            );
            run.say(side, &watch);
        }
        run
    }

    fn say(&self, side: usize, text: &str) {
        if let Err(error) = self.sockets[side].send(text) {
            let said = format!("not sent: {}", error.kind());
            self.refused.lock().unwrap().push(said);
        }
    }

    /// The same moves back and forth at the yardstick.
    #[must_use]
    pub fn at_yardstick(
        number: usize,
        sockets: [Socket; 2],
        plies: usize,
        pace: Pace,
    ) -> Arc<Self> {
        let square = Some((4, 5));
        let plies = (0..plies)
            .map(|ply| Ply {
                black: ply % 2 == 0,
                square,
            })
            .collect();
        let run = Self::new(&format!("yardstick-{number:026}"), plies, sockets, pace);
        for (side, socket) in run.sockets.iter().enumerate() {
            let own = Arc::clone(&run);
            socket.on_text(move |text, at| {
                if let Some(ply) = number_after(text, b"\"ply\":") {
                    let ply = usize::try_from(ply).unwrap_or(0);
                    own.made(side, Made { ply, charged_ms: 0 }, at);
                }
            });
        }
        run
    }

    fn server_text(self: &Arc<Self>, side: usize, text: &[u8], at: Instant) {
        const OWN: &[u8] = br#"{"id":""#;
        if text.starts_with(OWN) && find(text, br#""type":"commit""#).is_some() {
            self.acknowledged(text, at);
        }
        if is_news(text) {
            let seq = number_after(text, br#""seq":"#).and_then(|seq| usize::try_from(seq).ok());
            self.seq.fetch_max(seq.unwrap_or(0), Ordering::AcqRel);
            if find(text, br#""type":"created""#).is_some() {
                self.watched.fetch_add(1, Ordering::Relaxed);
            }
            if find(text, br#""type":"started""#).is_some() {
                self.started.store(true, Ordering::Relaxed);
            }
            for made in plies_made(text) {
                self.made(side, made, at);
            }
        } else if text.starts_with(br#"{"type":"ack""#) {
            self.acknowledged(text, at);
        } else if text.starts_with(br#"{"type":"refused""#) {
            self.refused(text);
        }
    }

    fn acknowledged(&self, text: &[u8], at: Instant) {
        let ply = number_after(text, b"\"id\":\"").and_then(|ply| usize::try_from(ply).ok());
        if let Some(due) = ply.and_then(|ply| self.due.get(ply)) {
            let due = due.load(Ordering::Acquire);
            let now = micros(at.duration_since(self.begun));
            self.acknowledged
                .lock()
                .unwrap()
                .push(now.saturating_sub(due));
            let sent = ply.and_then(|ply| self.sent.get(ply));
            let sent = sent.map_or(0, |sent| sent.load(Ordering::Acquire));
            self.answered.lock().unwrap().push(now.saturating_sub(sent));
            self.settled.fetch_max(ply.unwrap_or(0), Ordering::SeqCst);
        }
    }

    /// A ply that was refused for the moment is sent again; it is due when it was.
    fn refused(self: &Arc<Self>, text: &[u8]) {
        let of_the_moment = code_in(text).is_some_and(is_of_the_moment);
        let ply = number_after(text, b"\"id\":\"").and_then(|ply| usize::try_from(ply).ok());
        match ply.filter(|ply| of_the_moment && (1..=self.plies.len()).contains(ply)) {
            Some(ply) => {
                self.put_off.fetch_add(1, Ordering::Relaxed);
                let run = Arc::clone(self);
                tokio::spawn(async move {
                    tokio::time::sleep(AGAIN_AFTER).await;
                    run.put(ply);
                });
            }
            None => {
                let text = String::from_utf8_lossy(text).into_owned();
                self.refused.lock().unwrap().push(text);
            }
        }
    }

    fn made(self: &Arc<Self>, side: usize, made: Made, at: Instant) {
        let Some(ply) = made
            .ply
            .checked_sub(1)
            .and_then(|place| self.plies.get(place))
        else {
            return;
        };
        if ply.black == (side == 0) {
            self.own_ply_shown(made);
        } else {
            let due = self.due[made.ply].load(Ordering::Acquire);
            let latency = micros(at.duration_since(self.begun)).saturating_sub(due);
            self.latencies.lock().unwrap().push(latency);
            self.shown.fetch_max(made.ply, Ordering::SeqCst);
            self.take_turn(made.ply + 1, side, at);
        }
    }

    fn own_ply_shown(&self, made: Made) {
        let thought = self.thought[made.ply].load(Ordering::Acquire);
        if thought > 0 {
            let charged = u64::try_from(made.charged_ms).unwrap_or(0) * 1_000;
            self.clock_errors
                .lock()
                .unwrap()
                .push(charged.abs_diff(thought));
        }
    }

    /// Whoever has the turn makes the ply, as the pace says.
    fn take_turn(self: &Arc<Self>, ply: usize, side: usize, since: Instant) {
        let is_mine = self
            .plies
            .get(ply - 1)
            .is_some_and(|next| next.black == (side == 0));
        if !is_mine {
            return;
        }
        match self.pace {
            Pace::Driven => {}
            Pace::Due => self.put_what_is_due(ply),
            Pace::AtOnce => self.send(ply, Instant::now()),
            Pace::After(think) => {
                let (run, due) = (Arc::clone(self), since + think);
                tokio::spawn(async move {
                    tokio::time::sleep_until(due.into()).await;
                    run.send(ply, due);
                });
            }
            Pace::Thinking(longest) => {
                let run = Arc::clone(self);
                let draw = u32::try_from(
                    ply * 7_919 + self.game_id.bytes().map(usize::from).sum::<usize>() * 104_729,
                )
                .unwrap_or(0);
                let think = longest.mul_f64(f64::from(draw % 1_000 + 1) / 1_000.0);
                tokio::spawn(async move {
                    tokio::time::sleep_until((since + think).into()).await;
                    let now = Instant::now();
                    run.thought[ply].store(micros(now.duration_since(since)), Ordering::Release);
                    run.send(ply, now);
                });
            }
        }
    }

    /// Sends a ply that was due at an instant, as soon as the pace lets it.
    pub fn send(&self, ply: usize, due: Instant) {
        if ply > self.plies.len() {
            return;
        }
        let due = micros(due.duration_since(self.begun)).max(1);
        self.due[ply].store(due, Ordering::SeqCst);
        if self.pace == Pace::Due {
            self.put_what_is_due(ply);
        } else {
            self.sent[ply].store(micros(self.begun.elapsed()), Ordering::Release);
            self.put(ply);
        }
    }

    /// Sends a ply that is due and answers one that was shown: whoever of the driver and the news comes second does it.
    fn put_what_is_due(&self, ply: usize) {
        let is_due = self.due[ply].load(Ordering::SeqCst) > 0;
        if !is_due || self.shown.load(Ordering::SeqCst) + 1 < ply {
            return;
        }
        let now = micros(self.begun.elapsed()).max(1);
        let first = self.sent[ply].compare_exchange(0, now, Ordering::SeqCst, Ordering::SeqCst);
        if first.is_ok() {
            self.put(ply);
        }
    }

    fn put(&self, ply: usize) {
        let next = &self.plies[ply - 1];
        let game = &self.game_id;
        let text = match next.name() {
            Some(square) => {
                format!(
                    r#"{{"type":"move","id":"{ply}","game":"{game}","ply":{ply},"square":"{square}"}}"#
                )
            }
            None => format!(r#"{{"type":"pass","id":"{ply}","game":"{game}","ply":{ply}}}"#),
        };
        self.say(usize::from(!next.black), &text);
    }

    /// Both seats have seen the end of it, and turn to something else.
    pub fn leave(&self) {
        for side in 0..self.sockets.len() {
            self.say(
                side,
                &format!(r#"{{"type":"leave","game":"{}"}}"#, self.game_id),
            );
        }
    }

    /// How many plies the game has.
    #[must_use]
    pub fn length(&self) -> usize {
        self.plies.len()
    }

    /// The last ply that its opponent has been shown.
    #[must_use]
    pub fn shown(&self) -> usize {
        self.shown.load(Ordering::Acquire)
    }

    /// Whether a ply, or the game's last, is shown to its opponent and its maker knows that it stands: either may hear
    /// of it first.
    #[must_use]
    pub fn has_settled(&self, ply: usize) -> bool {
        let ply = ply.min(self.length());
        self.shown() >= ply && self.settled.load(Ordering::Acquire) >= ply
    }

    /// The last commit that somebody was told of.
    #[must_use]
    pub fn seq(&self) -> usize {
        self.seq.load(Ordering::Acquire)
    }

    /// Latencies since the last call, in microseconds.
    #[must_use]
    pub fn take_latencies(&self) -> Vec<u64> {
        std::mem::take(&mut self.latencies.lock().unwrap())
    }

    /// From when each ply was due to its maker's being told that it stands, since the last call, in microseconds.
    #[must_use]
    pub fn take_acknowledged(&self) -> Vec<u64> {
        std::mem::take(&mut self.acknowledged.lock().unwrap())
    }

    /// From when each ply was sent to its maker's being told that it stands, since the last call, in microseconds.
    #[must_use]
    pub fn take_answered(&self) -> Vec<u64> {
        std::mem::take(&mut self.answered.lock().unwrap())
    }

    /// How often a ply was refused for the moment, and sent again.
    #[must_use]
    pub fn put_off(&self) -> usize {
        self.put_off.load(Ordering::Relaxed)
    }

    /// Refusals since the last call, and what could not be sent.
    #[must_use]
    pub fn take_refused(&self) -> Vec<String> {
        std::mem::take(&mut self.refused.lock().unwrap())
    }

    /// |charged - true| of every ply whose thinking time is known, in microseconds, since the last call.
    #[must_use]
    pub fn take_clock_errors(&self) -> Vec<u64> {
        std::mem::take(&mut self.clock_errors.lock().unwrap())
    }

    /// Both seats watch it, and its clock runs.
    #[must_use]
    pub fn is_ready(&self) -> bool {
        self.watched.load(Ordering::Relaxed) >= 2 && self.started.load(Ordering::Relaxed)
    }

    /// The game is over.
    #[must_use]
    pub fn is_over(&self) -> bool {
        self.shown() >= self.plies.len()
    }
}

/// Waits until something holds of every run; a refusal is the end, and so is a patience in which nothing comes of any.
pub async fn until(runs: &[Arc<Run>], what: &str, holds: impl Fn(&Run) -> bool) {
    let (mut stands, mut since) = (None, Instant::now());
    loop {
        for run in runs {
            let refused = run.refused.lock().unwrap();
            assert!(refused.is_empty(), "game {}: {refused:?}", run.game_id);
        }
        let missing = runs.iter().filter(|run| !holds(run)).count();
        if missing == 0 {
            return;
        }
        let now = Some((missing, runs.iter().map(|run| run.shown()).sum::<usize>()));
        if now != stands {
            (stands, since) = (now, Instant::now());
        }
        assert!(
            since.elapsed() < PATIENCE,
            "{missing} of {} games are not {what}, and nothing has come of any for {PATIENCE:?}",
            runs.len()
        );
        tokio::time::sleep(Duration::from_millis(10)).await;
    }
}

/// Drives plies `from..=to` of all runs at so many moves a second, and waits until they are shown.
/// Answers how late the moves were sent, in microseconds.
pub async fn drive(
    runs: &[Arc<Run>],
    plies: std::ops::RangeInclusive<usize>,
    per_second: u64,
) -> Vec<u64> {
    let last = *plies.end();
    let lateness = send_at_rate(runs, plies, per_second).await;
    until(runs, "shown", |run| run.shown() >= last.min(run.length())).await;
    lateness
}

/// Sends plies `from..=to` of all runs at so many moves a second, whatever comes of those before, from a thread that keeps
/// time by itself. Answers how late the moves were sent, in microseconds.
pub async fn send_at_rate(
    runs: &[Arc<Run>],
    plies: std::ops::RangeInclusive<usize>,
    per_second: u64,
) -> Vec<u64> {
    let driven = runs.to_vec();
    let lateness = tokio::task::spawn_blocking(move || {
        let begun = Instant::now();
        let mut lateness = Vec::new();
        let mut number: u64 = 0;
        for ply in plies {
            for run in &driven {
                let due = begun + Duration::from_micros(number * 1_000_000 / per_second);
                number += 1;
                if ply > run.length() {
                    continue;
                }
                if let Some(early) = due.checked_duration_since(Instant::now()) {
                    std::thread::sleep(early);
                }
                run.send(ply, due);
                lateness.push(micros(due.elapsed()));
            }
        }
        lateness
    });
    lateness.await.unwrap()
}
