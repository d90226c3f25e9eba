//! Everything after the qualification as pure folds over its results: playoffs, semi-finals, final, match
//! for third place, the women's title, the Swiss beside the semi-finals and playoffs of ties.
//!
//! | part | from | folded in |
//! |---|---|---|
//! | playoffs, who qualifies | WOC II.3.2, II.3.3 | `bracket` |
//! | matches of one to three games | WOC III.1, EGP II.5, EGP III.1 | `series` |
//! | the women's title | WOC II.5, III.5 | `women` |
//! | what starts together | WOC II.5.2, III.3, III.5; EGP III.2 | `session` |
//! | choice of colour or draw-win | WOC IV.9 | `colour_choice` |
//! | IFRL, WFRL, final ranking | WOC II.3.3, II.5.3; EGP II.2, II.3 | `ranking` |
//!
//! Where the texts are silent: a player who withdraws before a stage is published makes room for the next
//! still in, in list order; afterwards he loses by
//! walkover what is not published yet. A finalist who withdraws before the final is
//! published is replaced by the player he beat in the semi-final.

mod bracket;
mod colour_choice;
mod format;
mod input;
mod match_id;
mod progress;
mod ranking;
mod series;
mod session;
mod women;

pub use bracket::FinalsRemark;
pub(crate) use colour_choice::last_choice_ms;
pub use colour_choice::{
    Choice, ChoiceTime, MadeChoice, SettledBy, SettledColours, check_choice, settle_colours,
};
pub use format::{
    FinalsFormat, FirstGameRight, MatchFormat, SideSwiss, WomensFinals, check_finals_format,
    egp_finals_sources, woc_finals_sources,
};
pub use input::{FinalsInput, FinalsPlayer, SideSwissState};
pub use match_id::{ColourRight, FinalsStage, MatchGame, MatchId};
pub use progress::{FinalsProgress, progress};
pub use ranking::FinalRank;
pub use series::{DecidedBy, DueGame, MatchDecision, MatchProgress};
pub use session::{FinalsSession, SideRound};
