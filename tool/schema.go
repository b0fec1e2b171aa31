package tool

import (
	"context"
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"keepsake/fault"
)

// Func is the work of a tool whose arguments are an A.
type Func[A any] func(ctx context.Context, c Call, args A) (Result, error)

// PrepareFunc is the part of a tool's work that takes a network (Tool.Prepare).
type PrepareFunc[A any] func(ctx context.Context, c Call, args A) (prepared any, err error)

// Define returns t with the schema of A, which it writes once, and with run behind the
// reading of the arguments: what does not fit A is Invalid. prepare may be nil. A is a struct
// for Schema; one that cannot be described is a mistake in the program and panics.
func Define[A any](t Tool, prepare PrepareFunc[A], run Func[A]) Tool {
	if t.Def.Schema == nil {
		t.Def.Schema = Schema[A](nil)
	}
	read := func(c Call) (args A, err error) {
		if json.Unmarshal(c.Args, &args) != nil {
			err = fault.New(fault.Invalid, "the arguments do not fit the schema of "+t.Def.Name)
		}
		return args, err
	}
	t.Run = func(ctx context.Context, c Call) (Result, error) {
		args, err := read(c)
		if err != nil {
			return Result{}, err
		}
		return run(ctx, c, args)
	}
	if prepare != nil {
		t.Prepare = func(ctx context.Context, c Call) (any, error) {
			args, err := read(c)
			if err != nil {
				return nil, err
			}
			return prepare(ctx, c, args)
		}
	}
	return t
}

// Schema returns the JSON Schema of the struct A, of its fields' types and these tags:
//
//	json:"name,omitempty"    the property; without omitempty it is required
//	jsonschema:"…"           its description
//	enum:"a|b"               its values; enums, by property, adds those known at run time
//	len:"5..500"             the length of a string, or of each string of a list; an end may be left out
//	range:"1..50"            the least and the greatest integer
//
// A pointer may be null, a list may not. No other property is allowed. The order of the
// fields is kept, so the bytes are the same in every process.
func Schema[A any](enums map[string][]string) json.RawMessage {
	s, err := jsonschema.For[A](nil)
	if err == nil {
		err = bound(s, reflect.TypeFor[A](), enums)
	}
	var raw json.RawMessage
	if err == nil {
		raw, err = json.Marshal(s)
	}
	if err != nil {
		panic(fmt.Sprintf("tool: schema of %T: %v", *new(A), err))
	}
	return raw
}

// bound adds to the properties of s what jsonschema-go does not read from t's fields.
func bound(s *jsonschema.Schema, t reflect.Type, enums map[string][]string) error {
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		p := s.Properties[name]
		if p == nil {
			return fmt.Errorf("field %s has no property %q", f.Name, name)
		}
		switch null := slices.Index(p.Types, "null"); {
		case null >= 0 && p.Items != nil:
			p.Type, p.Types = "array", nil
		case null >= 0:
			slices.Reverse(p.Types)
		}
		values := enums[name]
		if tag := f.Tag.Get("enum"); tag != "" {
			values = append(strings.Split(tag, "|"), values...)
		}
		for _, v := range values {
			p.Enum = append(p.Enum, v)
		}
		each := p
		if p.Items != nil {
			each = p.Items
		}
		var err error
		if each.MinLength, each.MaxLength, err = ends(f.Tag.Get("len")); err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		least, most, err := ends(f.Tag.Get("range"))
		if err != nil {
			return fmt.Errorf("field %s: %w", f.Name, err)
		}
		p.Minimum, p.Maximum = number(least), number(most)
	}
	return nil
}

// ends reads "5..500", "5..", "..500" or "".
func ends(tag string) (least, most *int, err error) {
	if tag == "" {
		return nil, nil, nil
	}
	from, to, ok := strings.Cut(tag, "..")
	if !ok {
		return nil, nil, fmt.Errorf("%q is no range", tag)
	}
	for _, end := range []struct {
		text string
		to   **int
	}{{from, &least}, {to, &most}} {
		if end.text == "" {
			continue
		}
		n, err := strconv.Atoi(end.text)
		if err != nil {
			return nil, nil, fmt.Errorf("%q is no range", tag)
		}
		*end.to = &n
	}
	return least, most, nil
}

func number(n *int) *float64 {
	if n == nil {
		return nil
	}
	f := float64(*n)
	return &f
}
