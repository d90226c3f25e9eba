//! What JSON costs straight off protobuf's bytes, against structs in between: a standings answer going out, a move
//! coming in. Both ways of each are measured in turns within one run; the median counts. Run by `make bench`.
#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    clippy::cast_precision_loss,
    missing_docs,
    reason = "a measuring program"
)]

use std::{hint::black_box, time::Instant};

use outflank_proto::{
    json::{self, Fields},
    play::v1::MoveRequest,
    schema,
    standings::v1 as standings,
};
use prost::Message as _;
use serde::Deserialize;

#[path = "json/mirror.rs"]
mod mirror;

const ENTRANTS: u32 = 100;
const ROUNDS: u32 = 11;
const TURNS: usize = 301;
const MOVES: u32 = 2_000;

fn main() {
    let list = list();
    let bytes = list.encode_to_vec();
    let message = schema::message("outflank.standings.v1.GetStandingsResponse").unwrap();
    let field = message.field("standings").unwrap();
    let codec = || {
        let mut out = Vec::new();
        json::write_field(message, field, black_box(&bytes), &mut out).unwrap();
        out
    };
    let structs = || mirror::json(black_box(&bytes));
    let text = codec();
    let same: [serde_json::Value; 2] =
        [&text, &structs()].map(|of| serde_json::from_slice(of).unwrap());
    assert_eq!(same[0]["rows"][7]["cells"], same[1]["rows"][7]["cells"]);
    println!(
        "a standings answer of {} bytes, {} as JSON",
        bytes.len(),
        text.len()
    );
    compare("json_answer", 1, codec, structs);

    let body: &[u8] = br#"{"command_id":"c-1","game_id":"g-0123456789","ply":17,"square":"f5"}"#;
    let message = schema::message("outflank.play.v1.MoveRequest").unwrap();
    let codec = || {
        let mut out = Vec::new();
        json::read(message, black_box(body), &mut out, Fields::default()).unwrap();
        out
    };
    let structs = || {
        let read: Move = serde_json::from_slice(black_box(body)).unwrap();
        let request = MoveRequest {
            command_id: read.command_id,
            game_id: read.game_id,
            ply: read.ply,
            square: read.square,
            ..MoveRequest::default()
        };
        request.encode_to_vec()
    };
    assert_eq!(codec(), structs());
    compare("json_request", MOVES, codec, structs);
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Move {
    command_id: String,
    game_id: String,
    ply: u32,
    square: String,
}

/// One against the other, so many at a time.
fn compare(name: &str, many: u32, codec: impl Fn() -> Vec<u8>, structs: impl Fn() -> Vec<u8>) {
    let (mut of_codec, mut of_structs) = (Vec::new(), Vec::new());
    for _ in 0..TURNS {
        of_codec.push(nanoseconds(many, &codec));
        of_structs.push(nanoseconds(many, &structs));
    }
    let [codec_ns, structs_ns] = [of_codec, of_structs].map(|mut of| {
        of.sort_by(f64::total_cmp);
        of[of.len() / 2]
    });
    println!("figure {name}_ns {codec_ns:.0} ns");
    println!("figure {name}_serde_ns {structs_ns:.0} ns");
    println!("figure {name}_ratio {:.2} serde", codec_ns / structs_ns);
    println!(
        "figure {name}_allocations {} allocations",
        allocations(&codec)
    );
    println!(
        "figure {name}_serde_allocations {} allocations",
        allocations(&structs)
    );
}

fn nanoseconds(many: u32, run: &impl Fn() -> Vec<u8>) -> f64 {
    let start = Instant::now();
    for _ in 0..many {
        black_box(run());
    }
    start.elapsed().as_secs_f64() * 1e9 / f64::from(many)
}

fn allocations(run: &impl Fn() -> Vec<u8>) -> u64 {
    allocation_counter::measure(|| drop(black_box(run()))).count_total
}

/// A whole event: everyone against somebody else in each round.
fn list() -> standings::GetStandingsResponse {
    let entrant = |number: u32| format!("entrant-{number:08}");
    let cell = |number: u32, round: u32| standings::Cell {
        round,
        kind: standings::CellKind::Played.into(),
        opponent_entrant_id: entrant((number + round) % ENTRANTS),
        black: (number + round).is_multiple_of(2),
        discs: 20 + (number * round) % 25,
        half_points: (number + round) % 3,
        game_id: format!("game-{round:02}-{number:08}"),
        table: number / 2 + 1,
        result_kind: "played".into(),
    };
    let value = |criterion: &str, value: u32| standings::CriterionValue {
        criterion: criterion.into(),
        value: format!("{value}.0"),
    };
    let row = |number: u32| standings::Row {
        rank: number + 1,
        entrant_id: entrant(number),
        half_points: 22,
        bq_half_units: 900 - number,
        discs: 400,
        withdrawn: false,
        cells: (1..=ROUNDS).map(|round| cell(number, round)).collect(),
        movement: 1,
        values: vec![value("points", 11), value("BQ", 450), value("discs", 400)],
        decided: (number > 0).then(|| standings::Decided {
            above_entrant_id: entrant(number - 1),
            equal_rank: false,
            sentence: "{above} is ahead of {below} on BQ, 451.0 against 447.5.".into(),
            code: "criterion".into(),
            parameters: Vec::new(),
        }),
        place: number + 1,
    };
    let list = standings::Standings {
        tournament_id: "tournament-1".into(),
        version: 321,
        round: ROUNDS,
        open_boards: 0,
        rows: (0..ENTRANTS).map(row).collect(),
        constant: 6,
        tie_breaks: ["points", "BQ", "discs", "lots"].map(String::from).into(),
        final_ranking: false,
        stopped: String::new(),
    };
    standings::GetStandingsResponse {
        standings: Some(list),
    }
}
