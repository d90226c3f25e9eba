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
    /// For how long after the challenge that he is in, ms.
    left_ms: i64,
}

impl Contest {
    /// Somebody challenges another: whoever has done so less recently has his turn once the two are free again. He has a day
    /// for it, or as long as a challenge stands where that is less.
    pub(super) fn take_turn(&mut self, (challenger, challenged): (&str, &str), at_ms: i64) {
        let turn_ms = self
            .ladder()
            .map_or(0, |rules| rules.play_within_ms.min(DAY_MS));
        self.turns.retain(|_, turns| turns.until_ms > at_ms);
        let turns = self.turns.entry(challenged.to_owned()).or_default();
        turns.last.insert(challenger.to_owned(), at_ms);
        turns.until_ms = i64::MAX;
        turns.left_ms = turn_ms;
        // A challenge of his own leaves others neither less time to challenge him nor more.
        if let Some(own) = self.turns.get_mut(challenger) {
            own.left_ms = own.until_ms.saturating_sub(at_ms);
            own.until_ms = i64::MAX;
        }
    }

    /// A challenge has ended: those whose turn it is may challenge either of the two again.
    pub(super) fn begin_turn(&mut self, ended: &LadderChallenge, at_ms: i64) {
        for account in [&ended.challenger, &ended.challenged] {
            if let Some(turns) = self.turns.get_mut(account) {
                turns.until_ms = at_ms.saturating_add(turns.left_ms);
            }
        }
    }

    /// Until when somebody else within reach goes first, ms of cluster time; `None` where nobody does. Who may challenge nobody
    /// now, or not him, goes before none; who is in a challenge does, or others would take turns at keeping him in one.
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
        let goes_first = within.any(|other| {
            turns.last.get(other) < Some(own)
                && !self.is_paused(other, now_ms)
                && !self.rest_from_each_other(other, challenged, now_ms)
        });
        Some(turns.until_ms).filter(|until_ms| goes_first && now_ms < *until_ms)
    }
}
