package metrics_test

import (
	"strings"
	"testing"
)

// X1, X7, X12: what keeps the process from its work is told at each scrape, by cause.
func TestCondition(t *testing.T) {
	page := newWorld(t).scrape()
	for _, line := range []string{
		`keepsake_storage_failing{cause="full"} 1`, `keepsake_storage_failing{cause="gone"} 0`,
		`keepsake_model_broken{cause="key"} 1`, `keepsake_model_broken{cause="credit"} 0`, `keepsake_usage_owed_tokens 17`,
		`keepsake_erasure_journal_faults{cause="damaged"} 7`, `keepsake_erasure_journal_faults{cause="key"} 3`,
		`keepsake_backup_age_seconds 3600`, `keepsake_backup_interval_seconds 86400`,
	} {
		if !strings.Contains(page, line) {
			t.Errorf("the page lacks %s", line)
		}
	}
}
