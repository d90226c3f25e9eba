-- Names compare byte by byte, whatever the language of the database: the order in which a batch is
-- written is the same everywhere, so writers cannot wait for each other in a circle.
--
-- Both keys of entries begin with the stream, so the table can be partitioned by it.

-- Everything one accepted command caused. Never changed, never removed.
CREATE TABLE journal_entries (
    stream_kind    TEXT COLLATE "C" NOT NULL,
    stream_id      TEXT COLLATE "C" NOT NULL,
    seq            BIGINT NOT NULL CHECK (seq > 0),
    at_ms          BIGINT NOT NULL,
    actor          TEXT COLLATE "C" NOT NULL,
    command_id     TEXT COLLATE "C" NOT NULL,
    schema_version BIGINT NOT NULL,
    body           BYTEA  NOT NULL,
    previous_hash  BYTEA  NOT NULL CHECK (octet_length(previous_hash) = 32),
    hash           BYTEA  NOT NULL CHECK (octet_length(hash) = 32),
    PRIMARY KEY (stream_kind, stream_id, seq),
    UNIQUE (stream_kind, stream_id, actor, command_id)
);

CREATE INDEX journal_streams ON journal_entries (stream_kind, stream_id) WHERE seq = 1;

-- What other services are told. Written with the entry, in one statement that joins the two;
-- numbered afterwards.
CREATE TABLE journal_facts (
    arrival     BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    number      BIGINT UNIQUE,
    stream_kind TEXT COLLATE "C" NOT NULL,
    stream_id   TEXT COLLATE "C" NOT NULL,
    seq         BIGINT NOT NULL,
    place       BIGINT NOT NULL,
    kind        TEXT COLLATE "C" NOT NULL,
    body        BYTEA  NOT NULL,
    UNIQUE (stream_kind, stream_id, seq, place)
);

CREATE INDEX journal_facts_unnumbered ON journal_facts (arrival) WHERE number IS NULL;

CREATE FUNCTION journal_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'entries and facts of the journal are never changed or removed';
END $$;

CREATE TRIGGER journal_entries_stand BEFORE UPDATE OR DELETE ON journal_entries
FOR EACH ROW EXECUTE FUNCTION journal_refuse();

CREATE TRIGGER journal_entries_stay BEFORE TRUNCATE ON journal_entries
FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();

CREATE TRIGGER journal_facts_stand BEFORE UPDATE ON journal_facts
FOR EACH ROW WHEN (
    OLD.number IS NOT NULL
    OR (OLD.arrival, OLD.stream_kind, OLD.stream_id, OLD.seq, OLD.place, OLD.kind, OLD.body)
        IS DISTINCT FROM
       (NEW.arrival, NEW.stream_kind, NEW.stream_id, NEW.seq, NEW.place, NEW.kind, NEW.body)
) EXECUTE FUNCTION journal_refuse();

CREATE TRIGGER journal_facts_stay BEFORE DELETE ON journal_facts
FOR EACH ROW EXECUTE FUNCTION journal_refuse();

CREATE TRIGGER journal_facts_stay_all BEFORE TRUNCATE ON journal_facts
FOR EACH STATEMENT EXECUTE FUNCTION journal_refuse();

-- Numbers facts that have none, if it is nobody else's turn. The lock is this store's alone and ends
-- with the transaction; each statement sees what was committed before it, so numbers given by the
-- one before are seen.
CREATE FUNCTION journal_number_facts(
    most BIGINT, OUT numbered BIGINT, OUT head BIGINT, OUT unnumbered BOOLEAN
) LANGUAGE plpgsql VOLATILE SET enable_seqscan = off AS $$
BEGIN
    numbered := 0;
    IF EXISTS (SELECT 1 FROM journal_facts WHERE number IS NULL)
        AND pg_try_advisory_xact_lock(1332112491, hashtext(current_schema()))
    THEN
        UPDATE journal_facts AS f SET number = next.number FROM (
            SELECT arrival, row_number() OVER (ORDER BY arrival)
                + (SELECT coalesce(max(number), 0) FROM journal_facts) AS number
            FROM journal_facts WHERE number IS NULL ORDER BY arrival LIMIT most
        ) AS next WHERE f.arrival = next.arrival;
        GET DIAGNOSTICS numbered = ROW_COUNT;
    END IF;
    head := (SELECT coalesce(max(number), 0) FROM journal_facts);
    unnumbered := EXISTS (SELECT 1 FROM journal_facts WHERE number IS NULL);
END $$;

-- Open streams and what falls due in them next; no deadline while a game is paused. Changed with
-- almost every entry, so room is left in its pages and it is swept often.
CREATE TABLE journal_open_streams (
    stream_kind TEXT COLLATE "C" NOT NULL,
    stream_id   TEXT COLLATE "C" NOT NULL,
    deadline_ms BIGINT,
    PRIMARY KEY (stream_kind, stream_id)
) WITH (fillfactor = 70, autovacuum_vacuum_threshold = 1000, autovacuum_vacuum_scale_factor = 0.05);

CREATE INDEX journal_deadlines ON journal_open_streams (deadline_ms, stream_kind, stream_id)
WHERE deadline_ms IS NOT NULL;

-- How far this service has consumed the feeds of others.
CREATE TABLE journal_cursors (
    consumer TEXT   NOT NULL PRIMARY KEY,
    epoch    TEXT   NOT NULL,
    number   BIGINT NOT NULL
);

-- The last sign of life of each process.
CREATE TABLE journal_heartbeats (
    process TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    at_ms   BIGINT NOT NULL
);

-- The identity of this store: cursors of another one mean nothing here.
CREATE TABLE journal_store (
    one   INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
    epoch TEXT    NOT NULL
);

INSERT INTO journal_store (one, epoch) VALUES (1, replace(gen_random_uuid()::text, '-', ''));

-- The oldest version of a program's tables whose programs these tables still serve. A migration that
-- only adds leaves it; one that takes something away raises it.
CREATE TABLE journal_versions (
    part        TEXT   NOT NULL PRIMARY KEY CHECK (part IN ('journal', 'records')),
    serves_from BIGINT NOT NULL
);

INSERT INTO journal_versions (part, serves_from) VALUES ('journal', 1), ('records', 1);
