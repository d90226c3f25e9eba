//! Answers beside the individual list, made once of each state of a tournament, however many ask.

use std::{
    any::type_name,
    sync::{Arc, Weak},
};

use outflank_access::Problem;
use outflank_kept::{Kept, Weighed};
use prost::Message;

use crate::projection::Folded;

/// Room for them, in bytes.
const MOST_BYTES: u64 = 1 << 20;

/// A state that is gone leaves its place, as long as somebody points to it.
pub(crate) const POINTED_AT_BYTES: u64 = size_of::<Folded>() as u64;

/// What was made, by what was asked: the type of the request, and its bytes.
#[derive(Debug)]
pub(crate) struct Made(Kept<(&'static str, Vec<u8>), Arc<Answer>>);

/// An answer as it was made of a tournament's state.
#[derive(Debug)]
struct Answer {
    made_of: Weak<Folded>,
    asked_bytes: usize,
    encoded: Vec<u8>,
}

impl Weighed for Answer {
    fn bytes(&self) -> u64 {
        let bytes = self.asked_bytes + self.encoded.len();
        u64::try_from(bytes).unwrap_or(u64::MAX) + POINTED_AT_BYTES
    }
}

impl Default for Made {
    fn default() -> Self {
        Self(Kept::new("standings_answers", MOST_BYTES))
    }
}

impl Made {
    /// The answer to a request, as it was made of this state or as `make` makes it.
    ///
    /// # Errors
    /// Those of `make`.
    pub(crate) fn of<Q: Message, A: Message + Default>(
        &self,
        folded: &Arc<Folded>,
        asked: &Q,
        make: impl FnOnce(&Folded) -> Result<A, Problem>,
    ) -> Result<A, Problem> {
        let key = (type_name::<Q>(), asked.encode_to_vec());
        let is_its = |kept: &Arc<Answer>| folded.is(&kept.made_of);
        if let Some(kept) = self.0.get(&key).filter(is_its)
            && let Ok(answer) = A::decode(&*kept.encoded)
        {
            return Ok(answer);
        }
        let answer = make(folded)?;
        let kept = Answer {
            made_of: Arc::downgrade(folded),
            asked_bytes: key.1.len(),
            encoded: answer.encode_to_vec(),
        };
        self.0.keep(key, Arc::new(kept));
        Ok(answer)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use std::cell::Cell;

    use outflank_proto::standings::v1::{
        GetFinalsRequest, GetFinalsResponse, GetTeamStandingsRequest,
    };

    use super::*;

    #[test]
    fn an_answer_is_made_once_of_each_state_and_for_each_request() {
        let (made, times) = (Made::default(), Cell::new(0_u64));
        let make = |_: &Folded| {
            times.set(times.get() + 1);
            Ok(GetFinalsResponse {
                version: times.get(),
                ..GetFinalsResponse::default()
            })
        };
        let tournament_id = "four".to_owned();
        let finals = GetFinalsRequest {
            tournament_id: tournament_id.clone(),
        };
        // Another question in the same bytes.
        let teams = GetTeamStandingsRequest { tournament_id };
        let (one, other) = (Arc::<Folded>::default(), Arc::<Folded>::default());
        let asked = |state, expected: u64| {
            let answer = made.of(state, &finals, make).unwrap();
            assert_eq!((answer.version, times.get()), (expected, expected));
        };
        asked(&one, 1);
        asked(&one, 1);
        asked(&other, 2);
        asked(&other, 2);
        assert_eq!(made.of(&other, &teams, make).unwrap().version, 3);
        assert_eq!(made.of(&other, &finals, make).unwrap().version, 2);
        assert!(made.0.bytes() >= 2 * POINTED_AT_BYTES);
    }
}
