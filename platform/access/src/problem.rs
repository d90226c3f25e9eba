//! One error model for every face: a kind decides the gRPC and HTTP codes, a code names the problem.

use outflank_proto::{
    problem::v1 as proto,
    sentence::v1::{Parameter, parameter::Value},
};
use prost::Message as _;
use tonic::{Code, Status};

/// What sort of refusal this is; decides the gRPC and HTTP status, once, here.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The request itself is wrong, whatever the state.
    Invalid,
    /// Nobody is signed in, or the token is not good.
    Unauthenticated,
    /// Somebody is signed in who may not do this.
    Forbidden,
    /// There is no such thing.
    NotFound,
    /// A rule or the present state refuses it.
    Refused,
    /// Another change came first; try again on the new state.
    Conflict,
    /// Too many requests.
    TooMany,
    /// The service cannot answer now.
    Unavailable,
    /// Our own fault.
    Internal,
}

impl Kind {
    const ALL: [(Self, Code, u16); 9] = [
        (Self::Invalid, Code::InvalidArgument, 400),
        (Self::Unauthenticated, Code::Unauthenticated, 401),
        (Self::Forbidden, Code::PermissionDenied, 403),
        (Self::NotFound, Code::NotFound, 404),
        (Self::Refused, Code::FailedPrecondition, 409),
        (Self::Conflict, Code::Aborted, 409),
        (Self::TooMany, Code::ResourceExhausted, 429),
        (Self::Unavailable, Code::Unavailable, 503),
        (Self::Internal, Code::Internal, 500),
    ];

    /// The gRPC code.
    #[must_use]
    pub fn code(self) -> Code {
        Self::ALL
            .iter()
            .find(|row| row.0 == self)
            .map_or(Code::Internal, |row| row.1)
    }

    /// The HTTP status.
    #[must_use]
    pub fn http_status(self) -> u16 {
        Self::ALL
            .iter()
            .find(|row| row.0 == self)
            .map_or(500, |row| row.2)
    }

    fn of(code: Code) -> Self {
        Self::ALL.iter().find(|row| row.1 == code).map_or(
            match code {
                Code::DeadlineExceeded | Code::Cancelled => Self::Unavailable,
                Code::Unimplemented => Self::NotFound,
                Code::OutOfRange => Self::Invalid,
                Code::AlreadyExists => Self::Refused,
                _ => Self::Internal,
            },
            |row| row.0,
        )
    }

    fn title(self) -> &'static str {
        match self {
            Self::Invalid => "The request cannot be read",
            Self::Unauthenticated => "Sign in first",
            Self::Forbidden => "Not allowed",
            Self::NotFound => "Not found",
            Self::Refused => "Refused",
            Self::Conflict => "Something changed meanwhile",
            Self::TooMany => "Too many requests",
            Self::Unavailable => "Not available now",
            Self::Internal => "Our fault",
        }
    }
}

/// Why a request was refused. A refused request changed nothing.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{detail}")]
pub struct Problem {
    /// Decides the status.
    pub kind: Kind,
    /// Stable snake_case name.
    pub code: String,
    /// One sentence.
    pub detail: String,
    /// The paragraph that refused it ("EGP IV.5").
    pub rule: Option<String>,
    /// Aside, because every answer has room for a problem.
    particulars: Box<Particulars>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Particulars {
    parameters: Vec<Parameter>,
    field: Option<String>,
}

impl Problem {
    /// A problem whose sentence is always the same; one with values is said by [`problem!`](crate::problem!).
    #[must_use]
    pub fn new(kind: Kind, code: &str, sentence: &'static str) -> Self {
        Self::told(kind, code, sentence, [])
    }

    /// A problem whose sentence was put together elsewhere, with what it is made of, each name once.
    #[must_use]
    pub fn told(
        kind: Kind,
        code: &str,
        sentence: impl Into<String>,
        parameters: impl IntoIterator<Item = Parameter>,
    ) -> Self {
        Self {
            kind,
            code: code.to_owned(),
            detail: sentence.into(),
            rule: None,
            particulars: Box::new(Particulars {
                parameters: parameters.into_iter().collect(),
                field: None,
            }),
        }
    }

    /// What the sentence is made of, by name.
    #[must_use]
    pub fn parameters(&self) -> &[Parameter] {
        &self.particulars.parameters
    }

    /// What in the request it is about, as the request calls it: `clocks[2].entrant_id`.
    #[must_use]
    pub fn field(&self) -> Option<&str> {
        self.particulars.field.as_deref()
    }

    /// The same problem with one more value, which its sentence does not say. A name that is there gets the new value.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<Value>) -> Self {
        let parameters = &mut self.particulars.parameters;
        parameters.retain(|of| of.name != name);
        parameters.push(Parameter::new(name, value));
        self
    }

    /// The same problem, about this field of the request.
    #[must_use]
    pub fn about(mut self, field: &str) -> Self {
        self.particulars.field = Some(field.to_owned()).filter(|field| !field.is_empty());
        self
    }

    /// The same problem, refused by a paragraph.
    #[must_use]
    pub fn by_rule(mut self, rule: Option<&str>) -> Self {
        self.rule = rule.map(str::to_owned);
        self
    }

    /// Our own fault: the cause goes to the log, not to the caller.
    pub fn internal(cause: impl std::fmt::Display) -> Self {
        tracing::error!(%cause, "internal error");
        Self::new(
            Kind::Internal,
            "internal",
            "The server could not finish this. Nothing was acknowledged; try again.",
        )
    }

    /// A store failed: our own fault, or `away` when the same command may be taken soon.
    pub fn stored(cause: impl std::fmt::Display, away: bool) -> Self {
        if !away {
            return Self::internal(cause);
        }
        tracing::warn!(%cause, "a store does not answer");
        Self::new(
            Kind::Unavailable,
            "unavailable",
            "The server cannot reach its store now. Nothing was acknowledged; try again.",
        )
    }

    /// A few words on the sort of problem.
    #[must_use]
    pub fn title(&self) -> &'static str {
        self.kind.title()
    }

    /// Reads what a service answered; foreign statuses become problems of their kind.
    #[must_use]
    pub fn from_status(status: &Status) -> Self {
        let kind = Kind::of(status.code());
        match proto::Problem::decode(status.details()) {
            Ok(problem) if !problem.code.is_empty() => Self {
                kind,
                code: problem.code,
                detail: problem.detail,
                rule: (!problem.rule.is_empty()).then_some(problem.rule),
                particulars: Box::new(Particulars {
                    parameters: problem.parameters,
                    field: (!problem.field.is_empty()).then_some(problem.field),
                }),
            },
            _ => Self::told(
                kind,
                match kind {
                    Kind::Invalid => "invalid_request",
                    Kind::Unauthenticated => "unauthenticated",
                    Kind::Forbidden => "forbidden",
                    Kind::NotFound => "not_found",
                    Kind::Refused => "refused",
                    Kind::Conflict => "conflict",
                    Kind::TooMany => "too_many_requests",
                    Kind::Unavailable => "unavailable",
                    Kind::Internal => "internal",
                },
                status.message(),
                [],
            ),
        }
    }
}

impl From<Problem> for proto::Problem {
    fn from(problem: Problem) -> Self {
        Self {
            title: problem.title().to_owned(),
            code: problem.code,
            detail: problem.detail,
            rule: problem.rule.unwrap_or_default(),
            parameters: problem.particulars.parameters,
            field: problem.particulars.field.unwrap_or_default(),
        }
    }
}

impl From<Problem> for Status {
    fn from(problem: Problem) -> Self {
        let code = problem.kind.code();
        let problem = proto::Problem::from(problem);
        let details = problem.encode_to_vec();
        Self::with_details(code, problem.detail, details.into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_survives_the_wire() {
        for (kind, _, http) in Kind::ALL {
            let problem = Problem::new(kind, "illegal_move", "h3 flips no disc.")
                .by_rule(Some("EGP IV.5"))
                .with("square", "h3")
                .with("ply", 12_u32)
                .with("must_pass", false)
                .with("legal_squares", vec!["f4".to_owned(), "d6".to_owned()])
                .about("square");
            assert_eq!(Problem::from_status(&problem.clone().into()), problem);
            assert_eq!(kind.http_status(), http);
        }
    }

    #[test]
    fn a_name_has_one_value_and_absent_ones_have_none() {
        #[derive(serde::Serialize)]
        struct Late {
            code: &'static str,
            round: u32,
            entrant_id: Option<&'static str>,
        }
        let late = Late {
            code: "late",
            round: 2,
            entrant_id: None,
        };
        let late = Parameter::all_of(&late);
        let problem = Problem::told(Kind::Refused, "late", "Round 3 has begun.", late);
        let expected = [Parameter::new("round", 3)];
        assert_eq!(problem.with("round", 3).parameters(), expected);
    }

    #[test]
    fn a_foreign_status_becomes_a_problem_of_its_kind() {
        let problem = Problem::from_status(&Status::deadline_exceeded("too slow"));
        assert_eq!(
            (problem.kind, problem.code.as_str()),
            (Kind::Unavailable, "unavailable")
        );
    }
}
