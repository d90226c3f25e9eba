//! Contradictory lists and games through the finals.

use std::collections::BTreeMap;

use outflank_tournament::*;

use crate::tournament::bad_input::mutation::{extreme, extreme_u32, spoiled};
use crate::tournament::bad_input::tables::odd_result;
use crate::tournament::bad_input::watch;
use crate::tournament::support::Numbers;

fn who(numbers: &mut Numbers) -> EntrantId {
    EntrantId(format!("e{:03}", numbers.below(9)))
}

fn odd_match(numbers: &mut Numbers) -> MatchId {
    let (better, worse) = (extreme_u32(numbers), extreme_u32(numbers));
    match numbers.below(9) {
        0 => MatchId::Playoff { better, worse },
        1 => MatchId::Playoff {
            better: 4,
            worse: 5,
        },
        2 => MatchId::SemiFinal {
            number: numbers.below(4),
        },
        3 => MatchId::Final,
        4 => MatchId::ThirdPlace,
        5 => MatchId::WomensPlayoff { better, worse },
        6 => MatchId::WomensFinal,
        7 => MatchId::WomensPlayoff {
            better: 2,
            worse: 3,
        },
        _ => MatchId::TiePlayoff {
            better: who(numbers),
            worse: who(numbers),
        },
    }
}

fn odd_format(numbers: &mut Numbers) -> FinalsFormat {
    let presets = [
        FinalsFormat::none(),
        FinalsFormat::final_and_third_place(),
        FinalsFormat::egp_with_semi_finals(),
        FinalsFormat::woc(),
        FinalsFormat::tie_playoffs_only(),
    ];
    let format = presets[numbers.index(presets.len())];
    spoiled(&format, numbers).unwrap_or(format)
}

fn odd_list(numbers: &mut Numbers) -> Vec<FinalsPlayer> {
    const STAGES: [FinalsStage; 6] = [
        FinalsStage::Playoffs,
        FinalsStage::SemiFinals,
        FinalsStage::Finals,
        FinalsStage::WomensPlayoffs,
        FinalsStage::WomensFinal,
        FinalsStage::TiePlayoffs,
    ];
    (0..numbers.index(12))
        .map(|place| FinalsPlayer {
            entrant: match numbers.below(12) {
                0 => who(numbers),
                _ => EntrantId(format!("e{place:03}")),
            },
            half_points: HalfPoints(match numbers.below(4) {
                0 => extreme(numbers),
                _ => 8,
            }),
            woman: numbers.below(3) == 0,
            withdrawn: (numbers.below(6) == 0).then(|| {
                (0..numbers.index(4))
                    .map(|_| STAGES[numbers.index(STAGES.len())])
                    .collect()
            }),
        })
        .collect()
}

fn case(run: u32) {
    let mut numbers = Numbers::new("odd finals", run);
    let format = odd_format(&mut numbers);
    let _ = check_finals_format(&format);
    let list = odd_list(&mut numbers);
    let side_list: Vec<(EntrantId, HalfPoints)> = (0..numbers.index(10))
        .map(|_| (who(&mut numbers), HalfPoints(extreme(&mut numbers))))
        .collect();
    let agreed: Vec<(EntrantId, EntrantId)> = (0..numbers.index(4))
        .map(|_| (who(&mut numbers), who(&mut numbers)))
        .collect();
    let (published, finished) = (extreme_u32(&mut numbers), extreme_u32(&mut numbers));
    let mut games: Vec<MatchGame> = Vec::new();
    for _ in 0..12 {
        let progress = finals_progress(&FinalsInput {
            format: &format,
            sources: &BTreeMap::new(),
            list: &list,
            corrected: &[],
            falls: &[],
            equal_points_share_rank: numbers.below(2) == 0,
            games: &games,
            side_swiss: SideSwissState {
                published,
                finished,
                list: &side_list,
            },
            agreed_playoffs: &agreed,
        });
        let _ = progress.is_over();
        let due: Vec<DueGame> = progress
            .due
            .iter()
            .flat_map(|session| session.games.clone())
            .collect();
        for due in &due {
            settle(&mut numbers, due);
        }
        games.push(next_game(&mut numbers, &due));
    }
}

/// A due game with an odd result, or a game that belongs nowhere.
fn next_game(numbers: &mut Numbers, due: &[DueGame]) -> MatchGame {
    let result = (numbers.below(6) > 0).then(|| match numbers.below(3) {
        0 => odd_result(numbers),
        _ => GameResult::played(numbers.below(65)),
    });
    match due.first() {
        Some(due) if numbers.below(4) > 0 => MatchGame {
            match_id: due.match_id.clone(),
            game: due.game,
            black: due.better.clone(),
            white: due.worse.clone(),
            result,
        },
        _ => MatchGame {
            match_id: odd_match(numbers),
            game: extreme_u32(numbers),
            black: who(numbers),
            white: who(numbers),
            result,
        },
    }
}

fn settle(numbers: &mut Numbers, due: &DueGame) {
    let choice = |numbers: &mut Numbers| MadeChoice {
        player: match numbers.below(3) {
            0 => due.better.clone(),
            1 => due.worse.clone(),
            _ => who(numbers),
        },
        choice: [Choice::Black, Choice::White, Choice::OpponentPicksColour][numbers.index(3)],
    };
    let made: Vec<MadeChoice> = (0..numbers.index(4)).map(|_| choice(numbers)).collect();
    let time = ChoiceTime {
        now_ms: extreme(numbers),
        start_ms: (numbers.below(3) > 0).then(|| extreme(numbers)),
        notice_ms: extreme(numbers),
    };
    if let Err(refusal) = check_choice(due, &made, &choice(numbers), time, None) {
        assert!(refusal.detail().ends_with('.'), "{refusal:?}");
    }
    let lots = [None, Some(Colour::Black), Some(Colour::White)][numbers.index(3)];
    if let Some(settled) = settle_colours(due, &made, lots) {
        let mut seated = [&settled.black, &settled.white];
        let mut players = [&due.better, &due.worse];
        seated.sort();
        players.sort();
        assert_eq!(seated, players, "{due:?} {made:?}");
    }
}

#[test]
fn odd_finals_have_some_state() {
    watch::cases("odd finals", 1_500, case);
}

#[test]
#[ignore = "takes OUTFLANK_SLOW_SECONDS: make slow-tests"]
fn slow_odd_finals() {
    watch::budget("odd finals", case);
}
