-- The files beside rating files, each under its digest, kept for ever: manifests name them.
CREATE TABLE export_files (
    -- SHA-256, lower-case hexadecimal.
    sha256  TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    content BYTEA NOT NULL
);
