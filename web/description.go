package web

import (
	"bytes"
	"embed"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/danielgtaylor/huma/v2"
)

//go:embed pages
var pages embed.FS

// description begins the OpenAPI document.
func description(version string) huma.Config {
	c := huma.DefaultConfig("Keepsake", version)
	c.CreateHooks, c.DocsPath, c.SchemasPath = nil, "", "" // no $schema in bodies, no page from another house
	c.Info.Description = "The memories of one person, or what an agent keeps for everybody, for programs. A key says whose: " +
		"`keepsake key create --person 1001 --write`. Errors are problem documents (RFC 9457); `code` tells them apart."
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		security: {Type: "http", Scheme: "bearer", Description: "A key, such as ks_…: it opens one memory, to read, or to read and write."},
	}
	return c
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

// serveDescription adds the page that shows the OpenAPI document to people.
func (r *Room) serveDescription() {
	r.docs = r.renderDescription()
	serve := func(path, kind string, body []byte) {
		exactMux{r}.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(body)
		})
	}
	style, err := pages.ReadFile("pages/web.css")
	if err != nil {
		panic(err) // it is embedded
	}
	serve("/docs", "text/html; charset=utf-8", r.docs)
	serve("/web.css", "text/css; charset=utf-8", style)
}

func (r *Room) renderDescription() []byte {
	doc := r.api.OpenAPI()
	var all []described
	for path, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Post, item.Put, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			d := described{
				Method: op.Method, Path: path, Summary: op.Summary, About: op.Description, Writes: op.Metadata[writes] != nil,
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
