-- +goose Up

-- What forms in shards (package memory/shard). since is when a chat began to share a shard, or resumed it: what
-- was said before is not read; NULL = nothing forms there. speaker is the name of who said an item, message the
-- message in which they did; a pending item waits for their consent; absorbed is the version of the shard's digest
-- that says a suggestion, 0 = none; threshold is how many suggestions wait until they are merged.
ALTER TABLE shard_chats ADD COLUMN since TIMESTAMPTZ;
ALTER TABLE shard_items ADD COLUMN speaker TEXT NOT NULL DEFAULT '';
ALTER TABLE shard_items ADD COLUMN message TEXT NOT NULL DEFAULT '';
ALTER TABLE shard_items ADD COLUMN pending BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE shard_items ADD COLUMN absorbed INTEGER NOT NULL DEFAULT 0;
CREATE INDEX idx_shard_items_pending ON shard_items (said_at) WHERE pending;
ALTER TABLE shards ADD COLUMN threshold INTEGER NOT NULL DEFAULT 16;

-- +goose Down
ALTER TABLE shards DROP COLUMN threshold;
DROP INDEX idx_shard_items_pending;
ALTER TABLE shard_items DROP COLUMN absorbed;
ALTER TABLE shard_items DROP COLUMN pending;
ALTER TABLE shard_items DROP COLUMN message;
ALTER TABLE shard_items DROP COLUMN speaker;
ALTER TABLE shard_chats DROP COLUMN since;
