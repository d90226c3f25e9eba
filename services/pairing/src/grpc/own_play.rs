//! What whoever calls has open in casual play.

use outflank_proto::pairing::v1 as proto;
use tonic::{Request, Response};

use super::{
    Answer, PairingGrpc, casual::account as caller_of, casual_view::challenge, contests_view::own,
};

impl PairingGrpc {
    pub(super) async fn get_own_play(
        &self,
        request: Request<proto::GetOwnPlayRequest>,
    ) -> Answer<proto::GetOwnPlayResponse> {
        let account = caller_of(&request)?.0;
        let (contests, entrants) = self.0.own_contests(&account).await?;
        let (challenges, challengers) = self.0.own_challenges(&account).await?;
        let now_ms = self.0.clock_ms();
        let contests = contests.iter().map(|one| own(one, &entrants, now_ms));
        let challenges = challenges.into_iter();
        Ok(Response::new(proto::GetOwnPlayResponse {
            contests: contests.collect(),
            challenges: challenges
                .map(|row| challenge((row, &challengers), now_ms))
                .collect(),
        }))
    }
}
