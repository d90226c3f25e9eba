//! What was written at casual tables, as play tells it to this service.

use outflank_access::{Kind, Problem};
use outflank_proto::play::v1::{
    ChatMessage, ReadChatRequest, play_service_client::PlayServiceClient,
};

use super::super::App;

/// Messages that moderators read at once.
const MOST: u32 = 500;

/// A page of a table's chat.
#[derive(Debug, Default)]
pub(crate) struct ChatPage {
    /// Oldest first.
    pub messages: Vec<ChatMessage>,
    /// There are older ones before this number; 0 where there are none.
    pub older_before: u64,
}

impl App {
    /// The newest messages of a casual table, or those before a number, for a moderator.
    ///
    /// # Errors
    /// `unknown_casual_game`, `concerns_yourself`.
    pub(crate) async fn moderated_chat(
        &self,
        game_id: &str,
        before: u64,
        moderator: &str,
    ) -> Result<ChatPage, Problem> {
        let game = self.casual_row(game_id).await?;
        let players = game.players();
        if [players.black, players.white].contains(&moderator) {
            return Err(super::refused(&outflank_casual::Refusal::ConcernsYourself));
        }
        let asked = ReadChatRequest {
            game_id: game_id.to_owned(),
            before_number: before,
            newest: true,
            most: MOST,
            ..ReadChatRequest::default()
        };
        self.chat(asked).await
    }

    /// Who wrote the message of that number at a casual table.
    ///
    /// # Errors
    /// `unknown_message`.
    pub(crate) async fn writer_of(&self, game_id: &str, number: u64) -> Result<String, Problem> {
        let message = self.message(game_id, number).await?.ok_or_else(|| {
            Problem::new(
                Kind::NotFound,
                "unknown_message",
                "There is no message of this number at this table.",
            )
        })?;
        Ok(message.account_id)
    }

    /// The message of that number at a casual table.
    async fn message(&self, game_id: &str, number: u64) -> Result<Option<ChatMessage>, Problem> {
        let asked = ReadChatRequest {
            game_id: game_id.to_owned(),
            after_number: number.saturating_sub(1),
            most: 1,
            ..ReadChatRequest::default()
        };
        let mut found = self.chat(asked).await?.messages.into_iter();
        Ok(found.find(|message| message.number == number))
    }

    /// Whether an account wrote one of the messages of these numbers at a casual table, or one of the last ones.
    pub(super) async fn wrote_at(
        &self,
        game_id: &str,
        account: &str,
        numbers: &[u64],
    ) -> Result<bool, Problem> {
        for number in numbers {
            let message = self.message(game_id, *number).await?;
            if message.is_some_and(|message| message.account_id == account) {
                return Ok(true);
            }
        }
        let asked = ReadChatRequest {
            game_id: game_id.to_owned(),
            newest: true,
            most: MOST,
            ..ReadChatRequest::default()
        };
        let read = self.chat(asked).await?.messages;
        Ok(read.iter().any(|message| message.account_id == account))
    }

    async fn chat(&self, asked: ReadChatRequest) -> Result<ChatPage, Problem> {
        // Without play there are no tables.
        let Some(play) = self.play.get() else {
            return Ok(ChatPage::default());
        };
        let read = PlayServiceClient::new(play.clone()).read_chat(asked).await;
        let read = match read.map_err(|status| Problem::from_status(&status)) {
            Ok(read) => read.into_inner(),
            // The game was booked a moment ago, and play has not made it.
            Err(problem) if problem.kind == Kind::NotFound => return Ok(ChatPage::default()),
            Err(problem) => return Err(problem),
        };
        Ok(ChatPage {
            messages: read.messages,
            older_before: read.older_before,
        })
    }
}
