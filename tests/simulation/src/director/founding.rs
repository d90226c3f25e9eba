//! The event is founded and its entrants are registered.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as pairing;
use outflank_tournament::{
    AppealBody, AppealRules, DefaultPolicy, PassPolicy, RuleSet, TimeControl,
};

use super::{CONFIRM_WITHIN_MS, DIRECTOR, Director, LAG_CREDIT, account};
use crate::{asked::Asked, fault_plan::Control};

impl Director {
    pub(super) async fn found(&self) -> Result<String, Problem> {
        let rules = serde_json::to_string(&self.rules()).map_err(Problem::internal)?;
        let id = self
            .give(
                ("tournament", ""),
                Asked::Direct("create"),
                async |command_id| {
                    let request = pairing::CreateTournamentRequest {
                        command_id,
                        name: "Fernwood Open".to_owned(),
                        country: "FRA".to_owned(),
                        date: "2026-11-21".to_owned(),
                        rule_set_json: rules.clone(),
                        accept_deviations: true,
                        director_name: "Dora Dell".to_owned(),
                        ..Default::default()
                    };
                    let answer = self
                        .pairing
                        .clone()
                        .create_tournament(self.by(request))
                        .await?;
                    let tournament = answer.into_inner().tournament.unwrap_or_default();
                    Ok((tournament.summary.unwrap_or_default().id, 1))
                },
            )
            .await?;
        let command_id = format!("{DIRECTOR}-1");
        self.wiring.world.log.names(DIRECTOR, &command_id, &id);
        Ok(id)
    }

    fn rules(&self) -> RuleSet {
        let mut rules = RuleSet::egp_2020();
        rules.name = "simulated".to_owned();
        let main_ms = i64::try_from(self.chance.between(8, 45)).unwrap_or(20) * 1_000;
        rules.time_controls.qualification = if self.chance.in_thousand(200) {
            TimeControl::Fischer {
                main_ms,
                increment_ms: 500,
            }
        } else {
            TimeControl::SuddenDeath { main_ms }
        };
        rules.lag_credit = LAG_CREDIT;
        if self.wiring.world.breaks(Control::MoreThanTheCaps) {
            rules.lag_credit.per_move_ms *= 3;
            rules.lag_credit.per_game_ms *= 3;
        }
        rules.confirm_within_ms = CONFIRM_WITHIN_MS;
        rules.director_call.longest_ms = 5_000;
        rules.round_notice_ms = 0;
        let policies = [
            DefaultPolicy::PlayOnForScore,
            DefaultPolicy::LossOfAllDiscs,
            DefaultPolicy::LossOnBoard,
        ];
        rules.default_policy = policies[self.chance.below(policies.len())];
        rules.pass_policy = if self.chance.in_thousand(500) {
            PassPolicy::Explicit
        } else {
            PassPolicy::Automatic
        };
        if self.programme.is_some() {
            // A committee hears appeals, and entering costs something: there is more to be done.
            rules.penalties.appeals = Some(AppealRules {
                body: AppealBody::Committee,
                referral_to_committee: false,
                window_ms: None,
                before_next_pairing: false,
            });
            rules.entry.fee = "EUR 20".to_owned();
        }
        rules
    }

    pub(super) async fn register(&self, id: &str) -> Result<Vec<String>, Problem> {
        let mut entrants = Vec::new();
        for number in 0..self.players {
            let entrant = self
                .give(
                    ("tournament", id),
                    Asked::Direct("register"),
                    async |command_id| {
                        let request = pairing::RegisterEntrantRequest {
                            command_id: command_id.clone(),
                            tournament_id: id.to_owned(),
                            surname: format!("Player{number}"),
                            given_names: "Pat".to_owned(),
                            country: "FRA".to_owned(),
                            rating: 1_500,
                            ..Default::default()
                        };
                        let answer = self
                            .pairing
                            .clone()
                            .register_entrant(self.commanding(
                                "RegisterEntrant",
                                &command_id,
                                request,
                            ))
                            .await?;
                        let answer = answer.into_inner();
                        Ok((answer.entrant_id, answer.seq))
                    },
                )
                .await?;
            let account = account(number);
            let at_ms = self.wiring.clock.now_ms();
            self.wiring.identity.claim(id, &entrant, &account, at_ms);
            entrants.push(entrant);
        }
        Ok(entrants)
    }
}
