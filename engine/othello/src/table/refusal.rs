use alloc::string::{String, ToString};
use core::fmt;

use crate::refusal::{Parameters, RefusalCode};
use crate::table::code::Code;
use crate::table::reason::Reason;
use crate::table::rule_text::RuleText;
use crate::table::turn::Played;
use crate::transcript::Token;
use crate::{Color, Square};

/// Why a command was refused. A refused command changed nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    /// The stable code.
    pub code: Code,
    /// What stands at the ply that the command named, if it was played already.
    pub committed: Option<Played>,
    reason: Reason,
    rule: Option<String>,
}

impl From<Reason> for Refusal {
    fn from(reason: Reason) -> Self {
        Self {
            code: reason.code().code,
            committed: None,
            reason,
            rule: None,
        }
    }
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.code {
            Code::FlagFell => write!(f, "{}", self.reason),
            _ => write!(f, "{} Nothing changed.", self.reason),
        }
    }
}

impl core::error::Error for Refusal {}

impl Refusal {
    /// Every code with its sentences.
    pub const CODES: &'static [RefusalCode<Code>] = Reason::CODES;

    /// The paragraph that refused it, where the text has one: `"EGP IV.5"`.
    #[must_use]
    pub fn rule(&self) -> Option<&str> {
        self.rule.as_deref()
    }

    /// What was wrong, in a sentence for the player.
    #[must_use]
    pub fn detail(&self) -> String {
        self.to_string()
    }

    /// The values that it is about, by name.
    #[must_use]
    pub fn parameters(&self) -> Parameters {
        self.reason.parameters()
    }

    /// The same refusal with its paragraph of the text, where both have one.
    pub(crate) fn quoting(self, text: RuleText) -> Self {
        let place = self.reason.code().source;
        Self {
            rule: place.and_then(|place| text.paragraph(place)),
            ..self
        }
    }

    /// The ply is on the record already: a repeat if it is what the command asked for.
    pub(crate) fn committed(
        played: Played,
        color: Color,
        asked: (Option<Square>, Option<Square>),
    ) -> Self {
        let (ply, by, what) = (played.ply, played.color, name(played.token()));
        let reason = if played.seat() == color && (played.square, played.flip) == asked {
            Reason::PlayedSo { ply, played: what }
        } else {
            Reason::PlyTaken {
                ply,
                color: by,
                played: what,
            }
        };
        Self {
            committed: Some(played),
            ..Self::from(reason)
        }
    }

    /// The answer to a player whose command came after a flag had taken the game, or the turn,
    /// from him: the entry holds the fall, not the move, pass or resignation.
    #[must_use]
    pub fn flag_fell(text: RuleText) -> Self {
        Self::from(Reason::FlagFell).quoting(text)
    }
}

/// A word of a transcript in a sentence.
pub(crate) fn name(token: Token) -> String {
    match token {
        Token::Pass => "a pass".to_string(),
        Token::Move(_) | Token::Flipping { .. } => token.to_string(),
    }
}
