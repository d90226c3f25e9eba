//! What may become of a federation.

use std::collections::BTreeSet;

use super::{FederationCommand, FederationEvent, FederationState};
use crate::ids::AccountId;
use crate::refusals::{FederationRefusal, Refusal, ensure};
use crate::stream::check_id;

/// Nations of one confederation.
const MOST_MEMBERS: usize = 300;
/// Rating officers of one federation.
const MOST_OFFICERS: usize = 50;
/// Directors whom one federation approves.
const MOST_DIRECTORS: usize = 500;

/// What a command causes.
///
/// # Errors
/// When it may not be: the refusal says why.
pub fn decide(
    state: &FederationState,
    command: &FederationCommand,
) -> Result<Vec<FederationEvent>, Refusal> {
    let event = match command {
        FederationCommand::Register {
            code,
            name,
            members,
        } => {
            let known = FederationRefusal::FederationKnown { code: code.clone() };
            ensure(!state.is_known(), known)?;
            let members = check_members(members)?;
            check_code(code, !members.is_empty())?;
            FederationEvent::Registered {
                code: code.clone(),
                name: name.clone(),
                members,
            }
        }
        FederationCommand::Change { name, members } => {
            check_known(state)?;
            let members = check_members(members)?;
            check_code(&state.code, !members.is_empty())?;
            FederationEvent::Changed {
                name: name.clone(),
                members,
            }
        }
        FederationCommand::AppointOfficer { account } => {
            check_known(state)?;
            check_account(account)?;
            let office = state.officers.contains_key(account);
            ensure(!office, FederationRefusal::OfficerAlready)?;
            let most = MOST_OFFICERS;
            let full = FederationRefusal::TooManyOfficers { most };
            ensure(state.officers.len() < most, full)?;
            let account = account.clone();
            FederationEvent::OfficerAppointed { account }
        }
        FederationCommand::DismissOfficer { account } => {
            check_known(state)?;
            let office = state.officers.contains_key(account);
            ensure(office, FederationRefusal::NoOfficer)?;
            let account = account.clone();
            FederationEvent::OfficerDismissed { account }
        }
        FederationCommand::ApproveDirector {
            account,
            reason,
            by,
        } => {
            check_known(state)?;
            check_account(account)?;
            ensure(account != by, FederationRefusal::Oneself)?;
            let approved = state.directors.contains_key(account);
            ensure(!approved, FederationRefusal::DirectorAlready)?;
            let most = MOST_DIRECTORS;
            let full = FederationRefusal::TooManyDirectors { most };
            ensure(state.directors.len() < most, full)?;
            FederationEvent::DirectorApproved {
                account: account.clone(),
                reason: reason.clone(),
                by: by.clone(),
            }
        }
        FederationCommand::WithdrawDirector {
            account,
            reason,
            by,
        } => {
            check_known(state)?;
            let approved = state.directors.contains_key(account);
            ensure(approved, FederationRefusal::NoDirector)?;
            FederationEvent::DirectorWithdrawn {
                account: account.clone(),
                reason: reason.clone(),
                by: by.clone(),
            }
        }
    };
    Ok(vec![event])
}

fn check_known(state: &FederationState) -> Result<(), Refusal> {
    let code = state.code.clone();
    ensure(
        state.is_known(),
        FederationRefusal::UnknownFederation { code },
    )
}

fn check_account(account: &AccountId) -> Result<(), Refusal> {
    check_id("the account", account.as_str())
}

/// A nation's federation has the nation's code, a confederation one of its own.
fn check_code(code: &str, confederation: bool) -> Result<(), Refusal> {
    let letters =
        (3..=8).contains(&code.len()) && code.bytes().all(|byte| byte.is_ascii_uppercase());
    ensure(
        letters && (confederation || is_country(code)),
        FederationRefusal::BadCode {
            code: code.to_owned(),
        },
    )
}

/// Three capital letters, as ISO 3166 alpha-3 has them.
fn is_country(code: &str) -> bool {
    code.len() == 3 && code.bytes().all(|byte| byte.is_ascii_uppercase())
}

fn check_members(members: &[String]) -> Result<BTreeSet<String>, Refusal> {
    let most = MOST_MEMBERS;
    let many = FederationRefusal::TooManyMembers { most };
    ensure(members.len() <= most, many)?;
    let mut taken = BTreeSet::new();
    for member in members {
        let new = is_country(member) && taken.insert(member.clone());
        let bad = FederationRefusal::BadMember {
            code: member.clone(),
        };
        ensure(new, bad)?;
    }
    Ok(taken)
}
