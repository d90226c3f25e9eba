//! Commands judged: what is possible at a table, one module for each kind of act.

pub(crate) mod flags;
mod guards;
mod moves;
mod rulings;
mod setup;

use alloc::vec::Vec;

use crate::table::command::{Command, Moment};
use crate::table::event::Event;
use crate::table::refusal::{Code, Refusal};
use crate::table::state::TableState;

/// Decides a command on the state of the table at a moment: the events of one entry, in order, or
/// a refusal. Never changes anything itself.
///
/// A player's command that arrived after the flag had fallen yields the fall first, then the
/// command if play goes on; if the fall ended the game the entry holds no move, and the player is
/// answered with [`Refusal::flag_fell`] (`WOC IV.6`).
///
/// # Errors
/// The [`Refusal`] with its code, sentence and paragraph; nothing is to be written then.
pub fn decide(
    state: &TableState,
    command: &Command,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    if let Command::Create(create) = command {
        return setup::set_up(state, create);
    }
    let Some(game) = &state.game else {
        return Err(Refusal::plain(
            Code::NoSuchGame,
            "No game was set up at this table",
        ));
    };
    match command {
        Command::Create(create) => setup::set_up(state, create),
        Command::TakeSeat { color, account } => setup::take_seat(state, game, *color, account),
        Command::Start => setup::start(state, game, moment),
        Command::Move { color, ply, square } => {
            moves::play(state, game, moment, (*color, *ply, *square))
        }
        Command::Pass { color, ply } => moves::pass(state, game, moment, (*color, *ply)),
        Command::Resign { color } => moves::resign(state, game, moment, *color),
        Command::SettleFlag => flags::settle_flag(state, game, moment),
        Command::CreditTime {
            color,
            ms,
            cause,
            fault_id,
        } => rulings::credit(state, *color, (*ms, *cause), fault_id),
        Command::Close {
            black_discs,
            white_discs,
            winner,
        } => rulings::close(state, (*black_discs, *white_discs), *winner),
    }
}
