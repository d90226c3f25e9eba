//! What entrants declare, what is noted of their entries, and who sees it.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use serde_json::{Value, json};

use crate::interest::{ASSISTANT, appoint};
use crate::world::{DIRECTOR, STRANGER, World};

fn rules(name: &str) -> Value {
    serde_json::to_value(RuleSet::preset(name).unwrap()).unwrap()
}

/// A world championship of 21 November 2031 that France and Denmark send players to.
async fn championship(world: &World) -> String {
    let mut asked = world.new_tournament();
    asked.rule_set = "woc-2024".to_owned();
    // No team needs permission to change yet.
    asked.date = "2031-11-21".to_owned();
    let made = ask!(world, DIRECTOR, create_tournament, asked).unwrap();
    let id = made.tournament.unwrap().summary.unwrap().id;
    for country in ["FRA", "DNK"] {
        enter_nation(world, &id, nation(country)).await.unwrap();
    }
    id
}

fn nation(country: &str) -> proto::Nation {
    proto::Nation {
        country: country.to_owned(),
        ..proto::Nation::default()
    }
}

async fn enter_nation(world: &World, id: &str, nation: proto::Nation) -> Result<u64, Problem> {
    let asked = proto::EnterNationRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        nation: Some(nation),
    };
    Ok(ask!(world, DIRECTOR, enter_nation, asked)?.seq)
}

/// How an account enters, declaring that.
fn entering(world: &World, id: &str, account: &str) -> proto::EnterTournamentRequest {
    proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        surname: format!("Of {account}"),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        ..proto::EnterTournamentRequest::default()
    }
}

fn citizen() -> Option<proto::Representation> {
    Some(proto::Representation {
        citizen: true,
        ..proto::Representation::default()
    })
}

fn resident(first_day: &str) -> Option<proto::Representation> {
    Some(proto::Representation {
        citizen: false,
        residences: vec![proto::Residence {
            first_day: first_day.to_owned(),
            last_day: String::new(),
        }],
    })
}

async fn facts(world: &World, who: &str, id: &str) -> Result<Vec<proto::EntryFact>, Problem> {
    let asked = proto::ListEntryFactsRequest {
        tournament_id: id.to_owned(),
        ..proto::ListEntryFactsRequest::default()
    };
    Ok(ask!(world, who, list_entry_facts, asked)?.entries)
}

async fn terms(world: &World, id: &str, entrant: &str) -> Result<proto::EntryTerms, Problem> {
    let asked = proto::GetEntryTermsRequest {
        tournament_id: id.to_owned(),
        entrant_id: entrant.to_owned(),
    };
    let told = ask!(world, STRANGER, get_entry_terms, asked)?;
    Ok(told.terms.unwrap())
}

#[tokio::test]
async fn under_the_world_championship_whoever_enters_declares_whom_he_represents() {
    let world = World::new().await;
    let id = championship(&world).await;
    assert!(terms(&world, &id, "").await.unwrap().asks_representation);
    for (representation, code) in [
        (None, "representation_undeclared"),
        (resident("2031-10-01"), "residence_too_short"),
        (resident("2031-13-01"), "bad_residence"),
    ] {
        let asked = proto::EnterTournamentRequest {
            representation,
            ..entering(&world, &id, STRANGER)
        };
        let refused = ask!(world, STRANGER, enter_tournament, asked).unwrap_err();
        assert_eq!(refused.code, code);
        let paragraph = (code != "bad_residence").then_some("WOC I.2.3");
        assert_eq!(
            refused.rule.as_deref().filter(|rule| !rule.is_empty()),
            paragraph
        );
    }
    let asked = proto::EnterTournamentRequest {
        representation: resident("2031-03-01"),
        ..entering(&world, &id, STRANGER)
    };
    ask!(world, STRANGER, enter_tournament, asked).unwrap();
    assert!(world.tournament(&id).await.conformant);

    let mut undeclared = world.new_entrant(&id, 1);
    let refused = ask!(world, DIRECTOR, register_entrant, undeclared.clone());
    assert_eq!(refused.unwrap_err().code, "departure_unconfirmed");
    undeclared.accept_deviations = true;
    undeclared.command_id = world.command_id();
    ask!(world, DIRECTOR, register_entrant, undeclared).unwrap();
    let shown = world.tournament(&id).await;
    assert!(!shown.conformant);
    let [deviation] = &shown.deviations[..] else {
        panic!("one deviation");
    };
    assert_eq!(deviation.rule, "WOC I.2.3");
}

/// Where somebody lived is nobody's business but the officials' and his own.
#[tokio::test]
async fn declarations_are_shown_to_officials_and_to_the_entrant_himself() {
    let world = World::new().await;
    let id = championship(&world).await;
    for (who, representation) in [(STRANGER, resident("2031-03-01")), ("dora", citizen())] {
        let asked = proto::EnterTournamentRequest {
            representation,
            ..entering(&world, &id, who)
        };
        ask!(world, who, enter_tournament, asked).unwrap();
    }
    appoint(&world, &id, "judith", "table_judge").await;
    for official in [DIRECTOR, "judith"] {
        assert_eq!(facts(&world, official, &id).await.unwrap().len(), 2);
    }
    for (who, shown) in [(STRANGER, resident("2031-03-01")), ("dora", citizen())] {
        let own = facts(&world, who, &id).await.unwrap();
        let [own] = &own[..] else {
            panic!("his own alone");
        };
        assert_eq!(own.representation, shown);
    }
    let nobody = facts(&world, "nora", &id).await.unwrap_err();
    assert_eq!(
        (nobody.kind, nobody.code.as_str()),
        (Kind::Forbidden, "not_concerned")
    );
    let public = format!("{:?}", world.tournament(&id).await);
    assert!(!public.contains("2031-03-01"));
}

#[tokio::test]
async fn who_waits_reads_what_he_declared_himself() {
    let world = World::new().await;
    let mut full = rules("egp-2020");
    full["entry"]["capacity"] = json!(2);
    full["entry"]["waiting_list"] = json!(true);
    let id = world.create_under(&full).await;
    world.register(&id, 2).await;
    let asked = proto::EnterTournamentRequest {
        accept_rules: true,
        ..entering(&world, &id, STRANGER)
    };
    let entered = ask!(world, STRANGER, enter_tournament, asked).unwrap();
    assert!(entered.waiting);
    let own = facts(&world, STRANGER, &id).await.unwrap();
    let [own] = &own[..] else {
        panic!("his own alone");
    };
    assert!(own.waiting && own.accepted.is_some());
    assert_eq!(own.entrant_id, entered.entrant_id);
}

#[tokio::test]
async fn a_nation_that_is_no_member_is_decided_on_before_its_players_enter() {
    let world = World::new().await;
    let id = championship(&world).await;
    let applying = proto::Nation {
        non_member: true,
        applied_on: "2031-10-01".to_owned(),
        ..nation("XDD")
    };
    let late = proto::Nation {
        decided_on: "2031-11-10".to_owned(),
        admitted: true,
        applied_on: "2031-10-25".to_owned(),
        ..applying.clone()
    };
    let refused = enter_nation(&world, &id, late).await.unwrap_err();
    assert_eq!(refused.code, "application_too_late");
    enter_nation(&world, &id, applying).await.unwrap();
    let player = || proto::RegisterEntrantRequest {
        country: "XDD".to_owned(),
        representation: citizen(),
        ..world.new_entrant(&id, 5)
    };
    let refused = ask!(world, DIRECTOR, register_entrant, player()).unwrap_err();
    assert_eq!(refused.code, "nation_not_admitted");
    let decision = proto::DecideNationRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        country: "XDD".to_owned(),
        decided_on: "2031-10-20".to_owned(),
        admitted: true,
    };
    ask!(world, DIRECTOR, decide_nation, decision).unwrap();
    ask!(world, DIRECTOR, register_entrant, player()).unwrap();
    let nations = world.tournament(&id).await.nations;
    let shown = nations.iter().find(|one| one.country == "XDD").unwrap();
    assert!(shown.non_member && shown.admitted);
    assert_eq!(
        (shown.applied_on.as_str(), shown.decided_on.as_str()),
        ("2031-10-01", "2031-10-20")
    );
}

/// WOC I.2.2: the express permission of the tournament director.
#[tokio::test]
async fn a_late_change_is_the_head_directors_alone_to_permit() {
    let world = World::new().await;
    let id = championship(&world).await;
    appoint(&world, &id, ASSISTANT, "assistant_director").await;
    let permission = || proto::PermitLateChangeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        country: "FRA".to_owned(),
        reason: "Illness.".to_owned(),
    };
    let refused = ask!(world, ASSISTANT, permit_late_change, permission()).unwrap_err();
    assert_eq!(
        (refused.kind, refused.code.as_str()),
        (Kind::Forbidden, "head_director_only")
    );
    assert!(
        world
            .tournament(&id)
            .await
            .late_changes_permitted
            .is_empty()
    );
    ask!(world, DIRECTOR, permit_late_change, permission()).unwrap();
    let shown = world.tournament(&id).await;
    assert_eq!(shown.late_changes_permitted, ["FRA"]);
    let [permitted] = &shown.late_changes[..] else {
        panic!("one permission: {:?}", shown.late_changes);
    };
    assert_eq!(
        (&*permitted.country, &*permitted.by_account_id),
        ("FRA", DIRECTOR)
    );
    assert!(permitted.at_ms > 0);
    assert_eq!(permitted.reason, "", "why is the officials' to know");

    let asked = || proto::ListEntryFactsRequest {
        tournament_id: id.clone(),
        ..proto::ListEntryFactsRequest::default()
    };
    let told = ask!(world, ASSISTANT, list_entry_facts, asked()).unwrap();
    assert_eq!(
        told.late_changes,
        [proto::LateChange {
            reason: "Illness.".to_owned(),
            ..permitted.clone()
        }]
    );
    let mut player = world.new_entrant(&id, 0);
    player.representation = citizen();
    let entered = ask!(world, DIRECTOR, register_entrant, player).unwrap();
    world.claim(&id, &entered.entrant_id, STRANGER);
    world.catch_up().await;
    let told = ask!(world, STRANGER, list_entry_facts, asked()).unwrap();
    assert_eq!((told.entries.len(), told.late_changes), (1, Vec::new()));
}

#[tokio::test]
async fn group_a_is_shown_once_it_is_named() {
    let world = World::new().await;
    let id = championship(&world).await;
    let mut entrants = Vec::new();
    for number in 0..2 {
        let mut asked = world.new_entrant(&id, number);
        asked.representation = citizen();
        let entered = ask!(world, DIRECTOR, register_entrant, asked).unwrap();
        entrants.push(entered.entrant_id);
    }
    let group = async || world.tournament(&id).await.group_a;
    let name = async |named: &[String]| {
        let asked = proto::NameGroupARequest {
            command_id: world.command_id(),
            tournament_id: id.clone(),
            entrant_ids: named.to_vec(),
        };
        ask!(world, DIRECTOR, name_group_a, asked).unwrap();
    };
    assert_eq!(group().await, None);
    name(&[]).await;
    assert_eq!(group().await, Some(proto::GroupA::default()));
    name(&entrants[1..]).await;
    assert_eq!(group().await.unwrap().entrant_ids, entrants[1..]);
}

/// What an entrant chose and was granted is his and the officials'; what he is granted for his needs, and the code of his
/// seat, is of officials those who direct alone to know.
#[tokio::test]
async fn what_an_entrant_chose_and_was_granted_is_told_to_whom_it_concerns() {
    let world = World::new().await;
    let id = world.create_under(&rules("aga-swiss")).await;
    let entrants = world.register(&id, 3).await;
    world.claim(&id, &entrants[0], STRANGER);
    world.catch_up().await;
    appoint(&world, &id, "judith", "table_judge").await;
    let (one, program) = (&entrants[0], {
        let mut program = world.new_entrant(&id, 7);
        (program.computer, program.operator) = (true, "Olive Operator".to_owned());
        (program.computer_member, program.operator_member) = (true, true);
        let entered = ask!(world, DIRECTOR, register_entrant, program);
        entered.unwrap().entrant_id
    });
    let refusal = proto::RefuseComputersRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: one.clone(),
        rather_than_bye: true,
    };
    ask!(world, STRANGER, refuse_computers, refusal).unwrap();
    let grant = proto::GrantAccommodationRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: one.clone(),
        extra_ms: 300_000,
        sight_impaired: true,
        accept_deviations: true,
        ..proto::GrantAccommodationRequest::default()
    };
    ask!(world, DIRECTOR, grant_accommodation, grant).unwrap();
    let parameters = proto::SetComputerParametersRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: program.clone(),
        parameters: "depth 8".to_owned(),
    };
    ask!(world, DIRECTOR, set_computer_parameters, parameters).unwrap();
    let code = proto::IssueSeatCodeRequest {
        tournament_id: id.clone(),
        entrant_id: one.clone(),
    };
    let code = ask!(world, DIRECTOR, issue_seat_code, code).unwrap();

    let of = |all: Vec<proto::EntryFact>, entrant: &str| {
        let found = all.into_iter().find(|known| known.entrant_id == entrant);
        found.unwrap()
    };
    let granted = proto::Accommodation {
        entrant_id: one.clone(),
        extra_ms: 300_000,
        sight_impaired: true,
        ..proto::Accommodation::default()
    };
    for (who, needs, until_ms) in [
        (STRANGER, Some(&granted), 0),
        (DIRECTOR, Some(&granted), code.expires_at_ms),
        ("judith", None, 0),
    ] {
        let known = of(facts(&world, who, &id).await.unwrap(), one);
        assert!(known.refuses_computers && known.rather_than_bye, "{who}");
        assert_eq!(known.accommodation.as_ref(), needs, "{who}");
        assert_eq!(known.seat_code_until_ms, until_ms, "{who}");
    }
    for who in [DIRECTOR, "judith"] {
        let known = facts(&world, who, &id).await.unwrap();
        let program = of(known.clone(), &program);
        assert_eq!(program.computer_parameters, "depth 8");
        let other = of(known, &entrants[1]);
        assert!(!other.refuses_computers && other.accommodation.is_none());
        assert_eq!(other.computer_parameters, "");
    }
}

#[tokio::test]
async fn an_acceptance_is_asked_where_the_organiser_wants_it_and_kept_with_its_rules() {
    let world = World::new().await;
    let tacit = world.create().await;
    let shown = terms(&world, &tacit, "").await.unwrap();
    assert_eq!(
        (shown.acceptance.as_str(), shown.acceptance_rule.as_str()),
        ("tacit", "EGP I.1")
    );
    ask!(
        world,
        STRANGER,
        enter_tournament,
        entering(&world, &tacit, STRANGER)
    )
    .unwrap();
    assert_eq!(
        facts(&world, STRANGER, &tacit).await.unwrap()[0].accepted,
        None
    );

    let mut asking = rules("egp-2020");
    asking["entry"]["acceptance"] = json!("asked");
    let id = world.create_under(&asking).await;
    assert_eq!(terms(&world, &id, "").await.unwrap().acceptance, "asked");
    let silent = ask!(
        world,
        STRANGER,
        enter_tournament,
        entering(&world, &id, STRANGER)
    );
    assert_eq!(silent.unwrap_err().code, "rules_not_accepted");
    let asked = proto::EnterTournamentRequest {
        accept_rules: true,
        ..entering(&world, &id, STRANGER)
    };
    ask!(world, STRANGER, enter_tournament, asked).unwrap();
    let own = facts(&world, STRANGER, &id)
        .await
        .unwrap()
        .remove(0)
        .accepted
        .unwrap();
    assert_eq!(
        (
            own.rule_set.as_str(),
            own.edition,
            own.account_id.as_str(),
            own.on_word_of.as_str()
        ),
        ("egp-2020", 1, STRANGER, "")
    );
    assert!(own.at_ms > 0);

    let silent = ask!(world, DIRECTOR, register_entrant, world.new_entrant(&id, 1));
    assert_eq!(silent.unwrap_err().code, "rules_not_accepted");
    let mut on_word = world.new_entrant(&id, 1);
    on_word.rules_accepted_on_word_of = "The captain of the team".to_owned();
    let entrant = ask!(world, DIRECTOR, register_entrant, on_word)
        .unwrap()
        .entrant_id;
    let all = facts(&world, DIRECTOR, &id).await.unwrap();
    let kept = all.iter().find(|one| one.entrant_id == entrant).unwrap();
    let kept = kept.accepted.as_ref().unwrap();
    assert_eq!(
        (kept.on_word_of.as_str(), kept.account_id.as_str()),
        ("The captain of the team", DIRECTOR)
    );
}

#[tokio::test]
async fn fees_and_agreements_are_noted_by_officials_and_hold_back_where_asked() {
    let world = World::new().await;
    let mut asking = rules("egp-2020");
    asking["entry"]["fee"] = json!("EUR 20");
    asking["entry"]["paid_before_pairing"] = json!(true);
    asking["entry"]["federation_agreement"] = json!(true);
    let id = world.create_under(&asking).await;
    assert_eq!(terms(&world, &id, "").await.unwrap().fee, "EUR 20");
    let entrants = world.register(&id, 14).await;
    let fee = |entrant: &str| proto::NoteFeeRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        paid: true,
    };
    let agreement = |entrant: &str| proto::NoteFederationAgreementRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        agrees: true,
        said_by: "Its secretary".to_owned(),
    };
    let stranger = ask!(world, STRANGER, note_fee, fee(&entrants[0]));
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    let stranger = ask!(
        world,
        STRANGER,
        note_federation_agreement,
        agreement(&entrants[0])
    );
    assert_eq!(stranger.unwrap_err().kind, Kind::Forbidden);
    for entrant in &entrants[..13] {
        ask!(world, DIRECTOR, note_fee, fee(entrant)).unwrap();
    }
    let again = ask!(world, DIRECTOR, note_fee, fee(&entrants[0]));
    assert_eq!(again.unwrap_err().code, "fee_unchanged");
    for entrant in &entrants[1..] {
        ask!(
            world,
            DIRECTOR,
            note_federation_agreement,
            agreement(entrant)
        )
        .unwrap();
    }
    let all = facts(&world, DIRECTOR, &id).await.unwrap();
    let held: Vec<&str> = all
        .iter()
        .filter(|one| one.held_back)
        .map(|one| one.entrant_id.as_str())
        .collect();
    assert_eq!(held.len(), 2);
    assert!(held.contains(&entrants[0].as_str()) && held.contains(&entrants[13].as_str()));
    let one = all
        .iter()
        .find(|one| one.entrant_id == entrants[1])
        .unwrap();
    let (agreement, fee) = (one.agreement.as_ref().unwrap(), one.fee.as_ref().unwrap());
    assert_eq!(
        (agreement.said_by.as_str(), agreement.account_id.as_str()),
        ("Its secretary", DIRECTOR)
    );
    assert_eq!((fee.paid, fee.account_id.as_str()), (true, DIRECTOR));
    let (round, _) = world.publish(&id).await.unwrap();
    assert_eq!((round.boards.len(), round.bye_entrant_ids.len()), (6, 0));
}

#[tokio::test]
async fn the_holder_of_a_seat_declares_for_himself_and_nobody_else_does() {
    let world = World::new().await;
    let id = championship(&world).await;
    let asked = proto::EnterTournamentRequest {
        representation: citizen(),
        ..entering(&world, &id, STRANGER)
    };
    let entrant = ask!(world, STRANGER, enter_tournament, asked)
        .unwrap()
        .entrant_id;
    let declaring = |representation| proto::DeclareEntryRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.clone(),
        representation,
        ..proto::DeclareEntryRequest::default()
    };
    let other = ask!(
        world,
        "dora",
        declare_entry,
        declaring(resident("2031-01-01"))
    );
    assert_eq!(other.unwrap_err().kind, Kind::Forbidden);
    let nothing = ask!(world, STRANGER, declare_entry, declaring(None));
    assert_eq!(nothing.unwrap_err().code, "nothing_declared");
    let accepting = proto::DeclareEntryRequest {
        accept_rules: true,
        ..declaring(resident("2031-01-01"))
    };
    ask!(world, STRANGER, declare_entry, accepting).unwrap();
    let own = facts(&world, STRANGER, &id).await.unwrap().remove(0);
    assert_eq!(own.representation, resident("2031-01-01"));
    assert_eq!(own.accepted.unwrap().account_id, STRANGER);
}

#[tokio::test]
async fn a_program_enters_under_the_association_with_both_its_members() {
    let world = World::new().await;
    let id = world.create_under(&rules("aga-swiss")).await;
    assert!(terms(&world, &id, "").await.unwrap().members_only);
    let program = |operator_member| proto::RegisterEntrantRequest {
        computer: true,
        operator: "Olive Operator".to_owned(),
        computer_member: true,
        operator_member,
        ..world.new_entrant(&id, 1)
    };
    let refused = ask!(world, DIRECTOR, register_entrant, program(false)).unwrap_err();
    assert_eq!(refused.code, "membership_undeclared");
    ask!(world, DIRECTOR, register_entrant, program(true)).unwrap();
    let kept = facts(&world, DIRECTOR, &id).await.unwrap().remove(0);
    assert!(kept.computer_member && kept.operator_member);
}

#[tokio::test]
async fn what_entering_late_and_coming_back_cost_is_told_before() {
    let world = World::new().await;
    let mut late = rules("egp-2020");
    late["entry"]["late_entry_until_round"] = json!(3);
    late["entry"]["missed_rounds_half_points"] = json!(1);
    late["entry"]["announced_absence_half_points"] = json!(1);
    let id = world.create_under(&late).await;
    let entrants = world.register(&id, 14).await;
    let away = |rounds: &[u32]| proto::AnnounceAbsenceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
        rounds: rounds.to_vec(),
    };
    ask!(world, DIRECTOR, announce_absence, away(&[1, 2, 3])).unwrap();
    world.publish(&id).await.unwrap();
    world.play(&id, |_| 40).await;
    let told = terms(&world, &id, "").await.unwrap();
    let round = |round| proto::ScoredRound {
        round,
        half_points: 1,
    };
    assert_eq!((told.from_round, told.missed), (2, vec![round(1)]));
    // An unplayed round of the quotient: 32 discs and six times half a point.
    assert_eq!((told.half_points, told.bq_half_units), (1, 2 * 32 + 6));
    let back = terms(&world, &id, &entrants[0]).await.unwrap();
    assert_eq!(back.given_up, [round(2), round(3)]);
    assert_eq!((back.from_round, back.half_points), (2, 1));
    let withdrawal = proto::WithdrawEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
    };
    ask!(world, DIRECTOR, withdraw_entrant, withdrawal).unwrap();
    let gone = terms(&world, &id, &entrants[0]).await.unwrap_err();
    assert_eq!(gone.code, "already_withdrawn");
    let nobody = terms(&world, &id, "nobody").await.unwrap_err();
    assert_eq!(nobody.kind, Kind::NotFound);
}
