//! Whom a connection speaks for: its account, the session behind it, and the seats that it holds.

use outflank_access::{
    Problem, Scope,
    identifier::{house_bot, key_of_session},
};
use serde::{Deserialize, Serialize};

use crate::{places::Standing, request::Bearer, seats, services::Services, tokens::Tokens};

/// A seat that a socket's account holds.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct HeldSeat {
    /// In which tournament.
    pub tournament_id: String,
    /// Of which entrant.
    pub entrant_id: String,
}

/// A seat's name among all the deployment's seats.
pub fn seat_name(tournament_id: &str, entrant_id: &str) -> String {
    format!("{tournament_id}/{entrant_id}")
}

/// The session whose access token opened a socket.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeldSession {
    /// Its id.
    pub session_id: String,
    /// When that token runs out, cluster time in ms.
    pub expires_at_ms: i64,
}

/// Whom a socket speaks for.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Holder {
    /// The account; none for a spectator.
    pub account_id: Option<String>,
    /// Its seats, as pairing knew them when the ticket was bought.
    pub seats: Vec<HeldSeat>,
    /// Tournaments that it directs, likewise.
    pub directed_tournament_ids: Vec<String>,
    /// The session behind it; none for a spectator.
    pub session: Option<HeldSession>,
    /// Its token is good for what players and officials do at a table; a key's may be good for reading alone.
    pub acts: bool,
}

impl Holder {
    /// Whom a connection speaks for that its bearer opens.
    ///
    /// # Errors
    /// When the token is not good.
    pub async fn of(
        bearer: &Bearer,
        tokens: &Tokens,
        services: &Services,
    ) -> Result<Self, Problem> {
        let Some(token) = bearer.token() else {
            return Ok(Self::default());
        };
        let (person, expires_at_ms) = tokens.person_until(token)?;
        let (seats, directed_tournament_ids) = held(bearer, services).await;
        Ok(Self {
            acts: person.scopes.holds(Scope::Play) || person.scopes.holds(Scope::Direct),
            account_id: Some(person.account_id),
            seats,
            directed_tournament_ids,
            session: Some(HeldSession {
                session_id: person.session_id,
                expires_at_ms,
            }),
        })
    }

    /// The API key that opened it; none where a person's session did.
    pub fn key(&self) -> Option<&str> {
        let session = self.session.as_ref()?;
        key_of_session(&session.session_id)
    }

    /// The seat that an account has in casual games: of no tournament, by its own id.
    pub fn casual_seat(&self) -> Option<HeldSeat> {
        let entrant_id = self.account_id.clone()?;
        Some(HeldSeat {
            tournament_id: String::new(),
            entrant_id,
        })
    }

    /// What its places among connections count as. A house bot gives way to people.
    pub fn standing(&self) -> Standing {
        let holds = !self.seats.is_empty() || !self.directed_tournament_ids.is_empty();
        match &self.account_id {
            None => Standing::Anonymous,
            Some(account) if holds && house_bot(account).is_none() => Standing::Seated,
            Some(_) => Standing::SignedIn,
        }
    }

    /// Whether it directs this tournament.
    pub fn directs(&self, tournament_id: &str) -> bool {
        self.directed_tournament_ids
            .iter()
            .any(|id| id == tournament_id)
    }
}

/// Whose seats a socket is, for presence, and whose alerts it hears. A socket opens without it: play knows both by
/// itself.
async fn held(bearer: &Bearer, services: &Services) -> (Vec<HeldSeat>, Vec<String>) {
    match seats::held(services, bearer).await {
        Ok(answer) => {
            let seats = answer.seats.into_iter().map(|seat| HeldSeat {
                tournament_id: seat.tournament_id,
                entrant_id: seat.entrant_id,
            });
            (seats.collect(), answer.directed_tournament_ids)
        }
        Err(status) => {
            tracing::warn!(%status, "a socket's seats are not known");
            Default::default()
        }
    }
}
