//! Who plays and who waits in contests now.

use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

use outflank_access::Problem;
use outflank_casual::Placed;

use super::{
    super::{App, casual::game_id},
    known::Listed,
    shown::ShownEntrant,
};

/// Who plays and who waits in contests, by their ids.
#[derive(Debug, Default)]
pub(in crate::app) struct ContestsNow(BTreeMap<String, Arc<Now>>);

/// Who plays and who waits in a contest now.
#[derive(Debug, Default)]
pub(super) struct Now {
    /// Games under way, the latest first.
    pub games: Vec<String>,
    playing: BTreeMap<String, String>,
    waiting: BTreeSet<String>,
}

impl ContestsNow {
    /// In a contest; none where nobody does either.
    pub(super) fn of(&self, id: &str) -> Option<&Arc<Now>> {
        self.0.get(id)
    }
}

impl Now {
    pub fn shown(&self, placed: &Placed<'_>) -> ShownEntrant {
        ShownEntrant {
            place: placed.place,
            account: placed.account.to_owned(),
            entrant: *placed.entrant,
            game_id: self.playing.get(placed.account).cloned(),
            waiting: self.waiting.contains(placed.account),
        }
    }
}

impl App {
    pub(super) async fn contest_now(&self, id: &str) -> Result<(Arc<Listed>, Arc<Now>), Problem> {
        let listed = self.contest(id).await?.state.at(self.clock.now_ms());
        let now = self.contests_now().await?;
        Ok((listed, now.of(id).cloned().unwrap_or_default()))
    }

    /// Who plays and who waits in all contests: read once for whoever looks at any of them.
    pub(super) async fn contests_now(&self) -> Result<Arc<ContestsNow>, Problem> {
        let now = &self.contests_now;
        now.get(async || self.read_contests_now().await).await
    }

    async fn read_contests_now(&self) -> Result<ContestsNow, Problem> {
        let stood = self.bookings().await?;
        let mut all: BTreeMap<String, Now> = BTreeMap::new();
        for (at, booking) in stood.bookings.open() {
            let Some(id) = booking.contest_id() else {
                continue;
            };
            let now = all.entry(id.to_owned()).or_default();
            let game = game_id(&at, booking);
            for player in [&booking.players.black, &booking.players.white] {
                now.playing.insert(player.account.clone(), game.clone());
            }
            now.games.insert(0, game);
        }
        let now_ms = self.clock.now_ms();
        // While the live state is away nobody is seen to wait.
        for seek in self.standing_seeks().await.unwrap_or_default() {
            if let Some(id) = seek.contest()
                && stood.bookings.stands(&seek, now_ms)
            {
                let now = all.entry(id.to_owned()).or_default();
                now.waiting.insert(seek.account);
            }
        }
        let all = all.into_iter().map(|(id, now)| (id, Arc::new(now)));
        Ok(ContestsNow(all.collect()))
    }
}
