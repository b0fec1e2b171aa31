package archtest

// Plan is what the house should look like.
type Plan struct {
	Module    string
	Rooms     []Room
	Libraries map[string][]string // a library, and the folders that may know it
	BadNames  []string

	MaxLines         int // of a file
	MaxFunctionLines int
	MaxPackageLines  int              // its tests apart
	Large            map[string]Large // packages that may be larger
}

// Large is a package that may have more lines than the others, up to a limit of its own.
type Large struct {
	Lines  int
	Reason string
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
	basics // made of nothing but the ground
	words  // neutral words for models, texts for people, files of strangers
	nouns
	belongings // what belongs to memories and knows them
	shapes     // what a tool is, what is found for a message
	verbs
	asking // what a verb is asked with for the call of a tool
	tools  // what a model may call
	turn
	requests // what people ask for without a model
	halves   // of a door: what comes in, what is done about it
	doors
	root
	commands
)

// worlds are the rooms that build a whole world around the bot, doubles included.
var worlds = []string{"demo", "demo/companion", "internal/kill", "internal/load", "internal/bench", "internal/upgrade", "internal/quality", "internal/longtalk", "internal/privacy", "internal/permission", "internal/obedient", "internal/stress", "internal/eval"}

// repositories are the rooms that hold the rows of the nouns.
var repositories = []string{"store/memories", "store/vectors", "store/candidates", "store/triples", "store/digests", "store/shards", "store/scoperow", "store/sessions", "store/deliveries", "store/accounts", "store/tasks", "store/erasures"}

// House is the plan (ARCHITECTURE.md draws it).
var House = Plan{
	Module:   "keepsake",
	MaxLines: 400, MaxFunctionLines: 80, MaxPackageLines: 2500,
	Large: map[string]Large{
		"memory":         {3200, "one Service: all rules of writing share its lock, its transaction and its private store"},
		"memory/grounds": {3880, "one comparison: by words, with a listing and with a judge look at the same units and claims"},
		"phrase/request": {3350, "one request: wordings, grammar and kinds of clauses read the same sentence with the same words; a cut crosses some forty names"},
		"bot/simulator":  {2700, "a double: Telegram's side, with what it refuses"},
	},
	BadNames: []string{"util", "utils", "common", "models", "types", "manager", "helpers", "misc"},
	Rooms: []Room{
		{Dir: "fault", Floor: ground},
		{Dir: "trust", Floor: ground},
		{Dir: "scope", Floor: ground},
		{Dir: "actor", Floor: basics},
		{Dir: "clock", Floor: ground},
		{Dir: "tx", Floor: ground},
		{Dir: "shortid", Floor: ground},
		{Dir: "logs", Floor: ground},
		{Dir: "migrations", Floor: ground},
		{Dir: "durable", Floor: ground, OnlyFor: []string{"store/database", "store/database/sealed", "erasure", "internal/kill"}},
		{Dir: "internal/failpoint", Floor: ground},
		{Dir: "internal/faulty", Floor: ground, OnlyFor: append([]string{"store"}, worlds...)}, // the store's in its tests
		{Dir: "internal/archtest", Floor: ground},
		{Dir: "internal/vt", Floor: ground},
		{Dir: "internal/chromium", Floor: ground, OnlyFor: []string{"page", "web"}}, // in their tests
		{Dir: "lease", Floor: basics},
		{Dir: "erasure", Floor: basics},
		{Dir: "erasure/pgjournal", Floor: words, OnlyFor: []string{"store/database"}},
		{Dir: "httproom", Floor: basics},
		{Dir: "text", Floor: basics},
		{Dir: "secret", Floor: basics, May: []string{"text"}},
		{Dir: "phrase/numeral", Floor: ground},
		{Dir: "phrase/verbform", Floor: basics},
		{Dir: "phrase/irony", Floor: ground},
		{Dir: "phrase/moment", Floor: basics},
		{Dir: "phrase/contrast", Floor: words},
		{Dir: "phrase/quantity", Floor: words},
		{Dir: "phrase/tense", Floor: words},
		{Dir: "phrase/opposite", Floor: nouns},
		{Dir: "phrase/governor", Floor: nouns},
		{Dir: "phrase/relation", Floor: nouns},
		{Dir: "phrase/subject", Floor: nouns},
		{Dir: "phrase/polarity", Floor: nouns},
		{Dir: "phrase/request", Floor: nouns},
		{Dir: "phrase/plain", Floor: nouns},
		{Dir: "phrase/slot", Floor: nouns},
		{Dir: "phrase/abroad", Floor: nouns},
		{Dir: "phrase/segment", Floor: nouns},
		{Dir: "phrase/pasted", Floor: nouns},
		{Dir: "phrase/retract", Floor: nouns},
		{Dir: "phrase/retold", Floor: nouns},
		{Dir: "phrase/enquiry", Floor: basics},
		{Dir: "phrase/forgetting", Floor: words},
		{Dir: "phrase/verbatim", Floor: ground},
		{Dir: "phrase/runon", Floor: ground},
		{Dir: "phrase/spoken", Floor: basics},
		{Dir: "text/language", Floor: words},
		{Dir: "text/sieve", Floor: ground},
		{Dir: "phrase", Floor: words},
		{Dir: "tracing", Floor: basics},
		{Dir: "tracing/collector", Floor: basics, OnlyFor: []string{"app"}},
		{Dir: "attachment", Floor: words},
		{Dir: "templates", Floor: words},
		{Dir: "markdown", Floor: words},

		{Dir: "llm", Floor: words},
		{Dir: "llm/answertext", Floor: words, OnlyFor: []string{"llm/openai"}},
		{Dir: "llm/openai", Floor: nouns},
		{Dir: "llm/scripted", Floor: nouns, OnlyFor: worlds},

		{Dir: "role", Floor: nouns},
		{Dir: "memory/permit", Floor: words, OnlyFor: []string{"memory"}},
		{Dir: "memory", Floor: nouns, May: []string{"phrase/slot"}},
		{Dir: "session", Floor: nouns},
		{Dir: "session/past", Floor: shapes},
		{Dir: "delivery", Floor: nouns},
		{Dir: "people", Floor: nouns},
		{Dir: "usage", Floor: nouns},
		{Dir: "apikey", Floor: nouns},
		{Dir: "apikey/gate", Floor: shapes},
		{Dir: "signin", Floor: nouns},
		{Dir: "outside", Floor: nouns},
		{Dir: "task", Floor: nouns, May: []string{"delivery", "people"}},

		// The rooms behind the store are known by it and by each other only as listed.
		{Dir: "store", Floor: verbs, OnlyFor: append([]string{"app", "store/storetest"}, worlds...)},
		{Dir: "store/column", Floor: basics, OnlyFor: append([]string{"store/database"}, repositories...)},
		{Dir: "store/standing", Floor: basics, OnlyFor: []string{"store/database", "store"}},
		{Dir: "store/statements", Floor: basics, OnlyFor: []string{"store/database", "store"}},
		{Dir: "store/wal", Floor: basics, OnlyFor: []string{"store/database"}},
		{Dir: "store/database/sealed", Floor: basics, OnlyFor: []string{"store/database"}},
		{Dir: "store/database", Floor: nouns, OnlyFor: append([]string{"store"}, repositories...)},
		{Dir: "store/scoperow", Floor: shapes, OnlyFor: []string{"store/memories", "store/vectors", "store/candidates", "store/triples", "store/digests", "store/shards"}},
		{Dir: "store/vectors", Floor: verbs, OnlyFor: []string{"store", "store/memories"}},
		{Dir: "store/candidates", Floor: verbs, OnlyFor: []string{"store", "store/memories"}},
		{Dir: "store/triples", Floor: verbs, OnlyFor: []string{"store", "store/memories"}},
		{Dir: "store/digests", Floor: verbs, OnlyFor: []string{"store", "store/memories"}},
		{Dir: "store/shards", Floor: verbs, OnlyFor: []string{"store", "store/memories"}},
		{Dir: "store/memories", Floor: verbs, OnlyFor: []string{"store"}},
		{Dir: "store/sessions", Floor: shapes, OnlyFor: []string{"store"}},
		{Dir: "store/deliveries", Floor: shapes, OnlyFor: []string{"store"}},
		{Dir: "store/accounts", Floor: shapes, OnlyFor: []string{"store"}},
		{Dir: "store/tasks", Floor: shapes, OnlyFor: []string{"store"}},
		{Dir: "store/erasures", Floor: shapes, OnlyFor: []string{"store"}},
		{Dir: "store/storetest", Floor: tools, OnlyFor: worlds},

		{Dir: "tool", Floor: shapes},
		{Dir: "memory/graph", Floor: belongings},
		{Dir: "memory/candidate", Floor: shapes},
		{Dir: "memory/policy", Floor: shapes},
		{Dir: "memory/reading", Floor: basics},
		{Dir: "memory/listing", Floor: shapes},
		{Dir: "memory/calibration", Floor: verbs},
		{Dir: "memory/writeswitch", Floor: shapes},
		{Dir: "memory/digest", Floor: shapes},
		{Dir: "memory/shard", Floor: shapes},
		{Dir: "memory/lines", Floor: basics},
		{Dir: "memory/revert", Floor: verbs},
		{Dir: "memory/rehearsal", Floor: tools},
		{Dir: "memory/linking", Floor: verbs},
		{Dir: "memory/knowledge", Floor: tools},
		{Dir: "memory/doubles", Floor: shapes},
		{Dir: "memory/ingest", Floor: asking},
		{Dir: "memory/prune", Floor: verbs},
		{Dir: "memory/consolidate", Floor: verbs},
		{Dir: "memory/grounds", Floor: belongings},
		{Dir: "memory/repeats", Floor: nouns},
		{Dir: "memory/recall", Floor: shapes},
		{Dir: "memory/grounds/judge", Floor: verbs},
		{Dir: "memory/grounds/own", Floor: shapes},
		{Dir: "memory/forget", Floor: verbs},
		{Dir: "memory/archive", Floor: verbs},
		{Dir: "memory/offer", Floor: verbs},
		{Dir: "toolset", Floor: turn}, // what a test says of all tools
		{Dir: "toolset/grounding", Floor: asking},
		{Dir: "toolset/memorytools", Floor: tools},
		{Dir: "toolset/tasktools", Floor: tools},
		{Dir: "toolset/mcptools", Floor: tools},
		{Dir: "toolset/pasttools", Floor: tools},

		// Between the nouns and their stores, the agent and its model.
		{Dir: "metrics", Floor: tools},

		{Dir: "agent/prompt", Floor: verbs},
		{Dir: "agent/again", Floor: verbs},
		{Dir: "agent/digested", Floor: asking},
		{Dir: "agent", Floor: turn},
		{Dir: "command", Floor: requests},
		{Dir: "bot/panics", Floor: basics},
		{Dir: "bot/telegram", Floor: shapes},
		{Dir: "bot/outbox", Floor: verbs},
		{Dir: "bot/update", Floor: shapes},
		{Dir: "bot/attach", Floor: verbs},
		{Dir: "bot/intake", Floor: halves},
		{Dir: "bot/lanes", Floor: halves},
		{Dir: "bot", Floor: doors},
		// The simulator is Telegram's side: it shares nothing with the bot but the wire.
		{Dir: "bot/simulator", Floor: words, OnlyFor: worlds},

		{Dir: "web", Floor: doors},
		{Dir: "mcpserver", Floor: doors},
		{Dir: "page", Floor: doors},
		{Dir: "page/miniapp", Floor: basics},
		{Dir: "page/layout", Floor: basics},
		{Dir: "terminal", Floor: doors},
		{Dir: "terminal/edit", Floor: basics},

		{Dir: "app", Floor: root},
		{Dir: "demo", Floor: commands},
		{Dir: "demo/companion", Floor: nouns, OnlyFor: []string{"demo"}},
		{Dir: "internal/kill", Floor: commands},
		{Dir: "internal/load", Floor: commands},
		{Dir: "internal/stress", Floor: commands},
		{Dir: "internal/dist", Floor: ground},
		{Dir: "internal/upgrade", Floor: commands},
		{Dir: "internal/bench", Floor: commands},
		{Dir: "internal/quality", Floor: commands},
		{Dir: "internal/longtalk", Floor: commands},
		{Dir: "internal/secretset", Floor: commands},
		{Dir: "internal/groundset", Floor: turn},
		{Dir: "internal/obedient", Floor: commands},
		{Dir: "internal/permission", Floor: commands},
		{Dir: "internal/eval", Floor: commands},
		{Dir: "internal/privacy", Floor: commands},
		{Dir: "cmd/keepsake", Floor: commands + 1},
	},
	Libraries: map[string][]string{
		"github.com/go-telegram/bot":        {"bot/telegram", "bot/update", "bot/simulator"}, // the simulator is tested with the real client
		"github.com/sashabaranov/go-openai": {"llm/openai"},
		"gorm.io":                           append([]string{"store/database", "store/column"}, repositories...),
		"github.com/pgvector/pgvector-go":   {"store/vectors"},
		"github.com/jackc/pgx":              {"erasure/pgjournal", "store/database", "store/standing", "store/statements", "store", "store/storetest", "migrations"},                  // store: its tests
		"github.com/ncruces/go-sqlite3":     {"store/database", "store/database/sealed", "store/standing", "store/statements", "store", "store/wal", "store/storetest", "migrations"}, // store and store/wal: their tests
		"lukechampine.com/adiantum":         {"store/database/sealed"},
		"github.com/pressly/goose":          {"store/database", "store", "migrations"}, // store: its tests
		"github.com/robfig/cron":            {"app", "memory/shard"},
		"github.com/caarlos0/env":           {"app/settings"},
		"github.com/alecthomas/kong":        {"cmd/keepsake", "cmd/keepsake/grammar"},
		"github.com/google/jsonschema-go":   {"tool", "llm/scripted", "web", "mcpserver"}, // the last two: their tests
		"github.com/yuin/goldmark":          {"markdown"},
		"github.com/ledongthuc/pdf":         {"attachment"},
		"github.com/wlynxg/chardet":         {"attachment"},
		"golang.org/x/image":                {"attachment", "llm/scripted"},
		"github.com/nicksnyder/go-i18n":     {"templates"},
		"github.com/prometheus":             {"metrics"},
		"github.com/danielgtaylor/huma":     {"web", "web/describe", "web/shape", "web/strict"},
		"github.com/modelcontextprotocol":   {"mcpserver", "toolset/mcptools", "app"}, // app: its tests
		"go.opentelemetry.io":               {"tracing/collector"},                    // the official messages, for tests
		"google.golang.org/protobuf":        {"tracing", "tracing/collector"},
		"github.com/tiktoken-go/tokenizer":  {"text"},
		"github.com/chromedp":               {"demo", "page", "internal/chromium"},
		"golang.org/x/term":                 {"terminal/edit"},
		"github.com/rivo/uniseg":            {"terminal/edit", "internal/vt"},
		"github.com/philippgille":           {"internal/bench"}, // measured against
	},
}
