-- +goose Up

-- How a statement was taken from its message: see memory.Meta.
ALTER TABLE memory_evidence ADD COLUMN method text NOT NULL DEFAULT '';
ALTER TABLE memory_evidence ADD COLUMN base double precision NOT NULL DEFAULT 0;
ALTER TABLE memory_evidence ADD COLUMN model text NOT NULL DEFAULT '';
ALTER TABLE memory_evidence ADD COLUMN prompt_hash text NOT NULL DEFAULT '';

-- A run is claimed by one worker at a time: claims counts the claims and is the fencing token, and due_at
-- is the end of the claim. A run that nobody claimed yet grows with its conversation.
ALTER TABLE memory_runs ADD COLUMN claims bigint NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX idx_memory_runs_growing ON memory_runs (session_id)
  WHERE state = 'waiting' AND claims = 0 AND attempts = 0 AND session_id <> '';
CREATE INDEX idx_memory_runs_session ON memory_runs (session_id, from_seq) WHERE session_id <> '';
CREATE INDEX idx_memory_runs_parked ON memory_runs (ended_at) WHERE state = 'parked';

-- Which policy decided, and in which conversation the person was asked.
ALTER TABLE memory_verdicts ADD COLUMN policy text NOT NULL DEFAULT '';
ALTER TABLE memory_verdicts ADD COLUMN asked_in text NOT NULL DEFAULT '';
CREATE INDEX idx_memory_verdicts_memory ON memory_verdicts (memory_id) WHERE memory_id <> '';

-- What a person or a group lets extraction do: see policy.Setting; '' = the operator's default.
ALTER TABLE people ADD COLUMN memory_mode text NOT NULL DEFAULT '';
ALTER TABLE chats ADD COLUMN memory_mode text NOT NULL DEFAULT '';

-- What of a day was used in the background: part of the other columns.
ALTER TABLE usage_days ADD COLUMN side_calls bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_days ADD COLUMN side_tokens bigint NOT NULL DEFAULT 0;
ALTER TABLE usage_days ADD COLUMN side_cost double precision NOT NULL DEFAULT 0;

-- +goose Down
ALTER TABLE usage_days DROP COLUMN side_cost;
ALTER TABLE usage_days DROP COLUMN side_tokens;
ALTER TABLE usage_days DROP COLUMN side_calls;
ALTER TABLE chats DROP COLUMN memory_mode;
ALTER TABLE people DROP COLUMN memory_mode;
DROP INDEX idx_memory_verdicts_memory;
ALTER TABLE memory_verdicts DROP COLUMN asked_in;
ALTER TABLE memory_verdicts DROP COLUMN policy;
DROP INDEX idx_memory_runs_parked;
DROP INDEX idx_memory_runs_session;
DROP INDEX idx_memory_runs_growing;
ALTER TABLE memory_runs DROP COLUMN claims;
ALTER TABLE memory_evidence DROP COLUMN prompt_hash;
ALTER TABLE memory_evidence DROP COLUMN model;
ALTER TABLE memory_evidence DROP COLUMN base;
ALTER TABLE memory_evidence DROP COLUMN method;
