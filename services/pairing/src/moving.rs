//! An event that goes on at another server, or comes from one: what is done to its stream.

mod belongings;
mod records;

use std::{collections::BTreeSet, sync::Arc};

use outflank_access::{Problem, Role, identifier};
use outflank_journal::{Store, StreamId, moving::StoredEntry};
use outflank_live::InProcess;
use outflank_proto::feed::v1::Fact;
use outflank_tournament::{Command, InterestTable};
use outflank_transport::{
    ClusterClock,
    feed::{FactSink as _, NotTaken},
    to_nobody,
};

use crate::{
    EventPolicy, Lots,
    app::{Act, App, Authority, tournament_stream},
    follow::{self, FactIntake},
    records::stored,
};

pub use belongings::Belongings;

/// What a director knows of an event.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OfEvent {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Whether its ranking is final.
    pub confirmed: bool,
    /// The move with which it is away, and where to.
    pub away: Option<(String, String)>,
    /// Whether it is coming in with that move.
    pub coming: bool,
    /// The last entry of its stream.
    pub seq: u64,
    /// Its time, in ms since 1970.
    pub at_ms: i64,
}

/// Somebody who plays in an event or directs it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Participant {
    /// The entrant; `None` for an official.
    pub entrant_id: Option<String>,
    /// The account; `None` where nobody has claimed the seat.
    pub account_id: Option<String>,
    /// An entrant's name; empty for an official, whose name is that of the account.
    pub display_name: String,
}

/// The tournaments in this service's store, whether servers run on it or not.
#[derive(Debug)]
pub struct Moving {
    app: Arc<App>,
    store: Store,
}

impl Moving {
    /// In this store, opened with [`MIGRATIONS`](crate::MIGRATIONS).
    #[must_use]
    pub fn of(store: Store, clock: Arc<ClusterClock>) -> Self {
        let live = Arc::new(InProcess::new());
        let app = App::new(
            store.clone(),
            live,
            clock,
            to_nobody(Role::Identity),
            InterestTable::default(),
            EventPolicy::default(),
            Lots::default(),
        );
        Self {
            app: Arc::new(app),
            store,
        }
    }

    /// The store.
    #[must_use]
    pub fn store(&self) -> &Store {
        &self.store
    }

    /// The stream of a tournament.
    #[must_use]
    pub fn stream(tournament_id: &str) -> StreamId {
        tournament_stream(tournament_id)
    }

    /// Every event that is or was here; rehearsals stay where they are.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn events(&self) -> Result<Vec<OfEvent>, Problem> {
        let mut events = Vec::new();
        for id in self.app.events_that_count().await? {
            events.push(self.event(&id).await?);
        }
        Ok(events)
    }

    /// One event.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub async fn event(&self, id: &str) -> Result<OfEvent, Problem> {
        let tournament = self.app.tournament(id).await?;
        let state = &tournament.state;
        let away = state.away.as_ref();
        Ok(OfEvent {
            id: id.to_owned(),
            name: state
                .facts
                .as_ref()
                .map(|facts| facts.name.clone())
                .unwrap_or_default(),
            confirmed: state.phase().is_over(),
            away: away.map(|away| (away.transfer_id.clone(), away.to.clone())),
            coming: away.is_some_and(|away| away.coming),
            seq: tournament.seq,
            at_ms: tournament.at_ms,
        })
    }

    /// The accounts that direct an event or play in it.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub async fn accounts(&self, id: &str) -> Result<BTreeSet<String>, Problem> {
        let tournament = self.app.tournament(id).await?;
        let state = &tournament.state;
        let seated = state
            .entrants
            .iter()
            .filter_map(|entrant| entrant.account.as_ref());
        let accounts = state.offices.held.keys().chain(seated);
        Ok(accounts.map(|account| account.0.clone()).collect())
    }

    /// Fences an event off; answers the entry after which nothing is taken here.
    ///
    /// # Errors
    /// When it is away already, or the store fails.
    pub async fn move_away(&self, id: &str, transfer_id: &str, to: &str) -> Result<u64, Problem> {
        let command = Command::TransferAway {
            transfer_id: transfer_id.to_owned(),
            to: to.to_owned(),
        };
        self.give(id, "move-away", transfer_id, command).await
    }

    /// Lets in what the tables of an event told last; people wait. Done again, it changes nothing.
    ///
    /// # Errors
    /// When it is not away with this move, or the store fails.
    pub async fn begin_move_in(&self, id: &str, transfer_id: &str) -> Result<u64, Problem> {
        let command = Command::BeginTransferIn {
            transfer_id: transfer_id.to_owned(),
        };
        self.give(id, "begin-move-in", transfer_id, command).await
    }

    /// Whether this version can take in a fact of an event's tables.
    ///
    /// # Errors
    /// [`NotTaken::Unreadable`]: in a feed it would stop whoever follows it.
    pub fn check(fact: &Fact) -> Result<(), NotTaken> {
        follow::check(fact)
    }

    /// Takes in a fact of its tables, once. One that is refused changes nothing.
    ///
    /// # Errors
    /// When the store fails, or it cannot be read.
    pub async fn take(&self, fact: &Fact) -> Result<(), NotTaken> {
        let intake = FactIntake::new(&self.app, "pairing-from-play");
        // Its place in a feed is of no account: it may be in this store's, or not yet.
        match intake.apply(fact, "").await {
            Err(NotTaken::Refused(why)) => {
                tracing::warn!(fact = fact.id, kind = fact.kind, why, "a fact is refused");
                Ok(())
            }
            taken => taken,
        }
    }

    /// Has an event go on here, its clocks at `resume_at_ms` (ms since 1970) or by an official's word; `signed_by` is
    /// the trusted key under what came in, `own` where that is this deployment's: another's approval ends here.
    ///
    /// # Errors
    /// When it is not coming in with this move, or the store fails.
    pub async fn move_in(
        &self,
        id: &str,
        transfer_id: &str,
        resume_at_ms: Option<i64>,
        (signed_by, own): (&str, bool),
    ) -> Result<u64, Problem> {
        let command = Command::TransferIn {
            transfer_id: transfer_id.to_owned(),
            resume_at_ms,
            signed_by: signed_by.to_owned(),
            own,
        };
        self.give(id, "move-in", transfer_id, command).await
    }

    async fn give(
        &self,
        id: &str,
        what: &str,
        transfer_id: &str,
        command: Command,
    ) -> Result<u64, Problem> {
        let act = Act {
            actor: Role::Pairing.actor(),
            command_id: identifier::derived_id(&[what, transfer_id]),
            authority: Authority::Service,
        };
        Ok(self.app.execute_one(id, &act, command).await?.seq)
    }

    /// The number that a fact of an entry has in this store's feed, once it has one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn fact_number(&self, id: &str, seq: u64) -> Result<Option<u64>, Problem> {
        let stream = tournament_stream(id);
        let number = outflank_journal::moving::fact_number(&self.store.records, &stream, seq).await;
        number.map_err(stored)
    }

    /// Whoever plays in an event, then whoever directs it; nobody where nobody can take a seat any more.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub async fn participants(&self, id: &str) -> Result<Vec<Participant>, Problem> {
        let tournament = self.app.tournament(id).await?;
        let state = &tournament.state;
        let mut participants = Vec::new();
        let names = self.app.records().names(id).await?;
        let is_over = state.phase().is_over();
        for entrant in state.present().filter(|_| !is_over) {
            let name = names.get(entrant.id.as_str());
            participants.push(Participant {
                entrant_id: Some(entrant.id.0.clone()),
                account_id: entrant.account.as_ref().map(|account| account.0.clone()),
                display_name: name.map_or_else(|| entrant.id.0.clone(), |name| name.display()),
            });
        }
        participants.extend(state.offices.held.keys().map(|account| Participant {
            entrant_id: None,
            account_id: Some(account.0.clone()),
            display_name: String::new(),
        }));
        Ok(participants)
    }

    /// The facts of carried entries, as a feed would tell them.
    #[must_use]
    pub fn facts(entries: &[StoredEntry]) -> Vec<Fact> {
        let of = |StoredEntry { entry, facts }: &StoredEntry| {
            let told = (0_usize..).zip(facts);
            let told = told.map(|(place, fact)| Fact {
                number: 0,
                id: format!("{}/{}/{place}", entry.stream, entry.seq),
                stream: entry.stream.to_string(),
                seq: entry.seq,
                at_ms: entry.at_ms,
                kind: fact.kind.clone(),
                body: fact.body.clone(),
                ..Fact::default()
            });
            told.collect::<Vec<_>>()
        };
        entries.iter().flat_map(of).collect()
    }
}
