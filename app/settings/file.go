package settings

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"reflect"
	"regexp"
	"strings"
	"syscall"

	"go.yaml.in/yaml/v3"
)

// This file reads the configuration file. It goes through the file key by key, so that what is wrong
// is told by path and line, and never by its value or by a name of the program's.

func (c *Config) readFile(path string, mustExist bool) error {
	f, err := os.Open(path)
	// Without a home folder the default is looked for in ./keepsake, which may be the program.
	isMissing := errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
	if isMissing && !mustExist {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the configuration file cannot be read: %w. Is --config, or KEEPSAKE_CONFIG, right?", err)
	}
	defer f.Close()
	c.File = path
	var document yaml.Node
	dec := yaml.NewDecoder(f)
	err = dec.Decode(&document)
	if errors.Is(err, io.EOF) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("the configuration file %s is not right: it is no YAML: %s", path, yamlFault(err))
	}
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		return fmt.Errorf("the configuration file %s is not right: it holds more than one document (---)", path)
	}
	r := fileReader{file: path}
	r.readStruct(document.Content[0], "", reflect.ValueOf(c).Elem())
	return Join(r.problems)
}

// fileReader lays what a file says over a configuration.
type fileReader struct {
	file     string
	problems []Problem
}

func (r *fileReader) refuse(n *yaml.Node, path, advice string) {
	if path == "" {
		path = "it"
	}
	r.problems = append(r.problems, Problem{fmt.Sprintf("%s, line %d: %s", r.file, n.Line, path), advice})
}

// readStruct reads a mapping into the fields whose yaml tags are its keys.
func (r *fileReader) readStruct(n *yaml.Node, path string, into reflect.Value) {
	fields, known := map[string]reflect.Value{}, []string{}
	for i := range into.NumField() {
		if name := into.Type().Field(i).Tag.Get("yaml"); name != "" && name != "-" {
			fields[name] = into.Field(i)
			known = append(known, name)
		}
	}
	r.eachKey(n, path, func(key, value *yaml.Node, at string) {
		if field, ok := fields[key.Value]; ok {
			r.readValue(value, at, field)
			return
		}
		r.refuse(key, at, unknownKey(at, known))
	})
}

// eachKey calls fn for each key of a mapping, with its path. A null counts as an empty mapping.
func (r *fileReader) eachKey(n *yaml.Node, path string, fn func(key, value *yaml.Node, at string)) {
	if n.Kind == yaml.AliasNode {
		n = n.Alias
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!null" {
		return
	}
	if n.Kind != yaml.MappingNode {
		r.refuse(n, path, "must be keys with values, such as name: value.")
		return
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if key.Tag == "!!merge" {
			r.eachKey(value, path, fn)
			continue
		}
		at := strings.TrimPrefix(path+"."+key.Value, ".")
		if seen[key.Value] {
			r.refuse(key, at, "is there twice.")
			continue
		}
		seen[key.Value] = true
		fn(key, value, at)
	}
}

func (r *fileReader) readValue(n *yaml.Node, path string, into reflect.Value) {
	switch {
	case into.Kind() == reflect.Struct:
		r.readStruct(n, path, into)
	case into.Kind() == reflect.Map && into.Type().Elem().Kind() == reflect.Struct:
		all := reflect.MakeMap(into.Type())
		r.eachKey(n, path, func(key, value *yaml.Node, at string) {
			one := reflect.New(into.Type().Elem()).Elem()
			r.readStruct(value, at, one)
			all.SetMapIndex(reflect.ValueOf(key.Value), one)
		})
		into.Set(all)
	case n.Decode(into.Addr().Interface()) != nil:
		r.refuse(n, path, "must be written like "+valueForm(into.Type().String())+".")
	}
}

var goNames = regexp.MustCompile(`^yaml: |!!\w+ |into \S+$`)

// yamlFault returns what the parser says of a file that is no YAML: a line and a reason.
func yamlFault(err error) string { return goNames.ReplaceAllString(err.Error(), "") }
