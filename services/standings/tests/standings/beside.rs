//! Lists beside the individual one: made once of each state, and never shown of another.

use outflank_proto::standings::v1::{
    GetCategoryStandingsRequest, GetFinalsRequest, GetTeamStandingsRequest,
    GetTeamStandingsResponse,
};

use crate::world::{Tournament, World, played};

impl World {
    async fn teams(&self, id: &str) -> GetTeamStandingsResponse {
        let asked = GetTeamStandingsRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.anyone.clone().get_team_standings(asked).await;
        answer.unwrap().into_inner()
    }

    /// The country's list: its version, and who is in it.
    async fn nation(&self, id: &str, country: &str) -> (u64, usize) {
        let asked = GetCategoryStandingsRequest {
            tournament_id: id.to_owned(),
            category: "nation".to_owned(),
            country: country.to_owned(),
        };
        let answer = self.anyone.clone().get_category_standings(asked).await;
        let answer = answer.unwrap().into_inner();
        (answer.version, answer.rows.len())
    }

    async fn finals_version(&self, id: &str) -> u64 {
        let asked = GetFinalsRequest {
            tournament_id: id.to_owned(),
        };
        let answer = self.anyone.clone().get_finals(asked).await;
        answer.unwrap().into_inner().version
    }
}

#[tokio::test(start_paused = true)]
async fn they_go_on_with_the_tournament_as_the_list_does() {
    let world = World::new();
    let mut tournament = Tournament::new(&world.pairing, "four", 4);
    tournament.publish(&world.pairing);
    let before = world.whole_list("four").await.version;
    let teams = world.teams("four").await;
    assert_eq!(teams.version, before);
    assert_eq!(world.teams("four").await, teams, "asked once more");
    assert_eq!(world.nation("four", "FRA").await, (before, 4));
    assert_eq!(world.finals_version("four").await, before);

    tournament.record(&world.pairing, 1, 1, played(44));
    let after = world.whole_list("four").await.version;
    assert_eq!(after, before + 1);
    let next = world.teams("four").await;
    assert_eq!(next.version, after);
    assert_ne!(next.rows, teams.rows, "a game was won");
    assert_eq!(world.nation("four", "FRA").await, (after, 4));
    assert_eq!(world.finals_version("four").await, after);
}

#[tokio::test(start_paused = true)]
async fn what_is_asked_otherwise_or_of_another_tournament_is_another_list() {
    let world = World::new();
    Tournament::new(&world.pairing, "four", 4);
    Tournament::new(&world.pairing, "six", 6);
    world.catch_up().await.unwrap();
    for _ in 0..2 {
        let counts = [
            world.nation("four", "FRA").await.1,
            world.nation("six", "FRA").await.1,
            world.nation("four", "DNK").await.1,
        ];
        assert_eq!(counts, [4, 6, 0]);
    }
}
