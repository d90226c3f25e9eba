//! Who may call what: one matrix over every RPC, deny by default.

use crate::{Kind, Problem};

/// A role of the binary; each has a service key of its own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// REST, WebSocket, web app.
    Gateway,
    /// Accounts and sessions.
    Identity,
    /// Tournaments.
    Pairing,
    /// Live games.
    Play,
    /// Standings.
    Standings,
    /// Rating exports.
    Ratings,
}

impl Role {
    /// Every role.
    pub const ALL: [Self; 6] = [
        Self::Gateway,
        Self::Identity,
        Self::Pairing,
        Self::Play,
        Self::Standings,
        Self::Ratings,
    ];

    /// Its name on the command line, in keys and in tokens.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Gateway => "gateway",
            Self::Identity => "identity",
            Self::Pairing => "pairing",
            Self::Play => "play",
            Self::Standings => "standings",
            Self::Ratings => "ratings",
        }
    }

    /// The actor under which its own acts stand in the journal.
    #[must_use]
    pub fn actor(self) -> String {
        format!("service:{}", self.name())
    }
}

/// A person who is signed in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Person {
    /// The account.
    pub account_id: String,
    /// The session that the token belongs to.
    pub session_id: String,
    /// Made by a seat code, without a password.
    pub light: bool,
}

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
    /// One of these roles.
    Service(&'static [Role]),
}

/// What the caller is to the object of the request, as the service that owns it knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Standing {
    /// An administrator of the deployment.
    pub administrator: bool,
    /// An official of the tournament.
    pub director: bool,
    /// The holder of the seat.
    pub seated: bool,
}

/// Who is calling, proven by tokens; put on every request by the gate in front of a service.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caller {
    /// The person whose access token came with the call.
    pub person: Option<Person>,
    /// The role whose service token came with the call.
    pub service: Option<Role>,
    /// What the called RPC asks.
    pub need: Need,
    /// Its path, as it stands in the matrix.
    pub rpc: &'static str,
}

impl Caller {
    /// Reads the caller that the gate put on a request.
    ///
    /// # Errors
    /// When there was no gate, which is a fault in the wiring.
    pub fn of<T>(request: &tonic::Request<T>) -> Result<Self, Problem> {
        request
            .extensions()
            .get::<Self>()
            .cloned()
            .ok_or_else(|| Problem::internal("a service is called without its gate"))
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
        let allowed = match self.need {
            Need::Anyone => true,
            Need::Account => self.person.is_some(),
            Need::Member => self.person.as_ref().is_some_and(|person| !person.light),
            Need::Administrator => self.person.is_some() && standing.administrator,
            Need::Director => self.person.is_some() && standing.director,
            Need::Seat => standing.seated,
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
            _ if self.person.is_none() => sign_in_first(),
            Need::Administrator => forbidden(
                "administrators_only",
                "Only an administrator may do this: it concerns everybody on this server.",
            ),
            Need::Director => forbidden(
                "directors_only",
                "Only an official of this tournament may do this.",
            ),
            Need::Seat => not_your_seat(),
            Need::SeatOrDirector => forbidden(
                "not_your_seat",
                "Only the holder of this seat, or a director for them, may do this.",
            ),
            _ => forbidden(
                "members_only",
                "A seat's own session may not do this: create an account with a password.",
            ),
        })
    }

    /// What can be decided before the object is known: the gate's part of the decision.
    ///
    /// # Errors
    /// When no object could make it allowed.
    pub fn admit(&self) -> Result<(), Problem> {
        match self.need {
            Need::Seat if self.service == Some(Role::Gateway) => Ok(()),
            Need::Administrator | Need::Director | Need::Seat | Need::SeatOrDirector => {
                self.person().map(|_| ())
            }
            _ => self.authorize(Standing::default()),
        }
    }
}

fn sign_in_first() -> Problem {
    Problem::new(
        Kind::Unauthenticated,
        "unauthenticated",
        "Nobody is signed in here: sign in or claim your seat first.",
    )
}

fn not_your_seat() -> Problem {
    forbidden("not_your_seat", "Only the holder of this seat may do this.")
}

fn forbidden(code: &str, detail: &str) -> Problem {
    Problem::new(Kind::Forbidden, code, detail)
}

const GATEWAY: Need = Need::Service(&[Role::Gateway]);
/// Whoever folds another service's facts.
const CONSUMERS: Need = Need::Service(&[
    Role::Pairing,
    Role::Play,
    Role::Standings,
    Role::Ratings,
    Role::Gateway,
]);
/// Whoever may wake a service up.
const WAKERS: Need = Need::Service(&Role::ALL);

/// Every RPC and what it asks. An RPC that is not here is refused.
pub const MATRIX: &[(&str, Need)] = &[
    (
        "/outflank.identity.v1.IdentityService/CreateAccount",
        Need::Anyone,
    ),
    ("/outflank.identity.v1.IdentityService/SignIn", Need::Anyone),
    (
        "/outflank.identity.v1.IdentityService/RefreshSession",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/SignOut",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/GetAccount",
        Need::Account,
    ),
    (
        "/outflank.identity.v1.IdentityService/IssueSeatCode",
        Need::Service(&[Role::Pairing]),
    ),
    (
        "/outflank.identity.v1.IdentityService/GetSeatCode",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/ClaimSeat",
        Need::Anyone,
    ),
    (
        "/outflank.identity.v1.IdentityService/GetKeySet",
        Need::Anyone,
    ),
    ("/outflank.identity.v1.IdentityService/ReadFacts", CONSUMERS),
    (
        "/outflank.pairing.v1.PairingService/ListRuleSets",
        Need::Anyone,
    ),
    (
        "/outflank.pairing.v1.PairingService/CreateTournament",
        Need::Member,
    ),
    (
        "/outflank.pairing.v1.PairingService/ListTournaments",
        Need::Anyone,
    ),
    (
        "/outflank.pairing.v1.PairingService/GetTournament",
        Need::Anyone,
    ),
    (
        "/outflank.pairing.v1.PairingService/ListSeats",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/AppointOfficial",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/RegisterEntrant",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/RemoveEntrant",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/WithdrawEntrant",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/IssueSeatCode",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/PublishRound",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/EnterResult",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/FinishRound",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/ConfirmTournament",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/ImportPlayersList",
        Need::Administrator,
    ),
    (
        "/outflank.pairing.v1.PairingService/FindPlayers",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/GetRuleSet",
        Need::Anyone,
    ),
    (
        "/outflank.pairing.v1.PairingService/CheckRuleSet",
        Need::Anyone,
    ),
    (
        "/outflank.pairing.v1.PairingService/ChangeRuleSet",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/EnterTournament",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/InviteEntrant",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/RevokeInvitation",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/EnterNation",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/RemoveNation",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/PermitLateChange",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/NameGroupA",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/OpenCheckIn",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/CloseCheckIn",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/CheckIn",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/AnnounceAbsence",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/EndAbsence",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/RefuseComputers",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/AcceptComputers",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/SetComputerParameters",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/UnpublishRound",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/ExplainBoard",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/CommitNonce",
        Need::Seat,
    ),
    ("/outflank.pairing.v1.PairingService/GiveNonce", Need::Seat),
    (
        "/outflank.pairing.v1.PairingService/AnnounceFinalsRound",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/ChooseColour",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/AgreeToPlayoff",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/DrawLots",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/RecordNoShow",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/DisputeResult",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/HoldPairing",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/SettleDispute",
        Need::Director,
    ),
    (
        "/outflank.pairing.v1.PairingService/ImposePenalty",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/ReviewPenalty",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/FileProtest",
        Need::SeatOrDirector,
    ),
    (
        "/outflank.pairing.v1.PairingService/DecideProtest",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/FileAppeal",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/AppointCommittee",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/NoteTestimony",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/DecideAppeal",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/ListRulings",
        Need::Account,
    ),
    (
        "/outflank.pairing.v1.PairingService/AmendConfirmed",
        Need::Director,
    ),
    ("/outflank.pairing.v1.PairingService/CatchUp", WAKERS),
    ("/outflank.pairing.v1.PairingService/ReadFacts", CONSUMERS),
    ("/outflank.play.v1.PlayService/GetTable", Need::Anyone),
    ("/outflank.play.v1.PlayService/ListTables", Need::Anyone),
    ("/outflank.play.v1.PlayService/ReadEntries", Need::Anyone),
    ("/outflank.play.v1.PlayService/Move", Need::Seat),
    ("/outflank.play.v1.PlayService/Pass", Need::Seat),
    ("/outflank.play.v1.PlayService/Resign", Need::Seat),
    ("/outflank.play.v1.PlayService/ReportSockets", GATEWAY),
    ("/outflank.play.v1.PlayService/Beat", GATEWAY),
    ("/outflank.play.v1.PlayService/CatchUp", WAKERS),
    ("/outflank.play.v1.PlayService/ReadFacts", CONSUMERS),
    (
        "/outflank.standings.v1.StandingsService/GetStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetTeamStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetCategoryStandings",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetFinals",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/GetSeason",
        Need::Anyone,
    ),
    (
        "/outflank.standings.v1.StandingsService/SplitPrizes",
        Need::Anyone,
    ),
    ("/outflank.standings.v1.StandingsService/CatchUp", WAKERS),
    (
        "/outflank.ratings.v1.RatingsService/ListExports",
        Need::Anyone,
    ),
    (
        "/outflank.ratings.v1.RatingsService/GetExport",
        Need::Anyone,
    ),
    ("/outflank.ratings.v1.RatingsService/CatchUp", WAKERS),
];

/// The RPC at this path and what it asks; `None` for one that is not in the matrix.
#[must_use]
pub fn rpc(path: &str) -> Option<(&'static str, Need)> {
    MATRIX.iter().find(|row| row.0 == path).copied()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::collections::BTreeSet;

    use prost::Message as _;

    use super::*;

    #[test]
    fn every_rpc_of_every_contract_is_in_the_matrix_and_nothing_else_is() {
        let set = prost_types::FileDescriptorSet::decode(outflank_proto::DESCRIPTOR_SET).unwrap();
        let mut contracts = BTreeSet::new();
        for file in &set.file {
            for service in &file.service {
                for method in &service.method {
                    contracts.insert(format!(
                        "/{}.{}/{}",
                        file.package(),
                        service.name(),
                        method.name()
                    ));
                }
            }
        }
        let matrix: BTreeSet<String> = MATRIX.iter().map(|row| row.0.to_owned()).collect();
        assert_eq!(
            matrix.len(),
            MATRIX.len(),
            "an RPC stands twice in the matrix"
        );
        assert_eq!(matrix, contracts);
    }

    #[test]
    fn who_may_do_what() {
        let person = |light| {
            Some(Person {
                account_id: "a".into(),
                session_id: "s".into(),
                light,
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
            (None, Some(Role::Gateway), GATEWAY, nobody, true),
            (None, Some(Role::Play), GATEWAY, nobody, false),
            (person(false), None, GATEWAY, director, false),
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
}
