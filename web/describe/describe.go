// Package describe is the page that shows the description of the interface to people.
//
// Start reading at Page.
package describe

import (
	"bytes"
	"embed"
	"html/template"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed pages
var pages embed.FS

// Style returns the style sheet of the page.
func Style() []byte {
	style, err := pages.ReadFile("pages/web.css")
	if err != nil {
		panic(err) // it is embedded
	}
	return style
}

// described is an operation on the page.
type described struct {
	Method, Path, Summary, About string
	Writes                       bool
	Parameters                   []*huma.Param
	Body                         []property
	Answers                      []string
}

// property is a field of a body on the page.
type property struct {
	Name, Type, About string
	Required          bool
}

// Page returns the page of a document; writes reports whether an operation needs a key that may write.
func Page(doc *huma.OpenAPI, writes func(op *huma.Operation) bool) []byte {
	var all []described
	for path, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			d := described{
				Method: op.Method, Path: path, Summary: op.Summary, About: op.Description, Writes: writes(op),
				Parameters: op.Parameters, Body: propertiesOf(doc, op.RequestBody),
			}
			for status := range op.Responses {
				d.Answers = append(d.Answers, status)
			}
			slices.Sort(d.Answers)
			all = append(all, d)
		}
	}
	slices.SortFunc(all, func(a, b described) int {
		return strings.Compare(a.Path+" "+a.Method, b.Path+" "+b.Method)
	})
	var out bytes.Buffer
	page := template.Must(template.ParseFS(pages, "pages/docs.html"))
	if err := page.Execute(&out, map[string]any{"Title": doc.Info.Title, "Version": doc.Info.Version, "Operations": all}); err != nil {
		panic(err) // page and data are the program's own
	}
	return out.Bytes()
}

func propertiesOf(doc *huma.OpenAPI, body *huma.RequestBody) (out []property) {
	if body == nil || body.Content["application/json"] == nil {
		return nil
	}
	s := body.Content["application/json"].Schema
	if s.Ref != "" {
		s = doc.Components.Schemas.SchemaFromRef(s.Ref)
	}
	for name, p := range s.Properties {
		out = append(out, property{Name: name, Type: p.Type, About: p.Description, Required: slices.Contains(s.Required, name)})
	}
	slices.SortFunc(out, func(a, b property) int { return strings.Compare(a.Name, b.Name) })
	return out
}
