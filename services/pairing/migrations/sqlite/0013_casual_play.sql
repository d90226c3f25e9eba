-- Casual games, as the streams of bookings tell them.
CREATE TABLE casual_games (
    game_id          TEXT    NOT NULL PRIMARY KEY,
    black_account_id TEXT    NOT NULL,
    white_account_id TEXT    NOT NULL,
    variant          TEXT    NOT NULL,
    main_ms          INTEGER NOT NULL,
    increment_ms     INTEGER NOT NULL,
    -- 'seeks', 'challenge', 'rematch'.
    origin           TEXT    NOT NULL,
    -- The opening that the lot drew, which the next game of a pair begins from: a list of squares; empty without one.
    drawn_opening    TEXT    NOT NULL,
    booked_at_ms     INTEGER NOT NULL,
    starts_at_ms     INTEGER NOT NULL,
    -- 0 while it is not over.
    over_at_ms       INTEGER NOT NULL DEFAULT 0,
    -- -1 where there is no score.
    black_discs      INTEGER NOT NULL DEFAULT -1,
    white_discs      INTEGER NOT NULL DEFAULT -1,
    -- 'black', 'white', or empty for a draw.
    winner           TEXT    NOT NULL DEFAULT '',
    -- Live ratings after it, in hundredths of points; 0 where it is not rated.
    black_rating     INTEGER NOT NULL DEFAULT 0,
    white_rating     INTEGER NOT NULL DEFAULT 0
) STRICT, WITHOUT ROWID;

CREATE INDEX casual_games_of_black ON casual_games (black_account_id, booked_at_ms);
CREATE INDEX casual_games_of_white ON casual_games (white_account_id, booked_at_ms);

-- Live ratings, written with the entry that makes them: the streams of bookings give the same.
CREATE TABLE live_ratings (
    account_id TEXT    NOT NULL,
    variant    TEXT    NOT NULL,
    -- Hundredths of points.
    rating     INTEGER NOT NULL,
    deviation  INTEGER NOT NULL,
    -- Millionths.
    volatility INTEGER NOT NULL,
    games      INTEGER NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (account_id, variant)
) STRICT, WITHOUT ROWID;

-- Challenges by link, and offers of another game.
CREATE TABLE challenges (
    challenge_id  TEXT    NOT NULL PRIMARY KEY,
    account_id    TEXT    NOT NULL,
    -- The command that made it.
    command_id    TEXT    NOT NULL,
    variant       TEXT    NOT NULL,
    main_ms       INTEGER NOT NULL,
    increment_ms  INTEGER NOT NULL,
    -- The challenger's: 'black', 'white', or empty for a draw by lot.
    color         TEXT    NOT NULL,
    -- The game that another is wanted after; empty for a challenge by link.
    rematch_of    TEXT    NOT NULL,
    expires_at_ms INTEGER NOT NULL,
    -- What came of it; empty before.
    game_id       TEXT    NOT NULL DEFAULT ''
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX challenges_by_command ON challenges (account_id, command_id);
CREATE INDEX challenges_that_end ON challenges (expires_at_ms) WHERE game_id = '';
CREATE INDEX challenges_of_an_account ON challenges (account_id, expires_at_ms);
CREATE INDEX rematches_of_a_game ON challenges (rematch_of) WHERE rematch_of <> '';
