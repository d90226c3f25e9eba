//! Somebody who comes for casual games, and leaves when it suits him.

use std::{sync::Arc, time::Duration};

use outflank_proto::pairing::v1::pairing_service_client::PairingServiceClient;
use outflank_stillness::rest;
use outflank_transport::Transport;
use tokio::{sync::watch, time::timeout};

use super::{
    Told, Wish,
    arena::Part,
    seeking::{KeptSeek, Seeking},
};
use crate::{chance::Chance, gateway::Gateway, player::Player, wiring::Wiring};

/// Longest time that somebody seeks before he goes home, ms.
const PATIENCE_MS: (u64, u64) = (8_000, 25_000);
/// Seeks that are ended soon, and begun again a moment later, in a thousand; and how soon, ms.
const LEAVES: u64 = 250;
const SOON_MS: (u64, u64) = (0, 2_500);
/// Those who do not come to their game, in a thousand: they were told too late, or not at all.
const ABSENT: u64 = 40;
/// Those who want another game after one, in a thousand.
const REMATCH: u64 = 500;
/// A game does not last longer.
const LONGEST_GAME: Duration = Duration::from_secs(400);

/// One of them.
pub struct Guest {
    /// The services.
    pub wiring: Arc<Wiring>,
    /// The way to games.
    pub gateway: Arc<Gateway>,
    /// The way to seeks.
    pub seeking: Arc<Seeking>,
    /// The way to challenges and rematches.
    pub pairing: PairingServiceClient<Transport>,
    /// Who.
    pub account: String,
    /// His whims.
    pub chance: Chance,
    /// When he comes, ms after the beginning.
    pub arrives_ms: u64,
    /// How many games he wants.
    pub games: u64,
    /// What he is told.
    pub line: watch::Receiver<Option<Told>>,
    /// The link of a challenge that his circle has.
    pub link: watch::Sender<Option<String>>,
    /// His place in the circle: the first challenges, the next two may take it up.
    pub place: usize,
    /// Games so far.
    pub played: Vec<String>,
    /// What he does in the arena, if he enters it.
    pub part: Option<Part>,
    /// What he seeks while he is in it; elsewhere whatever he likes.
    pub wanted: Option<Wish>,
    /// Commands that he gave in it.
    pub commands: u32,
}

impl Guest {
    /// Spends the evening.
    pub async fn spend(mut self) {
        rest(self.arrives_ms).await;
        let mut next = match self.place {
            0 => {
                self.challenge().await;
                None
            }
            1 | 2 => Box::pin(self.take_up()).await,
            _ => None,
        };
        if let Some(part) = self.part.take() {
            Box::pin(self.play_in_arena(&part)).await;
        }
        for _ in 0..self.games {
            let found = match next.take() {
                Some(game) => Some(game),
                None => self.find().await,
            };
            let Some(game) = found else {
                return;
            };
            self.play_on(game).await;
            rest(self.chance.between(0, 3_000)).await;
        }
        self.take_back().await;
    }

    /// Plays a game, another with the same opponent where both want one, and another after that.
    pub(super) async fn play_on(&mut self, mut game: Told) {
        loop {
            self.play(&game).await;
            if !self.chance.in_thousand(REMATCH) {
                return;
            }
            match Box::pin(self.want_another(&game)).await {
                Some(another) => game = another,
                None => return,
            }
        }
    }

    /// Begins a seek.
    pub(super) async fn seek(&self) -> Option<KeptSeek> {
        let wanted = self.wanted.clone();
        let wish = wanted.unwrap_or_else(|| Wish::drawn(&self.chance));
        rest(self.chance.between(1, 60)).await;
        self.seeking.begin(&self.account, wish).await.ok()
    }

    /// Seeks until there is a game, or it has lasted too long.
    pub(super) async fn find(&mut self) -> Option<Told> {
        let patience_ms = self.chance.between(PATIENCE_MS.0, PATIENCE_MS.1);
        let patience = Duration::from_millis(patience_ms);
        let began = tokio::time::Instant::now();
        while began.elapsed() < patience {
            let kept = self.seek().await;
            let leaves = self.chance.in_thousand(LEAVES);
            let soon = self.chance.between(SOON_MS.0, SOON_MS.1);
            let stays = match &kept {
                Some(_) if leaves => Duration::from_millis(soon),
                Some(_) => patience.saturating_sub(began.elapsed()),
                // Refused, or nobody answered: he looks whether a game was told.
                None => Duration::from_millis(1),
            };
            let told = timeout(stays, self.told()).await.ok();
            drop(kept);
            if told.is_some() {
                return told;
            }
            rest(self.chance.between(50, 1_500)).await;
        }
        None
    }

    /// The next game that he is told of.
    pub(super) async fn told(&mut self) -> Told {
        loop {
            let told = self.line.borrow_and_update().clone();
            if let Some(told) = told.filter(|told| !self.played.contains(&told.game)) {
                return told;
            }
            if self.line.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Plays some moves, and gives up; or never sits down.
    async fn play(&mut self, game: &Told) {
        self.played.push(game.game.clone());
        if self.chance.in_thousand(ABSENT) {
            return;
        }
        let (gateway, account) = (Arc::clone(&self.gateway), self.account.clone());
        tokio::spawn(async move { gateway.report(&[account]).await });
        let number = u32::try_from(self.played.len()).unwrap_or(u32::MAX);
        let player = Player {
            wiring: Arc::clone(&self.wiring),
            gateway: Arc::clone(&self.gateway),
            account: self.account.clone(),
            game: game.game.clone(),
            black: game.black,
            round: number,
            chance: self
                .chance
                .other(&format!("{} in game {number}", self.account)),
            look_every_ms: 1_000,
            longest_thought_ms: 700,
            gives_up_at: u32::try_from(self.chance.between(1, 7)).ok(),
        };
        if timeout(LONGEST_GAME, Box::pin(player.play()))
            .await
            .is_err()
        {
            let complaint = format!("game {} of {} is never over", game.game, self.account);
            self.wiring.world.log.complain(complaint);
        }
    }
}
