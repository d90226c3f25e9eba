-- How a casual game ended ('played', 'resigned', 'absence', 'time_default', 'ruling'; empty before, and where nobody told),
-- and how many plies were played (-1 where nobody told).
ALTER TABLE casual_games ADD COLUMN ending TEXT NOT NULL DEFAULT '';
ALTER TABLE casual_games ADD COLUMN plies BIGINT NOT NULL DEFAULT -1;

CREATE INDEX casual_games_over ON casual_games (over_at_ms);

-- Reports of somebody at a casual game. What people wrote may be erased; the stream of moderation has the rest.
CREATE TABLE casual_reports (
    report_id        TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    game_id          TEXT COLLATE "C" NOT NULL,
    black_account_id TEXT COLLATE "C" NOT NULL,
    white_account_id TEXT COLLATE "C" NOT NULL,
    by_account_id    TEXT COLLATE "C" NOT NULL,
    about_account_id TEXT COLLATE "C" NOT NULL,
    -- 'abusive_chat', 'undeclared_program', 'lost_on_purpose', 'left_or_stalled', 'other'.
    kind             TEXT COLLATE "C" NOT NULL,
    body             TEXT COLLATE "C" NOT NULL,
    -- Numbers of messages at the table, a JSON list.
    messages         TEXT COLLATE "C" NOT NULL,
    at_ms            BIGINT NOT NULL,
    -- 1 until it is answered.
    is_open          BIGINT NOT NULL,
    -- 'dismissed', 'upheld', or empty while it is open.
    answer           TEXT COLLATE "C" NOT NULL DEFAULT '',
    answered_by      TEXT COLLATE "C" NOT NULL DEFAULT '',
    answered_at_ms   BIGINT NOT NULL DEFAULT 0,
    answer_reason    TEXT COLLATE "C" NOT NULL DEFAULT ''
);

CREATE INDEX casual_reports_in_order ON casual_reports (is_open, at_ms);
CREATE INDEX casual_reports_about ON casual_reports (about_account_id, is_open, at_ms);
CREATE INDEX casual_reports_of_a_game ON casual_reports (game_id);

-- What moderators did, and administrators about them: the log.
CREATE TABLE moderation_acts (
    act_id           TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    -- The entry's seq.
    number           BIGINT NOT NULL,
    -- 'report_dismissed', 'report_upheld', 'muted', 'unmuted', 'barred', 'readmitted', 'message_removed',
    -- 'moderator_named', 'moderator_dismissed'.
    kind             TEXT COLLATE "C" NOT NULL,
    at_ms            BIGINT NOT NULL,
    by_account_id    TEXT COLLATE "C" NOT NULL,
    about_account_id TEXT COLLATE "C" NOT NULL,
    -- Empty without one.
    game_id          TEXT COLLATE "C" NOT NULL,
    report_id        TEXT COLLATE "C" NOT NULL,
    -- 0 without one.
    message          BIGINT NOT NULL,
    until_ms         BIGINT NOT NULL,
    reason           TEXT COLLATE "C" NOT NULL
);

CREATE UNIQUE INDEX moderation_acts_in_order ON moderation_acts (number);
CREATE INDEX moderation_acts_about ON moderation_acts (about_account_id, number);

-- Whom accounts want nothing to do with.
CREATE TABLE casual_blocks (
    account_id TEXT COLLATE "C" NOT NULL,
    blocked_id TEXT COLLATE "C" NOT NULL,
    at_ms      BIGINT NOT NULL,
    PRIMARY KEY (account_id, blocked_id)
);

CREATE INDEX casual_blocks_in_order ON casual_blocks (account_id, at_ms);
