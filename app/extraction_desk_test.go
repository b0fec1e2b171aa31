package app_test

import (
	"keepsake/memory/reading"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"keepsake/app"
	"keepsake/app/settings"
	"keepsake/memory"
	"keepsake/memory/policy"
)

// A60–A64: the block of the settings keeps the names of its source; what cannot be meant is refused by name.
func TestA60Settings(t *testing.T) {
	file := filepath.Join(t.TempDir(), "config.yaml")
	write := func(text string) settings.Config {
		t.Helper()
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		c, err := settings.Load(file, map[string]string{"KEEPSAKE_WRITE_MIN_CONFIDENCE": "0.7"})
		if err != nil {
			t.Fatal(err)
		}
		return c
	}
	c := write("{}")
	want := policy.Default()
	want.MinConfidence = 0.7
	if got := c.Policy(); got.Version() != want.Version() {
		t.Errorf("the defaults are not those that are documented: %+v", got)
	}
	if c.Policy().Reading.Enable {
		t.Error("A60: what formed is read before anybody switched it on")
	}
	c = write(`long_term_memory:
  enable: true
  read_policy: {max_items: 4, max_tokens: 300, max_per_type: 2, min_confidence: 0.6, recency_weight: 0.1, importance_weight: 0.2, similarity_weight: 0.7}
  write_policy: {mode: auto, min_evidence_count: 2, allowed_types: [profile], max_writes_per_session: 3, max_writes_per_hour: 4, max_items_per_scope: 5, require_approval_types: [profile], max_retire_share: 0.5}
  extraction_provider_id: small
  retention_days: {profile: 9}
  emergency_read_only: true
`)
	got := c.Policy()
	if !got.Enable || got.Mode != policy.Auto || got.MinEvidence != 2 || len(got.AllowedTypes) != 1 || got.PerSession != 3 || got.PerHour != 4 || got.PerScope != 5 ||
		len(got.ApprovalTypes) != 1 || got.MaxRetireShare != 0.5 || got.RetentionDays[memory.Profile] != 9 || got.RetentionDays[memory.TaskState] != 7 {
		t.Errorf("read: %+v", got)
	}
	if !c.IsReadOnly() || c.LongTerm.ExtractionModel != "small" || c.MemoryCaps().Extracted != 5 {
		t.Errorf("read: %+v", c.LongTerm)
	}
	if r := c.Policy().Reading; r != (reading.Policy{Enable: true, MaxItems: 4, MaxTokens: 300, MaxPerType: 2, MinConfidence: 0.6, Weights: reading.Weights{Recency: 0.1, Importance: 0.2, Similarity: 0.7}}) {
		t.Errorf("A34: read %+v", r)
	}
	if e, _ := write("long_term_memory: {embedding_provider_id: nomic}").EmbedsWith(); e.Model != "nomic" {
		t.Errorf("A62: memories are sent to %q", e.Model)
	}
	if e, automatic := write("{}").EmbedsWith(); e.Model != "" || automatic {
		t.Errorf("A62: the default is %+v", e)
	}
	if err := write("embedding: {model: small}\nlong_term_memory: {embedding_provider_id: nomic}").Validate(); err == nil || !strings.Contains(err.Error(), "embedding_provider_id ") {
		t.Errorf("A62: two models: %v", err)
	}
	if i := write("{}").LongTerm.Identity; i.UserScope != "unified_msg_origin" || len(i.Aliases) != 0 || !i.ReadLegacy {
		t.Errorf("A61: the default is %+v", i)
	}
	if err := write("long_term_memory: {identity: {user_scope_strategy: unified_msg_origin, cross_platform_aliases: {}, include_legacy_umo_on_read: false}}").Validate(); err != nil && strings.Contains(err.Error(), "identity") {
		t.Errorf("A61: %v", err)
	}
	for text, name := range map[string]string{
		"{read_policy: {max_items: 0}}":   "long_term_memory.read_policy.max_items",
		"{write_policy: {mode: perhaps}}": "long_term_memory.write_policy.mode", "{write_policy: {allowed_types: [mood]}}": "long_term_memory.write_policy",
		"{retention_days: {episode: 0}}": "long_term_memory.retention_days", "{quiet: 0s}": "KEEPSAKE_EXTRACTION_QUIET",
		"{digests: {max_items: {facts: 0}}}":                                 "long_term_memory.digests.max_items",
		"{digests: {word_targets: {fact: 61}}}":                              "long_term_memory.digests.word_targets",
		"{digests: {word_targets: {shard: 49}}}":                             "long_term_memory.digests.word_targets.shard",
		"{digests: {max_facts_per_shard: 501}}":                              "long_term_memory.digests.max_facts_per_shard",
		"{digests: {max_agent_memories_before_consolidation: 0}}":            "long_term_memory.digests.max_agent_memories_before_consolidation",
		`{identity: {user_scope_strategy: name}}`:                            "long_term_memory.identity.user_scope_strategy",
		`{identity: {cross_platform_aliases: {"telegram:1": "telegram:2"}}}`: "long_term_memory.identity.cross_platform_aliases",
		"{batch: 0}": "KEEPSAKE_EXTRACTION_BATCH", "{offers: -1}": "KEEPSAKE_EXTRACTION_OFFERS",
	} {
		if err := write("long_term_memory: " + text).Validate(); err == nil || !strings.Contains(err.Error(), name+" ") {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// The doctor says how memories form, and what waits or failed.
func TestDoctorTellsOfExtraction(t *testing.T) {
	t.Parallel()
	w := newForming(t, "auto", "auto")
	w.rules.When("").AndSystem(reader).Say("I would rather not.")
	w.rules.Otherwise().Say("I see.")
	a, stop := w.start(nil)
	ann := w.tg.Person(11, "Ann")
	w.hears(ann, ann.Say("I prefer oat milk"), "I see.")
	w.ends(a)
	found := func(of string) (f app.Finding) {
		t.Helper()
		app.Doctor(t.Context(), w.config, func(x app.Finding) {
			if x.Check == "extraction" {
				f = x
			}
		})
		if !strings.Contains(f.Found, of) {
			t.Errorf("doctor: %+v, want %q", f, of)
		}
		return f
	}
	if f := found("what is found and sure enough is kept; 1 wait"); f.Advice != "" {
		t.Errorf("doctor advises %q", f.Advice)
	}
	for range 7 {
		w.later(time.Hour)
		if _, err := a.Agent.Ingest.Work(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if f := found("1 failed too often"); !strings.Contains(f.Advice, "keepsake memory runs") {
		t.Errorf("doctor advises %q", f.Advice)
	}
	stop()
	for mode, want := range map[string]string{"shadow": "in the background", "manual": "asked about"} {
		w.config.LongTerm.WritePolicy.WriteMode = mode
		found(want)
	}
	w.config.Memory.ReadOnly = true
	found("switched off")
	w.config.LongTerm.Enable = false
	found("off:")
}
