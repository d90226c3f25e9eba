//! What the state of a tournament allows, by the methods that would do it.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{Act, TournamentState, permitted};

use crate::{
    app::{check_settled, refused, with_names},
    records::EntrantName,
};

pub(super) fn acts(
    state: &TournamentState,
    now_ms: i64,
    names: &BTreeMap<String, EntrantName>,
) -> Vec<proto::ActPermission> {
    let known = Act::ALL.iter().flat_map(|&act| {
        let refusal = allowed(state, act, now_ms).err();
        let refusal = refusal.map(|refused| with_names(refused, names));
        methods(act)
            .into_iter()
            .map(move |method| proto::ActPermission {
                act: method.to_owned(),
                allowed: refusal.is_none(),
                refusal: refusal.clone().map(Into::into),
            })
    });
    known.collect()
}

/// The methods that do it on a tournament that is there; nobody asks for what only the service does.
fn methods(act: Act) -> Vec<&'static str> {
    match act {
        Act::CreateTournament
        | Act::AssignSeat
        | Act::ReleaseSeat
        | Act::EndConsents
        | Act::CorrectResult
        | Act::WithdrawResult
        | Act::TransferAway
        | Act::BeginTransferIn
        | Act::TransferIn => Vec::new(),
        Act::RecordResult => vec!["enter_result"],
        Act::RegisterEntrant => vec!["register_entrant", "enter_tournament"],
        act => vec![act.name()],
    }
}

fn allowed(state: &TournamentState, act: Act, now_ms: i64) -> Result<(), Problem> {
    check_settled(state)?;
    let judged = match permitted(state, act, now_ms) {
        // Confirming draws the lots that it wants.
        Err(refusal) if act == Act::ConfirmTournament && refusal.code() == "lots_not_drawn" => {
            permitted(state, Act::DrawLots, now_ms)
        }
        // A result that stands is corrected, which an abandoned event still takes.
        Err(refusal) if act == Act::RecordResult => {
            permitted(state, Act::CorrectResult, now_ms).map_err(|_| refusal)
        }
        judged => judged,
    };
    judged.map_err(|refusal| refused(&refusal))
}
