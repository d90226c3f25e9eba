//! A seat in an event, and its games.

use std::collections::BTreeSet;

use serde::Deserialize;

use crate::{
    Client, Color, Failure, Tournament, TournamentPhase,
    seat::{ATTEMPTS, retry_after},
};

/// A seat that an account holds in an event.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct HeldSeat {
    /// The event.
    pub tournament_id: String,
    /// The entrant whose seat it is.
    pub entrant_id: String,
}

impl HeldSeat {
    /// The seat that a code gives to the account. A code is good once.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn claim(client: &Client, code: &str) -> Result<Self, Failure> {
        let (tournament_id, entrant_id) = client.claim_seat(code).await?;
        Ok(Self {
            tournament_id,
            entrant_id,
        })
    }

    /// The first of the account's seats in events that are not confirmed yet.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn first(client: &Client) -> Result<Option<Self>, Failure> {
        #[derive(Deserialize)]
        struct Me {
            seats: Vec<HeldSeat>,
        }
        let me: Me = client.get("/me").await?;
        Ok(me.seats.into_iter().next())
    }

    /// Its games that wait to be played, but those named; none once the event has no more. A server that is away is
    /// waited for as long as during a game.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn open_games(
        &self,
        client: &Client,
        played: &BTreeSet<String>,
    ) -> Result<Option<Vec<(String, Color)>>, Failure> {
        let path = format!("/tournaments/{}", self.tournament_id);
        let mut failures = 0;
        let event: Tournament = loop {
            match client.get(&path).await {
                Err(failure) if failure.is_of_the_moment() && failures + 1 < ATTEMPTS => {
                    failures += 1;
                    retry_after(failures).await;
                }
                got => break got?,
            }
        };
        let boards = event.rounds.iter().flat_map(|round| &round.boards);
        let open = boards
            .filter(|board| board.result.is_none() && !played.contains(&board.game_id))
            .filter_map(|board| match &self.entrant_id {
                id if *id == board.black_entrant_id => Some((board.game_id.clone(), Color::Black)),
                id if *id == board.white_entrant_id => Some((board.game_id.clone(), Color::White)),
                _ => None,
            })
            .collect();
        let is_over = matches!(
            event.summary.phase,
            TournamentPhase::Played
                | TournamentPhase::Confirmed
                | TournamentPhase::Abandoned
                | TournamentPhase::Cancelled
        );
        Ok((!is_over).then_some(open))
    }
}
