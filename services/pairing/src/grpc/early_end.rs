//! Events that end otherwise than planned.

use std::collections::BTreeMap;

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Abandonment, AdjudicatedBoard, Command, EarlyFinish, RecordedEarlyEnd, SettledRound,
    Shortening, UnfinishedRound,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    acts::{ActRequest, act_response},
    official,
};
use crate::app::{App, check, invalid};

impl PairingGrpc {
    pub(super) async fn shorten_qualification(
        &self,
        request: Request<proto::ShortenQualificationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::ShortenQualification(Shortening {
                    rounds: asked.rounds,
                    reason: writing.id.clone(),
                    by: act.by(),
                    accept_deviations: asked.accept_deviations,
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn end_early(
        &self,
        request: Request<proto::EndEarlyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::EndEarly(EarlyFinish {
                    unfinished: asked.unfinished.as_ref().map(unfinished).transpose()?,
                    without_finals: asked.without_finals,
                    reason: writing.id.clone(),
                    by: act.by(),
                    accept_deviations: asked.accept_deviations,
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn abandon_tournament(
        &self,
        request: Request<proto::AbandonTournamentRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let id = asked.tournament_id;
        let writing = act.writing(&id, &asked.reason, (0, 0))?;
        let abandonment = Abandonment {
            unfinished: asked.unfinished.as_ref().map(unfinished).transpose()?,
            confirm_ranking: asked.confirm_ranking,
            seed: None,
            reason: writing.id.clone(),
            by: act.by(),
            accept_deviations: asked.accept_deviations,
        };
        let app = self.app();
        let done = App::detached(async move { app.abandon(&id, &act, abandonment, writing).await })
            .await?;
        Ok(Response::new(act_response(&done)))
    }

    pub(super) async fn cancel_tournament(
        &self,
        request: Request<proto::CancelTournamentRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::CancelTournament {
                    annul_rounds: asked.annul_rounds,
                    reason: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }
}

fn unfinished(asked: &proto::UnfinishedRound) -> Result<UnfinishedRound, Problem> {
    match asked.fate.as_str() {
        "completed" => Ok(UnfinishedRound::Completed),
        "adjudicated" => {
            let boards = asked.boards.iter().map(|board| {
                Ok(AdjudicatedBoard {
                    table: board.table,
                    black_discs: check::black_discs(board.black_discs)?,
                })
            });
            Ok(UnfinishedRound::Adjudicated {
                boards: boards.collect::<Result<_, Problem>>()?,
            })
        }
        "annulled" => Ok(UnfinishedRound::Annulled),
        _ => Err(invalid(
            "bad_fate",
            "A round that is not finished is completed, adjudicated or annulled.",
        )),
    }
}

/// An act with its reason in words.
pub(super) fn shown(
    known: &RecordedEarlyEnd,
    reasons: &BTreeMap<String, String>,
) -> proto::EarlyEnd {
    let act = &known.act;
    let settled = |settled: SettledRound| (settled.round, settled.fate.name().to_owned());
    let (unfinished_round, fate) = act.unfinished.map(settled).unwrap_or_default();
    proto::EarlyEnd {
        kind: act.kind.name().to_owned(),
        rounds: act.rounds,
        planned: act.planned,
        unfinished_round,
        fate,
        without_finals: act.without_finals,
        ranking_confirmed: act.ranking_confirmed,
        reason: reasons.get(&act.reason).cloned().unwrap_or_default(),
        account_id: act.by.0.clone(),
        at_ms: known.at_ms,
        rule: act.rule.clone().unwrap_or_default(),
    }
}
