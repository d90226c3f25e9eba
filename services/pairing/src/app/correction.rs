//! What the list says of an entrant, put right: his name in its record, the rest in the stream.

use std::sync::Arc;

use outflank_access::{Problem, identifier};
use outflank_tournament::{Command, CorrectedNumber, EntrantCorrection, EntrantId, Phase};

use super::{
    App, NewEntrant, check,
    entrants::check_not_excluded,
    execute::{Act, Decision, Done, decide_all},
    keeping::{Corrected, Record},
};
use crate::records::{EntrantName, NewName, Number, Reason};

impl App {
    /// Puts right what the list says of an entrant; his number and whether he is the host's additional player where that is
    /// said.
    pub(crate) async fn correct_entrant(
        self: &Arc<Self>,
        (tournament_id, entrant_id): (&str, &str),
        act: &Act,
        (right, number, additional): (&NewEntrant, Option<u32>, Option<bool>),
        reason: &str,
    ) -> Result<Done, Problem> {
        check::command_id(&act.command_id)?;
        let number = number.map(check::federation_number).transpose()?;
        let country = check::country(&right.country)?;
        let before = self.records.name(tournament_id, entrant_id).await?;
        let reason = Reason {
            reason_id: identifier::derived_id(&[
                "correction",
                tournament_id,
                &act.actor,
                &act.command_id,
            ]),
            account_id: act.actor.clone(),
            round: 0,
            board: 0,
            reason: check::reason(reason)?,
        };
        let listed = listed_number(before.as_ref());
        let number = number.filter(|number| listed != *number);
        let after = NewName {
            entrant_id: entrant_id.to_owned(),
            surname: check::surname(&right.surname)?,
            given_names: check::given_names(&right.given_names)?,
            country: country.clone(),
            federation_number: number.unwrap_or(listed),
            shared: right.accept_same_person,
        };
        let renamed = before.as_ref().is_none_or(|name| {
            (&name.surname, &name.given_names) != (&after.surname, &after.given_names)
        });
        let known = before.is_some();
        let change = before.clone().zip(number).map(|(before, number)| Number {
            country: country.clone(),
            before,
            number,
        });
        let out_of = match number {
            None => Vec::new(),
            Some(number) => self.records.excluded_from(&[], number).await?,
        };
        let command = Command::CorrectEntrant(EntrantCorrection {
            entrant: EntrantId(entrant_id.to_owned()),
            renamed,
            number: number.map(|number| CorrectedNumber {
                confirmed: number > 0,
                list_claim: self.list_claim(number > 0, Some(act)),
            }),
            additional,
            country: Some(country),
            rating: check::rating(right.rating)?,
            categories: right.categories,
            representation: right.representation.clone(),
            reason: reason.reason_id.clone(),
            accept_deviations: right.accept_deviations,
            deviations: Vec::new(),
        });
        self.execute(tournament_id, act, move |tournament, now_ms| {
            if tournament.state.phase() == Phase::Registration {
                check_not_excluded(tournament, &out_of)?;
            }
            Ok(Decision {
                events: decide_all(tournament, std::slice::from_ref(&command), now_ms)?,
                record: Some(Record::Correction(Box::new(Corrected {
                    before: before.clone(),
                    renaming: known.then(|| after.clone()),
                    number: change.clone(),
                    reason: reason.clone(),
                }))),
            })
        })
        .await
    }
}

/// The number of the federation's list; 0 = none.
fn listed_number(name: Option<&EntrantName>) -> u32 {
    name.filter(|name| !name.new_player)
        .map_or(0, |name| name.federation_number)
}
