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
    ];
    assert_eq!(told, kept);
}
