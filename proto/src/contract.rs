//! What the contracts say of their methods beside the types: who may call, what may be called twice, and how a method
//! looks over HTTP.

use std::str::FromStr;

include!(concat!(env!("OUT_DIR"), "/methods.rs"));

/// The package of what the gateway answers itself: routes over HTTP, and no RPCs.
const UNSERVED: &str = "outflank.gateway.v1";

/// What an RPC asks of its caller.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// Nothing.
    Anyone,
    /// Any account.
    Account,
    /// An account with a password.
    Member,
    /// An administrator of the deployment.
    Administrator,
    /// An official of the tournament in question.
    Director,
    /// The holder of the seat in question, or a gateway that speaks for them.
    Seat,
    /// The holder of the seat in question, or a director for them.
    SeatOrDirector,
    /// Any account that may be heard there, or a gateway that speaks for one.
    Voice,
    /// A rating officer of the federation in question.
    Officer,
    /// An official of the tournament in question, or a rating officer of its federation.
    DirectorOrOfficer,
    /// A moderator of casual play.
    Moderator,
    /// One of these roles.
    Service(&'static [Role]),
}

/// What is done to what an address names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verb {
    /// Read it.
    Get,
    /// Put something in its place.
    Put,
    /// Have it do something.
    Post,
    /// Take it away.
    Delete,
    /// Change a part of it.
    Patch,
}

/// Where a method is found over HTTP.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Http {
    /// What is done.
    pub verb: Verb,
    /// To what; `{field}` in it fills that field of the request.
    pub path: &'static str,
    /// The field of the request that the body is; `*` for all that the path does not fill. Without one, all of that
    /// stands in the query.
    pub body: Option<&'static str>,
    /// The field of the answer that the body is; without one, the whole answer.
    pub response_body: Option<&'static str>,
}

/// A method of a contract and its rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Method {
    /// Its path over gRPC: `/outflank.play.v1.PlayService/Move`.
    pub path: &'static str,
    /// Its name in its service.
    pub name: &'static str,
    /// The package of its service.
    pub package: &'static str,
    /// What it asks of its caller.
    pub need: Need,
    /// What a caller may do that does not know whether its call was carried out.
    pub repeat: Repeat,
    /// What a token has to be good for, where it is other than the need says.
    pub scope: Option<Scope>,
    /// Where it is found over HTTP.
    pub http: Option<Http>,
    /// The HTTP status of an answer.
    pub status: u16,
    /// Under what it stands in the OpenAPI document.
    pub tag: &'static str,
    /// The field of the answer's body that says which version it is.
    pub etag: Option<&'static str>,
    /// Who is told at once that there are new facts.
    pub wakes: Option<Role>,
    /// Its route is more than a translation.
    pub by_hand: bool,
    /// No cache may keep its answer.
    pub secret: bool,
    /// The media type of the request's body, where it is not JSON.
    pub takes: Option<&'static str>,
    /// The media types of the answer's body, where it is not JSON.
    pub gives: &'static [&'static str],
    /// The full name of its request.
    pub input: &'static str,
    /// The full name of its answer.
    pub output: &'static str,
    /// The full name of its route's request: its own, or another that is translated by hand.
    pub request: &'static str,
    /// The full name of its route's answer: its own, or another that is translated by hand.
    pub response: &'static str,
    /// Every code that it can be refused with, but for those that any method can have.
    pub refusals: &'static [&'static str],
    /// The paragraph that it carries out.
    pub paragraph: Option<&'static str>,
}

impl Method {
    /// Whether a service answers it over gRPC.
    #[must_use]
    pub fn is_rpc(&self) -> bool {
        self.package != UNSERVED
    }

    /// Whether the contract says that it can be refused with this code.
    #[must_use]
    pub fn may_be_refused_with(&self, code: &str) -> bool {
        self.refusals.contains(&code) || REFUSED_ANYWHERE.contains(&code)
    }
}

/// The method at a path.
#[must_use]
pub fn method(path: &str) -> Option<&'static Method> {
    let place = METHODS
        .binary_search_by_key(&path, |method| method.path)
        .ok()?;
    METHODS.get(place)
}

impl Role {
    /// The actor under which its own acts stand in the journal.
    #[must_use]
    pub fn actor(self) -> String {
        format!("service:{}", self.name())
    }
}

impl FromStr for Role {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|role| role.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("`{text}` is no role: the roles are {names}")
        })
    }
}
