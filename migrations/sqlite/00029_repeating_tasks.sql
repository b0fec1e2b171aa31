-- +goose Up

-- A task that comes again: the rule of RFC 5545 and the time on the wall clock with which it began; the zone on whose clock its
-- due time was said. A task that was called off has done_at, and says so.
ALTER TABLE tasks ADD COLUMN repeat_rule TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN repeat_from TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN zone TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN cancelled BOOLEAN NOT NULL DEFAULT false;
-- Series that a reminder did not move on, see task.Store.
CREATE INDEX idx_tasks_stalled ON tasks (reminded_at) WHERE repeat_rule <> '' AND done_at IS NULL;

-- +goose Down
DROP INDEX idx_tasks_stalled;
ALTER TABLE tasks DROP COLUMN cancelled;
ALTER TABLE tasks DROP COLUMN zone;
ALTER TABLE tasks DROP COLUMN repeat_from;
ALTER TABLE tasks DROP COLUMN repeat_rule;
