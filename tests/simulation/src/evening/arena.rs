//! The arena that somebody founds on some evenings: several enter it, seek its games, leave it and come back.
//!
//! Drawn by sources of chance of their own, so that an evening without one goes as its seed always had it.

use std::time::Duration;

use outflank_access::identifier;
use outflank_stillness::rest;
use tokio::{sync::watch, time::timeout};

use super::{
    Wish,
    commands::{Act, Rules},
    guest::Guest,
    wish::Terms,
};
use crate::{chance::Chance, fault_plan::Control, world::World};

/// Evenings that have one, in a thousand.
const HELD: u64 = 333;
/// By this name no evening has one that was listed before there were any.
const SOURCE: &str = "an arena that is open";
/// Guests who enter, in a thousand, and how many games of it each wants.
const ENTER: u64 = 400;
const GAMES: (u64, u64) = (2, 4);
/// Who waits for it to be founded waits so long.
const OPENS_WITHIN: Duration = Duration::from_secs(45);
/// Those who leave it after a game and come back, in a thousand; and who seek another yet as they go.
const LEAVE: u64 = 300;
const SEEK_AS_THEY_GO: u64 = 500;
/// They are away so long at most, ms.
const LONGEST_AWAY_MS: u64 = 5_000;
/// Those who leave it for good when they have had enough of it, in a thousand.
const LEAVE_FOR_GOOD: u64 = 300;
/// Where some stay to its end: how many of those who enter, in a thousand, and how long before the end they seek, ms.
const STAY: u64 = 500;
const LAST_MOMENTS_MS: u64 = 12_000;

/// How it ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Whoever founded it ends it while others play.
    Early,
    /// Some stay until its time is over.
    InTime,
    /// After everybody has gone.
    Later,
}

/// As those who enter know it.
#[derive(Debug, Clone)]
pub struct Open {
    id: String,
    terms: Terms,
    ends_at_ms: i64,
}

/// The arena of an evening.
pub struct Arena {
    chance: Chance,
    rules: Rules,
    ending: Ending,
    has_founder: bool,
    open: watch::Sender<Option<Open>>,
}

/// What one guest does in it.
pub struct Part {
    /// He founds it, by these rules; the others wait until it is open.
    founds: Option<Rules>,
    /// He ends it when he has had enough of it.
    ends_it: bool,
    /// He stays to its end.
    stays: bool,
    games: u64,
    chance: Chance,
    open: watch::Sender<Option<Open>>,
}

impl Arena {
    /// That of a seed's evening, if it has one.
    pub fn of(world: &World) -> Option<Self> {
        let chance = world.chance(SOURCE);
        // Nothing else shows what these break.
        let shown_here = [
            Control::GameCountedTwice,
            Control::GameNotCounted,
            Control::RefusedForNothing,
        ];
        let is_needed = shown_here.iter().any(|control| world.breaks(*control));
        if !chance.in_thousand(HELD) && !is_needed {
            return None;
        }
        let ending = match chance.below(1_000) {
            0..350 => Ending::Early,
            350..500 => Ending::InTime,
            _ => Ending::Later,
        };
        let rules = Rules {
            terms: Wish::drawn(&chance).terms,
            streak: u32::try_from(chance.below(3)).unwrap_or(0),
        };
        Some(Self {
            chance,
            rules,
            ending,
            has_founder: false,
            open: watch::Sender::default(),
        })
    }

    /// What a guest at that place of his circle does in it, if he enters: the first founds it.
    pub fn part_of(&mut self, account: &str, place: usize) -> Option<Part> {
        let founds = !self.has_founder;
        // Who takes up a challenge plays that game first.
        if (1..=2).contains(&place) || !(founds || self.chance.in_thousand(ENTER)) {
            return None;
        }
        self.has_founder = true;
        let chance = self.chance.other(&format!("{account} in the arena"));
        Some(Part {
            founds: founds.then_some(self.rules),
            ends_it: founds && self.ending == Ending::Early,
            stays: self.ending == Ending::InTime && chance.in_thousand(STAY),
            games: chance.between(GAMES.0, GAMES.1),
            chance,
            open: self.open.clone(),
        })
    }
}

impl Guest {
    /// Enters the arena and plays there as long as he likes it.
    pub(super) async fn play_in_arena(&mut self, part: &Part) {
        let Some(open) = self.enter(part).await else {
            return;
        };
        self.wanted = Some(Wish::of_contest(&open.id, open.terms));
        for _ in 0..part.games {
            let Some(game) = self.find().await else {
                break;
            };
            self.play_on(game).await;
            if part.chance.in_thousand(LEAVE) && !self.leave_for_a_while(part, &open.id).await {
                break;
            }
        }
        if part.ends_it {
            self.act(Act::End, &open.id).await;
        }
        if part.stays {
            self.stay(part, &open).await;
        } else if part.chance.in_thousand(LEAVE_FOR_GOOD) {
            self.act(Act::Leave, &open.id).await;
        }
        self.wanted = None;
    }

    /// Founds the arena, or waits until it is open, and enters it.
    async fn enter(&mut self, part: &Part) -> Option<Open> {
        if let Some(rules) = part.founds {
            self.found(rules, &part.open).await;
        }
        let mut opens = part.open.subscribe();
        let open = {
            let opens = timeout(OPENS_WITHIN, opens.wait_for(Option::is_some));
            opens.await.ok()?.ok()?.clone()?
        };
        rest(part.chance.between(0, 3_000)).await;
        let enters = self.act(Act::Join, &open.id).await;
        enters.then_some(open)
    }

    async fn found(&self, rules: Rules, opens: &watch::Sender<Option<Open>>) {
        let command_id = format!("{}-founds", self.account);
        let id = identifier::derived_id(&["contest", &self.account, &command_id]);
        let founded = Box::pin(self.give(Act::Found(rules), (&command_id, &id))).await;
        if let Some(contest) = founded {
            opens.send_replace(Some(Open {
                id,
                terms: rules.terms,
                ends_at_ms: contest.ends_at_ms,
            }));
        }
    }

    /// Leaves, at times with a seek that still stands: who is booked by it plays all the same. Whether he has come back.
    async fn leave_for_a_while(&mut self, part: &Part, id: &str) -> bool {
        let seeks = part.chance.in_thousand(SEEK_AS_THEY_GO);
        let kept = if seeks { self.seek().await } else { None };
        self.act(Act::Leave, id).await;
        let away = Duration::from_millis(part.chance.between(0, LONGEST_AWAY_MS));
        let told = timeout(away, self.told()).await.ok();
        drop(kept);
        if let Some(game) = told {
            self.play_on(game).await;
        }
        self.act(Act::Join, id).await
    }

    /// Waits for the last moments, seeks a game while the arena's time runs out, and goes home after it.
    async fn stay(&mut self, part: &Part, open: &Open) {
        let left_ms = open.ends_at_ms - self.wiring.clock.now_ms();
        let before_ms = part.chance.between(0, LAST_MOMENTS_MS);
        let waits_ms = u64::try_from(left_ms)
            .unwrap_or(0)
            .saturating_sub(before_ms);
        let found = match timeout(Duration::from_millis(waits_ms), self.told()).await {
            Ok(told) => Some(told),
            Err(_) => self.find().await,
        };
        if let Some(game) = found {
            self.play_on(game).await;
        }
        self.games = 0;
    }

    /// Does something in the arena; whether it is done.
    async fn act(&mut self, act: Act, id: &str) -> bool {
        self.commands += 1;
        let command_id = format!("{}-arena-{}", self.account, self.commands);
        Box::pin(self.give(act, (&command_id, id))).await.is_some()
    }
}
