//! Casual games: a bot comes to whoever waits alone, and plays with him.
//!
//! Which bots play, and where, is asked of pairing at each look. So a house that was started again goes on with their games,
//! and each plays along in those of all of them: there are so many at a time in the whole deployment.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use outflank_access::identifier::{CASUAL_BOTS, derived_number, house_account, house_bot};
use outflank_client::{Carrier, Client, Failure, find_game_within, until_over};
use outflank_proto::pairing::v1::FindBookingsRequest;
use tokio::{
    task::{Id, JoinError, JoinSet},
    time::{self, Instant},
};
use tonic::Status;

use super::{
    House, PAUSE,
    casual_bot::CasualBot,
    lobby::{Lobby, OpenSeek, alone, visited},
    player::{self, Chair},
    visits::{COMES_AGAIN, Visits},
};

/// Between two looks.
const LOOKED_EVERY: Duration = Duration::from_secs(2);
/// A bot waits so long for whom it came to: where he has gone or does not fit, it goes, too.
const PATIENCE: Duration = Duration::from_secs(15);
/// What a bot is refused with that a moderator has barred, and how long it does nothing then.
const BARRED: &str = "barred";
const REST: Duration = Duration::from_secs(300);

/// The casual play of one house.
#[derive(Debug)]
pub struct CasualPlay {
    house: Arc<House>,
    /// Bots at a time.
    most: usize,
    tasks: JoinSet<anyhow::Result<()>>,
    doing: HashMap<Id, Doing>,
    /// Bots whose doings failed, until when they do nothing.
    resting: BTreeMap<u32, Instant>,
    visits: Visits,
}

/// What a bot does.
#[derive(Debug, PartialEq, Eq)]
enum Doing {
    Seeks { number: u32, met: OpenSeek },
    Plays(Chair),
}

impl Doing {
    const fn number(&self) -> u32 {
        match self {
            Self::Seeks { number, .. } => *number,
            Self::Plays(chair) => chair.number,
        }
    }

    /// Whether this seek, or another of its account, is sought out.
    fn meets(&self, seek: &OpenSeek) -> bool {
        match self {
            Self::Seeks { met, .. } => {
                met.terms == seek.terms || met.player.account_id == seek.player.account_id
            }
            Self::Plays(_) => false,
        }
    }
}

impl CasualPlay {
    /// With so many bots at a time.
    pub fn new(house: Arc<House>, most: usize) -> Self {
        Self {
            house,
            most,
            tasks: JoinSet::new(),
            doing: HashMap::new(),
            resting: BTreeMap::new(),
            visits: Visits::default(),
        }
    }

    /// Comes to whoever waits alone, again and again. Whatever a bot has done is followed by a look at once.
    pub async fn keep(mut self) {
        loop {
            if let Err(error) = self.look().await {
                tracing::debug!("the house looks for who waits alone later: {error:#}");
            }
            tokio::select! {
                () = time::sleep(LOOKED_EVERY) => {}
                Some(ended) = self.tasks.join_next_with_id() => self.got_up(ended),
            }
        }
    }

    async fn look(&mut self) -> anyhow::Result<()> {
        let now = Instant::now();
        self.resting.retain(|_, until| *until > now);
        let booked = self.booked().await?;
        let mut busy: BTreeSet<u32> = booked.iter().map(|chair| chair.number).collect();
        for chair in booked {
            self.sit_down(chair);
        }
        busy.extend(self.doing.values().filter_map(|doing| match doing {
            Doing::Seeks { number, .. } => Some(*number),
            Doing::Plays(_) => None,
        }));
        if busy.len() >= self.most {
            return Ok(());
        }
        // The lobby costs more to make.
        if self.house.live.seeks().await?.is_empty() {
            self.visits.clear();
            return Ok(());
        }
        let lobby: Lobby = self.house.client.get("/lobby").await?;
        // Those of other houses, too.
        busy.extend(lobby.seeks.iter().filter_map(OpenSeek::house_bot));
        self.come_to(&lobby, busy);
        Ok(())
    }

    /// The games that bots are booked for, whichever house brought them there.
    async fn booked(&self) -> Result<Vec<Chair>, Status> {
        let request = FindBookingsRequest {
            account_ids: CASUAL_BOTS.map(house_account).collect(),
            seeks: Vec::new(),
        };
        let found = self.house.pairing.clone().find_bookings(request).await?;
        let chairs = found.into_inner().bookings.into_iter().filter_map(|game| {
            let black = house_bot(&game.black_account_id);
            Some(Chair {
                number: black.or_else(|| house_bot(&game.white_account_id))?,
                game_id: game.game_id,
                black: black.is_some(),
            })
        });
        Ok(chairs.collect())
    }

    /// Sends one bot for each terms, as long as there are free ones.
    fn come_to(&mut self, lobby: &Lobby, mut busy: BTreeSet<u32>) {
        let (now, now_ms) = (Instant::now(), self.house.clock.now_ms());
        self.visits.retain(&lobby.seeks);
        // Bots of other houses come as well.
        for visited in visited(&lobby.seeks) {
            self.visits.seen(visited.key(), now);
        }
        for seek in self.visits.due(alone(&lobby.seeks, now_ms), now) {
            if busy.len() >= self.most {
                return;
            }
            if self.doing.values().any(|doing| doing.meets(seek)) {
                continue;
            }
            let able = |number: &u32| !busy.contains(number) && !self.resting.contains_key(number);
            let Some(number) = best_bot(able, seek, now_ms) else {
                return;
            };
            busy.insert(number);
            self.visits.came(seek.key(), now);
            self.seek(number, seek.clone());
        }
    }

    fn seek(&mut self, number: u32, met: OpenSeek) {
        let (house, terms) = (Arc::clone(&self.house), met.terms.clone());
        let task = self.tasks.spawn(async move {
            let bot = house.bot(number).await?;
            let found = find_game_within(&bot, Carrier::WebSocket, &terms, PATIENCE);
            let found = Box::pin(found).await.map(drop);
            anyhow::Ok(house.done(number, found).await?)
        });
        self.doing.insert(task.id(), Doing::Seeks { number, met });
    }

    fn sit_down(&mut self, chair: Chair) {
        let plays = Doing::Plays(chair.clone());
        if self.resting.contains_key(&chair.number)
            || self.doing.values().any(|doing| *doing == plays)
        {
            return;
        }
        let house = Arc::clone(&self.house);
        let task = self.tasks.spawn(async move {
            let bot = house.bot(chair.number).await?;
            let played = Box::pin(play(&bot, &chair)).await;
            anyhow::Ok(house.done(chair.number, played).await?)
        });
        self.doing.insert(task.id(), plays);
    }

    /// A bot that failed rests, and no other.
    fn got_up(&mut self, ended: Result<(Id, anyhow::Result<()>), JoinError>) {
        let (id, done) = match ended {
            Ok(ended) => ended,
            Err(error) => (error.id(), Err(error.into())),
        };
        let (Some(doing), Err(error)) = (self.doing.remove(&id), done) else {
            return;
        };
        let number = doing.number();
        tracing::debug!(number, "a house bot got up: {error:#}");
        let refused = error.downcast_ref::<Failure>().and_then(Failure::code);
        let rests = if refused == Some(BARRED) { REST } else { PAUSE };
        self.resting.insert(number, Instant::now() + rests);
        if let Doing::Seeks { met, .. } = doing {
            self.visits.take_back(&met.key());
        }
    }
}

/// Plays a game until it is on record as over: its players are free then.
async fn play(bot: &Client, chair: &Chair) -> Result<(), Failure> {
    let mut strategy = CasualBot::new(&chair.game_id);
    player::play(bot, chair, &mut strategy).await?;
    until_over(bot, &chair.game_id).await
}

/// The bot that comes to a seek that has stood for so long, so that one who waits for long seldom meets the same. Two houses
/// send the same one, whichever others each knows to be busy.
fn best_bot(able: impl Fn(&u32) -> bool, seek: &OpenSeek, now_ms: i64) -> Option<u32> {
    let comes_again_ms = i64::try_from(COMES_AGAIN.as_millis()).unwrap_or(i64::MAX);
    let times = (seek.waited_ms(now_ms) / comes_again_ms).to_string();
    let (account_id, since_ms) = (&*seek.player.account_id, seek.since_ms.to_string());
    let able = CASUAL_BOTS.filter(able);
    able.min_by_key(|number| derived_number(&[account_id, &since_ms, &times, &number.to_string()]))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::house::lobby::sought;

    #[test]
    fn a_bot_that_comes_is_free_and_mostly_another_one_each_time() {
        let busy = BTreeSet::from([1_009, 1_024]);
        let seek = sought("anna", 5, 0);
        let came: BTreeSet<u32> = (0..300)
            .filter_map(|times| best_bot(|number| !busy.contains(number), &seek, times * 30_000))
            .collect();
        assert!(came.is_disjoint(&busy) && came.len() == 14, "{came:?}");
        assert_eq!(best_bot(|_| false, &seek, 0), None);
    }

    #[test]
    fn two_houses_send_the_same_bot_whichever_others_are_busy() {
        let seek = sought("anna", 5, 0);
        let sent = best_bot(|_| true, &seek, 8_000);
        let able = |number: &u32| *number >= 1_017 || Some(*number) == sent;
        assert_eq!(best_bot(able, &seek, 29_999), sent);
    }
}
