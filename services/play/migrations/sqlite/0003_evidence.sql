-- When something of the server did not run. What is credited comes from here and nowhere else.
CREATE TABLE outages (
    number     INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    outage_id  TEXT    NOT NULL UNIQUE,
    -- 'server': no process of this service ran; 'gateway': one was silent. Both are made good.
    -- 'process': one process of several stood still; 'gateway_stall': a gateway says that it did.
    kind       TEXT    NOT NULL,
    -- The process or gateway; '' for the whole service.
    name       TEXT    NOT NULL,
    -- The last sign of life before it and the first one after it, ms of cluster time.
    from_ms    INTEGER NOT NULL,
    to_ms      INTEGER NOT NULL,
    -- Whose sockets it took, a JSON list of accounts; NULL is everybody.
    accounts   TEXT
) STRICT;

CREATE INDEX outages_by_end ON outages (to_ms);

-- Who was back since when after an outage.
CREATE TABLE returns (
    outage_id  TEXT    NOT NULL,
    account_id TEXT    NOT NULL,
    at_ms      INTEGER NOT NULL,
    PRIMARY KEY (outage_id, account_id)
) STRICT, WITHOUT ROWID;

-- Whose sockets are open, and at which gateway.
CREATE TABLE open_sockets (
    gateway_id TEXT NOT NULL,
    account_id TEXT NOT NULL,
    PRIMARY KEY (gateway_id, account_id)
) STRICT, WITHOUT ROWID;

-- What was noticed about connections: beside the journal, and erasable with an account.
CREATE TABLE observations (
    number      INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    -- '' when nobody was signed in.
    account_id  TEXT    NOT NULL,
    gateway_id  TEXT    NOT NULL,
    -- The gateway's own name for the socket.
    socket_id   TEXT    NOT NULL,
    at_ms       INTEGER NOT NULL,
    -- 'connected', 'dropped', 'pong_gap', 'round_trips', 'focus'.
    kind        TEXT    NOT NULL,
    -- A line that broke, not a goodbye.
    lost        INTEGER NOT NULL,
    -- The game it was noticed at; '' for all that the account plays.
    game_id     TEXT    NOT NULL,
    -- The observation, JSON.
    observation TEXT    NOT NULL
) STRICT;

CREATE INDEX observations_of_an_account ON observations (account_id, at_ms);
CREATE INDEX observations_at_a_gateway ON observations (gateway_id, at_ms) WHERE lost = 1;

-- What directors were alerted to, once each.
CREATE TABLE alerts (
    alert_id      TEXT    NOT NULL PRIMARY KEY,
    tournament_id TEXT    NOT NULL,
    round         INTEGER NOT NULL,
    code          TEXT    NOT NULL,
    at_ms         INTEGER NOT NULL,
    -- The alert, JSON.
    alert         TEXT    NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX alerts_of_a_round ON alerts (tournament_id, round, at_ms);
