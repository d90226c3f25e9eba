//! Signing a result, disputing it, countersigning it.

use outflank_othello::{
    Code, Color, Command, ConfirmationStatus, ConfirmedBy, DeadlineKind, OfficialAct,
    canonical_transcript, deadline, transcript_digest,
};

use crate::othello::life::scene::{Scene, kinds};

fn finished() -> Scene {
    Scene::after("e6f4e3f6g5d6e7f5c5")
}

fn confirm(scene: &Scene, color: Color) -> Command {
    Command::ConfirmTranscript {
        color,
        digest: transcript_digest(&scene.state),
    }
}

fn countersign(scene: &Scene) -> Command {
    Command::Countersign {
        digest: transcript_digest(&scene.state),
        key_id: "key".into(),
        signature: "c2ln".into(),
    }
}

#[test]
fn both_signatures_confirm_and_the_server_signs() {
    let mut scene = finished();
    scene.refuse(&countersign(&scene), Code::NotConfirmed);
    let other = Command::ConfirmTranscript {
        color: Color::White,
        digest: "0".repeat(64),
    };
    let refusal = scene.refuse(&other, Code::DigestMismatch);
    assert_eq!(refusal.rule(), Some("WOC IV.8"));
    let white = confirm(&scene, Color::White);
    assert_eq!(kinds(&scene.accept(&white)), "transcript_confirmed");
    scene.refuse(&white, Code::Repeated);
    assert_eq!(
        scene.state.confirmation(),
        Some(ConfirmationStatus::Pending {
            black: false,
            white: true
        })
    );
    let dispute = Command::DisputeResult {
        color: Color::White,
        reason_id: "r".into(),
    };
    scene.refuse(&dispute, Code::AlreadyConfirmed);
    let black = confirm(&scene, Color::Black);
    assert_eq!(
        kinds(&scene.accept(&black)),
        "transcript_confirmed result_confirmed"
    );
    assert_eq!(deadline(&scene.state), None);
    let digest = transcript_digest(&scene.state);
    scene.accept(&countersign(&scene));
    scene.refuse(&countersign(&scene), Code::Repeated);
    assert_eq!(
        scene
            .state
            .signatures()
            .unwrap()
            .countersigned
            .as_ref()
            .unwrap()
            .digest,
        digest
    );
    assert_eq!(transcript_digest(&scene.state), digest);
}

#[test]
fn silence_confirms_after_five_minutes() {
    let mut scene = finished();
    let due = deadline(&scene.state).unwrap();
    assert_eq!(
        (due.kind, due.at_ms),
        (DeadlineKind::Confirmation, scene.now_ms + 300_000)
    );
    scene
        .at(due.at_ms - 1)
        .refuse(&Command::SettleDeadline, Code::NothingDue);
    assert_eq!(kinds(&scene.settle()), "result_confirmed");
    assert_eq!(
        scene.state.signatures().unwrap().confirmed,
        Some(ConfirmedBy::Silence)
    );
    scene.refuse(&confirm(&scene, Color::Black), Code::AlreadyConfirmed);
}

#[test]
fn a_dispute_waits_for_an_official() {
    for color in Color::BOTH {
        let mut scene = finished();
        scene.accept(&Command::DisputeResult {
            color,
            reason_id: "r".into(),
        });
        assert_eq!(
            scene.state.confirmation(),
            Some(ConfirmationStatus::Disputed)
        );
        assert_eq!(deadline(&scene.state), None);
        scene.refuse(&confirm(&scene, color.opponent()), Code::Disputed);
        let mut upheld = scene.clone();
        let events = scene.act(OfficialAct::SettleDispute { upheld: false });
        assert_eq!(kinds(&events), "ruled dispute_settled result_confirmed");
        assert_eq!(
            scene.state.confirmation(),
            Some(ConfirmationStatus::Confirmed)
        );
        upheld.act(OfficialAct::SettleDispute { upheld: true });
        assert_eq!(
            upheld.state.confirmation(),
            Some(ConfirmationStatus::Overruled)
        );
        upheld.refuse(&confirm(&upheld, color.opponent()), Code::NoConfirmation);
        upheld.refuse_act(OfficialAct::SettleDispute { upheld: true }, Code::NoDispute);
        upheld.act(OfficialAct::DeclareDraw);
        assert_eq!(upheld.state.confirmation(), None);
        upheld.refuse(&confirm(&upheld, color), Code::NoConfirmation);
    }
}

/// What is signed names the players, every ply and the result, and nothing else.
#[test]
fn the_canonical_transcript_is_what_it_says() {
    let scene = finished();
    assert_eq!(
        canonical_transcript(&scene.state),
        "othello transcript 1\ncasual\nblack \"entrant-1\"\nwhite \"entrant-2\"\n\
         plies e6f4e3f6g5d6e7f5c5\nresult 64-0 winner black by board_complete\n"
    );
    let digest = transcript_digest(&scene.state);
    assert_eq!(digest.len(), 64);
    let mut slower = Scene::live();
    slower.later(77_000).play_line("e6f4e3f6g5d6e7f5c5");
    assert_eq!(transcript_digest(&slower.state), digest);
    slower.act(OfficialAct::Award { to: Color::White });
    assert_ne!(transcript_digest(&slower.state), digest);
}
