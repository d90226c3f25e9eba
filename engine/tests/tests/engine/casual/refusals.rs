//! Refusals of casual play: their codes stay.

use outflank_casual::Refusal;

#[test]
fn the_codes_are_those_that_were_always_told() {
    let told: Vec<&str> = Refusal::all().map(|(code, _)| code).collect();
    let kept = [
        "main_time_out_of_range",
        "increment_out_of_range",
        "rating_range_empty",
        "already_booked",
        "opponent_booked",
        "own_opponent",
        "barred",
        "barred",
        "not_with_each_other",
        "report_oneself",
        "not_of_this_game",
        "report_too_late",
        "reported_already",
        "too_many_reports",
        "too_many_reports",
        "too_many_reports",
        "report_answered",
        "concerns_yourself",
        "not_muted",
        "not_barred",
        "bad_until",
        "moderator_already",
        "no_moderator",
        "too_many_moderators",
        "block_oneself",
        "too_many_blocks",
    ];
    assert_eq!(told, kept);
}
