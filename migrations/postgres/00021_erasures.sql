-- +goose Up

-- The ids of the journal's entries whose erasures this database knows of (package erasure). A database that
-- is put back from a backup lacks those that were made since. The ids are random and say nothing.
CREATE TABLE erasures (
    id      TEXT PRIMARY KEY,
    made_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_erasures_made_at ON erasures (made_at);

-- +goose Down
DROP TABLE erasures;
