package extraction

import (
	"keepsake/app/settings"
	"keepsake/command/shards"
	"keepsake/memory/shard"
)

// ShardsDesk returns what answers /shard of an agent: without the service where shards are switched off.
func ShardsDesk(c settings.Config, all *shard.Service) shards.Desk {
	if !c.LongTerm.Shards {
		all = nil
	}
	return shards.Desk{Store: c.Store(), Shards: all}
}
