//! What moderators do in contests of others stands in their log, with why.

use outflank_proto::{identity::v1::AccountName, pairing::v1::ModerationActKind as Done};

use super::*;

/// The only act in the log about somebody.
async fn logged(world: &World, about: &str) -> proto::ModerationAct {
    let acts = log(world, about).await;
    let [act] = &acts[..] else {
        panic!("one act: {acts:?}");
    };
    act.clone()
}

fn id_of(named: Option<&AccountName>) -> &str {
    &named.unwrap().account_id
}

fn assert_told(act: &proto::ModerationAct, (kind, contest, about): (Done, &str, &str)) {
    assert_eq!(act.kind(), kind);
    assert_eq!((&*act.contest_id, &*act.reason), (contest, WHY));
    assert_eq!(id_of(act.by.as_ref()), moderator());
    assert_eq!(id_of(act.about.as_ref()), about);
    let others = (&*act.game_id, &*act.report_id, act.message, act.until_ms);
    assert_eq!(others, ("", "", 0, 0));
}

#[tokio::test]
async fn a_moderator_who_ends_a_contest_says_why_and_it_stands_in_the_log_once() {
    let mut world = moderated().await;
    let id = entered(&world, arena(&world), &[&account(1)]).await;
    for unsaid in ["", "  ", "a\u{7}b", &"x".repeat(501)] {
        let asked = ending(&world, &id, unsaid);
        let refused = ask!(world, &moderator(), end_contest, asked).unwrap_err();
        let refused = (refused.kind, &*refused.code);
        assert_eq!(refused, (Kind::Invalid, "bad_reason"));
    }
    stands(&world, &id, State::Running).await;
    assert_eq!(log(&world, &founder()).await, []);
    let asked = ending(&world, &id, &format!(" {WHY} "));
    let first = ask!(world, &moderator(), end_contest, asked.clone()).unwrap();
    let state = first.contest.as_ref().unwrap().state();
    assert_eq!(state, State::CalledOff);
    for restarted in [false, true] {
        if restarted {
            world.restart().await;
        }
        let again = ask!(world, &moderator(), end_contest, asked.clone()).unwrap();
        assert_eq!(again, first);
    }
    let act = logged(&world, &founder()).await;
    assert_told(&act, (Done::ContestEnded, &id, &founder()));
}

#[tokio::test]
async fn a_moderator_who_takes_the_title_of_what_is_over_says_why_and_it_stands_in_the_log_once() {
    let world = moderated().await;
    let id = entered(&world, ladder(&world), &[&account(1)]).await;
    call_off(&world, &id, &founder()).await.unwrap();
    let unsaid = ending(&world, &id, "");
    let refused = ask!(world, &moderator(), end_contest, unsaid).unwrap_err();
    assert_eq!(refused.code, "bad_reason");
    assert_eq!(
        head(&world, &id).await.contest.unwrap().title,
        "Club ladder"
    );
    let asked = ending(&world, &id, WHY);
    for _ in 0..2 {
        let told = ask!(world, &moderator(), end_contest, asked.clone()).unwrap();
        assert_eq!(told.contest.unwrap().title, "");
    }
    // Another command comes too late, and is no act.
    let refused = call_off(&world, &id, &moderator()).await;
    assert_eq!(refused.unwrap_err().code, "contest_over");
    let act = logged(&world, &founder()).await;
    assert_told(&act, (Done::ContestEnded, &id, &founder()));
}

#[tokio::test]
async fn a_moderator_who_removes_somebody_says_why_and_it_stands_in_the_log_about_him() {
    let mut world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&anna, &boris]).await;
    let unsaid = removal(&world, &id, (&anna, ""));
    let refused = ask!(world, &moderator(), remove_contest_entrant, unsaid).unwrap_err();
    assert_eq!(refused.code, "bad_reason");
    assert!(!entrant(&world, &id, &anna).await.unwrap().removed);
    assert_eq!(log(&world, &anna).await, []);
    let asked = removal(&world, &id, (&anna, WHY));
    for _ in 0..2 {
        let told = ask!(world, &moderator(), remove_contest_entrant, asked.clone()).unwrap();
        assert!(told.entrant.unwrap().removed);
    }
    let act = logged(&world, &anna).await;
    assert_told(&act, (Done::ContestEntrantRemoved, &id, &anna));
    // When it is over, too.
    world.restart_later(LENGTH_MS).await;
    remove(&world, &id, (&moderator(), &boris)).await.unwrap();
    let act = logged(&world, &boris).await;
    assert_told(&act, (Done::ContestEntrantRemoved, &id, &boris));
    assert_eq!(log(&world, &founder()).await, []);
}

#[tokio::test]
async fn what_is_refused_in_the_contest_stands_in_no_log() {
    let world = moderated().await;
    let (anna, moderator) = (account(1), moderator());
    let id = entered(&world, arena(&world), &[&anna]).await;
    let refused = remove(&world, &id, (&moderator, &account(2))).await;
    assert_eq!(refused.unwrap_err().code, "not_in_contest");
    remove(&world, &id, (&founder(), &anna)).await.unwrap();
    let refused = remove(&world, &id, (&moderator, &anna)).await;
    assert_eq!(refused.unwrap_err().code, "removed_from_contest");
    let playing = entered(&world, arena(&world), &[&moderator]).await;
    let refused = call_off(&world, &playing, &moderator).await;
    assert_eq!(refused.unwrap_err().code, "concerns_yourself");
    let named = logged(&world, "").await;
    assert_eq!(named.kind(), Done::ModeratorNamed);
}

#[tokio::test]
async fn whoever_founded_a_contest_says_nothing_and_stands_in_no_log() {
    let world = moderated().await;
    for by in [founder(), moderator()] {
        let id = found(&world, &by, arena(&world)).await.unwrap().id;
        for (number, reason) in [(1, ""), (2, WHY)] {
            let who = account(number);
            join(&world, &id, &who).await.unwrap();
            let asked = removal(&world, &id, (&who, reason));
            let told = ask!(world, &by, remove_contest_entrant, asked).unwrap();
            assert!(told.entrant.unwrap().removed);
        }
        let asked = ending(&world, &id, &"x".repeat(501));
        let refused = ask!(world, &by, end_contest, asked).unwrap_err();
        assert_eq!(refused.code, "bad_reason");
        let asked = ending(&world, &id, WHY);
        let told = ask!(world, &by, end_contest, asked).unwrap();
        assert_eq!(told.contest.unwrap().state(), State::CalledOff);
    }
    let named = logged(&world, "").await;
    assert_eq!(named.kind(), Done::ModeratorNamed);
}

#[tokio::test]
async fn nobody_judges_in_contests_whom_he_has_a_report_with() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&boris]).await;
    for about in [&founder(), &boris] {
        let game = game_between(&world, &anna, about).await.game_id;
        report(&world, &anna, &game, about).await.unwrap();
        end(&world, &game, true).await;
    }
    name(&world, ADMINISTRATOR, &anna).await.unwrap();
    let asked = removal(&world, &id, (&boris, WHY));
    let removed = ask!(world, &anna, remove_contest_entrant, asked).map(drop);
    let asked = ending(&world, &id, WHY);
    let ended = ask!(world, &anna, end_contest, asked).map(drop);
    for refused in [removed, ended] {
        assert_eq!(refused.unwrap_err().code, "concerns_yourself");
    }
    assert!(!entrant(&world, &id, &boris).await.unwrap().removed);
    stands(&world, &id, State::Running).await;
    for about in [&founder(), &boris] {
        assert_eq!(log(&world, about).await, []);
    }
}

/// The log is written first, and the contest after it.
#[tokio::test]
async fn what_broke_off_between_the_log_and_the_contest_is_completed_when_it_is_sent_again() {
    let (world, hindered) = World::hindered().await;
    name(&world, ADMINISTRATOR, &moderator()).await.unwrap();
    let id = entered(&world, arena(&world), &[&account(1)]).await;
    let asked = ending(&world, &id, WHY);
    hindered.set(&id, Hindrance::Stopped);
    for _ in 0..2 {
        let broken_off = ask!(world, &moderator(), end_contest, asked.clone()).unwrap_err();
        assert_eq!(broken_off.code, "outcome_unknown");
        stands(&world, &id, State::Running).await;
        logged(&world, &founder()).await;
    }
    hindered.end();
    for _ in 0..2 {
        let told = ask!(world, &moderator(), end_contest, asked.clone()).unwrap();
        assert_eq!(told.contest.unwrap().state(), State::CalledOff);
    }
    let act = logged(&world, &founder()).await;
    assert_told(&act, (Done::ContestEnded, &id, &founder()));
}
