//! Claiming a seat: the code is used in one transaction, then the claim becomes an entry and a fact.

use std::time::Duration;

use outflank_access::{Kind, Person, Problem, Role, identifier};
use outflank_journal::{Append, DeadlineChange, NewEntry, NewFact, RecordWrite, StreamId};
use outflank_live::topic;
use outflank_proto::{
    feed::v1::CatchUpRequest,
    identity::v1 as proto,
    pairing::v1::{self as pairing, pairing_service_client::PairingServiceClient},
};
use serde::Serialize;
use tokio::time::timeout;

use crate::{
    accounts::{self, Account},
    app::Identity,
    refusals,
    refusals::stored,
    seats::{self, Purpose, SeatCode, UnusedCode},
    sessions,
};

/// Version of the bodies this service writes.
const SCHEMA_VERSION: u32 = 1;
/// Whether the event took a claim in is waited for so long.
const TAKEN_WITHIN: Duration = Duration::from_millis(1_500);
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
        #[serde(skip_serializing_if = "str::is_empty")]
        operator_account_id: &'a str,
    },
}

/// Who takes a seat.
enum Claimant {
    /// The caller, who is signed in.
    Caller(Account),
    /// The account that the code lets in.
    LetIn(Account),
    /// A light account, which is not there yet.
    New(Account),
}

impl Claimant {
    const fn account(&self) -> &Account {
        match self {
            Self::Caller(account) | Self::LetIn(account) | Self::New(account) => account,
        }
    }
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

    pub(crate) async fn unused_seat_codes(
        &self,
        tournament_id: &str,
    ) -> Result<Vec<UnusedCode>, Problem> {
        seats::unused(self.reader(), tournament_id, self.clock.now_ms())
            .await
            .map_err(stored)
    }

    /// Uses a code for the calling account, for the account that it lets in, or for a light account made here. An
    /// official's code is good for no other account than his.
    pub(crate) async fn claim_seat(
        &self,
        code: &str,
        caller: Option<&Person>,
    ) -> Result<(SeatCode, Account, Option<proto::Tokens>), Problem> {
        let now_ms = self.clock.now_ms();
        let mut seat = seats::find(self.reader(), code, now_ms)
            .await
            .map_err(stored)?
            .ok_or_else(refusals::unknown_code)?;
        let claimant = self.claimant(&seat, caller).await?;
        let account = claimant.account().clone();
        if !seat.entrant_id.is_empty() && seat.claimed_by.is_none() {
            self.check_claim(&seat, &account).await?;
        }
        let mut transaction = self.writer().await?;
        if matches!(claimant, Claimant::New(_)) {
            accounts::insert(&mut transaction, &account, now_ms)
                .await
                .map_err(stored)?;
        }
        let refresh = match claimant {
            Claimant::Caller(_) => None,
            Claimant::LetIn(_) | Claimant::New(_) => {
                Some(sessions::open(&mut transaction, &account.id, now_ms).await?)
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
            self.check_taken(&seat, &account).await?;
        }
        let tokens = refresh
            .map(|refresh| self.tokens(&account, refresh))
            .transpose()?;
        Ok((seat, account, tokens))
    }

    async fn claimant(
        &self,
        seat: &SeatCode,
        caller: Option<&Person>,
    ) -> Result<Claimant, Problem> {
        let caller = caller.filter(|_| !seat.entrant_id.is_empty());
        let by_id = async |id: &str| accounts::by_id(self.reader(), id).await.map_err(stored);
        match (caller, seat.account_id.as_deref()) {
            (Some(person), _) => by_id(&person.account_id)
                .await?
                .map(Claimant::Caller)
                .ok_or_else(refusals::session_ended),
            (None, Some(account_id)) => by_id(account_id)
                .await?
                .filter(Account::may_be_let_in)
                .map(Claimant::LetIn)
                .ok_or_else(refusals::unknown_code),
            (None, None) => Ok(Claimant::New(Account::light(
                identifier::random_id().map_err(Problem::internal)?,
                seat.display_name.clone(),
            ))),
        }
    }

    /// Whether the event lets the account have the seat: it is refused while its code is still good, and not later,
    /// where nobody would hear of it.
    async fn check_claim(&self, seat: &SeatCode, account: &Account) -> Result<(), Problem> {
        let pairing = self.pairing.get().ok_or_else(refusals::event_away)?;
        let asked = pairing::CheckSeatClaimRequest {
            tournament_id: seat.tournament_id.clone(),
            entrant_id: seat.entrant_id.clone(),
            account_id: account.id.clone(),
            operator_account_id: account.operator_id.clone().unwrap_or_default(),
        };
        PairingServiceClient::new(pairing.clone())
            .check_seat_claim(asked)
            .await
            .map(|_| ())
            .map_err(|status| Problem::from_status(&status))
    }

    /// The event may have changed since it was asked. Where it cannot be asked any more, it takes the claim in when it is
    /// back.
    async fn check_taken(&self, seat: &SeatCode, account: &Account) -> Result<(), Problem> {
        let Some(pairing) = self.pairing.get() else {
            return Ok(());
        };
        let mut pairing = PairingServiceClient::new(pairing.clone());
        // The code is used up: whoever is let in by it gets the answer, however long pairing waits for others.
        let told = timeout(TAKEN_WITHIN, async {
            pairing.catch_up(CatchUpRequest {}).await.ok()?;
            Some(self.check_claim(seat, account).await)
        });
        match told.await {
            Ok(Some(Err(problem)))
                if !matches!(problem.kind, Kind::Unavailable | Kind::Internal) =>
            {
                Err(problem)
            }
            _ => Ok(()),
        }
    }

    /// Writes a claimed seat into the account's stream, once, however often it is called.
    pub(crate) async fn announce(&self, seat: &SeatCode) -> Result<(), Problem> {
        let Some(account_id) = seat.claimed_by.as_deref() else {
            return Ok(());
        };
        let stream = StreamId::new("account", account_id);
        let account = accounts::by_id(self.reader(), account_id).await;
        let operator = account.map_err(stored)?.and_then(|known| known.operator_id);
        let event = AccountEvent::SeatClaimed {
            tournament_id: &seat.tournament_id,
            entrant_id: &seat.entrant_id,
            account_id,
            operator_account_id: operator.as_deref().unwrap_or_default(),
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
                    records: vec![RecordWrite::new(seats::mark_announced(seat))],
                })
                .await
                .map_err(stored)?;
            if matches!(appended, Append::Repeated { .. }) {
                // An earlier version marked it afterwards, if it came to that.
                let marked = self.store.records.run(seats::mark_announced(seat)).await;
                marked.map_err(stored)?;
            }
            if !matches!(appended, Append::Conflict { .. } | Append::Unmet) {
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
