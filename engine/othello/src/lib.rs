//! The rules of Othello: board, clocks, and the state machine of one table.
//!
//! Pure and `no_std`: no I/O, no clock, no randomness, no panic on any input. The board is
//! [`Position`] over [`Square`]s; a [`Board`] says what a variant makes of it. [`perft`] counts its
//! game tree; [`transcript`] reads and writes games on paper. A game under way is a fold of [`Event`]s:
//! [`decide`] turns a [`Command`] into events or a [`Refusal`], [`evolve`] applies them to a
//! [`TableState`].
#![no_std]

extern crate alloc;

mod board;
mod board_size;
mod color;
mod drawn_opening;
mod openings;
mod perft;
mod position;
pub mod refusal;
mod score;
mod spectators;
mod square;
mod table;
pub mod transcript;
mod variant;

pub use board::{Board, FlipChoice, Handicap, IllegalReason};
pub use board_size::BoardSize;
pub use color::{Color, PerColor};
pub use drawn_opening::{DrawnOpening, DrawnOpeningError};
pub use openings::{NamedOpening, Openings, PositionKey, position_key, positions};
pub use perft::{PerftCount, perft, perft_on, perft_split};
pub use position::Position;
pub use score::{final_score, guaranteed_score, score_on};
pub use spectators::{Entry, Visible, visible_seq};
pub use square::{Square, SquareError, Squares, SquaresIter, Symmetry};
pub use table::audience::Audience;
pub use table::clock::{Clocks, Deadline, DeadlineKind, clocks, deadline};
pub use table::clock_reading::{ClockReading, Overtime};
pub use table::code::Code;
pub use table::command::{
    ADJOURNMENT_NOTICE_MS, Command, Create, MAX_COMMAND_AGE_MS, MAX_DELIVERY_MS, Moment, Stamps,
};
pub use table::confirmation::{Confirmation, ConfirmationStatus, Countersignature, Dispute};
pub use table::decide::decide;
pub use table::decide::flags::clocks_without_default;
pub use table::digest::{canonical_transcript, transcript_digest};
pub use table::event::{
    ConfirmedBy, Created, CreditCause, EndReason, EnteredPly, Event, Finished, Next, PauseCause,
    Restored,
};
pub use table::evolve::{evolve, fold};
pub use table::game_rules::{
    BookedAt, CallRules, DefaultPolicy, GameRules, LagCredit, PassMode, Place, Spectators,
};
pub use table::interruptions::{Adjournment, AdjournmentStage, Calls, Expulsion, Pause, Transfer};
pub use table::official::{ActKind, Authority, Expelled, OfficialAct};
pub use table::refusal::Refusal;
pub use table::repeat::{RepeatedGame, TableEntry, repeat_game};
pub use table::rule_text::RuleText;
pub use table::stage::Phase;
pub use table::state::{Seat, TableState};
pub use table::time_control::TimeControl;
pub use table::turn::{Played, Turn};
pub use variant::{Goal, Opening};
