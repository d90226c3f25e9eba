-- The arena or ladder that a casual game is of; empty for a game of none.
ALTER TABLE casual_games ADD COLUMN contest_id TEXT NOT NULL DEFAULT '';

CREATE INDEX casual_games_of_a_contest ON casual_games (contest_id, booked_at_ms) WHERE contest_id <> '';

-- Arenas and ladders as lists show them; their streams have the rest.
CREATE TABLE contests (
    contest_id         TEXT    NOT NULL PRIMARY KEY,
    title              TEXT    NOT NULL,
    founder_account_id TEXT    NOT NULL,
    -- The rule set, as JSON.
    rules              TEXT    NOT NULL,
    starts_at_ms       INTEGER NOT NULL,
    -- When players are paired no more; the greatest number for a ladder that goes on.
    over_at_ms         INTEGER NOT NULL,
    -- 1 where it was ended before its time.
    is_ended           INTEGER NOT NULL DEFAULT 0,
    entrants           INTEGER NOT NULL DEFAULT 0
) STRICT;

CREATE INDEX contests_by_end ON contests (over_at_ms, contest_id);
CREATE INDEX contests_of_founder ON contests (founder_account_id, over_at_ms);
