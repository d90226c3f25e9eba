//! Casual play: bookings, seeks, challenges, and what is shown of them.
//!
//! Who is booked stands in one stream at a time, `bookings/1`, `bookings/2` and so on. Any instance reads it to its end,
//! decides, and appends at the seq that it expects: of two that would book somebody twice one finds its place taken and
//! decides again. Claims on the live state only spare work.

mod busy;
mod challenges;
mod freeing;
mod here;
mod lobby;
mod matching;
mod players;
mod problems;
mod rematch;
mod seeks;
mod stream;

pub(crate) use challenges::NewChallenge;
pub(crate) use freeing::GameOver;
pub(in crate::app) use here::Here;
pub(in crate::app) use lobby::{LOBBY_GOOD_FOR, Lobby};
pub(in crate::app) use matching::game_id;
pub(crate) use matching::keep_matching;
pub(in crate::app) use players::Operators;
pub(crate) use players::Players;
pub(in crate::app) use problems::refused;
pub(crate) use problems::{check_terms, unknown_account};
pub(crate) use seeks::standing as standing_seek;
pub(in crate::app) use stream::BookingStream;

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::Problem;
use outflank_casual::{LiveRating, Variant};

use super::App;
use crate::records::CasualRow;

/// A casual game with what is called and thought of its players.
#[derive(Debug, Clone)]
pub(crate) struct ShownGame {
    pub row: CasualRow,
    pub players: Players,
    /// Who wants another.
    pub rematch_wanted_by: Vec<String>,
}

impl App {
    /// Live ratings in one variant; who has played none of it has the first one.
    pub(crate) async fn ratings_in(
        &self,
        variant: Variant,
        accounts: &[&str],
    ) -> Result<BTreeMap<String, LiveRating>, Problem> {
        let rows = self.records.live_ratings_in(variant, accounts).await?;
        let known = rows.into_iter().map(|row| {
            let rating = row.rating();
            (row.account_id, rating)
        });
        let mut ratings: BTreeMap<String, LiveRating> = known.collect();
        for account in accounts {
            if !ratings.contains_key(*account) {
                ratings.insert((*account).to_owned(), LiveRating::default());
            }
        }
        Ok(ratings)
    }

    /// The same of several variants: each account's in what it plays.
    pub(crate) async fn ratings_of(
        &self,
        who: &BTreeSet<(Variant, String)>,
    ) -> Result<BTreeMap<(Variant, String), LiveRating>, Problem> {
        let mut by_variant: BTreeMap<Variant, Vec<&str>> = BTreeMap::new();
        for (variant, account) in who {
            by_variant.entry(*variant).or_default().push(account);
        }
        let mut ratings = BTreeMap::new();
        for (variant, accounts) in by_variant {
            let known = self.ratings_in(variant, &accounts).await?.into_iter();
            ratings.extend(known.map(|(account, rating)| ((variant, account), rating)));
        }
        Ok(ratings)
    }
}
