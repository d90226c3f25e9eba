//! Officials' acts at tables, each with its paragraph and reason, shown to both players.

use axum::{Json, extract::State};
use outflank_proto::play::v1::{self as play, official_act};
use outflank_runtime::{Kind, Problem};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{act::present, games::Acknowledged, responses, table::Color},
    state::Shared,
};

/// Both clocks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize, ToSchema)]
pub struct ClockTimes {
    /// What is left to black, in ms.
    pub black_ms: i64,
    /// What is left to white, in ms.
    pub white_ms: i64,
}

impl From<ClockTimes> for play::SetTimes {
    fn from(times: ClockTimes) -> Self {
        Self {
            black_ms: times.black_ms,
            white_ms: times.white_ms,
        }
    }
}

/// What an official does at a table.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum TableAct {
    /// Stops both clocks.
    Pause {
        /// Until then, cluster time in ms; until an official resumes play when absent.
        #[serde(default)]
        until_ms: Option<i64>,
    },
    /// Lets the clocks run again.
    Resume,
    /// Sets both clocks.
    SetClocks {
        /// To this.
        clocks: ClockTimes,
    },
    /// Gives time or takes it.
    AdjustTime {
        /// Whose.
        color: Color,
        /// In ms: more than 0 is given, less is taken.
        ms: i64,
    },
    /// Takes back every ply after one.
    TakeBack {
        /// The last ply that stands; 0: none does.
        to_ply: u32,
        /// The clocks then; as they were then when absent.
        #[serde(default)]
        clocks: Option<ClockTimes>,
    },
    /// The clock was faulty before the flag fell: undoes the default and what it granted (WOC IV.7).
    UndoDefault {
        /// The clocks then; as they were without the grants when absent.
        #[serde(default)]
        clocks: Option<ClockTimes>,
    },
    /// Announces when play will be broken off.
    AnnounceAdjournment {
        /// Cluster time in ms.
        at_ms: i64,
    },
    /// Takes up an adjourned game; the sealed move is played.
    ResumeAdjourned,
    /// Decides what stands instead of a sealed move that is not legal.
    DecideSealed {
        /// This move; nothing when absent.
        #[serde(default)]
        square: Option<String>,
    },
    /// Sends somebody out of the room.
    Expel {
        /// The player of this colour.
        #[serde(default)]
        seat: Option<Color>,
        /// Or this account.
        #[serde(default)]
        account_id: Option<String>,
        /// Until then, cluster time in ms; for good when absent.
        #[serde(default)]
        until_ms: Option<i64>,
    },
    /// Lets somebody in again.
    Readmit {
        /// The player of this colour.
        #[serde(default)]
        seat: Option<Color>,
        /// Or this account.
        #[serde(default)]
        account_id: Option<String>,
    },
    /// Makes an account this table's judge.
    AssignTableJudge {
        /// The account.
        account_id: String,
    },
    /// Enters a game, or a part of one, that was played over the board.
    EnterTranscript {
        /// Squares without passes, such as `f5d6c3`.
        text: String,
        /// The clocks after it; as they are when absent.
        #[serde(default)]
        clocks: Option<ClockTimes>,
        /// The game ended there.
        #[serde(default)]
        r#final: bool,
    },
    /// Takes up a finished game again.
    Reopen {
        /// The clocks; as they were at the end when absent.
        #[serde(default)]
        clocks: Option<ClockTimes>,
    },
    /// Declares the game void.
    Annul,
    /// Has the game played again from the position after a ply.
    ReplayFrom {
        /// The ply; 0: from the beginning.
        ply: u32,
        /// The clocks.
        clocks: ClockTimes,
        /// When it starts, cluster time in ms.
        starts_at_ms: i64,
    },
    /// Answers a player's call.
    AnswerCall,
}

fn color(color: Color) -> i32 {
    match color {
        Color::Black => play::Color::Black.into(),
        Color::White => play::Color::White.into(),
    }
}

fn one_of_two() -> Problem {
    Problem::new(
        Kind::Invalid,
        "invalid_body",
        "The act names either `seat` or `account_id`, and not both.",
    )
}

impl TableAct {
    fn into_play(self) -> Result<play::OfficialAct, Problem> {
        use official_act::Act;
        let times = |clocks: Option<ClockTimes>| clocks.map(Into::into);
        let act = match self {
            Self::Pause { until_ms } => Act::Pause(play::PauseAct {
                until_ms: until_ms.unwrap_or_default(),
            }),
            Self::Resume => Act::Resume(play::ResumeAct {}),
            Self::SetClocks { clocks } => Act::SetClocks(play::SetClocksAct {
                clocks: Some(clocks.into()),
            }),
            Self::AdjustTime { color: of, ms } => Act::AdjustTime(play::AdjustTimeAct {
                color: color(of),
                ms,
            }),
            Self::TakeBack { to_ply, clocks } => Act::TakeBack(play::TakeBackAct {
                to_ply,
                clocks: times(clocks),
            }),
            Self::UndoDefault { clocks } => Act::UndoDefault(play::UndoDefaultAct {
                clocks: times(clocks),
            }),
            Self::AnnounceAdjournment { at_ms } => {
                Act::AnnounceAdjournment(play::AnnounceAdjournmentAct { at_ms })
            }
            Self::ResumeAdjourned => Act::ResumeAdjourned(play::ResumeAdjournedAct {}),
            Self::DecideSealed { square } => Act::DecideSealed(play::DecideSealedAct {
                square: square.unwrap_or_default(),
            }),
            Self::Expel {
                seat,
                account_id,
                until_ms,
            } => Act::Expel(play::ExpelAct {
                until_ms: until_ms.unwrap_or_default(),
                whom: Some(match (seat, account_id) {
                    (Some(seat), None) => play::expel_act::Whom::Seat(color(seat)),
                    (None, Some(account)) => play::expel_act::Whom::AccountId(account),
                    _ => return Err(one_of_two()),
                }),
            }),
            Self::Readmit { seat, account_id } => Act::Readmit(play::ReadmitAct {
                whom: Some(match (seat, account_id) {
                    (Some(seat), None) => play::readmit_act::Whom::Seat(color(seat)),
                    (None, Some(account)) => play::readmit_act::Whom::AccountId(account),
                    _ => return Err(one_of_two()),
                }),
            }),
            Self::AssignTableJudge { account_id } => {
                Act::AssignTableJudge(play::AssignTableJudgeAct { account_id })
            }
            Self::EnterTranscript {
                text,
                clocks,
                r#final,
            } => Act::EnterTranscript(play::EnterTranscriptAct {
                text,
                clocks: times(clocks),
                r#final,
            }),
            Self::Reopen { clocks } => Act::Reopen(play::ReopenAct {
                clocks: times(clocks),
            }),
            Self::Annul => Act::Annul(play::AnnulAct {}),
            Self::ReplayFrom {
                ply,
                clocks,
                starts_at_ms,
            } => Act::ReplayFrom(play::ReplayFromAct {
                ply,
                clocks: Some(clocks.into()),
                starts_at_ms,
            }),
            Self::AnswerCall => Act::AnswerCall(play::AnswerCallAct {}),
        };
        Ok(play::OfficialAct { act: Some(act) })
    }
}

/// An official's act.
#[derive(Debug, Deserialize, ToSchema)]
pub struct OfficialActRequest {
    /// What to do.
    pub act: TableAct,
    /// The paragraph it rests on.
    #[serde(default)]
    #[schema(example = "WOC IV.7")]
    pub paragraph: Option<String>,
    /// Why, in the official's words; both players read it.
    pub reason: String,
}

/// What became of an act at one table of a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct TableOutcome {
    /// The table's game.
    pub game_id: String,
    /// Its number.
    pub table: u32,
    /// The journal seq of the entry it made; null where it was refused.
    #[schema(required)]
    pub seq: Option<u64>,
    /// Why it was refused; null where it was not.
    #[schema(required)]
    pub code: Option<String>,
    /// The same in one sentence.
    #[schema(required)]
    pub detail: Option<String>,
    /// The paragraph that refused it.
    #[schema(required)]
    pub rule: Option<String>,
}

/// What became of an act at every open table of a round.
#[derive(Debug, Serialize, ToSchema)]
pub struct RoundOutcome {
    /// By table number.
    pub tables: Vec<TableOutcome>,
}

impl From<play::TableOutcome> for TableOutcome {
    fn from(outcome: play::TableOutcome) -> Self {
        Self {
            game_id: outcome.game_id,
            table: outcome.table,
            seq: Some(outcome.seq).filter(|seq| *seq > 0),
            code: present(outcome.code),
            detail: present(outcome.detail),
            rule: present(outcome.rule),
        }
    }
}

/// An official's act at a table: clocks, pauses, adjournments, what was played, who is in the room. Results are
/// ruled on in the tournament.
#[utoipa::path(post, path = "/games/{game_id}/acts", tag = "officials", request_body = OfficialActRequest,
    params(("game_id" = String, Path, description = "The game"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Acknowledged), responses::Acting))]
pub async fn officiate(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(game_id): Route<String>,
    JsonBody(wanted): JsonBody<OfficialActRequest>,
) -> Result<Json<Acknowledged>, ApiProblem> {
    let request = bearer.ask(play::OfficiateRequest {
        command_id,
        game_id,
        act: Some(wanted.act.into_play()?),
        paragraph: wanted.paragraph.unwrap_or_default(),
        reason: wanted.reason,
    });
    let answer = shared.services.play().officiate(request).await?;
    Ok(Json(answer.into_inner().into()))
}

/// An official's act at every open table of a round: pauses, resumes, gives time, announces an adjournment.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/rounds/{number}/acts", tag = "officials",
    request_body = OfficialActRequest,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("number" = u32, Path, description = "The round"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "What became of it at each table", body = RoundOutcome), responses::Acting))]
pub async fn officiate_round(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, round)): Route<(String, u32)>,
    JsonBody(wanted): JsonBody<OfficialActRequest>,
) -> Result<Json<RoundOutcome>, ApiProblem> {
    let request = bearer.ask(play::OfficiateRoundRequest {
        command_id,
        tournament_id,
        round,
        act: Some(wanted.act.into_play()?),
        paragraph: wanted.paragraph.unwrap_or_default(),
        reason: wanted.reason,
    });
    let answer = shared.services.play().officiate_round(request).await?;
    let tables = answer.into_inner().tables;
    Ok(Json(RoundOutcome {
        tables: tables.into_iter().map(Into::into).collect(),
    }))
}
