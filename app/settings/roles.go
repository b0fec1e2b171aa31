package settings

import (
	"cmp"
	"errors"
	"slices"
	"strings"

	"keepsake/fault"
	"keepsake/llm"
	"keepsake/role"
	"keepsake/session"
)

// Cast returns the settings of each role of the process: what a role file says, over what
// holds for all. Without role files that is one, of the settings themselves. The first is
// one with a bot. Errors: Problems.
func (c Config) Cast() ([]Config, error) {
	if len(c.Roles) == 0 {
		return []Config{c}, nil
	}
	rs, err := role.LoadAll(c.Roles)
	if err != nil {
		return nil, roleProblems(err)
	}
	many := len(slices.DeleteFunc(slices.Clone(rs), func(r role.Role) bool { return r.Mute })) > 1
	out := make([]Config, len(rs))
	for i, r := range rs {
		out[i] = c.forRole(r)
		if out[i].many = many; many && c.Telegram.Webhook.URL != "" { // one listener, a path for each
			out[i].Telegram.Webhook.URL = strings.TrimRight(c.Telegram.Webhook.URL, "/") + "/" + r.Name
		}
	}
	key := cmp.Or(c.Secret, c.Telegram.Token, out[0].Telegram.Token) // one for all: stores may be shared
	for i := range out {
		out[i].Secret = key
	}
	return out, nil
}

// OneStore returns the settings whose store is meant when nobody names a role: it must be
// the only one.
func (c Config) OneStore() (Config, error) {
	cast, err := c.Cast()
	if err != nil {
		return c, err
	}
	for _, r := range cast {
		if r.Store() != cast[0].Store() {
			return c, fault.New(fault.Invalid, "there are several roles with stores of their own: name one by its file, as in: keepsake memory list "+cast[0].role.File)
		}
	}
	one := cast[0]
	one.others = rolesOf(cast)
	return one, nil
}

// ForRole returns the settings of one role file: among those of the process, when it is one
// of them, so that what other files say of its store holds too. Errors: Problems.
func (c Config) ForRole(file string) (Config, error) {
	r, err := role.Load(file)
	if err != nil {
		return Config{}, fileProblems(err)
	}
	if cast, err := c.Cast(); err == nil {
		for _, one := range cast {
			one.others = rolesOf(cast)
			if one.role != nil && one.role.Name == r.Name {
				return one, nil
			}
		}
	}
	one := c.forRole(r)
	one.Secret = cmp.Or(c.Secret, c.Telegram.Token, one.Telegram.Token)
	return one, nil
}

// ForChat returns the settings of a process that starts no bot and has this role, among
// those of the settings when it is one of them, and the role's name.
func (c Config) ForChat(file string) (Config, string, error) {
	c.mute = true
	if file == "" {
		if len(c.Roles) > 0 {
			cast, err := c.Cast()
			if err != nil {
				return c, "", err
			}
			return c, cast[0].Name, nil
		}
		return c, c.Name, nil
	}
	one, err := role.Load(file)
	if err != nil {
		return c, "", fileProblems(err)
	}
	if cast, err := c.Cast(); err == nil {
		for _, x := range cast {
			if x.role != nil && x.role.Name == one.Name {
				return c, one.Name, nil
			}
		}
	}
	c.Roles = []string{file}
	return c, one.Name, nil
}

func rolesOf(cast []Config) (rs []role.Role) {
	for _, c := range cast {
		if c.role != nil {
			rs = append(rs, *c.role)
		}
	}
	return rs
}

// fileProblems is roleProblems for a file that a command names, and no setting.
func fileProblems(err error) error {
	if errors.As(err, new(role.Problems)) {
		return roleProblems(err)
	}
	return err
}

// roleProblems turns what is wrong in role files into wrong settings.
func roleProblems(err error) error {
	var wrong role.Problems
	if !errors.As(err, &wrong) {
		return Problems{{"KEEPSAKE_ROLES", "(or --role) names what is not there: " + err.Error() + ". Write paths of role files or of a folder, with commas between."}}
	}
	out := make(Problems, len(wrong))
	for i, p := range wrong {
		where, advice, _ := strings.Cut(p.Error(), ": ")
		out[i] = Problem{where + ":", advice}
	}
	return out
}

// forRole lays a role over the settings of the process.
func (c Config) forRole(r role.Role) Config {
	c.Roles, c.role = nil, &r
	c.Name = r.Name
	c.Telegram.Token = c.secretOf(r.Telegram.TokenEnv)
	if r.Mute {
		c.Telegram.Token = ""
	}
	process := c.Model
	if m := &c.Media; m.VoiceModel != "" && m.VoiceBaseURL == "" { // who listens is the process's
		m.VoiceBaseURL, m.VoiceAPIKey = process.BaseURL, cmp.Or(m.VoiceAPIKey, process.APIKey)
	}
	if m := &c.Media; m.SpeechModel != "" && m.SpeechBaseURL == "" {
		m.SpeechBaseURL, m.SpeechAPIKey = process.BaseURL, cmp.Or(m.SpeechAPIKey, process.APIKey)
	}
	p, _ := llm.ProviderNamed(r.Model.Provider) // the file was checked
	c.Model.BaseURL = endpointOf(process, p, r.Model.BaseURL)
	c.Model.APIKey = c.secretOf(c.KeyVariable())
	c.Model.Name, c.Model.Fallback = r.Model.Name, r.Model.Fallback
	if c.Model.BaseURL != process.BaseURL {
		c.Model.Choices = nil // they are of the process's endpoint
	}
	c.Embedding = Embedding{}
	if e, ok := r.Embedding(); ok {
		c.Embedding = Embedding{Model: e.Model, BaseURL: endpointOf(process, e.Provider, e.BaseURL), Provider: e.Provider.Name}
		switch e.KeyEnv {
		case "":
		case "OPENAI_API_KEY":
			c.Embedding.APIKey = process.APIKey
		default:
			c.Embedding.APIKey = c.secretOf(e.KeyEnv)
		}
		if e.KeyEnv == c.KeyVariable() {
			c.Embedding.APIKey = c.Model.APIKey
		}
	}
	return c
}

// endpointOf returns where a provider is reached. What OPENAI_BASE_URL says is openai.
func endpointOf(process Model, p llm.Provider, own string) string {
	if p.Name == "openai" {
		return cmp.Or(own, process.BaseURL)
	}
	return cmp.Or(own, p.BaseURL)
}

// secretOf returns a secret by the name of its variable; the settings know two of them.
func (c Config) secretOf(name string) Secret {
	switch name {
	case "":
		return ""
	case "TELEGRAM_BOT_TOKEN":
		return cmp.Or(c.Telegram.Token, c.Environ[name])
	case "OPENAI_API_KEY":
		return cmp.Or(c.Model.APIKey, c.Environ[name])
	}
	return c.Environ[name]
}

// TokenVariable is the variable of the bot's token, keyEnv that of the model's key.
func (c Config) TokenVariable() string {
	if c.role == nil {
		return "TELEGRAM_BOT_TOKEN"
	}
	return c.role.Telegram.TokenEnv
}

func (c Config) KeyVariable() string {
	if c.role == nil {
		return "OPENAI_API_KEY"
	}
	p, _ := llm.ProviderNamed(c.role.Model.Provider)
	return cmp.Or(c.role.Model.KeyEnv, p.KeyEnv)
}

// Store returns the name of the memory store.
func (c Config) Store() string {
	if c.role == nil {
		return c.Name
	}
	return c.role.Store()
}

// StoreSetting is where the store is named.
func (c Config) StoreSetting() string {
	if c.role == nil {
		return "KEEPSAKE_NAME"
	}
	return c.role.File
}

// EmbeddingSetting says where the embedding model is set.
func (c Config) EmbeddingSetting() string {
	if c.role != nil {
		return "spec.memory.embeddings in " + c.role.File
	}
	return "KEEPSAKE_EMBED_MODEL"
}

// Role returns the role file whose settings these are, nil when there is none (see Cast).
func (c Config) Role() *role.Role { return c.role }

// Delegate returns the role's tool for asking others, nil when it has none.
func (c Config) Delegate() *role.Delegate {
	if c.role == nil {
		return nil
	}
	return c.role.Delegate
}

// IsOneOfMany reports whether the process has several bots.
func (c Config) IsOneOfMany() bool { return c.many }

// IsMute reports whether these are the settings of a role without a bot.
func (c Config) IsMute() bool { return c.mute || c.role != nil && c.role.Mute }

// Remembers reports whether there is a long-term memory, and of how many per scope; 0 =
// nobody said.
func (c Config) Remembers() (most int, ok bool) {
	if c.role == nil {
		return 0, true
	}
	if c.role.Memory == nil {
		return 0, false
	}
	return c.role.Memory.MaxMemories, true
}

// Conversation returns the kind of conversation that the role file names, and its limits.
func (c Config) Conversation() session.LogOptions {
	if c.role == nil {
		return session.LogOptions{}
	}
	s := c.role.Session
	return session.LogOptions{Kind: s.Kind, Window: session.Window{Trigger: s.Trigger, Target: s.Target, Image: s.Image}}
}

// BotsOfStore returns the bots that share the store, as far as the settings name them.
func (c Config) BotsOfStore() []string {
	names := []string{c.Name}
	for _, r := range c.others {
		if r.Store() == c.Store() && r.Name != c.Name {
			names = append(names, r.Name)
		}
	}
	return names
}

func Stores(cast []Config) (names []string) {
	for _, c := range cast {
		names = append(names, c.Store())
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// StoresByName returns the store of each role that has a bot, by name.
func StoresByName(cast []Config) map[string]string {
	stores := make(map[string]string, len(cast))
	for _, c := range cast {
		if !c.IsMute() {
			stores[c.Name] = c.Store()
		}
	}
	return stores
}

func Bots(cast []Config) (names []string) {
	for _, c := range cast {
		if !c.IsMute() {
			names = append(names, c.Name)
		}
	}
	return names
}

// castProblems checks what role files need of the environment, and that no two bots are one.
func (c Config) castProblems() (ps []Problem) {
	cast, err := c.Cast()
	var wrong Problems
	if errors.As(err, &wrong) {
		return wrong
	}
	tokens := map[Secret]Config{}
	for _, r := range cast {
		file := r.role.File
		if !r.IsMute() {
			ps = append(ps, r.tokenProblems(" ("+file+" names it)")...)
			if other, twice := tokens[r.Telegram.Token]; twice && r.Telegram.Token != "" {
				ps = append(ps, Problem{r.TokenVariable(), "holds the token of one bot for two roles, " + other.Name + " and " + r.Name +
					". A bot is one role: make another with /newbot at @BotFather, put its token into a variable, and name that in " + file + " as spec.telegram.token_env."})
			}
			tokens[r.Telegram.Token] = r
		}
		ps = append(ps, r.accountProblems(file)...)
		if b := r.role.Memory; b != nil && b.Backend != "" && b.Backend != dialectOf(c.DatabaseURL) {
			ps = append(ps, Problem{file + ":", "spec.memory.store_backend is " + b.Backend + ", but DATABASE_URL is another database, and a process has one. Leave store_backend out, or change DATABASE_URL."})
		}
	}
	return ps
}

// AnswererProblems is what is wrong with who answers.
func (c Config) AnswererProblems() []Problem {
	if c.role == nil {
		return c.ModelProblems()
	}
	return append(c.accountProblems(c.role.File), c.patienceProblems()...)
}

// accountProblems tells which key of a role is missing. An address of one's own may need none.
func (c Config) accountProblems(file string) (ps []Problem) {
	missing := func(env string, key Secret, p llm.Provider, address string) {
		if env != "" && key == "" && strings.TrimRight(address, "/") == p.BaseURL {
			ps = append(ps, Problem{env, "is not set, and " + file + " needs it for " + p.Name + ". Put the key of your account there."})
		}
	}
	p, _ := llm.ProviderNamed(c.role.Model.Provider)
	missing(c.KeyVariable(), c.Model.APIKey, p, c.Model.BaseURL)
	if e, ok := c.role.Embedding(); ok && e.KeyEnv != c.KeyVariable() {
		missing(e.KeyEnv, c.Embedding.APIKey, e.Provider, c.Embedding.BaseURL)
	}
	return ps
}

func dialectOf(url Secret) string {
	if strings.HasPrefix(url.Reveal(), "sqlite:") {
		return "sqlite"
	}
	return "postgres"
}
