//! What the service does: load, decide with the engine, append, tell.

mod acts;
mod announcements;
mod approval;
pub(crate) mod casual;
pub(crate) mod check;
mod clock_penalties;
pub(crate) mod contests;
mod correction;
mod description;
mod directory;
mod draws;
mod entrants;
mod execute;
mod fact;
mod federations;
mod finals;
mod finding;
mod folded;
mod founding;
mod history;
mod holding;
mod indexing;
mod interest;
mod keeping;
mod library;
mod listing;
pub(crate) mod moderation;
mod naming;
mod papp;
mod preview;
mod problems;
mod rating_office;
mod readings;
mod rehearsals;
mod renumbering;
mod results;
mod rounds;
mod seasons;
mod streams;
mod tables;
mod tournament;
mod turns;
mod views;

use std::{
    collections::BTreeSet,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use outflank_access::Problem;
use outflank_journal::{Journal, Store};
use outflank_kept::Kept;
use outflank_live::SharedLive;
use outflank_tournament::InterestTable;
use outflank_transport::{ClusterClock, Transport, feed::Follower};

use crate::{EventPolicy, Lots, records::Records};
use readings::{KeptReading, SharedReading};
use streams::FoldedStreams;
use tournament::Tournament;
use turns::Turns;
use views::View;

pub(crate) use acts::Writing;
pub(crate) use announcements::{
    heard as heard_announcement, shown as shown_announcement, text_of as announcement_text,
};
pub(crate) use description::{NewDescription, changes as description_changes};
pub use draws::{TournamentDraws, check_draws, check_tournament};
pub(crate) use entrants::{NewEntrant, SeatClaim, entrant_of_account};
pub(crate) use execute::{Act, Authority, Done, check_settled};
pub(crate) use fact::wire_facts;
pub(crate) use federations::{FederationAct, Offices, federation_name, officers_reason};
pub(crate) use folded::ToldState;
pub(crate) use founding::{NewOfficial, NewTournament};
pub(crate) use history::Standing;
pub(crate) use indexing::keep_indexed;
pub(crate) use library::{Author, NewVersion, RulesChoice};
pub(crate) use listing::index_row;
pub(crate) use naming::named;
pub(crate) use papp::{PappFile, PappFiles, PappPreview};
pub(crate) use preview::Preview;
pub(crate) use problems::{bad_rules_choice, invalid, refused, unknown_round, with_names};
pub(crate) use rating_office::{StandsOut, nation, reads_reasons};
pub(crate) use rehearsals::HouseSeat;
pub(crate) use renumbering::KnownBy;
pub(crate) use results::NewResult;
pub(crate) use rounds::{NewRound, game_id};
pub(crate) use seasons::{
    KnownSeason, SeasonAct, SeasonAsked, entrant_country, season_key, season_name,
};
pub(crate) use streams::Stood;
pub(crate) use tables::{FinishedGame, GameOfBoard};
pub(crate) use tournament::{
    EntryBody, Tournament as LoadedTournament, stream as tournament_stream,
};

/// Entries read at a time.
const PAGE: u32 = 500;
/// Room for folded tournaments, in bytes.
const MOST_KEPT_BYTES: u64 = 16 << 20;
/// Room for tournaments as they are shown, in bytes.
const MOST_VIEWS_BYTES: u64 = 4 << 20;

/// The pairing service.
pub(crate) struct App {
    journal: Arc<dyn Journal>,
    records: Records,
    live: SharedLive,
    clock: Arc<ClusterClock>,
    identity: Transport,
    /// The tables, once they are followed.
    play: OnceLock<Transport>,
    /// What officials who play may do.
    pub(crate) interests: InterestTable,
    /// Folded tournaments: a cache, brought up to date before each use.
    folded: Kept<String, Arc<Tournament>>,
    /// Tournaments as they were shown last.
    views: Kept<String, Arc<View>>,
    /// Those who wait for a view that somebody makes.
    making: Turns,
    /// Other folded streams, likewise.
    streams: FoldedStreams,
    /// Who is booked for casual games.
    bookings: casual::BookingStream,
    /// Who sits at a board of an event.
    at_event_boards: SharedReading<Arc<BTreeSet<String>>>,
    lobby: KeptReading<casual::Lobby>,
    /// Who asked this instance for it.
    here: casual::Here,
    /// How order stands in casual play.
    order: SharedReading<Stood<moderation::Order>>,
    /// Whose casual play is worth a look.
    conduct: KeptReading<moderation::WorthALook>,
    operators: casual::Operators,
    /// Arenas and ladders as they are looked at.
    contest_heads: contests::Heads,
    /// Who plays and who waits in contests.
    contests_now: KeptReading<contests::ContestsNow>,
    /// Those who change contests.
    contest_turns: Turns,
    /// Those who change tournaments.
    turns: Turns,
    followers: Mutex<Vec<Arc<Follower>>>,
    /// That they were followed to their ends.
    caught_up: SharedReading<()>,
    policy: EventPolicy,
    lots: Lots,
    /// Accounts that this process lets found events whatever the policy says.
    founders: Mutex<BTreeSet<String>>,
}

impl std::fmt::Debug for App {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str("App")
    }
}

impl App {
    pub(crate) fn new(
        store: Store,
        live: SharedLive,
        clock: Arc<ClusterClock>,
        identity: Transport,
        interests: InterestTable,
        policy: EventPolicy,
        lots: Lots,
    ) -> Self {
        Self {
            records: Records::new(store.records),
            journal: store.journal,
            live,
            clock,
            identity,
            play: OnceLock::new(),
            interests,
            folded: Kept::new("pairing_tournaments", MOST_KEPT_BYTES),
            views: Kept::new("pairing_views", MOST_VIEWS_BYTES),
            making: Turns::default(),
            streams: FoldedStreams::default(),
            bookings: casual::BookingStream::default(),
            at_event_boards: SharedReading::default(),
            lobby: KeptReading::good_for(casual::LOBBY_GOOD_FOR),
            here: casual::Here::default(),
            order: SharedReading::default(),
            conduct: KeptReading::good_for(moderation::CONDUCT_GOOD_FOR),
            operators: casual::Operators::default(),
            contest_heads: contests::Heads::default(),
            contests_now: KeptReading::good_for(casual::LOBBY_GOOD_FOR),
            contest_turns: Turns::of(contests::contended),
            turns: Turns::default(),
            followers: Mutex::default(),
            caught_up: SharedReading::default(),
            policy,
            lots,
            founders: Mutex::default(),
        }
    }

    pub(crate) fn journal(&self) -> &Arc<dyn Journal> {
        &self.journal
    }

    pub(crate) fn records(&self) -> &Records {
        &self.records
    }

    pub(crate) fn live(&self) -> &SharedLive {
        &self.live
    }

    /// Cluster time now, in ms.
    pub(crate) fn clock_ms(&self) -> i64 {
        self.clock.now_ms()
    }

    /// A follower that `catch_up` waits for.
    pub(crate) fn add_follower(&self, follower: Arc<Follower>) {
        self.followers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .push(follower);
    }

    /// Lets go of the followers, which hold this and would keep it for ever.
    pub(crate) fn release_followers(&self) {
        self.followers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clear();
    }

    /// Folds in everything the followed services have published so far: once for all who ask together. One that cannot be
    /// followed holds up no other.
    pub(crate) async fn catch_up(&self) -> Result<(), Problem> {
        self.caught_up.get(async || self.catch_up_now().await).await
    }

    async fn catch_up_now(&self) -> Result<(), Problem> {
        let followers = self
            .followers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone();
        let mut caught_up = Ok(());
        for follower in followers {
            caught_up = caught_up.and(follower.catch_up().await);
        }
        caught_up
    }

    /// A tournament with every entry that is committed now.
    ///
    /// # Errors
    /// `unknown_tournament`.
    pub(crate) async fn tournament(&self, id: &str) -> Result<Arc<Tournament>, Problem> {
        let known = self.tournament_or_empty(id).await?;
        if known.seq == 0 {
            return Err(problems::unknown_tournament(id));
        }
        Ok(known)
    }
}
