//! Pairing's feed, filled by the test.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicU32, Ordering},
};

use async_trait::async_trait;
use outflank_access::identifier::game_id;
use outflank_proto::feed::v1::{Cursor, Fact, ReadFactsRequest, ReadFactsResponse, Text};
use outflank_tournament::{
    AccountId, Cost, EntrantId, Event, LagCredit, PublishedPairing, ResultRecord, RuleSet, Seed,
    TimeControl, TournamentFacts,
};
use outflank_transport::feed::FactSource;
use tonic::Status;

#[derive(Debug, Clone, Default)]
pub struct PairingFeed(Arc<Mutex<Vec<Fact>>>, Arc<AtomicU32>);

#[async_trait]
impl FactSource for PairingFeed {
    async fn read(&self, request: ReadFactsRequest) -> Result<ReadFactsResponse, Status> {
        let after = request.after.unwrap_or_default().number;
        let facts: Vec<Fact> = self
            .0
            .lock()
            .unwrap()
            .iter()
            .filter(|fact| fact.number > after)
            .take(request.limit as usize)
            .cloned()
            .collect();
        let number = facts.last().map_or(after, |fact| fact.number);
        Ok(ReadFactsResponse {
            facts,
            next: Some(Cursor {
                epoch: format!("pairing-{}", self.1.load(Ordering::SeqCst)),
                number,
            }),
        })
    }
}

/// EGP's rules without credit for slow lines.
pub fn plain_rules() -> RuleSet {
    let mut rule_set = RuleSet::preset("egp-2020").unwrap();
    rule_set.lag_credit = LagCredit::none();
    rule_set
}

impl PairingFeed {
    /// An event of the tournament; its place in the feed.
    pub fn push(&self, tournament: &str, event: &Event) -> u64 {
        self.tell(self.fact(tournament, event))
    }

    /// Puts a fact behind all others; its place.
    pub fn tell(&self, fact: Fact) -> u64 {
        let mut facts = self.0.lock().unwrap();
        let number = facts.len() as u64 + 1;
        facts.push(Fact { number, ..fact });
        number
    }

    /// Another store, which was restored: of the facts up to that place it has all, and none of the later ones.
    pub fn restore_to(&self, number: u64) {
        self.0.lock().unwrap().retain(|fact| fact.number <= number);
        self.1.fetch_add(1, Ordering::SeqCst);
    }

    /// In a fact's place stands another.
    pub fn mend(&self, number: u64, by: Fact) {
        let mut facts = self.0.lock().unwrap();
        let fact = facts.iter_mut().find(|fact| fact.number == number);
        *fact.unwrap() = Fact { number, ..by };
    }

    /// An event of the tournament as the next fact would tell it.
    pub fn fact(&self, tournament: &str, event: &Event) -> Fact {
        let number = self.last() + 1;
        let body = serde_json::json!({
            "version": 1,
            "tournament_id": tournament,
            "seq": number,
            "at_ms": 0,
            "index": 0,
            "of": 1,
            "event": event,
        });
        Fact {
            number,
            id: format!("tournament/{tournament}/{number}/0"),
            stream: format!("tournament/{tournament}"),
            seq: number,
            at_ms: 0,
            kind: body["event"]["type"].as_str().unwrap().to_owned(),
            body: serde_json::to_vec(&body).unwrap(),
            texts: Vec::new(),
        }
    }

    /// An event of the tournament by somebody, told with what they wrote under that id.
    pub fn push_written(&self, tournament: &str, event: &Event, by: &str, text: (&str, &str)) {
        let told = self.fact(tournament, event);
        let mut body: serde_json::Value = serde_json::from_slice(&told.body).unwrap();
        body["by"] = by.into();
        self.tell(Fact {
            body: serde_json::to_vec(&body).unwrap(),
            texts: vec![Text {
                id: text.0.to_owned(),
                text: text.1.to_owned(),
            }],
            ..told
        });
    }

    /// The last one's place in the feed.
    pub fn last(&self) -> u64 {
        self.0.lock().unwrap().len() as u64
    }

    pub fn create(&self, tournament: &str, main_ms: i64) {
        let mut rule_set = plain_rules();
        rule_set.time_controls.qualification = TimeControl::SuddenDeath { main_ms };
        self.push(
            tournament,
            &Event::TournamentCreated {
                facts: TournamentFacts {
                    name: "Harbour Open".to_owned(),
                    country: "FRA".to_owned(),
                    date: "2026-05-02".to_owned(),
                    ..TournamentFacts::default()
                },
                rule_set,
                origin: None,
                draw_anchor: Seed::from_hex(&"ab".repeat(32)).unwrap(),
                deviations: Vec::new(),
            },
        );
    }

    pub fn seat(&self, tournament: &str, entrant: &str, account: &str) {
        self.push(
            tournament,
            &Event::SeatAssigned {
                entrant: EntrantId::from(entrant),
                account: AccountId::from(account),
                operator: None,
            },
        );
    }

    /// A round with these pairs at tables 1, 2, ...; the ids of its games.
    pub fn publish(
        &self,
        tournament: &str,
        round: u32,
        pairs: &[(&str, &str)],
        starts_at_ms: i64,
    ) -> Vec<String> {
        let pairings: Vec<PublishedPairing> = (1_u32..)
            .zip(pairs)
            .map(|(table, (black, white))| {
                PublishedPairing::new(table, EntrantId::from(*black), EntrantId::from(*white))
            })
            .collect();
        let tables: Vec<u32> = pairings.iter().map(|pairing| pairing.table).collect();
        let seq = self.push(
            tournament,
            &Event::RoundPublished {
                round,
                stage: 0,
                starts_at_ms,
                pairings,
                byes: Vec::new(),
                cost: Cost::new(),
                draw: None,
                deviations: Vec::new(),
                edit: None,
                engine: None,
            },
        );
        tables
            .into_iter()
            .map(|table| game_id(tournament, seq, round, table, 1))
            .collect()
    }

    /// A board's result: first recorded, then, with a reason, corrected.
    pub fn result(
        &self,
        tournament: &str,
        (round, table): (u32, u32),
        result: ResultRecord,
        reason: Option<&str>,
    ) {
        let event = match reason {
            None => Event::ResultRecorded {
                round,
                table,
                result,
            },
            Some(reason) => Event::ResultCorrected {
                round,
                table,
                result,
                reason: reason.to_owned(),
                after_pairing_of: None,
            },
        };
        self.push(tournament, &event);
    }

    /// The last fact once more, as a feed may deliver it.
    pub fn repeat_last(&self) {
        let mut facts = self.0.lock().unwrap();
        let mut again = facts.last().unwrap().clone();
        again.number = facts.len() as u64 + 1;
        facts.push(again);
    }
}
