//! What the rule set gives a table: time controls, default procedures, calls, the no-show limit; and
//! rulings that come from the desk.

use std::collections::BTreeSet;

use crate::world::{
    BLACK, DIRECTOR, MAIN_MS, TOURNAMENT, WHITE, World, answered, anywhere, facts::plain_rules,
    seen, still,
};
use outflank_proto::play::v1 as proto;
use outflank_tournament::{
    AbsencePolicy, AccountId, AmendedRules, DefaultPolicy, EntrantId, Event, Offender,
    OfficialRole, Penalty, PenaltyRuling, RuleSet, Spectators, TimeControl, TimeControls,
};

/// A table that is published under these rules.
pub async fn under(change: impl FnOnce(&mut RuleSet)) -> (World, String) {
    let world = World::new(MAIN_MS).await;
    let mut rule_set = plain_rules();
    change(&mut rule_set);
    let deviations = Vec::new();
    let changed = Event::RuleSetChanged {
        rule_set,
        origin: None,
        deviations,
    };
    world.pairing.push(TOURNAMENT, &changed);
    let appointed = Event::OfficialAppointed {
        account: AccountId::from(DIRECTOR),
        role: OfficialRole::HeadDirector,
        shares: Vec::new(),
        powers: None,
    };
    world.pairing.push(TOURNAMENT, &appointed);
    let game = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
    (world, game)
}

async fn call(world: &World, game: &str) {
    let request = proto::CallDirectorRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        stamps: None,
    };
    let called = world.client().call_director(world.by(BLACK, request)).await;
    answered(called).unwrap();
}

async fn officiate(world: &World, game: &str, act: proto::official_act::Act) {
    let request = proto::OfficiateRequest {
        command_id: world.new_id(),
        game_id: game.to_owned(),
        act: Some(proto::OfficialAct { act: Some(act) }),
        paragraph: String::new(),
        reason: "As the rules say.".to_owned(),
    };
    let ruled = world.client().officiate(world.by(DIRECTOR, request)).await;
    answered(ruled).unwrap();
}

#[test]
fn a_table_has_the_time_control_and_default_policy_of_its_rule_set() {
    anywhere(async {
        let fischer = TimeControl::Fischer {
            main_ms: 60_000,
            increment_ms: 5_000,
        };
        let byoyomi = TimeControl::Byoyomi {
            main_ms: 60_000,
            periods: 3,
            period_ms: 10_000,
        };
        let rows = [
            (
                fischer,
                "fischer",
                DefaultPolicy::LossOfAllDiscs,
                "loss_of_all_discs",
            ),
            (
                byoyomi,
                "byoyomi",
                DefaultPolicy::LossOnBoard,
                "loss_on_board",
            ),
        ];
        for (control, kind, policy, name) in rows {
            let (world, game) = under(|rules| {
                rules.time_controls.qualification = control;
                rules.default_policy = policy;
            })
            .await;
            let table = world.table(&game).await;
            let shown = table.white_time_control.unwrap();
            assert_eq!((shown.kind.as_str(), shown.main_ms), (kind, 60_000));
            assert_eq!(table.default_policy, name);
        }
    });
}

/// Amended from round 2 on: other times, another procedure at a default, no spectators.
fn amended() -> Event {
    let mut rule_set = plain_rules();
    rule_set.time_controls.qualification = TimeControl::minutes(7);
    rule_set.default_policy = DefaultPolicy::LossOnBoard;
    rule_set.spectators = Spectators::Off;
    Event::RulesAmended(AmendedRules {
        rule_set,
        from_round: 2,
        plan: None,
        reason: "reason".to_owned(),
        by: AccountId::from(DIRECTOR),
        announcement: 1,
        deviations: Vec::new(),
    })
}

/// What a table shows of its rules: main time, procedure at a default, who may watch.
fn shown(table: proto::Table) -> (i64, String, String) {
    let spectators = table.spectators.unwrap();
    (table.main_time_ms, table.default_policy, spectators.policy)
}

#[test]
fn an_amendment_that_a_restored_store_does_not_have_sets_up_no_later_round() {
    anywhere(async {
        let (world, first) = under(|_| {}).await;
        let restored_to = world.pairing.last();
        world.pairing.push(TOURNAMENT, &amended());
        let lost = world.publish(2, &[("e-anna", "e-boris")]).await.remove(0);
        let expected = shown(world.table(&first).await);
        assert_ne!(shown(world.table(&lost).await), expected);
        world.pairing.restore_to(restored_to);
        world.catch_up().await;
        // A place that no fact had before: the lost round's game stays, and this is another.
        world.pairing.push("another", &amended());
        world.pairing.push("another", &amended());
        let again = world.publish(2, &[("e-anna", "e-boris")]).await.remove(0);
        assert_ne!(again, lost);
        assert_eq!(shown(world.table(&again).await), expected);
    });
}

/// AGA V.E.14.c: a monitor who was given nothing stops clocks from the amendment on that brings Canadian overtime.
#[test]
fn a_monitor_has_what_amended_overtime_gives_him() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        let appointed = Event::OfficialAppointed {
            account: AccountId::from("mona"),
            role: OfficialRole::Monitor,
            shares: Vec::new(),
            powers: Some(BTreeSet::new()),
        };
        world.pairing.push(TOURNAMENT, &appointed);
        world.catch_up().await;
        world.until_live(&game).await;
        let pause = async || {
            let act = proto::official_act::Act::Pause(proto::PauseAct::default());
            let request = proto::OfficiateRequest {
                command_id: world.new_id(),
                game_id: game.clone(),
                act: Some(proto::OfficialAct { act: Some(act) }),
                paragraph: String::new(),
                reason: "Overtime.".to_owned(),
            };
            answered(world.client().officiate(world.by("mona", request)).await)
        };
        assert_eq!(pause().await.unwrap_err().code, "power_not_given");
        let Event::RulesAmended(mut amended) = amended() else {
            unreachable!();
        };
        amended.rule_set.time_controls = TimeControls::all(TimeControl::Canadian {
            main_ms: 600_000,
            moves: 10,
            block_ms: 300_000,
        });
        world
            .pairing
            .push(TOURNAMENT, &Event::RulesAmended(amended));
        world.catch_up().await;
        pause().await.unwrap();
    });
}

#[test]
fn a_replay_leaves_every_amendment_at_the_round_that_it_begins_with() {
    anywhere(async {
        let (world, _) = under(|_| {}).await;
        let unpublished = Event::RoundUnpublished {
            round: 1,
            reason: "again".to_owned(),
            announcement_stands: false,
        };
        world.pairing.push(TOURNAMENT, &unpublished);
        let first = world.publish(1, &[("e-anna", "e-boris")]).await.remove(0);
        world.pairing.push(TOURNAMENT, &amended());
        world.catch_up().await;
        let expected = shown(world.table(&first).await);
        assert_eq!((expected.0, &*expected.2), (MAIN_MS, "on"));
        world.pairing.restore_to(world.pairing.last());
        world.catch_up().await;
        assert_eq!(shown(world.table(&first).await), expected);
    });
}

#[test]
fn a_game_keeps_the_rules_that_its_round_was_published_under() {
    anywhere(async {
        let (world, first) = under(|_| {}).await;
        world.pairing.push(TOURNAMENT, &amended());
        let second = world.publish(2, &[("e-anna", "e-boris")]).await.remove(0);
        let kept = shown(world.table(&first).await);
        let (main_ms, policy, watched) = shown(world.table(&second).await);
        assert_eq!((main_ms, &*policy), (420_000, "loss_on_board"));
        assert_eq!(kept.0, MAIN_MS);
        assert_ne!(kept.1, policy);
        assert_ne!(kept.2, watched);
    });
}

#[test]
fn a_call_stops_the_clocks_for_its_time_at_most_and_stays_open_until_it_is_answered() {
    still(async {
        for (longest_ms, is_answered) in [(600_000, true), (300, false)] {
            let (world, game) = under(|rules| {
                rules.director_call.stops_clocks = true;
                rules.director_call.longest_ms = longest_ms;
                rules.director_call.most_per_player = 1;
            })
            .await;
            world.until_live(&game).await;
            call(&world, &game).await;
            world.until_told("director_called").await;
            if is_answered {
                let table = world.table(&game).await;
                assert_eq!(table.phase(), proto::TablePhase::Paused);
                assert_eq!(table.pause.unwrap().cause, "call");
                let answer = proto::official_act::Act::AnswerCall(proto::AnswerCallAct {});
                officiate(&world, &game, answer).await;
                world.until_told("director_call_ended").await;
            }
            let live = |table: &proto::Table| table.phase() == proto::TablePhase::Live;
            world.until(&game, live).await;
            let asked = proto::GetTableRequest {
                game_id: game.clone(),
                ..Default::default()
            };
            let shown = world.client().get_table(world.by(BLACK, asked)).await;
            let table = shown.unwrap().into_inner().table.unwrap();
            let waits = table.called_by() == proto::Color::Black;
            assert_eq!(waits, !is_answered);
        }
    });
}

#[test]
fn who_does_not_come_in_time_loses_and_both_may() {
    still(async {
        for one_came in [true, false] {
            let (world, game) = under(|rules| {
                rules.absence_policy = AbsencePolicy::Limit { after_ms: 60_000 };
            })
            .await;
            world.until_live(&game).await;
            if one_came {
                world.play(BLACK, "m", &game, (1, "f5")).await.unwrap();
            }
            world.clock.set_forward(61_000);
            let over = |table: &proto::Table| table.result.is_some();
            let result = world.until(&game, over).await.result.unwrap();
            assert_eq!(result.reason, "absence");
            assert_eq!(result.both_absent, !one_came);
            if one_came {
                assert_eq!(result.winner(), proto::Color::Black);
            }
        }
    });
}

#[test]
fn time_taken_at_the_desk_is_taken_at_the_table_once() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        world.until_live(&game).await;
        let before = world.table(&game).await.clocks.unwrap();
        let ruling = PenaltyRuling {
            ruling: "r1".to_owned(),
            whom: Offender::Entrant {
                entrant: EntrantId::from("e-boris"),
            },
            penalty: Penalty::Time {
                round: 1,
                table: 1,
                taken_ms: 120_000,
                given_ms: 0,
                empties_clock: false,
            },
            paragraph: None,
            reason: "reason-1".to_owned(),
            by: AccountId::from(DIRECTOR),
            accept_deviations: false,
            deviations: Vec::new(),
        };
        let imposed = Event::PenaltyImposed(ruling);
        let text = ("reason-1", "He is always late.");
        world
            .pairing
            .push_written(TOURNAMENT, &imposed, DIRECTOR, text);
        world.pairing.repeat_last();
        world.catch_up().await;
        let after = world.table(&game).await.clocks.unwrap();
        assert_eq!(after.white_ms, before.white_ms - 120_000);
        // The opponent is not told why.
        let asked = proto::GetTableRequest {
            game_id: game.clone(),
            ..Default::default()
        };
        let shown = world.client().get_table(world.by(BLACK, asked)).await;
        let ruling = shown.unwrap().into_inner().table.unwrap().rulings.remove(0);
        assert_eq!((&*ruling.act, &*ruling.reason), ("adjust_time", ""));
        assert_eq!((&*ruling.color, ruling.ms), ("white", Some(-120_000)));
    });
}

/// A ruling of the desk against white: as much time as that is taken, and a minute given to black.
fn time_penalty(taken_ms: i64, empties_clock: bool) -> Event {
    Event::PenaltyImposed(PenaltyRuling {
        ruling: format!("r-{empties_clock}"),
        whom: Offender::Entrant {
            entrant: EntrantId::from("e-boris"),
        },
        penalty: Penalty::Time {
            round: 1,
            table: 1,
            taken_ms,
            given_ms: 60_000,
            empties_clock,
        },
        paragraph: None,
        reason: format!("reason-{empties_clock}"),
        by: AccountId::from(DIRECTOR),
        accept_deviations: false,
        deviations: Vec::new(),
    })
}

#[test]
fn a_penalty_larger_than_the_clock_is_applied_whole_or_not_at_all_and_then_the_directors_know() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        world.until_live(&game).await;
        let before = world.table(&game).await.clocks.unwrap();
        world
            .pairing
            .push(TOURNAMENT, &time_penalty(MAIN_MS, false));
        world.pairing.repeat_last();
        world.catch_up().await;
        let after = world.table(&game).await.clocks.unwrap();
        assert_eq!(after.white_ms, before.white_ms);
        assert!(
            after.black_ms <= before.black_ms,
            "nobody is given anything"
        );
        let alerts = world.alerts().await;
        assert_eq!(alerts.len(), 1, "{alerts:?}");
        assert_eq!(
            (alerts[0].code.as_str(), alerts[0].round),
            ("penalty_not_applied", 1)
        );
        assert_eq!(alerts[0].game_ids, std::slice::from_ref(&game));
        world.pairing.push(TOURNAMENT, &time_penalty(MAIN_MS, true));
        world.pairing.repeat_last();
        world.catch_up().await;
        let emptied = world.table(&game).await.clocks.unwrap();
        assert_eq!(emptied.white_ms, 0);
        assert!(
            emptied.black_ms > after.black_ms,
            "the opponent has his minute"
        );
        world.play(BLACK, "m", &game, (1, "f5")).await.unwrap();
        world
            .until(&game, |table| table.defaulted() == proto::Color::White)
            .await;
        assert_eq!(world.alerts().await.len(), 1);
    });
}

#[test]
fn a_finished_game_that_goes_on_is_told() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        world.until_live(&game).await;
        let request = proto::ResignRequest {
            command_id: "r".to_owned(),
            game_id: game.clone(),
            stamps: None,
        };
        answered(world.client().resign(world.by(WHITE, request)).await).unwrap();
        world.until_told("game_finished").await;
        let reopen = proto::official_act::Act::Reopen(proto::ReopenAct::default());
        officiate(&world, &game, reopen).await;
        world.until_told("game_reopened").await;
        assert!(world.table(&game).await.result.is_none());
    });
}

#[test]
fn who_is_sent_from_the_room_makes_no_move() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        world.until_live(&game).await;
        let imposed = Event::PenaltyImposed(PenaltyRuling {
            ruling: "r1".to_owned(),
            whom: Offender::Entrant {
                entrant: EntrantId::from("e-anna"),
            },
            penalty: Penalty::RoomExpulsion { until_ms: None },
            paragraph: None,
            reason: "reason-1".to_owned(),
            by: AccountId::from(DIRECTOR),
            accept_deviations: false,
            deviations: Vec::new(),
        });
        world.pairing.push(TOURNAMENT, &imposed);
        world.catch_up().await;
        let refused = world.play(BLACK, "m", &game, (1, "f5")).await;
        assert_eq!(refused.unwrap_err().code, "expelled");
        assert!(world.table(&game).await.plies.is_empty());
    });
}

#[test]
fn a_sealed_move_is_played_when_the_game_goes_on() {
    anywhere(async {
        let (world, game) = under(|_| {}).await;
        world.until_live(&game).await;
        let at_ms = world.clock.now_ms() + 601_000;
        let announced = proto::AnnounceAdjournmentAct { at_ms };
        let announced = proto::official_act::Act::AnnounceAdjournment(announced);
        officiate(&world, &game, announced).await;
        world.clock.set_forward(602_000);
        let seal = async || {
            let request = proto::SealMoveRequest {
                command_id: world.new_id(),
                game_id: game.clone(),
                ply: 1,
                square: "f5".to_owned(),
                flip: String::new(),
                stamps: None,
            };
            answered(world.client().seal_move(world.by(BLACK, request)).await)
        };
        let sealed = seen(async || seal().await.ok()).await;
        assert!(sealed.is_some(), "{:?}", seal().await);
        let table = world.table(&game).await;
        assert_eq!(table.phase(), proto::TablePhase::Adjourned);
        assert!(table.plies.is_empty(), "nobody sees a sealed move");
        let resumed = proto::ResumeAdjournedAct {};
        let resumed = proto::official_act::Act::ResumeAdjourned(resumed);
        officiate(&world, &game, resumed).await;
        let table = world.table(&game).await;
        assert_eq!(table.phase(), proto::TablePhase::Live);
        assert_eq!(table.plies[0].square, "f5");
    });
}

#[test]
fn what_an_official_makes_of_a_table_where_nobody_played_is_told_so() {
    anywhere(async {
        for begun in [false, true] {
            let (world, game) = under(|_| {}).await;
            world.until_live(&game).await;
            if begun {
                world.play(BLACK, "c1", &game, (1, "f5")).await.unwrap();
            }
            let entered = proto::EnterTranscriptAct {
                text: "e6f4e3f6g5d6e7f5c5".to_owned(),
                r#final: true,
                ..Default::default()
            };
            let act = proto::official_act::Act::EnterTranscript(entered);
            officiate(&world, &game, act).await;
            let facts = world.until_told("game_finished").await;
            let finished = facts.iter().find(|fact| fact.kind == "game_finished");
            let told: serde_json::Value = serde_json::from_slice(&finished.unwrap().body).unwrap();
            let unplayed = told.get("unplayed").and_then(serde_json::Value::as_bool);
            assert_eq!(unplayed, (!begun).then_some(true), "{told}");
        }
    });
}
