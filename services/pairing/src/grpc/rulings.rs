//! Rulings, protests, appeals, disputes, amendments.

use outflank_access::{Problem, identifier::check_person_id};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, AppealDecision, AppealEffect, AppealFiling, Appealed, BoardRef, Command, Committee,
    EntrantId, Offender, Penalty, PenaltyRuling, ProtestDecision, ProtestFiling, ResultAmendment,
    ResultRecord, TournamentState,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, act,
    acts::{ActRequest, ForEntrant, act_response, seat_act},
    official,
    rounds::entered_result,
};
use crate::app::{App, Authority, check, invalid, refused};

impl PairingGrpc {
    pub(super) async fn impose_penalty(
        &self,
        request: Request<proto::ImposePenaltyRequest>,
    ) -> Answer<proto::ImposePenaltyResponse> {
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let asked = request.into_inner();
        let penalty = penalty(&asked.penalty.clone().unwrap_or_default())?;
        let board = penalty.board();
        let ruling_id = act.made("ruling", &asked.tournament_id);
        let writing = act.writing(
            &asked.tournament_id,
            &asked.reason,
            board.map_or((0, 0), Into::into),
        )?;
        let command = Command::ImposePenalty(PenaltyRuling {
            ruling: ruling_id.clone(),
            whom: offender(&asked)?,
            penalty,
            paragraph: given(&asked.paragraph).map(str::to_owned),
            reason: writing.id.clone(),
            by: act.by(),
            accept_deviations: asked.accept_deviations,
            deviations: Vec::new(),
        });
        let asks = ActRequest {
            command,
            writing: Some(writing),
        };
        let done = self.perform(&asked.tournament_id, act, asks).await?;
        Ok(Response::new(proto::ImposePenaltyResponse {
            ruling_id,
            seq: done.seq,
            round_taken_back: done.round_taken_back(),
        }))
    }

    pub(super) async fn review_penalty(
        &self,
        request: Request<proto::ReviewPenaltyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            Ok(ActRequest::from(Command::ReviewPenalty {
                ruling: asked.ruling_id.clone(),
                confirmed: asked.confirmed,
                by: act.by(),
            }))
        })
        .await
    }

    pub(super) async fn file_protest(
        &self,
        request: Request<proto::FileProtestRequest>,
    ) -> Answer<proto::FileProtestResponse> {
        let act = seat_act(&request)?;
        let asked = request.into_inner();
        let protest_id = act.made("protest", &asked.tournament_id);
        let board = (asked.round, asked.table);
        let writing = act.writing(&asked.tournament_id, &asked.reason, board)?;
        let command = Command::FileProtest(ProtestFiling {
            protest: protest_id.clone(),
            entrant: asked.entrant(),
            against: given(&asked.against_entrant_id).map(entrant),
            board: (asked.round > 0).then(|| board.into()),
            reason: writing.id.clone(),
            by: act.by(),
        });
        let asks = ActRequest {
            command,
            writing: Some(writing),
        };
        let done = self.perform(&asked.tournament_id, act, asks).await?;
        Ok(Response::new(proto::FileProtestResponse {
            protest_id,
            seq: done.seq,
        }))
    }

    pub(super) async fn decide_protest(
        &self,
        request: Request<proto::DecideProtestRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::DecideProtest(ProtestDecision {
                    protest: asked.protest_id.clone(),
                    upheld: asked.upheld,
                    ruling: given(&asked.ruling_id).map(str::to_owned),
                    reason: writing.id.clone(),
                    by: act.by(),
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn file_appeal(
        &self,
        request: Request<proto::FileAppealRequest>,
    ) -> Answer<proto::FileAppealResponse> {
        let own = EntrantId(request.get_ref().entrant_id.clone());
        let act = act(&request, &request.get_ref().command_id, |caller| {
            if own.0.is_empty() {
                Authority::Account(caller)
            } else {
                Authority::Seat(caller, own)
            }
        })?;
        let asked = request.into_inner();
        let appeal_id = act.made("appeal", &asked.tournament_id);
        let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
        let against = match (given(&asked.ruling_id), given(&asked.protest_id)) {
            (Some(ruling), None) => Appealed::Ruling {
                ruling: ruling.to_owned(),
            },
            (None, Some(protest)) => Appealed::Protest {
                protest: protest.to_owned(),
            },
            _ => {
                return Err(invalid(
                    "bad_appeal",
                    "An appeal is against one ruling or the decision of one protest.",
                )
                .into());
            }
        };
        let command = Command::FileAppeal(AppealFiling {
            appeal: appeal_id.clone(),
            against,
            entrant: given(&asked.entrant_id).map(entrant),
            reason: writing.id.clone(),
            by: act.by(),
        });
        let asks = ActRequest {
            command,
            writing: Some(writing),
        };
        let done = self.perform(&asked.tournament_id, act, asks).await?;
        let seq = done.seq;
        Ok(Response::new(proto::FileAppealResponse { appeal_id, seq }))
    }

    pub(super) async fn appoint_committee(
        &self,
        request: Request<proto::AppointCommitteeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            let account = |id: &String| -> Result<AccountId, Problem> {
                check_person_id(id)?;
                Ok(AccountId(id.clone()))
            };
            Ok(ActRequest::from(Command::AppointCommittee(Committee {
                appeal: asked.appeal_id.clone(),
                // Without members it is the committee of the event, which has its chair.
                chair: match asked.member_account_ids.is_empty() {
                    true => AccountId::from(""),
                    false if asked.chair_account_id.is_empty() => {
                        return Err(invalid(
                            "bad_account_id",
                            "A committee with members has a chair: name one, or nobody for the committee of the event.",
                        ));
                    }
                    false => account(&asked.chair_account_id)?,
                },
                members: asked
                    .member_account_ids
                    .iter()
                    .map(account)
                    .collect::<Result<_, _>>()?,
                by: act.by(),
            })))
        })
        .await
    }

    pub(super) async fn note_testimony(
        &self,
        request: Request<proto::NoteTestimonyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.testimony, (0, 0))?;
            Ok(ActRequest {
                command: Command::NoteTestimony {
                    appeal: asked.appeal_id.clone(),
                    testimony: writing.id.clone(),
                    by: act.by(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn decide_appeal(
        &self,
        request: Request<proto::DecideAppealRequest>,
    ) -> Answer<proto::ActResponse> {
        let known = self.0.tournament(&request.get_ref().tournament_id).await?;
        self.by_account(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.decision, (0, 0))?;
            let effect = match asked.effect.as_str() {
                "" | "nothing" => AppealEffect::Nothing,
                "annul" => AppealEffect::Annul,
                "replace" => AppealEffect::Replace {
                    ruling: PenaltyRuling {
                        ruling: act.made("ruling", &asked.tournament_id),
                        whom: appealed_offender(&known.state, &asked.appeal_id).ok_or_else(
                            || {
                                invalid(
                                    "no_ruling_appealed",
                                    "Only an appeal against a ruling can replace its penalty.",
                                )
                            },
                        )?,
                        penalty: penalty(&asked.replacement.clone().unwrap_or_default())?,
                        paragraph: None,
                        reason: writing.id.clone(),
                        by: act.by(),
                        accept_deviations: asked.accept_deviations,
                        deviations: Vec::new(),
                    },
                },
                "result" => AppealEffect::Result {
                    round: asked.round,
                    table: asked.table,
                    result: ResultRecord::ruled(
                        check::black_discs(asked.black_discs)?,
                        &known.state.variant(),
                    ),
                },
                _ => {
                    return Err(invalid(
                        "bad_effect",
                        "The effect of an appeal is nothing, annul, replace or result.",
                    ));
                }
            };
            Ok(ActRequest {
                command: Command::DecideAppeal(AppealDecision {
                    appeal: asked.appeal_id.clone(),
                    upheld: asked.upheld,
                    effect,
                    decision: writing.id.clone(),
                    by: act.by(),
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn dispute_result(
        &self,
        request: Request<proto::DisputeResultRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, act| {
            let (round, table) = (asked.round, asked.table);
            let writing = act.writing(&asked.tournament_id, &asked.reason, (round, table))?;
            Ok(ActRequest {
                command: Command::DisputeResult {
                    round,
                    table,
                    entrant: asked.entrant(),
                    reason: writing.id.clone(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn hold_pairing(
        &self,
        request: Request<proto::HoldPairingRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            let (round, table) = (asked.round, asked.table);
            Ok(ActRequest {
                command: Command::HoldPairing {
                    round,
                    table,
                    held: asked.held,
                },
                writing: None,
            })
        })
        .await
    }

    pub(super) async fn settle_dispute(
        &self,
        request: Request<proto::SettleDisputeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let board = (asked.round, asked.table);
            let writing = act.writing(&asked.tournament_id, &asked.reason, board)?;
            Ok(ActRequest {
                command: Command::SettleDispute {
                    round: asked.round,
                    table: asked.table,
                    reason: writing.id.clone(),
                },
                writing: Some(writing),
            })
        })
        .await
    }

    pub(super) async fn amend_confirmed(
        &self,
        request: Request<proto::AmendConfirmedRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let known = self.0.tournament(&asked.tournament_id).await?;
        let variant = known.state.variant();
        let results = asked
            .results
            .iter()
            .map(|amendment| {
                Ok(ResultAmendment {
                    round: amendment.round,
                    table: amendment.table,
                    result: entered_result(
                        amendment.black_discs,
                        &amendment.kind,
                        &amendment.lost_by,
                    )?
                    .record(&variant)
                    .map_err(|refusal| refused(&refusal))?,
                })
            })
            .collect::<Result<Vec<_>, Problem>>()?;
        let app = self.app();
        let done = App::detached(async move {
            app.amend(&asked.tournament_id, &act, results, &asked.reason)
                .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }
}

/// Whom the appealed ruling is against.
fn appealed_offender(state: &TournamentState, appeal_id: &str) -> Option<Offender> {
    match &state.appeal(appeal_id)?.filing.against {
        Appealed::Ruling { ruling } => Some(state.ruling(ruling)?.act.whom.clone()),
        Appealed::Protest { .. } => None,
    }
}

pub(super) fn given(text: &str) -> Option<&str> {
    (!text.is_empty()).then_some(text)
}

fn entrant(id: &str) -> EntrantId {
    EntrantId(id.to_owned())
}

fn offender(asked: &proto::ImposePenaltyRequest) -> Result<Offender, Problem> {
    match (given(&asked.entrant_id), given(&asked.spectator_account_id)) {
        (Some(id), None) => Ok(Offender::Entrant {
            entrant: entrant(id),
        }),
        (None, Some(id)) => {
            check_person_id(id)?;
            Ok(Offender::Spectator {
                account: AccountId(id.to_owned()),
            })
        }
        _ => Err(invalid(
            "bad_offender",
            "A penalty is against one entrant or one spectator's account.",
        )),
    }
}

fn penalty(asked: &proto::Penalty) -> Result<Penalty, Problem> {
    let (round, table) = (asked.round, asked.table);
    Ok(match asked.kind.as_str() {
        "warning" => Penalty::Warning,
        "time" => Penalty::Time {
            round,
            table,
            taken_ms: asked.taken_ms,
            given_ms: asked.given_ms,
            empties_clock: asked.empties_clock,
        },
        "final_score" => Penalty::FinalScore {
            round,
            table,
            opponent_discs: asked.opponent_discs,
        },
        "draw" => Penalty::Draw { round, table },
        "loss_of_game" => Penalty::LossOfGame {
            round,
            table,
            opponent_discs: (asked.opponent_discs > 0).then_some(asked.opponent_discs),
        },
        "points" => Penalty::Points {
            half_points: asked.half_points.into(),
            board: (round > 0).then_some(BoardRef { round, table }),
        },
        "position" => Penalty::Position {
            places: asked.places,
            board: (round > 0).then_some(BoardRef { round, table }),
        },
        "room_expulsion" => Penalty::RoomExpulsion {
            until_ms: (asked.until_ms > 0).then_some(asked.until_ms),
        },
        "expulsion" => Penalty::Expulsion,
        "disqualification" => Penalty::Disqualification,
        "series_disqualification" => Penalty::SeriesDisqualification,
        "ban" => Penalty::Ban,
        _ => {
            return Err(invalid(
                "bad_penalty",
                "A penalty is one of warning, time, final_score, draw, loss_of_game, points, position, \
                 room_expulsion, expulsion, disqualification, series_disqualification and ban.",
            ));
        }
    })
}
