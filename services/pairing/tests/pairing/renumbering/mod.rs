//! A player known by another number through the contract, in every event that his number stands in.

mod broken_off;
mod files;
mod new_players;

use outflank_access::{Kind, Problem};
use outflank_journal::records;
use outflank_proto::pairing::v1 as proto;

use crate::world::{ADMINISTRATOR, DIRECTOR, OFFICER, SECOND_OFFICER, STRANGER, World};

/// A number, what it is to become, and another player's.
const NUMBER: u32 = 220_901;
const TO: u32 = 230_117;
const OTHER: u32 = 240_500;

/// An event in a nation, from that day on.
async fn event(world: &World, country: &str, date: &str) -> String {
    let asked = proto::CreateTournamentRequest {
        name: format!("Open of {date}"),
        country: country.to_owned(),
        date: date.to_owned(),
        ..world.new_tournament()
    };
    let made = ask!(world, DIRECTOR, create_tournament, asked).unwrap();
    made.tournament.unwrap().summary.unwrap().id
}

/// Enters Pat by a surname and a number; 0 = a new player.
async fn enter(world: &World, id: &str, (surname, number): (&str, u32)) -> String {
    let asked = proto::RegisterEntrantRequest {
        surname: surname.to_owned(),
        federation_number: number,
        ..world.new_entrant(id, 0)
    };
    let answer = ask!(world, DIRECTOR, register_entrant, asked).unwrap();
    answer.entrant_id
}

fn renumbering(world: &World, from: u32, to: u32) -> proto::RenumberPlayerRequest {
    proto::RenumberPlayerRequest {
        command_id: world.command_id(),
        federation_number: from,
        to,
        reason: "List of March.".to_owned(),
        ..proto::RenumberPlayerRequest::default()
    }
}

/// What became of each event: its id, and the code of its refusal.
async fn renumber(
    world: &World,
    who: &str,
    asked: &proto::RenumberPlayerRequest,
) -> Result<Vec<(String, String)>, Problem> {
    let answer = ask!(world, who, renumber_player, asked.clone())?;
    let code = |one: &proto::RenumberedEvent| one.refusal.clone().map(|why| why.code);
    let events = answer.events.into_iter();
    Ok(events
        .map(|one| (one.tournament_id.clone(), code(&one).unwrap_or_default()))
        .collect())
}

fn became<const N: usize>(events: [(&String, &str); N]) -> Vec<(String, String)> {
    let events = events.into_iter();
    events
        .map(|(id, code)| (id.clone(), code.to_owned()))
        .collect()
}

/// Surname, number and whether it is a new player's, of each entrant.
async fn entrants(world: &World, id: &str) -> Vec<(String, u32, bool)> {
    let entrants = world.tournament(id).await.entrants.into_iter();
    entrants
        .map(|one| (one.surname, one.federation_number, one.new_player))
        .collect()
}

fn listed(surname: &str, number: u32) -> (String, u32, bool) {
    (surname.to_owned(), number, false)
}

#[tokio::test]
async fn he_has_the_other_number_in_every_event_of_the_officers_nations() {
    let world = World::new().await;
    world.rating_office().await;
    world.federation("EOCF", &["DNK", "FRA"], &["oda"]).await;
    let mut events = Vec::new();
    for (country, date) in [
        ("FRA", "2026-02-01"),
        ("FRA", "2026-05-01"),
        ("DNK", "2026-04-01"),
        ("FRA", "2026-03-01"),
    ] {
        let id = event(&world, country, date).await;
        enter(&world, &id, ("Brisk", OTHER)).await;
        events.push(id);
    }
    for id in &events[..3] {
        enter(&world, id, ("Ardent", NUMBER)).await;
    }
    let [february, may, danish, without] = &events[..] else {
        panic!("{events:?}")
    };
    let before = world.tournament(february).await.entrants;
    let asked = renumbering(&world, NUMBER, TO);
    let told = renumber(&world, OFFICER, &asked).await.unwrap();
    let expected = became([(may, ""), (danish, "officers_only"), (february, "")]);
    assert_eq!(told, expected, "the latest first");
    for (id, number) in [(february, TO), (may, TO), (danish, NUMBER)] {
        let expected = [listed("Brisk", OTHER), listed("Ardent", number)];
        assert_eq!(entrants(&world, id).await, expected);
    }
    let untouched = [listed("Brisk", OTHER)];
    assert_eq!(entrants(&world, without).await, untouched);
    // All else of him stays, and nothing of the others changes.
    let mut after = world.tournament(february).await.entrants;
    after[1].federation_number = NUMBER;
    after[1].confirmed_by.clone_from(&before[1].confirmed_by);
    assert_eq!(after, before);

    // Who is an officer over both nations corrects both, and the name where one is given.
    let named = proto::RenumberPlayerRequest {
        surname: "Vivid".to_owned(),
        ..renumbering(&world, NUMBER, TO)
    };
    let told = renumber(&world, "oda", &named).await.unwrap();
    assert_eq!(told, became([(danish, "")]));
    let expected = [listed("Brisk", OTHER), listed("Vivid", TO)];
    assert_eq!(entrants(&world, danish).await, expected);
    // A name alone is put right in the same way.
    let renamed = proto::RenumberPlayerRequest {
        surname: "Vivid".to_owned(),
        given_names: "Vera".to_owned(),
        ..renumbering(&world, TO, TO)
    };
    let expected = became([(may, ""), (danish, ""), (february, "")]);
    for _ in 0..2 {
        let told = renumber(&world, "oda", &renamed).await.unwrap();
        assert_eq!(told, expected);
    }
    let shown = world.tournament(may).await.entrants.remove(1);
    assert_eq!(
        (
            &*shown.surname,
            &*shown.given_names,
            shown.federation_number
        ),
        ("Vivid", "Vera", TO)
    );
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let world = World::new().await;
    world.rating_office().await;
    let id = event(&world, "FRA", "2026-02-01").await;
    enter(&world, &id, ("Ardent", NUMBER)).await;
    let before = (world.seq(&id).await, entrants(&world, &id).await);
    let asked = |change: fn(&mut proto::RenumberPlayerRequest)| {
        let mut asked = renumbering(&world, NUMBER, TO);
        change(&mut asked);
        asked
    };
    for (who, asked, refused) in [
        (STRANGER, asked(|_| ()), (Kind::Forbidden, "officers_only")),
        (DIRECTOR, asked(|_| ()), (Kind::Forbidden, "officers_only")),
        (
            ADMINISTRATOR,
            asked(|_| ()),
            (Kind::Forbidden, "officers_only"),
        ),
        (
            OFFICER,
            asked(|of| of.federation_number = 0),
            (Kind::Invalid, "bad_federation_number"),
        ),
        (
            OFFICER,
            asked(|of| of.federation_number = 1_000_000),
            (Kind::Invalid, "bad_federation_number"),
        ),
        (
            OFFICER,
            asked(|of| of.to = 0),
            (Kind::Invalid, "bad_federation_number"),
        ),
        (
            OFFICER,
            asked(|of| of.to = 1_000_000),
            (Kind::Invalid, "bad_federation_number"),
        ),
        (
            OFFICER,
            asked(|of| of.reason = " ".to_owned()),
            (Kind::Invalid, "bad_reason"),
        ),
        (
            OFFICER,
            asked(|of| of.surname = "99999 !!".to_owned()),
            (Kind::Invalid, "bad_name"),
        ),
        (
            OFFICER,
            asked(|of| of.given_names = "\u{448}".to_owned()),
            (Kind::Invalid, "bad_name"),
        ),
        (
            OFFICER,
            asked(|of| of.federation_number = OTHER),
            (Kind::NotFound, "unknown_player"),
        ),
    ] {
        let problem = renumber(&world, who, &asked).await.unwrap_err();
        assert_eq!((problem.kind, &*problem.code), refused, "{who} {asked:?}");
        let after = (world.seq(&id).await, entrants(&world, &id).await);
        assert_eq!(after, before);
    }
    // Of every other federation's events an officer hears the same, one by one.
    world.federation("DNK", &[], &["dora"]).await;
    let told = renumber(&world, "dora", &asked(|_| ())).await.unwrap();
    assert_eq!(told, became([(&id, "officers_only")]));
    assert_eq!(world.seq(&id).await, before.0);
}

/// Two entrants of one event are two people, whatever is said of their numbers.
#[tokio::test]
async fn an_event_that_has_both_numbers_stays_as_it_is_and_the_others_go_on() {
    let mut world = World::new().await;
    world.rating_office().await;
    let both = event(&world, "FRA", "2026-02-01").await;
    let one = event(&world, "FRA", "2026-01-01").await;
    enter(&world, &both, ("Ardent", NUMBER)).await;
    let other = enter(&world, &both, ("Brisk", TO)).await;
    enter(&world, &one, ("Ardent", NUMBER)).await;
    let asked = renumbering(&world, NUMBER, TO);
    let expected = became([(&both, "federation_number_taken"), (&one, "")]);
    let before = (world.seq(&both).await, world.seq(&one).await + 1);
    for _ in 0..2 {
        let told = renumber(&world, OFFICER, &asked).await.unwrap();
        assert_eq!(told, expected, "the same again, and no more");
        let after = (world.seq(&both).await, world.seq(&one).await);
        assert_eq!(after, before);
        let expected = [listed("Ardent", NUMBER), listed("Brisk", TO)];
        assert_eq!(entrants(&world, &both).await, expected);
        world.restart().await;
    }
    // Once the other number is put right, the same command goes on with what was left.
    let right = proto::CorrectEntrantRequest {
        command_id: world.command_id(),
        tournament_id: both.clone(),
        entrant_id: other,
        surname: "Brisk".to_owned(),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        federation_number: Some(OTHER),
        reason: "Misread from the form.".to_owned(),
        ..proto::CorrectEntrantRequest::default()
    };
    ask!(world, DIRECTOR, correct_entrant, right).unwrap();
    for _ in 0..2 {
        let told = renumber(&world, OFFICER, &asked).await.unwrap();
        assert_eq!(told, became([(&both, ""), (&one, "")]));
        let after = (world.seq(&both).await, world.seq(&one).await);
        assert_eq!(after, (before.0 + 2, before.1));
    }
    let expected = [listed("Ardent", TO), listed("Brisk", OTHER)];
    assert_eq!(entrants(&world, &both).await, expected);
}

#[tokio::test]
async fn one_act_corrects_a_thousand_events_and_no_more() {
    let world = World::new().await;
    world.rating_office().await;
    let id = event(&world, "FRA", "2026-02-01").await;
    enter(&world, &id, ("Ardent", NUMBER)).await;
    let before = world.seq(&id).await;
    for place in 0..1_000 {
        let insert = records::query(
            "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, federation_number, \
             new_player, written_at_ms) VALUES ($1, 'one', 'Ardent', 'Pat', $2, FALSE, 1)",
        );
        let insert = insert.bind(format!("of-old-{place}")).bind(NUMBER);
        assert_eq!(world.records().run(insert).await.unwrap(), 1);
    }
    let asked = renumbering(&world, NUMBER, TO);
    let refused = renumber(&world, OFFICER, &asked).await.unwrap_err();
    assert_eq!(
        (refused.kind, &*refused.code),
        (Kind::Refused, "too_many_events")
    );
    assert_eq!(world.seq(&id).await, before);
}
