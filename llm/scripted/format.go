package scripted

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"
)

// format is the form of answers that a request asks for.
type format struct {
	Type       string  `json:"type"`
	JSONSchema *schema `json:"json_schema"`
}

type schema struct {
	Format
	Strict bool `json:"strict"`
}

// Misfit returns why an answer is not of the form; nil = it is, or none was asked for.
func (f Format) Misfit(answer string) error {
	if len(f.Schema) == 0 {
		return nil
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(f.Schema, &s); err != nil {
		return err
	}
	form, err := s.Resolve(nil)
	if err != nil {
		return err
	}
	var v any
	if err := json.Unmarshal([]byte(answer), &v); err != nil {
		return err
	}
	return form.Validate(v)
}

// strictKeys are the keywords of a schema that providers take which promise to keep to it.
var strictKeys = []string{"type", "properties", "required", "additionalProperties", "items", "enum", "const", "anyOf", "description",
	"minItems", "maxItems", "minimum", "maximum", "pattern"}

// checkFormat checks the form that is asked for as a provider does that keeps to it: every object names all of its properties as
// required and allows no other, and an endpoint that is asked for any JSON is told so in words.
func (r *request) checkFormat() error {
	f := r.ResponseFormat
	switch f.Type {
	case "", "text":
		return firstFailed(check{f.JSONSchema != nil, "response_format: a schema without the type json_schema"})
	case "json_object":
		return firstFailed(
			check{f.JSONSchema != nil, "response_format: a schema without the type json_schema"},
			check{!strings.Contains(strings.ToLower(r.canonical()), "json"), "response_format: json_object, and no message says JSON"},
		)
	case "json_schema":
	default:
		return fmt.Errorf("response_format: unknown type %q", f.Type)
	}
	if f.JSONSchema == nil {
		return errors.New("response_format: json_schema is missing")
	}
	if err := firstFailed(
		check{!functionName.MatchString(f.JSONSchema.Name), "response_format: name: not of the pattern ^[a-zA-Z0-9_-]{1,64}$"},
		check{!f.JSONSchema.Strict, "response_format: not strict"},
	); err != nil {
		return err
	}
	var s jsonschema.Schema
	if err := json.Unmarshal(f.JSONSchema.Schema, &s); err != nil || s.Type != "object" {
		return errors.New("response_format: the schema is not that of an object")
	}
	var raw any
	_ = json.Unmarshal(f.JSONSchema.Schema, &raw) // it was read above
	return checkStrict("response_format", raw)
}

// checkStrict checks one schema and those in it.
func checkStrict(at string, v any) error {
	s, ok := v.(map[string]any)
	if !ok {
		return errors.New(at + ": not a schema")
	}
	for key := range s {
		if !slices.Contains(strictKeys, key) {
			return fmt.Errorf("%s: %q is no keyword of a strict schema", at, key)
		}
	}
	properties, _ := s["properties"].(map[string]any)
	required, _ := s["required"].([]any)
	isObject := s["type"] == "object"
	if err := firstFailed(
		check{s["type"] == nil && s["anyOf"] == nil && s["enum"] == nil && s["const"] == nil, at + ": no type"},
		check{s["type"] == "array" && s["items"] == nil, at + ": an array without items"},
		check{isObject && s["additionalProperties"] != false, at + ": additionalProperties is not false"},
		check{isObject && len(required) != len(properties), at + ": not every property is required"},
	); err != nil {
		return err
	}
	parts := map[string]any{}
	for name, p := range properties {
		if !slices.Contains(required, any(name)) {
			return fmt.Errorf("%s.%s: not required", at, name)
		}
		parts["."+name] = p
	}
	if items := s["items"]; items != nil {
		parts["[]"] = items
	}
	several, _ := s["anyOf"].([]any)
	for i, p := range several {
		parts[fmt.Sprint("|", i)] = p
	}
	for name, p := range parts {
		if err := checkStrict(at+name, p); err != nil {
			return err
		}
	}
	return nil
}
