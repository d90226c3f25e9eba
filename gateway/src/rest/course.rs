//! The course of an event: what comes next, a director's hand in a round, and the finals.

use axum::{Json, extract::State};
use outflank_proto::{pairing::v1 as pairing, standings::v1 as standings};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{
        act::{Committed, present},
        responses,
    },
    state::Shared,
};

/// What the director can do next.
#[derive(Debug, Serialize, ToSchema)]
pub struct NextAct {
    /// `publish_round`, `await_results`, `finish_round`, `draw_lots`, `announce_finals`, `confirm` or `nothing`.
    pub kind: String,
    /// The round it is about; null without one.
    #[schema(required)]
    pub round: Option<u32>,
    /// The open tables, where results are awaited.
    pub tables: Vec<u32>,
    /// What would be played, where finals are to be announced.
    pub games: Vec<String>,
}

impl From<pairing::NextAct> for NextAct {
    fn from(next: pairing::NextAct) -> Self {
        Self {
            kind: next.kind,
            round: (next.round > 0).then_some(next.round),
            tables: next.tables,
            games: next.games,
        }
    }
}

/// A choice of colour that was made.
#[derive(Debug, Serialize, ToSchema)]
pub struct MadeChoice {
    /// By whom.
    pub entrant_id: String,
    /// `black`, `white` or `opponent_picks_colour`.
    pub choice: String,
}

/// A game of the announced round of finals.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncedGame {
    /// `final`, `semi_final_1`, `third_place`, …
    pub match_id: String,
    /// The match in words.
    pub title: String,
    /// The match's game, from 1.
    pub game: u32,
    /// The better-ranked player.
    pub better_entrant_id: String,
    /// The other.
    pub worse_entrant_id: String,
    /// Who may choose now; null when the colours are settled.
    #[schema(required)]
    pub chooser_entrant_id: Option<String>,
    /// The chooser may also let the opponent choose and win a draw.
    pub draw_win: bool,
    /// What was chosen so far.
    pub choices: Vec<MadeChoice>,
    /// The paragraph.
    pub rule: String,
}

/// A round of finals that is announced and not published yet.
#[derive(Debug, Serialize, ToSchema)]
pub struct AnnouncedRound {
    /// Its number.
    pub round: u32,
    /// When it starts at the earliest, cluster time in ms.
    pub starts_at_ms: i64,
    /// Its games.
    pub games: Vec<AnnouncedGame>,
}

impl From<pairing::AnnouncedRound> for AnnouncedRound {
    fn from(round: pairing::AnnouncedRound) -> Self {
        let choice = |made: pairing::MadeChoice| MadeChoice {
            entrant_id: made.entrant_id,
            choice: made.choice,
        };
        let game = |game: pairing::AnnouncedGame| AnnouncedGame {
            match_id: game.match_id,
            title: game.title,
            game: game.game,
            better_entrant_id: game.better_entrant_id,
            worse_entrant_id: game.worse_entrant_id,
            chooser_entrant_id: present(game.chooser_entrant_id),
            draw_win: game.draw_win,
            choices: game.choices.into_iter().map(choice).collect(),
            rule: game.rule,
        };
        Self {
            round: round.round,
            starts_at_ms: round.starts_at_ms,
            games: round.games.into_iter().map(game).collect(),
        }
    }
}

/// A title won.
#[derive(Debug, Serialize, ToSchema)]
pub struct Title {
    /// `champion` or `womens_champion`.
    pub title: String,
    /// By whom.
    pub entrant_id: String,
}

/// Two entrants that the director puts together.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FixedPair {
    /// One of them.
    pub one_entrant_id: String,
    /// The other.
    pub two_entrant_id: String,
    /// Which of them has black; the pairing decides when absent.
    #[serde(default)]
    pub black_entrant_id: Option<String>,
}

/// Two entrants.
#[derive(Debug, Deserialize, ToSchema)]
pub struct EntrantPair {
    /// One of them.
    pub one_entrant_id: String,
    /// The other.
    pub two_entrant_id: String,
}

/// What the director fixes of a round; the pairing completes it.
#[derive(Debug, Deserialize, ToSchema)]
pub struct RoundConstraints {
    /// Pairs that are to play.
    #[serde(default)]
    pub locked: Vec<FixedPair>,
    /// Pairs that are not to play.
    #[serde(default)]
    pub forbidden: Vec<EntrantPair>,
    /// Who is to have the bye.
    #[serde(default)]
    pub bye_entrant_id: Option<String>,
    /// Who is not to have it.
    #[serde(default)]
    pub no_bye_entrant_ids: Vec<String>,
}

impl From<RoundConstraints> for pairing::RoundConstraints {
    fn from(asked: RoundConstraints) -> Self {
        let fixed = |pair: FixedPair| pairing::FixedPair {
            one_entrant_id: pair.one_entrant_id,
            two_entrant_id: pair.two_entrant_id,
            black_entrant_id: pair.black_entrant_id.unwrap_or_default(),
        };
        let two = |pair: EntrantPair| pairing::EntrantPair {
            one_entrant_id: pair.one_entrant_id,
            two_entrant_id: pair.two_entrant_id,
        };
        Self {
            locked: asked.locked.into_iter().map(fixed).collect(),
            forbidden: asked.forbidden.into_iter().map(two).collect(),
            bye_entrant_id: asked.bye_entrant_id.unwrap_or_default(),
            no_bye_entrant_ids: asked.no_bye_entrant_ids,
        }
    }
}

/// A pair set by hand.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ManualPair {
    /// Who has black.
    pub black_entrant_id: String,
    /// Who has white.
    pub white_entrant_id: String,
}

/// A whole round by the director's hand: everyone present is in it once.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ManualPairing {
    /// The tables, first to last.
    pub pairs: Vec<ManualPair>,
    /// Who has a bye.
    #[serde(default)]
    pub bye_entrant_ids: Vec<String>,
}

impl From<ManualPairing> for pairing::ManualPairing {
    fn from(asked: ManualPairing) -> Self {
        let pair = |pair: ManualPair| pairing::ManualPair {
            black_entrant_id: pair.black_entrant_id,
            white_entrant_id: pair.white_entrant_id,
        };
        Self {
            pairs: asked.pairs.into_iter().map(pair).collect(),
            bye_entrant_ids: asked.bye_entrant_ids,
        }
    }
}

/// Why a round is taken back.
#[derive(Debug, Deserialize, ToSchema)]
pub struct TakenBack {
    /// The reason.
    pub reason: String,
}

/// Takes the last published round back, before it starts and while no board has a result.
#[utoipa::path(delete, path = "/tournaments/{tournament_id}/rounds/{round}", tag = "rounds",
    request_body = TakenBack,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("round" = u32, Path, description = "The round's number"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn unpublish_round(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, round)): Route<(String, u32)>,
    JsonBody(asked): JsonBody<TakenBack>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::UnpublishRoundRequest {
        command_id,
        tournament_id,
        round,
        reason: asked.reason,
    });
    let answer = shared.services.pairing().unpublish_round(request).await?;
    shared.services.wake_play().await;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Draws lots for players who are equal on every criterion, before finals go by the list.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/lots", tag = "rounds",
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn draw_lots(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::DrawLotsRequest {
        command_id,
        tournament_id,
    });
    let answer = shared.services.pairing().draw_lots(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// When the next round of the finals starts.
#[derive(Debug, Deserialize, ToSchema)]
pub struct FinalsAnnouncement {
    /// Cluster time in ms; as soon as it is published when absent.
    #[serde(default)]
    pub starts_at_ms: Option<i64>,
    /// The second confirmation that a departure from the text needs.
    #[serde(default)]
    pub accept_departures: bool,
}

/// Announces the next round of the finals, so that colours can be chosen.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/finals", tag = "rounds",
    request_body = FinalsAnnouncement,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn announce_finals(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
    JsonBody(asked): JsonBody<FinalsAnnouncement>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::AnnounceFinalsRoundRequest {
        command_id,
        tournament_id,
        starts_at_ms: asked.starts_at_ms.unwrap_or_default(),
        accept_departures: asked.accept_departures,
    });
    let answer = shared
        .services
        .pairing()
        .announce_finals_round(request)
        .await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// A choice of colour, or of the win of a draw.
#[derive(Debug, Deserialize, ToSchema)]
pub struct ColourChoice {
    /// The match of the announced game.
    pub match_id: String,
    /// `black`, `white` or `opponent_picks_colour`.
    pub choice: String,
}

/// Chooses the colour in an announced game, for the holder of the seat.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/entrants/{entrant_id}/colour-choice", tag = "rounds",
    request_body = ColourChoice,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("entrant_id" = String, Path, description = "Who chooses"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn choose_colour(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route((tournament_id, entrant_id)): Route<(String, String)>,
    JsonBody(asked): JsonBody<ColourChoice>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::ChooseColourRequest {
        command_id,
        tournament_id,
        entrant_id,
        match_id: asked.match_id,
        choice: asked.choice,
    });
    let answer = shared.services.pairing().choose_colour(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// A match of the finals as far as it has come.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinalsMatch {
    /// `final`, `semi_final_1`, `third_place`, …
    pub match_id: String,
    /// The match in words.
    pub title: String,
    /// The better-ranked player.
    pub better_entrant_id: String,
    /// The other.
    pub worse_entrant_id: String,
    /// Most games of the match.
    pub games: u32,
    /// Of the better-ranked player, in halves.
    pub better_half_points: u32,
    /// Of the other.
    pub worse_half_points: u32,
    /// Of the better-ranked player.
    pub better_discs: u32,
    /// Of the other.
    pub worse_discs: u32,
    /// Who won; null while undecided.
    #[schema(required)]
    pub winner_entrant_id: Option<String>,
    /// One sentence with the figures; empty while undecided.
    pub decision: String,
    /// The paragraph; empty while undecided.
    pub rule: String,
}

/// What the rules made of the list by themselves.
#[derive(Debug, Serialize, ToSchema)]
pub struct FinalsRemark {
    /// One sentence.
    pub detail: String,
    /// The paragraph.
    pub rule: String,
}

/// The finals.
#[derive(Debug, Serialize, ToSchema)]
pub struct Finals {
    /// The tournament's journal seq that this has folded in.
    pub version: u64,
    /// The matches known so far.
    pub matches: Vec<FinalsMatch>,
    /// What fell away, and why.
    pub remarks: Vec<FinalsRemark>,
    /// Everything that the rules want has been played.
    pub over: bool,
}

/// The finals: every match as far as it has come; empty before the qualification is over.
#[utoipa::path(get, path = "/tournaments/{tournament_id}/finals", tag = "standings",
    params(("tournament_id" = String, Path, description = "The tournament")),
    responses((status = 200, description = "The finals", body = Finals), responses::Reading))]
pub async fn get_finals(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
) -> Result<Json<Finals>, ApiProblem> {
    let request = bearer.ask(standings::GetFinalsRequest { tournament_id });
    let answer = shared.services.standings().get_finals(request).await?;
    let finals = answer.into_inner();
    let shown = |one: standings::FinalsMatch| FinalsMatch {
        match_id: one.match_id,
        title: one.title,
        better_entrant_id: one.better_entrant_id,
        worse_entrant_id: one.worse_entrant_id,
        games: one.games,
        better_half_points: one.better_half_points,
        worse_half_points: one.worse_half_points,
        better_discs: one.better_discs,
        worse_discs: one.worse_discs,
        winner_entrant_id: present(one.winner_entrant_id),
        decision: one.decision,
        rule: one.rule,
    };
    Ok(Json(Finals {
        version: finals.version,
        matches: finals.matches.into_iter().map(shown).collect(),
        remarks: finals
            .remarks
            .into_iter()
            .map(|remark| FinalsRemark {
                detail: remark.detail,
                rule: remark.rule,
            })
            .collect(),
        over: finals.over,
    }))
}
