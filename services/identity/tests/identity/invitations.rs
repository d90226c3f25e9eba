//! Whoever comes with an event from another server: what of their accounts comes along, and how they get in.

use std::path::Path;

use outflank_identity::{Guest, MIGRATIONS, Moving};
use outflank_journal::{
    PostgresOptions, Store,
    records::{Table, Value},
};
use outflank_proto::identity::v1 as proto;
use outflank_transport::{ClusterClock, for_person};

use crate::people::{code_of, house, new_account};

const TOURNAMENT: &str = "t1";

pub async fn moving(folder: &Path) -> Moving {
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => {
            Store::in_postgres(PostgresOptions::new(url, "identity"), Some(&MIGRATIONS)).await
        }
        None => Store::in_sqlite(folder.join("identity.sqlite"), Some(&MIGRATIONS)).await,
    };
    Moving::of(opened.unwrap())
}

pub fn accounts() -> &'static Table {
    let mut tables = Moving::tables();
    tables.find(|table| table.name == "accounts").unwrap()
}

/// An account as a file of an earlier version has it: with a login, a digest and an office.
pub fn account(id: &str, name: &str) -> Vec<Value> {
    let text = |text: &str| Value::Text(Some(text.to_owned()));
    vec![
        text(id),
        text(name),
        text(&format!("login-of-{id}")),
        text("digest"),
        Value::Truth(true),
        Value::Integer(Some(0)),
        Value::Text(None),
    ]
}

fn guest(entrant: Option<&str>, account: Option<&str>) -> Guest {
    Guest {
        entrant_id: entrant.map(str::to_owned),
        account_id: account.map(str::to_owned),
        display_name: "Haruto Shirakumo".to_owned(),
    }
}

fn claim(code: &str) -> proto::ClaimSeatRequest {
    proto::ClaimSeatRequest { code: code.into() }
}

#[tokio::test]
async fn who_has_no_way_in_gets_one_code_that_lets_in_once_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let moving = moving(folder.path()).await;
    let code = house.administrator_code().await;
    let made = house
        .anyone
        .create_account(new_account("ingrid", &code))
        .await
        .unwrap()
        .into_inner();
    let (known, token) = (made.account.unwrap(), made.tokens.unwrap().access_token);

    let carried = vec![
        account(&known.id, "Somebody Else"),
        account("player", "A Player"),
        account("official", "An Official"),
    ];
    let written = moving.write(&[(accounts(), carried)]).await.unwrap();
    written.commit().await.unwrap();
    let asked = for_person(proto::GetAccountRequest {}, Some(&token));
    let still = house.anyone.get_account(asked).await.unwrap().into_inner();
    assert_eq!(still.account, Some(known.clone()));

    let guests = [
        guest(Some("e1"), Some("player")),
        guest(Some("e2"), None),
        guest(Some("e3"), Some(&known.id)),
        guest(None, Some("player")),
        guest(None, Some("official")),
        guest(None, Some(&known.id)),
        guest(None, Some("nobody")),
    ];
    let now_ms = ClusterClock::new().now_ms();
    let old = moving.invite(TOURNAMENT, &guests, now_ms).await.unwrap();
    let invited = moving.invite(TOURNAMENT, &guests, now_ms).await.unwrap();
    let whom: Vec<_> = invited
        .iter()
        .map(|one| (one.entrant_id.as_deref(), one.display_name.as_str()))
        .collect();
    assert_eq!(
        whom,
        [
            (Some("e1"), "Haruto Shirakumo"),
            (Some("e2"), "Haruto Shirakumo"),
            (None, "An Official")
        ]
    );
    for ended in &old {
        let refused = house.anyone.claim_seat(claim(&ended.code)).await;
        assert_eq!(code_of(&refused.unwrap_err()), "unknown_seat_code");
    }

    // The player's, by nobody in particular; the official's, by somebody who is signed in as somebody else.
    let [player, free, official] = &invited[..] else {
        panic!("{invited:?}");
    };
    for (invitation, caller, whose) in [
        (player, None, "player"),
        (official, Some(token.as_str()), "official"),
    ] {
        let asked = for_person(claim(&invitation.code), caller);
        let claimed = house.anyone.claim_seat(asked).await.unwrap().into_inner();
        assert_eq!(
            Some(claimed.entrant_id).filter(|id| !id.is_empty()),
            invitation.entrant_id
        );
        let account = claimed.account.unwrap();
        assert_eq!((account.id.as_str(), account.login.as_str()), (whose, ""));
        assert!(!account.administrator);
        let own = claimed.tokens.unwrap().access_token;
        let asked = for_person(proto::GetAccountRequest {}, Some(&own));
        let me = house.anyone.get_account(asked).await.unwrap().into_inner();
        assert_eq!(me.account.unwrap().id, whose);
        for caller in [None, Some(own.as_str())] {
            let asked = for_person(claim(&invitation.code), caller);
            let again = house.anyone.claim_seat(asked).await;
            let is_own_seat = caller.is_some() && invitation.entrant_id.is_some();
            match again {
                // The answer to whoever holds the seat may have been lost; it has no tokens.
                Ok(again) if is_own_seat => assert_eq!(again.into_inner().tokens, None),
                again => assert_eq!(code_of(&again.unwrap_err()), "seat_code_used"),
            }
        }
    }
    assert_eq!(house.claimed_seats().await, ["e1"]);

    // Whoever came in needs no other; the seat that nobody took does.
    let left = moving.invite(TOURNAMENT, &guests, now_ms).await.unwrap();
    assert_eq!(left.len(), 1);
    assert_eq!(left[0].entrant_id.as_deref(), Some("e2"));
    let refused = house.anyone.claim_seat(claim(&free.code)).await;
    assert_eq!(code_of(&refused.unwrap_err()), "unknown_seat_code");
}
