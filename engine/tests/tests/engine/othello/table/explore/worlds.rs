//! What is explored: lines, clocks, policies.

use outflank_othello::{Color, DefaultPolicy, GameRules, Goal, Opening, TimeControl, decide};

use super::{Seen, World, explore};
use crate::othello::table::defaults::{BLACK_AHEAD, BLACK_WIPES, DRAW, WHITE_AHEAD, WHITE_WIPES};
use crate::othello::table::scene::game_rules;

/// Plies explored where the clocks may stop.
const PAUSED_DEPTH: u32 = 1;

const LINES: [(&str, usize); 6] = [
    (BLACK_AHEAD, 57),
    (WHITE_AHEAD, 57),
    (DRAW, 55),
    (BLACK_WIPES, 7),
    (WHITE_WIPES, 8),
    ("", 0),
];

fn controls() -> [TimeControl; 5] {
    [
        TimeControl::SuddenDeath { main_ms: 5_000 },
        TimeControl::Fischer {
            main_ms: 5_000,
            increment_ms: 900,
        },
        TimeControl::Bronstein {
            main_ms: 5_000,
            delay_ms: 900,
        },
        TimeControl::Byoyomi {
            main_ms: 1_000,
            periods: 2,
            period_ms: 3_000,
        },
        TimeControl::Canadian {
            main_ms: 1_000,
            moves: 2,
            block_ms: 3_000,
        },
    ]
}

fn policies() -> [DefaultPolicy; 4] {
    [
        DefaultPolicy::Woc,
        DefaultPolicy::LossOfAllDiscs,
        DefaultPolicy::LossOnBoard,
        DefaultPolicy::WinnerPlaysOn,
    ]
}

fn explore_all(worlds: Vec<World>) -> Seen {
    let mut all = Seen::default();
    for world in worlds {
        let seen = explore(&world, decide)
            .unwrap_or_else(|wrong| panic!("{:?}: {wrong}", world.game_rules));
        all.add(&seen);
    }
    all
}

impl Seen {
    fn add(&mut self, other: &Self) {
        self.states += other.states;
        self.steps += other.steps;
        self.ended += other.ended;
        self.paused += other.paused;
    }
}

fn told(name: &str, seen: &Seen) {
    println!("figure {name}_states {}", seen.states);
    println!("figure {name}_steps {}", seen.steps);
    assert!(seen.ended > 0 && seen.steps > seen.states);
}

/// The procedure of the championships: every line and goal, and a drawn game with its choice.
fn default_procedure(depth: u32) -> Vec<World> {
    let mut worlds = Vec::new();
    for line in LINES {
        for goal in [Goal::Most, Goal::Fewest] {
            let drawn = (line.0 == DRAW).then_some(Some(Color::White));
            for draw_winner in [None].into_iter().chain(drawn) {
                let control = TimeControl::SuddenDeath { main_ms: 5_000 };
                let game_rules = GameRules {
                    goal,
                    draw_winner,
                    ..game_rules(control, DefaultPolicy::Woc)
                };
                worlds.push(World {
                    game_rules,
                    line,
                    depth,
                    pauses: 0,
                });
            }
        }
    }
    worlds
}

/// Every policy under every control on every line; the last one begins with an empty board.
fn policies_and_controls(depth: u32) -> Vec<World> {
    let mut worlds = Vec::new();
    for line in LINES {
        for time_control in controls() {
            for policy in policies() {
                let game_rules = game_rules(time_control, policy);
                let opening = match line.1 {
                    0 => Opening::Placed1883,
                    _ => Opening::Standard,
                };
                worlds.push(World {
                    game_rules: GameRules {
                        opening,
                        ..game_rules
                    },
                    line,
                    depth,
                    pauses: 0,
                });
            }
        }
    }
    worlds
}

#[test]
fn the_default_procedure_is_never_stuck_and_never_contradicts_itself() {
    told("default_procedure", &explore_all(default_procedure(3)));
}

#[test]
fn every_policy_goes_with_every_control() {
    let worlds = policies_and_controls(2);
    told("policies_and_controls", &explore_all(worlds));
}

/// The clocks stop once anywhere, under every policy and for both goals.
#[test]
fn a_pause_between_any_two_steps_changes_nothing_but_the_time() {
    let mut all = Seen::default();
    for policy in policies() {
        let worlds = default_procedure(PAUSED_DEPTH)
            .into_iter()
            .filter(|world| world.game_rules.goal == Goal::Most || policy == DefaultPolicy::Woc)
            .map(|world: World| stopped(&world, &policy, 1))
            .collect();
        all.add(&explore_all(worlds));
    }
    told("pauses", &all);
    println!("figure pauses_stood_states {}", all.paused);
    assert!(all.paused > all.ended, "the clocks stood in most states");
}

fn stopped(world: &World, policy: &DefaultPolicy, pauses: u32) -> World {
    World {
        game_rules: GameRules {
            default_policy: policy.clone(),
            ..world.game_rules
        },
        pauses,
        ..*world
    }
}

/// Deeper: some minutes.
#[test]
#[ignore = "explores millions of steps: make slow-tests"]
fn the_default_procedure_and_every_other_hold_deeper() {
    told("default_procedure_deep", &explore_all(default_procedure(4)));
    let worlds = policies_and_controls(3);
    told("policies_and_controls_deep", &explore_all(worlds));
    let under_woc = |world: World| stopped(&world, &DefaultPolicy::Woc, 1);
    let once = default_procedure(PAUSED_DEPTH + 1);
    let once = once.into_iter().map(under_woc).collect();
    told("pauses_deep", &explore_all(once));
    let under_woc = |world: World| stopped(&world, &DefaultPolicy::Woc, 2);
    let twice = default_procedure(PAUSED_DEPTH);
    let twice = twice.into_iter().map(under_woc).collect();
    told("two_pauses", &explore_all(twice));
}
