//! Who is here: whoever asked for the lobby lately, at this instance or at another, and whoever seeks a game.
//!
//! An instance notes who asks it, and says so in the live state whenever it makes the lobby anew, at a place of its own. It
//! says everybody each time: whatever was lost there stands again. These are accounts and no seats, so that nobody who looks
//! there for seats finds one at such a place.

use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_casual::{LiveRating, Seek, Variant};
use outflank_live::{Attendance, LiveError};

use super::super::App;
use crate::Lots;

/// Whoever asked for the lobby is here for so long, ms.
const HERE_MS: i64 = 10_000;
/// Who is at an instance that says nothing for so long has gone with it.
const LIFETIME: Duration = Duration::from_secs(10);
/// Accounts that an instance notes; those beyond are not shown.
const MOST_NOTED: usize = 2_000;
/// People who are listed.
const MOST_LISTED: usize = 200;
/// What the places of all instances begin with.
const PLACES: &str = "lobby/";
/// Behind an account in whose name a program asked; no account's id has a blank.
const BY_KEY: &str = " by key";

/// Somebody who is here.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Present {
    pub account: String,
    /// Programs alone came for it.
    pub by_key: bool,
}

/// Whom this instance noted.
#[derive(Debug, Default)]
pub(in crate::app) struct Here(Mutex<Noted>);

#[derive(Debug, Default)]
struct Noted {
    /// When each asked last, cluster time in ms.
    asked: BTreeMap<String, i64>,
    /// Where they are said to be, once they were.
    place: Option<String>,
}

impl Here {
    /// A poisoned lock only means that another task panicked; what is noted is valid after every statement.
    fn noted(&self) -> MutexGuard<'_, Noted> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn note(&self, account: &str, by_key: bool, now_ms: i64) {
        let mut noted = self.noted();
        let name = name(account, by_key);
        if noted.asked.len() < MOST_NOTED || noted.asked.contains_key(&name) {
            noted.asked.insert(name, now_ms);
        }
    }

    /// Who is here now, and who has gone since that was said last.
    fn news(&self, now_ms: i64) -> Attendance {
        let mut news = Attendance::default();
        for (name, asked_ms) in &self.noted().asked {
            if is_here(*asked_ms, now_ms) {
                news.arrived.push(name.clone());
            } else {
                news.left.push(name.clone());
            }
        }
        news
    }

    /// The place where that is said.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    fn place(&self, lots: &Lots) -> Result<String, Problem> {
        let mut noted = self.noted();
        if let Some(place) = &noted.place {
            return Ok(place.clone());
        }
        let place = format!("{PLACES}{}", lots.id()?);
        noted.place = Some(place.clone());
        Ok(place)
    }

    /// Forgets who has gone, as the news of that time say. Where nobody knows whether they were heard, another place is
    /// taken, and the one before vanishes with whoever stands at it.
    fn said(&self, news: &Attendance, now_ms: i64, heard: bool) {
        let mut noted = self.noted();
        for name in &news.left {
            let asked_ms = noted.asked.get(name).copied();
            if asked_ms.is_some_and(|asked_ms| !is_here(asked_ms, now_ms)) {
                noted.asked.remove(name);
            }
        }
        if !heard {
            noted.place = None;
        }
    }
}

const fn is_here(asked_ms: i64, now_ms: i64) -> bool {
    now_ms.saturating_sub(asked_ms) < HERE_MS
}

/// What an account is called at a place.
fn name(account: &str, by_key: bool) -> String {
    let mark = if by_key { BY_KEY } else { "" };
    format!("{account}{mark}")
}

/// The accounts that these names and seeks are of, and of each whether programs alone came for it.
fn gathered<'a>(names: impl Iterator<Item = &'a String>, seeks: &[Seek]) -> BTreeMap<String, bool> {
    let named = names.map(|name| match name.strip_suffix(BY_KEY) {
        Some(account) => (account, true),
        None => (name.as_str(), false),
    });
    let seeking = seeks
        .iter()
        .map(|seek| (seek.account.as_str(), seek.by_key));
    let mut people: BTreeMap<String, bool> = BTreeMap::new();
    for (account, by_key) in named.chain(seeking) {
        let programs_alone = people.entry(account.to_owned()).or_insert(true);
        *programs_alone &= by_key;
    }
    people
}

/// Those to list: the highest rated first.
fn listed(people: BTreeMap<String, bool>, ratings: &BTreeMap<String, LiveRating>) -> Vec<Present> {
    let all = people.into_iter();
    let mut all: Vec<Present> = all
        .map(|(account, by_key)| Present { account, by_key })
        .collect();
    all.sort_by_cached_key(|one| Reverse(ratings.get(&one.account).map_or(0, LiveRating::points)));
    all.truncate(MOST_LISTED);
    all
}

impl App {
    /// Notes that somebody asks for the lobby, by an API key or not.
    pub(crate) fn note_here(&self, account: &str, by_key: bool) {
        self.here.note(account, by_key, self.clock.now_ms());
    }

    /// Who is here, those who seek among them, and of each whether programs alone came for him. While the live state is away
    /// nobody hears of those who asked another instance.
    ///
    /// # Errors
    /// When the operating system gives no randomness.
    pub(super) async fn people_here(
        &self,
        seeks: &[Seek],
        now_ms: i64,
    ) -> Result<BTreeMap<String, bool>, Problem> {
        let news = self.here.news(now_ms);
        let place = self.here.place(&self.lots)?;
        let said = self.live.keep_presence(&place, &news, LIFETIME).await;
        self.here.said(&news, now_ms, said.is_ok());
        let everywhere = match said {
            Ok(_) => self.live.attendees(PLACES).await,
            Err(error) => Err(error),
        };
        let everywhere = everywhere.unwrap_or_else(|error: LiveError| {
            tracing::debug!(%error, "who is here at other instances is not known");
            BTreeSet::new()
        });
        Ok(gathered(news.arrived.iter().chain(&everywhere), seeks))
    }

    /// Those to list of these: the highest rated in Othello first.
    pub(super) async fn listed_here(
        &self,
        people: BTreeMap<String, bool>,
    ) -> Result<Vec<Present>, Problem> {
        let accounts: Vec<&str> = people.keys().map(String::as_str).collect();
        let ratings = self.ratings_in(Variant::Othello, &accounts).await?;
        Ok(listed(people, &ratings))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    const NOON_MS: i64 = 1_784_361_600_000;

    fn names(names: &[&str]) -> Vec<String> {
        names.iter().map(|name| (*name).to_owned()).collect()
    }

    fn said(here: &Here, now_ms: i64) -> (Vec<String>, Vec<String>) {
        let news = here.news(now_ms);
        here.said(&news, now_ms, true);
        (news.arrived, news.left)
    }

    #[test]
    fn who_asks_no_more_has_gone_and_that_is_said_once() {
        let here = Here::default();
        here.note("anna", false, NOON_MS);
        here.note("berit", true, NOON_MS + 4_000);
        let both = names(&["anna", "berit by key"]);
        assert_eq!(said(&here, NOON_MS + 9_999), (both, Vec::new()));
        let (arrived, left) = said(&here, NOON_MS + 10_000);
        assert_eq!(
            (arrived, left),
            (names(&["berit by key"]), names(&["anna"]))
        );
        let (arrived, left) = said(&here, NOON_MS + 10_001);
        assert_eq!((arrived, left), (names(&["berit by key"]), Vec::new()));
    }

    #[test]
    fn who_asks_again_while_it_is_said_that_he_has_gone_is_here() {
        let here = Here::default();
        here.note("anna", false, NOON_MS);
        let now_ms = NOON_MS + HERE_MS;
        let news = here.news(now_ms);
        here.note("anna", false, now_ms);
        here.said(&news, now_ms, true);
        assert_eq!(news.left, names(&["anna"]));
        assert_eq!(said(&here, now_ms).0, names(&["anna"]));
    }

    #[test]
    fn what_nobody_heard_is_said_at_another_place() {
        let (here, lots) = (Here::default(), Lots::default());
        let first = here.place(&lots).unwrap();
        assert!(first.starts_with(PLACES) && first.len() > PLACES.len());
        here.said(&here.news(NOON_MS), NOON_MS, true);
        assert_eq!(here.place(&lots).unwrap(), first);
        here.said(&here.news(NOON_MS), NOON_MS, false);
        assert_ne!(here.place(&lots).unwrap(), first);
    }

    #[test]
    fn so_many_are_noted_and_others_when_these_have_gone() {
        let here = Here::default();
        for number in 0..=MOST_NOTED {
            here.note(&format!("account-{number:04}"), false, NOON_MS);
        }
        assert_eq!(said(&here, NOON_MS).0.len(), MOST_NOTED);
        here.note("account-0007", false, NOON_MS + 5_000);
        here.note("late", false, NOON_MS + 5_000);
        let (arrived, left) = said(&here, NOON_MS + 10_000);
        assert_eq!(arrived, names(&["account-0007"]));
        assert_eq!(left.len(), MOST_NOTED - 1);
        here.note("late", false, NOON_MS + 10_000);
        let arrived = said(&here, NOON_MS + 10_000).0;
        assert_eq!(arrived, names(&["account-0007", "late"]));
    }

    #[test]
    fn an_account_is_a_programs_where_nobody_came_for_it_himself() {
        let there = names(&["anna", "anna by key", "berit by key"]);
        let people = gathered(there.iter(), &[]);
        let expected = [("anna".to_owned(), false), ("berit".to_owned(), true)];
        assert_eq!(people, BTreeMap::from(expected));
    }

    #[test]
    fn the_highest_rated_are_listed_first_and_not_all_of_very_many() {
        let account = |number: i64| format!("account-{number:03}");
        let rated = |number: i64| LiveRating {
            rating: 150_000 + number * 100,
            ..LiveRating::default()
        };
        let people = (0..300).map(|number| (account(number), false));
        let ratings = (0..300).map(|number| (account(number), rated(number)));
        let all = listed(people.collect(), &ratings.collect());
        assert_eq!(all.len(), MOST_LISTED);
        assert_eq!(
            (&all[0].account, &all[199].account),
            (&account(299), &account(100))
        );
    }
}
