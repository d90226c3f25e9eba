-- Who takes part in which arena or ladder: whoever has left one, or was removed from it, does not.
CREATE TABLE contest_players (
    account_id TEXT COLLATE "C" NOT NULL,
    contest_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (account_id, contest_id)
);
