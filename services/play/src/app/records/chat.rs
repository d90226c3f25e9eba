//! What is written at the tables.

use outflank_access::Problem;
use outflank_journal::records;
use outflank_othello::Color;

use super::{
    PlayRecords,
    message::{Channel, Hearing, KeptMessage, SPECTATOR},
};
use crate::app::refusal::stored;

const COLUMNS: &str = "game_id, number, account_id, command_id, channel, role, addressed_to, text, \
                       at_ms, removed_by IS NOT NULL AS removed";
/// A race for a number is run again at most so often.
const ATTEMPTS: u32 = 16;

/// An account that may write no more in a tournament.
#[derive(Debug)]
pub(crate) struct Silenced {
    pub account_id: String,
    /// Who silenced it.
    pub official_id: String,
    pub reason: String,
    pub at_ms: i64,
}

outflank_journal::from_row!(Silenced {
    account_id,
    official_id,
    reason,
    at_ms,
});

impl PlayRecords {
    /// Keeps a message under the next number of its game. One that was kept before under the same id of
    /// the same account comes back as it is.
    pub async fn save_message(&self, message: KeptMessage) -> Result<(KeptMessage, bool), Problem> {
        for _ in 0..ATTEMPTS {
            if let Some(kept) = self.kept_message(&message).await? {
                return Ok((kept, false));
            }
            if let Some(number) = self.number_message(&message).await? {
                return Ok((KeptMessage { number, ..message }, true));
            }
        }
        Err(Problem::internal("a game's chat changes without end"))
    }

    /// What is kept under the id of this message, of its account at its game.
    pub async fn kept_message(
        &self,
        message: &KeptMessage,
    ) -> Result<Option<KeptMessage>, Problem> {
        let kept: Option<MessageRow> = records::query_as(sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM chat_messages \
             WHERE game_id = $1 AND account_id = $2 AND command_id = $3"
        )))
        .bind(&message.game_id)
        .bind(&message.account)
        .bind(&message.command_id)
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)?;
        kept.map(MessageRow::read).transpose()
    }

    /// `None` when another message took the number, or this one was kept, at the same moment.
    async fn number_message(&self, message: &KeptMessage) -> Result<Option<u64>, Problem> {
        let mut writing = self.0.write().await.map_err(stored)?;
        let number: Option<i64> = records::query_scalar(
            "INSERT INTO chat_messages (game_id, number, account_id, command_id, channel, role, \
             addressed_to, text, at_ms) \
             SELECT $1, 1 + COALESCE(MAX(number), 0), $2, $3, $4, $5, $6, $7, $8 \
             FROM chat_messages WHERE game_id = $1 ON CONFLICT DO NOTHING RETURNING number",
        )
        .bind(&message.game_id)
        .bind(&message.account)
        .bind(&message.command_id)
        .bind(message.channel.as_str())
        .bind(message.role)
        .bind(message.addressed_to.map_or("", Color::as_str))
        .bind(&message.text)
        .bind(message.at_ms)
        .fetch_optional(&mut writing)
        .await
        .map_err(stored)?;
        writing.commit().await.map_err(stored)?;
        Ok(number.map(i64::unsigned_abs))
    }

    /// The messages of a game after a number, in order.
    pub async fn messages(
        &self,
        game_id: &str,
        after: u64,
        most: u32,
    ) -> Result<Vec<KeptMessage>, Problem> {
        let rows: Vec<MessageRow> = records::query_as(sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM chat_messages WHERE game_id = $1 AND number > $2 \
             ORDER BY number LIMIT $3"
        )))
        .bind(game_id)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(most)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        rows.into_iter().map(MessageRow::read).collect()
    }

    /// What may be read of a game's messages between two numbers, from either end: [`Hearing::hears`] in SQL, so that a
    /// page has as many as it is to have.
    pub async fn heard_messages(
        &self,
        (game_id, hearing): (&str, &Hearing),
        (after, before): (u64, u64),
        (newest_first, most): (bool, u32),
    ) -> Result<Vec<KeptMessage>, Problem> {
        let order = if newest_first { "DESC" } else { "ASC" };
        let named = |channel: Channel| match hearing.channels.contains(&channel) {
            true => channel.as_str(),
            false => "",
        };
        let [first, second, third] = Channel::ALL.map(named);
        let [black, white] = Color::BOTH.map(|color| match hearing.addressed_to {
            Some(own) => own.as_str(),
            None => color.as_str(),
        });
        let held_back = match hearing.without_spectators {
            true => SPECTATOR,
            false => "",
        };
        let rows: Vec<MessageRow> = records::query_as(sqlx::AssertSqlSafe(format!(
            "SELECT {COLUMNS} FROM chat_messages WHERE game_id = $1 AND number > $2 AND number < $3 \
             AND (account_id = $4 OR (channel IN ($5, $6, $7) AND addressed_to IN ('', $8, $9) \
             AND (channel <> 'spectators' OR role <> $10))) ORDER BY number {order} LIMIT $11"
        )))
        .bind(game_id)
        .bind(i64::try_from(after).unwrap_or(i64::MAX))
        .bind(i64::try_from(before).unwrap_or(i64::MAX))
        .bind(hearing.writer.as_deref().unwrap_or_default())
        .bind(first)
        .bind(second)
        .bind(third)
        .bind(black)
        .bind(white)
        .bind(held_back)
        .bind(most)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)?;
        rows.into_iter().map(MessageRow::read).collect()
    }

    /// The number of a game's last message; 0 when there is none.
    pub async fn last_message(&self, game_id: &str) -> Result<u64, Problem> {
        let last: Option<i64> =
            records::query_scalar("SELECT MAX(number) FROM chat_messages WHERE game_id = $1")
                .bind(game_id)
                .fetch_one(self.0.read())
                .await
                .map_err(stored)?;
        Ok(last.unwrap_or_default().unsigned_abs())
    }

    /// How many messages an account has written in a game since an instant.
    pub async fn written_since(
        &self,
        game_id: &str,
        account: &str,
        since_ms: i64,
    ) -> Result<usize, Problem> {
        let written: i64 = records::query_scalar(
            "SELECT COUNT(*) FROM chat_messages WHERE game_id = $1 AND account_id = $2 AND at_ms > $3",
        )
        .bind(game_id)
        .bind(account)
        .bind(since_ms)
        .fetch_one(self.0.read())
        .await
        .map_err(stored)?;
        Ok(usize::try_from(written).unwrap_or(usize::MAX))
    }

    /// Takes a message away; answers it as it is then, `None` if there is none of that number.
    pub async fn remove_message(
        &self,
        game_id: &str,
        number: u64,
        (official, reason): (&str, &str),
    ) -> Result<Option<KeptMessage>, Problem> {
        let place = i64::try_from(number).unwrap_or(i64::MAX);
        self.run(
            records::query(
                "UPDATE chat_messages SET removed_by = $1, reason = $2 \
                 WHERE game_id = $3 AND number = $4 AND removed_by IS NULL",
            )
            .bind(official.to_owned())
            .bind(reason.to_owned())
            .bind(game_id.to_owned())
            .bind(place),
        )
        .await?;
        let found = self.messages(game_id, number.saturating_sub(1), 1).await?;
        Ok(found.into_iter().find(|message| message.number == number))
    }

    /// Silences an account in a tournament.
    pub async fn mute(
        &self,
        tournament_id: &str,
        account: &str,
        (official, reason, at_ms): (&str, &str, i64),
    ) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO chat_mutes (tournament_id, account_id, official_id, reason, at_ms) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (tournament_id, account_id) DO NOTHING",
            )
            .bind(tournament_id.to_owned())
            .bind(account.to_owned())
            .bind(official.to_owned())
            .bind(reason.to_owned())
            .bind(at_ms),
        )
        .await
    }

    /// Keeps an account from writing at casual tables, in place of what kept it before; `until_ms`: 0 = for good.
    pub async fn mute_until(
        &self,
        account: &str,
        until_ms: i64,
        (moderator, act, at_ms): (&str, &str, i64),
    ) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO chat_mutes (tournament_id, account_id, official_id, reason, at_ms, until_ms) \
                 VALUES ('', $1, $2, $3, $4, $5) ON CONFLICT (tournament_id, account_id) DO UPDATE SET \
                 official_id = excluded.official_id, reason = excluded.reason, at_ms = excluded.at_ms, \
                 until_ms = excluded.until_ms",
            )
            .bind(account.to_owned())
            .bind(moderator.to_owned())
            .bind(act.to_owned())
            .bind(at_ms)
            .bind(until_ms),
        )
        .await
    }

    pub async fn unmute(&self, tournament_id: &str, account: &str) -> Result<(), Problem> {
        self.run(
            records::query("DELETE FROM chat_mutes WHERE tournament_id = $1 AND account_id = $2")
                .bind(tournament_id.to_owned())
                .bind(account.to_owned()),
        )
        .await
    }

    /// Whether an account may write no more in a tournament, or at casual tables where it has no id: there, whoever operates
    /// it may not either.
    pub async fn is_muted(
        &self,
        (tournament_id, account): (&str, &str),
        now_ms: i64,
    ) -> Result<bool, Problem> {
        let found: Option<i64> = records::query_scalar(
            "SELECT at_ms FROM chat_mutes WHERE tournament_id = $1 \
             AND (account_id = $2 OR (tournament_id = '' AND account_id IN \
             (SELECT operator_id FROM seats WHERE tournament_id = '' AND entrant_id = $3))) \
             AND (until_ms = 0 OR until_ms > $4) LIMIT 1",
        )
        .bind(tournament_id)
        .bind(account)
        .bind(account)
        .bind(now_ms)
        .fetch_optional(self.0.read())
        .await
        .map_err(stored)?;
        Ok(found.is_some())
    }

    /// The accounts that may write no more in a tournament, or at casual tables: there also those of programs whose
    /// operator may not.
    pub async fn silenced_accounts(
        &self,
        tournament_id: &str,
        now_ms: i64,
    ) -> Result<Vec<String>, Problem> {
        records::query_scalar(
            "SELECT account_id FROM chat_mutes \
             WHERE tournament_id = $1 AND (until_ms = 0 OR until_ms > $2) \
             UNION SELECT seats.account_id FROM chat_mutes \
             JOIN seats ON seats.operator_id = chat_mutes.account_id AND seats.tournament_id = '' \
             WHERE chat_mutes.tournament_id = $3 AND chat_mutes.tournament_id = '' \
             AND (chat_mutes.until_ms = 0 OR chat_mutes.until_ms > $4)",
        )
        .bind(tournament_id)
        .bind(now_ms)
        .bind(tournament_id)
        .bind(now_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Who may write no more in a tournament, by their accounts.
    pub async fn silenced(
        &self,
        tournament_id: &str,
        now_ms: i64,
    ) -> Result<Vec<Silenced>, Problem> {
        records::query_as(
            "SELECT account_id, official_id, reason, at_ms FROM chat_mutes \
             WHERE tournament_id = $1 AND (until_ms = 0 OR until_ms > $2) ORDER BY account_id",
        )
        .bind(tournament_id)
        .bind(now_ms)
        .fetch_all(self.0.read())
        .await
        .map_err(stored)
    }

    /// Opens or closes the spectators' channel of a game.
    pub async fn set_room(
        &self,
        game_id: &str,
        open: bool,
        (official, reason, at_ms): (&str, &str, i64),
    ) -> Result<(), Problem> {
        self.run(
            records::query(
                "INSERT INTO chat_rooms (game_id, open_to_spectators, official_id, reason, at_ms) \
                 VALUES ($1, $2, $3, $4, $5) ON CONFLICT (game_id) DO UPDATE SET \
                 open_to_spectators = excluded.open_to_spectators, \
                 official_id = excluded.official_id, reason = excluded.reason, \
                 at_ms = excluded.at_ms",
            )
            .bind(game_id.to_owned())
            .bind(open)
            .bind(official.to_owned())
            .bind(reason.to_owned())
            .bind(at_ms),
        )
        .await
    }

    /// What an official said of the spectators' channel of a game, if one did.
    pub async fn room(&self, game_id: &str) -> Result<Option<bool>, Problem> {
        records::query_scalar("SELECT open_to_spectators FROM chat_rooms WHERE game_id = $1")
            .bind(game_id)
            .fetch_optional(self.0.read())
            .await
            .map_err(stored)
    }
}

struct MessageRow {
    game_id: String,
    number: i64,
    account_id: String,
    command_id: String,
    channel: String,
    role: String,
    addressed_to: String,
    text: String,
    at_ms: i64,
    removed: bool,
}

outflank_journal::from_row!(MessageRow {
    game_id,
    number,
    account_id,
    command_id,
    channel,
    role,
    addressed_to,
    text,
    at_ms,
    removed,
});

impl MessageRow {
    fn read(self) -> Result<KeptMessage, Problem> {
        let unreadable = || Problem::internal("a chat message cannot be read");
        Ok(KeptMessage {
            game_id: self.game_id,
            number: self.number.unsigned_abs(),
            account: self.account_id,
            command_id: self.command_id,
            channel: Channel::from_str(&self.channel).ok_or_else(unreadable)?,
            role: ["black", "white", "official", "spectator"]
                .into_iter()
                .find(|known| *known == self.role)
                .ok_or_else(unreadable)?,
            addressed_to: Color::BOTH
                .into_iter()
                .find(|color| color.as_str() == self.addressed_to),
            text: self.text,
            at_ms: self.at_ms,
            removed: self.removed,
        })
    }
}
