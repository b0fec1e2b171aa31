package policy_test

import (
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"keepsake/fault"
	"keepsake/memory"
	"keepsake/memory/policy"
)

func said(method memory.Method, base float64, messages ...string) (es []memory.Evidence) {
	for _, m := range messages {
		es = append(es, memory.Evidence{MessageID: m, Meta: memory.Meta{Method: method, Base: base}})
	}
	return es
}

func near(a, b float64) bool { return math.Abs(a-b) < 1e-9 }

// A24–A26, F5–F7: the score of what one, two and more messages say.
func TestScore(t *testing.T) {
	model, user := memory.MethodModel, memory.MethodExplicit
	for _, c := range []struct {
		name     string
		evidence []memory.Evidence
		weaker   bool
		want     float64
		messages int
	}{
		{"F5: base 0.7 once", said(model, 0.7, "a"), false, 0.56, 1},
		{"F5: twice", said(model, 0.7, "a", "b"), false, 0.616, 2},
		{"F5: three times", said(model, 0.7, "a", "b", "c"), false, 0.672, 3},
		{"F5: n counts distinct messages", said(model, 0.7, "a", "a", "a"), false, 0.56, 1},
		{"F5: the bonus ends at 1.5", said(model, 0.5, "a", "b", "c", "d", "e", "f", "g", "h"), false, 0.6, 8},
		{"F5: never above 1", said(user, 1, "a", "b", "c"), false, 1, 3},
		{"F5: the mean of the bases", append(said(model, 0.9, "a"), said(model, 0.5, "b")...), false, 0.7 * 0.8 * 1.1, 2},
		{"F7: the highest weight", append(said(model, 0.7, "a"), said(user, 0.7, "b")...), false, 0.7 * 1.1, 2},
		{"A25: explicit", said(user, 0.7, "a"), false, 0.7, 1},
		{"F7: a rule", said(memory.MethodRule, 1, "a"), false, 0.85, 1},
		{"F7: a model on a tool's text", said(memory.MethodModelOnTool, 1, "a"), false, 0.7, 1},
		{"F7: other methods are no evidence", said("guess", 1, "a", "b"), false, 0, 0},
		{"F22: they add nothing to a mean", append(said(model, 0.7, "a"), said("", 0, "b")...), false, 0.56, 1},
		{"A26, F6: a weaker source is halved", said(model, 0.7, "a"), true, 0.28, 1},
		{"no evidence", nil, false, 0, 0},
		{"a number that is none", said(model, math.NaN(), "a"), false, 0, 1},
		{"a number above 1", said(model, 7, "a"), false, 0.8, 1},
	} {
		if got := policy.ScoreOf(c.evidence, c.weaker); !near(got.Confidence, c.want) || got.Messages != c.messages {
			t.Errorf("%s: %+v, want %v of %d messages", c.name, got, c.want, c.messages)
		}
	}
}

// A27–A31, R5, R17: what becomes of a find.
func TestDecide(t *testing.T) {
	ripe := policy.ScoreOf(said(memory.MethodModel, 0.9, "a"), false) // 0.72
	type change func(p *policy.Policy, c *policy.Case)
	mode := func(m policy.Mode) change { return func(p *policy.Policy, _ *policy.Case) { p.Mode = m } }
	for _, c := range []struct {
		name   string
		change change
		action policy.Action
		reason string
	}{
		{"A30: auto applies", func(*policy.Policy, *policy.Case) {}, policy.Apply, policy.ReasonAllowed},
		{"A60: off", func(p *policy.Policy, _ *policy.Case) { p.Enable = false }, policy.Refuse, policy.ReasonOff},
		{"R17: the person says off", func(_ *policy.Policy, c *policy.Case) { c.Setting = policy.Off }, policy.Refuse, policy.ReasonOff},
		{"R5, R17: the person wants to be asked", func(_ *policy.Policy, c *policy.Case) { c.Setting = policy.Ask }, policy.Wait, policy.ReasonAsk},
		{"R17: an unknown setting is no permission", func(_ *policy.Policy, c *policy.Case) { c.Setting = "" }, policy.Wait, policy.ReasonAsk},
		{"A29: shadow", mode(policy.Shadow), policy.Keep, policy.ReasonShadow},
		{"A31: manual", mode(policy.Manual), policy.Wait, policy.ReasonManual},
		{"R17: shadow is stricter than auto", func(p *policy.Policy, c *policy.Case) { p.Mode, c.Setting = policy.Shadow, policy.Free }, policy.Keep, policy.ReasonShadow},
		{"A28: another type", func(p *policy.Policy, _ *policy.Case) { p.AllowedTypes = []memory.Type{memory.Preference} }, policy.Refuse, policy.ReasonType},
		{"A28: approval by type", func(p *policy.Policy, _ *policy.Case) { p.ApprovalTypes = []memory.Type{memory.Profile} }, policy.Wait, policy.ReasonApproval},
		{"A28: approval of another type", func(p *policy.Policy, _ *policy.Case) { p.ApprovalTypes = []memory.Type{memory.Constraint} }, policy.Apply, policy.ReasonAllowed},
		{"A28: shadow before approval", func(p *policy.Policy, _ *policy.Case) {
			p.Mode, p.ApprovalTypes = policy.Shadow, []memory.Type{memory.Profile}
		}, policy.Keep, policy.ReasonShadow},
		{"A28: the last of a session", func(_ *policy.Policy, c *policy.Case) { c.InSession = 9 }, policy.Apply, policy.ReasonAllowed},
		{"A28: one too many", func(_ *policy.Policy, c *policy.Case) { c.InSession = 10 }, policy.Refuse, policy.ReasonSession},
		{"A28: the hour's last", func(_ *policy.Policy, c *policy.Case) { c.InHour = 49 }, policy.Apply, policy.ReasonAllowed},
		{"A28: the hour is used up", func(_ *policy.Policy, c *policy.Case) { c.InHour = 50 }, policy.Refuse, policy.ReasonHour},
		{"A28: no limits", func(p *policy.Policy, c *policy.Case) {
			p.PerSession, p.PerHour, c.InSession, c.InHour = 0, 0, 999, 999
		}, policy.Apply, policy.ReasonAllowed},
		{"A27, F5: below the threshold is kept", func(p *policy.Policy, _ *policy.Case) { p.MinConfidence = 0.73 }, policy.Keep, policy.ReasonConfidence},
		{"A27: at the threshold", func(p *policy.Policy, _ *policy.Case) { p.MinConfidence = 0.7 }, policy.Apply, policy.ReasonAllowed},
		{"A27: said too seldom", func(p *policy.Policy, _ *policy.Case) { p.MinEvidence = 2 }, policy.Keep, policy.ReasonEvidence},
		{"below the threshold nobody is asked", func(p *policy.Policy, c *policy.Case) {
			p.Mode, p.MinConfidence, c.Setting = policy.Manual, 0.9, policy.Ask
		}, policy.Keep, policy.ReasonConfidence},
		{"nothing like it is proven", func(p *policy.Policy, c *policy.Case) { p.Precision = 0.98 }, policy.Wait, policy.ReasonUnproven},
		{"it is proven", func(p *policy.Policy, c *policy.Case) { p.Precision, c.Proven = 0.98, true }, policy.Apply, policy.ReasonAllowed},
		{"loss guard", func(_ *policy.Policy, c *policy.Case) { c.Retires = true }, policy.Wait, policy.ReasonTooMany},
	} {
		p := policy.Default()
		p.Enable, p.Mode, p.Precision = true, policy.Auto, 0
		one := policy.Case{Type: memory.Profile, Score: ripe, Setting: policy.Free}
		c.change(&p, &one)
		got := p.Decide(one)
		if got.Action != c.action || got.Reason != c.reason || got.Version != p.Version() {
			t.Errorf("%s: %+v, want %s (%s)", c.name, got, c.action, c.reason)
		}
	}
}

// A12–A16, A27, A28, A60, A63: the documented defaults.
func TestDefaults(t *testing.T) {
	p := policy.Default()
	if p.Enable || p.Mode != policy.Shadow || p.MinConfidence != 0.6 || p.MinEvidence != 1 || len(p.AllowedTypes) != 5 ||
		p.Precision != 0.98 || p.PerSession != 10 || p.PerHour != 50 || p.PerScope != 200 || len(p.ApprovalTypes) != 0 {
		t.Errorf("defaults: %+v", p)
	}
	if err := p.Check(); err != nil {
		t.Error(err)
	}
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	for typ, days := range map[memory.Type]int{memory.Profile: -1, memory.Preference: 90, memory.TaskState: 7, memory.Constraint: -1, memory.EpisodeType: 30, "other": -1} {
		end := p.Expires(typ, now)
		if days < 0 && end != nil || days >= 0 && (end == nil || !end.Equal(now.AddDate(0, 0, days))) {
			t.Errorf("%s ends %v, want after %d days", typ, end, days)
		}
	}
	if p.IsOn(policy.Free) {
		t.Error("A60: it is on before anybody enabled it")
	}
}

// Each verdict names the policy: another value is another version, the same values the same.
func TestVersion(t *testing.T) {
	seen := map[string]string{}
	for i, change := range []func(*policy.Policy){
		func(*policy.Policy) {}, func(p *policy.Policy) { p.Enable = true }, func(p *policy.Policy) { p.Mode = policy.Auto },
		func(p *policy.Policy) { p.MinConfidence = 0.61 }, func(p *policy.Policy) { p.MinEvidence = 2 }, func(p *policy.Policy) { p.AllowedTypes = p.AllowedTypes[1:] },
		func(p *policy.Policy) { p.PerSession = 1 }, func(p *policy.Policy) { p.PerHour = 1 }, func(p *policy.Policy) { p.PerScope = 1 },
		func(p *policy.Policy) { p.ApprovalTypes = []memory.Type{memory.Constraint} }, func(p *policy.Policy) { p.RetentionDays[memory.Preference] = 91 },
		func(p *policy.Policy) { p.MaxRetireShare = 0.3 }, func(p *policy.Policy) { p.Precision = 0.9 }, func(p *policy.Policy) { p.MinRetired = 9 },
	} {
		p, again := policy.Default(), policy.Default()
		change(&p)
		change(&again)
		v := p.Version()
		if len(v) != 12 || v != again.Version() || seen[v] != "" {
			t.Errorf("change %d: version %q, again %q, taken by %q", i, v, again.Version(), seen[v])
		}
		seen[v] = fmt.Sprint("change ", i)
	}
}

// A policy that cannot be meant is refused by name.
func TestCheck(t *testing.T) {
	for name, change := range map[string]func(*policy.Policy){
		"mode": func(p *policy.Policy) { p.Mode = "wild" }, "confidence": func(p *policy.Policy) { p.MinConfidence = 1.5 },
		"no number": func(p *policy.Policy) { p.MinConfidence = math.NaN() }, "evidence": func(p *policy.Policy) { p.MinEvidence = 0 },
		"limit": func(p *policy.Policy) { p.PerHour = -1 }, "share": func(p *policy.Policy) { p.MaxRetireShare = 0 },
		"precision": func(p *policy.Policy) { p.Precision = 1 },
		"least":     func(p *policy.Policy) { p.MinRetired = 0 },
		"allowed":   func(p *policy.Policy) { p.AllowedTypes = []memory.Type{"gossip"} }, "approval": func(p *policy.Policy) { p.ApprovalTypes = []memory.Type{"gossip"} },
	} {
		p := policy.Default()
		p.AllowedTypes = slices.Clone(p.AllowedTypes)
		change(&p)
		if err := p.Check(); fault.KindOf(err) != fault.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The loss guard: at least five, and more than a fifth.
func TestIsTooMany(t *testing.T) {
	p := policy.Default()
	for _, c := range []struct {
		retired, confirmed int
		want               bool
	}{{4, 4, false}, {5, 5, true}, {5, 24, true}, {5, 25, false}, {6, 25, true}, {0, 0, false}} {
		if got := p.IsTooMany(c.retired, c.confirmed); got != c.want {
			t.Errorf("%d of %d: %v", c.retired, c.confirmed, got)
		}
	}
	p.MinRetired, p.MaxRetireShare = 2, 0.5
	if p.IsTooMany(1, 1) || !p.IsTooMany(2, 3) || p.IsTooMany(2, 4) {
		t.Error("least and share are the policy's")
	}
	ripe := func(confidence float64, messages int) bool {
		return p.IsRipe(policy.Score{Confidence: confidence, Messages: messages})
	}
	if !ripe(0.6, 1) || ripe(0.59, 1) || ripe(0.9, 0) {
		t.Error("ripe is what reaches both thresholds")
	}
}
