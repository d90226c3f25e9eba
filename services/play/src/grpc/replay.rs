//! Games position by position, and what is tried from one of them.

use outflank_access::{Caller, Problem, Standing};
use outflank_othello::transcript::{self, Step, Walk};
use outflank_proto::play::v1 as proto;
use tonic::{Request, Response};

use super::{Answer, PlayGrpc};
use crate::{
    app::{Seen, Viewer, Watcher, is_under_way, refusal},
    view,
};

impl PlayGrpc {
    pub(super) async fn get_replay(
        &self,
        request: Request<proto::GetReplayRequest>,
    ) -> Answer<proto::GetReplayResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let seen = self.shown_in_replay(&asked.game_id, &watcher).await?;
        let (game, viewer) = (seen.game, seen.viewer.to_proto().into());
        let steps = view::steps_of(&game);
        let positions = view::positions(&game, &steps, asked.from_ply);
        if positions.is_empty() {
            return Err(beyond(&steps, asked.from_ply).into());
        }
        Ok(Response::new(proto::GetReplayResponse {
            positions,
            transcript: view::transcript(&game),
            seq: game.seq,
            viewer,
            game_id: asked.game_id,
        }))
    }

    pub(super) async fn try_moves(
        &self,
        request: Request<proto::TryMovesRequest>,
    ) -> Answer<proto::TryMovesResponse> {
        let caller = Caller::of(&request)?;
        caller.authorize(Standing::default())?;
        let asked = request.into_inner();
        let watcher = Watcher::of(&caller, &asked.viewer_account_id);
        let tokens =
            transcript::parse(&asked.moves).map_err(|bad| refusal::malformed_moves(&bad))?;
        let seen = self.shown_in_replay(&asked.game_id, &watcher).await?;
        let (game, viewer) = (seen.game, seen.viewer.to_proto().into());
        let steps = view::steps_of(&game);
        let from = steps.iter().find(|step| step.ply == asked.from_ply);
        let Some(from) = from else {
            return Err(beyond(&steps, asked.from_ply).into());
        };
        let board = game.state.board();
        let mut tried = vec![*from];
        let mut walk = Walk::from(&board, from.position, from.ply);
        for token in tokens {
            let taken = walk.take(token, |step| tried.push(step));
            taken.map_err(|why| refusal::illegal_trial(walk.here().ply + 1, token, why))?;
        }
        walk.pass(|step| tried.push(step));
        let positions = tried.iter().map(|step| view::position(&board, step));
        Ok(Response::new(proto::TryMovesResponse {
            positions: positions.collect(),
            seq: game.seq,
            viewer,
            game_id: asked.game_id,
        }))
    }

    /// A game as far as a watcher may see it, if its positions are open to them.
    async fn shown_in_replay(&self, game_id: &str, watcher: &Watcher) -> Result<Seen, Problem> {
        let game = self.0.game(game_id).await?;
        self.0.refuse_help_at_play(watcher).await?;
        let seen = self.0.seen(game, watcher).await?;
        // Whoever sits here, whatever is known of seats elsewhere.
        if matches!(seen.viewer, Viewer::Player(_)) && is_under_way(&seen.game) {
            return Err(refusal::playing_now(game_id));
        }
        if seen.hides_board() {
            return Err(refusal::board_hidden());
        }
        Ok(seen)
    }
}

fn beyond(steps: &[Step], ply: u32) -> Problem {
    let last = steps.last().map_or(0, |step| step.ply);
    refusal::unknown_ply(ply, last)
}
