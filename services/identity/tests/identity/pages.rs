//! Programs and API keys a page at a time.

use outflank_proto::identity::v1 as proto;
use outflank_testbed::{by_pages, spoilt};

use crate::people::{House, as_person, code_of, house, new_account, new_key};

/// Ids on a page of the programs, or the keys, of whoever has this token.
async fn page(
    house: &House,
    (of, token): (Of, &str),
    page_size: u32,
    page_token: String,
) -> Result<(Vec<String>, String), String> {
    let mut anyone = house.anyone.clone();
    match of {
        Of::Programs => {
            let asked = proto::ListProgramsRequest {
                page_size,
                page_token,
            };
            let told = anyone.list_programs(as_person(asked, token)).await;
            let told = told.map_err(|status| code_of(&status))?.into_inner();
            let ids = told.programs.into_iter().map(|one| one.id);
            Ok((ids.collect(), told.next_page_token))
        }
        Of::Keys => {
            let asked = proto::ListApiKeysRequest {
                page_size,
                page_token,
            };
            let told = anyone.list_api_keys(as_person(asked, token)).await;
            let told = told.map_err(|status| code_of(&status))?.into_inner();
            let ids = told.api_keys.into_iter().map(|one| one.id);
            Ok((ids.collect(), told.next_page_token))
        }
    }
}

#[derive(Debug, Clone, Copy)]
enum Of {
    Programs,
    Keys,
}

async fn whole(house: &House, of: (Of, &str)) -> Vec<String> {
    by_pages(async |size, token| page(house, of, size, token).await.unwrap()).await
}

async fn account(house: &House, login: &str) -> String {
    let made = house
        .anyone
        .clone()
        .create_account(new_account(login, ""))
        .await;
    made.unwrap().into_inner().tokens.unwrap().access_token
}

async fn program(house: &House, token: &str) -> String {
    let request = proto::CreateProgramRequest {
        display_name: "Edge Counter 2".into(),
    };
    let made = house
        .anyone
        .clone()
        .create_program(as_person(request, token))
        .await;
    made.unwrap().into_inner().account.unwrap().id
}

async fn key(house: &House, token: &str, of: &str) -> String {
    let request = as_person(new_key(of, &[proto::ApiScope::Play]), token);
    let made = house.anyone.clone().issue_api_key(request).await;
    made.unwrap().into_inner().api_key.unwrap().id
}

#[tokio::test]
async fn programs_and_keys_are_listed_once_whatever_is_made_meanwhile() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let operator = account(&house, "Ingrid").await;
    let (mut programs, mut keys) = (Vec::new(), Vec::new());
    for _ in 0..5 {
        let made = program(&house, &operator).await;
        keys.push(key(&house, &operator, &made).await);
        programs.push(made);
    }
    keys.push(key(&house, &operator, "").await);
    let listed = whole(&house, (Of::Programs, &operator)).await;
    // Made in the same millisecond, two stand in the order of their ids.
    let same = |one: &[String], other: &[String]| {
        let (mut one, mut other) = (one.to_vec(), other.to_vec());
        one.sort();
        other.sort();
        one == other
    };
    assert!(same(&listed, &programs), "{listed:?}");
    let shown = whole(&house, (Of::Keys, &operator)).await;
    assert!(same(&shown, &keys), "{shown:?}");

    let (first, token) = page(&house, (Of::Keys, &operator), 2, String::new())
        .await
        .unwrap();
    key(&house, &operator, &programs[0]).await;
    let (rest, end) = page(&house, (Of::Keys, &operator), 100, token)
        .await
        .unwrap();
    assert_eq!([first, rest].concat(), shown);
    assert_eq!(end, "");
}

#[tokio::test]
async fn nobody_reads_on_by_the_token_of_another() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let mut people = Vec::new();
    for login in ["Ingrid", "Sven"] {
        let token = account(&house, login).await;
        for _ in 0..2 {
            let made = program(&house, &token).await;
            key(&house, &token, &made).await;
        }
        people.push(token);
    }
    for of in [Of::Programs, Of::Keys] {
        let (_, next) = page(&house, (of, &people[0]), 1, String::new())
            .await
            .unwrap();
        let other = match of {
            Of::Programs => Of::Keys,
            Of::Keys => Of::Programs,
        };
        let mut refused = vec![
            (of, &people[1], next.clone()),
            (other, &people[0], next.clone()),
        ];
        refused.extend(
            spoilt(&next)
                .into_iter()
                .map(|token| (of, &people[0], token)),
        );
        for (of, who, token) in refused {
            let code = page(&house, (of, who), 1, token.clone()).await.unwrap_err();
            assert_eq!(code, "invalid_page_token", "{of:?} {token}");
        }
        let code = page(&house, (of, &people[0]), 1_001, String::new())
            .await
            .unwrap_err();
        assert_eq!(code, "invalid_page_size");
        assert!(page(&house, (of, &people[0]), 1, next).await.is_ok());
    }
}
