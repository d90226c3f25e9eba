//! Claiming a seat: the code is used in one transaction, then the claim becomes an entry and a fact.

use outflank_access::{Person, Problem, Role, identifier};
use outflank_journal::{Append, DeadlineChange, NewEntry, NewFact, StreamId};
use outflank_live::topic;
use outflank_proto::identity::v1 as proto;
use serde::Serialize;

use crate::{
    accounts::{self, Account},
    app::Identity,
    refusals,
    refusals::stored,
    seats::{self, Purpose, SeatCode},
    sessions,
};

/// Version of the bodies this service writes.
const SCHEMA_VERSION: u32 = 1;
/// A race for an account's stream is decided again at most so often.
const ATTEMPTS: u32 = 16;

/// What an account's stream says.
#[derive(Serialize)]
#[serde(tag = "event", rename_all = "snake_case")]
enum AccountEvent<'a> {
    SeatClaimed {
        tournament_id: &'a str,
        entrant_id: &'a str,
        account_id: &'a str,
    },
}

impl Identity {
    pub(crate) async fn issue_seat_code(
        &self,
        asked: &proto::IssueSeatCodeRequest,
    ) -> Result<(String, i64), Problem> {
        let display_name = accounts::check_display_name(&asked.display_name)?;
        let mut transaction = self.writer().await?;
        let issued = seats::issue(
            &mut transaction,
            Purpose {
                tournament_id: &asked.tournament_id,
                entrant_id: &asked.entrant_id,
                display_name: &display_name,
                account_id: None,
            },
            self.clock.now_ms(),
        )
        .await?;
        transaction.commit().await.map_err(stored)?;
        Ok(issued)
    }

    pub(crate) async fn seat_code(&self, code: &str) -> Result<SeatCode, Problem> {
        let found = seats::find(self.reader(), code, self.clock.now_ms())
            .await
            .map_err(stored)?
            .ok_or_else(refusals::unknown_code)?;
        if found.claimed_by.is_some() {
            return Err(refusals::used_code());
        }
        Ok(found)
    }

    /// Uses a code for the calling account, for the account that it lets in, or for a light account made here. An
    /// official's code is good for no other account than his.
    pub(crate) async fn claim_seat(
        &self,
        code: &str,
        caller: Option<&Person>,
    ) -> Result<(SeatCode, Account, Option<proto::Tokens>), Problem> {
        let now_ms = self.clock.now_ms();
        let mut transaction = self.writer().await?;
        let mut seat = seats::find(transaction.on(), code, now_ms)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::unknown_code)?;
        let caller = caller.filter(|_| !seat.entrant_id.is_empty());
        let (account, refresh) = match (caller, seat.account_id.as_deref()) {
            (Some(person), _) => {
                let account = accounts::by_id(transaction.on(), &person.account_id)
                    .await
                    .map_err(stored)?
                    .ok_or_else(refusals::session_ended)?;
                (account, None)
            }
            (None, Some(account_id)) => {
                let account = accounts::by_id(transaction.on(), account_id)
                    .await
                    .map_err(stored)?
                    .filter(Account::may_be_let_in)
                    .ok_or_else(refusals::unknown_code)?;
                let refresh = sessions::open(&mut transaction, &account.id, now_ms).await?;
                (account, Some(refresh))
            }
            (None, None) => {
                let account = Account {
                    id: identifier::random_id().map_err(Problem::internal)?,
                    display_name: seat.display_name.clone(),
                    login: None,
                    password_hash: None,
                    administrator: false,
                    operator_id: None,
                };
                accounts::insert(&mut transaction, &account, now_ms)
                    .await
                    .map_err(stored)?;
                let refresh = sessions::open(&mut transaction, &account.id, now_ms).await?;
                (account, Some(refresh))
            }
        };
        let claimed = seats::claim(&mut transaction, &seat, &account.id, now_ms)
            .await
            .map_err(stored)?;
        if !claimed {
            // By this account before: its answer was lost. A code that lets somebody in does so once.
            let standing = seats::find(transaction.on(), code, now_ms)
                .await
                .map_err(stored)?;
            let claimed_by = standing.and_then(|standing| standing.claimed_by);
            if refresh.is_some() || claimed_by.as_deref() != Some(account.id.as_str()) {
                return Err(refusals::used_code());
            }
        }
        transaction.commit().await.map_err(stored)?;
        seat.claimed_by = Some(account.id.clone());
        if !seat.entrant_id.is_empty() {
            self.announce(&seat).await?;
        }
        let tokens = refresh
            .map(|refresh| self.tokens(&account, refresh))
            .transpose()?;
        Ok((seat, account, tokens))
    }

    /// Writes a claimed seat into the account's stream, once, however often it is called.
    pub(crate) async fn announce(&self, seat: &SeatCode) -> Result<(), Problem> {
        let Some(account_id) = seat.claimed_by.as_deref() else {
            return Ok(());
        };
        let stream = StreamId::new("account", account_id);
        let event = AccountEvent::SeatClaimed {
            tournament_id: &seat.tournament_id,
            entrant_id: &seat.entrant_id,
            account_id,
        };
        let fact = serde_json::to_vec(&event).map_err(Problem::internal)?;
        let body = serde_json::to_vec(&[&event]).map_err(Problem::internal)?;
        let command_id = identifier::derived_id(&["claim", &identifier::hex(&seat.digest)]);
        for _ in 0..ATTEMPTS {
            let last = self.store.journal.last(&stream).await.map_err(stored)?;
            let appended = self
                .store
                .journal
                .append(NewEntry {
                    stream: stream.clone(),
                    expected_seq: last.map_or(0, |entry| entry.seq),
                    at_ms: self.clock.now_ms(),
                    actor: Role::Identity.actor(),
                    command_id: command_id.clone(),
                    schema_version: SCHEMA_VERSION,
                    body: body.clone(),
                    facts: vec![NewFact {
                        kind: "seat_claimed".into(),
                        body: fact.clone(),
                    }],
                    deadline: DeadlineChange::Keep,
                })
                .await
                .map_err(stored)?;
            if !matches!(appended, Append::Conflict { .. }) {
                let mut transaction = self.writer().await?;
                seats::mark_announced(&mut transaction, seat)
                    .await
                    .map_err(stored)?;
                transaction.commit().await.map_err(stored)?;
                if let Err(error) = self
                    .live
                    .publish(&topic::facts(Role::Identity.name()), Vec::new().into())
                    .await
                {
                    tracing::debug!(%error, "no wake-up; followers look by themselves");
                }
                return Ok(());
            }
        }
        Err(Problem::internal(
            "an account's stream is changed without end",
        ))
    }
}
