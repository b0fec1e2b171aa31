-- +goose Up

-- When a person whose access made their row stay had everything of theirs erased last: what they said before does not form
-- in a shard afterwards.
ALTER TABLE people ADD COLUMN erased_at TIMESTAMPTZ;

-- +goose Down
ALTER TABLE people DROP COLUMN erased_at;
