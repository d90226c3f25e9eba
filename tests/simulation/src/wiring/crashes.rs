//! Processes that die, and come back.

use std::{sync::Arc, time::Duration};

use outflank_access::Problem;
use outflank_live::Live as _;
use outflank_stillness::rest;
use tokio_util::sync::CancellationToken;

use super::{PAIRING_FOLLOWS, PLAY_FOLLOWS, Wiring};
use crate::{
    chance::Chance,
    coverage::{Doing, Fault, Point},
    fault_plan::Control,
    life::{Fate, Life},
};

/// Starts that are cut off by the process's death, in a thousand.
const CUT_OFF: u64 = 150;
/// A process that starts looks so often into its journal before it dies, at most.
const MOST_LOOKS: usize = 8;
/// A process that is to die where a command stands waits so long for one, at most.
const LONGEST_WAIT: Duration = Duration::from_secs(6);
/// Where in a command's life.
const POINTS: [Point; 5] = [
    Point::Received,
    Point::Committing,
    Point::Written,
    Point::Known,
    Point::Answered,
];

/// Why a process did not start.
pub(super) enum NotStarted {
    /// It died before it was up.
    Died,
    /// It gave up.
    Failed(Problem),
}

impl Wiring {
    /// The start of a process, which may die in it.
    pub(super) async fn survives<T>(
        &self,
        life: &Life,
        start: impl Future<Output = Result<T, Problem>>,
    ) -> Result<T, NotStarted> {
        let (world, chance) = (&self.world, &self.starts);
        let is_cut_off = chance.in_thousand(CUT_OFF);
        let looks = chance.below(MOST_LOOKS);
        if is_cut_off && world.fault_plan.crash_every_ms > 0 && !world.is_calm() {
            life.awaits(Some(Fate::Looks(looks)));
        }
        let started = tokio::select! {
            biased;
            () = life.over() => return Err(NotStarted::Died),
            started = Box::pin(start) => started.map_err(NotStarted::Failed)?,
        };
        life.awaits(None);
        Ok(started)
    }

    pub(super) async fn not_started(
        &self,
        end: NotStarted,
        (life, of_play): (&Life, bool),
        stop: &CancellationToken,
    ) {
        life.end();
        stop.cancel();
        match end {
            NotStarted::Died => self.note_death(life, (of_play, true)),
            NotStarted::Failed(problem) => {
                let _first = self.start_failed.set(problem);
            }
        }
        rest(250).await;
    }

    /// Writes down where the commands in a process were when it died.
    fn note_death(&self, life: &Life, (of_play, starting): (bool, bool)) {
        let log = &self.world.log;
        log.count_crash();
        let (own, other, consumer) = if of_play {
            (&self.play_memory, &self.pairing_memory, PLAY_FOLLOWS)
        } else {
            (&self.pairing_memory, &self.play_memory, PAIRING_FOLLOWS)
        };
        let (died, hears, serves) = if of_play {
            (Fault::PlayDied, "hear of pairing", "serve play")
        } else {
            (Fault::PairingDied, "hear of play", "serve pairing")
        };
        let mut points = life.points(self.world.time.now_ms());
        if own.cursor(consumer).number < *other.head().borrow() {
            points.push((Point::Following, Doing::other(hears)));
        }
        if starting {
            points.push((Point::Starting, Doing::other(serves)));
        }
        for (point, doing) in &points {
            log.coverage.died(*point, doing);
        }
        let mut doings: Vec<Doing> = points.into_iter().map(|(_, doing)| doing).collect();
        doings.push(Doing::other(serves));
        log.coverage.struck(died, &doings);
        if self.play.serving().is_empty() {
            log.coverage.struck(Fault::PlayGone, &doings);
        }
    }

    /// Beats in the name of a process of play that does not run, where that is broken on purpose.
    pub async fn beat_for_nobody(self: Arc<Self>) {
        while self.world.breaks(Control::OutageNotGivenBack) {
            let now_ms = self.world.time.now_ms();
            self.play_memory.beat("play:nobody", now_ms);
            rest(200).await;
        }
    }

    /// Lets processes die and come back until the world calms down.
    pub async fn let_crash(self: Arc<Self>) {
        let mean_ms = self.world.fault_plan.crash_every_ms;
        let chance = self.world.chance("crashes");
        if mean_ms == 0 {
            return;
        }
        loop {
            rest(chance.between(mean_ms / 4, mean_ms * 2)).await;
            if self.world.is_calm() {
                return;
            }
            let of_play = chance.in_thousand(self.world.fault_plan.crashes_of_play);
            let hosts = if of_play { &self.play } else { &self.pairing };
            let serving = hosts.serving();
            let Some(index) = chance.one_of(&serving).copied() else {
                continue;
            };
            let Some(running) = hosts.at(index) else {
                continue;
            };
            Self::meets_its_fate(&running.life, &chance).await;
            drop(hosts.take(index));
            running.life.end();
            running.stop.cancel();
            drop(running.held);
            running.life.has_died(self.world.time.now_ms());
            if self.play.serving().is_empty() {
                let now_ms = self.world.time.now_ms();
                self.down_since_ms().get_or_insert(now_ms);
            }
            self.note_death(&running.life, (of_play, false));
            let away_ms = if chance.in_thousand(200) {
                chance.between(5_000, 20_000)
            } else {
                chance.between(100, 2_500)
            };
            let wiring = Arc::clone(&self);
            tokio::spawn(async move {
                rest(away_ms).await;
                if of_play {
                    Box::pin(wiring.start_play(index)).await;
                } else {
                    Box::pin(wiring.start_pairing(index)).await;
                }
            });
        }
    }

    /// Lets the live state be away now and then, and come back with no seek in it, until the world calms down.
    pub async fn let_live_state_fail(self: Arc<Self>) {
        let (world, chance) = (&self.world, self.world.chance("losses of the live state"));
        let mean_ms = world.fault_plan.live_lost_every_ms;
        if mean_ms == 0 {
            return;
        }
        loop {
            rest(chance.between(mean_ms / 4, mean_ms * 2)).await;
            if world.is_calm() {
                return;
            }
            let away_ms = chance.between(200, 5_000);
            let lost = [&Doing::other("all seeks")];
            world.log.struck(Fault::LiveAway, lost);
            let from_ms = world.time.now_ms();
            world.live_is_there.send_replace(false);
            let seeks = self.live.seeks().await.unwrap_or_default();
            let seeks: Vec<String> = seeks.into_keys().collect();
            let _never_fails = self.live.drop_seeks(&seeks).await;
            world.seen.lost(from_ms);
            rest(away_ms).await;
            world.live_is_there.send_replace(true);
            world.seen.away(from_ms, world.time.now_ms());
        }
    }

    /// Dies at any time, or waits for a command at the point that is drawn.
    async fn meets_its_fate(life: &Life, chance: &Chance) {
        if chance.in_thousand(350) {
            return;
        }
        let point = chance.one_of(&POINTS).copied();
        let moves_too = chance.in_thousand(350);
        life.awaits(point.map(|point| Fate::At { point, moves_too }));
        let _nobody_came = tokio::time::timeout(LONGEST_WAIT, life.over()).await;
    }
}
