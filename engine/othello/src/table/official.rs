use alloc::{string::String, vec::Vec};

use serde::{Deserialize, Serialize};

use crate::{Color, PerColor, Square};

/// On whose word and why an official acts. Opaque ids alone: names and reasons are kept elsewhere.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Authority {
    /// The official's id.
    pub official: String,
    /// The paragraph the act rests on: `"WOC IV.7"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paragraph: Option<String>,
    /// The id of the written reason.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason_id: Option<String>,
    /// What the official had at stake, in a word; `None`: nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub interest: Option<String>,
    /// The ids of the consents that the act used up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub consents: Vec<String>,
}

/// What an official does at a table. Clocks are given as what they show, in ms; a ply that play
/// goes back to is the last that stands, 0 for the opening position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OfficialAct {
    /// Stops the clocks (`WOC IV.7`), before the start too.
    Pause {
        /// When they go on by themselves, ms of cluster time; `None` waits for [`Resume`](Self::Resume).
        until_ms: Option<i64>,
    },
    /// Ends a pause, whatever caused it.
    Resume,
    /// Sets what both clocks show (`WOC IV.7`).
    SetClocks {
        /// What they show then, ms.
        remaining_ms: PerColor<i64>,
    },
    /// Gives time to one clock or takes it (`WOC V`).
    AdjustTime {
        /// Whose clock.
        color: Color,
        /// How much, ms; negative takes time.
        ms: i64,
    },
    /// Takes time from one clock and gives time to the other, both or neither (`WOC V`).
    Penalise {
        /// Whose clock it is taken from.
        color: Color,
        /// Taken from that clock, ms.
        taken_ms: i64,
        /// Given to the opponent's clock, ms.
        given_ms: i64,
        /// Where that clock has no more than is taken: it is emptied and its flag falls, at once if it runs, otherwise as
        /// soon as it does. Without this such a penalty is refused.
        empties_clock: bool,
    },
    /// Takes plies back, with the defaults, credits and the end of play that came after them.
    TakeBack {
        /// The last ply that stands.
        to_ply: u32,
        /// What the clocks show; `None`: as they stood after that ply, with the time that officials gave or took since.
        clocks: Option<PerColor<i64>>,
    },
    /// The clock was faulty before the flag fell: the default and both grants go (`WOC IV.7`).
    UndoDefault {
        /// What the clocks show then; `None`: as they are, less the grants.
        clocks: Option<PerColor<i64>>,
    },
    /// Ends the game with this score, or changes the score of a finished one.
    SetScore {
        /// Black's official score, discs.
        black_discs: u8,
        /// White's official score, discs.
        white_discs: u8,
        /// Who won; `None` for a draw.
        winner: Option<Color>,
    },
    /// Gives the game to one side, 64-0.
    Award {
        /// Who wins.
        to: Color,
    },
    /// Ends the game 32-32.
    DeclareDraw,
    /// Play is adjourned at a later instant (AGA); a second announcement replaces the first.
    AnnounceAdjournment {
        /// When, ms of cluster time, at least [`ADJOURNMENT_NOTICE_MS`](crate::ADJOURNMENT_NOTICE_MS) ahead.
        at_ms: i64,
    },
    /// An adjournment that was announced does not take place.
    CancelAdjournment,
    /// The sealed move is revealed and, if legal, played; the clocks go on.
    ResumeAdjourned,
    /// Settles an illegal sealed move.
    DecideSealed {
        /// What is played instead; `None` gives the turn back to the player.
        square: Option<Square>,
        /// The opponent's disc that it flips by choice.
        flip: Option<Square>,
    },
    /// Sends somebody away.
    Expel {
        /// Whom.
        whom: Expelled,
        /// Until when, ms of cluster time; `None` for good.
        until_ms: Option<i64>,
    },
    /// Lets somebody in again.
    Readmit {
        /// Whom.
        whom: Expelled,
    },
    /// Gives the table a judge.
    AssignTableJudge {
        /// The judge's account.
        account: String,
    },
    /// Puts a game played over the board on the record, in place of what stands there.
    EnterTranscript {
        /// The transcript as written, such as `f5d6c3`.
        text: String,
        /// What the clocks show; `None`: as they are.
        clocks: Option<PerColor<i64>>,
        /// Whether play is over; otherwise it goes on from there.
        is_final: bool,
    },
    /// Play goes on where a flag, a resignation or a ruling ended it.
    Reopen {
        /// What the clocks show; `None`: as they stood.
        clocks: Option<PerColor<i64>>,
    },
    /// The game counts for nothing.
    Annul,
    /// The game is started anew from an earlier position.
    ReplayFrom {
        /// The last ply that stands.
        ply: u32,
        /// What the clocks show, ms.
        clocks: PerColor<i64>,
        /// When the clock starts, ms of cluster time.
        starts_at_ms: i64,
    },
    /// The director is at the table: the call is over, a clock it stopped goes on.
    AnswerCall,
    /// Shows what spectators write to everybody who watches before the game ends, or holds it back again.
    SpectatorsChat {
        /// Whether it is shown.
        open: bool,
    },
    /// Settles a dispute about the result.
    SettleDispute {
        /// Whether the player is right: the result then waits for the act that mends it. Otherwise it
        /// is confirmed.
        upheld: bool,
    },
}

/// Who is sent away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Expelled {
    /// Whoever holds a seat: its commands are refused, its clock runs on.
    Seat(Color),
    /// A spectator's account.
    Account(String),
}

/// The name of an official's act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "each is named as its act in OfficialAct")]
pub enum ActKind {
    Pause,
    Resume,
    SetClocks,
    AdjustTime,
    TakeBack,
    UndoDefault,
    SetScore,
    Award,
    DeclareDraw,
    AnnounceAdjournment,
    CancelAdjournment,
    ResumeAdjourned,
    DecideSealed,
    Expel,
    Readmit,
    AssignTableJudge,
    EnterTranscript,
    Reopen,
    Annul,
    ReplayFrom,
    AnswerCall,
    SettleDispute,
    OpenSpectatorsChat,
    CloseSpectatorsChat,
}

impl OfficialAct {
    /// The act's name, as the entry gives it.
    #[must_use]
    pub const fn kind(&self) -> ActKind {
        match self {
            Self::Pause { .. } => ActKind::Pause,
            Self::Resume => ActKind::Resume,
            Self::SetClocks { .. } => ActKind::SetClocks,
            Self::AdjustTime { .. } | Self::Penalise { .. } => ActKind::AdjustTime,
            Self::TakeBack { .. } => ActKind::TakeBack,
            Self::UndoDefault { .. } => ActKind::UndoDefault,
            Self::SetScore { .. } => ActKind::SetScore,
            Self::Award { .. } => ActKind::Award,
            Self::DeclareDraw => ActKind::DeclareDraw,
            Self::AnnounceAdjournment { .. } => ActKind::AnnounceAdjournment,
            Self::CancelAdjournment => ActKind::CancelAdjournment,
            Self::ResumeAdjourned => ActKind::ResumeAdjourned,
            Self::DecideSealed { .. } => ActKind::DecideSealed,
            Self::Expel { .. } => ActKind::Expel,
            Self::Readmit { .. } => ActKind::Readmit,
            Self::AssignTableJudge { .. } => ActKind::AssignTableJudge,
            Self::EnterTranscript { .. } => ActKind::EnterTranscript,
            Self::Reopen { .. } => ActKind::Reopen,
            Self::Annul => ActKind::Annul,
            Self::ReplayFrom { .. } => ActKind::ReplayFrom,
            Self::AnswerCall => ActKind::AnswerCall,
            Self::SettleDispute { .. } => ActKind::SettleDispute,
            Self::SpectatorsChat { open: true } => ActKind::OpenSpectatorsChat,
            Self::SpectatorsChat { open: false } => ActKind::CloseSpectatorsChat,
        }
    }
}

impl ActKind {
    /// The name as it is written: `"take_back"`.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::Resume => "resume",
            Self::SetClocks => "set_clocks",
            Self::AdjustTime => "adjust_time",
            Self::TakeBack => "take_back",
            Self::UndoDefault => "undo_default",
            Self::SetScore => "set_score",
            Self::Award => "award",
            Self::DeclareDraw => "declare_draw",
            Self::AnnounceAdjournment => "announce_adjournment",
            Self::CancelAdjournment => "cancel_adjournment",
            Self::ResumeAdjourned => "resume_adjourned",
            Self::DecideSealed => "decide_sealed",
            Self::Expel => "expel",
            Self::Readmit => "readmit",
            Self::AssignTableJudge => "assign_table_judge",
            Self::EnterTranscript => "enter_transcript",
            Self::Reopen => "reopen",
            Self::Annul => "annul",
            Self::ReplayFrom => "replay_from",
            Self::AnswerCall => "answer_call",
            Self::SettleDispute => "settle_dispute",
            Self::OpenSpectatorsChat => "open_spectators_chat",
            Self::CloseSpectatorsChat => "close_spectators_chat",
        }
    }
}
