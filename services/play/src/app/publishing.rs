//! Telling those who watch what was committed.

use std::collections::BTreeMap;

use outflank_live::topic;
use outflank_othello::{Audience, Event, Spectators};
use outflank_proto::play::v1 as proto;
use outflank_runtime::Problem;
use prost::Message as _;

use super::{
    game::{Game, visible_json},
    tables::Tables,
};
use crate::grpc::view::{self, Showing};

impl Tables {
    /// Tells everybody who watches. A lost message costs nothing but time: gateways read after it.
    pub(super) async fn publish(&self, game: &Game, at_ms: i64, events: &[Event]) {
        let update = match self.update(game, at_ms, events).await {
            Ok(update) => update,
            Err(problem) => {
                tracing::warn!(game = game.id, %problem, "a commit was not published");
                return;
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
        let reasons = if game.rulings.is_empty() {
            BTreeMap::new()
        } else {
            self.watching.records.reasons(&game.id).await?
        };
        let showing = |audience| Showing {
            as_of_ms: now_ms,
            audience,
            policy,
            delayed: false,
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
        let table = view::table(game, &showing(Audience::All));
        let other = |audience| view::other_audience(&table, game, &showing(audience));
        Ok(proto::TableUpdate {
            entry: Some(entry(Audience::All)?),
            public,
            players_entry: differs(Audience::All, Audience::Players)
                .then(|| entry(Audience::Players))
                .transpose()?,
            players_table: other(Audience::Players),
            officials_entry: differs(Audience::Players, Audience::Officials)
                .then(|| entry(Audience::Officials))
                .transpose()?,
            officials_table: other(Audience::Officials),
            table: Some(table),
        })
    }
}
