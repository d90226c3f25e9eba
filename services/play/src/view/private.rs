//! What of a table depends on who looks.

use outflank_access::Role;
use outflank_othello::{
    Audience, Color, Confirmation, ConfirmationStatus, ConfirmedBy, Expelled, canonical_transcript,
    transcript_digest,
};
use outflank_proto::play::v1 as proto;

use super::{Showing, on_board, optional, signed_text};
use crate::app::Game;

/// Everything that one audience sees of a table and another does not.
pub(super) fn inside(game: &Game, showing: &Showing<'_>) -> proto::TableInside {
    let state = &game.state;
    let inside = Audience::Players.admits(showing.audience);
    let rulings = game.rulings.iter();
    let rulings = rulings.map(|ruled| ruling(ruled, showing, inside));
    let mut shown = proto::TableInside {
        rulings: rulings.collect(),
        confirmation: state
            .signatures()
            .map(|signed| confirmation(game, signed, showing)),
        ..proto::TableInside::default()
    };
    if inside {
        for_players(&mut shown, game, showing.as_of_ms);
    }
    if Audience::Officials.admits(showing.audience) {
        for_officials(&mut shown, game, showing.as_of_ms);
        shown.board = showing.board_hidden.then(|| on_board(game, 0));
    }
    shown
}

fn for_players(shown: &mut proto::TableInside, game: &Game, now_ms: i64) {
    let state = &game.state;
    let most = state
        .game_rules()
        .map_or(0, |game_rules| game_rules.director_call.most_per_player);
    let calls = state.calls();
    shown.black_calls_left = most.saturating_sub(calls.made.black);
    shown.white_calls_left = most.saturating_sub(calls.made.white);
    shown.called_by = optional(calls.open);
    shown.call_excessive = state.is_call_excessive();
    shown.black_arrived = state.has_arrived(Color::Black);
    shown.white_arrived = state.has_arrived(Color::White);
    shown.black_expelled = state.is_expelled(&Expelled::Seat(Color::Black), now_ms);
    shown.white_expelled = state.is_expelled(&Expelled::Seat(Color::White), now_ms);
    shown.has_table_judge = state.table_judge().is_some();
}

fn for_officials(shown: &mut proto::TableInside, game: &Game, now_ms: i64) {
    let state = &game.state;
    shown.table_judge_account_id = state.table_judge().unwrap_or_default().to_owned();
    shown.expelled_accounts = expelled_accounts(game, now_ms);
}

/// The accounts that are sent out of the room.
pub(crate) fn expelled_accounts(game: &Game, now_ms: i64) -> Vec<String> {
    let expulsions = game.state.expulsions().iter();
    expulsions
        .filter(|expulsion| expulsion.until_ms.is_none_or(|until_ms| now_ms < until_ms))
        .filter_map(|expulsion| match &expulsion.whom {
            Expelled::Account(account) => Some(account.clone()),
            Expelled::Seat(_) => None,
        })
        .collect()
}

fn ruling(ruled: &crate::app::Ruled, showing: &Showing<'_>, inside: bool) -> proto::Ruling {
    let authority = &ruled.authority;
    let reason = authority.reason_id.as_ref();
    let reason = reason.and_then(|reason_id| showing.reasons.get(reason_id));
    let only_inside = |text: &str| {
        if inside {
            text.to_owned()
        } else {
            String::new()
        }
    };
    // What a service does in nobody's name; who decided at the desk was not told by earlier versions.
    let nobody = Role::ALL
        .into_iter()
        .any(|role| role.actor() == authority.official);
    proto::Ruling {
        seq: ruled.seq,
        at_ms: ruled.at_ms,
        act: ruled.act.as_str().to_owned(),
        paragraph: authority.paragraph.clone().unwrap_or_default(),
        reason: only_inside(reason.map_or("", String::as_str)),
        official_account_id: only_inside(if nobody { "" } else { &authority.official }),
        interest: only_inside(authority.interest.as_deref().unwrap_or_default()),
        upheld: ruled.upheld.filter(|_| inside),
        color: ruled
            .adjusted
            .map_or_else(String::new, |(color, _)| color.as_str().to_owned()),
        ms: ruled.adjusted.map(|(_, ms)| ms),
    }
}

fn confirmation(game: &Game, signed: &Confirmation, showing: &Showing<'_>) -> proto::Confirmation {
    let inside = Audience::Players.admits(showing.audience);
    let dispute = signed.dispute.as_ref();
    let words = dispute
        .filter(|_| Audience::Officials.admits(showing.audience))
        .and_then(|dispute| showing.reasons.get(&dispute.reason_id));
    let status = signed.status();
    let digest = transcript_digest(&game.state);
    let countersigned = signed.countersigned.as_ref();
    proto::Confirmation {
        state: match status {
            ConfirmationStatus::Confirmed => "confirmed",
            ConfirmationStatus::Overruled if inside => "overruled",
            // Standings rest on a result that may change: that is everybody's to know; who disputes it, why, and that an
            // official agreed is not.
            ConfirmationStatus::Disputed | ConfirmationStatus::Overruled => "disputed",
            ConfirmationStatus::Pending { .. } => "pending",
        }
        .to_owned(),
        black_confirmed: inside && signed.signed.black,
        white_confirmed: inside && signed.signed.white,
        confirm_until_ms: signed.due_ms,
        countersignature: countersigned.map_or_else(String::new, |own| own.signature.clone()),
        key_id: countersigned.map_or_else(String::new, |own| own.key_id.clone()),
        statement: countersigned.map_or_else(String::new, |own| signed_text(&game.id, &own.digest)),
        digest,
        transcript: canonical_transcript(&game.state),
        by_silence: signed.confirmed == Some(ConfirmedBy::Silence),
        dispute: words.cloned().unwrap_or_default(),
    }
}
