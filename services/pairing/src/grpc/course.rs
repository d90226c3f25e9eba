//! The course of an event: edits of rounds, draws, finals.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Choice, Command, EntrantId, FixedPair, Handicap, MadeChoice, ManualPair, ManualPairing,
    RoundConstraints,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    acts::{ActRequest, ForEntrant, act_response, seat_act},
    clocks, official, view,
};
use crate::app::{App, NewRound, check, invalid};

impl PairingGrpc {
    pub(super) async fn publish_round(
        &self,
        request: Request<proto::PublishRoundRequest>,
    ) -> Answer<proto::PublishRoundResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let new = NewRound {
            starts_at_ms: asked.starts_at_ms,
            into_break: asked.into_break,
            accept_deviations: asked.accept_deviations,
            manual: asked.manual.map(manual),
            constraints: asked.constraints.map(constraints).unwrap_or_default(),
            clocks: asked
                .clocks
                .into_iter()
                .map(clocks::player_clock)
                .collect::<Result<_, _>>()?,
            handicaps: asked.handicaps.into_iter().map(handicap).collect(),
        };
        let (app, id) = (self.app(), asked.tournament_id.clone());
        let (number, done) =
            App::detached(async move { app.publish(&id, &act, new).await }).await?;
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let round = tournament.state.round(number);
        let notes = BTreeMap::new();
        Ok(Response::new(proto::PublishRoundResponse {
            round: round.map(|round| view::round(&tournament, round, &notes)),
            seq: done.seq,
        }))
    }

    pub(super) async fn unpublish_round(
        &self,
        request: Request<proto::UnpublishRoundRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (asked.round, 0))?;
            Ok(ActRequest {
                command: Command::UnpublishRound {
                    round: asked.round,
                    reason: writing.id.clone(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn commit_nonce(
        &self,
        request: Request<proto::CommitNonceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            Ok(ActRequest::from(Command::CommitNonce {
                entrant: asked.entrant(),
                commitment: check::seed("A commitment", &asked.commitment)?,
            }))
        })
        .await
    }

    pub(super) async fn give_nonce(
        &self,
        request: Request<proto::GiveNonceRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            Ok(ActRequest::from(Command::GiveNonce {
                entrant: asked.entrant(),
                nonce: check::seed("A nonce", &asked.nonce)?,
            }))
        })
        .await
    }

    pub(super) async fn announce_finals_round(
        &self,
        request: Request<proto::AnnounceFinalsRoundRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done = App::detached(async move {
            app.announce_finals(
                &asked.tournament_id,
                &act,
                asked.starts_at_ms,
                asked.accept_deviations,
            )
            .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn choose_colour(
        &self,
        request: Request<proto::ChooseColourRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = seat_act(&request)?;
        let asked = request.into_inner();
        let made = MadeChoice {
            player: asked.entrant(),
            choice: choice(&asked.choice)?,
        };
        let app = self.app();
        let done = App::detached(async move {
            app.choose_colour(&asked.tournament_id, &act, asked.match_id, made)
                .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn agree_to_playoff(
        &self,
        request: Request<proto::AgreeToPlayoffRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, _| {
            Ok(ActRequest::from(Command::AgreeToPlayoff {
                entrant: asked.entrant(),
                opponent: EntrantId(asked.opponent_entrant_id.clone()),
            }))
        })
        .await
    }

    pub(super) async fn draw_lots(
        &self,
        request: Request<proto::DrawLotsRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let app = self.app();
        let done =
            App::detached(async move { app.draw_lots(&asked.tournament_id, &act).await }).await?;
        Ok(Response::new(act_response(&done)))
    }
}

fn choice(text: &str) -> Result<Choice, Problem> {
    match text {
        "black" => Ok(Choice::Black),
        "white" => Ok(Choice::White),
        "opponent_picks_colour" => Ok(Choice::OpponentPicksColour),
        _ => Err(invalid(
            "bad_choice",
            "A choice is black, white or opponent_picks_colour.",
        )),
    }
}

fn entrant(id: String) -> EntrantId {
    EntrantId(id)
}

/// More discs than there are corners are the engine's to refuse.
pub(super) fn handicap(asked: proto::Handicap) -> Handicap {
    Handicap {
        entrant: EntrantId(asked.entrant_id),
        discs: u8::try_from(asked.discs).unwrap_or(u8::MAX),
    }
}

pub(super) fn manual(asked: proto::ManualPairing) -> ManualPairing {
    ManualPairing {
        pairs: asked
            .pairs
            .into_iter()
            .map(|pair| ManualPair {
                black: entrant(pair.black_entrant_id),
                white: entrant(pair.white_entrant_id),
            })
            .collect(),
        byes: asked.bye_entrant_ids.into_iter().map(entrant).collect(),
    }
}

pub(super) fn constraints(asked: proto::RoundConstraints) -> RoundConstraints {
    let given = |id: String| (!id.is_empty()).then_some(EntrantId(id));
    RoundConstraints {
        locked: asked
            .locked
            .into_iter()
            .map(|pair| FixedPair {
                one: entrant(pair.one_entrant_id),
                two: entrant(pair.two_entrant_id),
                black: given(pair.black_entrant_id),
            })
            .collect(),
        forbidden: asked
            .forbidden
            .into_iter()
            .map(|pair| (entrant(pair.one_entrant_id), entrant(pair.two_entrant_id)))
            .collect(),
        bye: given(asked.bye_entrant_id),
        no_bye: asked.no_bye_entrant_ids.into_iter().map(entrant).collect(),
    }
}
