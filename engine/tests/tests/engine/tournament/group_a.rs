//! Group A of the World Championship's first round (WOC II.6.1): a director names it before the round is paired.

use super::people::world::{entrant, publish, refused, with_entrants};
use super::support::Stream;
use outflank_tournament::*;

fn championship(entrants: usize) -> Stream {
    with_entrants(entrants, |rules| {
        *rules = RuleSet::preset("woc-2024").unwrap();
        rules.teams.by_nation = false;
    })
}

fn named(entrants: Vec<EntrantId>) -> Command {
    Command::NameGroupA { entrants }
}

#[test]
fn round_one_waits_for_group_a() {
    let mut stream = championship(16);
    assert_eq!(stream.state.next_act(), Ok(NextAct::NameGroupA));
    let publication = stream.publication();
    let rule = Some("WOC II.6.1");
    refused(&mut stream, &publication, "group_a_not_named", rule);
    stream.give(&named(vec![entrant(1), entrant(4)])).unwrap();
    let next = stream.state.next_act().unwrap();
    assert!(
        matches!(next, NextAct::PublishRound { round: 1, .. }),
        "{next:?}"
    );
    publish(&mut stream);
}

#[test]
fn nobody_is_an_answer() {
    let mut stream = championship(16);
    let events = stream.give(&named(vec![])).unwrap();
    assert_eq!(events, [Event::GroupANamed { entrants: vec![] }]);
    let rule = Some("WOC II.6.1");
    refused(&mut stream, &named(vec![]), "group_a_unchanged", rule);
    publish(&mut stream);
}

#[test]
fn who_pairs_without_groups_is_not_asked() {
    let mut round_robin = championship(10);
    assert!(!round_robin.state.group_a_wanted());
    publish(&mut round_robin);
    let mut grand_prix = with_entrants(16, |_| {});
    assert!(!grand_prix.state.group_a_wanted());
    publish(&mut grand_prix);
}
