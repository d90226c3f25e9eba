//! What guests agree on among themselves: challenges by link, and another game.

use std::time::Duration;

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1 as pairing;
use outflank_stillness::rest;
use outflank_transport::for_person;
use tokio::time::timeout;
use tonic::{Request, Response, Status};

use super::{Told, Wish, guest::Guest};
use crate::player::is_final;

/// So often a call is made until it is answered for good.
const TRIES: u32 = 12;
/// Who has been told of a challenge waits so long for its link.
const LINK_COMES_WITHIN: Duration = Duration::from_secs(20);
/// Who wants another game asks so often, and waits so long each time.
const OFFERS: u32 = 6;
const OFFER_STANDS: Duration = Duration::from_millis(1_500);

/// Asks until it is answered for good.
macro_rules! asked {
    ($guest:expr, $name:literal, $method:ident($request:expr)) => {{
        let mut last = Err(never());
        for _ in 0..TRIES {
            let asked = $guest.asking($request);
            let answer = $guest.pairing.clone().$method(asked).await;
            last = $guest.answered($name, answer);
            match &last {
                Err(problem) if !is_final(problem) => rest($guest.chance.between(50, 500)).await,
                _ => break,
            }
        }
        last
    }};
}

fn never() -> Problem {
    Problem::new(Kind::Unavailable, "never_asked", "nothing was asked")
}

impl Guest {
    pub(super) fn asking<T>(&self, message: T) -> Request<T> {
        let token = self.wiring.token(&self.account);
        for_person(message, Some(token.as_str()))
    }

    pub(super) fn answered<T>(
        &self,
        call: &'static str,
        answer: Result<Response<T>, Status>,
    ) -> Result<T, Problem> {
        let answer = answer.map_err(|status| Problem::from_status(&status));
        let code = answer.as_ref().err().map_or("", |problem| &problem.code);
        self.wiring.world.seen.answered(call, code);
        answer.map(Response::into_inner)
    }

    /// Gives the circle the link of a challenge.
    pub(super) async fn challenge(&self) {
        let wish = Wish::drawn(&self.chance);
        let request = pairing::CreateChallengeRequest {
            command_id: format!("{}-challenges", self.account),
            terms: Some(wish.wire_terms()),
            color: wish.wire_color(),
        };
        let made = asked!(self, "CreateChallenge", create_challenge(request.clone()));
        if let Some(challenge) = made.ok().and_then(|made| made.challenge) {
            self.link.send_replace(Some(challenge.id));
        }
    }

    /// Takes up the challenge whose link he has, seeking meanwhile or not.
    pub(super) async fn take_up(&mut self) -> Option<Told> {
        let mut link = self.link.subscribe();
        let seeks = self.chance.in_thousand(500);
        let kept = if seeks { self.seek().await } else { None };
        let id = {
            let comes = timeout(LINK_COMES_WITHIN, link.wait_for(Option::is_some));
            comes.await.ok()?.ok()?.clone()?
        };
        rest(self.chance.between(0, 800)).await;
        let request = pairing::TakeChallengeRequest { challenge_id: id };
        let taken = asked!(self, "TakeChallenge", take_challenge(request.clone()));
        drop(kept);
        self.game(taken.ok()?.game)
    }

    /// Takes his own challenge back, if nobody has taken it up.
    pub(super) async fn take_back(&self) {
        let id = self.link.borrow().clone().filter(|_| self.place == 0);
        if let Some(challenge_id) = id {
            let request = pairing::WithdrawChallengeRequest { challenge_id };
            let _taken = asked!(
                self,
                "WithdrawChallenge",
                withdraw_challenge(request.clone())
            );
        }
    }

    /// Wants another game after one, and waits a little for the opponent to want it as well.
    pub(super) async fn want_another(&mut self, after: &Told) -> Option<Told> {
        rest(self.chance.between(0, 1_500)).await;
        let request = pairing::OfferRematchRequest {
            game_id: after.game.clone(),
        };
        for _ in 0..OFFERS {
            let asked = self.asking(request.clone());
            let answer = self.pairing.clone().offer_rematch(asked).await;
            match self.answered("OfferRematch", answer) {
                Ok(answer) if answer.game.is_some() => return self.game(answer.game),
                // Told of it, he is not told again by the next answer.
                Ok(_) => {
                    if let Ok(told) = timeout(OFFER_STANDS, self.told()).await {
                        return Some(told);
                    }
                }
                Err(problem) if is_final(&problem) && problem.code != "not_over" => return None,
                Err(_) => rest(self.chance.between(100, 800)).await,
            }
        }
        None
    }

    /// A game that an answer told of.
    fn game(&self, game: Option<pairing::CasualGame>) -> Option<Told> {
        let game = game?;
        let black = game.black?.account_id;
        let is_black = black == self.account;
        let white = game.white?.account_id;
        let told = Told {
            account: self.account.clone(),
            game: game.game_id,
            black: is_black,
            opponent: if is_black { white } else { black },
        };
        self.wiring.world.seen.told(told.clone());
        Some(told).filter(|told| !self.played.contains(&told.game))
    }
}
