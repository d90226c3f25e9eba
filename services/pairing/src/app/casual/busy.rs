//! Who plays an event now, and is not matched.

use std::{collections::BTreeSet, sync::Arc};

use outflank_access::Problem;
use outflank_proto::pairing::v1::TournamentPhase;

use super::super::App;

impl App {
    /// The accounts that sit at a board of a published round that is not over: read once for all who ask together.
    pub(super) async fn at_event_boards(&self) -> Result<Arc<BTreeSet<String>>, Problem> {
        let now = &self.at_event_boards;
        now.get(async || self.read_event_boards().await.map(Arc::new))
            .await
    }

    async fn read_event_boards(&self) -> Result<BTreeSet<String>, Problem> {
        let open = TournamentPhase::RoundOpen.into();
        let mut seated = BTreeSet::new();
        for id in self.records.events_in_phase(open).await? {
            let tournament = self.tournament_or_empty(&id).await?;
            let accounts = tournament.state.at_open_boards();
            seated.extend(accounts.map(|account| account.as_str().to_owned()));
        }
        Ok(seated)
    }
}
