//! The finals of the sample event: lots, announcements, and colours chosen by the seats themselves.

use outflank_client::{AnnouncedGame, AnnouncedRound, Client, Failure, Tournament};
use serde_json::json;

use super::{SampleEvent, kept::Kept};
use crate::serve::house::colours;

impl SampleEvent {
    /// Lots for entrants who are equal on every criterion.
    pub(super) async fn draw_lots(
        &self,
        director: &Client,
        tournament_id: &str,
    ) -> anyhow::Result<()> {
        let path = format!("/tournaments/{tournament_id}/lots");
        let _: serde_json::Value = director.command(&path, &json!({}), "sample-lots").await?;
        Ok(())
    }

    /// Announces the next round of finals with the house's notice, which is shorter than the text's.
    pub(super) async fn announce_finals(
        &self,
        director: &Client,
        tournament: &Tournament,
    ) -> anyhow::Result<()> {
        let next = tournament.summary.round.saturating_add(1);
        let body = json!({
            "starts_at_ms": self.next_start_ms(director).await?,
            "accept_deviations": true,
        });
        let path = format!("/tournaments/{}/finals", tournament.summary.id);
        let _: serde_json::Value = director
            .command(&path, &body, &format!("sample-finals-{next}"))
            .await?;
        Ok(())
    }

    /// Everybody whose choice it is takes black. Nobody may any more once the start has come: the colours
    /// that are open then go by lot.
    pub(super) async fn choose_colours(
        &self,
        tournament_id: &str,
        announced: &AnnouncedRound,
        kept: &mut Kept,
    ) -> anyhow::Result<()> {
        for game in &announced.games {
            for entrant in colours::choosers(game) {
                if self.takes_black(tournament_id, entrant, game, kept).await? {
                    break;
                }
            }
        }
        Ok(())
    }

    /// Whether the choice was this entrant's.
    async fn takes_black(
        &self,
        tournament_id: &str,
        entrant: &str,
        game: &AnnouncedGame,
        kept: &mut Kept,
    ) -> anyhow::Result<bool> {
        let Some(place) = kept.seats.iter().position(|(id, _)| id == entrant) else {
            anyhow::bail!("the house has no session for entrant {entrant}");
        };
        let seat = Client::here(&self.base).with_session(kept.seats[place].1.clone());
        let (path, body) = colours::black(tournament_id, entrant, game);
        let chosen = seat.post::<serde_json::Value>(&path, &body).await;
        if let Some(session) = seat.session().await {
            kept.seats[place].1 = session;
            kept.write(&self.file)?;
        }
        match chosen {
            Ok(_) => Ok(true),
            Err(Failure::Refused(_)) => Ok(false),
            Err(failure) => Err(failure.into()),
        }
    }
}
