-- +goose Up

-- What is known of attempts to send a message whose outcome is not: see delivery.Outgoing.
ALTER TABLE outbox ADD COLUMN must_arrive BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE outbox ADD COLUMN after_message INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN tried INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN strays INTEGER NOT NULL DEFAULT 0;
ALTER TABLE outbox ADD COLUMN settle_until TIMESTAMP;
ALTER TABLE outbox ADD COLUMN repaint BOOLEAN NOT NULL DEFAULT false;
CREATE INDEX idx_outbox_settling ON outbox (bot, due_at) WHERE state = 'settling';

-- +goose Down
DROP INDEX idx_outbox_settling;
ALTER TABLE outbox DROP COLUMN repaint;
ALTER TABLE outbox DROP COLUMN settle_until;
ALTER TABLE outbox DROP COLUMN strays;
ALTER TABLE outbox DROP COLUMN tried;
ALTER TABLE outbox DROP COLUMN after_message;
ALTER TABLE outbox DROP COLUMN must_arrive;
