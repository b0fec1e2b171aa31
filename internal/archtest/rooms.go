package archtest

// Plan is what the house should look like.
type Plan struct {
	Module    string
	Rooms     []Room
	Libraries map[string][]string // a library, and the folders that may know it
	BadNames  []string
	MaxLines  int
}

// Room is one folder with its subfolders (unless they are rooms themselves).
type Room struct {
	Dir string
	// Floor is its height: a room may import every room on a lower floor.
	Floor int
	// May lists rooms on the same floor or above that it may import all the same.
	May []string
	// OnlyFor, when set, says who may import it at all, whatever the floors.
	OnlyFor []string
}

// Floors, from the ground up.
const (
	ground = iota
	words  // neutral words for models
	nouns
	shapes // what a tool and a policy look like
	verbs
	turn
	doors
	root
	command
)

// House is the plan (ARCHITECTURE.md draws it).
var House = Plan{
	Module:   "keepsake",
	MaxLines: 400,
	BadNames: []string{"util", "utils", "common", "models", "types", "manager", "helpers", "misc"},
	Rooms: []Room{
		{Dir: "fault", Floor: ground},
		{Dir: "trust", Floor: ground},
		{Dir: "text", Floor: ground, May: []string{"fault"}},
		{Dir: "attachment", Floor: ground, May: []string{"text", "fault"}},
		{Dir: "templates", Floor: ground, May: []string{"text", "fault"}},
		{Dir: "migrations", Floor: ground},
		{Dir: "tracing", Floor: ground, May: []string{"fault"}},
		{Dir: "tracing/collector", Floor: ground, OnlyFor: []string{"app"}},
		{Dir: "internal/failpoint", Floor: ground},

		{Dir: "llm", Floor: words},
		{Dir: "llm/openai", Floor: nouns},
		{Dir: "llm/scripted", Floor: nouns, OnlyFor: []string{"demo", "internal/kill", "internal/load", "internal/bench", "internal/quality", "internal/privacy"}},

		{Dir: "role", Floor: nouns},
		{Dir: "memory", Floor: nouns},
		{Dir: "session", Floor: nouns, May: []string{"memory"}},
		{Dir: "delivery", Floor: nouns, May: []string{"memory"}},
		{Dir: "people", Floor: nouns, May: []string{"memory"}},
		{Dir: "usage", Floor: nouns},
		{Dir: "task", Floor: nouns, May: []string{"memory", "delivery", "people"}},

		{Dir: "store", Floor: shapes, OnlyFor: []string{"app", "demo", "internal/kill", "internal/load", "internal/bench", "internal/quality", "internal/privacy", "store/storetest"}},
		{Dir: "store/storetest", Floor: verbs, OnlyFor: []string{"internal/kill", "internal/load", "internal/bench", "internal/quality", "internal/privacy"}},

		{Dir: "agent/tool", Floor: shapes},
		{Dir: "memory/policy", Floor: shapes, May: []string{"agent/tool"}},
		{Dir: "memory/recall", Floor: shapes},
		{Dir: "memory/toolset", Floor: verbs},
		{Dir: "memory/forget", Floor: verbs},
		{Dir: "memory/archive", Floor: verbs},
		{Dir: "task/toolset", Floor: verbs},

		// Between the nouns and their stores, the agent and its model.
		{Dir: "metrics", Floor: verbs},

		{Dir: "agent/prompt", Floor: verbs},
		{Dir: "agent", Floor: turn},
		{Dir: "bot", Floor: doors},
		{Dir: "bot/markdown", Floor: ground, May: []string{"text"}},
		// The simulator is Telegram's side: it shares nothing with the bot but the wire.
		{Dir: "bot/simulator", Floor: words, OnlyFor: []string{"demo", "internal/kill", "internal/load", "internal/bench", "internal/quality", "internal/privacy"}},

		{Dir: "terminal", Floor: doors, May: []string{"bot"}}, // whose commands it types

		{Dir: "app", Floor: root},
		{Dir: "demo", Floor: command},
		{Dir: "internal/kill", Floor: command},
		{Dir: "internal/load", Floor: command},
		{Dir: "internal/bench", Floor: command},
		{Dir: "internal/quality", Floor: command},
		{Dir: "internal/privacy", Floor: command},
		{Dir: "internal/archtest", Floor: ground},
		{Dir: "cmd/keepsake", Floor: command + 1},
	},
	Libraries: map[string][]string{
		"github.com/go-telegram/bot":        {"bot", "bot/simulator"}, // the simulator is tested with the real client
		"github.com/sashabaranov/go-openai": {"llm/openai"},
		"gorm.io":                           {"store", "store/storetest"},
		"github.com/pgvector/pgvector-go":   {"store"},
		"github.com/jackc/pgx":              {"store", "store/storetest", "migrations"},
		"github.com/ncruces/go-sqlite3":     {"store", "store/storetest", "migrations"},
		"lukechampine.com/adiantum":         {"store"},
		"github.com/pressly/goose":          {"store", "migrations"},
		"github.com/robfig/cron":            {"app"},
		"github.com/caarlos0/env":           {"app"},
		"github.com/alecthomas/kong":        {"cmd/keepsake"},
		"github.com/yuin/goldmark":          {"bot/markdown"},
		"github.com/ledongthuc/pdf":         {"attachment"},
		"github.com/wlynxg/chardet":         {"attachment"},
		"golang.org/x/image":                {"attachment", "llm/scripted"},
		"github.com/nicksnyder/go-i18n":     {"templates"},
		"github.com/prometheus":             {"metrics"},
		"go.opentelemetry.io":               {"tracing", "tracing/collector"},
		"github.com/tiktoken-go/tokenizer":  {"text"},
		"github.com/chromedp":               {"demo"},
		"golang.org/x/term":                 {"terminal"},
		"github.com/philippgille":           {"internal/bench"}, // measured against
	},
}
