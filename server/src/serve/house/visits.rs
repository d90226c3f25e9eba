//! To whom bots came in vain, and when one comes again.

use std::{collections::BTreeMap, time::Duration};

use tokio::time::Instant;

use super::lobby::{OpenSeek, SeekKey};

/// No bot comes to the same seek again before this is over, and then twice as late each time.
pub const COMES_AGAIN: Duration = Duration::from_secs(30);
/// How often that doubles.
const MOST_DOUBLED: u32 = 4;

/// The visits of one house.
#[derive(Debug, Default)]
pub struct Visits(BTreeMap<SeekKey, Visited>);

#[derive(Debug, Clone, Copy)]
struct Visited {
    last: Instant,
    /// How often.
    times: u32,
}

impl Visits {
    /// Nobody seeks any more.
    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Forgets all but those who seek yet.
    pub fn retain(&mut self, seeks: &[OpenSeek]) {
        self.0
            .retain(|key, _| seeks.iter().any(|seek| seek.key() == *key));
    }

    /// To whom a bot may come now, the least visited first.
    pub fn due<'a>(
        &self,
        alone: impl Iterator<Item = &'a OpenSeek>,
        now: Instant,
    ) -> Vec<&'a OpenSeek> {
        let mut due: Vec<(u32, &OpenSeek)> = alone
            .filter_map(|seek| match self.0.get(&seek.key()) {
                None => Some((0, seek)),
                Some(visited) if visited.again() <= now => Some((visited.times, seek)),
                Some(_) => None,
            })
            .collect();
        due.sort_by_key(|(times, _)| *times);
        due.into_iter().map(|(_, seek)| seek).collect()
    }

    /// A bot is seen at a seek: where none was just sent there it is another house's.
    pub fn seen(&mut self, key: SeekKey, now: Instant) {
        let known = self.0.get(&key);
        if known.is_none_or(|visited| visited.last + COMES_AGAIN <= now) {
            self.came(key, now);
        }
    }

    /// The bot that was sent there did not come.
    pub fn take_back(&mut self, key: &SeekKey) {
        match self.0.get_mut(key) {
            Some(visited) if visited.times > 1 => visited.times -= 1,
            _ => {
                self.0.remove(key);
            }
        }
    }

    /// A bot comes to a seek.
    pub fn came(&mut self, key: SeekKey, now: Instant) {
        let before = self.0.get(&key).map_or(0, |visited| visited.times);
        let times = before.saturating_add(1);
        self.0.insert(key, Visited { last: now, times });
    }
}

impl Visited {
    fn again(self) -> Instant {
        let doubled = self.times.saturating_sub(1).min(MOST_DOUBLED);
        self.last + COMES_AGAIN * 2_u32.pow(doubled)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::serve::house::lobby::sought;

    #[test]
    fn a_bot_comes_again_later_each_time_and_goes_to_the_least_visited_first() {
        let seeks = [sought("anna", 5, 60_000), sought("berit", 3, 30_000)];
        let (mut visits, mut now) = (Visits::default(), Instant::now());
        let due = |visits: &Visits, now: Instant| {
            let due = visits.due(seeks.iter(), now).into_iter();
            due.map(|seek| seek.player.account_id.clone())
                .collect::<Vec<_>>()
        };
        assert_eq!(due(&visits, now), ["anna", "berit"]);
        for seconds in [30, 60, 120, 240, 480, 480] {
            visits.came(seeks[0].key(), now);
            let again = now + Duration::from_secs(seconds);
            assert_eq!(due(&visits, again - Duration::from_millis(1)), ["berit"]);
            assert_eq!(due(&visits, again), ["berit", "anna"]);
            now = again;
        }
        // A bot of another house comes: it is seen there for a while, and counts once.
        let late = now + Duration::from_secs(480);
        for seconds in [0, 2, 14] {
            visits.seen(seeks[0].key(), late + Duration::from_secs(seconds));
        }
        assert_eq!(
            due(&visits, late + Duration::from_millis(479_999)),
            ["berit"]
        );
        visits.take_back(&seeks[0].key());
        visits.retain(&seeks[1..]);
        assert_eq!(due(&visits, now), ["anna", "berit"], "she seeks anew");
    }
}
