package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"github.com/google/jsonschema-go/jsonschema"
)

var schemaTypes = []string{"object", "array", "string", "integer", "number", "boolean", "null"}

// checkParameters checks that a tool's parameters are an object schema that providers accept
// and a model can follow. No parameters are a function without arguments.
func checkParameters(raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return errors.New("not a JSON Schema object")
	}
	if s.Type != "object" {
		return errors.New("type is not object")
	}
	return checkSchema("", &s)
}

func checkSchema(at string, s *jsonschema.Schema) error {
	bad := func(format string, args ...any) error { return fmt.Errorf(at+": "+format, args...) }
	types := s.Types
	if s.Type != "" {
		types = []string{s.Type}
	}
	unknown := slices.IndexFunc(types, func(t string) bool { return !slices.Contains(schemaTypes, t) })
	missing := slices.IndexFunc(s.Required, func(name string) bool { _, ok := s.Properties[name]; return !ok })
	switch {
	case len(types) == 0 && len(s.AnyOf) == 0 && s.Enum == nil:
		return bad("no type")
	case unknown >= 0:
		return bad("unknown type %q", types[unknown])
	case slices.Contains(types, "array") && s.Items == nil:
		return bad("an array without items")
	case len(s.Properties) > 0 && !slices.Contains(types, "object"):
		return bad("properties on what is no object")
	case missing >= 0:
		return bad("requires %q, which is no property", s.Required[missing])
	case s.Enum != nil && len(s.Enum) == 0:
		return bad("an empty enum")
	case above(s.MinLength, s.MaxLength) || above(s.MinItems, s.MaxItems) || above(s.Minimum, s.Maximum):
		return bad("a least above the most")
	}
	parts := map[string]*jsonschema.Schema{}
	for name, p := range s.Properties {
		if parts["."+name] = p; p.Description == "" {
			return bad("%s: no description", name)
		}
	}
	if s.Items != nil {
		parts["[]"] = s.Items
	}
	for i, a := range s.AnyOf {
		parts[fmt.Sprint("|", i)] = a
	}
	for name, p := range parts {
		if err := checkSchema(at+name, p); err != nil {
			return err
		}
	}
	return nil
}

func above[T int | float64](least, most *T) bool {
	return least != nil && most != nil && *least > *most
}
