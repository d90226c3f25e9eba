//! Time controls of the contract.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{EntrantId, OwnClock, PlayerClock, TimeControl};

use crate::app::invalid;

pub(super) fn player_clock(asked: proto::PlayerClock) -> Result<PlayerClock, Problem> {
    Ok(PlayerClock {
        entrant: EntrantId(asked.entrant_id),
        time_control: read(&asked.time_control.unwrap_or_default())?,
    })
}

fn read(asked: &proto::TimeControl) -> Result<TimeControl, Problem> {
    let main_ms = asked.main_ms;
    Ok(match asked.kind.as_str() {
        "sudden_death" => TimeControl::SuddenDeath { main_ms },
        "fischer" => TimeControl::Fischer {
            main_ms,
            increment_ms: asked.increment_ms,
        },
        "bronstein" => TimeControl::Bronstein {
            main_ms,
            delay_ms: asked.delay_ms,
        },
        "byoyomi" => TimeControl::Byoyomi {
            main_ms,
            periods: asked.periods,
            period_ms: asked.period_ms,
        },
        "canadian" => TimeControl::Canadian {
            main_ms,
            moves: asked.moves,
            block_ms: asked.block_ms,
        },
        _ => {
            return Err(invalid(
                "bad_time_control",
                "A time control is sudden_death, fischer, bronstein, byoyomi or canadian.",
            ));
        }
    })
}

pub(super) fn shown(control: TimeControl) -> proto::TimeControl {
    let of = |kind: &str| proto::TimeControl {
        kind: kind.to_owned(),
        main_ms: control.main_ms(),
        ..proto::TimeControl::default()
    };
    match control {
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

/// What a clock has of its own; `None` where it is the table's.
pub(super) fn own(clock: OwnClock) -> Option<proto::OwnClock> {
    (!clock.is_plain()).then(|| proto::OwnClock {
        time_control: clock.time_control.map(shown),
        extra_ms: clock.extra_ms,
    })
}
