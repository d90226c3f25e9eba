//! Who may call what: as the contracts say of every RPC, deny by default.

use outflank_proto::contract::{self, Method};

use crate::{Kind, Need, Problem, Repeat, Role, Scope, Scopes, identifier, problem, scopes};

/// A person who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub account_id: String,
    /// The session that the token belongs to.
    pub session_id: String,
    /// Without a password: made by a seat code, or for a guest.
    pub light: bool,
    /// What the token is good for.
    pub scopes: Scopes,
}

impl Person {
    /// Whether the token came of an API key: a program speaks, whosever account it is.
    #[must_use]
    pub fn is_by_key(&self) -> bool {
        identifier::key_of_session(&self.session_id).is_some()
    }
}

/// The RPC at this path and what it asks; `None` for one that no service serves.
#[must_use]
pub fn rpc(path: &str) -> Option<(&'static str, Need)> {
    served(path).map(|method| (method.path, method.need))
}

/// Whether the RPC at this path may be sent again when nobody knows what became of it; one that no service serves may
/// not.
#[must_use]
pub fn repeat(path: &str) -> Repeat {
    served(path).map_or(Repeat::Never, |method| method.repeat)
}

fn served(path: &str) -> Option<&'static Method> {
    contract::method(path).filter(|method| method.is_rpc())
}

/// What the caller is to the object of the request, as the service that owns it knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// An administrator of the deployment.
    pub administrator: bool,
    /// An official of the tournament.
    pub director: bool,
    /// A rating officer of the federation.
    pub officer: bool,
    /// A moderator of casual play.
    pub moderator: bool,
    /// The holder of the seat.
    pub seated: bool,
    /// Somebody who may be heard there.
    pub heard: bool,
}

/// Who is calling, proven by tokens; put on every request by the auth layer in front of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The person whose access token came with the call.
    pub person: Option<Person>,
    /// The role whose service token came with the call.
    pub service: Option<Role>,
    /// What the called RPC asks.
    pub need: Need,
    /// Its path, as it stands in its contract.
    pub rpc: &'static str,
}

impl Caller {
    /// Reads the caller that the auth layer put on a request.
    ///
    /// # Errors
    /// When there was no auth layer, which is a fault in the wiring.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<Self, Problem> {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::internal("a service is called without its auth layer"))
    }

    /// The signed-in person.
    ///
    /// # Errors
    /// When nobody is signed in.
    pub fn person(&self) -> Result<&Person, Problem> {
        self.person.as_ref().ok_or_else(sign_in_first)
    }

    /// The name under which this caller's acts stand in the journal: the account, or the role.
    ///
    /// # Errors
    /// When the caller is nobody.
    pub fn actor(&self) -> Result<String, Problem> {
        match (&self.person, self.service) {
            (Some(person), _) => Ok(person.account_id.clone()),
            (None, Some(role)) => Ok(role.actor()),
            (None, None) => Err(sign_in_first()),
        }
    }

    /// The one decision on what a caller may do to an object.
    ///
    /// # Errors
    /// When they may not.
    pub fn authorize(&self, standing: Standing) -> Result<(), Problem> {
        self.within_scopes(standing)?;
        let allowed = match self.need {
            Need::Anyone => true,
            Need::Account => self.person.is_some(),
            Need::Member => self.is_member(),
            Need::Administrator => self.person.is_some() && standing.administrator,
            Need::Director => self.person.is_some() && standing.director,
            Need::Officer => self.is_member() && standing.officer,
            Need::Moderator => self.is_member() && standing.moderator,
            Need::DirectorOrOfficer => {
                self.person.is_some() && standing.director || self.is_member() && standing.officer
            }
            Need::Seat => standing.seated,
            Need::Voice => standing.heard,
            Need::SeatOrDirector => self.person.is_some() && (standing.seated || standing.director),
            Need::Service(roles) => self.service.is_some_and(|role| roles.contains(&role)),
        };
        if allowed {
            return Ok(());
        }
        Err(match self.need {
            Need::Service(_) => {
                forbidden("service_only", "Only the server's own parts may ask this.")
            }
            // A gateway speaks for somebody whom it knows from a socket.
            Need::Seat if self.service == Some(Role::Gateway) => not_your_seat(),
            Need::Voice if self.service == Some(Role::Gateway) => not_heard(),
            _ if self.person.is_none() => sign_in_first(),
            Need::Administrator => forbidden(
                "administrators_only",
                "Only an administrator may do this: it concerns everybody on this server.",
            ),
            Need::Director => forbidden(
                "directors_only",
                "Only an official of this tournament may do this.",
            ),
            Need::Officer => officers_only(),
            Need::Moderator => moderators_only(),
            Need::DirectorOrOfficer => forbidden(
                "directors_only",
                "Only an official of this tournament or a rating officer of its federation may do this.",
            ),
            Need::Seat => not_your_seat(),
            Need::Voice => not_heard(),
            Need::SeatOrDirector => forbidden(
                "not_your_seat",
                "Only the holder of this seat, or a director for them, may do this.",
            ),
            _ => members_only(),
        })
    }

    /// Who it is, with a password.
    ///
    /// # Errors
    /// `unauthenticated`, `members_only`.
    pub fn member(&self) -> Result<&Person, Problem> {
        let person = self.person()?;
        if person.light {
            return Err(members_only());
        }
        Ok(person)
    }

    /// Whether it is somebody with a password.
    fn is_member(&self) -> bool {
        self.person.as_ref().is_some_and(|person| !person.light)
    }

    /// Whether the person's token, if one came, is good for this call, given what they are to its object.
    fn within_scopes(&self, standing: Standing) -> Result<(), Problem> {
        let Some(person) = &self.person else {
            return Ok(());
        };
        let asked = scopes::asked(self.rpc, self.need);
        // Who is an official and no player of the game acts as an official, and the other way round.
        let counts = |scope: Scope| match (self.need, scope) {
            (Need::SeatOrDirector, Scope::Play) => standing.seated || !standing.director,
            (Need::SeatOrDirector, Scope::Direct) => standing.director || !standing.seated,
            (Need::DirectorOrOfficer, Scope::Direct) => standing.director || !standing.officer,
            // Whoever directs there acts as a director, an officer or not.
            (Need::DirectorOrOfficer, Scope::Office) => !standing.director,
            _ => true,
        };
        let holds = |scope: &Scope| counts(*scope) && person.scopes.holds(*scope);
        match asked.first() {
            Some(wanted) if !asked.iter().any(holds) => Err(out_of_scope(*wanted)),
            _ => Ok(()),
        }
    }

    /// What can be decided before the object is known: the auth layer's part of the decision.
    ///
    /// # Errors
    /// When no object could make it allowed.
    pub fn admit(&self) -> Result<(), Problem> {
        // Of whom nothing is known yet, each scope counts that the call may need.
        self.within_scopes(Standing::default())?;
        match self.need {
            Need::Seat | Need::Voice if self.service == Some(Role::Gateway) => Ok(()),
            Need::Administrator
            | Need::Director
            | Need::Officer
            | Need::Moderator
            | Need::DirectorOrOfficer
            | Need::Seat
            | Need::SeatOrDirector
            | Need::Voice => self.person().map(|_| ()),
            _ => self.authorize(Standing::default()),
        }
    }
}

/// The act takes an account with a password.
#[must_use]
pub fn members_only() -> Problem {
    forbidden(
        "members_only",
        "An account without a password may not do this: give yours a login and a password first.",
    )
}

fn sign_in_first() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "unauthenticated",
        "Nobody is signed in here: sign in or claim your seat first.",
    )
}

fn out_of_scope(wanted: Scope) -> Problem {
    match wanted {
        Scope::Manage => forbidden(
            "out_of_scope",
            "An API key may not do this, whatever its scopes: sign in with a password.",
        ),
        scope => problem!(
            Kind::Forbidden,
            "out_of_scope",
            "This API key may not do this: it takes a key with the scope `{scope}`.",
            scope = scope.name(),
        ),
    }
}

fn not_your_seat() -> Problem {
    forbidden("not_your_seat", "Only the holder of this seat may do this.")
}

/// The act is a rating officer's.
#[must_use]
pub fn officers_only() -> Problem {
    forbidden(
        "officers_only",
        "Only a rating officer of the federation may do this: an administrator appoints them.",
    )
}

/// The act is a moderator's.
#[must_use]
pub fn moderators_only() -> Problem {
    forbidden(
        "moderators_only",
        "Only a moderator of casual play may do this: an administrator names them.",
    )
}

fn not_heard() -> Problem {
    forbidden(
        "not_heard",
        "You may not write here: this channel is not yours, or you were silenced.",
    )
}

fn forbidden(code: &str, sentence: &'static str) -> Problem {
    Problem::new(Kind::Forbidden, code, sentence)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use prost::Message as _;

    use super::*;

    #[test]
    fn every_method_that_services_serve_is_an_rpc_and_nothing_else_is() {
        let set = prost_types::FileDescriptorSet::decode(outflank_proto::DESCRIPTOR_SET).unwrap();
        let mut served = BTreeSet::new();
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    let (package, service) = (file.package(), service.name());
                    served.insert(format!("/{package}.{service}/{}", method.name()));
                }
            }
        }
        let rpcs = contract::METHODS.iter().map(|method| method.path);
        let rpcs = rpcs.filter(|path| rpc(path).is_some());
        assert_eq!(rpcs.map(str::to_owned).collect::<BTreeSet<_>>(), served);
        assert!(served.contains("/outflank.play.v1.PlayService/Move"));
        // What the gateway answers itself over HTTP is no RPC.
        let own = "/outflank.gateway.v1.GatewayService/GetMe";
        assert!(contract::method(own).is_some() && rpc(own).is_none());
        assert_eq!(repeat(own), Repeat::Never);
    }

    #[test]
    fn who_asks_nothing_of_a_caller_changes_nothing_that_is_anybodys() {
        let open = contract::METHODS.iter().filter(|method| {
            method.is_rpc() && method.need == Need::Anyone && method.repeat != Repeat::Freely
        });
        let open: Vec<_> = open.map(|method| method.name).collect();
        let known = [
            "ClaimSeat",
            "CreateAccount",
            "OpenGuestSession",
            "RefreshSession",
            "SignIn",
            "SignOut",
            "Connect",
        ];
        assert_eq!(open, known);
    }

    #[test]
    fn who_may_do_what() {
        let person = |light| {
            Some(Person {
                account_id: "a".into(),
                session_id: "s".into(),
                light,
                scopes: Scopes::all(),
            })
        };
        let nobody = Standing::default();
        let administrator = Standing {
            administrator: true,
            ..nobody
        };
        let director = Standing {
            director: true,
            ..nobody
        };
        let moderator = Standing {
            moderator: true,
            ..nobody
        };
        let officer = Standing {
            officer: true,
            ..nobody
        };
        let seated = Standing {
            seated: true,
            ..nobody
        };
        let table = [
            (None, None, Need::Anyone, nobody, true),
            (None, None, Need::Account, nobody, false),
            (person(true), None, Need::Account, nobody, true),
            (person(true), None, Need::Member, nobody, false),
            (person(false), None, Need::Member, nobody, true),
            (person(false), None, Need::Director, nobody, false),
            (person(false), None, Need::Director, director, true),
            (person(false), None, Need::Administrator, director, false),
            (
                person(false),
                None,
                Need::Administrator,
                administrator,
                true,
            ),
            (person(false), None, Need::Officer, director, false),
            (person(false), None, Need::Officer, administrator, false),
            (person(false), None, Need::Officer, officer, true),
            (person(true), None, Need::Officer, officer, false),
            (None, None, Need::Officer, officer, false),
            (person(false), None, Need::Moderator, officer, false),
            (person(false), None, Need::Moderator, administrator, false),
            (person(false), None, Need::Moderator, moderator, true),
            (person(true), None, Need::Moderator, moderator, false),
            (None, None, Need::Moderator, moderator, false),
            (person(false), None, Need::DirectorOrOfficer, nobody, false),
            (
                person(false),
                None,
                Need::DirectorOrOfficer,
                administrator,
                false,
            ),
            (person(true), None, Need::DirectorOrOfficer, director, true),
            (person(true), None, Need::DirectorOrOfficer, officer, false),
            (person(false), None, Need::DirectorOrOfficer, officer, true),
            (None, None, Need::DirectorOrOfficer, officer, false),
            (None, Some(Role::Gateway), Need::Director, director, false),
            (person(true), None, Need::Seat, nobody, false),
            (person(true), None, Need::SeatOrDirector, nobody, false),
            (person(true), None, Need::SeatOrDirector, seated, true),
            (person(true), None, Need::SeatOrDirector, director, true),
            (
                None,
                Some(Role::Gateway),
                Need::SeatOrDirector,
                seated,
                false,
            ),
            (person(true), None, Need::Seat, seated, true),
            (None, Some(Role::Gateway), Need::Seat, seated, true),
            (
                None,
                Some(Role::Gateway),
                Need::Service(&[Role::Gateway]),
                nobody,
                true,
            ),
            (
                None,
                Some(Role::Play),
                Need::Service(&[Role::Gateway]),
                nobody,
                false,
            ),
            (
                person(false),
                None,
                Need::Service(&[Role::Gateway]),
                director,
                false,
            ),
        ];
        for (person, service, need, standing, allowed) in table {
            let caller = Caller {
                person,
                service,
                need,
                rpc: "",
            };
            assert_eq!(
                caller.authorize(standing).is_ok(),
                allowed,
                "{caller:?} {standing:?}"
            );
        }
    }

    #[test]
    fn a_key_is_good_for_what_its_account_is_there() {
        let director = Standing {
            director: true,
            ..Standing::default()
        };
        let officer = Standing {
            officer: true,
            ..Standing::default()
        };
        let both = Standing {
            officer: true,
            ..director
        };
        for (scope, standing, code) in [
            (Scope::Direct, director, None),
            (Scope::Office, officer, None),
            (Scope::Direct, both, None),
            (Scope::Office, both, Some("out_of_scope")),
            (Scope::Direct, officer, Some("out_of_scope")),
            (Scope::Office, director, Some("out_of_scope")),
            (Scope::Play, officer, Some("out_of_scope")),
            (Scope::Office, Standing::default(), Some("directors_only")),
        ] {
            let caller = Caller {
                person: Some(Person {
                    account_id: "a".into(),
                    session_id: "s".into(),
                    light: false,
                    scopes: Scopes::none().with(scope),
                }),
                service: None,
                need: Need::DirectorOrOfficer,
                rpc: "",
            };
            let refused = caller.authorize(standing).err();
            let refused = refused.map(|problem| problem.code);
            assert_eq!(refused.as_deref(), code, "{scope:?} {standing:?}");
            let admitted = [Scope::Direct, Scope::Office].contains(&scope);
            assert_eq!(caller.admit().is_ok(), admitted, "{scope:?}");
        }
    }
}
