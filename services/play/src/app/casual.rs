//! Casual games: made of pairing's facts about bookings, with no event around them.

use futures_util::{StreamExt as _, stream};
use outflank_access::{
    Problem, Role,
    identifier::{GAME_NUMBER, casual_game_id},
};
use outflank_casual::{Booking, FactBody};
use outflank_journal::RecordWrite;
use outflank_othello::{BookedAt, Command, Create, Moment, PerColor, Phase};

use super::{
    arrival::NewGame,
    from_pairing::FromPairing,
    records::{GameRow, game_on_record, seat},
    tables::Step,
};

/// Casual games are on record as the games of no event, in which every account is an entrant by its own id.
pub(crate) const NO_EVENT: &str = "";
/// So many games of an entry are made at the same time.
const MADE_AT_ONCE: usize = 16;

impl FromPairing {
    /// Makes the games of an entry of bookings.
    pub(super) async fn take_bookings(
        &self,
        fact_id: &str,
        body: &FactBody,
    ) -> Result<(), Problem> {
        let booked = body.booked().map(|(at, booking)| (at, booking.clone()));
        // None of them is left half-way: what was committed is published.
        let games: Vec<Result<NewGame, Problem>> = stream::iter(booked.collect::<Vec<_>>())
            .map(|(at, booking)| self.set_up_casual(fact_id, (at, booking)))
            .buffer_unordered(MADE_AT_ONCE)
            .collect()
            .await;
        let games: Vec<NewGame> = games.into_iter().collect::<Result<_, _>>()?;
        self.arrive_at_new(&games).await
    }

    /// The game and its seats come on record with its first entry, all at once.
    async fn set_up_casual(
        &self,
        fact_id: &str,
        (at, booking): (BookedAt, Booking),
    ) -> Result<NewGame, Problem> {
        let game_id = casual_game_id(at.stream, at.seq, at.pair, booking.seed);
        let players = &booking.players;
        let (black, white) = (&players.black.account, &players.white.account);
        let both = [&players.black, &players.white];
        // Whom a mute of his operator silences; also where the game stands, and what facts told was forgotten.
        for program in both.into_iter().filter(|player| player.operator.is_some()) {
            let account = program.account.as_str();
            let holder = (account, program.operator.as_deref());
            self.records.save_seat(NO_EVENT, account, holder).await?;
        }
        let row = GameRow {
            game_id: game_id.clone(),
            tournament_id: NO_EVENT.to_owned(),
            round: 0,
            table: 0,
            game_number: GAME_NUMBER,
            black: black.clone(),
            white: white.clone(),
        };
        let seats = both.map(|player| {
            let account = player.account.as_str();
            seat(NO_EVENT, account, (account, player.operator.as_deref()))
        });
        let rows = [game_on_record(&row)].into_iter().chain(seats);
        let rows: Vec<RecordWrite> = rows.map(RecordWrite::new).collect();
        let create = Create {
            place: None,
            booked_at: Some(at),
            entrants: PerColor::new(black.clone(), white.clone()),
            accounts: PerColor::new(Some(black.clone()), Some(white.clone())),
            game_rules: Box::new(booking.game_rules()),
            starts_at_ms: booking.starts_at_ms,
        };
        let set_up = self.tables.act(&game_id, |game, now_ms| {
            (game.state.phase() == Phase::Empty).then(|| {
                Step::new(
                    &Role::Play.actor(),
                    fact_id,
                    Command::Create(create.clone()),
                    Moment::at(now_ms),
                )
                .with_records(rows.clone())
            })
        });
        self.refused.taken_in(&game_id, set_up.await)?;
        Ok((game_id, create.accounts))
    }
}
