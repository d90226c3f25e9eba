//! Who keeps order in a contest: its founder until it is over, and moderators who do not play in it.

use super::*;

#[tokio::test]
async fn its_founder_or_a_moderator_ends_a_contest_and_nobody_else() {
    let world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    // What a moderator ends is named no more.
    for (by, asked, title) in [
        (founder(), arena(&world), "Thursday arena"),
        (moderator(), ladder(&world), ""),
    ] {
        let id = entered(&world, asked, &[&anna, &boris]).await;
        let refused = call_off(&world, &id, &anna).await.unwrap_err();
        let refused = (refused.kind, &*refused.code);
        assert_eq!(refused, (Kind::Forbidden, "not_your_contest"));
        remove(&world, &id, (&by, &boris)).await.unwrap();
        let now_ms = world.clock.now_ms();
        let ended = call_off(&world, &id, &by).await.unwrap();
        assert_eq!((ended.state(), &*ended.title), (State::CalledOff, title));
        assert!((now_ms..=world.clock.now_ms()).contains(&ended.ends_at_ms));
        for refused in [
            call_off(&world, &id, &by).await.map(drop),
            join(&world, &id, &account(3)).await.map(drop),
            leave(&world, &id, &anna).await.map(drop),
            check_in(&world, &id, &anna).await.map(drop),
        ] {
            assert_eq!(refused.unwrap_err().code, "contest_over");
        }
        stands(&world, &id, State::CalledOff).await;
        // Its page and the lists tell when, too.
        let shown = head(&world, &id).await.contest.unwrap();
        assert_eq!(shown.ends_at_ms, ended.ends_at_ms);
        let over = listed(&world, true).await.into_iter();
        let told: Vec<(String, i64)> = over
            .filter(|contest| contest.id == id)
            .map(|contest| (contest.title, contest.ends_at_ms))
            .collect();
        assert_eq!(told, [(title.to_owned(), ended.ends_at_ms)]);
    }
}

#[tokio::test]
async fn what_a_moderator_has_founded_and_ends_keeps_its_name() {
    let world = moderated().await;
    let made = found(&world, &moderator(), arena(&world)).await.unwrap();
    let ended = call_off(&world, &made.id, &moderator()).await.unwrap();
    assert_eq!(ended.title, made.title);
}

#[tokio::test]
async fn a_moderator_takes_the_title_of_what_is_over_and_all_else_stays() {
    let mut world = moderated().await;
    let anna = account(1);
    let run_out = entered(&world, arena(&world), &[&anna]).await;
    let called_off = entered(&world, ladder(&world), &[&anna]).await;
    call_off(&world, &called_off, &founder()).await.unwrap();
    world.restart_later(LENGTH_MS).await;
    let mut expected = listed(&world, true).await;
    let states: Vec<State> = expected.iter().map(proto::Contest::state).collect();
    assert_eq!(states, [State::Over, State::CalledOff]);
    for contest in &mut expected {
        let refused = call_off(&world, &contest.id, &founder()).await;
        assert_eq!(refused.unwrap_err().code, "contest_over");
        contest.title.clear();
        let told = call_off(&world, &contest.id, &moderator()).await.unwrap();
        assert_eq!(told, *contest);
        let refused = call_off(&world, &contest.id, &moderator()).await;
        assert_eq!(refused.unwrap_err().code, "contest_over");
    }
    assert_eq!(listed(&world, true).await, expected);
    world.restart_later(LENGTH_MS).await;
    assert_eq!(listed(&world, true).await, expected);
    let ids = expected.into_iter().map(|contest| contest.id);
    assert_eq!(ids.collect::<Vec<String>>(), [run_out, called_off]);
}

#[tokio::test]
async fn what_is_over_stands_but_for_whom_a_moderator_removes() {
    let mut world = moderated().await;
    let (anna, boris) = (account(1), account(2));
    let id = entered(&world, arena(&world), &[&anna, &boris]).await;
    remove(&world, &id, (&founder(), &anna)).await.unwrap();
    world.restart_later(LENGTH_MS).await;
    let refused = remove(&world, &id, (&founder(), &boris)).await;
    assert_eq!(refused.unwrap_err().code, "contest_over");
    let gone = remove(&world, &id, (&moderator(), &boris)).await.unwrap();
    assert!(gone.removed);
}

#[tokio::test]
async fn a_moderator_who_plays_in_a_contest_keeps_no_order_there() {
    let world = moderated().await;
    let (anna, moderator) = (account(1), moderator());
    let id = entered(&world, arena(&world), &[&anna, &moderator]).await;
    for has_left in [false, true] {
        if has_left {
            leave(&world, &id, &moderator).await.unwrap();
        }
        for refused in [
            remove(&world, &id, (&moderator, &anna)).await.map(drop),
            call_off(&world, &id, &moderator).await.map(drop),
        ] {
            assert_eq!(refused.unwrap_err().code, "concerns_yourself");
        }
    }
    // Whoever founded it does, playing or not.
    join(&world, &id, &founder()).await.unwrap();
    remove(&world, &id, (&founder(), &anna)).await.unwrap();
    call_off(&world, &id, &founder()).await.unwrap();
}

#[tokio::test]
async fn no_key_moderates() {
    let world = moderated().await;
    let anna = account(1);
    let id = entered(&world, arena(&world), &[&anna]).await;
    let mut client = world.client();
    let removed = removal(&world, &id, (&anna, WHY));
    let ended = || ending(&world, &id, WHY);
    let asked = world.by_key(&moderator(), removed);
    let refused = code(client.remove_contest_entrant(asked).await);
    assert_eq!(refused, "not_your_contest");
    let asked = world.by_key(&moderator(), ended());
    let refused = code(client.end_contest(asked).await);
    assert_eq!(refused, "not_your_contest");
    // Of one's own contest a key speaks as its account does.
    let asked = world.by_key(&founder(), ended());
    let ended = client.end_contest(asked).await.unwrap().into_inner();
    assert_eq!(ended.contest.unwrap().state(), State::CalledOff);
}
