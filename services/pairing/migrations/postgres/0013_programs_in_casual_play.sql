-- What came by an API key: a program plays, whosever account it is. 0 or 1.
ALTER TABLE casual_games ADD COLUMN black_by_key BIGINT NOT NULL DEFAULT 0;
ALTER TABLE casual_games ADD COLUMN white_by_key BIGINT NOT NULL DEFAULT 0;
-- 1 where one person answers for both sides: it is not rated.
ALTER TABLE casual_games ADD COLUMN one_person BIGINT NOT NULL DEFAULT 0;
ALTER TABLE challenges ADD COLUMN by_key BIGINT NOT NULL DEFAULT 0;
