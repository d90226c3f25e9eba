//! Events that end otherwise than planned: shortened, ended early, abandoned, cancelled (EGP II.2, WOC II.2).

use super::people::world::*;
use crate::tournament::support::*;
use outflank_tournament::*;

/// A Swiss of eleven rounds with finals, so many rounds of it finished.
fn grand_prix(rounds: u32) -> Stream {
    let mut stream = Stream::with_entrants(1, RuleSet::egp_2020(), 14);
    for _ in 0..rounds {
        publish(&mut stream);
        play(&mut stream);
    }
    stream
}

fn club(entrants: usize, rounds: u32) -> Stream {
    let mut rules = RuleSet::preset("club").unwrap();
    rules.rounds = Some(rounds);
    Stream::with_entrants(1, rules, entrants)
}

fn shortened(rounds: u32, accept_deviations: bool) -> Command {
    Command::ShortenQualification(Shortening {
        rounds,
        reason: "the hall closes".to_owned(),
        by: account("director"),
        accept_deviations,
    })
}

pub fn ended(unfinished: Option<UnfinishedRound>, without_finals: bool) -> Command {
    Command::EndEarly(EarlyFinish {
        unfinished,
        without_finals,
        reason: "the hall closes".to_owned(),
        by: account("director"),
        accept_deviations: true,
    })
}

pub fn abandoned(stream: &Stream, unfinished: Option<UnfinishedRound>, confirm: bool) -> Command {
    Command::AbandonTournament(Abandonment {
        unfinished,
        confirm_ranking: confirm,
        seed: Some(stream.next_seed()),
        reason: "the hall burns".to_owned(),
        by: account("director"),
        accept_deviations: true,
    })
}

fn cancelled(annul_rounds: bool) -> Command {
    Command::CancelTournament {
        annul_rounds,
        reason: "too few came".to_owned(),
        by: account("director"),
    }
}

/// A score for every open board of the last round.
pub fn adjudicated(stream: &Stream, black_discs: u32) -> UnfinishedRound {
    let last = stream.state.rounds.last().unwrap();
    let boards = last
        .open_tables()
        .map(|table| AdjudicatedBoard { table, black_discs });
    UnfinishedRound::Adjudicated {
        boards: boards.collect(),
    }
}

fn constant(stream: &Stream) -> u32 {
    stream.state.standings_rules().unwrap().brightwell_constant
}

fn open_acts(stream: &Stream) -> Vec<&'static str> {
    let open = |act: &&Act| permitted(&stream.state, **act, stream.now_ms).is_ok();
    Act::ALL.iter().filter(open).map(|act| act.name()).collect()
}

#[test]
fn a_shorter_qualification_keeps_its_constant_and_leads_to_the_finals() {
    let mut stream = grand_prix(5);
    let before = constant(&stream);
    refused(
        &mut stream,
        &shortened(7, false),
        "departure_unconfirmed",
        Some("EGP II.2"),
    );
    stream.give(&shortened(7, true)).unwrap();
    assert_eq!(
        (stream.state.planned_rounds(), constant(&stream)),
        (7, before)
    );
    assert!(!stream.state.conformant());
    let found = stream.state.deviations.last().unwrap();
    assert_eq!(
        (found.value.as_str(), found.rule.as_deref()),
        ("rounds", Some("EGP II.2"))
    );
    let act = &stream.state.early_ends.acts[0].act;
    assert_eq!(
        (act.kind, act.rounds, act.planned),
        (EarlyEndKind::Shortened, 7, 11)
    );
    let mut numbers = Numbers::new("shortened", 1);
    stream.play_out(&mut numbers);
    assert_eq!(stream.state.phase(), Phase::Confirmed);
    let finals: Vec<u32> = stream
        .state
        .rounds
        .iter()
        .filter(|round| round.number > 7)
        .map(|round| round.stage)
        .collect();
    assert!(
        !finals.is_empty() && finals.iter().all(|stage| *stage == 1),
        "{finals:?}"
    );
    assert_eq!(stream.state.stage_of(8), None);
    for check in repeat_draws(&stream.events) {
        assert!(check.holds, "{check:?}");
    }
}

/// PAPP's constant is 0 under eight rounds: of the plan, not of what was played (rulebook).
#[test]
fn the_constant_is_that_of_the_plan() {
    let mut rules = RuleSet::preset("papp").unwrap();
    rules.rounds = Some(9);
    let mut stream = Stream::with_entrants(1, rules, 20);
    publish(&mut stream);
    play(&mut stream);
    let (planned, before) = (stream.state.planned_rounds(), constant(&stream));
    assert!(planned >= 8 && before == 6, "{planned} {before}");
    stream.give(&shortened(3, true)).unwrap();
    assert_eq!(constant(&stream), 6);
}

#[test]
fn how_short_it_can_be() {
    let mut stream = grand_prix(3);
    publish(&mut stream);
    for rounds in [0, 3, 11, 12] {
        refused(
            &mut stream,
            &shortened(rounds, true),
            "rounds_not_shorter",
            None,
        );
    }
    stream.give(&shortened(4, true)).unwrap();
    refused(&mut stream, &shortened(4, true), "rounds_not_shorter", None);
    play(&mut stream);
    assert!(stream.state.qualification_over());
    refused(&mut stream, &shortened(3, true), "qualification_over", None);
    let mut registration = Stream::with_entrants(1, RuleSet::egp_2020(), 14);
    refused(
        &mut registration,
        &shortened(3, true),
        "nothing_played",
        None,
    );
}

/// Where the house sets the rounds it shortens them freely.
#[test]
fn a_house_departs_from_nothing() {
    let mut stream = club(12, 5);
    publish(&mut stream);
    play(&mut stream);
    stream.give(&shortened(3, false)).unwrap();
    assert!(stream.state.conformant());
    assert_eq!(stream.state.early_ends.acts[0].act.rule, None);
}

#[test]
fn an_unfinished_round_is_completed_adjudicated_or_annulled() {
    let fresh = || {
        let mut stream = grand_prix(3);
        publish(&mut stream);
        stream.now_ms += 600_000;
        record(&mut stream, 4, 1, played(50));
        stream
    };
    let mut stream = fresh();
    refused(
        &mut stream,
        &ended(None, false),
        "round_fate_not_chosen",
        None,
    );
    let mut partly = adjudicated(&stream, 40);
    if let UnfinishedRound::Adjudicated { boards } = &mut partly {
        boards.pop();
    }
    refused(
        &mut stream,
        &ended(Some(partly), false),
        "boards_open",
        None,
    );
    let twice = UnfinishedRound::Adjudicated {
        boards: vec![
            AdjudicatedBoard {
                table: 2,
                black_discs: 1
            };
            2
        ],
    };
    refused(
        &mut stream,
        &ended(Some(twice), false),
        "adjudicated_twice",
        None,
    );
    // Completed: it is the last, and played on.
    stream
        .give(&ended(Some(UnfinishedRound::Completed), false))
        .unwrap();
    assert_eq!(stream.state.planned_rounds(), 4);
    assert!(!stream.state.qualification_over());
    play(&mut stream);
    assert!(stream.state.qualification_over());
    // Adjudicated: the open boards have their scores, and the others keep theirs.
    let mut stream = fresh();
    let scores = adjudicated(&stream, 20);
    stream.give(&ended(Some(scores), false)).unwrap();
    let last = stream.state.rounds.last().unwrap();
    assert!(last.finished && stream.state.qualification_over());
    for board in &last.boards {
        let result = board.result().unwrap();
        let expected = if board.pairing.table == 1 {
            (ResultKind::Played, 50)
        } else {
            (ResultKind::Adjudicated, 20)
        };
        assert_eq!((result.kind, result.black_discs), expected);
    }
    // Annulled: as if it had not been published, and readable.
    let mut stream = fresh();
    let before = grand_prix(3).state.standings().unwrap();
    stream
        .give(&ended(Some(UnfinishedRound::Annulled), false))
        .unwrap();
    assert_eq!(
        (stream.state.rounds.len(), stream.state.planned_rounds()),
        (3, 3)
    );
    assert_eq!(
        stream.state.list_points(),
        before
            .iter()
            .map(|line| line.half_points)
            .collect::<Vec<_>>()
    );
    let annulled = &stream.state.early_ends.annulled[0];
    assert_eq!(
        (
            annulled.round.number,
            annulled.round.boards[0].result().unwrap().black_discs
        ),
        (4, 50)
    );
    assert_eq!(annulled.reason, "the hall closes");
    let act = stream.state.early_ends.acts[0].act.clone();
    assert_eq!(
        act.unfinished,
        Some(SettledRound {
            round: 4,
            fate: RoundFate::Annulled
        })
    );
}

trait Points {
    fn list_points(&self) -> Vec<HalfPoints>;
}

impl Points for TournamentState {
    fn list_points(&self) -> Vec<HalfPoints> {
        self.standings()
            .unwrap()
            .iter()
            .map(|line| line.half_points)
            .collect()
    }
}

#[test]
fn nothing_ends_early_that_ends_there_anyway() {
    let mut stream = grand_prix(0);
    publish(&mut stream);
    refused(
        &mut stream,
        &ended(Some(UnfinishedRound::Annulled), false),
        "nothing_played",
        None,
    );
    play(&mut stream);
    refused(
        &mut stream,
        &ended(Some(UnfinishedRound::Annulled), false),
        "no_round_unfinished",
        None,
    );
    let mut house = club(12, 2);
    publish(&mut house);
    play(&mut house);
    publish(&mut house);
    refused(
        &mut house,
        &ended(Some(UnfinishedRound::Completed), false),
        "not_early",
        None,
    );
    refused(
        &mut house,
        &ended(Some(UnfinishedRound::Completed), true),
        "no_finals_due",
        None,
    );
}

/// The finals are left out by the act; the confirmation joins it and names no other deviation.
#[test]
fn an_end_without_finals_is_confirmed_without_them() {
    let mut stream = grand_prix(4);
    stream.give(&ended(None, true)).unwrap();
    let named = |stream: &Stream| -> Vec<String> {
        stream
            .state
            .deviations
            .iter()
            .map(|found| found.value.clone())
            .collect()
    };
    let departed = named(&stream);
    assert!(departed.contains(&"finals".to_owned()) && departed.contains(&"rounds".to_owned()));
    refused(
        &mut stream,
        &Command::AnnounceFinalsRound {
            starts_at_ms: 0,
            accept_deviations: true,
        },
        "no_finals_due",
        None,
    );
    assert_eq!(
        permitted(&stream.state, Act::PublishRound, stream.now_ms)
            .unwrap_err()
            .code(),
        "all_rounds_played"
    );
    let mut numbers = Numbers::new("without finals", 1);
    stream.play_out(&mut numbers);
    assert_eq!(stream.state.phase(), Phase::Confirmed);
    assert_eq!(named(&stream), departed);
    assert!(
        stream
            .state
            .ranking
            .unwrap()
            .iter()
            .all(|line| line.titles.is_empty())
    );
}

/// In the middle of the finals: an announced round is not played, an open one is settled.
#[test]
fn finals_end_early_too() {
    let mut stream = grand_prix(11);
    let mut numbers = Numbers::new("finals end", 1);
    while stream.state.finals.announced.is_none() {
        assert!(stream.step(&mut numbers));
    }
    refused(&mut stream, &ended(None, false), "qualification_over", None);
    stream.give(&ended(None, true)).unwrap();
    assert_eq!(stream.state.finals.announced, None);
    stream.play_out(&mut numbers);
    assert_eq!(stream.state.rounds.len(), 11);

    let mut stream = grand_prix(11);
    while !stream.state.finals_begun() {
        assert!(stream.step(&mut numbers));
    }
    stream
        .give(&ended(Some(UnfinishedRound::Annulled), true))
        .unwrap();
    assert_eq!(
        (stream.state.rounds.len(), stream.state.planned_rounds()),
        (11, 11)
    );
    stream.play_out(&mut numbers);
    assert_eq!(stream.state.phase(), Phase::Confirmed);
    for check in repeat_draws(&stream.events) {
        assert!(check.holds, "{check:?}");
    }
}

/// A later round of an annulled one's number has a draw of its own: the link of the annulled one is known.
#[test]
fn an_annulled_round_takes_its_draw_with_it() {
    let mut stream = grand_prix(4);
    publish(&mut stream);
    let spent = stream.state.lots.draws_revealed;
    assert!(stream.state.draw_for("round 5").is_some());
    stream
        .give(&ended(Some(UnfinishedRound::Annulled), false))
        .unwrap();
    assert!(stream.state.draw_for("round 5").is_none());
    assert!(stream.state.draw_for("round 4").is_some());
    let mut numbers = Numbers::new("own draw", 1);
    stream.play_out(&mut numbers);
    assert!(
        stream
            .state
            .draw_for("round 5")
            .is_none_or(|draw| draw.index > spent)
    );
    for check in repeat_draws(&stream.events) {
        assert!(check.holds, "{check:?}");
    }
}

/// Who withdrew during the annulled round withdrew from it; what was imposed for a game of it falls.
#[test]
fn what_rests_on_an_annulled_round_goes_with_it() {
    let mut stream = grand_prix(3);
    publish(&mut stream);
    let (black, white) = first_table(&stream);
    stream
        .give(&Command::WithdrawEntrant {
            entrant: white.clone(),
        })
        .unwrap();
    assert_eq!(
        stream.state.entrant(&white).unwrap().withdrawn_from,
        Some(5)
    );
    let draw = Penalty::Draw { round: 4, table: 1 };
    stream
        .give(&Command::ImposePenalty(penalty("r1", &black, draw)))
        .unwrap();
    let warned = penalty("r2", &black, Penalty::RoomExpulsion { until_ms: None });
    stream.give(&Command::ImposePenalty(warned)).unwrap();
    stream
        .give(&ended(Some(UnfinishedRound::Annulled), false))
        .unwrap();
    assert_eq!(
        stream.state.entrant(&white).unwrap().withdrawn_from,
        Some(4)
    );
    let status = |id: &str| stream.state.ruling(id).unwrap().status;
    assert_eq!(
        (status("r1"), status("r2")),
        (RulingStatus::Annulled, RulingStatus::InForce)
    );
}

/// A check-in for a round that is not played is settled by the act.
#[test]
fn an_open_check_in_ends_with_the_rounds() {
    let mut stream = grand_prix(3);
    stream.give(&Command::OpenCheckIn { round: 4 }).unwrap();
    stream.give(&shortened(5, true)).unwrap();
    assert!(
        stream.state.presence.check_ins.contains_key(&4),
        "round 4 is played"
    );
    stream.give(&ended(None, false)).unwrap();
    assert!(stream.state.presence.check_ins.is_empty());
    let mut numbers = Numbers::new("check-in", 1);
    stream.play_out(&mut numbers);
}

#[test]
fn an_abandoned_event_keeps_what_was_finished_and_has_no_champion() {
    for confirm in [false, true] {
        let mut stream = grand_prix(3);
        publish(&mut stream);
        let completed = abandoned(&stream, Some(UnfinishedRound::Completed), confirm);
        refused(&mut stream, &completed, "nothing_more_is_played", None);
        let disputed = Command::DisputeResult {
            round: 3,
            table: 1,
            entrant: stream.state.rounds[2].boards[0].pairing.black.clone(),
            reason: "count".to_owned(),
        };
        stream.give(&disputed).unwrap();
        stream.give(&Command::OpenCheckIn { round: 5 }).unwrap();
        let stop = abandoned(&stream, Some(UnfinishedRound::Annulled), confirm);
        let events = stream.give(&stop).unwrap();
        assert!(
            events
                .iter()
                .any(|event| matches!(event, Event::DisputeSettled { .. }))
        );
        let state = &stream.state;
        assert_eq!((state.phase(), state.rounds.len()), (Phase::Abandoned, 3));
        assert!(state.presence.check_ins.is_empty());
        assert_eq!(state.next_act().unwrap(), NextAct::Nothing);
        assert_eq!(state.ranking.is_some(), confirm);
        let confirmed = events
            .iter()
            .any(|event| matches!(event, Event::TournamentConfirmed { .. }));
        assert_eq!(confirmed, confirm, "it makes the rating file");
        let mut titles = state.ranking.iter().flatten().flat_map(|line| &line.titles);
        assert!(titles.next().is_none());
        assert_eq!(
            state.standings().unwrap().len(),
            14,
            "what was finished is listed"
        );
        let left: &[&str] = if confirm {
            &[
                "announce",
                "tick_duty",
                "correct_entrant",
                "give_consent",
                "end_consents",
                "impose_penalty",
                "move_away",
                "amend_confirmed",
                "return_rating_file",
                "file_complaint",
                "answer_complaint",
                "declare_over_the_board",
            ]
        } else {
            &[
                "announce",
                "correct_entrant",
                "give_consent",
                "end_consents",
                "correct_result",
                "impose_penalty",
                "move_away",
                "file_complaint",
                "answer_complaint",
            ]
        };
        assert_eq!(open_acts(&stream), left);
        let publication = stream.publication();
        refused(&mut stream, &publication, "tournament_abandoned", None);
        for check in repeat_draws(&stream.events) {
            assert!(check.holds, "{check:?}");
        }
    }
}

/// Amended afterwards, an abandoned event's ranking has no champion either.
#[test]
fn an_abandoned_ranking_is_amended_without_a_champion() {
    let mut stream = grand_prix(3);
    let stop = abandoned(&stream, None, true);
    stream.give(&stop).unwrap();
    let before = stream.state.ranking.clone();
    let amend = Command::AmendConfirmed {
        results: vec![ResultAmendment {
            round: 1,
            table: 1,
            result: played(3),
        }],
        seed: None,
        reason: "recount".to_owned(),
        by: account("director"),
    };
    stream.give(&amend).unwrap();
    assert_eq!(stream.state.phase(), Phase::Abandoned);
    assert_ne!(stream.state.ranking, before);
    assert!(
        stream
            .state
            .ranking
            .unwrap()
            .iter()
            .all(|line| line.titles.is_empty())
    );
}

/// What could change the ranking is decided before it is confirmed; without, it can wait.
#[test]
fn an_open_protest_holds_up_the_ranking_and_not_the_end() {
    for confirm in [true, false] {
        let mut stream = grand_prix(2);
        stream
            .give(&Command::FileProtest(ProtestFiling {
                protest: "p1".to_owned(),
                entrant: entrant(1),
                against: None,
                board: None,
                reason: "noise".to_owned(),
                by: account("player"),
            }))
            .unwrap();
        let stop = abandoned(&stream, None, confirm);
        if confirm {
            refused(&mut stream, &stop, "protest_open", None);
        } else {
            stream.give(&stop).unwrap();
            assert!(open_acts(&stream).contains(&"decide_protest"));
        }
    }
}

#[test]
fn a_cancelled_event_did_not_take_place() {
    let mut waiting = Stream::with_entrants(1, RuleSet::egp_2020(), 14);
    waiting.give(&cancelled(false)).unwrap();
    let mut running = grand_prix(2);
    publish(&mut running);
    refused(&mut running, &cancelled(false), "rounds_published", None);
    running.give(&cancelled(true)).unwrap();
    assert_eq!(running.state.early_ends.annulled.len(), 3);
    for stream in [&mut waiting, &mut running] {
        let state = &stream.state;
        assert_eq!((state.phase(), state.rounds.len()), (Phase::Cancelled, 0));
        assert_eq!((state.ranking.as_ref(), state.entrants.len()), (None, 14));
        assert_eq!(
            state.early_ends.acts.last().unwrap().act.reason,
            "too few came"
        );
        let left = [
            "announce",
            "move_away",
            "file_complaint",
            "answer_complaint",
        ];
        assert_eq!(open_acts(stream), left);
        let publication = stream.publication();
        refused(stream, &publication, "tournament_cancelled", None);
        assert!(
            stream
                .state
                .standings()
                .unwrap()
                .iter()
                .all(|line| line.half_points == HalfPoints(0))
        );
    }
    let mut over = club(4, 3);
    let mut numbers = Numbers::new("over", 1);
    over.play_out(&mut numbers);
    refused(&mut over, &cancelled(true), "tournament_confirmed", None);
}

/// Who waits for a place gets none in an event that has stopped.
#[test]
fn nobody_moves_up_into_a_stopped_event() {
    let mut stream = with_entrants(14, |rules| {
        rules.entry.capacity = Some(14);
        rules.entry.waiting_list = true;
        rules.entry.late_entry_until_round = 9;
    });
    stream.give(&Command::RegisterEntrant(entry(20))).unwrap();
    publish(&mut stream);
    let (black, _) = first_table(&stream);
    // Of two who wait, one moves up for him; the other stays.
    stream.give(&Command::RegisterEntrant(entry(21))).unwrap();
    stream
        .give(&Command::WithdrawEntrant { entrant: black })
        .unwrap();
    assert_eq!(
        (
            stream.state.entrants.len(),
            stream.state.entry.waiting.len()
        ),
        (15, 1)
    );
    stream.give(&cancelled(true)).unwrap();
    assert_eq!(
        (
            stream.state.entrants.len(),
            stream.state.entry.waiting.len()
        ),
        (15, 1)
    );
}

/// The head director's under every rule set, and nobody shares it.
#[test]
fn it_is_the_head_directors_office() {
    let deeds = [
        Deed::ShortenQualification,
        Deed::EndEarly,
        Deed::AbandonTournament,
        Deed::CancelTournament,
    ];
    for preset in ["egp-2020", "woc-2024", "club", "aga-swiss", "mso-swiss"] {
        let rules = RuleSet::preset(preset).unwrap();
        for deed in deeds {
            assert!(deed.is_office_of(&OfficialRole::HeadDirector.into(), &rules));
            assert!(
                !deed.is_office_of(&OfficialRole::Assistant.into(), &rules),
                "{preset} {deed:?}"
            );
        }
    }
}

/// What is written is read again as it was.
#[test]
fn the_events_keep_their_shape() {
    let mut stream = grand_prix(3);
    publish(&mut stream);
    let stop = abandoned(&stream, Some(UnfinishedRound::Annulled), true);
    stream.give(&stop).unwrap();
    let written = serde_json::to_value(&stream.events).unwrap();
    let read: Vec<(EntryHeader, Event)> = serde_json::from_value(written.clone()).unwrap();
    let again = read
        .iter()
        .fold(TournamentState::default(), |state, (header, event)| {
            evolve(state, header, event)
        });
    assert_eq!(again, stream.state);
    let tags: Vec<&str> = written
        .as_array()
        .unwrap()
        .iter()
        .filter_map(|one| one[1]["type"].as_str())
        .collect();
    assert!(
        tags.contains(&"round_annulled") && tags.contains(&"ended_early"),
        "{tags:?}"
    );
    let smallest: Event = serde_json::from_value(serde_json::json!({
        "type": "ended_early", "kind": "cancelled", "rounds": 0, "planned": 0, "reason": "r", "by": "a",
    }))
    .unwrap();
    assert!(
        matches!(smallest, Event::EndedEarly(act) if act.unfinished.is_none() && act.deviations.is_empty())
    );
}

/// Who adjudicates is asked about each board, as one who enters its result.
#[test]
fn who_adjudicates_a_round_touches_its_boards() {
    let mut stream = club(8, 3);
    publish(&mut stream);
    let of = |command: &Command| deed_of(&stream.state, command, stream.now_ms).unwrap();
    let settled = adjudicated(&stream, 40);
    let open = stream.state.rounds[0].open_tables();
    let boards: Vec<Touched> = open
        .flat_map(|table| {
            let result = played(40);
            let round = 1;
            of(&Command::RecordResult {
                round,
                table,
                result,
            })
            .1
        })
        .collect();
    assert!(!boards.is_empty());
    let end = of(&ended(Some(settled.clone()), false));
    assert_eq!(end, (Deed::AdjudicateAtEnd, boards.clone()));
    let stop = of(&abandoned(&stream, Some(settled), false));
    assert_eq!(stop, (Deed::AdjudicateAtAbandonment, boards));
    let annulled = of(&ended(Some(UnfinishedRound::Annulled), false));
    assert_eq!(annulled, (Deed::EndEarly, Vec::new()));
}

/// What was imposed for a game that counts as not played falls, with what was appealed and proposed of it.
#[test]
fn appeals_and_proposals_of_an_annulled_round_fall_with_it() {
    for reviewed in [false, true] {
        let mut stream = with_entrants(14, |rules| {
            rules.penalties = PenaltyRules::mind_sports();
            if reviewed {
                rules.penalties.reviewed.push(PenaltyKind::LossOfGame);
            }
            rules.rounds = Some(5);
        });
        appoint(&mut stream, "arbiter", OfficialRole::HeadArbiter);
        appoint(&mut stream, "organiser", OfficialRole::Organiser);
        publish(&mut stream);
        play(&mut stream);
        let (kept, _) = first_table(&stream);
        let standing = Penalty::Points {
            half_points: HalfPoints(1),
            board: None,
        };
        stream
            .give(&Command::ImposePenalty(penalty("r0", &kept, standing)))
            .unwrap();
        publish(&mut stream);
        let (black, _) = first_table(&stream);
        lose_game(&mut stream, "r1", &black, 2);
        if !reviewed {
            for (appealed, ruling, who) in [("a0", "r0", &kept), ("a1", "r1", &black)] {
                stream.give(&appeal(appealed, ruling, who)).unwrap();
            }
        }
        stream
            .give(&ended(Some(UnfinishedRound::Annulled), false))
            .unwrap();
        assert_eq!(
            stream.state.ruling("r1").unwrap().status,
            RulingStatus::Annulled
        );
        assert_eq!(
            stream.state.ruling("r0").unwrap().status,
            RulingStatus::InForce
        );
        let open: Vec<&str> = stream
            .state
            .open_appeals()
            .map(|one| one.filing.appeal.as_str())
            .collect();
        assert_eq!(open, if reviewed { vec![] } else { vec!["a0"] });
        let decision = |appeal: &str| {
            Command::DecideAppeal(AppealDecision {
                appeal: appeal.to_owned(),
                upheld: false,
                effect: AppealEffect::Nothing,
                decision: "written".to_owned(),
                by: account("arbiter"),
            })
        };
        if !reviewed {
            assert!(stream.state.appeal("a1").unwrap().fallen);
            refused(&mut stream, &decision("a1"), "appeal_decided", None);
            stream.give(&decision("a0")).unwrap();
        }
        stream.confirm();
        assert_eq!(stream.state.phase(), Phase::Confirmed);
    }
}
