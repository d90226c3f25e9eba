//! Each service of a process: its own parts, and the auth layer in front of it.

use std::sync::Arc;

use anyhow::Context as _;
use outflank_access::Role;
use outflank_gateway::{Gateway, GatewayParts, Limits, PublicOrigin, Services};
use outflank_identity::{Defences, GuessLimits, Identity, IdentityGrpc, IdentityParts};
use outflank_outbound::{Network, Post};
use outflank_pairing::{EventPolicy, Founding, Lots, Pairing, PairingParts};
use outflank_play::{Play, PlayGrpc, PlayParts};
use outflank_proto::{
    identity::v1::identity_service_server::IdentityServiceServer,
    play::v1::play_service_server::PlayServiceServer,
    ratings::v1::ratings_service_server::RatingsServiceServer,
    standings::v1::standings_service_server::StandingsServiceServer,
};
use outflank_ratings::{Ratings, RatingsGrpc, RatingsParts};
use outflank_standings::{Standings, StandingsGrpc, StandingsParts};
use outflank_transport::{CommandTaker, DirectCommands, PlayerCommands, RemoteCommands, Transport};

use super::{chat_filter::HttpChatFilter, own_names, site::Site};
use prometheus_client::registry::Registry;
use tokio::net::TcpListener;

use crate::{
    configuration::{self, Deployment, Tls},
    open_files,
    serve::house::{self, Duties, House},
};

/// Accounts and sessions.
pub async fn identity(site: &mut Site<'_>) -> anyhow::Result<(Arc<Identity>, Transport)> {
    let identity = Identity::start(IdentityParts {
        store: site.store(Role::Identity).await?,
        live: Arc::clone(&site.live),
        clock: Arc::clone(&site.clock),
        signing_key: site.signing_key(Role::Identity)?,
        published_keys: site.keys().published()?,
        defences: defences(site.deployment),
        post: post(site.deployment),
        contact: contact(site.deployment),
        stop: site.stop.clone(),
    })
    .await?;
    let grpc = IdentityServiceServer::new(IdentityGrpc(Arc::clone(&identity)));
    Ok((identity, site.auth_layer.local(grpc)))
}

/// Tournaments. Results reach it once it follows play.
pub async fn pairing(
    site: &mut Site<'_>,
    identity: &Transport,
) -> anyhow::Result<(Pairing, Transport)> {
    let pairing = Pairing::start(PairingParts {
        store: site.store(Role::Pairing).await?,
        live: Arc::clone(&site.live),
        clock: Arc::clone(&site.clock),
        identity: site.called_by(Role::Pairing, identity)?,
        interests: outflank_tournament::InterestTable::default(),
        policy: EventPolicy {
            founding: match site.deployment.founding {
                configuration::Founding::Administrators => Founding::Administrators,
                configuration::Founding::Accounts => Founding::Accounts,
            },
            ..EventPolicy::default()
        },
        lots: Lots::default(),
        stop: site.stop.clone(),
    })
    .await?;
    let transport = site.auth_layer.local(pairing.service());
    Ok((pairing, transport))
}

/// Live games. When it returns, clocks that ran when the last server stopped have been given back what they lost.
pub async fn play(
    site: &mut Site<'_>,
    pairing: &Transport,
) -> anyhow::Result<(Arc<Play>, Transport)> {
    let play = Play::start(PlayParts {
        store: site.store(Role::Play).await?,
        live: Arc::clone(&site.live),
        clock: Arc::clone(&site.clock) as Arc<dyn outflank_play::Clock>,
        signing_key: site.signing_key(Role::Play)?,
        interests: outflank_tournament::InterestTable::default(),
        stages: site.stages.clone(),
        stop: site.stop.clone(),
    })
    .await?;
    if let Some(address) = &site.deployment.chat_filter_url {
        let filter = HttpChatFilter::at(address)?;
        site.chat_filter = Some(Arc::clone(&filter));
        play.filter_chat(filter);
    }
    let grpc = PlayServiceServer::new(PlayGrpc(Arc::clone(&play)));
    play.follow_pairing(site.called_by(Role::Play, pairing)?);
    Ok((play, site.auth_layer.local(grpc)))
}

/// Rankings and crosstables.
pub fn standings(site: &Site<'_>, pairing: &Transport) -> anyhow::Result<Transport> {
    let standings = Standings::start(StandingsParts {
        live: Arc::clone(&site.live),
        pairing: site.called_by(Role::Standings, pairing)?,
        stop: site.stop.clone(),
    });
    let grpc = StandingsServiceServer::new(StandingsGrpc(standings));
    Ok(site.auth_layer.local(grpc))
}

/// Rating files.
pub async fn ratings(
    site: &mut Site<'_>,
    identity: &Transport,
    pairing: &Transport,
    play: &Transport,
) -> anyhow::Result<Transport> {
    let ratings = Ratings::start(RatingsParts {
        store: site.store(Role::Ratings).await?,
        live: Arc::clone(&site.live),
        clock: Arc::clone(&site.clock),
        signing_key: site.signing_key(Role::Ratings)?,
        pairing: site.called_by(Role::Ratings, pairing)?,
        play: site.called_by(Role::Ratings, play)?,
        identity: site.called_by(Role::Ratings, identity)?,
        post: post(site.deployment),
        first_wait_ms: site.deployment.webhook_wait_ms,
        stop: site.stop.clone(),
    })?;
    let grpc = RatingsServiceServer::new(RatingsGrpc(ratings));
    Ok(site.auth_layer.local(grpc))
}

/// What everybody outside talks to.
pub fn gateway(
    site: &Site<'_>,
    plain: &Services,
    play: Option<&Arc<Play>>,
    registry: Registry,
) -> anyhow::Result<Gateway> {
    let deployment = site.deployment;
    let tls = deployment.tls != Tls::Off;
    let names = own_names::of_this_machine();
    let names = names.into_iter().chain(deployment.names.clone());
    Ok(Gateway::new(GatewayParts {
        gateway_id: deployment.gateway_id().to_owned(),
        services: plain.map(|service| site.called_by(Role::Gateway, service))?,
        nameless: plain.map(|service| site.passed_on_by(Role::Gateway, service))?,
        player_commands: player_commands(site, plain, play)?,
        live: Arc::clone(&site.live),
        signing_key: site.signing_key(Role::Gateway)?,
        clock: Arc::clone(&site.clock),
        verifier: Arc::clone(&site.verifier),
        origin: PublicOrigin::new(deployment.origin.as_deref(), tls).named(names),
        limits: limits(deployment),
        registry,
        stages: site.stages.clone(),
        metrics_from: deployment.metrics_from.clone(),
        stop: site.stop.clone(),
    }))
}

/// The house of a gateway, where it has any duties, and the door at which it comes in.
pub async fn house(
    site: &Site<'_>,
    plain: &Services,
) -> anyhow::Result<Option<(Arc<House>, TcpListener)>> {
    let duties = Duties {
        rehearsals: site.deployment.house,
        casual_bots: site.deployment.casual_bots,
    };
    if !duties.any() {
        return Ok(None);
    }
    let door = house::door()
        .await
        .context("the house finds no free port")?;
    let called = |service| site.called_by(Role::Gateway, service);
    let services = (called(&plain.pairing)?, called(&plain.identity)?);
    let here = (Arc::clone(&site.live), Arc::clone(&site.clock));
    let house = House::new(door.local_addr()?, services, here, duties);
    Ok(Some((house, door)))
}

/// The play of this process, for players' commands.
pub fn command_taker(site: &Site<'_>, play: &Arc<Play>) -> CommandTaker {
    CommandTaker::new(site.auth_layer.clone(), PlayGrpc(Arc::clone(play)))
}

/// The way of players' commands: by themselves to the play of this process, else to where play runs.
fn player_commands(
    site: &Site<'_>,
    plain: &Services,
    play: Option<&Arc<Play>>,
) -> anyhow::Result<Arc<dyn PlayerCommands>> {
    let calls = || site.called_by(Role::Gateway, &plain.play);
    Ok(match (play, site.pool(Role::Play)) {
        (Some(play), _) => Arc::new(DirectCommands::new(
            command_taker(site, play),
            site.identity(Role::Gateway)?.as_ref(),
        )?),
        (None, Some(pool)) => Arc::new(RemoteCommands::to(pool.clone(), calls()?)),
        (None, None) => Arc::new(RemoteCommands::through(calls()?)),
    })
}

/// The way out, to the public internet and where the operator allows.
fn post(deployment: &Deployment) -> Arc<dyn Post> {
    let allowed = deployment.webhook_allow.clone();
    let allows = move |address| allowed.iter().any(|network| network.contains(address));
    Arc::new(Network::new(Arc::new(allows)))
}

/// How browsers reach this server, where that is by https.
fn contact(deployment: &Deployment) -> Option<String> {
    let origin = deployment.origin.clone();
    origin.filter(|origin| origin.starts_with("https://"))
}

/// What stands against those who use accounts that are not theirs.
fn defences(deployment: &Deployment) -> Defences {
    let guesses = if deployment.limited {
        GuessLimits::default()
    } else {
        GuessLimits::unlimited()
    };
    Defences {
        guesses,
        ..Defences::default()
    }
}

/// How often clients may ask, and how many there may be at a time: no more than files can be open.
pub fn limits(deployment: &Deployment) -> Limits {
    let limits = if deployment.limited {
        Limits::default()
    } else {
        Limits::without_rates()
    };
    Limits {
        connections: limits.connections.min(open_files::for_clients()),
        ..limits
    }
}
