//! Numbers of the players list that a rating officer says, in an event that he has no office in.

use crate::approval::{enters_as, says, shown, with_list};
use crate::interest::appoint;
use crate::world::{ADMINISTRATOR, DIRECTOR, OFFICER, SECOND_OFFICER, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;

/// An officer of another federation.
const FOREIGNER: &str = "dagny";

async fn say(
    world: &World,
    who: &str,
    (id, entrant): (&str, &str),
    number: u32,
) -> Result<u64, Problem> {
    let asked = says(world, id, entrant, number);
    Ok(ask!(world, who, confirm_listed_player, asked)?.seq)
}

async fn appoint_officer(world: &World, who: &str) {
    let asked = proto::AppointRatingOfficerRequest {
        command_id: world.command_id(),
        code: "FRA".to_owned(),
        account_id: who.to_owned(),
    };
    ask!(world, ADMINISTRATOR, appoint_rating_officer, asked).unwrap();
}

/// An event of France in which Anna claims a number.
async fn claimed(world: &World) -> (String, String) {
    with_list(world).await;
    world.federation("FRA", &[], &[OFFICER]).await;
    world
        .federation("EUR", &["FRA", "DNK"], &[SECOND_OFFICER])
        .await;
    world.federation("DNK", &[], &[FOREIGNER]).await;
    let id = world.create().await;
    let anna = enters_as(world, &id, STRANGER, "ARDENT", 50_000).await;
    (id, anna)
}

#[tokio::test]
async fn an_officer_of_the_host_nation_confirms_corrects_and_takes_back() {
    let world = World::new().await;
    let (id, anna) = claimed(&world).await;
    let of = (id.as_str(), anna.as_str());
    let seq = say(&world, OFFICER, of, 50_000).await.unwrap();
    assert_eq!(world.seq(&id).await, seq, "one entry");
    let confirmed = (false, OFFICER.to_owned(), 50_000, 1_700, false);
    assert_eq!(shown(&world, &id, &anna).await, confirmed);
    let refused = say(&world, OFFICER, of, 50_000).await.unwrap_err();
    assert_eq!(refused.code, "nothing_claimed");

    // One of the confederation over it.
    let corrected = says(&world, &id, &anna, 50_002);
    let first = ask!(
        world,
        SECOND_OFFICER,
        confirm_listed_player,
        corrected.clone()
    );
    let again = ask!(world, SECOND_OFFICER, confirm_listed_player, corrected);
    assert_eq!(again.unwrap().seq, first.unwrap().seq);
    let now = (false, SECOND_OFFICER.to_owned(), 50_002, 1_600, false);
    assert_eq!(shown(&world, &id, &anna).await, now);

    say(&world, OFFICER, of, 0).await.unwrap();
    let (claimed, by, _, rating, new) = shown(&world, &id, &anna).await;
    assert_eq!((claimed, by.as_str(), rating, new), (false, "", 0, true));
    let ben = enters_as(&world, &id, "dora", "BRISK", 50_002).await;
    let refused = say(&world, OFFICER, of, 50_002).await.unwrap_err();
    assert_eq!(refused.code, "federation_number_taken");
    say(&world, DIRECTOR, (&id, &ben), 50_002).await.unwrap();
}

#[tokio::test]
async fn nobody_else_says_a_number() {
    let world = World::new().await;
    let (id, anna) = claimed(&world).await;
    let before = world.seq(&id).await;
    for who in [STRANGER, FOREIGNER, ADMINISTRATOR] {
        let refused = say(&world, who, (&id, &anna), 50_000).await.unwrap_err();
        assert_eq!(
            (refused.kind, refused.code.as_str()),
            (Kind::Forbidden, "directors_only"),
            "{who}"
        );
    }
    assert_eq!(world.seq(&id).await, before);
    assert!(shown(&world, &id, &anna).await.0);
}

/// Whoever directs the event does it as its director, an officer or not.
#[tokio::test]
async fn an_officer_with_a_part_in_the_event_says_no_number_as_an_officer() {
    let world = World::new().await;
    let (id, anna) = claimed(&world).await;
    let ben = enters_as(&world, &id, "dora", "BRISK", 50_002).await;
    appoint(&world, &id, "mona", "monitor").await;
    for who in [STRANGER, "dora", "mona"] {
        appoint_officer(&world, who).await;
        for entrant in [&anna, &ben] {
            let refused = say(&world, who, (&id, entrant), 0).await.unwrap_err();
            assert_eq!(
                (refused.kind, refused.code.as_str()),
                (Kind::Forbidden, "own_event"),
                "{who}"
            );
        }
    }
    appoint_officer(&world, DIRECTOR).await;
    say(&world, DIRECTOR, (&id, &anna), 50_000).await.unwrap();
    assert_eq!(shown(&world, &id, &anna).await.1, DIRECTOR);

    let limited = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: OFFICER.to_owned(),
        role: "assistant_director".to_owned(),
        powers: vec!["results".to_owned()],
    };
    ask!(world, DIRECTOR, appoint_official, limited).unwrap();
    let refused = say(&world, OFFICER, (&id, &ben), 50_002).await.unwrap_err();
    assert_eq!(refused.code, "power_not_given");
}

#[tokio::test]
async fn a_claimed_number_stands_out_until_somebody_says_it() {
    let world = World::new().await;
    let (id, anna) = claimed(&world).await;
    let open = async |world: &World| {
        let asked = proto::GetRatingChecksRequest {
            tournament_id: id.clone(),
        };
        let looked = ask!(world, OFFICER, get_rating_checks, asked).unwrap();
        let checks = looked.checks.into_iter();
        let claimed = checks.filter(|one| one.kind == "claimed_number");
        claimed
            .map(|one| (one.weight, one.sentence, one.entrant_ids))
            .collect::<Vec<_>>()
    };
    let sentence = "A ARDENT claims number 50000, and nobody has confirmed it.";
    let expected = ("look".to_owned(), sentence.to_owned(), vec![anna.clone()]);
    assert_eq!(open(&world).await, [expected]);
    say(&world, OFFICER, (&id, &anna), 50_000).await.unwrap();
    assert_eq!(open(&world).await, []);
}
