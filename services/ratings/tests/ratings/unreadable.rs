//! What pairing tells and no rating file can be made of, or ratings cannot read.

use outflank_access::{Kind, Role};
use outflank_stillness::unreadable;
use outflank_transport::feed::{self, StoppedFeed};

use crate::world::{
    TestPairing, World,
    tournament::{Person, Tournament},
};

const TWO: [Person; 2] = [("Alder", "Ann", 1, false), ("Birch", "Ben", 2, true)];

#[tokio::test]
async fn a_fact_that_cannot_be_read_stops_what_is_behind_it() {
    let world = World::new().await;
    for way in 0..4 {
        let (ahead, behind) = (format!("ahead-{way}"), format!("behind-{way}"));
        let elsewhere = TestPairing::default();
        let tournament = Tournament::confirmed(&elsewhere, &ahead, "Fernwood Open", &TWO);
        world.pairing.show(&ahead, tournament.shown());
        let mut facts = elsewhere.told();
        let good = facts.pop().unwrap();
        assert_eq!(good.kind, "tournament_confirmed");
        for fact in facts {
            world.pairing.push(fact);
        }
        let (how, spoilt) = unreadable(&good).remove(way);
        let position = world.pairing.push(spoilt);
        Tournament::confirmed(&world.pairing, &behind, "Fernwood Open", &TWO);

        let problem = world.catch_up().await.unwrap_err();
        assert_eq!(problem.kind, Kind::Unavailable, "{how}: {problem}");
        let stopped = StoppedFeed {
            feed: "pairing",
            role: "ratings",
            position,
        };
        assert_eq!(feed::stopped(), [stopped], "{how}");
        assert_eq!(world.list("").await.len(), 2 * way, "{how}");
        world.pairing.mend(position, good);
        world.catch_up().await.unwrap();
        assert_eq!(feed::stopped(), [], "{how}");
        for id in [&ahead, &behind] {
            world.export(id, 0).await.unwrap();
        }
    }
}

#[tokio::test]
async fn what_no_file_can_be_made_of_is_refused_once() {
    let world = World::new().await;
    let people = [TWO[0], ("林", "", 3, false)];
    Tournament::confirmed(&world.pairing, "unwritable", "Fernwood Open", &people);
    Tournament::confirmed(&world.pairing, "behind", "Fernwood Open", &TWO);
    world.catch_up().await.unwrap();
    world.pairing.tell_all_again();
    world.catch_up().await.unwrap();
    world.export("behind", 0).await.unwrap();
    let followed = &feed::followed()[&(Role::Ratings, Role::Pairing)];
    assert_eq!((followed.refused, followed.unreadable), (1, None));
}
