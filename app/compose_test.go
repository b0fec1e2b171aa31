package app_test

import (
	"os"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestCompose: compose.yaml can be read, starts one bot, and with its profile three that
// differ in nothing.
func TestCompose(t *testing.T) {
	raw, err := os.ReadFile("../compose.yaml")
	must(t, err)
	type service struct {
		Build       string
		Image       string
		Profiles    []string
		EnvFile     string `yaml:"env_file"`
		Environment map[string]string
		Stop        string                                `yaml:"stop_grace_period"`
		DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
		Deploy      struct{ Replicas int }
		Ports       []string
		Healthcheck struct{ Test []string }
	}
	var file struct {
		Services map[string]service
		Volumes  map[string]any
	}
	must(t, yaml.Unmarshal(raw, &file))
	bot, more, db := file.Services["bot"], file.Services["more-bots"], file.Services["db"]
	if len(bot.Profiles) != 0 || len(db.Profiles) != 0 || !slices.Equal(more.Profiles, []string{"replicas"}) {
		t.Errorf("profiles: bot %q, db %q, more-bots %q", bot.Profiles, db.Profiles, more.Profiles)
	}
	if n := 1 + more.Deploy.Replicas; n != 3 {
		t.Errorf("the profile has %d bots", n)
	}
	for name, s := range map[string]service{"bot": bot, "more-bots": more} {
		if s.Build != "." || s.Image == "" || s.EnvFile != ".env" || s.Stop == "" || s.DependsOn["db"].Condition != "service_healthy" ||
			!strings.HasPrefix(s.Environment["DATABASE_URL"], "postgres://") || len(s.Ports) > 0 {
			t.Errorf("%s is %+v", name, s)
		}
	}
	if len(db.Healthcheck.Test) == 0 || file.Volumes == nil {
		t.Error("the database has no health check or no volume")
	}
}
