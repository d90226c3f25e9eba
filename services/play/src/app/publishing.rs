//! Telling those who watch what was committed.

use std::{collections::BTreeMap, time::Duration};

use outflank_access::Problem;
use outflank_live::topic;
use outflank_othello::{Audience, Event, Spectators};
use outflank_proto::play::v1 as proto;
use prost::Message as _;
use tokio::time::timeout;

use super::{
    Play,
    game::{Game, events_of, visible_json},
    refusal::stored,
    tables::{Tables, stream},
};
use crate::view::{self, Showing};

/// What is shown of a commit may need rules that have to be read. The acknowledgement does not wait for them longer.
const RENDERED_WITHIN: Duration = Duration::from_millis(500);

impl Tables {
    /// Tells everybody who watches. A lost message costs nothing but time: gateways read after it, and one that says
    /// nothing makes them read at once.
    pub(super) async fn publish(&self, game: &Game, at_ms: i64, events: &[Event]) {
        let update = match timeout(RENDERED_WITHIN, self.update(game, at_ms, events)).await {
            Ok(Ok(update)) => update,
            Ok(Err(problem)) => {
                tracing::warn!(game = game.id, %problem, "a commit is published without what it was");
                proto::TableUpdate::default()
            }
            Err(_) => {
                tracing::warn!(
                    game = game.id,
                    "a commit is published late and without what it was"
                );
                proto::TableUpdate::default()
            }
        };
        let message = update.encode_to_vec().into();
        if let Err(error) = self.live.publish(&topic::game(&game.id), message).await {
            tracing::warn!(game = game.id, %error, "a commit was not published");
        }
    }

    async fn update(
        &self,
        game: &Game,
        at_ms: i64,
        events: &[Event],
    ) -> Result<proto::TableUpdate, Problem> {
        let now_ms = self.clock.now_ms().max(at_ms);
        let policy = self.watching.policy(game).await?;
        let public = policy == Spectators::On
            || self.watching.visible(game, policy, now_ms).await?.seq >= game.seq;
        let reasons = if game.has_reasons() {
            self.watching.records.reasons(&game.id).await?
        } else {
            BTreeMap::new()
        };
        let chat_shown = self.watching.chat_shown(game).await?;
        let showing = |audience| Showing {
            as_of_ms: now_ms,
            audience,
            policy,
            delayed: false,
            board_hidden: game.state.hides_board(),
            chat_shown,
            reasons: &reasons,
        };
        let entry = |audience| {
            Ok::<_, Problem>(proto::TableEntry {
                seq: game.seq,
                at_ms,
                events_json: visible_json(events, audience)?,
            })
        };
        let differs = |before: Audience, audience: Audience| {
            events
                .iter()
                .any(|event| event.audience().admits(audience) && !event.audience().admits(before))
        };
        let inside = |audience| view::inside(game, &showing(audience));
        let (all, players, officials) = (
            inside(Audience::All),
            inside(Audience::Players),
            inside(Audience::Officials),
        );
        Ok(proto::TableUpdate {
            entry: Some(entry(Audience::All)?),
            table: Some(view::table(game, &showing(Audience::All))),
            public,
            players_entry: differs(Audience::All, Audience::Players)
                .then(|| entry(Audience::Players))
                .transpose()?,
            officials_entry: differs(Audience::Players, Audience::Officials)
                .then(|| entry(Audience::Officials))
                .transpose()?,
            officials: (officials != players).then_some(officials),
            players: (players != all).then_some(players),
            viewers_changed: events.iter().any(Event::changes_viewers),
        })
    }
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
            let events = events_of(entry)?;
            self.tables.publish(&game, entry.at_ms, &events).await;
        }
        Ok(())
    }
}
