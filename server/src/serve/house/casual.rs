//! Casual games: a bot comes to whoever waits alone, and plays with him.
//!
//! Which bots play, and where, is asked of pairing at each look. So a house that was started again goes on with their games,
//! and each plays along in those of all of them: there are so many at a time in the whole deployment.

use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use outflank_access::identifier::{CASUAL_BOTS, house_account, house_bot};
use outflank_client::{Carrier, CasualTerms, Client, Failure, find_game_within, until_over};
use outflank_proto::pairing::v1::FindBookingsRequest;
use tokio::{
    task::{Id, JoinError, JoinSet},
    time::{self, Instant},
};
use tonic::Status;

use super::{
    House, PAUSE,
    casual_bot::CasualBot,
    lobby::{Lobby, SeekKey, alone},
    player::{self, Chair},
    whim::whim,
};

/// Between two looks.
const LOOKED_EVERY: Duration = Duration::from_secs(2);
/// A bot waits so long for whom it came to: where he has gone or does not fit, it goes, too.
const PATIENCE: Duration = Duration::from_secs(15);
/// No bot comes to the same seek again before this is over.
const COMES_AGAIN: Duration = Duration::from_secs(30);

/// The casual play of one house.
#[derive(Debug)]
pub struct CasualPlay {
    house: Arc<House>,
    /// Bots at a time.
    most: usize,
    tasks: JoinSet<anyhow::Result<()>>,
    doing: HashMap<Id, Doing>,
    /// To whom bots came.
    met: BTreeMap<SeekKey, Met>,
}

/// What a bot does.
#[derive(Debug, PartialEq, Eq)]
enum Doing {
    Seeks(u32, CasualTerms),
    Plays(Chair),
}

/// Bots that came to one seek.
#[derive(Debug, Clone, Copy)]
struct Met {
    last: Instant,
    times: u32,
}

impl CasualPlay {
    /// With so many bots at a time.
    pub fn new(house: Arc<House>, most: usize) -> Self {
        Self {
            house,
            most,
            tasks: JoinSet::new(),
            doing: HashMap::new(),
            met: BTreeMap::new(),
        }
    }

    /// Comes to whoever waits alone, again and again.
    pub async fn keep(mut self) {
        loop {
            if let Err(error) = self.look().await {
                tracing::debug!("the house looks for who waits alone later: {error:#}");
            }
            tokio::select! {
                () = time::sleep(LOOKED_EVERY) => {}
                Some(ended) = self.tasks.join_next_with_id() => {
                    if let Err(error) = self.got_up(ended) {
                        tracing::debug!("a house bot got up: {error:#}");
                        time::sleep(PAUSE).await;
                    }
                }
            }
        }
    }

    async fn look(&mut self) -> anyhow::Result<()> {
        let booked = self.booked().await?;
        let mut busy: BTreeSet<u32> = booked.iter().map(|chair| chair.number).collect();
        for chair in booked {
            self.sit_down(chair);
        }
        busy.extend(self.doing.values().filter_map(|doing| match doing {
            Doing::Seeks(number, _) => Some(*number),
            Doing::Plays(_) => None,
        }));
        if busy.len() >= self.most {
            return Ok(());
        }
        // The lobby costs more to make.
        if self.house.live.seeks().await?.is_empty() {
            self.met.clear();
            return Ok(());
        }
        let lobby: Lobby = self.house.client.get("/lobby").await?;
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
        let now = Instant::now();
        self.met
            .retain(|key, _| lobby.seeks.iter().any(|seek| seek.key() == *key));
        for seek in alone(&lobby.seeks, self.house.clock.now_ms()) {
            let key = seek.key();
            let is_sought = self
                .doing
                .values()
                .any(|doing| matches!(doing, Doing::Seeks(_, terms) if *terms == seek.terms));
            let times = match self.met.get(&key) {
                Some(met) if met.last + COMES_AGAIN > now => continue,
                Some(met) => met.times.saturating_add(1),
                None => 0,
            };
            if is_sought || busy.len() >= self.most {
                continue;
            }
            let Some(number) = free_bot(&busy, &key, times) else {
                return;
            };
            busy.insert(number);
            self.met.insert(key, Met { last: now, times });
            self.seek(number, seek.terms.clone());
        }
    }

    /// What is found is heard of at the next look, which follows at once.
    fn seek(&mut self, number: u32, terms: CasualTerms) {
        let (house, sought) = (Arc::clone(&self.house), terms.clone());
        let task = self.tasks.spawn(async move {
            let bot = house.bot(number).await?;
            let found = find_game_within(&bot, Carrier::WebSocket, &sought, PATIENCE);
            let found = Box::pin(found).await.map(drop);
            anyhow::Ok(house.done(number, found).await?)
        });
        self.doing.insert(task.id(), Doing::Seeks(number, terms));
    }

    fn sit_down(&mut self, chair: Chair) {
        let plays = Doing::Plays(chair.clone());
        if self.doing.values().any(|doing| *doing == plays) {
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

    fn got_up(&mut self, ended: Result<(Id, anyhow::Result<()>), JoinError>) -> anyhow::Result<()> {
        match ended {
            Ok((id, done)) => {
                self.doing.remove(&id);
                done
            }
            Err(error) => {
                self.doing.remove(&error.id());
                Err(error.into())
            }
        }
    }
}

/// Plays a game until it is on record as over: its players are free then.
async fn play(bot: &Client, chair: &Chair) -> Result<(), Failure> {
    let mut strategy = CasualBot::new(&chair.game_id);
    player::play(bot, chair, &mut strategy).await?;
    until_over(bot, &chair.game_id).await
}

/// The bot that comes to a seek for so many times, so that one who comes often seldom meets the same: two houses send the
/// same one.
fn free_bot(busy: &BTreeSet<u32>, (account_id, since_ms): &SeekKey, times: u32) -> Option<u32> {
    let free: Vec<u32> = CASUAL_BOTS
        .filter(|number| !busy.contains(number))
        .collect();
    let parts = [&**account_id, &since_ms.to_string(), &times.to_string()];
    let place = whim(&parts, free.len() as u64);
    free.get(usize::try_from(place).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bot_that_comes_is_free_and_mostly_another_one_each_time() {
        let busy = BTreeSet::from([1_009, 1_024]);
        let key = ("anna".to_owned(), 1_784_361_600_000);
        let came: BTreeSet<u32> = (0..100)
            .filter_map(|times| free_bot(&busy, &key, times))
            .collect();
        assert!(came.is_disjoint(&busy) && came.len() == 14, "{came:?}");
        assert_eq!(free_bot(&busy, &key, 3), free_bot(&busy, &key, 3));
        assert_eq!(free_bot(&CASUAL_BOTS.collect(), &key, 0), None);
    }
}
