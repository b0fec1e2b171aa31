-- +goose Up

-- A session that is pruned keeps the messages that are evidence: they are looked up by id.
CREATE INDEX idx_memory_evidence_message_id ON memory_evidence (message_id);

-- +goose Down
DROP INDEX idx_memory_evidence_message_id;
