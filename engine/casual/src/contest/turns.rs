//! Who goes first where several may challenge the same player: whoever has done so less recently, so that nobody is kept from
//! him by others who take turns.

use std::collections::BTreeMap;

use super::{Contest, LadderChallenge, rules::DAY_MS};

/// Who has challenged somebody since he was last left alone.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Turns {
    /// When each did last, ms of cluster time.
    last: BTreeMap<String, i64>,
    /// Until when whoever did so less recently goes first, ms of cluster time; the greatest number while he is in a challenge.
    until_ms: i64,
}

impl Contest {
    /// Somebody challenges another: whoever has done so less recently has his turn once the two are free again.
    pub(super) fn take_turn(&mut self, (challenger, challenged): (&str, &str), at_ms: i64) {
        self.turns.retain(|_, turns| turns.until_ms > at_ms);
        let turns = self.turns.entry(challenged.to_owned()).or_default();
        turns.last.insert(challenger.to_owned(), at_ms);
        // A challenge of his own leaves nobody more time to challenge him.
        self.turns_last_until([challenger, challenged], i64::MAX);
    }

    /// A challenge has ended, and whose turn it is has a day for it, or as long as a challenge stands where that is less.
    pub(super) fn begin_turn(&mut self, ended: &LadderChallenge, at_ms: i64) {
        let turn_ms = self
            .ladder()
            .map_or(0, |rules| rules.play_within_ms.min(DAY_MS));
        let until_ms = at_ms.saturating_add(turn_ms);
        self.turns_last_until([&ended.challenger, &ended.challenged], until_ms);
    }

    fn turns_last_until(&mut self, accounts: [&str; 2], until_ms: i64) {
        for account in accounts {
            if let Some(turns) = self.turns.get_mut(account) {
                turns.until_ms = until_ms;
            }
        }
    }

    /// Until when somebody else within reach goes first, ms of cluster time; `None` where nobody does.
    pub(super) fn others_first(
        &self,
        (challenger, challenged): (&str, &str),
        reach: usize,
        now_ms: i64,
    ) -> Option<i64> {
        let turns = self.turns.get(challenged)?;
        let own = turns.last.get(challenger)?;
        let place = self.place_on_ladder(challenged)?;
        let mut within = self.order.iter().skip(place.saturating_add(1)).take(reach);
        let goes_first = within.any(|other| turns.last.get(other) < Some(own));
        Some(turns.until_ms).filter(|until_ms| goes_first && now_ms < *until_ms)
    }
}
