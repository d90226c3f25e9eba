//! Guests play before they sign up, and keep what they are by a login.

use outflank_proto::identity::v1 as proto;
use tokio::task::JoinSet;

use crate::people::{House, as_person, code_of, house, new_account, new_key};

fn named(display_name: &str) -> proto::OpenGuestSessionRequest {
    proto::OpenGuestSessionRequest {
        display_name: display_name.to_owned(),
    }
}

async fn guest(house: &House, display_name: &str) -> (proto::Account, proto::Tokens) {
    let mut anyone = house.anyone.clone();
    let opened = anyone.open_guest_session(named(display_name)).await;
    let opened = opened.unwrap().into_inner();
    (opened.account.unwrap(), opened.tokens.unwrap())
}

fn login(login: &str) -> proto::KeepAccountRequest {
    proto::KeepAccountRequest {
        login: login.to_owned(),
        password: "correct horse".to_owned(),
        display_name: String::new(),
    }
}

async fn keep(
    house: &House,
    token: &str,
    asked: proto::KeepAccountRequest,
) -> Result<proto::KeepAccountResponse, String> {
    let mut anyone = house.anyone.clone();
    let kept = anyone.keep_account(as_person(asked, token)).await;
    let kept = kept.map_err(|status| code_of(&status))?;
    Ok(kept.into_inner())
}

/// Whom an official finds by a name, and what they are.
async fn found(house: &House, name: &str) -> Vec<(String, String)> {
    let asked = proto::FindAccountsRequest {
        name: name.to_owned(),
    };
    let answer = house.pairing.clone().find_accounts(asked).await.unwrap();
    let accounts = answer.into_inner().accounts.into_iter();
    accounts.map(|one| (one.account_id, one.kind)).collect()
}

/// What somebody with this token, who needs a password for it, is answered.
async fn create_program(house: &House, token: &str) -> Result<String, String> {
    let asked = proto::CreateProgramRequest {
        display_name: "Edge Counter".to_owned(),
    };
    let mut anyone = house.anyone.clone();
    let made = anyone.create_program(as_person(asked, token)).await;
    let made = made.map_err(|status| code_of(&status))?;
    Ok(made.into_inner().account.unwrap().id)
}

async fn refresh(house: &House, tokens: &proto::Tokens) -> proto::RefreshSessionResponse {
    let asked = proto::RefreshSessionRequest {
        refresh_token: tokens.refresh_token.clone(),
    };
    let next = house.anyone.clone().refresh_session(asked).await;
    next.unwrap().into_inner()
}

#[tokio::test]
async fn whoever_says_no_name_is_given_one_by_which_nobody_finds_him() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    for left_out in ["", "  ", "\u{3000}"] {
        let (account, tokens) = guest(&house, left_out).await;
        let number = account.display_name.strip_prefix("Guest ").unwrap();
        let digits = number.bytes().filter(u8::is_ascii_digit).count();
        assert_eq!((digits, number.len()), (5, 5), "{number}");
        assert_eq!((&*account.login, account.administrator), ("", false));
        assert_eq!(tokens.device_token, "");
        assert_eq!(refresh(&house, &tokens).await.account, Some(account));
    }
    assert!(found(&house, "guest").await.is_empty());
    let (astrid, _) = guest(&house, " Astrid Holm ").await;
    assert_eq!(astrid.display_name, "Astrid Holm");
    let astrid = (astrid.id, "guest".to_owned());
    assert_eq!(found(&house, "astrid").await, [astrid]);
    for bad in ["\n", "A\u{202e}b", &"x".repeat(71), &" ".repeat(71)] {
        let refused = house.anyone.clone().open_guest_session(named(bad)).await;
        assert_eq!(code_of(&refused.unwrap_err()), "invalid_name", "{bad:?}");
    }
}

#[tokio::test]
async fn a_guest_who_takes_a_login_stays_who_he_is() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (before, tokens) = guest(&house, "").await;
    let refused = create_program(&house, &tokens.access_token).await;
    assert_eq!(refused.unwrap_err(), "members_only");
    let asked = proto::KeepAccountRequest {
        display_name: "Astrid Holm".to_owned(),
        ..login(" Astrid ")
    };
    let kept = keep(&house, &tokens.access_token, asked).await.unwrap();
    let expected = proto::Account {
        login: "astrid".to_owned(),
        display_name: "Astrid Holm".to_owned(),
        ..before
    };
    assert_eq!(kept.account.as_ref(), Some(&expected));
    // The session goes on, as a member's, and the login is another way in.
    create_program(&house, &kept.access_token).await.unwrap();
    let next = refresh(&house, &tokens).await;
    assert_eq!(next.account.as_ref(), Some(&expected));
    let later = [next.tokens.unwrap(), house.sign_in("astrid").await];
    for tokens in &later {
        let made = create_program(&house, &tokens.access_token).await;
        made.unwrap();
    }
    let astrid = (expected.id, "member".to_owned());
    assert_eq!(found(&house, "astrid").await, [astrid]);
    for token in [&tokens.access_token, &kept.access_token] {
        let again = keep(&house, token, login("other")).await;
        assert_eq!(again.unwrap_err(), "account_has_login");
    }
}

#[tokio::test]
async fn whoever_came_by_a_seat_link_keeps_the_account_and_its_name() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let asked = proto::IssueSeatCodeRequest {
        tournament_id: "t1".to_owned(),
        entrant_id: "e1".to_owned(),
        display_name: "Haruto Shirakumo".to_owned(),
    };
    let code = house.pairing.issue_seat_code(asked).await.unwrap();
    let code = code.into_inner().code;
    let claimed = house.anyone.claim_seat(proto::ClaimSeatRequest { code });
    let claimed = claimed.await.unwrap().into_inner();
    let token = claimed.tokens.unwrap().access_token;
    let kept = keep(&house, &token, login("haruto")).await.unwrap();
    let expected = proto::Account {
        login: "haruto".to_owned(),
        ..claimed.account.unwrap()
    };
    assert_eq!(kept.account, Some(expected));
    assert_eq!(house.claimed_seats().await, ["e1"]);
}

#[tokio::test]
async fn what_makes_no_account_keeps_none() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let member = house.anyone.create_account(new_account("ingrid", "")).await;
    let member = member.unwrap().into_inner().tokens.unwrap().access_token;
    let (_, tokens) = guest(&house, "").await;
    let good = login("astrid");
    for (asked, code) in [
        (login("INGRID"), "login_taken"),
        (login("a b c"), "invalid_login"),
        (
            proto::KeepAccountRequest {
                password: "short".to_owned(),
                ..good.clone()
            },
            "invalid_password",
        ),
        (
            proto::KeepAccountRequest {
                password: "1234567890".to_owned(),
                ..good.clone()
            },
            "common_password",
        ),
        (
            proto::KeepAccountRequest {
                display_name: "A\u{200b}b".to_owned(),
                ..good.clone()
            },
            "invalid_name",
        ),
    ] {
        let refused = keep(&house, &tokens.access_token, asked).await;
        assert_eq!(refused.unwrap_err(), code);
    }
    let refused = keep(&house, &member, good.clone()).await;
    assert_eq!(refused.unwrap_err(), "account_has_login");
    keep(&house, &tokens.access_token, good).await.unwrap();
}

#[tokio::test]
async fn only_a_person_whose_session_stands_keeps_an_account() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let nobody = house.anyone.keep_account(login("nobody")).await;
    assert_eq!(code_of(&nobody.unwrap_err()), "unauthenticated");

    let member = house.anyone.create_account(new_account("ingrid", "")).await;
    let member = member.unwrap().into_inner().tokens.unwrap().access_token;
    let program = create_program(&house, &member).await.unwrap();
    let asked = new_key(&program, &[proto::ApiScope::Play, proto::ApiScope::Direct]);
    let issued = house.anyone.issue_api_key(as_person(asked, &member)).await;
    let key = issued.unwrap().into_inner().key;
    let exchanged = house
        .anyone
        .exchange_api_key(proto::ExchangeApiKeyRequest { key })
        .await;
    let token = exchanged.unwrap().into_inner().access_token;
    let refused = keep(&house, &token, login("program")).await;
    assert_eq!(refused.unwrap_err(), "out_of_scope");

    let asked = proto::OpenHouseSessionRequest { number: 1 };
    let bot = house.gateway.open_house_session(asked).await.unwrap();
    let token = bot.into_inner().tokens.unwrap().access_token;
    let refused = keep(&house, &token, login("house-bot")).await;
    assert_eq!(refused.unwrap_err(), "people_only");

    let (_, tokens) = guest(&house, "").await;
    let ended = proto::SignOutRequest {
        refresh_token: tokens.refresh_token,
    };
    house.anyone.sign_out(ended).await.unwrap();
    let refused = keep(&house, &tokens.access_token, login("astrid")).await;
    assert_eq!(refused.unwrap_err(), "session_ended");
}

#[tokio::test]
async fn of_many_logins_at_once_an_account_gets_one() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let (_, tokens) = guest(&house, "").await;
    let mut tries = JoinSet::new();
    for number in 0..4 {
        let mut anyone = house.anyone.clone();
        let asked = as_person(login(&format!("astrid-{number}")), &tokens.access_token);
        tries.spawn(async move {
            let kept = anyone.keep_account(asked).await;
            kept.map_err(|status| code_of(&status)).err()
        });
    }
    let mut refused: Vec<_> = tries.join_all().await.into_iter().flatten().collect();
    refused.dedup();
    assert_eq!(refused, ["account_has_login"]);
}
