//! FlipTheDisc's JSON.

use outflank_formats::event::{ToldEvent, ToldGame};
use outflank_formats::flip_the_disc::read;
use outflank_othello::transcript::linear;
use outflank_tournament::{Colour, ResultKind, StandingsRules, standings};
use serde_json::{Value, json};

use super::{lines, sound, thousand};
use crate::tournament::support::Numbers;

fn player(event: &ToldEvent, number: u32, facts: &Value) -> Value {
    let entrant = event
        .entrant(number)
        .expect("every player of a game is an entrant");
    let mut player = json!({
        "id": number, "surname": entrant.surname, "name": entrant.first_names,
        "country_code": entrant.country, "rating": entrant.rating, "left": entrant.left,
    });
    player
        .as_object_mut()
        .unwrap()
        .extend(facts.as_object().unwrap().clone());
    player
}

fn pairing(event: &ToldEvent, game: &ToldGame) -> Value {
    let points = |colour: Colour| game.result.map(|result| result.half_points(colour).0);
    let discs = |colour: Colour| {
        let told = game
            .result
            .filter(|result| result.black_discs + result.white_discs == 64);
        told.map(|result| result.discs(colour))
    };
    let transcript = linear(game.moves.iter().copied());
    let side = |number, colour| {
        let facts =
            json!({"score": discs(colour), "result": points(colour), "transcript": transcript});
        player(event, number, &facts)
    };
    json!([
        side(game.black, Colour::Black),
        side(game.white, Colour::White)
    ])
}

/// The event as FlipTheDisc would tell it.
fn document(event: &ToldEvent) -> Value {
    let mut rounds = serde_json::Map::new();
    for (round, number) in event.rounds.iter().zip(1..) {
        let mut pairings: Vec<Value> = round
            .games
            .iter()
            .map(|game| pairing(event, game))
            .collect();
        let nobody = json!({"id": null});
        let byes = round
            .byes
            .iter()
            .map(|number| json!([player(event, *number, &json!({})), nobody]));
        pairings.extend(byes);
        rounds.insert(format!("{number}"), json!(pairings));
    }
    let added: Vec<Value> = event
        .added
        .iter()
        .map(|game| pairing(event, game))
        .collect();
    if !added.is_empty() {
        rounds.insert("110".to_owned(), json!(added));
    }
    // Where rounds are known, no coefficient would be that of the rounds.
    let unknown = event.planned_rounds.map(|_| "unknown".to_owned());
    let coefficient = event.constant.map(|constant| constant.to_string());
    let coefficient = coefficient.or(unknown);
    let left = |left: bool| left.then_some(event.rounds.len().min(1));
    let standings: Vec<Value> = event
        .entrants
        .iter()
        .map(|entrant| {
            player(
                event,
                entrant.number,
                &json!({"player_id": entrant.number, "left_after_round": left(entrant.left)}),
            )
        })
        .collect();
    json!({
        "info": {
            "name": event.name, "country_code": event.country, "rounds": event.planned_rounds,
            "expected_start": event.first_day.map(|day| day.to_string()),
            "mbq_coef": coefficient,
        },
        "pairing": rounds,
        "standings": standings,
    })
}

fn valid() -> Vec<Vec<u8>> {
    let mut numbers = Numbers::new("FlipTheDisc", 1);
    let one = |id: u32, discs: u32, result: u32| {
        json!({"id": id, "surname": format!("SAMPLE{id}"), "name": "Ann", "country_code": "FRA", "score": discs, "result": result,
            "transcript": "f5d6c3d3c4", "left": false, "comment": null})
    };
    (0..4)
        .map(|_| {
            let mut rounds = serde_json::Map::new();
            for number in [1, 2, 3, 4, 108, 110] {
                let mut order: Vec<u32> = (1..=7).collect();
                numbers.shuffle(&mut order);
                let mut pairings: Vec<Value> = order
                    .chunks_exact(2)
                    .map(|pair| {
                        let discs = numbers.below(65);
                        let won = 1 + u32::from(discs > 32) - u32::from(discs < 32);
                        json!([one(pair[0], discs, won), one(pair[1], 64 - discs, 2 - won)])
                    })
                    .collect();
                pairings.push(json!([one(order[6], 32, 2), {"id": null}]));
                rounds.insert(number.to_string(), json!(pairings));
            }
            let document = json!({
                "info": {"name": "Sample Open", "rounds": 7, "country_code": "FRA", "expected_start": "2026-03-14", "mbq_coef": 6},
                "pairing": rounds,
                "standings": [{"player_id": 7, "left_after_round": 3}, {"player_id": 1, "left_after_round": null}],
            });
            serde_json::to_vec_pretty(&document).unwrap()
        })
        .collect()
}

/// Reads a document, and reads what FlipTheDisc would tell of what was taken; whether that was an event with a round.
fn taken(bytes: &[u8]) -> bool {
    let read_once = read(bytes);
    sound(&read_once.problems, lines(bytes), bytes.len());
    let event = read_once.value.event;
    standings(&event.table(), &StandingsRules::brightwell(6, 32), &[]).unwrap();
    let rounds = event.rounds.iter().flat_map(|round| &round.games);
    for game in rounds.chain(&event.added) {
        let told = game.result.is_none_or(|result| {
            let lost = result.kind == ResultKind::DoubleForfeit;
            let sum = result.black_discs + result.white_discs;
            sum == 0 || (sum == 64 && !lost)
        });
        assert!(told, "{game:?}");
    }
    let again = read(document(&event).to_string().as_bytes());
    let known = ["constant", "mbq_coef", "no_score", "result_against_score"];
    let surprising = again
        .problems
        .iter()
        .find(|problem| !known.contains(&problem.code));
    assert_eq!(surprising, None);
    assert_eq!(again.value.event, event);
    !event.rounds.is_empty()
}

#[test]
fn documents() {
    let events = std::cell::Cell::new(0);
    thousand("FlipTheDisc", &valid(), |bytes| {
        events.set(events.get() + u32::from(taken(bytes)));
    });
    // Most damages leave no JSON at all.
    assert!(events.get() > 100, "{} events were taken", events.get());
}

/// Another value in the place of one, deep inside; or one left out, or one again.
fn spoil(value: &mut Value, numbers: &mut Numbers) {
    let inside: Vec<&mut Value> = match value {
        Value::Array(items) => items.iter_mut().collect(),
        Value::Object(members) => members.values_mut().collect(),
        _ => Vec::new(),
    };
    if !inside.is_empty() && numbers.below(8) > 0 {
        let chosen = numbers.index(inside.len());
        return spoil(inside.into_iter().nth(chosen).unwrap(), numbers);
    }
    match value {
        Value::Array(items) if !items.is_empty() && numbers.below(2) == 0 => {
            let again = items[numbers.index(items.len())].clone();
            items.push(again);
        }
        Value::Array(items) if !items.is_empty() => {
            items.swap_remove(numbers.index(items.len()));
        }
        Value::Object(members) if !members.is_empty() => {
            let names: Vec<String> = members.keys().cloned().collect();
            members.remove(&names[numbers.index(names.len())]);
        }
        _ => {
            let odd = [
                json!(null),
                json!(-1),
                json!(0),
                json!(u64::MAX),
                json!(1.5),
                json!("65"),
                json!("\u{202e}\0\"[{"),
                json!([]),
                json!({"id": 3}),
                json!(true),
                json!(32),
                json!(3),
            ];
            *value = odd[numbers.index(odd.len())].clone();
        }
    }
}

#[test]
fn documents_of_spoiled_values() {
    let valid = valid();
    let mut events = 0;
    for run in 0..super::FILES {
        let mut numbers = Numbers::new("FlipTheDisc spoiled", run);
        let file = &valid[numbers.index(valid.len())];
        let mut document: Value = serde_json::from_slice(file).unwrap();
        for _ in 0..=numbers.below(6) {
            spoil(&mut document, &mut numbers);
        }
        events += u32::from(taken(&serde_json::to_vec_pretty(&document).unwrap()));
    }
    assert!(events > 700, "{events} events were taken");
}
