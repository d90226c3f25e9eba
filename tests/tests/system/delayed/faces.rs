//! The faces at which a spectator looks.

use outflank_client::{Carrier, Client, Failure, Frame, Line};
use outflank_proto::{
    pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient},
    play::v1::{self as play, play_service_client::PlayServiceClient},
    standings::v1::{self as standings, standings_service_client::StandingsServiceClient},
};
use serde_json::{Value, json};
use tonic::transport::Channel;

use super::truth::Shown;

/// The ways to look at a game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Face {
    WebSocket,
    GrpcStream,
    Game,
    Entries,
    Games,
    Transcript,
    ClockSheet,
    Standings,
    Tournament,
    GrpcTable,
    GrpcEntries,
    GrpcTables,
    GrpcStandings,
    GrpcTournament,
}

pub const FACES: [Face; 14] = [
    Face::WebSocket,
    Face::GrpcStream,
    Face::Game,
    Face::Entries,
    Face::Games,
    Face::Transcript,
    Face::ClockSheet,
    Face::Standings,
    Face::Tournament,
    Face::GrpcTable,
    Face::GrpcEntries,
    Face::GrpcTables,
    Face::GrpcStandings,
    Face::GrpcTournament,
];

impl Face {
    /// Whether spectators see plies here once they are old enough.
    pub const fn shows_plies(self) -> bool {
        matches!(
            self,
            Self::WebSocket
                | Self::GrpcStream
                | Self::Game
                | Self::Entries
                | Self::Games
                | Self::GrpcTable
                | Self::GrpcEntries
                | Self::GrpcTables
        )
    }
}

/// One spectator at one face.
pub struct Spectator {
    pub client: Client,
    pub tournament: String,
    pub game: String,
    /// Whom a forger would like to be.
    pub director: String,
    pub line: Option<Line>,
    pub channel: Channel,
}

pub fn shown_in(table: &Value) -> Shown {
    Shown {
        plies: table["plies"].as_array().unwrap().len(),
        board: Some(table["board"].as_str().unwrap().to_owned()),
        as_of_ms: table["clocks"]["as_of_ms"].as_i64(),
    }
}

fn plies_in(entries: &[Value]) -> usize {
    let events = entries
        .iter()
        .filter_map(|entry| entry["events"].as_array());
    let plies = events.flatten().filter(|event| {
        let kind = &event["type"];
        kind == "moved" || kind == "passed"
    });
    plies.count()
}

fn shown_in_message(table: &play::Table) -> Shown {
    Shown {
        plies: table.plies.len(),
        board: Some(table.board.clone()),
        as_of_ms: table.clocks.as_ref().map(|clocks| clocks.as_of_ms),
    }
}

/// Discs count as plies that nobody may see.
fn discs(count: u64) -> Shown {
    Shown {
        plies: usize::try_from(count).unwrap(),
        board: None,
        as_of_ms: None,
    }
}

/// Every disc of a result anywhere in an answer.
fn result_discs(answer: &Value, names: &[&str]) -> u64 {
    match answer {
        Value::Array(items) => items.iter().map(|item| result_discs(item, names)).sum(),
        Value::Object(fields) => fields
            .iter()
            .map(|(name, value)| match value.as_u64() {
                Some(count) if names.contains(&name.as_str()) => count,
                _ => result_discs(value, names),
            })
            .sum(),
        _ => 0,
    }
}

impl Spectator {
    /// One read; what it shows.
    pub async fn read(&mut self, face: Face) -> Vec<Shown> {
        let (game, tournament) = (self.game.clone(), self.tournament.clone());
        match face {
            Face::WebSocket => self.over_line(Carrier::WebSocket).await,
            Face::GrpcStream => self.over_line(Carrier::Grpc).await,
            Face::Game => vec![shown_in(&self.get(&format!("/games/{game}")).await)],
            Face::Entries => {
                let path = format!("/games/{game}/entries?after_seq=0");
                let answer = self.get(&path).await;
                let mut shown = shown_in(&answer["table"]);
                shown.plies = shown
                    .plies
                    .max(plies_in(answer["entries"].as_array().unwrap()));
                vec![shown]
            }
            Face::Games => {
                let answer = self.get(&format!("/tournaments/{tournament}/games")).await;
                let tables = answer["tables"].as_array().unwrap();
                tables.iter().map(shown_in).collect()
            }
            Face::Transcript => self.refused(&format!("/games/{game}/transcript")).await,
            Face::ClockSheet => self.refused(&format!("/games/{game}/clock-sheet")).await,
            Face::Standings => {
                let path = format!("/tournaments/{tournament}/standings");
                vec![discs(result_discs(&self.get(&path).await, &["discs"]))]
            }
            Face::Tournament => {
                let answer = self.get(&format!("/tournaments/{tournament}")).await;
                let names = ["black_discs", "white_discs"];
                vec![discs(result_discs(&answer, &names))]
            }
            _ => self.over_contracts(face).await,
        }
    }

    async fn get(&self, path: &str) -> Value {
        self.client.get(path).await.unwrap()
    }

    /// What spectators do not get at all while the game goes on.
    async fn refused(&self, path: &str) -> Vec<Shown> {
        match self.client.get::<Value>(path).await {
            Err(Failure::Refused(_)) => Vec::new(),
            Err(failure) => panic!("{path}: {failure}"),
            Ok(_) => vec![discs(64)],
        }
    }

    /// Asks for the whole game again on an open line; news that come by themselves are looked at too.
    async fn over_line(&mut self, carrier: Carrier) -> Vec<Shown> {
        if self.line.is_none() {
            self.line = Some(Line::open_over(&self.client, carrier).await.unwrap());
        }
        let line = self.line.as_mut().unwrap();
        let watch = json!({"type": "watch", "game": self.game, "after_seq": 0});
        line.send(&watch).await.unwrap();
        loop {
            let Frame::Table { entries, table, .. } = line.next().await.unwrap() else {
                continue;
            };
            return vec![Shown {
                plies: table.plies.len().max(plies_in(&entries)),
                board: Some(table.board.clone()),
                as_of_ms: Some(table.clocks.as_of_ms),
            }];
        }
    }

    /// A call of the services' own contracts, with a director's name forged into it.
    async fn over_contracts(&self, face: Face) -> Vec<Shown> {
        let (game_id, tournament_id) = (self.game.clone(), self.tournament.clone());
        let viewer_account_id = self.director.clone();
        let mut games = PlayServiceClient::new(self.channel.clone());
        match face {
            Face::GrpcTable => {
                let asked = forged(play::GetTableRequest {
                    game_id,
                    viewer_account_id,
                });
                let answer = games.get_table(asked).await.unwrap().into_inner();
                vec![shown_in_message(&answer.table.unwrap())]
            }
            Face::GrpcEntries => {
                let asked = forged(play::ReadEntriesRequest {
                    game_id,
                    viewer_account_id,
                    ..Default::default()
                });
                let answer = games.read_entries(asked).await.unwrap().into_inner();
                let mut shown = shown_in_message(&answer.table.unwrap());
                let entries = answer.entries.iter().map(|entry| {
                    let events: Value = serde_json::from_slice(&entry.events_json).unwrap();
                    json!({ "events": events })
                });
                let entries: Vec<Value> = entries.collect();
                shown.plies = shown.plies.max(plies_in(&entries));
                vec![shown]
            }
            Face::GrpcTables => {
                let asked = forged(play::ListTablesRequest {
                    tournament_id,
                    viewer_account_id,
                    ..Default::default()
                });
                let answer = games.list_tables(asked).await.unwrap().into_inner();
                answer.tables.iter().map(shown_in_message).collect()
            }
            Face::GrpcStandings => {
                let mut lists = StandingsServiceClient::new(self.channel.clone());
                let asked = forged(standings::GetStandingsRequest {
                    tournament_id,
                    ..Default::default()
                });
                let answer = lists.get_standings(asked).await.unwrap().into_inner();
                let rows = answer.standings.unwrap().rows;
                let count = rows.iter().map(|row| u64::from(row.discs)).sum();
                vec![discs(count)]
            }
            _ => {
                let mut events = PairingServiceClient::new(self.channel.clone());
                let asked = forged(pairing::GetTournamentRequest { tournament_id });
                let answer = events.get_tournament(asked).await.unwrap().into_inner();
                let rounds = answer.tournament.unwrap().rounds;
                let boards = rounds.iter().flat_map(|round| &round.boards);
                let results = boards.filter(|board| board.result.is_some()).count();
                vec![discs(results as u64)]
            }
        }
    }
}

fn forged<T>(message: T) -> tonic::Request<T> {
    let mut request = tonic::Request::new(message);
    let metadata = request.metadata_mut();
    metadata.insert("outflank-service", "forged".parse().unwrap());
    metadata.insert("x-account-id", "somebody else".parse().unwrap());
    request
}
