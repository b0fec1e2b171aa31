package settings

// Identity says whose a memory is, and what a person's other accounts read (A61).
type Identity struct {
	// UserScope is always unifiedOrigin.
	UserScope string `yaml:"user_scope_strategy" env:"-"`
	// Aliases must be empty: accounts are linked by their person, who proves both with /link.
	Aliases map[string]string `yaml:"cross_platform_aliases" env:"-"`
	// ReadLegacy lets linked accounts read what each kept under its own id, before the link as well.
	ReadLegacy bool `yaml:"include_legacy_umo_on_read" env:"-"`
}

// unifiedOrigin is the scope by where a message comes from: a person's in their private chat, a group's in the group.
const unifiedOrigin = "unified_msg_origin"

func defaultIdentity() Identity { return Identity{UserScope: unifiedOrigin, ReadLegacy: true} }

func (i Identity) problems() (ps []Problem) {
	const block = "long_term_memory.identity."
	if i.UserScope != unifiedOrigin {
		ps = append(ps, Problem{block + "user_scope_strategy", "must be " + unifiedOrigin + ": a person's memories are theirs by their account, a group's by its chat."})
	}
	if len(i.Aliases) > 0 {
		ps = append(ps, Problem{block + "cross_platform_aliases", "must be empty: a file proves no account. A person links their accounts with /link, from both."})
	}
	return ps
}
