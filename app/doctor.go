package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"os"
	"strings"
	"time"

	"keepsake/app/database"
	"keepsake/app/endpoint"
	"keepsake/app/media"
	"keepsake/app/recovery"
	"keepsake/app/settings"
	"keepsake/bot/telegram"
	"keepsake/fault"
	"keepsake/llm/openai"
	"keepsake/store"
)

// Finding is the outcome of one check.
type Finding struct {
	Check   string // settings, database, telegram, clock, model, embedding …
	Found   string // one sentence
	Advice  string // what to do; "" = nothing is wrong
	Skipped bool   // not a failure: could not be checked because of another finding, or there is nothing to check
}

// Doctor checks everything a running bot needs, in order, and reports each finding as it
// is made. It changes nothing: it migrates no database and takes no updates. No finding
// holds a secret.
func Doctor(ctx context.Context, c settings.Config, report func(Finding)) {
	var wrong settings.Problems
	if !errors.As(c.Validate(), &wrong) {
		report(Finding{Check: "settings", Found: "all are right"})
	}
	for _, p := range wrong {
		found, advice := p.Describe()
		report(Finding{Check: "settings", Found: found, Advice: advice})
	}
	if len(c.AccessProblems())+len(c.UsageProblems()) == 0 {
		report(checkAccess(c))
	}
	for _, f := range findPlaces(c) {
		report(f)
	}
	place := checkDatabase(ctx, c)
	report(place)
	report(checkJournal(ctx, c, place))
	report(checkEncryption(c, place))
	cast, err := c.Cast()
	if err != nil {
		report(Finding{Check: "roles", Found: "not checked: their files are not right", Skipped: true})
		return
	}
	for _, r := range cast {
		of := func(f Finding) {
			if r.Role() != nil {
				f.Check += " " + r.Name
			}
			report(f)
		}
		if !c.IsMute() && !r.IsMute() {
			for _, f := range checkTelegram(ctx, r) {
				of(f)
			}
		}
		for _, f := range checkModel(ctx, r) {
			of(f)
		}
		if _, remembers := r.Remembers(); remembers {
			of(checkEmbedding(ctx, r))
			of(checkExtraction(ctx, r))
		}
	}
	if c.IsMute() {
		report(Finding{Check: "telegram", Found: "not checked: to talk in the terminal needs no token; keepsake serve does", Skipped: true})
		return
	}
	checkMedia(ctx, c, report)
}

func checkDatabase(ctx context.Context, c settings.Config) Finding {
	f := Finding{Check: "database"}
	if len(c.DatabaseProblems()) > 0 {
		f.Found, f.Skipped = "not checked: DATABASE_URL is wrong", true
		return f
	}
	if path, ok := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); ok {
		if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
			f.Found = "there is none yet: serve will make it, in " + database.Describe(c)
			return f
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	o, err := c.StoreOptions(store.Options{Shared: true})
	if err != nil {
		f.Found, f.Skipped = "not checked: its key cannot be read", true
		return f
	}
	db, err := store.Open(ctx, o)
	if errors.Is(err, store.ErrKeyMissing) || errors.Is(err, store.ErrKeyWrong) || errors.Is(err, store.ErrKeyUnused) {
		f.Found, f.Advice = database.Describe(c)+" cannot be opened", errors.Unwrap(err).Error()
		return f
	}
	if errors.Is(err, store.ErrDamaged) {
		f.Found, f.Advice = database.Describe(c)+" cannot be opened: it is damaged", store.WhenDamaged
		return f
	}
	if err != nil {
		f.Found = database.Describe(c) + " cannot be opened: " + err.Error()
		f.Advice = "Is the server running and the address in DATABASE_URL right? For SQLite: may this user write the folder?"
		return f
	}
	defer db.Close()
	f.Found = describePlace(c) + " answers"
	if errors.Is(db.CheckPages(ctx), store.ErrDamaged) {
		f.Found += ", but its file is damaged"
		f.Advice = store.WhenDamaged
		return f
	}
	switch err := db.CheckSchema(ctx); {
	case err == nil:
		f.Found += ", its schema is this version's"
	case errors.Is(err, store.ErrOldSchema):
		f.Found += "; its schema will be brought up to date by serve (or now: keepsake migrate)"
	case errors.Is(err, store.ErrNewerSchema):
		f.Found += "; its schema is newer than this program"
		f.Advice = "Use the Keepsake version that last ran on it, or restore a backup from before."
	case errors.Is(err, store.ErrForeignSchema):
		f.Found += "; its schema lacks parts, because a Keepsake from between two releases made it"
		f.Advice = "Use that version, or restore a backup from before it."
	default:
		f.Found += ", but its schema cannot be read"
		f.Advice = "Check that the user in DATABASE_URL may read and create tables."
	}
	return f
}

// checkJournal says whether the journal of erasures can be relied on. place is what was found of the database.
func checkJournal(ctx context.Context, c settings.Config, place Finding) Finding {
	f := Finding{Check: "erasures"}
	if place.Skipped || place.Advice != "" {
		f.Found, f.Skipped = "not checked: the database cannot be used", true
		return f
	}
	if path, isFile := strings.CutPrefix(c.DatabaseURL.Reveal(), "sqlite:"); isFile && !exists(path) {
		f.Found = "none yet"
		return f
	}
	ctx, cancel := context.WithTimeout(ctx, 15*time.Second)
	defer cancel()
	f.Found, f.Advice = recovery.DescribeJournal(ctx, c)
	return f
}

// checkEncryption says what of the data is encrypted at rest, and by whom. place is what was found of the database.
func checkEncryption(c settings.Config, place Finding) Finding {
	f, address := Finding{Check: "at rest"}, c.DatabaseURL.Reveal()
	key, err := c.ReadDatabaseKey()
	switch loose := c.KeyWarning(); {
	case !strings.HasPrefix(address, "sqlite:"):
		f.Found = "Keepsake does not encrypt what PostgreSQL keeps: that is up to the disk and the backups of its server"
	case err != nil:
		f.Found, f.Skipped = "not checked: the key cannot be read", true
	case store.HasLeftover(address):
		f.Found, f.Advice = "a conversion was cut off: the old file is still beside the database", "Stop the bot and run keepsake encrypt (with --decrypt, if that was under way): it wipes the file."
	case place.Advice != "" && (key != nil || store.IsSealed(address)):
		f.Found, f.Skipped = "not checked: the database cannot be opened with the settings of its key", true
	case key == nil:
		f.Found = "not encrypted: who can read the disk can read the memories (docs/operating.md: Encryption)"
	case loose != "":
		f.Found, f.Advice = "encrypted, but others may read the key", loose+"."
	default:
		f.Found = "encrypted with the key that is set: the database, its log, and backups made by keepsake backup"
	}
	return f
}

func checkTelegram(ctx context.Context, c settings.Config) []Finding {
	if len(c.TelegramProblems()) > 0 {
		return []Finding{
			{Check: "telegram", Found: "not checked: its settings are not right", Skipped: true},
			{Check: "clock", Found: "not checked: Telegram was not asked", Skipped: true},
		}
	}
	ctx, cancel := context.WithTimeout(ctx, 20*time.Second)
	defer cancel()
	standing, err := telegram.Probe(ctx, http.DefaultClient, c.Telegram.APIURL, c.Telegram.Token.Reveal())
	if err != nil {
		f := Finding{Check: "telegram", Found: err.Error()}
		f.Advice = "Check the network and TELEGRAM_API_URL: " + hostOf(c.Telegram.APIURL) + " must be reachable from here."
		if fault.KindOf(err) == fault.Denied {
			f.Advice = "Copy " + c.TokenVariable() + " again from @BotFather (/mybots, API Token); a revoked token never works again."
		}
		return []Finding{f, {Check: "clock", Found: "not checked: Telegram did not answer", Skipped: true}}
	}
	f := Finding{Check: "telegram", Found: "the bot is @" + standing.Username}
	if standing.HookKnown {
		f.Found += fmt.Sprintf(", updates that wait: %d", standing.Pending)
		webhookFinding(c, standing, &f)
	} else {
		f.Found += "; how many updates wait, and whether a webhook is set, this Bot API does not tell"
	}
	clock := Finding{Check: "clock", Found: "agrees with Telegram's"}
	if skew := standing.ClockSkew; skew.Abs() > 30*time.Second {
		clock.Found = fmt.Sprintf("differs from Telegram's by %s", skew.Round(time.Second))
		clock.Advice = "Set the machine's clock (timedatectl set-ntp true): reminders and dates follow it."
	}
	return []Finding{f, clock}
}

// webhookFinding compares how updates reach us with what the settings want.
func webhookFinding(c settings.Config, s telegram.Standing, f *Finding) {
	switch want := c.Telegram.Webhook.URL; {
	case want == "" && s.Webhook != "":
		f.Found += "; a webhook is set, serve will remove it"
	case want != s.Webhook:
		f.Found += "; the webhook is not registered, serve will do that"
	case want != "" && s.HookFailed != "":
		f.Found += "; its last failed delivery: " + s.HookFailed
		if s.Pending > 0 {
			f.Advice = "Is the bot running, and does the proxy at KEEPSAKE_WEBHOOK_URL pass POST requests on to KEEPSAKE_WEBHOOK_LISTEN?"
		}
	}
}

func checkModel(ctx context.Context, c settings.Config) []Finding {
	if len(c.AnswererProblems()) > 0 {
		return []Finding{{Check: "model", Found: "not checked: its settings are not right", Skipped: true}}
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	client := endpoint.Chat(c, slog.New(slog.DiscardHandler), time.Now)
	return modelFindings(c, client.Probe(ctx))
}

// modelFindings turns the steps of a probe into findings: each has its own advice.
func modelFindings(c settings.Config, p openai.Probe) (fs []Finding) {
	address, key, model := "OPENAI_BASE_URL", c.KeyVariable(), "KEEPSAKE_MODEL"
	if c.Role() != nil {
		address, model = "spec.model.base_url in "+c.Role().File, "spec.model.name in "+c.Role().File
	}
	if key == "" {
		key = "spec.model.api_key_env"
	}
	words := map[string]struct{ check, fine, advice string }{
		openai.StepReach: {"model", hostOf(c.Model.BaseURL) + " answers",
			"Check the network and " + address + ": " + hostOf(c.Model.BaseURL) + " must be reachable from here; a local server must be running."},
		openai.StepKey: {"key", "the endpoint takes it",
			"Set " + key + " to a key that is valid at " + hostOf(c.Model.BaseURL) + " and has credit left."},
		openai.StepModel: {"model", c.Model.Name + " answers",
			"Set " + model + " to a model that " + hostOf(c.Model.BaseURL) + " offers you."},
		openai.StepTools: {"tools", c.Model.Name + " calls them",
			"Set " + model + " to a model that can call tools: without, the bot can talk but not remember."},
	}
	for _, step := range p.Steps {
		w := words[step.Name]
		f := Finding{Check: w.check, Found: fmt.Sprintf("%s (%s)", w.fine, step.Took.Round(time.Millisecond))}
		if step.Err != nil {
			f.Found, f.Advice = step.Err.Error(), w.advice
			if fault.KindOf(step.Err) == fault.Limited {
				f.Advice = "The endpoint limits you: wait, or look at your plan and credit there."
			}
		}
		fs = append(fs, f)
	}
	return fs
}

// hostOf returns the host of an address, without anything that may be secret.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return "the address"
	}
	return strings.TrimPrefix(u.Hostname(), "www.")
}

// checkMedia asks the models that listen and speak, where there are any.
func checkMedia(ctx context.Context, c settings.Config, report func(Finding)) {
	if len(c.MediaProblems()) > 0 || len(c.Roles) == 0 && len(c.ModelProblems()) > 0 {
		report(Finding{Check: "voice", Found: "not checked: its settings are not right", Skipped: true})
		return
	}
	f := Finding{Check: "voice"}
	f.Found, f.Advice = media.ProbeVoice(ctx, c)
	report(f)
	f.Check = "speech"
	if f.Found, f.Advice = media.ProbeSpeech(ctx, c); f.Found != "" {
		report(f)
	}
}
