-- Consents to acts of officials who have an interest in them, as pairing's facts tell them.
CREATE TABLE consents (
    consent_id TEXT PRIMARY KEY,
    tournament_id TEXT NOT NULL,
    official_id TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX consents_of_officials ON consents (tournament_id, official_id);
