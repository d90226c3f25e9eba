-- The library of rule sets: each under a name of its owner's.
CREATE TABLE saved_rule_sets (
    rule_set_id   TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    owner         TEXT COLLATE "C" NOT NULL,
    name          TEXT COLLATE "C" NOT NULL,
    -- The number of its last version, from 1: who counts it up saves that version.
    latest        BIGINT NOT NULL CHECK (latest > 0),
    shared        BOOLEAN NOT NULL,
    retired       BOOLEAN NOT NULL,
    created_at_ms BIGINT NOT NULL,
    saved_at_ms   BIGINT NOT NULL
);

CREATE UNIQUE INDEX saved_rule_sets_by_name ON saved_rule_sets (owner, name);
CREATE INDEX saved_rule_sets_by_owner ON saved_rule_sets (owner, created_at_ms DESC, rule_set_id);
CREATE INDEX saved_rule_sets_by_age ON saved_rule_sets (created_at_ms DESC, rule_set_id);

-- Their versions, which never change.
CREATE TABLE rule_set_versions (
    rule_set_id  TEXT COLLATE "C" NOT NULL,
    version      BIGINT NOT NULL CHECK (version > 0),
    -- The command that saved it.
    command_id   TEXT COLLATE "C" NOT NULL,
    -- The rules whole, as JSON.
    rule_set     TEXT COLLATE "C" NOT NULL,
    note         TEXT COLLATE "C" NOT NULL,
    account_id   TEXT COLLATE "C" NOT NULL,
    saved_at_ms  BIGINT NOT NULL,
    -- preset, saved or tournament; empty = given as a document.
    from_kind    TEXT COLLATE "C" NOT NULL,
    from_id      TEXT COLLATE "C" NOT NULL,
    from_version BIGINT NOT NULL,
    from_name    TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (rule_set_id, version)
);

CREATE UNIQUE INDEX rule_set_versions_by_command ON rule_set_versions (rule_set_id, command_id);

-- Which events took their rules from which version: folded from the journal, and never taken back.
CREATE TABLE rule_set_uses (
    tournament_id TEXT COLLATE "C" NOT NULL,
    rule_set_id   TEXT COLLATE "C" NOT NULL,
    version       BIGINT NOT NULL,
    PRIMARY KEY (tournament_id, rule_set_id, version)
);

CREATE INDEX rule_set_uses_by_version ON rule_set_uses (rule_set_id, version);
