//! What holds in every live game and after every end.

use outflank_othello::{
    Color, Command, DeadlineKind, Moment, Phase, TableState, clocks, deadline, fold,
};

use super::{Decide, Node, wrong};

/// A live game: one clock runs, one deadline is told, and the flag alone ends it in two falls at most.
pub fn check_live(node: &Node, decide: Decide) -> Result<(), String> {
    let state = &node.state;
    let (Some(turn), Some(due)) = (state.turn(), deadline(state)) else {
        return wrong("nothing is due and nobody is on the move", node, ());
    };
    let shown = clocks(state, node.now_ms);
    if due.kind != DeadlineKind::Flag
        || shown.running != Some(turn.seat())
        || state.phase() != Phase::Live
    {
        return wrong("the clocks do not agree with the turn", node, shown);
    }
    if turn.must_pass != state.board().must_pass(state.position())
        || state.board().is_over(state.position())
    {
        return wrong("the turn does not agree with the board", node, turn);
    }
    if decide(state, &Command::SettleFlag, &Moment::at(due.look_at_ms - 1)).is_ok() {
        return wrong("a flag falls before its deadline", node, due);
    }
    let mut state = state.clone();
    for _ in 0..2 {
        let look_ms = deadline(&state).map_or(0, |due| due.look_at_ms);
        let Ok(events) = decide(&state, &Command::SettleFlag, &Moment::at(look_ms)) else {
            return wrong(
                "stuck: the flag cannot be settled when it is due",
                node,
                look_ms,
            );
        };
        state = fold(state, look_ms, &events);
        if state.finished().is_some() {
            return Ok(());
        }
    }
    wrong("stuck: two falls do not end the game", node, ())
}

/// Whether a flag is waited for; what is due after the end, such as a confirmation, is none.
fn flag_is_due(state: &TableState) -> bool {
    deadline(state).is_some_and(|due| due.kind == DeadlineKind::Flag)
}

/// A finished game: nothing runs, nothing is due, nothing more happens.
pub fn check_end(node: &Node, decide: Decide) -> Result<(), String> {
    let state = &node.state;
    if state.turn().is_some() || flag_is_due(state) || clocks(state, node.now_ms).running.is_some()
    {
        return wrong("a clock runs after the end", node, deadline(state));
    }
    let (ply, later) = (state.next_ply(), Moment::at(node.now_ms + 1));
    for color in Color::BOTH {
        let square = "a1".parse().unwrap();
        let acts = [
            Command::Move {
                color,
                ply,
                square,
                flip: None,
            },
            Command::Pass { color, ply },
            Command::Resign { color },
            Command::SettleFlag,
            Command::Start,
        ];
        for command in acts {
            if decide(state, &command, &later).is_ok() {
                return wrong("an act was accepted after the end", node, command);
            }
        }
    }
    Ok(())
}
