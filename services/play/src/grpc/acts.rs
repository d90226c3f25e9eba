//! Officials' acts as the contract has them.

use outflank_access::{Kind, Problem};
use outflank_othello::{Color, Expelled, OfficialAct, PerColor, Square};
use outflank_proto::play::v1::{self as proto, official_act::Act};

use crate::app::{TableOutcome, malformed_square};

/// The act that was asked for.
pub(super) fn official_act(act: Option<proto::OfficialAct>) -> Result<OfficialAct, Problem> {
    let act = act
        .and_then(|act| act.act)
        .ok_or_else(|| malformed("An official's request names one act."))?;
    Ok(match act {
        Act::Pause(pause) => OfficialAct::Pause {
            until_ms: instant(pause.until_ms),
        },
        Act::Resume(_) => OfficialAct::Resume,
        Act::SetClocks(set) => OfficialAct::SetClocks {
            remaining_ms: required_clocks(set.clocks)?,
        },
        Act::AdjustTime(adjust) => OfficialAct::AdjustTime {
            color: required_color(adjust.color())?,
            ms: adjust.ms,
        },
        Act::TakeBack(back) => OfficialAct::TakeBack {
            to_ply: back.to_ply,
            clocks: back.clocks.map(clocks),
        },
        Act::UndoDefault(undo) => OfficialAct::UndoDefault {
            clocks: undo.clocks.map(clocks),
        },
        Act::AnnounceAdjournment(announced) => OfficialAct::AnnounceAdjournment {
            at_ms: announced.at_ms,
        },
        Act::CancelAdjournment(_) => OfficialAct::CancelAdjournment,
        Act::ResumeAdjourned(_) => OfficialAct::ResumeAdjourned,
        Act::DecideSealed(decided) => OfficialAct::DecideSealed {
            square: optional_square(&decided.square)?,
            flip: optional_square(&decided.flip)?,
        },
        Act::Expel(expel) => OfficialAct::Expel {
            whom: match expel.whom {
                Some(proto::expel_act::Whom::Seat(seat)) => seat_expelled(seat)?,
                Some(proto::expel_act::Whom::AccountId(account)) => account_expelled(account)?,
                None => return Err(nobody()),
            },
            until_ms: instant(expel.until_ms),
        },
        Act::Readmit(readmit) => OfficialAct::Readmit {
            whom: match readmit.whom {
                Some(proto::readmit_act::Whom::Seat(seat)) => seat_expelled(seat)?,
                Some(proto::readmit_act::Whom::AccountId(account)) => account_expelled(account)?,
                None => return Err(nobody()),
            },
        },
        Act::AssignTableJudge(assigned) if assigned.account_id.is_empty() => {
            return Err(malformed("A table judge is an account."));
        }
        Act::AssignTableJudge(assigned) => OfficialAct::AssignTableJudge {
            account: assigned.account_id,
        },
        Act::EnterTranscript(entered) => OfficialAct::EnterTranscript {
            text: entered.text,
            clocks: entered.clocks.map(clocks),
            is_final: entered.r#final,
        },
        Act::Reopen(reopen) => OfficialAct::Reopen {
            clocks: reopen.clocks.map(clocks),
        },
        Act::Annul(_) => OfficialAct::Annul,
        Act::ReplayFrom(replay) => OfficialAct::ReplayFrom {
            ply: replay.ply,
            clocks: required_clocks(replay.clocks)?,
            starts_at_ms: replay.starts_at_ms,
        },
        Act::AnswerCall(_) => OfficialAct::AnswerCall,
        Act::OpenSpectatorsChat(_) => OfficialAct::SpectatorsChat { open: true },
        Act::CloseSpectatorsChat(_) => OfficialAct::SpectatorsChat { open: false },
    })
}

/// What became of an act at one table of a round.
pub(super) fn outcome(outcome: TableOutcome) -> proto::TableOutcome {
    let TableOutcome {
        game_id,
        table,
        outcome,
    } = outcome;
    match outcome {
        Ok(seq) => proto::TableOutcome {
            game_id,
            table,
            seq,
            ..Default::default()
        },
        Err(problem) => proto::TableOutcome {
            game_id,
            table,
            seq: 0,
            parameters: problem.parameters().to_vec(),
            code: problem.code,
            detail: problem.detail,
            rule: problem.rule.unwrap_or_default(),
        },
    }
}

/// A square by its name.
pub(super) fn square(text: &str) -> Result<Square, Problem> {
    text.parse().map_err(|_| malformed_square(text))
}

/// A square, or none where the text is empty.
pub(super) fn optional_square(text: &str) -> Result<Option<Square>, Problem> {
    if text.is_empty() {
        return Ok(None);
    }
    square(text).map(Some)
}

/// A side, where one is named.
pub(super) fn color(color: proto::Color) -> Option<Color> {
    match color {
        proto::Color::Black => Some(Color::Black),
        proto::Color::White => Some(Color::White),
        proto::Color::Unspecified => None,
    }
}

fn required_color(named: proto::Color) -> Result<Color, Problem> {
    color(named).ok_or_else(|| malformed("Name a side: black or white."))
}

fn seat_expelled(seat: i32) -> Result<Expelled, Problem> {
    let seat = proto::Color::try_from(seat).unwrap_or_default();
    Ok(Expelled::Seat(required_color(seat)?))
}

fn account_expelled(account: String) -> Result<Expelled, Problem> {
    if account.is_empty() {
        return Err(nobody());
    }
    Ok(Expelled::Account(account))
}

fn instant(at_ms: i64) -> Option<i64> {
    (at_ms != 0).then_some(at_ms)
}

fn clocks(set: proto::SetTimes) -> PerColor<i64> {
    PerColor::new(set.black_ms, set.white_ms)
}

fn required_clocks(set: Option<proto::SetTimes>) -> Result<PerColor<i64>, Problem> {
    set.map(clocks)
        .ok_or_else(|| malformed("Say what both clocks are to show, in ms."))
}

fn nobody() -> Problem {
    malformed("Name whom this concerns: a seat or an account.")
}

fn malformed(sentence: &'static str) -> Problem {
    Problem::new(Kind::Invalid, "malformed_act", sentence)
}
