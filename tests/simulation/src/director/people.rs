//! Entrants and spectators: what is known of entries, who withdraws, what somebody saw.

use outflank_proto::pairing::v1 as pairing;

use super::{DIRECTOR, Director, account, programme::Programme};
use crate::asked::Asked;

/// Somebody who holds neither seat nor office.
const SPECTATOR: &str = "spectator";

impl Director {
    /// An entrant accepts the rules: by himself, or by the director on his word.
    pub(super) async fn declare(&self, programme: &Programme, id: &str, entrants: &[String]) {
        let number = programme.chance.below(entrants.len());
        let mut asked = pairing::DeclareEntryRequest {
            tournament_id: id.to_owned(),
            entrant_id: entrants.get(number).cloned().unwrap_or_default(),
            ..pairing::DeclareEntryRequest::default()
        };
        let by_himself = programme.chance.in_thousand(500);
        let by = if by_himself {
            asked.accept_rules = true;
            account(number)
        } else {
            asked.rules_accepted_on_word_of = "Pat said so at the desk.".to_owned();
            DIRECTOR.to_owned()
        };
        let declares = Asked::Direct("declare");
        // Refused where pairing has not heard yet whose seat it is.
        let _refused = act!(self, &by, declares, declare_entry("DeclareEntry", asked));
    }

    /// An entrant has paid.
    pub(super) async fn note_fee(&self, programme: &Programme, id: &str, entrants: &[String]) {
        let entrant = programme.chance.one_of(entrants).cloned();
        let asked = pairing::NoteFeeRequest {
            tournament_id: id.to_owned(),
            entrant_id: entrant.unwrap_or_default(),
            paid: true,
            ..pairing::NoteFeeRequest::default()
        };
        let notes = Asked::Direct("note_fee");
        let _refused = act!(self, DIRECTOR, notes, note_fee("NoteFee", asked));
    }

    /// The federation agrees to an entry.
    pub(super) async fn note_agreement(
        &self,
        programme: &Programme,
        id: &str,
        entrants: &[String],
    ) {
        let entrant = programme.chance.one_of(entrants).cloned();
        let asked = pairing::NoteFederationAgreementRequest {
            tournament_id: id.to_owned(),
            entrant_id: entrant.unwrap_or_default(),
            agrees: true,
            said_by: "The secretary, by letter.".to_owned(),
            ..pairing::NoteFederationAgreementRequest::default()
        };
        let notes = Asked::Direct("note_agreement");
        let _refused = act!(
            self,
            DIRECTOR,
            notes,
            note_federation_agreement("NoteFederationAgreement", asked)
        );
    }

    /// An entrant withdraws.
    pub(super) async fn withdraw(&self, id: &str, entrant: &str) -> bool {
        let asked = pairing::WithdrawEntrantRequest {
            tournament_id: id.to_owned(),
            entrant_id: entrant.to_owned(),
            ..pairing::WithdrawEntrantRequest::default()
        };
        let withdraws = Asked::Direct("withdraw");
        act!(
            self,
            DIRECTOR,
            withdraws,
            withdraw_entrant("WithdrawEntrant", asked)
        )
        .is_ok()
    }

    /// A spectator reports something at a board, and the director answers.
    pub(super) async fn report(
        &self,
        programme: &Programme,
        (id, round): (&str, u32),
        boards: &[pairing::Board],
    ) {
        let Some(board) = programme.chance.one_of(boards) else {
            return;
        };
        let asked = pairing::ReportIrregularityRequest {
            tournament_id: id.to_owned(),
            round,
            table: board.table,
            text: self.words(),
            ..pairing::ReportIrregularityRequest::default()
        };
        let reports = Asked::Direct("report");
        let reported = act!(
            self,
            SPECTATOR,
            reports,
            report_irregularity("ReportIrregularity", asked)
        );
        // Refused before the round has begun.
        let Ok(reported) = reported else {
            return;
        };
        let dismissed = programme.chance.in_thousand(500);
        let asked = pairing::AnswerReportRequest {
            tournament_id: id.to_owned(),
            report_id: reported.report_id,
            outcome: if dismissed { "dismissed" } else { "noted" }.to_owned(),
            reason: if dismissed {
                self.words()
            } else {
                String::new()
            },
            ..pairing::AnswerReportRequest::default()
        };
        let answers = Asked::Direct("answer_report");
        let _refused = act!(
            self,
            DIRECTOR,
            answers,
            answer_report("AnswerReport", asked)
        );
    }
}
