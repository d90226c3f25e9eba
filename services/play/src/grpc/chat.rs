//! Chat as the contract has it.

use outflank_access::{Caller, Kind, Problem, Standing, identifier::is_id};
use outflank_proto::play::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PlayGrpc, acting_account, acts, checked_id};
use crate::{
    app::{Channel, Moderation, Stretch, Watcher, Words},
    view,
};

impl PlayGrpc {
    pub(super) async fn post_chat(
        &self,
        request: Request<proto::PostChatRequest>,
    ) -> Answer<proto::PostChatResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        checked_id(&asked.command_id)?;
        let words = Words {
            channel: channel(asked.channel())?,
            addressed_to: acts::color(asked.addressed_to()),
            command_id: asked.command_id,
            text: asked.text,
        };
        let stamps = asked.stamps.unwrap_or_default();
        let account = acting_account(&caller, &stamps).unwrap_or_default();
        if account.is_empty() {
            caller.person()?;
        }
        let place = (asked.game_id.as_str(), account.as_str());
        let (kept, held) = self.0.post_chat(&caller, place, words).await?;
        Ok(Response::new(proto::PostChatResponse {
            message: Some(view::chat_message(&kept, held)),
        }))
    }

    pub(super) async fn read_chat(
        &self,
        request: Request<proto::ReadChatRequest>,
    ) -> Answer<proto::ReadChatResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let given = |number: u64| Some(number).filter(|number| *number > 0);
        let stretch = Stretch {
            after: asked.after_number,
            before: given(asked.before_number),
            newest: asked.newest,
            most: Some(asked.most).filter(|most| *most > 0),
        };
        let place = (asked.game_id.as_str(), stretch);
        let read = self.0.read_chat(place, &watcher).await?;
        let may_write = read.may_write.into_iter();
        Ok(Response::new(proto::ReadChatResponse {
            messages: read
                .messages
                .iter()
                .map(|(message, held)| view::chat_message(message, *held))
                .collect(),
            may_write: may_write
                .map(|channel| view::channel(channel).into())
                .collect(),
            last_number: read.last_number,
            older_before: read.older_before.unwrap_or_default(),
            order: read.order.map(view::chat_order),
        }))
    }

    pub(super) async fn moderate_chat(
        &self,
        request: Request<proto::ModerateChatRequest>,
    ) -> Answer<proto::ModerateChatResponse> {
        use proto::moderate_chat_request::Act;
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        checked_id(&asked.command_id)?;
        let moderation = match asked.act {
            Some(Act::Remove(number)) => Moderation::Remove(number),
            Some(Act::Mute(account)) if is_id(&account) => Moderation::Mute(account),
            Some(Act::Unmute(account)) if is_id(&account) => Moderation::Unmute(account),
            Some(Act::OpenToSpectators(open)) => Moderation::OpenToSpectators(open),
            Some(Act::Mute(_) | Act::Unmute(_)) | None => return Err(nothing_named().into()),
        };
        self.0
            .moderate_chat(&caller, &asked.game_id, moderation, &asked.reason)
            .await?;
        Ok(Response::new(proto::ModerateChatResponse {}))
    }
}

fn channel(channel: proto::ChatChannel) -> Result<Channel, Problem> {
    match channel {
        proto::ChatChannel::Players => Ok(Channel::Players),
        proto::ChatChannel::Spectators => Ok(Channel::Spectators),
        proto::ChatChannel::Officials => Ok(Channel::Officials),
        proto::ChatChannel::Unspecified => Err(Problem::new(
            Kind::Invalid,
            "malformed_channel",
            "A message is for a channel: players, spectators or officials.",
        )),
    }
}

fn nothing_named() -> Problem {
    Problem::new(
        Kind::Invalid,
        "malformed_act",
        "Moderation names a message or an account, or opens or closes the spectators' channel.",
    )
}
