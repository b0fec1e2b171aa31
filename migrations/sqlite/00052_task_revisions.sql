-- +goose Up

-- The last change of a task's times that Undo takes back, as JSON (task.Revision), and the turn whose tool made it: times and
-- rules, no words.
ALTER TABLE tasks ADD COLUMN revision TEXT;
ALTER TABLE tasks ADD COLUMN revised_turn TEXT NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE tasks DROP COLUMN revised_turn;
ALTER TABLE tasks DROP COLUMN revision;
