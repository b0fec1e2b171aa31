package role

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"keepsake/llm"
	"keepsake/secret"
	"keepsake/text"
)

// Problem is one error in a file, with advice. It never repeats a value from the file.
type Problem struct {
	File   string
	Line   int    // from 1
	Key    string // the full path, such as spec.memory.max_memories; "" = the whole file
	Advice string
}

func (p Problem) Error() string {
	where := p.File + ":" + strconv.Itoa(p.Line)
	if p.Key == "" {
		return where + ": " + p.Advice + "."
	}
	return where + ": " + p.Key + " " + p.Advice + "."
}

// Problems are all errors of a file, sorted by line.
type Problems []Problem

func (ps Problems) Error() string {
	lines := make([]string, len(ps))
	for i, p := range ps {
		lines[i] = p.Error()
	}
	return strings.Join(lines, "\n")
}

// document holds the problems that were found in a file so far.
type document struct {
	file     string
	problems Problems
}

func (d *document) report(line int, key, advice string) {
	d.problems = append(d.problems, Problem{d.file, line, key, advice})
}

// err returns the problems sorted by line, or nil when there are none.
func (d *document) err() error {
	if len(d.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(d.problems, func(a, b Problem) int { return a.Line - b.Line })
	return d.problems
}

var yamlLine = regexp.MustCompile(`line (\d+): ?(.*)`)

// problemOf converts an error of the YAML parser.
func (d *document) problemOf(err error) Problem {
	p := Problem{File: d.file, Line: 1, Advice: "this is not YAML. Check indentation, colons and quotes"}
	if m := yamlLine.FindStringSubmatch(err.Error()); m != nil {
		p.Line, _ = strconv.Atoi(m[1])
	}
	var typed *yaml.TypeError
	if errors.As(err, &typed) {
		p.Advice = "this cannot be read. Check anchors and tags"
	}
	return p
}

// block is a YAML mapping. reportUnknown reports the keys that no other method was called for.
type block struct {
	d      *document
	path   string // ends with a dot; "" at the top
	line   int
	values map[string]*yaml.Node
	lines  map[string]int
	order  []string
	known  []string
}

func (d *document) newBlock(n *yaml.Node, path string) *block {
	b := &block{d: d, line: n.Line, values: map[string]*yaml.Node{}, lines: map[string]int{}}
	if path != "" {
		b.path = path + "."
	}
	n = resolveAlias(n)
	if n.Kind != yaml.MappingNode {
		if !isNull(n) {
			d.report(n.Line, path, "must be a block of keys and values, indented below it")
		}
		return b
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if _, twice := b.values[key.Value]; twice {
			d.report(key.Line, b.path+safeKey(key.Value), "is there twice. Keep one")
			continue
		}
		b.values[key.Value], b.lines[key.Value] = resolveAlias(n.Content[i+1]), key.Line
		b.order = append(b.order, key.Value)
	}
	return b
}

func resolveAlias(n *yaml.Node) *yaml.Node {
	for n.Kind == yaml.AliasNode && n.Alias != nil {
		n = n.Alias
	}
	return n
}

func isNull(n *yaml.Node) bool { return n.Kind == yaml.ScalarNode && n.Tag == "!!null" }

// safeKey returns a key for an error. It replaces a key that is not a word, because it may be
// a secret.
func safeKey(key string) string {
	if len(key) <= 40 && keyForm.MatchString(key) {
		return key
	}
	return "(a key)"
}

var keyForm = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_.-]*$`)

// report adds a problem at the line of a key, or of the block if the key is missing.
func (b *block) report(key, advice string) {
	line, ok := b.lines[key]
	if !ok {
		line = b.line
	}
	b.d.report(line, b.path+key, advice)
}

// get returns the value of a key. ok is false when the key is missing or its value is null.
func (b *block) get(key string) (*yaml.Node, bool) {
	b.known = append(b.known, key)
	n, ok := b.values[key]
	return n, ok && !isNull(n)
}

// reportUnknown reports the keys of the block that were neither read nor ignored.
func (b *block) reportUnknown() {
	for _, key := range b.order {
		if slices.Contains(b.known, key) {
			continue
		}
		advice := "is not a key here. There are: " + strings.Join(b.known, ", ")
		if lower := strings.ToLower(key); strings.HasSuffix(lower, "token") || strings.HasSuffix(lower, "key") || strings.HasSuffix(lower, "secret") {
			advice = "does not belong into a role file: secrets stay in the environment. Put the name of the variable into token_env or api_key_env"
		}
		b.d.report(b.lines[key], b.path+safeKey(key), advice)
	}
}

// ignore accepts keys of InitRunner that have no effect here.
func (b *block) ignore(keys ...string) { b.known = append(b.known, keys...) }

// requireBlock returns the block of a required key.
func (b *block) requireBlock(key string) (*block, bool) {
	sub, ok := b.optionalBlock(key)
	if !ok {
		b.report(key, "is missing")
	}
	return sub, ok
}

// optionalBlock returns the block of a key. ok is false when the key is missing or null.
func (b *block) optionalBlock(key string) (*block, bool) {
	n, ok := b.get(key)
	if !ok {
		return nil, false
	}
	return b.d.newBlock(n, b.path+key), true
}

// defaultBlock is optionalBlock, but a null value is an empty block, in which all is default.
func (b *block) defaultBlock(key string) (*block, bool) {
	b.known = append(b.known, key)
	n, ok := b.values[key]
	if !ok {
		return nil, false
	}
	return b.d.newBlock(n, b.path+key), true
}

// readList returns the blocks in a sequence.
func (b *block) readList(key string) []*block {
	n, ok := b.get(key)
	if !ok {
		return nil
	}
	if n.Kind != yaml.SequenceNode {
		b.report(key, "must be a list: lines that begin with a hyphen")
		return nil
	}
	out := make([]*block, len(n.Content))
	for i, item := range n.Content {
		out[i] = b.d.newBlock(item, fmt.Sprintf("%s%s[%d]", b.path, key, i))
		out[i].line = item.Line
	}
	return out
}

// readText reads a text of at most most runes.
func (b *block) readText(key string, into *string, most int) {
	n, ok := b.get(key)
	if !ok {
		return
	}
	if n.Kind != yaml.ScalarNode {
		b.report(key, "must be a text")
		return
	}
	s := strings.TrimSpace(text.Clean(n.Value))
	if text.Len(s) > most {
		b.report(key, fmt.Sprintf("must have at most %d characters", most))
		return
	}
	*into = s
}

// requireText is readText for a text that must not be empty.
func (b *block) requireText(key string, into *string, most int) {
	had := len(b.d.problems)
	b.readText(key, into, most)
	if *into == "" && len(b.d.problems) == had {
		b.report(key, "is missing")
	}
}

func (b *block) requireValue(key, want string) {
	got := ""
	b.readText(key, &got, 100)
	if got != want {
		b.report(key, "must be "+want)
	}
}

// optionalValue checks an optional key that has only one allowed value.
func (b *block) optionalValue(key, want string) {
	if _, there := b.values[key]; there {
		b.requireValue(key, want)
		return
	}
	b.known = append(b.known, key)
}

func (b *block) readName(key string, into *string) {
	had := len(b.d.problems)
	b.requireText(key, into, 1000)
	if len(b.d.problems) == had && !isValidName(*into) {
		b.report(key, "must be 1 to 40 small letters, digits, - or _, starting with a letter or digit")
	}
}

func (b *block) readNumber(key string, into *int, least, most int) {
	n, ok := b.get(key)
	if !ok {
		return
	}
	v, err := strconv.Atoi(n.Value)
	if err != nil || n.Kind != yaml.ScalarNode || n.Tag != "!!int" || v < least || v > most {
		b.report(key, fmt.Sprintf("must be a whole number from %d to %d", least, most))
		return
	}
	*into = v
}

func (b *block) readProvider(key string, into *string, must bool) {
	had := len(b.d.problems)
	b.readText(key, into, 100)
	if len(b.d.problems) > had || *into == "" && !must {
		return
	}
	if _, ok := llm.ProviderNamed(*into); !ok {
		b.report(key, "must be one of: "+strings.Join(llm.ProviderNames(), ", ")+". Any other endpoint of OpenAI's protocol is openai with base_url")
	}
}

func (b *block) readAddress(key string, into *string) {
	had := len(b.d.problems)
	b.readText(key, into, 1000)
	if len(b.d.problems) > had || *into == "" {
		return
	}
	u, err := url.Parse(*into)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" || u.User != nil {
		b.report(key, "must be an http:// or https:// address without a password, such as http://localhost:11434/v1")
	}
}

var variableForm = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,99}$`)

// readVariable reads the name of an environment variable. Its problem does not repeat the
// value, which may be the secret itself.
func (b *block) readVariable(key string, into *string) {
	name := ""
	b.readText(key, &name, 1000)
	if name == "" {
		return
	}
	if _, found := secret.Find(name); found || !variableForm.MatchString(name) {
		b.report(key, "must be the name of an environment variable (letters, digits, _), not the secret itself")
		return
	}
	*into = name
}

func (b *block) readBackend(key string, into *string) {
	got := ""
	b.readText(key, &got, 100)
	switch got {
	case "":
	case "sqlite", "sqlite-vec": // synonyms (R9)
		*into = "sqlite"
	case "postgres":
		*into = got
	default:
		b.report(key, "must be sqlite (or sqlite-vec, which means the same) or postgres. Leave it out for the database that DATABASE_URL names")
	}
}

// readStore reads a name or a path and converts it with StoreName.
func (b *block) readStore(key string, into *string) {
	got := ""
	b.readText(key, &got, 200)
	if got != "" {
		*into = StoreName(got)
	}
}

// readSharedMemory reads a block of shared memory. It returns nil when the block is missing or
// not enabled.
func (b *block) readSharedMemory(key, store string) *SharedMemory {
	s, ok := b.optionalBlock(key)
	if !ok {
		return nil
	}
	out := &SharedMemory{Store: store}
	_, named := s.values["store_path"]
	enabled := named
	s.readFlag("enabled", &enabled)
	s.readStore("store_path", &out.Store)
	s.readNumber("max_memories", &out.MaxMemories, 1, 1_000_000)
	s.reportUnknown()
	if !enabled {
		return nil
	}
	return out
}

func (b *block) readFlag(key string, into *bool) {
	n, ok := b.get(key)
	if !ok {
		return
	}
	v, err := strconv.ParseBool(n.Value)
	if err != nil || n.Tag != "!!bool" {
		b.report(key, "must be true or false")
		return
	}
	*into = v
}
