-- +goose Up

-- Whose memory it is. A person's row goes with an erasure; others stay and their revision grows.
CREATE TABLE memory_scopes (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  store    TEXT NOT NULL,
  kind     TEXT NOT NULL,
  scope_id TEXT NOT NULL,
  revision INTEGER NOT NULL DEFAULT 0,
  UNIQUE (store, kind, scope_id)
);

-- Sessions. public_id is the short id shown to people; next_seq numbers the messages.
CREATE TABLE agent_conversations (
  id             TEXT PRIMARY KEY,
  public_id      varchar(12) NOT NULL,
  store          TEXT NOT NULL,
  bot            TEXT NOT NULL,
  chat           INTEGER NOT NULL,
  topic          INTEGER NOT NULL DEFAULT 0,
  person         TEXT NOT NULL DEFAULT '',
  started_at     TIMESTAMP NOT NULL,
  last_active_at TIMESTAMP NOT NULL,
  ended_at       TIMESTAMP,
  next_seq       INTEGER NOT NULL DEFAULT 1,
  snapshot       TEXT,
  window_from    INTEGER NOT NULL DEFAULT 0,
  summary        TEXT NOT NULL DEFAULT '',
  summary_to     INTEGER NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX idx_agent_conversations_public_id ON agent_conversations (public_id) WHERE public_id <> '';
CREATE INDEX idx_agent_conversations_place ON agent_conversations (bot, chat, topic, started_at);
CREATE INDEX idx_agent_conversations_person ON agent_conversations (person);
CREATE INDEX idx_agent_conversations_idle ON agent_conversations (last_active_at) WHERE ended_at IS NULL;

CREATE TABLE agent_turns (
  id            TEXT PRIMARY KEY,
  session_id    TEXT NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  lane          TEXT NOT NULL,
  reply_id      INTEGER NOT NULL DEFAULT 0,
  state         TEXT NOT NULL,
  stop_asked    BOOLEAN NOT NULL DEFAULT false,
  opened_at     TIMESTAMP NOT NULL,
  retry_at      TIMESTAMP,
  closed_at     TIMESTAMP,
  calls         INTEGER NOT NULL DEFAULT 0,
  prompt_tokens INTEGER NOT NULL DEFAULT 0,
  cached_tokens INTEGER NOT NULL DEFAULT 0,
  answer_tokens INTEGER NOT NULL DEFAULT 0,
  cost          REAL NOT NULL DEFAULT 0,
  model         TEXT NOT NULL DEFAULT ''
);
CREATE INDEX idx_agent_turns_session_id ON agent_turns (session_id);
CREATE INDEX idx_agent_turns_unfinished ON agent_turns (lane) WHERE state IN ('open', 'waiting');

CREATE TABLE agent_messages (
  id           TEXT PRIMARY KEY,
  session_id   TEXT NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  seq          INTEGER NOT NULL,
  turn_id      TEXT NOT NULL DEFAULT '',
  role         TEXT NOT NULL,
  content      TEXT NOT NULL,
  quote        TEXT NOT NULL DEFAULT '',
  name         TEXT NOT NULL DEFAULT '',
  tool_calls   TEXT,
  tool_call_id TEXT NOT NULL DEFAULT '',
  trust        TEXT NOT NULL DEFAULT '',
  author       TEXT NOT NULL DEFAULT '',
  external     INTEGER NOT NULL DEFAULT 0,
  said_at      TIMESTAMP NOT NULL,
  masked_at    TIMESTAMP,
  edited       TEXT NOT NULL DEFAULT '',
  UNIQUE (session_id, seq)
);
CREATE INDEX idx_agent_messages_turn_id ON agent_messages (turn_id) WHERE turn_id <> '';
CREATE INDEX idx_agent_messages_external ON agent_messages (external) WHERE external <> 0;
-- A call has one result, however often a turn is resumed.
CREATE UNIQUE INDEX idx_agent_messages_tool_result ON agent_messages (turn_id, tool_call_id) WHERE role = 'tool';

-- PRD29 P8, with the labels of the house. version is the number of the current version;
-- subject_fold is the subject as it is compared.
CREATE TABLE agent_memories (
  id           varchar(8) PRIMARY KEY,
  scope        INTEGER NOT NULL REFERENCES memory_scopes (id),
  kind         TEXT NOT NULL,
  type         TEXT NOT NULL,
  category     varchar(50) NOT NULL,
  subject      varchar(200),
  subject_fold TEXT,
  status       TEXT NOT NULL,
  origin       TEXT NOT NULL,
  trust        TEXT NOT NULL,
  pinned       BOOLEAN NOT NULL DEFAULT false,
  confidence   REAL NOT NULL,
  importance   REAL NOT NULL,
  version      INTEGER NOT NULL DEFAULT 0,
  created_at   TIMESTAMP NOT NULL,
  updated_at   TIMESTAMP NOT NULL,
  deleted_at   TIMESTAMP,
  expires_at   TIMESTAMP
);
CREATE INDEX idx_agent_memories_category ON agent_memories (category);
CREATE INDEX idx_agent_memories_subject ON agent_memories (subject);
CREATE INDEX idx_agent_memories_deleted_at ON agent_memories (deleted_at);
CREATE INDEX idx_agent_memories_scope ON agent_memories (scope, category, created_at, id);
CREATE INDEX idx_agent_memories_subject_fold ON agent_memories (scope, subject_fold);

-- PRD29 P10.
CREATE TABLE agent_memory_versions (
  id                     TEXT PRIMARY KEY,
  memory_id              varchar(8) NOT NULL REFERENCES agent_memories (id) ON DELETE CASCADE,
  version_number         INTEGER NOT NULL,
  content                TEXT NOT NULL,
  source_conversation_id TEXT REFERENCES agent_conversations (id) ON DELETE SET NULL,
  created_at             TIMESTAMP NOT NULL
);
CREATE INDEX idx_memory_versions_memory_id ON agent_memory_versions (memory_id);
CREATE INDEX idx_memory_versions_created_at ON agent_memory_versions (created_at);
CREATE UNIQUE INDEX idx_memory_versions_number ON agent_memory_versions (memory_id, version_number);
CREATE INDEX idx_memory_versions_source ON agent_memory_versions (source_conversation_id);

-- Why a version says what it says. It keeps its own quote, so it outlives the session (R16).
CREATE TABLE memory_evidence (
  id         INTEGER PRIMARY KEY AUTOINCREMENT,
  version_id TEXT NOT NULL REFERENCES agent_memory_versions (id) ON DELETE CASCADE,
  message_id TEXT NOT NULL DEFAULT '',
  quote      TEXT NOT NULL,
  trust      TEXT NOT NULL,
  said_at    TIMESTAMP NOT NULL
);
CREATE INDEX idx_memory_evidence_version_id ON memory_evidence (version_id);

-- Applied writes, in order: audit and undo.
CREATE TABLE memory_changes (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  id         varchar(12) NOT NULL UNIQUE,
  memory_id  varchar(8) NOT NULL,
  scope      INTEGER NOT NULL REFERENCES memory_scopes (id),
  op         TEXT NOT NULL,
  before     TEXT NOT NULL,
  after      TEXT NOT NULL,
  version    INTEGER NOT NULL,
  actor_kind TEXT NOT NULL,
  actor_id   TEXT NOT NULL,
  session_id TEXT NOT NULL,
  turn_id    TEXT NOT NULL,
  call_id    TEXT NOT NULL,
  reason     TEXT NOT NULL,
  undoes     TEXT NOT NULL,
  undone_at  TIMESTAMP,
  made_at    TIMESTAMP NOT NULL
);
CREATE INDEX idx_memory_changes_memory_id ON memory_changes (memory_id);
CREATE INDEX idx_memory_changes_turn_id ON memory_changes (turn_id) WHERE turn_id <> '';
CREATE INDEX idx_memory_changes_scope ON memory_changes (scope, made_at);

-- Writes that wait for a tap.
CREATE TABLE memory_decisions (
  seq        INTEGER PRIMARY KEY AUTOINCREMENT,
  id         varchar(12) NOT NULL UNIQUE,
  scope      INTEGER NOT NULL REFERENCES memory_scopes (id),
  op         TEXT NOT NULL,
  memory_id  TEXT NOT NULL,
  version    INTEGER NOT NULL,
  content    TEXT NOT NULL,
  category   TEXT NOT NULL,
  subject    TEXT NOT NULL,
  evidence   TEXT,
  actor_kind TEXT NOT NULL,
  actor_id   TEXT NOT NULL,
  session_id TEXT NOT NULL,
  turn_id    TEXT NOT NULL,
  call_id    TEXT NOT NULL,
  reason     TEXT NOT NULL,
  state      TEXT NOT NULL,
  made_at    TIMESTAMP NOT NULL,
  decided_at TIMESTAMP
);
CREATE INDEX idx_memory_decisions_scope ON memory_decisions (scope, state);

-- What was declined or deleted: the text for some days, then only the keyed hash.
CREATE TABLE memory_tombstones (
  id        TEXT PRIMARY KEY,
  scope     INTEGER NOT NULL REFERENCES memory_scopes (id),
  slot_hash TEXT NOT NULL,
  content   TEXT NOT NULL,
  reason    TEXT NOT NULL,
  made_at   TIMESTAMP NOT NULL,
  purge_at  TIMESTAMP NOT NULL
);
CREATE INDEX idx_memory_tombstones_scope ON memory_tombstones (scope, slot_hash);

-- Text search. The words are made in Go (text.Words); memory_search gives each memory the
-- number the index knows it by and its length, which is its rank. The index keeps no text
-- of its own (content=''); what it forgets is
-- gone from its segments after DB.Scrub.
CREATE TABLE memory_search (
  id        INTEGER PRIMARY KEY AUTOINCREMENT,
  memory_id varchar(8) NOT NULL UNIQUE REFERENCES agent_memories (id) ON DELETE CASCADE,
  size      INTEGER NOT NULL
);
CREATE VIRTUAL TABLE memory_search_index USING fts5 (
  scope, body, content='', contentless_delete=1,
  tokenize="unicode61 remove_diacritics 0 categories 'L* M* N* Co'"
);
-- +goose StatementBegin
CREATE TRIGGER memory_search_forget AFTER DELETE ON memory_search BEGIN
  DELETE FROM memory_search_index WHERE rowid = old.id;
END;
-- +goose StatementEnd

-- What arrived, from the moment the platform hears that we have it.
CREATE TABLE inbox (
  id          INTEGER PRIMARY KEY AUTOINCREMENT,
  bot         TEXT NOT NULL,
  update_id   INTEGER NOT NULL,
  lane        TEXT NOT NULL,
  chat        INTEGER NOT NULL,
  person      TEXT NOT NULL,
  payload     BLOB,
  received_at TIMESTAMP NOT NULL,
  due_at      TIMESTAMP NOT NULL,
  state       TEXT NOT NULL,
  turn_id     TEXT NOT NULL DEFAULT '',
  attempts    INTEGER NOT NULL DEFAULT 0,
  error       TEXT NOT NULL DEFAULT '',
  UNIQUE (bot, update_id)
);
CREATE INDEX idx_inbox_waiting ON inbox (due_at, id) WHERE state = 'waiting';
CREATE INDEX idx_inbox_lane ON inbox (lane, id) WHERE state = 'waiting';
CREATE INDEX idx_inbox_turn_id ON inbox (turn_id) WHERE turn_id <> '';
CREATE INDEX idx_inbox_person ON inbox (person);
CREATE INDEX idx_inbox_done ON inbox (received_at) WHERE state <> 'waiting';
CREATE INDEX idx_inbox_dead ON inbox (id) WHERE state = 'dead';

-- A lane is worked by one owner at a time; fence grows with every claim.
CREATE TABLE lanes (
  name        TEXT PRIMARY KEY,
  bot         TEXT NOT NULL,
  chat        INTEGER NOT NULL,
  owner       TEXT NOT NULL DEFAULT '',
  fence       INTEGER NOT NULL DEFAULT 0,
  lease_until TIMESTAMP
);
CREATE INDEX idx_lanes_chat ON lanes (bot, chat);

CREATE TABLE outbox (
  id       INTEGER PRIMARY KEY AUTOINCREMENT,
  bot      TEXT NOT NULL,
  chat     INTEGER NOT NULL,
  topic    INTEGER NOT NULL DEFAULT 0,
  person   TEXT NOT NULL DEFAULT '',
  kind     TEXT NOT NULL,
  state    TEXT NOT NULL,
  due_at   TIMESTAMP NOT NULL,
  body     TEXT NOT NULL DEFAULT '',
  turn_id  TEXT NOT NULL DEFAULT '',
  target   INTEGER NOT NULL DEFAULT 0,
  reply_to INTEGER NOT NULL DEFAULT 0,
  purpose  TEXT NOT NULL DEFAULT '',
  ref      TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0,
  error    TEXT NOT NULL DEFAULT '',
  sent_at  TIMESTAMP
);
CREATE UNIQUE INDEX idx_outbox_turn_id ON outbox (turn_id) WHERE turn_id <> '' AND kind = 'reply';
CREATE INDEX idx_outbox_ready ON outbox (bot, due_at, id) WHERE state = 'ready';
CREATE INDEX idx_outbox_chat ON outbox (bot, chat, id) WHERE state = 'ready';
CREATE INDEX idx_outbox_person ON outbox (person);
CREATE INDEX idx_outbox_done ON outbox (due_at) WHERE state IN ('sent', 'failed', 'dropped');

-- The platform's messages that show an outgoing message, in order of part.
CREATE TABLE outbox_messages (
  outbox_id INTEGER NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  part      INTEGER NOT NULL,
  message   INTEGER NOT NULL,
  PRIMARY KEY (outbox_id, part)
);
CREATE INDEX idx_outbox_messages_message ON outbox_messages (message);

CREATE TABLE people (
  id          TEXT PRIMARY KEY,
  name        TEXT NOT NULL,
  username    TEXT NOT NULL,
  client_lang TEXT NOT NULL,
  language    TEXT NOT NULL DEFAULT '',
  time_zone   TEXT NOT NULL DEFAULT '',
  receipts    BOOLEAN NOT NULL DEFAULT true,
  access      TEXT NOT NULL DEFAULT '',
  created_at  TIMESTAMP NOT NULL,
  seen_at     TIMESTAMP NOT NULL
);

CREATE TABLE owner_links (
  code_hash  TEXT PRIMARY KEY,
  expires_at TIMESTAMP NOT NULL,
  used_by    TEXT NOT NULL DEFAULT ''
);

CREATE TABLE tasks (
  id          varchar(8) PRIMARY KEY,
  person      TEXT NOT NULL,
  store       TEXT NOT NULL,
  title       TEXT NOT NULL,
  due_at      TIMESTAMP,
  all_day     BOOLEAN NOT NULL DEFAULT false,
  created_at  TIMESTAMP NOT NULL,
  done_at     TIMESTAMP,
  remind_at   TIMESTAMP,
  reminded_at TIMESTAMP,
  bot         TEXT NOT NULL,
  chat        INTEGER NOT NULL,
  topic       INTEGER NOT NULL,
  source_turn TEXT NOT NULL,
  source_call TEXT NOT NULL
);
CREATE INDEX idx_tasks_person ON tasks (store, person);
CREATE INDEX idx_tasks_remind_at ON tasks (remind_at) WHERE done_at IS NULL AND reminded_at IS NULL;
CREATE UNIQUE INDEX idx_tasks_source ON tasks (source_turn, source_call) WHERE source_turn <> '';

-- Named jobs that one process does at a time.
CREATE TABLE leases (
  name       TEXT PRIMARY KEY,
  owner      TEXT NOT NULL,
  held_until TIMESTAMP NOT NULL
);

-- +goose Down
DROP TABLE leases;
DROP TABLE tasks;
DROP TABLE owner_links;
DROP TABLE people;
DROP TABLE outbox_messages;
DROP TABLE outbox;
DROP TABLE lanes;
DROP TABLE inbox;
DROP TABLE memory_search_index;
DROP TABLE memory_search;
DROP TABLE memory_tombstones;
DROP TABLE memory_decisions;
DROP TABLE memory_changes;
DROP TABLE memory_evidence;
DROP TABLE agent_memory_versions;
DROP TABLE agent_memories;
DROP TABLE agent_messages;
DROP TABLE agent_turns;
DROP TABLE agent_conversations;
DROP TABLE memory_scopes;
