//! What a rule set gives to one game, in the words of the table's own rules.

use outflank_othello as table;
use outflank_othello::{Color, GameRules, PassMode, PerColor, RuleText};
use outflank_tournament::{
    AbsencePolicy, Colour, DefaultPolicy, PassPolicy, PublishedPairing, RuleSet,
};

/// The terms of one board: under the time control of its stage or else the qualification's.
pub(super) fn game_rules(rules: &RuleSet, pairing: &PublishedPairing) -> GameRules {
    let control = pairing
        .time_control
        .unwrap_or(rules.time_controls.qualification);
    let draw_winner = pairing.draw_winner.as_ref();
    let pass_mode = match rules.pass_policy {
        PassPolicy::Explicit => PassMode::Explicit,
        PassPolicy::Automatic => PassMode::Automatic,
    };
    GameRules {
        individual: PerColor::new(
            pairing.black_clock.time_control,
            pairing.white_clock.time_control,
        ),
        extra_ms: PerColor::new(pairing.black_clock.extra_ms, pairing.white_clock.extra_ms),
        lag: table::LagCredit {
            per_move_ms: rules.lag_credit.per_move_ms,
            per_game_ms: rules.lag_credit.per_game_ms,
            covers_reading: rules.lag_credit.covers_reading,
        },
        absence_limit_ms: match rules.absence_policy {
            AbsencePolicy::ClockOnly => None,
            AbsencePolicy::Limit { after_ms } => Some(after_ms),
        },
        draw_winner: Color::BOTH.into_iter().find(|color| {
            let player = match color {
                Color::Black => &pairing.black,
                Color::White => &pairing.white,
            };
            draw_winner == Some(player)
        }),
        director_call: table::CallRules {
            stops_clocks: rules.director_call.stops_clocks,
            longest_ms: rules.director_call.longest_ms,
            most_per_player: rules.director_call.most_per_player,
            hides_board: rules.director_call.hides_board,
        },
        spectators: rules.spectators,
        confirm_within_ms: rules.confirm_within_ms,
        over_the_board: rules.over_the_board,
        premoves: rules.premoves,
        goal: rules.variant.goal,
        opening: rules.variant.opening,
        size: rules.variant.size,
        handicap: pairing.handicap.as_ref().and_then(|handicap| {
            let to = pairing.colour_of(&handicap.entrant)?;
            Some(table::Handicap {
                to: at_the_table(to),
                discs: handicap.discs,
            })
        }),
        ..GameRules::new(
            control,
            default_policy(rules.default_policy),
            pass_mode,
            text(rules),
        )
    }
}

/// A player's colour as the table has it.
pub(super) const fn at_the_table(colour: Colour) -> Color {
    match colour {
        Colour::Black => Color::Black,
        Colour::White => Color::White,
    }
}

fn default_policy(policy: DefaultPolicy) -> table::DefaultPolicy {
    match policy {
        DefaultPolicy::PlayOnForScore => table::DefaultPolicy::Woc,
        DefaultPolicy::LossOfAllDiscs => table::DefaultPolicy::LossOfAllDiscs,
        DefaultPolicy::LossOnBoard => table::DefaultPolicy::LossOnBoard,
        DefaultPolicy::WinnerPlaysOn => table::DefaultPolicy::WinnerPlaysOn,
    }
}

/// The text a rule set cites for the conduct of a game.
fn text(rules: &RuleSet) -> RuleText {
    let source = rules.sources.get("pass_policy").map_or("", String::as_str);
    match source.split_whitespace().next() {
        Some("EGP") => RuleText::Egp,
        Some("WOC") => RuleText::Woc,
        _ => RuleText::House,
    }
}
