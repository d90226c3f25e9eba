//! What a round scores that an entrant misses (WOC A.3, EGP VI.3): the rules' own value, wherever rounds are counted.

use super::people::world::{entrant, play, publish, scores, with_entrants};
use outflank_tournament::*;

fn away(number: usize, rounds: &[u32]) -> Command {
    Command::AnnounceAbsence {
        entrant: entrant(number),
        rounds: rounds.to_vec(),
    }
}

#[test]
fn a_missed_round_scores_what_the_rules_give() {
    for (missed, announced, expected) in [(0, 0, 0), (1, 0, 1), (2, 0, 2), (1, 2, 2)] {
        let mut stream = with_entrants(14, |rules| {
            rules.scoring.missed_round_half_points = HalfPoints(missed);
            rules.entry.announced_absence_half_points = HalfPoints(announced);
        });
        stream.give(&away(0, &[1])).unwrap();
        publish(&mut stream);
        assert_eq!(scores(&stream, &entrant(0)), expected);
        let granted = &stream.state.result_table().rounds[0].granted;
        let pairings_read = granted.iter().find(|(player, _)| *player == 0);
        let half_points = pairings_read.map_or(HalfPoints(0), |(_, half_points)| *half_points);
        assert_eq!(half_points.0, expected);
    }
}

#[test]
fn who_withdraws_misses_no_round() {
    let mut stream = with_entrants(14, |rules| {
        rules.scoring.missed_round_half_points = HalfPoints(1)
    });
    stream.give(&away(0, &[1])).unwrap();
    publish(&mut stream);
    play(&mut stream);
    stream
        .give(&Command::WithdrawEntrant {
            entrant: entrant(0),
        })
        .unwrap();
    publish(&mut stream);
    assert_eq!(scores(&stream, &entrant(0)), 1, "the round before stands");
}

/// What rule sets of before held was read by nobody.
#[test]
fn rule_sets_of_before_mean_what_they_meant() {
    let mut rules = RuleSet::egp_2020();
    rules.scoring.missed_round_half_points = HalfPoints(1);
    let mut written = serde_json::to_value(&rules).unwrap();
    let read: RuleSet = serde_json::from_value(written.clone()).unwrap();
    assert_eq!(read, rules);
    written["version"] = serde_json::json!(4);
    let read: RuleSet = serde_json::from_value(written).unwrap();
    assert_eq!(read.scoring.missed_round_half_points, HalfPoints(0));
    assert_eq!(read.scoring.bye_discs, rules.scoring.bye_discs);
}
