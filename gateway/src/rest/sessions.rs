//! Accounts and sessions.

use axum::{
    Json,
    extract::State,
    response::{IntoResponse as _, Response},
};
use http::{HeaderMap, StatusCode};
use outflank_proto::{identity::v1 as identity, pairing::v1 as pairing};
use outflank_runtime::{Kind, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    cookies, limits,
    problem::ApiProblem,
    request::{Bearer, ClientAddress, JsonBody},
    rest::{act::present, responses},
    state::Shared,
};

/// A person's account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Account {
    /// Its id.
    pub id: String,
    /// The name it shows.
    pub display_name: String,
    /// Its login; null for a light account, which has only its session.
    #[schema(required)]
    pub login: Option<String>,
    /// Whether it administers this server.
    pub administrator: bool,
    /// The account that operates this program; null for a person.
    #[schema(required)]
    pub operator_account_id: Option<String>,
}

impl From<identity::Account> for Account {
    fn from(account: identity::Account) -> Self {
        Self {
            id: account.id,
            display_name: account.display_name,
            login: present(account.login),
            administrator: account.administrator,
            operator_account_id: present(account.operator_account_id),
        }
    }
}

/// A signed-in account and its tokens.
#[derive(Debug, Serialize, ToSchema)]
pub struct Session {
    /// Who is signed in.
    pub account: Account,
    /// For the header `Authorization: Bearer`.
    pub access_token: String,
    /// When it ends, cluster time in ms.
    pub access_expires_at_ms: i64,
    /// Trades for the next session, once. Null when it went into the cookie.
    #[schema(required)]
    pub refresh_token: Option<String>,
}

/// A new account.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewAccount {
    /// The name it shows.
    pub display_name: String,
    /// What the person signs in with.
    pub login: String,
    /// Its password.
    pub password: String,
    /// The one-time code printed at the server's first start.
    #[serde(default)]
    pub administrator_code: Option<String>,
    /// Put the refresh token into a cookie that scripts cannot read.
    #[serde(default)]
    pub cookie: bool,
}

/// Who signs in.
#[derive(Debug, Deserialize, ToSchema)]
pub struct SignIn {
    /// The account's login.
    pub login: String,
    /// Its password.
    pub password: String,
    /// Put the refresh token into a cookie that scripts cannot read.
    #[serde(default)]
    pub cookie: bool,
}

/// A refresh token, unless it is in the cookie.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RefreshToken {
    /// The token of the last session.
    #[serde(default)]
    pub refresh_token: Option<String>,
}

/// A seat of the calling account.
#[derive(Debug, Serialize, ToSchema)]
pub struct Seat {
    /// In which tournament.
    pub tournament_id: String,
    /// Of which entrant.
    pub entrant_id: String,
}

/// The calling account and what it holds.
#[derive(Debug, Serialize, ToSchema)]
pub struct Me {
    /// Who is signed in.
    pub account: Account,
    /// Its seats, those in tournaments that are not yet confirmed first.
    pub seats: Vec<Seat>,
    /// Tournaments that it directs.
    pub directed_tournament_ids: Vec<String>,
}

/// Makes an account with a login and a password, and signs it in.
#[utoipa::path(post, path = "/accounts", tag = "sessions", request_body = NewAccount,
    responses((status = 201, description = "The account's first session", body = Session), responses::Credentials))]
pub async fn create_account(
    State(shared): State<Shared>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(new): JsonBody<NewAccount>,
) -> Result<Response, ApiProblem> {
    let rate = shared.limits.accounts_per_address;
    limits::admit_address(&shared, "accounts", address, rate).await?;
    let request = identity::CreateAccountRequest {
        display_name: new.display_name,
        login: new.login,
        password: new.password,
        administrator_code: new.administrator_code.unwrap_or_default(),
    };
    let answer = shared.services.identity().create_account(request).await?;
    let answer = answer.into_inner();
    let place = cookies::Place::wanted(new.cookie, &shared.origin, &headers);
    signed_in(
        &shared,
        StatusCode::CREATED,
        (answer.account, answer.tokens),
        place,
    )
}

/// Signs in with a password.
#[utoipa::path(post, path = "/sessions", tag = "sessions", request_body = SignIn,
    responses((status = 200, description = "A new session", body = Session), responses::Credentials))]
pub async fn sign_in(
    State(shared): State<Shared>,
    ClientAddress(address): ClientAddress,
    headers: HeaderMap,
    JsonBody(who): JsonBody<SignIn>,
) -> Result<Response, ApiProblem> {
    let limits = &shared.limits;
    limits::admit_address(&shared, "sign-in", address, limits.sign_ins_per_address).await?;
    let login = who.login.trim().to_lowercase();
    limits::admit(&shared, "sign-in-to", &login, limits.sign_ins_per_login).await?;
    let request = identity::SignInRequest {
        login: who.login,
        password: who.password,
    };
    let answer = shared.services.identity().sign_in(request).await?;
    let answer = answer.into_inner();
    let place = cookies::Place::wanted(who.cookie, &shared.origin, &headers);
    signed_in(
        &shared,
        StatusCode::OK,
        (answer.account, answer.tokens),
        place,
    )
}

/// Trades a refresh token, from the body or the cookie, for a new session.
#[utoipa::path(post, path = "/sessions/refresh", tag = "sessions", request_body = RefreshToken,
    responses((status = 200, description = "The next session", body = Session), responses::Credentials))]
pub async fn refresh_session(
    State(shared): State<Shared>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<RefreshToken>,
) -> Result<Response, ApiProblem> {
    let (refresh_token, in_cookie) = refresh_token(&shared, &headers, body)?;
    let request = identity::RefreshSessionRequest { refresh_token };
    match shared.services.identity().refresh_session(request).await {
        Ok(answer) => {
            let answer = answer.into_inner();
            let place = cookies::Place::wanted(in_cookie, &shared.origin, &headers);
            signed_in(
                &shared,
                StatusCode::OK,
                (answer.account, answer.tokens),
                place,
            )
        }
        // A cookie that is good for nothing would be tried for ever.
        Err(status) if in_cookie && status.code() == tonic::Code::Unauthenticated => {
            let refused = ApiProblem::from(status).into_response();
            Ok(cookies::clear(refused, shared.origin.is_secure(&headers)))
        }
        Err(status) => Err(status.into()),
    }
}

/// Ends the session of a refresh token, from the body or the cookie.
#[utoipa::path(delete, path = "/sessions", tag = "sessions", request_body = RefreshToken,
    responses((status = 204, description = "The session has ended"), responses::Credentials))]
pub async fn sign_out(
    State(shared): State<Shared>,
    headers: HeaderMap,
    JsonBody(body): JsonBody<RefreshToken>,
) -> Result<Response, ApiProblem> {
    if body.refresh_token.is_some() || cookies::refresh_token(&headers).is_some() {
        let (refresh_token, _) = refresh_token(&shared, &headers, body)?;
        let request = identity::SignOutRequest { refresh_token };
        shared.services.identity().sign_out(request).await?;
    }
    let ended = StatusCode::NO_CONTENT.into_response();
    Ok(cookies::clear(ended, shared.origin.is_secure(&headers)))
}

/// The calling account, its seats and the tournaments it directs.
#[utoipa::path(get, path = "/me", tag = "sessions", security(("bearer" = [])),
    responses((status = 200, description = "The calling account", body = Me), responses::Reading))]
pub async fn me(State(shared): State<Shared>, bearer: Bearer) -> Result<Json<Me>, ApiProblem> {
    let (mut accounts, mut seats) = (shared.services.identity(), shared.services.pairing());
    let (account, seats) = tokio::try_join!(
        accounts.get_account(bearer.ask(identity::GetAccountRequest {})),
        seats.list_seats(bearer.ask(pairing::ListSeatsRequest {})),
    )?;
    let account = account.into_inner().account;
    let seats = seats.into_inner();
    Ok(Json(Me {
        account: account
            .ok_or_else(|| Problem::internal("identity answered without an account"))?
            .into(),
        seats: seats
            .seats
            .into_iter()
            .map(|seat| Seat {
                tournament_id: seat.tournament_id,
                entrant_id: seat.entrant_id,
            })
            .collect(),
        directed_tournament_ids: seats.directed_tournament_ids,
    }))
}

/// The refresh token and whether it came in the cookie, which counts only for our own pages.
fn refresh_token(
    shared: &Shared,
    headers: &HeaderMap,
    body: RefreshToken,
) -> Result<(String, bool), ApiProblem> {
    if let Some(token) = body.refresh_token {
        return Ok((token, false));
    }
    let token = cookies::refresh_token(headers).ok_or_else(|| {
        Problem::new(
            Kind::Unauthenticated,
            "no_session",
            "There is no refresh token in the body or in the cookie: sign in.",
        )
    })?;
    shared.origin.admit(headers)?;
    Ok((token, true))
}

/// What identity answers to every way of signing in.
type SignedIn = (Option<identity::Account>, Option<identity::Tokens>);

fn signed_in(
    shared: &Shared,
    status: StatusCode,
    answer: SignedIn,
    place: cookies::Place,
) -> Result<Response, ApiProblem> {
    let (session, refresh) = session(shared, answer)?;
    Ok(place.answer(status, refresh, |refresh_token| Session {
        refresh_token,
        ..session
    }))
}

/// A session without its refresh token, and the refresh token.
pub fn session(
    shared: &Shared,
    answer: SignedIn,
) -> Result<(Session, cookies::Refresh), ApiProblem> {
    let (Some(account), Some(tokens)) = answer else {
        return Err(Problem::internal("identity signed somebody in without tokens").into());
    };
    let session = Session {
        account: account.into(),
        access_token: tokens.access_token,
        access_expires_at_ms: tokens.access_expires_at_ms,
        refresh_token: None,
    };
    let left_ms = tokens
        .refresh_expires_at_ms
        .saturating_sub(shared.clock.now_ms());
    let refresh = cookies::Refresh {
        token: tokens.refresh_token,
        lifetime_s: left_ms / 1000,
    };
    Ok((session, refresh))
}
