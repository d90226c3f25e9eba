//! What is written at a table: who may write where, who reads what, and how officials keep order.
//!
//! Three channels. The players' is read by both players and the officials. The officials' is one player's
//! with them. The spectators' is theirs and the officials': no player of the game reads it before the game
//! is over, and because a player may have a second account, no spectator either, unless an official or the rule
//! set opens it; its writer sees it held. Whether spectators may write during play is the rule set's or an
//! official's choice, too.

use outflank_access::{Caller, Kind, Problem, Standing, problem};
use outflank_live::topic;
use outflank_othello::Color;
use outflank_proto::{play::v1 as proto, printable::is_unprintable};
use outflank_tournament::{Deed, Power};
use prost::Message as _;

use super::{
    Play,
    game::Game,
    hearing::hearing,
    officiate::{judges_by_act, unlimited},
    records::{Channel, KeptMessage, SPECTATOR, is_held},
    refusal,
    tables::Tables,
    viewers::{Viewer, Watcher},
};
use crate::view;

/// Longest message, in characters.
const LONGEST_TEXT: usize = 500;
/// Longest reason of an official, in characters.
const LONGEST_REASON: usize = 1_000;

/// A message to be posted.
#[derive(Debug, Clone)]
pub(crate) struct Words {
    pub command_id: String,
    pub channel: Channel,
    pub text: String,
    pub addressed_to: Option<Color>,
}

/// What an official does about chat.
#[derive(Debug, Clone)]
pub(crate) enum Moderation {
    Remove(u64),
    Mute(String),
    Unmute(String),
    OpenToSpectators(bool),
}

/// A message, and whether it is held back from all but its writer and the officials.
pub(crate) type Shown = (KeptMessage, bool);

impl Play {
    /// Writes for an account.
    pub(crate) async fn post_chat(
        &self,
        caller: &Caller,
        (game_id, account): (&str, &str),
        words: Words,
    ) -> Result<Shown, Problem> {
        let game = self.game(game_id).await?;
        let watcher = Watcher {
            account: Some(account.to_owned()).filter(|account| !account.is_empty()),
            service: false,
        };
        let viewer = self.viewer(&game, &watcher).await?;
        let may_write = self.may_write(&game, viewer, &watcher).await?;
        caller.authorize(Standing {
            heard: may_write.contains(&words.channel),
            ..Standing::default()
        })?;
        let text = checked_text(&words.text)?;
        let now_ms = self.now_ms();
        let message = KeptMessage {
            number: 0,
            game_id: game_id.to_owned(),
            account: account.to_owned(),
            command_id: words.command_id,
            channel: words.channel,
            role: role(viewer),
            addressed_to: match (words.channel, viewer) {
                (Channel::Officials, Viewer::Player(own)) => Some(own),
                (Channel::Officials, _) => words.addressed_to,
                _ => None,
            },
            text,
            at_ms: now_ms,
            removed: false,
        };
        if self.records.kept_message(&message).await?.is_none() {
            self.check_written(&message).await?;
            self.chat_rates.take((game_id, account), now_ms)?;
            self.filtered(&message).await?;
        }
        let (channel, text) = (message.channel, message.text.clone());
        let change = self.recent_chat.changing();
        let (kept, new) = self.records.save_message(message).await?;
        drop(change);
        if !kept.removed && (kept.channel != channel || kept.text != text) {
            return Err(refusal::command_id_reused());
        }
        let shown = self.tables.watching.chat_shown(&game).await?;
        if new {
            tell_chat(&self.tables, (&game, shown), &kept).await;
        }
        let held = is_held(shown, &kept);
        Ok((kept, held))
    }

    /// Whether anything was written at a table after a number.
    pub(crate) async fn has_chat_after(&self, game: &Game, after: u64) -> Result<bool, Problem> {
        let first = self.records.messages(&game.id, after, 1).await?;
        Ok(!first.is_empty())
    }

    /// An official keeps order.
    pub(crate) async fn moderate_chat(
        &self,
        caller: &Caller,
        game_id: &str,
        moderation: Moderation,
        reason: &str,
    ) -> Result<(), Problem> {
        let official = caller.person()?.account_id.clone();
        let game = self.game(game_id).await?;
        let tournament = game.state.place().map(|place| place.tournament.clone());
        let tournament = tournament.unwrap_or_default();
        let mut officials = self.officials(&tournament).await?;
        let office = officials.get(&official);
        let judges = judges_by_act(&game, &official, Deed::ModerateChat);
        caller.authorize(Standing {
            director: judges || office.is_some_and(|known| known.role.has(Power::Chat)),
            ..Standing::default()
        })?;
        if judges {
            unlimited(&mut officials, &official);
        }
        let reason = reason.trim();
        if reason.is_empty() || reason.chars().count() > LONGEST_REASON {
            return Err(problem!(
                Kind::Invalid,
                "reason_required",
                "Moderation has a reason of 1 to {most} characters.",
                most = LONGEST_REASON,
            ));
        }
        let whom = match &moderation {
            Moderation::Mute(account) | Moderation::Unmute(account) => Some(account.as_str()),
            Moderation::Remove(_) | Moderation::OpenToSpectators(_) => None,
        };
        if matches!(&moderation, Moderation::Mute(account) if officials.contains_key(account)) {
            return Err(Problem::new(
                Kind::Refused,
                "official_is_heard",
                "Whoever holds an office in the event is not silenced; a head director can dismiss them.",
            ));
        }
        let desk = self.desk(&tournament, (&official, &officials)).await?;
        let whom = self.entrants_about(&tournament, whom).await?;
        self.judge(&desk, &game, (Deed::ModerateChat, &whom))?;
        let by = (official.as_str(), reason, self.now_ms());
        let _change = self.recent_chat.changing();
        match moderation {
            Moderation::Remove(number) => {
                let removed = self
                    .records
                    .remove_message(game_id, number, (by.0, by.1))
                    .await?;
                let mut message = removed.ok_or_else(unknown_message)?;
                message.text.clear();
                let shown = self.tables.watching.chat_shown(&game).await?;
                tell_chat(&self.tables, (&game, shown), &message).await;
                Ok(())
            }
            Moderation::Mute(account) => self.records.mute(&tournament, &account, by).await,
            Moderation::Unmute(account) => self.records.unmute(&tournament, &account).await,
            Moderation::OpenToSpectators(open) => self.records.set_room(game_id, open, by).await,
        }
    }

    /// The channels on which a viewer may write now.
    pub(super) async fn may_write(
        &self,
        game: &Game,
        viewer: Viewer,
        watcher: &Watcher,
    ) -> Result<Vec<Channel>, Problem> {
        let Some(account) = watcher.account.as_deref() else {
            return Ok(Vec::new());
        };
        let tournament = game.state.place().map(|place| place.tournament.as_str());
        let tournament = tournament.unwrap_or_default();
        let is_muted = self.is_silenced(tournament, account).await?;
        Ok(match viewer {
            Viewer::Official(_) => Channel::ALL.to_vec(),
            _ if is_muted => Vec::new(),
            // A game of no event has no officials.
            Viewer::Player(_) if game.state.place().is_none() => vec![Channel::Players],
            Viewer::Player(_) => vec![Channel::Players, Channel::Officials],
            Viewer::Spectator if self.spectators_may_write(game).await? => {
                vec![Channel::Spectators]
            }
            Viewer::Spectator | Viewer::Expelled | Viewer::Service => Vec::new(),
        })
    }

    pub(super) async fn spectators_may_write(&self, game: &Game) -> Result<bool, Problem> {
        if let Some(open) = self.records.room(&game.id).await? {
            return Ok(open);
        }
        if Self::is_over(game) {
            return Ok(true);
        }
        let Some(place) = game.state.place() else {
            return Ok(true);
        };
        let rules = self
            .records
            .rules_of_round(&place.tournament, place.round)
            .await?;
        Ok(rules.is_some_and(|rules| rules.spectator_chat))
    }
}

/// Tells whoever listens. A lost message is read later.
pub(super) async fn tell_chat(
    tables: &Tables,
    (game, shown): (&Game, bool),
    message: &KeptMessage,
) {
    let sees = |viewer| hearing((game, shown), viewer).hears(message);
    let held = is_held(shown, message);
    let update = proto::ChatUpdate {
        message: Some(view::chat_message(message, held)),
        to_black: sees(Viewer::Player(Color::Black)),
        to_white: sees(Viewer::Player(Color::White)),
        to_officials: true,
        to_spectators: sees(Viewer::Spectator),
    };
    let bytes = update.encode_to_vec().into();
    if let Err(error) = tables.live.publish(&topic::chat(&game.id), bytes).await {
        tracing::warn!(game = game.id, %error, "a chat message was not published");
    }
}

const fn role(viewer: Viewer) -> &'static str {
    match viewer {
        Viewer::Player(Color::Black) => "black",
        Viewer::Player(Color::White) => "white",
        Viewer::Official(_) | Viewer::Service => "official",
        Viewer::Spectator | Viewer::Expelled => SPECTATOR,
    }
}

fn checked_text(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    let length = text.chars().count();
    let readable = text
        .chars()
        .all(|sign| sign == '\n' || !is_unprintable(sign));
    if length == 0 || length > LONGEST_TEXT || !readable {
        return Err(problem!(
            Kind::Invalid,
            "malformed_text",
            "A message has 1 to {most} characters, none of them hidden or a control character.",
            most = LONGEST_TEXT,
        ));
    }
    Ok(text.to_owned())
}

fn unknown_message() -> Problem {
    Problem::new(
        Kind::NotFound,
        "unknown_message",
        "There is no message of this number at this table.",
    )
}
