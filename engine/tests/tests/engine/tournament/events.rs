//! Whole EGP events through commands and events, from creation to confirmation.

use std::collections::{BTreeMap, BTreeSet};

use crate::tournament::support::*;
use outflank_tournament::*;

/// Plays an event to its end; withdraws an entrant after a round with odds of `withdrawals` in 100.
fn play(run: u32, entrants: usize, rules: RuleSet, withdrawals: u32) -> Stream {
    let mut numbers = Numbers::new("event", run);
    let mut stream = Stream::with_entrants(run, rules, entrants);
    loop {
        let publication = stream.publication();
        if let Err(refusal) = stream.give(&publication) {
            let over = [
                "all_rounds_played",
                "too_few_present",
                "finals_not_announced",
                "lots_not_drawn",
            ];
            assert!(
                over.contains(&refusal.code()),
                "{entrants} entrants: {refusal:?}"
            );
            break;
        }
        let round = stream.state.rounds.last().unwrap().number;
        stream.record_all(round, &mut numbers);
        stream.finish();
        if numbers.below(100) < withdrawals {
            let left: Vec<EntrantId> = stream.state.present().map(|e| e.id.clone()).collect();
            let entrant = left[numbers.index(left.len())].clone();
            stream.give(&Command::WithdrawEntrant { entrant }).unwrap();
        }
    }
    stream.confirm();
    stream
}

fn sizes() -> impl Iterator<Item = usize> {
    (2..=6).chain(11..=20).chain([25, 32, 41, 50, 63, 64])
}

#[test]
fn every_size_reaches_its_confirmation() {
    for size in sizes() {
        let run = u32::try_from(size).unwrap();
        let stream = play(run, size, RuleSet::egp_2020(), 0);
        let state = &stream.state;
        assert_eq!(state.phase(), Phase::Confirmed, "{size} entrants");
        assert_eq!(
            state.rounds.len(),
            state.planned_rounds() as usize,
            "{size} entrants"
        );
        check_no_repeats(state, size);
        check_byes(state, size);
        check_colours(state, size);
        check_ranking(state, size);
        replay(&stream);
    }
}

#[test]
fn withdrawals_never_get_an_event_stuck() {
    for run in 0..60 {
        let size = sizes().nth(run as usize % sizes().count()).unwrap();
        let stream = play(1000 + run, size, RuleSet::egp_2020(), 60);
        let state = &stream.state;
        assert_eq!(state.phase(), Phase::Confirmed, "{size} entrants");
        for round in &state.rounds {
            let mut seen = BTreeSet::new();
            let boards = round
                .boards
                .iter()
                .flat_map(|b| [&b.pairing.black, &b.pairing.white]);
            for id in boards.chain(&round.byes) {
                assert!(seen.insert(id), "{id} twice in round {}", round.number);
                let from = state.entrant(id).unwrap().withdrawn_from;
                assert!(
                    from.is_none_or(|from| from > round.number),
                    "{id} has withdrawn"
                );
            }
            let in_play = state
                .entrants
                .iter()
                .filter(|e| e.withdrawn_from.is_none_or(|from| from > round.number))
                .count();
            assert_eq!(seen.len(), in_play, "everyone present has a game or a bye");
        }
        check_ranking(state, size);
        replay(&stream);
    }
}

#[test]
fn fewer_rounds_make_a_swiss_system() {
    let rules = RuleSet {
        rounds: Some(7),
        ..RuleSet::egp_2020()
    };
    let stream = play(5, 12, rules, 0);
    assert_eq!(
        stream.state.plan.as_ref().unwrap().stages,
        [PlannedStage::Swiss {
            rounds: 7,
            modified: false,
            continues: false,
        }]
    );
    check_no_repeats(&stream.state, 12);
    assert!(
        stream
            .state
            .deviations
            .iter()
            .any(|found| found.value == "rounds")
    );
    assert!(!stream.state.conformant());
}

fn check_no_repeats(state: &TournamentState, size: usize) {
    let cycles = match state.plan.as_ref().unwrap().stages[0] {
        PlannedStage::RoundRobin { cycles, .. } => cycles,
        PlannedStage::Swiss { .. } => 1,
    };
    let mut meetings: BTreeMap<(&EntrantId, &EntrantId), u32> = BTreeMap::new();
    for board in state.rounds.iter().flat_map(|round| &round.boards) {
        let (a, b) = (&board.pairing.black, &board.pairing.white);
        *meetings.entry((a.min(b), a.max(b))).or_default() += 1;
        if board.result().unwrap().absent != Absence::Nobody && cycles == 1 {
            // An absence is no meeting: the pair may be paired again.
            *meetings.entry((a.min(b), a.max(b))).or_default() -= 1;
        }
    }
    assert!(
        meetings.values().all(|&times| times <= cycles),
        "{size} entrants: {meetings:?}"
    );
}

fn check_byes(state: &TournamentState, size: usize) {
    let mut byes: BTreeMap<&EntrantId, usize> = BTreeMap::new();
    for round in &state.rounds {
        assert_eq!(round.byes.len(), size % 2);
        for id in &round.byes {
            *byes.entry(id).or_default() += 1;
        }
    }
    let most = match state.plan.as_ref().unwrap().stages[0] {
        PlannedStage::RoundRobin { cycles, .. } => cycles as usize,
        PlannedStage::Swiss { .. } => 1,
    };
    assert!(
        byes.values().all(|&count| count <= most),
        "{size} entrants: {byes:?}"
    );
}

fn check_colours(state: &TournamentState, size: usize) {
    let swiss = matches!(
        state.plan.as_ref().unwrap().stages[0],
        PlannedStage::Swiss { .. }
    );
    let mut balance: BTreeMap<&EntrantId, i32> = BTreeMap::new();
    for board in state.rounds.iter().flat_map(|round| &round.boards) {
        let played = board.result().unwrap().absent == Absence::Nobody;
        if played || !swiss {
            *balance.entry(&board.pairing.black).or_default() += 1;
            *balance.entry(&board.pairing.white).or_default() -= 1;
        }
    }
    let bound = if swiss { 3 } else { 1 };
    let widest = balance.values().map(|value| value.abs()).max().unwrap();
    assert!(widest <= bound, "{size} entrants: {balance:?}");
}

fn check_ranking(state: &TournamentState, size: usize) {
    let ranking = state.ranking.as_ref().unwrap();
    assert_eq!(ranking.len(), size);
    for (place, line) in (1..).zip(ranking) {
        assert_eq!(line.place, place);
    }
    for pair in ranking.windows(2) {
        let key = |line: &RankingLine| (line.half_points, line.bq_halves, line.discs);
        // Who withdrew makes room in the finals for the next still in (EGP II.6).
        let withdrew = |line: &RankingLine| {
            let entrant = state.entrant(&line.entrant).unwrap();
            entrant.withdrawn_from.is_some()
        };
        if withdrew(&pair[1]) && !withdrew(&pair[0]) {
            continue;
        }
        assert!(key(&pair[0]) >= key(&pair[1]), "{size} entrants: {pair:?}");
    }
    let byes: usize = state.rounds.iter().map(|round| round.byes.len()).sum();
    let games = state.rounds.iter().flat_map(|round| &round.boards);
    let scored = games
        .filter(|b| b.result().unwrap().absent != Absence::Both)
        .count();
    let points: HalfPoints = ranking.iter().map(|line| line.half_points).sum();
    assert_eq!(points.0, i64::try_from(2 * (byes + scored)).unwrap());
}

/// The state is the fold of the events as they are stored.
fn replay(stream: &Stream) {
    let state = stream
        .events
        .iter()
        .map(|(header, event)| {
            let text = serde_json::to_string(event).unwrap();
            let read: Event = serde_json::from_str(&text).unwrap();
            assert_eq!(&read, event, "{text}");
            (header, read)
        })
        .fold(TournamentState::default(), |state, (header, event)| {
            evolve(state, header, &event)
        });
    assert_eq!(state, stream.state);
}

/// The draw decides everything that is by lot: the same seeds give the same events.
#[test]
fn the_same_seeds_give_the_same_event() {
    for size in [5, 16] {
        let one = play(77, size, RuleSet::egp_2020(), 20);
        let two = play(77, size, RuleSet::egp_2020(), 20);
        assert_eq!(one.events, two.events);
        let other = play(78, size, RuleSet::egp_2020(), 20);
        assert_ne!(one.events, other.events);
    }
}

/// Anyone can check each revealed link against the one before, back to the published end of the chain.
#[test]
fn every_draw_can_be_checked() {
    let stream = play(9, 13, RuleSet::egp_2020(), 0);
    let mut last = None;
    let mut draws = 0;
    for (_, event) in &stream.events {
        match event {
            Event::TournamentCreated { draw_anchor, .. } => last = Some(*draw_anchor),
            Event::DrawRevealed { index, seed, .. } => {
                assert_eq!(Some(seed.proves()), last);
                draws += 1;
                assert_eq!(*index, draws);
                last = Some(*seed);
            }
            _ => {}
        }
    }
    assert!(draws >= 11);
}

/// EGP VI.3: a withdrawal during the qualification changes the opponents' BQ, one after the last
/// qualifying round changes nobody's.
#[test]
fn a_withdrawal_after_the_last_round_changes_no_bq() {
    let bqs = |withdraw_after: u32| {
        let mut stream = Stream::with_entrants(4, RuleSet::egp_2020(), 4);
        for round in 1..=9 {
            let publication = stream.publication();
            stream.give(&publication).unwrap();
            let tables: Vec<u32> = stream.state.round(round).unwrap().open_tables().collect();
            for table in tables {
                let result = record_of(&GameResult::played(45));
                stream
                    .give(&Command::RecordResult {
                        round,
                        table,
                        result,
                    })
                    .unwrap();
            }
            stream.finish();
            if round == withdraw_after {
                let entrant = EntrantId::from("e000");
                stream.give(&Command::WithdrawEntrant { entrant }).unwrap();
            }
        }
        let mut bqs: Vec<(usize, i64)> = stream
            .state
            .standings()
            .unwrap()
            .iter()
            .map(|line| (line.player, line.bq_halves))
            .collect();
        bqs.sort_unstable();
        bqs
    };
    let nobody = bqs(0);
    assert_eq!(bqs(9), nobody);
    assert_ne!(bqs(8), nobody);
}
