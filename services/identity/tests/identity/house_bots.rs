//! House bots sign in for gateways alone, each as an account that is nobody else's and that nobody finds.

use outflank_proto::identity::v1 as proto;
use outflank_transport::for_person;

use crate::people::{code_of, house, new_account};

fn number(number: u32) -> proto::OpenHouseSessionRequest {
    proto::OpenHouseSessionRequest { number }
}

#[tokio::test]
async fn a_gateway_gets_a_session_of_the_bot_again_and_again() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let mut open = async |bot: u32| {
        let opened = house.gateway.open_house_session(number(bot)).await.unwrap();
        let opened = opened.into_inner();
        (opened.account.unwrap(), opened.tokens.unwrap())
    };
    let (first, tokens) = open(1).await;
    let (again, other_tokens) = open(1).await;
    let (second, _) = open(2).await;
    assert_eq!(first, again);
    assert_ne!(first.id, second.id);
    assert_ne!(tokens.refresh_token, other_tokens.refresh_token);
    assert_eq!((&*first.login, first.administrator), ("", false));
    let asked = for_person(proto::GetAccountRequest {}, Some(&tokens.access_token));
    let account = house.anyone.get_account(asked).await.unwrap().into_inner();
    assert_eq!(account.account.unwrap(), first);
    let refresh = proto::RefreshSessionRequest {
        refresh_token: tokens.refresh_token,
    };
    house.anyone.refresh_session(refresh).await.unwrap();
}

#[tokio::test]
async fn a_bot_is_named_as_a_program_of_the_house() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let opened = house.gateway.open_house_session(number(1_024)).await;
    let bot = opened.unwrap().into_inner().account.unwrap();
    let asked = proto::NameAccountsRequest {
        account_ids: vec![bot.id.clone()],
    };
    let named = house.pairing.name_accounts(asked).await.unwrap();
    let program = proto::AccountName {
        account_id: bot.id,
        display_name: bot.display_name,
        operator_account_id: "house".to_owned(),
        operator_display_name: String::new(),
    };
    assert_eq!(named.into_inner().accounts, [program]);
}

#[tokio::test]
async fn nobody_else_gets_one_and_nobody_finds_a_bot() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    house.gateway.open_house_session(number(1)).await.unwrap();
    let made = house.anyone.create_account(new_account("ingrid", "")).await;
    let token = made.unwrap().into_inner().tokens.unwrap().access_token;
    let asked = for_person(number(1), Some(&token));
    let status = house.anyone.open_house_session(asked).await.unwrap_err();
    assert_eq!(code_of(&status), "service_only");
    let refused = house.pairing.open_house_session(number(1)).await;
    assert!(refused.is_err(), "the pairing service has no house");
    for wrong in [0, 1_025] {
        let status = house.gateway.open_house_session(number(wrong)).await;
        assert_eq!(code_of(&status.unwrap_err()), "bad_house_number");
    }
    let sought = proto::FindAccountsRequest {
        name: "House bot".to_owned(),
    };
    let found = house.pairing.find_accounts(sought).await.unwrap();
    assert_eq!(found.into_inner().accounts, []);
}
