//! Clock sheets and evidence: who may see them, and how the contract shows them.

use outflank_access::{Caller, Problem, Role, Standing};
use outflank_othello::Color;
use outflank_proto::{play::v1 as proto, sentence::v1::Parameter};

use super::{PlayGrpc, acting_account};
use crate::app::refusal::by_interest;
use crate::app::{
    Alert, ClockSheet, Evidence, Game, MOST_PER_GAME_MS, MOST_PER_PLY_MS, Observation, Observed,
    Others, Outage, OutageKind, OwnTables, SeatEvidence, SheetCredit, SheetPly, Sums, evidence_csv,
    evidence_json,
};
use crate::view::color;

/// A clock sheet; without what only officials may know about other seats than `own`.
pub(crate) fn clock_sheet(sheet: &ClockSheet, own: Option<Color>) -> proto::GetClockSheetResponse {
    proto::GetClockSheetResponse {
        plies: sheet
            .plies
            .iter()
            .map(|one| ply(one, own.is_none_or(|own| own == one.color)))
            .collect(),
        credits: sheet.credits.iter().map(credit).collect(),
        black: Some(sums(Color::Black, &sheet.sums.black)),
        white: Some(sums(Color::White, &sheet.sums.white)),
        ..proto::GetClockSheetResponse::default()
    }
}

fn ply(ply: &SheetPly, connection: bool) -> proto::ClockSheetPly {
    let seen = ply.seen.as_ref();
    let own = seen.filter(|_| connection);
    proto::ClockSheetPly {
        ply: ply.ply,
        color: color(ply.color).into(),
        square: ply
            .square
            .map_or_else(String::new, |square| square.to_string()),
        seq: ply.seq,
        given_at_ms: ply.given_at_ms.unwrap_or(0),
        delivered_at_ms: seen.and_then(|seen| seen.delivered_at_ms).unwrap_or(0),
        received_at_ms: seen.map_or(0, |seen| seen.received_at_ms),
        committed_at_ms: ply.committed_at_ms,
        lag_ms: own.and_then(|seen| seen.lag_ms).unwrap_or(0),
        queued_ms: own.map_or(0, |seen| seen.queued_ms),
        by_key: own.is_some_and(|seen| seen.by_key),
        gateway_id: own.map_or_else(String::new, |seen| seen.gateway.clone()),
        charged_ms: ply.charged_ms,
        lag_credit_ms: ply.lag_credit_ms,
        control_ms: ply.control_ms,
        flag_fell_at_ms: ply.flag_fell_at_ms.unwrap_or(0),
        remaining_ms: ply.remaining_ms,
        unread_ms: own.map_or(0, |seen| seen.unread_ms),
        seen_at_ms: own.and_then(|seen| seen.seen_at_ms).unwrap_or(0),
        reading_credit_ms: ply.reading_credit_ms,
        credit_left_ms: ply.credit_left_ms,
        onlooker: ply
            .onlooker
            .map(|(shown_at_ms, of)| proto::ClockSheetOnlooker {
                shown_at_ms,
                before_ms: of.before_ms,
                same_program: of.same_program,
            }),
    }
}

fn credit(credit: &SheetCredit) -> proto::ClockSheetCredit {
    proto::ClockSheetCredit {
        color: color(credit.color).into(),
        ms: credit.ms,
        cause: credit.cause.name().to_owned(),
        fault: credit.fault.to_owned(),
        fault_id: credit.fault_id.clone(),
        at_ms: credit.at_ms,
        seq: credit.seq,
        ply: credit.ply,
        remaining_ms: credit.remaining_ms,
    }
}

fn sums(of: Color, sums: &Sums) -> proto::ClockSheetSums {
    proto::ClockSheetSums {
        color: color(of).into(),
        initial_ms: sums.initial_ms,
        charged_ms: sums.charged_ms,
        control_ms: sums.control_ms,
        credits_ms: sums.credits_ms,
        grants_ms: sums.grants_ms,
        rulings_ms: sums.rulings_ms,
        remaining_ms: sums.remaining_ms,
        lag_credit_ms: sums.lag_credit_ms,
        delays_ms: sums.delays_ms,
        reading_credit_ms: sums.reading_credit_ms,
        credit_left_ms: sums.credit_left_ms,
    }
}

/// The evidence of a game.
pub(crate) fn evidence(evidence: &Evidence) -> proto::GetEvidenceResponse {
    proto::GetEvidenceResponse {
        game_id: evidence.game_id.clone(),
        from_ms: evidence.from_ms,
        until_ms: evidence.until_ms,
        seats: evidence.seats.iter().map(seat).collect(),
        server: evidence.server.iter().map(outage).collect(),
        alerts: evidence.alerts.iter().map(proto::Alert::from).collect(),
        ..proto::GetEvidenceResponse::default()
    }
}

impl From<&Alert> for proto::Alert {
    fn from(alert: &Alert) -> Self {
        Self {
            tournament_id: alert.tournament.clone(),
            round: alert.round,
            code: alert.code.clone(),
            text: alert.text.clone(),
            game_ids: alert.games.clone(),
            at_ms: alert.at_ms,
            parameters: Parameter::all_of(&alert.parameters),
        }
    }
}

fn seat(seat: &SeatEvidence) -> proto::SeatEvidence {
    proto::SeatEvidence {
        color: color(seat.color).into(),
        entrant_id: seat.entrant.clone(),
        events: seat
            .events
            .iter()
            .map(|(one, others)| event(one, *others))
            .collect(),
        verdict: Some(proto::Verdict {
            server_side: seat.verdict.server_side.name().to_owned(),
            why: seat.verdict.why.clone(),
            cannot_know: seat.verdict.cannot_know.sentence.to_owned(),
            code: seat.verdict.code.to_owned(),
            parameters: Parameter::all_of(&seat.verdict.parameters),
            cannot_know_code: seat.verdict.cannot_know.code.to_owned(),
        }),
    }
}

fn event(one: &Observed, others: Others) -> proto::ConnectionEvent {
    let mut event = proto::ConnectionEvent {
        at_ms: one.at_ms,
        kind: one.what.kind().to_owned(),
        gateway_id: one.gateway.clone(),
        socket_id: one.socket.clone(),
        others_dropped: others.dropped,
        others_open: others.open,
        ..proto::ConnectionEvent::default()
    };
    match &one.what {
        Observation::Dropped {
            by,
            code,
            reason,
            silent_ms,
            ..
        } => {
            by.name().clone_into(&mut event.by);
            event.close_code = *code;
            event.close_reason.clone_from(reason);
            event.ms = *silent_ms;
        }
        Observation::PongGap { gap_ms, .. } => event.ms = *gap_ms,
        Observation::RoundTrips(trips) => {
            event.round_trips = Some(proto::RoundTrips {
                count: trips.count,
                least_ms: trips.least_ms,
                median_ms: trips.median_ms,
                most_ms: trips.most_ms,
            });
        }
        Observation::Connected { .. } | Observation::Focus { .. } | Observation::Onlooker(_) => {}
    }
    event
}

fn outage(outage: &Outage) -> proto::ConnectionEvent {
    let (kind, gateway_id) = match outage.kind {
        OutageKind::Server => ("outage", ""),
        OutageKind::Gateway => ("gateway_silent", outage.name.as_str()),
        OutageKind::GatewayStall => ("gateway_stall", outage.name.as_str()),
        OutageKind::Process => ("process_stall", ""),
    };
    proto::ConnectionEvent {
        at_ms: outage.from_ms,
        kind: kind.to_owned(),
        gateway_id: gateway_id.to_owned(),
        ms: outage.to_ms.saturating_sub(outage.from_ms),
        ..proto::ConnectionEvent::default()
    }
}

impl PlayGrpc {
    /// What a caller is to a game's clock sheet and evidence; the seat that they may play, if any.
    async fn standing(
        &self,
        caller: &Caller,
        (game, stated): (&Game, &str),
    ) -> Result<Option<Color>, Problem> {
        let account = match &caller.person {
            Some(person) => person.account_id.as_str(),
            None if caller.service == Some(Role::Gateway) => stated,
            None => "",
        };
        let seat = self.0.seat(game, account).await?;
        caller.authorize(Standing {
            seated: seat.is_some(),
            director: self.0.is_official(game, account).await?,
            ..Standing::default()
        })?;
        Ok(seat)
    }

    /// What is for officials alone is not for one whose own game it is.
    async fn check_shown(&self, caller: &Caller, game: &Game) -> Result<(), Problem> {
        let Some(person) = &caller.person else {
            return Ok(());
        };
        let shown = self
            .0
            .shown_to_official(&OwnTables::default(), game, &person.account_id)
            .await?;
        shown.map_err(|refused| by_interest(&refused))
    }

    pub(super) async fn report_focus(
        &self,
        caller: &Caller,
        asked: proto::ReportFocusRequest,
    ) -> Result<proto::ReportFocusResponse, Problem> {
        let game = self.0.game(&asked.game_id).await?;
        let stamps = asked.stamps.unwrap_or_default();
        let account = acting_account(caller, &stamps).unwrap_or_default();
        self.standing(caller, (&game, &account)).await?;
        let noticed = (asked.lost, stamps.gateway_id.as_str());
        self.0.note_focus(&game.id, &account, noticed).await?;
        Ok(proto::ReportFocusResponse {})
    }

    pub(super) async fn get_clock_sheet(
        &self,
        caller: &Caller,
        asked: &proto::GetClockSheetRequest,
    ) -> Result<proto::GetClockSheetResponse, Problem> {
        let game = self.0.game(&asked.game_id).await?;
        let seat = self.standing(caller, (&game, "")).await?;
        let mut sheet = self.0.clock_sheet(&game.id).await?;
        if seat.is_none() {
            self.check_shown(caller, &game).await?;
            self.0.tell_onlookers(&game, &mut sheet).await?;
        }
        if seat.is_some() && game.state.hides_board() {
            for ply in &mut sheet.plies {
                ply.square = None;
            }
        }
        let lag = game
            .state
            .game_rules()
            .map(|game_rules| game_rules.lag)
            .unwrap_or_default();
        Ok(proto::GetClockSheetResponse {
            game_id: game.id.clone(),
            lag_per_move_ms: lag.per_move_ms,
            lag_per_game_ms: lag.per_game_ms,
            lag_covers_reading: lag.covers_reading,
            delay_per_ply_ms: MOST_PER_PLY_MS,
            delay_per_game_ms: MOST_PER_GAME_MS,
            ..clock_sheet(&sheet, seat)
        })
    }

    pub(super) async fn get_evidence(
        &self,
        caller: &Caller,
        asked: &proto::GetEvidenceRequest,
    ) -> Result<proto::GetEvidenceResponse, Problem> {
        let game = self.0.game(&asked.game_id).await?;
        self.standing(caller, (&game, "")).await?;
        self.check_shown(caller, &game).await?;
        let gathered = self
            .0
            .evidence(&game, (asked.from_ms, asked.until_ms))
            .await?;
        let sheet = self.0.clock_sheet(&game.id).await?;
        let document_json = evidence_json(&gathered, &sheet, self.0.now_ms())?;
        Ok(proto::GetEvidenceResponse {
            document_csv: evidence_csv(&gathered, &sheet),
            signature: self.0.sign_document(&document_json),
            key_id: self.0.signing_key_id().to_owned(),
            document_json,
            ..evidence(&gathered)
        })
    }
}
