//! The attack of invented games, over the pairing service itself: a member without office founds an event, enters two
//! listed players by their public numbers, types 63-1 twice, confirms, and asks for the rating file.

use std::sync::{Arc, Mutex};

use ed25519_dalek::SigningKey;
use outflank_access::{
    Caller, Person, Problem, Role, Scopes,
    tokens::{ServiceIdentity, Signer, Verifier},
};
use outflank_journal::Store;
use outflank_live::{InProcess, SharedLive};
use outflank_outbound::Network;
use outflank_pairing::{EventPolicy, Founding, Lots, MIGRATIONS, Pairing, PairingParts};
use outflank_proto::{
    feed::v1 as feed,
    identity::v1::{
        self as identity,
        identity_service_server::{IdentityService, IdentityServiceServer},
    },
    pairing::v1::{self as proto, pairing_service_client::PairingServiceClient},
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::{
        Export, GetExportRequest, ratings_service_client::RatingsServiceClient,
        ratings_service_server::RatingsServiceServer,
    },
};
use outflank_ratings::{
    Manifest, Ratings, RatingsGrpc, RatingsParts, webhooks::schedule::FIRST_MS,
};
use outflank_transport::{AuthLayer, ClusterClock, Transport, for_person, in_the_name_of};
use tokio_util::sync::CancellationToken;
use tonic::{Request, Response, Status};

use crate::world::{TestPlay, export_key, signed};

const MEMBER: &str = "mallory";
const OTHER: &str = "oscar";
const ADMINISTRATOR: &str = "clara";
const LIST: &str =
    "pays = SWE\n\n 12 AHLQVIST, Anders %_<1900>\npays = DNK\n\n 34 BRANDT, Bodil %_<1800>\n";

/// Identity knows one administrator.
struct OneAdministrator;

#[tonic::async_trait]
impl IdentityService for OneAdministrator {
    outflank_proto::identity_service_stand_in!(get_account name_accounts read_facts);

    async fn get_account(
        &self,
        request: Request<identity::GetAccountRequest>,
    ) -> Result<Response<identity::GetAccountResponse>, Status> {
        let id = Caller::of(&request)?.person()?.account_id.clone();
        let account = identity::Account {
            administrator: id == ADMINISTRATOR,
            id,
            ..Default::default()
        };
        Ok(Response::new(identity::GetAccountResponse {
            account: Some(account),
        }))
    }

    async fn name_accounts(
        &self,
        _: Request<identity::NameAccountsRequest>,
    ) -> Result<Response<identity::NameAccountsResponse>, Status> {
        Ok(Response::new(identity::NameAccountsResponse::default()))
    }

    async fn read_facts(
        &self,
        _: Request<feed::ReadFactsRequest>,
    ) -> Result<Response<feed::ReadFactsResponse>, Status> {
        Ok(Response::new(feed::ReadFactsResponse::default()))
    }
}

/// Pairing and ratings of one deployment.
struct Deployment {
    _folder: tempfile::TempDir,
    people: SigningKey,
    clock: Arc<ClusterClock>,
    pairing: PairingServiceClient<Transport>,
    ratings: RatingsServiceClient<Transport>,
    commands: Mutex<u32>,
    stop: CancellationToken,
    _service: Pairing,
}

macro_rules! ask {
    ($deployment:expr, $who:expr, $rpc:ident, $message:expr) => {
        $deployment
            .pairing
            .clone()
            .$rpc($deployment.by($who, $message))
            .await
            .map(Response::into_inner)
            .map_err(|status| Problem::from_status(&status))
    };
}

fn service_key(role: Role) -> SigningKey {
    let place = Role::ALL.iter().position(|known| *known == role).unwrap();
    SigningKey::from_bytes(&[u8::try_from(place).unwrap() + 10; 32])
}

impl Deployment {
    async fn under(policy: EventPolicy) -> Self {
        let people = SigningKey::from_bytes(&[1; 32]);
        let mut verifier = Verifier::default()
            .trust_people(&people.verifying_key())
            .unwrap();
        for role in Role::ALL {
            let key = service_key(role).verifying_key();
            verifier = verifier.trust_service(role, &key).unwrap();
        }
        let clock = Arc::new(ClusterClock::new());
        let auth_layer = AuthLayer::new(Arc::new(verifier), Arc::clone(&clock));
        let named = |transport: Transport, role: Role| {
            let identity = Arc::new(ServiceIdentity::new(role, &service_key(role)).unwrap());
            in_the_name_of(transport, identity, Arc::clone(&clock))
        };
        let folder = tempfile::tempdir().unwrap();
        let live: SharedLive = Arc::new(InProcess::new());
        let stop = CancellationToken::new();
        let file = |name: &str| folder.path().join(name);
        let identity = auth_layer.local(IdentityServiceServer::new(OneAdministrator));
        let service = Pairing::start(PairingParts {
            store: Store::in_sqlite(file("pairing.sqlite"), Some(&MIGRATIONS))
                .await
                .unwrap(),
            live: Arc::clone(&live),
            clock: Arc::clone(&clock),
            identity: named(identity, Role::Pairing),
            interests: outflank_tournament::InterestTable::default(),
            policy,
            lots: Lots::default(),
            stop: stop.clone(),
        })
        .await
        .unwrap();
        let pairing = auth_layer.local(service.service());
        let play = PlayServiceServer::new(TestPlay::default());
        let play = named(auth_layer.local(play), Role::Ratings);
        let ratings = Ratings::start(RatingsParts {
            store: Store::in_sqlite(file("ratings.sqlite"), Some(&outflank_ratings::MIGRATIONS))
                .await
                .unwrap(),
            live,
            clock: Arc::clone(&clock),
            signing_key: export_key(),
            pairing: named(pairing.clone(), Role::Ratings),
            play,
            identity: named(
                auth_layer.local(IdentityServiceServer::new(OneAdministrator)),
                Role::Ratings,
            ),
            post: Arc::new(Network::new(Arc::new(|_| false))),
            first_wait_ms: FIRST_MS,
            stop: stop.clone(),
        })
        .unwrap();
        let ratings = auth_layer.local(RatingsServiceServer::new(RatingsGrpc(ratings)));
        Self {
            _folder: folder,
            people,
            pairing: PairingServiceClient::new(pairing),
            ratings: RatingsServiceClient::new(named(ratings, Role::Gateway)),
            clock,
            commands: Mutex::default(),
            stop,
            _service: service,
        }
    }

    fn by<T>(&self, account: &str, message: T) -> Request<T> {
        let person = Person {
            account_id: account.to_owned(),
            session_id: "session".to_owned(),
            light: false,
            scopes: Scopes::all(),
        };
        let signer = Signer::new(&self.people).unwrap();
        let token = signer.access_token(&person, self.clock.now_ms()).unwrap();
        for_person(message, Some(&token.0))
    }

    fn command_id(&self) -> String {
        let mut commands = self.commands.lock().unwrap();
        *commands += 1;
        format!("command-{commands}")
    }

    async fn found(&self) -> Result<String, Problem> {
        let asked = proto::CreateTournamentRequest {
            command_id: self.command_id(),
            name: "Invented Open".to_owned(),
            country: "DNK".to_owned(),
            date: "2026-11-21".to_owned(),
            rule_set: "club".to_owned(),
            ..Default::default()
        };
        let made = ask!(self, MEMBER, create_tournament, asked)?;
        Ok(made.tournament.unwrap().summary.unwrap().id)
    }

    async fn enter_listed(&self, id: &str, surname: &str, country: &str, number: u32) {
        let asked = proto::RegisterEntrantRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            surname: surname.to_owned(),
            given_names: "A".to_owned(),
            country: country.to_owned(),
            rating: 1_900,
            federation_number: number,
            ..Default::default()
        };
        ask!(self, MEMBER, register_entrant, asked).unwrap();
    }

    /// An account enters as a player of the list.
    async fn pretends(&self, id: &str, account: &str, surname: &str, country: &str, number: u32) {
        let asked = proto::EnterTournamentRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            surname: surname.to_owned(),
            given_names: "A".to_owned(),
            country: country.to_owned(),
            federation_number: number,
            ..Default::default()
        };
        ask!(self, account, enter_tournament, asked).unwrap();
    }

    async fn type_results(&self, id: &str) {
        for number in 1..=2 {
            let asked = proto::PublishRoundRequest {
                command_id: self.command_id(),
                tournament_id: id.to_owned(),
                ..Default::default()
            };
            ask!(self, MEMBER, publish_round, asked).unwrap();
            let asked = proto::EnterResultRequest {
                command_id: self.command_id(),
                tournament_id: id.to_owned(),
                round: number,
                table: 1,
                black_discs: Some(63),
                reason: "x".to_owned(),
                ..proto::EnterResultRequest::default()
            };
            ask!(self, MEMBER, enter_result, asked).unwrap();
            let asked = proto::FinishRoundRequest {
                command_id: self.command_id(),
                tournament_id: id.to_owned(),
                round: number,
            };
            ask!(self, MEMBER, finish_round, asked).unwrap();
        }
    }

    async fn confirm(&self, id: &str) -> Result<u64, Problem> {
        let asked = proto::ConfirmTournamentRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            without_finals: false,
        };
        Ok(ask!(self, MEMBER, confirm_tournament, asked)?.seq)
    }

    async fn rating_file(&self, id: &str) -> (Export, Manifest) {
        let mut ratings = self.ratings.clone();
        ratings.catch_up(feed::CatchUpRequest {}).await.unwrap();
        let asked = GetExportRequest {
            tournament_id: id.to_owned(),
            version: 0,
        };
        let export = ratings.get_export(asked).await.unwrap().into_inner();
        let export = export.export.unwrap();
        let manifest = signed(&export).verify(Some(&export.content)).unwrap();
        (export, manifest)
    }

    async fn import_list(&self) {
        let content = LIST.as_bytes().to_vec();
        let asked = proto::ImportPlayersListRequest { content };
        let imported = ask!(self, ADMINISTRATOR, import_players_list, asked).unwrap();
        assert_eq!(imported.players, 2, "{:?}", imported.problems);
    }
}

impl Drop for Deployment {
    fn drop(&mut self) {
        self.stop.cancel();
    }
}

/// As it would be where nobody is asked anything.
const NOTHING_ASKED: EventPolicy = EventPolicy {
    founding: Founding::Accounts,
    claims: false,
    approval: false,
};

#[tokio::test]
async fn where_nobody_is_asked_a_member_gets_a_rated_file_of_invented_games() {
    let deployment = Deployment::under(NOTHING_ASKED).await;
    let id = deployment.found().await.unwrap();
    deployment.enter_listed(&id, "Ahlqvist", "SWE", 12).await;
    deployment.enter_listed(&id, "Brandt", "DNK", 34).await;
    deployment.type_results(&id).await;
    deployment.confirm(&id).await.unwrap();
    let (export, manifest) = deployment.rating_file(&id).await;
    assert!(manifest.conformant && manifest.rated);
    assert_eq!(export.file_name, "20261121_Invented_Open.ELO");

    // The same by two accounts that say who they are.
    deployment.import_list().await;
    let id = deployment.found().await.unwrap();
    deployment.pretends(&id, OTHER, "Ahlqvist", "SWE", 12).await;
    deployment.pretends(&id, "peggy", "Brandt", "DNK", 34).await;
    deployment.type_results(&id).await;
    deployment.confirm(&id).await.unwrap();
    let (_, manifest) = deployment.rating_file(&id).await;
    assert!(manifest.conformant && manifest.rated);
}

#[tokio::test]
async fn a_member_founds_nothing_where_administrators_do() {
    let deployment = Deployment::under(EventPolicy::default()).await;
    assert_eq!(
        deployment.found().await.unwrap_err().code,
        "founding_closed"
    );
}

#[tokio::test]
async fn where_members_found_events_invented_games_stay_unrated() {
    let deployment = Deployment::under(EventPolicy {
        founding: Founding::Accounts,
        ..EventPolicy::default()
    })
    .await;
    deployment.import_list().await;
    let id = deployment.found().await.unwrap();
    deployment.enter_listed(&id, "Ahlqvist", "SWE", 12).await;
    deployment.pretends(&id, OTHER, "Brandt", "DNK", 34).await;
    deployment.type_results(&id).await;
    let refused = deployment.confirm(&id).await.unwrap_err();
    assert_eq!(refused.code, "listed_players_unconfirmed");
    assert!(refused.detail.contains("A Brandt"), "{refused}");

    let shown = proto::GetTournamentRequest {
        tournament_id: id.clone(),
    };
    let shown = ask!(deployment, MEMBER, get_tournament, shown).unwrap();
    let entrants = shown.tournament.unwrap().entrants;
    assert_eq!(entrants[0].confirmed_by, MEMBER, "the log says who vouched");
    assert!(entrants[1].claimed);
    let asked = proto::ConfirmListedPlayerRequest {
        command_id: deployment.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[1].id.clone(),
        federation_number: 34,
    };
    ask!(deployment, MEMBER, confirm_listed_player, asked).unwrap();
    deployment.confirm(&id).await.unwrap();
    let (export, manifest) = deployment.rating_file(&id).await;
    assert_eq!(export.file_name, "20261121_UNRATED_Invented_Open.ELO");
    assert!(export.content.starts_with(b"%%Tournament: UNRATED "));
    assert!(!manifest.rated);
    assert_eq!(manifest.unsigned_results, ["1/1", "2/1"]);
    let asked = proto::ApproveEventRequest {
        command_id: deployment.command_id(),
        tournament_id: id,
        reason: "mine".to_owned(),
    };
    let refused = ask!(deployment, MEMBER, approve_event, asked).unwrap_err();
    assert_eq!(refused.code, "officers_only");
    // Nor does a member make a federation of his own to be an officer of.
    let asked = proto::RegisterFederationRequest {
        command_id: deployment.command_id(),
        code: "DNK".to_owned(),
        name: "Mine".to_owned(),
        ..proto::RegisterFederationRequest::default()
    };
    let refused = ask!(deployment, MEMBER, register_federation, asked).unwrap_err();
    assert_eq!(refused.code, "administrators_only");
}
