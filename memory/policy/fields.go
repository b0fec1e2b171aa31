package policy

import (
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"

	"keepsake/fault"
	"keepsake/memory"
)

// field is one field of a policy under the name that the settings and the API give it.
type field struct {
	name string
	get  func(p Policy) string
	set  func(p *Policy, value string) error
}

// fields are all fields that Set may change, in the order in which they are shown.
var fields = slices.Concat([]field{
	{"enable", func(p Policy) string { return strconv.FormatBool(p.Enable) }, func(p *Policy, v string) (err error) {
		p.Enable, err = strconv.ParseBool(v)
		return err
	}},
	{"mode", func(p Policy) string { return string(p.Mode) }, func(p *Policy, v string) error { p.Mode = Mode(v); return nil }},
	real("min_confidence", func(p *Policy) *float64 { return &p.MinConfidence }),
	whole("min_evidence_count", func(p *Policy) *int { return &p.MinEvidence }),
	types("allowed_types", func(p *Policy) *[]memory.Type { return &p.AllowedTypes }),
	whole("max_writes_per_session", func(p *Policy) *int { return &p.PerSession }),
	whole("max_writes_per_hour", func(p *Policy) *int { return &p.PerHour }),
	types("require_approval_types", func(p *Policy) *[]memory.Type { return &p.ApprovalTypes }),
	real("precision", func(p *Policy) *float64 { return &p.Precision }),
	real("max_retire_share", func(p *Policy) *float64 { return &p.MaxRetireShare }),
	whole("min_retired", func(p *Policy) *int { return &p.MinRetired }),
	weight("weights.rule", func(w *Weights) *float64 { return &w.Rule }),
	weight("weights.model", func(w *Weights) *float64 { return &w.Model }),
	weight("weights.tool", func(w *Weights) *float64 { return &w.Tool }),
	weight("weights.repeat", func(w *Weights) *float64 { return &w.Repeat }),
}, retentions(), []field{
	{"read_policy.enable", func(p Policy) string { return strconv.FormatBool(p.Reading.Enable) }, func(p *Policy, v string) (err error) {
		p.Reading.Enable, err = strconv.ParseBool(v)
		return err
	}},
	whole("read_policy.max_items", func(p *Policy) *int { return &p.Reading.MaxItems }),
	whole("read_policy.max_tokens", func(p *Policy) *int { return &p.Reading.MaxTokens }),
	whole("read_policy.max_per_type", func(p *Policy) *int { return &p.Reading.MaxPerType }),
	real("read_policy.min_confidence", func(p *Policy) *float64 { return &p.Reading.MinConfidence }),
	real("read_policy.recency_weight", func(p *Policy) *float64 { return &p.Reading.Weights.Recency }),
	real("read_policy.importance_weight", func(p *Policy) *float64 { return &p.Reading.Weights.Importance }),
	real("read_policy.similarity_weight", func(p *Policy) *float64 { return &p.Reading.Weights.Similarity }),
})

func real(name string, of func(p *Policy) *float64) field {
	return field{name, func(p Policy) string { return strconv.FormatFloat(*of(&p), 'g', -1, 64) }, func(p *Policy, v string) (err error) {
		*of(p), err = strconv.ParseFloat(v, 64)
		return err
	}}
}

func weight(name string, of func(w *Weights) *float64) field {
	return field{name, func(p Policy) string {
		w := p.Weighs()
		return strconv.FormatFloat(*of(&w), 'g', -1, 64)
	}, func(p *Policy, v string) (err error) {
		w := p.Weighs()
		*of(&w), err = strconv.ParseFloat(v, 64)
		*p = p.WithWeights(w)
		return err
	}}
}

func whole(name string, of func(p *Policy) *int) field {
	return field{name, func(p Policy) string { return strconv.Itoa(*of(&p)) }, func(p *Policy, v string) (err error) {
		*of(p), err = strconv.Atoi(v)
		return err
	}}
}

// types is a field of types with commas between them; "" or none = no type.
func types(name string, of func(p *Policy) *[]memory.Type) field {
	return field{name, func(p Policy) string {
		names := make([]string, len(*of(&p)))
		for i, t := range *of(&p) {
			names[i] = string(t)
		}
		return strings.Join(names, ",")
	}, func(p *Policy, v string) error {
		*of(p) = nil
		for _, t := range strings.FieldsFunc(v, func(r rune) bool { return r == ',' || r == ' ' }) {
			if t != "none" {
				*of(p) = append(*of(p), memory.Type(t))
			}
		}
		return nil
	}}
}

func retentions() (fs []field) {
	for _, t := range Types {
		fs = append(fs, field{"retention_days." + string(t), func(p Policy) string { return strconv.Itoa(p.RetentionDays[t]) }, func(p *Policy, v string) error {
			days, err := strconv.Atoi(v)
			if err == nil && (days == 0 || days < -1) {
				err = strconv.ErrRange
			}
			p.RetentionDays[t] = days
			return err
		}})
	}
	return fs
}

// Field is a field of a policy by its name in the settings, as text.
type Field struct{ Name, Value string }

// Fields returns the fields of a policy that can be changed.
func (p Policy) Fields() []Field {
	fs := make([]Field, len(fields))
	for i, f := range fields {
		fs[i] = Field{f.name, f.get(p)}
	}
	return fs
}

// With returns the policy with some fields changed; a name or a value that does not exist is fault.Invalid.
func (p Policy) With(changes ...Field) (Policy, error) {
	if p.RetentionDays = maps.Clone(p.RetentionDays); p.RetentionDays == nil {
		p.RetentionDays = make(map[memory.Type]int)
	}
	for _, c := range changes {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == c.Name })
		if i < 0 {
			names := make([]string, len(fields))
			for k, f := range fields {
				names[k] = f.name
			}
			return p, fault.Field("write_policy", fmt.Sprintf("has no field %q; there are %s", c.Name, strings.Join(names, ", ")))
		}
		if fields[i].set(&p, c.Value) != nil {
			name := c.Name
			if !strings.HasPrefix(name, "read_policy.") {
				name = "write_policy." + name
			}
			return p, fault.Field(name, "has a value that it cannot have")
		}
	}
	return p, p.Check()
}

// Difference is a field that two policies have differently.
type Difference struct{ Name, Before, After string }

// Diff returns the fields in which b differs from a.
func Diff(a, b Policy) (ds []Difference) {
	before, after := a.Fields(), b.Fields()
	for i := range before {
		if before[i].Value != after[i].Value {
			ds = append(ds, Difference{before[i].Name, before[i].Value, after[i].Value})
		}
	}
	return ds
}
