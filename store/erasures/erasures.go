// Package erasures does in a database that was put back from a backup what no noun does in its daily life:
// it destroys rows by the ids that the journal of erasures names, finds whose rows there are, and closes
// what waits.
//
// It names the tables of all rooms, since each is told in one statement what to do, and enforces no rule:
// memory/forget decides what goes. Nothing here is recorded in the journal, because it repeats what is
// there. Start reading at Store.
package erasures

import (
	"context"
	"slices"
	"strconv"
	"time"

	"gorm.io/gorm"

	"keepsake/erasure"
	"keepsake/scope"
	"keepsake/store/column"
	"keepsake/store/database"
)

// Store is a database that was put back from a backup.
type Store struct{ access database.Access }

// New returns the store.
func New(db *database.DB) Store { return Store{database.NewAccess(db)} }

// MemoryScope returns whose a memory is, unless it is deleted; ok is false when there is no such memory.
func (s Store) MemoryScope(ctx context.Context, id string) (owner scope.Scope, ok bool, err error) {
	var row struct{ Store, Kind, ScopeID string }
	found := s.access.Read(ctx).Raw(`SELECT s.store, s.kind, s.scope_id FROM agent_memories m JOIN memory_scopes s ON s.id = m.scope
		WHERE m.id = ? AND m.deleted_at IS NULL`, id).Scan(&row)
	if found.Error != nil || found.RowsAffected == 0 {
		return scope.Scope{}, false, database.Wrap(found.Error, "read the scope of a memory")
	}
	return scope.Scope{Store: row.Store, Kind: scope.Kind(row.Kind), ID: row.ScopeID}, true, nil
}

// Subjects returns the people, groups and projects of whom the database holds anything, without memory stores.
func (s Store) Subjects(ctx context.Context) ([]scope.Scope, error) {
	g := s.access.Read(ctx)
	var scopes []struct{ Kind, ScopeID string }
	var ids []string
	var chats []int64
	err := database.FirstError(
		g.Raw("SELECT DISTINCT kind, scope_id FROM memory_scopes").Scan(&scopes).Error,
		g.Raw(`SELECT id FROM people UNION SELECT person FROM agent_conversations UNION SELECT person FROM tasks
			UNION SELECT subject FROM access_requests UNION SELECT subject FROM usage_days UNION SELECT whom FROM usage_notices
			UNION SELECT person FROM inbox UNION SELECT person FROM outbox UNION SELECT said_in FROM memory_directives`).Scan(&ids).Error,
		g.Raw(`SELECT chat FROM agent_conversations UNION SELECT chat FROM chats UNION SELECT chat FROM inbox
			UNION SELECT chat FROM outbox UNION SELECT chat FROM lanes`).Scan(&chats).Error,
	)
	if err != nil {
		return nil, database.Wrap(err, "read whose data there is")
	}
	var all []scope.Scope
	for _, r := range scopes {
		all = append(all, scope.Scope{Kind: scope.Kind(r.Kind), ID: r.ScopeID})
	}
	for _, chat := range chats {
		ids = append(ids, "telegram:"+strconv.FormatInt(chat, 10))
	}
	for _, id := range ids {
		if owner := column.OwnerOf(id); id != "" && !slices.Contains(all, owner) {
			all = append(all, owner)
		}
	}
	return all, nil
}

// batch is how many ids one statement names.
const batch = 500

// Destroy destroys the rows that an item names by their ids: memories with all versions, changes and
// proposals, the texts of messages, and other rows as a whole. Rows that are not there are passed over.
// The text of the tombstones that were made since is removed; their hashes stay.
func (s Store) Destroy(ctx context.Context, i erasure.Item, since, now time.Time) error {
	for ids := range slices.Chunk(i.IDs, batch) {
		err := s.access.Transact(ctx, func(ctx context.Context, g *gorm.DB) error {
			for _, statement := range statements[i.Part] {
				if err := g.Exec(statement, map[string]any{"ids": ids, "since": column.UTC(since), "now": column.UTC(now)}).Error; err != nil {
					return err
				}
			}
			return s.access.RequireScrub(g)
		})
		if err != nil {
			return database.Wrap(err, "destroy what was erased")
		}
	}
	return nil
}

var destroyMemories = []string{
	"UPDATE memory_tombstones SET content = '' WHERE reason = 'deleted' AND made_at >= @since AND scope IN (SELECT scope FROM agent_memories WHERE id IN @ids)",
	"UPDATE memory_changes SET before = '', after = '' WHERE memory_id IN @ids",
	`DELETE FROM memory_decisions WHERE memory_id IN @ids OR content <> '' AND scope IN (SELECT scope FROM agent_memories WHERE id IN @ids)
		AND content IN (SELECT content FROM agent_memory_versions WHERE memory_id IN @ids)`,
	"UPDATE memory_scopes SET revision = revision + 1, vector_revision = vector_revision + 1 WHERE id IN (SELECT scope FROM agent_memories WHERE id IN @ids)",
	"DELETE FROM agent_memories WHERE id IN @ids",
}

var destroySessions = []string{
	"DELETE FROM session_cursors WHERE session_id IN @ids",
	"DELETE FROM agent_messages WHERE session_id IN @ids",
	"DELETE FROM agent_turns WHERE session_id IN @ids",
	"DELETE FROM agent_conversations WHERE id IN @ids",
}

var destroyTasks = []string{"DELETE FROM tasks WHERE id IN @ids"}

var dropDigests = []string{
	"UPDATE memory_digests SET lines = '[]' WHERE scope IN (SELECT scope FROM memory_directives WHERE id IN @ids)",
	"UPDATE memory_directives SET absorbed = 0 WHERE overridden_by = '' AND scope IN (SELECT scope FROM memory_directives WHERE id IN @ids)",
	"UPDATE memory_scopes SET revision = revision + 1 WHERE id IN (SELECT scope FROM memory_directives WHERE id IN @ids)",
}

// statements are what Destroy does for each part that has ids.
var statements = map[erasure.Part][]string{
	erasure.Memory:      destroyMemories,
	erasure.AllMemories: destroyMemories,
	erasure.Messages: {`UPDATE agent_messages SET content = '', quote = '', name = '', tool_calls = NULL, edited = '', object = '',
		agent_calls = NULL, structured_data = '', images = NULL, revised = NULL, masked_at = COALESCE(masked_at, @now) WHERE id IN @ids`},
	erasure.Summaries:   {"UPDATE agent_conversations SET summary = '', summary_to = 0 WHERE id IN @ids"},
	erasure.Refusals:    {"DELETE FROM memory_tombstones WHERE id IN @ids"},
	erasure.Task:        destroyTasks,
	erasure.AllTasks:    destroyTasks,
	erasure.Candidates:  {"DELETE FROM memory_candidates WHERE id IN @ids"},
	erasure.AllSessions: destroySessions,
	erasure.Digests:     dropDigests,
	erasure.Directives:  append(slices.Clone(dropDigests), "DELETE FROM memory_directives WHERE id IN @ids"),
	erasure.Episodes:    {"DELETE FROM memory_episodes WHERE id IN @ids"},
	erasure.Shards:      {"DELETE FROM shard_items WHERE shard IN @ids", "DELETE FROM shard_chats WHERE shard IN @ids", "DELETE FROM shard_digests WHERE shard IN @ids", "DELETE FROM shards WHERE id IN @ids"},
	erasure.ShardItems: {
		"UPDATE shards SET revision = revision + 1 WHERE id IN (SELECT shard FROM shard_items WHERE id IN @ids)",
		"UPDATE shard_digests SET lines = '[]' WHERE shard IN (SELECT shard FROM shard_items WHERE id IN @ids AND absorbed > 0)",
		"UPDATE shard_items SET absorbed = 0 WHERE shard IN (SELECT shard FROM shard_items WHERE id IN @ids AND absorbed > 0)",
		"DELETE FROM shard_items WHERE id IN @ids",
	},
	erasure.Keys: {"DELETE FROM api_replies WHERE key_id IN @ids", "DELETE FROM api_keys WHERE id IN @ids"},

	erasure.AccountLinks: {"DELETE FROM account_links WHERE id IN @ids"},
}
