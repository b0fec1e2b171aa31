package settings

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"keepsake/role"
	"keepsake/text"
)

// This file tells misspelt settings. A variable that nobody reads would otherwise do nothing
// silently: a bot with KEEPSAKE_DATABASE_URL would begin with an empty database.

// Variables returns the names of all environment variables that are settings, sorted.
func Variables() []string {
	names := append(variablesOf(reflect.TypeFor[Config]()), "KEEPSAKE_CONFIG")
	slices.Sort(names)
	return names
}

func variablesOf(t reflect.Type) (names []string) {
	for i := range t.NumField() {
		f := t.Field(i)
		if name := f.Tag.Get("env"); name != "" && name != "-" {
			names = append(names, name)
		}
		if f.Type.Kind() == reflect.Struct {
			names = append(names, variablesOf(f.Type)...)
		}
	}
	return names
}

// foreignVariables are names that begin with KEEPSAKE_ and are not ours to judge: what Kubernetes
// sets for a service called keepsake, what a compose file or a unit is filled in with, and what our
// tests and child processes use.
var foreignVariables = regexp.MustCompile(`^KEEPSAKE_(` +
	`SERVICE_HOST|SERVICE_PORT(_.*)?|PORT(_.*)?|[A-Z0-9_]+_SERVICE_HOST|[A-Z0-9_]+_SERVICE_PORT(_.*)?|[A-Z0-9_]+_PORT(_[0-9]+_(TCP|UDP).*)?|` +
	`VERSION|IMAGE|TAG|TEST_.*|FAILPOINT|ATTACHMENT_.*)$`)

// unknownProblems tells of variables that look like settings and are none.
func (c Config) unknownProblems() (ps []Problem) {
	known := Variables()
	ofRoles := c.variablesOfRoles()
	for _, name := range sortedNames(c.Environ) {
		switch {
		case slices.Contains(known, name), slices.Contains(ofRoles, name), foreignVariables.MatchString(name):
		case name == "KEEPSAKE_KEY" && strings.HasPrefix(c.Environ[name].Reveal(), "ks_"): // memory --remote reads it; anything else may be meant as the database's key
		case strings.HasPrefix(name, "KEEPSAKE_"):
			ps = append(ps, Problem{name, "is no setting, and nothing reads it." + meant(nearestVariable(name, known)) + " Take it away, or spell it as docs/settings.md does."})
		case c.isDatabaseMisspelt(name):
			ps = append(ps, Problem{name, "holds the address of a database, but nothing reads it, and DATABASE_URL is not set. Did you mean DATABASE_URL?"})
		}
	}
	return ps
}

func sortedNames(environ map[string]Secret) (names []string) {
	for name := range environ {
		names = append(names, name)
	}
	slices.Sort(names)
	return names
}

func meant(name string, ok bool) string {
	if !ok {
		return ""
	}
	return " Did you mean " + name + "?"
}

// nearestVariable returns the setting that a variable may mean. Some have the prefix and some do
// not, which is what is mistaken most.
func nearestVariable(name string, known []string) (string, bool) {
	bare := strings.TrimPrefix(name, "KEEPSAKE_")
	k, ok := text.Nearest(bare, trimPrefixes(known))
	return withPrefix(k, known), ok
}

func trimPrefixes(names []string) []string {
	out := make([]string, len(names))
	for i, name := range names {
		out[i] = strings.TrimPrefix(name, "KEEPSAKE_")
	}
	return out
}

func withPrefix(bare string, known []string) string {
	if slices.Contains(known, "KEEPSAKE_"+bare) {
		return "KEEPSAKE_" + bare
	}
	return bare
}

// isDatabaseMisspelt reports whether a variable is nearly called DATABASE_URL, and holds what that
// would, while that is not set.
func (c Config) isDatabaseMisspelt(name string) bool {
	if _, ok := c.Environ["DATABASE_URL"]; ok || name == "DATABASE_URL" {
		return false
	}
	_, near := text.Nearest(name, []string{"DATABASE_URL"})
	value := c.Environ[name].Reveal()
	return near && (strings.HasPrefix(value, "sqlite:") || strings.HasPrefix(value, "postgres://") || strings.HasPrefix(value, "postgresql://"))
}

// hintFor tells of a variable that is set and is nearly called like one that is missing.
func (c Config) hintFor(missing string) string {
	for _, name := range sortedNames(c.Environ) {
		usual := missing == "TELEGRAM_BOT_TOKEN" && (name == "TELEGRAM_TOKEN" || name == "BOT_TOKEN") || missing == "OPENAI_API_KEY" && name == "OPENAI_KEY"
		if _, near := text.Nearest(name, []string{missing}); (near || usual) && name != missing && !slices.Contains(Variables(), name) {
			return " (" + name + " is set, which nothing reads: did you mean " + missing + "?)"
		}
	}
	return ""
}

// variablesOfRoles returns the variables that role files name.
func (c Config) variablesOfRoles() (names []string) {
	add := func(r *role.Role) {
		names = append(names, r.Telegram.TokenEnv, r.Model.KeyEnv)
		if e, ok := r.Embedding(); ok {
			names = append(names, e.KeyEnv)
		}
	}
	if c.role != nil {
		add(c.role)
	}
	for i := range c.others {
		add(&c.others[i])
	}
	cast, _ := c.Cast() // what is wrong with them is told elsewhere
	for _, r := range cast {
		if r.role != nil {
			add(r.role)
		}
	}
	return names
}

// unknownKey says which key of the configuration file is none, and which may be meant.
func unknownKey(path string, known []string) string {
	last := path[strings.LastIndex(path, ".")+1:]
	parent := strings.TrimSuffix(path, last)
	if near, ok := text.Nearest(last, known); ok {
		return "is no setting. Did you mean " + parent + near + "?"
	}
	if where, ok := keyElsewhere(last); ok {
		return "is no setting. Did you mean " + where + "?"
	}
	return fmt.Sprintf("is no setting. There are here: %s.", strings.Join(known, ", "))
}

// keyElsewhere returns the path of a key that is misplaced: right, but under another one.
func keyElsewhere(key string) (path string, ok bool) {
	var walk func(t reflect.Type, prefix string)
	walk = func(t reflect.Type, prefix string) {
		for i := range t.NumField() {
			f := t.Field(i)
			name := f.Tag.Get("yaml")
			switch {
			case name == "" || name == "-":
			case name == key && !ok:
				path, ok = prefix+name, true
			case f.Type.Kind() == reflect.Struct:
				walk(f.Type, prefix+name+".")
			}
		}
	}
	walk(reflect.TypeFor[Config](), "")
	return path, ok
}
