//! Amendments x finals. The model keeps the matches that have started and counts points by itself: a correction moves
//! figures and the order behind the finals, and never who played them.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use crate::tournament::finals_stream::world_championship;
use crate::tournament::people::world::account;
use crate::tournament::support::*;
use outflank_tournament::*;

#[derive(Clone, Debug)]
enum Step {
    /// The event goes on by one act.
    GoOn,
    /// Another score of a board: round, table, black's discs.
    Recount(u32, u32, u32),
}

fn steps() -> impl Strategy<Value = Vec<Step>> {
    let recount = (1..12_u32, 1..7_u32, 0..65_u32);
    let step = prop_oneof![
        2 => Just(Step::GoOn),
        3 => recount.prop_map(|(round, table, discs)| Step::Recount(round, table, discs)),
    ];
    proptest::collection::vec(step, 10..60)
}

/// Discs of black by board of the qualification, as they were given last; none where neither came.
type Scores = BTreeMap<(u32, u32), (EntrantId, EntrantId, Option<u32>)>;

fn scores(state: &TournamentState) -> Scores {
    let mut scores = Scores::new();
    for round in state
        .rounds
        .iter()
        .filter(|round| round.number <= state.planned_rounds())
    {
        for board in &round.boards {
            let pairing = &board.pairing;
            let result = board.result().unwrap();
            let discs = (result.absent != Absence::Both).then_some(result.black_discs);
            scores.insert(
                (round.number, pairing.table),
                (pairing.black.clone(), pairing.white.clone(), discs),
            );
        }
    }
    scores
}

fn points(scores: &Scores, byes: &[EntrantId]) -> BTreeMap<EntrantId, i64> {
    let mut points = BTreeMap::new();
    for bye in byes {
        *points.entry(bye.clone()).or_default() += 2;
    }
    for (black, white, discs) in scores.values() {
        let Some(discs) = discs else { continue };
        let won = i64::from(*discs > 32) + i64::from(*discs >= 32);
        *points.entry(black.clone()).or_default() += won;
        *points.entry(white.clone()).or_default() += 2 - won;
    }
    points
}

fn matches(state: &TournamentState) -> BTreeSet<(MatchId, BTreeSet<EntrantId>)> {
    let boards = state.rounds.iter().flat_map(|round| &round.boards);
    boards
        .filter_map(|board| match &board.pairing.purpose {
            BoardPurpose::Match { match_id, .. } => {
                let players = [board.pairing.black.clone(), board.pairing.white.clone()];
                Some((match_id.clone(), players.into()))
            }
            _ => None,
        })
        .collect()
}

/// A world championship of twelve whose first finals have started, its results without draws of a match by choice.
fn started(run: u32) -> (Stream, Numbers) {
    let mut numbers = Numbers::new("amended finals", run);
    let mut stream = Stream::with_entrants(run, world_championship(), 12);
    while !stream.state.finals_begun() {
        assert!(stream.step(&mut numbers));
    }
    stream.now_ms = stream.state.rounds.last().unwrap().starts_at_ms;
    (stream, numbers)
}

proptest! {
    #![proptest_config(crate::property::cases(60))]

    #[test]
    fn amendments_keep_the_matches_and_move_the_figures(run in 0..6_u32, steps in steps()) {
        let (mut stream, mut numbers) = started(run);
        let mut known = scores(&stream.state);
        let byes: Vec<EntrantId> = stream.state.rounds.iter().flat_map(|round| round.byes.clone()).collect();
        let mut started = matches(&stream.state);
        let mut winners: Option<Vec<EntrantId>> = None;
        for step in &steps {
            match step {
                Step::GoOn => {
                    stream.step(&mut numbers);
                    if matches!(stream.state.next_act().unwrap(), NextAct::AwaitResults { .. }) {
                        let starts = stream.state.rounds.last().unwrap().starts_at_ms;
                        stream.now_ms = stream.now_ms.max(starts);
                    }
                }
                Step::Recount(round, table, discs) => {
                    let confirmed = stream.state.phase() == Phase::Confirmed;
                    let result = record_of(&GameResult::played(*discs));
                    let command = if confirmed {
                        Command::AmendConfirmed {
                            results: vec![ResultAmendment { round: *round, table: *table, result }],
                            seed: None,
                            reason: "recount".to_owned(),
                            by: account("director"),
                        }
                    } else {
                        Command::CorrectResult { round: *round, table: *table, result, reason: "recount".to_owned() }
                    };
                    if *round > stream.state.planned_rounds() {
                        continue; // Games of matches are another matter.
                    }
                    if stream.give(&command).is_ok() {
                        known.get_mut(&(*round, *table)).unwrap().2 = Some(*discs);
                    }
                }
            }
            let state = &stream.state;
            let now = matches(state);
            prop_assert!(started.is_subset(&now), "a match that has started stands");
            started = now;
            let expected = points(&known, &byes);
            for line in state.standings().unwrap() {
                let entrant = &state.entrants[line.player].id;
                prop_assert_eq!(line.half_points.0, expected.get(entrant).copied().unwrap_or(0));
            }
            let Some(ranking) = &state.ranking else { continue };
            let first: Vec<EntrantId> = ranking.iter().take(4).map(|line| line.entrant.clone()).collect();
            prop_assert_eq!(winners.get_or_insert_with(|| first.clone()), &first, "the finals decided the first four");
            for pair in ranking[4..].windows(2) {
                prop_assert!(pair[0].half_points >= pair[1].half_points, "the rest follows the points");
            }
        }
    }
}
