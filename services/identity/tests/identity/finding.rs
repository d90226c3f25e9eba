//! Accounts found by their names.

use outflank_access::Kind;
use outflank_access::Problem;
use outflank_proto::identity::v1 as proto;

use crate::{
    invitations::{account, accounts, moving},
    people::{House, as_person, house, new_account},
};

async fn member(house: &mut House, login: &str, display_name: &str) {
    house
        .anyone
        .create_account(proto::CreateAccountRequest {
            display_name: display_name.to_owned(),
            login: login.to_owned(),
            password: "correct horse".to_owned(),
            ..proto::CreateAccountRequest::default()
        })
        .await
        .unwrap();
}

async fn found(house: &mut House, name: &str) -> Vec<(String, String)> {
    let asked = proto::FindAccountsRequest {
        name: name.to_owned(),
    };
    let answer = house.pairing.find_accounts(asked).await.unwrap();
    let accounts = answer.into_inner().accounts.into_iter();
    accounts.map(|one| (one.display_name, one.kind)).collect()
}

async fn names(house: &mut House, name: &str) -> Vec<String> {
    let found = found(house, name).await.into_iter();
    found.map(|(name, _)| name).collect()
}

#[tokio::test]
async fn by_the_beginning_of_a_word_of_the_name_or_a_whole_login() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    for (login, name) in [
        ("anna@fernwood.example", "Anna Berg"),
        ("berta", "Berta Anders"),
        ("lars", "Łars Ekhavn-Ström"),
        ("olga", "Ольга Река"),
    ] {
        member(&mut house, login, name).await;
    }
    for (sought, expected) in [
        ("an", vec!["Anna Berg", "Berta Anders"]),
        ("BERG", vec!["Anna Berg"]),
        ("  be ", vec!["Berta Anders", "Anna Berg"]),
        ("anna b", vec!["Anna Berg"]),
        ("lars", vec!["Łars Ekhavn-Ström"]),
        ("strom", vec!["Łars Ekhavn-Ström"]),
        ("ekhavn strö", vec!["Łars Ekhavn-Ström"]),
        ("оль", vec!["Ольга Река"]),
        ("Anna@Fernwood.example", vec!["Anna Berg"]),
        ("anna@fernwood", vec![]),
        ("fernwood", vec![]),
        ("nna", vec![]),
        ("a%g", vec![]),
        ("__na", vec![]),
        (" a ", vec![]),
        ("%%", vec![]),
        ("-a-", vec![]),
    ] {
        assert_eq!(names(&mut house, sought).await, expected, "{sought}");
    }
    for bad in ["", "a", &"x".repeat(71)] {
        let asked = proto::FindAccountsRequest {
            name: bad.to_owned(),
        };
        let refused = house.pairing.find_accounts(asked).await.unwrap_err();
        let refused = Problem::from_status(&refused);
        assert_eq!(
            (refused.code.as_str(), refused.kind),
            ("bad_name_sought", Kind::Invalid)
        );
    }
}

#[tokio::test]
async fn twenty_at_most_and_each_with_what_it_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    for number in 0..25 {
        member(
            &mut house,
            &format!("many{number}"),
            &format!("Many {number:02}"),
        )
        .await;
    }
    let many = names(&mut house, "many").await;
    assert_eq!((many.len(), many[0].as_str()), (20, "Many 00"));
    // A new one is found at once.
    member(&mut house, "zoe", "Zoe Newcomer").await;
    let zoe = vec![("Zoe Newcomer".to_owned(), "member".to_owned())];
    assert_eq!(found(&mut house, "newc").await, zoe);
    let asked = proto::FindAccountsRequest {
        name: "zoe".to_owned(),
    };
    let stranger = house.anyone.find_accounts(asked).await.unwrap_err();
    assert_eq!(Problem::from_status(&stranger).kind, Kind::Forbidden);
}

#[tokio::test]
async fn accounts_are_named_by_their_ids() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    member(&mut house, "zoe", "Zoe Newcomer").await;
    let asked = proto::FindAccountsRequest {
        name: "zoe".to_owned(),
    };
    let found = house.pairing.find_accounts(asked).await.unwrap();
    let zoe = found.into_inner().accounts.remove(0).account_id;
    let asked = |ids: &[&str]| proto::NameAccountsRequest {
        account_ids: ids.iter().map(|id| (*id).to_owned()).collect(),
    };
    let unknown = "a".repeat(zoe.len());
    let named = house.pairing.name_accounts(asked(&[&unknown, &zoe])).await;
    let named = named.unwrap().into_inner().accounts;
    let known = proto::AccountName {
        account_id: zoe.clone(),
        display_name: "Zoe Newcomer".to_owned(),
        ..proto::AccountName::default()
    };
    assert_eq!(named, [known]);
    let none = house.pairing.name_accounts(asked(&[])).await.unwrap();
    assert!(none.into_inner().accounts.is_empty());
    let refused = house.pairing.name_accounts(asked(&["no id"])).await;
    assert_eq!(
        Problem::from_status(&refused.unwrap_err()).code,
        "bad_account_id"
    );
    let stranger = house.anyone.name_accounts(asked(&[&zoe])).await;
    assert_eq!(
        Problem::from_status(&stranger.unwrap_err()).kind,
        Kind::Forbidden
    );
}

#[tokio::test]
async fn a_program_is_named_with_who_operates_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let mut anyone = house.anyone.clone();
    let made = anyone.create_account(new_account("pat", ""));
    let made = made.await.unwrap().into_inner();
    let (pat, token) = (made.account.unwrap(), made.tokens.unwrap().access_token);
    let asked = proto::CreateProgramRequest {
        display_name: "Edge Counter".to_owned(),
    };
    let program = anyone.create_program(as_person(asked, &token));
    let program = program.await.unwrap().into_inner().account.unwrap();
    let asked = proto::NameAccountsRequest {
        account_ids: vec![program.id.clone(), pat.id.clone()],
    };
    let named = house.pairing.clone().name_accounts(asked).await.unwrap();
    let mut named = named.into_inner().accounts;
    named.sort_by_key(|one| one.operator_account_id.clone());
    let person = proto::AccountName {
        account_id: pat.id.clone(),
        display_name: pat.display_name.clone(),
        ..proto::AccountName::default()
    };
    let program = proto::AccountName {
        account_id: program.id,
        display_name: "Edge Counter".to_owned(),
        operator_account_id: pat.id,
        operator_display_name: pat.display_name,
    };
    assert_eq!(named, [person, program]);
}

#[tokio::test]
async fn accounts_of_earlier_programs_and_those_that_came_with_an_event_are_found_too() {
    let folder = tempfile::tempdir().unwrap();
    let arrivals = moving(folder.path()).await;
    // A program that knew no finding wrote the row alone.
    let earlier: Vec<_> = (0..1_100)
        .map(|number| account(&format!("e{number}"), &format!("Earlier {number:04}")))
        .collect();
    let mut transaction = arrivals.store().records.write().await.unwrap();
    let written = accounts().write(&mut transaction, &earlier, false).await;
    assert_eq!(written.unwrap(), 1_100);
    transaction.commit().await.unwrap();

    let mut house = house(folder.path()).await;
    assert_eq!(names(&mut house, "earlier 0000").await, ["Earlier 0000"]);
    assert_eq!(names(&mut house, "earlier 1099").await, ["Earlier 1099"]);

    // Who is there already keeps the name, and is found by it alone.
    let carried = vec![
        account("e0", "Elsewhere Named"),
        account("new", "Jörg Hven"),
    ];
    let arriving = arrivals.write(&[(accounts(), carried)]).await.unwrap();
    arriving.commit().await.unwrap();
    assert_eq!(names(&mut house, "jorg").await, ["Jörg Hven"]);
    assert_eq!(names(&mut house, "earlier 0000").await, ["Earlier 0000"]);
    assert!(names(&mut house, "elsewhere").await.is_empty());
}
