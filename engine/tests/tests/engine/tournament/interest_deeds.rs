//! What a command is as an official's act, where one command can be several.

use super::people::world::{account, entrant, penalty, publish, with_entrants};
use super::support::*;
use outflank_tournament::*;

fn deed(stream: &Stream, command: &Command) -> Deed {
    deed_of(&stream.state, command, stream.now_ms).unwrap().0
}

#[test]
fn to_put_somebody_out_is_an_act_of_its_own() {
    let stream = with_entrants(4, |_| {});
    let imposed = |kind| Command::ImposePenalty(penalty("ruling", &entrant(1), kind));
    assert_eq!(
        deed(&stream, &imposed(Penalty::Warning)),
        Deed::ImposePenalty
    );
    for kind in [Penalty::Expulsion, Penalty::Disqualification] {
        assert_eq!(deed(&stream, &imposed(kind)), Deed::ExpelEntrant);
    }
    let spectator = Command::ImposePenalty(PenaltyRuling {
        whom: Offender::Spectator {
            account: account("noisy"),
        },
        ..penalty("ruling", &entrant(1), Penalty::Expulsion)
    });
    assert_eq!(deed(&stream, &spectator), Deed::ImposePenalty);
}

#[test]
fn an_absence_that_is_one_too_many_is_a_withdrawal() {
    for (most, expected) in [
        (None, Deed::RecordNoShow),
        (Some(2), Deed::RecordNoShow),
        (Some(1), Deed::WithdrawAbsentEntrant),
    ] {
        let mut stream = with_entrants(4, |rules| rules.entry.no_shows_until_withdrawn = most);
        publish(&mut stream);
        let absent = Command::RecordNoShow {
            round: 1,
            table: 1,
            absent: Absence::Black,
        };
        assert_eq!(deed(&stream, &absent), expected, "{most:?}");
    }
}

#[test]
fn to_let_somebody_move_for_a_player_is_an_act_of_its_own() {
    let mut stream = with_entrants(4, |_| {});
    let granted = |assistant: Option<&str>, extra_ms| Command::GrantAccommodation {
        entrant: entrant(1),
        accommodation: Accommodation {
            assistant: assistant.map(account),
            extra_ms,
            ..Accommodation::default()
        },
        accept_deviations: true,
    };
    let time = |extra_ms| granted(None, extra_ms);
    assert_eq!(deed(&stream, &time(1_000)), Deed::GrantAccommodation);
    let named = granted(Some("second"), 0);
    assert_eq!(deed(&stream, &named), Deed::NamePlayersAssistant);
    stream.give(&named).unwrap();
    let with_time = granted(Some("second"), 1_000);
    assert_eq!(deed(&stream, &with_time), Deed::GrantAccommodation);
    let another = granted(Some("third"), 0);
    assert_eq!(deed(&stream, &another), Deed::NamePlayersAssistant);
    // To take one back is to let nobody move.
    assert_eq!(deed(&stream, &time(0)), Deed::GrantAccommodation);
}

/// What entrant 0 has at stake in entrant 1 by an accommodation, and by a code for the seat.
fn stakes(stream: &Stream) -> [Interest; 2] {
    let officer = stream.state.officer(&account("player"), None);
    let touched = stream.state.touched_at(None, Some(&entrant(1)));
    [Deed::NamePlayersAssistant, Deed::IssueSeatCode]
        .map(|deed| officer.interest_in(deed, &touched))
}

#[test]
fn whoever_plays_has_rivals_before_anybody_is_paired() {
    let mut stream = with_entrants(6, |_| {});
    assert_eq!(stakes(&stream), [Interest::None; 2]);
    let seat = Command::AssignSeat {
        entrant: entrant(0),
        account: account("player"),
        operator: None,
    };
    stream.give(&seat).unwrap();
    assert_eq!(stakes(&stream), [Interest::Rival, Interest::None]);
    publish(&mut stream);
    let [granted, issued] = stakes(&stream);
    assert!(granted >= Interest::Rival && granted == issued);
    let withdrawal = Command::WithdrawEntrant {
        entrant: entrant(0),
    };
    stream.give(&withdrawal).unwrap();
    let [granted, issued] = stakes(&stream);
    assert_eq!(granted, issued, "who withdrew waits for nobody");
}

#[test]
fn what_an_act_departs_from_is_confirmed_at_that_act() {
    let mut stream = with_entrants(4, |rules| rules.round_notice_ms = 600_000);
    let published = |stream: &mut Stream, accept| {
        let mut publication = stream.publication();
        if let Command::PublishRound {
            accept_deviations,
            starts_at_ms,
            ..
        } = &mut publication
        {
            *accept_deviations = accept;
            *starts_at_ms = stream.now_ms + 60_000;
        }
        stream.give(&publication).map_err(|refused| refused.code())
    };
    for _ in 0..2 {
        let refused = published(&mut stream, false);
        assert_eq!(refused.unwrap_err(), "departure_unconfirmed");
        published(&mut stream, true).unwrap();
        super::people::world::play(&mut stream);
    }
}

#[test]
fn what_the_rules_depart_from_is_confirmed_once() {
    let mut stream = with_entrants(4, |_| {});
    let mut rule_set = RuleSet::egp_2020();
    rule_set.time_controls.qualification = TimeControl::SuddenDeath { main_ms: 60_000 };
    let mut change = |rule_set: &RuleSet, accept_deviations| {
        let change = Command::ChangeRuleSet {
            rule_set: rule_set.clone(),
            origin: None,
            accept_deviations,
        };
        stream.give(&change).map_err(|refused| refused.code())
    };
    let refused = change(&rule_set, false);
    assert_eq!(refused.unwrap_err(), "departure_unconfirmed");
    change(&rule_set, true).unwrap();
    rule_set.single_official = true;
    change(&rule_set, false).unwrap();
}
