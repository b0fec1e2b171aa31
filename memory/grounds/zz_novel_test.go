package grounds

func NovelCount(w Write, v View, facts bool) (n, total int) {
	own, _ := splitVoices(v)
	m := matcher{}
	c := newClaim(v.nameSpeakerPlainly(w))
	var units []unit
	for i, h := range v.heard(own) {
		units = append(units, newUnit(i, 0, len(h.said), h.said, false))
	}
	if facts {
		for _, s := range v.Stated {
			for _, f := range s.Facts {
				units = append(units, newUnit(0, 0, 0, f, false))
			}
		}
	}
	for _, t := range c.whole.counting {
		ok := false
		for _, u := range units {
			if m.mentionsAll(append(c.whole.counting[:0:0], t), u.tokens) {
				ok = true
			}
		}
		if !ok {
			n++
		}
	}
	return n, len(c.whole.counting)
}

func Why(w Write, v View) string {
	own, _ := splitVoices(v)
	m := matcher{}
	c := newClaim(v.nameSpeakerPlainly(w))
	out := ""
	for i, h := range v.heard(own) {
		for _, u := range cutUnits(i, h.said) {
			s := c.whole
			at, ok := m.align(s, u)
			if !ok || len(at) == 0 {
				continue
			}
			out += " ["
			if u.mixed {
				out += "mixed "
			}
			if s.negative != u.negative {
				out += "neg "
			}
			if !sorted(at) && !m.isFreeOrder(s, u, at) {
				out += "order "
			}
			if !m.agreesInTime(s, u, at) {
				for k := range u.markers {
					if !s.markers[k] {
						out += "u:" + k + " "
					}
				}
				for k := range s.markers {
					if !u.markers[k] {
						out += "s:" + k + " "
					}
				}
			}
			if !m.agreesInSubject(s, u, at) {
				out += "subject "
				if hasKind(u, 4) {
					out += "(I)"
				}
				if s.wish {
					out += "(wish)"
				}
				if u.instructs {
					out += "(instr)"
				}
			}
			if skipsEntity(s, u, at) {
				out += "skip "
			}
			out += "]"
		}
	}
	return out
}

func sorted(at []int) bool {
	for i := 1; i < len(at); i++ {
		if at[i] < at[i-1] {
			return false
		}
	}
	return true
}
