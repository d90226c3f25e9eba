//! The identity service through its contract, over a real store and a real auth layer.

use std::{
    path::Path,
    sync::{
        Arc, Mutex,
        atomic::{AtomicBool, Ordering},
    },
};

use ed25519_dalek::SigningKey;
use outflank_access::{
    Caller, Kind, Person, Problem, Role, Scopes, Standing,
    keys::{self, PublishedKey, Signs},
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_identity::{Defences, Identity, IdentityGrpc, IdentityParts, MIGRATIONS};
use outflank_journal::{PostgresOptions, Store};
use outflank_live::InProcess;
use outflank_proto::{
    feed::v1::{self as feed, CatchUpRequest, CatchUpResponse, ReadFactsRequest},
    identity::v1::{
        self as proto, identity_service_client::IdentityServiceClient,
        identity_service_server::IdentityServiceServer,
    },
    pairing::v1::{
        self as pairing,
        pairing_service_server::{PairingService, PairingServiceServer},
    },
    play::v1::play_service_server::{PlayService, PlayServiceServer},
};
use outflank_stillness::documented;
use outflank_transport::{
    AuthLayer, ClusterClock, Transport, feed::Follower, for_person, in_the_name_of,
};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::push::Receiver;

type Client = IdentityServiceClient<Transport>;

pub struct House {
    identity: Arc<Identity>,
    pub anyone: Client,
    pub pairing: Client,
    pub gateway: Client,
    pub live: Arc<InProcess>,
    event: Arc<TestPairing>,
    pub receiver: Arc<Receiver>,
    /// To pairing and to play, in identity's name.
    to_pairing: Transport,
    to_play: Transport,
    play: Arc<TestPlay>,
    clock: Arc<ClusterClock>,
    stop: CancellationToken,
}

impl Drop for House {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// Pairing as far as identity asks it.
#[derive(Default)]
struct TestPairing {
    asked: Mutex<Vec<pairing::CheckSeatClaimRequest>>,
    /// From so many questions on, no claim is taken.
    refuses_from: Mutex<Option<usize>>,
    away: AtomicBool,
    facts: Mutex<Vec<feed::Fact>>,
    summonses: Mutex<pairing::GetSummonsesResponse>,
}

/// Play as far as identity follows it.
#[derive(Default)]
struct TestPlay(Mutex<Vec<feed::Fact>>);

/// One more fact; at another time it is another one, whichever process tells it.
fn tell(facts: &Mutex<Vec<feed::Fact>>, (kind, body): (&str, &serde_json::Value), at_ms: i64) {
    let mut facts = facts.lock().unwrap();
    let number = u64::try_from(facts.len()).unwrap() + 1;
    facts.push(feed::Fact {
        number,
        id: format!("{kind}/{at_ms}/{number}"),
        kind: kind.to_owned(),
        body: body.to_string().into_bytes(),
        at_ms,
        ..feed::Fact::default()
    });
}

/// The facts after a cursor, of all that there are.
fn later(facts: &[feed::Fact], asked: ReadFactsRequest) -> Response<feed::ReadFactsResponse> {
    let after = asked.after.map_or(0, |cursor| cursor.number);
    let later = facts.iter().filter(|fact| fact.number > after);
    Response::new(feed::ReadFactsResponse {
        facts: later.cloned().collect(),
        next: Some(feed::Cursor {
            epoch: "store".to_owned(),
            number: facts.last().map_or(0, |fact| fact.number),
        }),
    })
}

#[tonic::async_trait]
impl PlayService for TestPlay {
    outflank_proto::play_service_stand_in!(read_facts);

    async fn read_facts(
        &self,
        request: Request<ReadFactsRequest>,
    ) -> Result<Response<feed::ReadFactsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        Ok(later(&self.0.lock().unwrap(), request.into_inner()))
    }
}

#[tonic::async_trait]
impl PairingService for TestPairing {
    outflank_proto::pairing_service_stand_in!(check_seat_claim catch_up read_facts get_summonses);

    async fn read_facts(
        &self,
        request: Request<ReadFactsRequest>,
    ) -> Result<Response<feed::ReadFactsResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        Ok(later(&self.facts.lock().unwrap(), request.into_inner()))
    }

    async fn get_summonses(
        &self,
        request: Request<pairing::GetSummonsesRequest>,
    ) -> Result<Response<pairing::GetSummonsesResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        if self.away.load(Ordering::Relaxed) {
            return Err(Status::unavailable("nobody there"));
        }
        Ok(Response::new(self.summonses.lock().unwrap().clone()))
    }

    async fn check_seat_claim(
        &self,
        request: Request<pairing::CheckSeatClaimRequest>,
    ) -> Result<Response<pairing::CheckSeatClaimResponse>, Status> {
        Caller::of(&request)?.authorize(Standing::default())?;
        let mut asked = self.asked.lock().unwrap();
        asked.push(request.into_inner());
        let refuses = *self.refuses_from.lock().unwrap();
        if self.away.load(Ordering::Relaxed) {
            return Err(Status::unavailable("nobody there"));
        }
        if refuses.is_some_and(|from| asked.len() > from) {
            let told = "You officiate here.";
            return Err(Problem::new(Kind::Forbidden, "consent_needed", told).into());
        }
        Ok(Response::new(pairing::CheckSeatClaimResponse {}))
    }

    async fn catch_up(
        &self,
        _: Request<CatchUpRequest>,
    ) -> Result<Response<CatchUpResponse>, Status> {
        Ok(Response::new(CatchUpResponse {}))
    }
}

impl House {
    /// The code that makes the first administrator.
    pub async fn administrator_code(&self) -> String {
        let code = self.identity.administrator_code().await.unwrap();
        code.expect("no administrator yet")
    }

    /// Calls people by their devices, by what pairing publishes.
    pub fn call_people(&self) -> [Arc<Follower>; 2] {
        let (pairing, play) = (self.to_pairing.clone(), self.to_play.clone());
        self.identity.call_people(pairing, play)
    }

    /// A table of round 3 calls for the director, as play tells it.
    pub fn calls(&self, table: u32, at_ms: i64) {
        let body = serde_json::json!({
            "game_id": "g1", "tournament_id": "t1", "round": 3, "table": table, "game_number": 1, "color": "black",
            "entrant_id": "e1",
        });
        tell(&self.play.0, ("director_called", &body), at_ms);
    }

    /// Pairing is not there.
    pub fn lose_pairing(&self, lost: bool) {
        self.event.away.store(lost, Ordering::Relaxed);
    }

    /// Whom pairing says is called, whatever by.
    pub fn called(&self, called: pairing::GetSummonsesResponse) {
        *self.event.summonses.lock().unwrap() = called;
    }

    /// What it said last.
    pub fn last_called(&self) -> pairing::GetSummonsesResponse {
        self.event.summonses.lock().unwrap().clone()
    }

    /// Cluster time.
    pub fn now_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// A new session of an account that a test made.
    pub async fn sign_in(&mut self, login: &str) -> proto::Tokens {
        let asked = proto::SignInRequest {
            login: login.to_owned(),
            password: "correct horse".to_owned(),
            ..proto::SignInRequest::default()
        };
        let signed_in = self.anyone.sign_in(asked).await.unwrap();
        signed_in.into_inner().tokens.unwrap()
    }

    /// Pairing tells a fact.
    pub fn told(&self, kind: &str, body: &serde_json::Value, at_ms: i64) {
        tell(&self.event.facts, (kind, body), at_ms);
    }

    /// The entrants whose seats were claimed, as others are told.
    pub async fn claimed_seats(&mut self) -> Vec<String> {
        let told = facts(self).await;
        let entrants = told.iter().map(|fact| fact["entrant_id"].as_str());
        entrants.map(|id| id.unwrap().to_owned()).collect()
    }
}

pub async fn house(folder: &Path) -> House {
    house_with(folder, Defences::default(), 0).await
}

/// What signs rating files, what did before, and what signs results.
fn keys_of_others() -> [SigningKey; 3] {
    [21, 22, 23].map(|seed| SigningKey::from_bytes(&[seed; 32]))
}

fn published_keys() -> Vec<PublishedKey> {
    let [files, earlier, results] = keys_of_others().map(|key| key.verifying_key());
    [
        (files, Signs::RatingFiles, false),
        (earlier, Signs::RatingFiles, true),
        (results, Signs::Results, false),
    ]
    .map(|(key, signs, retired)| PublishedKey {
        key,
        signs,
        retired,
    })
    .to_vec()
}

/// One whose clock goes before by so many ms.
pub async fn house_with(folder: &Path, defences: Defences, ahead_ms: i64) -> House {
    let people = SigningKey::from_bytes(&[1; 32]);
    let pairing_key = SigningKey::from_bytes(&[2; 32]);
    let gateway_key = SigningKey::from_bytes(&[3; 32]);
    let live = Arc::new(InProcess::new());
    let (receiver, stop) = (Arc::<Receiver>::default(), CancellationToken::new());
    let clock = Arc::new(ClusterClock::shifted(ahead_ms));
    let opened = match outflank_testbed::store_url(folder) {
        Some(url) => {
            Store::in_postgres(PostgresOptions::new(url, "identity"), Some(&MIGRATIONS)).await
        }
        None => Store::in_sqlite(folder.join("identity.sqlite"), Some(&MIGRATIONS)).await,
    };
    let store = opened.unwrap();
    let identity = Identity::start(IdentityParts {
        store,
        live: live.clone(),
        clock: Arc::clone(&clock),
        signing_key: people.clone(),
        published_keys: published_keys(),
        defences,
        post: Arc::clone(&receiver) as _,
        contact: Some("https://play.example".to_owned()),
        stop: stop.clone(),
    })
    .await
    .unwrap();
    let identity_key = SigningKey::from_bytes(&[4; 32]);
    let verifier = Verifier::default()
        .trust_people(&people.verifying_key())
        .unwrap()
        .trust_service(Role::Pairing, &pairing_key.verifying_key())
        .unwrap()
        .trust_service(Role::Gateway, &gateway_key.verifying_key())
        .unwrap()
        .trust_service(Role::Identity, &identity_key.verifying_key())
        .unwrap();
    let auth_layer = AuthLayer::new(Arc::new(verifier), Arc::clone(&clock));
    let event = Arc::<TestPairing>::default();
    let own = Arc::new(ServiceIdentity::new(Role::Identity, &identity_key).unwrap());
    let named = |transport| in_the_name_of(transport, Arc::clone(&own), Arc::clone(&clock));
    let to_pairing = named(auth_layer.local(PairingServiceServer::from_arc(Arc::clone(&event))));
    let play = Arc::<TestPlay>::default();
    let to_play = named(auth_layer.local(PlayServiceServer::from_arc(Arc::clone(&play))));
    identity.ask_pairing(to_pairing.clone());
    let transport = documented(auth_layer.local(IdentityServiceServer::new(IdentityGrpc(
        Arc::clone(&identity),
    ))));
    let pairing = Arc::new(ServiceIdentity::new(Role::Pairing, &pairing_key).unwrap());
    let gateway = Arc::new(ServiceIdentity::new(Role::Gateway, &gateway_key).unwrap());
    House {
        identity,
        anyone: Client::new(transport.clone()),
        pairing: Client::new(in_the_name_of(
            transport.clone(),
            pairing,
            Arc::clone(&clock),
        )),
        gateway: Client::new(in_the_name_of(transport, gateway, Arc::clone(&clock))),
        live,
        event,
        receiver,
        to_pairing,
        to_play,
        play,
        clock,
        stop,
    }
}

pub fn new_account(login: &str, administrator_code: &str) -> proto::CreateAccountRequest {
    proto::CreateAccountRequest {
        display_name: "Ingrid Vestergrund".into(),
        login: login.into(),
        password: "correct horse".into(),
        administrator_code: administrator_code.into(),
        ..proto::CreateAccountRequest::default()
    }
}

pub fn code_of(status: &tonic::Status) -> String {
    Problem::from_status(status).code
}

async fn seat_code(house: &mut House, entrant: &str) -> String {
    house
        .pairing
        .issue_seat_code(proto::IssueSeatCodeRequest {
            tournament_id: "t1".into(),
            entrant_id: entrant.into(),
            display_name: "Haruto Shirakumo".into(),
        })
        .await
        .unwrap()
        .into_inner()
        .code
}

fn claim(code: &str) -> proto::ClaimSeatRequest {
    proto::ClaimSeatRequest { code: code.into() }
}

async fn facts(house: &mut House) -> Vec<serde_json::Value> {
    let request = ReadFactsRequest {
        after: None,
        limit: 100,
        at_end: false,
    };
    let page = house
        .pairing
        .read_facts(request)
        .await
        .unwrap()
        .into_inner();
    page.facts
        .iter()
        .map(|fact| serde_json::from_slice(&fact.body).unwrap())
        .collect()
}

#[tokio::test]
async fn an_account_signs_in_with_its_password_and_no_other() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let made = house
        .anyone
        .create_account(new_account("Ingrid", ""))
        .await
        .unwrap()
        .into_inner();
    assert!(!made.account.unwrap().administrator);
    for (login, password, good) in [
        ("ingrid", "correct horse", true),
        (" INGRID ", "correct horse", true),
        ("ingrid", "wrong horse", false),
        ("nobody", "correct horse", false),
    ] {
        let answer = house
            .anyone
            .sign_in(proto::SignInRequest {
                login: login.into(),
                password: password.into(),
                ..proto::SignInRequest::default()
            })
            .await;
        match answer {
            Ok(_) => assert!(good, "{login} {password}"),
            Err(status) => {
                assert!(!good, "{login} {password}");
                assert_eq!(code_of(&status), "wrong_credentials");
            }
        }
    }
}

#[tokio::test]
async fn whoever_is_signed_in_learns_what_an_account_is_called() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let made = house
        .anyone
        .create_account(new_account("ingrid", ""))
        .await
        .unwrap()
        .into_inner();
    let token = made.tokens.unwrap().access_token;
    let asked = |account_id: &str| proto::GetAccountNameRequest {
        account_id: account_id.into(),
    };
    for (account, name) in [
        (made.account.unwrap().id.as_str(), "Ingrid Vestergrund"),
        ("nobodys", ""),
    ] {
        let said = house
            .anyone
            .get_account_name(as_person(asked(account), &token))
            .await
            .unwrap()
            .into_inner();
        assert_eq!(said.display_name, name);
    }
    let refused = house
        .anyone
        .get_account_name(as_person(asked("no id"), &token))
        .await;
    assert_eq!(code_of(&refused.unwrap_err()), "bad_account_id");
    let refused = house.anyone.get_account_name(asked("nobodys")).await;
    assert_eq!(code_of(&refused.unwrap_err()), "unauthenticated");
}

#[tokio::test]
async fn bad_accounts_are_refused_with_what_would_be_right() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    house
        .anyone
        .create_account(new_account("ingrid", ""))
        .await
        .unwrap();
    let good = new_account("other", "");
    let table = [
        (
            proto::CreateAccountRequest {
                login: "INGRID".into(),
                ..good.clone()
            },
            "login_taken",
        ),
        (
            proto::CreateAccountRequest {
                login: "ab".into(),
                ..good.clone()
            },
            "invalid_login",
        ),
        (
            proto::CreateAccountRequest {
                login: "a b c".into(),
                ..good.clone()
            },
            "invalid_login",
        ),
        (
            proto::CreateAccountRequest {
                password: "short".into(),
                ..good.clone()
            },
            "invalid_password",
        ),
        (
            proto::CreateAccountRequest {
                display_name: " ".into(),
                ..good.clone()
            },
            "invalid_name",
        ),
        (
            proto::CreateAccountRequest {
                display_name: "a\nb".into(),
                ..good.clone()
            },
            "invalid_name",
        ),
        (
            proto::CreateAccountRequest {
                display_name: "A\u{202e}b".into(),
                ..good.clone()
            },
            "invalid_name",
        ),
        (
            proto::CreateAccountRequest {
                display_name: "A\u{200b}b".into(),
                ..good.clone()
            },
            "invalid_name",
        ),
        (
            proto::CreateAccountRequest {
                administrator_code: "guess".into(),
                ..good.clone()
            },
            "wrong_administrator_code",
        ),
    ];
    for (request, code) in table {
        let status = house.anyone.create_account(request).await.unwrap_err();
        assert_eq!(code_of(&status), code);
    }
    house.anyone.create_account(good).await.unwrap();
}

#[tokio::test]
async fn the_administrator_link_works_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let old = house.identity.administrator_code().await.unwrap().unwrap();
    let code = house.identity.administrator_code().await.unwrap().unwrap();
    let status = house
        .anyone
        .create_account(new_account("first", &old))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "wrong_administrator_code");
    let made = house
        .anyone
        .create_account(new_account("first", &code))
        .await
        .unwrap();
    assert!(made.into_inner().account.unwrap().administrator);
    let status = house
        .anyone
        .create_account(new_account("second", &code))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "wrong_administrator_code");
    assert_eq!(house.identity.administrator_code().await.unwrap(), None);
}

#[tokio::test]
async fn a_seat_code_makes_a_light_account_and_a_fact_once() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let replaced = seat_code(&mut house, "e1").await;
    let code = seat_code(&mut house, "e1").await;
    let status = house.anyone.claim_seat(claim(&replaced)).await.unwrap_err();
    assert_eq!(code_of(&status), "unknown_seat_code");
    let seen = house
        .anyone
        .get_seat_code(proto::GetSeatCodeRequest {
            code: code.to_lowercase(),
        })
        .await
        .unwrap()
        .into_inner();
    assert_eq!(seen.entrant_id, "e1");
    let claimed = house
        .anyone
        .claim_seat(claim(&code))
        .await
        .unwrap()
        .into_inner();
    let account = claimed.account.unwrap();
    assert_eq!(account.display_name, "Haruto Shirakumo");
    let token = claimed.tokens.unwrap().access_token;
    let me = house
        .anyone
        .get_account(for_person(proto::GetAccountRequest {}, Some(&token)))
        .await
        .unwrap();
    assert_eq!(me.into_inner().account.unwrap().id, account.id);
    let status = house.anyone.claim_seat(claim(&code)).await.unwrap_err();
    assert_eq!(code_of(&status), "seat_code_used");
    let expected = serde_json::json!({
        "event": "seat_claimed", "tournament_id": "t1", "entrant_id": "e1", "account_id": account.id
    });
    assert_eq!(facts(&mut house).await, [expected]);
    // The same person asking again, after a lost answer, is told the same.
    house
        .anyone
        .claim_seat(for_person(claim(&code), Some(&token)))
        .await
        .unwrap();
    assert_eq!(facts(&mut house).await.len(), 1);
}

#[tokio::test]
async fn of_many_who_use_a_code_at_once_one_gets_the_seat() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let code = seat_code(&mut house, "e1").await;
    let mut tries = tokio::task::JoinSet::new();
    for _ in 0..12 {
        let mut client = house.anyone.clone();
        let request = claim(&code);
        tries.spawn(async move { client.claim_seat(request).await.is_ok() });
    }
    let won = tries
        .join_all()
        .await
        .into_iter()
        .filter(|won| *won)
        .count();
    assert_eq!(won, 1);
    assert_eq!(facts(&mut house).await.len(), 1);
}

#[tokio::test]
async fn sessions_outlive_the_server_and_end_when_told() {
    let folder = tempfile::tempdir().unwrap();
    let tokens = {
        let mut house = house(folder.path()).await;
        let made = house
            .anyone
            .create_account(new_account("ingrid", ""))
            .await
            .unwrap();
        made.into_inner().tokens.unwrap()
    };
    let mut house = house(folder.path()).await;
    let refresh = |token: &str| proto::RefreshSessionRequest {
        refresh_token: token.into(),
    };
    let next = house
        .anyone
        .refresh_session(refresh(&tokens.refresh_token))
        .await
        .unwrap();
    let next = next.into_inner().tokens.unwrap();
    // A lost answer: for a moment the old token is still good for the same answer.
    drop(house);
    let mut house = house_with(folder.path(), Defences::default(), 3_000).await;
    let again = house
        .anyone
        .refresh_session(refresh(&tokens.refresh_token))
        .await
        .unwrap();
    let again = again.into_inner().tokens.unwrap();
    assert_eq!(again.refresh_token, next.refresh_token);
    house
        .anyone
        .sign_out(proto::SignOutRequest {
            refresh_token: next.refresh_token.clone(),
        })
        .await
        .unwrap();
    for token in [&tokens.refresh_token, &next.refresh_token, "unknown"] {
        let status = house
            .anyone
            .refresh_session(refresh(token))
            .await
            .unwrap_err();
        assert_eq!(code_of(&status), "session_ended");
    }
}

#[tokio::test]
async fn a_code_is_unused_until_somebody_claims_the_seat_or_a_new_one_is_made() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let unused = async |house: &mut House, tournament: &str| {
        let asked = proto::GetUnusedSeatCodesRequest {
            tournament_id: tournament.into(),
        };
        let answer = house.pairing.get_unused_seat_codes(asked).await;
        answer.unwrap().into_inner().codes
    };
    let seats = |codes: Vec<proto::UnusedSeatCode>| -> Vec<String> {
        codes.into_iter().map(|code| code.entrant_id).collect()
    };
    assert!(unused(&mut house, "t1").await.is_empty());
    seat_code(&mut house, "e1").await;
    let first = unused(&mut house, "t1").await;
    let code = seat_code(&mut house, "e1").await;
    seat_code(&mut house, "e2").await;
    let both = unused(&mut house, "t1").await;
    assert!(both[0].expires_at_ms >= first[0].expires_at_ms && first[0].expires_at_ms > 0);
    assert_eq!(seats(both), ["e1", "e2"]);
    assert!(unused(&mut house, "t2").await.is_empty());
    house.anyone.claim_seat(claim(&code)).await.unwrap();
    assert_eq!(seats(unused(&mut house, "t1").await), ["e2"]);
}

#[tokio::test]
async fn only_services_may_make_codes_and_read_facts() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let made = house
        .anyone
        .create_account(new_account("ingrid", ""))
        .await
        .unwrap();
    let token = made.into_inner().tokens.unwrap().access_token;
    let status = house
        .anyone
        .issue_seat_code(for_person(
            proto::IssueSeatCodeRequest::default(),
            Some(&token),
        ))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "service_only");
    let status = house
        .anyone
        .get_unused_seat_codes(for_person(
            proto::GetUnusedSeatCodesRequest::default(),
            Some(&token),
        ))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "service_only");
    let status = house
        .anyone
        .read_facts(for_person(ReadFactsRequest::default(), Some(&token)))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "service_only");
    let status = house
        .anyone
        .get_account(for_person(proto::GetAccountRequest {}, Some("forged")))
        .await
        .unwrap_err();
    assert_eq!(code_of(&status), "token_refused");
}

#[tokio::test]
async fn the_key_set_says_what_each_key_signs_and_a_token_signed_by_another_than_the_first_is_refused()
 {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let answer = house.anyone.get_key_set(proto::GetKeySetRequest {}).await;
    let set: serde_json::Value = serde_json::from_str(&answer.unwrap().into_inner().json).unwrap();
    let keys = set["keys"].as_array().unwrap();
    let told: Vec<_> = keys
        .iter()
        .map(|key| {
            for (name, value) in [("kty", "OKP"), ("crv", "Ed25519"), ("use", "sig")] {
                assert_eq!(key[name], value, "{key}");
            }
            let for_tokens = key.get("alg").is_some_and(|alg| alg == "EdDSA");
            let (id, signs) = (key["kid"].as_str(), key["signs"].as_str());
            (
                id.unwrap(),
                signs.unwrap(),
                key["retired"] == true,
                for_tokens,
            )
        })
        .collect();
    let [files, earlier, results] = keys_of_others().map(|key| keys::key_id(&key.verifying_key()));
    let own = keys::key_id(&SigningKey::from_bytes(&[1; 32]).verifying_key());
    assert_eq!(
        told,
        [
            (own.as_str(), "access_tokens", false, true),
            (files.as_str(), "rating_files", false, false),
            (earlier.as_str(), "rating_files", true, false),
            (results.as_str(), "results", false, false),
        ]
    );

    let created = house.anyone.create_account(new_account("ingrid", "")).await;
    let good = created.unwrap().into_inner().tokens.unwrap().access_token;
    let account = |token: &str| for_person(proto::GetAccountRequest {}, Some(token));
    house.anyone.get_account(account(&good)).await.unwrap();
    let person = Person {
        account_id: "an administrator".into(),
        session_id: "any".into(),
        light: false,
        scopes: Scopes::all(),
    };
    for key in keys_of_others() {
        let now_ms = ClusterClock::new().now_ms();
        let signed = Signer::new(&key).unwrap().access_token(&person, now_ms);
        let refused = house.anyone.get_account(account(&signed.unwrap().0)).await;
        assert_eq!(code_of(&refused.unwrap_err()), "token_refused");
    }
}

#[tokio::test]
async fn a_session_stands_until_it_is_signed_out_and_gateways_are_told_of_its_end() {
    use outflank_live::{Live as _, Received, topic};
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let made = house
        .anyone
        .create_account(new_account("ingrid", ""))
        .await
        .unwrap();
    let tokens = made.into_inner().tokens.unwrap();
    let clock = ClusterClock::new();
    let verifier = Verifier::default()
        .trust_people(&SigningKey::from_bytes(&[1; 32]).verifying_key())
        .unwrap();
    let person = verifier
        .person(&tokens.access_token, clock.now_ms())
        .unwrap();
    let session = proto::GetSessionRequest {
        session_id: person.session_id.clone(),
    };
    let stands = |answer: tonic::Response<proto::GetSessionResponse>| answer.into_inner().stands;
    assert!(stands(
        house.gateway.get_session(session.clone()).await.unwrap()
    ));
    let status = house.anyone.get_session(session.clone()).await.unwrap_err();
    assert_eq!(code_of(&status), "service_only");

    let mut ended = house
        .live
        .subscribe(&topic::ended_sessions())
        .await
        .unwrap();
    house
        .anyone
        .sign_out(proto::SignOutRequest {
            refresh_token: tokens.refresh_token,
        })
        .await
        .unwrap();
    let told = tokio::time::timeout(outflank_testbed::PATIENCE, ended.next()).await;
    match told.unwrap() {
        Received::Message(message) => assert_eq!(message, person.session_id.as_bytes()),
        other => panic!("{other:?}"),
    }
    for session_id in [person.session_id, "unknown".into()] {
        let request = proto::GetSessionRequest { session_id };
        assert!(!stands(house.gateway.get_session(request).await.unwrap()));
    }
}

pub fn as_person<T>(message: T, token: &str) -> tonic::Request<T> {
    for_person(message, Some(token))
}

pub fn new_key(account_id: &str, scopes: &[proto::ApiScope]) -> proto::IssueApiKeyRequest {
    proto::IssueApiKeyRequest {
        account_id: account_id.into(),
        name: "at home".into(),
        scopes: scopes.iter().map(|scope| (*scope).into()).collect(),
        expires_at_ms: 0,
        password: "correct horse".into(),
    }
}

/// An operator's token, their program, and a key of it.
async fn program(house: &mut House, scopes: &[proto::ApiScope]) -> (String, String, String) {
    let made = house.anyone.create_account(new_account("Ingrid", "")).await;
    let operator = made.unwrap().into_inner().tokens.unwrap().access_token;
    let request = proto::CreateProgramRequest {
        display_name: "Edge Counter 2".into(),
    };
    let request = as_person(request, &operator);
    let program = house.anyone.create_program(request).await.unwrap();
    let program = program.into_inner().account.unwrap();
    let request = as_person(new_key(&program.id, scopes), &operator);
    let issued = house.anyone.issue_api_key(request).await.unwrap();
    (operator, program.id, issued.into_inner().key)
}

async fn exchange(house: &mut House, key: &str) -> Result<proto::ExchangeApiKeyResponse, String> {
    let request = proto::ExchangeApiKeyRequest { key: key.into() };
    let answer = house.anyone.exchange_api_key(request).await;
    answer
        .map(tonic::Response::into_inner)
        .map_err(|status| code_of(&status))
}

#[tokio::test]
async fn a_program_claims_its_seat_with_a_key_and_its_operator_answers_for_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (operator, program, key) = program(&mut house, &[proto::ApiScope::Play]).await;
    assert!(key.starts_with("outflank_"), "{key}");
    let exchanged = exchange(&mut house, &key).await.unwrap();
    let account = exchanged.account.unwrap();
    assert_eq!(account.id, program);
    assert_eq!(account.login, "");
    assert!(!account.operator_account_id.is_empty());
    let code = seat_code(&mut house, "e1").await;
    let request = as_person(claim(&code), &exchanged.access_token);
    let claimed = house.anyone.claim_seat(request).await.unwrap().into_inner();
    assert_eq!(claimed.account.unwrap().id, program);
    assert!(claimed.tokens.is_none(), "a program has no session");
    let fact = facts(&mut house).await.remove(0);
    assert_eq!(fact["account_id"], program.as_str());
    let operated_by = account.operator_account_id.as_str();
    assert_eq!(fact["operator_account_id"], operated_by);
    let asked = house.event.asked.lock().unwrap().clone();
    let known = |one: &pairing::CheckSeatClaimRequest| {
        (&*one.tournament_id, &*one.entrant_id) == ("t1", "e1")
            && one.account_id == program
            && one.operator_account_id == operated_by
    };
    assert!(!asked.is_empty() && asked.iter().all(known), "{asked:?}");
    let listed = as_person(proto::ListApiKeysRequest::default(), &operator);
    let listed = house.anyone.list_api_keys(listed).await.unwrap();
    let keys = listed.into_inner().api_keys;
    assert_eq!(keys.len(), 1);
    assert!(keys[0].last_used_at_ms > 0 && key.contains(&keys[0].id));
    assert!(
        !format!("{keys:?}").contains(&key[23..]),
        "the secret is shown"
    );
    let programs = as_person(proto::ListProgramsRequest::default(), &operator);
    let programs = house.anyone.list_programs(programs).await.unwrap();
    assert_eq!(programs.into_inner().programs[0].id, program);
}

#[tokio::test]
async fn whom_the_event_does_not_let_have_the_seat_hears_it_and_uses_up_no_code() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let made = house.anyone.create_account(new_account("Ingrid", "")).await;
    let member = made.unwrap().into_inner();
    let account = member.account.unwrap().id;
    let token = member.tokens.unwrap().access_token;
    let code = seat_code(&mut house, "e1").await;
    let refuse_from = |from| *house.event.refuses_from.lock().unwrap() = from;
    refuse_from(Some(0));
    let mut anyone = house.anyone.clone();
    for request in [as_person(claim(&code), &token), Request::new(claim(&code))] {
        let refused = anyone.claim_seat(request).await.unwrap_err();
        assert_eq!(code_of(&refused), "consent_needed");
    }
    refuse_from(None);
    house.event.away.store(true, Ordering::Relaxed);
    let refused = anyone.claim_seat(as_person(claim(&code), &token)).await;
    assert_eq!(code_of(&refused.unwrap_err()), "unavailable");
    assert!(facts(&mut house).await.is_empty());

    // The event changes while the seat is claimed: that is told too.
    house.event.away.store(false, Ordering::Relaxed);
    let asked = house.event.asked.lock().unwrap().len();
    *house.event.refuses_from.lock().unwrap() = Some(asked + 1);
    let late = anyone.claim_seat(as_person(claim(&code), &token)).await;
    assert_eq!(code_of(&late.unwrap_err()), "consent_needed");
    let claimed = facts(&mut house).await.remove(0);
    assert_eq!(claimed["account_id"], account.as_str());
    assert_eq!(claimed.get("operator_account_id"), None);

    // Whose answer was lost asks again, and asks nothing of the event before.
    *house.event.refuses_from.lock().unwrap() = None;
    let again = anyone.claim_seat(as_person(claim(&code), &token)).await;
    assert_eq!(again.unwrap().into_inner().entrant_id, "e1");
}

#[tokio::test]
async fn a_key_does_what_its_scopes_say_and_manages_nothing() {
    use proto::ApiScope::{Direct, Play, Read};
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (operator, program, _) = program(&mut house, &[Read]).await;
    for (scopes, may_claim) in [
        (vec![Read], false),
        (vec![Direct], false),
        (vec![Play], true),
    ] {
        let request = as_person(new_key(&program, &scopes), &operator);
        let key = house.anyone.issue_api_key(request).await.unwrap();
        let token = exchange(&mut house, &key.into_inner().key).await.unwrap();
        let token = token.access_token;
        let me = as_person(proto::GetAccountRequest {}, &token);
        assert!(house.anyone.get_account(me).await.is_ok());
        let code = seat_code(&mut house, "e1").await;
        let claimed = house
            .anyone
            .claim_seat(as_person(claim(&code), &token))
            .await;
        let refused = claimed.err().map(|status| code_of(&status));
        let wanted = (!may_claim).then_some("out_of_scope");
        assert_eq!(refused.as_deref(), wanted, "{scopes:?}");
        let more = as_person(new_key("", &[Play, Direct]), &token);
        let more = house.anyone.issue_api_key(more).await.unwrap_err();
        assert_eq!(code_of(&more), "out_of_scope");
    }
    let nothing = as_person(new_key(&program, &[]), &operator);
    let nothing = house.anyone.issue_api_key(nothing).await.unwrap_err();
    assert_eq!(code_of(&nothing), "invalid_scope");
}

#[tokio::test]
async fn a_key_that_was_revoked_or_changed_is_good_for_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let mut house = house(folder.path()).await;
    let (operator, program, key) = program(&mut house, &[proto::ApiScope::Play]).await;
    let mut forged = key.clone();
    forged.pop();
    for bad in ["", "outflank_", "outflank_a_b", &forged, &format!("{key}x")] {
        let refused = exchange(&mut house, bad).await.unwrap_err();
        assert_eq!(refused, "api_key_refused", "{bad}");
    }
    let other = house.anyone.create_account(new_account("Sven", "")).await;
    let other = other.unwrap().into_inner().tokens.unwrap().access_token;
    let id = key.split('_').nth(1).unwrap().to_owned();
    let revoke = |token: &str| as_person(proto::RevokeApiKeyRequest { id: id.clone() }, token);
    let refused = house
        .anyone
        .revoke_api_key(revoke(&other))
        .await
        .unwrap_err();
    assert_eq!(code_of(&refused), "unknown_api_key");
    let foreign = as_person(new_key(&program, &[proto::ApiScope::Play]), &other);
    let refused = house.anyone.issue_api_key(foreign).await.unwrap_err();
    assert_eq!(code_of(&refused), "unknown_program");
    assert!(exchange(&mut house, &key).await.is_ok());
    let session = proto::GetSessionRequest {
        session_id: format!("key:{id}"),
    };
    let stands = house.gateway.get_session(session.clone()).await.unwrap();
    assert!(stands.into_inner().stands);
    house
        .anyone
        .revoke_api_key(revoke(&operator))
        .await
        .unwrap();
    assert_eq!(
        exchange(&mut house, &key).await.unwrap_err(),
        "api_key_refused"
    );
    let stands = house.gateway.get_session(session).await.unwrap();
    assert!(!stands.into_inner().stands);
}
