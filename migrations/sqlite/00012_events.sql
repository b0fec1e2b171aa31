-- +goose Up

-- What the door calls an update, so that who ends it can count it though its payload is
-- blank; and when a message's body was final, however often it was tried since.
ALTER TABLE inbox ADD COLUMN kind TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN ready_at TIMESTAMP;

-- +goose Down
ALTER TABLE outbox DROP COLUMN ready_at;
ALTER TABLE inbox DROP COLUMN kind;
