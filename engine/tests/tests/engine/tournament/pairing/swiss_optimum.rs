//! Swiss pairings against a search over every complete pairing, with costs counted from the rulebook's
//! words on the bare table.

use outflank_tournament::*;

use crate::tournament::pairing::oracle::Oracle;
use crate::tournament::pairing::plain::level_set;
use crate::tournament::support::*;

#[test]
fn no_complete_pairing_is_better() {
    let mut states = [0_u32; 11];
    for run in 0..10_000 {
        let mut numbers = Numbers::new("brute force", run);
        let size = if run % 26 == 0 {
            9 + numbers.index(2)
        } else {
            2 + numbers.index(7)
        };
        let extra = numbers.index(3);
        let rounds = numbers.index(8);
        let table = random_table(&mut numbers, size + extra, rounds);
        let mut present: Vec<usize> = (0..size + extra).collect();
        numbers.shuffle(&mut present);
        present.truncate(size);
        let levels = level_set(run);

        let seed = seed(run);
        let found = pair_round(&PairingRequest::new(
            &table,
            &present,
            by_levels(levels),
            &seed,
        ))
        .unwrap();
        let oracle = Oracle::new(&table, &present, levels);
        let best = oracle.optimum(&present, size % 2 == 1);
        assert_eq!(values(&found.cost, levels), best, "run {run}");
        assert_eq!(oracle.cost(&found.pairs, found.bye), best, "run {run}");
        let judged = pairing_cost(
            &PairingRequest::new(&table, &present, by_levels(levels), &seed),
            &found.pairs,
            found.bye,
        )
        .unwrap();
        assert_eq!(judged, found.cost, "run {run}");

        let mut seated: Vec<usize> = found
            .pairs
            .iter()
            .flat_map(|&(b, w)| [b, w])
            .chain(found.bye)
            .collect();
        seated.sort_unstable();
        present.sort_unstable();
        assert_eq!(seated, present, "run {run}");
        states[size] += 1;
    }
    assert!(states[2..=10].iter().all(|&count| count > 20), "{states:?}");
}

/// The rounds of real events: whatever was played, our pairing of the same round is at least as good.
#[test]
fn real_rounds_are_never_better_than_ours() {
    let text = corpus("papp/rounds.json");
    let events: serde_json::Value = serde_json::from_str(&text).unwrap();
    let mut rounds_paired = 0;
    for event in events.as_array().unwrap() {
        let ids: Vec<i64> = event["players"]
            .as_array()
            .unwrap()
            .iter()
            .map(|p| p[0].as_i64().unwrap())
            .collect();
        let index = |id: &serde_json::Value| {
            ids.iter()
                .position(|&known| known == id.as_i64().unwrap())
                .unwrap()
        };
        let mut table = ResultTable {
            players: ids
                .iter()
                .map(|id| TablePlayer {
                    id: id.to_string(),
                    country: None,
                    withdrew: false,
                    ..TablePlayer::default()
                })
                .collect(),
            rounds: Vec::new(),
        };
        for round in event["rounds"].as_array().unwrap() {
            let mut played = TableRound::default();
            for board in round["games"].as_array().unwrap() {
                let points = board[2].as_f64().unwrap();
                let discs = if points > 0.75 {
                    40
                } else if points < 0.25 {
                    24
                } else {
                    32
                };
                played
                    .games
                    .push(game(index(&board[0]), index(&board[1]), discs));
            }
            played.byes = round["bye"].as_array().unwrap().iter().map(index).collect();
            let pairs: Vec<_> = played
                .games
                .iter()
                .map(|game| (game.black, game.white))
                .collect();
            let present: Vec<usize> = pairs
                .iter()
                .flat_map(|&(b, w)| [b, w])
                .chain(played.byes.iter().copied())
                .collect();
            if played.byes.len() <= 1 {
                let seed = seed(rounds_paired);
                let request = PairingRequest::new(&table, &present, by_levels(&LEVELS), &seed);
                let ours = pair_round(&request).unwrap();
                let theirs = pairing_cost(&request, &pairs, played.byes.first().copied()).unwrap();
                assert!(
                    values(&ours.cost, &LEVELS) <= values(&theirs, &LEVELS),
                    "{}",
                    event["file"]
                );
                rounds_paired += 1;
            }
            table.rounds.push(played);
        }
    }
    assert!(rounds_paired > 1000, "{rounds_paired} rounds");
}
