-- +goose Up

-- A task that waits for a tap (proposed), the turn whose tool completed it, and the turn in which
-- the person was asked whether it is done: see task.Task.
ALTER TABLE tasks ADD COLUMN proposed BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE tasks ADD COLUMN done_turn TEXT NOT NULL DEFAULT '';
ALTER TABLE tasks ADD COLUMN asked_turn TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tasks DROP COLUMN asked_turn;
ALTER TABLE tasks DROP COLUMN done_turn;
ALTER TABLE tasks DROP COLUMN proposed;
