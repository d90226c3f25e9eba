//! A client for programs: the public HTTP and WebSocket interface, and a seat that survives lost
//! connections.
//!
//! [`Client`] speaks REST for one account, [`Line`] is its WebSocket, [`Seat`] plays one game with a
//! [`Strategy`] from wherever it stands to its end, through restarts of the server.

mod http;
mod line;
mod model;
mod seat;

pub use http::{Client, Failure, Refused, Session};
pub use line::{Frame, Line};
pub use model::{
    AnnouncedGame, AnnouncedRound, Board, Clocks, Color, Entrant, GameResult, NextAct, Ply, Round,
    Row, Standings, Table, TablePhase, TableResult, Title, Tournament, TournamentPhase,
    TournamentSummary,
};
pub use seat::{Acknowledged, Choice, Seat, Strategy};
