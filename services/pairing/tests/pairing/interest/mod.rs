//! Officials who play: the table of acts and interests through the contract.

mod cells;
mod consents;
mod offices;

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;

use crate::world::{DIRECTOR, World};

/// An assistant who plays nothing.
pub const ASSISTANT: &str = "emil";

pub async fn appoint(world: &World, id: &str, account: &str, role: &str) {
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        account_id: account.to_owned(),
        role: role.to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    ask!(world, DIRECTOR, appoint_official, asked).unwrap();
}

pub async fn publish(world: &World, id: &str) -> proto::Round {
    let asked = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        accept_deviations: true,
        ..proto::PublishRoundRequest::default()
    };
    let published = ask!(world, DIRECTOR, publish_round, asked);
    published.unwrap().round.unwrap()
}

pub async fn enter(
    world: &World,
    (id, who): (&str, &str),
    (round, table): (u32, u32),
    black_discs: u32,
) -> Result<u64, Problem> {
    let asked = proto::EnterResultRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        round,
        table,
        black_discs: Some(black_discs),
        reason: "Played over the board.".to_owned(),
        ..proto::EnterResultRequest::default()
    };
    ask!(world, who, enter_result, asked).map(|done| done.seq)
}

pub async fn noted(world: &World, id: &str) -> Vec<proto::NotedInterest> {
    let asked = proto::ListRulingsRequest {
        tournament_id: id.to_owned(),
        page_size: 1_000,
        ..proto::ListRulingsRequest::default()
    };
    ask!(world, DIRECTOR, list_rulings, asked)
        .unwrap()
        .interests
}

pub async fn consent(
    world: &World,
    (id, by): (&str, &str),
    act: &str,
    (board, entrant): ((u32, u32), &str),
) -> Result<String, Problem> {
    let asked = proto::GiveConsentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        act: act.to_owned(),
        official_account_id: DIRECTOR.to_owned(),
        round: board.0,
        table: board.1,
        entrant_id: entrant.to_owned(),
    };
    ask!(world, by, give_consent, asked).map(|given| given.consent_id)
}

pub async fn issue(
    world: &World,
    (id, who): (&str, &str),
    entrant: &str,
) -> Result<String, Problem> {
    let asked = proto::IssueSeatCodeRequest {
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
    };
    ask!(world, who, issue_seat_code, asked).map(|issued| issued.code)
}

pub fn opponent_of(board: &proto::Board, entrant: &str) -> String {
    if board.black_entrant_id == entrant {
        board.white_entrant_id.clone()
    } else {
        board.black_entrant_id.clone()
    }
}
