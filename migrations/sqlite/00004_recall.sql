-- +goose Up

-- P65: how often a memory was brought up, and when last. Reading bumps no revision.
ALTER TABLE agent_memories ADD COLUMN last_accessed_at TIMESTAMP;
ALTER TABLE agent_memories ADD COLUMN access_count INTEGER NOT NULL DEFAULT 0;

-- Grows when vectors of the scope come or go: what is kept of them in RAM is then old.
ALTER TABLE memory_scopes ADD COLUMN vector_revision INTEGER NOT NULL DEFAULT 0;

-- I31: "embedding_model" and "dimensions" of each store.
CREATE TABLE store_meta (
  store TEXT NOT NULL,
  key   TEXT NOT NULL,
  value TEXT NOT NULL,
  PRIMARY KEY (store, key)
);

-- What a version means, as numbers: of length 1, little-endian float32. A memory has one
-- vector, made by one model (R8); it counts only while its version is the current one.
CREATE TABLE memory_vectors (
  memory_id varchar(8) PRIMARY KEY REFERENCES agent_memories (id) ON DELETE CASCADE,
  scope     INTEGER NOT NULL REFERENCES memory_scopes (id),
  model     TEXT NOT NULL,
  version   INTEGER NOT NULL,
  embedding BLOB NOT NULL
);
CREATE INDEX idx_memory_vectors_scope ON memory_vectors (scope, model);

-- Memories whose current version has no vector yet. A row goes when its vector is stored.
CREATE TABLE memory_embed_queue (
  memory_id varchar(8) PRIMARY KEY REFERENCES agent_memories (id) ON DELETE CASCADE,
  version   INTEGER NOT NULL,
  due_at    TIMESTAMP NOT NULL,
  attempts  INTEGER NOT NULL DEFAULT 0,
  error     TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_memory_embed_queue_due_at ON memory_embed_queue (due_at, memory_id);
INSERT INTO memory_embed_queue (memory_id, version, due_at) SELECT id, version, updated_at FROM agent_memories WHERE version > 0;

-- +goose Down
DROP TABLE memory_embed_queue;
DROP TABLE memory_vectors;
DROP TABLE store_meta;
ALTER TABLE memory_scopes DROP COLUMN vector_revision;
ALTER TABLE agent_memories DROP COLUMN access_count;
ALTER TABLE agent_memories DROP COLUMN last_accessed_at;
