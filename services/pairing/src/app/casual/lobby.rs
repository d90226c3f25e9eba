//! What is shown of casual play.

use std::{collections::BTreeSet, sync::Arc, time::Duration};

use outflank_access::{Page, Problem};
use outflank_casual::{Circumstances, Seek, Variant, judged_by};

use super::{super::App, Players, ShownGame, here::Present, matching::game_id};
use crate::records::{CasualKey, CasualRow};

/// Seeks that are shown.
const MOST_SEEKS: usize = 200;
/// Games that are shown.
const MOST_GAMES: usize = 100;
/// However many look, it is made so often at most.
pub(in crate::app) const LOBBY_GOOD_FOR: Duration = Duration::from_millis(500);

/// Who is here, who seeks, and what is played.
#[derive(Debug, Default)]
pub(crate) struct Lobby {
    /// Each with what is known of who seeks, the oldest first.
    pub seeks: Vec<Seek>,
    pub seeking: usize,
    /// The latest first.
    pub playing: Vec<CasualRow>,
    pub games: usize,
    /// The highest rated first.
    pub here: Vec<Present>,
    pub people: usize,
    pub players: Players,
}

impl App {
    /// The lobby, half a second old at most.
    pub(crate) async fn lobby(self: &Arc<Self>) -> Result<Arc<Lobby>, Problem> {
        let lobby = &self.lobby;
        lobby.get(async || self.lobby_now().await).await
    }

    async fn lobby_now(&self) -> Result<Lobby, Problem> {
        // While the live state is away nobody is seen to seek.
        let mut seeks = self.standing_seeks().await.unwrap_or_default();
        let stood = self.bookings().await?;
        let now_ms = self.clock.now_ms();
        let order = self.order().await?.state.0;
        let known = Circumstances {
            bookings: Some(&stood.bookings),
            order: Some(&order),
            ..Circumstances::default()
        };
        // Those of contests are shown there, and nobody fits them here.
        seeks.retain(|seek| seek.contest.is_none() && seek.ended(&known, now_ms).is_none());
        seeks.sort_by(|a, b| (a.since_ms, &a.id).cmp(&(b.since_ms, &b.id)));
        let seeking = seeks.len();
        let mut present = self.people_here(&seeks, now_ms).await?;
        present.retain(|account, _| order.barred(account, now_ms).is_none());
        let people = present.len();
        let mut here = self.listed_here(present).await?;
        seeks.truncate(MOST_SEEKS);
        let open = stood.bookings.open();
        let games = open.len();
        let earlier = games.saturating_sub(MOST_GAMES);
        let latest: Vec<String> = open
            .skip(earlier)
            .map(|(at, booking)| game_id(&at, booking))
            .collect();
        let playing = self.records.casual_games_of_ids(&latest).await?;
        let mut who: BTreeSet<(Variant, String)> = playing.iter().flat_map(played_by).collect();
        who.extend(
            seeks
                .iter()
                .map(|seek| (seek.terms.variant, seek.account.clone())),
        );
        who.extend(
            here.iter()
                .map(|one| (Variant::Othello, one.account.clone())),
        );
        let players = self.players(&who).await?;
        // Who operates a program that only looks is known of those who would be listed.
        let would_be_listed = here.len();
        here.retain(|one| {
            let judged = judged_by(&one.account, players.operator(&one.account));
            order.may_play(judged, now_ms).is_ok()
        });
        let people = people - (would_be_listed - here.len());
        Ok(Lobby {
            seeks,
            seeking,
            playing,
            games,
            here,
            people,
            players,
        })
    }

    /// A casual game.
    ///
    /// # Errors
    /// `unknown_casual_game`.
    pub(crate) async fn casual_game(&self, id: &str) -> Result<ShownGame, Problem> {
        let row = self.casual_row(id).await?;
        self.shown_game(row).await
    }

    /// A casual game with its players.
    pub(crate) async fn shown_game(&self, row: CasualRow) -> Result<ShownGame, Problem> {
        let who: BTreeSet<(Variant, String)> = played_by(&row).into_iter().collect();
        let now_ms = self.clock.now_ms();
        let wanted = self.records.rematch_wanted_by(&row.game_id, now_ms);
        Ok(ShownGame {
            rematch_wanted_by: wanted.await?,
            players: self.players(&who).await?,
            row,
        })
    }

    /// A page of an account's casual games, with their players, and the next page's token.
    pub(crate) async fn casual_games_of(
        &self,
        account: &str,
        page: &Page<CasualKey>,
    ) -> Result<(Vec<CasualRow>, Players, String), Problem> {
        let rows = self.records.casual_games(account, page).await?;
        self.games_of_page(rows, page).await
    }

    /// The games of a page, of which one more was looked for, with their players and the next page's token.
    pub(in crate::app) async fn games_of_page(
        &self,
        rows: Vec<CasualRow>,
        page: &Page<CasualKey>,
    ) -> Result<(Vec<CasualRow>, Players, String), Problem> {
        let (rows, next) = page.cut(rows, |row| (row.booked_at_ms, row.game_id.clone()))?;
        let who: BTreeSet<(Variant, String)> = rows.iter().flat_map(played_by).collect();
        Ok((rows, self.players(&who).await?, next))
    }

    /// The games that these accounts are booked for.
    pub(crate) async fn booked(
        &self,
        accounts: &[String],
    ) -> Result<Vec<outflank_proto::pairing::v1::CasualBooking>, Problem> {
        let stood = self.bookings().await?;
        let mut found = std::collections::BTreeMap::new();
        for account in accounts {
            if let Some((at, booking)) = stood.bookings.of_account(account) {
                found.insert(at, super::matching::heard_booking(&at, booking));
            }
        }
        Ok(found.into_values().collect())
    }
}

fn played_by(row: &CasualRow) -> [(Variant, String); 2] {
    let variant = row.terms().variant;
    let players = row.players();
    [players.black, players.white].map(|account| (variant, account.to_owned()))
}
