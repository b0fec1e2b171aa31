-- +goose Up

-- Who is sending a message now, and until when nobody else may: see PostgreSQL's.
ALTER TABLE outbox ADD COLUMN owner TEXT NOT NULL DEFAULT '';
ALTER TABLE outbox ADD COLUMN held_until TIMESTAMP;

-- How fast all processes together may speak.
CREATE TABLE paces (
  name         TEXT PRIMARY KEY,
  next_at      TIMESTAMP NOT NULL,
  closed_until TIMESTAMP
) WITHOUT ROWID;

-- +goose Down
DROP TABLE paces;
ALTER TABLE outbox DROP COLUMN held_until;
ALTER TABLE outbox DROP COLUMN owner;
