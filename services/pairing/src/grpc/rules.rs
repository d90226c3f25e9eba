//! Rule sets: presets, a director's copies, and their judgement.

use std::collections::BTreeMap;

use outflank_access::{Page, Problem, page};
use outflank_proto::{pairing::v1 as proto, sentence::v1::Parameter};
use outflank_tournament::{
    Command, Deviation, Reading, RuleSet, RuleVersion, RulesAmendment, check_rule_set, deviations,
    plan_table, readings, stage_plan,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    acts::{ActRequest, act_response},
    authorised, official, view,
};
use crate::{
    Founding,
    app::{bad_rules_choice, check, named, refused},
    records::EntrantName,
};

pub(super) fn list(
    request: &Request<proto::ListRuleSetsRequest>,
    founding: Founding,
) -> Answer<proto::ListRuleSetsResponse> {
    authorised(request)?;
    let asked = request.get_ref();
    let page: Page<String> = Page::asked(asked.page_size, &asked.page_token, &"rule sets")?;
    let names = RuleSet::preset_names();
    let seen = match page.after() {
        None => 0,
        Some(after) => {
            let at = names.iter().position(|name| name == after);
            at.ok_or_else(page::refused_token)? + 1
        }
    };
    let behind = names.into_iter().skip(seen).take(page.sought()).collect();
    let (names, next_page_token) = page.cut(behind, |last: &&str| (*last).to_owned())?;
    let rules = names.into_iter().map(RuleSet::preset);
    Ok(Response::new(proto::ListRuleSetsResponse {
        rule_sets: rules
            .map(|rules| rules.map(view::rule_set))
            .collect::<Result<_, _>>()
            .map_err(|refusal| refused(&refusal))?,
        next_page_token,
        founding: founding.name().to_owned(),
    }))
}

pub(super) fn get(
    request: &Request<proto::GetRuleSetRequest>,
) -> Answer<proto::GetRuleSetResponse> {
    authorised(request)?;
    let rules = RuleSet::preset(&request.get_ref().name).map_err(|refusal| refused(&refusal))?;
    Ok(Response::new(proto::GetRuleSetResponse {
        rule_set_json: serde_json::to_string(&rules).map_err(Problem::internal)?,
        readings: readings(&rules).into_iter().map(reading).collect(),
        formats: plan_table(&rules)
            .into_iter()
            .map(view::format_row)
            .collect(),
    }))
}

pub(super) fn judge(
    request: &Request<proto::CheckRuleSetRequest>,
) -> Answer<proto::CheckRuleSetResponse> {
    authorised(request)?;
    let asked = request.get_ref();
    let rules = check::rule_set_document(&asked.rule_set_json)?;
    let mut answer = proto::CheckRuleSetResponse {
        readings: readings(&rules).into_iter().map(reading).collect(),
        deviations: deviations(&rules).into_iter().map(deviation).collect(),
        ..proto::CheckRuleSetResponse::default()
    };
    let plan = check_rule_set(&rules).and_then(|()| {
        answer.formats = plan_table(&rules)
            .into_iter()
            .map(view::format_row)
            .collect();
        (asked.entrants > 0)
            .then(|| stage_plan(&rules, asked.entrants))
            .transpose()
    });
    match plan {
        Ok(None) => {}
        Ok(Some(plan)) => {
            answer.stages = plan.describe();
            answer.stage_sentences = plan.sentences().into_iter().map(view::sentence).collect();
            answer
                .deviations
                .extend(plan.deviations.into_iter().map(deviation));
        }
        Err(refusal) => {
            answer.problem = refusal.detail();
            answer.problem_rule = refusal.rule().unwrap_or_default().to_owned();
            answer.problem_code = refusal.code().to_owned();
            answer.problem_parameters = refused(&refusal).parameters().to_vec();
        }
    }
    Ok(Response::new(answer))
}

pub(super) fn reading(reading: Reading) -> proto::Reading {
    proto::Reading {
        value: reading.value,
        name: reading.name,
        rule: reading.rule.unwrap_or_default(),
        detail: reading.detail,
        changed: reading.changed,
    }
}

pub(super) fn deviation(deviation: Deviation) -> proto::Deviation {
    proto::Deviation {
        what: deviation.detail,
        rule: deviation.rule.unwrap_or_default(),
        code: deviation.value,
        parameters: Parameter::all_of(&deviation.parameters),
    }
}

/// The same with the names of entrants in its sentence, which the stream does not hold.
pub(super) fn deviation_by_name(
    one: Deviation,
    names: &BTreeMap<String, EntrantName>,
) -> proto::Deviation {
    let told = deviation(one);
    proto::Deviation {
        what: named(&told.what, names),
        ..told
    }
}

/// Bytes of rule sets in a page of versions at most, well below what a message holds.
const LONGEST_PAGE: usize = 2 << 20;

impl PairingGrpc {
    pub(super) async fn change_rule_set(
        &self,
        request: Request<proto::ChangeRuleSetRequest>,
    ) -> Answer<proto::ActResponse> {
        let act = official(&request, &request.get_ref().command_id)?;
        let asked = request.get_ref();
        // What was taken from the library then may be retired since.
        if let Some(first) = self.0.first_answer(&asked.tournament_id, &act).await? {
            return Ok(Response::new(act_response(&first)));
        }
        let saved = (&*asked.saved_rule_set_id, asked.saved_rule_set_version);
        let taken = self.0.rules_taken(&asked.rule_set_json, saved, &act.actor);
        let Some((rule_set, origin)) = taken.await? else {
            return Err(bad_rules_choice().into());
        };
        // A rule set is large.
        let done = self.done(asked, act, |asked, _| {
            Ok(ActRequest::from(Command::ChangeRuleSet {
                rule_set,
                origin,
                accept_deviations: asked.accept_deviations,
            }))
        });
        Box::pin(done).await
    }

    pub(super) async fn amend_rules(
        &self,
        request: Request<proto::AmendRulesRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_head_director(request, |asked, act| {
            let rule_set = check::rule_set_document(&asked.rule_set_json)?;
            let reason = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            let announced = act.announced(&asked.tournament_id, &asked.announcement)?;
            Ok(ActRequest {
                command: Command::AmendRules(RulesAmendment {
                    rule_set,
                    reason: reason.id.clone(),
                    announcement: announced.id.clone(),
                    by: act.by(),
                    accept_deviations: asked.accept_deviations,
                }),
                writing: Some(reason.with(announced)),
            })
        })
        .await
    }

    pub(super) async fn list_rule_versions(
        &self,
        request: Request<proto::ListRuleVersionsRequest>,
    ) -> Answer<proto::ListRuleVersionsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        let tournament = self.0.tournament(id).await?;
        let query = ("rule versions", id);
        let page: Page<u32> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let after = page.after().copied().unwrap_or(0);
        let known = (1..).zip(&tournament.state.rule_versions);
        let found: Vec<(u32, &RuleVersion, String)> = known
            .filter(|(number, _)| *number > after)
            .map(|(number, known)| {
                let document = serde_json::to_string(&*known.rule_set);
                Ok((number, known, document.map_err(Problem::internal)?))
            })
            .take(page.sought())
            .collect::<Result<_, Problem>>()?;
        let size = |(_, _, document): &(u32, &RuleVersion, String)| document.len();
        let (found, next_page_token) =
            page.cut_within((LONGEST_PAGE, size), found, |last| last.0)?;
        let texts = self.0.records().reasons(id).await?;
        let versions = found.into_iter().map(|(version, known, rule_set_json)| {
            let reason = known.reason.as_ref().and_then(|reason| texts.get(reason));
            proto::RuleVersion {
                version,
                from_round: known.from_round,
                rule_set: known.rule_set.name.clone(),
                rule_set_json,
                reason: reason.cloned().unwrap_or_default(),
                by_account_id: known.by.as_ref().map(|by| by.0.clone()).unwrap_or_default(),
                announcement: known.announcement.unwrap_or_default(),
                at_ms: known.at_ms,
            }
        });
        Ok(Response::new(proto::ListRuleVersionsResponse {
            versions: versions.collect(),
            next_page_token,
        }))
    }
}
