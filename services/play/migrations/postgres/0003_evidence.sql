-- When something of the server did not run. What is credited comes from here and nowhere else.
CREATE TABLE outages (
    number     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    outage_id  TEXT COLLATE "C" NOT NULL UNIQUE,
    -- 'server': no process of this service ran; 'gateway': one was silent. Both are made good.
    -- 'process': one process of several stood still; 'gateway_stall': a gateway says that it did.
    kind       TEXT COLLATE "C" NOT NULL,
    -- The process or gateway; '' for the whole service.
    name       TEXT COLLATE "C" NOT NULL,
    -- The last sign of life before it and the first one after it, ms of cluster time.
    from_ms    BIGINT NOT NULL,
    to_ms      BIGINT NOT NULL,
    -- Whose sockets it took, a JSON list of accounts; NULL is everybody.
    accounts   TEXT COLLATE "C"
);

CREATE INDEX outages_by_end ON outages (to_ms);

-- Who was back since when after an outage.
CREATE TABLE returns (
    outage_id  TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (outage_id, account_id)
);

-- Whose sockets are open, and at which gateway.
CREATE TABLE open_sockets (
    gateway_id TEXT COLLATE "C" NOT NULL,
    account_id TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (gateway_id, account_id)
);

-- What was noticed about connections: beside the journal, and erasable with an account.
CREATE TABLE observations (
    number      BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- '' when nobody was signed in.
    account_id  TEXT COLLATE "C" NOT NULL,
    gateway_id  TEXT COLLATE "C" NOT NULL,
    -- The gateway's own name for the socket.
    socket_id   TEXT COLLATE "C" NOT NULL,
    at_ms       BIGINT NOT NULL,
    -- 'connected', 'dropped', 'pong_gap', 'round_trips', 'focus'.
    kind        TEXT COLLATE "C" NOT NULL,
    -- A line that broke, not a goodbye.
    lost        BOOLEAN NOT NULL,
    -- The game it was noticed at; '' for all that the account plays.
    game_id     TEXT COLLATE "C" NOT NULL,
    -- The observation, JSON.
    observation TEXT COLLATE "C" NOT NULL
);

CREATE INDEX observations_of_an_account ON observations (account_id, at_ms);
CREATE INDEX observations_at_a_gateway ON observations (gateway_id, at_ms) WHERE lost;

-- What directors were alerted to, once each.
CREATE TABLE alerts (
    alert_id      TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    tournament_id TEXT COLLATE "C" NOT NULL,
    round         BIGINT NOT NULL,
    code          TEXT COLLATE "C" NOT NULL,
    at_ms         BIGINT NOT NULL,
    -- The alert, JSON.
    alert         TEXT COLLATE "C" NOT NULL
);

CREATE INDEX alerts_of_a_round ON alerts (tournament_id, round, at_ms);
