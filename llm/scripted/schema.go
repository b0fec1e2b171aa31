package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
)

// schema is the part of JSON Schema that tools may use and that is looked into.
type schema struct {
	Type        any               `json:"type"` // a name, or a list of names
	Description string            `json:"description"`
	Properties  map[string]schema `json:"properties"`
	Required    []string          `json:"required"`
	Items       *schema           `json:"items"`
	Enum        []any             `json:"enum"`
	MinLength   *int              `json:"minLength"`
	MaxLength   *int              `json:"maxLength"`
	Minimum     *float64          `json:"minimum"`
	Maximum     *float64          `json:"maximum"`
	MinItems    *int              `json:"minItems"`
	MaxItems    *int              `json:"maxItems"`
	AnyOf       []schema          `json:"anyOf"`
}

var schemaTypes = []string{"object", "array", "string", "integer", "number", "boolean", "null"}

// checkParameters looks whether a tool's parameters are a sane object schema: one that
// providers take and a model can follow. None at all is a function without arguments.
func checkParameters(raw json.RawMessage) error {
	if len(raw) == 0 {
		return nil
	}
	var s schema
	if err := json.Unmarshal(raw, &s); err != nil {
		return errors.New("not a JSON Schema object")
	}
	if s.Type != "object" {
		return errors.New("type is not object")
	}
	return s.check("")
}

func (s schema) check(at string) error {
	types, err := s.types(at)
	if err != nil {
		return err
	}
	if slices.Contains(types, "array") && s.Items == nil {
		return fmt.Errorf("%s: an array without items", at)
	}
	if len(s.Properties) > 0 && !slices.Contains(types, "object") {
		return fmt.Errorf("%s: properties on what is no object", at)
	}
	for _, name := range s.Required {
		if _, ok := s.Properties[name]; !ok {
			return fmt.Errorf("%s: requires %q, which is no property", at, name)
		}
	}
	if s.Enum != nil && len(s.Enum) == 0 {
		return fmt.Errorf("%s: an empty enum", at)
	}
	if above(s.MinLength, s.MaxLength) || above(s.MinItems, s.MaxItems) || above(s.Minimum, s.Maximum) {
		return fmt.Errorf("%s: a least above the most", at)
	}
	for name, p := range s.Properties {
		if p.Description == "" {
			return fmt.Errorf("%s.%s: no description", at, name)
		}
		if err := p.check(at + "." + name); err != nil {
			return err
		}
	}
	if s.Items != nil {
		if err := s.Items.check(at + "[]"); err != nil {
			return err
		}
	}
	for _, a := range s.AnyOf {
		if err := a.check(at + "|"); err != nil {
			return err
		}
	}
	return nil
}

func (s schema) types(at string) ([]string, error) {
	var out []string
	switch t := s.Type.(type) {
	case string:
		out = []string{t}
	case []any:
		for _, v := range t {
			name, _ := v.(string)
			out = append(out, name)
		}
	case nil:
		if len(s.AnyOf) > 0 || s.Enum != nil {
			return nil, nil
		}
	}
	if len(out) == 0 {
		return nil, fmt.Errorf("%s: no type", at)
	}
	for _, name := range out {
		if !slices.Contains(schemaTypes, name) {
			return nil, fmt.Errorf("%s: unknown type %q", at, name)
		}
	}
	return out, nil
}

func above[T int | float64](least, most *T) bool {
	return least != nil && most != nil && *least > *most
}
