package settings

import (
	"fmt"
	"math"
	"net"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"

	"keepsake/bot/intake"
	"keepsake/people"
	"keepsake/session"
	"keepsake/templates"
	"keepsake/tool"
)

// Who may talk to the bot.
const (
	AccessOwner = "owner"
	AccessList  = "allowlist"
	AccessOpen  = "open"
)

// Problem is one wrong setting: its name as a person writes it, and what to do.
type Problem struct {
	Setting string // e.g. "TELEGRAM_BOT_TOKEN"
	Advice  string // one or two sentences; never the value
}

func (p Problem) Error() string { return p.Setting + " " + p.Advice }

// Describe returns what is wrong and what to do, apart. A setting that is not set is named as such.
func (p Problem) Describe() (found, advice string) {
	const unset = "is not set"
	found, advice = strings.TrimSuffix(p.Setting, ":")+" is wrong", p.Error()
	if rest, ok := strings.CutPrefix(p.Advice, unset); ok {
		found = p.Setting + " " + unset
		if next, ok := strings.CutPrefix(rest, ". "); ok {
			advice = next // it need not be said twice
		}
	}
	return found, advice
}

// Problems are wrong settings, all that were found.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// Validate returns nil or all problems at once, as Problems. What only some commands need
// (token, key) is checked here too: `serve` calls it; commands that touch just the
// database call ValidateDatabase.
func (c Config) Validate() error {
	if c.mute { // nothing of Telegram's
		who := slices.Concat(c.ModelProblems(), c.EmbeddingProblems())
		if len(c.Roles) > 0 {
			who = slices.Concat(c.castProblems(), c.patienceProblems())
		}
		return Join(slices.Concat(who, c.unknownProblems(), c.DatabaseProblems(), c.erasureProblems(), c.backupProblems(), c.tracingProblems(), c.UsageProblems(), c.houseProblems()))
	}
	house := slices.Concat(c.unknownProblems(), c.telegramSettingsProblems(), c.webhookProblems(), c.MediaProblems(), c.DatabaseProblems(), c.erasureProblems(), c.backupProblems(), c.tracingProblems(), c.AccessProblems(), c.UsageProblems(), c.houseProblems())
	if len(c.Roles) > 0 { // they say who answers, and as which bot
		return Join(slices.Concat(c.castProblems(), c.patienceProblems(), house))
	}
	return Join(slices.Concat(c.tokenProblems(""), c.ModelProblems(), c.EmbeddingProblems(), house))
}

// ValidateDatabase checks only what opening the database needs.
func (c Config) ValidateDatabase() error {
	return Join(slices.Concat(c.unknownProblems(), c.DatabaseProblems()))
}

// ValidateBot checks what opening the database and asking Telegram about the first bot need.
func (c Config) ValidateBot() error {
	cast, err := c.Cast()
	if err != nil {
		return err
	}
	by := ""
	if first := cast[0].role; first != nil {
		by = " (" + first.File + " names it)"
	}
	return Join(slices.Concat(c.unknownProblems(), cast[0].tokenProblems(by), c.telegramSettingsProblems(), c.DatabaseProblems()))
}

// Join is nil, not an empty list, when there are none.
func Join(ps []Problem) error {
	if len(ps) == 0 {
		return nil
	}
	return Problems(ps)
}

var (
	tokenForm = regexp.MustCompile(`^[0-9]{3,20}:[A-Za-z0-9_-]{20,100}$`)
	// pathForm is all that another server needs of a token: it stands in the path of each call.
	pathForm = regexp.MustCompile(`^[A-Za-z0-9:_-]{1,200}$`)
)

// tokenProblems checks the bot's token; by says who names its variable.
func (c Config) tokenProblems(by string) (ps []Problem) {
	form := tokenForm
	if c.Telegram.APIURL != Defaults().Telegram.APIURL {
		form = pathForm // a stand-in for Telegram may give tokens of its own
	}
	switch token := c.Telegram.Token.Reveal(); {
	case token == "":
		ps = append(ps, Problem{c.TokenVariable(), "is not set" + by + ". Open a chat with @BotFather in Telegram, send /newbot, and put the token it gives you here. (To try Keepsake without one: keepsake demo.)" + c.hintFor(c.TokenVariable())})
	case !form.MatchString(token):
		ps = append(ps, Problem{c.TokenVariable(), "does not look like a bot token (digits, a colon, then about 35 letters and digits)" + by + ". Copy it again from @BotFather."})
	}
	return ps
}

// TelegramProblems checks the token, the address and the webhook.
func (c Config) TelegramProblems() []Problem {
	return slices.Concat(c.tokenProblems(""), c.telegramSettingsProblems(), c.webhookProblems())
}

func (c Config) telegramSettingsProblems() (ps []Problem) {
	if !isHTTPURL(c.Telegram.APIURL) {
		ps = append(ps, Problem{"TELEGRAM_API_URL", "must be an http:// or https:// address, such as https://api.telegram.org. Leave it out to use Telegram's own."})
	}
	t := c.Telegram
	within := func(setting string, d, least, most time.Duration) {
		if d < least || d > most {
			ps = append(ps, Problem{setting, fmt.Sprintf("must be between %s and %s.", least, most)})
		}
	}
	within("KEEPSAKE_QUIET", t.Quiet, 0, 5*time.Second)
	within("KEEPSAKE_REJOIN", t.Rejoin, 0, time.Minute)
	within("KEEPSAKE_POLL_TIMEOUT", t.PollTimeout, time.Second, 50*time.Second)
	within("KEEPSAKE_LEASE", t.Lease, 500*time.Millisecond, 15*time.Second)
	if t.Rate <= 0 || t.ChatRate <= 0 || t.GroupRate <= 0 {
		ps = append(ps, Problem{"KEEPSAKE_RATE", ", KEEPSAKE_CHAT_RATE and KEEPSAKE_GROUP_RATE are calls per second and must be more than 0. Leave them out for what Telegram tolerates."})
	}
	return ps
}

// hookPorts are those that Telegram delivers to; "" is 443.
var hookPorts = []string{"", "443", "80", "88", "8443"}

func (c Config) webhookProblems() (ps []Problem) {
	h := c.Telegram.Webhook
	if h.URL == "" {
		return nil
	}
	u, err := url.Parse(h.URL)
	switch own := c.Telegram.APIURL == Defaults().Telegram.APIURL; {
	case !isHTTPURL(h.URL) || err != nil || own && u.Scheme != "https":
		ps = append(ps, Problem{"KEEPSAKE_WEBHOOK_URL", "must be the https:// address at which Telegram reaches this bot, such as https://bot.example.org/hook. Leave it out to poll."})
	case own && !slices.Contains(hookPorts, u.Port()):
		ps = append(ps, Problem{"KEEPSAKE_WEBHOOK_URL", "must use port 443, 80, 88 or 8443: Telegram delivers to no other."})
	}
	switch _, port, err := net.SplitHostPort(h.Listen); {
	case err != nil || port == "":
		ps = append(ps, Problem{"KEEPSAKE_WEBHOOK_LISTEN", "must be HOST:PORT or :PORT, such as :8443: where the proxy in front passes deliveries on to."})
	case h.Listen == c.HTTPAddr:
		ps = append(ps, Problem{"KEEPSAKE_WEBHOOK_LISTEN", "is the same as KEEPSAKE_HTTP_ADDR. Choose another port: health and metrics are not for the internet."})
	}
	if h.Secret != "" && !intake.SecretForm.MatchString(h.Secret.Reveal()) {
		ps = append(ps, Problem{"KEEPSAKE_WEBHOOK_SECRET", "must be 1 to 256 letters, digits, _ or -. Leave it out to have one made from the bot's token."})
	}
	return ps
}

func (c Config) ModelProblems() (ps []Problem) {
	if !isHTTPURL(c.Model.BaseURL) {
		ps = append(ps, Problem{"OPENAI_BASE_URL", "must be an http:// or https:// address, such as https://api.openai.com/v1 or http://localhost:11434/v1."})
	}
	if c.Model.APIKey == "" && strings.Contains(c.Model.BaseURL, "api.openai.com") {
		ps = append(ps, Problem{"OPENAI_API_KEY", "is not set. Make a key at https://platform.openai.com/api-keys, or set OPENAI_BASE_URL to an endpoint that needs none." + c.hintFor("OPENAI_API_KEY")})
	}
	if c.Model.Name == "" {
		ps = append(ps, Problem{"KEEPSAKE_MODEL", "is empty. Name a model of your endpoint that can call tools, such as gpt-4o-mini."})
	}
	if c.Model.Fallback != "" && c.Model.Fallback == c.Model.Name {
		ps = append(ps, Problem{"KEEPSAKE_FALLBACK_MODEL", "is the same as KEEPSAKE_MODEL. Name another model of the same endpoint, or leave it out."})
	}
	for i, name := range c.Model.Choices {
		if name == "" || len(name) > maxChoice || name == c.Model.Name || slices.Contains(c.Model.Choices[:i], name) {
			ps = append(ps, Problem{"KEEPSAKE_MODEL_CHOICES", fmt.Sprintf("must name further models of the endpoint, each once and with at most %d bytes, with commas between. Leave it out to let nobody choose.", maxChoice)})
			break
		}
	}
	return append(ps, c.patienceProblems()...)
}

// maxChoice is how many bytes the name of a model may have that people choose by a button.
const maxChoice = 50

// patienceProblems checks what of the model's settings holds for every role.
func (c Config) patienceProblems() (ps []Problem) {
	if c.Model.Timeout < 5*time.Second || c.Model.Timeout > 30*time.Minute {
		ps = append(ps, Problem{"KEEPSAKE_MODEL_TIMEOUT", "must be between 5s and 30m."})
	}
	if c.Model.MaxTokens < 64 || c.Model.MaxTokens > 1_000_000 {
		ps = append(ps, Problem{"KEEPSAKE_MODEL_MAX_TOKENS", "must be between 64 and 1000000."})
	}
	if c.Model.FirstByte < time.Second || c.Model.FirstByte > 30*time.Minute {
		ps = append(ps, Problem{"KEEPSAKE_MODEL_FIRST_BYTE", "must be between 1s and 30m."})
	}
	for name, p := range c.Model.Prices {
		if min(p.Prompt, p.CachedPrice(), p.Answer, p.Minute) < 0 {
			ps = append(ps, Problem{"model.prices", "has a negative price for " + name + ". Prices are per million tokens (or minute of sound), 0 or more."})
		}
	}
	return ps
}

func (c Config) EmbeddingProblems() (ps []Problem) {
	e := c.Embedding
	if e.BaseURL != "" && !isHTTPURL(e.BaseURL) {
		ps = append(ps, Problem{"KEEPSAKE_EMBED_BASE_URL", "must be an http:// or https:// address, such as http://localhost:11434/v1. Leave it out to use OPENAI_BASE_URL."})
	}
	if other := c.LongTerm.EmbeddingModel; other != "" && other != e.Model && c.role == nil {
		ps = append(ps, Problem{"long_term_memory.embedding_provider_id", "names another model than KEEPSAKE_EMBED_MODEL. Memories have one kind of vectors: leave one of the two out."})
	}
	if e.Model == "" && (e.BaseURL != "" || e.APIKey != "") {
		ps = append(ps, Problem{"KEEPSAKE_EMBED_MODEL", "is not set, though an endpoint for it is. Name its embedding model, or write default; leave all KEEPSAKE_EMBED_ settings out for recall by words."})
	}
	return ps
}

func (c Config) MediaProblems() (ps []Problem) {
	m := c.Media
	if m.VoiceBaseURL != "" && !isHTTPURL(m.VoiceBaseURL) {
		ps = append(ps, Problem{"KEEPSAKE_VOICE_BASE_URL", "must be an http:// or https:// address, such as http://localhost:8000/v1. Leave it out to use OPENAI_BASE_URL."})
	}
	if m.VoiceModel == "" && (m.VoiceBaseURL != "" || m.VoiceAPIKey != "") {
		ps = append(ps, Problem{"KEEPSAKE_VOICE_MODEL", "is not set, though an endpoint for it is. Name its model, such as whisper-1; leave all KEEPSAKE_VOICE_ settings out for a bot that does not listen."})
	}
	if m.SpeechBaseURL != "" && !isHTTPURL(m.SpeechBaseURL) {
		ps = append(ps, Problem{"KEEPSAKE_SPEECH_BASE_URL", "must be an http:// or https:// address, such as http://localhost:8880/v1. Leave it out to use OPENAI_BASE_URL."})
	}
	if m.SpeechModel == "" && (m.SpeechBaseURL != "" || m.SpeechAPIKey != "") {
		ps = append(ps, Problem{"KEEPSAKE_SPEECH_MODEL", "is not set, though an endpoint for it is. Name its model, such as tts-1; leave all KEEPSAKE_SPEECH_ settings out for a bot that only writes."})
	}
	if m.SpeechModel != "" && m.SpeechVoice == "" {
		ps = append(ps, Problem{"KEEPSAKE_SPEECH_VOICE", "must name a voice of the model, such as alloy."})
	}
	if m.VoiceLimit < time.Second || m.VoiceLimit > 2*time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_VOICE_LIMIT", "must be between 1s and 2h."})
	}
	if m.DocumentTokens < 500 || m.DocumentTokens > 200_000 {
		ps = append(ps, Problem{"KEEPSAKE_DOCUMENT_TOKENS", "must be between 500 and 200000."})
	}
	return ps
}

func (c Config) tracingProblems() (ps []Problem) {
	t := c.Tracing
	for setting, address := range map[string]string{
		"OTEL_EXPORTER_OTLP_ENDPOINT": t.Endpoint, "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": t.TracesEndpoint,
	} {
		if address != "" && !isHTTPURL(address) {
			ps = append(ps, Problem{setting, "must be the http:// or https:// address of a collector that speaks OTLP over HTTP, such as http://localhost:4318. Leave it out to trace nothing."})
		}
	}
	if _, err := t.ReadHeaders(); err != nil {
		ps = append(ps, Problem{"OTEL_EXPORTER_OTLP_HEADERS", "must be written like key=value,key=value, percent-encoded."})
	}
	if t.Service == "" {
		ps = append(ps, Problem{"OTEL_SERVICE_NAME", "is empty. Leave it out to be called keepsake."})
	}
	return ps
}

func (c Config) DatabaseProblems() []Problem {
	const setting = "DATABASE_URL"
	u := c.DatabaseURL.Reveal()
	switch {
	case strings.HasPrefix(u, "sqlite:"):
		if strings.TrimPrefix(u, "sqlite:") == "" {
			return []Problem{{setting, "names no file. Write sqlite:PATH, such as sqlite:/var/lib/keepsake/keepsake.db."}}
		}
	case strings.HasPrefix(u, "postgres://"), strings.HasPrefix(u, "postgresql://"):
		p, err := url.Parse(u)
		if err != nil || (p.Host == "" && p.Query().Get("host") == "") {
			return []Problem{{setting, "is not a readable Postgres address. Write postgres://USER:PASSWORD@HOST:5432/DATABASE; percent-encode special characters of the password."}}
		}
	default:
		return []Problem{{setting, "must start with sqlite: or postgres://. Leave it out to use a SQLite file in your data folder."}}
	}
	return c.keyProblems(strings.HasPrefix(u, "sqlite:"))
}

var nameForm = regexp.MustCompile(`^[a-z0-9][a-z0-9_-]{0,39}$`)

func (c Config) houseProblems() (ps []Problem) {
	oneOf := func(setting, value string, allowed ...string) {
		if !slices.Contains(allowed, value) {
			ps = append(ps, Problem{setting, "must be one of: " + strings.Join(allowed, ", ") + "."})
		}
	}
	oneOf("KEEPSAKE_CONFIRM_NEW", c.Memory.ConfirmNew, "ask", "auto")
	oneOf("KEEPSAKE_LOG_LEVEL", c.LogLevel, "debug", "info", "warn", "error")
	oneOf("KEEPSAKE_LOG_FORMAT", c.LogFormat, "text", "json")
	if !nameForm.MatchString(c.Name) {
		ps = append(ps, Problem{"KEEPSAKE_NAME", "must be 1 to 40 small letters, digits, - or _, starting with a letter or digit."})
	}
	if share := c.Model.ToolExploration; math.IsNaN(share) || share < 0 || share > tool.MaxExploration {
		ps = append(ps, Problem{"KEEPSAKE_TOOL_EXPLORATION", "must be 0 to 0.2; 0 = never."})
	}
	if _, err := people.LoadZone(c.TimeZone); err != nil {
		ps = append(ps, Problem{"KEEPSAKE_TIME_ZONE", "must be a time zone name such as Europe/London or UTC."})
	}
	if words, err := templates.LoadWords(); err == nil && words.SetPreferred(c.Language) != nil {
		ps = append(ps, Problem{"KEEPSAKE_LANGUAGE", "must be one of the languages there are words in: " + strings.Join(words.Languages(), ", ") + "."})
	}
	if c.HTTPAddr != "" {
		if _, _, err := net.SplitHostPort(c.HTTPAddr); err != nil {
			ps = append(ps, Problem{"KEEPSAKE_HTTP_ADDR", "must be HOST:PORT or :PORT, such as :8081. Leave it out to serve no health page."})
		}
	}
	ps = append(ps, c.longTermProblems()...)
	ps = append(ps, c.webProblems()...)
	ps = append(ps, c.toolProblems()...)
	if c.Memory.KeepDeleted < time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_KEEP_DELETED", "must be at least 1h: it is how long Undo and /memory restore can bring a memory back."})
	}
	if c.Memory.MaxMemories < 1 || c.Memory.MaxExtracted < 1 {
		ps = append(ps, Problem{"KEEPSAKE_MAX_MEMORIES", "and KEEPSAKE_MAX_EXTRACTED must be at least 1: so many memories of one person or group stay out of the archive."})
	}
	if d := c.Memory.PruneIdle; d != 0 && d < 24*time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_PRUNE_IDLE", "must be at least 24h, or 0 to let nothing go by itself."})
	}
	if b := c.Memory.PruneBelow; b < 0 || b > 1 {
		ps = append(ps, Problem{"KEEPSAKE_PRUNE_BELOW", "must be between 0 and 1: importance is."})
	}
	if c.Session.Idle < time.Minute {
		ps = append(ps, Problem{"KEEPSAKE_SESSION_IDLE", "must be at least 1m."})
	}
	if _, err := session.ParseRetention(c.Session.Keep); err != nil && c.Session.Keep != "" {
		ps = append(ps, Problem{"KEEPSAKE_KEEP_CONVERSATIONS", "must be a number of conversations for each chat (100), a time of at least a day since the last word (90d), or forever."})
	}
	if c.Session.KeepHandled < 25*time.Hour {
		ps = append(ps, Problem{"KEEPSAKE_KEEP_HANDLED", "must be at least 25h: Telegram may repeat an update for 24 hours, and these rows are how a repeat is known."})
	}
	return ps
}

func isHTTPURL(s string) bool {
	u, err := url.Parse(s)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != ""
}
