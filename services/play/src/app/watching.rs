//! The one place that decides how much of a game somebody sees: spectators see what their delay leaves,
//! players and officials see the table as it stands.

use std::{
    collections::BTreeMap,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use outflank_access::Problem;
use outflank_journal::Journal;
use outflank_kept::{Kept, Weighed};
use outflank_othello::{Audience, Entry, Event, Phase, Spectators, Visible, visible_seq};
use tokio::time::Instant;

use super::{
    Play,
    game::{Game, events_of},
    records::PlayRecords,
    refusal,
    tables::stream,
    viewers::{Viewer, Watcher},
};

/// Room for histories of games, in bytes; all of them can be read again from the journal.
const MOST_HISTORIES_BYTES: u64 = 5 << 20;
/// Room for what the rules say of spectators, in bytes.
const MOST_POLICIES_BYTES: u64 = 1 << 20;
/// About what one entry of a game takes.
const PAST_BYTES: u64 = 400;
const PAGE: u32 = 512;

/// So long the rules in force may be those read last, where another process may hear of new ones first.
const POLICY_KEPT: Duration = Duration::from_secs(1);

/// One entry of a game.
#[derive(Debug)]
pub(super) struct Past {
    pub seq: u64,
    pub at_ms: i64,
    pub events: Vec<Event>,
}

/// A game's entries, from the first.
pub(super) type History = Vec<Arc<Past>>;

#[derive(Clone)]
struct KeptHistory(History);

impl Weighed for KeptHistory {
    fn bytes(&self) -> u64 {
        let entries = u64::try_from(self.0.len()).unwrap_or(u64::MAX);
        entries.saturating_mul(PAST_BYTES)
    }
}

/// What the rules of a tournament say, by round, and when that was read.
type Policies = BTreeMap<u32, (Policy, Instant)>;

#[derive(Clone, Default)]
struct KeptPolicies(Arc<Policies>);

impl Weighed for KeptPolicies {
    fn bytes(&self) -> u64 {
        let rounds = u64::try_from(self.0.len()).unwrap_or(u64::MAX);
        rounds.saturating_mul(64)
    }
}

/// What the rules in force say of spectators.
#[derive(Debug, Clone, Copy, Default)]
struct Policy {
    /// Who may watch.
    spectators: Spectators,
    /// What they write is shown before the end.
    chat_shown: bool,
}

/// What spectators may see of games under way.
pub(crate) struct Watching {
    pub records: PlayRecords,
    journal: Arc<dyn Journal>,
    /// By tournament; locked while one round is put beside the others.
    policies: Mutex<Kept<String, KeptPolicies>>,
    histories: Kept<String, KeptHistory>,
}

/// A game as one viewer sees it.
#[derive(Debug, Clone)]
pub(crate) struct Seen {
    /// Folded up to the last entry that the viewer may see.
    pub game: Arc<Game>,
    pub viewer: Viewer,
    /// The instant that clocks are shown at, ms of cluster time.
    pub as_of_ms: i64,
    /// Entries are held back.
    pub delayed: bool,
    /// When more may be seen by time alone, ms of cluster time.
    pub look_again_ms: Option<i64>,
    /// What lies on the board is hidden from players and spectators now.
    pub board_hidden: bool,
    /// What spectators write is shown now.
    pub chat_shown: bool,
}

impl Seen {
    /// Whether the board is hidden from this viewer.
    pub fn hides_board(&self) -> bool {
        self.board_hidden && !Audience::Officials.admits(self.viewer.audience())
    }
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    // Caches: whatever is in them can be read again.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Watching {
    pub fn new(records: PlayRecords, journal: Arc<dyn Journal>) -> Self {
        Self {
            records,
            journal,
            policies: Mutex::new(Kept::new("play_policies", MOST_POLICIES_BYTES)),
            histories: Kept::new("play_histories", MOST_HISTORIES_BYTES),
        }
    }

    /// The rules of a tournament changed.
    pub fn forget_policy(&self, tournament_id: &str) {
        lock(&self.policies).forget(tournament_id);
    }

    /// Everything that facts told is forgotten.
    pub fn forget_policies(&self) {
        lock(&self.policies).forget_all();
    }

    /// Who may watch a game now, by the rules that its round was published under.
    pub async fn policy(&self, game: &Game) -> Result<Spectators, Problem> {
        Ok(self.in_force(game).await?.spectators)
    }

    /// Whether what spectators write at a game is shown now: it may help a player who has a second account, so nobody
    /// but the officials sees it before the end, unless they or the rules open it.
    pub async fn chat_shown(&self, game: &Game) -> Result<bool, Problem> {
        if Play::is_over(game) {
            return Ok(true);
        }
        match game.state.spectators_chat() {
            Some(open) => Ok(open),
            None => Ok(self.in_force(game).await?.chat_shown),
        }
    }

    async fn in_force(&self, game: &Game) -> Result<Policy, Problem> {
        let Some(place) = game.state.place() else {
            let game_rules = game.state.game_rules();
            return Ok(Policy {
                spectators: game_rules
                    .map(|game_rules| game_rules.spectators)
                    .unwrap_or_default(),
                chat_shown: false,
            });
        };
        let kept = lock(&self.policies).get(&place.tournament);
        let kept = kept.and_then(|rounds| rounds.0.get(&place.round).copied());
        if let Some((policy, read_at)) = kept
            && (self.journal.serves_one_process() || read_at.elapsed() < POLICY_KEPT)
        {
            return Ok(policy);
        }
        let read_at = Instant::now();
        let rules = self
            .records
            .rules_of_round(&place.tournament, place.round)
            .await?;
        let policy = rules.map_or_else(Policy::default, |rules| Policy {
            spectators: rules.spectators,
            chat_shown: rules.spectator_chat_shown,
        });
        let policies = lock(&self.policies);
        let mut rounds = policies.get(&place.tournament).unwrap_or_default();
        Arc::make_mut(&mut rounds.0).insert(place.round, (policy, read_at));
        policies.keep(place.tournament.clone(), rounds);
        Ok(policy)
    }

    /// How much of a game spectators may see.
    pub async fn visible(
        &self,
        game: &Game,
        policy: Spectators,
        now_ms: i64,
    ) -> Result<Visible, Problem> {
        if policy == Spectators::On {
            return Ok(Visible {
                seq: game.seq,
                look_again_ms: None,
            });
        }
        let history = self.history(game).await?;
        let entries = history.iter().map(|past| Entry {
            seq: past.seq,
            at_ms: past.at_ms,
            events: &past.events,
        });
        Ok(visible_seq(policy, entries, now_ms))
    }

    /// The game as it was after an entry.
    pub async fn up_to(&self, game: &Game, seq: u64) -> Result<Game, Problem> {
        let history = self.history(game).await?;
        let shown = history.iter().filter(|past| past.seq <= seq);
        Ok(shown.fold(Game::new(&game.id), |folded, past| {
            folded.after(past.seq, past.at_ms, &past.events)
        }))
    }

    /// An entry was committed here: a history that ends before it goes on with it.
    pub(super) fn note(&self, game_id: &str, (seq, at_ms): (u64, i64), events: &[Event]) {
        self.histories.change(game_id, |kept| {
            let ends_before = kept.0.last().is_some_and(|last| last.seq + 1 == seq);
            if ends_before {
                kept.0.push(Arc::new(Past {
                    seq,
                    at_ms,
                    events: events.to_vec(),
                }));
            }
        });
    }

    /// What is kept of a game's entries is not what the journal has.
    pub(super) fn forget_history(&self, game_id: &str) {
        self.histories.forget(game_id);
    }

    /// The entries of a game up to the one it is folded to.
    pub(super) async fn history(&self, game: &Game) -> Result<History, Problem> {
        let kept = self.histories.get(&game.id).map(|kept| kept.0);
        let mut history = kept.unwrap_or_default();
        let mut last_seq = history.last().map_or(0, |past| past.seq);
        let stream = stream(&game.id);
        while last_seq < game.seq {
            let page = self.journal.read(&stream, last_seq, PAGE).await;
            let page = page.map_err(|error| refusal::journal(&error))?;
            for entry in &page {
                last_seq = entry.seq;
                history.push(Arc::new(Past {
                    seq: entry.seq,
                    at_ms: entry.at_ms,
                    events: events_of(entry)?,
                }));
            }
            if page.is_empty() {
                break;
            }
        }
        let kept = self.histories.get(&game.id);
        if kept.is_none_or(|kept| kept.0.len() <= history.len()) {
            let kept = KeptHistory(history.clone());
            self.histories.keep(game.id.clone(), kept);
        }
        history.retain(|past| past.seq <= game.seq);
        Ok(history)
    }
}

impl Play {
    /// A game as a watcher may see it now.
    pub(crate) async fn seen(&self, game: Arc<Game>, watcher: &Watcher) -> Result<Seen, Problem> {
        let viewer = self.viewer(&game, watcher).await?;
        let now_ms = self.now_ms().max(game.at_ms);
        let whole = Seen {
            game: Arc::clone(&game),
            viewer,
            as_of_ms: now_ms,
            delayed: false,
            look_again_ms: None,
            board_hidden: game.state.hides_board(),
            chat_shown: self.tables.watching.chat_shown(&game).await?,
        };
        let watching = &self.tables.watching;
        let policy = match viewer {
            Viewer::Player(_) | Viewer::Official(_) | Viewer::Service => return Ok(whole),
            Viewer::Expelled => Spectators::Off,
            Viewer::Spectator => watching.policy(&game).await?,
        };
        let visible = watching.visible(&game, policy, now_ms).await?;
        if visible.seq >= game.seq {
            return Ok(Seen {
                look_again_ms: visible.look_again_ms,
                ..whole
            });
        }
        let shown = watching.up_to(&game, visible.seq).await?;
        Ok(Seen {
            as_of_ms: shown.at_ms,
            game: Arc::new(shown),
            delayed: true,
            look_again_ms: visible.look_again_ms,
            ..whole
        })
    }

    /// Who may watch a game now.
    pub(crate) async fn policy(&self, game: &Game) -> Result<Spectators, Problem> {
        self.tables.watching.policy(game).await
    }

    /// Whether a game is over, so that nothing about it needs to be held back.
    pub(crate) fn is_over(game: &Game) -> bool {
        matches!(game.state.phase(), Phase::Finished | Phase::Annulled)
    }
}
