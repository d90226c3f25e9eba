//! Which penalties a rule set knows, who imposes them, and whether a ruling can be appealed.

use serde::{Deserialize, Serialize};

use super::OfficialRole;

/// A kind of penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PenaltyKind {
    /// A formal warning (MSO 5.1).
    Warning,
    /// Time taken from the offender or given to his opponent (WOC V.2.a).
    Time,
    /// Another final score, to the benefit of the offender's opponent (WOC V.2.b).
    FinalScore,
    /// The game declared a draw (WOC V.2.c).
    Draw,
    /// The game awarded to the offender's opponent (WOC V.2.c), lost (MSO 5.1) or forfeited (AGA).
    LossOfGame,
    /// Points taken from the tournament score (MSO 5.1).
    Points,
    /// Places lost in the ranking (MSO 5.1).
    Position,
    /// Sent from the room for a time or for good; spectators too (WOC V.2.d).
    RoomExpulsion,
    /// Expelled from the tournament, as if withdrawn (WOC V.2.e).
    Expulsion,
    /// Disqualified from the tournament (MSO 5.1).
    Disqualification,
    /// Disqualified from the series the tournament counts for (MSO 5.1).
    SeriesDisqualification,
    /// Banned from further competitions (MSO 5.1).
    Ban,
}

/// Who hears appeals.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AppealBody {
    /// The head arbiter, or the organiser where the head arbiter made the ruling (MSO 4.3).
    HeadArbiter,
    /// A committee appointed for the appeal, with a chair (AGA, appeals).
    Committee,
}

/// How rulings are appealed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct AppealRules {
    /// Who hears them.
    pub body: AppealBody,
    /// The head arbiter may hand an appeal to a committee (MSO 4.3).
    pub referral_to_committee: bool,
    /// How long after the decision an appeal can be filed, in ms; `None`: as long as the event runs.
    pub window_ms: Option<i64>,
    /// An appeal is decided before the next pairing (AGA): while one is open, publishing a round departs
    /// from the text; and once the next round is paired, a result can no more be appealed.
    pub before_next_pairing: bool,
}

/// Penalties, protests and appeals. Sources: `penalties` for the act of ruling, `penalties.known` for the
/// catalogue, `penalties.<kind>` for one kind (`penalties.loss_of_game`), `penalties.imposed_by`,
/// `penalties.reviewed` and `penalties.appeals`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct PenaltyRules {
    /// The kinds there are.
    pub known: Vec<PenaltyKind>,
    /// The offices that impose penalties and decide protests.
    pub imposed_by: Vec<OfficialRole>,
    /// The kinds a senior organiser reviews before they apply (MSO 5.2).
    pub reviewed: Vec<PenaltyKind>,
    /// Appeals; `None`: every decision is final.
    pub appeals: Option<AppealRules>,
    /// A disqualified entrant ranks behind all others; otherwise he keeps his place as one who withdrew.
    pub disqualified_rank_last: bool,
}

impl Default for PenaltyRules {
    /// The catalogue of [`PenaltyRules::othello`].
    fn default() -> Self {
        Self::othello()
    }
}

impl PenaltyRules {
    /// WOC V and EGP V: imposed by the head tournament director alone, final.
    #[must_use]
    pub fn othello() -> Self {
        Self {
            known: vec![
                PenaltyKind::Time,
                PenaltyKind::FinalScore,
                PenaltyKind::Draw,
                PenaltyKind::LossOfGame,
                PenaltyKind::RoomExpulsion,
                PenaltyKind::Expulsion,
            ],
            imposed_by: vec![OfficialRole::HeadDirector],
            reviewed: Vec::new(),
            appeals: None,
            disqualified_rank_last: true,
        }
    }

    /// MSO 5.1, added to the catalogue of Othello; disqualification and worse are reviewed (MSO 5.2);
    /// appeals go to the head arbiter and perhaps to a committee (MSO 4.3).
    #[must_use]
    pub fn mind_sports() -> Self {
        let reviewed = vec![
            PenaltyKind::Disqualification,
            PenaltyKind::SeriesDisqualification,
            PenaltyKind::Ban,
        ];
        let mut known = Self::othello().known;
        known.extend([
            PenaltyKind::Warning,
            PenaltyKind::Points,
            PenaltyKind::Position,
        ]);
        known.extend(&reviewed);
        Self {
            known,
            imposed_by: vec![OfficialRole::HeadDirector, OfficialRole::HeadArbiter],
            reviewed,
            appeals: Some(AppealRules {
                body: AppealBody::HeadArbiter,
                referral_to_committee: true,
                window_ms: None,
                before_next_pairing: false,
            }),
            disqualified_rank_last: true,
        }
    }

    /// AGA: warnings and forfeits by the director or an assistant; appeals to a committee, decided before
    /// the next pairing.
    #[must_use]
    pub fn aga() -> Self {
        Self {
            known: vec![
                PenaltyKind::Warning,
                PenaltyKind::Time,
                PenaltyKind::LossOfGame,
                PenaltyKind::RoomExpulsion,
                PenaltyKind::Expulsion,
            ],
            imposed_by: vec![OfficialRole::HeadDirector, OfficialRole::Assistant],
            reviewed: Vec::new(),
            appeals: Some(AppealRules {
                body: AppealBody::Committee,
                referral_to_committee: false,
                window_ms: None,
                before_next_pairing: true,
            }),
            disqualified_rank_last: true,
        }
    }
}
