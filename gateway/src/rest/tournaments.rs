//! Events, their officials and rule sets.

use axum::{Json, extract::State};
use http::StatusCode;
use outflank_proto::pairing::v1 as pairing;
use outflank_runtime::Problem;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    problem::ApiProblem,
    request::{Bearer, CommandId, JsonBody, Route},
    rest::{
        act::Committed,
        course::{AnnouncedRound, NextAct, Title},
        entrants::Entrant,
        responses,
        rounds::Round,
    },
    state::Shared,
};

/// What the format is for some numbers of entrants.
#[derive(Debug, Serialize, ToSchema)]
pub struct FormatRow {
    /// Fewest entrants.
    pub entrants_from: u32,
    /// Most entrants; 0 = no upper end.
    pub entrants_to: u32,
    /// The format in words.
    pub format: String,
    /// False: refused for now, with `format` saying why.
    pub available: bool,
    /// The paragraph.
    pub rule: String,
}

/// A rule set that a tournament can be created from.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleSetSummary {
    /// Its name, as `rule_set` of a new tournament.
    #[schema(example = "egp-2020")]
    pub name: String,
    /// Its title.
    pub title: String,
    /// Qualifying time limit of each player, in ms.
    pub main_time_ms: i64,
    /// What the format is by number of entrants.
    pub formats: Vec<FormatRow>,
}

/// Every rule set.
#[derive(Debug, Serialize, ToSchema)]
pub struct RuleSetList {
    /// Every rule set.
    pub rule_sets: Vec<RuleSetSummary>,
}

/// How far a tournament is.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum TournamentPhase {
    /// Entrants may be added and removed.
    Registration,
    /// A round is published and not yet finished.
    RoundOpen,
    /// The last published round is finished; the next may be published.
    BetweenRounds,
    /// Every round is finished; the director may confirm.
    Played,
    /// The final ranking is official.
    Confirmed,
}

/// A tournament in one line.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentSummary {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// The host nation, ISO 3166 alpha-3.
    #[schema(example = "DNK")]
    pub country: String,
    /// First day, YYYY-MM-DD.
    #[schema(example = "2026-07-18")]
    pub date: String,
    /// Its rule set.
    pub rule_set: String,
    /// How far it is.
    pub phase: TournamentPhase,
    /// How many entrants.
    pub entrants: u32,
    /// The last published round; 0 before the first.
    pub round: u32,
    /// Planned rounds; 0 while the number of entrants does not yet decide a format.
    pub rounds: u32,
    /// Journal seq: grows with every change.
    pub seq: u64,
}

/// Every tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct TournamentList {
    /// Every tournament.
    pub tournaments: Vec<TournamentSummary>,
}

/// Somebody who directs a tournament.
#[derive(Debug, Serialize, ToSchema)]
pub struct Official {
    /// Their account.
    pub account_id: String,
    /// `head_director` or `assistant_director`.
    pub role: String,
}

/// A value outside the rule text.
#[derive(Debug, Serialize, ToSchema)]
pub struct Departure {
    /// What departs.
    pub what: String,
    /// From which paragraph.
    pub rule: String,
}

/// A tournament with everything that is public about it.
#[derive(Debug, Serialize, ToSchema)]
pub struct Tournament {
    /// In one line.
    pub summary: TournamentSummary,
    /// Who takes part, in the order of registration.
    pub entrants: Vec<Entrant>,
    /// Published rounds, in order.
    pub rounds: Vec<Round>,
    /// Who directs.
    pub officials: Vec<Official>,
    /// The plan in words; or why no format is available yet.
    pub format: String,
    /// Time limit of each player in each game, in ms.
    pub main_time_ms: i64,
    /// Values outside the rule text.
    pub departures: Vec<Departure>,
    /// End of the hash chain from which every draw's seed is revealed, hex.
    pub draw_anchor: String,
    /// Seeds revealed so far, hex, in order.
    pub revealed_seeds: Vec<String>,
    /// The complete rule set, JSON.
    pub rule_set_json: String,
    /// Who answers for the event, as shown and as the sender of its rating file.
    pub director_name: String,
    /// What the director can do next.
    #[schema(required)]
    pub next: Option<NextAct>,
    /// The stages in words, in their order.
    pub stages: Vec<String>,
    /// The round of finals that is announced and not published yet.
    #[schema(required)]
    pub announced: Option<AnnouncedRound>,
    /// False once the event has departed from its text.
    pub conformant: bool,
    /// Version of the final ranking; 0 before the confirmation, above 1 after amendments.
    pub ranking_version: u32,
    /// Titles won.
    pub titles: Vec<Title>,
}

/// A new tournament.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewTournament {
    /// Its name.
    pub name: String,
    /// The host nation, ISO 3166 alpha-3.
    #[schema(example = "DNK")]
    pub country: String,
    /// First day, YYYY-MM-DD.
    #[schema(example = "2026-07-18")]
    pub date: String,
    /// Its rule set.
    #[schema(example = "egp-2020")]
    pub rule_set: String,
    /// Time limit of each player, in ms; the rule set's when absent. Less than the text's is recorded as a departure.
    #[serde(default)]
    pub main_time_ms: Option<i64>,
    /// Number of Swiss rounds; the rule set's when absent.
    #[serde(default)]
    pub swiss_rounds: Option<u32>,
    /// The head director's name, as shown and as the sender of the rating file.
    #[serde(default)]
    pub director_name: Option<String>,
    /// The director's own copy of a rule set, in place of the preset named above.
    #[serde(default)]
    #[schema(value_type = Option<Object>)]
    pub rule_set_document: Option<serde_json::Value>,
    /// The second confirmation that a departure from the text needs: it cannot be undone.
    #[serde(default)]
    pub accept_departures: bool,
}

/// How an event is confirmed.
#[derive(Debug, Deserialize, ToSchema)]
pub struct Confirmation {
    /// Ends without the finals that the rules want, which departs from the text and cannot be undone.
    #[serde(default)]
    pub without_finals: bool,
}

/// Who becomes an official.
#[derive(Debug, Deserialize, ToSchema)]
pub struct NewOfficial {
    /// Their account.
    pub account_id: String,
    /// `head_director` or `assistant_director`.
    pub role: String,
}

fn phase(value: i32) -> Result<TournamentPhase, Problem> {
    use pairing::TournamentPhase as P;
    match P::try_from(value) {
        Ok(P::Registration) => Ok(TournamentPhase::Registration),
        Ok(P::RoundOpen) => Ok(TournamentPhase::RoundOpen),
        Ok(P::BetweenRounds) => Ok(TournamentPhase::BetweenRounds),
        Ok(P::Played) => Ok(TournamentPhase::Played),
        Ok(P::Confirmed) => Ok(TournamentPhase::Confirmed),
        Ok(P::Unspecified) | Err(_) => Err(Problem::internal("a tournament is in no known phase")),
    }
}

impl TryFrom<pairing::TournamentSummary> for TournamentSummary {
    type Error = Problem;

    fn try_from(summary: pairing::TournamentSummary) -> Result<Self, Problem> {
        Ok(Self {
            id: summary.id,
            name: summary.name,
            country: summary.country,
            date: summary.date,
            rule_set: summary.rule_set,
            phase: phase(summary.phase)?,
            entrants: summary.entrants,
            round: summary.round,
            rounds: summary.rounds,
            seq: summary.seq,
        })
    }
}

impl TryFrom<Option<pairing::Tournament>> for Tournament {
    type Error = Problem;

    fn try_from(tournament: Option<pairing::Tournament>) -> Result<Self, Problem> {
        let missing = || Problem::internal("pairing answered without a tournament");
        let tournament = tournament.ok_or_else(missing)?;
        Ok(Self {
            summary: tournament.summary.ok_or_else(missing)?.try_into()?,
            entrants: tournament.entrants.into_iter().map(Into::into).collect(),
            rounds: tournament.rounds.into_iter().map(Into::into).collect(),
            officials: tournament
                .officials
                .into_iter()
                .map(|official| Official {
                    account_id: official.account_id,
                    role: official.role,
                })
                .collect(),
            format: tournament.format,
            main_time_ms: tournament.main_time_ms,
            departures: tournament
                .departures
                .into_iter()
                .map(|departure| Departure {
                    what: departure.what,
                    rule: departure.rule,
                })
                .collect(),
            draw_anchor: tournament.draw_anchor,
            revealed_seeds: tournament.revealed_seeds,
            rule_set_json: tournament.rule_set_json,
            director_name: tournament.director_name,
            next: tournament.next.map(Into::into),
            stages: tournament.stages,
            announced: tournament.announced.map(Into::into),
            conformant: tournament.conformant,
            ranking_version: tournament.ranking_version,
            titles: tournament
                .titles
                .into_iter()
                .map(|won| Title {
                    title: won.title,
                    entrant_id: won.entrant_id,
                })
                .collect(),
        })
    }
}

/// The rule sets that a tournament can be created from.
#[utoipa::path(get, path = "/rule-sets", tag = "tournaments",
    responses((status = 200, description = "Every rule set", body = RuleSetList), responses::Reading))]
pub async fn list_rule_sets(
    State(shared): State<Shared>,
    bearer: Bearer,
) -> Result<Json<RuleSetList>, ApiProblem> {
    let request = bearer.ask(pairing::ListRuleSetsRequest {});
    let answer = shared.services.pairing().list_rule_sets(request).await?;
    let row = |row: pairing::FormatRow| FormatRow {
        entrants_from: row.entrants_from,
        entrants_to: row.entrants_to,
        format: row.format,
        available: row.available,
        rule: row.rule,
    };
    let rule_sets = answer.into_inner().rule_sets.into_iter();
    Ok(Json(RuleSetList {
        rule_sets: rule_sets
            .map(|set| RuleSetSummary {
                name: set.name,
                title: set.title,
                main_time_ms: set.main_time_ms,
                formats: set.formats.into_iter().map(row).collect(),
            })
            .collect(),
    }))
}

/// Every tournament.
#[utoipa::path(get, path = "/tournaments", tag = "tournaments",
    responses((status = 200, description = "Every tournament", body = TournamentList), responses::Reading))]
pub async fn list_tournaments(
    State(shared): State<Shared>,
    bearer: Bearer,
) -> Result<Json<TournamentList>, ApiProblem> {
    let request = bearer.ask(pairing::ListTournamentsRequest {});
    let answer = shared.services.pairing().list_tournaments(request).await?;
    let tournaments: Result<Vec<_>, Problem> = answer
        .into_inner()
        .tournaments
        .into_iter()
        .map(TryInto::try_into)
        .collect();
    Ok(Json(TournamentList {
        tournaments: tournaments?,
    }))
}

/// Creates a tournament that the caller directs.
#[utoipa::path(post, path = "/tournaments", tag = "tournaments", request_body = NewTournament,
    params(("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 201, description = "The new tournament", body = Tournament), responses::Acting))]
pub async fn create_tournament(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    JsonBody(new): JsonBody<NewTournament>,
) -> Result<(StatusCode, Json<Tournament>), ApiProblem> {
    let request = bearer.ask(pairing::CreateTournamentRequest {
        command_id,
        name: new.name,
        country: new.country,
        date: new.date,
        rule_set: new.rule_set,
        main_time_ms: new.main_time_ms.unwrap_or_default(),
        swiss_rounds: new.swiss_rounds.unwrap_or_default(),
        director_name: new.director_name.unwrap_or_default(),
        rule_set_json: new
            .rule_set_document
            .map(|document| document.to_string())
            .unwrap_or_default(),
        accept_departures: new.accept_departures,
    });
    let answer = shared.services.pairing().create_tournament(request).await?;
    let tournament = answer.into_inner().tournament.try_into()?;
    Ok((StatusCode::CREATED, Json(tournament)))
}

/// A tournament with everything that is public about it.
#[utoipa::path(get, path = "/tournaments/{tournament_id}", tag = "tournaments",
    params(("tournament_id" = String, Path, description = "The tournament")),
    responses((status = 200, description = "The tournament", body = Tournament), responses::Reading))]
pub async fn get_tournament(
    State(shared): State<Shared>,
    bearer: Bearer,
    Route(tournament_id): Route<String>,
) -> Result<Json<Tournament>, ApiProblem> {
    let request = bearer.ask(pairing::GetTournamentRequest { tournament_id });
    let answer = shared.services.pairing().get_tournament(request).await?;
    Ok(Json(answer.into_inner().tournament.try_into()?))
}

/// Makes somebody an official of the tournament.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/officials", tag = "tournaments", request_body = NewOfficial,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn appoint_official(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
    JsonBody(new): JsonBody<NewOfficial>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::AppointOfficialRequest {
        command_id,
        tournament_id,
        account_id: new.account_id,
        role: new.role,
    });
    let answer = shared.services.pairing().appoint_official(request).await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}

/// Declares the final ranking official. Ties that only lots can break are drawn here.
#[utoipa::path(post, path = "/tournaments/{tournament_id}/confirmation", tag = "tournaments",
    request_body = Confirmation,
    params(("tournament_id" = String, Path, description = "The tournament"),
        ("Idempotency-Key" = Option<String>, Header, description = "The command id, 1 to 64 visible ASCII characters")),
    security(("bearer" = [])),
    responses((status = 200, description = "Committed", body = Committed), responses::Acting))]
pub async fn confirm_tournament(
    State(shared): State<Shared>,
    bearer: Bearer,
    CommandId(command_id): CommandId,
    Route(tournament_id): Route<String>,
    JsonBody(asked): JsonBody<Confirmation>,
) -> Result<Json<Committed>, ApiProblem> {
    let request = bearer.ask(pairing::ConfirmTournamentRequest {
        command_id,
        tournament_id,
        without_finals: asked.without_finals,
    });
    let answer = shared
        .services
        .pairing()
        .confirm_tournament(request)
        .await?;
    let seq = answer.into_inner().seq;
    Ok(Json(Committed { seq }))
}
