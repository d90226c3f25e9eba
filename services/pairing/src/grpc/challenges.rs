//! Challenges by link, and other games after one.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, authorised,
    casual::account,
    casual_view::{challenge, color, terms},
};
use crate::{
    app::{App, casual::NewChallenge},
    records::{CasualRow, ChallengeRow},
};

impl PairingGrpc {
    pub(super) async fn create_challenge(
        &self,
        request: Request<proto::CreateChallengeRequest>,
    ) -> Answer<proto::CreateChallengeResponse> {
        let (account, by_key) = account(&request)?;
        let asked = request.into_inner();
        let new = NewChallenge {
            account,
            by_key,
            terms: terms(asked.terms)?,
            color: color(asked.color),
            command_id: asked.command_id,
        };
        let app = self.app();
        let made = App::detached(async move { app.challenge(&new).await }).await?;
        let challenge = Some(self.challenge(made).await?);
        Ok(Response::new(proto::CreateChallengeResponse { challenge }))
    }

    pub(super) async fn get_challenge(
        &self,
        request: Request<proto::GetChallengeRequest>,
    ) -> Answer<proto::GetChallengeResponse> {
        authorised(&request)?;
        let id = &request.get_ref().challenge_id;
        let known = self.0.known_challenge(id).await?;
        let challenge = Some(self.challenge(known).await?);
        Ok(Response::new(proto::GetChallengeResponse { challenge }))
    }

    pub(super) async fn take_challenge(
        &self,
        request: Request<proto::TakeChallengeRequest>,
    ) -> Answer<proto::TakeChallengeResponse> {
        let (account, by_key) = account(&request)?;
        let id = request.into_inner().challenge_id;
        let app = self.app();
        let booked = async move { app.take_challenge(&id, (&account, by_key)).await };
        let booked = App::detached(booked).await?;
        let game = Some(self.shown_game(booked).await?);
        Ok(Response::new(proto::TakeChallengeResponse { game }))
    }

    pub(super) async fn withdraw_challenge(
        &self,
        request: Request<proto::WithdrawChallengeRequest>,
    ) -> Answer<proto::WithdrawChallengeResponse> {
        let (account, _) = account(&request)?;
        let id = request.into_inner().challenge_id;
        let app = self.app();
        App::detached(async move { app.withdraw_challenge(&id, &account).await }).await?;
        Ok(Response::new(proto::WithdrawChallengeResponse {}))
    }

    pub(super) async fn offer_rematch(
        &self,
        request: Request<proto::OfferRematchRequest>,
    ) -> Answer<proto::OfferRematchResponse> {
        let (account, by_key) = account(&request)?;
        let id = request.into_inner().game_id;
        let app = self.app();
        let booked = async move { app.offer_rematch(&id, (&account, by_key)).await };
        let booked = App::detached(booked).await?;
        let game = match booked {
            Some(row) => Some(self.shown_game(row).await?),
            None => None,
        };
        Ok(Response::new(proto::OfferRematchResponse { game }))
    }

    async fn challenge(&self, row: ChallengeRow) -> Result<proto::Challenge, Problem> {
        let variant = row.terms().variant;
        let who = [(variant, row.account_id.clone())].into_iter().collect();
        let players = self.0.players(&who).await?;
        Ok(challenge((row, &players), self.0.clock_ms()))
    }

    async fn shown_game(&self, row: CasualRow) -> Result<proto::CasualGame, Problem> {
        let shown = self.0.shown_game(row).await?;
        Ok(self.game_of(shown))
    }
}
