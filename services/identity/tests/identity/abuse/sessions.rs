//! Other people's accounts: each attack with what stands against it, and without, where it succeeds.

use std::{collections::BTreeSet, time::Duration};

use outflank_identity::{Budget, Defences, GuessLimits};
use outflank_live::{Live as _, Received, topic};
use outflank_proto::identity::v1 as proto;
use outflank_testbed::PATIENCE;

use crate::people::{House, as_person, code_of, house, house_with, new_account, new_key};

const HOME: &str = "203.0.113.7";
const PASSWORD: &str = "correct horse";

/// Where somebody signs in.
#[derive(Clone, Copy)]
struct Place<'a> {
    address: &'a str,
    device: &'a str,
}

fn at(address: &str) -> Place<'_> {
    Place {
        address,
        device: "",
    }
}

/// Signs in to the login `ingrid` through a gateway; what it comes to, or the code it is refused with.
async fn sign_in(house: &House, password: &str, place: Place<'_>) -> Result<proto::Tokens, String> {
    let request = proto::SignInRequest {
        login: "ingrid".into(),
        password: password.into(),
        device_token: place.device.into(),
        address: place.address.into(),
    };
    let answer = house.gateway.clone().sign_in(request).await;
    let answer = answer.map_err(|status| code_of(&status))?;
    Ok(answer.into_inner().tokens.unwrap())
}

/// The account `ingrid`, made at home.
async fn ingrid(house: &House) -> proto::Tokens {
    let request = proto::CreateAccountRequest {
        address: HOME.into(),
        ..new_account("ingrid", "")
    };
    let made = house.gateway.clone().create_account(request).await.unwrap();
    made.into_inner().tokens.unwrap()
}

/// Guesses until no guess is taken, each from another address of these; how many were taken.
async fn guess(house: &House, network: &str, device: &str) -> usize {
    for taken in 0..1_000 {
        let address = format!("{network}.{taken}");
        let address = if network == HOME { HOME } else { &address };
        let place = Place { address, device };
        match sign_in(house, "a wrong guess", place)
            .await
            .unwrap_err()
            .as_str()
        {
            "wrong_credentials" => {}
            "too_many_requests" => return taken,
            other => panic!("{other}"),
        }
    }
    panic!("guesses are taken without end");
}

/// As it was: ten a minute at a login, whoever asks.
fn shared_by_all() -> Defences {
    let strangers = Budget {
        allowed: 10,
        window: Duration::from_secs(60),
    };
    Defences {
        guesses: GuessLimits {
            strangers,
            known_apart: false,
            ..GuessLimits::default()
        },
        ..Defences::default()
    }
}

/// Strangers guess all they may. Who of the owner's still gets in: from a known device elsewhere, from another device
/// at home.
async fn who_gets_in(defences: Defences) -> [bool; 2] {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with(folder.path(), defences, 0).await;
    let device = ingrid(&house).await.device_token;
    guess(&house, "198.51.100", "").await;
    let elsewhere = Place {
        address: "192.0.2.44",
        device: &device,
    };
    let mut gets_in = [false; 2];
    for (place, gets_in) in [elsewhere, at(HOME)].into_iter().zip(&mut gets_in) {
        match sign_in(&house, PASSWORD, place).await {
            Ok(_) => *gets_in = true,
            Err(code) => assert_eq!(code, "too_many_requests"),
        }
    }
    gets_in
}

#[tokio::test]
async fn strangers_guesses_do_not_keep_the_owner_out() {
    assert_eq!(who_gets_in(Defences::default()).await, [true, true]);
    // With one count for all, ten wrong passwords of anybody's did.
    assert_eq!(who_gets_in(shared_by_all()).await, [false, false]);
}

#[tokio::test]
async fn so_many_guesses_are_taken_and_no_more_from_wherever_they_come() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let device = ingrid(&house).await.device_token;
    assert_eq!(
        guess(&house, "198.51.100", "").await,
        20,
        "strangers in an hour"
    );
    assert_eq!(guess(&house, "198.51.101", "made up").await, 0);
    assert_eq!(guess(&house, HOME, "").await, 10, "at home in a minute");
    assert_eq!(
        guess(&house, "198.51.102", &device).await,
        10,
        "a device in a minute"
    );
    let refused = sign_in(&house, PASSWORD, at(HOME)).await.unwrap_err();
    assert_eq!(refused, "too_many_requests");
}

#[tokio::test]
async fn right_passwords_are_not_counted_and_make_a_place_known() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    ingrid(&house).await;
    for _ in 0..25 {
        sign_in(&house, PASSWORD, at("192.0.2.1")).await.unwrap();
    }
    let hotel = sign_in(&house, PASSWORD, at("192.0.2.2")).await.unwrap();
    guess(&house, "198.51.100", "").await;
    sign_in(&house, PASSWORD, at("192.0.2.2")).await.unwrap();
    let away = sign_in(&house, PASSWORD, at("192.0.2.3")).await;
    assert_eq!(away.unwrap_err(), "too_many_requests");
    // A device that is known keeps its token.
    let place = Place {
        address: "192.0.2.3",
        device: &hotel.device_token,
    };
    let again = sign_in(&house, PASSWORD, place).await.unwrap();
    assert_eq!(again.device_token, hotel.device_token);
}

/// Somebody at home tries a password of another login each time, until no more is taken; how many were taken.
async fn guess_next_door(house: &House) -> usize {
    for taken in 0..1_000 {
        let request = proto::SignInRequest {
            login: format!("nobody-{taken}"),
            password: "a wrong guess".into(),
            address: HOME.into(),
            ..proto::SignInRequest::default()
        };
        let refused = house.gateway.clone().sign_in(request).await.unwrap_err();
        match code_of(&refused).as_str() {
            "wrong_credentials" => {}
            "too_many_requests" => return taken,
            other => panic!("{other}"),
        }
    }
    panic!("guesses are taken without end");
}

/// Somebody guesses at the owner's own address. How many guesses are taken, and whether the owner still gets in there.
async fn who_gets_in_next_door(known_apart: bool) -> (usize, bool) {
    let at_address = Budget {
        allowed: 30,
        window: Duration::from_secs(60 * 60),
    };
    let defences = Defences {
        guesses: GuessLimits {
            at_address,
            known_apart,
            ..GuessLimits::default()
        },
        ..Defences::default()
    };
    let folder = tempfile::tempdir().unwrap();
    let house = house_with(folder.path(), defences, 0).await;
    let device = ingrid(&house).await.device_token;
    let here = Place {
        address: HOME,
        device: &device,
    };
    // Right ones use nothing up.
    for _ in 0..5 {
        sign_in(&house, PASSWORD, here).await.unwrap();
        sign_in(&house, PASSWORD, at(HOME)).await.unwrap();
    }
    let taken = guess_next_door(&house).await;
    // Whoever is new there waits, and elsewhere nobody does.
    let another = sign_in(&house, PASSWORD, at(HOME)).await;
    assert_eq!(another.unwrap_err(), "too_many_requests");
    sign_in(&house, PASSWORD, at("192.0.2.1")).await.unwrap();
    (taken, sign_in(&house, PASSWORD, here).await.is_ok())
}

#[tokio::test]
async fn a_guesser_at_the_same_address_keeps_no_known_device_out() {
    assert_eq!(who_gets_in_next_door(true).await, (30, true));
    // Where all at an address are counted together, he did.
    assert_eq!(who_gets_in_next_door(false).await, (30, false));
}

#[tokio::test]
async fn a_flood_of_strangers_is_not_in_front_of_whoever_is_known() {
    const FLOOD: usize = 40;
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let device = ingrid(&house).await.device_token;
    let mut flood = tokio::task::JoinSet::new();
    for stranger in 0..FLOOD {
        let mut gateway = house.gateway.clone();
        let request = proto::SignInRequest {
            login: format!("nobody-{stranger}"),
            password: "a wrong guess".into(),
            address: format!("198.51.100.{stranger}"),
            ..proto::SignInRequest::default()
        };
        flood.spawn(async move { gateway.sign_in(request).await });
    }
    // The first of them was answered: all the others are in line.
    flood.join_next().await.unwrap().unwrap().unwrap_err();
    let here = Place {
        address: HOME,
        device: &device,
    };
    sign_in(&house, PASSWORD, here).await.unwrap();
    let mut answered = 1;
    while flood.try_join_next().is_some() {
        answered += 1;
    }
    assert!(answered < FLOOD / 2, "{answered} came before");
}

#[tokio::test]
async fn an_address_counts_only_as_a_gateway_tells_it() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    ingrid(&house).await;
    guess(&house, "198.51.100", "").await;
    let request = proto::SignInRequest {
        login: "ingrid".into(),
        password: PASSWORD.into(),
        address: HOME.into(),
        ..proto::SignInRequest::default()
    };
    let refused = house.anyone.clone().sign_in(request).await.unwrap_err();
    assert_eq!(code_of(&refused), "too_many_requests");
}

/// What an account with this password is refused with.
async fn refused_password(house: &House, login: &str, password: &str) -> Option<String> {
    let request = proto::CreateAccountRequest {
        password: password.into(),
        ..new_account(login, "")
    };
    let made = house.anyone.clone().create_account(request).await;
    made.err().map(|status| code_of(&status))
}

const GUESSED_EARLY: [&str; 6] = [
    "password12",
    "Passw0rd2026!",
    "1234567890",
    "qwertyuiop",
    "othello1234",
    "monkeymonkey",
];

#[tokio::test]
async fn a_password_is_none_that_is_guessed_early_or_tells_its_owner() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    for password in GUESSED_EARLY {
        let refused = refused_password(&house, "sven", password).await;
        assert_eq!(refused.as_deref(), Some("common_password"), "{password}");
    }
    for password in ["so SVEN-OLE plays on", "ingrid vestergrund plays"] {
        let refused = refused_password(&house, "sven-ole", password).await;
        assert_eq!(refused.as_deref(), Some("common_password"), "{password}");
    }
    let long = "x".repeat(201);
    for password in ["password", "nine char", long.as_str()] {
        let refused = refused_password(&house, "sven", password).await;
        assert_eq!(refused.as_deref(), Some("invalid_password"), "{password}");
    }
    for (login, password) in [
        ("sven", "a long password"),
        ("ole", "parole tastes of rust"),
    ] {
        assert_eq!(
            refused_password(&house, login, password).await,
            None,
            "{password}"
        );
    }
}

#[tokio::test]
async fn without_the_list_any_password_of_ten_characters_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    let defences = Defences {
        refuse_common_passwords: false,
        ..Defences::default()
    };
    let house = house_with(folder.path(), defences, 0).await;
    for (number, password) in GUESSED_EARLY.into_iter().enumerate() {
        let refused = refused_password(&house, &format!("sven{number}"), password).await;
        assert_eq!(refused, None, "{password}");
    }
}

async fn refresh(house: &House, token: &str) -> Result<proto::Tokens, String> {
    let request = proto::RefreshSessionRequest {
        refresh_token: token.into(),
    };
    let answer = house.anyone.clone().refresh_session(request).await;
    let answer = answer.map_err(|status| code_of(&status))?;
    Ok(answer.into_inner().tokens.unwrap())
}

/// One refresh token used three times at once: the tokens that came of it, and the refusals.
async fn at_once(house: &House, token: &str) -> (BTreeSet<String>, Vec<String>) {
    let uses = std::array::from_fn::<_, 3, _>(|_| refresh(house, token));
    let [first, second, third] = uses;
    let answers: [_; 3] = tokio::join!(first, second, third).into();
    let (mut tokens, mut refusals) = (BTreeSet::new(), Vec::new());
    for answer in answers {
        match answer {
            Ok(next) => drop(tokens.insert(next.refresh_token)),
            Err(code) => refusals.push(code),
        }
    }
    (tokens, refusals)
}

#[tokio::test]
async fn of_those_who_use_one_refresh_token_at_once_one_gets_its_successor() {
    let folder = tempfile::tempdir().unwrap();
    let shared = house(folder.path()).await;
    let first = ingrid(&shared).await.refresh_token;
    let (tokens, refusals) = at_once(&shared, &first).await;
    assert_eq!(
        (tokens.len(), refusals),
        (1, vec!["refresh_raced".to_owned(); 2])
    );
    drop(shared);

    let folder = tempfile::tempdir().unwrap();
    let defences = Defences {
        one_successor: false,
        ..Defences::default()
    };
    let each_its_own = house_with(folder.path(), defences, 0).await;
    let first = ingrid(&each_its_own).await.refresh_token;
    let (tokens, refusals) = at_once(&each_its_own, &first).await;
    assert_eq!((tokens.len(), refusals), (3, Vec::new()));
    for token in tokens {
        refresh(&each_its_own, &token).await.unwrap();
    }
}

#[tokio::test]
async fn a_racer_who_tries_again_has_the_same_successor_and_a_thief_ends_the_session() {
    let folder = tempfile::tempdir().unwrap();
    let open = async |ahead_ms| house_with(folder.path(), Defences::default(), ahead_ms).await;
    let now = open(0).await;
    let first = ingrid(&now).await.refresh_token;
    let second = refresh(&now, &first).await.unwrap().refresh_token;
    drop(now);
    let soon = open(3_000).await;
    for _ in 0..2 {
        let again = refresh(&soon, &first).await.unwrap();
        assert_eq!(again.refresh_token, second);
    }
    let third = refresh(&soon, &second).await.unwrap().refresh_token;
    assert_ne!(third, second);
    // The successor was used: nobody who had it can have lost it.
    assert_eq!(refresh(&soon, &first).await.unwrap_err(), "session_revoked");
    assert_eq!(refresh(&soon, &third).await.unwrap_err(), "session_ended");

    let late = sign_in(&soon, PASSWORD, at(HOME))
        .await
        .unwrap()
        .refresh_token;
    let unused = refresh(&soon, &late).await.unwrap().refresh_token;
    drop(soon);
    let later = open(70_000).await;
    assert_eq!(refresh(&later, &late).await.unwrap_err(), "session_revoked");
    assert_eq!(refresh(&later, &unused).await.unwrap_err(), "session_ended");
}

async fn change(house: &House, token: &str, old: &str, new: &str) -> Option<String> {
    let request = proto::ChangePasswordRequest {
        password: old.into(),
        new_password: new.into(),
        end_api_keys: false,
    };
    let mut anyone = house.anyone.clone();
    let changed = anyone.change_password(as_person(request, token));
    changed.await.err().map(|status| code_of(&status))
}

#[tokio::test]
async fn another_password_ends_every_other_session() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let elsewhere = ingrid(&house).await;
    let here = sign_in(&house, PASSWORD, at(HOME)).await.unwrap();
    let new = "a bird on the wire";
    let token = &here.access_token;
    for (old, new, code) in [
        ("wrong horse", new, "wrong_password"),
        (PASSWORD, "short", "invalid_password"),
        (PASSWORD, "password12", "common_password"),
        (PASSWORD, "so ingrid plays on", "common_password"),
    ] {
        assert_eq!(change(&house, token, old, new).await.as_deref(), Some(code));
    }
    assert_eq!(change(&house, token, PASSWORD, new).await, None);
    let ended = refresh(&house, &elsewhere.refresh_token).await.unwrap_err();
    assert_eq!(ended, "session_ended");
    refresh(&house, &here.refresh_token).await.unwrap();
    let old = sign_in(&house, PASSWORD, at(HOME)).await.unwrap_err();
    assert_eq!(old, "wrong_credentials");
    sign_in(&house, new, at(HOME)).await.unwrap();
    // Whoever has somebody's access token guesses no more often than anybody else.
    let mut taken = 0;
    while change(&house, token, "a wrong guess", new).await.as_deref() == Some("wrong_password") {
        taken += 1;
    }
    assert_eq!(taken, 9, "and the one before");
}

#[tokio::test]
async fn who_signs_out_everywhere_is_signed_in_nowhere() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let sessions = [
        ingrid(&house).await,
        sign_in(&house, PASSWORD, at(HOME)).await.unwrap(),
    ];
    let token = &sessions[1].access_token;
    let request = as_person(proto::EndSessionsRequest::default(), token);
    house.anyone.clone().end_sessions(request).await.unwrap();
    for session in &sessions {
        let ended = refresh(&house, &session.refresh_token).await.unwrap_err();
        assert_eq!(ended, "session_ended");
    }
    let again = sign_in(
        &house,
        PASSWORD,
        Place {
            address: HOME,
            device: &sessions[0].device_token,
        },
    )
    .await
    .unwrap();
    assert_ne!(
        again.device_token, sessions[0].device_token,
        "it was forgotten"
    );
}

async fn issue(house: &House, token: &str, password: &str) -> Result<String, String> {
    let request = proto::IssueApiKeyRequest {
        password: password.into(),
        ..new_key("", &[proto::ApiScope::Direct])
    };
    let mut anyone = house.anyone.clone();
    let issued = anyone.issue_api_key(as_person(request, token)).await;
    let issued = issued.map_err(|status| code_of(&status))?;
    Ok(issued.into_inner().key)
}

/// Whether a key is good for anything, and whether what was opened by it goes on.
async fn stands(house: &House, key: &str) -> bool {
    let request = proto::ExchangeApiKeyRequest { key: key.into() };
    let exchanged = house.anyone.clone().exchange_api_key(request).await;
    let id = key.split('_').nth(1).unwrap();
    let session = proto::GetSessionRequest {
        session_id: format!("key:{id}"),
    };
    let session = house.gateway.clone().get_session(session).await.unwrap();
    assert_eq!(exchanged.is_ok(), session.into_inner().stands);
    exchanged.is_ok()
}

/// How many keys the account's list says are good.
async fn good(house: &House, token: &str) -> u32 {
    let request = as_person(proto::ListApiKeysRequest::default(), token);
    let listed = house.anyone.clone().list_api_keys(request).await;
    listed.unwrap().into_inner().good
}

async fn end_sessions(house: &House, token: &str, keep_api_keys: bool) {
    let request = as_person(proto::EndSessionsRequest { keep_api_keys }, token);
    house.anyone.clone().end_sessions(request).await.unwrap();
}

#[tokio::test]
async fn an_access_token_alone_makes_no_key() {
    let folder = tempfile::tempdir().unwrap();
    let guarded = house(folder.path()).await;
    let stolen = ingrid(&guarded).await.access_token;
    let refused = issue(&guarded, &stolen, "").await.unwrap_err();
    assert_eq!(refused, "password_required");
    let key = issue(&guarded, &stolen, PASSWORD).await.unwrap();
    assert!(stands(&guarded, &key).await);
    let mut taken = 0;
    let refused = loop {
        match issue(&guarded, &stolen, "a wrong guess").await.unwrap_err() {
            wrong if wrong == "wrong_password" => taken += 1,
            other => break other,
        }
    };
    assert_eq!((taken, refused.as_str()), (10, "too_many_requests"));
    // Guesses at the one count at the other.
    let changed = change(&guarded, &stolen, PASSWORD, "a bird on the wire").await;
    assert_eq!(changed.as_deref(), Some("too_many_requests"));
    assert_eq!(good(&guarded, &stolen).await, 1);
    drop(guarded);

    // As it was: whoever has an access token has a key that outlives it.
    let folder = tempfile::tempdir().unwrap();
    let defences = Defences {
        keys_take_passwords: false,
        ..Defences::default()
    };
    let open = house_with(folder.path(), defences, 0).await;
    let stolen = ingrid(&open).await.access_token;
    let key = issue(&open, &stolen, "").await.unwrap();
    let owner = sign_in(&open, PASSWORD, at(HOME)).await.unwrap();
    let token = &owner.access_token;
    let changed = change(&open, token, PASSWORD, "a bird on the wire").await;
    assert_eq!(changed, None);
    end_sessions(&open, token, true).await;
    assert!(stands(&open, &key).await);
}

#[tokio::test]
async fn a_token_whose_session_has_ended_makes_no_key_with_the_password_either() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let token = ingrid(&house).await.access_token;
    end_sessions(&house, &token, false).await;
    let refused = issue(&house, &token, PASSWORD).await.unwrap_err();
    assert_eq!(refused, "session_ended");
}

#[tokio::test]
async fn keys_end_with_every_session_and_with_a_password_where_it_is_said() {
    let folder = tempfile::tempdir().unwrap();
    let house = house(folder.path()).await;
    let token = ingrid(&house).await.access_token;
    let request = proto::CreateAccountRequest {
        address: HOME.into(),
        ..new_account("sven", "")
    };
    let other = house.gateway.clone().create_account(request).await.unwrap();
    let other = other.into_inner().tokens.unwrap().access_token;
    let others = issue(&house, &other, PASSWORD).await.unwrap();
    let request = proto::CreateProgramRequest {
        display_name: "Edge Counter".into(),
    };
    let made = house
        .anyone
        .clone()
        .create_program(as_person(request, &token))
        .await;
    let program = made.unwrap().into_inner().account.unwrap().id;
    let of_program = async |token: &str| {
        let request = as_person(new_key(&program, &[proto::ApiScope::Play]), token);
        let issued = house.anyone.clone().issue_api_key(request).await;
        issued.unwrap().into_inner().key
    };

    let keys = [
        issue(&house, &token, PASSWORD).await.unwrap(),
        of_program(&token).await,
    ];
    assert_eq!(good(&house, &token).await, 2);
    let new = "a bird on the wire";
    assert_eq!(change(&house, &token, PASSWORD, new).await, None);
    for key in &keys {
        assert!(
            stands(&house, key).await,
            "a change of password leaves keys"
        );
    }
    end_sessions(&house, &token, true).await;
    for key in &keys {
        assert!(stands(&house, key).await, "they were to be kept");
    }
    let token = sign_in(&house, new, at(HOME)).await.unwrap().access_token;
    let request = proto::ChangePasswordRequest {
        password: new.into(),
        new_password: PASSWORD.into(),
        end_api_keys: true,
    };
    let mut anyone = house.anyone.clone();
    anyone
        .change_password(as_person(request, &token))
        .await
        .unwrap();
    for key in &keys {
        assert!(!stands(&house, key).await, "they were to end");
    }
    assert_eq!(good(&house, &token).await, 0);

    let keys = [
        issue(&house, &token, PASSWORD).await.unwrap(),
        of_program(&token).await,
    ];
    let mut told = house
        .live
        .subscribe(&topic::ended_sessions())
        .await
        .unwrap();
    end_sessions(&house, &token, false).await;
    let mut awaited: BTreeSet<String> = keys
        .iter()
        .map(|key| format!("key:{}", key.split('_').nth(1).unwrap()))
        .collect();
    let all = async {
        while !awaited.is_empty() {
            let Received::Message(session) = told.next().await else {
                continue;
            };
            awaited.remove(std::str::from_utf8(&session).unwrap());
        }
    };
    tokio::time::timeout(PATIENCE, all)
        .await
        .expect("gateways are told of each");
    for key in &keys {
        assert!(
            !stands(&house, key).await,
            "signing out everywhere ends keys"
        );
    }
    assert!(stands(&house, &others).await, "another account's");
}

/// The owner signs out everywhere, and strangers guess all they may. How many more guesses are taken at the owner's
/// former address.
async fn guesses_at_home(defences: Defences) -> usize {
    let folder = tempfile::tempdir().unwrap();
    let house = house_with(folder.path(), defences, 0).await;
    let token = ingrid(&house).await.access_token;
    end_sessions(&house, &token, false).await;
    guess(&house, "198.51.100", "").await;
    guess(&house, HOME, "").await
}

#[tokio::test]
async fn who_signs_out_everywhere_is_known_at_no_address() {
    assert_eq!(guesses_at_home(Defences::default()).await, 0);
    let defences = Defences {
        forget_addresses: false,
        ..Defences::default()
    };
    assert_eq!(guesses_at_home(defences).await, 10);
}
