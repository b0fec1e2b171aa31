-- +goose Up

-- What made somebody ask for a change, which changes can be reverted together, and the
-- memory's confidence and origin after it.
ALTER TABLE memory_changes ADD COLUMN source TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_changes ADD COLUMN batch TEXT NOT NULL DEFAULT '';
ALTER TABLE memory_changes ADD COLUMN confidence REAL NOT NULL DEFAULT 1;
ALTER TABLE memory_changes ADD COLUMN origin TEXT NOT NULL DEFAULT '';
CREATE INDEX idx_memory_changes_batch ON memory_changes (batch) WHERE batch <> '';

-- What a full scope chooses from: its active memories outside the archive (R7).
CREATE INDEX idx_agent_memories_active ON agent_memories (scope, kind, origin)
  WHERE status = 'active' AND deleted_at IS NULL AND archived_at IS NULL;

-- One pass over a stretch of a conversation.
CREATE TABLE memory_runs (
  id         varchar(12) PRIMARY KEY,
  scope      INTEGER NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  kind       TEXT NOT NULL,
  session_id TEXT NOT NULL DEFAULT '',
  from_seq   INTEGER NOT NULL DEFAULT 0,
  to_seq     INTEGER NOT NULL DEFAULT 0,
  state      TEXT NOT NULL,
  attempts   INTEGER NOT NULL DEFAULT 0,
  error      TEXT NOT NULL DEFAULT '',
  due_at     TIMESTAMP NOT NULL,
  started_at TIMESTAMP NOT NULL,
  ended_at   TIMESTAMP
);
CREATE INDEX idx_memory_runs_scope ON memory_runs (scope, started_at);
CREATE INDEX idx_memory_runs_due ON memory_runs (due_at) WHERE state = 'waiting';

-- What a run found, before anybody decided about it.
CREATE TABLE memory_candidates (
  id             varchar(12) PRIMARY KEY,
  run_id         varchar(12) NOT NULL DEFAULT '',
  scope          INTEGER NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  kind           TEXT NOT NULL,
  type           TEXT NOT NULL,
  category       TEXT NOT NULL,
  subject        TEXT NOT NULL DEFAULT '',
  content        TEXT NOT NULL,
  fact_key       TEXT NOT NULL,
  confidence     REAL NOT NULL,
  importance     REAL NOT NULL,
  evidence_count INTEGER NOT NULL DEFAULT 1,
  evidence       TEXT,
  found_at       TIMESTAMP NOT NULL
);
CREATE INDEX idx_memory_candidates_key ON memory_candidates (scope, fact_key);
CREATE INDEX idx_memory_candidates_run ON memory_candidates (run_id);

-- What was decided about a candidate, and why; kept even when nothing was applied.
CREATE TABLE memory_verdicts (
  candidate_id varchar(12) PRIMARY KEY REFERENCES memory_candidates (id) ON DELETE CASCADE,
  relation     TEXT NOT NULL,
  action       TEXT NOT NULL,
  memory_id    varchar(8) NOT NULL DEFAULT '',
  change_id    varchar(12) NOT NULL DEFAULT '',
  decision_id  varchar(12) NOT NULL DEFAULT '',
  confidence   REAL NOT NULL,
  reason       TEXT NOT NULL,
  decided_at   TIMESTAMP NOT NULL
);

-- How far somebody who follows a conversation has got.
CREATE TABLE session_cursors (
  follower   TEXT NOT NULL,
  session_id TEXT NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  position   INTEGER NOT NULL,
  moved_at   TIMESTAMP NOT NULL,
  PRIMARY KEY (follower, session_id)
);
CREATE INDEX idx_session_cursors_session_id ON session_cursors (session_id);

-- +goose Down
DROP TABLE session_cursors;
DROP TABLE memory_verdicts;
DROP TABLE memory_candidates;
DROP TABLE memory_runs;
DROP INDEX idx_agent_memories_active;
DROP INDEX idx_memory_changes_batch;
ALTER TABLE memory_changes DROP COLUMN origin;
ALTER TABLE memory_changes DROP COLUMN confidence;
ALTER TABLE memory_changes DROP COLUMN batch;
ALTER TABLE memory_changes DROP COLUMN source;
