//! What pairing tells and standings cannot fold, or cannot read.

use outflank_access::Kind;
use outflank_proto::feed::v1::Fact;
use outflank_stillness::unreadable;
use outflank_transport::feed::{self, StoppedFeed};

use crate::world::{TestPairing, Tournament, World};

/// What pairing tells of a tournament with four entrants.
fn facts_of(id: &str) -> Vec<Fact> {
    let pairing = TestPairing::default();
    Tournament::new(&pairing, id, 4);
    pairing.told()
}

#[tokio::test(start_paused = true)]
async fn a_fact_that_cannot_be_read_stops_what_is_behind_it_and_no_list() {
    let world = World::new();
    let _known = Tournament::new(&world.pairing, "known", 4);
    let known = world.whole_list("known").await;
    let ways = unreadable(&facts_of("any")[0]).len();
    assert_eq!(ways, 4);
    for way in 0..ways {
        let (ahead, behind) = (format!("ahead-{way}"), format!("behind-{way}"));
        let mut facts = facts_of(&ahead);
        let good = facts.remove(0);
        let (how, spoilt) = unreadable(&good).remove(way);
        let position = world.pairing.push(spoilt);
        for fact in facts.into_iter().chain(facts_of(&behind)) {
            world.pairing.push(fact);
        }

        let problem = world.catch_up().await.unwrap_err();
        assert_eq!(problem.kind, Kind::Unavailable, "{how}: {problem}");
        let stopped = StoppedFeed {
            feed: "pairing",
            role: "standings",
            position,
        };
        assert_eq!(feed::stopped(), [stopped], "{how}");
        assert_eq!(world.list("known", 0).await.unwrap(), known, "{how}");
        // Pairing knows what stands behind it.
        assert_eq!(world.list(&behind, 0).await.unwrap().rows.len(), 4, "{how}");

        world.pairing.mend(position, good);
        world.catch_up().await.unwrap();
        for id in [&ahead, &behind] {
            assert_eq!(world.list(id, 0).await.unwrap().rows.len(), 4, "{how}");
        }
        assert_eq!(feed::stopped(), [], "{how}");
    }
}
