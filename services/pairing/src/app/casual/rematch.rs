//! Another game after one that is over, where both want it.

use std::sync::Arc;

use outflank_access::{Problem, identifier};
use outflank_casual::{Origin, REMATCH_WITHIN_MS, Wanted};
use outflank_othello::Color;

use super::{super::App, challenges::Agreed, problems};
use crate::records::{CasualRow, ChallengeRow, stored_color};

impl App {
    /// Offers the opponent another game, by an API key or not; booked where both have offered one. An offer stands
    /// whether or not the two may meet: who offers learns nothing of the opponent by it.
    ///
    /// # Errors
    /// `unknown_casual_game`, `not_your_game`, `not_over`, `rematch_too_late`, and those of a challenge that is taken up.
    pub(crate) async fn offer_rematch(
        self: &Arc<Self>,
        game_id: &str,
        (account, by_key): (&str, bool),
    ) -> Result<Option<CasualRow>, Problem> {
        let mut game = self.casual_row(game_id).await?;
        if game.over_at_ms == 0 {
            // It may be over, and play not heard yet.
            self.catch_up().await?;
            game = self.casual_row(game_id).await?;
        }
        let players = game.players();
        let own = Color::BOTH
            .into_iter()
            .find(|color| *players.get(*color) == account)
            .ok_or_else(problems::not_your_game)?;
        let opponent = players.get(own.opponent());
        if let Some(next) = self.next_game(game_id, [account, *opponent]).await? {
            return Ok(Some(next));
        }
        if game.over_at_ms == 0 {
            return Err(problems::not_over());
        }
        let now_ms = self.clock.now_ms();
        if now_ms.saturating_sub(game.over_at_ms) > REMATCH_WITHIN_MS {
            return Err(problems::rematch_too_late());
        }
        self.check_may_play(account).await?;
        let terms = game.terms();
        let offer = |of: &str, color: Color| ChallengeRow {
            challenge_id: offer_id(game_id, of),
            command_id: offer_id(game_id, of),
            account_id: of.to_owned(),
            variant: game.variant.clone(),
            main_ms: game.main_ms,
            increment_ms: game.increment_ms,
            color: stored_color(Some(terms.next_color(color))).to_owned(),
            rematch_of: game_id.to_owned(),
            expires_at_ms: now_ms.saturating_add(REMATCH_WITHIN_MS),
            game_id: String::new(),
            by_key: i64::from(by_key),
        };
        // Both offers are kept before either is looked for: of two that come at once one sees the other.
        self.records.keep_challenge(&offer(account, own)).await?;
        let theirs = offer_id(game_id, opponent);
        let Some(theirs) = self.records.challenge(&theirs).await? else {
            return Ok(None);
        };
        let agreed = Agreed {
            wanted: Wanted {
                challenger: self.agreeing(opponent, theirs.by_key > 0).await?,
                opponent: self.agreeing(account, by_key).await?,
                terms,
                color: Some(terms.next_color(own.opponent())),
                origin: Origin::Rematch {
                    of: game_id.to_owned(),
                },
                drawn_before: game.drawn_before(),
            },
            challenge: &theirs,
            own_offer: Some(offer_id(game_id, account)),
        };
        match self.book_agreed(&agreed).await {
            Ok(next) => Ok(Some(next)),
            // The opponent's own call was faster.
            Err(problem) => match self.next_game(game_id, [account, *opponent]).await? {
                Some(next) => Ok(Some(next)),
                None => Err(problem),
            },
        }
    }

    /// The game that came of an offer after that one.
    async fn next_game(
        &self,
        game_id: &str,
        players: [&str; 2],
    ) -> Result<Option<CasualRow>, Problem> {
        for player in players {
            let offer = self.records.challenge(&offer_id(game_id, player)).await?;
            if let Some(offer) = offer.filter(|offer| !offer.game_id.is_empty()) {
                return self.records.casual_game(&offer.game_id).await;
            }
        }
        Ok(None)
    }

    /// # Errors
    /// `unknown_casual_game`.
    pub(in crate::app) async fn casual_row(&self, game_id: &str) -> Result<CasualRow, Problem> {
        let row = self.records.casual_game(game_id).await?;
        row.ok_or_else(problems::unknown_casual_game)
    }
}

fn offer_id(game_id: &str, account: &str) -> String {
    identifier::derived_id(&["rematch", game_id, account])
}
