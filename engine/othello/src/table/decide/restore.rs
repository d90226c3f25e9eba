//! Going back: plies taken back, a finished game reopened, a replay from a position, a transcript
//! from over the board.

use alloc::string::ToString;
use alloc::vec::Vec;

use super::guards::not_now;
use super::pause::later;
use super::time::{given_clocks, running_clocks};
use crate::table::command::Moment;
use crate::table::draft::{Draft, after};
use crate::table::event::{EnteredPly, Event, Restored};
use crate::table::interruptions::Standing;
use crate::table::reason::Reason;
use crate::table::refusal::{Refusal, name};
use crate::table::stage::Stage;
use crate::table::state::{Game, TableState};
use crate::table::time_default::{AfterDefault, TimeDefault};
use crate::transcript::{Token, parse};
use crate::{Board, Color, PerColor, Position};

/// Takes plies back, with whatever came after the last that stands.
pub(super) fn take_back(
    draft: &mut Draft<'_>,
    to_ply: u32,
    clocks: Option<PerColor<i64>>,
) -> Result<(), Refusal> {
    let state = draft.state();
    match state.stage() {
        Stage::Running(..) | Stage::Paused(..) | Stage::Adjourned(_) | Stage::Finished(_) => {}
        Stage::Waiting | Stage::Ending(_) | Stage::Annulled => return Err(not_now(state.phase())),
    }
    if to_ply >= state.next_ply().saturating_sub(1) {
        return Err(Reason::NothingAfter { ply: to_ply }.into());
    }
    let restored = restored(state, to_ply, clocks)?;
    draft.push(Event::TakenBack(restored));
    draft.auto_pass();
    Ok(())
}

/// The position, clocks and default after a ply that stands.
fn restored(
    state: &TableState,
    ply: u32,
    clocks: Option<PerColor<i64>>,
) -> Result<Restored, Refusal> {
    let Some(position) = position_after(state, ply) else {
        return Err(Reason::NoPosition { ply }.into());
    };
    let standing = standing(state, ply);
    let clocks = match clocks {
        Some(given_ms) => given_clocks(given_ms, standing.clocks, standing.plays_both())?,
        None => running_clocks(standing.clocks, standing.plays_both())?,
    };
    let standing = Standing { clocks, ..standing };
    Ok(at_position(&state.board(), &position, ply, standing))
}

fn at_position(board: &Board, position: &Position, ply: u32, standing: Standing) -> Restored {
    let time_default = standing.time_default;
    Restored {
        ply,
        black: position.discs(Color::Black),
        white: position.discs(Color::White),
        clocks: standing.clocks,
        defaulter: time_default.map(|time_default| time_default.defaulter),
        granted_ms: time_default.map_or(0, TimeDefault::granted_ms),
        plays_both: standing.plays_both(),
        next: after(board, position),
    }
}

fn standing(state: &TableState, ply: u32) -> Standing {
    let index = usize::try_from(ply).unwrap_or(usize::MAX);
    let known = state.interruptions.standings.get(index).copied();
    known.unwrap_or_else(|| state.standing())
}

fn position_after(state: &TableState, ply: u32) -> Option<Position> {
    let plies = usize::try_from(ply).ok()?;
    let board = state.game_rules()?.board();
    let record = state.record.get(..plies)?;
    record.iter().try_fold(board.start(), |position, played| {
        let position = position.with_to_move(played.color);
        match played.square {
            Some(square) => board.play(&position, square, played.flip).ok(),
            None => Some(position.with_to_move(played.color.opponent())),
        }
    })
}

/// Play goes on where a flag, a resignation, the no-show limit or an official ended it.
pub(super) fn reopen(
    draft: &mut Draft<'_>,
    moment: &Moment,
    clocks: Option<PerColor<i64>>,
) -> Result<(), Refusal> {
    let state = draft.state();
    match state.stage() {
        Stage::Finished(_) | Stage::Annulled => {}
        Stage::Waiting
        | Stage::Running(..)
        | Stage::Paused(..)
        | Stage::Adjourned(_)
        | Stage::Ending(_) => return Err(Reason::NotFinished.into()),
    }
    if state.board().is_over(&state.position) {
        return Err(Reason::NothingToPlay.into());
    }
    // A default after which play went on stands; one that ended the game is what is reopened.
    let went_on = |time_default: &TimeDefault| time_default.then != AfterDefault::Over;
    let mut now = state.standing();
    now.time_default = now.time_default.filter(went_on);
    now.clocks = match clocks {
        Some(given_ms) => given_clocks(given_ms, now.clocks, now.plays_both())?,
        None => running_clocks(now.clocks, now.plays_both())?,
    };
    let plies = state.next_ply().saturating_sub(1);
    let mut restored = at_position(&state.board(), &state.position, plies, now);
    let early = state
        .starts_at_ms()
        .is_some_and(|starts_at_ms| moment.now_ms < starts_at_ms);
    if plies == 0 && early {
        restored.next = None;
    }
    draft.push(Event::Reopened(restored));
    draft.auto_pass();
    Ok(())
}

/// The game waits for a new start from an earlier position.
pub(super) fn replay_from(
    draft: &mut Draft<'_>,
    moment: &Moment,
    (ply, clocks, starts_at_ms): (u32, PerColor<i64>, i64),
) -> Result<(), Refusal> {
    if starts_at_ms != moment.now_ms {
        later(Some(starts_at_ms), moment)?;
    }
    let state = draft.state();
    let restored = restored(state, ply, Some(clocks))?;
    if restored.next.is_none() {
        return Err(Reason::NothingToPlayThere.into());
    }
    draft.push(Event::ReplaySet {
        restored,
        starts_at_ms,
    });
    Ok(())
}

/// A game from over the board becomes the record.
pub(super) fn enter_transcript(
    draft: &mut Draft<'_>,
    game: &Game,
    text: &str,
    (clocks, is_final): (Option<PerColor<i64>>, bool),
) -> Result<(), Refusal> {
    let state = draft.state();
    match state.stage() {
        Stage::Waiting
        | Stage::Running(..)
        | Stage::Paused(..)
        | Stage::Ending(_)
        | Stage::Finished(_) => {}
        Stage::Adjourned(_) | Stage::Annulled => return Err(not_now(state.phase())),
    }
    let tokens = parse(text).map_err(|error| Reason::NoTranscript {
        problem: error.to_string(),
    })?;
    let board = game.game_rules.board();
    let (position, plies) = replayed(&board, &tokens)?;
    let over = board.is_over(&position);
    if is_final && !over {
        return Err(Reason::TranscriptUnfinished.into());
    }
    let standing = state.standing();
    let clocks = match clocks {
        Some(given_ms) => given_clocks(given_ms, standing.clocks, standing.plays_both())?,
        None if over => standing.clocks,
        None => running_clocks(standing.clocks, standing.plays_both())?,
    };
    let ply = u32::try_from(plies.len()).unwrap_or(u32::MAX);
    let restored = at_position(&board, &position, ply, Standing { clocks, ..standing });
    draft.push(Event::TranscriptEntered { plies, restored });
    if over {
        draft.finish_by_board();
    } else {
        draft.auto_pass();
    }
    Ok(())
}

fn replayed(board: &Board, tokens: &[Token]) -> Result<(Position, Vec<EnteredPly>), Refusal> {
    let mut position = board.start();
    let mut plies: Vec<EnteredPly> = Vec::new();
    for token in tokens {
        let square = token.square();
        if let (Some(_), Some(passed)) = (square, board.pass(&position)) {
            plies.push(ply_of(&position, Token::Pass));
            position = passed;
        }
        let next = match square {
            Some(square) => board.play(&position, square, token.flip()).ok(),
            None => board.pass(&position),
        };
        let Some(next) = next else {
            return Err(Reason::TranscriptIllegal {
                ply: plies.len().saturating_add(1),
                played: name(*token),
            }
            .into());
        };
        plies.push(ply_of(&position, *token));
        position = next;
    }
    Ok((position, plies))
}

const fn ply_of(position: &Position, token: Token) -> EnteredPly {
    EnteredPly {
        color: position.to_move(),
        square: token.square(),
        flip: token.flip(),
    }
}
