//! The library of rule sets: saved under a name, copied, compared, taken as an event's rules.

use std::sync::Arc;

use outflank_access::{Page, Problem, identifier};
use outflank_tournament::{
    RuleSet, RuleSetDifference, RuleSetOrigin, check_rule_set, compare_rule_sets,
};

use super::{App, check, problems};
use crate::records::{CopiedFrom, RuleSetVersion, Saved, SavedKey, SavedRuleSet, Whose};

/// Rule sets of one account.
const MOST_RULE_SETS: i64 = 200;
/// Versions of one rule set.
const MOST_VERSIONS: u32 = 1_000;

/// Rules by where they stand: one of them is to be said, the others are empty.
#[derive(Debug, Clone, Default)]
pub(crate) struct RulesChoice {
    pub preset: String,
    pub rule_set_id: String,
    /// 0 = the latest.
    pub version: u32,
    pub tournament_id: String,
    pub document: String,
}

/// A version to save.
#[derive(Debug, Clone)]
pub(crate) struct NewVersion {
    /// What the command and its content make: the same again is the same version.
    pub command_id: String,
    pub rules: RulesChoice,
    /// Empty = none.
    pub note: String,
}

/// Who calls, and with which token identity is asked about them.
#[derive(Debug, Clone)]
pub(crate) struct Author {
    pub account_id: String,
    pub access_token: Option<String>,
}

/// What a reader finds.
#[derive(Debug, Clone)]
pub(crate) struct Found {
    pub rule_set: SavedRuleSet,
    pub version: RuleSetVersion,
    pub rules: RuleSet,
}

impl App {
    /// Saves a rule set under a name.
    pub(crate) async fn save_rule_set(
        self: &Arc<Self>,
        author: &Author,
        new: &NewVersion,
        (name, shared): (&str, bool),
    ) -> Result<(SavedRuleSet, RuleSetVersion), Problem> {
        let account = &author.account_id;
        let rule_set_id = identifier::derived_id(&["rule set", account, &new.command_id]);
        if let Some(first) = self.saved_before(&rule_set_id, &new.command_id).await? {
            return Ok(first);
        }
        self.check_may_found(account, author.access_token.as_deref())
            .await?;
        let name = check::rule_set_name(name)?;
        let first = self.new_version(author, new, &rule_set_id, &name).await?;
        let rule_set = SavedRuleSet {
            rule_set_id,
            owner: account.clone(),
            name: name.clone(),
            latest: 1,
            shared,
            retired: false,
            created_at_ms: first.saved_at_ms,
            saved_at_ms: first.saved_at_ms,
        };
        let saved = self.records.save_rule_set(&rule_set, first, MOST_RULE_SETS);
        match saved.await? {
            Saved::Done(rule_set, version) => Ok((rule_set, *version)),
            Saved::Full => Err(problems::too_many_rule_sets(MOST_RULE_SETS)),
            Saved::NameTaken => Err(problems::rule_set_name_taken(&name)),
            Saved::Absent | Saved::Retired => Err(problems::unknown_saved_rule_set()),
        }
    }

    /// Saves a further version of a rule set.
    pub(crate) async fn save_rule_set_version(
        self: &Arc<Self>,
        author: &Author,
        new: &NewVersion,
        rule_set_id: &str,
    ) -> Result<(SavedRuleSet, RuleSetVersion), Problem> {
        let known = self.own_rule_set(&author.account_id, rule_set_id).await?;
        if let Some(first) = self.saved_before(rule_set_id, &new.command_id).await? {
            return Ok(first);
        }
        self.check_may_found(&author.account_id, author.access_token.as_deref())
            .await?;
        let version = self
            .new_version(author, new, rule_set_id, &known.name)
            .await?;
        let saved = self.records.save_rule_set_version(version, MOST_VERSIONS);
        match saved.await? {
            Saved::Done(rule_set, version) => Ok((rule_set, *version)),
            Saved::Full => Err(problems::too_many_versions(MOST_VERSIONS)),
            Saved::Retired => Err(problems::rule_set_retired(&known.name)),
            Saved::Absent | Saved::NameTaken => Err(problems::unknown_saved_rule_set()),
        }
    }

    /// Gives a rule set another name.
    pub(crate) async fn rename_rule_set(
        &self,
        account: &str,
        rule_set_id: &str,
        name: &str,
    ) -> Result<SavedRuleSet, Problem> {
        let known = self.own_rule_set(account, rule_set_id).await?;
        let name = check::rule_set_name(name)?;
        if !self.records.rename_rule_set(&known, &name).await? {
            return Err(problems::rule_set_name_taken(&name));
        }
        self.own_rule_set(account, rule_set_id).await
    }

    /// Shows a rule set to everybody here, or to its owner alone.
    pub(crate) async fn share_rule_set(
        &self,
        account: &str,
        rule_set_id: &str,
        shared: bool,
    ) -> Result<SavedRuleSet, Problem> {
        self.own_rule_set(account, rule_set_id).await?;
        self.records.share_rule_set(rule_set_id, shared).await?;
        self.own_rule_set(account, rule_set_id).await
    }

    /// Offers a rule set no longer, or again.
    pub(crate) async fn retire_rule_set(
        &self,
        account: &str,
        rule_set_id: &str,
        retired: bool,
    ) -> Result<SavedRuleSet, Problem> {
        self.own_rule_set(account, rule_set_id).await?;
        self.records.retire_rule_set(rule_set_id, retired).await?;
        self.own_rule_set(account, rule_set_id).await
    }

    /// A page of an account's own rule sets, or of those that others share.
    pub(crate) async fn saved_rule_sets(
        &self,
        whose: Whose<'_>,
        page: &Page<SavedKey>,
    ) -> Result<Vec<SavedRuleSet>, Problem> {
        self.records.saved_rule_sets(whose, page).await
    }

    /// A page of the versions of a rule set that an account sees.
    pub(crate) async fn rule_set_versions(
        &self,
        account: &str,
        rule_set_id: &str,
        page: &Page<u32>,
    ) -> Result<Vec<RuleSetVersion>, Problem> {
        self.seen_rule_set(account, rule_set_id).await?;
        self.records.rule_set_versions(rule_set_id, page).await
    }

    /// A version of a rule set; 0 = the latest. One that an event took its rules from is there for everybody who names it,
    /// without what its owner noted where he keeps the rest to himself.
    pub(crate) async fn found_rule_set(
        &self,
        account: &str,
        rule_set_id: &str,
        version: u32,
    ) -> Result<Found, Problem> {
        let known = self.records.saved_rule_set(rule_set_id).await?;
        let known = known.ok_or_else(problems::unknown_saved_rule_set)?;
        let seen = is_seen(&known, account);
        if !seen && !self.records.rule_set_used(rule_set_id, version).await? {
            return Err(problems::unknown_saved_rule_set());
        }
        let number = if version == 0 { known.latest } else { version };
        let found = self.records.rule_set_version(rule_set_id, number).await?;
        let mut found =
            found.ok_or_else(|| problems::unknown_rule_set_version(number, known.latest))?;
        if !seen {
            found.note.clear();
        }
        Ok(Found {
            rules: serde_json::from_str(&found.rule_set).map_err(Problem::internal)?,
            rule_set: known,
            version: found,
        })
    }

    /// What differs between two rule sets that an account sees.
    pub(crate) async fn compare_rules(
        &self,
        account: &str,
        one: &RulesChoice,
        other: &RulesChoice,
    ) -> Result<Vec<RuleSetDifference>, Problem> {
        let (one, _) = self.chosen_rules(account, one).await?;
        let (other, _) = self.chosen_rules(account, other).await?;
        Ok(compare_rule_sets(&one, &other))
    }

    /// The rules that an event takes from the library; version 0 = the latest.
    pub(crate) async fn rules_to_take(
        &self,
        account: &str,
        rule_set_id: &str,
        version: u32,
    ) -> Result<(RuleSet, RuleSetOrigin), Problem> {
        self.seen_rule_set(account, rule_set_id).await?;
        let found = self.found_rule_set(account, rule_set_id, version).await?;
        if found.rule_set.retired {
            return Err(problems::rule_set_retired(&found.rule_set.name));
        }
        let origin = RuleSetOrigin {
            rule_set_id: found.rule_set.rule_set_id,
            name: found.rule_set.name,
            version: found.version.version,
        };
        Ok((found.rules, origin))
    }

    async fn saved_before(
        &self,
        rule_set_id: &str,
        command_id: &str,
    ) -> Result<Option<(SavedRuleSet, RuleSetVersion)>, Problem> {
        let Some(version) = self.records.saved_by(rule_set_id, command_id).await? else {
            return Ok(None);
        };
        let rule_set = self.records.saved_rule_set(rule_set_id).await?;
        Ok(rule_set.map(|rule_set| (rule_set, version)))
    }

    /// A rule set that an account sees: its own, or one that is shared and not retired.
    async fn seen_rule_set(&self, account: &str, id: &str) -> Result<SavedRuleSet, Problem> {
        let known = self.records.saved_rule_set(id).await?;
        known
            .filter(|known| is_seen(known, account))
            .ok_or_else(problems::unknown_saved_rule_set)
    }

    async fn own_rule_set(&self, account: &str, id: &str) -> Result<SavedRuleSet, Problem> {
        let known = self.seen_rule_set(account, id).await?;
        if known.owner == account {
            Ok(known)
        } else {
            Err(problems::not_your_rule_set())
        }
    }

    /// A version as it will stand: its rules hold together and bear the rule set's name.
    async fn new_version(
        &self,
        author: &Author,
        new: &NewVersion,
        rule_set_id: &str,
        name: &str,
    ) -> Result<RuleSetVersion, Problem> {
        let note = match new.note.trim() {
            "" => String::new(),
            note => check::reason(note)?,
        };
        let (mut rules, from) = self.chosen_rules(&author.account_id, &new.rules).await?;
        name.clone_into(&mut rules.name);
        check_rule_set(&rules).map_err(|refusal| problems::refused(&refusal))?;
        Ok(RuleSetVersion {
            rule_set_id: rule_set_id.to_owned(),
            version: 1,
            command_id: new.command_id.clone(),
            rule_set: serde_json::to_string(&rules).map_err(Problem::internal)?,
            note,
            account_id: author.account_id.clone(),
            saved_at_ms: self.clock.now_ms(),
            from,
        })
    }

    /// The rules that are chosen, and what they are a copy of.
    async fn chosen_rules(
        &self,
        account: &str,
        choice: &RulesChoice,
    ) -> Result<(RuleSet, CopiedFrom), Problem> {
        let said = [
            &choice.preset,
            &choice.rule_set_id,
            &choice.tournament_id,
            &choice.document,
        ];
        let versioned = choice.version == 0 || !choice.rule_set_id.is_empty();
        if said.into_iter().filter(|one| !one.is_empty()).count() != 1 || !versioned {
            return Err(problems::bad_rules_choice());
        }
        let copied = |kind: &str, id: &str, version: u32, name: String| CopiedFrom {
            from_kind: kind.to_owned(),
            from_id: id.to_owned(),
            from_version: version,
            from_name: name,
        };
        if !choice.preset.is_empty() {
            let rules = RuleSet::preset(&choice.preset);
            let rules = rules.map_err(|refusal| problems::refused(&refusal))?;
            let title = RuleSet::preset_title(&rules.name).unwrap_or_default();
            let from = copied("preset", &rules.name, 0, title.to_owned());
            return Ok((rules, from));
        }
        if !choice.rule_set_id.is_empty() {
            let (id, version) = (&choice.rule_set_id, choice.version);
            let found = self.found_rule_set(account, id, version).await?;
            let from = copied("saved", id, found.version.version, found.rule_set.name);
            return Ok((found.rules, from));
        }
        if !choice.tournament_id.is_empty() {
            let id = &choice.tournament_id;
            let tournament = self.tournament(id).await?;
            let (rules, facts) = (&tournament.state.rule_set, &tournament.state.facts);
            let rules = rules
                .clone()
                .ok_or_else(|| problems::unknown_tournament(id))?;
            let name = facts.as_ref().map(|facts| facts.name.clone());
            return Ok((rules, copied("tournament", id, 0, name.unwrap_or_default())));
        }
        let rules = check::rule_set_document(&choice.document)?;
        Ok((rules, CopiedFrom::default()))
    }
}

fn is_seen(rule_set: &SavedRuleSet, account: &str) -> bool {
    rule_set.owner == account || rule_set.shared && !rule_set.retired
}
