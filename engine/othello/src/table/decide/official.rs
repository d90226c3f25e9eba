//! Officials' acts at the table: what is possible, and what follows.

use alloc::vec::Vec;

use super::flags::{clocks_without_default, falls_first};
use super::time::{given_clocks, running_clocks};
use super::{adjournment, confirmation, guards, pause, restore, time};
use crate::table::clock_reading::ClockReading;
use crate::table::command::Moment;
use crate::table::draft::Draft;
use crate::table::event::{EndReason, Event, Finished};
use crate::table::official::{Authority, Expelled, OfficialAct};
use crate::table::reason::Reason;
use crate::table::refusal::Refusal;
use crate::table::stage::Stage;
use crate::table::state::{Game, TableState};
use crate::{Color, PerColor};

/// An official's act: flags that fell before it, the ruling, what it does.
pub(super) fn officiate(
    state: &TableState,
    game: &Game,
    moment: &Moment,
    (act, authority): (&OfficialAct, &Authority),
) -> Result<Vec<Event>, Refusal> {
    let mut draft = Draft::new(state, game, moment);
    match act {
        OfficialAct::Pause { .. } | OfficialAct::AnswerCall => {
            falls_first(&mut draft, moment)?;
        }
        OfficialAct::SetClocks { .. }
        | OfficialAct::AdjustTime { .. }
        | OfficialAct::Penalise { .. }
        | OfficialAct::UndoDefault { .. } => {
            pause::no_flag_in_doubt(&mut draft, moment)?;
        }
        _ => {}
    }
    draft.push(Event::Ruled {
        act: act.kind(),
        authority: authority.clone(),
    });
    perform(&mut draft, game, moment, act)?;
    Ok(draft.into_events())
}

fn perform(
    draft: &mut Draft<'_>,
    game: &Game,
    moment: &Moment,
    act: &OfficialAct,
) -> Result<(), Refusal> {
    match act {
        OfficialAct::Pause { until_ms } => pause::pause(draft, moment, *until_ms),
        OfficialAct::Resume => pause::resume(draft),
        OfficialAct::AnswerCall => pause::answer(draft),
        OfficialAct::SetClocks { remaining_ms } => set_clocks(draft, *remaining_ms),
        OfficialAct::AdjustTime { color, ms } => time::adjust(draft, moment, *color, *ms),
        OfficialAct::Penalise {
            color,
            taken_ms,
            given_ms,
            empties_clock,
        } => time::penalise(
            draft,
            moment,
            *color,
            (*taken_ms, *given_ms, *empties_clock),
        ),
        OfficialAct::UndoDefault { clocks } => undo_default(draft, *clocks),
        OfficialAct::SetScore {
            black_discs,
            white_discs,
            winner,
        } => set_score(draft, PerColor::new(*black_discs, *white_discs), *winner),
        OfficialAct::Award { to } => {
            let whole = game.game_rules.goal.whole_win(*to, game.game_rules.size);
            set_score(draft, whole, Some(*to))
        }
        OfficialAct::DeclareDraw => {
            let half = game.game_rules.size.half();
            set_score(draft, PerColor::new(half, half), None)
        }
        OfficialAct::AnnounceAdjournment { at_ms } => adjournment::announce(draft, moment, *at_ms),
        OfficialAct::CancelAdjournment => adjournment::cancel(draft),
        OfficialAct::ResumeAdjourned => adjournment::resume(draft),
        OfficialAct::DecideSealed { square, flip } => {
            adjournment::settle_sealed(draft, (*square, *flip))
        }
        OfficialAct::Expel { whom, until_ms } => expel(draft, moment, whom, *until_ms),
        OfficialAct::Readmit { whom } => readmit(draft, whom),
        OfficialAct::AssignTableJudge { account } => {
            draft.push(Event::TableJudgeAssigned {
                account: account.clone(),
            });
            Ok(())
        }
        OfficialAct::TakeBack { to_ply, clocks } => restore::take_back(draft, *to_ply, *clocks),
        OfficialAct::EnterTranscript {
            text,
            clocks,
            is_final,
        } => restore::enter_transcript(draft, game, text, (*clocks, *is_final)),
        OfficialAct::Reopen { clocks } => restore::reopen(draft, moment, *clocks),
        OfficialAct::Annul => {
            draft.push(Event::Annulled);
            Ok(())
        }
        OfficialAct::ReplayFrom {
            ply,
            clocks,
            starts_at_ms,
        } => restore::replay_from(draft, moment, (*ply, *clocks, *starts_at_ms)),
        OfficialAct::SettleDispute { upheld } => confirmation::settle_dispute(draft, *upheld),
        OfficialAct::SpectatorsChat { open } => spectators_chat(draft, *open),
    }
}

/// What spectators write is everybody's once the game is over.
fn spectators_chat(draft: &mut Draft<'_>, open: bool) -> Result<(), Refusal> {
    guards::not_over(draft.state())?;
    draft.push(Event::SpectatorsChatSet { open });
    Ok(())
}

fn set_clocks(draft: &mut Draft<'_>, remaining_ms: PerColor<i64>) -> Result<(), Refusal> {
    let state = draft.state();
    guards::clocks_in_use(state)?;
    let clocks = given_clocks(remaining_ms, state.readings(), state.plays_both())?;
    draft.push(Event::ClocksSet { clocks });
    Ok(())
}

fn undo_default(draft: &mut Draft<'_>, clocks: Option<PerColor<i64>>) -> Result<(), Refusal> {
    let state = draft.state();
    match state.stage() {
        Stage::Running(..) | Stage::Paused(..) => {}
        Stage::Waiting
        | Stage::Adjourned(_)
        | Stage::Ending(_)
        | Stage::Finished(_)
        | Stage::Annulled => return Err(guards::not_now(state.phase())),
    }
    let (Some(color), Some(without)) = (state.defaulter(), clocks_without_default(state)) else {
        return Err(Reason::NoDefault.into());
    };
    let clocks = match clocks {
        Some(given_ms) => {
            // The defaulter's flat minutes are gone; overtime comes as the control has it.
            let game_rules = state.game_rules();
            let own = game_rules.map_or_else(ClockReading::default, |game_rules| {
                game_rules.initial_reading(color)
            });
            let readings = PerColor::of(color, own, *without.get(color.opponent()));
            given_clocks(given_ms, readings, None)?
        }
        None => running_clocks(without, None)?,
    };
    draft.push(Event::DefaultUndone { color, clocks });
    Ok(())
}

/// An official's score, before or after the end.
fn set_score(
    draft: &mut Draft<'_>,
    discs: PerColor<u8>,
    winner: Option<Color>,
) -> Result<(), Refusal> {
    let state = draft.state();
    let game_rules = state.game_rules();
    let by_discs = game_rules.and_then(|game_rules| game_rules.goal.winner(discs));
    let drawn = discs.black == discs.white;
    let agrees = if drawn {
        winner.is_none() || winner == game_rules.and_then(|game_rules| game_rules.draw_winner)
    } else {
        winner == by_discs
    };
    let squares = state.board().size.count();
    if discs.black.checked_add(discs.white) != Some(squares) || !agrees {
        let squares = u32::from(squares);
        return Err(Reason::InvalidScore { squares }.into());
    }
    draft.push(Event::Finished(Finished {
        black_discs: discs.black,
        white_discs: discs.white,
        winner,
        reason: EndReason::Ruling,
        defaulter: state.defaulter(),
        absent: None,
        both_absent: false,
    }));
    Ok(())
}

fn expel(
    draft: &mut Draft<'_>,
    moment: &Moment,
    whom: &Expelled,
    until_ms: Option<i64>,
) -> Result<(), Refusal> {
    pause::later(until_ms, moment)?;
    draft.push(Event::Expelled {
        whom: whom.clone(),
        until_ms,
    });
    Ok(())
}

fn readmit(draft: &mut Draft<'_>, whom: &Expelled) -> Result<(), Refusal> {
    let known = draft
        .state()
        .expulsions()
        .iter()
        .any(|expulsion| expulsion.whom == *whom);
    if !known {
        return Err(match whom {
            Expelled::Seat(color) => Reason::PlayerNotExpelled { color: *color },
            Expelled::Account(_) => Reason::AccountNotExpelled,
        }
        .into());
    }
    draft.push(Event::Readmitted { whom: whom.clone() });
    Ok(())
}
