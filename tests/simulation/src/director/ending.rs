//! Rules amended, the qualification shortened, and events that end otherwise than planned.

use outflank_access::Problem;
use outflank_proto::pairing::v1 as pairing;
use outflank_tournament::{RuleSet, TimeControl};

use super::{
    DIRECTOR, Director,
    programme::{Ending, Fate, Programme, Stop},
};
use crate::asked::Asked;

/// A result that comes while the director looks changes what is open.
const LOOKS: u32 = 6;

impl Director {
    /// Games of later rounds have another time.
    pub(super) async fn amend(&self, programme: &Programme, id: &str) {
        let shown = self.tournament(id).await.unwrap_or_default();
        let Ok(mut rules) = serde_json::from_str::<RuleSet>(&shown.rule_set_json) else {
            return;
        };
        let more_ms = i64::try_from(programme.chance.between(1, 5)).unwrap_or(1) * 1_000;
        rules.time_controls.qualification = TimeControl::SuddenDeath {
            main_ms: rules.time_controls.qualification.main_ms() + more_ms,
        };
        let Ok(rule_set_json) = serde_json::to_string(&rules) else {
            return;
        };
        let asked = pairing::AmendRulesRequest {
            tournament_id: id.to_owned(),
            rule_set_json,
            reason: "The games were too short.".to_owned(),
            announcement: self.words(),
            accept_deviations: true,
            ..pairing::AmendRulesRequest::default()
        };
        let amends = Asked::Tell {
            name: "amend_rules",
            text: asked.announcement.clone(),
            corrects: None,
        };
        let _refused = act!(self, DIRECTOR, amends, amend_rules("AmendRules", asked));
    }

    /// Fewer rounds are planned, and those of the programme are among them.
    pub(super) async fn shorten(&self, programme: &Programme, id: &str) {
        let shown = self.tournament(id).await.unwrap_or_default();
        let planned = shown.summary.map_or(0, |summary| summary.rounds);
        let most = u64::from(planned.saturating_sub(1).max(self.rounds));
        let rounds = programme.chance.between(u64::from(self.rounds), most);
        let asked = pairing::ShortenQualificationRequest {
            tournament_id: id.to_owned(),
            rounds: u32::try_from(rounds).unwrap_or(self.rounds),
            reason: "The hall closes early.".to_owned(),
            accept_deviations: true,
            ..pairing::ShortenQualificationRequest::default()
        };
        let shortens = Asked::Direct("shorten");
        let _refused = act!(
            self,
            DIRECTOR,
            shortens,
            shorten_qualification("ShortenQualification", asked)
        );
    }

    /// Ends the event; answers whether its last round is over by that.
    pub(super) async fn end(
        &self,
        programme: &Programme,
        ending: Ending,
        (id, round): (&str, u32),
    ) -> bool {
        for _ in 0..LOOKS {
            let Some(shown) = self.tournament(id).await else {
                continue;
            };
            let mut rounds = shown.rounds.iter();
            let last = rounds.find(|known| known.number == round);
            let Some(last) = last else {
                return false;
            };
            let fate = if last.finished {
                Fate::Finished
            } else {
                ending.fate
            };
            match self.stop(programme, (ending.stop, fate), (id, last)).await {
                Ok(()) => {
                    programme.has_ended();
                    if fate == Fate::Annulled || ending.stop == Stop::Cancel {
                        self.wiring.world.log.call_off(round);
                    }
                    let goes_on = fate == Fate::Completed && ending.stop == Stop::EndEarly;
                    if ending.stop != Stop::EndEarly {
                        self.after_the_stop(ending.stop, id).await;
                    }
                    return !goes_on;
                }
                Err(problem) if may_be_otherwise(&problem.code) => {}
                Err(_) => break,
            }
        }
        // Refused for good: it goes on as if nobody had wanted to end it.
        programme.has_ended();
        false
    }

    async fn stop(
        &self,
        programme: &Programme,
        (stop, fate): (Stop, Fate),
        (id, last): (&str, &pairing::Round),
    ) -> Result<(), Problem> {
        let open = last.boards.iter().filter(|board| board.result.is_none());
        let scores: Vec<(u32, u32)> = open
            .filter(|_| fate == Fate::Adjudicated)
            .map(|board| {
                let discs = u32::try_from(programme.chance.between(0, 64));
                (board.table, discs.unwrap_or(32))
            })
            .collect();
        let boards = scores
            .iter()
            .map(|(table, black_discs)| pairing::AdjudicatedBoard {
                table: *table,
                black_discs: *black_discs,
            });
        let unfinished = fate_name(fate).map(|fate| pairing::UnfinishedRound {
            fate: fate.to_owned(),
            boards: boards.collect(),
        });
        let ends = Asked::End {
            name: name(stop),
            variety: variety(stop, fate),
            round: last.number,
            boards: scores,
        };
        let (tournament_id, reason) = (id.to_owned(), "The hall burns.".to_owned());
        match stop {
            Stop::EndEarly => {
                let asked = pairing::EndEarlyRequest {
                    tournament_id,
                    unfinished,
                    reason,
                    accept_deviations: true,
                    ..pairing::EndEarlyRequest::default()
                };
                act!(self, DIRECTOR, ends, end_early("EndEarly", asked)).map(drop)
            }
            Stop::Abandon => {
                let asked = pairing::AbandonTournamentRequest {
                    tournament_id,
                    unfinished,
                    reason,
                    accept_deviations: true,
                    ..pairing::AbandonTournamentRequest::default()
                };
                act!(
                    self,
                    DIRECTOR,
                    ends,
                    abandon_tournament("AbandonTournament", asked)
                )
                .map(drop)
            }
            Stop::Cancel => {
                let asked = pairing::CancelTournamentRequest {
                    tournament_id,
                    annul_rounds: true,
                    reason,
                    ..pairing::CancelTournamentRequest::default()
                };
                act!(
                    self,
                    DIRECTOR,
                    ends,
                    cancel_tournament("CancelTournament", asked)
                )
                .map(drop)
            }
        }
    }

    /// Whoever came is told; nothing more is paired.
    async fn after_the_stop(&self, stop: Stop, id: &str) {
        let asked = pairing::AnnounceRequest {
            tournament_id: id.to_owned(),
            kind: "general".to_owned(),
            audience: "everybody".to_owned(),
            ..pairing::AnnounceRequest::default()
        };
        let _refused = self.tell(DIRECTOR, "announce", asked).await;
        let code = match stop {
            Stop::Cancel => "tournament_cancelled",
            Stop::Abandon | Stop::EndEarly => "tournament_abandoned",
        };
        let asked = pairing::PublishRoundRequest {
            tournament_id: id.to_owned(),
            accept_deviations: true,
            ..pairing::PublishRoundRequest::default()
        };
        let publishes = Asked::Beyond {
            name: "publish_after_stop",
            code,
        };
        let _refused = act!(
            self,
            DIRECTOR,
            publishes,
            publish_round("PublishRound", asked)
        );
    }
}

/// The next look tells other boards that are open, or none.
fn may_be_otherwise(code: &str) -> bool {
    [
        "boards_open",
        "no_round_unfinished",
        "result_already_recorded",
        "round_fate_not_chosen",
    ]
    .contains(&code)
}

const fn fate_name(fate: Fate) -> Option<&'static str> {
    match fate {
        Fate::Finished => None,
        Fate::Completed => Some("completed"),
        Fate::Adjudicated => Some("adjudicated"),
        Fate::Annulled => Some("annulled"),
    }
}

const fn name(stop: Stop) -> &'static str {
    match stop {
        Stop::EndEarly => "end_early",
        Stop::Abandon => "abandon",
        Stop::Cancel => "cancel",
    }
}

const fn variety(stop: Stop, fate: Fate) -> &'static str {
    match (stop, fate) {
        (Stop::EndEarly, Fate::Finished) => "end_early_finished",
        (Stop::EndEarly, Fate::Completed) => "end_early_completed",
        (Stop::EndEarly, Fate::Adjudicated) => "end_early_adjudicated",
        (Stop::EndEarly, Fate::Annulled) => "end_early_annulled",
        (Stop::Abandon | Stop::Cancel, _) => "",
    }
}
