use alloc::format;
use alloc::string::{String, ToString};

use serde::{Deserialize, Serialize};

use crate::table::state::Played;
use crate::table::terms::RuleText;
use crate::{Color, Square};

/// Why a command was refused. A refused command changed nothing.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[error("{detail}")]
pub struct Refusal {
    /// The stable code.
    pub code: Code,
    /// The paragraph that refused it, where the text has one: `"EGP IV.5"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// What was wrong, in a sentence for the player.
    pub detail: String,
    /// What stands at the ply that the command named, if it was played already.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub committed: Option<Played>,
}

/// The stable codes of refusals.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Code {
    /// The game was set up before.
    AlreadyCreated,
    /// Nothing was set up at this table.
    NoSuchGame,
    /// One entrant cannot sit on both sides.
    SameEntrant,
    /// A time out of range.
    InvalidTerms,
    /// The account holds the other seat.
    OwnOpponent,
    /// The start has not come.
    NotDue,
    /// The game was started before.
    AlreadyStarted,
    /// The game has not started.
    NotStarted,
    /// The game is over.
    GameOver,
    /// The very same command was done before; answer as then.
    Repeated,
    /// Something else stands at this ply.
    PlyTaken,
    /// Plies are missing before this one.
    PlyAhead,
    /// Plies count from 1.
    BadPly,
    /// The other side is on the move.
    NotYourTurn,
    /// There is no move; only a pass.
    MustPass,
    /// There is a move.
    CannotPass,
    /// A disc is there.
    SquareTaken,
    /// The square flips no disc.
    IllegalMove,
    /// The command is too old; send it again.
    StaleCommand,
    /// The other side's flag may have fallen; ask again when that is settled.
    FlagPending,
    /// The flag's fall is not past doubt.
    FlagNotDue,
    /// The flag fell before the command arrived, and the game or the turn went with it.
    FlagFell,
    /// A credit out of range.
    InvalidCredit,
    /// This fault was credited before.
    AlreadyCredited,
}

impl Code {
    /// The code as it is written.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::AlreadyCreated => "already_created",
            Self::NoSuchGame => "no_such_game",
            Self::SameEntrant => "same_entrant",
            Self::InvalidTerms => "invalid_terms",
            Self::OwnOpponent => "own_opponent",
            Self::NotDue => "not_due",
            Self::AlreadyStarted => "already_started",
            Self::NotStarted => "not_started",
            Self::GameOver => "game_over",
            Self::Repeated => "repeated",
            Self::PlyTaken => "ply_taken",
            Self::PlyAhead => "ply_ahead",
            Self::BadPly => "bad_ply",
            Self::NotYourTurn => "not_your_turn",
            Self::MustPass => "must_pass",
            Self::CannotPass => "cannot_pass",
            Self::SquareTaken => "square_taken",
            Self::IllegalMove => "illegal_move",
            Self::StaleCommand => "stale_command",
            Self::FlagPending => "flag_pending",
            Self::FlagNotDue => "flag_not_due",
            Self::FlagFell => "flag_fell",
            Self::InvalidCredit => "invalid_credit",
            Self::AlreadyCredited => "already_credited",
        }
    }
}

impl Refusal {
    /// A refusal that no paragraph stands behind. `what` is a sentence without its full stop.
    pub(crate) fn plain(code: Code, what: &str) -> Self {
        Self {
            code,
            rule: None,
            detail: format!("{what}. Nothing changed."),
            committed: None,
        }
    }

    /// A refusal under a paragraph of section IV.
    pub(crate) fn under(text: RuleText, paragraph: u8, code: Code, what: &str) -> Self {
        Self {
            rule: text.conduct(paragraph),
            ..Self::plain(code, what)
        }
    }

    /// The ply is on the record already: a repeat if it is what the command asked for.
    pub(crate) fn committed(
        text: RuleText,
        played: Played,
        color: Color,
        square: Option<Square>,
    ) -> Self {
        let (ply, by, what) = (played.ply, played.color, name(played.square));
        let committed = Some(played);
        if played.seat() == color && played.square == square {
            let what = format!("Ply {ply} is {what} already, as you sent it");
            return Self {
                committed,
                ..Self::plain(Code::Repeated, &what)
            };
        }
        let what = format!("Ply {ply} was played: {by}, {what}; it is final");
        Self {
            committed,
            ..Self::under(text, 5, Code::PlyTaken, &what)
        }
    }

    /// The answer to a player whose command came after a flag had taken the game, or the turn,
    /// from him: the entry holds the fall, not the move, pass or resignation.
    #[must_use]
    pub fn flag_fell(text: RuleText) -> Self {
        Self {
            code: Code::FlagFell,
            rule: text.conduct(6),
            detail: "Your flag fell before this arrived; the game is lost.".to_string(),
            committed: None,
        }
    }
}

fn name(square: Option<Square>) -> String {
    square.map_or_else(|| "a pass".to_string(), |square| square.to_string())
}
