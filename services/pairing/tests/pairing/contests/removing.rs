//! Whoever is removed from a contest is so with his programs, and enters by none of them.

use super::*;

/// An arena in which programs play.
fn admitting(world: &World) -> proto::FoundContestRequest {
    proto::FoundContestRequest {
        programs: true,
        ..arena(world)
    }
}

#[tokio::test]
async fn who_is_barred_or_was_removed_enters_by_no_program_of_his() {
    let world = moderated().await;
    let (anna, boris, of_anna, of_boris) = (account(1), account(2), account(3), account(4));
    world.identity.operated_by(&of_anna, &anna);
    world.identity.operated_by(&of_boris, &boris);
    let id = entered(&world, admitting(&world), &[&anna, &boris, &of_boris]).await;
    let other = entered(&world, admitting(&world), &[]).await;
    remove(&world, &id, (&founder(), &anna)).await.unwrap();
    let refused = join(&world, &id, &of_anna).await.unwrap_err();
    assert_eq!(refused.code, "removed_from_contest");
    join(&world, &other, &of_anna).await.unwrap();
    assert!(check_in(&world, &id, &of_boris).await.is_ok());
    bar(&world, &boris, 0).await;
    for refused in [
        join(&world, &other, &of_boris).await.map(drop),
        check_in(&world, &id, &of_boris).await.map(drop),
    ] {
        assert_eq!(refused.unwrap_err().code, "barred");
    }
    leave(&world, &id, &of_boris).await.unwrap();
}

#[tokio::test]
async fn who_is_removed_is_so_with_the_programs_that_he_operates_there() {
    let mut world = World::new().await;
    let (anna, boris, first, second) = (account(1), account(2), account(3), account(4));
    for program in [&first, &second] {
        world.identity.operated_by(program, &anna);
    }
    let people = [&anna, &boris, &first, &second];
    let id = entered(&world, admitting(&world), &people).await;
    remove(&world, &id, (&founder(), &second)).await.unwrap();
    for who in [&anna, &first] {
        assert!(check_in(&world, &id, who).await.is_ok());
    }
    // Who operates it stands with its entry, and is not asked for.
    world.restart().await;
    remove(&world, &id, (&founder(), &anna)).await.unwrap();
    assert!(entrant(&world, &id, &first).await.unwrap().removed);
    for who in [&anna, &first] {
        let refused = check_in(&world, &id, who).await.unwrap_err();
        assert_eq!(refused.code, "not_in_contest");
        let asked = proto::GetOwnPlayRequest {};
        let own = ask!(world, who, get_own_play, asked).unwrap();
        assert_eq!(own.contests, []);
    }
    assert!(check_in(&world, &id, &boris).await.is_ok());
    assert_eq!(head(&world, &id).await.contest.unwrap().entrants, 1);
}

#[tokio::test]
async fn nobody_removes_whose_program_there_he_has_a_report_with() {
    let world = moderated().await;
    let (anna, boris, program) = (account(1), account(2), account(3));
    world.identity.operated_by(&program, &boris);
    let id = entered(&world, admitting(&world), &[&boris, &program]).await;
    let game = game_between(&world, &anna, &program).await.game_id;
    report(&world, &anna, &game, &program).await.unwrap();
    end(&world, &game, true).await;
    name(&world, ADMINISTRATOR, &anna).await.unwrap();
    for whom in [&boris, &program] {
        let asked = removal(&world, &id, (whom, WHY));
        let refused = ask!(world, &anna, remove_contest_entrant, asked).unwrap_err();
        assert_eq!(refused.code, "concerns_yourself");
        assert!(!entrant(&world, &id, whom).await.unwrap().removed);
        assert_eq!(log(&world, whom).await, []);
    }
    remove(&world, &id, (&moderator(), &boris)).await.unwrap();
    assert!(entrant(&world, &id, &program).await.unwrap().removed);
}
