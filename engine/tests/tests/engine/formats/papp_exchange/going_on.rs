//! Events that go on in PAPP's log, as PAPP would have it, and are taken back: the standings are those of the results.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use outflank_formats::papp::exchange::ExchangeStep;
use outflank_tournament::{
    EntrantId, GameResult, Phase, ResultTable, Standing, TableGame, TableRound, standings,
};

use super::{FIRST, compared, enter, event, number, take, written};
use crate::tournament::support::{Numbers, Stream};

const ROUNDS: u32 = 6;

/// A round as PAPP held it: black, white and black's discs, and who had the bye.
struct Held {
    games: Vec<(u32, u32, u32)>,
    byes: Vec<u32>,
}

/// A round that is paired and played here.
fn play_here(stream: &mut Stream, numbers: &mut Numbers) -> Held {
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    let round = stream.state.rounds.last().unwrap().clone();
    let mut held = Held {
        games: Vec::new(),
        byes: round.byes.iter().map(|id| number(stream, id)).collect(),
    };
    for board in &round.boards {
        let (discs, pairing) = (numbers.below(65), &board.pairing);
        let (black, white) = (
            number(stream, &pairing.black),
            number(stream, &pairing.white),
        );
        enter(stream, (round.number, pairing.table), discs);
        held.games.push((black, white, discs));
    }
    stream.finish();
    held
}

/// A round of some of those who stay, and its statements.
fn play_there(
    staying: &BTreeSet<u32>,
    here: &mut BTreeSet<u32>,
    numbers: &mut Numbers,
    log: &mut String,
) -> Held {
    let mut playing: Vec<u32> = staying.iter().copied().collect();
    playing.retain(|_| numbers.below(9) > 0);
    if playing.len() < 4 {
        playing = staying.iter().copied().collect();
    }
    presence(playing.iter().copied().collect(), here, log);
    numbers.shuffle(&mut playing);
    let byes: Vec<u32> = (playing.len() % 2 == 1)
        .then(|| playing.pop().unwrap())
        .into_iter()
        .collect();
    log.push_str("raz-couplage;\n");
    let pairs = playing.chunks_exact(2).map(|pair| (pair[0], pair[1]));
    let games: Vec<_> = pairs
        .map(|(black, white)| (black, white, numbers.below(65)))
        .collect();
    for (black, white, _) in &games {
        writeln!(log, "({black:06} {white:06});").unwrap();
    }
    let mut entered = games.clone();
    numbers.shuffle(&mut entered);
    for (black, white, discs) in entered {
        writeln!(log, "({black:06} {discs} {white:06} {});", 64 - discs).unwrap();
    }
    log.push_str("ronde-suivante;\n\n");
    Held { games, byes }
}

fn presence(wanted: BTreeSet<u32>, here: &mut BTreeSet<u32>, log: &mut String) {
    let came = wanted
        .difference(here)
        .map(|number| format!(" +{number:06}"));
    let went = here
        .difference(&wanted)
        .map(|number| format!(" -{number:06}"));
    let changes: String = came.chain(went).collect();
    if !changes.is_empty() {
        writeln!(log, "&{changes};").unwrap();
    }
    *here = wanted;
}

/// The results without the stream.
fn table(stream: &Stream, rounds: &[Held], left: &BTreeSet<u32>) -> ResultTable {
    let place = |number: u32| usize::try_from(number - FIRST).unwrap();
    let mut players = stream.state.result_table().players;
    for (player, number) in players.iter_mut().zip(FIRST..) {
        player.withdrew = left.contains(&number);
    }
    let rounds = rounds.iter().map(|round| TableRound {
        games: round
            .games
            .iter()
            .map(|&(black, white, discs)| TableGame {
                black: place(black),
                white: place(white),
                result: Some(GameResult::played(discs)),
                flag_fell: None,
            })
            .collect(),
        byes: round.byes.iter().map(|bye| place(*bye)).collect(),
        ..TableRound::default()
    });
    ResultTable {
        players,
        rounds: rounds.collect(),
    }
}

fn scores(list: &[Standing]) -> Vec<(usize, u32, i64, i64, i64)> {
    let mut scores: Vec<_> = list
        .iter()
        .map(|one| {
            let (rank, points) = (one.rank, one.half_points.0);
            (one.player, rank, points, one.bq_halves, one.discs)
        })
        .collect();
    scores.sort_unstable();
    scores
}

#[test]
fn after_any_round_it_goes_on_in_papp_and_comes_back() {
    let (mut withdrawals, mut absences, mut byes) = (0, 0, 0);
    for run in 0..60 {
        let mut numbers = Numbers::new("exchanges", run);
        let mut stream = event(8 + numbers.index(9));
        let played_here = numbers.below(ROUNDS);
        let mut rounds: Vec<Held> = (0..played_here)
            .map(|_| play_here(&mut stream, &mut numbers))
            .collect();
        let mut files = written(&stream);
        let mut staying: BTreeSet<u32> = (FIRST..).take(stream.state.entrants.len()).collect();
        let (mut here, mut left) = (staying.clone(), BTreeSet::new());
        for round in played_here..ROUNDS {
            let log = &mut files.work_file;
            let held = play_there(&staying, &mut here, &mut numbers, log);
            byes += held.byes.len();
            rounds.push(held);
            if numbers.below(3) == 0 && staying.len() > 6 && round + 1 < ROUNDS {
                let gone = *staying.iter().nth(numbers.index(staying.len())).unwrap();
                staying.remove(&gone);
                left.insert(gone);
            }
        }
        presence(staying.clone(), &mut here, &mut files.work_file);

        let compared_before = compared(&stream, &files);
        assert_eq!(
            compared_before.findings,
            [],
            "run {run}: {}",
            files.work_file
        );
        for step in &compared_before.steps {
            withdrawals += u32::from(matches!(step, ExchangeStep::Withdrawal { .. }));
            absences += u32::from(matches!(step, ExchangeStep::Absence { .. }));
        }
        take(&mut stream, &compared_before.steps);
        assert_eq!(stream.state.phase(), Phase::Running);

        let again = compared(&stream, &files);
        assert!(
            again.steps.is_empty() && again.findings.is_empty(),
            "run {run}: {again:?}"
        );
        assert_eq!(again.agreed, (1..=ROUNDS).collect::<Vec<_>>());

        let rules = stream.state.standings_rules().unwrap();
        let ours = standings(&stream.state.result_table(), &rules, &[]).unwrap();
        let theirs = standings(&table(&stream, &rounds, &left), &rules, &[]).unwrap();
        assert_eq!(scores(&ours), scores(&theirs), "run {run}");
        // None of these results came of a game here.
        let boards = stream.state.rounds.iter().flat_map(|round| &round.boards);
        assert!(
            boards
                .into_iter()
                .all(outflank_tournament::Board::without_game)
        );
    }
    assert!(
        withdrawals > 20 && absences > 50 && byes > 50,
        "{withdrawals} {absences} {byes}"
    );
}

#[test]
fn the_results_that_are_missing_here_come_in() {
    let mut stream = event(8);
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    enter(&mut stream, (1, 1), 40);
    let mut files = written(&stream);
    let boards = stream.state.rounds[0].boards.clone();
    for board in &boards[1..3] {
        let numbers = [&board.pairing.black, &board.pairing.white];
        let [black, white] = numbers.map(|id: &EntrantId| number(&stream, id));
        writeln!(files.work_file, "({black} 20 {white} 44);").unwrap();
    }
    let held = compared(&stream, &files);
    let tables: Vec<_> = held
        .steps
        .iter()
        .map(|step| match step {
            ExchangeStep::Result {
                round,
                table,
                black_discs,
                ..
            } => (*round, *table, *black_discs),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(tables, [(1, 2, 20), (1, 3, 20)]);
    take(&mut stream, &held.steps);
    assert_eq!(
        stream.state.rounds[0].open_tables().collect::<Vec<_>>(),
        [4]
    );
    // The round went on in PAPP to its end.
    let [black, white] =
        [&boards[3].pairing.black, &boards[3].pairing.white].map(|id| number(&stream, id));
    writeln!(files.work_file, "({black} 33 {white} 31);\nronde-suivante;").unwrap();
    let ended = compared(&stream, &files);
    assert_eq!(ended.steps.last(), Some(&ExchangeStep::Finish { round: 1 }));
    take(&mut stream, &ended.steps);
    assert!(stream.state.rounds[0].finished);
}

#[test]
fn who_sits_a_round_out_comes_back() {
    let mut stream = event(9);
    play_here(&mut stream, &mut Numbers::new("sits out", 1));
    let absent = stream.state.entrants[0].id.clone();
    let announce = outflank_tournament::Command::AnnounceAbsence {
        entrant: absent.clone(),
        rounds: vec![2, 4],
    };
    stream.give(&announce).unwrap();
    let mut files = written(&stream);
    // He plays round 2 all the same, the second entrant sits it out and is back for the third.
    files.work_file.push_str(
        "& -102;\nraz-couplage;\n(101 40 103 24);\n(104 40 105 24);\n(106 40 107 24);\n(108 40 109 24);\nronde-suivante;\n& +102;\n",
    );
    let held = compared(&stream, &files);
    assert_eq!(held.findings, []);
    let second = stream.state.entrants[1].id.clone();
    assert_eq!(
        held.steps[..3],
        [
            ExchangeStep::Return {
                entrant: absent.clone(),
                round: 2
            },
            ExchangeStep::Absence {
                entrant: absent,
                rounds: vec![4]
            },
            ExchangeStep::Absence {
                entrant: second,
                rounds: vec![2]
            },
        ]
    );
    take(&mut stream, &held.steps);
    let away: Vec<_> = stream.state.entrants[0].absences.keys().copied().collect();
    assert_eq!(away, [4]);
    assert!(
        stream
            .state
            .entrants
            .iter()
            .all(|one| one.withdrawn_from.is_none())
    );
}

#[test]
fn who_plays_in_papp_is_checked_in() {
    let mut rules = outflank_tournament::RuleSet::preset("club").unwrap();
    rules.rounds = Some(6);
    rules.entry.check_in = outflank_tournament::CheckInPolicy::EveryRound;
    let mut stream = Stream::with_entrants(13, rules, 8);
    let mut files = written(&stream);
    files.work_file.push_str(
        "& -106;\nraz-couplage;\n(101 40 102 24);\n(103 30 104 34);\n(107 30 108 34);\nronde-suivante;\n& +106 -101;\nraz-couplage;\n(102 40 103 24);\n(104 30 105 34);\n(107 30 106 34);\nronde-suivante;\n& +101;\n",
    );
    let held = compared(&stream, &files);
    assert_eq!(held.findings, []);
    take(&mut stream, &held.steps);
    assert_eq!(stream.state.rounds.len(), 2);
    let again = compared(&stream, &files);
    assert_eq!((again.agreed, again.steps.len()), (vec![1, 2], 0));
}
