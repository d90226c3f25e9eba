//! Rows of games, as the contract shows them.

use outflank_journal::from_row;
use outflank_proto::ratings::v1 as proto;

/// A game with its event and its players.
pub(super) struct GameRow {
    pub event: i64,
    pub number: i64,
    pub day: String,
    round: u32,
    colours_known: i64,
    outcome: String,
    black_discs: Option<i64>,
    white_discs: Option<i64>,
    moves: Option<String>,
    opening: Option<String>,
    event_name: String,
    event_country: String,
    event_day: Option<String>,
    event_year: u32,
    tournament_id: Option<String>,
    import_id: Option<String>,
    counts: i64,
    black_number: u32,
    black_surname: String,
    black_given_names: String,
    black_country: String,
    white_number: u32,
    white_surname: String,
    white_given_names: String,
    white_country: String,
}

from_row!(GameRow {
    event,
    number,
    day,
    round [i64],
    colours_known,
    outcome,
    black_discs,
    white_discs,
    moves,
    opening,
    event_name,
    event_country,
    event_day,
    event_year [i64],
    tournament_id,
    import_id,
    counts,
    black_number [i64],
    black_surname,
    black_given_names,
    black_country,
    white_number [i64],
    white_surname,
    white_given_names,
    white_country,
});

/// Somebody as an event has him.
pub(super) struct PlayerRow {
    pub number: u32,
    pub surname: String,
    pub given_names: String,
    pub country: String,
}

from_row!(PlayerRow {
    number [i64],
    surname,
    given_names,
    country,
});

impl PlayerRow {
    pub(super) fn shown(self) -> proto::ArchivedPlayer {
        proto::ArchivedPlayer {
            federation_number: self.number,
            surname: self.surname,
            given_names: self.given_names,
            country: self.country,
        }
    }
}

fn narrowed(number: i64) -> Option<u32> {
    u32::try_from(number).ok()
}

impl GameRow {
    pub(super) fn shown(self) -> proto::ArchivedGame {
        let black = PlayerRow {
            number: self.black_number,
            surname: self.black_surname,
            given_names: self.black_given_names,
            country: self.black_country,
        };
        let white = PlayerRow {
            number: self.white_number,
            surname: self.white_surname,
            given_names: self.white_given_names,
            country: self.white_country,
        };
        proto::ArchivedGame {
            game_id: format!("{}-{}", self.event, self.number),
            event: Some(proto::ArchivedEvent {
                name: self.event_name,
                country: self.event_country,
                date: self.event_day.unwrap_or_default(),
                year: self.event_year,
                tournament_id: self.tournament_id.unwrap_or_default(),
                import_id: self.import_id.unwrap_or_default(),
                counts: self.counts != 0,
            }),
            round: self.round,
            black: Some(black.shown()),
            white: Some(white.shown()),
            colours_known: self.colours_known != 0,
            outcome: self.outcome,
            black_discs: self.black_discs.and_then(narrowed),
            white_discs: self.white_discs.and_then(narrowed),
            moves: self.moves.unwrap_or_default(),
            opening: self.opening.unwrap_or_default(),
        }
    }
}
