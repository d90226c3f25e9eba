//! Exhaustive small-step exploration: from positions near the end, and from the start, every order of moves,
//! passes, late moves, resignations, settled flags, credits and pauses at every instant that a rule tells apart.
//! No state is stuck, none contradicts itself, every result is the rule's.

mod acts;
mod broken;
mod checks;
mod oracle;
mod pauses;
mod step;
mod worlds;

use std::collections::HashSet;

use outflank_othello::{
    Color, Command, Event, GameRules, Moment, PerColor, Phase, Refusal, Square, TableState,
};

use crate::othello::table::scene::Scene;

type Decide = fn(&TableState, &Command, &Moment) -> Result<Vec<Event>, Refusal>;

/// A part of the game to explore.
struct World {
    game_rules: GameRules,
    /// Plies of a line that are played before.
    line: (&'static str, usize),
    /// Plies explored beyond them.
    depth: u32,
    /// How often the clocks may be stopped.
    pauses: u32,
}

#[derive(Default, Debug)]
struct Seen {
    states: usize,
    steps: usize,
    ended: usize,
    paused: usize,
}

/// A state, and when its last entry was written.
#[derive(Clone)]
struct Node {
    state: TableState,
    now_ms: i64,
    /// Whether the one fault of these games was credited.
    credited: bool,
    /// How often the clocks may still be stopped.
    pauses_left: u32,
    stood: Option<Stood>,
}

/// A pause under way, as the explorer remembers it without the engine's notes.
#[derive(Clone)]
struct Stood {
    /// The table as if its clocks had not been stopped.
    running: TableState,
    since_ms: i64,
    /// Whether the turn that was stopped goes on, so that commands from before the pause count.
    open: bool,
}

impl Node {
    /// The table as if its clocks had not been stopped, at the instant when they were.
    fn twin(&self, stood: &Stood) -> Self {
        Self {
            state: stood.running.clone(),
            now_ms: stood.since_ms,
            stood: None,
            ..*self
        }
    }
}

fn wrong<T>(what: &str, node: &Node, detail: impl std::fmt::Debug) -> Result<T, String> {
    Err(format!("{what}: {detail:?} at {}", key(node)))
}

fn board(squares: u64, square: Square) -> u64 {
    squares | 1 << square.index()
}

/// Everything that a decision can depend on, with time counted from the turn, or from the pause.
fn key(node: &Node) -> String {
    let pause = node.stood.as_ref().map(|stood| {
        let until_ms = node.state.pause().and_then(|pause| pause.until_ms);
        (
            (stood.open, node.now_ms - stood.since_ms),
            until_ms.map(|until_ms| until_ms - stood.since_ms),
            node.state.pause().map(|pause| pause.cause),
            of_state(&stood.running, stood.since_ms),
        )
    });
    let left = (node.credited, node.pauses_left);
    format!("{}{:?}", of_state(&node.state, node.now_ms), (pause, left))
}

fn of_state(state: &TableState, now_ms: i64) -> String {
    let from_ms = state.turn().map_or(now_ms, |turn| turn.from_ms);
    let turn = state.turn().map(|turn| {
        (
            turn.color,
            turn.must_pass,
            turn.until_delivered,
            turn.seat,
            turn.spent_ms,
        )
    });
    let moved = moved(state);
    format!(
        "{:?}",
        (
            (
                state.position().discs(Color::Black).iter().fold(0, board),
                state.position().discs(Color::White).iter().fold(0, board),
                state.position().to_move()
            ),
            (turn, now_ms - from_ms),
            (state.reading(Color::Black), state.reading(Color::White)),
            (
                state.defaulter(),
                state.plays_both(),
                state.finished(),
                state.next_ply()
            ),
            (moved.black, moved.white),
        )
    )
}

fn moved(state: &TableState) -> PerColor<bool> {
    let by = |color| state.record().iter().any(|played| played.seat() == color);
    PerColor::new(by(Color::Black), by(Color::White))
}

/// Explores a world under a way of deciding; an error is the first contradiction.
fn explore(world: &World, decide: Decide) -> Result<Seen, String> {
    let mut scene = Scene::live_under(world.game_rules.clone());
    let (line, plies) = world.line;
    scene.play_line(&line[..2 * plies]);
    let last_ply = scene.state.next_ply() + world.depth;
    let first = Node {
        state: scene.state,
        now_ms: scene.now_ms,
        credited: false,
        pauses_left: world.pauses,
        stood: None,
    };
    let mut known = HashSet::from([key(&first)]);
    let mut open = vec![first];
    let mut seen = Seen::default();
    while let Some(node) = open.pop() {
        seen.states += 1;
        if node.state.phase() == Phase::Finished {
            seen.ended += 1;
            checks::check_end(&node, decide)?;
            continue;
        }
        match &node.stood {
            Some(stood) => {
                seen.paused += 1;
                pauses::check(&node, stood, decide)?;
            }
            None => checks::check_live(&node, decide)?,
        }
        if node.state.next_ply() >= last_ply {
            continue;
        }
        for (command, moment) in acts::acts(&node) {
            let act = (&command, &moment);
            let after = match &node.stood {
                Some(stood) => pauses::step(world, &node, stood, act, decide)?,
                None => step::step(world, &node, act, decide)?,
            };
            seen.steps += 1;
            if let Some(after) = after.filter(|after| known.insert(key(after))) {
                open.push(after);
            }
        }
    }
    Ok(seen)
}
