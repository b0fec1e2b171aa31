// Package settings reads what an operator sets: defaults, a YAML file, the environment, and
// role files. It checks all of it at once and names every wrong setting.
//
// It opens nothing and starts nothing: package app makes the rooms from a Config.
//
// Invariants:
//   - Wrong settings are reported by name, all at once, with advice and never with the value.
//   - A Secret is in no log, error or printout.
//   - What role files say holds for their role only (Config.Cast).
//
// Start reading at Config, then Load and Config.Validate; role files are in roles.go.
package settings

import (
	"cmp"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"strconv"
	"strings"
	"time"

	"github.com/caarlos0/env/v11"

	"keepsake/memory"
	"keepsake/memory/prune"
	"keepsake/role"
	"keepsake/session"
)

// Config is every setting, from three places: Defaults, then a YAML file, then the
// environment; the later wins. The tags are the names a person uses: the YAML path and
// the variable. Durations are written like "90s" or "24h".
type Config struct {
	Telegram  Telegram  `yaml:"telegram"`
	Model     Model     `yaml:"model"`
	Embedding Embedding `yaml:"embedding"`
	Media     Media     `yaml:"media"`
	Memory    Memory    `yaml:"memory"`
	LongTerm  LongTerm  `yaml:"long_term_memory"`
	Session   Session   `yaml:"session"`
	Usage     Usage     `yaml:"usage"`
	Tracing   Tracing   `yaml:"tracing"`
	Erasures  Erasures  `yaml:"erasures"`
	Backup    Backup    `yaml:"backup"`
	Web       Web       `yaml:"web"`
	MCP       MCP       `yaml:"mcp"`

	// DatabaseURL is "sqlite:PATH" or "postgres://…".
	DatabaseURL Secret `yaml:"database_url" env:"DATABASE_URL"`
	// DatabaseKeyFile names a file with the key that a SQLite database is encrypted with;
	// DatabaseKey is the key itself, 64 hexadecimal digits. Without either it is plain.
	DatabaseKeyFile string `yaml:"database_key_file" env:"KEEPSAKE_DATABASE_KEY_FILE"`
	DatabaseKey     Secret `yaml:"database_key" env:"KEEPSAKE_DATABASE_KEY"`
	// Name is the agent's name: its memories are kept under it.
	Name string `yaml:"name" env:"KEEPSAKE_NAME"`
	// Roles are role files, folders of them, or compose files; each role is an agent with its
	// own bot. Without any there is one, made of the settings here.
	Roles []string `yaml:"roles" env:"KEEPSAKE_ROLES"`
	// Access says who may talk to the bot: "owner", "allowlist" or "open".
	Access string `yaml:"access" env:"KEEPSAKE_ACCESS"`
	// Allow is the allowlist: Telegram's numbers of people, and of groups (below 0). Neither
	// lets the other in.
	Allow []int64 `yaml:"allow" env:"KEEPSAKE_ALLOW"`
	// Language and TimeZone are for people who have not chosen theirs.
	Language string `yaml:"language" env:"KEEPSAKE_LANGUAGE"`
	TimeZone string `yaml:"time_zone" env:"KEEPSAKE_TIME_ZONE"`
	// LogLevel is debug, info, warn or error; LogFormat is text or json.
	LogLevel  string `yaml:"log_level" env:"KEEPSAKE_LOG_LEVEL"`
	LogFormat string `yaml:"log_format" env:"KEEPSAKE_LOG_FORMAT"`
	// HTTPAddr serves /healthz, /readyz and /metrics when it is set, e.g. ":8081".
	HTTPAddr string `yaml:"http_addr" env:"KEEPSAKE_HTTP_ADDR"`
	// Secret keys the hashes that remain of declined texts; "" = made from the bot's token.
	Secret Secret `yaml:"secret" env:"KEEPSAKE_SECRET"`

	// File is the configuration file that was read; "" = there was none.
	File string `yaml:"-"`
	// Environ is where the variables are that role files name.
	Environ map[string]Secret `yaml:"-"`

	role *role.Role // whose settings these are; nil = of no role file (see Cast)
	many bool       // of several bots in the process
	mute bool       // no bot is started: a terminal

	others []role.Role // of the process, for what concerns a shared store
}

// Telegram is how the bot reaches Telegram.
type Telegram struct {
	Token  Secret `yaml:"bot_token" env:"TELEGRAM_BOT_TOKEN"`
	APIURL string `yaml:"api_url" env:"TELEGRAM_API_URL"`
	// Quiet is the pause that ends a burst of messages, which is then answered as one.
	Quiet time.Duration `yaml:"quiet" env:"KEEPSAKE_QUIET"`
	// Rejoin is how long after its beginning an answer that nobody has seen yet is begun again with what its person adds.
	Rejoin    time.Duration `yaml:"rejoin" env:"KEEPSAKE_REJOIN"`
	TapWithin time.Duration `yaml:"-"` // how long a tapped button waits for its note; 0 = as the bot has it. Tests set it.
	// PollTimeout is how long Telegram may hold a question for updates.
	PollTimeout time.Duration `yaml:"poll_timeout" env:"KEEPSAKE_POLL_TIMEOUT"`
	// Lease is after how long another process may go on with what this one held.
	Lease time.Duration `yaml:"lease" env:"KEEPSAKE_LEASE"`
	// Rate, ChatRate and GroupRate are calls per second: overall, in one private chat, in
	// one group.
	Rate      float64 `yaml:"rate" env:"KEEPSAKE_RATE"`
	ChatRate  float64 `yaml:"chat_rate" env:"KEEPSAKE_CHAT_RATE"`
	GroupRate float64 `yaml:"group_rate" env:"KEEPSAKE_GROUP_RATE"`
	// Webhook, with an address, makes Telegram bring updates instead of being asked.
	Webhook Webhook `yaml:"webhook"`
}

// Webhook is how Telegram delivers. Keepsake speaks plain HTTP on Listen; a proxy before
// it has the certificate.
type Webhook struct {
	// URL is what Telegram calls, e.g. "https://bot.example.org/hook"; "" = polling.
	URL    string `yaml:"url" env:"KEEPSAKE_WEBHOOK_URL"`
	Listen string `yaml:"listen" env:"KEEPSAKE_WEBHOOK_LISTEN"`
	// Secret is what Telegram shows with each delivery; "" = made from the bot's token.
	Secret Secret `yaml:"secret" env:"KEEPSAKE_WEBHOOK_SECRET"`
}

// Model is the endpoint that answers: anything that speaks OpenAI's Chat Completions.
type Model struct {
	APIKey   Secret `yaml:"api_key" env:"OPENAI_API_KEY"`
	BaseURL  string `yaml:"base_url" env:"OPENAI_BASE_URL"`
	Name     string `yaml:"name" env:"KEEPSAKE_MODEL"`
	Fallback string `yaml:"fallback" env:"KEEPSAKE_FALLBACK_MODEL"`
	// Choices are further models of the same endpoint that people may choose for a chat; Tones lets them choose a tone.
	Choices         []string `yaml:"choices" env:"KEEPSAKE_MODEL_CHOICES"`
	Tones           bool     `yaml:"tones" env:"KEEPSAKE_TONES"`
	ToolExploration float64  `yaml:"tool_exploration" env:"KEEPSAKE_TOOL_EXPLORATION"` // see tool.Diversity
	// Timeout bounds one completion, from the request to its last word.
	Timeout time.Duration `yaml:"timeout" env:"KEEPSAKE_MODEL_TIMEOUT"`
	// FirstByte is how long a request may stay unanswered before it is made anew, with
	// twice the patience. Raise it for a slow local model that reads long prompts.
	FirstByte time.Duration `yaml:"first_byte" env:"KEEPSAKE_MODEL_FIRST_BYTE"`
	// MaxTokens is the most tokens of one answer; a role file may say otherwise for its own.
	MaxTokens int `yaml:"max_tokens" env:"KEEPSAKE_MODEL_MAX_TOKENS"`
	// Vision says whether the models see pictures. An endpoint that refuses one is not sent
	// another, whatever it says here.
	Vision bool `yaml:"vision" env:"KEEPSAKE_MODEL_VISION"`
	// Prices are per million tokens, by model name; they make the cost of a turn.
	Prices map[string]Price `yaml:"prices" env:"-"`
}

// Price is what a million tokens cost, in any one currency.
type Price struct {
	Prompt float64  `yaml:"prompt"`
	Cached *float64 `yaml:"cached"` // nil = as Prompt
	Answer float64  `yaml:"answer"`
	Minute float64  `yaml:"minute"` // of sound, for the model that listens
}

// CachedPrice is the price of what the provider had in its cache: it is not free because nobody
// wrote it down.
func (p Price) CachedPrice() float64 {
	if p.Cached == nil {
		return p.Prompt
	}
	return *p.Cached
}

// Embedding is the endpoint that says what a text means, for recall by meaning: anything
// that speaks OpenAI's Embeddings. Without one, recall goes by words.
type Embedding struct {
	// Model is the model's name, "default" for the provider's own (I42), "off" for none; "" = see EmbedsWith.
	Model string `yaml:"model" env:"KEEPSAKE_EMBED_MODEL"`
	// BaseURL and APIKey are the answering model's when BaseURL is "". Another address gets
	// no other's key.
	BaseURL string `yaml:"base_url" env:"KEEPSAKE_EMBED_BASE_URL"`
	APIKey  Secret `yaml:"api_key" env:"KEEPSAKE_EMBED_API_KEY"`

	// Provider is the provider that a role file names; "" = the one of the address.
	Provider string `yaml:"-"`
}

// Media is what becomes of what people send beside words.
type Media struct {
	// VoiceModel writes down what people say: anything that speaks OpenAI's audio
	// transcription. "" = the bot cannot listen.
	VoiceModel string `yaml:"voice_model" env:"KEEPSAKE_VOICE_MODEL"`
	// VoiceBaseURL and VoiceAPIKey are the answering model's when VoiceBaseURL is "".
	// Another address gets no other's key.
	VoiceBaseURL string `yaml:"voice_base_url" env:"KEEPSAKE_VOICE_BASE_URL"`
	VoiceAPIKey  Secret `yaml:"voice_api_key" env:"KEEPSAKE_VOICE_API_KEY"`
	// SpeechModel speaks answers in SpeechVoice: anything that speaks OpenAI's audio speech. "" = answers are only written.
	// SpeechBaseURL and SpeechAPIKey are as those of VoiceModel.
	SpeechModel   string `yaml:"speech_model" env:"KEEPSAKE_SPEECH_MODEL"`
	SpeechVoice   string `yaml:"speech_voice" env:"KEEPSAKE_SPEECH_VOICE"`
	SpeechBaseURL string `yaml:"speech_base_url" env:"KEEPSAKE_SPEECH_BASE_URL"`
	SpeechAPIKey  Secret `yaml:"speech_api_key" env:"KEEPSAKE_SPEECH_API_KEY"`
	// VoiceLimit is the longest recording that is listened to.
	VoiceLimit time.Duration `yaml:"voice_limit" env:"KEEPSAKE_VOICE_LIMIT"`
	// DocumentTokens is how much of the documents of one turn the model reads.
	DocumentTokens int `yaml:"document_tokens" env:"KEEPSAKE_DOCUMENT_TOKENS"`
}

// Memory is what is kept, and how long.
type Memory struct {
	// ReadOnly switches every memory write off; forgetting still works (R12).
	ReadOnly bool `yaml:"read_only" env:"KEEPSAKE_MEMORY_READ_ONLY"`
	// ConfirmNew is "ask" or "auto": whether a new fact is asked about before it is kept (R5).
	ConfirmNew string `yaml:"confirm_new" env:"KEEPSAKE_CONFIRM_NEW"`
	// Reactions is whether a message that something was remembered of gets a sign (✍);
	// people may choose otherwise in /settings.
	Reactions bool `yaml:"reactions" env:"KEEPSAKE_REACTIONS"`
	// KeepDeleted is how long a deleted memory can still be restored.
	KeepDeleted time.Duration `yaml:"keep_deleted" env:"KEEPSAKE_KEEP_DELETED"`
	// MaxMemories and MaxExtracted are how many memories of one person or group stay out of
	// the archive: those somebody asked for or confirmed, and those found by extraction (R7).
	MaxMemories  int `yaml:"max_memories" env:"KEEPSAKE_MAX_MEMORIES"`
	MaxExtracted int `yaml:"max_extracted" env:"KEEPSAKE_MAX_EXTRACTED"`
	// PruneIdle is after how long unused a memory that matters less than PruneBelow goes to
	// the archive (P66); 0 = never. Only extracted ones do, unless PruneExplicit.
	PruneIdle     time.Duration `yaml:"prune_idle" env:"KEEPSAKE_PRUNE_IDLE"`
	PruneBelow    float64       `yaml:"prune_below" env:"KEEPSAKE_PRUNE_BELOW"`
	PruneExplicit bool          `yaml:"prune_explicit" env:"KEEPSAKE_PRUNE_EXPLICIT"`
}

func (m Memory) Caps() memory.Caps {
	return memory.Caps{Explicit: m.MaxMemories, Extracted: m.MaxExtracted}
}

func (m Memory) Pruning() prune.Rule {
	return prune.Rule{Idle: m.PruneIdle, Below: m.PruneBelow, Explicit: m.PruneExplicit}
}

// Tracing is where OpenTelemetry traces go. The variables are OpenTelemetry's own; package
// tracing reads others (OTEL_TRACES_SAMPLER, OTEL_BSP_…).
type Tracing struct {
	// Endpoint is a collector that speaks OTLP over HTTP, e.g. "http://localhost:4318"; ""
	// = nothing is traced. TracesEndpoint, when set, is the whole address instead.
	Endpoint       string `yaml:"endpoint" env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
	TracesEndpoint string `yaml:"traces_endpoint" env:"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"`
	// Headers are sent along, "key=value,key=value": mostly who we are.
	Headers Secret `yaml:"headers" env:"OTEL_EXPORTER_OTLP_HEADERS"`
	// Disabled switches traces off whatever else is set.
	Disabled bool `yaml:"disabled" env:"OTEL_SDK_DISABLED"`
	// Service is what we are called there.
	Service string `yaml:"service" env:"OTEL_SERVICE_NAME"`
}

// Usage is how much may be used. 0 = as much as anybody likes. A day ends at midnight where
// the person is (KEEPSAKE_TIME_ZONE for groups); owners have no quota.
type Usage struct {
	PersonMessages int `yaml:"person_messages" env:"KEEPSAKE_PERSON_MESSAGES"`
	PersonTokens   int `yaml:"person_tokens" env:"KEEPSAKE_PERSON_TOKENS"`
	GroupMessages  int `yaml:"group_messages" env:"KEEPSAKE_GROUP_MESSAGES"`
	GroupTokens    int `yaml:"group_tokens" env:"KEEPSAKE_GROUP_TOKENS"`
	// Cap is what the whole bot may spend in a CapPeriod ("day" or "month") of
	// KEEPSAKE_TIME_ZONE, by the prices of the models and in their currency, owners included.
	Cap       float64 `yaml:"cap" env:"KEEPSAKE_CAP"`
	CapPeriod string  `yaml:"cap_period" env:"KEEPSAKE_CAP_PERIOD"`
	// Currency is what amounts are shown in.
	Currency string `yaml:"currency" env:"KEEPSAKE_CURRENCY"`
}

// Defaults returns the settings that hold when nobody says otherwise.
func Defaults() Config {
	return Config{
		Telegram: Telegram{
			APIURL: "https://api.telegram.org", Quiet: 300 * time.Millisecond, Rejoin: 3 * time.Second, PollTimeout: 25 * time.Second,
			Lease: 15 * time.Second, Rate: 28, ChatRate: 1, GroupRate: 1.0 / 3, Webhook: Webhook{Listen: ":8443"},
		},
		Model: Model{BaseURL: "https://api.openai.com/v1", Name: "gpt-4o-mini", Timeout: 2 * time.Minute, FirstByte: 30 * time.Second, MaxTokens: 4096, Vision: true, Tones: true, ToolExploration: 0.05},
		Media: Media{SpeechVoice: "alloy", VoiceLimit: 15 * time.Minute, DocumentTokens: 8000},
		Memory: Memory{
			ConfirmNew: "ask", Reactions: true, KeepDeleted: memory.DefaultKeepDeleted, MaxMemories: 1000, MaxExtracted: 200,
			PruneIdle: 365 * 24 * time.Hour, PruneBelow: 0.1,
		},
		LongTerm:    defaultLongTerm(),
		Session:     Session{Idle: session.DefaultIdle, KeepHandled: 7 * 24 * time.Hour},
		Erasures:    Erasures{Keep: DefaultKeepErasures},
		Backup:      Backup{Every: 24 * time.Hour, Keep: 7},
		Usage:       Usage{CapPeriod: "month", Currency: "USD"},
		Tracing:     Tracing{Service: "keepsake"},
		Web:         Web{Rate: 200},
		MCP:         MCP{Timeout: 20 * time.Second},
		DatabaseURL: Secret("sqlite:" + filepath.Join(dataDir(), "keepsake.db")),
		Name:        "keepsake",
		Access:      AccessOwner,
		Language:    "en",
		TimeZone:    "UTC",
		LogLevel:    "info",
		LogFormat:   "text",
	}
}

// Load reads the settings. path is the YAML file; "" means the default one, which need
// not be there. environ is like os.Environ's map. Load only reads: see Validate.
func Load(path string, environ map[string]string) (Config, error) {
	c := Defaults()
	explicit := path != ""
	if !explicit {
		path = DefaultPath()
	}
	if err := c.readFile(path, explicit); err != nil {
		return Config{}, err
	}
	if err := env.ParseWithOptions(&c, env.Options{Environment: environ, FuncMap: parsers}); err != nil {
		return Config{}, envProblem(err)
	}
	c.Embedding.Model = cmp.Or(c.Embedding.Model, c.LongTerm.EmbeddingModel)
	c.Environ = make(map[string]Secret, len(environ))
	for name, value := range environ {
		c.Environ[name] = Secret(value)
	}
	return c, nil
}

// parsers read values of the environment that the library reads too strictly: in a list,
// people put spaces after the commas.
var parsers = map[reflect.Type]env.ParserFunc{
	reflect.TypeFor[int64](): func(v string) (any, error) { return strconv.ParseInt(strings.TrimSpace(v), 10, 64) },
}

// envProblem keeps the names of what could not be parsed and drops the values: a secret
// may have been put into the wrong variable.
func envProblem(err error) error {
	var all env.AggregateError
	if !errors.As(err, &all) {
		return errors.New("a variable has a value of the wrong form")
	}
	var out Problems
	for _, e := range all.Errors {
		var parse env.ParseError
		if !errors.As(e, &parse) {
			return errors.New("a variable has a value of the wrong form")
		}
		out = append(out, Problem{variableOf(reflect.TypeFor[Config](), parse.Name), "must be written like " + valueForm(parse.Type.String()) + "."})
	}
	return out
}

// variableOf returns the environment variable of a field, found by its name at any depth:
// the library that parses names only the field.
func variableOf(t reflect.Type, field string) string {
	for i := range t.NumField() {
		f := t.Field(i)
		if name := f.Tag.Get("env"); f.Name == field && name != "" {
			return name
		}
		if f.Type.Kind() == reflect.Struct {
			if name := variableOf(f.Type, field); name != "" {
				return name
			}
		}
	}
	return ""
}

func valueForm(goType string) string {
	switch goType {
	case "time.Duration":
		return "90s, 15m or 24h"
	case "float64":
		return "28 or 0.5"
	case "int", "int64":
		return "20"
	case "[]int64":
		return "123456789,-1001234567890 (in YAML in brackets)"
	case "bool":
		return "true or false"
	case "[]string":
		return "[one, two]"
	case "*float64":
		return "0.5"
	}
	return "a text"
}

// DefaultPath is where the configuration file is looked for when nobody names one:
// keepsake/config.yaml in the user's configuration folder.
func DefaultPath() string {
	dir, err := os.UserConfigDir()
	if err != nil {
		dir = "."
	}
	return filepath.Join(dir, "keepsake", "config.yaml")
}

// dataDir is the user's data folder for Keepsake by the habits of the system.
func dataDir() string {
	if dir := os.Getenv("XDG_DATA_HOME"); dir != "" {
		return filepath.Join(dir, "keepsake")
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return "."
	}
	switch runtime.GOOS {
	case "darwin":
		return filepath.Join(home, "Library", "Application Support", "Keepsake")
	case "windows":
		if dir := os.Getenv("LocalAppData"); dir != "" {
			return filepath.Join(dir, "Keepsake")
		}
	}
	return filepath.Join(home, ".local", "share", "keepsake")
}
