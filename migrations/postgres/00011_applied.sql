-- +goose Up

-- What made somebody ask for a change, which changes can be reverted together, and the
-- memory's confidence and origin after it.
ALTER TABLE memory_changes ADD COLUMN source text NOT NULL DEFAULT '';
ALTER TABLE memory_changes ADD COLUMN batch text NOT NULL DEFAULT '';
ALTER TABLE memory_changes ADD COLUMN confidence double precision NOT NULL DEFAULT 1;
ALTER TABLE memory_changes ADD COLUMN origin text NOT NULL DEFAULT '';
CREATE INDEX idx_memory_changes_batch ON memory_changes (batch) WHERE batch <> '';

-- What a full scope chooses from: its active memories outside the archive (R7).
CREATE INDEX idx_agent_memories_active ON agent_memories (scope, kind, origin)
  WHERE status = 'active' AND deleted_at IS NULL AND archived_at IS NULL;

-- One pass over a stretch of a conversation.
CREATE TABLE memory_runs (
  id         varchar(12) PRIMARY KEY,
  scope      bigint NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  kind       text NOT NULL,
  session_id text NOT NULL DEFAULT '',
  from_seq   bigint NOT NULL DEFAULT 0,
  to_seq     bigint NOT NULL DEFAULT 0,
  state      text NOT NULL,
  attempts   bigint NOT NULL DEFAULT 0,
  error      text NOT NULL DEFAULT '',
  due_at     timestamptz NOT NULL,
  started_at timestamptz NOT NULL,
  ended_at   timestamptz
);
CREATE INDEX idx_memory_runs_scope ON memory_runs (scope, started_at);
CREATE INDEX idx_memory_runs_due ON memory_runs (due_at) WHERE state = 'waiting';

-- What a run found, before anybody decided about it.
CREATE TABLE memory_candidates (
  id             varchar(12) PRIMARY KEY,
  run_id         varchar(12) NOT NULL DEFAULT '',
  scope          bigint NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  kind           text NOT NULL,
  type           text NOT NULL,
  category       text NOT NULL,
  subject        text NOT NULL DEFAULT '',
  content        text NOT NULL,
  fact_key       text NOT NULL,
  confidence     double precision NOT NULL,
  importance     double precision NOT NULL,
  evidence_count bigint NOT NULL DEFAULT 1,
  evidence       text,
  found_at       timestamptz NOT NULL
);
CREATE INDEX idx_memory_candidates_key ON memory_candidates (scope, fact_key);
CREATE INDEX idx_memory_candidates_run ON memory_candidates (run_id);

-- What was decided about a candidate, and why; kept even when nothing was applied.
CREATE TABLE memory_verdicts (
  candidate_id varchar(12) PRIMARY KEY REFERENCES memory_candidates (id) ON DELETE CASCADE,
  relation     text NOT NULL,
  action       text NOT NULL,
  memory_id    varchar(8) NOT NULL DEFAULT '',
  change_id    varchar(12) NOT NULL DEFAULT '',
  decision_id  varchar(12) NOT NULL DEFAULT '',
  confidence   double precision NOT NULL,
  reason       text NOT NULL,
  decided_at   timestamptz NOT NULL
);

-- How far somebody who follows a conversation has got.
CREATE TABLE session_cursors (
  follower   text NOT NULL,
  session_id uuid NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  position   bigint NOT NULL,
  moved_at   timestamptz NOT NULL,
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
