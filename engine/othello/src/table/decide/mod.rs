//! Commands judged: what is possible at a table, one module for each kind of act.

mod adjournment;
mod arrival;
mod confirmation;
pub(crate) mod flags;
mod guards;
mod moves;
mod official;
mod pause;
mod restore;
mod rulings;
mod setup;
mod time;
mod transfer;

use alloc::vec::Vec;

use crate::table::command::{Command, Moment};
use crate::table::event::Event;
use crate::table::official::Expelled;
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::Phase;
use crate::table::state::{Game, TableState};

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
        return Err(Reason::NoSuchGame.into());
    };
    decided(state, game, command, moment).map_err(|refusal| refusal.quoting(game.game_rules.text))
}

fn decided(
    state: &TableState,
    game: &Game,
    command: &Command,
    moment: &Moment,
) -> Result<Vec<Event>, Refusal> {
    if let Command::TransferAway { .. } | Command::TransferIn { .. } = command {
        return transfer::decide(state, game, moment, command);
    }
    if let Some(away) = state.away() {
        return Err(transfer::elsewhere(away));
    }
    if state.phase() == Phase::Annulled && !command.mends_annulled() {
        return Err(guards::not_now(Phase::Annulled));
    }
    if let Some(color) = command.seat()
        && state.is_expelled(&Expelled::Seat(color), moment.now_ms)
    {
        return Err(Reason::SentAway.into());
    }
    let before_pause = command
        .is_play()
        .then(|| pause::state_before_pause(state, moment));
    let before_pause = before_pause.flatten();
    let state = before_pause.as_ref().unwrap_or(state);
    match command {
        Command::Create(create) => setup::set_up(state, create),
        Command::TakeSeat { color, account } => {
            setup::take_seat(state, game, moment, (*color, account))
        }
        Command::Start => setup::start(state, game, moment),
        Command::SettleFlag => arrival::settle_flag(state, game, moment),
        Command::CreditTime {
            color,
            ms,
            cause,
            fault_id,
            until_ms,
        } => rulings::credit(state, *color, (*ms, *cause), (fault_id, *until_ms)),
        Command::Close {
            black_discs,
            white_discs,
            winner,
        } => rulings::close(state, (*black_discs, *white_discs), *winner),
        Command::CallOff => rulings::call_off(state),
        Command::Officiate { act, authority } => {
            official::officiate(state, game, moment, (act, authority))
        }
        Command::SettleDeadline => arrival::settle_deadline(state, game, moment),
        Command::Countersign {
            digest,
            key_id,
            signature,
        } => confirmation::countersign(state, digest, (key_id, signature)),
        Command::Freeze { until_ms } => pause::freeze(state, game, moment, *until_ms),
        Command::Thaw { at_ms } => pause::thaw(state, game, moment, *at_ms),
        players => decide_player(state, game, moment, players),
    }
}

fn decide_player(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    command: &Command,
) -> Result<Vec<Event>, Refusal> {
    match command {
        Command::Move {
            color,
            ply,
            square,
            flip,
        } => moves::play(state, game, moment, (*color, *ply), (*square, *flip)),
        Command::Pass { color, ply } => moves::pass(state, game, moment, (*color, *ply)),
        Command::Resign { color } => moves::resign(state, game, moment, *color),
        Command::SealMove {
            color,
            ply,
            square,
            flip,
        } => {
            let asked = guards::Asked {
                color: *color,
                ply: *ply,
                square: *square,
                flip: *flip,
            };
            adjournment::seal(state, game, moment, asked)
        }
        Command::CallDirector { color } => pause::call(state, game, moment, *color),
        Command::Arrive { color } => arrival::arrive(state, moment, *color),
        Command::ConfirmTranscript { color, digest } => {
            confirmation::confirm(state, *color, digest)
        }
        Command::DisputeResult { color, reason_id } => {
            confirmation::dispute(state, *color, reason_id)
        }
        _ => Err(Reason::NothingDue.into()),
    }
}
