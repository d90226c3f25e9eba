//! Finals in the stream: whole events under the formats of the Grand Prix and the World Championship,
//! their matches judged anew from the boards.

use std::cmp::Ordering;

use crate::tournament::support::*;
use outflank_tournament::*;

const FINAL: MatchId = MatchId::Final;
const THIRD: MatchId = MatchId::ThirdPlace;

/// The Grand Prix with the finals of the World Championship, after a short qualification.
pub fn world_championship() -> RuleSet {
    let mut rules = RuleSet::egp_2020();
    let first = rules.formats[0].clone();
    let row = |from_entrants, to_entrants, stage| FormatRow {
        from_entrants,
        to_entrants,
        stages: vec![stage],
        finals: FinalsFormat::woc(),
        ..first.clone()
    };
    let swiss = StageFormat::Swiss {
        rounds: 4,
        modified: false,
        continues: false,
    };
    rules.formats = vec![
        row(2, Some(7), StageFormat::RoundRobin { cycles: 1 }),
        row(8, None, swiss),
    ];
    for &(field, rule) in woc_finals_sources() {
        rules.sources.insert(field.to_owned(), rule.to_owned());
    }
    rules
}

/// The boards of one match in order: the round of each, and its board.
fn boards<'a>(state: &'a TournamentState, wanted: &MatchId) -> Vec<(u32, &'a Board)> {
    state
        .rounds
        .iter()
        .flat_map(|round| round.boards.iter().map(|board| (round.number, board)))
        .filter(|(_, board)| {
            matches!(&board.pairing.purpose, BoardPurpose::Match { match_id, .. } if match_id == wanted)
        })
        .collect()
}

/// The winner and the loser of a match from its boards: points, then discs, then the better in the list.
fn outcome(state: &TournamentState, wanted: &MatchId) -> Option<(EntrantId, EntrantId)> {
    let boards = boards(state, wanted);
    let (_, first) = boards.first()?;
    let list = state.finals.provisional.as_ref().unwrap();
    let place = |id: &EntrantId| list.iter().position(|line| line.entrant == *id).unwrap();
    let (mut one, mut two) = (first.pairing.black.clone(), first.pairing.white.clone());
    if place(&one) > place(&two) {
        std::mem::swap(&mut one, &mut two);
    }
    let mut lead = (0_i64, 0_i64);
    for (_, board) in boards {
        let result = board.result().unwrap();
        let sign = if board.pairing.black == one { 1 } else { -1 };
        lead.0 += match result.winner {
            Some(Colour::Black) => sign,
            Some(Colour::White) => -sign,
            None => 0,
        };
        lead.1 += sign * (i64::from(result.black_discs) - i64::from(result.white_discs));
    }
    Some(if lead.cmp(&(0, 0)) == Ordering::Less {
        (two, one)
    } else {
        (one, two)
    })
}

/// Colours reverse from game 1 to game 2, and a match ends when it is decided.
fn check_games(state: &TournamentState, wanted: &MatchId, games: usize) {
    let boards = boards(state, wanted);
    assert!(boards.len() <= games, "{wanted:?}");
    if let [(_, first), (_, second), ..] = boards.as_slice() {
        assert_eq!(first.pairing.black, second.pairing.white);
        assert_eq!(first.pairing.white, second.pairing.black);
    }
    for window in boards.windows(2) {
        assert!(window[0].0 < window[1].0, "one game after the other");
    }
}

fn check_finals(state: &TournamentState, entrants: usize, semi_finals: usize) {
    let ranking = state.ranking.as_ref().unwrap();
    let list = state.finals.provisional.as_ref().unwrap();
    assert_eq!((ranking.len(), list.len()), (entrants, entrants));
    let (winner, loser) = outcome(state, &FINAL).unwrap();
    assert_eq!(
        (&ranking[0].entrant, &ranking[1].entrant),
        (&winner, &loser)
    );
    check_games(state, &FINAL, 3);
    if let Some((third, fourth)) = outcome(state, &THIRD) {
        assert_eq!(
            (&ranking[2].entrant, &ranking[3].entrant),
            (&third, &fourth)
        );
        assert_eq!(boards(state, &THIRD)[0].0, boards(state, &FINAL)[0].0);
    }
    assert_eq!(boards(state, &THIRD).len(), usize::from(entrants >= 4));
    for number in [1, 2] {
        let semi_final = MatchId::SemiFinal { number };
        check_games(state, &semi_final, semi_finals);
        if let Some((through, out)) = outcome(state, &semi_final) {
            assert!([&winner, &loser].contains(&&through));
            assert!(![&winner, &loser].contains(&&out));
        } else {
            assert!(semi_finals == 0 || entrants < 4);
        }
    }
    let in_list = |id: &EntrantId| list.iter().find(|line| line.entrant == *id).unwrap();
    for line in ranking.iter().take(4) {
        assert_eq!(line.half_points, in_list(&line.entrant).half_points);
        assert_eq!(line.rank, line.place);
    }
}

#[test]
fn grand_prix_events_play_their_finals() {
    for entrants in 2..=16 {
        let rules = RuleSet::egp_2020();
        let mut stream = Stream::with_entrants(7, rules, entrants);
        stream.play_out(&mut Numbers::new("grand prix", 7));
        let state = &stream.state;
        assert_eq!(state.phase(), Phase::Confirmed);
        let plan = state.plan.as_ref().unwrap();
        let games = plan
            .finals
            .semi_finals
            .map_or(0, |format| format.games as usize);
        check_finals(state, entrants, games);
        let side = plan.finals.side_swiss.map_or(0, |side| side.rounds);
        let side_rounds = state.rounds.iter().filter(|round| {
            round
                .boards
                .iter()
                .any(|board| board.pairing.purpose == BoardPurpose::SideSwiss)
        });
        assert_eq!(side_rounds.count(), side as usize, "{entrants} entrants");
    }
}

#[test]
fn world_championships_play_their_finals() {
    let mut playoffs = 0;
    for entrants in 2..=30 {
        let mut stream = Stream::with_entrants(11, world_championship(), entrants);
        stream.play_out(&mut Numbers::new("world championship", 11));
        let state = &stream.state;
        assert_eq!(state.phase(), Phase::Confirmed);
        check_finals(state, entrants, 3);
        for (better, worse) in [(4_u32, 5_u32), (3, 6), (2, 7), (1, 8)] {
            let list = state.finals.provisional.as_ref().unwrap();
            let line = |place: u32| list.get(place as usize - 1);
            let equal = line(worse)
                .is_some_and(|other| other.half_points == line(better).unwrap().half_points);
            let played = boards(state, &MatchId::Playoff { better, worse });
            assert_eq!(
                played.len(),
                usize::from(equal),
                "{entrants}: {better}-{worse}"
            );
            playoffs += played.len();
            if let Some((_, board)) = played.first() {
                assert!(board.pairing.draw_winner.is_some());
            }
        }
    }
    assert!(playoffs >= 20, "{playoffs} playoffs");
}

#[test]
fn withdrawals_never_get_the_finals_stuck() {
    let mut walkovers = 0;
    for run in 0..60 {
        let numbers = &mut Numbers::new("withdrawals in finals", run);
        let entrants = 4 + numbers.index(8);
        let rules = if run % 2 == 0 {
            world_championship()
        } else {
            RuleSet::egp_2020()
        };
        let mut stream = Stream::with_entrants(run, rules, entrants);
        for step in 0..600 {
            assert!(step < 599, "run {run} never ends");
            if stream.state.qualification_over() && numbers.below(6) == 0 {
                let entrant = stream.state.entrants[numbers.index(entrants)].id.clone();
                let _ = stream.give(&Command::WithdrawEntrant { entrant });
            }
            if !stream.step(numbers) {
                break;
            }
        }
        assert_eq!(stream.state.phase(), Phase::Confirmed, "run {run}");
        assert_eq!(stream.state.ranking.as_ref().unwrap().len(), entrants);
        let progress = stream.state.finals_progress().unwrap().unwrap();
        assert_eq!(progress.strays, [], "run {run}");
        walkovers += progress
            .matches
            .iter()
            .filter_map(|one| one.decision.as_ref())
            .filter(|decision| decision.by == DecidedBy::Walkover)
            .count();
    }
    assert!(walkovers >= 3, "{walkovers} walkovers");
}

#[test]
fn a_short_notice_is_confirmed_at_every_announcement() {
    let mut stream = Stream::with_entrants(3, RuleSet::egp_2020(), 6);
    let numbers = &mut Numbers::new("notices", 3);
    let announces =
        |stream: &Stream| matches!(stream.state.next_act(), Ok(NextAct::AnnounceFinals { .. }));
    while !announces(&stream) {
        assert!(stream.step(numbers));
    }
    for _ in 0..2 {
        let announcement = |accept_deviations, now_ms| Command::AnnounceFinalsRound {
            starts_at_ms: now_ms + 60_000,
            accept_deviations,
        };
        let refused = stream.give(&announcement(false, stream.now_ms));
        assert_eq!(refused.unwrap_err().code(), "departure_unconfirmed");
        stream.give(&announcement(true, stream.now_ms)).unwrap();
    }
}

#[test]
fn a_choice_stands_while_its_game_does() {
    let mut stream = Stream::with_entrants(3, RuleSet::egp_2020(), 6);
    let numbers = &mut Numbers::new("choices", 3);
    while !matches!(
        stream.state.next_act().unwrap(),
        NextAct::AnnounceFinals { .. }
    ) {
        assert!(stream.step(numbers));
    }
    let announce = |stream: &mut Stream| {
        let starts_at_ms = stream.now_ms + 1_200_000;
        stream
            .give(&Command::AnnounceFinalsRound {
                starts_at_ms,
                accept_deviations: false,
            })
            .unwrap();
        let announced = stream.state.finals.announced.as_ref().unwrap();
        let due = &announced.session.games[0];
        assert_eq!(due.match_id, FINAL);
        (due.clone(), announced.choices_of(due).to_vec())
    };
    let (due, made) = announce(&mut stream);
    assert_eq!(made, []);
    let choice = MadeChoice {
        player: due.better.clone(),
        choice: Choice::White,
    };
    stream
        .give(&Command::ChooseColour {
            match_id: FINAL,
            choice: choice.clone(),
        })
        .unwrap();
    let fourth = stream.state.finals.provisional.as_ref().unwrap()[3]
        .entrant
        .clone();
    stream
        .give(&Command::WithdrawEntrant { entrant: fourth })
        .unwrap();
    assert_eq!(announce(&mut stream), (due.clone(), vec![choice]));
    let entrant = due.worse.clone();
    stream.give(&Command::WithdrawEntrant { entrant }).unwrap();
    let (changed, made) = announce(&mut stream);
    assert_eq!((&changed.better, made), (&due.better, vec![]));
    assert_ne!(changed.worse, due.worse, "the next still in has moved up");
}
