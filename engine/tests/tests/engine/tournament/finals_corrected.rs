//! Corrections, rulings and publications taken back, once the finals are published.

use std::collections::BTreeSet;

use super::finals_stream::world_championship;
use crate::tournament::support::*;
use outflank_tournament::*;

/// An event whose first round of finals is published and has not started.
fn published(rules: RuleSet, entrants: usize, run: u32) -> (Stream, Numbers) {
    let mut numbers = Numbers::new("corrected finals", run);
    let mut stream = Stream::with_entrants(run, rules, entrants);
    until_published(&mut stream, &mut numbers);
    (stream, numbers)
}

/// Goes on until a round of finals is published that starts in ten minutes.
fn until_published(stream: &mut Stream, numbers: &mut Numbers) {
    while !stream.state.finals_begun() {
        let next = stream.state.next_act().unwrap();
        if let (NextAct::PublishRound { .. }, Some(announced)) =
            (next, &stream.state.finals.announced)
        {
            stream.now_ms = stream.now_ms.max(announced.starts_at_ms);
            let publication = stream.publication();
            stream.give(&publication).unwrap();
        } else {
            assert!(stream.step(numbers), "finals are played");
        }
    }
}

/// The first round of finals has started.
fn started(rules: RuleSet, entrants: usize, run: u32) -> (Stream, Numbers) {
    let (mut stream, numbers) = published(rules, entrants, run);
    stream.now_ms = stream.state.rounds.last().unwrap().starts_at_ms;
    (stream, numbers)
}

fn correction(round: u32, table: u32, black_discs: u32) -> Command {
    Command::CorrectResult {
        round,
        table,
        result: record_of(&GameResult::played(black_discs)),
        reason: "recount".to_owned(),
    }
}

/// Awards a game of the qualification that he lost, or did not win, to that entrant, so often as there is one.
fn award(stream: &mut Stream, entrant: &EntrantId) -> Vec<Event> {
    let planned = stream.state.planned_rounds();
    let boards: Vec<(u32, u32, bool)> = stream
        .state
        .rounds
        .iter()
        .filter(|round| round.number <= planned)
        .flat_map(|round| round.boards.iter().map(|board| (round.number, board)))
        .filter_map(|(round, board)| {
            let black = board.pairing.black == *entrant;
            let plays = black || board.pairing.white == *entrant;
            plays.then_some((round, board.pairing.table, black))
        })
        .collect();
    let mut events = Vec::new();
    for (round, table, black) in boards {
        let command = correction(round, table, if black { 64 } else { 0 });
        events.extend(stream.give(&command).into_iter().flatten());
    }
    events
}

/// The players of the matches that are published.
fn in_matches(state: &TournamentState) -> BTreeSet<EntrantId> {
    let boards = state.rounds.iter().flat_map(|round| &round.boards);
    boards
        .filter(|board| matches!(board.pairing.purpose, BoardPurpose::Match { .. }))
        .flat_map(|board| [board.pairing.black.clone(), board.pairing.white.clone()])
        .collect()
}

fn last_of(stream: &Stream) -> EntrantId {
    let list = stream.state.finals.provisional.as_ref().unwrap();
    list.last().unwrap().entrant.clone()
}

#[test]
fn a_correction_before_the_finals_start_takes_their_round_back() {
    let (mut stream, mut numbers) = published(world_championship(), 12, 1);
    let round = stream.state.rounds.last().unwrap().number;
    let last = last_of(&stream);
    assert!(!in_matches(&stream.state).contains(&last));
    let events = award(&mut stream, &last);
    let back = events.iter().position(|event| {
        matches!(event, Event::RoundUnpublished { round: of, reason, .. } if *of == round && reason == "recount")
    });
    assert!(back.is_some(), "{events:?}");
    assert!(!stream.state.finals_begun());
    until_published(&mut stream, &mut numbers);
    assert_eq!(
        stream.state.finals.provisional.as_ref().unwrap()[0].entrant,
        last
    );
    stream.play_out(&mut numbers);
    assert!(in_matches(&stream.state).contains(&last), "he plays them");
}

#[test]
fn a_correction_that_touches_no_match_leaves_the_round_and_makes_the_list_anew() {
    let (mut stream, _) = published(world_championship(), 12, 1);
    let before = stream.state.finals.provisional.clone().unwrap();
    let last = last_of(&stream);
    let round = stream.state.round(1).unwrap();
    let board = round
        .boards
        .iter()
        .find(|board| [&board.pairing.black, &board.pairing.white].contains(&&last))
        .unwrap();
    let (table, black) = (board.pairing.table, board.pairing.black == last);
    // He lost all the same, with other discs.
    let command = correction(1, table, if black { 30 } else { 34 });
    let events = stream.give(&command).unwrap();
    assert!(
        matches!(
            events[..],
            [
                Event::ResultCorrected { .. },
                Event::ProvisionalListFixed { .. }
            ]
        ),
        "{events:?}"
    );
    assert!(stream.state.finals_begun());
    assert_ne!(stream.state.finals.provisional, Some(before));
}

#[test]
fn once_a_game_has_started_the_qualifiers_stand_and_the_figures_follow() {
    let (mut stream, mut numbers) = started(world_championship(), 12, 1);
    let matches = in_matches(&stream.state);
    let last = last_of(&stream);
    award(&mut stream, &last);
    assert!(stream.state.finals_begun(), "what has started goes on");
    stream.play_out(&mut numbers);
    let played = in_matches(&stream.state);
    assert!(matches.is_subset(&played) && !played.contains(&last));
    let ranking = stream.state.ranking.as_ref().unwrap();
    let line = ranking.iter().find(|line| line.entrant == last).unwrap();
    let best = ranking.iter().map(|line| line.half_points).max();
    assert_eq!(Some(line.half_points), best, "he has won every game by now");
    let first_behind = ranking.iter().find(|line| !played.contains(&line.entrant));
    assert_eq!(
        first_behind.unwrap().entrant,
        last,
        "and leads those behind the matches"
    );
    let progress = stream.state.finals_progress().unwrap().unwrap();
    let behind = |list: &[FinalRank]| -> Vec<EntrantId> {
        let ids = list.iter().map(|line| line.entrant.clone());
        ids.filter(|entrant| !played.contains(entrant)).collect()
    };
    assert_eq!(
        behind(&progress.ifrl.unwrap())[0],
        last,
        "the teams' list follows"
    );
    let women = behind(&progress.womens_ranking.unwrap());
    let points = |id: &EntrantId| {
        ranking
            .iter()
            .find(|line| line.entrant == *id)
            .unwrap()
            .half_points
    };
    assert!(women.is_sorted_by(|one, other| points(one) >= points(other)));
}

#[test]
fn who_plays_no_round_beside_the_semi_finals_keeps_them_out_of_his_figures() {
    let (mut stream, mut numbers) = started(RuleSet::egp_2020(), 10, 2);
    let list = stream.state.finals.provisional.clone().unwrap();
    let planned = stream.state.planned_rounds();
    stream.play_out(&mut numbers);
    assert!(stream.state.rounds.last().unwrap().number > planned + 1);
    let ranking = stream.state.ranking.as_ref().unwrap();
    let figures = |line: &RankingLine| (line.half_points, line.discs);
    for line in &list[..4] {
        let known = ranking
            .iter()
            .find(|other| other.entrant == line.entrant)
            .unwrap();
        assert_eq!(figures(known), figures(line));
    }
    // Of the four, none has a round that he missed: his BQ is that of nine games.
    let table = stream.state.result_table();
    let listed = stream.state.standings().unwrap();
    for line in &list[..4] {
        let index = stream
            .state
            .entrants
            .iter()
            .position(|known| known.id == line.entrant)
            .unwrap();
        let standing = listed.iter().find(|known| known.player == index).unwrap();
        let constant = i64::from(stream.state.standings_rules().unwrap().brightwell_constant);
        let points = |player: usize| {
            listed
                .iter()
                .find(|known| known.player == player)
                .unwrap()
                .half_points
        };
        let games = table.rounds.iter().flat_map(|round| &round.games);
        let bq: i64 = games
            .filter_map(|game| {
                let result = game.result?;
                let (colour, opponent) = if game.black == index {
                    (Colour::Black, game.white)
                } else if game.white == index {
                    (Colour::White, game.black)
                } else {
                    return None;
                };
                Some(if !result.counts().played {
                    64 + constant * standing.half_points.0
                } else {
                    2 * i64::from(result.discs(colour)) + constant * points(opponent).0
                })
            })
            .sum();
        assert_eq!(standing.bq_halves, bq);
        let confirmed = ranking
            .iter()
            .find(|known| known.entrant == line.entrant)
            .unwrap();
        assert_eq!(confirmed.bq_halves, bq);
    }
}

#[test]
fn a_round_of_finals_taken_back_keeps_its_choices() {
    let (mut stream, _) = published(RuleSet::egp_2020(), 6, 3);
    let last = stream.state.rounds.last().unwrap();
    let announced = stream.state.finals.published_announcement.clone().unwrap();
    let boards = last.boards.clone();
    assert!(!announced.choices.is_empty(), "somebody chose");
    let round = last.number;
    stream
        .give(&Command::UnpublishRound {
            round,
            reason: "early".to_owned(),
        })
        .unwrap();
    assert_eq!(stream.state.finals.announced, Some(announced));
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    assert_eq!(stream.state.rounds.last().unwrap().boards, boards);
}

fn mind_sports(mut rules: RuleSet) -> RuleSet {
    rules.penalties = PenaltyRules::mind_sports();
    rules.penalties.reviewed.clear();
    rules
}

fn impose(id: &str, whom: &EntrantId, penalty: Penalty) -> Command {
    Command::ImposePenalty(PenaltyRuling {
        ruling: id.to_owned(),
        whom: Offender::Entrant {
            entrant: whom.clone(),
        },
        penalty,
        paragraph: None,
        reason: "why".to_owned(),
        by: AccountId::from("director"),
        accept_deviations: true,
        deviations: Vec::new(),
    })
}

/// Whoever stands there, and the word for what parts him from the one above.
fn places(state: &TournamentState) -> Vec<(EntrantId, &'static str)> {
    let list = state.standings().unwrap();
    let code = |line: &Standing| line.decided.map_or("", |decision| decision.code());
    list.iter()
        .map(|line| (state.entrants[line.player].id.clone(), code(line)))
        .collect()
}

#[test]
fn a_ruling_after_the_list_is_fixed_still_counts_and_says_so() {
    let (mut stream, mut numbers) = started(mind_sports(world_championship()), 12, 4);
    while !matches!(stream.state.next_act().unwrap(), NextAct::Confirm) {
        assert!(stream.step(&mut numbers));
    }
    let before = places(&stream.state);
    assert_eq!(before[1].1, "finals");
    let first = before[0].0.clone();
    let lost = Penalty::Position {
        places: 2,
        board: None,
    };
    stream.give(&impose("r1", &first, lost)).unwrap();
    let sixth = before[5].0.clone();
    stream
        .give(&impose("r2", &sixth, Penalty::Disqualification))
        .unwrap();
    let after = places(&stream.state);
    assert_eq!(after[0].0, before[1].0);
    assert_eq!(after[2], (first, "dropped"));
    assert_eq!(after[11], (sixth, "disqualified"));
    stream
        .give(&Command::ConfirmTournament {
            without_finals: false,
        })
        .unwrap();
    let ranking = stream.state.ranking.as_ref().unwrap();
    assert_eq!(ranking[0].entrant, before[1].0);
    assert_eq!(ranking[0].titles[0], Title::Champion);
    let progress = stream.state.finals_progress().unwrap().unwrap();
    assert_eq!(progress.champion.as_ref(), Some(&before[1].0));
}

#[test]
fn what_parts_neighbours_is_said_of_the_neighbours_that_stand_there() {
    let mut stream = Stream::with_entrants(5, mind_sports(RuleSet::egp_2020()), 14);
    let numbers = &mut Numbers::new("stale", 5);
    for _ in 0..4 {
        assert!(stream.step(numbers));
    }
    let first = places(&stream.state)[0].0.clone();
    stream
        .give(&impose(
            "r1",
            &first,
            Penalty::Position {
                places: 3,
                board: None,
            },
        ))
        .unwrap();
    stream
        .give(&impose(
            "r2",
            &first,
            Penalty::Points {
                half_points: HalfPoints(1),
                board: None,
            },
        ))
        .unwrap();
    let list = stream.state.standings().unwrap();
    for pair in list.windows(2) {
        let decided = pair[1].decided.unwrap();
        assert_eq!(
            (decided.above, decided.below),
            (pair[0].player, pair[1].player)
        );
    }
    assert_eq!(list[0].decided, None);
}

/// Corrections at any time, against a model: before the first start of the finals the matches are those of the list as
/// results stand; from then on they are those that were published. Figures always follow.
#[test]
fn corrections_at_any_time_keep_started_matches_and_move_all_figures() {
    let (mut taken_back, mut kept) = (0, 0);
    for run in 0..30 {
        let rules = if run % 2 == 0 {
            world_championship()
        } else {
            RuleSet::egp_2020()
        };
        let entrants = 8 + (run as usize % 5);
        let mut numbers = Numbers::new("corrections at any time", run);
        let mut stream = Stream::with_entrants(run, rules, entrants);
        let mut begun: Option<BTreeSet<EntrantId>> = None;
        for step in 0..600 {
            assert!(step < 599, "run {run} never ends");
            let planned = stream.state.planned_rounds();
            if stream.state.finals_begun() && numbers.below(2) == 0 {
                let last = stream.state.rounds.last().unwrap();
                let first = last.number == planned + 1;
                let waits = first && stream.now_ms + 1_000 < last.starts_at_ms;
                let round = 1 + numbers.below(planned);
                let table = 1 + numbers.below(4);
                let command = correction(round, table, numbers.below(65));
                let fixed = stream.state.finals.provisional.clone();
                if let Ok(events) = stream.give(&command) {
                    let back = events
                        .iter()
                        .any(|event| matches!(event, Event::RoundUnpublished { .. }));
                    assert!(
                        !back || waits,
                        "run {run}: nothing that started is taken back"
                    );
                    if !waits {
                        assert_eq!(stream.state.finals.provisional, fixed, "run {run}");
                        kept += 1;
                    }
                    taken_back += u32::from(back);
                }
                // Time goes on towards the start.
                stream.now_ms += 150_000;
            }
            let act = stream.state.next_act().unwrap();
            if matches!(act, NextAct::AwaitResults { round, .. } if round == planned + 1) {
                let starts = stream.state.rounds.last().unwrap().starts_at_ms;
                stream.now_ms = stream.now_ms.max(starts);
                begun.get_or_insert_with(|| in_matches(&stream.state));
            }
            if !stream.step(&mut numbers) {
                break;
            }
        }
        let state = &stream.state;
        assert_eq!(state.phase(), Phase::Confirmed, "run {run}");
        let played = in_matches(state);
        assert!(
            begun.is_none_or(|first| first.is_subset(&played)),
            "run {run}"
        );
        let ranking = state.ranking.as_ref().unwrap();
        let now = state.standings().unwrap();
        for (line, standing) in ranking.iter().zip(&now) {
            assert_eq!(
                line.entrant, state.entrants[standing.player].id,
                "run {run}"
            );
            let figures = (line.half_points, line.bq_halves, line.discs);
            assert_eq!(
                figures,
                (standing.half_points, standing.bq_halves, standing.discs)
            );
        }
    }
    assert!(taken_back > 10 && kept > 20, "{taken_back} {kept}");
}
