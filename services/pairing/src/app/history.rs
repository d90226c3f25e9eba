//! A tournament as it stood after one of its entries.

use outflank_access::{Kind, Problem, Role, problem};
use outflank_journal::Entry;
use outflank_proto::identity::v1::{
    AccountName, FormerName, GetFormerNamesRequest, NameAccountsRequest,
    identity_service_client::IdentityServiceClient,
};
use outflank_tournament::{AccountId, Event, FileCause};

use super::{
    App, PAGE, check, problems,
    tournament::{EntryBody, Tournament, stream},
};
use crate::records::{Referring, stored};

/// Accounts whose names are asked for at once.
const NAMED_AT_ONCE: usize = 1_000;

/// A tournament as it stood after an entry.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    pub tournament: Tournament,
    /// The entries that it is folded from, in their order.
    pub entries: Vec<Referring>,
    /// Who confirmed it, and when.
    pub confirmed: Option<(AccountId, i64)>,
    /// What changed of its rating file.
    pub changes: Vec<Change>,
    /// A later entry moves the event to or from another server: whose approval stood then is not known from here.
    pub moved: bool,
}

/// A change of what the rating file says.
#[derive(Debug)]
pub(crate) struct Change {
    pub seq: u64,
    pub at_ms: i64,
    pub cause: FileCause,
    /// Who made it, where it is somebody's act.
    pub by: Option<AccountId>,
    /// Id of the recorded reason.
    pub reason: Option<String>,
}

impl App {
    /// A tournament as it stood after an entry, with the changes after another.
    ///
    /// # Errors
    /// `unknown_tournament`, `not_there_yet`.
    pub(crate) async fn tournament_at(
        &self,
        id: &str,
        seq: u64,
        after_seq: u64,
    ) -> Result<Standing, Problem> {
        check::tournament_id(id)?;
        let mut standing = Standing {
            tournament: Tournament::empty(id),
            ..Standing::default()
        };
        let mut last = 0;
        loop {
            let page = self.journal.read(&stream(id), last, PAGE).await;
            let page = page.map_err(stored)?;
            let Some(newest) = page.last() else { break };
            last = newest.seq;
            for entry in &page {
                if entry.seq <= seq {
                    standing.take(entry, after_seq)?;
                } else {
                    standing.moved |= moves(entry)?;
                }
            }
        }
        match standing.tournament.seq {
            0 => Err(problems::unknown_tournament(id)),
            known if known < seq => Err(not_there_yet(id, seq)),
            _ => Ok(standing),
        }
    }

    /// What accounts are called now.
    pub(crate) async fn account_names(
        &self,
        accounts: impl IntoIterator<Item = AccountId>,
    ) -> Result<Vec<AccountName>, Problem> {
        let mut account_ids: Vec<String> = accounts.into_iter().map(|account| account.0).collect();
        account_ids.sort_unstable();
        account_ids.dedup();
        if account_ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut identity = IdentityServiceClient::new(self.identity.clone());
        let mut accounts = Vec::new();
        for some in account_ids.chunks(NAMED_AT_ONCE) {
            let account_ids = some.to_vec();
            let named = identity.name_accounts(NameAccountsRequest { account_ids });
            let named = named
                .await
                .map_err(|status| Problem::from_status(&status))?;
            accounts.extend(named.into_inner().accounts);
        }
        Ok(accounts)
    }

    /// What an account was called before, the latest first; nothing where identity does not tell, as an older one: it is
    /// shown beside what is judged, which is not held up by it.
    pub(crate) async fn former_names(&self, account: &str) -> Vec<FormerName> {
        let mut identity = IdentityServiceClient::new(self.identity.clone());
        let account_id = account.to_owned();
        let told = identity.get_former_names(GetFormerNamesRequest { account_id });
        match told.await {
            Ok(told) => told.into_inner().names,
            Err(status) => {
                tracing::warn!(%status, "former names are not shown");
                Vec::new()
            }
        }
    }
}

impl Standing {
    fn take(&mut self, entry: &Entry, after_seq: u64) -> Result<(), Problem> {
        let author = (entry.actor != Role::Pairing.actor()).then(|| AccountId(entry.actor.clone()));
        for event in EntryBody::read(entry)? {
            let Some(change) = event.file_change() else {
                continue;
            };
            let by = change.by.cloned().or_else(|| author.clone());
            if change.cause == FileCause::Confirmed {
                self.confirmed = by.clone().map(|by| (by, entry.at_ms));
            }
            if entry.seq > after_seq {
                self.changes.push(Change {
                    seq: entry.seq,
                    at_ms: entry.at_ms,
                    cause: change.cause,
                    by,
                    reason: change.reason.map(str::to_owned),
                });
            }
        }
        self.tournament.take(entry)?;
        self.entries.push(Referring {
            actor: entry.actor.clone(),
            command_id: entry.command_id.clone(),
        });
        Ok(())
    }
}

/// Whether an entry moves the event to or from another server.
fn moves(entry: &Entry) -> Result<bool, Problem> {
    let events = EntryBody::read(entry)?;
    Ok(events.iter().any(|event| {
        matches!(
            event,
            Event::TransferredAway { .. } | Event::TransferringIn { .. }
        )
    }))
}

fn not_there_yet(tournament_id: &str, seq: u64) -> Problem {
    problem!(
        Kind::Unavailable,
        "not_there_yet",
        "Entry {seq} of tournament {tournament_id} is not here yet; try again.",
        seq,
        tournament_id,
    )
}
