//! A client for programs: the public HTTP, WebSocket and gRPC interface, and a seat that survives lost
//! connections.
//!
//! [`Client`] speaks REST for one account by a session or an API key, [`Line`] is its WebSocket or gRPC stream,
//! [`Seat`] plays one game with a [`Strategy`] from wherever it stands to its end, through restarts of the server;
//! [`find_game`] waits for a casual one, [`find_contest_game`] for one of an arena or a ladder, [`HeldSeat`] knows those of an event. [`nboard`] plays by engines that are there.

mod casual;
mod held_seat;
mod http;
mod line;
mod model;
#[cfg(feature = "nboard")]
pub mod nboard;
mod seat;
mod stream;
pub mod table;
mod tls;

pub use casual::{
    ANYBODY, Booked, CasualTerms, Contest, enter_contest, find_contest_game, find_game,
    find_game_within, until_over,
};
pub use held_seat::HeldSeat;
pub use http::{Client, Failure, Refused, Session};
pub use line::{Carrier, Frame, Line};
pub use model::{
    AnnouncedGame, AnnouncedRound, Board, CheckIn, Clocks, Color, Confirmation, Entrant,
    GameResult, NextAct, Ply, Round, Row, Standings, Table, TablePhase, TableResult, Title,
    Tournament, TournamentPhase, TournamentSummary,
};
pub use seat::{AGAIN, Acknowledged, Choice, Seat, Strategy};
pub use stream::{Stream, message};
pub use tls::http;
