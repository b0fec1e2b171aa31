package secret

import "keepsake/secret/plain"

// CompiledRules returns how many rules have been compiled, and how many there are.
func CompiledRules() (compiled, all int) {
	for _, r := range tables().rules {
		if r.IsCompiled() {
			compiled++
		}
	}
	return compiled, len(tables().rules)
}

// CompileRules compiles all rules and returns those that no keyword of three bytes leads to.
func CompileRules() (without []string) {
	for _, r := range tables().rules {
		r.Expression()
		for _, k := range r.Keywords {
			if len(k) < 2 || k != plain.Low(k) {
				without = append(without, k)
			}
		}
		if len(r.Keywords) == 0 {
			without = append(without, r.Expression().String())
		}
	}
	return without
}
