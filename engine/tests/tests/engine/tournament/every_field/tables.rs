//! What acts at the tables: the service of play gives it to the game, and its own test sets each and sees what the game
//! is given.

/// The fields that the game is given.
pub const FIELDS: &[&str] = &[
    "absence_policy.kind",
    "absence_policy.after_ms",
    "confirm_within_ms",
    "default_policy",
    "director_call.hides_board",
    "director_call.longest_ms",
    "director_call.most_per_player",
    "director_call.stops_clocks",
    "freeze_on_mass_stall",
    "lag_credit.covers_reading",
    "lag_credit.per_game_ms",
    "lag_credit.per_move_ms",
    "over_the_board",
    "pass_policy",
    "premoves",
    "spectator_chat",
    "spectator_chat_shown",
    "spectators.kind",
    "spectators.ms",
    "spectators.plies",
    "variant.opening",
];

const SHOWN: &str = concat!(
    env!("CARGO_MANIFEST_DIR"),
    "/../../services/play/tests/play/every_field.rs"
);

#[test]
fn each_has_its_row_at_the_tables() {
    let source =
        std::fs::read_to_string(SHOWN).unwrap_or_else(|problem| panic!("{SHOWN}: {problem}"));
    for field in FIELDS {
        assert!(
            source.contains(&format!("\"{field}\"")),
            "{SHOWN} has no row of {field}"
        );
    }
}
