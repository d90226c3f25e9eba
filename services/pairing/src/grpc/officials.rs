//! Officials: their tables, the appeals committee, spectators' reports, duties.

use outflank_access::{Caller, Page, Problem, identifier::check_person_id};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, Appointment, Command, DutyLine, DutyTime, Interest, Report, ReportAnswer,
    ReportFiling, ReportOutcome, RuleSet, TimeClaim, TournamentState,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, act, acts::ActRequest, rulings::given};
use crate::app::{Act, Authority, LoadedTournament, Writing, invalid};

impl PairingGrpc {
    pub(super) async fn assign_tables(
        &self,
        request: Request<proto::AssignTablesRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(ActRequest::from(Command::AssignTables {
                official: account(&asked.account_id)?,
                round: (asked.round > 0).then_some(asked.round),
                tables: asked.tables.iter().copied().collect(),
            }))
        })
        .await
    }

    pub(super) async fn appoint_appeals_committee(
        &self,
        request: Request<proto::AppointAppealsCommitteeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            let members = asked.member_account_ids.iter();
            Ok(ActRequest::from(Command::AppointAppealsCommittee {
                members: members.map(|id| account(id)).collect::<Result<_, _>>()?,
                chair: given(&asked.chair_account_id).map(account).transpose()?,
                by: act.by(),
            }))
        })
        .await
    }

    pub(super) async fn dissolve_appeals_committee(
        &self,
        request: Request<proto::DissolveAppealsCommitteeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |_, act| {
            Ok(ActRequest::from(Command::DissolveAppealsCommittee {
                by: act.by(),
            }))
        })
        .await
    }

    pub(super) async fn name_chair(
        &self,
        request: Request<proto::NameChairRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_account(request, |asked, act| {
            Ok(ActRequest::from(Command::NameChair {
                chair: account(&asked.chair_account_id)?,
                by: act.by(),
            }))
        })
        .await
    }

    pub(super) async fn report_irregularity(
        &self,
        request: Request<proto::ReportIrregularityRequest>,
    ) -> Answer<proto::ReportIrregularityResponse> {
        let act = act(&request, &request.get_ref().command_id, Authority::Account)?;
        let asked = request.into_inner();
        let report_id = act.made("report", &asked.tournament_id);
        let board = (asked.round, asked.table);
        let writing = act.writing(&asked.tournament_id, &asked.text, board)?;
        let claim = given(&asked.claim).map(|name| {
            TimeClaim::named(name)
                .ok_or_else(|| invalid("bad_claim", "A monitor claims overtime or basic_time."))
        });
        let command = Command::ReportIrregularity(ReportFiling {
            report: report_id.clone(),
            round: asked.round,
            table: asked.table,
            text: writing.id.clone(),
            claim: claim.transpose()?,
            by: act.by(),
        });
        let asks = ActRequest {
            command,
            writing: Some(writing),
        };
        let done = self.perform(&asked.tournament_id, act, asks).await?;
        let seq = done.seq;
        Ok(Response::new(proto::ReportIrregularityResponse {
            report_id,
            seq,
        }))
    }

    pub(super) async fn answer_report(
        &self,
        request: Request<proto::AnswerReportRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = note(act, &asked.tournament_id, &asked.reason)?;
            let outcome = match asked.outcome.as_str() {
                "noted" => ReportOutcome::Noted,
                "acted_upon" => ReportOutcome::ActedUpon {
                    ruling: given(&asked.ruling_id).map(str::to_owned),
                    interruption: given(&asked.interruption_id).map(str::to_owned),
                },
                "dismissed" => ReportOutcome::Dismissed,
                _ => {
                    return Err(invalid(
                        "bad_outcome",
                        "A report is noted, acted_upon or dismissed.",
                    ));
                }
            };
            Ok(ActRequest {
                command: Command::AnswerReport(ReportAnswer {
                    report: asked.report_id.clone(),
                    outcome,
                    reason: writing.as_ref().map(|writing| writing.id.clone()),
                    by: act.by(),
                }),
                writing,
            })
        })
        .await
    }

    pub(super) async fn list_reports(
        &self,
        request: Request<proto::ListReportsRequest>,
    ) -> Answer<proto::ListReportsResponse> {
        let caller = Caller::of(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let id = &request.get_ref().tournament_id;
        self.0.check_official(id, &caller).await?;
        let tournament = self.0.tournament(id).await?;
        let asked = request.get_ref();
        let page: Page<u32> = Page::asked(asked.page_size, &asked.page_token, &("reports", id))?;
        let officer = tournament.state.officer(&account, None);
        let shown = |report: &Report| {
            let (round, table) = (report.filing.round, report.filing.table);
            let touched = tournament
                .state
                .touched_at(Some(report.filing.board()), None);
            let interest = officer.interest(&touched);
            self.is_shown(&tournament, (round, table), interest)
        };
        let listed = (1_u32..).zip(&tournament.state.rulings.reports);
        let listed = listed
            .filter(|(number, _)| page.after().is_none_or(|after| number > after))
            .filter(|(_, report)| shown(report))
            .take(page.sought())
            .collect();
        let (listed, next_page_token) = page.cut(listed, |(number, _)| *number)?;
        let texts = self.0.records().reasons(id).await?;
        let text = |id: &String| texts.get(id).cloned().unwrap_or_default();
        Ok(Response::new(proto::ListReportsResponse {
            reports: listed
                .into_iter()
                .map(|(_, known)| report(known, &text))
                .collect(),
            next_page_token,
        }))
    }

    /// A report about a game of the official's own is kept from him until the game is over.
    fn is_shown(
        &self,
        tournament: &LoadedTournament,
        (round, table): (u32, u32),
        interest: Interest,
    ) -> bool {
        let known = tournament.state.round(round);
        let board = known.and_then(|known| known.board(table));
        let is_settled = known.is_some_and(|known| known.finished)
            || board.is_some_and(|board| board.result().is_some() && board.dispute.is_none());
        self.0.interests.show(interest, is_settled).is_ok()
    }

    pub(super) async fn tick_duty(
        &self,
        request: Request<proto::TickDutyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = note(act, &asked.tournament_id, &asked.note)?;
            Ok(ActRequest {
                command: Command::TickDuty {
                    duty: asked.duty.clone(),
                    note: writing.as_ref().map(|writing| writing.id.clone()),
                    by: act.by(),
                },
                writing,
            })
        })
        .await
    }

    pub(super) async fn untick_duty(
        &self,
        request: Request<proto::UntickDutyRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = note(act, &asked.tournament_id, &asked.note)?;
            Ok(ActRequest {
                command: Command::UntickDuty {
                    duty: asked.duty.clone(),
                    note: writing.as_ref().map(|writing| writing.id.clone()),
                    by: act.by(),
                },
                writing,
            })
        })
        .await
    }

    pub(super) async fn list_duties(
        &self,
        request: Request<proto::ListDutiesRequest>,
    ) -> Answer<proto::ListDutiesResponse> {
        let caller = Caller::of(&request)?;
        let id = &request.get_ref().tournament_id;
        self.0.check_official(id, &caller).await?;
        let tournament = self.0.tournament(id).await?;
        let asked = request.get_ref();
        let page: Page<u32> = Page::asked(asked.page_size, &asked.page_token, &("duties", id))?;
        let lines = tournament.state.duties(self.0.now_ms(&tournament));
        let listed = (1_u32..)
            .zip(lines)
            .filter(|(number, _)| page.after().is_none_or(|after| number > after))
            .take(page.sought())
            .collect();
        let (listed, next_page_token) = page.cut(listed, |(number, _)| *number)?;
        let texts = self.0.records().reasons(id).await?;
        let text = |id: &String| texts.get(id).cloned().unwrap_or_default();
        Ok(Response::new(proto::ListDutiesResponse {
            duties: listed
                .into_iter()
                .map(|(_, line)| duty(line, &text))
                .collect(),
            next_page_token,
        }))
    }
}

/// What is said beside an act that may go without a word.
fn note(act: &Act, tournament_id: &str, text: &str) -> Result<Option<Writing>, Problem> {
    given(text)
        .map(|text| act.writing(tournament_id, text, (0, 0)))
        .transpose()
}

pub(super) fn account(id: &str) -> Result<AccountId, Problem> {
    check_person_id(id)?;
    Ok(AccountId(id.to_owned()))
}

fn report(known: &Report, text: &impl Fn(&String) -> String) -> proto::Report {
    let filing = &known.filing;
    let answer = known.answer.as_ref();
    let (outcome, ruling, interruption) = match answer.map(|answer| &answer.outcome) {
        None => ("", None, None),
        Some(ReportOutcome::Noted) => ("noted", None, None),
        Some(ReportOutcome::Dismissed) => ("dismissed", None, None),
        Some(ReportOutcome::ActedUpon {
            ruling,
            interruption,
        }) => ("acted_upon", ruling.clone(), interruption.clone()),
    };
    proto::Report {
        id: filing.report.clone(),
        round: filing.round,
        table: filing.table,
        text: text(&filing.text),
        claim: filing
            .claim
            .map(|claim| claim.name().to_owned())
            .unwrap_or_default(),
        by_account_id: filing.by.0.clone(),
        at_ms: known.at_ms,
        outcome: outcome.to_owned(),
        ruling_id: ruling.unwrap_or_default(),
        interruption_id: interruption.unwrap_or_default(),
        reason: answer
            .and_then(|answer| answer.reason.as_ref())
            .map(text)
            .unwrap_or_default(),
        answered_by_account_id: answer.map(|answer| answer.by.0.clone()).unwrap_or_default(),
        answered_at_ms: known.answered_at_ms.unwrap_or(0),
    }
}

pub(super) fn duty(line: DutyLine, text: &impl Fn(&String) -> String) -> proto::DutyLine {
    let done = line.done.as_ref();
    proto::DutyLine {
        time: match line.duty.time {
            DutyTime::BeforeDeadline => "before_deadline",
            DutyTime::BeforePlay => "before_play",
            DutyTime::AfterPlay => "after_play",
        }
        .to_owned(),
        done: done.is_some(),
        due: line.due,
        late: line.late,
        by_account_id: done.map(|done| done.by.0.clone()).unwrap_or_default(),
        at_ms: done.map_or(0, |done| done.at_ms),
        note: done
            .and_then(|done| done.note.as_ref())
            .map(text)
            .unwrap_or_default(),
        duty: line.duty.code,
        rule: line.duty.rule,
        text: line.duty.text,
    }
}

/// The officials as everybody sees them.
pub(super) fn shown(state: &TournamentState) -> Vec<proto::Official> {
    let rules = state.rule_set.as_ref();
    let known = state.offices.held.keys();
    known
        .filter_map(|account| Some((account, state.appointment_of(account)?)))
        .map(|(account, office)| official(account, &office, rules))
        .collect()
}

fn official(account: &AccountId, office: &Appointment, rules: Option<&RuleSet>) -> proto::Official {
    let powers = rules.map(|rules| office.powers(rules)).unwrap_or_default();
    let assigned = &office.limits.tables;
    let every = (!assigned.every_round.is_empty()).then_some((&0, &assigned.every_round));
    proto::Official {
        account_id: account.0.clone(),
        role: office.role.name().to_owned(),
        powers: powers
            .into_iter()
            .map(|power| power.name().to_owned())
            .collect(),
        chosen: office.limits.powers.is_some(),
        tables: every
            .into_iter()
            .chain(&assigned.by_round)
            .map(|(round, tables)| proto::AssignedTables {
                round: *round,
                tables: tables.iter().copied().collect(),
            })
            .collect(),
    }
}

/// The committee of the event as everybody sees it.
pub(super) fn committee(state: &TournamentState) -> Option<proto::AppealsCommittee> {
    let known = state.appeals.standing.as_ref()?;
    Some(proto::AppealsCommittee {
        member_account_ids: known.members.iter().map(|id| id.0.clone()).collect(),
        chair_account_id: known
            .chair
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        by_account_id: known.by.0.clone(),
        at_ms: known.at_ms,
        named: known
            .named
            .iter()
            .map(|(member, chair)| proto::NamedChair {
                member_account_id: member.0.clone(),
                chair_account_id: chair.0.clone(),
            })
            .collect(),
    })
}
