-- Where an account signed in from. A device bears a token, of which the digest is kept, and may be known to several
-- accounts; of an address a digest under the account's id is kept.
CREATE TABLE known_sources (
    account_id      TEXT COLLATE "C" NOT NULL REFERENCES accounts (id) ON DELETE CASCADE,
    -- `device` or `address`.
    kind            TEXT COLLATE "C" NOT NULL,
    digest          BYTEA  NOT NULL,
    last_used_at_ms BIGINT NOT NULL,
    PRIMARY KEY (account_id, kind, digest)
);
CREATE INDEX known_sources_digest ON known_sources (digest);
