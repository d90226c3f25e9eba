//! Waiting for what has to come.

use std::fmt::Debug;

use outflank_client::{Client, Table, TablePhase};
use tokio::time::{Duration, Instant, sleep};

/// How long anything may take that has to come, however busy the machine is.
pub const PATIENCE: Duration = Duration::from_secs(60);
/// Refusals of the moment: the same is sent again.
pub const AGAIN: [&str; 9] = [
    "stale_command",
    "conflict",
    "unavailable",
    "role_away",
    "too_many_requests",
    "outcome_unknown",
    "stopping",
    "shutting_down",
    "flag_pending",
];
/// Before it is sent again.
pub const AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Looks again and again until there is something to see.
///
/// # Panics
/// When it never comes, with what was seen instead at last.
pub async fn until<Seen, Missing: Debug>(
    what: &str,
    mut look: impl AsyncFnMut() -> Result<Seen, Missing>,
) -> Seen {
    let begun = Instant::now();
    loop {
        match look().await {
            Ok(seen) => return seen,
            Err(missing) => assert!(
                begun.elapsed() < PATIENCE,
                "after {PATIENCE:?} there is still not {what}: {missing:?}"
            ),
        }
        sleep(LOOK_AGAIN).await;
    }
}

/// The table of a game as soon as it is as wanted.
pub async fn until_table(
    client: &Client,
    game_id: &str,
    (what, wanted): (&str, impl Fn(&Table) -> bool),
) -> Table {
    let path = format!("/games/{game_id}");
    let look = async || {
        let table: Table = client.get(&path).await.map_err(|error| error.to_string())?;
        if wanted(&table) {
            Ok(table)
        } else {
            Err(format!("{table:?}"))
        }
    };
    until(&format!("{what} in game {game_id}"), look).await
}

/// Waits until the clocks of a published game run: nothing is accepted at its table before.
pub async fn until_live(client: &Client, game_id: &str) {
    let is_live = |table: &Table| table.phase == TablePhase::Live;
    until_table(client, game_id, ("a running clock", is_live)).await;
}

/// Waits until so many plies of a game stand.
pub async fn until_played(client: &Client, game_id: &str, plies: usize) {
    let stand = |table: &Table| table.plies.len() >= plies;
    until_table(client, game_id, (&format!("ply {plies}"), stand)).await;
}
