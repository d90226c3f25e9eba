//! The session behind a connection: it outlives the access token that opened it, for as long as it stands.

use std::{sync::Arc, time::Duration};

use outflank_access::{Kind, Problem, tokens::ACCESS_LIFETIME_MS};
use outflank_proto::identity::v1 as identity;
use tokio::time::Instant;

use crate::{
    connection_registry::Registration, holder::HeldSession, services::Services, tokens::Tokens,
};

/// When identity did not answer, it is asked again after so long.
const ASK_AGAIN: Duration = Duration::from_secs(30);

/// What identity says of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Standing {
    /// It goes on.
    Stands,
    /// It was signed out, revoked, or has run out.
    Ended,
    /// Identity does not answer: a seated move is not refused for that.
    Unknown,
}

/// The session behind a connection.
pub struct Session {
    held: HeldSession,
    registration: Arc<Registration>,
    /// Identity is asked then whether it still stands; none while it is being asked.
    ask_at: Option<Instant>,
}

fn from_now(ms: i64) -> Instant {
    Instant::now() + Duration::from_millis(u64::try_from(ms).unwrap_or_default())
}

impl Session {
    /// A session as its ticket or token told it.
    pub fn new(held: HeldSession, registration: Arc<Registration>, now_ms: i64) -> Self {
        let ask_at = Some(from_now(held.expires_at_ms.saturating_sub(now_ms)));
        Self {
            held,
            registration,
            ask_at,
        }
    }

    /// Its id.
    pub fn id(&self) -> &str {
        &self.held.session_id
    }

    /// When identity is to be asked; none while it is being asked.
    pub fn ask_at(&self) -> Option<Instant> {
        self.ask_at
    }

    /// The question for identity.
    pub fn ask(&mut self, services: &Services) -> impl Future<Output = Standing> + Send + use<> {
        self.ask_at = None;
        let request = identity::GetSessionRequest {
            session_id: self.held.session_id.clone(),
        };
        let mut identity = services.identity();
        async move {
            match identity.get_session(request).await {
                Ok(answer) if answer.get_ref().stands => Standing::Stands,
                Ok(_) => Standing::Ended,
                Err(status) => {
                    tracing::warn!(%status, "whether a session stands is not known");
                    Standing::Unknown
                }
            }
        }
    }

    /// What identity answered. A renewal that came meanwhile stands.
    pub fn answered(&mut self, standing: Standing) {
        if self.ask_at.is_none() {
            self.ask_at = Some(match standing {
                Standing::Stands => from_now(ACCESS_LIFETIME_MS),
                Standing::Ended | Standing::Unknown => Instant::now() + ASK_AGAIN,
            });
        }
    }

    /// Takes the account's next access token. Answers until when it is good, cluster time in ms.
    ///
    /// # Errors
    /// When it is not good, or another account's.
    pub fn renew(
        &mut self,
        tokens: &Tokens,
        (account, token): (&str, &str),
    ) -> Result<i64, Problem> {
        let (person, expires_at_ms) = tokens.person_until(token)?;
        if person.account_id != account {
            return Err(another_account());
        }
        self.registration.change_session(person.session_id.clone());
        self.held = HeldSession {
            session_id: person.session_id,
            expires_at_ms,
        };
        // It may have ended before it came here.
        self.ask_at = Some(Instant::now());
        Ok(expires_at_ms)
    }
}

/// The token is not of the account this connection speaks for.
pub fn another_account() -> Problem {
    Problem::new(
        Kind::Forbidden,
        "other_account",
        "This socket does not speak for that token's account: open another with a new ticket.",
    )
}
