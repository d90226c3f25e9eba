//! Why something of casual play was refused.

use outflank_othello::{
    refusal::{Milliseconds, Parameters},
    refusals,
};

refusals! {
    #[expect(missing_docs, reason = "each is documented by its sentence")]
    pub enum Refusal {
        MainTimeOutOfRange { least_ms: Milliseconds, most_ms: Milliseconds } = "main_time_out_of_range":
            "A casual game takes {least_ms} to {most_ms} a player, in whole seconds.";
        IncrementOutOfRange { most_ms: Milliseconds } = "increment_out_of_range":
            "A move of a casual game adds {most_ms} at most, in whole seconds.";
        RangeUpsideDown { lowest: i64, highest: i64 } = "rating_range_empty":
            "No rating is at least {lowest} and at most {highest}; give the lower bound first.";
        AlreadyBooked = "already_booked":
            "You are booked for a game that is not over; play it to its end first.";
        OpponentBooked = "opponent_booked":
            "Your opponent plays another game now; try again when it is over.";
        OwnOpponent = "own_opponent":
            "A game takes two; nobody plays against himself.";
    }
}

impl Refusal {
    /// Its code, for programs.
    #[must_use]
    pub fn name(&self) -> &'static str {
        self.code().code
    }

    /// The values that it is about.
    #[must_use]
    pub fn values(&self) -> Parameters {
        self.parameters()
    }

    /// Whether it is about what was asked for, whatever stands.
    #[must_use]
    pub fn is_about_the_request(&self) -> bool {
        Self::ABOUT_THE_REQUEST.contains(&self.name())
    }

    /// The codes of those that are about what was asked for.
    pub const ABOUT_THE_REQUEST: [&str; 3] = [
        "main_time_out_of_range",
        "increment_out_of_range",
        "rating_range_empty",
    ];

    /// Every code with its sentence.
    pub fn all() -> impl Iterator<Item = (&'static str, &'static str)> {
        Self::CODES.iter().map(|known| (known.code, known.sentence))
    }
}
