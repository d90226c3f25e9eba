//! The rating office of these tests: a federation with two officers, what they approve and what they release.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as proto;

use super::{ADMINISTRATOR, DIRECTOR, World};

pub const OFFICER: &str = "olga";
pub const SECOND_OFFICER: &str = "omar";

impl World {
    /// Makes a federation known, with these rating officers.
    pub async fn federation(&self, code: &str, members: &[&str], officers: &[&str]) {
        let asked = proto::RegisterFederationRequest {
            command_id: self.command_id(),
            code: code.to_owned(),
            name: format!("Federation {code}"),
            members: members.iter().map(|&member| member.to_owned()).collect(),
        };
        ask!(self, ADMINISTRATOR, register_federation, asked).unwrap();
        for officer in officers {
            let asked = proto::AppointRatingOfficerRequest {
                command_id: self.command_id(),
                code: code.to_owned(),
                account_id: (*officer).to_owned(),
            };
            ask!(self, ADMINISTRATOR, appoint_rating_officer, asked).unwrap();
        }
    }

    /// The federation of the events' nation, which lets the director direct.
    pub async fn rating_office(&self) {
        self.federation("FRA", &[], &[OFFICER, SECOND_OFFICER])
            .await;
        self.let_direct("FRA", OFFICER, DIRECTOR).await.unwrap();
    }

    /// An officer of that federation lets an account direct.
    pub async fn let_direct(
        &self,
        code: &str,
        officer: &str,
        account: &str,
    ) -> Result<proto::Federation, Problem> {
        let asked = proto::ApproveDirectorRequest {
            command_id: self.command_id(),
            code: code.to_owned(),
            account_id: account.to_owned(),
            reason: "Has directed our championships for years.".to_owned(),
        };
        Ok(ask!(self, officer, approve_director, asked)?
            .federation
            .unwrap())
    }

    pub fn approval(&self, id: &str) -> proto::ApproveEventRequest {
        proto::ApproveEventRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            reason: "Announced in May.".to_owned(),
        }
    }

    pub async fn approve(&self, id: &str) -> u64 {
        let asked = self.approval(id);
        ask!(self, OFFICER, approve_event, asked).unwrap().seq
    }

    pub fn withdrawal(&self, id: &str) -> proto::WithdrawApprovalRequest {
        proto::WithdrawApprovalRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            reason: "Called off.".to_owned(),
        }
    }

    /// What releases the file with that version of the ranking.
    pub fn release(&self, id: &str, ranking_version: u32) -> proto::ReleaseRatingFileRequest {
        proto::ReleaseRatingFileRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            ranking_version,
            reason: "Looked at.".to_owned(),
        }
    }

    /// The director signs for results that no game gave.
    pub async fn sign(&self, id: &str) -> u64 {
        let asked = proto::DeclareOverTheBoardRequest {
            command_id: self.command_id(),
            tournament_id: id.to_owned(),
            reason: "Score sheets.".to_owned(),
        };
        ask!(self, DIRECTOR, declare_over_the_board, asked)
            .unwrap()
            .seq
    }
}
