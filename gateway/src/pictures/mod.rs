//! Pictures that are drawn here: few at a time, each once while it is kept.

pub mod facts;

use std::{net::IpAddr, num::NonZeroUsize, sync::Arc, thread::available_parallelism};

use bytes::Bytes;
use outflank_access::{Kind, Problem, identifier, problem};
use outflank_kept::{Kept, Weighed};
use outflank_picture::{BoardPicture, Fonts, NotDrawn, StandingsPicture, Style};
use tokio::{
    sync::{OnceCell, Semaphore},
    task::spawn_blocking,
};

use crate::{
    address_places::{AddressPlaces, PlaceLimits},
    web_files,
};

/// Room for pictures that were drawn, in bytes: some two hundred.
const MOST_KEPT_BYTES: u64 = 16 << 20;
/// A picture is drawn within so long unless the machine is busy, in seconds.
const RETRY_AFTER_S: u64 = 2;
/// How many may wait for pictures to be drawn. Somebody who turns over a game shows a few of them at once.
const LIMITS: PlaceLimits = PlaceLimits {
    most: 64,
    most_of_address: 8,
    none_left: || {
        Problem::new(
            Kind::TooMany,
            "too_many_requests",
            "The server draws as many pictures as it can: try again in a moment.",
        )
        .with("retry_after_s", RETRY_AFTER_S)
    },
    none_for_address: |most| {
        problem!(
            Kind::TooMany,
            "too_many_requests",
            "{most} pictures are being drawn for this address, as many as there may be: wait for one first.",
            most,
        )
        .with("retry_after_s", RETRY_AFTER_S)
    },
};
/// What is drawn alike looks otherwise in another version.
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// What a picture shows.
#[derive(Debug, Clone)]
pub enum Shows {
    /// A board.
    Board(Box<BoardPicture>),
    /// Standings.
    Standings(StandingsPicture),
}

/// A picture to draw.
#[derive(Debug, Clone)]
pub struct Drawing {
    shows: Shows,
    style: Style,
    tag: String,
}

impl Drawing {
    /// One of these facts.
    pub fn of(shows: Shows, style: Style) -> Self {
        let tag = identifier::derived_id(&[&format!("{shows:?} {style:?}"), VERSION]);
        Self { shows, style, tag }
    }

    /// What follows from everything that it shows, and from nothing else.
    pub fn tag(&self) -> &str {
        &self.tag
    }

    fn draw(&self, fonts: &Fonts) -> Result<Vec<u8>, NotDrawn> {
        match &self.shows {
            Shows::Board(shown) => outflank_picture::board(shown, self.style, fonts),
            Shows::Standings(shown) => outflank_picture::standings(shown, self.style, fonts),
        }
    }
}

#[derive(Debug, Clone)]
struct Png(Bytes);

impl Weighed for Png {
    fn bytes(&self) -> u64 {
        u64::try_from(self.0.len()).unwrap_or(u64::MAX)
    }
}

/// What draws, and what it drew lately.
#[derive(Debug)]
pub struct Pictures {
    /// By their tags.
    kept: Kept<String, Png>,
    waiting: AddressPlaces,
    /// Half of the processors: the others are the players'.
    turns: Arc<Semaphore>,
    /// Unpacked with the first picture.
    fonts: OnceCell<Arc<Fonts>>,
}

impl Default for Pictures {
    fn default() -> Self {
        let processors = available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            kept: Kept::new("gateway_pictures", MOST_KEPT_BYTES),
            waiting: AddressPlaces::new(LIMITS),
            turns: Arc::new(Semaphore::new((processors / 2).max(1))),
            fonts: OnceCell::new(),
        }
    }
}

impl Pictures {
    /// The PNG of a drawing, for a client at this address.
    ///
    /// # Errors
    /// `too_many_requests` where too many wait; `unavailable` where there is no font.
    pub async fn of(self: &Arc<Self>, address: IpAddr, drawing: Drawing) -> Result<Bytes, Problem> {
        if let Some(Png(png)) = self.kept.get(&drawing.tag) {
            return Ok(png);
        }
        let _place = self.waiting.take(address)?;
        let turn = Arc::clone(&self.turns).acquire_owned().await;
        let turn = turn.map_err(Problem::internal)?;
        // Who waited before may have wanted the same.
        if let Some(Png(png)) = self.kept.get(&drawing.tag) {
            return Ok(png);
        }
        let fonts = Arc::clone(self.fonts.get_or_try_init(fonts).await?);
        let pictures = Arc::clone(self);
        // Whoever goes away meanwhile leaves it to the next who asks, and holds the turn until it is there.
        let drawn = spawn_blocking(move || {
            let drawn = drawing.draw(&fonts).map(Bytes::from);
            if let Ok(png) = &drawn {
                pictures.kept.keep(drawing.tag, Png(png.clone()));
            }
            drop(turn);
            drawn
        });
        drawn.await.map_err(Problem::internal)?.map_err(|why| match why {
            NotDrawn::NoFont => Problem::new(
                Kind::Unavailable,
                "unavailable",
                "There is no font to write pictures in: the server's operator builds the web app, then the server again.",
            ),
            why => Problem::internal(why),
        })
    }
}

async fn fonts() -> Result<Arc<Fonts>, Problem> {
    let fonts = spawn_blocking(|| Fonts::new(web_files::fonts()).map(Fonts::with_machine));
    let fonts = fonts.await.map_err(Problem::internal)?;
    fonts.map(Arc::new).map_err(Problem::internal)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, clippy::panic)]
    use std::{net::Ipv4Addr, pin::pin, task::Poll};

    use futures_util::poll;
    use outflank_picture::{Delay, Language, StandingsState, Theme};

    use super::*;

    fn drawing(event: usize) -> Drawing {
        let shown = StandingsPicture {
            event: event.to_string(),
            rounds: 3,
            state: StandingsState::Before,
            tie_break: String::new(),
            rows: Vec::new(),
            all: 0,
            delay: Delay::None,
        };
        let style = Style {
            theme: Theme::Light,
            language: Language::English,
        };
        Drawing::of(Shows::Standings(shown), style)
    }

    #[tokio::test]
    async fn so_many_wait_for_their_pictures_and_the_others_are_told_to_come_again() {
        let pictures = Arc::new(Pictures::default());
        let all = u32::try_from(pictures.turns.available_permits()).unwrap();
        let busy = pictures.turns.acquire_many(all).await.unwrap();
        let address = |number: usize| {
            let number = u32::try_from(number / LIMITS.most_of_address).unwrap();
            IpAddr::from(Ipv4Addr::from(number))
        };
        let mut waiting = Vec::new();
        for number in 0..LIMITS.most {
            let of = Box::pin(pictures.of(address(number), drawing(number)));
            waiting.push(of);
            let last = waiting.last_mut().unwrap();
            assert!(poll!(last).is_pending());
            if number + 1 == LIMITS.most_of_address {
                let more = pin!(pictures.of(address(0), drawing(number + 1)));
                let Poll::Ready(Err(refused)) = poll!(more) else {
                    panic!("one address waits for more")
                };
                assert_eq!(refused.code, "too_many_requests");
            }
        }
        let more = pin!(pictures.of(address(LIMITS.most), drawing(LIMITS.most)));
        let Poll::Ready(Err(refused)) = poll!(more) else {
            panic!("more wait than may")
        };
        assert_eq!(refused.code, "too_many_requests");
        drop(waiting);
        drop(busy);
        // What is kept needs neither place nor turn.
        let kept = drawing(0);
        let png = Png(Bytes::from_static(b"png"));
        pictures.kept.keep(kept.tag.clone(), png);
        let _busy = pictures.turns.acquire_many(all).await.unwrap();
        assert_eq!(pictures.of(address(0), kept).await.unwrap(), &b"png"[..]);
    }
}
