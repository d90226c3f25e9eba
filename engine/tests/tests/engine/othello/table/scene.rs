//! A table that remembers its journal, for short tests.

use crate::refusals::assert_declared_at_tables;
use outflank_othello::{
    Code, Color, Command, Create, DefaultPolicy, Event, GameRules, Moment, PassMode, PerColor,
    Place, Refusal, RuleText, Square, TableState, TimeControl, decide, fold,
};

/// Both clocks at the start.
pub const MAIN_MS: i64 = 25 * 60_000;
/// The announced start.
pub const START_MS: i64 = 1_000_000;
/// What a first default gives.
pub const GRANT_MS: i64 = 120_000;

pub struct Scene {
    pub state: TableState,
    pub journal: Vec<(i64, Vec<Event>)>,
    pub now_ms: i64,
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub fn create(pass_mode: PassMode) -> Create {
    Create {
        place: Some(Place {
            tournament: "spring-open".into(),
            round: 1,
            table: 4,
            game: 1,
        }),
        booked_at: None,
        entrants: PerColor::new("entrant-1".into(), "entrant-2".into()),
        accounts: PerColor::new(Some("account-1".into()), None),
        game_rules: Box::new(GameRules::new(
            TimeControl::SuddenDeath { main_ms: MAIN_MS },
            DefaultPolicy::Woc,
            pass_mode,
            RuleText::Egp,
        )),
        starts_at_ms: START_MS,
    }
}

/// GameRules with everything else as in a championship game.
pub fn game_rules(time_control: TimeControl, default_policy: DefaultPolicy) -> GameRules {
    GameRules::new(
        time_control,
        default_policy,
        PassMode::Explicit,
        RuleText::Woc,
    )
}

pub fn create_under(game_rules: GameRules) -> Create {
    Create {
        game_rules: Box::new(game_rules),
        ..create(PassMode::Explicit)
    }
}

impl Scene {
    /// Black's clock runs since [`START_MS`] under these terms.
    pub fn live_under(game_rules: GameRules) -> Self {
        let mut scene = Self::empty();
        scene.accept(&Command::Create(create_under(game_rules)), 0);
        scene.accept(&Command::Start, START_MS);
        scene
    }

    /// The first legal move, or the pass, of the seat on the move.
    pub fn any_ply(&self) -> Command {
        let turn = self.state.turn().unwrap();
        let (color, ply) = (turn.seat(), self.state.next_ply());
        match self.state.legal_moves().iter().next() {
            Some(square) => Command::Move {
                color,
                ply,
                square,
                flip: None,
            },
            None => Command::Pass { color, ply },
        }
    }

    pub fn empty() -> Self {
        Self {
            state: TableState::default(),
            journal: Vec::new(),
            now_ms: 0,
        }
    }

    /// Set up, not started.
    pub fn waiting() -> Self {
        let mut scene = Self::empty();
        scene.accept(&Command::Create(create(PassMode::Explicit)), 0);
        scene
    }

    /// Black's clock runs since [`START_MS`].
    pub fn live() -> Self {
        Self::live_with(PassMode::Explicit)
    }

    pub fn live_with(pass_mode: PassMode) -> Self {
        let mut scene = Self::empty();
        scene.accept(&Command::Create(create(pass_mode)), 0);
        scene.accept(&Command::Start, START_MS);
        scene
    }

    /// A live game after these moves, each made in no time; forced passes are pressed.
    pub fn after(line: &str) -> Self {
        let mut scene = Self::live();
        scene.play_line(line);
        scene
    }

    pub fn play_line(&mut self, line: &str) {
        for name in line.as_bytes().chunks(2) {
            self.press_forced_pass();
            self.play(std::str::from_utf8(name).unwrap());
        }
    }

    pub fn press_forced_pass(&mut self) {
        let turn = self.state.turn().unwrap();
        if turn.must_pass {
            self.accept(
                &Command::Pass {
                    color: turn.seat(),
                    ply: self.state.next_ply(),
                },
                self.now_ms,
            );
        }
    }

    pub fn play(&mut self, name: &str) -> Vec<Event> {
        let command = self.next_move(name);
        self.accept(&command, self.now_ms)
    }

    pub fn next_move(&self, name: &str) -> Command {
        let color = self.state.turn().unwrap().seat();
        Command::Move {
            color,
            ply: self.state.next_ply(),
            square: square(name),
            flip: None,
        }
    }

    pub fn decide(&self, command: &Command, moment: &Moment) -> Result<Vec<Event>, Refusal> {
        decide(&self.state, command, moment)
    }

    pub fn accept(&mut self, command: &Command, now_ms: i64) -> Vec<Event> {
        self.accept_at(command, &Moment::at(now_ms))
    }

    pub fn accept_at(&mut self, command: &Command, moment: &Moment) -> Vec<Event> {
        let events = self.decide(command, moment).unwrap();
        self.state = fold(std::mem::take(&mut self.state), moment.now_ms, &events);
        self.journal.push((moment.now_ms, events.clone()));
        self.now_ms = moment.now_ms;
        events
    }

    #[track_caller]
    pub fn refuse(&self, command: &Command, moment: &Moment, code: Code) -> Refusal {
        let refusal = self.decide(command, moment).unwrap_err();
        assert_eq!(refusal.code, code, "{command:?}: {refusal}");
        assert_declared_at_tables(&refusal);
        refusal
    }

    /// The side on the move lets its flag fall; the sweeper settles it.
    pub fn flag(&mut self) -> Vec<Event> {
        let look = outflank_othello::deadline(&self.state).unwrap().look_at_ms;
        self.accept(&Command::SettleFlag, look)
    }

    pub fn result(&self) -> (u8, u8) {
        let finished = self.state.finished().expect("the game is not over");
        (finished.black_discs, finished.white_discs)
    }

    pub fn remaining(&self) -> (i64, i64) {
        let remaining = self.state.remaining_ms();
        (remaining.black, remaining.white)
    }
}

/// Names of the events, for comparing an entry at a glance.
pub fn kinds(events: &[Event]) -> Vec<&'static str> {
    events.iter().map(Event::kind).collect()
}

/// The score 40-24, entered by an official.
pub fn close() -> Command {
    Command::Close {
        black_discs: 40,
        white_discs: 24,
        winner: Some(Color::Black),
    }
}

pub fn resign(color: Color) -> Command {
    Command::Resign { color }
}
