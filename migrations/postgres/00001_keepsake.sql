-- +goose Up

-- Whose memory it is. A person's row goes with an erasure; others stay and their revision grows.
CREATE TABLE memory_scopes (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  store    text NOT NULL,
  kind     text NOT NULL,
  scope_id text NOT NULL,
  revision bigint NOT NULL DEFAULT 0,
  UNIQUE (store, kind, scope_id)
);

-- Sessions. public_id is the short id shown to people; next_seq numbers the messages.
CREATE TABLE agent_conversations (
  id             uuid PRIMARY KEY,
  public_id      varchar(12) NOT NULL,
  store          text NOT NULL,
  bot            text NOT NULL,
  chat           bigint NOT NULL,
  topic          bigint NOT NULL DEFAULT 0,
  person         text NOT NULL DEFAULT '',
  started_at     timestamptz NOT NULL,
  last_active_at timestamptz NOT NULL,
  ended_at       timestamptz,
  next_seq       bigint NOT NULL DEFAULT 1,
  snapshot       text,
  window_from    bigint NOT NULL DEFAULT 0,
  summary        text NOT NULL DEFAULT '',
  summary_to     bigint NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX idx_agent_conversations_public_id ON agent_conversations (public_id) WHERE public_id <> '';
CREATE INDEX idx_agent_conversations_place ON agent_conversations (bot, chat, topic, started_at);
CREATE INDEX idx_agent_conversations_person ON agent_conversations (person);
CREATE INDEX idx_agent_conversations_idle ON agent_conversations (last_active_at) WHERE ended_at IS NULL;

CREATE TABLE agent_turns (
  id            text PRIMARY KEY,
  session_id    uuid NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  lane          text NOT NULL,
  reply_id      bigint NOT NULL DEFAULT 0,
  state         text NOT NULL,
  stop_asked    boolean NOT NULL DEFAULT false,
  opened_at     timestamptz NOT NULL,
  retry_at      timestamptz,
  closed_at     timestamptz,
  calls         bigint NOT NULL DEFAULT 0,
  prompt_tokens bigint NOT NULL DEFAULT 0,
  cached_tokens bigint NOT NULL DEFAULT 0,
  answer_tokens bigint NOT NULL DEFAULT 0,
  cost          double precision NOT NULL DEFAULT 0,
  model         text NOT NULL DEFAULT ''
);
CREATE INDEX idx_agent_turns_session_id ON agent_turns (session_id);
CREATE INDEX idx_agent_turns_unfinished ON agent_turns (lane) WHERE state IN ('open', 'waiting');

CREATE TABLE agent_messages (
  id           text PRIMARY KEY,
  session_id   uuid NOT NULL REFERENCES agent_conversations (id) ON DELETE CASCADE,
  seq          bigint NOT NULL,
  turn_id      text NOT NULL DEFAULT '',
  role         text NOT NULL,
  content      text NOT NULL,
  quote        text NOT NULL DEFAULT '',
  name         text NOT NULL DEFAULT '',
  tool_calls   text,
  tool_call_id text NOT NULL DEFAULT '',
  trust        text NOT NULL DEFAULT '',
  author       text NOT NULL DEFAULT '',
  external     bigint NOT NULL DEFAULT 0,
  said_at      timestamptz NOT NULL,
  masked_at    timestamptz,
  edited       text NOT NULL DEFAULT '',
  UNIQUE (session_id, seq)
);
CREATE INDEX idx_agent_messages_turn_id ON agent_messages (turn_id) WHERE turn_id <> '';
CREATE INDEX idx_agent_messages_external ON agent_messages (external) WHERE external <> 0;
-- A call has one result, however often a turn is resumed.
CREATE UNIQUE INDEX idx_agent_messages_tool_result ON agent_messages (turn_id, tool_call_id) WHERE role = 'tool';

-- PRD29 P8, with the labels of the house. version is the number of the current version;
-- subject_fold is the subject as it is compared.
CREATE TABLE agent_memories (
  id           varchar(8) COLLATE "C" PRIMARY KEY,
  scope        bigint NOT NULL REFERENCES memory_scopes (id),
  kind         text NOT NULL,
  type         text NOT NULL,
  category     varchar(50) COLLATE "C" NOT NULL,
  subject      varchar(200) COLLATE "C",
  subject_fold text COLLATE "C",
  status       text NOT NULL,
  origin       text NOT NULL,
  trust        text NOT NULL,
  pinned       boolean NOT NULL DEFAULT false,
  confidence   double precision NOT NULL,
  importance   double precision NOT NULL,
  version      bigint NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  deleted_at   timestamptz,
  expires_at   timestamptz
);
CREATE INDEX idx_agent_memories_category ON agent_memories (category);
CREATE INDEX idx_agent_memories_subject ON agent_memories (subject);
CREATE INDEX idx_agent_memories_deleted_at ON agent_memories (deleted_at);
CREATE INDEX idx_agent_memories_scope ON agent_memories (scope, category, created_at, id);
CREATE INDEX idx_agent_memories_subject_fold ON agent_memories (scope, subject_fold);

-- PRD29 P10.
CREATE TABLE agent_memory_versions (
  id                     uuid PRIMARY KEY,
  memory_id              varchar(8) COLLATE "C" NOT NULL REFERENCES agent_memories (id) ON DELETE CASCADE,
  version_number         integer NOT NULL,
  content                text NOT NULL,
  source_conversation_id uuid REFERENCES agent_conversations (id) ON DELETE SET NULL,
  created_at             timestamptz NOT NULL
);
CREATE INDEX idx_memory_versions_memory_id ON agent_memory_versions (memory_id);
CREATE INDEX idx_memory_versions_created_at ON agent_memory_versions (created_at);
CREATE UNIQUE INDEX idx_memory_versions_number ON agent_memory_versions (memory_id, version_number);
CREATE INDEX idx_memory_versions_source ON agent_memory_versions (source_conversation_id);

-- Why a version says what it says. It keeps its own quote, so it outlives the session (R16).
CREATE TABLE memory_evidence (
  id         bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  version_id uuid NOT NULL REFERENCES agent_memory_versions (id) ON DELETE CASCADE,
  message_id text NOT NULL DEFAULT '',
  quote      text NOT NULL,
  trust      text NOT NULL,
  said_at    timestamptz NOT NULL
);
CREATE INDEX idx_memory_evidence_version_id ON memory_evidence (version_id);

-- Applied writes, in order: audit and undo.
CREATE TABLE memory_changes (
  seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         varchar(12) COLLATE "C" NOT NULL UNIQUE,
  memory_id  varchar(8) COLLATE "C" NOT NULL,
  scope      bigint NOT NULL REFERENCES memory_scopes (id),
  op         text NOT NULL,
  before     text NOT NULL,
  after      text NOT NULL,
  version    bigint NOT NULL,
  actor_kind text NOT NULL,
  actor_id   text NOT NULL,
  session_id text NOT NULL,
  turn_id    text NOT NULL,
  call_id    text NOT NULL,
  reason     text NOT NULL,
  undoes     text NOT NULL,
  undone_at  timestamptz,
  made_at    timestamptz NOT NULL
);
CREATE INDEX idx_memory_changes_memory_id ON memory_changes (memory_id);
CREATE INDEX idx_memory_changes_turn_id ON memory_changes (turn_id) WHERE turn_id <> '';
CREATE INDEX idx_memory_changes_scope ON memory_changes (scope, made_at);

-- Writes that wait for a tap.
CREATE TABLE memory_decisions (
  seq        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id         varchar(12) COLLATE "C" NOT NULL UNIQUE,
  scope      bigint NOT NULL REFERENCES memory_scopes (id),
  op         text NOT NULL,
  memory_id  text NOT NULL,
  version    bigint NOT NULL,
  content    text NOT NULL,
  category   text NOT NULL,
  subject    text NOT NULL,
  evidence   text,
  actor_kind text NOT NULL,
  actor_id   text NOT NULL,
  session_id text NOT NULL,
  turn_id    text NOT NULL,
  call_id    text NOT NULL,
  reason     text NOT NULL,
  state      text NOT NULL,
  made_at    timestamptz NOT NULL,
  decided_at timestamptz
);
CREATE INDEX idx_memory_decisions_scope ON memory_decisions (scope, state);

-- What was declined or deleted: the text for some days, then only the keyed hash.
CREATE TABLE memory_tombstones (
  id        text PRIMARY KEY,
  scope     bigint NOT NULL REFERENCES memory_scopes (id),
  slot_hash text NOT NULL,
  content   text NOT NULL,
  reason    text NOT NULL,
  made_at   timestamptz NOT NULL,
  purge_at  timestamptz NOT NULL
);
CREATE INDEX idx_memory_tombstones_scope ON memory_tombstones (scope, slot_hash);

-- Text search. The words are made in Go (text.Words); size is how many, which is the rank.
CREATE TABLE memory_search (
  id        bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  memory_id varchar(8) COLLATE "C" NOT NULL UNIQUE REFERENCES agent_memories (id) ON DELETE CASCADE,
  size      bigint NOT NULL,
  words     tsvector NOT NULL
);
CREATE INDEX idx_memory_search_words ON memory_search USING gin (words);

-- What arrived, from the moment the platform hears that we have it.
CREATE TABLE inbox (
  id          bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot         text NOT NULL,
  update_id   bigint NOT NULL,
  lane        text NOT NULL,
  chat        bigint NOT NULL,
  person      text NOT NULL,
  payload     bytea,
  received_at timestamptz NOT NULL,
  due_at      timestamptz NOT NULL,
  state       text NOT NULL,
  turn_id     text NOT NULL DEFAULT '',
  attempts    bigint NOT NULL DEFAULT 0,
  error       text NOT NULL DEFAULT '',
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
  name        text PRIMARY KEY,
  bot         text NOT NULL,
  chat        bigint NOT NULL,
  owner       text NOT NULL DEFAULT '',
  fence       bigint NOT NULL DEFAULT 0,
  lease_until timestamptz
);
CREATE INDEX idx_lanes_chat ON lanes (bot, chat);

CREATE TABLE outbox (
  id       bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  bot      text NOT NULL,
  chat     bigint NOT NULL,
  topic    bigint NOT NULL DEFAULT 0,
  person   text NOT NULL DEFAULT '',
  kind     text NOT NULL,
  state    text NOT NULL,
  due_at   timestamptz NOT NULL,
  body     text NOT NULL DEFAULT '',
  turn_id  text NOT NULL DEFAULT '',
  target   bigint NOT NULL DEFAULT 0,
  reply_to bigint NOT NULL DEFAULT 0,
  purpose  text NOT NULL DEFAULT '',
  ref      text NOT NULL DEFAULT '',
  attempts bigint NOT NULL DEFAULT 0,
  error    text NOT NULL DEFAULT '',
  sent_at  timestamptz
);
CREATE UNIQUE INDEX idx_outbox_turn_id ON outbox (turn_id) WHERE turn_id <> '' AND kind = 'reply';
CREATE INDEX idx_outbox_ready ON outbox (bot, due_at, id) WHERE state = 'ready';
CREATE INDEX idx_outbox_chat ON outbox (bot, chat, id) WHERE state = 'ready';
CREATE INDEX idx_outbox_person ON outbox (person);
CREATE INDEX idx_outbox_done ON outbox (due_at) WHERE state IN ('sent', 'failed', 'dropped');

-- The platform's messages that show an outgoing message, in order of part.
CREATE TABLE outbox_messages (
  outbox_id bigint NOT NULL REFERENCES outbox (id) ON DELETE CASCADE,
  part      bigint NOT NULL,
  message   bigint NOT NULL,
  PRIMARY KEY (outbox_id, part)
);
CREATE INDEX idx_outbox_messages_message ON outbox_messages (message);

CREATE TABLE people (
  id          text PRIMARY KEY,
  name        text NOT NULL,
  username    text NOT NULL,
  client_lang text NOT NULL,
  language    text NOT NULL DEFAULT '',
  time_zone   text NOT NULL DEFAULT '',
  receipts    boolean NOT NULL DEFAULT true,
  access      text NOT NULL DEFAULT '',
  created_at  timestamptz NOT NULL,
  seen_at     timestamptz NOT NULL
);

CREATE TABLE owner_links (
  code_hash  text PRIMARY KEY,
  expires_at timestamptz NOT NULL,
  used_by    text NOT NULL DEFAULT ''
);

CREATE TABLE tasks (
  id          varchar(8) COLLATE "C" PRIMARY KEY,
  person      text NOT NULL,
  store       text NOT NULL,
  title       text NOT NULL,
  due_at      timestamptz,
  all_day     boolean NOT NULL DEFAULT false,
  created_at  timestamptz NOT NULL,
  done_at     timestamptz,
  remind_at   timestamptz,
  reminded_at timestamptz,
  bot         text NOT NULL,
  chat        bigint NOT NULL,
  topic       bigint NOT NULL,
  source_turn text NOT NULL,
  source_call text NOT NULL
);
CREATE INDEX idx_tasks_person ON tasks (store, person);
CREATE INDEX idx_tasks_remind_at ON tasks (remind_at) WHERE done_at IS NULL AND reminded_at IS NULL;
CREATE UNIQUE INDEX idx_tasks_source ON tasks (source_turn, source_call) WHERE source_turn <> '';

-- Named jobs that one process does at a time.
CREATE TABLE leases (
  name       text PRIMARY KEY,
  owner      text NOT NULL,
  held_until timestamptz NOT NULL
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
