package together

import (
	"context"
	"strings"
	"time"

	"keepsake/actor"
	"keepsake/memory/lines"
	"keepsake/memory/shard"
	"keepsake/scope"
	"keepsake/web/shape"
)

// Shard is a collective memory with what counts in it.
type Shard struct {
	ID           string      `json:"shard_id"`
	Name         string      `json:"name"`
	Instructions string      `json:"instructions" doc:"What belongs in it"`
	Paused       bool        `json:"paused"`
	Open         bool        `json:"open" doc:"All chats of the agent see it"`
	MaxFacts     int         `json:"max_facts_per_shard" minimum:"1" maximum:"500"`
	Threshold    int         `json:"max_agent_memories_before_consolidation" minimum:"1" maximum:"500" doc:"How many suggestions wait until they are merged"`
	Schedule     string      `json:"schedule" doc:"When they are merged instead: a cron expression of five fields; empty when the number decides"`
	ScheduleZone string      `json:"schedule_zone" doc:"On whose clock that is" example:"Europe/Berlin"`
	NextMergeAt  *shape.Time `json:"next_merge_at" nullable:"true" doc:"When the schedule comes next"`
	Content      string      `json:"content" doc:"The digest; empty when there is none"`
	Version      int         `json:"version" minimum:"0" doc:"How often suggestions were merged, or that was taken back"`
	Facts        []ShardItem `json:"facts" nullable:"false" doc:"The oldest first"`
	Suggestions  []ShardItem `json:"suggestions" nullable:"false" doc:"They will be integrated soon"`
	Cites        []string    `json:"cites" nullable:"false" doc:"Ids of others that it points to, of those that the chat sees"`
	SharedBy     []string    `json:"shared_by,omitempty" doc:"Roles that may show it, where it was opened to roles with a memory of their own"`
	// Permissions are shown to who may manage the shard.
	Permissions map[string]string `json:"permissions,omitempty" doc:"Who may do what: everybody, admins, person:ID or role:NAME; only for who manages the shard"`
}

// ShardItem is a fact or a suggestion.
type ShardItem struct {
	ID        string     `json:"memory_id"`
	Content   string     `json:"content"`
	Speaker   string     `json:"speaker,omitempty" doc:"Who said it"`
	CreatedAt shape.Time `json:"created_at" doc:"When it was said"`
	AgeDays   int        `json:"age_days" minimum:"0"`
}

// ShardList is the shards that a chat sees.
type ShardList struct {
	Shards []Shard `json:"shards" nullable:"false"`
}

// Describe returns shards with what somebody in a chat that sees them is shown of them.
func Describe(ctx context.Context, shards *shard.Service, who actor.Actor, here scope.Scope, now time.Time, of ...shard.Shard) ([]Shard, error) {
	all := make([]Shard, len(of))
	digests, err := shards.Newest(ctx, of)
	if err != nil {
		return nil, err
	}
	items, err := shards.Contents(ctx, of, nil)
	if err != nil {
		return nil, err
	}
	for n, s := range of {
		one := Shard{
			ID: s.ID, Name: s.Name, Instructions: s.Instructions, Paused: s.Paused, Open: s.Open, MaxFacts: s.MaxFacts, Threshold: s.Threshold,
			Content: Text(digests[s.ID].Lines), Version: digests[s.ID].Version, Facts: []ShardItem{}, Suggestions: []ShardItem{},
			SharedBy: shards.Roles(s), Permissions: permissions(shards, who, here, s),
		}
		one.Schedule, one.ScheduleZone = s.Timetable()
		one.NextMergeAt = shape.TimeOrNil(s.NextMerge(now))
		if one.Cites, err = cites(ctx, shards, here, s); err != nil {
			return nil, err
		}
		for _, i := range items[s.ID] {
			if i.Kind == shard.Fact {
				one.Facts = append(one.Facts, ItemOf(i, now))
			} else {
				one.Suggestions = append(one.Suggestions, ItemOf(i, now))
			}
		}
		all[n] = one
	}
	return all, nil
}

// ItemOf returns a fact or a suggestion with its age.
func ItemOf(i shard.Item, now time.Time) ShardItem {
	age := int(now.Sub(i.SaidAt) / (24 * time.Hour))
	return ShardItem{ID: i.ID, Content: i.Content, Speaker: i.Speaker, CreatedAt: shape.Time(i.SaidAt), AgeDays: max(0, age)}
}

// Text returns the lines of a digest.
func Text(ls []lines.Line) string {
	texts := make([]string, len(ls))
	for i, l := range ls {
		texts[i] = l.Text
	}
	return strings.Join(texts, "\n")
}
