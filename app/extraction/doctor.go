package extraction

import (
	"fmt"
	"time"

	"keepsake/app/settings"
	"keepsake/memory/policy"
)

// Describe says in one sentence how memories form by themselves under these settings, for keepsake doctor.
func Describe(c settings.Config) string {
	p := c.Policy()
	switch {
	case !p.Enable:
		return "off: only what is asked for is kept (docs/settings.md: Memories that form by themselves)"
	case c.IsReadOnly():
		return "on, but every memory write is switched off: nothing is read until that ends"
	case p.Mode == policy.Shadow:
		return "on, in the background: what is found is kept from the model until the person says yes"
	case p.Mode == policy.Manual, settingOf(c) == policy.Ask:
		return "on: what is found is asked about"
	}
	return "on: what is found and sure enough is kept"
}

// Explain says what a backlog means, and what to do about it; advice is "" when nothing is wrong.
func Explain(b Backlog, now time.Time) (found, advice string) {
	found = fmt.Sprintf("%d wait to be read", b.Waiting)
	if b.Parked > 0 {
		return found + fmt.Sprintf(", %d failed too often", b.Parked), "Look at them with keepsake memory runs, and have them tried again with --retry-all."
	}
	if late := now.Sub(b.Since); b.Waiting > 0 && late > time.Hour {
		return found + fmt.Sprintf(", the first for %s", late.Round(time.Minute)), "Does the bot run, and does the model answer? What waits is read when both do."
	}
	return found, ""
}

// AddDigests adds to what Explain says how many digests could not be made.
func AddDigests(found, advice string, parked int) (string, string) {
	if parked == 0 {
		return found, advice
	}
	if advice == "" {
		advice = "The model's answers could not be used (the log says why). What people said counts on as they said it; KEEPSAKE_DIGEST_MODEL names another model for it."
	}
	return found + fmt.Sprintf("; %d digests could not be made", parked), advice
}
