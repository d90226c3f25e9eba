//! Accounts take other names, and moderators see those before.

use outflank_access::{Kind, Problem};
use outflank_identity::Defences;
use outflank_proto::{
    identity::v1 as proto,
    sentence::v1::{Parameter, parameter::Value},
};

use crate::people::{House, as_person, code_of, house, house_with, new_account, new_key};

const DAY_MS: i64 = 24 * 60 * 60 * 1000;

/// A new account, and its access token.
async fn member(house: &House, login: &str) -> (proto::Account, String) {
    let mut anyone = house.anyone.clone();
    let made = anyone.create_account(new_account(login, "")).await;
    let made = made.unwrap().into_inner();
    (made.account.unwrap(), made.tokens.unwrap().access_token)
}

async fn guest(house: &House) -> (proto::Account, String) {
    let asked = proto::OpenGuestSessionRequest::default();
    let opened = house.anyone.clone().open_guest_session(asked).await;
    let opened = opened.unwrap().into_inner();
    (opened.account.unwrap(), opened.tokens.unwrap().access_token)
}

async fn program(house: &House, token: &str) -> proto::Account {
    let asked = proto::CreateProgramRequest {
        display_name: "Edge Counter".to_owned(),
    };
    let mut anyone = house.anyone.clone();
    let made = anyone.create_program(as_person(asked, token)).await;
    made.unwrap().into_inner().account.unwrap()
}

/// Renames an account, the caller's own where none is said.
async fn rename(
    house: &House,
    token: &str,
    (account_id, display_name): (&str, &str),
) -> Result<proto::Account, Problem> {
    let asked = proto::RenameAccountRequest {
        account_id: account_id.to_owned(),
        display_name: display_name.to_owned(),
    };
    let mut anyone = house.anyone.clone();
    let renamed = anyone.rename_account(as_person(asked, token)).await;
    let renamed = renamed.map_err(|status| Problem::from_status(&status))?;
    Ok(renamed.into_inner().account.unwrap())
}

async fn refused(house: &House, token: &str, asked: (&str, &str)) -> String {
    rename(house, token, asked).await.unwrap_err().code
}

async fn name(house: &House, account_id: &str) -> String {
    let account_ids = vec![account_id.to_owned()];
    let asked = proto::NameAccountsRequest { account_ids };
    let named = house.pairing.clone().name_accounts(asked).await.unwrap();
    named.into_inner().accounts.remove(0).display_name
}

async fn found(house: &House, name: &str) -> Vec<String> {
    let name = name.to_owned();
    let asked = proto::FindAccountsRequest { name };
    let found = house.pairing.clone().find_accounts(asked).await.unwrap();
    let accounts = found.into_inner().accounts.into_iter();
    accounts.map(|one| one.account_id).collect()
}

fn former_of(account_id: &str) -> proto::GetFormerNamesRequest {
    proto::GetFormerNamesRequest {
        account_id: account_id.to_owned(),
    }
}

async fn former(house: &House, account_id: &str) -> Vec<proto::FormerName> {
    let mut pairing = house.pairing.clone();
    let told = pairing.get_former_names(former_of(account_id)).await;
    told.unwrap().into_inner().names
}

async fn names_before(house: &House, account_id: &str) -> Vec<String> {
    let names = former(house, account_id).await.into_iter();
    names.map(|one| one.display_name).collect()
}

#[tokio::test]
async fn an_account_is_called_and_found_by_its_new_name_alone() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (ingrid, token) = member(&house, "ingrid").await;
    let before_ms = house.now_ms();
    let renamed = rename(&house, &token, ("", " Ingrid Skogheim ")).await;
    let expected = proto::Account {
        display_name: "Ingrid Skogheim".to_owned(),
        ..ingrid.clone()
    };
    assert_eq!(renamed.unwrap(), expected);
    assert_eq!(name(&house, &ingrid.id).await, "Ingrid Skogheim");
    assert_eq!(found(&house, "skog").await, [&*ingrid.id]);
    assert!(found(&house, "vestergrund").await.is_empty());
    let names = former(&house, &ingrid.id).await;
    assert_eq!(names.len(), 1);
    assert_eq!(names[0].display_name, "Ingrid Vestergrund");
    assert!((before_ms..=house.now_ms()).contains(&names[0].until_ms));
    // Said again, also by its number, it is no change.
    for id in ["", &*ingrid.id] {
        let again = rename(&house, &token, (id, "Ingrid Skogheim")).await;
        assert_eq!(again.unwrap(), expected);
    }
    assert_eq!(former(&house, &ingrid.id).await, names);
}

#[tokio::test]
async fn a_new_name_is_judged_as_the_first_one() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (ingrid, token) = member(&house, "ingrid").await;
    for bad in ["", "  ", "A\nb", "A\u{202e}b", &"x".repeat(71)] {
        let code = refused(&house, &token, ("", bad)).await;
        assert_eq!(code, "invalid_name", "{bad:?}");
    }
    assert_eq!(name(&house, &ingrid.id).await, ingrid.display_name);
    assert!(former(&house, &ingrid.id).await.is_empty());
    let longest = "ø".repeat(70);
    rename(&house, &token, ("", &longest)).await.unwrap();
    assert_eq!(name(&house, &ingrid.id).await, longest);
}

#[tokio::test]
async fn a_program_is_renamed_by_its_operator_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (ingrid, token) = member(&house, "ingrid").await;
    let (sven, other) = member(&house, "sven").await;
    let program = program(&house, &token).await;
    let renamed = rename(&house, &token, (&program.id, "Corner Counter")).await;
    let renamed = renamed.unwrap();
    assert_eq!(renamed.display_name, "Corner Counter");
    assert_eq!(renamed.operator_account_id, ingrid.id);
    assert_eq!(names_before(&house, &program.id).await, ["Edge Counter"]);
    for (who, id) in [
        (&other, &*program.id),
        (&other, &*ingrid.id),
        (&token, &*sven.id),
        (&token, "nobody"),
        (&token, "no id"),
    ] {
        let code = refused(&house, who, (id, "Mine")).await;
        assert_eq!(code, "unknown_program", "{id}");
    }
    let asked = new_key(&program.id, &[proto::ApiScope::Play]);
    let mut anyone = house.anyone.clone();
    let issued = anyone.issue_api_key(as_person(asked, &token)).await;
    let key = issued.unwrap().into_inner().key;
    let asked = proto::ExchangeApiKeyRequest { key };
    let exchanged = anyone.exchange_api_key(asked).await.unwrap();
    let by_key = exchanged.into_inner().access_token;
    let code = refused(&house, &by_key, ("", "Myself")).await;
    assert_eq!(code, "out_of_scope");
    assert_eq!(name(&house, &program.id).await, "Corner Counter");
}

#[tokio::test]
async fn an_account_takes_five_names_within_a_day_whatever_its_programs_take() {
    let folder = tempfile::tempdir().unwrap();
    let today = house(folder.path()).await;
    let (ingrid, token) = member(&today, "ingrid").await;
    let program = program(&today, &token).await;
    for number in 1..=5 {
        let next = format!("Ingrid {number}");
        rename(&today, &token, ("", &next)).await.unwrap();
    }
    let refused = rename(&today, &token, ("", "Ingrid 6")).await.unwrap_err();
    assert_eq!(
        (refused.kind, refused.code.as_str()),
        (Kind::TooMany, "renamed_too_often")
    );
    assert!(refused.parameters().contains(&Parameter::new("hours", 24)));
    let wait = refused.parameters().iter();
    let wait = wait.filter(|of| of.name == "retry_after_s");
    let wait: Vec<_> = wait.filter_map(|of| of.value.clone()).collect();
    let [Value::Number(wait_s)] = wait[..] else {
        panic!("{wait:?}");
    };
    assert!((82_801..=86_400).contains(&wait_s), "{wait_s}");
    // The name that it has is no new one, and a program has a count of its own.
    rename(&today, &token, ("", "Ingrid 5")).await.unwrap();
    let counted = rename(&today, &token, (&program.id, "Corner Counter")).await;
    counted.unwrap();
    drop(today);

    let mut tomorrow = house_with(folder.path(), Defences::default(), DAY_MS).await;
    let token = tomorrow.sign_in("ingrid").await.access_token;
    for number in 6..=10 {
        let next = format!("Ingrid {number}");
        rename(&tomorrow, &token, ("", &next)).await.unwrap();
    }
    let code = self::refused(&tomorrow, &token, ("", "Ingrid 11")).await;
    assert_eq!(code, "renamed_too_often");
    let before = (1..=9).rev().map(|number| format!("Ingrid {number}"));
    let before: Vec<_> = before.chain([ingrid.display_name]).collect();
    assert_eq!(names_before(&tomorrow, &ingrid.id).await, before);
}

#[tokio::test]
async fn a_guest_takes_another_name_with_a_login_and_is_known_by_the_one_before() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (before, token) = guest(&house).await;
    let code = refused(&house, &token, ("", "Astrid Holm")).await;
    assert_eq!(code, "members_only");
    let asked = proto::KeepAccountRequest {
        login: "astrid".to_owned(),
        password: "correct horse".to_owned(),
        display_name: "Astrid Holm".to_owned(),
    };
    let mut anyone = house.anyone.clone();
    let kept = anyone.keep_account(as_person(asked, &token)).await.unwrap();
    let token = kept.into_inner().access_token;
    assert_eq!(
        names_before(&house, &before.id).await,
        [before.display_name]
    );
    let renamed = rename(&house, &token, ("", "Astrid Holmgard")).await;
    assert_eq!(renamed.unwrap().id, before.id);
    assert_eq!(found(&house, "holmg").await, [before.id]);
}

#[tokio::test]
async fn former_names_are_for_pairing_alone() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (ingrid, token) = member(&house, "ingrid").await;
    let mut anyone = house.anyone.clone();
    let asked = as_person(former_of(&ingrid.id), &token);
    let refused = anyone.get_former_names(asked).await.unwrap_err();
    assert_eq!(code_of(&refused), "service_only");
    let mut pairing = house.pairing.clone();
    let refused = pairing.get_former_names(former_of("no id")).await;
    assert_eq!(code_of(&refused.unwrap_err()), "bad_account_id");
    let asked = proto::RenameAccountRequest {
        display_name: "Nobody".to_owned(),
        ..proto::RenameAccountRequest::default()
    };
    let nobody = anyone.rename_account(asked).await.unwrap_err();
    assert_eq!(code_of(&nobody), "unauthenticated");
}
