//! The fallback when this server cannot be reached: PAPP's files out, and in again.

use outflank_access::Caller;
use outflank_formats::papp::{
    exchange::{ExchangeFinding, ExchangeStep},
    folder::Untold,
};
use outflank_proto::{
    pairing::v1 as proto,
    sentence::v1::{Parameter, Sentence},
};
use outflank_tournament::EntrantId;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, acts::act_response, official, rules};
use crate::app::{App, PappFile, PappFiles, PappPreview};

impl PairingGrpc {
    pub(super) async fn get_papp_files(
        &self,
        request: Request<proto::GetPappFilesRequest>,
    ) -> Answer<proto::GetPappFilesResponse> {
        let caller = Caller::of(&request)?;
        let id = &request.get_ref().tournament_id;
        let PappFiles {
            name,
            archive,
            untold,
            seq,
        } = self.app().papp_files(id, &caller).await?;
        Ok(Response::new(proto::GetPappFilesResponse {
            name,
            content: archive,
            untold: untold.iter().map(Untold::to_string).collect(),
            untold_sentences: untold.iter().map(sentence).collect(),
            seq,
        }))
    }

    pub(super) async fn preview_papp_files(
        &self,
        request: Request<proto::PreviewPappFilesRequest>,
    ) -> Answer<proto::PreviewPappFilesResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let (app, sent) = (self.app(), files(asked.files));
        let preview = App::detached(async move {
            app.preview_papp_files(&asked.tournament_id, caller, sent)
                .await
        })
        .await?;
        Ok(Response::new(shown(preview)))
    }

    pub(super) async fn take_papp_files(
        &self,
        request: Request<proto::TakePappFilesRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let (app, sent) = (self.app(), files(asked.files));
        let done = App::detached(async move {
            let asked_of = (sent, asked.reason.as_str(), asked.accept_deviations);
            app.take_papp_files(&asked.tournament_id, &act, asked_of)
                .await
        })
        .await?;
        Ok(Response::new(act_response(&done)))
    }
}

fn files(sent: Vec<proto::PappFile>) -> Vec<PappFile> {
    let sent = sent.into_iter();
    sent.map(|file| PappFile {
        name: file.name,
        content: file.content,
    })
    .collect()
}

fn shown(preview: PappPreview) -> proto::PreviewPappFilesResponse {
    let PappPreview {
        compared,
        departures,
        obstacles,
        seq,
        names,
    } = preview;
    proto::PreviewPappFilesResponse {
        agreed_rounds: compared.agreed,
        steps: compared.steps.iter().map(step).collect(),
        findings: compared.findings.iter().map(finding).collect(),
        departures: departures
            .into_iter()
            .map(|one| rules::deviation_by_name(one, &names))
            .collect(),
        obstacles: obstacles.into_iter().map(Into::into).collect(),
        seq,
    }
}

fn sentence(untold: &Untold) -> Sentence {
    let (code, parameters) = untold.told();
    Sentence {
        text: untold.to_string(),
        code: code.to_owned(),
        parameters: Parameter::each_of(parameters).collect(),
    }
}

fn finding(found: &ExchangeFinding) -> proto::PappFinding {
    proto::PappFinding {
        code: found.code().to_owned(),
        what: found.to_string(),
        round: found.round().unwrap_or_default(),
        numbers: found.players(),
        parameters: Parameter::each_of(found.parameters()).collect(),
    }
}

fn step(step: &ExchangeStep) -> proto::PappStep {
    let ids = |entrants: &[&EntrantId]| -> Vec<String> {
        entrants.iter().map(|entrant| entrant.0.clone()).collect()
    };
    let told = proto::PappStep {
        round: step.round(),
        ..proto::PappStep::default()
    };
    let of = |kind: &str, entrants: &[&EntrantId]| proto::PappStep {
        kind: kind.to_owned(),
        entrant_ids: ids(entrants),
        ..told.clone()
    };
    match step {
        ExchangeStep::Result {
            table,
            black,
            white,
            black_discs,
            ..
        } => proto::PappStep {
            table: *table,
            black_discs: Some(*black_discs),
            ..of("result", &[black, white])
        },
        ExchangeStep::Finish { .. } => of("finish", &[]),
        ExchangeStep::CheckIn { entrants, .. } => {
            of("check_in", &entrants.iter().collect::<Vec<_>>())
        }
        ExchangeStep::Return { entrant, .. } => of("return", &[entrant]),
        ExchangeStep::Absence { entrant, .. } => of("absence", &[entrant]),
        ExchangeStep::Withdrawal { entrant, .. } => of("withdrawal", &[entrant]),
        ExchangeStep::Publish { pairs, bye, .. } => proto::PappStep {
            pairing: Some(proto::ManualPairing {
                pairs: pairs
                    .iter()
                    .map(|(black, white)| proto::ManualPair {
                        black_entrant_id: black.0.clone(),
                        white_entrant_id: white.0.clone(),
                    })
                    .collect(),
                bye_entrant_ids: bye.iter().map(|bye| bye.0.clone()).collect(),
            }),
            ..of("publish", &[])
        },
    }
}
