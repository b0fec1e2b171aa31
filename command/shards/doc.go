// Package shards answers /shard and its buttons: what a group keeps together is shown, made, changed, shared and
// taken back.
//
// It knows no rules: memory/shard says who may. Start reading at Desk.
package shards
