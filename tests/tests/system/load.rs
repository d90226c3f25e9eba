//! Every scenario of the load harness, small: it comes to its end without an error, and has counted what it was to count.
//! How long anything took is not judged here.

use std::{
    collections::BTreeMap,
    process::{Command, Stdio},
};

/// Runs one scenario with sizes; answers its figures.
fn figures(scenario: &str, sizes: &[(&str, u64)]) -> BTreeMap<String, f64> {
    let output = Command::new(env!("CARGO_BIN_EXE_load"))
        .env("SCENARIO", scenario)
        .envs(sizes.iter().map(|(name, value)| (name, value.to_string())))
        .stderr(Stdio::inherit())
        .output()
        .unwrap();
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(output.status.success(), "{scenario} failed:\n{text}");
    let figures = text.lines().filter_map(|line| {
        let mut words = line.strip_prefix("figure ")?.split(' ');
        Some((words.next()?.to_owned(), words.next()?.parse().ok()?))
    });
    figures.collect()
}

/// That these figures are what they have to be.
fn assert_counts(figures: &BTreeMap<String, f64>, wanted: &[(&str, f64)]) {
    for (name, count) in wanted {
        assert_eq!(figures.get(*name), Some(count), "{name} of {figures:#?}");
    }
}

#[test]
fn a_crowd_gives_way_to_players() {
    let sizes = [
        ("CROWD", 150),
        ("FILES", 400),
        ("CROWD_PLAYERS", 4),
        ("CROWD_MOVES", 1),
    ];
    let figures = figures("crowd", &sizes);
    assert_counts(
        &figures,
        &[("crowd_players_seated", 4.0), ("crowd_moves", 4.0)],
    );
}

#[test]
fn everybody_sits_down_at_the_start_of_a_round() {
    let figures = figures("round-start", &[("PLAYERS", 12)]);
    assert_counts(
        &figures,
        &[("round_start_tables", 6.0), ("round_start_seated", 12.0)],
    );
}

#[test]
fn all_viewers_of_a_game_are_told_the_same() {
    let sizes = [
        ("SOCKETS", 30),
        ("BESIDE", 2),
        ("HOT_PLIES", 4),
        ("HOT_EVERY_MS", 10),
        ("INTERVAL_MS", 50),
    ];
    let figures = figures("hot-game", &sizes);
    assert_counts(
        &figures,
        &[
            ("hot_game_sockets", 30.0),
            ("hot_game_beside_with_samples", 36.0),
        ],
    );
}

#[test]
fn everybody_reads_the_final_standings() {
    let figures = figures("standings-rush", &[("PLAYERS", 8), ("SPECTATORS", 10)]);
    assert_counts(&figures, &[("standings_rush_have_it", 18.0)]);
}

#[test]
fn everybody_comes_back_after_a_kill() {
    let sizes = [
        ("STORM_GAMES", 3),
        ("STORM_THINK_MS", 50),
        ("STORM_CALM_SECONDS", 0),
        ("STORMS", 2),
    ];
    let figures = figures("reconnect-storm", &sizes);
    let wanted = [
        ("reconnect_storm_sockets", 6.0),
        ("reconnect_storm_not_resumed", 0.0),
    ];
    assert_counts(&figures, &wanted);
    assert!(
        figures["reconnect_storm_acknowledged"] > 0.0,
        "{figures:#?}"
    );
}

#[test]
fn games_go_on_beside_hostile_guests() {
    let sizes = [
        ("MIX_GAMES", 2),
        ("INTERVAL_MS", 50),
        ("HOSTILE", 14),
        ("HOSTILE_PAUSE_MS", 100),
    ];
    let figures = figures("hostile-mix", &sizes);
    let moves = |which: &str| figures[&format!("hostile_mix_{which}_samples")];
    assert!(
        moves("with_open_loop") > 0.0 && moves("with_closed_loop") > 0.0,
        "{figures:#?}"
    );
    assert_counts(&figures, &[("hostile_mix_errors", 0.0)]);
}

#[test]
fn steady_rounds_are_played_and_watched() {
    let sizes = [
        ("GAMES", 2),
        ("INTERVAL_MS", 50),
        ("SPECTATORS", 4),
        ("PROGRAMS", 4),
        ("PAGE_EVERY_MS", 100),
        ("LOAD_SECONDS", 1),
    ];
    let figures = figures("steady", &sizes);
    assert_counts(&figures, &[("errors", 0.0), ("steady_rounds", 1.0)]);
    assert!(figures["steady_page_samples"] > 0.0, "{figures:#?}");
    assert!(figures["steady_spectators_commits"] > 0.0, "{figures:#?}");
}

#[test]
fn casual_games_are_played_beside_a_round() {
    let sizes = [
        ("MIX_GAMES", 3),
        ("MIX_PAIRS", 1),
        ("INTERVAL_MS", 50),
        ("CASUAL_PLAYERS", 4),
        ("CASUAL_INTERVAL_MS", 10),
    ];
    let figures = figures("casual-mix", &sizes);
    assert_counts(&figures, &[("casual_mix_errors", 0.0)]);
    assert!(figures["casual_mix_moves_per_second"] > 0.0, "{figures:#?}");
}
