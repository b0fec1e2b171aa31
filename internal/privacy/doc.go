// Package privacy proves that nobody's words turn up where their owner's rules do not
// allow it.
//
// Three people talk to the bot, each in private and in three groups with topics, at
// random: they talk, tell it things to remember, edit, forget, rename themselves into each
// other, leave, come back, switch listening, part the memory by topics, tap each other's
// buttons; the bot is kicked and comes back; a group becomes a supergroup. Every thing that
// is said carries a canary, a word of its own, and the suite knows where it may be seen:
//
//   - said in private: there alone;
//   - said to the bot in a group: in that topic's conversation; remembered: in its scope;
//   - said to others: nowhere, not even in the database, unless an admin lets the bot
//     listen;
//   - forgotten: nowhere any more.
//
// Every prompt that the scripted model gets, every message, edit, button, note and file
// that the bot sends is searched. The model is a bad one: it repeats all it can see of the
// memory. Who may not delete must not have deleted, and every message in a group's prompt
// must begin with the label of who wrote it.
//
// A second run is about what is kept together (TestPrivacyOfShards): three people tell two groups what belongs into the
// shards of the groups and into one that Ann attaches and closes, say in private and in a group how they want to be answered, look, have files of it, take
// back, leave, and erase themselves or a group, while models read and merge. A word of a group stands in its own shard there
// alone, in Ann's wherever it is shared; taken back or erased it stands in no shard, no notes and no prompt's memory. A wish that a member says
// in a group stands in prompts of that group while they are answered, in those of their private chat and in their own digest: in no other group,
// for no other speaker, in nobody else's digest, and forgotten or erased with its person or its group nowhere.
//
// It has no code of its own but tests: `make privacy` runs 10,000 steps, `make test` some
// hundreds. A run prints its seed; KEEPSAKE_PRIVACY_SEED repeats it. Start reading at
// TestPrivacy in privacy_test.go.
package privacy
