//! What entrants declare, what is noted of entries, and what entering comes to.

use std::{collections::BTreeMap, ops::Bound};

use outflank_access::{Caller, Kind, Page, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    AcceptedRules, AccountId, Command, Declared, EntrantId, EntrantState, EntryFacts, EntryTerms,
    FederationAgreement, FeeNote, Nation, NationApplication, NationDecision, NationKind,
    OfficialRole, Representation, Residence, RuleSet, RulesAcceptance, ScoredRound,
    TournamentState,
};
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc,
    acts::{ActRequest, ForEntrant},
    authorised, people,
};
use crate::app::{check, entrant_of_account, refused};

type Texts = BTreeMap<String, String>;

impl PairingGrpc {
    pub(super) async fn decide_nation(
        &self,
        request: Request<proto::DecideNationRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, _| {
            Ok(ActRequest::from(Command::DecideNation {
                country: check::country(&asked.country)?,
                decision: NationDecision {
                    decided_on: asked.decided_on.clone(),
                    admitted: asked.admitted,
                },
            }))
        })
        .await
    }

    pub(super) async fn declare_entry(
        &self,
        request: Request<proto::DeclareEntryRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_seat(request, |asked, act| {
            let writing = match asked.rules_accepted_on_word_of.as_str() {
                "" => None,
                word => Some(act.writing(&asked.tournament_id, word, (0, 0))?),
            };
            let accepts = asked.accept_rules || writing.is_some();
            let word = writing.as_ref().map(|writing| writing.id.clone());
            Ok(ActRequest {
                command: Command::DeclareEntry {
                    entrant: asked.entrant(),
                    declared: Declared {
                        representation: representation(asked.representation.clone()),
                        computer_member: asked.computer_member,
                        operator_member: asked.operator_member,
                        acceptance: accepts.then(|| AcceptedRules::asked(act.by(), word)),
                    },
                    by: act.by(),
                },
                writing,
            })
        })
        .await
    }

    pub(super) async fn note_fee(
        &self,
        request: Request<proto::NoteFeeRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            Ok(ActRequest::from(Command::NoteFee {
                entrant: EntrantId(asked.entrant_id.clone()),
                note: FeeNote {
                    paid: asked.paid,
                    by: act.by(),
                },
            }))
        })
        .await
    }

    pub(super) async fn note_federation_agreement(
        &self,
        request: Request<proto::NoteFederationAgreementRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.said_by, (0, 0))?;
            Ok(ActRequest {
                command: Command::NoteFederationAgreement {
                    entrant: EntrantId(asked.entrant_id.clone()),
                    agreement: FederationAgreement {
                        agrees: asked.agrees,
                        said_by: writing.id.clone(),
                        by: act.by(),
                    },
                },
                writing: Some(writing),
            })
        })
        .await
    }

    /// What is declared is the officials' to know, and the entrant's own.
    pub(super) async fn list_entry_facts(
        &self,
        request: Request<proto::ListEntryFactsRequest>,
    ) -> Answer<proto::ListEntryFactsResponse> {
        let caller = Caller::of(&request)?;
        let account = AccountId(caller.person()?.account_id.clone());
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        let tournament = self.0.tournament(id).await?;
        let state = &tournament.state;
        let roles = state.role_of(&account);
        // Whoever waits has no seat yet.
        let waits = entrant_of_account(id, &account);
        let mut waiting = state.entry.waiting.iter();
        let waits = waiting.any(|one| one.entrant == waits).then_some(waits);
        let own = roles.entrant.or(waits);
        if roles.official.is_none() && own.is_none() {
            return Err(Problem::new(
                Kind::Forbidden,
                "not_concerned",
                "What entrants declare is for the officials and for the entrant himself.",
            )
            .into());
        }
        let query = ("entry facts", id);
        let page: Page<String> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let texts = self.0.records().reasons(id).await?;
        let directs = roles.official.is_some_and(OfficialRole::directs);
        let codes = match directs {
            true => self.0.unused_seat_codes(&tournament).await?,
            false => BTreeMap::new(),
        };
        let mut entries = facts(state, &texts);
        entries.retain_mut(|one| {
            let is_own = own.as_ref().is_some_and(|own| own.0 == one.entrant_id);
            one.accommodation = one.accommodation.take().filter(|_| directs || is_own);
            one.seat_code_until_ms = codes.get(&one.entrant_id).copied().unwrap_or_default();
            let shown = roles.official.is_some() || is_own;
            shown && page.after().is_none_or(|after| one.entrant_id > *after)
        });
        let (entries, next_page_token) = page.cut(entries, |last| last.entrant_id.clone())?;
        let late_changes = match roles.official {
            Some(_) => people::late_changes(state, Some(&texts)),
            None => Vec::new(),
        };
        Ok(Response::new(proto::ListEntryFactsResponse {
            entries,
            rules_edition: state.rules_edition(),
            next_page_token,
            late_changes,
        }))
    }

    /// Who is invited is the directors' to know.
    pub(super) async fn list_invitations(
        &self,
        request: Request<proto::ListInvitationsRequest>,
    ) -> Answer<proto::ListInvitationsResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        self.0.check_official(id, &caller).await?;
        let tournament = self.0.tournament(id).await?;
        let state = &tournament.state;
        let query = ("invitations", id);
        let page: Page<String> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let after = page.after().cloned().map(EntrantId);
        let behind = after.map_or(Bound::Unbounded, Bound::Excluded);
        let invited = state.entry.invited.range((behind, Bound::Unbounded));
        let invited = invited.take(page.sought()).map(|(entrant, known)| {
            let waits = state
                .entry
                .waiting
                .iter()
                .any(|one| one.entrant == *entrant);
            proto::Invitation {
                account_id: known
                    .account
                    .as_ref()
                    .map(|id| id.0.clone())
                    .unwrap_or_default(),
                entrant_id: entrant.0.clone(),
                entered: waits || state.entrant(entrant).is_some(),
                at_ms: known.at_ms,
            }
        });
        let (invitations, next_page_token) = page
            .cut(invited.collect(), |last: &proto::Invitation| {
                last.entrant_id.clone()
            })?;
        Ok(Response::new(proto::ListInvitationsResponse {
            invitations,
            next_page_token,
        }))
    }

    pub(super) async fn get_entry_terms(
        &self,
        request: Request<proto::GetEntryTermsRequest>,
    ) -> Answer<proto::GetEntryTermsResponse> {
        authorised(&request)?;
        let asked = request.get_ref();
        let tournament = self.0.tournament(&asked.tournament_id).await?;
        let state = &tournament.state;
        let terms = match asked.entrant_id.as_str() {
            "" => state.entry_terms(),
            entrant => state.return_terms(&EntrantId(entrant.to_owned())),
        };
        let terms = match terms {
            Ok(terms) => terms,
            Err(refusal) => {
                let refused = refused(&refusal);
                return Err(self.0.by_name(&asked.tournament_id, refused).await.into());
            }
        };
        Ok(Response::new(proto::GetEntryTermsResponse {
            terms: state.rule_set.as_ref().map(|rules| shown(&terms, rules)),
        }))
    }
}

/// Everybody who is entered or waits, by id.
fn facts(state: &TournamentState, texts: &Texts) -> Vec<proto::EntryFact> {
    let rules = state.rule_set.as_ref();
    let entered = state.entrants.iter().map(|known| {
        let held_back = rules.is_some_and(|rules| known.entry.held_back(rules));
        proto::EntryFact {
            entrant_id: known.id.0.clone(),
            held_back,
            ..chosen(state, known, fact(&known.entry, texts), texts)
        }
    });
    let waiting = state.entry.waiting.iter().map(|known| {
        let facts = EntryFacts {
            declared: known.declared.clone(),
            ..EntryFacts::default()
        };
        proto::EntryFact {
            entrant_id: known.entrant.0.clone(),
            waiting: true,
            ..fact(&facts, texts)
        }
    });
    let mut all: Vec<proto::EntryFact> = entered.chain(waiting).collect();
    all.sort_by(|one, other| one.entrant_id.cmp(&other.entrant_id));
    all
}

/// With what an entrant chose or was granted since he entered.
fn chosen(
    state: &TournamentState,
    known: &EntrantState,
    fact: proto::EntryFact,
    texts: &Texts,
) -> proto::EntryFact {
    let nonce = state.lots.nonces.get(&known.id);
    let agreements = &state.finals.playoff_agreements;
    let agreed_with = agreements.iter().filter(|(one, _)| *one == known.id);
    let agreed_by = agreements.iter().filter(|(_, other)| *other == known.id);
    let parameters = known.parameters.as_ref().and_then(|id| texts.get(id));
    proto::EntryFact {
        nonce_committed: nonce.is_some_and(|held| held.commitment.is_some()),
        nonce_given: nonce.is_some_and(|held| held.nonce.is_some()),
        accommodation: people::accommodation(known),
        refuses_computers: known.refuses_computers.is_some(),
        rather_than_bye: known.refuses_computers.unwrap_or(false),
        computer_parameters: parameters.cloned().unwrap_or_default(),
        agreed_playoff_with: agreed_with.map(|(_, other)| other.0.clone()).collect(),
        playoff_agreed_by: agreed_by.map(|(one, _)| one.0.clone()).collect(),
        ..fact
    }
}

fn fact(known: &EntryFacts, texts: &Texts) -> proto::EntryFact {
    let text = |id: &String| texts.get(id).cloned().unwrap_or_default();
    let declared = &known.declared;
    proto::EntryFact {
        representation: declared.representation.as_ref().map(represented),
        computer_member: declared.computer_member,
        operator_member: declared.operator_member,
        accepted: declared
            .acceptance
            .as_ref()
            .map(|one| proto::AcceptedRules {
                rule_set: one.rule_set.clone(),
                version: one.version,
                edition: one.edition,
                at_ms: one.at_ms,
                account_id: one.by.0.clone(),
                on_word_of: one.on_word_of.as_ref().map(text).unwrap_or_default(),
            }),
        agreement: known
            .agreement
            .as_ref()
            .map(|(one, at_ms)| proto::FederationAgreement {
                agrees: one.agrees,
                said_by: text(&one.said_by),
                account_id: one.by.0.clone(),
                at_ms: *at_ms,
            }),
        fee: known.fee.as_ref().map(|(note, at_ms)| proto::FeeNote {
            paid: note.paid,
            account_id: note.by.0.clone(),
            at_ms: *at_ms,
        }),
        ..proto::EntryFact::default()
    }
}

fn represented(known: &Representation) -> proto::Representation {
    let residences: &[Residence] = match known {
        Representation::Citizen => &[],
        Representation::Resident { residences } => residences,
    };
    proto::Representation {
        citizen: matches!(known, Representation::Citizen),
        residences: residences
            .iter()
            .map(|one| proto::Residence {
                first_day: one.from.clone(),
                last_day: one.until.clone().unwrap_or_default(),
            })
            .collect(),
    }
}

fn shown(terms: &EntryTerms, rules: &RuleSet) -> proto::EntryTerms {
    let rounds = |rounds: &[ScoredRound]| {
        let shown = |one: &ScoredRound| proto::ScoredRound {
            round: one.round,
            half_points: one.half_points.0,
        };
        rounds.iter().map(shown).collect()
    };
    let entry = &rules.entry;
    proto::EntryTerms {
        from_round: terms.from_round,
        waits: terms.waits,
        missed: rounds(&terms.missed),
        given_up: rounds(&terms.given_up),
        half_points: terms.half_points.0,
        bq_half_units: terms.bq_halves,
        colour_balance: terms.colour_balance,
        asks_representation: rules.teams.by_nation && rules.teams.citizens_or_residents,
        acceptance: match entry.acceptance {
            RulesAcceptance::Tacit => "tacit",
            RulesAcceptance::Asked => "asked",
        }
        .to_owned(),
        acceptance_rule: rules
            .source("entry.acceptance")
            .unwrap_or_default()
            .to_owned(),
        fee: entry.fee.clone(),
        paid_before_pairing: entry.paid_before_pairing,
        federation_agreement: entry.federation_agreement,
        members_only: entry.computers.members_only,
    }
}

/// What is declared of a nation; nothing where neither citizenship nor a residence is.
pub(super) fn representation(asked: Option<proto::Representation>) -> Option<Representation> {
    let asked = asked?;
    if asked.citizen {
        return Some(Representation::Citizen);
    }
    if asked.residences.is_empty() {
        return None;
    }
    let residences = asked.residences.into_iter().map(|one| Residence {
        from: one.first_day,
        until: Some(one.last_day).filter(|day| !day.is_empty()),
    });
    Some(Representation::Resident {
        residences: residences.collect(),
    })
}

pub(super) fn nation(asked: &proto::Nation) -> Result<Nation, Problem> {
    let decision = (!asked.decided_on.is_empty() || asked.admitted).then(|| NationDecision {
        decided_on: asked.decided_on.clone(),
        admitted: asked.admitted,
    });
    let applies = asked.non_member || !asked.applied_on.is_empty() || decision.is_some();
    Ok(Nation {
        country: check::country(&asked.country)?,
        kind: match (asked.non_member, asked.contact_person) {
            (true, _) => NationKind::NonMember,
            (false, true) => NationKind::ContactPerson,
            (false, false) => NationKind::Federation,
        },
        host: asked.host,
        application: applies.then(|| NationApplication {
            applied_on: asked.applied_on.clone(),
            decision,
        }),
    })
}
