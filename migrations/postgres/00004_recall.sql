-- +goose Up

CREATE EXTENSION IF NOT EXISTS vector;

-- P65: how often a memory was brought up, and when last. Reading bumps no revision.
ALTER TABLE agent_memories ADD COLUMN last_accessed_at timestamptz;
ALTER TABLE agent_memories ADD COLUMN access_count bigint NOT NULL DEFAULT 0;

-- Grows when vectors of the scope come or go: what is kept of them in RAM is then old.
ALTER TABLE memory_scopes ADD COLUMN vector_revision bigint NOT NULL DEFAULT 0;

-- I31: "embedding_model" and "dimensions" of each store.
CREATE TABLE store_meta (
  store text NOT NULL,
  key   text NOT NULL,
  value text NOT NULL,
  PRIMARY KEY (store, key)
);

-- What a version means, as numbers: of length 1. A memory has one vector, made by one
-- model (R8); it counts only while its version is the current one. There is no index of
-- neighbours: one breaks search within a scope, which is exact.
CREATE TABLE memory_vectors (
  memory_id varchar(8) COLLATE "C" PRIMARY KEY REFERENCES agent_memories (id) ON DELETE CASCADE,
  scope     bigint NOT NULL REFERENCES memory_scopes (id),
  model     text NOT NULL,
  version   bigint NOT NULL,
  embedding vector NOT NULL
);
CREATE INDEX idx_memory_vectors_scope ON memory_vectors (scope, model);

-- Memories whose current version has no vector yet. A row goes when its vector is stored.
CREATE TABLE memory_embed_queue (
  memory_id varchar(8) COLLATE "C" PRIMARY KEY REFERENCES agent_memories (id) ON DELETE CASCADE,
  version   bigint NOT NULL,
  due_at    timestamptz NOT NULL,
  attempts  bigint NOT NULL DEFAULT 0,
  error     text NOT NULL DEFAULT ''
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
