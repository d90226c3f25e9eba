use outflank_othello::refusal::Parameters;
use outflank_othello::refusals;

refusals! {
    /// What PAPP has no way to be told of an event. Players are told by their numbers, points of a game by its discs.
    #[expect(missing_docs, reason = "the sentences say what the values are")]
    pub enum Untold {
        RoundWithoutGames { round: u32 } = "round_without_games":
            "round {round} has no game that PAPP knows, and is left out";
        StandsAsGone { player: String, number: u32 } = "stands_as_gone":
            "{player} does not play the round that has begun and stands as gone; in PAPP, + {number} brings the player back for the next";
        GamesOfFinals { games: usize } = "games_of_finals":
            "{games} games of finals and play-offs have no place in the work file; PAPP asks for them when it writes its rating file";
        SeveralByes { round: u32, byes: usize } = "several_byes":
            "round {round} has {byes} byes";
        SeveralGames { round: u32, black: u32, white: u32 } = "several_games":
            "round {round}: {black} and {white} play more than one game; PAPP knows the first";
        BothLost { round: u32, black: u32, white: u32 } = "both_lost":
            "round {round}: {black} and {white} both lost; to PAPP neither was there";
        NotPlayed { round: u32, black: u32, white: u32, black_discs: u32, white_discs: u32 } = "not_played":
            "round {round}: {black} and {white} did not play; PAPP takes {black_discs} to {white_discs} for the score of a game, which changes the tie-break";
        NoScore { round: u32, black: u32, white: u32, black_discs: u32, white_discs: u32, told_black_discs: u32, told_white_discs: u32 } = "no_score":
            "round {round}: {black} and {white}: {black_discs} to {white_discs} with this winner is no score to PAPP, and is told as {told_black_discs} to {told_white_discs}";
        AbsenceToCome { player: String, round: u32, number: u32 } = "absence_to_come":
            "{player} announced to be absent from round {round}; in PAPP, - {number} takes the player out before that round is paired";
    }
}

impl Untold {
    /// Every name under which something is not told.
    pub fn codes() -> impl Iterator<Item = &'static str> {
        Self::CODES.iter().map(|one| one.code)
    }

    /// A stable name of what it says, and what its sentence is made of.
    #[must_use]
    pub fn told(&self) -> (&'static str, Parameters) {
        (self.code().code, self.parameters())
    }
}
