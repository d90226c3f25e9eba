//! Finished events, each another one, made by the engine's commands.

use outflank_journal::{DeadlineChange, NewEntry, NewFact, StreamId};
use outflank_testbed::Dice;
use outflank_tournament::{
    AccountId, Command, EntrantId, EntryHeader, FactBody, GameResult, NextAct, Phase, Registration,
    ResultKind, ResultRecord, RoundConstraints, RuleSet, Seed, TournamentFacts, TournamentState,
    chain_link, decide, evolve,
};
use serde_json::json;

/// Entrants of each event.
const ENTRANTS: usize = 60;
/// Links of each event's chain of draws.
pub const LINKS: u32 = 128;
const DIRECTOR: &str = "archivist";
/// The archive begins with the year 2000, ms since 1970; a day has one event.
const FIRST_MS: i64 = 946_684_800_000;
const DAY_MS: i64 = 86_400_000;

/// An event as its service keeps it.
pub struct Event {
    pub id: String,
    pub secret: Seed,
    pub entrants: Vec<String>,
    /// In order; each expects the one before.
    pub entries: Vec<NewEntry>,
    /// Bytes of what was decided.
    pub bytes: usize,
}

struct Course {
    event: Event,
    state: TournamentState,
    now_ms: i64,
    dice: Dice,
}

/// The event of that number, played to its confirmation.
///
/// # Panics
/// When the engine refuses what its own next act says.
pub fn event(number: usize) -> Event {
    let mut secret = [11; 32];
    secret[..8].copy_from_slice(&(number as u64).to_be_bytes());
    let mut course = Course {
        event: Event {
            id: format!("archive{number:09}"),
            secret: Seed(secret),
            entrants: (0..ENTRANTS).map(|place| format!("e{place:02}")).collect(),
            entries: Vec::new(),
            bytes: 0,
        },
        state: TournamentState::default(),
        now_ms: FIRST_MS + DAY_MS * i64::try_from(number % 9_000).unwrap(),
        dice: Dice(number as u64),
    };
    course.found(number);
    while course.step() {}
    assert_eq!(course.state.phase(), Phase::Confirmed);
    course.event
}

impl Course {
    fn found(&mut self, number: usize) {
        let (year, month, day) = (
            2000 + number / 336 % 26,
            1 + number / 28 % 12,
            1 + number % 28,
        );
        self.give(&Command::CreateTournament {
            facts: TournamentFacts {
                name: format!("Archive Open {number}"),
                country: "FRA".to_owned(),
                date: format!("{year}-{month:02}-{day:02}"),
                ..TournamentFacts::default()
            },
            rule_set: RuleSet::egp_2020(),
            origin: None,
            draw_anchor: chain_link(&self.event.secret, LINKS, 0).unwrap(),
            head_director: AccountId::from(DIRECTOR),
            accept_deviations: true,
        });
        for entrant in self.event.entrants.clone() {
            let rating = 1_000 + i32::try_from(self.dice.below(1_000)).unwrap();
            self.give(&Command::RegisterEntrant(Registration {
                entrant: EntrantId(entrant),
                country: Some("FRA".to_owned()),
                rating: Some(rating),
                ..Registration::default()
            }));
        }
    }

    fn step(&mut self) -> bool {
        match self.state.next_act().unwrap() {
            NextAct::PublishRound { .. } => {
                let seed = Some(self.seed());
                self.give(&Command::PublishRound {
                    into_break: false,
                    starts_at_ms: self.now_ms,
                    seed,
                    accept_deviations: true,
                    manual: None,
                    constraints: RoundConstraints::default(),
                    clocks: vec![],
                    handicaps: vec![],
                });
            }
            NextAct::AwaitResults { round, .. } => self.enter_results(round),
            NextAct::FinishRound { round } => self.give(&Command::FinishRound { round }),
            NextAct::DrawLots => {
                let seed = self.seed();
                self.give(&Command::DrawLots { seed });
            }
            NextAct::AnnounceFinals { .. } | NextAct::Confirm => {
                if self.state.lots_wanted().unwrap() {
                    let seed = self.seed();
                    self.give(&Command::DrawLots { seed });
                }
                self.give(&Command::ConfirmTournament {
                    without_finals: true,
                });
            }
            NextAct::Nothing => return false,
            other => panic!("an event of the archive comes to {other:?}"),
        }
        true
    }

    fn enter_results(&mut self, round: u32) {
        let boards = self.state.round(round).unwrap().boards.clone();
        for board in boards.iter().filter(|board| board.result().is_none()) {
            let result = GameResult::played(u32::try_from(self.dice.below(65)).unwrap());
            self.give(&Command::RecordResult {
                round,
                table: board.pairing.table,
                result: ResultRecord {
                    black_discs: result.black_discs,
                    white_discs: result.white_discs,
                    winner: result.winner,
                    kind: ResultKind::Played,
                    absent: outflank_tournament::Absence::Nobody,
                    game: None,
                    unplayed: false,
                },
            });
        }
    }

    fn seed(&self) -> Seed {
        let next = self.state.lots.draws_revealed + 1;
        chain_link(&self.event.secret, LINKS, next).unwrap()
    }

    fn give(&mut self, command: &Command) {
        self.now_ms += 1_000;
        let expected_seq = self.event.entries.len() as u64;
        let header = EntryHeader {
            seq: expected_seq + 1,
            at_ms: self.now_ms,
        };
        let events = decide(&self.state, command, self.now_ms).unwrap();
        let mut facts = Vec::new();
        for (place, event) in events.iter().enumerate() {
            self.state = evolve(std::mem::take(&mut self.state), &header, event);
            let of = (
                u32::try_from(place).unwrap(),
                u32::try_from(events.len()).unwrap(),
            );
            let by = Some(AccountId::from(DIRECTOR));
            let body = FactBody::new(&self.event.id, header, of, by, event.clone());
            let body = serde_json::to_value(&body).unwrap();
            facts.push(NewFact {
                kind: body["event"]["type"].as_str().unwrap().to_owned(),
                body: body.to_string().into_bytes(),
            });
        }
        let body = json!({ "events": events }).to_string().into_bytes();
        self.event.bytes += body.len();
        self.event.entries.push(NewEntry {
            stream: StreamId::new("tournament", &self.event.id),
            expected_seq,
            at_ms: self.now_ms,
            actor: DIRECTOR.to_owned(),
            command_id: format!("c{expected_seq}"),
            schema_version: 1,
            body,
            facts,
            deadline: DeadlineChange::Keep,
            records: Vec::new(),
        });
    }
}
