//! Terms, players and games of casual play as the contract has them.

use outflank_access::{Kind, Problem};
use outflank_casual::{LiveRating, Terms, Variant};
use outflank_othello::Color;
use outflank_proto::{pairing::v1 as proto, play::v1 as play};

use crate::{
    app::casual::{Players, check_terms},
    records::{CasualRow, ChallengeRow, color_of},
};

pub(super) fn terms(asked: Option<proto::CasualTerms>) -> Result<Terms, Problem> {
    let asked = asked.unwrap_or_default();
    let variant = variant(asked.variant()).ok_or_else(|| {
        Problem::new(
            Kind::Invalid,
            "unknown_variant",
            "Say what is to be played: `othello`, for example.",
        )
    })?;
    let terms = Terms {
        variant,
        main_ms: asked.main_ms,
        increment_ms: asked.increment_ms,
    };
    check_terms(&terms)?;
    Ok(terms)
}

const fn variant(wire: proto::CasualVariant) -> Option<Variant> {
    Some(match wire {
        proto::CasualVariant::Unspecified => return None,
        proto::CasualVariant::Othello => Variant::Othello,
        proto::CasualVariant::AntiReversi => Variant::AntiReversi,
        proto::CasualVariant::Reversi1883 => Variant::Reversi1883,
        proto::CasualVariant::Reversi1883MayFlip => Variant::Reversi1883MayFlip,
        proto::CasualVariant::Reversi1883MustFlip => Variant::Reversi1883MustFlip,
        proto::CasualVariant::Othello6x6 => Variant::Othello6x6,
        proto::CasualVariant::Othello4x4 => Variant::Othello4x4,
        proto::CasualVariant::OthelloDrawnOpening => Variant::OthelloDrawnOpening,
        proto::CasualVariant::OthelloOneCorner => Variant::OthelloOneCorner,
        proto::CasualVariant::OthelloTwoCorners => Variant::OthelloTwoCorners,
        proto::CasualVariant::OthelloThreeCorners => Variant::OthelloThreeCorners,
        proto::CasualVariant::OthelloFourCorners => Variant::OthelloFourCorners,
    })
}

pub(super) const fn wire_variant(variant: Variant) -> proto::CasualVariant {
    match variant {
        Variant::Othello => proto::CasualVariant::Othello,
        Variant::AntiReversi => proto::CasualVariant::AntiReversi,
        Variant::Reversi1883 => proto::CasualVariant::Reversi1883,
        Variant::Reversi1883MayFlip => proto::CasualVariant::Reversi1883MayFlip,
        Variant::Reversi1883MustFlip => proto::CasualVariant::Reversi1883MustFlip,
        Variant::Othello6x6 => proto::CasualVariant::Othello6x6,
        Variant::Othello4x4 => proto::CasualVariant::Othello4x4,
        Variant::OthelloDrawnOpening => proto::CasualVariant::OthelloDrawnOpening,
        Variant::OthelloOneCorner => proto::CasualVariant::OthelloOneCorner,
        Variant::OthelloTwoCorners => proto::CasualVariant::OthelloTwoCorners,
        Variant::OthelloThreeCorners => proto::CasualVariant::OthelloThreeCorners,
        Variant::OthelloFourCorners => proto::CasualVariant::OthelloFourCorners,
    }
}

/// Terms as they are told.
pub(crate) fn wire_terms(terms: &Terms) -> proto::CasualTerms {
    proto::CasualTerms {
        variant: wire_variant(terms.variant).into(),
        main_ms: terms.main_ms,
        increment_ms: terms.increment_ms,
    }
}

pub(super) fn color(wire: i32) -> Option<Color> {
    match play::Color::try_from(wire) {
        Ok(play::Color::Black) => Some(Color::Black),
        Ok(play::Color::White) => Some(Color::White),
        _ => None,
    }
}

pub(super) const fn wire_color(color: Option<Color>) -> play::Color {
    match color {
        None => play::Color::Unspecified,
        Some(Color::Black) => play::Color::Black,
        Some(Color::White) => play::Color::White,
    }
}

pub(super) fn player(
    (players, account, by_key): (&Players, &str, bool),
    variant: Variant,
    now_ms: i64,
) -> proto::CasualPlayer {
    let rating = players.rating(variant, account);
    let name = players.name(account);
    proto::CasualPlayer {
        account_id: account.to_owned(),
        display_name: name.display_name,
        operator_account_id: name.operator_account_id,
        operator_display_name: name.operator_display_name,
        by_key,
        live_rating: rating.points(),
        provisional: rating.is_provisional(now_ms),
    }
}

/// A challenge by link.
pub(super) fn challenge((row, players): (ChallengeRow, &Players), now_ms: i64) -> proto::Challenge {
    let who = (players, row.account_id.as_str(), row.by_key > 0);
    proto::Challenge {
        challenger: Some(player(who, row.terms().variant, now_ms)),
        terms: Some(wire_terms(&row.terms())),
        color: wire_color(color_of(&row.color)).into(),
        id: row.challenge_id,
        expires_at_ms: row.expires_at_ms,
        game_id: row.game_id,
    }
}

pub(super) fn game(
    (row, players): (&CasualRow, &Players),
    rematch_wanted_by: Vec<String>,
    now_ms: i64,
) -> proto::CasualGame {
    let terms = row.terms();
    let side = |account: &str, rating_after: i64, by_key: i64| {
        let who = (players, account, by_key > 0);
        let mut shown = player(who, terms.variant, now_ms);
        if rating_after > 0 {
            let after = LiveRating {
                rating: rating_after,
                ..LiveRating::default()
            };
            shown.live_rating = after.points();
        }
        Some(shown)
    };
    let discs = (
        u32::try_from(row.black_discs),
        u32::try_from(row.white_discs),
    );
    let result = match discs {
        (Ok(black_discs), Ok(white_discs)) if row.over_at_ms > 0 => Some(proto::CasualResult {
            black_discs,
            white_discs,
            winner: wire_color(color_of(&row.winner)).into(),
            rated: row.black_rating > 0,
        }),
        _ => None,
    };
    let origin = match row.origin.as_str() {
        "seeks" => proto::CasualOrigin::Seeks,
        "challenge" => proto::CasualOrigin::Challenge,
        "rematch" => proto::CasualOrigin::Rematch,
        _ => proto::CasualOrigin::Unspecified,
    };
    proto::CasualGame {
        game_id: row.game_id.clone(),
        black: side(&row.black_account_id, row.black_rating, row.black_by_key),
        white: side(&row.white_account_id, row.white_rating, row.white_by_key),
        terms: Some(wire_terms(&terms)),
        origin: origin.into(),
        booked_at_ms: row.booked_at_ms,
        starts_at_ms: row.starts_at_ms,
        over_at_ms: row.over_at_ms,
        result,
        rematch_wanted_by,
        one_person: row.one_person > 0,
        contest_id: row.contest_id.clone(),
    }
}

pub(super) fn live_rating(variant: Variant, rating: &LiveRating, now_ms: i64) -> proto::LiveRating {
    proto::LiveRating {
        variant: wire_variant(variant).into(),
        live_rating: rating.points(),
        deviation: (rating.at(now_ms).deviation + 50) / 100,
        provisional: rating.is_provisional(now_ms),
        games: rating.games,
        at_ms: rating.at_ms,
    }
}
