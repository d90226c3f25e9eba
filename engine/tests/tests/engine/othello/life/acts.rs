//! Every official's act in every phase: the events, or the code of the refusal.

use crate::refusals::assert_declared_at_tables;
use outflank_othello::{
    Audience, Color, Command, Event, Expelled, OfficialAct, PerColor, Phase, TableState, deadline,
};

use crate::othello::life::scene::{Scene, kinds, officiate};

const PHASES: [Phase; 7] = [
    Phase::Empty,
    Phase::Waiting,
    Phase::Live,
    Phase::Paused,
    Phase::Adjourned,
    Phase::Finished,
    Phase::Annulled,
];

fn scene_in(phase: Phase) -> Scene {
    let mut scene = Scene::after("f5d6c3");
    match phase {
        Phase::Empty => {
            scene.state = TableState::default();
            scene.journal.clear();
        }
        Phase::Waiting => scene = Scene::with(crate::othello::life::scene::game_rules()),
        Phase::Live => {}
        Phase::Paused => scene.pause(),
        Phase::Adjourned => scene.adjourn(Some("d3")),
        Phase::Finished => {
            scene.accept(&Command::Resign {
                color: Color::Black,
            });
        }
        Phase::Annulled => {
            scene.act(OfficialAct::Annul);
        }
    }
    scene.later(10);
    assert_eq!(scene.state.phase(), phase);
    scene
}

fn both(ms: i64) -> PerColor<i64> {
    PerColor::new(ms, ms)
}

/// What each act leads to in waiting, live, paused, adjourned, finished and annulled games.
#[allow(clippy::too_many_lines, reason = "one table, a row an act")]
fn table() -> Vec<(OfficialAct, [&'static str; 6])> {
    let seat = || Expelled::Seat(Color::White);
    vec![
        (
            OfficialAct::Pause { until_ms: None },
            [
                "ruled paused",
                "ruled paused",
                "!already_paused",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::Resume,
            [
                "!not_paused",
                "!not_paused",
                "ruled resumed",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::SetClocks {
                remaining_ms: both(60_000),
            },
            [
                "ruled clocks_set",
                "ruled clocks_set",
                "ruled clocks_set",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::AdjustTime {
                color: Color::White,
                ms: -60_000,
            },
            [
                "ruled time_adjusted",
                "ruled time_adjusted",
                "ruled time_adjusted",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::TakeBack {
                to_ply: 1,
                clocks: None,
            },
            [
                "!not_started",
                "ruled taken_back",
                "ruled taken_back",
                "ruled taken_back",
                "ruled taken_back",
                "!annulled",
            ],
        ),
        (
            OfficialAct::UndoDefault { clocks: None },
            [
                "!not_started",
                "!no_default",
                "!no_default",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::SetScore {
                black_discs: 40,
                white_discs: 24,
                winner: Some(Color::Black),
            },
            [
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "!annulled",
            ],
        ),
        (
            OfficialAct::SetScore {
                black_discs: 40,
                white_discs: 23,
                winner: Some(Color::Black),
            },
            [
                "!invalid_score",
                "!invalid_score",
                "!invalid_score",
                "!invalid_score",
                "!invalid_score",
                "!annulled",
            ],
        ),
        (
            OfficialAct::Award { to: Color::White },
            [
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "!annulled",
            ],
        ),
        (
            OfficialAct::DeclareDraw,
            [
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "ruled finished",
                "!annulled",
            ],
        ),
        (
            OfficialAct::AnnounceAdjournment { at_ms: 900_000_000 },
            [
                "!not_started",
                "ruled adjournment_announced",
                "ruled adjournment_announced",
                "!adjourned",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::CancelAdjournment,
            [
                "!not_adjourned",
                "!not_adjourned",
                "!not_adjourned",
                "!adjourned",
                "!not_adjourned",
                "!annulled",
            ],
        ),
        (
            OfficialAct::ResumeAdjourned,
            [
                "!not_adjourned",
                "!not_adjourned",
                "!not_adjourned",
                "ruled seal_revealed moved",
                "!not_adjourned",
                "!annulled",
            ],
        ),
        (
            OfficialAct::DecideSealed {
                square: None,
                flip: None,
            },
            [
                "!not_adjourned",
                "!not_adjourned",
                "!not_adjourned",
                "!sealed_unopened",
                "!not_adjourned",
                "!annulled",
            ],
        ),
        (
            OfficialAct::Expel {
                whom: seat(),
                until_ms: None,
            },
            [
                "ruled expelled",
                "ruled expelled",
                "ruled expelled",
                "ruled expelled",
                "ruled expelled",
                "!annulled",
            ],
        ),
        (
            OfficialAct::Readmit { whom: seat() },
            [
                "!not_expelled",
                "!not_expelled",
                "!not_expelled",
                "!not_expelled",
                "!not_expelled",
                "!annulled",
            ],
        ),
        (
            OfficialAct::AssignTableJudge {
                account: "judge".into(),
            },
            [
                "ruled table_judge_assigned",
                "ruled table_judge_assigned",
                "ruled table_judge_assigned",
                "ruled table_judge_assigned",
                "ruled table_judge_assigned",
                "!annulled",
            ],
        ),
        (
            OfficialAct::EnterTranscript {
                text: "f5 d6 c3 d3".into(),
                clocks: None,
                is_final: false,
            },
            [
                "ruled transcript_entered",
                "ruled transcript_entered",
                "ruled transcript_entered",
                "!adjourned",
                "ruled transcript_entered",
                "!annulled",
            ],
        ),
        (
            OfficialAct::EnterTranscript {
                text: "f5d6c3d3".into(),
                clocks: None,
                is_final: true,
            },
            [
                "!not_finished",
                "!not_finished",
                "!not_finished",
                "!adjourned",
                "!not_finished",
                "!annulled",
            ],
        ),
        (
            OfficialAct::EnterTranscript {
                text: "f5f5".into(),
                clocks: None,
                is_final: false,
            },
            [
                "!invalid_transcript",
                "!invalid_transcript",
                "!invalid_transcript",
                "!adjourned",
                "!invalid_transcript",
                "!annulled",
            ],
        ),
        (
            OfficialAct::EnterTranscript {
                text: "hello".into(),
                clocks: None,
                is_final: false,
            },
            [
                "!invalid_transcript",
                "!invalid_transcript",
                "!invalid_transcript",
                "!adjourned",
                "!invalid_transcript",
                "!annulled",
            ],
        ),
        (
            OfficialAct::EnterTranscript {
                text: "e6f4e3f6g5d6e7f5c5".into(),
                clocks: None,
                is_final: true,
            },
            [
                "ruled transcript_entered finished",
                "ruled transcript_entered finished",
                "ruled transcript_entered finished",
                "!adjourned",
                "ruled transcript_entered finished",
                "!annulled",
            ],
        ),
        (
            OfficialAct::Reopen { clocks: None },
            [
                "!not_finished",
                "!not_finished",
                "!not_finished",
                "!not_finished",
                "ruled reopened",
                "ruled reopened",
            ],
        ),
        (
            OfficialAct::Annul,
            [
                "ruled annulled",
                "ruled annulled",
                "ruled annulled",
                "ruled annulled",
                "ruled annulled",
                "!annulled",
            ],
        ),
        (
            OfficialAct::ReplayFrom {
                ply: 0,
                clocks: both(60_000),
                starts_at_ms: 900_000_000,
            },
            [
                "ruled replay_set",
                "ruled replay_set",
                "ruled replay_set",
                "ruled replay_set",
                "ruled replay_set",
                "ruled replay_set",
            ],
        ),
        (
            OfficialAct::AnswerCall,
            [
                "!no_call",
                "!no_call",
                "!no_call",
                "!no_call",
                "!no_call",
                "!annulled",
            ],
        ),
        (
            OfficialAct::SpectatorsChat { open: true },
            [
                "ruled spectators_chat_set",
                "ruled spectators_chat_set",
                "ruled spectators_chat_set",
                "ruled spectators_chat_set",
                "!game_over",
                "!annulled",
            ],
        ),
        (
            OfficialAct::SettleDispute { upheld: false },
            [
                "!not_finished",
                "!not_finished",
                "!not_finished",
                "!not_finished",
                "!no_dispute",
                "!annulled",
            ],
        ),
    ]
}

#[test]
fn every_act_in_every_phase() {
    for (act, expected) in table() {
        for (phase, expected) in PHASES
            .into_iter()
            .zip(std::iter::once("!no_such_game").chain(expected))
        {
            let mut scene = scene_in(phase);
            let command = officiate(act.clone());
            let found = match scene.decide(&command) {
                Ok(events) => kinds(&events),
                Err(refusal) => {
                    assert_declared_at_tables(&refusal);
                    format!("!{}", refusal.code.as_str())
                }
            };
            assert_eq!(found, expected, "{act:?} in {phase:?}");
            if found.starts_with('!') {
                continue;
            }
            let events = scene.accept(&command);
            let Some(Event::Ruled {
                act: named,
                authority,
            }) = events.first()
            else {
                panic!("{act:?} in {phase:?}: no ruling first");
            };
            assert_eq!(*named, act.kind());
            assert_eq!(authority.paragraph.as_deref(), Some("WOC IV.7"));
            assert!(
                events
                    .iter()
                    .all(|event| event.audience() <= Audience::Players),
                "{act:?}"
            );
            let json = serde_json::to_value(named).unwrap();
            assert_eq!(json.as_str(), Some(named.as_str()));
            assert_eq!(
                deadline(&scene.state).is_none(),
                matches!(scene.state.phase(), Phase::Annulled | Phase::Adjourned)
                    || (scene.state.pause().is_some() && scene.state.adjournment().is_none())
                    || (scene.state.phase() == Phase::Finished
                        && scene.state.confirmation().is_none()),
                "{act:?} in {phase:?}: {:?}",
                deadline(&scene.state)
            );
        }
    }
}

/// Clocks and instants that make no sense are refused whoever asks.
#[test]
fn official_numbers_are_checked() {
    let scene = Scene::after("f5d6");
    for ms in [0, -1, i64::MIN, i64::MAX, 24 * 3_600_000 + 1] {
        let code = outflank_othello::Code::InvalidClocks;
        scene.refuse_act(
            OfficialAct::SetClocks {
                remaining_ms: PerColor::new(ms, 1_000),
            },
            code,
        );
        scene.refuse_act(
            OfficialAct::TakeBack {
                to_ply: 1,
                clocks: Some(both(ms)),
            },
            code,
        );
        scene.refuse_act(
            OfficialAct::ReplayFrom {
                ply: 1,
                clocks: both(ms),
                starts_at_ms: scene.now_ms,
            },
            code,
        );
    }
    for ms in [0, i64::MIN, i64::MAX, -25 * 60_000] {
        let code = outflank_othello::Code::InvalidClocks;
        scene.refuse_act(
            OfficialAct::AdjustTime {
                color: Color::White,
                ms,
            },
            code,
        );
    }
    for at_ms in [i64::MIN, 0, scene.now_ms, i64::MAX] {
        let code = outflank_othello::Code::InvalidInstant;
        scene.refuse_act(
            OfficialAct::Pause {
                until_ms: Some(at_ms),
            },
            code,
        );
        let whom = Expelled::Account("fan".into());
        scene.refuse_act(
            OfficialAct::Expel {
                whom,
                until_ms: Some(at_ms),
            },
            code,
        );
    }
    let soon = scene.now_ms + 599_999;
    let code = outflank_othello::Code::AdjournmentTooSoon;
    scene.refuse_act(OfficialAct::AnnounceAdjournment { at_ms: soon }, code);
    for to_ply in [2, 3, u32::MAX] {
        let code = outflank_othello::Code::NothingToTakeBack;
        scene.refuse_act(
            OfficialAct::TakeBack {
                to_ply,
                clocks: None,
            },
            code,
        );
    }
}
