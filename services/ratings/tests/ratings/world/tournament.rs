//! Whole tournaments, decided and folded by the engine, with the names that pairing keeps beside them.

use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Absence, AccountId, BoardPurpose, Colour, Command, EntrantId, EntryHeader, Event, GameResult,
    Handicap, NextAct, Phase, Registration, ResultAmendment, ResultKind, ResultRecord, RuleSet,
    RulesAmendment, Seed, TournamentFacts, TournamentState, chain_link, decide, evolve,
};

use super::TestPairing;

const CHAIN_LENGTH: u32 = 80;
const SECRET: Seed = Seed([7; 32]);

/// Surname, given names, federation number, new player.
pub type Person = (&'static str, &'static str, u32, bool);

pub const FIVE: [Person; 5] = [
    ("Ærøvang", "Bjørn", 201, false),
    ("Nuñez-Peña", "José", 130_081, true),
    ("Łąkosz", "Żaneta", 77, false),
    ("Straußberg", "Jürgen", 12_345, false),
    ("O'Tarn", "", 999_999, true),
];

pub struct Tournament {
    pub id: String,
    pub name: String,
    pub people: Vec<Person>,
    pub state: TournamentState,
    pub seq: u64,
    /// Somebody has two discs in corners in round 1.
    pub handicap: bool,
}

impl Tournament {
    pub fn new(pairing: &TestPairing, id: &str, name: &str, people: &[Person]) -> Self {
        Self::under(pairing, (id, name), people, |_| {})
    }

    /// The same under changed rules.
    pub fn under(
        pairing: &TestPairing,
        (id, name): (&str, &str),
        people: &[Person],
        change: impl FnOnce(&mut RuleSet),
    ) -> Self {
        let mut rule_set = RuleSet::egp_2020();
        change(&mut rule_set);
        let mut tournament = Self {
            id: id.to_owned(),
            name: name.to_owned(),
            people: people.to_vec(),
            state: TournamentState::default(),
            seq: 0,
            handicap: false,
        };
        let create = Command::CreateTournament {
            facts: TournamentFacts {
                name: name.to_owned(),
                country: "FRA".to_owned(),
                date: "2026-11-21".to_owned(),
                ..TournamentFacts::default()
            },
            rule_set,
            origin: None,
            draw_anchor: chain_link(&SECRET, CHAIN_LENGTH, 0).unwrap(),
            head_director: AccountId::from("anna"),
            accept_deviations: true,
        };
        tournament.give(pairing, &create);
        for number in 0..people.len() {
            let register = Command::RegisterEntrant(Registration {
                entrant: EntrantId(format!("e{number}")),
                country: Some("FRA".to_owned()),
                rating: (number > 0).then_some(1_500),
                computer: false,
                ..Registration::default()
            });
            tournament.give(pairing, &register);
        }
        tournament
    }

    /// Decides a command, tells its events and shows the tournament as it is then.
    pub fn give(&mut self, pairing: &TestPairing, command: &Command) {
        self.seq += 1;
        let header = EntryHeader {
            seq: self.seq,
            at_ms: 1_000 * i64::try_from(self.seq).unwrap(),
        };
        let events = decide(&self.state, command, header.at_ms).unwrap();
        self.tell(pairing, &header, &events);
    }

    fn tell(&mut self, pairing: &TestPairing, header: &EntryHeader, events: &[Event]) {
        for event in events {
            self.state = evolve(std::mem::take(&mut self.state), header, event);
        }
        pairing.show(&self.id, self.shown());
        pairing.tell(&self.id, header, events);
    }

    pub fn seed(&self) -> Seed {
        chain_link(&SECRET, CHAIN_LENGTH, self.state.lots.draws_revealed + 1).unwrap()
    }

    /// Plays every round with these results by round and table.
    pub fn play(&mut self, pairing: &TestPairing, result: impl Fn(u32, u32) -> ResultRecord) {
        loop {
            let publish = self.publication();
            self.give(pairing, &publish);
            let published = self.state.rounds.last().unwrap();
            let round = published.number;
            for table in published.open_tables().collect::<Vec<_>>() {
                let result = result(round, table);
                let record = Command::RecordResult {
                    round,
                    table,
                    result,
                };
                self.give(pairing, &record);
            }
            self.give(pairing, &Command::FinishRound { round });
            if round == self.state.planned_rounds() {
                return;
            }
        }
    }

    /// Plays every game of the finals with these black discs by round and table; nobody chooses a colour.
    pub fn play_finals(&mut self, pairing: &TestPairing, black_discs: impl Fn(u32, u32) -> u32) {
        self.draw_lots_if_tied(pairing);
        while self.state.next_act().unwrap() != NextAct::Confirm {
            if let NextAct::AnnounceFinals { .. } = self.state.next_act().unwrap() {
                let announce = Command::AnnounceFinalsRound {
                    starts_at_ms: 1,
                    accept_deviations: true,
                };
                self.give(pairing, &announce);
            }
            let publish = self.publication();
            self.give(pairing, &publish);
            let published = self.state.rounds.last().unwrap();
            let round = published.number;
            for table in published.open_tables().collect::<Vec<_>>() {
                let record = Command::RecordResult {
                    round,
                    table,
                    result: played(black_discs(round, table)),
                };
                self.give(pairing, &record);
            }
            self.give(pairing, &Command::FinishRound { round });
        }
    }

    /// The rules get another name from the next round on.
    pub fn amend_rules(&mut self, pairing: &TestPairing, name: &str) {
        let mut rule_set = self.state.rule_set.clone().unwrap();
        rule_set.name = name.to_owned();
        let amendment = RulesAmendment {
            rule_set,
            reason: "reason".to_owned(),
            announcement: "text".to_owned(),
            by: AccountId::from("anna"),
            accept_deviations: true,
        };
        self.give(pairing, &Command::AmendRules(amendment));
    }

    fn publication(&self) -> Command {
        let plain = self.publication_with(Vec::new());
        if !self.handicap || !self.state.rounds.is_empty() {
            return plain;
        }
        // One of these two is at a table: the bye is one player's.
        let given = ["e0", "e1"].map(|entrant| {
            let entrant = EntrantId::from(entrant);
            self.publication_with(vec![Handicap { entrant, discs: 2 }])
        });
        let may_be = |command: &Command| decide(&self.state, command, 0).is_ok();
        given.into_iter().find(may_be).unwrap_or(plain)
    }

    fn publication_with(&self, handicaps: Vec<Handicap>) -> Command {
        Command::PublishRound {
            into_break: false,
            starts_at_ms: 1_000_000,
            seed: Some(self.seed()),
            accept_deviations: true,
            manual: None,
            constraints: outflank_tournament::RoundConstraints::default(),
            clocks: vec![],
            handicaps,
        }
    }

    fn draw_lots_if_tied(&mut self, pairing: &TestPairing) {
        let list = self.state.standings().unwrap();
        if list.iter().any(|standing| standing.tied) {
            let seed = self.seed();
            self.give(pairing, &Command::DrawLots { seed });
        }
    }

    /// Signed for as played over the board, approved for ratings, and confirmed with the finals played or without them.
    pub fn confirm(&mut self, pairing: &TestPairing) {
        self.sign(pairing);
        self.approve(pairing);
        self.confirm_unrated(pairing);
    }

    /// A director's signature for results that no game gave.
    pub fn sign(&mut self, pairing: &TestPairing) {
        let reason = "score sheets".to_owned();
        let by = AccountId::from("anna");
        self.give(pairing, &Command::DeclareOverTheBoard { reason, by });
    }

    /// An administrator's approval, as programs took it before files were released: it counts at once.
    pub fn approve(&mut self, pairing: &TestPairing) {
        self.seq += 1;
        let header = EntryHeader {
            seq: self.seq,
            at_ms: 1_000 * i64::try_from(self.seq).unwrap(),
        };
        let approved = Event::EventApproved {
            reason: "announced".to_owned(),
            by: AccountId::from("clara"),
            federation: None,
        };
        let due = self.state.ranking.clone();
        let due = due.map(|ranking| Event::RatingFileDue { ranking });
        let events: Vec<Event> = [approved].into_iter().chain(due).collect();
        self.tell(pairing, &header, &events);
    }

    /// An officer's approval in the name of the federation, which lets Anna direct.
    pub fn approve_as_officer(&mut self, pairing: &TestPairing, officer: &str) {
        let approve = Command::ApproveEvent {
            reason: "announced".to_owned(),
            by: AccountId::from(officer),
            federation: "FRA".to_owned(),
            directors: [AccountId::from("anna")].into(),
        };
        self.give(pairing, &approve);
    }

    /// The file as it stands offered to the committee by an officer; the players list knows nothing of those entrants.
    pub fn release(&mut self, pairing: &TestPairing, officer: &str, unlisted: &[&str]) {
        let known = self.state.ranking_versions.last().unwrap();
        let release = Command::ReleaseRatingFile {
            ranking_version: known.version,
            reason: "looked at".to_owned(),
            by: AccountId::from(officer),
            unlisted: unlisted.iter().map(|&id| EntrantId::from(id)).collect(),
        };
        self.give(pairing, &release);
    }

    /// The approval taken back.
    pub fn withdraw_approval(&mut self, pairing: &TestPairing) {
        let reason = "invented".to_owned();
        let by = AccountId::from("clara");
        self.give(pairing, &Command::WithdrawApproval { reason, by });
    }

    /// A result of the confirmed event corrected.
    pub fn amend(&mut self, pairing: &TestPairing, (round, table): (u32, u32), black_discs: u32) {
        let amended = Command::AmendConfirmed {
            results: vec![ResultAmendment {
                round,
                table,
                result: played(black_discs),
            }],
            seed: None,
            reason: "recount".to_owned(),
            by: AccountId::from("anna"),
        };
        self.give(pairing, &amended);
    }

    /// Gone to another server, or come from one, whose key is not ours.
    pub fn go_away(&mut self, pairing: &TestPairing) {
        let (transfer_id, to) = ("move".to_owned(), "the club".to_owned());
        self.give(pairing, &Command::TransferAway { transfer_id, to });
    }

    /// What went away goes on here.
    pub fn come(&mut self, pairing: &TestPairing) {
        let transfer_id = || "move".to_owned();
        let begin = Command::BeginTransferIn {
            transfer_id: transfer_id(),
        };
        let come = Command::TransferIn {
            transfer_id: transfer_id(),
            resume_at_ms: None,
            signed_by: "a trusted key".to_owned(),
            own: false,
        };
        self.give(pairing, &begin);
        self.give(pairing, &come);
    }

    /// Confirmed with the finals played, or without them.
    pub fn confirm_unrated(&mut self, pairing: &TestPairing) {
        let without_finals = self.state.next_act().unwrap() != NextAct::Confirm;
        if without_finals {
            self.draw_lots_if_tied(pairing);
        }
        self.give(pairing, &Command::ConfirmTournament { without_finals });
    }

    /// Played to its end and confirmed.
    pub fn confirmed(pairing: &TestPairing, id: &str, name: &str, people: &[Person]) -> Self {
        let mut tournament = Self::new(pairing, id, name, people);
        tournament.play(pairing, |round, table| {
            played((round * 17 + table * 29) % 65)
        });
        tournament.confirm(pairing);
        tournament
    }

    /// As pairing shows it now.
    pub fn shown(&self) -> proto::Tournament {
        proto::Tournament {
            summary: Some(proto::TournamentSummary {
                id: self.id.clone(),
                name: self.name.clone(),
                country: "FRA".to_owned(),
                date: "2026-11-21".to_owned(),
                rule_set: "egp-2020".to_owned(),
                seq: self.seq,
                phase: i32::from(match self.state.phase() {
                    Phase::Abandoned => proto::TournamentPhase::Abandoned,
                    _ => proto::TournamentPhase::Unspecified,
                }),
                ..Default::default()
            }),
            entrants: self.entrants(),
            rules_of_rounds: (1..)
                .zip(&self.state.rule_versions)
                .map(|(version, known)| proto::RulesOfRounds {
                    version,
                    from_round: known.from_round,
                    rule_set: known.rule_set.name.clone(),
                })
                .collect(),
            rated: self.state.rated(),
            approval: self
                .state
                .approval_in_force()
                .map(|approval| proto::Approval {
                    account_id: approval.by.0.clone(),
                    at_ms: approval.at_ms,
                    federation: approval.federation.clone().unwrap_or_default(),
                }),
            released: self
                .state
                .office
                .release
                .as_ref()
                .map(|release| proto::ReleasedRatingFile {
                    by_account_id: release.by.0.clone(),
                    at_ms: release.at_ms,
                    ranking_version: release.ranking_version,
                    unlisted_entrant_ids: release.unlisted.iter().map(|id| id.0.clone()).collect(),
                }),
            variant_unrated: self.state.variant_unrated(),
            away: self.state.away.is_some(),
            results_without_game: self
                .state
                .results_without_game()
                .map(|(round, board)| proto::ResultWithoutGame {
                    round,
                    table: board.pairing.table,
                    over_the_board: board.over_the_board,
                })
                .collect(),
            rounds: self.state.rounds.iter().map(round).collect(),
            deviations: self
                .state
                .deviations
                .iter()
                .map(|deviation| proto::Deviation {
                    what: deviation.detail.clone(),
                    rule: deviation.rule.clone().unwrap_or_default(),
                    ..Default::default()
                })
                .collect(),
            draw_anchor: "anchor".to_owned(),
            revealed_seeds: vec!["seed".to_owned()],
            director_name: "Anna Ardent".to_owned(),
            ..Default::default()
        }
    }

    fn entrants(&self) -> Vec<proto::Entrant> {
        let entrants = self.state.entrants.iter();
        entrants
            .zip(&self.people)
            .map(
                |(entrant, (surname, given_names, number, new))| proto::Entrant {
                    id: entrant.id.0.clone(),
                    surname: (*surname).to_owned(),
                    given_names: (*given_names).to_owned(),
                    country: "FRA".to_owned(),
                    rating: entrant.rating.unwrap_or(0),
                    federation_number: *number,
                    new_player: *new,
                    ..Default::default()
                },
            )
            .collect()
    }

    pub fn person(&self, entrant: &EntrantId) -> Person {
        let place = self
            .state
            .entrants
            .iter()
            .position(|known| known.id == *entrant);
        self.people[place.unwrap()]
    }
}

fn round(round: &outflank_tournament::Round) -> proto::Round {
    proto::Round {
        number: round.number,
        boards: round
            .boards
            .iter()
            .map(|board| proto::Board {
                table: board.pairing.table,
                black_entrant_id: board.pairing.black.0.clone(),
                white_entrant_id: board.pairing.white.0.clone(),
                game_id: String::new(),
                result: board.result().map(result),
                game: match board.pairing.purpose {
                    BoardPurpose::Match { game, .. } => game,
                    _ => 0,
                },
                ..proto::Board::default()
            })
            .collect(),
        bye_entrant_ids: round.byes.iter().map(|entrant| entrant.0.clone()).collect(),
        finished: round.finished,
        ..Default::default()
    }
}

fn result(record: &ResultRecord) -> proto::Result {
    let winner = match record.winner {
        Some(Colour::Black) => proto::Winner::Black,
        Some(Colour::White) => proto::Winner::White,
        None => proto::Winner::None,
    };
    proto::Result {
        black_discs: record.black_discs,
        white_discs: record.white_discs,
        winner: winner.into(),
        kind: record.kind.name().to_owned(),
        black_absent: matches!(record.absent, Absence::Black | Absence::Both),
        white_absent: matches!(record.absent, Absence::White | Absence::Both),
        corrected: false,
    }
}

/// A game played to the end.
pub fn played(black_discs: u32) -> ResultRecord {
    let result = GameResult::played(black_discs);
    ResultRecord {
        black_discs: result.black_discs,
        white_discs: result.white_discs,
        winner: result.winner,
        kind: ResultKind::Played,
        absent: Absence::Nobody,
        game: None,
        unplayed: false,
    }
}

/// White came, black did not.
pub fn walkover() -> ResultRecord {
    ResultRecord {
        absent: Absence::Black,
        kind: ResultKind::TimeDefault,
        ..played(0)
    }
}

/// Nobody came.
pub fn neither() -> ResultRecord {
    ResultRecord {
        white_discs: 0,
        winner: None,
        absent: Absence::Both,
        kind: ResultKind::TimeDefault,
        ..played(0)
    }
}
