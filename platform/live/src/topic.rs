//! The names of the topics: one place, so that a publisher and its subscribers agree.

/// A service has new facts; the message is empty.
#[must_use]
pub fn facts(service: &str) -> String {
    format!("facts/{service}")
}

/// A table's commits, as `TableUpdate` messages.
#[must_use]
pub fn game(game_id: &str) -> String {
    format!("game/{game_id}")
}

/// What is written at a table, as `ChatUpdate` messages.
#[must_use]
pub fn chat(game_id: &str) -> String {
    format!("chat/{game_id}")
}

/// A tournament changed; the message is its journal seq in decimal.
#[must_use]
pub fn tournament(tournament_id: &str) -> String {
    format!("tournament/{tournament_id}")
}

/// A tournament's standings changed; the message is their version in decimal.
#[must_use]
pub fn standings(tournament_id: &str) -> String {
    format!("standings/{tournament_id}")
}

/// A seat's socket opened or closed; the message is the gateway's own.
#[must_use]
pub fn presence(game_id: &str) -> String {
    format!("presence/{game_id}")
}

/// A session was signed out or revoked; the message is its id.
#[must_use]
pub fn ended_sessions() -> String {
    "sessions/ended".to_owned()
}

/// A rating file was published; the message is empty.
#[must_use]
pub fn rating_files() -> String {
    "ratings/published".to_owned()
}

/// An account holds an office no longer; the message is its id.
#[must_use]
pub fn dismissed_officials() -> String {
    "officials/dismissed".to_owned()
}

/// A player's line took a turn that had waited for it; the message is the gateway's own.
#[must_use]
pub fn left_unread() -> String {
    "lines/unread".to_owned()
}

/// The games of a round were set up, or called off; the message is the round's number.
#[must_use]
pub fn games(tournament_id: &str) -> String {
    format!("games/{tournament_id}")
}

/// A line of the list of all tournaments was written; the message is a `HeardLine`.
#[must_use]
pub fn events() -> String {
    "events".to_owned()
}

/// Something is announced in a tournament; the message is a `HeardAnnouncement`.
#[must_use]
pub fn announcements(tournament_id: &str) -> String {
    format!("announcements/{tournament_id}")
}

/// Something that a tournament's officials are to know at once; the message is an `Alert`.
#[must_use]
pub fn alerts(tournament_id: &str) -> String {
    format!("alerts/{tournament_id}")
}

/// A rehearsal was founded; the message is empty.
#[must_use]
pub fn rehearsals() -> String {
    "rehearsals".to_owned()
}

/// Somebody seeks a casual game; the message is empty.
#[must_use]
pub fn seeks() -> String {
    "casual/seeks".to_owned()
}

/// Pairs were booked for casual games; the message is `HeardBookings`.
#[must_use]
pub fn bookings() -> String {
    "casual/bookings".to_owned()
}
