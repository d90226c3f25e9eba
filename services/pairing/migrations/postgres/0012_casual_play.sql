-- Casual games, as the streams of bookings tell them.
CREATE TABLE casual_games (
    game_id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    black_account_id TEXT COLLATE "C" NOT NULL,
    white_account_id TEXT COLLATE "C" NOT NULL,
    variant          TEXT COLLATE "C" NOT NULL,
    main_ms          BIGINT NOT NULL,
    increment_ms     BIGINT NOT NULL,
    -- 'seeks', 'challenge', 'rematch'.
    origin           TEXT COLLATE "C" NOT NULL,
    -- The opening that the lot drew, which the next game of a pair begins from: a list of squares; empty without one.
    drawn_opening    TEXT COLLATE "C" NOT NULL,
    booked_at_ms     BIGINT NOT NULL,
    starts_at_ms     BIGINT NOT NULL,
    -- 0 while it is not over.
    over_at_ms       BIGINT NOT NULL DEFAULT 0,
    -- -1 where there is no score.
    black_discs      BIGINT NOT NULL DEFAULT -1,
    white_discs      BIGINT NOT NULL DEFAULT -1,
    -- 'black', 'white', or empty for a draw.
    winner           TEXT COLLATE "C" NOT NULL DEFAULT '',
    -- Live ratings after it, in hundredths of points; 0 where it is not rated.
    black_rating     BIGINT NOT NULL DEFAULT 0,
    white_rating     BIGINT NOT NULL DEFAULT 0
);

CREATE INDEX casual_games_of_black ON casual_games (black_account_id, booked_at_ms);
CREATE INDEX casual_games_of_white ON casual_games (white_account_id, booked_at_ms);

-- Live ratings, written with the entry that makes them: the streams of bookings give the same.
CREATE TABLE live_ratings (
    account_id TEXT COLLATE "C" NOT NULL,
    variant    TEXT COLLATE "C" NOT NULL,
    -- Hundredths of points.
    rating     BIGINT NOT NULL,
    deviation  BIGINT NOT NULL,
    -- Millionths.
    volatility BIGINT NOT NULL,
    games      BIGINT NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (account_id, variant)
);

-- Challenges by link, and offers of another game.
CREATE TABLE challenges (
    challenge_id  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    account_id    TEXT COLLATE "C" NOT NULL,
    -- The command that made it.
    command_id    TEXT COLLATE "C" NOT NULL,
    variant       TEXT COLLATE "C" NOT NULL,
    main_ms       BIGINT NOT NULL,
    increment_ms  BIGINT NOT NULL,
    -- The challenger's: 'black', 'white', or empty for a draw by lot.
    color         TEXT COLLATE "C" NOT NULL,
    -- The game that another is wanted after; empty for a challenge by link.
    rematch_of    TEXT COLLATE "C" NOT NULL,
    expires_at_ms BIGINT NOT NULL,
    -- What came of it; empty before.
    game_id       TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE UNIQUE INDEX challenges_by_command ON challenges (account_id, command_id);
CREATE INDEX challenges_that_end ON challenges (expires_at_ms) WHERE game_id = '';
CREATE INDEX challenges_of_an_account ON challenges (account_id, expires_at_ms);
CREATE INDEX rematches_of_a_game ON challenges (rematch_of) WHERE rematch_of <> '';
