//! Clocks and how they count.

use outflank_othello::{
    Color, DefaultPolicy, GameRules, Overtime, TableState, TimeControl, clocks as shown_clocks,
};
use outflank_proto::play::v1 as proto;

use super::optional;

/// Both clocks at an instant, ms of cluster time.
pub(super) fn clocks(state: &TableState, as_of_ms: i64) -> proto::Clocks {
    let shown = shown_clocks(state, as_of_ms);
    let lag = state.lag_credited_ms();
    let overtime = |color: Color| {
        let overtime = shown.overtime.get(color).as_ref()?;
        let remaining_ms = *shown.remaining_ms.get(color);
        Some(one_overtime(overtime, remaining_ms))
    };
    proto::Clocks {
        black_ms: shown.remaining_ms.black,
        white_ms: shown.remaining_ms.white,
        running: optional(shown.running),
        as_of_ms,
        black_overtime: overtime(Color::Black),
        white_overtime: overtime(Color::White),
        black_lag_credit_ms: lag.black,
        white_lag_credit_ms: lag.white,
    }
}

fn one_overtime(overtime: &Overtime, remaining_ms: i64) -> proto::Overtime {
    let main_ms = remaining_ms.saturating_sub(overtime.total_ms()).max(0);
    match *overtime {
        Overtime::Byoyomi {
            periods_left,
            period_left_ms,
            ..
        } => proto::Overtime {
            main_ms,
            periods_left,
            period_ms: period_left_ms,
            moves_left: 0,
        },
        Overtime::Canadian {
            moves_left,
            block_left_ms,
            ..
        } => proto::Overtime {
            main_ms,
            periods_left: 0,
            period_ms: block_left_ms,
            moves_left,
        },
    }
}

/// A time control.
pub(super) fn time_control(control: &TimeControl) -> proto::TimeControl {
    let of = |kind: &str| proto::TimeControl {
        kind: kind.to_owned(),
        main_ms: control.main_ms(),
        ..proto::TimeControl::default()
    };
    match *control {
        TimeControl::SuddenDeath { .. } => of("sudden_death"),
        TimeControl::Fischer { increment_ms, .. } => proto::TimeControl {
            increment_ms,
            ..of("fischer")
        },
        TimeControl::Bronstein { delay_ms, .. } => proto::TimeControl {
            delay_ms,
            ..of("bronstein")
        },
        TimeControl::Byoyomi {
            periods, period_ms, ..
        } => proto::TimeControl {
            periods,
            period_ms,
            ..of("byoyomi")
        },
        TimeControl::Canadian {
            moves, block_ms, ..
        } => proto::TimeControl {
            moves,
            block_ms,
            ..of("canadian")
        },
    }
}

/// What a fallen flag costs.
pub(super) fn default_policy(game_rules: &GameRules) -> &'static str {
    match game_rules.default_policy {
        DefaultPolicy::Woc => "woc",
        DefaultPolicy::LossOfAllDiscs => "loss_of_all_discs",
        DefaultPolicy::LossOnBoard => "loss_on_board",
        DefaultPolicy::WinnerPlaysOn => "winner_plays_on",
    }
}
