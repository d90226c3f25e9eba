//! The contests that an account takes part in.

use std::collections::BTreeSet;

use outflank_access::Problem;
use outflank_casual::{ContestRules, Variant};

use super::{
    super::{App, casual::Players},
    shown::{ShownChallenge, ShownEntrant, ShownState, challenges_shown},
};
use crate::records::ContestRow;

/// Contests of one account that are shown to it.
const MOST_OWN: i64 = 20;

/// A contest that somebody takes part in.
#[derive(Debug)]
pub(crate) struct OwnContest {
    pub row: ContestRow,
    pub rules: ContestRules,
    pub state: ShownState,
    pub entrant: ShownEntrant,
    /// The challenge that he is in, on a ladder.
    pub challenge: Option<ShownChallenge>,
}

impl OwnContest {
    /// Everybody who is shown with it, in what is played there.
    fn players(&self) -> impl Iterator<Item = (Variant, String)> {
        let variant = self.rules.terms.variant;
        let both = self.challenge.iter().flat_map(|(_, both)| both);
        let shown = both.chain([&self.entrant]).map(|one| &one.account);
        let accounts = shown.chain([&self.row.founder_account_id]);
        accounts.map(move |account| (variant, account.clone()))
    }
}

impl App {
    /// The contests that an account takes part in and that are not over, what ends first before the others, 20 at most, with
    /// everybody who is shown.
    pub(crate) async fn own_contests(
        &self,
        account: &str,
    ) -> Result<(Vec<OwnContest>, Players), Problem> {
        let now_ms = self.clock.now_ms();
        let rows = self.records.contests_played_by(account, now_ms, MOST_OWN);
        let mut own = Vec::new();
        for row in rows.await? {
            let id = row.contest_id.clone();
            match self.own_contest(row, account).await {
                Ok(contest) => own.extend(contest),
                // One that cannot be read holds up none of the others.
                Err(problem) => {
                    tracing::warn!(
                        contest = id,
                        detail = problem.detail,
                        "not shown to its players"
                    );
                }
            }
        }
        let who: BTreeSet<(Variant, String)> = own.iter().flat_map(OwnContest::players).collect();
        let players = self.players(&who).await?;
        Ok((own, players))
    }

    /// A contest as it stands for somebody; `None` where he takes part no longer.
    async fn own_contest(
        &self,
        row: ContestRow,
        account: &str,
    ) -> Result<Option<OwnContest>, Problem> {
        let (listed, now) = self.contest_now(&row.contest_id).await?;
        let placed = listed.placed(&[account].into());
        let Some(placed) = placed.get(account).filter(|one| one.entrant.is_in()) else {
            return Ok(None);
        };
        let challenge = listed.contest.challenge_of(account);
        let challenges = challenges_shown(&listed, &now, challenge.into_iter().collect());
        Ok(Some(OwnContest {
            rules: row.rules()?,
            state: self.state_of(&row, !now.games.is_empty()),
            entrant: now.shown(placed),
            challenge: challenges.into_iter().next(),
            row,
        }))
    }
}
