//! The list of a contest: by points, or in the order of a ladder.

use super::{Contest, Entrant};

/// A line of a contest's list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Placed<'a> {
    /// From 1, shared by those who are level; `None` for who was removed, and on a ladder for who left.
    pub place: Option<u32>,
    /// Who.
    pub account: &'a str,
    /// How he stands.
    pub entrant: &'a Entrant,
}

impl Contest {
    /// The list, in its order.
    #[must_use]
    pub fn list(&self) -> Vec<Placed<'_>> {
        if self.ladder().is_some() {
            self.ladder_list()
        } else {
            self.arena_list()
        }
    }

    fn arena_list(&self) -> Vec<Placed<'_>> {
        let mut list: Vec<(&String, &Entrant)> = self.entrants.iter().collect();
        list.sort_by_key(|(account, entrant)| (entrant.order(), *account));
        let mut placed: Vec<Placed<'_>> = Vec::with_capacity(list.len());
        for (number, (account, entrant)) in (1..).zip(list) {
            let level = placed
                .last()
                .filter(|before| before.entrant.order() == entrant.order());
            let place = level.map_or(Some(number), |before| before.place);
            placed.push(Placed {
                place: place.filter(|_| !entrant.removed),
                account,
                entrant,
            });
        }
        placed
    }

    fn ladder_list(&self) -> Vec<Placed<'_>> {
        let on = (1..).zip(&self.order);
        let mut placed: Vec<Placed<'_>> = on
            .filter_map(|(place, account)| {
                Some(Placed {
                    place: Some(place),
                    account,
                    entrant: self.entrants.get(account)?,
                })
            })
            .collect();
        let off = self.entrants.iter().filter(|(_, one)| !one.is_in());
        placed.extend(off.map(|(account, entrant)| Placed {
            place: None,
            account,
            entrant,
        }));
        placed
    }
}
