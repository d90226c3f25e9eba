//! Repeating a stream: everything that was decided by lot, decided again from what is public, and every final ranking
//! reckoned again from the results.

use serde::{Deserialize, Serialize};

use crate::draw::Seed;
use crate::stream::evolve::evolve;
use crate::stream::{
    Command, ENGINE_EDITION, EntryHeader, Event, Handicap, ManualPair, ManualPairing, PairingEdit,
    PlayerClock, PublishedPairing, RoundConstraints, TournamentState, decide, ending,
};

/// The check of one draw, of one round that rests on draws, or of a final ranking.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawCheck {
    /// Sequence number of the entry.
    pub seq: u64,
    /// What was checked: "draw 3", "round 3", "lots", "ranking 1".
    pub subject: String,
    /// It comes out the same again.
    pub holds: bool,
    /// Where it does not: the engine that decided it is this one, so that it should have. What another edition decided is
    /// not derived again, and is neither good nor bad by this engine.
    pub rederivable: bool,
    /// One sentence: what was found.
    pub detail: String,
}

/// Repeats every draw of a stream, from its first event on: the links of the hash chain up to the
/// published anchor, the nonces that were mixed in, chairs, pairings with their colours, colours of the
/// finals, and lots; and reckons each version of the final ranking again from the results that it rests on.
#[must_use]
pub fn repeat_draws(stream: &[(EntryHeader, Event)]) -> Vec<DrawCheck> {
    let mut replay = Replay::default();
    for (header, event) in stream {
        replay.take(header, event);
    }
    replay.checks
}

#[derive(Default)]
struct Replay {
    state: TournamentState,
    /// The state before the events of the act that is being read, and its events.
    before: Option<TournamentState>,
    act: Vec<Event>,
    checks: Vec<DrawCheck>,
    /// The edition of the engine that an event named last.
    engine: Option<u32>,
}

impl Replay {
    fn take(&mut self, header: &EntryHeader, event: &Event) {
        let begins = prepares(event);
        let concludes = matches!(
            event,
            Event::RoundPublished { .. } | Event::LotsDrawn { .. }
        );
        self.engine = edition_of(event).or(self.engine);
        if begins || concludes {
            self.check_link(header, event);
            self.collect(event);
        }
        if concludes {
            self.check_act(header, event);
        }
        self.check_ranking(header, event);
        if !begins {
            self.before = None;
            self.act.clear();
        }
        self.state = evolve(std::mem::take(&mut self.state), header, event);
    }

    fn collect(&mut self, event: &Event) {
        if self.before.is_none() {
            self.before = Some(self.state.clone());
        }
        self.act.push(event.clone());
    }

    fn check_link(&mut self, header: &EntryHeader, event: &Event) {
        let Event::DrawRevealed {
            index,
            seed,
            nonces,
            ..
        } = event
        else {
            return;
        };
        let detail = if self.state.lots.last_link != Some(seed.proves()) {
            "The SHA-256 of its link is not the link revealed before."
        } else if Some(*index) != self.state.lots.draws_revealed.checked_add(1) {
            "It does not follow the draw before it."
        } else if *nonces != self.state.lots.given() {
            "The nonces mixed in are not those that were given."
        } else {
            "Its link proves the one before it, and the nonces are those that were given."
        };
        self.checks.push(DrawCheck {
            seq: header.seq,
            subject: format!("draw {index}"),
            holds: detail.starts_with("Its link"),
            rederivable: true,
            detail: detail.to_owned(),
        });
    }

    /// What the results of the stream so far give is what is confirmed, and what a rating file is made of.
    fn check_ranking(&mut self, header: &EntryHeader, event: &Event) {
        let (subject, told) = match event {
            Event::TournamentConfirmed { ranking, .. } => ("ranking 1".to_owned(), ranking),
            Event::RankingAmended {
                version, ranking, ..
            } => (format!("ranking {version}"), ranking),
            Event::RatingFileDue { ranking } => {
                let holds = self.state.ranking.as_ref() == Some(ranking);
                let detail = if holds {
                    "It is made of the confirmed ranking."
                } else {
                    "It is made of another ranking than the confirmed one."
                };
                self.push(
                    header,
                    "rating file".to_owned(),
                    (holds, detail.to_owned()),
                    true,
                );
                return;
            }
            _ => return,
        };
        let open = TournamentState {
            ranking: None,
            ..self.state.clone()
        };
        // Whether the finals were left out changes what is said of the ranking, not the ranking.
        let found = match ending::ranking_now(&open, true) {
            Ok((ranking, _)) if ranking == *told => {
                (true, "Reckoned again, it comes out the same.".to_owned())
            }
            Ok(_) => (false, "Reckoned again, it comes out otherwise.".to_owned()),
            Err(refusal) => (false, format!("Reckoned again, there is none: {refusal}")),
        };
        self.push(header, subject, found, self.decided_here(event));
    }

    /// Whether an event was decided by this edition of the engine, as far as it has to come out the same: in a stream that
    /// named an edition, whatever names none is of that one.
    fn decided_here(&self, event: &Event) -> bool {
        edition_of(event).or(self.engine) == Some(ENGINE_EDITION)
    }

    fn push(
        &mut self,
        header: &EntryHeader,
        subject: String,
        (holds, detail): (bool, String),
        decided_here: bool,
    ) {
        let rederivable = holds || decided_here;
        self.checks.push(DrawCheck {
            seq: header.seq,
            subject,
            holds,
            rederivable,
            detail: if rederivable {
                detail
            } else {
                "Another edition of the engine decided it: it is not derived again.".to_owned()
            },
        });
    }

    fn check_act(&mut self, header: &EntryHeader, event: &Event) {
        let link = self.act.iter().find_map(|event| {
            let Event::DrawRevealed { seed, .. } = event else {
                return None;
            };
            Some(*seed)
        });
        let (subject, command) = if let Event::RoundPublished {
            round,
            starts_at_ms,
            pairings,
            byes,
            edit,
            ..
        } = event
        {
            (
                format!("round {round}"),
                publication(*starts_at_ms, link, pairings, byes, edit.as_ref()),
            )
        } else {
            let seed = link.unwrap_or(Seed([0; 32]));
            ("lots".to_owned(), Command::DrawLots { seed })
        };
        let mut before = self.before.take().unwrap_or_default();
        if matches!(command, Command::DrawLots { .. }) {
            // Those that an amendment wants are drawn as if its ranking were open.
            before.ranking = None;
        }
        let found = match decide(&before, &command, header.at_ms) {
            Ok(again) if drawn(&again) == drawn(&self.act) => {
                (true, "Decided again, it comes out the same.".to_owned())
            }
            Ok(_) => (false, "Decided again, it comes out otherwise.".to_owned()),
            Err(refusal) => (false, format!("Decided again, it is refused: {refusal}")),
        };
        self.push(header, subject, found, self.decided_here(event));
    }
}

/// The edition of the engine that an event names.
fn edition_of(event: &Event) -> Option<u32> {
    match event {
        Event::RoundPublished { engine, .. }
        | Event::TournamentConfirmed { engine, .. }
        | Event::RankingAmended { engine, .. } => *engine,
        _ => None,
    }
}

/// The command that published a round.
fn publication(
    starts_at_ms: i64,
    seed: Option<Seed>,
    pairings: &[PublishedPairing],
    byes: &[crate::ids::EntrantId],
    edit: Option<&PairingEdit>,
) -> Command {
    let whole = edit.is_some_and(|edit| edit.whole);
    Command::PublishRound {
        starts_at_ms,
        seed,
        accept_deviations: true,
        into_break: true,
        manual: whole.then(|| ManualPairing {
            pairs: pairings
                .iter()
                .map(|pairing| ManualPair {
                    black: pairing.black.clone(),
                    white: pairing.white.clone(),
                })
                .collect(),
            byes: byes.to_vec(),
        }),
        constraints: edit.map_or_else(RoundConstraints::default, |edit| edit.constraints.clone()),
        clocks: pairings
            .iter()
            .flat_map(|pairing| {
                [
                    (&pairing.black, pairing.black_clock),
                    (&pairing.white, pairing.white_clock),
                ]
            })
            .filter_map(|(entrant, clock)| {
                Some(PlayerClock {
                    entrant: entrant.clone(),
                    time_control: clock.time_control?,
                })
            })
            .collect(),
        handicaps: pairings.iter().map(handicap_of).collect(),
    }
}

/// True for what an act by lot records before what it decides.
fn prepares(event: &Event) -> bool {
    matches!(
        event,
        Event::DrawRevealed { .. }
            | Event::RegistrationClosed { .. }
            | Event::StartingScoresFixed { .. }
            | Event::ProvisionalListFixed { .. }
            | Event::SeatsDrawn { .. }
    )
}

/// The handicap of a board as a director would give it, and where there is none that neither player has one.
fn handicap_of(pairing: &PublishedPairing) -> Handicap {
    let none = || Handicap {
        entrant: pairing.black.clone(),
        discs: 0,
    };
    pairing.handicap.clone().unwrap_or_else(none)
}

/// What an act decided by lot: its events without times and deviations.
fn drawn(events: &[Event]) -> Vec<Event> {
    let by_lot = |event: &&Event| {
        matches!(
            event,
            Event::RoundPublished { .. }
                | Event::SeatsDrawn { .. }
                | Event::LotsDrawn { .. }
                | Event::StartingScoresFixed { .. }
        )
    };
    let mut drawn: Vec<Event> = events.iter().filter(by_lot).cloned().collect();
    for event in &mut drawn {
        if let Event::RoundPublished {
            starts_at_ms,
            deviations,
            engine,
            ..
        } = event
        {
            *starts_at_ms = 0;
            *engine = None;
            deviations.clear();
        }
    }
    drawn
}
