//! Random commands from a seed.

use outflank_othello::{
    Color, Command, CreditCause, Expelled, Moment, OfficialAct, PerColor, Phase, Square, Stamps,
    TableState, transcript_digest,
};
use outflank_testbed::Dice;

use crate::othello::life::scene::officiate;

/// What chance makes of a table.
pub struct Random(Dice);

impl Random {
    /// Neighbouring seeds begin far from each other.
    pub fn new(seed: u64) -> Self {
        Self(Dice(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15)))
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        self.0.below(usize::try_from(bound).unwrap()) as u64
    }

    pub fn one_in(&mut self, bound: u64) -> bool {
        self.below(bound) == 0
    }

    pub fn color(&mut self) -> Color {
        if self.one_in(2) {
            Color::Black
        } else {
            Color::White
        }
    }

    pub fn ms(&mut self, bound: i64) -> i64 {
        i64::try_from(self.below(u64::try_from(bound).unwrap())).unwrap()
    }

    pub fn square(&mut self) -> Square {
        Square::new(u8::try_from(self.below(64)).unwrap()).unwrap()
    }

    pub fn clocks(&mut self) -> Option<PerColor<i64>> {
        let given = PerColor::new(self.ms(2_000_000), self.ms(2_000_000));
        self.one_in(2).then_some(given)
    }

    /// How long until the next command.
    pub fn gap(&mut self) -> i64 {
        match self.below(20) {
            0 => self.ms(1_600_000),
            1..4 => self.ms(130_000),
            _ => self.ms(4_000),
        }
    }

    pub fn moment(&mut self, now_ms: i64, state: &TableState) -> Moment {
        if self.one_in(3) {
            return Moment::at(now_ms);
        }
        let from = state.turn().map_or(now_ms, |turn| turn.from_ms);
        let delivered = from.saturating_add(self.ms(4_000) - 500);
        let delivered_at_ms = self.one_in(2).then_some(delivered);
        let stamps = Stamps::at(now_ms - self.ms(2_500), delivered_at_ms);
        Moment {
            now_ms,
            uncertainty_ms: 5,
            stamps: Some(stamps),
        }
    }

    /// The ply that play waits for.
    pub fn good(&mut self, state: &TableState) -> Command {
        let turn = state.turn();
        let color = turn.map_or_else(|| state.position().to_move(), |turn| turn.seat());
        let ply = state.next_ply();
        if turn.is_some_and(|turn| turn.must_pass) {
            return Command::Pass { color, ply };
        }
        let legal: Vec<Square> = state.board().legal_moves(state.position()).iter().collect();
        let pick = usize::try_from(self.below(64)).unwrap() % legal.len().max(1);
        let square = legal.get(pick).copied().unwrap_or_else(|| self.square());
        Command::Move {
            color,
            ply,
            square,
            flip: None,
        }
    }

    pub fn command(&mut self, state: &TableState, now_ms: i64) -> Command {
        if state.phase() == Phase::Waiting && !self.one_in(4) {
            return Command::Start;
        }
        if matches!(state.phase(), Phase::Finished | Phase::Annulled) && self.one_in(4) {
            let clocks = self.clocks();
            return officiate(OfficialAct::Reopen { clocks });
        }
        match self.below(40) {
            0 => Command::SettleDeadline,
            1 => Command::SettleFlag,
            2 => Command::Freeze {
                until_ms: self.one_in(2).then_some(now_ms + 5_000),
            },
            3 => Command::Thaw {
                at_ms: self.one_in(2).then_some(now_ms + 3_000),
            },
            4 => Command::CreditTime {
                color: None,
                ms: self.ms(9_000),
                cause: CreditCause::Delay,
                fault_id: format!("fault-{}", self.below(50)),
                until_ms: None,
            },
            5 if self.one_in(8) => Command::Close {
                black_discs: 40,
                white_discs: 24,
                winner: Some(Color::Black),
            },
            6 => Command::Countersign {
                digest: transcript_digest(state),
                key_id: "key".into(),
                signature: "sign".into(),
            },
            7..15 => officiate(self.act(state, now_ms)),
            15..20 => self.players(state),
            _ => match state.adjournment().map(|adjournment| adjournment.stage) {
                Some(outflank_othello::AdjournmentStage::Sealing) => self.seal(state),
                _ => self.good(state),
            },
        }
    }

    fn seal(&mut self, state: &TableState) -> Command {
        match self.good(state) {
            Command::Move {
                color, ply, square, ..
            } => Command::SealMove {
                color,
                ply,
                square: if self.one_in(4) { None } else { Some(square) },
                flip: None,
            },
            Command::Pass { color, ply } => Command::SealMove {
                color,
                ply,
                square: None,
                flip: None,
            },
            other => other,
        }
    }

    /// Any player's command, mostly a bad one.
    pub fn players(&mut self, state: &TableState) -> Command {
        let color = self.color();
        let ply = match self.below(4) {
            0 => state.next_ply(),
            1 => state.next_ply().saturating_sub(1),
            2 => state.next_ply() + 1,
            _ => u32::try_from(self.below(70)).unwrap(),
        };
        match self.below(12) {
            0..4 => Command::Move {
                color,
                ply,
                square: self.square(),
                flip: None,
            },
            4 => Command::Pass { color, ply },
            5 => Command::Resign { color },
            6 => Command::SealMove {
                color,
                ply,
                square: Some(self.square()),
                flip: None,
            },
            7 => Command::CallDirector { color },
            8 => Command::Arrive { color },
            9 => Command::ConfirmTranscript {
                color,
                digest: transcript_digest(state),
            },
            10 => Command::ConfirmTranscript {
                color,
                digest: "forged".into(),
            },
            _ => Command::DisputeResult {
                color,
                reason_id: "reason".into(),
            },
        }
    }

    fn act(&mut self, state: &TableState, now_ms: i64) -> OfficialAct {
        let ply = u32::try_from(self.below(u64::from(state.next_ply()) + 1)).unwrap();
        let color = self.color();
        let whom = if self.one_in(2) {
            Expelled::Seat(color)
        } else {
            Expelled::Account("fan".into())
        };
        match self.below(31) {
            0..3 => OfficialAct::Pause {
                until_ms: self.one_in(2).then_some(now_ms + 9_000),
            },
            3..8 => OfficialAct::Resume,
            8 => OfficialAct::SetClocks {
                remaining_ms: PerColor::new(self.ms(900_000), self.ms(900_000)),
            },
            9 => OfficialAct::AdjustTime {
                color,
                ms: self.ms(200_000) - 100_000,
            },
            10 => OfficialAct::TakeBack {
                to_ply: ply,
                clocks: self.clocks(),
            },
            11 => OfficialAct::UndoDefault {
                clocks: self.clocks(),
            },
            12 if self.one_in(4) => OfficialAct::SetScore {
                black_discs: 20,
                white_discs: 44,
                winner: Some(Color::White),
            },
            13 if self.one_in(4) => OfficialAct::Award { to: color },
            14 if self.one_in(4) => OfficialAct::DeclareDraw,
            15..17 => OfficialAct::AnnounceAdjournment {
                at_ms: now_ms + 600_000,
            },
            17 => OfficialAct::CancelAdjournment,
            18..20 => OfficialAct::ResumeAdjourned,
            20 => OfficialAct::DecideSealed {
                square: self.one_in(2).then(|| self.square()),
                flip: None,
            },
            21 => OfficialAct::Expel {
                whom,
                until_ms: Some(now_ms + 4_000),
            },
            22 => OfficialAct::Readmit { whom },
            23 => OfficialAct::AssignTableJudge {
                account: "judge".into(),
            },
            24 => OfficialAct::EnterTranscript {
                text: if self.one_in(2) {
                    "f5d6c3d3c4".into()
                } else {
                    "e6f4e3f6g5d6e7f5c5".into()
                },
                clocks: self.clocks(),
                is_final: self.one_in(2),
            },
            25 if self.one_in(4) => OfficialAct::Annul,
            26 => OfficialAct::ReplayFrom {
                ply,
                clocks: self.clocks().unwrap_or(PerColor::new(60_000, 60_000)),
                starts_at_ms: now_ms + self.ms(3_000),
            },
            27 => OfficialAct::AnswerCall,
            28 => OfficialAct::SettleDispute {
                upheld: self.one_in(2),
            },
            29 => OfficialAct::SpectatorsChat {
                open: self.one_in(2),
            },
            _ => OfficialAct::Reopen {
                clocks: self.clocks(),
            },
        }
    }
}
