-- +goose Up

-- What a person's digest is made of (package memory/digest). A job reads a conversation, or merges the
-- directives of a scope; claims counts its claims and is the fencing token, due_at the end of a claim.
CREATE TABLE digest_jobs (
  id         TEXT PRIMARY KEY,
  scope      BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL DEFAULT '',
  position   BIGINT NOT NULL DEFAULT 0,
  messages   INTEGER NOT NULL DEFAULT 0,
  weight     DOUBLE PRECISION NOT NULL DEFAULT 0,
  state      TEXT NOT NULL DEFAULT 'waiting',
  due_at     TIMESTAMPTZ NOT NULL,
  claims     INTEGER NOT NULL DEFAULT 0,
  attempts   INTEGER NOT NULL DEFAULT 0,
  error      TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_digest_jobs_due ON digest_jobs (due_at) WHERE state = 'waiting';
CREATE INDEX idx_digest_jobs_scope ON digest_jobs (scope);

CREATE TABLE memory_directives (
  id         TEXT PRIMARY KEY,
  scope      BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL DEFAULT '',
  content    TEXT NOT NULL,
  evidence   TEXT,
  said_at    TIMESTAMPTZ NOT NULL,
  found_at   TIMESTAMPTZ NOT NULL,
  absorbed   INTEGER NOT NULL DEFAULT 0,
  overridden_by TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_memory_directives_scope ON memory_directives (scope, absorbed);

CREATE TABLE memory_episodes (
  id         TEXT PRIMARY KEY,
  scope      BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  session_id TEXT NOT NULL,
  content    TEXT NOT NULL,
  from_seq   BIGINT NOT NULL,
  to_seq     BIGINT NOT NULL,
  made_at    TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_memory_episodes_session ON memory_episodes (session_id, to_seq);
CREATE INDEX idx_memory_episodes_scope ON memory_episodes (scope);
CREATE INDEX idx_memory_episodes_made ON memory_episodes (made_at);

CREATE TABLE memory_digests (
  scope      BIGINT NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  version    INTEGER NOT NULL,
  lines      TEXT NOT NULL,
  model      TEXT NOT NULL DEFAULT '',
  made_at    TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (scope, version)
);

-- +goose Down
DROP TABLE memory_digests;
DROP TABLE memory_episodes;
DROP TABLE memory_directives;
DROP TABLE digest_jobs;
