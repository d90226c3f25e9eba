//! Folds a result and its signing.

use crate::PerColor;
use crate::table::confirmation::{Confirmation, Countersignature, Dispute};
use crate::table::event::{EndReason, Event, Finished};
use crate::table::stage::{End, Stage};
use crate::table::state::TableState;

/// Play is over: whatever stopped the clocks is too. The result of play itself is to be signed.
pub(super) fn finish(state: &mut TableState, at_ms: i64, finished: &Finished) {
    let within_ms = state
        .game_rules()
        .map_or(0, |game_rules| game_rules.confirm_within_ms);
    let signed_by_players = matches!(
        finished.reason,
        EndReason::BoardComplete | EndReason::Flag | EndReason::Resignation
    );
    let end = End {
        result: *finished,
        resigned: state.resigned(),
        confirmation: (signed_by_players && within_ms > 0).then(|| Confirmation {
            due_ms: at_ms.saturating_add(within_ms),
            signed: PerColor::default(),
            confirmed: None,
            dispute: None,
            countersigned: None,
        }),
    };
    state.enter(Stage::Finished(end));
}

pub(super) fn apply(state: &mut TableState, event: &Event) {
    let Some(Stage::Finished(End {
        confirmation: Some(confirmation),
        ..
    })) = state.stage_mut()
    else {
        return;
    };
    match event {
        Event::TranscriptConfirmed { color, .. } => {
            *confirmation.signed.get_mut(*color) = true;
            *state.interruptions.arrived.get_mut(*color) = true;
        }
        Event::ResultConfirmed { by, .. } => confirmation.confirmed = Some(*by),
        Event::ResultDisputed { color, reason_id } => {
            confirmation.dispute = Some(Dispute {
                color: *color,
                reason_id: reason_id.clone(),
                upheld: None,
            });
        }
        Event::DisputeSettled { upheld } => {
            if let Some(dispute) = &mut confirmation.dispute {
                dispute.upheld = Some(*upheld);
            }
        }
        Event::Countersigned {
            digest,
            key_id,
            signature,
        } => {
            confirmation.countersigned = Some(Countersignature {
                digest: digest.clone(),
                key_id: key_id.clone(),
                signature: signature.clone(),
            });
        }
        _ => {}
    }
}
