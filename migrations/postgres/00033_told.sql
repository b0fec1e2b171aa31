-- +goose Up

-- The turn under whose answer it is told that something was kept unasked; '' = nobody was told yet.
ALTER TABLE memory_verdicts ADD COLUMN told_in text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE memory_verdicts DROP COLUMN told_in;
