//! Rehearsals through the contract: who founds them, how many there are, where they are listed, and their seats.

use outflank_access::{Kind, Problem, Role, identifier};
use outflank_proto::pairing::v1 as proto;

use crate::{
    interest::appoint,
    world::{DIRECTOR, STRANGER, World, code},
};

async fn rehearse(world: &World, by: &str, event: &str) -> Result<proto::Tournament, Problem> {
    rehearse_as(world, by, event, &world.command_id()).await
}

async fn rehearse_as(
    world: &World,
    by: &str,
    event: &str,
    command_id: &str,
) -> Result<proto::Tournament, Problem> {
    let asked = proto::RehearseTournamentRequest {
        tournament_id: event.to_owned(),
        command_id: command_id.to_owned(),
    };
    Ok(ask!(world, by, rehearse_tournament, asked)?
        .tournament
        .unwrap())
}

fn id_of(tournament: &proto::Tournament) -> String {
    tournament.summary.as_ref().unwrap().id.clone()
}

async fn listed(world: &World, by: &str, event: &str) -> Vec<String> {
    let asked = proto::GetRehearsalsRequest {
        tournament_id: event.to_owned(),
    };
    let answer = ask!(world, by, get_rehearsals, asked).unwrap();
    answer.rehearsals.into_iter().map(|one| one.id).collect()
}

async fn running(world: &World) -> Vec<String> {
    let mut house = world.service_client(Role::Gateway);
    let asked = proto::ListRunningRehearsalsRequest {};
    let answer = house.list_running_rehearsals(asked).await.unwrap();
    answer.into_inner().tournament_ids
}

async fn seat_house(world: &World, id: &str) -> Result<Vec<(String, u32)>, tonic::Status> {
    let asked = proto::SeatHouseRequest {
        tournament_id: id.to_owned(),
    };
    let answer = world
        .service_client(Role::Gateway)
        .seat_house(asked)
        .await?;
    let seats = answer.into_inner().seats.into_iter();
    Ok(seats.map(|seat| (seat.entrant_id, seat.number)).collect())
}

async fn cancel(world: &World, id: &str) {
    let asked = proto::CancelTournamentRequest {
        command_id: world.command_id(),
        tournament_id: id.to_owned(),
        reason: "It was good enough.".to_owned(),
        ..proto::CancelTournamentRequest::default()
    };
    ask!(world, DIRECTOR, cancel_tournament, asked).unwrap();
}

#[tokio::test]
async fn it_is_founded_once_by_the_head_director_with_the_names_of_the_event() {
    let world = World::new().await;
    let event = world.create().await;
    world.register(&event, 3).await;
    appoint(&world, &event, "judith", "table_judge").await;
    appoint(&world, &event, "oscar", "assistant_director").await;
    let before = world.seq(&event).await;
    for by in [STRANGER, "judith", "oscar"] {
        let refused = rehearse(&world, by, &event).await.unwrap_err();
        assert_eq!(refused.kind, Kind::Forbidden, "{by}");
    }
    let made = rehearse_as(&world, DIRECTOR, &event, "r1").await.unwrap();
    let again = rehearse_as(&world, DIRECTOR, &event, "r1").await.unwrap();
    assert_eq!(id_of(&made), id_of(&again));
    let summary = made.summary.clone().unwrap();
    assert_eq!(
        (&*summary.name, &*summary.rehearsal_of),
        ("Rehearsal: Fernwood Open", &*event)
    );
    let original = world.tournament(&event).await;
    let names = |of: &proto::Tournament| -> Vec<(String, u32, i32)> {
        let entrants = of.entrants.iter();
        entrants
            .map(|one| (one.surname.clone(), one.federation_number, one.rating))
            .collect()
    };
    assert_eq!(names(&made), names(&original));
    assert_eq!(made.rating_state, "");
    assert_eq!(original.summary.unwrap().seq, before, "it stays as it is");
}

#[tokio::test]
async fn only_officials_see_it_in_a_list_and_it_stays_out_of_all_others() {
    let world = World::new().await;
    let event = world.create().await;
    appoint(&world, &event, "oscar", "assistant_director").await;
    let rehearsal = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    assert_eq!(listed(&world, DIRECTOR, &event).await, [&*rehearsal]);
    assert_eq!(listed(&world, "oscar", &event).await, [&*rehearsal]);
    appoint(&world, &rehearsal, "judith", "table_judge").await;
    assert_eq!(listed(&world, "judith", &event).await, [&*rehearsal]);
    assert_eq!(listed(&world, STRANGER, &event).await, [""; 0]);
    let asked = proto::ListTournamentsRequest::default();
    let all = ask!(world, STRANGER, list_tournaments, asked).unwrap();
    let all: Vec<_> = all.tournaments.into_iter().map(|one| one.id).collect();
    assert_eq!(all, [&*event]);
    let asked = proto::ListRatingEventsRequest::default();
    let rated = ask!(world, STRANGER, list_rating_events, asked).unwrap();
    let rated = rated.events.into_iter().filter_map(|one| one.tournament);
    let rated: Vec<_> = rated.map(|one| one.id).collect();
    assert_eq!(rated, [&*event]);
    // By its address it is shown to whoever has it.
    assert_eq!(world.tournament(&rehearsal).await.entrants.len(), 0);
}

#[tokio::test]
async fn there_are_so_many_at_a_time_and_an_ended_one_makes_room() {
    let world = World::new().await;
    let event = world.create().await;
    let first = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    let again = rehearse(&world, DIRECTOR, &first).await.unwrap_err();
    assert_eq!(again.code, "rehearsal");
    let second = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    let refused = rehearse(&world, DIRECTOR, &event).await.unwrap_err();
    assert_eq!(refused.code, "too_many_rehearsals");
    let mut both = vec![first.clone(), second];
    both.sort();
    assert_eq!(running(&world).await, both);
    cancel(&world, &first).await;
    rehearse(&world, DIRECTOR, &event).await.unwrap();
    let other = world.create().await;
    rehearse(&world, DIRECTOR, &other).await.unwrap();
    rehearse(&world, DIRECTOR, &other).await.unwrap();
    let third = world.create().await;
    let refused = rehearse(&world, DIRECTOR, &third).await.unwrap_err();
    assert_eq!(refused.code, "too_many_rehearsals", "of one account");
}

#[tokio::test]
async fn of_those_asked_for_at_once_no_more_are_founded() {
    let world = World::new().await;
    let event = world.create().await;
    let at_once = tokio::join!(
        rehearse(&world, DIRECTOR, &event),
        rehearse(&world, DIRECTOR, &event),
        rehearse(&world, DIRECTOR, &event),
        rehearse(&world, DIRECTOR, &event),
    );
    let founded = [at_once.0, at_once.1, at_once.2, at_once.3];
    assert_eq!(founded.iter().filter(|one| one.is_ok()).count(), 2);
    assert_eq!(running(&world).await.len(), 2);
}

#[tokio::test]
async fn one_in_which_nobody_does_anything_for_a_day_is_ended() {
    const HOUR_MS: i64 = 60 * 60 * 1_000;
    let mut world = World::new().await;
    let event = world.create().await;
    world.register(&event, 4).await;
    let rehearsal = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    seat_house(&world, &rehearsal).await.unwrap();
    world.publish(&rehearsal).await.unwrap();
    world.restart_later(23 * HOUR_MS).await;
    assert_eq!(running(&world).await, [&*rehearsal]);
    world.restart_later(25 * HOUR_MS).await;
    assert_eq!(running(&world).await, [""; 0]);
    let ended = world.tournament(&rehearsal).await.summary.unwrap();
    assert_eq!(ended.phase(), proto::TournamentPhase::Cancelled);
    let original = world.tournament(&event).await.summary.unwrap();
    assert_eq!(original.phase(), proto::TournamentPhase::Registration);
}

#[tokio::test]
async fn a_name_that_is_taken_off_the_list_is_forgotten_there_too() {
    let world = World::new().await;
    let event = world.create().await;
    let entrants = world.register(&event, 2).await;
    let rehearsal = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    let removal = proto::RemoveEntrantRequest {
        command_id: world.command_id(),
        tournament_id: event.clone(),
        entrant_id: entrants[0].clone(),
    };
    ask!(world, DIRECTOR, remove_entrant, removal).unwrap();
    let there = world.tournament(&rehearsal).await.entrants;
    let named: Vec<bool> = there.iter().map(|one| !one.surname.is_empty()).collect();
    assert_eq!(named, [false, true]);
}

#[tokio::test]
async fn a_house_bot_is_given_no_part_in_an_event() {
    let world = World::new().await;
    let event = world.create().await;
    let asked = proto::AppointOfficialRequest {
        command_id: world.command_id(),
        tournament_id: event,
        account_id: identifier::house_account(3),
        role: "assistant_director".to_owned(),
        ..proto::AppointOfficialRequest::default()
    };
    let refused = ask!(world, DIRECTOR, appoint_official, asked).unwrap_err();
    assert_eq!(refused.code, "house_bot");
}

#[tokio::test]
async fn house_bots_take_the_seats_that_are_free_and_none_of_a_real_event() {
    let world = World::new().await;
    let event = world.create().await;
    world.register(&event, 3).await;
    assert_eq!(code(seat_house(&world, &event).await), "no_rehearsal");
    let rehearsal = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    let seats = seat_house(&world, &rehearsal).await.unwrap();
    assert_eq!(
        seats.iter().map(|(_, number)| *number).collect::<Vec<_>>(),
        [1, 2, 3]
    );
    let seq = world.seq(&rehearsal).await;
    assert_eq!(seat_house(&world, &rehearsal).await.unwrap(), seats);
    assert_eq!(world.seq(&rehearsal).await, seq, "once");
    // A person who has a code takes a seat over; whoever comes late gets a bot.
    let (taken, _) = &seats[1];
    world.claim(&rehearsal, taken, "pat");
    world.catch_up().await;
    let late = world.new_entrant(&rehearsal, 7);
    ask!(world, DIRECTOR, register_entrant, late).unwrap();
    let seats = seat_house(&world, &rehearsal).await.unwrap();
    assert!(seats.iter().all(|(entrant, _)| entrant != taken));
    assert_eq!(
        seats.iter().map(|(_, number)| *number).collect::<Vec<_>>(),
        [1, 3, 2]
    );
    let state = world.folded(&rehearsal).await;
    let held = |number| {
        let account = outflank_tournament::AccountId(identifier::house_account(number));
        state.role_of(&account).entrant.is_some()
    };
    assert!(held(1) && held(2) && held(3) && !held(4));
    // Nobody enters by himself.
    let asked = proto::EnterTournamentRequest {
        command_id: world.command_id(),
        tournament_id: rehearsal.clone(),
        surname: "Brisk".to_owned(),
        country: "FRA".to_owned(),
        ..proto::EnterTournamentRequest::default()
    };
    let refused = ask!(world, STRANGER, enter_tournament, asked).unwrap_err();
    assert_eq!(refused.code, "rehearsal");
}

#[tokio::test]
async fn who_is_no_gateway_neither_finds_nor_seats_the_house() {
    let world = World::new().await;
    let event = world.create().await;
    let rehearsal = id_of(&rehearse(&world, DIRECTOR, &event).await.unwrap());
    let asked = proto::SeatHouseRequest {
        tournament_id: rehearsal,
    };
    let refused = ask!(world, DIRECTOR, seat_house, asked).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
    let asked = proto::ListRunningRehearsalsRequest {};
    let refused = ask!(world, DIRECTOR, list_running_rehearsals, asked).unwrap_err();
    assert_eq!(refused.kind, Kind::Forbidden);
}
