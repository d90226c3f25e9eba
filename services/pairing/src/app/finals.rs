//! Finals: their announcement, and choices of colour.

use std::sync::Arc;

use outflank_access::Problem;
use outflank_tournament::{Command, MadeChoice, MatchId};

use super::{
    App, check,
    execute::{Act, Decision, Done, decide_all},
    problems,
};

impl App {
    /// Announces the next round of the finals. `starts_at_ms` 0 = after the default notice.
    pub(crate) async fn announce_finals(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        starts_at_ms: i64,
        accept_deviations: bool,
    ) -> Result<Done, Problem> {
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let starts_at_ms = match starts_at_ms {
                0 => {
                    let notice_ms = tournament.state.default_notice_ms().unwrap_or(0);
                    now_ms.saturating_add(notice_ms)
                }
                given => given,
            };
            let command = Command::AnnounceFinalsRound {
                starts_at_ms: check::start(starts_at_ms, now_ms)?,
                accept_deviations,
            };
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: None,
            })
        })
        .await
    }

    /// Makes a choice of colour in the announced game of the match with that name.
    pub(crate) async fn choose_colour(
        self: &Arc<Self>,
        tournament_id: &str,
        act: &Act,
        match_name: String,
        choice: MadeChoice,
    ) -> Result<Done, Problem> {
        self.execute(tournament_id, act, move |tournament, now_ms| {
            let announced = tournament.state.finals.announced.iter();
            let match_id: Option<MatchId> = announced
                .flat_map(|known| &known.session.games)
                .map(|due| &due.match_id)
                .find(|known| known.name() == match_name)
                .cloned();
            let command = Command::ChooseColour {
                match_id: match_id.ok_or_else(problems::unknown_match)?,
                choice: choice.clone(),
            };
            Ok(Decision {
                events: decide_all(tournament, &[command], now_ms)?,
                record: None,
            })
        })
        .await
    }
}
