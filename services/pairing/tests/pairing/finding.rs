//! Who may look for accounts by name.

use outflank_access::Problem;
use outflank_proto::identity::v1::FindAccountsRequest;

use crate::{
    interest::appoint,
    world::{ADMINISTRATOR, DIRECTOR, STRANGER, World},
};
use outflank_pairing::{EventPolicy, Founding};
use outflank_transport::for_person;

async fn find(world: &World, by: &str, light: bool) -> Result<Vec<String>, Problem> {
    let asked = FindAccountsRequest {
        name: "in".to_owned(),
    };
    let request = for_person(asked, Some(&world.token(by, light)));
    let answer = world.client().find_accounts(request).await;
    let found = answer.map_err(|status| Problem::from_status(&status))?;
    let accounts = found.into_inner().accounts.into_iter();
    Ok(accounts.map(|one| one.display_name).collect())
}

#[tokio::test]
async fn officials_founders_and_administrators_look_for_accounts() {
    let world = World::asking(EventPolicy {
        founding: Founding::Administrators,
        ..EventPolicy::default()
    })
    .await;
    let found = vec!["Ingrid sought as in".to_owned()];
    assert_eq!(find(&world, ADMINISTRATOR, false).await.unwrap(), found);
    for who in [DIRECTOR, STRANGER, "judith"] {
        assert_eq!(
            find(&world, who, false).await.unwrap_err().code,
            "no_office"
        );
    }
    let made = ask!(
        world,
        ADMINISTRATOR,
        create_tournament,
        world.new_tournament()
    )
    .unwrap();
    let id = made.tournament.unwrap().summary.unwrap().id;
    appoint_as(&world, &id, "judith").await;
    assert_eq!(find(&world, "judith", true).await.unwrap(), found);
    assert_eq!(
        find(&world, STRANGER, false).await.unwrap_err().code,
        "no_office"
    );
}

async fn appoint_as(world: &World, id: &str, who: &str) {
    let asked = outflank_proto::pairing::v1::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        account_id: who.to_owned(),
        role: "table_judge".to_owned(),
        powers: Vec::new(),
    };
    ask!(world, ADMINISTRATOR, appoint_official, asked).unwrap();
}

#[tokio::test]
async fn where_everybody_may_found_events_who_has_a_password_looks_and_a_guest_does_not() {
    let world = World::new().await;
    find(&world, STRANGER, false).await.unwrap();
    assert_eq!(
        find(&world, STRANGER, true).await.unwrap_err().code,
        "no_office"
    );
    let id = world.create().await;
    appoint(&world, &id, STRANGER, "assistant_director").await;
    find(&world, STRANGER, true).await.unwrap();
    let asked = FindAccountsRequest {
        name: "in".to_owned(),
    };
    let nobody = world.client().find_accounts(asked).await.unwrap_err();
    assert_eq!(Problem::from_status(&nobody).code, "unauthenticated");
}
