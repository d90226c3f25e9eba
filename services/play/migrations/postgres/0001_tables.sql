-- The rules each tournament is played under, as pairing's facts tell them.
CREATE TABLE tournaments (
    tournament_id TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The rule set in force, JSON.
    rule_set      TEXT COLLATE "C" NOT NULL
);

-- Which account plays for which entrant.
CREATE TABLE seats (
    tournament_id TEXT COLLATE "C" NOT NULL,
    entrant_id    TEXT COLLATE "C" NOT NULL,
    account_id    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament_id, entrant_id)
);

-- Where each game belongs; its row is written before the game is created.
CREATE TABLE games (
    game_id          TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    tournament_id    TEXT COLLATE "C" NOT NULL,
    round            BIGINT NOT NULL,
    table_number     BIGINT NOT NULL,
    game_number      BIGINT NOT NULL,
    black_entrant_id TEXT COLLATE "C" NOT NULL,
    white_entrant_id TEXT COLLATE "C" NOT NULL
);

CREATE INDEX games_of_a_round ON games (tournament_id, round, table_number, game_number);
