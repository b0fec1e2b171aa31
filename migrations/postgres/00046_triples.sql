-- +goose Up

-- What memories say as triples (package memory/graph). A row belongs to one version of a memory and goes with the memory.
CREATE TABLE memory_triples (
  memory_id    varchar(8) COLLATE "C" NOT NULL REFERENCES agent_memories (id) ON DELETE CASCADE,
  version      INTEGER NOT NULL,
  subject_key  TEXT COLLATE "C" NOT NULL,
  predicate    TEXT COLLATE "C" NOT NULL,
  object_key   TEXT COLLATE "C" NOT NULL,
  scope        bigint NOT NULL REFERENCES memory_scopes (id) ON DELETE CASCADE,
  subject      TEXT NOT NULL,
  object       TEXT NOT NULL,
  subject_kind TEXT NOT NULL,
  object_kind  TEXT NOT NULL,
  valid_from   timestamptz NOT NULL,
  PRIMARY KEY (memory_id, version, subject_key, predicate, object_key)
);
CREATE INDEX idx_memory_triples_subject ON memory_triples (scope, subject_key);
CREATE INDEX idx_memory_triples_object ON memory_triples (scope, object_key);

-- The triples of what was found, until it becomes a memory; NULL = none.
ALTER TABLE memory_candidates ADD COLUMN triples TEXT;

-- +goose Down
ALTER TABLE memory_candidates DROP COLUMN triples;
DROP TABLE memory_triples;
