package settings

import (
	"slices"
	"strings"

	"keepsake/usage"
)

// This file is who may talk to the bot and how much, as settings.

func (c Config) AccessProblems() (ps []Problem) {
	modes := []string{AccessOwner, AccessList, AccessOpen}
	switch {
	case !slices.Contains(modes, c.Access):
		ps = append(ps, Problem{"KEEPSAKE_ACCESS", "must be one of: " + strings.Join(modes, ", ") + "."})
	case c.Access == AccessList && len(c.Allow) == 0:
		ps = append(ps, Problem{"KEEPSAKE_ALLOW", "is empty, so that KEEPSAKE_ACCESS=allowlist lets only owners in. List Telegram's numbers of people and groups, such as 123456789,-1001234567890; or set KEEPSAKE_ACCESS=owner, where a tap lets people in."})
	case c.Access != AccessList && len(c.Allow) > 0:
		ps = append(ps, Problem{"KEEPSAKE_ALLOW", "counts only with KEEPSAKE_ACCESS=allowlist. Set that, or leave the list out."})
	}
	if slices.Contains(c.Allow, 0) {
		ps = append(ps, Problem{"KEEPSAKE_ALLOW", "holds a 0, which is nobody's number. People have numbers above 0, groups below."})
	}
	return ps
}

func (c Config) UsageProblems() (ps []Problem) {
	u := c.Usage
	for setting, n := range map[string]int{
		"KEEPSAKE_PERSON_MESSAGES": u.PersonMessages, "KEEPSAKE_PERSON_TOKENS": u.PersonTokens,
		"KEEPSAKE_GROUP_MESSAGES": u.GroupMessages, "KEEPSAKE_GROUP_TOKENS": u.GroupTokens,
	} {
		if n < 0 {
			ps = append(ps, Problem{setting, "must be 0 (no limit) or more."})
		}
	}
	if u.CapPeriod != "day" && u.CapPeriod != "month" {
		ps = append(ps, Problem{"KEEPSAKE_CAP_PERIOD", "must be one of: day, month."})
	}
	if len(u.Currency) > 8 {
		ps = append(ps, Problem{"KEEPSAKE_CURRENCY", "must be a short name or sign, such as USD or €."})
	}
	if u.Cap < 0 {
		ps = append(ps, Problem{"KEEPSAKE_CAP", "must be 0 (no cap) or more."})
	}
	if u.Cap > 0 {
		ps = append(ps, c.priceProblems()...)
	}
	return ps
}

// priceProblems tells which prices a cap lacks to know what is spent.
func (c Config) priceProblems() (ps []Problem) {
	answer := append([]string{c.Model.Name, c.Model.Fallback}, c.Model.Choices...)
	if len(c.Roles) > 0 { // who answers is theirs to say; what is wrong with them is told elsewhere
		answer = nil
		cast, _ := c.Cast()
		for _, r := range cast {
			answer = append(append(answer, r.Model.Name, r.Model.Fallback), r.Model.Choices...)
		}
	}
	slices.Sort(answer)
	for _, model := range slices.Compact(answer) {
		if p := c.Model.Prices[model]; model != "" && (p.Prompt <= 0 || p.Answer <= 0) {
			ps = append(ps, Problem{"KEEPSAKE_CAP", "needs the prices of " + model + " to know what is spent. Add them to model.prices in the configuration file, per million tokens, or leave the cap out."})
		}
	}
	if m := c.Media.VoiceModel; m != "" && c.Model.Prices[m].Minute <= 0 {
		ps = append(ps, Problem{"KEEPSAKE_CAP", "needs the price of " + m + ", which listens, to know what is spent. Add it to model.prices in the configuration file, as minute: what a minute of sound costs; or leave the cap out."})
	}
	if m := c.Media.SpeechModel; m != "" && c.Model.Prices[m].Minute <= 0 {
		ps = append(ps, Problem{"KEEPSAKE_CAP", "needs the price of " + m + ", which speaks, to know what is spent. Add it to model.prices in the configuration file, as minute: what a minute of sound costs; or leave the cap out."})
	}
	return ps
}

func (c Config) UsageLimits() usage.Limits {
	u := c.Usage
	return usage.Limits{
		Person: usage.Quota{Messages: u.PersonMessages, Tokens: u.PersonTokens},
		Group:  usage.Quota{Messages: u.GroupMessages, Tokens: u.GroupTokens},
		Cap:    u.Cap, Monthly: u.CapPeriod == "month",
	}
}
