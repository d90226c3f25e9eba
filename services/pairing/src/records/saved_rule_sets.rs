//! The library of rule sets: named by their owners, in versions that never change.

use outflank_access::{Page, Problem};
use outflank_journal::{WriteTransaction, records};
use outflank_tournament::RuleSetOrigin;

use super::{Records, latest_first, stored};

/// A rule set that somebody saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct SavedRuleSet {
    pub rule_set_id: String,
    /// An account.
    pub owner: String,
    pub name: String,
    /// The number of its last version.
    pub latest: u32,
    pub shared: bool,
    pub retired: bool,
    pub created_at_ms: i64,
    pub saved_at_ms: i64,
}

outflank_journal::from_row!(SavedRuleSet {
    rule_set_id,
    owner,
    name,
    latest [i64],
    shared,
    retired,
    created_at_ms,
    saved_at_ms,
});

/// A version of one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct RuleSetVersion {
    pub rule_set_id: String,
    pub version: u32,
    /// The command that saved it.
    pub command_id: String,
    /// The rules whole, as JSON.
    pub rule_set: String,
    /// Empty = none.
    pub note: String,
    /// Who saved it.
    pub account_id: String,
    pub saved_at_ms: i64,
    pub from: CopiedFrom,
}

outflank_journal::from_row!(RuleSetVersion {
    rule_set_id,
    version [i64],
    command_id,
    rule_set,
    note,
    account_id,
    saved_at_ms,
    from [flat],
});

/// What a version was copied from; without a kind it was given as a document.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct CopiedFrom {
    /// `preset`, `saved` or `tournament`.
    pub from_kind: String,
    pub from_id: String,
    /// 0 = of no saved rule set.
    pub from_version: u32,
    /// What it was called then.
    pub from_name: String,
}

outflank_journal::from_row!(CopiedFrom {
    from_kind,
    from_id,
    from_version [i64],
    from_name,
});

/// What orders the library, the newest first: when it was saved first, and id.
pub(crate) type SavedKey = (i64, String);

/// Whose rule sets are listed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Whose<'a> {
    /// An account's own, and whether the retired ones too.
    Own(&'a str, bool),
    /// Those that others than this account share.
    OfOthers(&'a str),
}

/// What became of a rule set or a version that was to be saved.
#[derive(Debug, Clone)]
pub(crate) enum Saved {
    /// It is there, now or since the command was first given.
    Done(SavedRuleSet, Box<RuleSetVersion>),
    /// Its owner has another of that name.
    NameTaken,
    /// There are as many as there may be.
    Full,
    /// There is no such rule set of his.
    Absent,
    /// It is offered no longer.
    Retired,
}

async fn version_by_command(
    transaction: &mut WriteTransaction,
    version: &RuleSetVersion,
) -> Result<Option<RuleSetVersion>, Problem> {
    records::query_as("SELECT * FROM rule_set_versions WHERE rule_set_id = $1 AND command_id = $2")
        .bind(&version.rule_set_id)
        .bind(&version.command_id)
        .fetch_optional(transaction)
        .await
        .map_err(stored)
}

async fn rule_set(
    transaction: &mut WriteTransaction,
    rule_set_id: &str,
) -> Result<Option<SavedRuleSet>, Problem> {
    records::query_as("SELECT * FROM saved_rule_sets WHERE rule_set_id = $1")
        .bind(rule_set_id)
        .fetch_optional(transaction)
        .await
        .map_err(stored)
}

async fn insert_version(
    transaction: &mut WriteTransaction,
    version: &RuleSetVersion,
) -> Result<(), Problem> {
    records::query(
        "INSERT INTO rule_set_versions (rule_set_id, version, command_id, rule_set, note, account_id, saved_at_ms, \
         from_kind, from_id, from_version, from_name) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)",
    )
    .bind(&version.rule_set_id)
    .bind(version.version)
    .bind(&version.command_id)
    .bind(&version.rule_set)
    .bind(&version.note)
    .bind(&version.account_id)
    .bind(version.saved_at_ms)
    .bind(&version.from.from_kind)
    .bind(&version.from.from_id)
    .bind(version.from.from_version)
    .bind(&version.from.from_name)
    .execute(transaction)
    .await
    .map_err(stored)?;
    Ok(())
}

/// Puts down which versions of saved rule sets an event took its rules from.
pub(super) async fn note_uses(
    transaction: &mut WriteTransaction,
    tournament_id: &str,
    origins: &[RuleSetOrigin],
) -> Result<(), sqlx::Error> {
    for origin in origins {
        records::query(
            "INSERT INTO rule_set_uses (tournament_id, rule_set_id, version) VALUES ($1, $2, $3) \
             ON CONFLICT DO NOTHING",
        )
        .bind(tournament_id)
        .bind(&origin.rule_set_id)
        .bind(origin.version)
        .execute(transaction.on())
        .await?;
    }
    Ok(())
}

impl Records {
    /// Saves a new rule set with its first version; of the same owner at most `most`.
    pub(crate) async fn save_rule_set(
        &self,
        new: &SavedRuleSet,
        first: RuleSetVersion,
        most: i64,
    ) -> Result<Saved, Problem> {
        let mut transaction = self.begin().await?;
        let inserted = records::query(
            "INSERT INTO saved_rule_sets (rule_set_id, owner, name, latest, shared, retired, created_at_ms, \
             saved_at_ms) VALUES ($1, $2, $3, 1, $4, $5, $6, $7) ON CONFLICT DO NOTHING",
        )
        .bind(&new.rule_set_id)
        .bind(&new.owner)
        .bind(&new.name)
        .bind(new.shared)
        .bind(new.retired)
        .bind(new.created_at_ms)
        .bind(new.saved_at_ms)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        if inserted == 0 {
            // Whoever was first has committed.
            let known = rule_set(&mut transaction, &new.rule_set_id).await?;
            let version = version_by_command(&mut transaction, &first).await?;
            return Ok(match known.zip(version) {
                Some((known, version)) => Saved::Done(known, Box::new(version)),
                None => Saved::NameTaken,
            });
        }
        let owned: i64 = records::query_scalar(
            "SELECT CAST(COUNT(*) AS BIGINT) FROM saved_rule_sets WHERE owner = $1",
        )
        .bind(&new.owner)
        .fetch_one(&mut transaction)
        .await
        .map_err(stored)?;
        if owned > most {
            return Ok(Saved::Full);
        }
        insert_version(&mut transaction, &first).await?;
        transaction.commit().await.map_err(stored)?;
        Ok(Saved::Done(new.clone(), Box::new(first)))
    }

    /// Saves a further version, whose number is the next one; of a rule set at most `most`. Two at once wait for each other.
    pub(crate) async fn save_rule_set_version(
        &self,
        mut version: RuleSetVersion,
        most: u32,
    ) -> Result<Saved, Problem> {
        let mut transaction = self.begin().await?;
        records::query(
            "UPDATE saved_rule_sets SET latest = latest + 1, saved_at_ms = $1 WHERE rule_set_id = $2 AND owner = $3",
        )
        .bind(version.saved_at_ms)
        .bind(&version.rule_set_id)
        .bind(&version.account_id)
        .execute(&mut transaction)
        .await
        .map_err(stored)?;
        let known = rule_set(&mut transaction, &version.rule_set_id).await?;
        let Some(known) = known.filter(|known| known.owner == version.account_id) else {
            return Ok(Saved::Absent);
        };
        if let Some(first) = version_by_command(&mut transaction, &version).await? {
            drop(transaction);
            let known = self.saved_rule_set(&first.rule_set_id).await?;
            return Ok(Saved::Done(known.ok_or_else(gone)?, Box::new(first)));
        }
        if known.retired {
            return Ok(Saved::Retired);
        }
        if known.latest > most {
            return Ok(Saved::Full);
        }
        version.version = known.latest;
        insert_version(&mut transaction, &version).await?;
        transaction.commit().await.map_err(stored)?;
        Ok(Saved::Done(known, Box::new(version)))
    }

    /// Gives a rule set another name; false where its owner has another of that name.
    pub(crate) async fn rename_rule_set(
        &self,
        known: &SavedRuleSet,
        name: &str,
    ) -> Result<bool, Problem> {
        let mut transaction = self.begin().await?;
        let renamed = records::query(
            "UPDATE saved_rule_sets SET name = $1 WHERE rule_set_id = $2 AND NOT EXISTS \
             (SELECT 1 FROM saved_rule_sets AS other WHERE other.owner = $3 AND other.name = $4 \
             AND other.rule_set_id <> $5)",
        )
        .bind(name)
        .bind(&known.rule_set_id)
        .bind(&known.owner)
        .bind(name)
        .bind(&known.rule_set_id)
        .execute(&mut transaction)
        .await;
        match renamed {
            // Two at once: the key decides.
            Err(sqlx::Error::Database(error)) if error.is_unique_violation() => return Ok(false),
            renamed => {
                if renamed.map_err(stored)? == 0 {
                    return Ok(false);
                }
            }
        }
        transaction.commit().await.map_err(stored)?;
        Ok(true)
    }

    /// Shows a rule set to everybody, or to its owner alone.
    pub(crate) async fn share_rule_set(&self, id: &str, shared: bool) -> Result<(), Problem> {
        let share = "UPDATE saved_rule_sets SET shared = $1 WHERE rule_set_id = $2";
        self.set_flag(records::query(share).bind(shared).bind(id))
            .await
    }

    /// Offers a rule set no longer, or again.
    pub(crate) async fn retire_rule_set(&self, id: &str, retired: bool) -> Result<(), Problem> {
        let retire = "UPDATE saved_rule_sets SET retired = $1 WHERE rule_set_id = $2";
        self.set_flag(records::query(retire).bind(retired).bind(id))
            .await
    }

    async fn set_flag(&self, update: records::Query) -> Result<(), Problem> {
        let mut transaction = self.begin().await?;
        update.execute(&mut transaction).await.map_err(stored)?;
        transaction.commit().await.map_err(stored)
    }

    /// The version that a command saved, where it did.
    pub(crate) async fn saved_by(
        &self,
        id: &str,
        command_id: &str,
    ) -> Result<Option<RuleSetVersion>, Problem> {
        records::query_as(
            "SELECT * FROM rule_set_versions WHERE rule_set_id = $1 AND command_id = $2",
        )
        .bind(id)
        .bind(command_id)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)
    }

    /// A saved rule set, whosever it is.
    pub(crate) async fn saved_rule_set(&self, id: &str) -> Result<Option<SavedRuleSet>, Problem> {
        records::query_as("SELECT * FROM saved_rule_sets WHERE rule_set_id = $1")
            .bind(id)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// One of its versions.
    pub(crate) async fn rule_set_version(
        &self,
        id: &str,
        version: u32,
    ) -> Result<Option<RuleSetVersion>, Problem> {
        records::query_as("SELECT * FROM rule_set_versions WHERE rule_set_id = $1 AND version = $2")
            .bind(id)
            .bind(version)
            .fetch_optional(self.tables.read())
            .await
            .map_err(stored)
    }

    /// Whether an event took its rules from that version.
    pub(crate) async fn rule_set_used(&self, id: &str, version: u32) -> Result<bool, Problem> {
        let used: Option<String> = records::query_scalar(
            "SELECT tournament_id FROM rule_set_uses WHERE rule_set_id = $1 AND version = $2 LIMIT 1",
        )
        .bind(id)
        .bind(version)
        .fetch_optional(self.tables.read())
        .await
        .map_err(stored)?;
        Ok(used.is_some())
    }

    /// A page of the library, the newest first, and one more.
    pub(crate) async fn saved_rule_sets(
        &self,
        whose: Whose<'_>,
        page: &Page<SavedKey>,
    ) -> Result<Vec<SavedRuleSet>, Problem> {
        let (at_ms, id) = latest_first(page);
        let (query, account) = match whose {
            Whose::Own(account, true) => (
                records::query_as(
                    "SELECT * FROM saved_rule_sets WHERE owner = $1 AND created_at_ms <= $2 \
                     AND (created_at_ms < $3 OR rule_set_id > $4) \
                     ORDER BY created_at_ms DESC, rule_set_id LIMIT $5",
                ),
                account,
            ),
            Whose::Own(account, false) => (
                records::query_as(
                    "SELECT * FROM saved_rule_sets WHERE owner = $1 AND created_at_ms <= $2 \
                     AND (created_at_ms < $3 OR rule_set_id > $4) AND NOT retired \
                     ORDER BY created_at_ms DESC, rule_set_id LIMIT $5",
                ),
                account,
            ),
            Whose::OfOthers(account) => (
                records::query_as(
                    "SELECT * FROM saved_rule_sets WHERE owner <> $1 AND created_at_ms <= $2 \
                     AND (created_at_ms < $3 OR rule_set_id > $4) AND shared AND NOT retired \
                     ORDER BY created_at_ms DESC, rule_set_id LIMIT $5",
                ),
                account,
            ),
        };
        query
            .bind(account)
            .bind(at_ms)
            .bind(at_ms)
            .bind(id)
            .bind(page.limit())
            .fetch_all(self.tables.read())
            .await
            .map_err(stored)
    }

    /// A page of a rule set's versions, the latest first, and one more.
    pub(crate) async fn rule_set_versions(
        &self,
        id: &str,
        page: &Page<u32>,
    ) -> Result<Vec<RuleSetVersion>, Problem> {
        let before = page.after().copied().unwrap_or(u32::MAX);
        records::query_as(
            "SELECT * FROM rule_set_versions WHERE rule_set_id = $1 AND version < $2 \
             ORDER BY version DESC LIMIT $3",
        )
        .bind(id)
        .bind(before)
        .bind(page.limit())
        .fetch_all(self.tables.read())
        .await
        .map_err(stored)
    }
}

fn gone() -> Problem {
    Problem::internal("a saved rule set is gone")
}
