//! Seeks become bookings: woken by whoever seeks, and by itself while somebody does.

use std::{sync::Arc, time::Duration};

use outflank_access::{Problem, identifier};
use outflank_casual::{Booking, Circumstances, Event, FactBody, LiveRating, Seek};
use outflank_journal::NewFact;
use outflank_live::{Received, Subscription, topic};
use outflank_othello::BookedAt;
use outflank_proto::pairing::v1 as proto;
use outflank_transport::feed::BOOKED;
use prost::Message as _;
use tokio_util::sync::CancellationToken;

use super::{
    super::App,
    problems,
    stream::{ATTEMPTS, Next, Outcome, Stood, Turn},
};
use crate::{grpc::wire_terms, records::keep_casual_game};

/// While somebody seeks it is looked again so often: what waiting widens comes of itself.
const LOOK: Duration = Duration::from_millis(250);
/// Where nobody seeks: news of a seek may be lost.
const IDLE_LOOK: Duration = Duration::from_secs(1);
/// One instance matches in such a time; the others leave it to that one.
const CLAIM: Duration = Duration::from_millis(100);
const CLAIM_KEY: &str = "casual-matching";
/// Pairs of one entry.
const MOST_AT_ONCE: usize = 200;

/// What one look found.
enum Looked {
    /// Nobody seeks.
    Nobody,
    /// Somebody goes on seeking.
    Somebody,
    /// More fit than one entry books.
    More,
    /// Another instance looks now.
    LeftToOthers,
}

/// Matches seeks until told to stop.
pub(crate) async fn keep_matching(app: Arc<App>, stop: CancellationToken) {
    let mut news: Option<Subscription> = None;
    loop {
        if news.is_none() {
            news = app.live.subscribe(&topic::seeks()).await.ok();
        }
        let looked = app.match_seeks().await;
        let pause = match &looked {
            Ok(Looked::Nobody) => IDLE_LOOK,
            Ok(Looked::Somebody) => LOOK,
            Ok(Looked::LeftToOthers | Looked::More) => CLAIM,
            Err(problem) => {
                tracing::warn!(detail = problem.detail, "seeks were not matched");
                IDLE_LOOK
            }
        };
        let hears_news = !matches!(looked, Ok(Looked::LeftToOthers));
        tokio::select! {
            () = stop.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
            ended = heard(&mut news), if hears_news => if ended {
                news = None;
            },
        }
    }
}

/// Waits for news of seeks; true where no more will come.
async fn heard(news: &mut Option<Subscription>) -> bool {
    match news {
        Some(news) => matches!(news.next().await, Received::Closed),
        None => std::future::pending().await,
    }
}

impl App {
    async fn match_seeks(self: &Arc<Self>) -> Result<Looked, Problem> {
        // Without the live state nobody is seen to seek.
        let Ok(claimed) = self.live.admit(CLAIM_KEY, 1, CLAIM).await else {
            return Ok(Looked::Nobody);
        };
        if !claimed {
            return Ok(Looked::LeftToOthers);
        }
        let Ok(mut seeks) = self.standing_seeks().await else {
            return Ok(Looked::Nobody);
        };
        if seeks.is_empty() {
            return Ok(Looked::Nobody);
        }
        let stood = self.bookings().await?;
        let now_ms = self.clock.now_ms().max(stood.at_ms);
        let mut pairs = self.pairs(&stood, &mut seeks, now_ms).await?;
        let more = pairs.len() > MOST_AT_ONCE;
        pairs.truncate(MOST_AT_ONCE);
        // Who plays no challenge waits for no contest.
        let (of_challenges, others) = pairs.into_iter().partition(Booking::is_of_challenge);
        self.book_pairs(others).await?;
        self.book_challenges(of_challenges).await?;
        Ok(if more { Looked::More } else { Looked::Somebody })
    }

    /// Books pairs of challenges of which both seeks stand still, once their contests know of them.
    async fn book_challenges(self: &Arc<Self>, mut pairs: Vec<Booking>) -> Result<(), Problem> {
        if pairs.is_empty() {
            return Ok(());
        }
        let stood = self.bookings().await?;
        self.retain_standing(&mut pairs, &stood).await;
        let met = self.meet_in_contests(pairs).await;
        self.book_pairs(met).await
    }

    /// Books the pairs that were made: those of which both seeks stand still, whatever was written and whoever has gone
    /// since.
    async fn book_pairs(self: &Arc<Self>, mut pairs: Vec<Booking>) -> Result<(), Problem> {
        if pairs.is_empty() {
            return Ok(());
        }
        for _ in 0..ATTEMPTS {
            let turn = self.bookings.turn().await;
            let stood = self.bookings().await?;
            // The last thing that is asked: a turn or a store may have been waited for.
            let now_ms = self.retain_standing(&mut pairs, &stood).await;
            if pairs.is_empty() {
                return Ok(());
            }
            let id = self.lots.id()?;
            let command = (id, now_ms);
            let outcome = self
                .book_with((turn, &stood), command, pairs.clone(), |_| Vec::new())
                .await?;
            if let Outcome::Stands(_) = outcome {
                return Ok(());
            }
        }
        Err(problems::contended())
    }

    /// Leaves the pairs of which both seeks stand, and answers with the time.
    async fn retain_standing(&self, pairs: &mut Vec<Booking>, stood: &Stood) -> i64 {
        // Without the live state nobody is seen to seek.
        let seeks = self.standing_seeks().await.unwrap_or_default();
        let now_ms = self.clock.now_ms().max(stood.at_ms);
        pairs.retain(|pair| stood.bookings.may_book(pair, &seeks, now_ms));
        now_ms
    }

    /// All pairs that the seeks make now; those of who may not play are taken from the others.
    async fn pairs(
        &self,
        stood: &Stood,
        seeks: &mut Vec<Seek>,
        now_ms: i64,
    ) -> Result<Vec<Booking>, Problem> {
        let contests = self.sought_in_contests(seeks, now_ms).await;
        let of = |seek: &Seek| (seek.terms.variant, seek.account.clone());
        let ratings = self.ratings_of(&seeks.iter().map(of).collect()).await?;
        let points_of = |seek: &Seek| ratings.get(&of(seek)).map_or(0, LiveRating::points);
        let standing = |seek: &Seek| contests.standing(seek, points_of(seek));
        let seed = self.lots.seed()?;
        let matched = stood.bookings.match_seeks(seeks, standing, (seed, now_ms));
        if matched.is_empty() {
            return Ok(matched);
        }
        let seated = self.at_event_boards().await?;
        let order = self.order().await?.state.0;
        let sought = seeks.len();
        let known = Circumstances {
            order: Some(&order),
            seated: Some(&seated),
            ..Circumstances::default()
        };
        seeks.retain(|seek| seek.ended(&known, now_ms).is_none());
        let who = seeks.iter().flat_map(Seek::judged_by).collect();
        let apart = self.records.apart(&who).await?;
        if apart.is_empty() && seeks.len() == sought {
            return Ok(matched);
        }
        let free = &stood.bookings;
        Ok(free.match_seeks_but(seeks, standing, &apart, (seed, now_ms)))
    }

    /// Books pairs in one entry, in a turn that ends with it, and tells it; with what else is written of records where it
    /// stands, made of the ids of the games.
    pub(super) async fn book_with(
        self: &Arc<Self>,
        (turn, stood): (Turn<'_>, &Stood),
        (command_id, now_ms): (String, i64),
        bookings: Vec<Booking>,
        beside: impl FnOnce(&[String]) -> Vec<outflank_journal::RecordWrite> + Send,
    ) -> Result<Outcome, Problem> {
        let body = FactBody {
            version: 1,
            stream: stood.stream,
            seq: stood.seq + 1,
            at_ms: now_ms,
            bookings,
        };
        let games = body.booked().map(|(at, booking)| game_id(&at, booking));
        let games: Vec<String> = games.collect();
        let mut records = beside(&games);
        for (game, booking) in games.iter().zip(&body.bookings) {
            records.push(keep_casual_game(game, booking, now_ms));
        }
        let fact = NewFact {
            kind: BOOKED.to_owned(),
            body: serde_json::to_vec(&body).map_err(Problem::internal)?,
        };
        let next = Next {
            command_id,
            now_ms,
            event: Event::Booked {
                bookings: body.bookings.clone(),
            },
            facts: vec![fact],
            records,
        };
        let outcome = self.append_next(stood, next).await?;
        drop(turn);
        if let Outcome::Stands(_) = outcome {
            self.tell_booked(&body).await;
        }
        Ok(outcome)
    }

    /// Tells gateways, which look for themselves where this is lost, and ends the seeks.
    async fn tell_booked(&self, body: &FactBody) {
        let heard = proto::HeardBookings {
            bookings: body
                .booked()
                .map(|(at, booking)| heard_booking(&at, booking))
                .collect(),
        };
        let ended = heard.bookings.iter().flat_map(|of| of.seek_ids.clone());
        let ended: Vec<String> = ended.collect();
        let message = heard.encode_to_vec().into();
        if let Err(error) = self.live.publish(&topic::bookings(), message).await {
            tracing::warn!(%error, "bookings were not published");
        }
        if let Err(error) = self.live.drop_seeks(&ended).await {
            tracing::debug!(%error, "seeks that were booked stand until they run out");
        }
    }
}

/// The id of a game that was booked there.
pub(in crate::app) fn game_id(at: &BookedAt, booking: &Booking) -> String {
    identifier::casual_game_id(at.stream, at.seq, at.pair, booking.seed)
}

/// A booking as gateways hear of it.
pub(super) fn heard_booking(at: &BookedAt, booking: &Booking) -> proto::CasualBooking {
    let players = &booking.players;
    let seeks = [&players.black.seek, &players.white.seek];
    proto::CasualBooking {
        game_id: game_id(at, booking),
        black_account_id: players.black.account.clone(),
        white_account_id: players.white.account.clone(),
        seek_ids: seeks.into_iter().flatten().cloned().collect(),
        terms: Some(wire_terms(&booking.terms)),
        starts_at_ms: booking.starts_at_ms,
    }
}
