package mcptools

import (
	"encoding/json"
	"slices"
	"strings"

	"keepsake/text"
)

// tidySchema returns the schema of a tool's arguments as every endpoint takes it: one that does not would refuse the whole
// prompt, and the bot would answer nobody. Only what says which arguments there are is kept, what is said of them is shortened, and
// a schema of which that leaves something else is refused. The server checks what it gets by its own.
func tidySchema(s any) (json.RawMessage, bool) {
	top, ok := s.(map[string]any)
	if !ok || top["type"] != "object" {
		return nil, false
	}
	tidied, ok := tidy(top, "", 0)
	if !ok {
		return nil, false
	}
	raw, err := json.Marshal(tidied)
	return raw, err == nil && len(raw) <= maxSchema
}

// decisive are keywords that change what a schema means and that not every endpoint takes.
var decisive = []string{"$ref", "$dynamicRef", "allOf", "not", "if", "patternProperties", "prefixItems", "dependentSchemas", "dependentRequired"}

// tidy returns one schema in a schema; property is the name of the argument that it is of, "" = of none.
func tidy(in map[string]any, property string, depth int) (map[string]any, bool) {
	if depth > maxDepth || slices.ContainsFunc(decisive, func(k string) bool { return in[k] != nil }) {
		return nil, false
	}
	out := map[string]any{}
	if property != "" {
		said, _ := in["description"].(string)
		if out["description"] = shorten(said, maxProperty); out["description"] == "" {
			out["description"] = property
		}
	}
	types, ok := typesOf(in)
	if !ok {
		return nil, false
	}
	if len(types) > 0 {
		out["type"] = in["type"]
	}
	if values, is := valuesOf(in); is {
		if len(values) == 0 || !isPlain(values) {
			return nil, false
		}
		out["enum"] = values
	}
	return out, addProperties(out, in, types, depth) && addItems(out, in, types, depth) && addChoices(out, in, depth) &&
		(len(types) > 0 || out["enum"] != nil || out["anyOf"] != nil)
}

var schemaTypes = []string{"object", "array", "string", "integer", "number", "boolean", "null"}

func typesOf(in map[string]any) (types []string, ok bool) {
	switch t := in["type"].(type) {
	case nil:
	case string:
		types = []string{t}
	case []any:
		for _, each := range t {
			name, _ := each.(string)
			types = append(types, name)
		}
	default:
		return nil, false
	}
	return types, !slices.ContainsFunc(types, func(t string) bool { return !slices.Contains(schemaTypes, t) })
}

func valuesOf(in map[string]any) (values []any, ok bool) {
	if one, is := in["const"]; is {
		return []any{one}, true
	}
	value, is := in["enum"]
	values, _ = value.([]any)
	return values, is
}

func addProperties(out, in map[string]any, types []string, depth int) bool {
	if !slices.Contains(types, "object") {
		return in["properties"] == nil && in["required"] == nil
	}
	properties := map[string]any{}
	given, is := in["properties"].(map[string]any)
	if !is && in["properties"] != nil {
		return false
	}
	for name, p := range given {
		inner, is := p.(map[string]any)
		if !is || !argumentForm.MatchString(name) {
			return false
		}
		tidied, ok := tidy(inner, name, depth+1)
		if !ok {
			return false
		}
		properties[name] = tidied
	}
	out["properties"] = properties
	required, _ := in["required"].([]any)
	for _, r := range required {
		if name, _ := r.(string); properties[name] == nil {
			return false
		}
	}
	if len(required) > 0 {
		out["required"] = required
	}
	switch more := in["additionalProperties"].(type) {
	case nil:
	case bool:
		out["additionalProperties"] = more
	case map[string]any:
		if len(more) == 0 {
			return true
		}
		tidied, ok := tidy(more, "", depth+1)
		out["additionalProperties"] = tidied
		return ok
	default:
		return false
	}
	return true
}

func addItems(out, in map[string]any, types []string, depth int) bool {
	if !slices.Contains(types, "array") {
		return true
	}
	items, is := in["items"].(map[string]any)
	if !is {
		return false
	}
	tidied, ok := tidy(items, "", depth+1)
	out["items"] = tidied
	return ok
}

func addChoices(out, in map[string]any, depth int) bool {
	value, is := in["anyOf"]
	if !is {
		if value, is = in["oneOf"]; !is {
			return true
		}
	}
	list, _ := value.([]any)
	var choices []any
	for _, each := range list {
		inner, is := each.(map[string]any)
		if !is {
			return false
		}
		tidied, ok := tidy(inner, "", depth+1)
		if !ok {
			return false
		}
		choices = append(choices, tidied)
	}
	out["anyOf"] = choices
	return len(choices) > 0
}

// isPlain reports whether the values that a schema lists hold nothing hidden and no long text.
func isPlain(values []any) bool {
	for _, value := range values {
		switch v := value.(type) {
		case string:
			if text.Len(v) > maxProperty || text.Visible(v) != v || strings.Contains(v, "\n") {
				return false
			}
		case nil, bool, float64:
		default:
			return false
		}
	}
	return true
}
