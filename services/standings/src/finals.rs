//! The finals: every match as far as it has come.

use outflank_access::Problem;
use outflank_proto::{sentence::v1::Parameter, standings::v1 as proto};
use outflank_tournament::MatchProgress;

use crate::list::whole;
use crate::projection::Folded;

pub(crate) fn matches(folded: &Folded) -> Result<proto::GetFinalsResponse, Problem> {
    let progress = folded
        .state
        .finals_progress()
        .map_err(Problem::internal)?
        .filter(|_| folded.state.qualification_over() || folded.state.finals_begun());
    let Some(progress) = progress else {
        return Ok(proto::GetFinalsResponse {
            version: folded.version,
            ..proto::GetFinalsResponse::default()
        });
    };
    Ok(proto::GetFinalsResponse {
        version: folded.version,
        over: progress.is_over(),
        matches: progress.matches.iter().map(shown).collect(),
        remarks: progress
            .remarks
            .into_iter()
            .map(|remark| proto::FinalsRemark {
                code: remark.code,
                parameters: Parameter::all_of(&remark.parameters),
                detail: remark.detail,
                rule: remark.rule.unwrap_or_default(),
            })
            .collect(),
    })
}

fn shown(one: &MatchProgress) -> proto::FinalsMatch {
    let decision = one.decision.as_ref();
    proto::FinalsMatch {
        match_id: one.match_id.name(),
        title: one.match_id.title(),
        better_entrant_id: one.better.0.clone(),
        worse_entrant_id: one.worse.0.clone(),
        games: one.format.games,
        better_half_points: whole(one.better_half_points.0),
        worse_half_points: whole(one.worse_half_points.0),
        better_discs: whole(one.better_discs),
        worse_discs: whole(one.worse_discs),
        winner_entrant_id: decision
            .map(|decision| decision.winner.0.clone())
            .unwrap_or_default(),
        decision: decision
            .map(|decision| decision.detail.clone())
            .unwrap_or_default(),
        rule: decision
            .and_then(|decision| decision.rule.clone())
            .unwrap_or_default(),
        decided_by: decision
            .map(|decision| decision.code().to_owned())
            .unwrap_or_default(),
    }
}
