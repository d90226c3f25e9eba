//! Games of the archive as a WTHOR base in a ZIP archive.
//!
//! A file of a base begins with how many games it has, and its games point to names that all years share: so a base is made
//! whole before its first byte is known. It is made within bounds, one at a time in a process, and kept for who takes it
//! piece by piece; where another process is asked for the next piece, that one makes the same bytes.

use std::sync::Arc;

use bytes::Bytes;
use outflank_access::{Page, Problem, page::refused_token};
use outflank_formats::{
    CivilDate,
    archive::{ArchiveEvent, ArchiveGame, ArchivePlayer, Base, BaseFull},
};
use outflank_kept::{Kept, Weighed};
use outflank_packed::pack;
use outflank_proto::ratings::v1 as proto;
use tokio::sync::{Mutex, OwnedMutexGuard};
use tracing::Instrument as _;

use super::{
    Archive,
    download::squares,
    queries::{bad, query},
};

/// Most bytes of all files of a base: some 240,000 games, twice the federation's own. While it is made it takes three times as
/// many of memory.
const MOST_BYTES: usize = 16 << 20;
/// Bytes of a piece.
const PIECE_BYTES: usize = 1 << 20;
/// Room for bases that are kept, in bytes: two that are as large as may be, or many that are not.
const MOST_KEPT_BYTES: u64 = 34 << 20;
/// A base is made anew at most so often where the archive becomes another meanwhile.
const ATTEMPTS: u32 = 3;

/// Bases that were made.
pub(super) struct Bases {
    making: Arc<Mutex<()>>,
    /// By what was asked for of which archive.
    kept: Kept<String, Known>,
}

impl Default for Bases {
    fn default() -> Self {
        Self {
            making: Arc::default(),
            kept: Kept::new("ratings_bases", MOST_KEPT_BYTES),
        }
    }
}

/// What became of a base: its bytes, or that it is too large, which costs as much to find out.
type Made = Result<Bytes, BaseFull>;

/// The same with what it was made for.
#[derive(Clone)]
struct Known {
    made: Made,
    asked_bytes: usize,
}

impl Weighed for Known {
    fn bytes(&self) -> u64 {
        let made = self.made.as_ref().map_or(0, Bytes::len);
        u64::try_from(made + self.asked_bytes).unwrap_or(u64::MAX)
    }
}

impl Bases {
    fn kept(&self, of: &str) -> Option<Made> {
        self.kept.get(of).map(|known| known.made)
    }

    fn keep(&self, of: String, made: Made) {
        let asked_bytes = of.len();
        self.kept.keep(of, Known { made, asked_bytes });
    }
}

impl Archive {
    /// A piece of the base of the games that are asked for, and what asks for the next one.
    pub(super) async fn base_piece(
        self: &Arc<Self>,
        asked: proto::ListArchivedGamesRequest,
    ) -> Result<(Vec<u8>, String), Problem> {
        let version = match asked.page_token.is_empty() {
            true => self.current().await?,
            false => self.written().await?,
        };
        let of = ("base", query(&asked), (&version.epoch, version.number));
        let page: Page<usize> = Page::asked(0, &asked.page_token, &of)?;
        let of = serde_json::to_string(&of).map_err(Problem::internal)?;
        let base = self
            .base(of, &asked)
            .await?
            .map_err(|_| bad("a WTHOR base of it is larger than 16 MB: ask for fewer years"))?;
        let start = page.after().copied().unwrap_or(0);
        let end = start.saturating_add(PIECE_BYTES).min(base.len());
        let piece = base.get(start..end).ok_or_else(refused_token)?;
        let next = match end < base.len() {
            true => page.token(&end)?,
            false => String::new(),
        };
        Ok((piece.to_vec(), next))
    }

    async fn base(
        self: &Arc<Self>,
        of: String,
        asked: &proto::ListArchivedGamesRequest,
    ) -> Result<Made, Problem> {
        if let Some(kept) = self.bases.kept(&of) {
            return Ok(kept);
        }
        let making = Arc::clone(&self.bases.making).lock_owned().await;
        if let Some(kept) = self.bases.kept(&of) {
            return Ok(kept);
        }
        let (archive, asked) = (Arc::clone(self), asked.clone());
        // It goes on where nobody waits for it any more: whoever asks again finds it made.
        let work = async move { archive.make_base(making, of, asked).await };
        let made = tokio::spawn(work.in_current_span()).await;
        made.map_err(Problem::internal)?
    }

    async fn make_base(
        self: &Arc<Self>,
        making: OwnedMutexGuard<()>,
        of: String,
        asked: proto::ListArchivedGamesRequest,
    ) -> Result<Made, Problem> {
        let mut attempts = 1..ATTEMPTS;
        let collected = loop {
            match self.collected(&asked).await {
                // What is imported meanwhile ends the list that was begun.
                Err(problem) if problem.code == "invalid_page_token" => {
                    attempts.next().ok_or(problem)?;
                }
                collected => break collected?,
            }
        };
        let made = match collected {
            Ok(base) => {
                let packed = tokio::task::spawn_blocking(move || {
                    let files = base.finish();
                    let files = files.iter().map(|file| (&*file.name, &*file.bytes));
                    pack(files).map(Bytes::from)
                });
                let packed = packed.await.map_err(Problem::internal)?;
                Ok(packed.map_err(Problem::internal)?)
            }
            Err(full) => Err(full),
        };
        self.bases.keep(of, made.clone());
        drop(making);
        Ok(made)
    }

    async fn collected(
        self: &Arc<Self>,
        asked: &proto::ListArchivedGamesRequest,
    ) -> Result<Result<Base, BaseFull>, Problem> {
        let mut base = Base::within(MOST_BYTES);
        let mut asked = proto::ListArchivedGamesRequest {
            page_token: String::new(),
            ..asked.clone()
        };
        loop {
            let (games, next) = self.piece(&asked).await?;
            for game in &games {
                let event = game.game_id.split('-').next().unwrap_or_default();
                if let Err(full) = base.take(event, &with_one(game)) {
                    return Ok(Err(full));
                }
            }
            if next.is_empty() {
                return Ok(Ok(base));
            }
            asked.page_token = next;
        }
    }
}

/// The event, with no game but this.
fn with_one(game: &proto::ArchivedGame) -> ArchiveEvent {
    let event = game.event.clone().unwrap_or_default();
    let players = [&game.black, &game.white].map(|player| {
        let player = player.clone().unwrap_or_default();
        ArchivePlayer {
            number: (player.federation_number > 0).then_some(player.federation_number),
            surname: player.surname,
            given_names: player.given_names,
            country: None,
        }
    });
    let narrowed = |discs: Option<u32>| discs.and_then(|discs| u16::try_from(discs).ok());
    ArchiveEvent {
        file: 0,
        name: event.name,
        country: None,
        day: CivilDate::from_hyphens(&event.date),
        year: u16::try_from(event.year).ok().filter(|year| *year > 0),
        players: players.into(),
        games: vec![ArchiveGame {
            round: (game.round > 0).then_some(game.round),
            black: 0,
            white: 1,
            colours_known: game.colours_known,
            // The discs say it.
            winner: None,
            discs: narrowed(game.black_discs).zip(narrowed(game.white_discs)),
            moves: squares(&game.moves),
        }],
    }
}
