//! Readings as the presets have them.

/// A reading as its preset has it.
pub(super) struct ReadingText {
    pub value: &'static str,
    pub name: &'static str,
    pub detail: &'static str,
}

const fn text(value: &'static str, name: &'static str, detail: &'static str) -> ReadingText {
    ReadingText {
        value,
        name,
        detail,
    }
}

const BYE_POINTS: ReadingText = text(
    "scoring.bye_half_points",
    "Points of a bye",
    "A bye scores one point.",
);
const BYE_DISCS: ReadingText = text(
    "scoring.bye_discs",
    "Discs of a bye",
    "A bye counts 40 discs of 64 in the disc-count.",
);
const MISSED: ReadingText = text(
    "scoring.missed_round_half_points",
    "Points of a missed round",
    "A round that an entrant does not play scores no point and no discs.",
);
const NO_SHOW: ReadingText = text(
    "absence_policy",
    "No-show limit",
    "Whoever does not come loses by the clock only; no time limit for coming is set.",
);
const TABLE: ReadingText = text(
    "pairing.round_robin_table",
    "Round-robin table",
    "A round robin is played by the circle method, seats drawn by lot.",
);
const FIRST_ROUND: ReadingText = text(
    "pairing.first_round",
    "First round",
    "The first round of a Swiss system is paired at random.",
);
const EXTRA: ReadingText = text(
    "extra_rounds",
    "Extra rounds",
    "No extra rounds are played for perfect scores.",
);
const NOTICE: ReadingText = text(
    "round_notice_ms",
    "Notice of a round",
    "A round starts five minutes after its publication unless the director gives another start; it may start at once.",
);

/// What every rule set reads about its tables.
pub(super) const TABLE_READINGS: &[ReadingText] = &[
    text(
        "lag_credit",
        "Credit for slow lines",
        "A player gets back up to 1 second a move and 10 seconds a game of his line's delay, as the server measures it; what his client is slow to read counts with it.",
    ),
    text(
        "director_call.longest_ms",
        "Longest call",
        "A call for the director stops the clocks for at most 10 minutes.",
    ),
    text(
        "director_call.most_per_player",
        "Number of calls",
        "Three calls of a player stop the clocks of a game; further ones are told to the director and stop nothing.",
    ),
    text(
        "director_call.hides_board",
        "Board during a call",
        "While a call holds the clocks neither the players nor spectators see the board, so that nobody gains time to think.",
    ),
    text(
        "spectators",
        "Spectators",
        "Spectators see every game as it is played.",
    ),
    text(
        "spectator_chat",
        "Chat of spectators",
        "Spectators may write to one another; the players of a game see nothing of it before the end.",
    ),
    text(
        "spectator_chat_shown",
        "When spectators' chat is shown",
        "What spectators write at a game is shown to the officials alone until it ends or an official opens it: a player may have a second account.",
    ),
    text(
        "confirm_within_ms",
        "Signing the result",
        "Who neither confirms nor disputes a result within 5 minutes has confirmed it.",
    ),
    text(
        "freeze_on_mass_stall",
        "Many boards drop at once",
        "When many boards drop at once the director is alerted; no clock is stopped by itself.",
    ),
    text(
        "over_the_board",
        "Where the games are played",
        "The games are played here, on this server's clocks; an event may instead be held over the board, where officials enter the results.",
    ),
    text(
        "single_official",
        "A director who plays",
        "Nobody rules on a game of their own; a sole director may be let to where the opponent consents to the very act, \
         and then withdraws others without being asked.",
    ),
    text(
        "offices.rivals_refused",
        "Rivals of a director who plays",
        "A director who plays rules on the others of his stage too, and it is noted with the rulings; putting them out \
         for good, or naming who moves for them, takes their consent or that of a director who does not play.",
    ),
];

/// What every rule set reads about entering and titles.
pub(super) const ENTRY_READINGS: &[ReadingText] = &[
    text(
        "entry.federation_agreement",
        "Agreement of the federation",
        "Whoever is entered plays in agreement with the federation; where the organiser has it noted for each entrant, \
         who has it not yet holds his place and is not paired.",
    ),
    text(
        "entry.fee",
        "Entry fee",
        "No fee is set; where there is one, it is noted who has paid, and no money passes through here.",
    ),
    text(
        "entry.paid_before_pairing",
        "Unpaid fees",
        "Who has not paid is paired all the same.",
    ),
    text(
        "category_titles",
        "Titles of categories",
        "No category but the women of the finals has a title; where one has, all whom the list leaves at its best rank \
         have the title.",
    ),
];

const ACCEPTANCE: ReadingText = text(
    "entry.acceptance",
    "Acceptance of the rules",
    "Whoever enters is bound by the rules tacitly; nobody is asked.",
);

const LIVE_RESULTS: ReadingText = text(
    "offices.live_results",
    "Results over live games",
    "A result over a game that is being played is entered by the head director; other results by any director.",
);
const CONFIRMATION: ReadingText = text(
    "offices.confirmation",
    "Confirming the event",
    "The head director confirms the event.",
);

pub(super) const EGP_READINGS: &[ReadingText] = &[
    text(
        "formats",
        "Exactly 12 players",
        "Exactly 12 players play a round robin of 11 rounds; a Swiss system only with fewer rounds.",
    ),
    text(
        "formats",
        "Semi-finals",
        "Semi-finals are played with 9 and 10 players only, as the table of formats says.",
    ),
    text(
        "formats",
        "Third cycle",
        "The third cycle of a triple round robin has the colours of the first.",
    ),
    BYE_POINTS,
    BYE_DISCS,
    MISSED,
    NO_SHOW,
    TABLE,
    FIRST_ROUND,
    EXTRA,
    NOTICE,
    LIVE_RESULTS,
    CONFIRMATION,
];

pub(super) const WOC_READINGS: &[ReadingText] = &[
    BYE_POINTS,
    BYE_DISCS,
    MISSED,
    NO_SHOW,
    TABLE,
    EXTRA,
    NOTICE,
    LIVE_RESULTS,
    CONFIRMATION,
];

const HOUSE_NO_SHOW: ReadingText = text(
    "absence_policy",
    "No-show limit",
    "What becomes of a player who does not come is the house's choice.",
);
const HOUSE_FORMATS: ReadingText = text(
    "formats",
    "Formats",
    "Up to 4 entrants meet twice and 5 or 6 once; more play a Swiss system of 5, 7, 9 or 11 rounds.",
);
const HOUSE_TIMES: ReadingText = text(
    "time_controls",
    "Time limits",
    "The text sets no time for a game; the house does.",
);
const HOUSE_DEFAULT: ReadingText = text(
    "default_policy",
    "Fall of a flag",
    "A flag's fall loses the game; both get two minutes more and play on for the score.",
);
const HOUSE_PASS: ReadingText = text(
    "pass_policy",
    "Forced passes",
    "A forced pass is made by itself.",
);
const HOUSE_PREMOVES: ReadingText = text(
    "premoves",
    "Moves chosen ahead",
    "Whether a player may choose the next move while the opponent thinks is the house's choice.",
);

const NO_DUTIES: ReadingText = text(
    "duties",
    "Duties",
    "The text puts no duties on organiser and director that the event keeps a list of.",
);

pub(super) const HOUSE_READINGS: &[ReadingText] = &[
    NO_DUTIES,
    HOUSE_FORMATS,
    HOUSE_TIMES,
    HOUSE_DEFAULT,
    HOUSE_PASS,
    HOUSE_PREMOVES,
    HOUSE_NO_SHOW,
    BYE_POINTS,
    BYE_DISCS,
    MISSED,
    TABLE,
    FIRST_ROUND,
    ACCEPTANCE,
];

pub(super) const AGA_READINGS: &[ReadingText] = &[
    HOUSE_FORMATS,
    HOUSE_TIMES,
    HOUSE_DEFAULT,
    HOUSE_PASS,
    HOUSE_PREMOVES,
    HOUSE_NO_SHOW,
    BYE_POINTS,
    BYE_DISCS,
    MISSED,
    TABLE,
    FIRST_ROUND,
    ACCEPTANCE,
];

pub(super) const MCMAHON_READINGS: &[ReadingText] = &[
    text(
        "variant.handicaps",
        "Handicaps",
        "Nobody has a handicap but by the director's word; one that is given is one to four discs in corners before the start, whoever gives it moves first, and the colours stay as paired.",
    ),
    text(
        "pairing.start",
        "McMahon bands",
        "Bands of 200 rating points from 1200 start a point above one another; from 2000 all start together.",
    ),
    HOUSE_FORMATS,
    HOUSE_TIMES,
    HOUSE_DEFAULT,
    HOUSE_PASS,
    HOUSE_PREMOVES,
    HOUSE_NO_SHOW,
    BYE_POINTS,
    BYE_DISCS,
    MISSED,
    TABLE,
    FIRST_ROUND,
    ACCEPTANCE,
];

pub(super) const PAPP_READINGS: &[ReadingText] = &[
    text(
        "formats",
        "Rounds",
        "Seven rounds are played: a round robin where they are enough for one, else a Swiss system.",
    ),
    text(
        "ranking.tie_breaks",
        "Last criterion",
        "Players equal on points, BQ and discs share their rank; no lots are drawn.",
    ),
    NO_DUTIES,
    HOUSE_TIMES,
    HOUSE_DEFAULT,
    HOUSE_PASS,
    HOUSE_PREMOVES,
    HOUSE_NO_SHOW,
    ACCEPTANCE,
];
