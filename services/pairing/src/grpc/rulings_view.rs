//! Rulings, protests, appeals and disputes as officials and those concerned see them.

use std::collections::BTreeMap;

use outflank_access::{Caller, Kind, Page, Problem, page};
use outflank_proto::{json::GREATEST, pairing::v1 as proto};
use outflank_tournament::{
    AccountId, Appeal, AppealEffect, Appealed, EntrantId, Offender, Penalty, Protest, Ruling,
    RulingStatus, TournamentState,
};
use serde::{Deserialize, Serialize};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    concerned::{About, Viewer},
    disputes_view::{Which, disputes},
    interests_view,
};

/// Texts by the id that the journal holds.
pub(super) type Texts = BTreeMap<String, String>;

/// The parts of the list, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Serialize, Deserialize)]
enum Part {
    Rulings,
    Protests,
    Appeals,
    Disputes,
    Interests,
}

/// Where something stands in the list.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Place {
    part: Part,
    /// Of a ruling, a protest, an appeal.
    id: String,
    /// Of a dispute: round and table; of an interest: its number.
    board: (u32, u32),
    /// Which dispute of its board, from 0.
    #[serde(default)]
    dispute: u32,
}

/// One of what is listed.
enum Listed {
    Ruling(proto::Ruling),
    Protest(proto::Protest),
    Appeal(proto::Appeal),
    /// With its place among those of its board.
    Dispute(u32, proto::Dispute),
    Interest(u32, proto::NotedInterest),
}

impl Listed {
    fn place(&self) -> Place {
        let mut dispute = 0;
        let (part, id, board) = match self {
            Self::Ruling(known) => (Part::Rulings, known.id.clone(), (0, 0)),
            Self::Protest(known) => (Part::Protests, known.id.clone(), (0, 0)),
            Self::Appeal(known) => (Part::Appeals, known.id.clone(), (0, 0)),
            Self::Dispute(number, known) => {
                dispute = *number;
                (Part::Disputes, String::new(), (known.round, known.table))
            }
            Self::Interest(number, _) => (Part::Interests, String::new(), (*number, 0)),
        };
        Place {
            part,
            id,
            board,
            dispute,
        }
    }
}

impl PairingGrpc {
    pub(super) async fn list_rulings(
        &self,
        request: Request<proto::ListRulingsRequest>,
    ) -> Answer<proto::ListRulingsResponse> {
        let caller = Caller::of(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let id = &request.get_ref().tournament_id;
        let tournament = self.0.tournament(id).await?;
        let state = &tournament.state;
        let roles = state.role_of(&account);
        let viewer = Viewer {
            official: roles.official.is_some(),
            account: &account,
            entrant: roles.entrant,
        };
        let hears = |appeal: &Appeal| {
            let committee = appeal.committee.as_ref();
            committee.is_some_and(|committee| committee.members.contains(&account))
        };
        let concerned = viewer.official
            || viewer.entrant.is_some()
            || state
                .rulings
                .list
                .iter()
                .any(|ruling| viewer.concerned_by_ruling(ruling))
            || state
                .appeals
                .list
                .iter()
                .any(|appeal| hears(appeal) || viewer.concerned_by_appeal(appeal));
        if !concerned {
            return Err(Problem::new(
                Kind::Forbidden,
                "not_concerned",
                "Rulings with their reasons are for the officials and for whom they concern.",
            )
            .into());
        }
        let asked = request.get_ref();
        let which = Which::asked(&asked.disputes)?;
        let about = Some(EntrantId(asked.entrant_id.clone())).filter(|one| !one.0.is_empty());
        let about = About(about.as_ref());
        let query = ("rulings", id, which, &asked.entrant_id);
        let page: Page<Place> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let after = page.after();
        let rulings = state.rulings.list.iter();
        let rulings = rulings.filter(|one| viewer.concerned_by_ruling(one) && about.ruling(one));
        let rulings = behind(rulings, Part::Rulings, after, |one| &one.act.ruling)?;
        let protests = state.rulings.protests.iter();
        let protests =
            protests.filter(|one| viewer.concerned_by_protest(one) && about.protest(one));
        let protests = behind(protests, Part::Protests, after, |one| &one.filing.protest)?;
        let appeals = state.appeals.list.iter();
        let appeals = appeals
            .filter(|one| (hears(one) || viewer.concerned_by_appeal(one)) && about.appeal(one));
        let appeals = behind(appeals, Part::Appeals, after, |one| &one.filing.appeal)?;
        let texts = self.0.records().reasons(id).await?;
        let disputes = disputes(&tournament, &viewer, (which, about)).into_iter();
        let disputes = disputes.filter(|(number, one)| {
            let place = (one.round, one.table, *number);
            after.is_none_or(|after| {
                let (round, table) = after.board;
                let among_disputes = after.part == Part::Disputes;
                after.part < Part::Disputes
                    || (among_disputes && place > (round, table, after.dispute))
            })
        });
        let disputes = disputes.map(|(number, one)| (number, one.shown(&texts)));
        let interests = (1..)
            .zip(&state.interests.noted)
            .filter(|(number, known)| {
                let behind =
                    |place: &Place| place.part < Part::Interests || *number > place.board.0;
                viewer.concerned_by_interest(state, known)
                    && about.interest(state, known)
                    && after.is_none_or(behind)
            })
            .map(|(number, known)| (number, interests_view::noted(known)));
        let listed = rulings
            .into_iter()
            .map(|known| Listed::Ruling(ruling(known, &texts)))
            .chain(
                protests
                    .into_iter()
                    .map(|known| Listed::Protest(protest(known, &texts))),
            )
            .chain(
                appeals
                    .into_iter()
                    .map(|known| Listed::Appeal(appeal(known, &texts))),
            )
            .chain(disputes.map(|(number, known)| Listed::Dispute(number, known)))
            .chain(interests.map(|(number, known)| Listed::Interest(number, known)))
            .take(page.sought());
        let (listed, next_page_token) = page.cut(listed.collect(), Listed::place)?;
        let mut answer = proto::ListRulingsResponse {
            next_page_token,
            ..proto::ListRulingsResponse::default()
        };
        for one in listed {
            match one {
                Listed::Ruling(known) => answer.rulings.push(known),
                Listed::Protest(known) => answer.protests.push(known),
                Listed::Appeal(known) => answer.appeals.push(known),
                Listed::Dispute(_, known) => answer.disputes.push(known),
                Listed::Interest(_, known) => answer.interests.push(known),
            }
        }
        Ok(Response::new(answer))
    }
}

/// What of a part stands behind a place. The stream takes nothing out of these lists, so the place is found by its id;
/// one that the viewer may not see is none.
fn behind<'a, T>(
    seen: impl Iterator<Item = &'a T>,
    part: Part,
    after: Option<&Place>,
    id: impl Fn(&T) -> &str,
) -> Result<Vec<&'a T>, Problem> {
    let Some(place) = after.filter(|place| place.part >= part) else {
        return Ok(seen.collect());
    };
    if place.part > part {
        return Ok(Vec::new());
    }
    let mut rest = seen.skip_while(|one| id(one) != place.id);
    rest.next().ok_or_else(page::refused_token)?;
    Ok(rest.collect())
}

pub(super) fn text(texts: &Texts, id: &str) -> String {
    texts.get(id).cloned().unwrap_or_default()
}

pub(super) fn account(known: Option<&AccountId>) -> String {
    known.map(|account| account.0.clone()).unwrap_or_default()
}

/// The rulings in force against entrants that bear on results or on the ranking, without what is for whom they concern.
pub(super) fn counting(state: &TournamentState) -> Vec<proto::Ruling> {
    let counts = |known: &&Ruling| {
        let of_entrant = matches!(known.act.whom, Offender::Entrant { .. });
        of_entrant && known.status == RulingStatus::InForce && known.act.penalty.counts_here()
    };
    let rulings = state.rulings.list.iter().filter(counts);
    rulings
        .map(|known| proto::Ruling {
            by_account_id: String::new(),
            reviewed_by_account_id: String::new(),
            ..ruling(known, &Texts::new())
        })
        .collect()
}

fn ruling(known: &Ruling, texts: &Texts) -> proto::Ruling {
    let act = &known.act;
    let (entrant, spectator) = match &act.whom {
        Offender::Entrant { entrant } => (entrant.0.clone(), String::new()),
        Offender::Spectator { account } => (String::new(), account.0.clone()),
    };
    proto::Ruling {
        id: act.ruling.clone(),
        entrant_id: entrant,
        spectator_account_id: spectator,
        penalty: Some(penalty(&act.penalty)),
        paragraph: act.paragraph.clone().unwrap_or_default(),
        reason: text(texts, &act.reason),
        by_account_id: act.by.0.clone(),
        at_ms: known.at_ms,
        status: match known.status {
            RulingStatus::Proposed => "proposed",
            RulingStatus::InForce => "in_force",
            RulingStatus::Refused => "refused",
            RulingStatus::Annulled => "annulled",
        }
        .to_owned(),
        reviewed_by_account_id: account(known.reviewed_by.as_ref()),
    }
}

fn penalty(known: &Penalty) -> proto::Penalty {
    let (round, table) = known.board().map_or((0, 0), Into::into);
    let kind = serde_json::to_value(known.kind()).ok();
    let mut shown = proto::Penalty {
        kind: kind
            .as_ref()
            .and_then(serde_json::Value::as_str)
            .unwrap_or_default()
            .to_owned(),
        round,
        table,
        ..proto::Penalty::default()
    };
    match *known {
        Penalty::Time {
            taken_ms,
            given_ms,
            empties_clock,
            ..
        } => {
            shown.empties_clock = empties_clock;
            shown.taken_ms = taken_ms;
            shown.given_ms = given_ms;
        }
        Penalty::FinalScore { opponent_discs, .. } => shown.opponent_discs = opponent_discs,
        Penalty::LossOfGame { opponent_discs, .. } => {
            shown.opponent_discs = opponent_discs.unwrap_or(0);
        }
        Penalty::Points { half_points, .. } => {
            shown.half_points = u32::try_from(half_points.0).unwrap_or(0);
        }
        Penalty::Position { places, .. } => shown.places = places,
        Penalty::RoomExpulsion { until_ms } => {
            shown.until_ms = until_ms.unwrap_or(0).clamp(0, GREATEST);
        }
        _ => {}
    }
    shown
}

fn protest(known: &Protest, texts: &Texts) -> proto::Protest {
    let filing = &known.filing;
    let (round, table) = filing.board.map_or((0, 0), Into::into);
    let decision = known.decision.as_ref();
    proto::Protest {
        id: filing.protest.clone(),
        entrant_id: filing.entrant.0.clone(),
        against_entrant_id: filing
            .against
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        round,
        table,
        reason: text(texts, &filing.reason),
        at_ms: known.at_ms,
        decided: decision.is_some(),
        upheld: decision.is_some_and(|decision| decision.upheld),
        decision: decision
            .map(|decision| text(texts, &decision.reason))
            .unwrap_or_default(),
        ruling_id: decision
            .and_then(|decision| decision.ruling.clone())
            .unwrap_or_default(),
        decided_at_ms: known.decided_at_ms.unwrap_or_default(),
        decided_by_account_id: account(decision.map(|decision| &decision.by)),
    }
}

fn appeal(known: &Appeal, texts: &Texts) -> proto::Appeal {
    let filing = &known.filing;
    let (ruling_id, protest_id) = match &filing.against {
        Appealed::Ruling { ruling } => (ruling.clone(), String::new()),
        Appealed::Protest { protest } => (String::new(), protest.clone()),
    };
    let committee = known.committee.as_ref();
    let decision = known.decision.as_ref();
    let effect = decision.map(|decision| &decision.effect);
    proto::Appeal {
        id: filing.appeal.clone(),
        ruling_id,
        protest_id,
        entrant_id: filing
            .entrant
            .as_ref()
            .map(|id| id.0.clone())
            .unwrap_or_default(),
        reason: text(texts, &filing.reason),
        at_ms: known.at_ms,
        chair_account_id: committee
            .map(|committee| committee.chair.0.clone())
            .unwrap_or_default(),
        member_account_ids: committee
            .into_iter()
            .flat_map(|committee| &committee.members)
            .map(|member| member.0.clone())
            .collect(),
        testimony: known.testimony.iter().map(|id| text(texts, id)).collect(),
        decided: decision.is_some(),
        upheld: decision.is_some_and(|decision| decision.upheld),
        decision: decision
            .map(|decision| text(texts, &decision.decision))
            .unwrap_or_default(),
        fallen: known.fallen,
        decided_at_ms: known.decided_at_ms.unwrap_or_default(),
        decided_by_account_id: account(decision.map(|decision| &decision.by)),
        effect: effect
            .map(AppealEffect::name)
            .unwrap_or_default()
            .to_owned(),
        replacement_ruling_id: match effect {
            Some(AppealEffect::Replace { ruling }) => ruling.ruling.clone(),
            _ => String::new(),
        },
    }
}
