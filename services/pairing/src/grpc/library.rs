//! Saved rule sets: who reads and who changes them.

use outflank_access::{Caller, Page, Problem, identifier};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    RuleSetDifference, RuleSetOrigin, check_rule_set, deviations, plan_table, readings,
};
use prost::Message;
use serde_json::Value;
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, access_token, authorised, rules, view};
use crate::{
    app::{App, Author, NewVersion, RulesChoice, check},
    records::{RuleSetVersion, SavedRuleSet, Whose},
};

/// Whoever calls: an account with a password.
fn account<T>(request: &Request<T>) -> Result<String, tonic::Status> {
    let caller = authorised(request)?;
    Ok(caller.person()?.account_id.clone())
}

/// The same request under the same id is the same version; another one is another.
fn author<T: Message>(
    request: &Request<T>,
    command_id: &str,
) -> Result<(Author, String), tonic::Status> {
    check::command_id(command_id)?;
    let author = Author {
        account_id: account(request)?,
        access_token: access_token(request),
    };
    let content = identifier::hex(&request.get_ref().encode_to_vec());
    let rpc = Caller::of(request)?.rpc;
    let command = identifier::derived_id(&[rpc, &author.account_id, command_id, &content]);
    Ok((author, command))
}

fn choice(asked: Option<proto::RulesChoice>) -> RulesChoice {
    let asked = asked.unwrap_or_default();
    RulesChoice {
        preset: asked.preset,
        rule_set_id: asked.rule_set_id,
        version: asked.version,
        tournament_id: asked.tournament_id,
        document: asked.rule_set_json,
    }
}

impl PairingGrpc {
    pub(super) async fn compare_rule_sets(
        &self,
        request: Request<proto::CompareRuleSetsRequest>,
    ) -> Answer<proto::CompareRuleSetsResponse> {
        let account = account(&request)?;
        let asked = request.into_inner();
        let (one, other) = (choice(asked.one), choice(asked.other));
        let differences = self.0.compare_rules(&account, &one, &other).await?;
        Ok(Response::new(proto::CompareRuleSetsResponse {
            differences: differences.into_iter().map(difference).collect(),
        }))
    }

    pub(super) async fn list_saved_rule_sets(
        &self,
        request: Request<proto::ListSavedRuleSetsRequest>,
    ) -> Answer<proto::ListSavedRuleSetsResponse> {
        let account = account(&request)?;
        let asked = request.get_ref();
        let whose = match asked.shared {
            true => Whose::OfOthers(&account),
            false => Whose::Own(&account, asked.retired),
        };
        let query = ("saved rule sets", &account, asked.shared, asked.retired);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let found = self.0.saved_rule_sets(whose, &page).await?;
        let key = |last: &SavedRuleSet| (last.created_at_ms, last.rule_set_id.clone());
        let (found, next_page_token) = page.cut(found, key)?;
        Ok(Response::new(proto::ListSavedRuleSetsResponse {
            rule_sets: found.into_iter().map(saved).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn get_saved_rule_set(
        &self,
        request: Request<proto::GetSavedRuleSetRequest>,
    ) -> Answer<proto::GetSavedRuleSetResponse> {
        let account = account(&request)?;
        let asked = request.get_ref();
        let found = self
            .0
            .found_rule_set(&account, &asked.rule_set_id, asked.version)
            .await?;
        let rules = &found.rules;
        // What a version of before cannot be run by has no formats.
        let formats = match check_rule_set(rules) {
            Ok(()) => plan_table(rules),
            Err(_) => Vec::new(),
        };
        Ok(Response::new(proto::GetSavedRuleSetResponse {
            rule_set_json: serde_json::to_string(rules).map_err(Problem::internal)?,
            deviations: deviations(rules)
                .into_iter()
                .map(rules::deviation)
                .collect(),
            readings: readings(rules).into_iter().map(rules::reading).collect(),
            formats: formats.into_iter().map(view::format_row).collect(),
            rule_set: Some(saved(found.rule_set)),
            version: Some(version(found.version)),
        }))
    }

    pub(super) async fn list_rule_set_versions(
        &self,
        request: Request<proto::ListRuleSetVersionsRequest>,
    ) -> Answer<proto::ListRuleSetVersionsResponse> {
        let account = account(&request)?;
        let asked = request.get_ref();
        let query = ("rule set versions", &asked.rule_set_id);
        let page = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let found = self
            .0
            .rule_set_versions(&account, &asked.rule_set_id, &page)
            .await?;
        let (found, next_page_token) = page.cut(found, |last| last.version)?;
        Ok(Response::new(proto::ListRuleSetVersionsResponse {
            versions: found.into_iter().map(version).collect(),
            next_page_token,
        }))
    }

    pub(super) async fn save_rule_set(
        &self,
        request: Request<proto::SaveRuleSetRequest>,
    ) -> Answer<proto::SaveRuleSetResponse> {
        let (author, command_id) = author(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let new = NewVersion {
            command_id,
            rules: choice(asked.rules),
            note: asked.note,
        };
        let app = self.app();
        let done = App::detached(async move {
            app.save_rule_set(&author, &new, (&asked.name, asked.shared))
                .await
        });
        Ok(Response::new(saved_now(done.await?)))
    }

    pub(super) async fn save_rule_set_version(
        &self,
        request: Request<proto::SaveRuleSetVersionRequest>,
    ) -> Answer<proto::SaveRuleSetResponse> {
        let (author, command_id) = author(&request, &request.get_ref().command_id)?;
        let asked = request.into_inner();
        let new = NewVersion {
            command_id,
            rules: choice(asked.rules),
            note: asked.note,
        };
        let app = self.app();
        let done = App::detached(async move {
            app.save_rule_set_version(&author, &new, &asked.rule_set_id)
                .await
        });
        Ok(Response::new(saved_now(done.await?)))
    }

    pub(super) async fn rename_rule_set(
        &self,
        request: Request<proto::RenameRuleSetRequest>,
    ) -> Answer<proto::SavedRuleSetResponse> {
        let (account, app) = (account(&request)?, self.app());
        let asked = request.into_inner();
        let renamed = App::detached(async move {
            app.rename_rule_set(&account, &asked.rule_set_id, &asked.name)
                .await
        });
        Ok(as_it_is(renamed.await?))
    }

    pub(super) async fn share_rule_set(
        &self,
        request: Request<proto::ShareRuleSetRequest>,
    ) -> Answer<proto::SavedRuleSetResponse> {
        let (account, app) = (account(&request)?, self.app());
        let asked = request.into_inner();
        let shared = App::detached(async move {
            app.share_rule_set(&account, &asked.rule_set_id, asked.shared)
                .await
        });
        Ok(as_it_is(shared.await?))
    }

    pub(super) async fn retire_rule_set(
        &self,
        request: Request<proto::RetireRuleSetRequest>,
    ) -> Answer<proto::SavedRuleSetResponse> {
        let (account, app) = (account(&request)?, self.app());
        let asked = request.into_inner();
        let retired = App::detached(async move {
            app.retire_rule_set(&account, &asked.rule_set_id, asked.retired)
                .await
        });
        Ok(as_it_is(retired.await?))
    }
}

fn as_it_is(rule_set: SavedRuleSet) -> Response<proto::SavedRuleSetResponse> {
    Response::new(proto::SavedRuleSetResponse {
        rule_set: Some(saved(rule_set)),
    })
}

fn saved_now(
    (rule_set, saved_version): (SavedRuleSet, RuleSetVersion),
) -> proto::SaveRuleSetResponse {
    proto::SaveRuleSetResponse {
        rule_set: Some(saved(rule_set)),
        version: Some(version(saved_version)),
    }
}

fn saved(known: SavedRuleSet) -> proto::SavedRuleSet {
    proto::SavedRuleSet {
        rule_set_id: known.rule_set_id,
        name: known.name,
        owner_account_id: known.owner,
        latest_version: known.latest,
        shared: known.shared,
        retired: known.retired,
        created_at_ms: known.created_at_ms,
        saved_at_ms: known.saved_at_ms,
    }
}

fn version(known: RuleSetVersion) -> proto::RuleSetVersion {
    let from = known.from;
    proto::RuleSetVersion {
        version: known.version,
        saved_at_ms: known.saved_at_ms,
        account_id: known.account_id,
        note: known.note,
        copied_from: (!from.from_kind.is_empty()).then_some(proto::RulesSource {
            kind: from.from_kind,
            id: from.from_id,
            version: from.from_version,
            name: from.from_name,
        }),
    }
}

pub(super) fn origin(known: &RuleSetOrigin) -> proto::RuleSetOrigin {
    proto::RuleSetOrigin {
        rule_set_id: known.rule_set_id.clone(),
        name: known.name.clone(),
        version: known.version,
    }
}

fn difference(known: RuleSetDifference) -> proto::RuleSetDifference {
    let written = |value: Option<Value>| value.map(|value| value.to_string()).unwrap_or_default();
    proto::RuleSetDifference {
        path: known.field(),
        old_json: written(known.old),
        new_json: written(known.new),
        old_rule: known.old_rule.unwrap_or_default(),
        new_rule: known.new_rule.unwrap_or_default(),
    }
}
