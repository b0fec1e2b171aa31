-- +goose Up

-- What is known of attempts to send a message whose outcome is not: see delivery.Outgoing.
ALTER TABLE outbox
  ADD COLUMN must_arrive boolean NOT NULL DEFAULT false,
  ADD COLUMN after_message bigint NOT NULL DEFAULT 0,
  ADD COLUMN tried integer NOT NULL DEFAULT 0,
  ADD COLUMN strays integer NOT NULL DEFAULT 0,
  ADD COLUMN settle_until timestamptz,
  ADD COLUMN repaint boolean NOT NULL DEFAULT false;
CREATE INDEX idx_outbox_settling ON outbox (bot, due_at) WHERE state = 'settling';

-- +goose Down
DROP INDEX idx_outbox_settling;
ALTER TABLE outbox
  DROP COLUMN repaint, DROP COLUMN settle_until, DROP COLUMN strays,
  DROP COLUMN tried, DROP COLUMN after_message, DROP COLUMN must_arrive;
