//! What an event says of itself: who writes it, until when, and what is told of each change.

use super::people::world::*;
use super::support::*;
use outflank_tournament::*;

fn texts(place: &str, prospectus: Option<&str>) -> Description {
    Description {
        place: Some(place.to_owned()),
        prospectus: prospectus.map(str::to_owned),
        ..Description::default()
    }
}

fn describe(description: Description, by: &str) -> Command {
    Command::DescribeTournament {
        description,
        by: account(by),
    }
}

#[test]
fn directors_and_the_organiser_write_it_and_nobody_else() {
    let mut stream = Stream::new(1);
    let Command::CreateTournament {
        mut facts,
        rule_set,
        origin,
        draw_anchor,
        head_director,
        accept_deviations,
    } = stream.creation(RuleSet::egp_2020())
    else {
        unreachable!()
    };
    facts.organiser = Some(account("club"));
    stream
        .give(&Command::CreateTournament {
            facts,
            rule_set,
            origin,
            draw_anchor,
            head_director,
            accept_deviations,
        })
        .unwrap();
    for (name, role) in [
        ("assistant", OfficialRole::Assistant),
        ("organiser", OfficialRole::Organiser),
        ("judge", OfficialRole::TableJudge),
        ("monitor", OfficialRole::Monitor),
        ("arbiter", OfficialRole::HeadArbiter),
    ] {
        appoint(&mut stream, name, role);
    }
    for by in ["judge", "monitor", "arbiter", "spectator"] {
        let asked = describe(texts("p1", None), by);
        refused(&mut stream, &asked, "may_not_describe", None);
    }
    for (number, by) in ["director", "assistant", "organiser", "club"]
        .into_iter()
        .enumerate()
    {
        stream
            .give(&describe(texts(&format!("p{number}"), None), by))
            .unwrap();
        assert_eq!(
            stream.state.descriptions.made().last().unwrap().by,
            account(by)
        );
    }
}

#[test]
fn each_change_says_what_changed_and_the_last_is_in_force() {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    assert_eq!(stream.state.descriptions.in_force(), Description::default());
    let nothing = describe(Description::default(), "director");
    refused(&mut stream, &nothing, "description_unchanged", None);
    let first = texts("p1", Some("t1"));
    let second = texts("p1", Some("t2"));
    let third = Description::default();
    for description in [&first, &second, &third] {
        let asked = describe(description.clone(), "director");
        stream.give(&asked).unwrap();
        assert_eq!(stream.state.descriptions.in_force(), *description);
        refused(&mut stream, &asked, "description_unchanged", None);
    }
    assert_eq!(
        first.changed_from(&Description::default()),
        ["place", "prospectus"]
    );
    assert_eq!(second.changed_from(&first), ["prospectus"]);
    assert_eq!(third.changed_from(&second), ["place", "prospectus"]);
    let made = stream.state.descriptions.made();
    assert!(made.iter().all(|one| one.by == account("director")));
    assert!(made.is_sorted_by(|one, next| one.at_ms < next.at_ms));
    assert_eq!(made.len(), 3);
    assert!(stream.state.conformant(), "no text says what is written");
}

#[test]
fn a_text_is_named_by_a_sound_id() {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    for bad in ["", "a\nb", &"x".repeat(300)] {
        let asked = describe(texts(bad, None), "director");
        refused(&mut stream, &asked, "bad_id", None);
    }
}

#[test]
fn it_is_written_while_rounds_are_played_and_not_after_the_end() {
    let mut stream = Stream::with_entrants(1, RuleSet::preset("club").unwrap(), 4);
    let publication = stream.publication();
    stream.give(&publication).unwrap();
    stream
        .give(&describe(texts("moved", None), "director"))
        .unwrap();
    let mut cancelled = Stream::with_entrants(1, RuleSet::preset("club").unwrap(), 4);
    stream.play_out(&mut Numbers::new("described", 1));
    assert_eq!(stream.state.phase(), Phase::Confirmed);
    let late = describe(texts("late", None), "director");
    refused(&mut stream, &late, "tournament_confirmed", None);
    cancelled
        .give(&Command::CancelTournament {
            reason: "too few came".to_owned(),
            annul_rounds: false,
            by: account("director"),
        })
        .unwrap();
    refused(&mut cancelled, &late, "tournament_cancelled", None);
}

#[test]
fn it_is_written_so_often_and_no_more() {
    let mut stream = Stream::created(1, RuleSet::egp_2020());
    for number in 0..100 {
        stream
            .give(&describe(texts(&format!("p{number}"), None), "director"))
            .unwrap();
    }
    let more = describe(texts("more", None), "director");
    refused(&mut stream, &more, "too_many_descriptions", None);
    assert_eq!(
        permitted(&stream.state, Act::DescribeTournament, stream.now_ms)
            .unwrap_err()
            .code(),
        "too_many_descriptions"
    );
}
