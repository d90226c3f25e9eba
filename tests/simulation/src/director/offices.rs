//! Officials with chosen powers, the committee for appeals, duties.

use outflank_proto::pairing::v1 as pairing;

use super::{DIRECTOR, Director, programme::Programme};
use crate::{asked::Asked, fault_plan::Control};

/// Has an office with chosen powers.
const ASSISTANT: &str = "assistant";
/// Who hears appeals.
const COMMITTEE: [&str; 3] = ["arbiter0", "arbiter1", "arbiter2"];
/// Duties of before the play.
const DUTIES: [&str; 3] = [
    "director_named",
    "tournament_announced",
    "pairing_program_told",
];

/// An act that a director may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Try {
    Announce,
    TickDuty,
    FinishRound,
    EnterResult,
}

const TRIES: [Try; 4] = [
    Try::Announce,
    Try::TickDuty,
    Try::FinishRound,
    Try::EnterResult,
];

impl Director {
    /// An assistant with one power acts within it, and is refused what is not in it; out of office he is refused
    /// everything.
    pub(super) async fn office(&self, programme: &Programme, (id, round): (&str, u32)) {
        let (power, within) = *programme
            .chance
            .one_of(&[("announcements", Try::Announce), ("duties", Try::TickDuty)])
            .unwrap_or(&("announcements", Try::Announce));
        let mut powers = vec![power.to_owned()];
        if self.wiring.world.breaks(Control::PowersNotLimited) {
            powers.clear();
        }
        let asked = pairing::AppointOfficialRequest {
            tournament_id: id.to_owned(),
            account_id: ASSISTANT.to_owned(),
            role: "assistant_director".to_owned(),
            powers,
            ..pairing::AppointOfficialRequest::default()
        };
        let appoints = Asked::Direct("appoint");
        let appointed = act!(
            self,
            DIRECTOR,
            appoints,
            appoint_official("AppointOfficial", asked)
        );
        if appointed.is_err() {
            return;
        }
        let beyond = |name, code| Asked::Beyond { name, code };
        let others: Vec<Try> = TRIES.into_iter().filter(|one| *one != within).collect();
        let other = *programme
            .chance
            .one_of(&others)
            .unwrap_or(&Try::FinishRound);
        if programme.chance.in_thousand(500) {
            self.attempt(within, (id, round), Asked::Direct("act_in_office"))
                .await;
        }
        self.attempt(
            other,
            (id, round),
            beyond("beyond_powers", "power_not_given"),
        )
        .await;
        if programme.chance.in_thousand(600) {
            let asked = pairing::DismissOfficialRequest {
                tournament_id: id.to_owned(),
                account_id: ASSISTANT.to_owned(),
                ..pairing::DismissOfficialRequest::default()
            };
            let dismisses = Asked::Direct("dismiss");
            let dismissed = act!(
                self,
                DIRECTOR,
                dismisses,
                dismiss_official("DismissOfficial", asked)
            );
            if dismissed.is_ok() {
                let out = beyond("out_of_office", "directors_only");
                self.attempt(within, (id, round), out).await;
            }
        }
    }

    /// The assistant tries an act; one of his office is his to do.
    async fn attempt(&self, attempted: Try, (id, round): (&str, u32), asked: Asked) {
        let is_his = matches!(asked, Asked::Direct(_));
        let (tournament_id, by) = (id.to_owned(), ASSISTANT);
        let done = match attempted {
            Try::Announce => {
                let request = pairing::AnnounceRequest {
                    tournament_id,
                    kind: "general".to_owned(),
                    audience: "everybody".to_owned(),
                    text: self.words(),
                    ..pairing::AnnounceRequest::default()
                };
                let asked = match asked {
                    Asked::Direct(name) => Asked::Tell {
                        name,
                        text: request.text.clone(),
                        corrects: None,
                    },
                    asked => asked,
                };
                act!(self, by, asked, announce("Announce", request)).map(drop)
            }
            Try::TickDuty => {
                let request = pairing::TickDutyRequest {
                    tournament_id,
                    duty: DUTIES[2].to_owned(),
                    ..pairing::TickDutyRequest::default()
                };
                act!(self, by, asked, tick_duty("TickDuty", request)).map(drop)
            }
            Try::FinishRound => {
                let request = pairing::FinishRoundRequest {
                    tournament_id,
                    round,
                    ..pairing::FinishRoundRequest::default()
                };
                act!(self, by, asked, finish_round("FinishRound", request)).map(drop)
            }
            Try::EnterResult => {
                let request = pairing::EnterResultRequest {
                    tournament_id,
                    round,
                    table: 1,
                    black_discs: Some(40),
                    reason: "It was said so.".to_owned(),
                    ..pairing::EnterResultRequest::default()
                };
                act!(self, by, asked, enter_result("EnterResult", request)).map(drop)
            }
        };
        let about_him = |code: &str| ["power_not_given", "directors_only"].contains(&code);
        if let Err(problem) = done
            && is_his
            && about_him(&problem.code)
        {
            self.complain(format!(
                "{by} was refused {attempted:?}, which his office has: {problem}"
            ));
        }
    }

    /// Appoints who hears the appeals of the event.
    pub(super) async fn appoint_committee(&self, id: &str) {
        let asked = pairing::AppointAppealsCommitteeRequest {
            tournament_id: id.to_owned(),
            member_account_ids: COMMITTEE.map(str::to_owned).to_vec(),
            ..pairing::AppointAppealsCommitteeRequest::default()
        };
        let appoints = Asked::Direct("appoint_committee");
        let _refused = act!(
            self,
            DIRECTOR,
            appoints,
            appoint_appeals_committee("AppointAppealsCommittee", asked)
        );
    }

    /// Two of its three members want the same chair.
    pub(super) async fn name_chair(&self, programme: &Programme, id: &str) {
        self.appoint_committee(id).await;
        let chair = programme.chance.one_of(&COMMITTEE).unwrap_or(&COMMITTEE[0]);
        for member in &COMMITTEE[..2] {
            let asked = pairing::NameChairRequest {
                tournament_id: id.to_owned(),
                chair_account_id: (*chair).to_owned(),
                ..pairing::NameChairRequest::default()
            };
            let names = Asked::Direct("name_chair");
            let _refused = act!(self, member, names, name_chair("NameChair", asked));
        }
    }

    /// Ticks a duty off, and sometimes takes that back.
    pub(super) async fn tick_duty(&self, programme: &Programme, id: &str) {
        let duty = programme.chance.one_of(&DUTIES).unwrap_or(&DUTIES[0]);
        let asked = pairing::TickDutyRequest {
            tournament_id: id.to_owned(),
            duty: (*duty).to_owned(),
            note: self.words(),
            ..pairing::TickDutyRequest::default()
        };
        let ticks = Asked::Direct("tick_duty");
        let _refused = act!(self, DIRECTOR, ticks, tick_duty("TickDuty", asked));
        if programme.chance.in_thousand(400) {
            let asked = pairing::UntickDutyRequest {
                tournament_id: id.to_owned(),
                duty: (*duty).to_owned(),
                ..pairing::UntickDutyRequest::default()
            };
            let unticks = Asked::Direct("untick_duty");
            let _refused = act!(self, DIRECTOR, unticks, untick_duty("UntickDuty", asked));
        }
    }
}
