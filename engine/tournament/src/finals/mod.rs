//! Everything after the qualification: playoffs, semi-finals, final, game for third place, the women's
//! games and the side Swiss, as data and pure folds over their results.

mod format;
mod match_id;

pub use format::{
    FinalsFormat, FirstGameRight, MatchFormat, SideSwiss, WomensFinals, check_finals_format,
    egp_finals_sources, woc_finals_sources,
};
pub use match_id::{FinalsStage, MatchGame, MatchId};
