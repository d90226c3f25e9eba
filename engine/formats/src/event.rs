//! An event as files of other programs tell one, whichever program it was.

mod submission;
mod table;

pub use submission::SubmissionHeading;

use outflank_othello::Square;
use outflank_tournament::GameResult;

use crate::constant::ToldConstant;
use crate::date::CivilDate;

/// An event. Players are named by their federation numbers, every one of which is an entrant's.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToldEvent {
    /// Its name, empty if nothing says it.
    pub name: String,
    /// Its country as the file has it: a code or a name.
    pub country: Option<String>,
    /// The first day.
    pub first_day: Option<CivilDate>,
    /// Rounds that were planned.
    pub planned_rounds: Option<u32>,
    /// C of the Brightwell Quotient.
    pub constant: Option<ToldConstant>,
    /// Who entered, in the order of the file.
    pub entrants: Vec<ToldEntrant>,
    /// The rounds from the first on.
    pub rounds: Vec<ToldRound>,
    /// Games that belong to no round: finals and play-offs.
    pub added: Vec<ToldGame>,
}

/// Who entered.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToldEntrant {
    /// Federation number.
    pub number: u32,
    /// On no rating list yet.
    pub is_new: bool,
    /// Surname, empty if nothing says it.
    pub surname: String,
    /// First names.
    pub first_names: String,
    /// Country code.
    pub country: Option<String>,
    /// Rating.
    pub rating: Option<i32>,
    /// Left the event.
    pub left: bool,
}

/// A round.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct ToldRound {
    /// Its games.
    pub games: Vec<ToldGame>,
    /// Who had the bye.
    pub byes: Vec<u32>,
    /// Whether it is over.
    pub over: bool,
}

/// A game.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ToldGame {
    /// Federation number of the player with black.
    pub black: u32,
    /// Federation number of the player with white.
    pub white: u32,
    /// The result, once there is one.
    pub result: Option<GameResult>,
    /// The moves without passes; none where nobody wrote them down.
    pub moves: Vec<Square>,
}

impl ToldEvent {
    /// The entrant with this number.
    #[must_use]
    pub fn entrant(&self, number: u32) -> Option<&ToldEntrant> {
        self.entrants
            .iter()
            .find(|entrant| entrant.number == number)
    }
}

impl ToldEntrant {
    /// `SURNAME, First names`; the number where there is no name.
    #[must_use]
    pub fn name(&self) -> String {
        match (self.surname.is_empty(), self.first_names.is_empty()) {
            (true, _) => self.number.to_string(),
            (false, true) => self.surname.clone(),
            (false, false) => format!("{}, {}", self.surname, self.first_names),
        }
    }
}
