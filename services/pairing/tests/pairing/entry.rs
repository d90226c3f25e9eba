//! Entry and presence through the contract: who enters by themselves, who waits, who is there.

use crate::world::{DIRECTOR, STRANGER, World};
use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::RuleSet;
use serde_json::{Value, json};

fn rules(name: &str) -> Value {
    serde_json::to_value(RuleSet::preset(name).unwrap()).unwrap()
}

pub async fn enter(
    world: &World,
    id: &str,
    account: &str,
) -> Result<proto::EnterTournamentResponse, Problem> {
    let asked = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        surname: format!("Of {account}"),
        given_names: "Pat".to_owned(),
        country: "FRA".to_owned(),
        ..proto::EnterTournamentRequest::default()
    };
    ask!(world, account, enter_tournament, asked)
}

async fn seat(world: &World, account: &str) -> Option<String> {
    let seats = ask!(
        world,
        account,
        list_seats,
        proto::ListSeatsRequest::default()
    )
    .unwrap();
    let seat = seats.seats.into_iter().next();
    seat.map(|seat| seat.entrant_id)
}

#[tokio::test]
async fn an_account_enters_an_open_tournament_once_and_holds_its_seat() {
    let world = World::new().await;
    let id = world.create().await;
    let entered = enter(&world, &id, STRANGER).await.unwrap();
    assert!(!entered.waiting);
    assert_eq!(seat(&world, STRANGER).await.unwrap(), entered.entrant_id);
    let tournament = world.tournament(&id).await;
    let [entrant] = &tournament.entrants[..] else {
        panic!("one entrant");
    };
    assert!(entrant.seated);
    assert_eq!(entrant.surname, format!("Of {STRANGER}"));
    assert_eq!((entrant.id.clone(), entered.seq), (entered.entrant_id, 2));

    let again = enter(&world, &id, STRANGER).await.unwrap_err();
    assert_eq!(again.code, "entrant_exists");
    assert_eq!(world.seq(&id).await, 2);
}

#[tokio::test]
async fn where_entry_is_by_invitation_only_the_invited_enter() {
    let world = World::new().await;
    let mut invited = rules("egp-2020");
    invited["entry"]["mode"] = json!("invited");
    let id = world.create_under(&invited).await;
    let refused = enter(&world, &id, STRANGER).await.unwrap_err();
    assert_eq!(refused.code, "invitation_needed");

    let invitation = || proto::InviteEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: STRANGER.to_owned(),
    };
    let by_itself = ask!(world, STRANGER, invite_entrant, invitation());
    assert_eq!(by_itself.unwrap_err().kind, Kind::Forbidden);
    ask!(world, DIRECTOR, invite_entrant, invitation()).unwrap();
    let revocation = || proto::RevokeInvitationRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        account_id: STRANGER.to_owned(),
    };
    ask!(world, DIRECTOR, revoke_invitation, revocation()).unwrap();
    let refused = enter(&world, &id, STRANGER).await.unwrap_err();
    assert_eq!(refused.code, "invitation_needed");

    let invited = async |who: &str| {
        let asked = proto::ListInvitationsRequest {
            tournament_id: id.clone(),
            ..proto::ListInvitationsRequest::default()
        };
        ask!(world, who, list_invitations, asked).map(|told| told.invitations)
    };
    assert_eq!(invited(DIRECTOR).await.unwrap(), []);
    ask!(world, DIRECTOR, invite_entrant, invitation()).unwrap();
    let nobody = invited(STRANGER).await.unwrap_err();
    assert_eq!(nobody.kind, Kind::Forbidden);
    let told = invited(DIRECTOR).await.unwrap();
    assert_eq!((&*told[0].account_id, told[0].entered), (STRANGER, false));
    assert!(told[0].at_ms > 0);
    let entered = enter(&world, &id, STRANGER).await.unwrap();
    let told = invited(DIRECTOR).await.unwrap();
    assert_eq!((told.len(), told[0].entered), (1, true));
    assert_eq!(told[0].entrant_id, entered.entrant_id);
    let other = enter(&world, &id, "dora").await.unwrap_err();
    assert_eq!(other.code, "invitation_needed");
    let too_late = ask!(world, DIRECTOR, revoke_invitation, revocation());
    assert_eq!(too_late.unwrap_err().code, "entrant_exists");

    let mut listed = rules("egp-2020");
    listed["entry"]["mode"] = json!("list_only");
    let id = world.create_under(&listed).await;
    let refused = enter(&world, &id, STRANGER).await.unwrap_err();
    assert_eq!(refused.code, "entry_by_list_only");
}

#[tokio::test]
async fn who_waits_moves_up_and_takes_the_seat_by_entering_again() {
    let world = World::new().await;
    let mut full = rules("egp-2020");
    full["entry"]["capacity"] = json!(2);
    full["entry"]["waiting_list"] = json!(true);
    let id = world.create_under(&full).await;
    let entrants = world.register(&id, 2).await;
    let entered = enter(&world, &id, STRANGER).await.unwrap();
    assert!(entered.waiting);
    let tournament = world.tournament(&id).await;
    let [waits] = &tournament.waiting[..] else {
        panic!("one waits");
    };
    assert_eq!(
        (&waits.id, tournament.entrants.len()),
        (&entered.entrant_id, 2)
    );
    assert_eq!(waits.surname, format!("Of {STRANGER}"));
    assert_eq!(seat(&world, STRANGER).await, None);
    let again = enter(&world, &id, STRANGER).await.unwrap_err();
    assert_eq!(again.code, "entrant_exists");

    let removal = proto::RemoveEntrantRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrants[0].clone(),
    };
    ask!(world, DIRECTOR, remove_entrant, removal).unwrap();
    let tournament = world.tournament(&id).await;
    assert!(tournament.waiting.is_empty());
    let moved = tournament.entrants.iter();
    let moved = moved.clone().find(|known| known.id == entered.entrant_id);
    let moved = moved.unwrap();
    assert_eq!((moved.seated, &moved.surname), (false, &waits.surname));
    let taken = enter(&world, &id, STRANGER).await.unwrap();
    assert_eq!(
        (&taken.entrant_id, taken.waiting),
        (&entered.entrant_id, false)
    );
    assert_eq!(seat(&world, STRANGER).await.unwrap(), entered.entrant_id);
}

#[tokio::test]
async fn who_did_not_check_in_or_is_absent_is_not_paired() {
    let world = World::new().await;
    let mut present = rules("egp-2020");
    present["entry"]["check_in"] = json!("first_round");
    let id = world.create_under(&present).await;
    let entrants = world.register(&id, 15).await;
    let own = enter(&world, &id, STRANGER).await.unwrap().entrant_id;
    assert_eq!(
        world.publish(&id).await.unwrap_err().code,
        "check_in_missing"
    );
    let open = proto::OpenCheckInRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
    };
    ask!(world, DIRECTOR, open_check_in, open).unwrap();
    assert_eq!(world.publish(&id).await.unwrap_err().code, "check_in_open");

    let check_in = |entrant: &str| proto::CheckInRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
    };
    let other = ask!(world, STRANGER, check_in, check_in(&entrants[0]));
    assert_eq!(other.unwrap_err().kind, Kind::Forbidden);
    ask!(world, STRANGER, check_in, check_in(&own)).unwrap();
    for entrant in &entrants[..13] {
        ask!(world, DIRECTOR, check_in, check_in(entrant)).unwrap();
    }
    let absence = |entrant: &str, rounds: &[u32]| proto::AnnounceAbsenceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        rounds: rounds.to_vec(),
    };
    let nobody = ask!(
        world,
        STRANGER,
        announce_absence,
        absence(&entrants[0], &[2])
    );
    assert_eq!(nobody.unwrap_err().kind, Kind::Forbidden);
    ask!(world, STRANGER, announce_absence, absence(&own, &[2, 3])).unwrap();
    let close = proto::CloseCheckInRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        round: 1,
    };
    ask!(world, DIRECTOR, close_check_in, close).unwrap();
    let tournament = world.tournament(&id).await;
    let [list] = &tournament.check_ins[..] else {
        panic!("one check-in");
    };
    assert_eq!(
        (list.round, list.open, list.entrant_ids.len()),
        (1, false, 14)
    );
    let known = tournament.entrants.iter().find(|known| known.id == own);
    assert_eq!(known.unwrap().absent_rounds, [2, 3]);

    let (round, _) = world.publish(&id).await.unwrap();
    assert_eq!((round.boards.len(), round.bye_entrant_ids.len()), (7, 0));
    let plays = |round: &proto::Round, id: &String| {
        let boards = round.boards.iter();
        boards
            .clone()
            .any(|board| board.black_entrant_id == *id || board.white_entrant_id == *id)
            || round.bye_entrant_ids.contains(id)
    };
    assert!(plays(&round, &own));
    assert!(entrants[13..].iter().all(|id| !plays(&round, id)));
    world.play(&id, |_| 40).await;
    let (second, _) = world.publish(&id).await.unwrap();
    assert!(!plays(&second, &own));
    world.play(&id, |_| 40).await;
    let end = proto::EndAbsenceRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: own.clone(),
    };
    ask!(world, STRANGER, end_absence, end).unwrap();
    let (third, _) = world.publish(&id).await.unwrap();
    assert!(plays(&third, &own));
}

#[tokio::test]
async fn a_program_needs_its_operator_and_who_refuses_programs_meets_none() {
    let world = World::new().await;
    let id = world.create_under(&rules("aga-swiss")).await;
    let people = world.register(&id, 7).await;
    let mut program = world.new_entrant(&id, 7);
    program.computer = true;
    let nameless = ask!(world, DIRECTOR, register_entrant, program.clone());
    assert_eq!(nameless.unwrap_err().code, "operator_missing");
    program.command_id = world.command_id();
    program.operator = "Olive Operator".to_owned();
    (program.computer_member, program.operator_member) = (true, true);
    let program = ask!(world, DIRECTOR, register_entrant, program)
        .unwrap()
        .entrant_id;

    world.claim(&id, &people[0], STRANGER);
    world.catch_up().await;
    let refusal = |entrant: &str| proto::RefuseComputersRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: entrant.to_owned(),
        rather_than_bye: false,
    };
    let other = ask!(world, STRANGER, refuse_computers, refusal(&people[1]));
    assert_eq!(other.unwrap_err().kind, Kind::Forbidden);
    ask!(world, STRANGER, refuse_computers, refusal(&people[0])).unwrap();
    let again = ask!(world, STRANGER, refuse_computers, refusal(&people[0]));
    assert_eq!(again.unwrap_err().code, "computers_refused_already");
    for person in &people[1..6] {
        ask!(world, DIRECTOR, refuse_computers, refusal(person)).unwrap();
    }
    let publish = proto::PublishRoundRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        accept_deviations: true,
        ..proto::PublishRoundRequest::default()
    };
    let round = ask!(world, DIRECTOR, publish_round, publish).unwrap();
    let round = round.round.unwrap();
    for board in &round.boards {
        let pair = [&board.black_entrant_id, &board.white_entrant_id];
        if pair.contains(&&program) {
            assert!(pair.contains(&&people[6]), "{board:?}");
        }
    }
    let parameters = |text: &str| proto::SetComputerParametersRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: program.clone(),
        parameters: text.to_owned(),
    };
    let playing = ask!(
        world,
        DIRECTOR,
        set_computer_parameters,
        parameters("depth 8")
    );
    assert_eq!(playing.unwrap_err().code, "computer_playing");
    world.play(&id, |_| 40).await;
    ask!(
        world,
        DIRECTOR,
        set_computer_parameters,
        parameters("depth 8")
    )
    .unwrap();
    let accept = proto::AcceptComputersRequest {
        command_id: world.command_id(),
        tournament_id: id.clone(),
        entrant_id: people[0].clone(),
    };
    ask!(world, STRANGER, accept_computers, accept).unwrap();
}
