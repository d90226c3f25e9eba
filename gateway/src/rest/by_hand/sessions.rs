//! Accounts and sessions, whose refresh token and device token go into the body or into cookies.

use axum::response::{IntoResponse as _, Response};
use outflank_access::{Kind, Problem};
use outflank_proto::{gateway::v1 as gateway, identity::v1 as identity};

use crate::{
    cookies::{self, RefreshTokenCarrier},
    problem::ApiProblem,
    request::Bearer,
    rest::route::RouteRequest,
    seats,
};

/// Makes an account with a login and a password, and signs it in.
pub async fn create_account(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let new: gateway::NewAccount = asked.message()?;
    admit_cookie(&asked, new.cookie)?;
    let request = identity::CreateAccountRequest {
        display_name: new.display_name,
        login: new.login,
        password: new.password,
        administrator_code: new.administrator_code,
        device_token: device_token(&asked, new.device_token),
        ..identity::CreateAccountRequest::default()
    };
    let made: identity::CreateAccountResponse = asked.ask(&Bearer(None), &request).await?;
    signed_in(&asked, (made.account, made.tokens), new.cookie)
}

/// Makes a light account for a guest, and signs it in.
pub async fn open_guest_session(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let guest: gateway::NewGuest = asked.message()?;
    admit_cookie(&asked, guest.cookie)?;
    let request = identity::OpenGuestSessionRequest {
        display_name: guest.display_name,
    };
    let opened: identity::OpenGuestSessionResponse = asked.ask(&Bearer(None), &request).await?;
    signed_in(&asked, (opened.account, opened.tokens), guest.cookie)
}

/// Signs in with a password.
pub async fn sign_in(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let who: gateway::NewSession = asked.message()?;
    admit_cookie(&asked, who.cookie)?;
    let request = identity::SignInRequest {
        login: who.login,
        password: who.password,
        device_token: device_token(&asked, who.device_token),
        ..identity::SignInRequest::default()
    };
    let begun: identity::SignInResponse = asked.ask(&Bearer(None), &request).await?;
    signed_in(&asked, (begun.account, begun.tokens), who.cookie)
}

/// Trades a refresh token, from the body or the cookie, for a new session.
pub async fn refresh_session(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let told: gateway::RefreshToken = asked.message()?;
    let (refresh_token, in_cookie) = refresh_token(&asked, told)?;
    let request = identity::RefreshSessionRequest { refresh_token };
    let next = asked.ask(&Bearer(None), &request).await;
    match next {
        Ok(identity::RefreshSessionResponse { account, tokens }) => {
            signed_in(&asked, (account, tokens), in_cookie)
        }
        // A cookie that is good for nothing would be tried for ever.
        Err(refused) if in_cookie && refused.kind() == Kind::Unauthenticated => {
            let refused = refused.into_response();
            Ok(cookies::clear(refused, is_secure(&asked)))
        }
        Err(refused) => Err(refused),
    }
}

/// Ends the session of a refresh token, from the body or the cookie.
pub async fn sign_out(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let told: gateway::RefreshToken = asked.message()?;
    let in_cookie = cookies::refresh_token(&asked.head.headers).is_some();
    if in_cookie || !told.refresh_token.is_empty() {
        let (refresh_token, _) = refresh_token(&asked, told)?;
        let request = identity::SignOutRequest { refresh_token };
        let _: identity::SignOutResponse = asked.ask(&Bearer(None), &request).await?;
    }
    let ended = asked.answer(&identity::SignOutResponse {})?;
    Ok(cookies::clear(ended, is_secure(&asked)))
}

/// The calling account, its seats and the tournaments it directs.
pub async fn get_me(asked: RouteRequest) -> Result<Response, ApiProblem> {
    let bearer = asked.bearer()?;
    let _: gateway::GetMeRequest = asked.message()?;
    let mut accounts = asked.shared.services.identity();
    let (account, held) = tokio::try_join!(
        accounts.get_account(bearer.ask(identity::GetAccountRequest {})),
        seats::held(&asked.shared.services, &bearer),
    )?;
    asked.answer(&gateway::Me {
        account: account.into_inner().account,
        seats: held.seats,
        directed_tournament_ids: held.directed_tournament_ids,
    })
}

fn is_secure(asked: &RouteRequest) -> bool {
    asked.shared.origin.is_secure(&asked.head.headers)
}

/// The refresh token and whether it came in the cookie, which counts only for our own pages.
fn refresh_token(
    asked: &RouteRequest,
    told: gateway::RefreshToken,
) -> Result<(String, bool), ApiProblem> {
    if !told.refresh_token.is_empty() {
        return Ok((told.refresh_token, false));
    }
    let headers = &asked.head.headers;
    let token = cookies::refresh_token(headers).ok_or_else(|| {
        Problem::new(
            Kind::Unauthenticated,
            "no_session",
            "There is no refresh token in the body or in the cookie: sign in.",
        )
    })?;
    asked.shared.origin.admit(headers)?;
    Ok((token, true))
}

/// A session goes into a cookie for our own pages alone: another site's would sign its reader in as somebody else.
///
/// # Errors
/// When the page is not ours.
pub fn admit_cookie(asked: &RouteRequest, cookie: bool) -> Result<(), ApiProblem> {
    if cookie {
        asked.shared.origin.admit(&asked.head.headers)?;
    }
    Ok(())
}

/// The device's token, from the body or the cookie.
fn device_token(asked: &RouteRequest, told: String) -> String {
    if told.is_empty() {
        return cookies::device_token(&asked.head.headers).unwrap_or_default();
    }
    told
}

/// What identity answers to every way of signing in.
pub type SignedIn = (Option<identity::Account>, Option<identity::Tokens>);

fn signed_in(asked: &RouteRequest, answer: SignedIn, cookie: bool) -> Result<Response, ApiProblem> {
    with_session(asked, answer, cookie, |session| asked.answer(&session))
}

/// An answer with a session in it, its refresh token and device token in the body or in cookies.
pub fn with_session(
    asked: &RouteRequest,
    answer: SignedIn,
    cookie: bool,
    body: impl FnOnce(gateway::Session) -> Result<Response, ApiProblem>,
) -> Result<Response, ApiProblem> {
    let (Some(account), Some(tokens)) = answer else {
        return Err(Problem::internal("identity signed somebody in without tokens").into());
    };
    let now_ms = asked.shared.clock.now_ms();
    let left_ms = tokens.refresh_expires_at_ms.saturating_sub(now_ms);
    let refresh = cookies::Refresh {
        token: tokens.refresh_token,
        lifetime_s: left_ms / 1000,
        device_token: tokens.device_token,
    };
    let carrier = RefreshTokenCarrier::wanted(cookie, &asked.shared.origin, &asked.head.headers);
    carrier.answer(refresh, |refresh_token, device_token| {
        body(gateway::Session {
            account: Some(account),
            access_token: tokens.access_token,
            access_expires_at_ms: tokens.access_expires_at_ms,
            refresh_token,
            device_token,
        })
    })
}
