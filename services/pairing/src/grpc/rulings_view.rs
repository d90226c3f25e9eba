//! Rulings, protests, appeals and disputes as officials and those concerned see them.

use std::collections::BTreeMap;

use outflank_access::{Caller, Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AccountId, Appeal, Appealed, Board, Dispute, EntrantId, Offender, Penalty, Protest, Round,
    Ruling, RulingStatus, TournamentState,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc};

/// Texts by the id that the journal holds.
type Texts = BTreeMap<String, String>;

/// Who looks: an official sees everything, others what concerns them.
struct Viewer<'a> {
    official: bool,
    account: &'a AccountId,
    entrant: Option<EntrantId>,
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
                .iter()
                .any(|ruling| viewer.concerned_by_ruling(ruling))
            || state
                .appeals
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
        let texts = self.0.records().reasons(id).await?;
        Ok(Response::new(proto::ListRulingsResponse {
            rulings: state
                .rulings
                .iter()
                .filter(|ruling| viewer.concerned_by_ruling(ruling))
                .map(|known| ruling(known, &texts))
                .collect(),
            protests: state
                .protests
                .iter()
                .filter(|protest| viewer.concerned_by_protest(protest))
                .map(|known| protest(known, &texts))
                .collect(),
            appeals: state
                .appeals
                .iter()
                .filter(|appeal| hears(appeal) || viewer.concerned_by_appeal(appeal))
                .map(|known| appeal(known, &texts))
                .collect(),
            disputes: disputes(state, &viewer, &texts),
        }))
    }
}

impl Viewer<'_> {
    fn is(&self, entrant: &EntrantId) -> bool {
        self.official || self.entrant.as_ref() == Some(entrant)
    }

    fn concerned_by_ruling(&self, ruling: &Ruling) -> bool {
        match &ruling.act.whom {
            Offender::Entrant { entrant } => self.is(entrant),
            Offender::Spectator { account } => self.official || account == self.account,
        }
    }

    fn concerned_by_protest(&self, protest: &Protest) -> bool {
        let filing = &protest.filing;
        self.is(&filing.entrant) || filing.against.as_ref().is_some_and(|id| self.is(id))
    }

    fn concerned_by_appeal(&self, appeal: &Appeal) -> bool {
        let filing = &appeal.filing;
        self.official
            || filing.by == *self.account
            || filing.entrant.as_ref().is_some_and(|id| self.is(id))
    }
}

fn text(texts: &Texts, id: &str) -> String {
    texts.get(id).cloned().unwrap_or_default()
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
    }
}

fn penalty(known: &Penalty) -> proto::Penalty {
    let (round, table) = known.board().unwrap_or_default();
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
            taken_ms, given_ms, ..
        } => {
            shown.taken_ms = taken_ms;
            shown.given_ms = given_ms;
        }
        Penalty::FinalScore { opponent_discs, .. } => shown.opponent_discs = opponent_discs,
        Penalty::LossOfGame { opponent_discs, .. } => {
            shown.opponent_discs = opponent_discs.unwrap_or(0);
        }
        Penalty::Points { half_points } => shown.half_points = half_points,
        Penalty::Position { places } => shown.places = places,
        Penalty::RoomExpulsion { until_ms } => shown.until_ms = until_ms.unwrap_or(0),
        _ => {}
    }
    shown
}

fn protest(known: &Protest, texts: &Texts) -> proto::Protest {
    let filing = &known.filing;
    let (round, table) = filing.board.unwrap_or_default();
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
    }
}

fn appeal(known: &Appeal, texts: &Texts) -> proto::Appeal {
    let filing = &known.filing;
    let (ruling_id, protest_id) = match &filing.against {
        Appealed::Ruling { ruling } => (ruling.clone(), String::new()),
        Appealed::Protest { protest } => (String::new(), protest.clone()),
    };
    let committee = known.committee.as_ref();
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
        decided: known.decision.is_some(),
        upheld: known
            .decision
            .as_ref()
            .is_some_and(|decision| decision.upheld),
        decision: known
            .decision
            .as_ref()
            .map(|decision| text(texts, &decision.decision))
            .unwrap_or_default(),
    }
}

fn disputes(state: &TournamentState, viewer: &Viewer<'_>, texts: &Texts) -> Vec<proto::Dispute> {
    let shown = |round: &Round, board: &Board| -> Option<proto::Dispute> {
        let dispute: &Dispute = board.dispute.as_ref()?;
        let seated = viewer.is(&board.pairing.black) || viewer.is(&board.pairing.white);
        seated.then(|| proto::Dispute {
            round: round.number,
            table: board.pairing.table,
            entrant_id: dispute.entrant.0.clone(),
            reason: text(texts, &dispute.reason),
            holds_pairing: dispute.holds_pairing,
        })
    };
    state
        .rounds
        .iter()
        .flat_map(|round| {
            round
                .boards
                .iter()
                .filter_map(move |board| shown(round, board))
        })
        .collect()
}
