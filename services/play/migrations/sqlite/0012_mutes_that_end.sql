-- A moderator's mute at casual tables, which are of no tournament, may have an end, in ms of cluster time; 0 = it has none.
ALTER TABLE chat_mutes ADD COLUMN until_ms INTEGER NOT NULL DEFAULT 0;
