//! A table that remembers its journal, for short tests.

use crate::refusals::assert_declared_at_tables;
use outflank_othello::{
    Authority, CallRules, Code, Color, Command, Create, DefaultPolicy, Event, GameRules, Moment,
    OfficialAct, PassMode, PerColor, Refusal, RuleText, Square, TableState, TimeControl, deadline,
    decide, fold,
};

/// Both clocks at the start.
pub const MAIN_MS: i64 = 25 * 60_000;
/// The announced start.
pub const START_MS: i64 = 1_000_000;
/// How long a call for the director stops the clocks.
pub const CALL_MS: i64 = 120_000;
/// The no-show limit, where there is one.
pub const LIMIT_MS: i64 = 15 * 60_000;

#[derive(Clone)]
pub struct Scene {
    pub state: TableState,
    pub journal: Vec<(i64, Vec<Event>)>,
    pub now_ms: i64,
}

pub fn square(name: &str) -> Square {
    name.parse().unwrap()
}

pub fn game_rules() -> GameRules {
    let mut game_rules = GameRules::new(
        TimeControl::SuddenDeath { main_ms: MAIN_MS },
        DefaultPolicy::Woc,
        PassMode::Explicit,
        RuleText::Woc,
    );
    game_rules.director_call = CallRules {
        stops_clocks: true,
        longest_ms: CALL_MS,
        most_per_player: 2,
        hides_board: true,
    };
    game_rules
}

pub fn officiate(act: OfficialAct) -> Command {
    Command::Officiate {
        act,
        authority: Authority {
            official: "director".into(),
            paragraph: Some("WOC IV.7".into()),
            reason_id: Some("reason-1".into()),
            ..Authority::default()
        },
    }
}

pub fn kinds(events: &[Event]) -> String {
    let kinds: Vec<&str> = events.iter().map(Event::kind).collect();
    kinds.join(" ")
}

impl Scene {
    pub fn with(game_rules: GameRules) -> Self {
        let accounts = PerColor::new(Some("account-1".into()), Some("account-2".into()));
        Self::set_up(game_rules, accounts)
    }

    /// With seats that those accounts hold.
    pub fn set_up(game_rules: GameRules, accounts: PerColor<Option<String>>) -> Self {
        let mut scene = Self {
            state: TableState::default(),
            journal: Vec::new(),
            now_ms: 0,
        };
        scene.accept(&Command::Create(Create {
            place: None,
            booked_at: None,
            entrants: PerColor::new("entrant-1".into(), "entrant-2".into()),
            accounts,
            game_rules: game_rules.into(),
            starts_at_ms: START_MS,
        }));
        scene
    }

    pub fn live_with(game_rules: GameRules) -> Self {
        let mut scene = Self::with(game_rules);
        scene.at(START_MS).accept(&Command::Start);
        scene
    }

    pub fn live() -> Self {
        Self::live_with(game_rules())
    }

    /// A live game after these moves, each made in one second.
    pub fn after(line: &str) -> Self {
        let mut scene = Self::live();
        scene.play_line(line);
        scene
    }

    pub fn play_line(&mut self, line: &str) {
        for name in line.as_bytes().chunks(2) {
            self.later(1_000).play(std::str::from_utf8(name).unwrap());
        }
    }

    pub fn at(&mut self, now_ms: i64) -> &mut Self {
        self.now_ms = now_ms;
        self
    }

    pub fn later(&mut self, ms: i64) -> &mut Self {
        self.now_ms += ms;
        self
    }

    pub fn next_move(&self, name: &str) -> Command {
        let color = self
            .state
            .turn()
            .map_or(self.state.position().to_move(), |turn| turn.seat());
        Command::Move {
            color,
            ply: self.state.next_ply(),
            square: square(name),
            flip: None,
        }
    }

    #[track_caller]
    pub fn play(&mut self, name: &str) -> Vec<Event> {
        let command = self.next_move(name);
        self.accept(&command)
    }

    pub fn decide(&self, command: &Command) -> Result<Vec<Event>, Refusal> {
        decide(&self.state, command, &Moment::at(self.now_ms))
    }

    #[track_caller]
    pub fn accept(&mut self, command: &Command) -> Vec<Event> {
        self.accept_at(command, &Moment::at(self.now_ms))
    }

    #[track_caller]
    pub fn accept_at(&mut self, command: &Command, moment: &Moment) -> Vec<Event> {
        let events = match decide(&self.state, command, moment) {
            Ok(events) => events,
            Err(refusal) => panic!("{command:?}: {refusal}"),
        };
        self.now_ms = moment.now_ms;
        self.state = fold(std::mem::take(&mut self.state), moment.now_ms, &events);
        self.journal.push((moment.now_ms, events.clone()));
        events
    }

    #[track_caller]
    pub fn act(&mut self, act: OfficialAct) -> Vec<Event> {
        let events = self.accept(&officiate(act));
        assert!(
            events.iter().any(|event| event.kind() == "ruled"),
            "{events:?}"
        );
        events
    }

    #[track_caller]
    pub fn refuse(&self, command: &Command, code: Code) -> Refusal {
        let refusal = self.decide(command).unwrap_err();
        assert_eq!(refusal.code, code, "{command:?}: {refusal}");
        assert_declared_at_tables(&refusal);
        refusal
    }

    #[track_caller]
    pub fn refuse_act(&self, act: OfficialAct, code: Code) -> Refusal {
        self.refuse(&officiate(act), code)
    }

    /// Settles the next deadline that is neither a flag nor the start.
    #[track_caller]
    pub fn settle(&mut self) -> Vec<Event> {
        let look = deadline(&self.state).unwrap().look_at_ms;
        self.at(look).accept(&Command::SettleDeadline)
    }

    /// The flag of the side on the move falls and is settled.
    #[track_caller]
    pub fn flag(&mut self) -> Vec<Event> {
        let look = deadline(&self.state).unwrap().look_at_ms;
        self.at(look).accept(&Command::SettleFlag)
    }

    pub fn remaining(&self, color: Color) -> i64 {
        *self.state.remaining_ms().get(color)
    }

    /// The game adjourned with this move sealed by the side on the move.
    pub fn adjourn(&mut self, sealed: Option<&str>) {
        let at_ms = self.now_ms + 600_000;
        self.act(OfficialAct::AnnounceAdjournment { at_ms });
        self.settle();
        let turn = self.state.turn().unwrap();
        let seal = Command::SealMove {
            color: turn.seat(),
            ply: self.state.next_ply(),
            square: sealed.map(square),
            flip: None,
        };
        self.later(5_000).accept(&seal);
    }

    pub fn pause(&mut self) {
        self.act(OfficialAct::Pause { until_ms: None });
    }
}
