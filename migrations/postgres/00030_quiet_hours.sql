-- +goose Up

-- The hours in which a person is sent nothing unasked, like 22:00-08:00 or none; '' = the operator's.
ALTER TABLE people ADD COLUMN quiet_hours text NOT NULL DEFAULT '';

-- +goose Down
ALTER TABLE people DROP COLUMN quiet_hours;
