//! PAPP's model on real events: the recorded cost of what was played, and the recorded optimum.

use crate::tournament::penalties::*;
use crate::tournament::support::*;
use outflank_tournament::*;
use serde_json::Value;

/// An event's table with its rounds still to be added.
fn players(event: &Value) -> ResultTable {
    ResultTable {
        players: event["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|player| TablePlayer {
                id: format!("{:010}", player[0].as_i64().unwrap()),
                country: player[1].as_str().map(str::to_owned),
                ..TablePlayer::default()
            })
            .collect(),
        rounds: Vec::new(),
    }
}

fn round(event: &Value, round: &Value) -> TableRound {
    let ids: Vec<&Value> = event["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|player| &player[0])
        .collect();
    let index = |id: &Value| ids.iter().position(|&known| known == id).unwrap();
    let list = |field: &str| round[field].as_array().unwrap().iter();
    TableRound {
        games: list("games")
            .map(|played| {
                let discs = match played[2].as_f64().unwrap() {
                    points if points > 0.75 => 40,
                    points if points < 0.25 => 24,
                    _ => 32,
                };
                game(index(&played[0]), index(&played[1]), discs)
            })
            .collect(),
        byes: list("bye").map(index).collect(),
        granted: Vec::new(),
        beside: false,
    }
}

#[test]
fn every_recorded_cost_and_optimum_is_ours() {
    let events: Value = serde_json::from_str(&corpus("papp/rounds.json")).unwrap();
    let penalties = PappPenalties::default();
    let (mut rounds, mut optimal) = (0, 0);
    for event in events.as_array().unwrap() {
        let mut table = players(event);
        for recorded in event["rounds"].as_array().unwrap() {
            let played = round(event, recorded);
            let pairs: Vec<(usize, usize)> = played
                .games
                .iter()
                .map(|game| (game.black, game.white))
                .collect();
            let bye = played.byes.first().copied();
            let present: Vec<usize> = pairs
                .iter()
                .flat_map(|&(black, white)| [black, white])
                .chain(bye)
                .collect();
            let request = PappRequest::new(&table, &present, &penalties);
            let at = format!("{} round {}", event["file"], table.rounds.len() + 1);
            let cost = papp_cost(&request, &pairs, bye).unwrap();
            assert_eq!(cost, recorded["cost"].as_i64().unwrap(), "cost of {at}");
            let ours = pair_papp(&request, &seed(rounds)).unwrap();
            assert_eq!(
                ours.cost,
                recorded["optimum"].as_i64().unwrap(),
                "optimum of {at}"
            );
            assert_eq!(
                papp_cost(&request, &ours.pairs, ours.bye),
                Ok(ours.cost),
                "{at}"
            );
            rounds += 1;
            optimal += u32::from(cost == ours.cost);
            table.rounds.push(played);
        }
    }
    assert_eq!(rounds, 1062);
    assert!(optimal > 800, "{optimal} rounds were played at the optimum");
}
