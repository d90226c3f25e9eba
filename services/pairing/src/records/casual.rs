//! Casual games; beside them challenges and live ratings.

mod challenges;
mod ratings;

use outflank_access::{Page, Problem};
use outflank_casual::{Booking, Origin, Released, Terms, Variant};
use outflank_journal::{RecordWrite, records};
use outflank_othello::{Color, DrawnOpening, PerColor};
use sqlx::AssertSqlSafe;

pub(crate) use challenges::{ChallengeRow, take_challenge};

use super::{Records, latest_first, places, stored};

/// A casual game in one row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct CasualRow {
    pub game_id: String,
    pub black_account_id: String,
    pub white_account_id: String,
    pub variant: String,
    pub main_ms: i64,
    pub increment_ms: i64,
    pub origin: String,
    /// The opening that the next game of a pair begins from, as JSON; empty without one.
    pub drawn_opening: String,
    pub booked_at_ms: i64,
    pub starts_at_ms: i64,
    /// 0 while it is not over.
    pub over_at_ms: i64,
    /// -1 where there is no score.
    pub black_discs: i64,
    pub white_discs: i64,
    /// Empty for a draw.
    pub winner: String,
    /// Hundredths of points after it; 0 where it is not rated.
    pub black_rating: i64,
    pub white_rating: i64,
    /// Empty while it is not over, and where nobody told.
    pub ending: String,
    /// -1 where nobody told.
    pub plies: i64,
    /// 1 where an API key played.
    pub black_by_key: i64,
    pub white_by_key: i64,
    /// 1 where one person answers for both sides.
    pub one_person: i64,
    /// The arena or ladder; empty without one.
    pub contest_id: String,
}

outflank_journal::from_row!(CasualRow {
    game_id,
    black_account_id,
    white_account_id,
    variant,
    main_ms,
    increment_ms,
    origin,
    drawn_opening,
    booked_at_ms,
    starts_at_ms,
    over_at_ms,
    black_discs,
    white_discs,
    winner,
    black_rating,
    white_rating,
    ending,
    plies,
    black_by_key,
    white_by_key,
    one_person,
    contest_id,
});

/// What orders the casual games of an account, the latest first: when they were booked, and id.
pub(crate) type CasualKey = (i64, String);

/// A colour as it stands in a row.
pub(crate) fn stored_color(color: Option<Color>) -> &'static str {
    color.map_or("", Color::as_str)
}

/// A colour of a row.
pub(crate) fn color_of(stored: &str) -> Option<Color> {
    Color::BOTH
        .into_iter()
        .find(|color| color.as_str() == stored)
}

fn terms_of(variant: &str, main_ms: i64, increment_ms: i64) -> Terms {
    Terms {
        variant: Variant::named(variant).unwrap_or_default(),
        main_ms,
        increment_ms,
    }
}

impl CasualRow {
    pub(crate) fn terms(&self) -> Terms {
        terms_of(&self.variant, self.main_ms, self.increment_ms)
    }

    /// The opening that a second game of a pair begins from, where this is the first.
    pub(crate) fn drawn_before(&self) -> Option<DrawnOpening> {
        serde_json::from_str(&self.drawn_opening).ok()
    }

    pub(crate) fn players(&self) -> PerColor<&str> {
        PerColor::new(&self.black_account_id, &self.white_account_id)
    }
}

/// A game that an entry books. Read again from the stream, it stands already.
pub(crate) fn keep_casual_game(game_id: &str, booking: &Booking, at_ms: i64) -> RecordWrite {
    let (players, terms) = (&booking.players, &booking.terms);
    let origin = match &booking.origin {
        Origin::Seeks => "seeks",
        Origin::Challenge { .. } => "challenge",
        Origin::Rematch { .. } => "rematch",
    };
    let first = booking.drawn.filter(|drawn| !drawn.second);
    let drawn_opening = first.and_then(|drawn| serde_json::to_string(&drawn.opening).ok());
    RecordWrite::new(
        records::query(
            "INSERT INTO casual_games (game_id, black_account_id, white_account_id, variant, main_ms, increment_ms, \
             origin, drawn_opening, booked_at_ms, starts_at_ms, black_by_key, white_by_key, one_person, contest_id) \
             VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14) ON CONFLICT (game_id) DO NOTHING",
        )
        .bind(game_id)
        .bind(&players.black.account)
        .bind(&players.white.account)
        .bind(terms.variant.as_str())
        .bind(terms.main_ms)
        .bind(terms.increment_ms)
        .bind(origin)
        .bind(drawn_opening.unwrap_or_default())
        .bind(at_ms)
        .bind(booking.starts_at_ms)
        .bind(i64::from(players.black.by_key))
        .bind(i64::from(players.white.by_key))
        .bind(i64::from(booking.is_of_one_person()))
        .bind(booking.contest_id().unwrap_or_default()),
    )
}

/// A game that an entry frees, and the ratings that come of it.
pub(crate) fn keep_released(
    game_id: &str,
    (booking, released): (&Booking, &Released),
    (ending, plies): (&str, Option<u32>),
    at_ms: i64,
) -> Vec<RecordWrite> {
    let (outcome, ratings) = (released.outcome, released.ratings);
    let discs = |color| outcome.map_or(-1, |outcome| i64::from(*outcome.discs.get(color)));
    let winner = outcome.and_then(|outcome| outcome.winner);
    let rating = |color| ratings.map_or(0, |ratings| ratings.get(color).rating);
    let by_key = |color| *released.by_key.get(color) || booking.players.get(color).by_key;
    let over = records::query(
        "UPDATE casual_games SET over_at_ms = $1, black_discs = $2, white_discs = $3, winner = $4, \
         black_rating = $5, white_rating = $6, ending = $7, plies = $8, black_by_key = $9, white_by_key = $10 \
         WHERE game_id = $11",
    )
    .bind(at_ms)
    .bind(discs(Color::Black))
    .bind(discs(Color::White))
    .bind(stored_color(winner))
    .bind(rating(Color::Black))
    .bind(rating(Color::White))
    .bind(ending)
    .bind(plies.map_or(-1, i64::from))
    .bind(i64::from(by_key(Color::Black)))
    .bind(i64::from(by_key(Color::White)))
    .bind(game_id);
    let mut writes = vec![RecordWrite::new(over)];
    if let Some(ratings) = ratings {
        for color in Color::BOTH {
            let account = &booking.players.get(color).account;
            let variant = booking.terms.variant;
            writes.push(ratings::keep_rating(account, variant, ratings.get(color)));
        }
    }
    writes
}

impl Records {
    /// Those of these games that there are, the latest booked first.
    pub(crate) async fn casual_games_of_ids(
        &self,
        ids: &[String],
    ) -> Result<Vec<CasualRow>, Problem> {
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let statement = format!(
            "SELECT * FROM casual_games WHERE game_id IN ({}) ORDER BY booked_at_ms DESC, game_id",
            places(1, ids.len())
        );
        let mut query = records::query_as(AssertSqlSafe(statement));
        for id in ids {
            query = query.bind(id);
        }
        query.fetch_all(self.tables.read()).await.map_err(stored)
    }

    pub(crate) async fn casual_game(&self, game_id: &str) -> Result<Option<CasualRow>, Problem> {
        records::query_as("SELECT * FROM casual_games WHERE game_id = $1")
            .bind(game_id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// A page of an account's casual games, the latest first, and one more.
    pub(crate) async fn casual_games(
        &self,
        account_id: &str,
        page: &Page<CasualKey>,
    ) -> Result<Vec<CasualRow>, Problem> {
        let (at_ms, id) = latest_first(page);
        records::query_as(
            "SELECT * FROM (SELECT * FROM casual_games WHERE black_account_id = $1 UNION ALL \
             SELECT * FROM casual_games WHERE white_account_id = $2) AS own \
             WHERE booked_at_ms < $3 OR (booked_at_ms = $4 AND game_id > $5) \
             ORDER BY booked_at_ms DESC, game_id LIMIT $6",
        )
        .bind(account_id)
        .bind(account_id)
        .bind(at_ms)
        .bind(at_ms)
        .bind(id)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// The latest games that were over after that time, so many at most, the last first.
    pub(crate) async fn casual_games_over(
        &self,
        after_ms: i64,
        most: i64,
    ) -> Result<Vec<CasualRow>, Problem> {
        records::query_as(
            "SELECT * FROM casual_games WHERE over_at_ms > $1 ORDER BY over_at_ms DESC, game_id LIMIT $2",
        )
        .bind(after_ms)
        .bind(most)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }

    /// The events in which a round is open; `open` is the number of that phase.
    pub(crate) async fn events_in_phase(&self, phase: i32) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT tournament_id FROM tournament_index WHERE phase = $1 ORDER BY tournament_id",
        )
        .bind(phase)
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }
}
