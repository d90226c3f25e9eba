-- Where webhooks lead, and what their deliveries are signed with. A webhook's events name one; one that none names is erased.
CREATE TABLE webhook_targets (
    target_id     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    webhook_id    TEXT COLLATE "C" NOT NULL,
    url           TEXT COLLATE "C" NOT NULL,
    secret        TEXT COLLATE "C" NOT NULL,
    created_at_ms BIGINT NOT NULL
);
CREATE INDEX webhook_targets_of ON webhook_targets (webhook_id);

-- How far each webhook has come in the list of rating files.
CREATE TABLE webhook_progress (
    webhook_id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- What stands up to there in the list is settled.
    number          BIGINT NOT NULL,
    -- Deliveries that were given up in a row.
    given_up        BIGINT NOT NULL,
    delivered_at_ms BIGINT
);

-- What webhooks were told, and what became of it.
CREATE TABLE webhook_deliveries (
    delivery_id         TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    webhook_id          TEXT COLLATE "C" NOT NULL,
    kind                TEXT COLLATE "C" NOT NULL,
    tournament_id       TEXT COLLATE "C",
    version             BIGINT,
    state               TEXT COLLATE "C" NOT NULL,
    attempts            BIGINT NOT NULL,
    -- Of those, the ones that waits are reckoned by, and since when.
    tries               BIGINT NOT NULL,
    tries_since_ms      BIGINT NOT NULL,
    first_attempt_at_ms BIGINT NOT NULL,
    last_attempt_at_ms  BIGINT NOT NULL,
    next_attempt_at_ms  BIGINT,
    answer_status       BIGINT,
    problem             TEXT COLLATE "C",
    took_ms             BIGINT NOT NULL
);
CREATE INDEX webhook_deliveries_of ON webhook_deliveries (webhook_id, first_attempt_at_ms, delivery_id);

-- Which process delivers, and until when.
CREATE TABLE webhook_turn (
    name     TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    holder   TEXT COLLATE "C" NOT NULL,
    until_ms BIGINT NOT NULL
);
