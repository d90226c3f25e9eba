//! The preview of the rating list: reckoned from the archive by the engine, kept until the archive is another.

use std::{
    collections::BTreeMap,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use outflank_access::{Page, Problem};
use outflank_journal::{Cursor, from_row, records};
use outflank_proto::ratings::v1 as proto;
use outflank_rating_list::{Game, Month, Outcome, RatingList, rating_list};
use sqlx::AssertSqlSafe;
use time::OffsetDateTime;
use tokio::sync::{Mutex, OnceCell};

use super::{Archive, rows::SEEN};
use crate::stored::stored;

/// How long a page waits for the ratings of earlier years: the first time that they are asked for, of a large archive.
const PATIENCE: Duration = Duration::from_secs(3);

/// What was reckoned last.
#[derive(Default)]
pub(super) struct Lists(Mutex<Arc<Reckoned>>);

/// Everything reckoned of one archive in one month.
#[derive(Default)]
struct Reckoned {
    of: Option<(String, u64, (u16, u8))>,
    games: Vec<Game>,
    /// Another one is kept by now.
    outdated: AtomicBool,
    now: OnceCell<MonthList>,
    /// By player, at the ends of years, the first first.
    years: OnceCell<BTreeMap<u32, Vec<proto::PreviewRating>>>,
}

/// The list of a month, by player.
struct MonthList {
    month: (u16, u8),
    lines: BTreeMap<u32, proto::PreviewRating>,
    /// The active players of the largest group, the best first.
    ranked: Vec<u32>,
    groups: u32,
    rated: RatingList,
}

struct CountedRow {
    day: String,
    black_number: u32,
    white_number: u32,
    outcome: String,
}

from_row!(CountedRow {
    day,
    black_number [i64],
    white_number [i64],
    outcome,
});

impl CountedRow {
    fn game(&self) -> Option<Game> {
        let year = self.day.get(..4)?.parse().ok()?;
        let month = self.day.get(5..7)?.parse().ok()?;
        Some(Game {
            month: Month::new(year, month)?,
            first: self.black_number,
            second: self.white_number,
            outcome: match self.outcome.as_str() {
                "black" => Outcome::FirstWon,
                "white" => Outcome::SecondWon,
                _ => Outcome::Drawn,
            },
        })
    }
}

impl Archive {
    /// How somebody stands now, and how he stood at the ends of years: none while that is still being reckoned.
    pub(super) async fn rated(
        &self,
        number: u32,
        version: &Cursor,
    ) -> Result<
        (
            Option<proto::PreviewRating>,
            Option<Vec<proto::PreviewRating>>,
        ),
        Problem,
    > {
        let reckoned = self.reckoned(version).await?;
        let now = reckoned.now().await?.lines.get(&number).cloned();
        // They go on where nobody waits for them any more.
        _ = tokio::time::timeout(PATIENCE, reckoned.begin_years()).await;
        let history = reckoned.years.get();
        let history = history.map(|years| years.get(&number).cloned().unwrap_or_default());
        Ok((now, history))
    }

    /// A page of the preview, the best first.
    pub(crate) async fn preview(
        self: &Arc<Self>,
        asked: &proto::ListPreviewRatingsRequest,
    ) -> Result<proto::ListPreviewRatingsResponse, Problem> {
        let version = self.current().await?;
        let reckoned = self.reckoned(&version).await?;
        // The pages are those of one list.
        let query = ("preview", &reckoned.of);
        let page: Page<u32> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let list = reckoned.now().await?;
        let before = page.after().copied().unwrap_or_default();
        let from = usize::try_from(before).unwrap_or(usize::MAX);
        let places = (before.saturating_add(1)..).zip(list.ranked.iter().skip(from));
        let found: Vec<(u32, u32)> = places
            .take(page.sought())
            .map(|(place, number)| (place, *number))
            .collect();
        let (found, next_page_token) = page.cut(found, |last| last.0)?;
        let numbers: Vec<u32> = found.into_iter().map(|(_, number)| number).collect();
        let mut latest = self.latest(&numbers).await?;
        let official = self.official.now().await;
        let players = numbers.iter().map(|number| proto::RatedPlayer {
            player: latest.remove(number),
            rating: list.lines.get(number).cloned(),
            official_rating: official.of(*number),
        });
        let players = players.collect();
        let count = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Ok(proto::ListPreviewRatingsResponse {
            players,
            month: month_text(list.month),
            results: count(reckoned.games.len()),
            active: count(list.ranked.len()),
            groups: list.groups,
            next_page_token,
            official: official.distance(&list.rated),
        })
    }

    /// What is reckoned of the archive as it is, in this month.
    async fn reckoned(&self, version: &Cursor) -> Result<Arc<Reckoned>, Problem> {
        let month = month_of(self.clock.now_ms());
        let wanted = Some((version.epoch.clone(), version.number, month));
        let mut kept = self.lists.0.lock().await;
        if kept.of != wanted {
            let select = records::query_as::<CountedRow>(AssertSqlSafe(format!(
                "SELECT g.day, g.black_number, g.white_number, g.outcome FROM archive_games g \
                 JOIN archive_events e ON e.event = g.event \
                 WHERE e.counts <> 0 AND g.black_number > 0 AND g.white_number > 0 AND g.{SEEN}",
            )));
            let found = select.fetch_all(self.records.read()).await;
            let found = found.map_err(stored)?;
            kept.outdated.store(true, Ordering::Relaxed);
            *kept = Arc::new(Reckoned {
                of: wanted,
                games: found.iter().filter_map(CountedRow::game).collect(),
                ..Reckoned::default()
            });
        }
        Ok(Arc::clone(&kept))
    }
}

impl Reckoned {
    /// The list of this month. It is reckoned once, whoever waits for it.
    async fn now(self: &Arc<Self>) -> Result<&MonthList, Problem> {
        if self.now.get().is_none() {
            let own = Arc::clone(self);
            let reckoning = tokio::spawn(async move {
                let reckon = || off_the_loop(&own, |of| Ok(MonthList::of(&of.games, of.month())));
                own.now.get_or_try_init(reckon).await.map(drop)
            });
            reckoning.await.map_err(Problem::internal)??;
        }
        let now = self.now.get();
        now.ok_or_else(|| Problem::internal("a list that was reckoned is gone"))
    }

    /// Reckons the ratings at the ends of all years before this one, once, whoever waits for them.
    async fn begin_years(self: &Arc<Self>) -> Result<(), Problem> {
        let own = Arc::clone(self);
        let reckoning = tokio::spawn(async move {
            let reckon = || off_the_loop(&own, Self::reckon_years);
            own.years.get_or_try_init(reckon).await.map(drop)
        });
        reckoning.await.map_err(Problem::internal)?
    }

    fn reckon_years(&self) -> Result<BTreeMap<u32, Vec<proto::PreviewRating>>, Problem> {
        let this = self.month().0;
        let mut years = BTreeMap::<u32, Vec<proto::PreviewRating>>::new();
        for year in first_year(&self.games, this)..this {
            if self.outdated.load(Ordering::Relaxed) {
                return Err(Problem::internal("another archive is reckoned by now"));
            }
            for (number, rating) in MonthList::of(&self.games, (year, 12)).lines {
                years.entry(number).or_default().push(rating);
            }
        }
        Ok(years)
    }

    fn month(&self) -> (u16, u8) {
        self.of.as_ref().map_or((1970, 1), |of| of.2)
    }
}

/// Reckons where it keeps nobody from being answered.
async fn off_the_loop<T: Send + 'static>(
    of: &Arc<Reckoned>,
    reckon: fn(&Reckoned) -> Result<T, Problem>,
) -> Result<T, Problem> {
    let of = Arc::clone(of);
    let reckoned = tokio::task::spawn_blocking(move || reckon(&of)).await;
    reckoned.map_err(Problem::internal)?
}

/// The year of the first game.
fn first_year(games: &[Game], this: u16) -> u16 {
    let first = games.iter().map(|game| game.month).min();
    let years = (1970..this).find(|year| {
        let january = Month::new(year.saturating_add(1), 1);
        first.zip(january).is_some_and(|(first, next)| first < next)
    });
    years.unwrap_or(this)
}

impl MonthList {
    fn of(games: &[Game], month: (u16, u8)) -> Self {
        let list = match Month::new(month.0, month.1) {
            Some(reference) => rating_list(games.iter().copied(), reference),
            None => RatingList::default(),
        };
        let ranks = list.ranks();
        let mut ranked: Vec<u32> = ranks.keys().copied().collect();
        ranked.sort_by_key(|number| (ranks.get(number), *number));
        let groups = list.players.iter().map(|player| player.component + 1).max();
        let lines = list.players.iter();
        let lines = lines.map(|player| {
            let line = proto::PreviewRating {
                month: month_text(month),
                rating_tenths: tenths(player.rating),
                uncertainty_tenths: tenths(player.uncertainty),
                rank: ranks.get(&player.id).copied().unwrap_or_default(),
                games: player.games,
            };
            (player.id, line)
        });
        let lines = lines.collect();
        Self {
            month,
            lines,
            ranked,
            groups: groups.unwrap_or_default(),
            rated: list,
        }
    }
}

/// Tenths of points; a list has none below 0.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "held between 0 and a million"
)]
pub(super) fn tenths(points: f64) -> u32 {
    (points * 10.0).round().clamp(0.0, 1_000_000.0) as u32
}

fn month_of(now_ms: i64) -> (u16, u8) {
    let at = OffsetDateTime::from_unix_timestamp(now_ms.div_euclid(1_000));
    at.map_or((1970, 1), |at| {
        let year = u16::try_from(at.year()).unwrap_or(1970);
        (year, u8::from(at.month()))
    })
}

fn month_text((year, month): (u16, u8)) -> String {
    format!("{year:04}-{month:02}")
}
