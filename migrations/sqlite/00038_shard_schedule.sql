-- +goose Up

-- When the suggestions of a shard are merged (package memory/shard): a cron expression with its zone, '' = when enough of
-- them wait, and since when it holds.
ALTER TABLE shards ADD COLUMN schedule TEXT NOT NULL DEFAULT '';
ALTER TABLE shards ADD COLUMN scheduled_at TIMESTAMP;

-- +goose Down
ALTER TABLE shards DROP COLUMN scheduled_at;
ALTER TABLE shards DROP COLUMN schedule;
