//! Many changes of one tournament at once, and races against other processes.

use std::{
    collections::BTreeSet,
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
};

use outflank_journal::{
    StreamId, records,
    writer::{InsertError, Row},
};
use outflank_proto::pairing::v1 as proto;
use outflank_stillness::{Broken, Disturbance, Memory, MemoryJournal, Stillness};

use crate::world::{DIRECTOR, World};

/// The first federation number of those who register at once.
const NUMBER: u32 = 60_000;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn of_many_who_register_at_once_all_are_on_the_list_with_codes_for_their_seats() {
    const AT_ONCE: usize = 64;
    let world = Arc::new(World::new().await);
    let id = world.create().await;
    let before = world.seq(&id).await;
    let register = |place: usize| {
        let (world, id) = (Arc::clone(&world), id.clone());
        let mut asked = world.new_entrant(&id, place);
        asked.federation_number = NUMBER + u32::try_from(place).unwrap();
        tokio::spawn(async move {
            let entrant = ask!(world, DIRECTOR, register_entrant, asked)?.entrant_id;
            let asked = proto::IssueSeatCodeRequest {
                tournament_id: id,
                entrant_id: entrant.clone(),
            };
            ask!(world, DIRECTOR, issue_seat_code, asked).map(|_| entrant)
        })
    };
    let all: Vec<_> = (0..AT_ONCE).map(register).collect();
    let mut entrants = BTreeSet::new();
    for one in all {
        entrants.insert(one.await.unwrap().unwrap());
    }
    let listed = world.tournament(&id).await.entrants.into_iter();
    assert_eq!(
        listed.map(|entrant| entrant.id).collect::<BTreeSet<_>>(),
        entrants
    );
    let each_once = 2 * AT_ONCE as u64;
    assert_eq!(
        (entrants.len(), world.seq(&id).await),
        (AT_ONCE, before + each_once)
    );
}

/// Another process that comes first so many times more.
#[derive(Clone, Default)]
struct Rival(Arc<AtomicU32>);

#[tonic::async_trait]
impl Disturbance for Rival {
    async fn commit(
        &self,
        memory: &Arc<Memory>,
        rows: &[Row],
    ) -> Result<BTreeSet<StreamId>, InsertError> {
        let left = self
            .0
            .fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| {
                left.checked_sub(1)
            });
        match left {
            Ok(_) => Ok(BTreeSet::new()),
            Err(_) => memory.commit(rows, Broken::default()).await,
        }
    }
}

#[tokio::test]
async fn a_registration_that_lost_every_race_holds_no_number() {
    let rival = Rival::default();
    let memory = Arc::new(Memory::new("pairing"));
    let journal = MemoryJournal::open(&memory, &Stillness::default(), rival.clone());
    let world = World::over(memory, journal).await;
    let id = world.create().await;
    let register = || {
        let mut asked = world.new_entrant(&id, 1);
        asked.federation_number = NUMBER;
        let world = &world;
        async move { ask!(world, DIRECTOR, register_entrant, asked) }
    };
    rival.0.store(u32::MAX, Ordering::Relaxed);
    let lost = register().await.unwrap_err();
    assert_eq!(lost.code, "tournament_contended");
    rival.0.store(1, Ordering::Relaxed);
    let entrant = register().await.unwrap().entrant_id;
    let tournament = world.tournament(&id).await;
    assert_eq!(
        (
            &tournament.entrants[0].id,
            tournament.entrants[0].federation_number
        ),
        (&entrant, NUMBER)
    );
}

/// Earlier versions wrote a name before its entry, which then might not come about.
#[tokio::test]
async fn a_name_without_an_entry_holds_no_number() {
    let world = World::new().await;
    let id = world.create().await;
    let left = records::query(
        "INSERT INTO entrant_names (tournament_id, entrant_id, surname, given_names, federation_number, new_player, \
         written_at_ms) VALUES ($1, 'nobody', 'Left', 'Over', $2, FALSE, 0)",
    );
    let left = left.bind(&id).bind(NUMBER);
    world.records().run(left).await.unwrap();
    let mut asked = world.new_entrant(&id, 1);
    asked.federation_number = NUMBER;
    let entrant = ask!(world, DIRECTOR, register_entrant, asked)
        .unwrap()
        .entrant_id;
    let entrants = world.tournament(&id).await.entrants;
    let shown = entrants
        .iter()
        .map(|one| (one.id.as_str(), one.federation_number));
    assert_eq!(shown.collect::<Vec<_>>(), [(entrant.as_str(), NUMBER)]);
}
