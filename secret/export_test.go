package secret

// CompiledRules returns how many rules have been compiled, and how many there are.
func CompiledRules() (compiled, all int) {
	for _, r := range tables().rules {
		if r.re != nil {
			compiled++
		}
	}
	return compiled, len(tables().rules)
}

// CompileRules compiles all rules and returns those that no keyword of three bytes leads to.
func CompileRules() (without []string) {
	for _, r := range tables().rules {
		r.expression()
		for _, k := range r.keywords {
			if len(k) < 2 || k != even(k) {
				without = append(without, k)
			}
		}
		if len(r.keywords) == 0 {
			without = append(without, r.pattern)
		}
	}
	return without
}
