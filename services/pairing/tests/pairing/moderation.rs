//! Order in casual play: who moderates, what is reported, who is muted, barred or blocked, and the log of it.

use outflank_access::Problem;
use outflank_proto::pairing::v1::{self as proto, ModerationActKind as Done};

use crate::{
    casual::{account, challenge, take},
    world::{ADMINISTRATOR, World},
};

mod bars;
mod blocks;
mod conduct;
mod moderators;
mod mutes;
mod reports;

/// The moderator of these tests.
pub fn moderator() -> String {
    account(90)
}

pub async fn moderated() -> World {
    let world = World::new().await;
    name(&world, ADMINISTRATOR, &moderator()).await.unwrap();
    world
}

pub async fn name(world: &World, by: &str, whom: &str) -> Result<Vec<String>, Problem> {
    let asked = proto::NameModeratorRequest {
        command_id: world.command_id(),
        account_id: whom.to_owned(),
    };
    Ok(named(ask!(world, by, name_moderator, asked)?))
}

fn named(answer: proto::ModeratorsResponse) -> Vec<String> {
    let all = answer.moderators.into_iter();
    all.map(|one| one.account.unwrap().account_id).collect()
}

/// A casual game between two accounts.
pub async fn game_between(world: &World, one: &str, other: &str) -> proto::CasualGame {
    let made = challenge(world, one, None).await;
    take(world, other, &made.id).await.unwrap()
}

fn report_of(world: &World, game: &str, about: &str) -> proto::ReportPlayerRequest {
    proto::ReportPlayerRequest {
        command_id: world.command_id(),
        game_id: game.to_owned(),
        account_id: about.to_owned(),
        kind: proto::ReportKind::LeftOrStalled.into(),
        text: " Left as soon as a corner was gone. ".to_owned(),
        messages: Vec::new(),
    }
}

pub async fn report(world: &World, by: &str, game: &str, about: &str) -> Result<String, Problem> {
    let asked = report_of(world, game, about);
    Ok(ask!(world, by, report_player, asked)?.report_id)
}

fn bar_of(world: &World, whom: &str, until_ms: i64) -> proto::BarPlayerRequest {
    proto::BarPlayerRequest {
        command_id: world.command_id(),
        account_id: whom.to_owned(),
        until_ms,
        reason: "Games were left again and again.".to_owned(),
        ..proto::BarPlayerRequest::default()
    }
}

pub async fn bar(world: &World, whom: &str, until_ms: i64) -> proto::ModeratedAccount {
    let asked = bar_of(world, whom, until_ms);
    let answer = ask!(world, &moderator(), bar_player, asked).unwrap();
    answer.account.unwrap()
}

pub async fn log(world: &World, about: &str) -> Vec<proto::ModerationAct> {
    let asked = proto::ListModerationActsRequest {
        account_id: about.to_owned(),
        ..proto::ListModerationActsRequest::default()
    };
    let answer = ask!(world, &moderator(), list_moderation_acts, asked).unwrap();
    answer.acts
}

async fn standing(world: &World, whom: &str) -> proto::GetCasualStandingResponse {
    let asked = proto::GetCasualStandingRequest {};
    ask!(world, whom, get_casual_standing, asked).unwrap()
}
