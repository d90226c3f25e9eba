-- Rules amended after round 1, by the entry that amended them, and the first round under them.
CREATE TABLE amended_rules (
    tournament_id TEXT COLLATE "C" NOT NULL,
    seq           BIGINT NOT NULL,
    from_round    BIGINT NOT NULL,
    rule_set      TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (tournament_id, seq)
);
