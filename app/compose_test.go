package app_test

import (
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"keepsake/app"
	"keepsake/app/settings"
)

// service is what a compose file says of one.
type service struct {
	Build struct {
		Context string
		Args    map[string]string
	}
	Image       string
	Extends     struct{ File, Service string }
	Profiles    []string
	EnvFile     string `yaml:"env_file"`
	Environment map[string]string
	Stop        string                                `yaml:"stop_grace_period"`
	DependsOn   map[string]struct{ Condition string } `yaml:"depends_on"`
	Deploy      struct{ Replicas int }
	Restart     string
	Ports       []string
	Expose      []string
	Volumes     []string
	ExtraHosts  []string `yaml:"extra_hosts"`
	ReadOnly    bool     `yaml:"read_only"`
	Tmpfs       []string
	CapDrop     []string `yaml:"cap_drop"`
	CapAdd      []string `yaml:"cap_add"`
	SecurityOpt []string `yaml:"security_opt"`
	Healthcheck struct {
		Test              []string
		Interval, Timeout string
		Retries           int
	}
}

// composeFile is a compose file. A key that it does not have is a mistake in ours.
type composeFile struct {
	Services map[string]service
	Volumes  map[string]any
}

func readCompose(t *testing.T, path string) composeFile {
	t.Helper()
	f, err := os.Open(path)
	must(t, err)
	defer f.Close()
	var file composeFile
	strict := yaml.NewDecoder(f)
	strict.KnownFields(true)
	must(t, strict.Decode(&file))
	return file
}

// knownVariables returns the environment variables that mean something to us.
func knownVariables() map[string]bool {
	known := map[string]bool{"KEEPSAKE_CONFIG": true}
	for _, name := range variables(reflect.TypeFor[settings.Config]()) {
		known[name] = true
	}
	return known
}

// checkHardened: a service cannot write to its own image, has no capabilities and gains none,
// and nothing of it is open to the outside.
func checkHardened(t *testing.T, name string, s service) {
	t.Helper()
	if !s.ReadOnly || !slices.Equal(s.CapDrop, []string{"ALL"}) || !slices.Equal(s.SecurityOpt, []string{"no-new-privileges:true"}) ||
		len(s.Ports) > 0 || s.Restart == "" || !slices.Contains(s.Tmpfs, "/tmp") {
		t.Errorf("%s is not closed: %+v", name, s)
	}
}

// TestComposeU11: compose.yaml is a bot with its SQLite file: the host is reached by name, role
// files and a key are mounted where nothing can write, metrics are for the inside.
func TestComposeU11(t *testing.T) {
	file := readCompose(t, "../compose.yaml")
	docker, err := os.ReadFile("../Dockerfile")
	must(t, err)
	image := string(docker)
	bot := file.Services["bot"]
	if len(file.Services) != 1 || len(file.Volumes) != 1 {
		t.Errorf("%d services, %d volumes", len(file.Services), len(file.Volumes))
	}
	checkHardened(t, "bot", bot)
	if bot.Build.Context != "." || bot.Build.Args["VERSION"] != "${VERSION:-dev}" || !strings.Contains(image, "ARG VERSION=dev") || bot.Image == "" || bot.EnvFile != ".env" || len(bot.Profiles)+len(bot.CapAdd) > 0 {
		t.Errorf("bot is %+v", bot)
	}
	if grace, err := time.ParseDuration(bot.Stop); err != nil || grace <= app.StopWithin {
		t.Errorf("it is killed %s after it was asked to stop, which takes up to %v (X13)", bot.Stop, app.StopWithin)
	}
	if !slices.Equal(bot.ExtraHosts, []string{"host.docker.internal:host-gateway"}) {
		t.Errorf("the host is %v", bot.ExtraHosts)
	}
	database := regexp.MustCompile(`DATABASE_URL=sqlite:(/\w+)/`).FindStringSubmatch(image)
	if database == nil || !slices.Contains(bot.Volumes, "keepsake:"+database[1]) || !strings.Contains(image, "VOLUME "+database[1]) {
		t.Errorf("the database is at %v, and mounted is %v", database, bot.Volumes)
	}
	if !slices.Contains(bot.Volumes, "./config:/etc/keepsake:ro") {
		t.Errorf("role files and keys are not mounted: %v", bot.Volumes)
	}
	if !slices.Equal(bot.Expose, []string{"8081"}) || !strings.Contains(image, "KEEPSAKE_HTTP_ADDR=:8081") {
		t.Errorf("metrics are at %v", bot.Expose)
	}
	makefile, err := os.ReadFile("../Makefile")
	must(t, err)
	for _, flag := range []string{"CGO_ENABLED=0", "GOGC=off GOMEMLIMIT=1GiB", "-trimpath", "-gcflags=all=-dwarf=false", "-s -w -X"} {
		if !strings.Contains(string(makefile), flag) || !strings.Contains(image, flag) {
			t.Errorf("make build and the image are not both built with %s", flag)
		}
	}
	for _, ignored := range []string{"../.dockerignore", "../.gitignore"} {
		raw, err := os.ReadFile(ignored)
		must(t, err)
		if !regexp.MustCompile(`(?m)^/?config/?$`).Match(raw) {
			t.Errorf("%s lets keys through", ignored)
		}
	}
}

// TestComposePostgresU11: compose.postgres.yaml is the same bot on PostgreSQL, and with its
// profile three that differ in nothing.
func TestComposePostgresU11(t *testing.T) {
	file := readCompose(t, "../compose.postgres.yaml")
	base := readCompose(t, "../compose.yaml")
	bot, more, db := file.Services["bot"], file.Services["more-bots"], file.Services["db"]
	if len(bot.Profiles) != 0 || len(db.Profiles) != 0 || !slices.Equal(more.Profiles, []string{"replicas"}) {
		t.Errorf("profiles: bot %q, db %q, more-bots %q", bot.Profiles, db.Profiles, more.Profiles)
	}
	if n := 1 + more.Deploy.Replicas; n != 3 {
		t.Errorf("the profile has %d bots", n)
	}
	for name, s := range map[string]service{"bot": bot, "more-bots": more} {
		if s.Extends.File != "compose.yaml" || s.Extends.Service != "bot" || s.DependsOn["db"].Condition != "service_healthy" ||
			!strings.HasPrefix(s.Environment["DATABASE_URL"], "postgres://") || len(s.Ports) > 0 {
			t.Errorf("%s is %+v", name, s)
		}
		for variable := range s.Environment {
			if !knownVariables()[variable] {
				t.Errorf("%s sets %s, which is no setting", name, variable)
			}
		}
	}
	checkHardened(t, "db", db)
	if len(db.Healthcheck.Test) == 0 || len(db.Volumes) != 1 {
		t.Errorf("db is %+v", db)
	}
	for name := range base.Volumes { // what is extended needs its volumes here too
		if _, ok := file.Volumes[name]; !ok {
			t.Errorf("the volume %s is missing: there are %v", name, slices.Collect(maps.Keys(file.Volumes)))
		}
	}
}

// pinned is an image by its exact tag and its digest.
var pinned = regexp.MustCompile(`([a-z0-9][a-z0-9./-]*):([A-Za-z0-9._-]+)@sha256:([0-9a-f]{64})\b`)

// TestImagesArePinnedU11: every image that is fetched is named by an exact tag and a digest.
func TestImagesArePinnedU11(t *testing.T) {
	docker, err := os.ReadFile("../Dockerfile")
	must(t, err)
	var images []string
	for _, m := range regexp.MustCompile(`(?m)^ARG \w+_IMAGE=(.*)$`).FindAllStringSubmatch(string(docker), -1) {
		images = append(images, m[1])
	}
	for _, m := range regexp.MustCompile(`(?m)^FROM (\S+)`).FindAllStringSubmatch(string(docker), -1) {
		if !strings.HasPrefix(m[1], "${") {
			images = append(images, m[1])
		}
	}
	for _, path := range []string{"../compose.yaml", "../compose.postgres.yaml"} {
		for _, s := range readCompose(t, path).Services {
			if s.Image != "" && s.Build.Context == "" {
				images = append(images, regexp.MustCompile(`^\$\{\w+:-(.*)\}$`).ReplaceAllString(s.Image, "$1"))
			}
		}
	}
	if len(images) != 3 {
		t.Errorf("the images are %q", images)
	}
	for _, image := range images {
		m := pinned.FindStringSubmatch(image)
		if m == nil || m[0] != image || m[2] == "latest" || !strings.Contains(image, "distroless") && strings.Count(m[2], ".") != 2 {
			t.Errorf("%s is not an exact version with its digest", image)
		}
	}
}

// TestPinRenewsDigests: make pin writes what the registries say into every file, and nothing when one of them
// says nothing.
func TestPinRenewsDigests(t *testing.T) {
	dir, bin := t.TempDir(), t.TempDir()
	names := []string{"Dockerfile", "compose.yaml", "compose.postgres.yaml"}
	before := map[string]string{}
	must(t, os.Mkdir(filepath.Join(dir, "scripts"), 0o700))
	for _, name := range append(names, "scripts/pin.sh") {
		raw, err := os.ReadFile(filepath.Join("..", name))
		must(t, err)
		before[name] = string(raw)
		must(t, os.WriteFile(filepath.Join(dir, name), raw, 0o700))
	}
	digest := strings.Repeat("5e", 32)
	pin := func(registry string) (string, error) {
		must(t, os.WriteFile(filepath.Join(bin, "crane"), []byte("#!/bin/sh\n"+registry), 0o700))
		c := exec.CommandContext(t.Context(), filepath.Join(dir, "scripts/pin.sh"))
		c.Env = []string{"PATH=" + bin + ":/usr/bin:/bin"}
		out, err := c.CombinedOutput()
		return string(out), err
	}
	if out, err := pin(`case $2 in pgvector*) exit 1;; esac; echo sha256:` + digest); err == nil || !strings.Contains(out, "no digest for pgvector/pgvector:") {
		t.Errorf("a registry that does not answer: %v\n%s", err, out)
	}
	for _, name := range names {
		if raw, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(raw) != before[name] {
			t.Errorf("%s was changed, or not read: %v", name, err)
		}
	}
	if out, err := pin("echo sha256:" + digest); err != nil || strings.Count(out, "renewed") != 3 {
		t.Errorf("%v\n%s", err, out)
	}
	for _, name := range names {
		raw, err := os.ReadFile(filepath.Join(dir, name))
		must(t, err)
		if want := pinned.ReplaceAllString(before[name], "$1:$2@sha256:"+digest); string(raw) != want {
			t.Errorf("%s became\n%s", name, raw)
		}
	}
}

// TestEnvExampleU11: every variable of .env.example is a setting or compose's own, and no
// example sends a container to itself.
func TestEnvExampleU11(t *testing.T) {
	raw, err := os.ReadFile("../.env.example")
	must(t, err)
	known := knownVariables()
	known["POSTGRES_PASSWORD"], known["POSTGRES_IMAGE"] = true, true
	found := regexp.MustCompile(`(?m)^#?([A-Z][A-Z0-9_]+)=(.*)$`).FindAllStringSubmatch(string(raw), -1)
	if len(found) < 15 {
		t.Fatalf("only %d variables were read", len(found))
	}
	for _, m := range found {
		if !known[m[1]] {
			t.Errorf(".env.example names %s, which is no setting", m[1])
		}
	}
	// R10: the quick start lets memories form, in the background for what nobody confirmed.
	for _, line := range []string{"KEEPSAKE_LONG_TERM_MEMORY=true", "KEEPSAKE_WRITE_MODE=shadow"} {
		if !slices.Contains(strings.Split(string(raw), "\n"), line) {
			t.Errorf("R10: .env.example does not say %s", line)
		}
	}
	if strings.Contains(string(raw), "//localhost") {
		t.Error(".env.example names localhost: in a container that is the container")
	}
}
