//! What spectators see, and when.

use outflank_othello::{Color, Command, Entry, OfficialAct, Spectators, Visible, visible_seq};

use crate::othello::life::scene::Scene;

fn seen(scene: &Scene, policy: Spectators, now_ms: i64) -> Visible {
    let entries = (1..)
        .zip(&scene.journal)
        .map(|(seq, (at_ms, events))| Entry {
            seq,
            at_ms: *at_ms,
            events,
        });
    visible_seq(policy, entries, now_ms)
}

fn delayed(plies: u32, ms: i64) -> Spectators {
    Spectators::Delayed { plies, ms }
}

/// Entries: 1 set up, 2 started, 3 to 6 a ply each, one second apart.
#[test]
fn each_policy_shows_what_it_says() {
    let scene = Scene::after("f5d6c3d3");
    let now = scene.now_ms;
    let table = [
        (Spectators::On, now, 6, None),
        (Spectators::Off, now + 9_999_999, 1, None),
        (delayed(0, 0), now, 6, None),
        (delayed(1, 0), now, 5, None),
        (delayed(2, 0), now, 4, None),
        (delayed(9, 0), now, 2, None),
        (delayed(0, 1_500), now, 4, Some(now + 500)),
        (delayed(0, 1_500), now + 499, 4, Some(now + 500)),
        (delayed(0, 1_500), now + 500, 5, Some(now + 1_500)),
        (delayed(0, 1_500), now + 1_500, 6, None),
        (delayed(2, 1_500), now, 4, None),
        (delayed(2, 2_500), now, 3, Some(now + 500)),
        (delayed(0, 5_000), now, 1, Some(now + 1_000)),
        (delayed(0, -5), now, 6, None),
        (delayed(u32::MAX, i64::MAX), i64::MAX - 1, 1, Some(i64::MAX)),
    ];
    for (policy, now_ms, seq, look_again_ms) in table {
        let expected = Visible { seq, look_again_ms };
        assert_eq!(
            seen(&scene, policy, now_ms),
            expected,
            "{policy:?} at {}",
            now_ms - now
        );
    }
    assert_eq!(
        visible_seq(Spectators::On, [], 0),
        Visible {
            seq: 0,
            look_again_ms: None
        }
    );
}

#[test]
fn the_end_shows_everything_and_a_new_beginning_hides_again() {
    for policy in [Spectators::Off, delayed(2, 60_000)] {
        let mut scene = Scene::after("f5d6c3d3");
        scene.accept(&Command::Resign {
            color: Color::Black,
        });
        assert_eq!(seen(&scene, policy, scene.now_ms).seq, 7, "{policy:?}");
        // What comes after the end while it lasts is open too.
        scene.accept(&Command::DisputeResult {
            color: Color::Black,
            reason_id: "r".into(),
        });
        assert_eq!(seen(&scene, policy, scene.now_ms).seq, 8, "{policy:?}");
        scene.act(OfficialAct::Reopen { clocks: None });
        scene.play_line("c4");
        assert_eq!(seen(&scene, policy, scene.now_ms).seq, 8, "{policy:?}");
        scene.act(OfficialAct::Annul);
        assert_eq!(seen(&scene, policy, scene.now_ms).seq, 11, "{policy:?}");
    }
}
