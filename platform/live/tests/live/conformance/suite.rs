//! The suite. `here` and `there` are two processes' handles on one store; in one process they are the same.

use std::{collections::BTreeSet, time::Duration};

use bytes::Bytes;
use outflank_live::{
    Attendance, BACKLOG, Deadline, MOST_ATTENDEES, Received, SharedLive, Snapshot, StandingSeek,
    Subscription,
};
use outflank_testbed::{PATIENCE, breach};
use tokio::time::timeout;

const LONG: Duration = Duration::from_secs(60);
/// Short enough to be waited for.
const SHORT: Duration = Duration::from_millis(150);

fn message(text: &str) -> Received {
    Received::Message(Bytes::from(text.to_owned()))
}

/// What is heard next. That a network may have lost something, which is told without a number, is so whenever the
/// machine stood still for a while.
async fn heard(subscription: &mut Subscription) -> Received {
    let next = async {
        loop {
            match subscription.next().await {
                Received::Missed(0) => {}
                heard => return heard,
            }
        }
    };
    timeout(PATIENCE, next).await.expect("it is never heard")
}

/// Looks until an answer is as wanted.
async fn until<T, F: Future<Output = T>>(mut look: impl FnMut() -> F, wanted: impl Fn(&T) -> bool) {
    let come = async {
        while !wanted(&look().await) {
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    timeout(PATIENCE, come).await.expect("it never came");
}

pub async fn a_message_reaches_every_subscriber_of_its_topic_and_no_other(
    here: SharedLive,
    there: SharedLive,
) {
    let mut first = here.subscribe("game/a").await.unwrap();
    let mut second = there.subscribe("game/a").await.unwrap();
    let mut other = there.subscribe("game/b").await.unwrap();
    here.publish("game/a", "f5".into()).await.unwrap();
    here.publish("game/b", "d6".into()).await.unwrap();
    assert_eq!(heard(&mut first).await, message("f5"));
    assert_eq!(heard(&mut second).await, message("f5"));
    assert_eq!(heard(&mut other).await, message("d6"));
}

pub async fn messages_of_one_publisher_arrive_in_order(here: SharedLive, there: SharedLive) {
    let mut subscription = there.subscribe("game/a").await.unwrap();
    let count = BACKLOG / 2;
    for ply in 0..count {
        here.publish("game/a", ply.to_string().into())
            .await
            .unwrap();
    }
    for ply in 0..count {
        let told = heard(&mut subscription).await;
        if told != message(&ply.to_string()) {
            breach(&format!("{told:?} is heard in the place of {ply}"));
        }
    }
}

pub async fn a_slow_subscriber_is_told_what_it_missed_and_holds_nobody_back(
    here: SharedLive,
    there: SharedLive,
) {
    let mut slow = there.subscribe("game/a").await.unwrap();
    let mut quick = there.subscribe("game/a").await.unwrap();
    for ply in 0..BACKLOG + 10 {
        let text = ply.to_string();
        here.publish("game/a", text.clone().into()).await.unwrap();
        assert_eq!(heard(&mut quick).await, message(&text));
    }
    assert_eq!(heard(&mut slow).await, Received::Missed(10));
    assert_eq!(heard(&mut slow).await, message("10"));
}

pub async fn a_topic_can_be_left_and_joined_again(here: SharedLive, there: SharedLive) {
    let first = there.subscribe("game/a").await.unwrap();
    drop(first);
    here.publish("game/a", "unheard".into()).await.unwrap();
    let mut again = there.subscribe("game/a").await.unwrap();
    here.publish("game/a", "heard".into()).await.unwrap();
    let mut told = heard(&mut again).await;
    // A message under way while the topic changed hands may still arrive; none after it may be lost.
    if told == message("unheard") {
        told = heard(&mut again).await;
    }
    assert_eq!(told, message("heard"));
}

pub async fn a_ticket_is_good_once_and_only_in_its_time(here: SharedLive, there: SharedLive) {
    here.put_ticket("t1", "anna".into(), LONG).await.unwrap();
    assert_eq!(there.take_ticket("t1").await.unwrap(), Some("anna".into()));
    assert_eq!(here.take_ticket("t1").await.unwrap(), None);
    here.put_ticket("t2", "anna".into(), SHORT).await.unwrap();
    tokio::time::sleep(SHORT * 2).await;
    assert_eq!(there.take_ticket("t2").await.unwrap(), None);
}

pub async fn of_many_takers_one_gets_the_ticket(here: SharedLive, there: SharedLive) {
    here.put_ticket("t", "anna".into(), LONG).await.unwrap();
    let takers = (0..16).map(|number| {
        let live = if number % 2 == 0 { &here } else { &there };
        let live = SharedLive::clone(live);
        tokio::spawn(async move { live.take_ticket("t").await.unwrap() })
    });
    let mut taken = 0;
    for taker in takers.collect::<Vec<_>>() {
        taken += usize::from(taker.await.unwrap().is_some());
    }
    if taken != 1 {
        breach(&format!("{taken} took one ticket"));
    }
}

pub async fn a_limit_admits_so_many_in_each_window(here: SharedLive, there: SharedLive) {
    let mut admitted = Vec::new();
    for live in [&here, &there, &here, &there] {
        admitted.push(live.admit("sign-in/anna", 3, LONG).await.unwrap());
    }
    assert_eq!(admitted, [true, true, true, false]);
    assert!(here.admit("sign-in/berit", 3, LONG).await.unwrap());
    // The next window begins when this one is over.
    assert!(here.admit("sign-in/carla", 1, SHORT).await.unwrap());
    let again = || there.admit("sign-in/carla", 1, SHORT);
    until(again, |admitted| *admitted.as_ref().unwrap()).await;
}

pub async fn a_use_that_is_given_back_is_not_counted(here: SharedLive, there: SharedLive) {
    let admit = async |live: &SharedLive| live.admit("sign-in/dora", 2, LONG).await.unwrap();
    assert!(admit(&here).await && admit(&there).await);
    there.give_back("sign-in/dora").await.unwrap();
    assert!(admit(&here).await && !admit(&there).await);
    // Of what nobody used nothing is left over.
    for _ in 0..3 {
        here.give_back("sign-in/emil").await.unwrap();
    }
    let emil = async || there.admit("sign-in/emil", 1, LONG).await.unwrap();
    assert!(emil().await && !emil().await);
}

pub async fn a_limit_holds_under_concurrent_use(here: SharedLive, there: SharedLive) {
    let uses = (0..40).map(|number| {
        let live = if number % 2 == 0 { &here } else { &there };
        let live = SharedLive::clone(live);
        tokio::spawn(async move { live.admit("seat", 7, LONG).await.unwrap() })
    });
    let mut admitted = 0;
    for one in uses.collect::<Vec<_>>() {
        admitted += usize::from(one.await.unwrap());
    }
    if admitted != 7 {
        breach(&format!("{admitted} were admitted, where 7 may be"));
    }
}

pub async fn an_older_snapshot_never_overwrites_a_newer_one(here: SharedLive, there: SharedLive) {
    assert_eq!(here.snapshot("a").await.unwrap(), None);
    assert!(
        here.put_snapshot("a", 9, "nine".into(), LONG)
            .await
            .unwrap()
    );
    assert!(
        !there
            .put_snapshot("a", 8, "eight".into(), LONG)
            .await
            .unwrap()
    );
    assert!(
        !there
            .put_snapshot("a", 9, "again".into(), LONG)
            .await
            .unwrap()
    );
    let kept = there.snapshot("a").await.unwrap();
    let nine = Snapshot {
        seq: 9,
        bytes: "nine".into(),
    };
    assert_eq!(kept, Some(nine));
    // As numbers, not as texts.
    assert!(
        there
            .put_snapshot("a", 10, "ten".into(), LONG)
            .await
            .unwrap()
    );
    assert_eq!(
        here.snapshot("a").await.unwrap().map(|kept| kept.seq),
        Some(10)
    );
    assert!(
        there
            .put_snapshot("a", 11, "eleven".into(), SHORT)
            .await
            .unwrap()
    );
    until(
        || here.snapshot("a"),
        |kept| kept.as_ref().unwrap().is_none(),
    )
    .await;
    assert!(here.put_snapshot("a", 1, "one".into(), LONG).await.unwrap());
}

pub async fn under_concurrent_writers_the_newest_snapshot_stays(
    here: SharedLive,
    there: SharedLive,
) {
    let writers = [&here, &there].into_iter().enumerate().map(|(odd, live)| {
        let live = SharedLive::clone(live);
        let odd = u64::try_from(odd).unwrap();
        tokio::spawn(async move {
            for number in 0..100 {
                // Out of order, and the two in between one another.
                let seq = (number * 37 % 100) * 2 + odd + 1;
                let bytes = Bytes::from(format!("state {seq}"));
                live.put_snapshot("a", seq, bytes, LONG).await.unwrap();
                let kept = live.snapshot("a").await.unwrap().unwrap();
                assert!(kept.seq >= seq, "{} was overwritten", kept.seq);
                assert_eq!(kept.bytes, Bytes::from(format!("state {}", kept.seq)));
            }
        })
    });
    for writer in writers.collect::<Vec<_>>() {
        writer.await.unwrap();
    }
    assert_eq!(
        here.snapshot("a").await.unwrap().map(|kept| kept.seq),
        Some(200)
    );
}

fn deadline(name: &str, seq: u64, at_ms: impl Into<Option<i64>>) -> Deadline {
    Deadline {
        name: name.to_owned(),
        seq,
        at_ms: at_ms.into(),
    }
}

/// Claims until as many as wanted have come: a note is handed over, not waited for.
async fn claimed(live: &SharedLive, now_ms: i64, count: usize) -> Vec<String> {
    let mut all = Vec::new();
    let come = async {
        while all.len() < count {
            all.extend(live.claim_due("games", now_ms, LONG, 10).await.unwrap());
            tokio::task::yield_now().await;
        }
    };
    let come = timeout(PATIENCE, come).await;
    assert!(come.is_ok(), "{all:?} is all that is due");
    all
}

pub async fn what_is_due_is_given_out_earliest_first_and_once(here: SharedLive, there: SharedLive) {
    for (name, at_ms) in [
        ("late", 3_000),
        ("early", 1_000),
        ("middle", 2_000),
        ("not yet", 9_000),
    ] {
        here.note_deadline("games", &deadline(name, 1, at_ms));
    }
    // The last of these is noted after the others.
    here.note_deadline("games", &deadline("marker", 1, -1));
    assert_eq!(claimed(&there, 0, 1).await, ["marker"]);
    let first = there.claim_due("games", 5_000, LONG, 2).await.unwrap();
    assert_eq!(first, ["early", "middle"]);
    let rest = here.claim_due("games", 5_000, LONG, 10).await.unwrap();
    assert_eq!(rest, ["late"]);
    assert!(
        here.claim_due("games", 5_000, LONG, 10)
            .await
            .unwrap()
            .is_empty()
    );
    assert!(
        here.claim_due("seeks", 5_000, LONG, 10)
            .await
            .unwrap()
            .is_empty()
    );
    // Whoever took them did nothing: they are given out anew.
    let later = 5_000 + 60_000;
    let again: BTreeSet<String> = claimed(&there, later, 5).await.into_iter().collect();
    let all = ["early", "late", "marker", "middle", "not yet"];
    assert_eq!(again, all.map(str::to_owned).into());
}

pub async fn an_older_note_of_a_deadline_changes_nothing(here: SharedLive, there: SharedLive) {
    here.note_deadline("games", &deadline("a", 5, 1_000));
    here.note_deadline("games", &deadline("b", 5, 1_000));
    here.note_deadline("games", &deadline("c", 5, 1_000));
    let mut all = claimed(&here, 1_000, 3).await;
    all.sort();
    assert_eq!(all, ["a", "b", "c"]);
    there.note_deadline("games", &deadline("a", 4, 1_000));
    there.note_deadline("games", &deadline("b", 6, None));
    there.note_deadline("games", &deadline("b", 5, 1_000));
    there.note_deadline("games", &deadline("c", 5, 1_000));
    // Only the note of the same seq counts; it was sent last.
    assert_eq!(claimed(&here, 1_000, 1).await, ["c"]);
    assert!(
        here.claim_due("games", 1_000, LONG, 10)
            .await
            .unwrap()
            .is_empty()
    );
    let much_later = 1_000_000;
    let mut left = claimed(&here, much_later, 2).await;
    left.sort();
    assert_eq!(left, ["a", "c"]);
}

fn people(names: &[&str]) -> Vec<String> {
    names.iter().map(|name| (*name).to_owned()).collect()
}

pub async fn a_place_is_known_while_it_is_said_again(here: SharedLive, there: SharedLive) {
    let arrived = |names| Attendance {
        arrived: people(names),
        left: Vec::new(),
    };
    let anna_and_berit = arrived(&["anna", "berit"]);
    assert!(
        !here
            .keep_presence("one", &anna_and_berit, LONG)
            .await
            .unwrap()
    );
    let dana = arrived(&["dana"]);
    assert!(!there.keep_presence("two", &dana, LONG).await.unwrap());
    let change = Attendance {
        arrived: people(&["carla"]),
        left: people(&["berit"]),
    };
    assert!(here.keep_presence("one", &change, LONG).await.unwrap());
    let all = people(&["anna", "berit", "carla", "dana"]);
    let found = there.whereabouts(&all).await.unwrap();
    let expected = [
        ("one", people(&["anna", "carla"])),
        ("two", people(&["dana"])),
    ];
    let expected = expected.map(|(place, who)| (place.to_owned(), who.into_iter().collect()));
    assert_eq!(found, expected.into());
    // The second place falls silent; the first is known on.
    assert!(there.keep_presence("two", &dana, SHORT).await.unwrap());
    until(
        || here.whereabouts(&all),
        |found| found.as_ref().unwrap().len() == 1,
    )
    .await;
    let found = here.whereabouts(&all).await.unwrap();
    assert!(found["one"].contains("anna"));
    assert!(
        !there
            .keep_presence("two", &Attendance::default(), LONG)
            .await
            .unwrap()
    );
    assert!(
        there
            .keep_presence("two", &Attendance::default(), LONG)
            .await
            .unwrap()
    );
}

async fn everybody(live: &SharedLive, places: &str) -> Vec<String> {
    let found = live.attendees(places).await.unwrap();
    found.into_iter().collect()
}

pub async fn who_is_at_places_of_one_beginning_is_told_together(
    here: SharedLive,
    there: SharedLive,
) {
    let arrived = |names| Attendance {
        arrived: people(names),
        left: Vec::new(),
    };
    assert!(everybody(&here, "lobby/").await.is_empty());
    let said = [
        (&here, "lobby/one", arrived(&["anna", "berit"])),
        (&there, "lobby/two", arrived(&["berit", "carla"])),
        (&there, "gateway", arrived(&["dana"])),
        (&here, "lobby", arrived(&["emil"])),
    ];
    for (live, place, news) in &said {
        live.keep_presence(place, news, LONG).await.unwrap();
    }
    for live in [&here, &there] {
        let all = people(&["anna", "berit", "carla"]);
        assert_eq!(everybody(live, "lobby/").await, all);
    }
    // What a name begins with is no pattern.
    for none in ["lobby/*", "*", "obby", "lobby/three"] {
        assert!(everybody(&there, none).await.is_empty(), "{none}");
    }
    let gone = Attendance {
        arrived: Vec::new(),
        left: people(&["anna", "berit"]),
    };
    here.keep_presence("lobby/one", &gone, LONG).await.unwrap();
    let left = people(&["berit", "carla"]);
    assert_eq!(everybody(&there, "lobby/").await, left);
    // The second place falls silent.
    let nothing = Attendance::default();
    there
        .keep_presence("lobby/two", &nothing, SHORT)
        .await
        .unwrap();
    until(
        || here.attendees("lobby/"),
        |found| found.as_ref().unwrap().is_empty(),
    )
    .await;
    assert_eq!(everybody(&here, "").await, people(&["dana", "emil"]));
}

pub async fn of_very_many_at_places_so_many_are_told(here: SharedLive, there: SharedLive) {
    for place in ["crowd/one", "crowd/two"] {
        let crowd = (0..MOST_ATTENDEES - 1).map(|number| format!("{place} {number}"));
        let crowd = Attendance {
            arrived: crowd.collect(),
            left: Vec::new(),
        };
        here.keep_presence(place, &crowd, LONG).await.unwrap();
    }
    let told = there.attendees("crowd/").await.unwrap();
    assert_eq!(told.len(), MOST_ATTENDEES);
}

fn seeks(ids: &[&str], bytes: &str) -> Vec<StandingSeek> {
    let seek = |id: &&str| StandingSeek {
        id: (*id).to_owned(),
        bytes: bytes.to_owned().into(),
    };
    ids.iter().map(seek).collect()
}

async fn standing(live: &SharedLive) -> Vec<(String, String)> {
    let standing = live.seeks().await.unwrap().into_iter();
    let text = |bytes: Bytes| String::from_utf8(bytes.to_vec()).unwrap();
    standing.map(|(id, bytes)| (id, text(bytes))).collect()
}

/// A seek is there for every process, as it was said last, until it is dropped or falls silent.
pub async fn a_seek_stands_while_it_is_said_again(here: SharedLive, there: SharedLive) {
    assert!(standing(&here).await.is_empty());
    here.keep_seeks(&seeks(&["a", "b"], "first"), LONG)
        .await
        .unwrap();
    there
        .keep_seeks(&seeks(&["c"], "third"), LONG)
        .await
        .unwrap();
    let said = |all: &[(&str, &str)]| -> Vec<(String, String)> {
        let owned = all.iter();
        owned
            .map(|(id, bytes)| ((*id).to_owned(), (*bytes).to_owned()))
            .collect()
    };
    let all = said(&[("a", "first"), ("b", "first"), ("c", "third")]);
    assert_eq!(standing(&there).await, all);
    here.keep_seeks(&seeks(&["b"], "again"), LONG)
        .await
        .unwrap();
    let ended = ["c".to_owned(), "of nobody".to_owned()];
    here.drop_seeks(&ended).await.unwrap();
    let all = said(&[("a", "first"), ("b", "again")]);
    assert_eq!(standing(&there).await, all);
    // One falls silent; the other stands on.
    here.keep_seeks(&seeks(&["a"], "first"), SHORT)
        .await
        .unwrap();
    until(|| standing(&there), |now| now.len() == 1).await;
    assert_eq!(standing(&here).await, said(&[("b", "again")]));
    here.drop_seeks(&["b".to_owned()]).await.unwrap();
    assert!(standing(&there).await.is_empty());
    here.keep_seeks(&[], LONG).await.unwrap();
    here.drop_seeks(&[]).await.unwrap();
}

/// More than go in one message.
pub async fn of_many_seeks_each_ends_by_itself(here: SharedLive, there: SharedLive) {
    let ids: Vec<String> = (0..2_500).map(|number| format!("seek {number}")).collect();
    let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
    here.keep_seeks(&seeks(&ids, "kept"), LONG).await.unwrap();
    assert_eq!(standing(&there).await.len(), ids.len());
    let odd: Vec<String> = ids
        .iter()
        .skip(1)
        .step_by(2)
        .map(|id| (*id).to_owned())
        .collect();
    there.drop_seeks(&odd).await.unwrap();
    let left = standing(&here).await;
    assert_eq!(left.len(), ids.len() - odd.len());
    assert!(left.iter().all(|(id, _)| !odd.contains(id)));
}
