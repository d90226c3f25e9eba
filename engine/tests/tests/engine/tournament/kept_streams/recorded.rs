//! States told as the platform's faces told them, beside what was recorded of those.

use outflank_othello as othello;
use outflank_tournament::*;
use serde_json::{Value, json};

/// Rounds, pairings and results as the platform's faces told them.
pub fn rounds(state: &TournamentState) -> Value {
    let board = |board: &Board| {
        let result = board.result().map(|result| {
            json!([
                result.black_discs,
                result.white_discs,
                result.winner.map_or("none", |winner| match winner {
                    Colour::Black => "black",
                    Colour::White => "white",
                })
            ])
        });
        json!([
            board.pairing.table,
            board.pairing.black.as_str(),
            board.pairing.white.as_str(),
            result,
            board.dispute.is_some()
        ])
    };
    let round = |round: &Round| {
        let byes: Vec<&str> = round.byes.iter().map(EntrantId::as_str).collect();
        json!([
            round.number,
            round.finished,
            byes,
            round.boards.iter().map(board).collect::<Value>()
        ])
    };
    state.rounds.iter().map(round).collect()
}

pub fn recorded_rounds(recorded: &Value) -> Value {
    let board = |board: &Value| {
        let result = &board["result"];
        let result = (!result.is_null()).then(|| {
            let winner = result["winner"].as_str().unwrap_or("none");
            json!([result["black_discs"], result["white_discs"], winner])
        });
        json!([
            board["table"],
            board["black_entrant_id"],
            board["white_entrant_id"],
            result,
            board["disputed"]
        ])
    };
    let rounds = recorded["event"]["rounds"].as_array().unwrap().iter();
    let round = |round: &Value| {
        let boards: Value = round["boards"]
            .as_array()
            .unwrap()
            .iter()
            .map(board)
            .collect();
        json!([
            round["number"],
            round["finished"],
            round["bye_entrant_ids"],
            boards
        ])
    };
    rounds.map(round).collect()
}

/// Place, rank and figures of everybody, best first.
pub fn list(state: &TournamentState) -> Value {
    let lines = state.ranking.clone().unwrap_or_else(|| {
        let list = state.standings().unwrap();
        let line = |standing: &Standing| RankingLine {
            entrant: state.entrants[standing.player].id.clone(),
            place: standing.place,
            rank: standing.rank,
            half_points: standing.half_points,
            bq_halves: standing.bq_halves,
            discs: standing.discs,
            titles: Vec::new(),
        };
        list.iter().map(line).collect()
    });
    let line = |line: &RankingLine| {
        json!([
            line.entrant.as_str(),
            line.place,
            line.rank,
            line.half_points,
            line.bq_halves,
            line.discs
        ])
    };
    lines.iter().map(line).collect()
}

pub fn recorded_list(recorded: &Value) -> Value {
    let rows = recorded["standings"]["rows"].as_array().unwrap().iter();
    let row = |row: &Value| {
        json!([
            row["entrant_id"],
            row["place"],
            row["rank"],
            row["half_points"],
            row["bq_half_units"],
            row["discs"]
        ])
    };
    rows.map(row).collect()
}

pub fn rulings(state: &TournamentState) -> Value {
    let ruling = |ruling: &Ruling| {
        let status = match ruling.status {
            RulingStatus::Proposed => "proposed",
            RulingStatus::InForce => "in_force",
            RulingStatus::Refused => "refused",
            RulingStatus::Annulled => "annulled",
        };
        json!([
            ruling.act.ruling,
            status,
            ruling.act.by.as_str(),
            ruling.act.paragraph
        ])
    };
    let protest = |protest: &Protest| {
        let upheld = protest.decision.as_ref().map(|decision| decision.upheld);
        json!([
            protest.filing.protest,
            protest.filing.entrant.as_str(),
            upheld
        ])
    };
    let appeal = |appeal: &Appeal| {
        let upheld = appeal.decision.as_ref().map(|decision| decision.upheld);
        let members: Vec<&str> = appeal
            .committee
            .iter()
            .flat_map(|committee| &committee.members)
            .map(AccountId::as_str)
            .collect();
        json!([
            appeal.filing.appeal,
            upheld,
            members,
            appeal.testimony.len()
        ])
    };
    json!([
        state.rulings.list.iter().map(ruling).collect::<Value>(),
        state
            .rulings
            .protests
            .iter()
            .map(protest)
            .collect::<Value>(),
        state.appeals.list.iter().map(appeal).collect::<Value>(),
    ])
}

pub fn recorded_rulings(recorded: &Value) -> Value {
    let each = |of: &str, tell: &dyn Fn(&Value) -> Value| -> Value {
        recorded["rulings"][of]
            .as_array()
            .unwrap()
            .iter()
            .map(tell)
            .collect()
    };
    let decided = |of: &Value| {
        of["decided"]
            .as_bool()
            .unwrap()
            .then(|| of["upheld"].clone())
    };
    json!([
        each("rulings", &|of| json!([
            of["id"],
            of["status"],
            of["by"],
            of["paragraph"]
        ])),
        each("protests", &|of| json!([
            of["id"],
            of["entrant"],
            decided(of)
        ])),
        each("appeals", &|of| json!([
            of["id"],
            decided(of),
            of["members"],
            of["testimony"].as_array().unwrap().len()
        ])),
    ])
}

pub fn phase(state: &othello::TableState) -> &'static str {
    match state.phase() {
        othello::Phase::Empty => "empty",
        othello::Phase::Waiting => "armed",
        othello::Phase::Live => "live",
        othello::Phase::Paused => "paused",
        othello::Phase::Adjourned => "adjourned",
        othello::Phase::Finished => "finished",
        othello::Phase::Annulled => "annulled",
    }
}
