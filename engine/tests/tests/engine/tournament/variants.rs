//! Events of a variant: smaller boards, openings, Anti-Reversi, handicaps; what their rules hold, how their results are
//! counted, and that nothing of them is ever rated.

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;
use serde_json::json;

const SIZES: [(BoardSize, u32); 3] = [
    (BoardSize::Four, 16),
    (BoardSize::Six, 36),
    (BoardSize::Eight, 64),
];

/// A club event on that board; its bye has a fitting number of discs.
fn club(rules: &mut RuleSet, size: BoardSize, goal: Goal) {
    *rules = RuleSet::preset("club").unwrap();
    rules.variant.size = size;
    rules.variant.goal = goal;
    rules.scoring.bye_discs = u32::from(size.half()) + 1;
}

fn variant(size: BoardSize, goal: Goal) -> Variant {
    Variant {
        size,
        goal,
        ..Variant::default()
    }
}

fn place_of(stream: &Stream, who: &EntrantId) -> Option<usize> {
    let entrants = &stream.state.entrants;
    entrants.iter().position(|known| known.id == *who)
}

fn line(stream: &Stream, who: &EntrantId) -> (i64, i64) {
    let list = stream.state.standings().unwrap();
    let player = place_of(stream, who);
    let found = list.iter().find(|one| Some(one.player) == player).unwrap();
    (found.half_points.0, found.discs)
}

#[test]
fn results_add_up_to_the_squares_of_the_board_and_are_counted_for_the_winner() {
    for (size, squares) in SIZES {
        for goal in [Goal::Most, Goal::Fewest] {
            let mut stream = with_entrants(6, |rules| {
                club(rules, size, goal);
                rules.penalties.known.push(PenaltyKind::FinalScore);
                rules.absence_policy = AbsencePolicy::Limit { after_ms: 0 };
            });
            publish(&mut stream);
            let variant = variant(size, goal);
            let half = squares / 2;
            // What another board's score would be, and a winner whom the discs do not give.
            for (black_discs, white_discs, winner) in [
                (squares, 2, Some(Colour::Black)),
                (half + 2, half - 2, None),
                (half, half, Some(Colour::White)),
                (half + 1, half + 1, None),
            ] {
                let result = ResultRecord {
                    black_discs,
                    white_discs,
                    winner,
                    ..ResultRecord::ruled(half, &variant)
                };
                let record = Command::RecordResult {
                    round: 1,
                    table: 1,
                    result,
                };
                let refusal = stream.refused(&record);
                assert_eq!(refusal.code(), "result_inconsistent");
                assert!(
                    refusal.detail().contains(&format!("up to {squares},")),
                    "{}",
                    refusal.detail()
                );
            }
            // Black wins by two more than half, whichever side of the count speaks for him.
            let (black, white) = first_table(&stream);
            let (black_discs, white_discs) = variant.discs_for(Colour::Black, half + 2);
            let result = ResultRecord::ruled(black_discs, &variant);
            assert_eq!(
                (result.white_discs, result.winner),
                (white_discs, Some(Colour::Black))
            );
            record(&mut stream, 1, 1, result);
            assert_eq!(line(&stream, &black), (2, i64::from(half + 2)));
            assert_eq!(line(&stream, &white), (0, i64::from(half - 2)));
            // A ruling gives all discs of the board, or as many as it says.
            let second = stream.state.rounds[0].boards[1].pairing.clone();
            let lost = |opponent_discs| {
                Command::ImposePenalty(penalty(
                    "p1",
                    &second.black,
                    Penalty::LossOfGame {
                        round: 1,
                        table: 2,
                        opponent_discs,
                    },
                ))
            };
            for wrong in [half, squares + 1] {
                assert_eq!(
                    stream.refused(&lost(Some(wrong))).code(),
                    "penalty_out_of_range"
                );
            }
            stream.give(&lost(None)).unwrap();
            assert_eq!(line(&stream, &second.white), (2, i64::from(squares)));
            assert_eq!(line(&stream, &second.black), (0, 0));
            stream.now_ms += 3_600_000;
            let third = stream.state.rounds[0].boards[2].pairing.clone();
            stream
                .give(&Command::RecordNoShow {
                    round: 1,
                    table: 3,
                    absent: Absence::Black,
                })
                .unwrap();
            assert_eq!(line(&stream, &third.white), (2, i64::from(squares)));
        }
    }
}

/// G12, Brightwell Quotient: the constant is the integer nearest to squares / rounds, and half of the board stands for a
/// round without a game.
#[test]
fn the_brightwell_quotient_takes_the_number_of_squares() {
    // By hand: 16 / 5 = 3.2, 36 / 5 = 7.2, 64 / 5 = 12.8.
    for ((size, squares), constant) in SIZES.into_iter().zip([3, 7, 13]) {
        let mut rules = RuleSet::preset("club").unwrap();
        club(&mut rules, size, Goal::Most);
        rules.scoring.brightwell_constant = BrightwellConstant::SquaresOverRounds;
        let ranked = rules.standings_rules(5, 5);
        assert_eq!(
            (ranked.brightwell_constant, ranked.squares),
            (constant, squares)
        );
    }
    let mut stream = with_entrants(3, |rules| {
        club(rules, BoardSize::Six, Goal::Most);
        rules.scoring.brightwell_constant = BrightwellConstant::Fixed { constant: 7 };
        rules.ranking = RankingRules::brightwell();
        rules.scoring.bye_discs = 20;
    });
    publish(&mut stream);
    let bye = stream.state.rounds[0].byes[0].clone();
    let (black, _) = first_table(&stream);
    let six = variant(BoardSize::Six, Goal::Most);
    record(&mut stream, 1, 1, ResultRecord::ruled(24, &six));
    let list = stream.state.standings().unwrap();
    let bq = |who: &EntrantId| {
        let player = place_of(&stream, who);
        let found = list.iter().find(|one| Some(one.player) == player).unwrap();
        let values = found.values.iter();
        let quotient = values.filter(|(criterion, _)| *criterion == TieBreak::BrightwellQuotient);
        quotient.map(|(_, value)| *value).next()
    };
    // In half-units: a bye is 18 discs and 7 times the own point; black has 24 discs and an opponent without a point.
    assert_eq!(bq(&bye), Some(2 * 18 + 7 * 2));
    assert_eq!(bq(&black), Some(2 * 24));
    assert_eq!(line(&stream, &bye), (2, 20));
}

#[test]
fn a_rule_set_of_a_variant_holds_together_or_is_refused() {
    type Change = fn(&mut RuleSet);
    let rows: [(&str, Change, Option<&str>); 7] = [
        (
            "club",
            |rules| rules.variant.size = BoardSize::Six,
            Some("rule_set_out_of_range"),
        ),
        (
            "club",
            |rules| {
                rules.variant.size = BoardSize::Six;
                rules.scoring.bye_discs = 36;
            },
            None,
        ),
        (
            "club",
            |rules| {
                rules.variant.size = BoardSize::Four;
                rules.scoring.bye_discs = 17;
            },
            Some("rule_set_out_of_range"),
        ),
        (
            "club",
            |rules| rules.variant.opening = Opening::Placed1883MustFlip,
            None,
        ),
        (
            "club",
            |rules| rules.variant.handicaps = HandicapRule::BandDifference,
            Some("handicap_not_possible"),
        ),
        (
            "aga-mcmahon",
            |rules| rules.variant.handicaps = HandicapRule::BandDifference,
            None,
        ),
        (
            "aga-mcmahon",
            |rules| {
                rules.variant.handicaps = HandicapRule::BandDifference;
                rules.variant.goal = Goal::Fewest;
            },
            Some("handicap_not_possible"),
        ),
    ];
    for (place, (name, change, refused)) in rows.into_iter().enumerate() {
        let mut rules = RuleSet::preset(name).unwrap();
        change(&mut rules);
        let found = check_rule_set(&rules).map_err(|refusal| refusal.code().to_owned());
        assert_eq!(found.err().as_deref(), refused, "row {place}");
    }
    for opening in Opening::ALL {
        assert_eq!(
            serde_json::to_value(opening).unwrap(),
            json!(opening.as_str())
        );
    }
    // Rule sets of before there was a choice: the largest board, nobody with a handicap.
    let mut written = serde_json::to_value(RuleSet::preset("club").unwrap()).unwrap();
    written["variant"] = json!({"goal": "fewest", "opening": "placed1883"});
    let read: RuleSet = serde_json::from_value(written).unwrap();
    assert_eq!(
        read.variant,
        Variant {
            goal: Goal::Fewest,
            opening: Opening::Placed1883,
            ..Variant::default()
        }
    );
}

/// The ratings of four players, and who of the two boards has how many discs.
type Ratings = [Option<i32>; 4];
type Given = [Option<(EntrantId, u8)>; 2];

fn rated(number: usize, rating: Option<i32>) -> Command {
    Command::RegisterEntrant(Registration {
        rating,
        ..entry(number)
    })
}

/// Four players of these ratings, the first against the second, under a rule set.
fn ratings(rules: impl FnOnce(&mut RuleSet), ratings: [Option<i32>; 4]) -> Stream {
    let mut stream = under(rules);
    for (number, rating) in ratings.into_iter().enumerate() {
        stream.give(&rated(number, rating)).unwrap();
    }
    stream
}

fn with(stream: &Stream, given: &[(usize, u8)], accept: bool) -> Command {
    let Command::PublishRound {
        starts_at_ms, seed, ..
    } = stream.publication()
    else {
        unreachable!("a publication")
    };
    let pair = |black, white| ManualPair {
        black: entrant(black),
        white: entrant(white),
    };
    Command::PublishRound {
        starts_at_ms,
        into_break: false,
        seed,
        accept_deviations: accept,
        manual: Some(ManualPairing {
            pairs: vec![pair(0, 1), pair(2, 3)],
            byes: vec![],
        }),
        constraints: RoundConstraints::default(),
        clocks: vec![],
        handicaps: given
            .iter()
            .map(|(number, discs)| Handicap {
                entrant: entrant(*number),
                discs: *discs,
            })
            .collect(),
    }
}

fn handicaps(stream: &Stream) -> Vec<Option<(EntrantId, u8)>> {
    let boards = stream.state.rounds.last().unwrap().boards.iter();
    boards
        .map(|board| {
            let handicap = board.pairing.handicap.as_ref()?;
            Some((handicap.entrant.clone(), handicap.discs))
        })
        .collect()
}

fn mcmahon(rules: &mut RuleSet) {
    *rules = RuleSet::preset("aga-mcmahon").unwrap();
    rules.rounds = Some(2);
    rules.round_notice_ms = 0;
}

fn by_bands(rules: &mut RuleSet) {
    mcmahon(rules);
    rules.variant.handicaps = HandicapRule::BandDifference;
}

/// AGA V.A.3.b: "handicaps consist of the band difference between the two players", "players beginning above the Bar
/// should never receive handicaps". The preset's bands begin at 1200, 1400, 1600, 1800 and 2000, which is the bar.
#[test]
fn handicaps_by_the_rules_are_the_difference_of_the_bands() {
    let some = |number, discs| Some((entrant(number), discs));
    let rows: [(Ratings, Given); 5] = [
        (
            [Some(1_250), Some(1_450), Some(1_900), Some(1_650)],
            [some(0, 1), some(3, 1)],
        ),
        (
            [Some(1_450), Some(1_599), Some(1_300), Some(1_800)],
            [None, some(2, 3)],
        ),
        // Both start at or above the bar: in the bar's own band.
        (
            [Some(2_000), Some(2_600), Some(2_400), Some(1_999)],
            [None, some(3, 1)],
        ),
        // Below all bands, and five bands above: one disc for each corner and no more.
        (
            [Some(900), Some(2_100), None, Some(2_100)],
            [some(0, 4), some(2, 4)],
        ),
        ([None, Some(1_000), Some(1_200), Some(1_399)], [None, None]),
    ];
    for (players, wanted) in rows {
        let mut stream = ratings(by_bands, players);
        let publication = with(&stream, &[], true);
        stream.give(&publication).unwrap();
        assert_eq!(handicaps(&stream), wanted, "{players:?}");
        let mut without = ratings(mcmahon, players);
        let publication = with(&without, &[], true);
        without.give(&publication).unwrap();
        assert_eq!(handicaps(&without), [None, None]);
    }
}

#[test]
fn a_director_gives_a_handicap_and_takes_one_from_whom_the_rules_give_it() {
    let players = [Some(1_250), Some(1_650), Some(1_900), Some(1_650)];
    let mut stream = ratings(by_bands, players);
    let publication = with(&stream, &[(0, 0), (2, 2)], true);
    stream.give(&publication).unwrap();
    assert_eq!(handicaps(&stream), [None, Some((entrant(2), 2))]);
    // Taken back and published anew it is what is given then.
    let unpublish = Command::UnpublishRound {
        round: 1,
        reason: "wrong".to_owned(),
    };
    stream.give(&unpublish).unwrap();
    let publication = with(&stream, &[(1, 1)], true);
    stream.give(&publication).unwrap();
    assert_eq!(
        handicaps(&stream),
        [Some((entrant(1), 1)), Some((entrant(3), 1))]
    );
    // The draws repeated from the stream give the same handicaps.
    let checks = repeat_draws(&stream.events);
    assert!(checks.iter().all(|check| check.holds), "{checks:#?}");
}

#[test]
fn a_handicap_that_cannot_be_given_is_refused_in_words() {
    let players = [Some(1_250), Some(1_650), Some(2_100), Some(2_000)];
    let rows: [(&[(usize, u8)], &str); 5] = [
        (&[(0, 5)], "handicap_out_of_range"),
        (&[(0, 1), (0, 2)], "handicap_not_possible"),
        (&[(0, 1), (1, 0)], "handicap_not_possible"),
        (&[(9, 1)], "handicap_not_possible"),
        (&[(2, 1)], "handicap_not_possible"),
    ];
    for (given, code) in rows {
        let mut stream = ratings(mcmahon, players);
        let publication = with(&stream, given, true);
        assert_eq!(stream.refused(&publication).code(), code, "{given:?}");
    }
    let mut stream = ratings(mcmahon, players);
    let above = with(&stream, &[(2, 1)], true);
    assert_eq!(stream.refused(&above).rule(), Some("AGA V.A.3.b"));
    let publication = with(&stream, &[(3, 1)], true);
    stream.give(&publication).unwrap();
    let mut fewest = ratings(
        |rules| {
            *rules = RuleSet::preset("club").unwrap();
            rules.variant.goal = Goal::Fewest;
        },
        players,
    );
    let publication = with(&fewest, &[(0, 1)], true);
    assert_eq!(fewest.refused(&publication).code(), "handicap_not_possible");
    let publication = with(&fewest, &[(0, 0)], true);
    fewest.give(&publication).unwrap();
}

/// WOC IV.8 and EGP IV.8 set the game: a handicap leaves the text, and is confirmed.
#[test]
fn a_handicap_under_a_text_that_knows_none_is_a_deviation() {
    let players = [Some(1_250), Some(1_650), Some(1_900), Some(1_650)];
    let mut stream = ratings(|rules| rules.round_notice_ms = 0, players);
    let publication = with(&stream, &[(0, 2)], false);
    assert_eq!(stream.refused(&publication).code(), "departure_unconfirmed");
    let publication = with(&stream, &[(0, 2)], true);
    stream.give(&publication).unwrap();
    let found = stream.state.deviations.iter();
    let found: Vec<_> = found.filter(|one| one.value == "handicap").collect();
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].rule.as_deref(), Some("EGP IV.8"));
    let mut club = ratings(|rules| *rules = RuleSet::preset("club").unwrap(), players);
    let publication = with(&club, &[(0, 2)], true);
    club.give(&publication).unwrap();
    assert!(
        club.state
            .deviations
            .iter()
            .all(|one| one.value != "handicap")
    );
}

#[test]
fn no_variant_is_ever_approved_for_ratings() {
    type Change = fn(&mut Variant);
    let rows: [(Change, bool); 6] = [
        (|_| {}, true),
        (|variant| variant.goal = Goal::Fewest, false),
        (|variant| variant.opening = Opening::Placed1883, false),
        (
            |variant| variant.opening = Opening::Placed1883MustFlip,
            false,
        ),
        (|variant| variant.size = BoardSize::Six, false),
        (|variant| variant.size = BoardSize::Four, false),
    ];
    for (place, (change, rated)) in rows.into_iter().enumerate() {
        let mut stream = with_entrants(4, |rules| {
            *rules = RuleSet::preset("club").unwrap();
            rules.scoring.bye_discs = 10;
            change(&mut rules.variant);
        });
        assert_eq!(stream.state.variant_unrated(), !rated);
        let answer = stream.give(&approve()).map_err(|refusal| refusal.code());
        assert_eq!(
            answer.err(),
            (!rated).then_some("variant_unrated"),
            "row {place}"
        );
        assert_eq!(stream.state.rating_standing().is_some(), rated);
        approve_earlier(&mut stream);
        assert_eq!(stream.state.rated(), rated);
    }
    // Approved before the rules were changed to a variant: rated no longer.
    let mut stream = with_entrants(4, |rules| *rules = RuleSet::preset("club").unwrap());
    approve_earlier(&mut stream);
    assert!(stream.state.rated());
    let mut rule_set = RuleSet::preset("club").unwrap();
    rule_set.variant.goal = Goal::Fewest;
    fold(
        &mut stream,
        Event::RuleSetChanged {
            rule_set,
            deviations: vec![],
            origin: None,
        },
    );
    assert!(!stream.state.rated() && stream.state.variant_unrated());
    assert_eq!(stream.state.rating_standing(), None);
}

#[test]
fn an_event_with_a_handicap_is_never_rated() {
    let players = [Some(1_250), Some(1_650), Some(1_900), Some(1_650)];
    let mut stream = ratings(mcmahon, players);
    approve_earlier(&mut stream);
    let publication = with(&stream, &[], true);
    stream.give(&publication).unwrap();
    assert!(stream.state.rated());
    let unpublish = Command::UnpublishRound {
        round: 1,
        reason: "wrong".to_owned(),
    };
    stream.give(&unpublish).unwrap();
    let publication = with(&stream, &[(2, 1)], true);
    stream.give(&publication).unwrap();
    assert!(!stream.state.rated() && stream.state.variant_unrated());
    stream.give(&withdraw()).unwrap();
    let refusal = stream.refused(&approve());
    assert_eq!(refusal.code(), "variant_unrated");
    assert!(refusal.detail().contains("1/2"), "{}", refusal.detail());
}
