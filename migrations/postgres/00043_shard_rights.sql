-- +goose Up

-- Who may do what with a shard (package memory/shard): one subject a line, after its right, '' = the defaults; and the
-- shards that it cites: their ids with spaces between them.
ALTER TABLE shards ADD COLUMN rights TEXT NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN cites TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE shards DROP COLUMN cites;
ALTER TABLE shards DROP COLUMN rights;
