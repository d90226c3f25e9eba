//! Waiting for what has to come.

use std::fmt::Debug;

use outflank_client::{AGAIN, Client, Refused, Table, TablePhase};
pub use outflank_testbed::PATIENCE;
use tokio::time::{Duration, Instant, sleep};

/// What an answer says behind which nobody was asked.
const NOT_NOW: [u16; 2] = [429, 503];
/// Before it is sent again.
pub const AGAIN_AFTER: Duration = Duration::from_millis(100);
/// Between two looks.
const LOOK_AGAIN: Duration = Duration::from_millis(20);

/// Whether a refusal with this code is of the moment: the same is sent again.
#[must_use]
pub fn is_of_the_moment(code: &str) -> bool {
    AGAIN.contains(&code)
}

/// Whether a server says only that it does not come to it for a while: the same is sent again.
#[must_use]
pub fn is_not_now(refused: &Refused) -> bool {
    NOT_NOW.contains(&refused.status)
}

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

/// Waits until the clocks of a published game run, or did: nothing is accepted at its table before.
pub async fn until_live(client: &Client, game_id: &str) {
    let is_live = |table: &Table| table.phase != TablePhase::Armed;
    until_table(client, game_id, ("a running clock", is_live)).await;
}

/// Waits until so many plies of a game stand.
pub async fn until_played(client: &Client, game_id: &str, plies: usize) {
    let stand = |table: &Table| table.plies.len() >= plies;
    until_table(client, game_id, (&format!("ply {plies}"), stand)).await;
}
