-- +goose Up

-- A due time that was read on a clock that nobody had chosen: it moves when the person says which is theirs.
ALTER TABLE tasks ADD COLUMN floating BOOLEAN NOT NULL DEFAULT false;
-- The turn under whose answer a person was asked for their clock; '' = never.
ALTER TABLE people ADD COLUMN zone_asked TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE people DROP COLUMN zone_asked;
ALTER TABLE tasks DROP COLUMN floating;
