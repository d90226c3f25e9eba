//! Results by kind: their scores by the text, and what each counts as (WOC IV.6, IV.8, V.2, EGP the same, MSO 5.1, AGA).

use super::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// Kind, its name, its tag in the journal; then meeting, colour, float, played (BQ), game line.
type Row = (ResultKind, &'static str, &'static str, [bool; 5]);

const ROWS: [Row; 9] = [
    (ResultKind::Played, "played", "played", [true; 5]),
    (
        ResultKind::TimeDefault,
        "time_default",
        "time_default",
        [true; 5],
    ),
    (ResultKind::Resigned, "resigned", "resigned", [true; 5]),
    (ResultKind::Ruling, "entered", "ruling", [true; 5]),
    (
        ResultKind::Adjudicated,
        "adjudicated",
        "adjudicated",
        [true; 5],
    ),
    (ResultKind::Forfeit, "forfeit", "forfeit", [true; 5]),
    (
        ResultKind::DoubleForfeit,
        "double_forfeit",
        "double_forfeit",
        [true, true, true, true, false],
    ),
    (ResultKind::NoShow, "no_show", "absence", [false; 5]),
    (ResultKind::Walkover, "walkover", "walkover", [false; 5]),
];

#[test]
fn every_kind_counts_as_its_row_says() {
    assert_eq!(ROWS.map(|(kind, ..)| kind), ResultKind::ALL);
    for (kind, name, tag, row) in ROWS {
        let counts = kind.counts();
        let found = [
            counts.meeting,
            counts.colour,
            counts.float,
            counts.played,
            counts.game_line,
        ];
        assert_eq!(found, row, "{kind:?}");
        assert_eq!(kind.name(), name);
        assert_eq!(ResultKind::named(name), Some(kind));
        assert_eq!(serde_json::to_value(kind).unwrap(), tag);
        assert_eq!(
            serde_json::from_value::<ResultKind>(tag.into()).unwrap(),
            kind
        );
        let absent = kind.with_absent(true);
        assert!(
            absent.somebody_absent(),
            "{kind:?}: whoever was not there played nothing"
        );
        assert_eq!(kind.with_absent(false), kind);
    }
    assert_eq!(ResultKind::named("corrected"), None);
}

/// Streams of before: a no-show was an official's ruling, or a flag that fell twice, with somebody absent.
#[test]
fn results_of_earlier_streams_count_as_they_did() {
    for kind in ["ruling", "absence", "time_default"] {
        let written = serde_json::json!({
            "black_discs": 0, "white_discs": 64, "winner": "white", "kind": kind, "absent": "black", "game": null,
        });
        let record: ResultRecord = serde_json::from_value(written).unwrap();
        assert_eq!(record.counts(), Counts::NO_GAME, "{kind}");
        assert_eq!(record.game_result().counted_kind(), ResultKind::NoShow);
        let without_absence = ResultRecord {
            absent: Absence::Nobody,
            ..record
        };
        if kind != "absence" {
            assert_eq!(without_absence.counts(), Counts::GAME, "{kind}");
        }
    }
}

fn entered(kind: ResultKind, black_discs: Option<u32>, lost_by: Option<LostBy>) -> EnteredResult {
    EnteredResult {
        kind,
        black_discs,
        lost_by,
    }
}

#[test]
fn the_text_fixes_the_score_or_the_official_gives_it() {
    use LostBy::{Black, Both, White};
    use ResultKind::*;
    let (black_won, white_won) = (Some(Colour::Black), Some(Colour::White));
    let nobody = Absence::Nobody;
    let rows = [
        // A score that the board, or the official, gives.
        (
            Played,
            Some(40),
            None,
            Ok((Played, 40, 24, black_won, nobody)),
        ),
        (
            TimeDefault,
            Some(31),
            None,
            Ok((TimeDefault, 31, 33, white_won, nobody)),
        ),
        (Ruling, Some(32), None, Ok((Ruling, 32, 32, None, nobody))),
        (
            Adjudicated,
            Some(0),
            None,
            Ok((Adjudicated, 0, 64, white_won, nobody)),
        ),
        (Played, None, None, Err("score_missing")),
        (Adjudicated, None, None, Err("score_missing")),
        (Adjudicated, Some(20), Some(White), Err("loser_from_score")),
        // One that the text fixes.
        (
            Resigned,
            None,
            Some(Black),
            Ok((Resigned, 0, 64, white_won, nobody)),
        ),
        (Resigned, None, Some(Both), Err("loser_not_named")),
        (
            Forfeit,
            None,
            Some(White),
            Ok((Forfeit, 64, 0, black_won, nobody)),
        ),
        (
            Forfeit,
            None,
            Some(Both),
            Ok((DoubleForfeit, 0, 0, None, nobody)),
        ),
        (
            DoubleForfeit,
            None,
            Some(Both),
            Ok((DoubleForfeit, 0, 0, None, nobody)),
        ),
        (DoubleForfeit, None, Some(Black), Err("loser_not_named")),
        (
            NoShow,
            None,
            Some(Black),
            Ok((NoShow, 0, 64, white_won, Absence::Black)),
        ),
        (
            NoShow,
            None,
            Some(Both),
            Ok((NoShow, 0, 0, None, Absence::Both)),
        ),
        (
            Walkover,
            None,
            Some(White),
            Ok((Walkover, 64, 0, black_won, Absence::White)),
        ),
        (Walkover, None, None, Err("loser_not_named")),
        (Forfeit, Some(64), Some(White), Err("score_fixed")),
        (NoShow, Some(0), None, Err("score_fixed")),
    ];
    for (kind, discs, lost_by, expected) in rows {
        let found = entered(kind, discs, lost_by).record(&Variant::default());
        let found = found.map(|record| {
            assert_eq!((record.game.as_ref(), record.unplayed), (None, false));
            let (black, white) = (record.black_discs, record.white_discs);
            (record.kind, black, white, record.winner, record.absent)
        });
        let found = found.map_err(|refusal| refusal.code());
        assert_eq!(found, expected, "{kind:?} {discs:?} {lost_by:?}");
    }
    // Fewer discs win: all scores are mirrored.
    let fewest = Variant {
        goal: Goal::Fewest,
        ..Variant::default()
    };
    let lost = entered(Forfeit, None, Some(White)).record(&fewest).unwrap();
    assert_eq!(
        (lost.black_discs, lost.white_discs, lost.winner),
        (0, 64, black_won)
    );
}

/// Four players and one round: 0 (with black) against 1 by that result, 2 against 3 played. Player 0 begins with a point.
fn table(result: GameResult) -> ResultTable {
    let mut players: Vec<TablePlayer> = (0..4).map(player).collect();
    players[0].starting_half_points = HalfPoints(2);
    ResultTable {
        players,
        rounds: vec![TableRound {
            games: vec![
                TableGame {
                    black: 0,
                    white: 1,
                    result: Some(result),
                    flag_fell: None,
                },
                game(2, 3, 40),
            ],
            ..TableRound::default()
        }],
    }
}

/// The result of that kind where white lost by it, or both.
fn result_of(kind: ResultKind) -> GameResult {
    let lost_by = match kind {
        ResultKind::DoubleForfeit => LostBy::Both,
        _ => LostBy::White,
    };
    ResultRecord::lost(lost_by, kind, &Variant::default()).game_result()
}

#[test]
fn rankings_pairings_and_crosstables_read_the_row() {
    let everyone = [0, 1, 2, 3];
    for (kind, _, _, [meeting, colour, float, played, _]) in ROWS {
        let result = result_of(kind);
        let table = table(result);
        let levels = [
            PairingLevel::Repeats,
            PairingLevel::Colour,
            PairingLevel::Floats,
        ];
        let key = seed(1);
        let request = PairingRequest::new(&table, &everyone, by_levels(&levels), &key);
        let again = pairing_cost(&request, &[(0, 1), (2, 3)], None).unwrap();
        // 2 and 3 meet again, and so do 0 and 1 if they met.
        assert_eq!(
            again[&PairingLevel::Repeats],
            1 + i64::from(meeting),
            "{kind:?}"
        );
        // Two blacks more are 4 for each of two players; a first one is 1 for each.
        let expected = 8 + if colour { 8 } else { 2 };
        assert_eq!(again[&PairingLevel::Colour], expected, "{kind:?}");
        // 0 had more points than 1: down again against 3, who has fewer, and 1 up against 2.
        let floats = pairing_cost(&request, &[(0, 3), (2, 1)], None).unwrap();
        let against = floats[&PairingLevel::Floats];
        assert_eq!(against > 0, float, "{kind:?}: {against}");
        let rules = RuleSet::egp_2020().standings_rules(4, 11);
        let list = standings(&table, &rules, &[]).unwrap();
        let line = |who| list.iter().find(|line| line.player == who).unwrap();
        let constant = i64::from(rules.brightwell_constant);
        for (who, other, own) in [(0, 1, Colour::Black), (1, 0, Colour::White)] {
            let expected = if played {
                2 * i64::from(result.discs(own)) + constant * line(other).half_points.0
            } else {
                64 + constant * line(who).half_points.0
            };
            assert_eq!(line(who).bq_halves, expected, "{kind:?}, player {who}");
        }
        let won = if kind == ResultKind::DoubleForfeit {
            0
        } else {
            2
        };
        assert_eq!(
            (line(0).half_points.0, line(1).half_points.0),
            (2 + won, 0),
            "{kind:?}"
        );
        let CrosstableCell::Game {
            result_kind,
            absent,
            half_points,
            ..
        } = crosstable(&table).unwrap()[0][0]
        else {
            panic!("a game");
        };
        assert_eq!((result_kind, absent), (kind, !played));
        assert_eq!(half_points.0, won);
    }
}

fn enter(round: u32, table: u32, result: EnteredResult) -> Command {
    Command::RecordResult {
        round,
        table,
        result: result.record(&Variant::default()).unwrap(),
    }
}

#[test]
fn a_walkover_is_for_the_opponent_of_who_withdrew() {
    let mut stream = running(6, |_| {});
    let (black, white) = first_table(&stream);
    let walkover = |lost_by| enter(1, 1, entered(ResultKind::Walkover, None, Some(lost_by)));
    refused(
        &mut stream,
        &walkover(LostBy::White),
        "walkover_without_withdrawal",
        None,
    );
    stream
        .give(&Command::WithdrawEntrant {
            entrant: white.clone(),
        })
        .unwrap();
    refused(
        &mut stream,
        &walkover(LostBy::Both),
        "walkover_without_withdrawal",
        None,
    );
    stream.give(&walkover(LostBy::White)).unwrap();
    assert_eq!((scores(&stream, &black), scores(&stream, &white)), (2, 0));
    let board = &stream.state.rounds[0].boards[0];
    assert!(
        !board.without_game(),
        "no game line: nobody has to sign for it"
    );
    // Who withdrew did not stay away: it is no no-show of his.
    let known = stream.state.entrant(&black).unwrap();
    assert_eq!(known.withdrawn_from, None);
}

#[test]
fn a_no_show_waits_for_the_limit_where_the_rules_set_one() {
    let no_show = enter(1, 1, entered(ResultKind::NoShow, None, Some(LostBy::Black)));
    let mut limited = running(6, |rules| {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 900_000 };
    });
    refused(
        &mut limited,
        &no_show,
        "absence_limit_running",
        Some("EGP IV.6"),
    );
    limited.now_ms = limited.state.rounds[0].starts_at_ms + 900_000;
    limited.give(&no_show).unwrap();
    // Over the board a clock that ran out twice says the same, and the texts know no limit.
    let mut by_clock = running(6, |_| {});
    by_clock.give(&no_show).unwrap();
    for stream in [&limited, &by_clock] {
        let board = &stream.state.rounds[0].boards[0];
        assert_eq!(board.result().unwrap().counts(), Counts::NO_GAME);
    }
}

/// A forfeit is a penalty, whoever enters it as a result; a no-show that is one too many is a withdrawal.
#[test]
fn to_enter_a_kind_is_the_act_that_it_is() {
    let one_too_many = |rules: &mut RuleSet| rules.entry.no_shows_until_withdrawn = Some(1);
    let plain = running(6, |_| {});
    let strict = running(6, one_too_many);
    let lost = |kind| enter(1, 1, entered(kind, None, Some(LostBy::Black)));
    let scored = |kind| enter(1, 1, entered(kind, Some(40), None));
    let rows = [
        (&plain, lost(ResultKind::Forfeit), Deed::EnterForfeit),
        (&plain, lost(ResultKind::NoShow), Deed::RecordNoShow),
        (
            &strict,
            lost(ResultKind::NoShow),
            Deed::WithdrawAbsentEntrant,
        ),
        (&plain, lost(ResultKind::Walkover), Deed::EnterResult),
        (&plain, lost(ResultKind::Resigned), Deed::EnterResult),
        (&plain, scored(ResultKind::Adjudicated), Deed::EnterResult),
        (&plain, scored(ResultKind::Played), Deed::EnterResult),
    ];
    for (stream, command, expected) in rows {
        let (deed, _) = deed_of(&stream.state, &command, stream.now_ms).unwrap();
        assert_eq!(deed, expected, "{command:?}");
    }
    let woc = RuleSet::preset("woc-2024").unwrap();
    assert!(Deed::EnterForfeit.is_office_of(&OfficialRole::HeadDirector.into(), &woc));
    assert!(!Deed::EnterForfeit.is_office_of(&OfficialRole::Assistant.into(), &woc));
    assert!(Deed::EnterResult.is_office_of(&OfficialRole::Assistant.into(), &woc));
}

/// The award of a game is a forfeit with the score of the text, or another one (WOC V.2.c).
#[test]
fn an_awarded_game_is_a_forfeit() {
    for (given, expected) in [(None, 64), (Some(40), 40)] {
        let mut stream = running(6, |_| {});
        let (black, _) = first_table(&stream);
        let lost = Penalty::LossOfGame {
            round: 1,
            table: 1,
            opponent_discs: given,
        };
        stream
            .give(&Command::ImposePenalty(penalty("r1", &black, lost)))
            .unwrap();
        let result = stream.state.rounds[0].boards[0].result().unwrap().clone();
        assert_eq!(
            (result.kind, result.white_discs),
            (ResultKind::Forfeit, expected)
        );
        assert_eq!(result.counts(), Counts::GAME);
    }
}

/// What contradicts its kind does not stand.
#[test]
fn a_result_agrees_with_its_kind() {
    let mut stream = running(6, |_| {});
    let base = ResultRecord::ruled(64, &Variant::default());
    let spoiled = [
        ResultRecord {
            kind: ResultKind::NoShow,
            ..base.clone()
        },
        ResultRecord {
            kind: ResultKind::DoubleForfeit,
            ..base.clone()
        },
        ResultRecord {
            kind: ResultKind::Forfeit,
            ..ResultRecord::ruled(32, &Variant::default())
        },
        ResultRecord {
            kind: ResultKind::Forfeit,
            absent: Absence::White,
            ..base.clone()
        },
        ResultRecord {
            kind: ResultKind::Adjudicated,
            absent: Absence::White,
            ..base
        },
    ];
    for result in spoiled {
        let command = Command::RecordResult {
            round: 1,
            table: 1,
            result,
        };
        refused(
            &mut stream,
            &command,
            "result_inconsistent",
            Some("EGP IV.8"),
        );
    }
}
