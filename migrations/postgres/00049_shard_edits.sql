-- +goose Up

-- Who reworded an item of a shard that somebody else had said (package memory/shard); '' = nobody. What they erase takes it along.
ALTER TABLE shard_items ADD COLUMN edited_by text NOT NULL DEFAULT '';
CREATE INDEX idx_shard_items_edited ON shard_items (edited_by) WHERE edited_by <> '';

-- +goose Down
DROP INDEX idx_shard_items_edited;
ALTER TABLE shard_items DROP COLUMN edited_by;
