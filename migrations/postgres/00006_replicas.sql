-- +goose Up

-- Who is sending a message now, and until when nobody else may: several processes send.
ALTER TABLE outbox ADD COLUMN owner text NOT NULL DEFAULT '', ADD COLUMN held_until timestamptz;

-- How fast all processes together may speak: when the next call of a pace is free, and
-- until when Telegram wants none. Nothing of it matters after a crash of the server.
CREATE UNLOGGED TABLE paces (
  name         text PRIMARY KEY,
  next_at      timestamptz NOT NULL,
  closed_until timestamptz
);

-- +goose Down
DROP TABLE paces;
ALTER TABLE outbox DROP COLUMN owner, DROP COLUMN held_until;
