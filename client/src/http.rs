//! REST for one account.

use std::{sync::Arc, time::Duration};

use reqwest::{Method, StatusCode};
use serde::{Deserialize, Serialize, de::DeserializeOwned};
use serde_json::Value;
use tokio::sync::Mutex;

use crate::tls;

/// A server that cannot be connected to by then is out of reach.
const CONNECT_WITHIN: Duration = Duration::from_secs(5);
/// So is one that is silent for so long in the middle of an answer; it gives up its own work sooner.
const ANSWER_WITHIN: Duration = Duration::from_secs(30);
/// A refresh token that somebody else has just traded is traded again after so long.
const RACED: Duration = Duration::from_millis(2_200);
/// So often at most.
const RACES: u32 = 3;

/// A refusal of the server, as its problem document says it.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error, Deserialize)]
#[error("{detail}")]
pub struct Refused {
    /// HTTP status; 0 in a WebSocket frame.
    #[serde(default)]
    pub status: u16,
    /// Stable name of the problem.
    pub code: String,
    /// One sentence.
    pub detail: String,
    /// The paragraph that refused it.
    pub rule: Option<String>,
}

/// Why a request has no answer to use.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// The server refused; nothing changed.
    #[error(transparent)]
    Refused(#[from] Refused),
    /// No answer came: whether the request was carried out is not known. Ask again with the same command id.
    #[error("no answer from the server: {0}")]
    Unreachable(String),
    /// An answer came that does not have the promised shape.
    #[error("an answer that cannot be read: {0}")]
    Unreadable(String),
}

impl Failure {
    pub(crate) fn unreachable(cause: impl std::fmt::Display) -> Self {
        Self::Unreachable(cause.to_string())
    }

    pub(crate) fn unreadable(cause: impl std::fmt::Display) -> Self {
        Self::Unreadable(cause.to_string())
    }

    /// Whether the same may be asked again a little later: nobody answered, or nothing was decided.
    #[must_use]
    pub fn is_of_the_moment(&self) -> bool {
        match self {
            Self::Unreachable(_) => true,
            Self::Refused(refused) => crate::AGAIN.contains(&refused.code.as_str()),
            Self::Unreadable(_) => false,
        }
    }

    /// The code of a refusal.
    #[must_use]
    pub fn code(&self) -> Option<&str> {
        match self {
            Self::Refused(refused) => Some(&refused.code),
            _ => None,
        }
    }
}

/// What signing in gives.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Session {
    /// The account's id.
    pub account_id: String,
    /// For ten minutes.
    pub access_token: String,
    /// For the next tokens; single use.
    pub refresh_token: String,
}

#[derive(Deserialize)]
struct SessionAnswer {
    account: AccountAnswer,
    access_token: String,
    refresh_token: Option<String>,
    #[serde(default)]
    device_token: Option<String>,
}

#[derive(Deserialize)]
struct AccountAnswer {
    id: String,
}

impl From<SessionAnswer> for Session {
    fn from(answer: SessionAnswer) -> Self {
        Self {
            account_id: answer.account.id,
            access_token: answer.access_token,
            refresh_token: answer.refresh_token.unwrap_or_default(),
        }
    }
}

/// One account's view of one server. Clones share the session.
#[derive(Debug, Clone)]
pub struct Client {
    base: String,
    http: reqwest::Client,
    session: Arc<Mutex<Option<Session>>>,
    /// Known to the accounts that signed in with their password here.
    device_token: Arc<Mutex<Option<String>>>,
    api_key: Option<Arc<str>>,
}

impl Client {
    /// A client of the server at `base` (`http://127.0.0.1:8080`, `https://play.example.org`), signed in as nobody.
    #[must_use]
    pub fn new(base: &str) -> Self {
        Self::by(base, tls::http())
    }

    /// The same on this machine: whatever proxy the environment names is for what is elsewhere.
    #[must_use]
    pub fn here(base: &str) -> Self {
        Self::by(base, tls::http().no_proxy())
    }

    fn by(base: &str, http: reqwest::ClientBuilder) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            http: http
                .connect_timeout(CONNECT_WITHIN)
                .read_timeout(ANSWER_WITHIN)
                .build()
                // Nothing that was set can be at fault; without it, it is as patient as it is made.
                .unwrap_or_default(),
            session: Arc::default(),
            device_token: Arc::default(),
            api_key: None,
        }
    }

    /// The same, speaking by an API key: there is no session to keep or to renew.
    #[must_use]
    pub fn with_api_key(mut self, key: &str) -> Self {
        self.api_key = Some(key.into());
        self
    }

    /// Another client of the same server that shares connections, not the session.
    #[must_use]
    pub fn anonymous(&self) -> Self {
        Self {
            base: self.base.clone(),
            http: self.http.clone(),
            session: Arc::default(),
            device_token: Arc::default(),
            api_key: None,
        }
    }

    /// The same account at another address of the same server: another gateway.
    #[must_use]
    pub fn at(&self, base: &str) -> Self {
        Self {
            base: base.trim_end_matches('/').to_owned(),
            ..self.clone()
        }
    }

    /// The same with a session that was kept.
    #[must_use]
    pub fn with_session(mut self, session: Session) -> Self {
        self.session = Arc::new(Mutex::new(Some(session)));
        self
    }

    /// The same account at another address, where everything of its server was restored: the session is renewed there.
    ///
    /// # Errors
    /// When the other server does not know the session.
    pub async fn moved_to(&self, base: &str) -> Result<Self, Failure> {
        let session = self.session().await;
        let moved = Self {
            base: base.trim_end_matches('/').to_owned(),
            http: self.http.clone(),
            device_token: Arc::default(),
            session: Arc::new(Mutex::new(session)),
            api_key: self.api_key.clone(),
        };
        if moved.api_key.is_none() {
            moved.refresh().await?;
        }
        Ok(moved)
    }

    /// The server's address.
    #[must_use]
    pub fn base(&self) -> &str {
        &self.base
    }

    /// The session as it is now, to be kept.
    pub async fn session(&self) -> Option<Session> {
        self.session.lock().await.clone()
    }

    /// What a request bears: the API key, or the session's access token.
    pub(crate) async fn bearer(&self) -> Option<String> {
        if let Some(key) = &self.api_key {
            return Some(key.to_string());
        }
        Some(self.session.lock().await.as_ref()?.access_token.clone())
    }

    /// Makes an account and signs in.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn create_account(
        &self,
        display_name: &str,
        login: &str,
        password: &str,
        administrator_code: Option<&str>,
    ) -> Result<Session, Failure> {
        let body = serde_json::json!({
            "display_name": display_name, "login": login, "password": password,
            "administrator_code": administrator_code,
        });
        let answer: SessionAnswer = self.post("/accounts", &body).await?;
        self.signed_in(answer).await
    }

    /// Signs in.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn sign_in(&self, login: &str, password: &str) -> Result<Session, Failure> {
        let mut body = serde_json::json!({ "login": login, "password": password });
        // An older server knows none, and gave none.
        if let Some(token) = self.device_token.lock().await.as_deref() {
            body["device_token"] = token.into();
        }
        let answer: SessionAnswer = self.post("/sessions", &body).await?;
        self.signed_in(answer).await
    }

    /// Signs in as a new guest: a light account without a seat. Without a name the server makes one.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn open_guest_session(&self, display_name: Option<&str>) -> Result<Session, Failure> {
        let body = serde_json::json!({ "display_name": display_name });
        let answer: SessionAnswer = self.post("/guests", &body).await?;
        self.signed_in(answer).await
    }

    /// Gives the light account that is signed in here a login and a password, and another name where one is given. The
    /// session goes on.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn keep_account(
        &self,
        login: &str,
        password: &str,
        display_name: Option<&str>,
    ) -> Result<(), Failure> {
        #[derive(Deserialize)]
        struct Kept {
            access_token: String,
        }
        let body = serde_json::json!({
            "login": login, "password": password, "display_name": display_name,
        });
        let kept: Kept = self.post("/account/login", &body).await?;
        if let Some(session) = self.session.lock().await.as_mut() {
            session.access_token = kept.access_token;
        }
        Ok(())
    }

    async fn signed_in(&self, mut answer: SessionAnswer) -> Result<Session, Failure> {
        if let Some(token) = answer.device_token.take() {
            *self.device_token.lock().await = Some(token);
        }
        self.keep(answer.into()).await
    }

    /// Uses a seat code; signed in as nobody, this signs in as the light account made for it, or as the one that the code
    /// lets in. Answers the tournament's and the entrant's id, which is empty for an official's code.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn claim_seat(&self, code: &str) -> Result<(String, String), Failure> {
        #[derive(Deserialize)]
        struct Claimed {
            tournament_id: String,
            entrant_id: Option<String>,
            session: Option<SessionAnswer>,
        }
        let body = serde_json::json!({ "code": code });
        let claimed: Claimed = self.post("/seats/claim", &body).await?;
        if let Some(session) = claimed.session {
            self.keep(session.into()).await?;
        }
        Ok((
            claimed.tournament_id,
            claimed.entrant_id.unwrap_or_default(),
        ))
    }

    async fn keep(&self, session: Session) -> Result<Session, Failure> {
        *self.session.lock().await = Some(session.clone());
        Ok(session)
    }

    /// `GET /api/v1{path}`.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn get<T: DeserializeOwned>(&self, path: &str) -> Result<T, Failure> {
        let text = self.request(Method::GET, path, None, None).await?;
        parse(&text)
    }

    /// `GET /api/v1{path}` as text.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn get_text(&self, path: &str) -> Result<String, Failure> {
        self.request(Method::GET, path, None, None).await
    }

    /// A whole list, page after page: `GET /api/v1{path}`, and of every answer what stands under `key`.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn list<T: DeserializeOwned>(
        &self,
        path: &str,
        key: &str,
    ) -> Result<Vec<T>, Failure> {
        let mut items = Vec::new();
        let mut address = path.to_owned();
        loop {
            let mut page: Value = self.get(&address).await?;
            let here = page.get_mut(key).map(Value::take).unwrap_or_default();
            let here: Vec<T> = serde_json::from_value(here).map_err(Failure::unreadable)?;
            items.extend(here);
            let Some(token) = page.get("next_page_token").and_then(Value::as_str) else {
                return Ok(items);
            };
            let joint = if path.contains('?') { '&' } else { '?' };
            address = format!("{path}{joint}page_token={token}");
        }
    }

    /// `POST /api/v1{path}`.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn post<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
    ) -> Result<T, Failure> {
        self.send(Method::POST, path, body, None).await
    }

    /// `POST /api/v1{path}` under a command id: sent again, it gets its first answer.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn command<T: DeserializeOwned>(
        &self,
        path: &str,
        body: &(impl Serialize + Sync),
        command_id: &str,
    ) -> Result<T, Failure> {
        self.send(Method::POST, path, body, Some(command_id)).await
    }

    /// Any method with a body.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn send<T: DeserializeOwned>(
        &self,
        method: Method,
        path: &str,
        body: &(impl Serialize + Sync),
        command_id: Option<&str>,
    ) -> Result<T, Failure> {
        let body = serde_json::to_string(body).map_err(Failure::unreadable)?;
        let text = self.request(method, path, Some(body), command_id).await?;
        parse(if text.is_empty() { "null" } else { &text })
    }

    async fn request(
        &self,
        method: Method,
        path: &str,
        body: Option<String>,
        command_id: Option<&str>,
    ) -> Result<String, Failure> {
        let answer = self.once(&method, path, body.as_deref(), command_id).await;
        match &answer {
            Err(Failure::Refused(refused)) if self.is_outworn(refused) => {
                self.refresh().await?;
                self.once(&method, path, body.as_deref(), command_id).await
            }
            _ => answer,
        }
    }

    async fn once(
        &self,
        method: &Method,
        path: &str,
        body: Option<&str>,
        command_id: Option<&str>,
    ) -> Result<String, Failure> {
        let url = format!("{}/api/v1{path}", self.base);
        let mut request = self.http.request(method.clone(), url);
        if let Some(token) = self.bearer().await {
            request = request.bearer_auth(token);
        }
        if let Some(id) = command_id {
            request = request.header("Idempotency-Key", id);
        }
        if let Some(body) = body {
            request = request
                .header("Content-Type", "application/json")
                .body(body.to_owned());
        }
        let response = request.send().await.map_err(Failure::unreachable)?;
        let status = response.status();
        let text = response.text().await.map_err(Failure::unreachable)?;
        if status.is_success() {
            return Ok(text);
        }
        Err(refusal(status, &text))
    }

    /// A session's access token has run out; a key does not.
    pub(crate) fn is_outworn(&self, refused: &Refused) -> bool {
        refused.code == "token_expired" && self.api_key.is_none()
    }

    pub(crate) async fn refresh(&self) -> Result<(), Failure> {
        // What a token was spent for is kept, also where whoever asked does not wait for it any more.
        let client = self.clone();
        let refreshed = tokio::spawn(async move { client.exchange().await });
        refreshed.await.map_err(Failure::unreachable)?
    }

    async fn exchange(&self) -> Result<(), Failure> {
        let mut session = self.session.lock().await;
        let Some(current) = session.as_ref() else {
            return Ok(());
        };
        let url = format!("{}/api/v1/sessions/refresh", self.base);
        let body = serde_json::json!({ "refresh_token": current.refresh_token });
        let mut races = 0;
        loop {
            let response = self
                .http
                .post(&url)
                .json(&body)
                .send()
                .await
                .map_err(Failure::unreachable)?;
            let status = response.status();
            let text = response.text().await.map_err(Failure::unreachable)?;
            if status.is_success() {
                let answer: SessionAnswer = parse(&text)?;
                *session = Some(answer.into());
                return Ok(());
            }
            let refused = refusal(status, &text);
            if refused.code() != Some("refresh_raced") || races == RACES {
                return Err(refused);
            }
            races += 1;
            tokio::time::sleep(RACED).await;
        }
    }
}

fn parse<T: DeserializeOwned>(text: &str) -> Result<T, Failure> {
    serde_json::from_str(text).map_err(|error| Failure::Unreadable(format!("{error}: {text}")))
}

/// What an answer without success says. A proxy in front of a server that is away says so in words of its own.
fn refusal(status: StatusCode, text: &str) -> Failure {
    match serde_json::from_str::<Refused>(text) {
        Ok(refused) => refused.into(),
        Err(_) if matches!(status.as_u16(), 502..=504) => Failure::unreachable(status),
        Err(error) => Failure::Unreadable(format!("{status}: {error}: {text}")),
    }
}
