//! What an event's officials have at stake, as pairing's facts tell it: read once for all of its tables.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet, btree_map::Entry};

use outflank_access::Problem;
use outflank_othello::Color;
use outflank_tournament::{
    AccountId, Appointment, Consent, EntrantId, Officer, Plays, RuleSet, Share, SharedInterest,
};
use tokio::sync::Mutex;

use super::{Game, Play};

/// What judging an official's acts takes beside the table.
pub(super) struct Desk {
    pub rules: RuleSet,
    /// Whose acts.
    pub account: AccountId,
    /// The consents to those that pairing knows open.
    pub consents: Vec<Consent>,
    known: Known,
    officers: Officers,
}

/// Those who officiate.
#[derive(Clone)]
pub(super) struct Officers {
    /// Who acts.
    pub by: Officer,
    /// The event's officials.
    pub all: Vec<Officer>,
}

#[derive(Clone)]
struct Known {
    account: AccountId,
    officials: BTreeMap<AccountId, Appointment>,
    /// Theirs, and those of whoever they share an interest with.
    stakes: BTreeMap<AccountId, Stake>,
    /// Who met whom, by round.
    pairings: Vec<(u32, String, String)>,
}

/// What an account holds in an event.
#[derive(Debug, Clone, Default)]
struct Stake {
    /// Whose seats, its programs' among them, or for whom it may move.
    entrants: Vec<EntrantId>,
    /// The seats that it gave up, and the last round that was paired then.
    left: Vec<(EntrantId, u32)>,
    /// Whose interests it shares.
    shared: Vec<SharedInterest>,
}

impl Play {
    /// Reads what judging that account's acts in an event takes.
    pub(super) async fn desk(
        &self,
        tournament: &str,
        (account, officials): (&str, &BTreeMap<String, Appointment>),
    ) -> Result<Desk, Problem> {
        let rules = self.records.rules(tournament).await?;
        let rules = rules.unwrap_or_else(RuleSet::egp_2020);
        let account = AccountId(account.to_owned());
        let officials: BTreeMap<AccountId, Appointment> = officials
            .iter()
            .map(|(official, known)| (AccountId(official.clone()), known.clone().under(&rules)))
            .collect();
        let holders = officials.keys().chain([&account]).cloned().collect();
        let known = Known {
            account: account.clone(),
            stakes: self.stakes(tournament, holders).await?,
            officials,
            pairings: self.records.pairings(tournament).await?,
        };
        Ok(Desk {
            rules,
            consents: self.records.consents(tournament, account.as_str()).await?,
            account,
            officers: known.officers(),
            known,
        })
    }

    /// What these accounts hold, and whoever they share an interest with.
    async fn stakes(
        &self,
        tournament: &str,
        mut holders: Vec<AccountId>,
    ) -> Result<BTreeMap<AccountId, Stake>, Problem> {
        let mut stakes = BTreeMap::new();
        while let Some(holder) = holders.pop() {
            if let Entry::Vacant(place) = stakes.entry(holder) {
                let stake = self.stake(tournament, place.key()).await?;
                holders.extend(stake.shared.iter().map(|shares| shares.with.clone()));
                place.insert(stake);
            }
        }
        Ok(stakes)
    }

    async fn stake(&self, tournament: &str, holder: &AccountId) -> Result<Stake, Problem> {
        let account = holder.as_str();
        let mut entrants = self.records.entrants_played_by(tournament, account).await?;
        entrants.extend(self.records.assisted_by(tournament, account).await?);
        Ok(Stake {
            entrants: entrants.into_iter().map(EntrantId).collect(),
            left: self.records.left_seats(tournament, account).await?,
            shared: self.records.shared_interests(tournament, holder).await?,
        })
    }
}

/// What officials have at stake in the tables that are their own, and in no others: read once an account of an event for
/// all games that a request asks about.
#[derive(Default)]
pub(crate) struct OwnTables(Mutex<BTreeMap<(String, String), Officer>>);

impl OwnTables {
    pub(super) async fn of(
        &self,
        play: &Play,
        tournament: &str,
        account: &str,
    ) -> Result<Officer, Problem> {
        let mut read = self.0.lock().await;
        let holder = (tournament.to_owned(), account.to_owned());
        if let Some(officer) = read.get(&holder) {
            return Ok(officer.clone());
        }
        let account = AccountId(account.to_owned());
        let known = Known {
            stakes: play.stakes(tournament, vec![account.clone()]).await?,
            account,
            officials: BTreeMap::new(),
            pairings: Vec::new(),
        };
        let officer = known.officer(&known.account, None);
        read.insert(holder, officer.clone());
        Ok(officer)
    }
}

impl Desk {
    /// Those who officiate, as they stand to a game: who sits at it plays it, whatever pairing has told since.
    pub(super) fn officers_at(&self, game: &Game) -> Cow<'_, Officers> {
        let seats = game.state.seats();
        let mut known = Cow::Borrowed(&self.known);
        for seat in Color::BOTH
            .iter()
            .filter_map(|color| Some(seats?.get(*color)))
        {
            let Some(account) = seat.account.clone().map(AccountId) else {
                continue;
            };
            let entrant = EntrantId(seat.entrant.clone());
            let stake = known.stakes.get(&account);
            if stake.is_some_and(|stake| !stake.entrants.contains(&entrant)) {
                let stake = known.to_mut().stakes.entry(account).or_default();
                stake.entrants.push(entrant);
            }
        }
        match known {
            Cow::Borrowed(_) => Cow::Borrowed(&self.officers),
            Cow::Owned(known) => Cow::Owned(known.officers()),
        }
    }
}

impl Known {
    fn officers(&self) -> Officers {
        let officials = self.officials.iter();
        Officers {
            by: self.officer(&self.account, self.officials.get(&self.account)),
            all: officials
                .map(|(account, known)| self.officer(account, Some(known)))
                .collect(),
        }
    }

    fn officer(&self, account: &AccountId, office: Option<&Appointment>) -> Officer {
        Officer {
            account: account.clone(),
            role: office.map(|known| known.role),
            limits: office.map(|known| known.limits.clone()).unwrap_or_default(),
            plays: self.plays(account),
            shares: self.shares(account),
        }
    }

    fn plays(&self, account: &AccountId) -> Plays {
        let stake = self.stakes.get(account);
        stake.map_or_else(Plays::default, |stake| self.plays_as(&stake.entrants))
    }

    /// What an account has at stake without playing it, at boards: by seats that it left, and by whoever appointed it.
    fn shares(&self, account: &AccountId) -> Vec<Share> {
        let own = SharedInterest {
            with: account.clone(),
            through_round: u32::MAX,
        };
        let shared = self.stakes.get(account).map(|stake| &stake.shared);
        let mut shares = Vec::new();
        for of in std::iter::once(&own).chain(shared.into_iter().flatten()) {
            let mut share = |plays: Plays, last: u32| {
                shares.push(Share {
                    plays,
                    through_round: last.min(of.through_round),
                    is_open: false,
                });
            };
            if of.with != *account {
                share(self.plays(&of.with), u32::MAX);
            }
            let left = self.stakes.get(&of.with).map(|stake| &stake.left);
            for (entrant, last) in left.into_iter().flatten() {
                share(self.plays_as(std::slice::from_ref(entrant)), *last);
            }
        }
        shares
    }

    /// From who met whom so far. When a round is over is not known here: its opponents count until the next is paired,
    /// and everybody else in the event as of the same stage.
    fn plays_as(&self, entrants: &[EntrantId]) -> Plays {
        if entrants.is_empty() {
            return Plays::default();
        }
        let last = self.pairings.iter().map(|(round, ..)| *round).max();
        let is_own = |id: &str| entrants.iter().any(|own| own.as_str() == id);
        let mut opponents = Vec::new();
        let mut rivals = BTreeSet::new();
        let mut has_played = false;
        for (round, black, white) in &self.pairings {
            for (one, other) in [(black, white), (white, black)] {
                if is_own(one) {
                    has_played = true;
                    if Some(*round) == last {
                        opponents.push(EntrantId(other.clone()));
                    }
                } else {
                    rivals.insert(EntrantId(one.clone()));
                }
            }
        }
        if !has_played {
            rivals.clear();
        }
        Plays {
            entrants: entrants.to_vec(),
            opponents,
            rivals,
            ..Plays::default()
        }
    }
}
