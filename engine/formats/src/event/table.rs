use std::collections::BTreeMap;

use outflank_tournament::{ResultTable, TableGame, TablePlayer, TableRound};

use super::{ToldEntrant, ToldEvent, ToldGame, ToldRound};

impl ToldEvent {
    /// The results of the rounds that are over, for rankings and pairings; players stand in the order of the entrants.
    #[must_use]
    pub fn table(&self) -> ResultTable {
        let places: BTreeMap<u32, usize> = (0..)
            .zip(&self.entrants)
            .map(|(place, entrant)| (entrant.number, place))
            .collect();
        let player = |entrant: &ToldEntrant| TablePlayer {
            // Zero-padded, so that the order of the texts is the order of the numbers.
            id: format!("{:010}", entrant.number),
            country: entrant.country.clone(),
            rating: entrant.rating,
            withdrew: entrant.left,
            ..TablePlayer::default()
        };
        let game = |game: &ToldGame| {
            Some(TableGame {
                black: *places.get(&game.black)?,
                white: *places.get(&game.white)?,
                result: game.result,
                flag_fell: None,
            })
        };
        let round = |round: &ToldRound| TableRound {
            games: round.games.iter().filter_map(game).collect(),
            byes: round
                .byes
                .iter()
                .filter_map(|number| places.get(number).copied())
                .collect(),
            ..TableRound::default()
        };
        ResultTable {
            players: self.entrants.iter().map(player).collect(),
            rounds: self
                .rounds
                .iter()
                .filter(|round| round.over)
                .map(round)
                .collect(),
        }
    }
}
