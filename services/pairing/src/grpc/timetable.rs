//! The timetable and who was not there: translated.

use outflank_access::{Caller, Page, Problem};
use outflank_proto::pairing::v1 as proto;
use outflank_tournament::{
    Command, FinalsStage, PlannedBreak, PlannedPlay, PlannedSession, PlannedStart, Timetable,
    TimetableMove,
};
use tonic::{Request, Response};

use super::{Answer, PairingGrpc, acts::ActRequest};
use crate::{app::invalid, planned::named};

impl PairingGrpc {
    pub(super) async fn set_timetable(
        &self,
        request: Request<proto::SetTimetableRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            Ok(ActRequest::from(Command::SetTimetable {
                timetable: read(asked.timetable.as_ref())?,
                by: act.by(),
            }))
        })
        .await
    }

    pub(super) async fn move_timetable(
        &self,
        request: Request<proto::MoveTimetableRequest>,
    ) -> Answer<proto::ActResponse> {
        self.by_official(request, |asked, act| {
            let writing = act.writing(&asked.tournament_id, &asked.reason, (0, 0))?;
            Ok(ActRequest {
                command: Command::MoveTimetable(TimetableMove {
                    timetable: read(asked.timetable.as_ref())?,
                    reason: writing.id.clone(),
                    by: act.by(),
                    accept_deviations: asked.accept_deviations,
                }),
                writing: Some(writing),
            })
        })
        .await
    }

    /// Who was not there is the directors' to know.
    pub(super) async fn list_missing_entrants(
        &self,
        request: Request<proto::ListMissingEntrantsRequest>,
    ) -> Answer<proto::ListMissingEntrantsResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.get_ref();
        let id = &asked.tournament_id;
        self.0.check_official(id, &caller).await?;
        let tournament = self.0.tournament(id).await?;
        let query = ("missing", id);
        let page: Page<(u32, String)> = Page::asked(asked.page_size, &asked.page_token, &query)?;
        let rounds = tournament.state.presence.missing.iter();
        let mut found: Vec<proto::MissingEntrant> = rounds
            .flat_map(|(round, missing)| missing.iter().map(|one| (*round, one)))
            .map(|(round, one)| proto::MissingEntrant {
                round,
                entrant_id: one.entrant.0.clone(),
                cause: one.cause.name().to_owned(),
            })
            .filter(|one| page.after().is_none_or(|after| key(one) > *after))
            .collect();
        found.sort_by_key(key);
        let (missing, next_page_token) = page.cut(found, key)?;
        Ok(Response::new(proto::ListMissingEntrantsResponse {
            missing,
            next_page_token,
        }))
    }
}

fn key(one: &proto::MissingEntrant) -> (u32, String) {
    (one.round, one.entrant_id.clone())
}

fn read(asked: Option<&proto::Timetable>) -> Result<Timetable, Problem> {
    let asked = asked.ok_or_else(|| invalid("bad_timetable", "Give the whole timetable."))?;
    let session = |session: &proto::PlannedSession| {
        Ok(PlannedSession {
            day: session.day,
            plays: session
                .plays
                .iter()
                .map(start)
                .collect::<Result<_, Problem>>()?,
        })
    };
    Ok(Timetable {
        utc_offset_minutes: asked.utc_offset_minutes,
        sessions: asked
            .sessions
            .iter()
            .map(session)
            .collect::<Result<_, Problem>>()?,
        breaks: asked
            .breaks
            .iter()
            .map(|pause| PlannedBreak {
                from_ms: pause.from_ms,
                until_ms: pause.until_ms,
            })
            .collect(),
    })
}

fn start(asked: &proto::PlannedStart) -> Result<PlannedStart, Problem> {
    let stage = FinalsStage::ALL
        .into_iter()
        .find(|stage| stage.name() == asked.stage);
    let play = match (asked.round, stage, asked.game) {
        (round, None, 0) if round > 0 && asked.stage.is_empty() => PlannedPlay::Round { round },
        (0, Some(stage), game) if game > 0 => PlannedPlay::Finals { stage, game },
        _ => {
            return Err(invalid(
                "bad_timetable",
                "What is planned is a round, or a game of a stage of the finals.",
            ));
        }
    };
    Ok(PlannedStart {
        play,
        starts_at_ms: (asked.starts_at_ms != 0).then_some(asked.starts_at_ms),
    })
}

/// The timetable as it is shown.
pub(super) fn shown(timetable: &Timetable) -> proto::Timetable {
    let sessions = timetable.sessions.iter();
    proto::Timetable {
        utc_offset_minutes: timetable.utc_offset_minutes,
        sessions: sessions
            .map(|session| proto::PlannedSession {
                day: session.day,
                plays: session.plays.iter().map(shown_start).collect(),
            })
            .collect(),
        breaks: timetable
            .breaks
            .iter()
            .map(|pause| proto::PlannedBreak {
                from_ms: pause.from_ms,
                until_ms: pause.until_ms,
            })
            .collect(),
    }
}

fn shown_start(planned: &PlannedStart) -> proto::PlannedStart {
    let (round, stage, game) = named(planned.play);
    proto::PlannedStart {
        round,
        stage,
        game,
        starts_at_ms: planned.starts_at_ms.unwrap_or_default(),
    }
}
