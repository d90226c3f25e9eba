-- Where webhooks lead, and what their deliveries are signed with. A webhook's events name one; one that none names is erased.
CREATE TABLE webhook_targets (
    target_id     TEXT    NOT NULL PRIMARY KEY,
    webhook_id    TEXT    NOT NULL,
    url           TEXT    NOT NULL,
    secret        TEXT    NOT NULL,
    created_at_ms INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_targets_of ON webhook_targets (webhook_id);

-- How far each webhook has come in the list of rating files.
CREATE TABLE webhook_progress (
    webhook_id      TEXT    NOT NULL PRIMARY KEY,
    -- What stands up to there in the list is settled.
    number          INTEGER NOT NULL,
    -- Deliveries that were given up in a row.
    given_up        INTEGER NOT NULL,
    delivered_at_ms INTEGER
) STRICT;

-- What webhooks were told, and what became of it.
CREATE TABLE webhook_deliveries (
    delivery_id         TEXT    NOT NULL PRIMARY KEY,
    webhook_id          TEXT    NOT NULL,
    kind                TEXT    NOT NULL,
    tournament_id       TEXT,
    version             INTEGER,
    state               TEXT    NOT NULL,
    attempts            INTEGER NOT NULL,
    -- Of those, the ones that waits are reckoned by, and since when.
    tries               INTEGER NOT NULL,
    tries_since_ms      INTEGER NOT NULL,
    first_attempt_at_ms INTEGER NOT NULL,
    last_attempt_at_ms  INTEGER NOT NULL,
    next_attempt_at_ms  INTEGER,
    answer_status       INTEGER,
    problem             TEXT,
    took_ms             INTEGER NOT NULL
) STRICT;
CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_id, first_attempt_at_ms, delivery_id);

-- Which process delivers, and until when.
CREATE TABLE webhook_turn (
    name     TEXT    NOT NULL PRIMARY KEY,
    holder   TEXT    NOT NULL,
    until_ms INTEGER NOT NULL
) STRICT;
