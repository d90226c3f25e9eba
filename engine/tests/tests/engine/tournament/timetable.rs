//! The timetable: what holds together, what stands, what moves, and where publications start.

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

const MINUTE_MS: i64 = 60_000;
const HOUR_MS: i64 = 60 * MINUTE_MS;
const DAY_MS: i64 = 24 * HOUR_MS;

fn play(round: u32, starts_at_ms: i64) -> PlannedStart {
    PlannedStart {
        play: PlannedPlay::Round { round },
        starts_at_ms: (starts_at_ms > 0).then_some(starts_at_ms),
    }
}

fn sessions(sessions: &[(u32, &[PlannedStart])]) -> Timetable {
    Timetable {
        utc_offset_minutes: 60,
        sessions: sessions
            .iter()
            .map(|(day, plays)| PlannedSession {
                day: *day,
                plays: plays.to_vec(),
            })
            .collect(),
        breaks: Vec::new(),
    }
}

fn set(timetable: &Timetable) -> Command {
    Command::SetTimetable {
        timetable: timetable.clone(),
        by: account("director"),
    }
}

fn moved(timetable: &Timetable, accept_deviations: bool) -> Command {
    Command::MoveTimetable(TimetableMove {
        timetable: timetable.clone(),
        reason: "late".to_owned(),
        by: account("director"),
        accept_deviations,
    })
}

fn published(stream: &Stream, starts_at_ms: i64, into_break: bool) -> Command {
    Command::PublishRound {
        starts_at_ms,
        into_break,
        seed: Some(stream.next_seed()),
        accept_deviations: true,
        manual: None,
        constraints: RoundConstraints::default(),
        clocks: vec![],
        handicaps: vec![],
    }
}

fn days(timetable: &Timetable) -> Vec<(u32, Vec<String>)> {
    let sessions = timetable.sessions.iter();
    sessions
        .map(|session| {
            let plays = session.plays.iter().map(|planned| planned.play.name());
            (session.day, plays.collect())
        })
        .collect()
}

fn rounds(range: std::ops::RangeInclusive<u32>) -> Vec<String> {
    range.map(|round| format!("round_{round}")).collect()
}

#[test]
fn the_texts_spread_the_rounds_over_their_days() {
    let of = |preset: &str, entrants: usize| {
        let mut rules = RuleSet::preset(preset).unwrap();
        rules.teams.by_nation = false;
        let stream = Stream::with_entrants(1, rules, entrants);
        days(&stream.state.timetable_in_force())
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    // WOC II.1, II.2: seven rounds, six rounds, finals on the third day.
    let woc_finals: Vec<String> = names(&[
        "playoffs_1",
        "semi_finals_1",
        "semi_finals_2",
        "semi_finals_3",
        "finals_1",
        "finals_2",
        "finals_3",
    ]);
    assert_eq!(
        of("woc-2024", 30),
        [
            (1, rounds(1..=7)),
            (2, rounds(8..=13)),
            (3, woc_finals.clone())
        ]
    );
    // A double round robin of eight: fourteen rounds in the same proportion.
    assert_eq!(
        of("woc-2024", 8),
        [(1, rounds(1..=8)), (2, rounds(9..=14)), (3, woc_finals)]
    );
    // EGP II.1: the first day and the morning of the second, the finals in its afternoon.
    assert_eq!(
        of("egp-2020", 20),
        [
            (1, rounds(1..=7)),
            (2, rounds(8..=11)),
            (2, names(&["finals_1", "finals_2", "finals_3"]))
        ]
    );
    assert_eq!(of("club", 16), [(1, rounds(1..=5))]);
}

#[test]
fn a_timetable_that_does_not_hold_together_is_refused() {
    let mut stream = with_entrants(8, |_| {});
    let at = stream.now_ms + DAY_MS;
    let pause = |from: i64, until: i64| PlannedBreak {
        from_ms: at + from,
        until_ms: at + until,
    };
    let with_breaks = |breaks: &[PlannedBreak]| Timetable {
        breaks: breaks.to_vec(),
        ..sessions(&[(1, &[play(1, at)])])
    };
    let finals = PlannedStart {
        play: PlannedPlay::Finals {
            stage: FinalsStage::Finals,
            game: 1,
        },
        starts_at_ms: None,
    };
    for (timetable, code) in [
        (
            sessions(&[(1, &[play(1, at), play(1, at + 1)])]),
            "planned_twice",
        ),
        (
            sessions(&[(1, &[play(1, 0)]), (2, &[play(1, 0)])]),
            "planned_twice",
        ),
        (sessions(&[(1, &[play(0, 0)])]), "planned_twice"),
        (
            sessions(&[(1, &[play(2, 0), play(1, 0)])]),
            "timetable_out_of_order",
        ),
        (
            sessions(&[(1, &[finals, play(1, 0)])]),
            "timetable_out_of_order",
        ),
        (
            sessions(&[(1, &[play(1, at), play(2, at)])]),
            "timetable_out_of_order",
        ),
        (
            sessions(&[(1, &[play(1, at), play(2, 0), play(3, at)])]),
            "timetable_out_of_order",
        ),
        (
            sessions(&[(1, &[play(1, at)]), (2, &[play(2, at + 1)])]),
            "days_out_of_order",
        ),
        (
            sessions(&[(1, &[play(1, at), play(2, at + 3 * DAY_MS)])]),
            "days_out_of_order",
        ),
        (
            sessions(&[(2, &[play(1, 0)]), (1, &[play(2, 0)])]),
            "days_out_of_order",
        ),
        (sessions(&[(0, &[play(1, 0)])]), "days_out_of_order"),
        (sessions(&[(1, &[play(1, 1)])]), "planned_in_the_past"),
        (with_breaks(&[pause(0, 1)]), "planned_into_break"),
        (with_breaks(&[pause(2, 2)]), "breaks_out_of_order"),
        (
            with_breaks(&[pause(5, 9), pause(8, 12)]),
            "breaks_out_of_order",
        ),
        (
            Timetable {
                utc_offset_minutes: 841,
                ..Timetable::default()
            },
            "bad_utc_offset",
        ),
    ] {
        refused(&mut stream, &set(&timetable), code, None);
        assert_eq!(stream.state.timetable, None);
    }
    // A break ends where a round starts, and an evening goes on past midnight.
    let evening = sessions(&[(1, &[play(1, at), play(2, at + 20 * HOUR_MS)])]);
    let breaks = vec![pause(-5, 0), pause(1, 5)];
    stream.give(&set(&Timetable { breaks, ..evening })).unwrap();
}

#[test]
fn nothing_is_planned_beyond_a_year_or_so_and_no_round_starts_beyond_a_month() {
    let mut stream = with_entrants(8, |_| {});
    let now = stream.now_ms;
    let pause = |from_ms, until_ms| Timetable {
        breaks: vec![PlannedBreak { from_ms, until_ms }],
        ..Timetable::default()
    };
    for (timetable, code) in [
        (
            sessions(&[(1, &[play(1, now + 401 * DAY_MS)])]),
            "planned_too_far",
        ),
        (sessions(&[(1, &[play(1, i64::MAX)])]), "planned_too_far"),
        (pause(now, i64::MAX), "planned_too_far"),
        (pause(now, now + 401 * DAY_MS), "planned_too_far"),
        (pause(-1, now), "breaks_out_of_order"),
    ] {
        refused(&mut stream, &set(&timetable), code, None);
    }
    let given = published(&stream, now + 31 * DAY_MS, false);
    refused(&mut stream, &given, "start_too_late", None);
    let far = sessions(&[(1, &[play(1, now + 400 * DAY_MS)])]);
    stream.give(&set(&far)).unwrap();
    let beyond = sessions(&[(1, &[play(1, i64::MAX)])]);
    refused(&mut stream, &moved(&beyond, true), "planned_too_far", None);
    // What the timetable says is a start like one that is given.
    let planned = published(&stream, 0, false);
    refused(&mut stream, &planned, "start_too_late", None);
    let near = sessions(&[(1, &[play(1, now + 30 * DAY_MS)])]);
    stream.give(&moved(&near, true)).unwrap();
    stream.give(&published(&stream, 0, false)).unwrap();
    assert_eq!(stream.state.rounds[0].starts_at_ms, now + 30 * DAY_MS);
}

#[test]
fn the_days_and_sessions_of_rules_are_some_that_can_be_played() {
    let share = |day, share| SessionShare { day, share };
    let rules = |sessions: Vec<SessionShare>, finals_day| {
        let mut rules = RuleSet::egp_2020();
        rules.timetable = TimetableRules {
            sessions,
            finals_day,
        };
        check_rule_set(&rules).map_err(|refusal| (refusal.code(), refusal.detail()))
    };
    for (sessions, finals_day, says) in [
        (vec![], 2, "from 1 to 64"),
        (vec![share(1, 1); 65], 2, "from 1 to 64"),
        (vec![share(0, 1)], 2, "from 1 to 60"),
        (vec![share(u32::MAX, 1)], 2, "from 1 to 60"),
        (vec![share(1, 0)], 2, "from 1 to 1000"),
        (vec![share(1, 1_001)], 2, "from 1 to 1000"),
        (vec![share(1, 1)], 0, "from 1 to 60"),
        (vec![share(1, 1)], 61, "from 1 to 60"),
        (vec![share(2, 1), share(1, 1)], 2, "in their order"),
        (vec![share(1, 1), share(3, 1)], 2, "on the last of them"),
    ] {
        let (code, detail) = rules(sessions, finals_day).unwrap_err();
        assert_eq!(code, "rule_set_out_of_range", "{detail}");
        assert!(detail.contains(says), "{detail}");
    }
    rules(vec![share(1, 7), share(2, 4), share(2, 2)], 2).unwrap();
    for name in RuleSet::preset_names() {
        check_rule_set(&RuleSet::preset(name).unwrap()).unwrap();
    }
}

#[test]
fn what_was_announced_stands_and_is_moved_with_a_reason() {
    let mut stream = with_entrants(8, |_| {});
    let at = stream.now_ms + DAY_MS;
    refused(
        &mut stream,
        &moved(&sessions(&[(1, &[play(1, at)])]), true),
        "no_timetable",
        None,
    );
    let first = sessions(&[(1, &[play(1, at), play(2, 0)])]);
    stream.give(&set(&first)).unwrap();
    refused(&mut stream, &set(&first), "timetable_unchanged", None);
    refused(
        &mut stream,
        &moved(&first, true),
        "timetable_unchanged",
        None,
    );
    // More is set, nothing is changed.
    let more = sessions(&[
        (1, &[play(1, at), play(2, at + HOUR_MS)]),
        (2, &[play(3, 0)]),
    ]);
    stream.give(&set(&more)).unwrap();
    let later = sessions(&[
        (1, &[play(1, at), play(2, at + 2 * HOUR_MS)]),
        (2, &[play(3, 0)]),
    ]);
    let gone = sessions(&[(1, &[play(1, at)])]);
    for timetable in [&later, &gone] {
        refused(&mut stream, &set(timetable), "timetable_stands", None);
    }
    let events = stream.give(&moved(&later, false)).unwrap();
    let [Event::TimetableMoved { .. }, Event::AnnouncementMade(told)] = &events[..] else {
        panic!("{events:?}");
    };
    assert_eq!(told.kind, AnnouncementKind::TimetableMoved);
    assert_eq!(told.audience, AnnouncementAudience::Everybody);
    assert_eq!(
        told.starts,
        [MovedStart {
            play: PlannedPlay::Round { round: 2 },
            before_ms: Some(at + HOUR_MS),
            now_ms: Some(at + 2 * HOUR_MS),
        }]
    );
    assert_eq!(stream.state.timetable, Some(later));
}

#[test]
fn an_earlier_start_needs_its_notice_and_departs_from_the_aga() {
    for (preset, soon, rule) in [
        ("aga-swiss", 5 * HOUR_MS, Some("AGA V.E.3")),
        ("club", 0, None),
    ] {
        let mut rules = RuleSet::preset(preset).unwrap();
        if preset == "club" {
            rules.round_notice_ms = 20 * MINUTE_MS;
        }
        let mut stream = Stream::with_entrants(1, rules, 8);
        let at = stream.now_ms + DAY_MS;
        stream
            .give(&set(&sessions(&[(1, &[play(1, at)])])))
            .unwrap();
        let start = stream.now_ms + soon + 15 * MINUTE_MS;
        let earlier = sessions(&[(1, &[play(1, start)])]);
        refused(
            &mut stream,
            &moved(&earlier, false),
            "departure_unconfirmed",
            rule,
        );
        stream.give(&moved(&earlier, true)).unwrap();
        assert!(!stream.state.conformant());
    }
    // With its notice it is moved where no text forbids it.
    let mut stream = with_entrants(8, |_| {});
    let at = stream.now_ms + DAY_MS;
    stream
        .give(&set(&sessions(&[(1, &[play(1, at)])])))
        .unwrap();
    let earlier = sessions(&[(1, &[play(1, at - HOUR_MS)])]);
    stream.give(&moved(&earlier, false)).unwrap();
}

#[test]
fn a_round_starts_as_planned_never_earlier_and_in_no_break_unasked() {
    let mut stream = with_entrants(8, |_| {});
    let at = stream.now_ms + DAY_MS;
    let mut timetable = sessions(&[(1, &[play(1, at), play(2, at + 2 * HOUR_MS)])]);
    timetable.breaks.push(PlannedBreak {
        from_ms: at + HOUR_MS,
        until_ms: at + 2 * HOUR_MS,
    });
    stream.give(&set(&timetable)).unwrap();
    let early = published(&stream, at - 1, false);
    refused(&mut stream, &early, "start_before_announced", None);
    let pause = published(&stream, at + HOUR_MS, false);
    refused(&mut stream, &pause, "start_in_break", None);
    let events = stream.give(&published(&stream, 0, false)).unwrap();
    assert_eq!(stream.state.rounds[0].starts_at_ms, at);
    assert!(
        !events
            .iter()
            .any(|event| matches!(event, Event::AnnouncementMade(_)))
    );
    let other = sessions(&[(1, &[play(1, at + MINUTE_MS), play(2, at + 2 * HOUR_MS)])]);
    refused(
        &mut stream,
        &moved(&other, true),
        "published_start_moved",
        None,
    );
    let told = stream.refused(&moved(&other, true));
    assert!(
        told.detail()
            .starts_with("Round 1 is published with its start;"),
        "{told}"
    );
    let play = Parameter::Text("round_1".to_owned());
    assert_eq!(told.parameters(), [("play", play)]);

    super::people::world::play(&mut stream);
    let asked = published(&stream, at + 2 * HOUR_MS + MINUTE_MS, false);
    let events = stream.give(&asked).unwrap();
    let told = events.iter().find_map(|event| match event {
        Event::AnnouncementMade(told) => Some(told),
        _ => None,
    });
    let told = told.expect("a later start is told by itself");
    assert_eq!((told.by.as_ref(), &*told.text), (None, ""));
    assert_eq!(told.starts[0].now_ms, Some(at + 2 * HOUR_MS + MINUTE_MS));
    // Taken back, it keeps the start that was told last.
    stream
        .give(&Command::UnpublishRound {
            round: 2,
            reason: "again".to_owned(),
        })
        .unwrap();
    let back = published(&stream, at + 2 * HOUR_MS, false);
    refused(&mut stream, &back, "start_before_announced", None);
}

#[test]
fn a_round_goes_into_a_break_where_the_director_says_so() {
    let mut stream = with_entrants(8, |_| {});
    let at = stream.now_ms + DAY_MS;
    let timetable = Timetable {
        breaks: vec![PlannedBreak {
            from_ms: 1,
            until_ms: at,
        }],
        ..Timetable::default()
    };
    stream.give(&set(&timetable)).unwrap();
    let unasked = published(&stream, 0, false);
    refused(&mut stream, &unasked, "start_in_break", None);
    stream.give(&published(&stream, 0, true)).unwrap();
}

#[test]
fn the_finals_start_as_planned() {
    let mut numbers = Numbers::new("timetable", 1);
    let mut rules = RuleSet::egp_2020();
    rules.rounds = Some(5);
    let mut stream = Stream::with_entrants(1, rules, 8);
    let at = stream.now_ms + 30 * DAY_MS;
    let finals = PlannedStart {
        play: PlannedPlay::Finals {
            stage: FinalsStage::Finals,
            game: 1,
        },
        starts_at_ms: Some(at),
    };
    stream.give(&set(&sessions(&[(1, &[finals])]))).unwrap();
    loop {
        match stream.state.next_act().unwrap() {
            NextAct::AnnounceFinals { .. } => break,
            _ => assert!(stream.step(&mut numbers)),
        }
    }
    let announce = |starts_at_ms| Command::AnnounceFinalsRound {
        starts_at_ms,
        accept_deviations: true,
    };
    refused(
        &mut stream,
        &announce(at - 1),
        "start_before_announced",
        None,
    );
    stream.give(&announce(0)).unwrap();
    let announced = stream.state.finals.announced.as_ref().unwrap();
    assert_eq!(announced.starts_at_ms, at);
}

#[test]
fn who_is_not_there_as_a_round_is_published_is_listed() {
    let mut stream = with_entrants(8, |rules| {
        rules.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
    });
    stream
        .give(&Command::AnnounceAbsence {
            entrant: entrant(1),
            rounds: vec![1],
        })
        .unwrap();
    stream.give(&Command::OpenCheckIn { round: 1 }).unwrap();
    for number in [0, 3, 4, 5, 6, 7] {
        stream
            .give(&Command::CheckIn {
                entrant: entrant(number),
            })
            .unwrap();
    }
    stream.give(&Command::CloseCheckIn { round: 1 }).unwrap();
    super::people::world::publish(&mut stream);
    let missing = |number, cause| MissingEntrant {
        entrant: entrant(number),
        cause,
    };
    let of_round = |stream: &Stream, round: u32| stream.state.presence.missing.get(&round).cloned();
    assert_eq!(
        of_round(&stream, 1),
        Some(vec![
            missing(1, MissingCause::AbsenceAnnounced),
            missing(2, MissingCause::NotCheckedIn),
        ])
    );
    let (black, _) = first_table(&stream);
    stream.now_ms += HOUR_MS;
    stream
        .give(&Command::RecordNoShow {
            round: 1,
            table: 1,
            absent: Absence::Black,
        })
        .unwrap();
    super::people::world::play(&mut stream);
    super::people::world::publish(&mut stream);
    assert_eq!(
        of_round(&stream, 2),
        Some(vec![MissingEntrant {
            entrant: black,
            cause: MissingCause::DidNotAppear,
        }])
    );
    super::people::world::play(&mut stream);
    super::people::world::publish(&mut stream);
    assert_eq!(of_round(&stream, 3), None);
}

/// What the timetable promises, kept in the plainest way.
#[derive(Debug, Default)]
struct Model {
    announced: std::collections::BTreeMap<u32, i64>,
    breaks: Vec<(i64, i64)>,
    /// Published rounds: a break that is put over one moves it no more.
    published: std::collections::BTreeSet<u32>,
}

impl Model {
    fn learn(&mut self, timetable: &Timetable) {
        self.announced.clear();
        for planned in timetable.sessions.iter().flat_map(|session| &session.plays) {
            if let (PlannedPlay::Round { round }, Some(start)) =
                (planned.play, planned.starts_at_ms)
            {
                let before = self.announced.insert(round, start);
                assert_eq!(before, None, "round {round} is planned twice");
            }
        }
        let pauses = timetable.breaks.iter();
        self.breaks = pauses
            .map(|pause| (pause.from_ms, pause.until_ms))
            .collect();
        for (round, start) in &self.announced {
            assert!(
                self.published.contains(round) || !self.pauses(*start),
                "round {round} is planned into a break"
            );
        }
    }

    fn pauses(&self, at: i64) -> bool {
        self.breaks
            .iter()
            .any(|(from, until)| *from <= at && at < *until)
    }
}

/// A timetable near the one that stands: something moved, inserted, dropped or put into a break.
fn near(numbers: &mut Numbers, stream: &Stream) -> Timetable {
    let mut timetable = stream
        .state
        .timetable
        .clone()
        .unwrap_or_else(|| sessions(&[(1, &[])]));
    let pick = |numbers: &mut Numbers| i64::from(numbers.below(40)) * 15 * MINUTE_MS;
    match numbers.below(5) {
        0 => timetable.breaks.push(PlannedBreak {
            from_ms: stream.now_ms + pick(numbers),
            until_ms: stream.now_ms + 10 * HOUR_MS + pick(numbers),
        }),
        1 => {
            timetable.breaks.pop();
        }
        2 => {
            let round = 1 + numbers.below(6);
            let start = stream.now_ms + pick(numbers);
            timetable.sessions.push(PlannedSession {
                day: 1,
                plays: vec![play(round, start)],
            });
        }
        3 => {
            let index = numbers.index(timetable.sessions.len().max(1));
            if index < timetable.sessions.len() {
                timetable.sessions.remove(index);
            }
        }
        _ => {
            let by = pick(numbers) - 5 * HOUR_MS;
            for planned in timetable
                .sessions
                .iter_mut()
                .flat_map(|session| &mut session.plays)
            {
                planned.starts_at_ms = planned.starts_at_ms.map(|start| (start + by).max(1));
            }
        }
    }
    timetable
}

#[test]
fn late_entries_absences_and_moves_never_break_what_the_timetable_promises() {
    let mut publications = [0_u32; 2];
    let mut moves = 0_u32;
    for run in 0..60 {
        let mut numbers = Numbers::new("timetable model", run);
        let mut stream = with_entrants(7, |rules| {
            rules.entry.late_entry_until_round = 5;
            rules.rounds = Some(5);
        });
        let mut model = Model::default();
        let mut late = 20;
        for _ in 0..60 {
            stream.now_ms += i64::from(numbers.below(60)) * MINUTE_MS;
            let before = model.announced.clone();
            match numbers.below(9) {
                0 | 1 => {
                    let timetable = near(&mut numbers, &stream);
                    if stream.give(&set(&timetable)).is_ok() {
                        model.learn(&timetable);
                        for (round, start) in before {
                            assert_eq!(model.announced.get(&round), Some(&start), "set moved it");
                        }
                    }
                }
                2 => {
                    let timetable = near(&mut numbers, &stream);
                    let told = stream.state.announcements.last();
                    if stream.give(&moved(&timetable, true)).is_ok() {
                        model.learn(&timetable);
                        assert_eq!(stream.state.announcements.last(), told + 1);
                        moves += 1;
                    }
                }
                3 => {
                    late += 1;
                    let _ = stream.give(&Command::RegisterEntrant(entry(late)));
                }
                4 => {
                    let next = stream.state.next_round();
                    let _ = stream.give(&Command::AnnounceAbsence {
                        entrant: entrant(numbers.index(7)),
                        rounds: vec![next],
                    });
                }
                5..=7 => {
                    let given = match numbers.below(3) {
                        0 => 0,
                        _ => stream.now_ms + i64::from(numbers.below(20)) * 30 * MINUTE_MS,
                    };
                    let into_break = numbers.below(4) == 0;
                    let round = stream.state.next_round();
                    let told = stream.state.announcements.last();
                    let asked = published(&stream, given, into_break);
                    match stream.give(&asked) {
                        Ok(events) => {
                            let rounds = stream.state.rounds.iter();
                            let same = rounds.filter(|known| known.number == round);
                            assert_eq!(same.count(), 1, "round {round} is published twice");
                            let start = stream.state.round(round).unwrap().starts_at_ms;
                            let planned = before.get(&round).copied();
                            assert!(planned.is_none_or(|planned| planned <= start));
                            assert!(into_break || !model.pauses(start));
                            model.published.insert(round);
                            let late = planned.is_some_and(|planned| planned < start);
                            assert_eq!(stream.state.announcements.last(), told + u32::from(late));
                            if let Some(known) = model.announced.get_mut(&round) {
                                *known = start;
                            }
                            let seen = stream.state.timetable_in_force();
                            if planned.is_some() {
                                let play = PlannedPlay::Round { round };
                                assert_eq!(seen.start_of(play), Some(start));
                            }
                            assert!(!events.is_empty());
                            publications[0] += 1;
                        }
                        Err(refusal) if refusal.code() == "start_before_announced" => {
                            assert!(given < before[&round]);
                            publications[1] += 1;
                        }
                        Err(refusal) if refusal.code() == "start_in_break" => {
                            assert!(!into_break && !model.breaks.is_empty());
                            publications[1] += 1;
                        }
                        Err(_) => {}
                    }
                }
                _ => {
                    let open = stream
                        .state
                        .rounds
                        .last()
                        .is_some_and(|round| !round.finished);
                    if open {
                        super::people::world::play(&mut stream);
                    }
                }
            }
        }
    }
    assert!(
        publications[0] > 100 && publications[1] > 20 && moves > 20,
        "{publications:?} {moves}"
    );
}
