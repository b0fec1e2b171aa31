package web

import (
	"net/http"

	"github.com/danielgtaylor/huma/v2"

	"keepsake/web/describe"
	"keepsake/web/strict"
)

// description begins the OpenAPI document.
func description(version string) huma.Config {
	c := huma.DefaultConfig("Keepsake", version)
	format := huma.Format{Marshal: huma.DefaultJSONFormat.Marshal, Unmarshal: strict.Decode}
	c.Formats = map[string]huma.Format{strict.JSON: format, "json": format}
	c.CreateHooks, c.DocsPath, c.SchemasPath = nil, "", "" // no $schema in bodies, no page from another house
	c.Info.Description = "The memories of one person, or what an agent keeps for everybody, for programs. A key says whose: " +
		"`keepsake key create --person 1001 --write`. Errors are problem documents (RFC 9457); `code` tells them apart."
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		security: {Type: "http", Scheme: "bearer", Description: "A key, such as ks_…: it opens one memory, to read, or to read and write."},
	}
	return c
}

// serveDescription adds the page that shows the OpenAPI document to people.
func (r *Room) serveDescription() {
	r.docs = describe.Page(r.api.OpenAPI(), func(op *huma.Operation) bool { return op.Metadata[writes] != nil })
	serve := func(path, kind string, body []byte) {
		exactMux{r}.HandleFunc("GET "+path, func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", kind)
			_, _ = w.Write(body)
		})
	}
	serve("/docs", "text/html; charset=utf-8", r.docs)
	serve("/web.css", "text/css; charset=utf-8", describe.Style())
}
