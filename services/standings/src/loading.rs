//! A tournament read from pairing as it is folded there.

use outflank_access::{Kind, Problem};
use outflank_proto::pairing::v1::{
    ReadTournamentStateRequest, ReadTournamentStateResponse,
    pairing_service_client::PairingServiceClient,
};
use outflank_tournament::{EntryHeader, FOLD_EDITION, FactBody, TournamentState, evolve};
use outflank_transport::{
    Transport,
    feed::{NotTaken, read},
};

use crate::projection::Folded;

/// The most bytes of one tournament.
const LARGEST_STATE: usize = 64 << 20;

/// Reads tournaments from pairing.
pub(crate) struct Loader(PairingServiceClient<Transport>);

impl Loader {
    pub(crate) fn over(pairing: Transport) -> Self {
        Self(PairingServiceClient::new(pairing).max_decoding_message_size(LARGEST_STATE))
    }

    /// A tournament with everything that is committed; `None` where pairing has none of that id.
    pub(crate) async fn load(&self, id: &str) -> Result<Option<Folded>, Problem> {
        let Some(answer) = self.ask(id, 0).await? else {
            return Ok(None);
        };
        if answer.state.is_empty() {
            return self.fold(id, answer).await.map(Some);
        }
        let bytes = u64::try_from(answer.state.len()).unwrap_or(u64::MAX);
        let state = TournamentState::from_snapshot(&answer.state).map_err(Problem::internal)?;
        Ok(Some(Folded {
            state,
            version: answer.seq,
            bytes,
            moved: false,
        }))
    }

    /// Pairing folds by another edition: while one of the two is replaced by a newer one.
    async fn fold(
        &self,
        id: &str,
        mut answer: ReadTournamentStateResponse,
    ) -> Result<Folded, Problem> {
        let mut folded = Folded::default();
        while !answer.facts.is_empty() {
            for fact in &answer.facts {
                let body: FactBody = read(fact).map_err(unreadable)?;
                folded.take(&body, fact.body.len());
            }
            let next = self.ask(id, folded.version).await?;
            answer = next.unwrap_or_default();
        }
        Ok(folded)
    }

    async fn ask(
        &self,
        id: &str,
        after_seq: u64,
    ) -> Result<Option<ReadTournamentStateResponse>, Problem> {
        let request = ReadTournamentStateRequest {
            tournament_id: id.to_owned(),
            fold_edition: FOLD_EDITION,
            after_seq,
        };
        match self.0.clone().read_tournament_state(request).await {
            Ok(answer) => Ok(Some(answer.into_inner())),
            Err(status) => match Problem::from_status(&status) {
                problem if matches!(problem.kind, Kind::NotFound | Kind::Invalid) => Ok(None),
                problem => Err(problem),
            },
        }
    }
}

fn unreadable(why: NotTaken) -> Problem {
    match why {
        NotTaken::Failed(problem) => problem,
        NotTaken::Refused(why) | NotTaken::Unreadable(why) => Problem::internal(why),
    }
}

impl Folded {
    /// Folds the next event in, which takes so many bytes.
    pub(crate) fn take(&mut self, body: &FactBody, bytes: usize) {
        let header = EntryHeader {
            seq: body.seq,
            at_ms: body.at_ms,
        };
        self.state = evolve(std::mem::take(&mut self.state), &header, &body.event);
        self.version = body.seq;
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        self.bytes = self.bytes.saturating_add(bytes);
    }
}
