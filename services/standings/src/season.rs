//! The table of a season over confirmed tournaments.

use std::collections::{BTreeMap, BTreeSet};

use outflank_access::{Kind, Problem, problem};
use outflank_proto::{
    pairing::v1::{
        Entrant, GetTournamentRequest, Tournament, pairing_service_client::PairingServiceClient,
    },
    sentence::v1::Parameter,
    standings::v1 as proto,
};
use outflank_tournament::{
    Person, RankingLine, RuleSet, SeasonEvent, SeasonLine, SeasonPlace, SeasonRules,
    season::season_player, season_table,
};

use crate::Standings;

/// Most tournaments of one season.
const MOST_TOURNAMENTS: usize = 100;

/// What a player is called.
#[derive(Debug, Clone)]
struct Known {
    federation_number: u32,
    name: String,
    country: String,
}

impl Standings {
    /// The season's table. Players are the same by federation number, without one by name and country.
    pub(crate) async fn season(
        &self,
        asked: &proto::GetSeasonRequest,
    ) -> Result<proto::GetSeasonResponse, Problem> {
        let count = asked.tournament_ids.len();
        if !(1..=MOST_TOURNAMENTS).contains(&count) {
            return Err(problem!(
                Kind::Invalid,
                "bad_season",
                "A season has 1 to {most} tournaments; {tournaments} are named.",
                most = MOST_TOURNAMENTS,
                tournaments = count,
            ));
        }
        let distinct: BTreeSet<&String> = asked.tournament_ids.iter().collect();
        if distinct.len() != count {
            return Err(Problem::new(
                Kind::Invalid,
                "bad_season",
                "A tournament counts once in a season; name each of them once.",
            ));
        }
        let mut people = BTreeMap::new();
        let mut events = Vec::with_capacity(count);
        let mut unrated = Vec::new();
        let mut rules = preset_rules(&asked.rule_set)?;
        for id in &asked.tournament_ids {
            let folded = self.folded(id).await?;
            let state = &folded.state;
            let ranking = state.ranking.as_ref().ok_or_else(|| not_confirmed(id))?;
            if rules.is_none() {
                rules = state.rule_set.as_ref().map(|rules| rules.season.clone());
            }
            if state.is_rehearsal() {
                return Err(rehearsal());
            }
            let tournament = self.named(id).await?;
            events.push(event(ranking, &tournament, &mut people));
            if !tournament.rated {
                unrated.push(id.clone());
            }
        }
        let table = season_table(&events, &rules.unwrap_or_default()).map_err(|problem| {
            problem!(
                Kind::Refused,
                "bad_ranking",
                "The season cannot be counted: {problem}.",
                problem = problem.to_string(),
            )
        })?;
        let rows = table
            .into_iter()
            .map(|line| row(line, &people, &asked.tournament_ids))
            .collect();
        Ok(proto::GetSeasonResponse {
            rows,
            unrated_tournament_ids: unrated,
        })
    }

    async fn named(&self, id: &str) -> Result<Tournament, Problem> {
        let request = GetTournamentRequest {
            tournament_id: id.to_owned(),
        };
        PairingServiceClient::new(self.pairing.clone())
            .get_tournament(request)
            .await
            .map_err(|status| Problem::from_status(&status))?
            .into_inner()
            .tournament
            .ok_or_else(|| Problem::internal("a tournament that pairing does not show"))
    }
}

fn preset_rules(name: &str) -> Result<Option<SeasonRules>, Problem> {
    if name.is_empty() {
        return Ok(None);
    }
    RuleSet::preset(name)
        .map(|rules| Some(rules.season))
        .map_err(|refusal| {
            let parameters = Parameter::each_of(refusal.parameters());
            Problem::told(Kind::Invalid, refusal.code(), refusal.detail(), parameters)
        })
}

fn rehearsal() -> Problem {
    Problem::new(
        Kind::Refused,
        "rehearsal",
        "A rehearsal is in no season: nothing of it counts.",
    )
}

fn not_confirmed(id: &str) -> Problem {
    problem!(
        Kind::Refused,
        "not_confirmed",
        "Tournament {tournament_id} is not confirmed; a season counts final rankings only.",
        tournament_id = id,
    )
}

fn event(
    ranking: &[RankingLine],
    tournament: &Tournament,
    people: &mut BTreeMap<String, Known>,
) -> SeasonEvent {
    let entrants: BTreeMap<&str, &Entrant> = tournament
        .entrants
        .iter()
        .map(|entrant| (entrant.id.as_str(), entrant))
        .collect();
    let nobody = Entrant::default();
    let ranking = ranking
        .iter()
        .map(|line| {
            let entrant = entrants.get(line.entrant.as_str()).copied();
            let person = person(entrant.unwrap_or(&nobody));
            let player = season_player(&person);
            people.insert(player.clone(), Known::of(&person));
            SeasonPlace {
                player,
                rank: line.rank,
                half_points: line.half_points,
            }
        })
        .collect();
    SeasonEvent {
        name: tournament
            .summary
            .as_ref()
            .map(|summary| summary.name.clone())
            .unwrap_or_default(),
        ranking,
    }
}

/// The number of a new player is provisional: the committee may give it to somebody else.
fn person(entrant: &Entrant) -> Person<'_> {
    let number = entrant.federation_number;
    Person {
        surname: &entrant.surname,
        given_names: &entrant.given_names,
        country: &entrant.country,
        federation_number: (number > 0 && !entrant.new_player).then_some(number),
    }
}

impl Known {
    fn of(person: &Person<'_>) -> Self {
        Self {
            federation_number: person.federation_number.unwrap_or_default(),
            name: format!("{} {}", person.given_names, person.surname)
                .trim()
                .to_owned(),
            country: person.country.to_owned(),
        }
    }
}

fn row(
    line: SeasonLine,
    people: &BTreeMap<String, Known>,
    tournaments: &[String],
) -> proto::SeasonRow {
    let known = people.get(&line.player);
    proto::SeasonRow {
        rank: line.rank,
        federation_number: known.map_or(0, |known| known.federation_number),
        name: known.map(|known| known.name.clone()).unwrap_or_default(),
        country: known.map(|known| known.country.clone()).unwrap_or_default(),
        points: line.points.to_string(),
        explanation: line.explanation,
        results: line
            .results
            .into_iter()
            .map(|result| proto::SeasonResult {
                tournament_id: tournaments.get(result.event).cloned().unwrap_or_default(),
                rank: result.rank,
                points: result.points.to_string(),
                counts: result.counts,
            })
            .collect(),
    }
}
