//! Rules amended after round 1: what may change when, and what stays as it was.

use std::collections::BTreeSet;

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

#[test]
fn rules_are_amended_from_the_next_round_on_and_announced() {
    let mut stream = with_entrants(8, |rules| rules.rounds = Some(5));
    let early = amendment(&stream, |rules| rules.round_notice_ms = 60_000);
    refused(&mut stream, &early, "amended_before_round_one", None);
    publish(&mut stream);
    let first = stream.state.rule_set.clone().unwrap();
    let same = amendment(&stream, |_| {});
    refused(&mut stream, &same, "rule_set_unchanged", None);
    let shorter = TimeControl::minutes(26);
    let asked = amendment(&stream, |rules| {
        rules.time_controls.qualification = shorter;
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
        rules.rounds = Some(6);
    });
    let events = stream.give(&asked).unwrap();
    let [Event::RulesAmended(amended), Event::AnnouncementMade(told)] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!((amended.from_round, amended.announcement), (2, told.number));
    assert_eq!(told.kind, AnnouncementKind::RulesAmended);
    assert_eq!(told.audience, AnnouncementAudience::Everybody);
    assert_eq!(stream.state.planned_rounds(), 6);
    let control = |stream: &Stream, round| {
        let rules = stream.state.rules_of_round(round).unwrap();
        rules.time_controls.qualification
    };
    assert_eq!(control(&stream, 1), first.time_controls.qualification);
    assert_eq!(control(&stream, 2), shorter);
    // Round 1 keeps its policy: nobody loses by a limit that did not hold as it began.
    stream.now_ms += 3_600_000;
    let no_show = |round| Command::RecordNoShow {
        round,
        table: 1,
        absent: Absence::Black,
    };
    refused(
        &mut stream,
        &no_show(1),
        "no_absence_limit",
        Some("EGP IV.6"),
    );
    play(&mut stream);
    publish(&mut stream);
    stream.now_ms += 3_600_000;
    stream.give(&no_show(2)).unwrap();
    let versions = &stream.state.rule_versions;
    assert_eq!(versions.len(), 2);
    assert_eq!(*versions[0].rule_set, first);
    assert_eq!((versions[0].from_round, versions[1].from_round), (1, 2));
}

#[test]
fn a_round_taken_back_is_played_under_the_amended_rules() {
    let mut stream = with_entrants(8, |rules| rules.rounds = Some(5));
    publish(&mut stream);
    let control = TimeControl::minutes(26);
    let asked = amendment(&stream, |rules| rules.time_controls.qualification = control);
    stream.give(&asked).unwrap();
    let of_first = |stream: &Stream| {
        let rules = stream.state.rules_of_round(1).unwrap();
        rules.time_controls.qualification
    };
    assert_ne!(of_first(&stream), control);
    stream
        .give(&Command::UnpublishRound {
            round: 1,
            reason: "again".to_owned(),
        })
        .unwrap();
    assert_eq!(of_first(&stream), control);
}

#[test]
fn what_stands_is_refused_field_by_field() {
    // Nine play two rounds of a Swiss system with byes; one is absent from the second.
    let mut stream = with_entrants(9, |rules| {
        rules.rounds = Some(5);
        rules.teams = TeamRules::default();
    });
    publish(&mut stream);
    play(&mut stream);
    stream
        .give(&Command::AnnounceAbsence {
            entrant: entrant(0),
            rounds: vec![2],
        })
        .unwrap();
    publish(&mut stream);
    type Change = fn(&mut RuleSet);
    let cases: [(Change, &str); 10] = [
        (|rules| rules.variant.goal = Goal::Fewest, "variant_fixed"),
        (
            |rules| rules.based_on = "club".to_owned(),
            "rule_text_fixed",
        ),
        (|rules| rules.version = 1, "rule_text_fixed"),
        (|rules| rules.sources.clear(), "rule_text_fixed"),
        (|rules| rules.teams = TeamRules::woc(), "teams_fixed"),
        (
            |rules| rules.pairing.first_round = FirstRound::Manual,
            "first_round_paired",
        ),
        (
            |rules| {
                rules.pairing.start = StartingScores::McMahon {
                    bands: vec![McMahonBand {
                        from_rating: 1_200,
                        half_points: HalfPoints(2),
                    }],
                    bar: None,
                };
            },
            "starting_scores_fixed",
        ),
        (
            |rules| rules.scoring.bye_half_points = HalfPoints(1),
            "byes_given",
        ),
        (
            |rules| rules.scoring.missed_round_half_points = HalfPoints(1),
            "missed_rounds_scored",
        ),
        (
            |rules| rules.announced_before_round_one = vec![AnnouncementKind::Monitors],
            "announcements_over",
        ),
    ];
    for (change, code) in cases {
        let asked = amendment(&stream, change);
        let refusal = stream.refused(&asked);
        assert_eq!(refusal.code(), code, "{}", refusal.detail());
        assert_eq!(stream.state.rule_versions.len(), 1);
    }
    // The chain, the levels, penalties and prizes are nobody's yet.
    let asked = amendment(&stream, |rules| {
        rules.ranking = RankingRules::aga();
        rules.prizes.currency = "EUR".to_owned();
        rules.offices = OfficeRules::default();
        rules.spectators = Spectators::Off;
    });
    stream.give(&asked).unwrap();
}

#[test]
fn a_stage_that_has_begun_keeps_its_format() {
    let mut swiss = with_entrants(16, |rules| rules.rounds = Some(5));
    for _ in 0..3 {
        publish(&mut swiss);
        play(&mut swiss);
    }
    for (rounds, code) in [(2, "stage_begun"), (15, "stage_begun")] {
        let asked = amendment(&swiss, |rules| rules.rounds = Some(rounds));
        refused(&mut swiss, &asked, code, None);
    }
    let fewer = amendment(&swiss, |rules| rules.rounds = Some(3));
    swiss.give(&fewer).unwrap();
    assert!(swiss.state.qualification_over());
    let more = amendment(&swiss, |rules| rules.rounds = Some(7));
    swiss.give(&more).unwrap();
    assert_eq!(swiss.state.planned_rounds(), 7);
    publish(&mut swiss);

    let mut robin = running(6, |_| {});
    let asked = amendment(&robin, |rules| rules.rounds = Some(5));
    refused(&mut robin, &asked, "stage_begun", None);
    let table = amendment(&robin, |rules| {
        rules.pairing.round_robin_table = RoundRobinTable::Berger;
    });
    refused(&mut robin, &table, "chairs_drawn", None);
}

#[test]
fn once_the_finals_begin_their_format_and_list_stand() {
    let mut stream = with_entrants(8, |rules| rules.rounds = Some(3));
    let mut numbers = Numbers::new("amendments", 1);
    loop {
        match stream.state.next_act().unwrap() {
            NextAct::AnnounceFinals { .. } => break,
            _ => assert!(stream.step(&mut numbers)),
        }
    }
    assert!(stream.step(&mut numbers), "the finals are announced");
    let chain = amendment(&stream, |rules| rules.ranking = RankingRules::aga());
    refused(&mut stream, &chain, "list_fixed", None);
    let rounds = amendment(&stream, |rules| rules.rounds = Some(4));
    refused(&mut stream, &rounds, "finals_format_fixed", None);
    let clocks = amendment(&stream, |rules| {
        rules.time_controls.final_match = TimeControl::minutes(31);
    });
    stream.give(&clocks).unwrap();
    stream.play_out(&mut numbers);
    let late = amendment(&stream, |rules| rules.round_notice_ms = 1);
    refused(&mut stream, &late, "tournament_confirmed", None);
}

#[test]
fn what_leaves_the_text_is_confirmed() {
    let mut stream = running(8, |_| {});
    let Command::AmendRules(asked) = amendment(&stream, |rules| {
        rules.time_controls.qualification = TimeControl::minutes(10);
    }) else {
        unreachable!()
    };
    let careful = Command::AmendRules(RulesAmendment {
        accept_deviations: false,
        ..asked.clone()
    });
    refused(
        &mut stream,
        &careful,
        "departure_unconfirmed",
        Some("EGP IV.1"),
    );
    stream.give(&Command::AmendRules(asked)).unwrap();
    assert!(!stream.state.conformant());
}

#[test]
fn any_amendment_leaves_what_was_played_as_it_was() {
    for run in 0..20 {
        let mut numbers = Numbers::new("amendment model", run);
        let mut stream = with_entrants(9, |rules| rules.rounds = Some(5));
        let mut accepted = 0;
        // What each round was published under, as told then.
        let mut under: Vec<RuleSet> = Vec::new();
        for _ in 0..40 {
            match numbers.below(4) {
                0 if under.len() < 5 => {
                    let publication = stream.publication();
                    if stream.give(&publication).is_ok() {
                        under.push(stream.state.rule_set.clone().unwrap());
                    }
                }
                1 if stream
                    .state
                    .rounds
                    .last()
                    .is_some_and(|round| !round.finished) =>
                {
                    play(&mut stream);
                }
                _ => {
                    let minutes = 25 + numbers.below(10);
                    let which = numbers.below(4);
                    let value = numbers.below(3);
                    let asked = amendment(&stream, |rules| match which {
                        0 => rules.time_controls.qualification = TimeControl::minutes(minutes),
                        1 => rules.rounds = Some(3 + value),
                        2 => rules.scoring.bye_half_points = value.into(),
                        _ => rules.round_notice_ms = i64::from(value) * 60_000,
                    });
                    let (rounds, points) = (stream.state.rounds.clone(), list(&stream));
                    accepted += usize::from(stream.give(&asked).is_ok());
                    assert_eq!(stream.state.rounds, rounds);
                    assert_eq!(list(&stream), points);
                }
            }
            for (number, rules) in (1..).zip(&under) {
                assert_eq!(stream.state.rules_of_round(number), Some(rules));
            }
            let published = u32::try_from(under.len()).unwrap();
            assert!(published == 0 || stream.state.planned_rounds() >= published);
            assert_eq!(stream.state.rule_versions.len(), accepted + 1);
        }
        assert!(accepted > 3, "run {run}: {accepted}");
    }
}

fn list(stream: &Stream) -> Vec<(usize, HalfPoints)> {
    let list = stream.state.standings().unwrap();
    let mut points: Vec<(usize, HalfPoints)> = list
        .iter()
        .map(|standing| (standing.player, standing.half_points))
        .collect();
    points.sort_unstable();
    points
}

#[test]
fn every_field_of_a_rule_set_has_its_line_in_the_table_of_changes() {
    let written = serde_json::to_value(RuleSet::egp_2020()).unwrap();
    let table: BTreeSet<&str> = changeable_fields().collect();
    assert_eq!(table.len(), changeable_fields().count());
    let mut wanted = BTreeSet::new();
    for (field, value) in written.as_object().unwrap() {
        match value.as_object() {
            Some(parts) if !table.contains(field.as_str()) => {
                wanted.extend(parts.keys().map(|part| format!("{field}.{part}")));
            }
            _ => {
                wanted.insert(field.clone());
            }
        }
    }
    let table: BTreeSet<String> = table.into_iter().map(str::to_owned).collect();
    assert_eq!(table, wanted);
}

/// The rounds of amended rules take the place of those that a shortening left; what was ended stays ended.
#[test]
fn amended_rounds_take_the_place_of_a_shortening() {
    let by = account("director");
    for (amended, published) in [(4, 4), (11, 5)] {
        let mut stream = with_entrants(16, |rules| rules.rounds = Some(9));
        publish(&mut stream);
        play(&mut stream);
        stream
            .give(&Command::ShortenQualification(Shortening {
                rounds: 7,
                reason: "late".to_owned(),
                by: by.clone(),
                accept_deviations: true,
            }))
            .unwrap();
        assert_eq!(stream.state.planned_rounds(), 7);
        let asked = amendment(&stream, |rules| rules.rounds = Some(amended));
        stream.give(&asked).unwrap();
        assert_eq!(stream.state.planned_rounds(), amended);
        while stream.state.rounds.len() < published {
            publish(&mut stream);
            play(&mut stream);
        }
        assert_eq!(stream.state.qualification_over(), amended == 4);
        if amended == 11 {
            stream
                .give(&Command::EndEarly(EarlyFinish {
                    unfinished: None,
                    without_finals: false,
                    reason: "late".to_owned(),
                    by: by.clone(),
                    accept_deviations: true,
                }))
                .unwrap();
            let asked = amendment(&stream, |rules| rules.rounds = Some(9));
            refused(&mut stream, &asked, "qualification_over", None);
        }
        stream.confirm();
    }
}

/// MSO 4.3, AGA IV: what was appealed is heard, and by the rules that it was appealed under.
#[test]
fn what_waits_for_its_decision_keeps_its_rules() {
    let mut stream = running(14, |rules| rules.penalties = PenaltyRules::mind_sports());
    appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
    let (black, _) = first_table(&stream);
    play(&mut stream);
    lose_game(&mut stream, "r1", &black, 1);
    stream.give(&appeal("a1", "r1", &black)).unwrap();
    let without = |stream: &Stream| amendment(stream, |rules| rules.penalties.appeals = None);
    let asked = without(&stream);
    refused(&mut stream, &asked, "proceedings_open", None);
    stream
        .give(&Command::DecideAppeal(AppealDecision {
            appeal: "a1".to_owned(),
            upheld: true,
            effect: AppealEffect::Annul,
            decision: "written".to_owned(),
            by: account("arbiter"),
        }))
        .unwrap();
    let asked = without(&stream);
    stream.give(&asked).unwrap();
}
