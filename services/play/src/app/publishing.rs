//! Telling those who watch what was committed: once for each audience that is told something else, and as the bytes that
//! every connection carries on.

use std::{collections::BTreeMap, sync::Arc, time::Duration};

use outflank_access::Problem;
use outflank_live::topic;
use outflank_othello::{Audience, Event, Spectators};
use outflank_proto::{
    live::v1::{TableCommit, server_message::Message},
    play::v1 as proto,
};
use prost::Message as _;
use tokio::time::timeout;

use super::{
    Play,
    game::{Game, events_of, visible_json},
    refusal::stored,
    tables::{Slot, Tables, stream},
};
use crate::view::{self, Showing};

/// What is shown of a commit may need rules that have to be read. The acknowledgement does not wait for them longer.
const RENDERED_WITHIN: Duration = Duration::from_millis(500);

/// Who is told something of their own, those first who see least.
const AUDIENCES: [Audience; 3] = [Audience::All, Audience::Players, Audience::Officials];

/// An entry, and the game before and after it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Committed<'c> {
    pub before: &'c Game,
    pub after: &'c Game,
    pub at_ms: i64,
    pub actor: &'c str,
    pub command_id: &'c str,
    pub events: &'c [Event],
}

/// How a table was shown before a commit, and how it is after it.
struct Shown<'s> {
    before: Showing<'s>,
    after: Showing<'s>,
    /// What spectators may do has changed by no commit since it was told last.
    spectators_told: bool,
}

impl Tables {
    /// Tells everybody who watches; answers what the players are told. A lost message costs nothing but time: gateways
    /// read after it, and one that says nothing makes them read at once.
    pub(super) async fn publish(&self, slot: &Slot, commit: Committed<'_>) -> proto::TableUpdate {
        let game = &commit.after.id;
        let update = match timeout(RENDERED_WITHIN, self.update(slot, commit)).await {
            Ok(Ok(update)) => update,
            Ok(Err(problem)) => {
                tracing::warn!(game, %problem, "a commit is published without what it was");
                proto::TableUpdate::default()
            }
            Err(_) => {
                tracing::warn!(game, "a commit is published late and without what it was");
                proto::TableUpdate::default()
            }
        };
        let message = update.encode_to_vec().into();
        if let Err(error) = self.live.publish(&topic::game(game), message).await {
            tracing::warn!(game, %error, "a commit was not published");
        }
        proto::TableUpdate {
            players: update.players.or(update.everybody),
            everybody: None,
            officials: None,
            expelled_accounts: Vec::new(),
            ..update
        }
    }

    async fn update(
        &self,
        slot: &Slot,
        commit: Committed<'_>,
    ) -> Result<proto::TableUpdate, Problem> {
        let Committed {
            before,
            after,
            at_ms,
            events,
            ..
        } = commit;
        let now_ms = self.clock.now_ms().max(at_ms);
        let policy = self.watching.policy(after).await?;
        let public = policy == Spectators::On
            || self.watching.visible(after, policy, now_ms).await?.seq >= after.seq;
        let reasons = if after.has_reasons() {
            self.watching.records.reasons(&after.id).await?
        } else {
            BTreeMap::new()
        };
        let chat_shown = self.watching.chat_shown(after).await?;
        let chat_before = self.watching.chat_shown(before).await?;
        let showing = |of: &Game, as_of_ms, chat_shown| Showing {
            as_of_ms,
            audience: Audience::All,
            policy,
            delayed: false,
            board_hidden: of.state.hides_board(),
            chat_shown,
            reasons: &reasons,
        };
        let shown = Shown {
            before: showing(before, before.at_ms, chat_before),
            after: showing(after, now_ms, chat_shown),
            spectators_told: slot.tell_spectators((policy, chat_shown))
                == Some((policy, chat_before)),
        };
        let mut update = proto::TableUpdate {
            seq: after.seq,
            phase: view::table_phase(after.state.phase()).into(),
            ply: after.state.next_ply(),
            public,
            chat_shown,
            by_account_id: commit.actor.to_owned(),
            command_id: commit.command_id.to_owned(),
            viewers_changed: events.iter().any(Event::changes_viewers),
            ..proto::TableUpdate::default()
        };
        let mut last: Option<Told> = None;
        for audience in AUDIENCES {
            if audience == Audience::All && !public {
                continue;
            }
            let told = Told::to(audience, commit, &shown, last.as_ref())?;
            if last.as_ref() == Some(&told) {
                continue;
            }
            let place = match audience {
                Audience::All => &mut update.everybody,
                Audience::Players => &mut update.players,
                _ => &mut update.officials,
            };
            *place = Some(told.frame(commit)?);
            last = Some(told);
        }
        update.expelled_accounts = view::expelled_accounts(after, now_ms);
        Ok(update)
    }
}

/// What an audience is told of a commit.
#[derive(Debug, PartialEq, Eq)]
struct Told {
    events_json: Vec<u8>,
    changed_json: Arc<str>,
    /// Nothing changed but what everybody sees alike.
    alike: bool,
}

impl Told {
    /// `other`: what an audience is told that sees less.
    fn to(
        audience: Audience,
        commit: Committed<'_>,
        shown: &Shown<'_>,
        other: Option<&Self>,
    ) -> Result<Self, Problem> {
        let Committed {
            before,
            after,
            events,
            ..
        } = commit;
        let (was, is) = (shown.before.to(audience), shown.after.to(audience));
        let hidden = was.board_hidden || is.board_hidden;
        let alike = !hidden && view::inside(before, &was) == view::inside(after, &is);
        let changed_json = match other {
            Some(other) if alike && other.alike => Arc::clone(&other.changed_json),
            _ => {
                let kept = if hidden { 0 } else { after.plies_kept(before) };
                let changed = changed(
                    (before, &was),
                    (after, &is),
                    (events, shown.spectators_told),
                    kept,
                );
                changed.map_err(Problem::internal)?.into()
            }
        };
        Ok(Self {
            events_json: visible_json(events, audience)?,
            changed_json,
            alike,
        })
    }

    fn frame(&self, commit: Committed<'_>) -> Result<proto::TableFrame, Problem> {
        let told = TableCommit {
            game_id: commit.after.id.clone(),
            seq: commit.after.seq,
            at_ms: commit.at_ms,
            events_json: self.events_json.clone(),
            changed_json: self.changed_json.to_string(),
            ..TableCommit::default()
        };
        proto::TableFrame::of(Message::Commit(told)).map_err(Problem::internal)
    }
}

/// What whoever has the table before has to put into it besides what follows from the events. `kept`: plies that both have.
fn changed(
    (before, was): (&Game, &Showing<'_>),
    (after, is): (&Game, &Showing<'_>),
    (events, spectators_told): (&[Event], bool),
    kept: usize,
) -> Result<String, outflank_proto::json::Fault> {
    let mut expected = view::table_from(before, was, kept);
    let visible = events
        .iter()
        .filter(|event| event.audience().admits(was.audience));
    for (ply, flipped) in visible.filter_map(view::followed) {
        expected.follow(ply, &flipped);
    }
    if !spectators_told {
        expected.spectators = None;
    }
    let table = view::table_from(after, is, kept);
    if kept > 0 && table.plies != expected.plies {
        return changed((before, was), (after, is), (events, spectators_told), 0);
    }
    table.changes_from(&expected)
}

impl Play {
    /// A command is answered a second time: whoever committed it may have gone before it told anybody. What came after
    /// it tells of it by itself.
    pub(super) async fn tell_again(&self, game_id: &str, seq: u64) {
        if let Err(problem) = self.tell_last(game_id, seq).await {
            tracing::warn!(game = game_id, %problem, "a commit was not published again");
        }
    }

    async fn tell_last(&self, game_id: &str, seq: u64) -> Result<(), Problem> {
        let game = self.game(game_id).await?;
        if game.seq != seq {
            return Ok(());
        }
        let (journal, stream) = (&self.tables.journal, stream(game_id));
        let last = journal.read(&stream, seq.saturating_sub(1), 1).await;
        if let Some(entry) = last.map_err(stored)?.first() {
            let before = self.tables.watching.up_to(&game, seq.saturating_sub(1));
            let commit = Committed {
                before: &before.await?,
                after: &game,
                at_ms: entry.at_ms,
                actor: &entry.actor,
                command_id: &entry.command_id,
                events: &events_of(entry)?,
            };
            let slot = self.tables.slot(game_id);
            self.tables.publish(&slot, commit).await;
        }
        Ok(())
    }
}
