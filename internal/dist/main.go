// Command dist prints what is inside of some binaries: a CycloneDX list of the modules that
// were linked into them, for who must know whether a hole in one of those concerns them.
//
// It reads what Go writes into every binary and asks nobody else, so that the same binaries
// give the same list. scripts/dist.sh calls it; it is no part of the bot. Licences are not
// listed: a module's own files say them.
//
// Start reading at newList.
package main

import (
	"debug/buildinfo"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/google/uuid"
)

// release is what is told of the whole.
type release struct{ version, commit, date string }

// list is a CycloneDX document of version 1.5 (https://cyclonedx.org/docs/1.5/json/).
type list struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Serial     string      `json:"serialNumber"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Timestamp string    `json:"timestamp"`
	Component component `json:"component"`
}

type component struct {
	Type       string     `json:"type"`
	Ref        string     `json:"bom-ref"`
	Name       string     `json:"name"`
	Version    string     `json:"version"`
	Package    string     `json:"purl"`
	Properties []property `json:"properties,omitempty"`
}

type property struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "dist:", err)
		os.Exit(1)
	}
}

// run prints the list of the binaries that args name.
func run(args []string, out io.Writer) error {
	var r release
	flags := flag.NewFlagSet("dist", flag.ContinueOnError)
	flags.StringVar(&r.version, "version", "", "of the release")
	flags.StringVar(&r.commit, "commit", "", "that it was built from")
	flags.StringVar(&r.date, "date", "", "of the commit, as RFC 3339")
	if err := flags.Parse(args); err != nil {
		return err
	}
	if flags.NArg() == 0 || r.version == "" || r.commit == "" || r.date == "" {
		return fmt.Errorf("say -version, -commit, -date and at least one binary")
	}
	var infos []*debug.BuildInfo
	for _, path := range flags.Args() {
		info, err := buildinfo.ReadFile(path)
		if err != nil {
			return err
		}
		infos = append(infos, info)
	}
	bom := newList(r, infos)
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	return enc.Encode(bom)
}

// newList lists what is in any of some binaries, each module once, sorted.
func newList(r release, infos []*debug.BuildInfo) list {
	inside := map[string]component{}
	for _, info := range infos {
		add(inside, "stdlib", strings.TrimPrefix(info.GoVersion, "go"), "")
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			add(inside, m.Path, m.Version, m.Sum)
		}
	}
	bom := list{
		Format: "CycloneDX", Spec: "1.5", Version: 1,
		Metadata: metadata{Timestamp: r.date, Component: component{
			Type: "application", Ref: "keepsake", Name: "keepsake", Version: r.version, Package: "pkg:golang/keepsake@" + r.version,
			Properties: []property{{"commit", r.commit}},
		}},
	}
	var all strings.Builder
	for _, c := range inside {
		bom.Components = append(bom.Components, c)
	}
	slices.SortFunc(bom.Components, func(a, b component) int { return strings.Compare(a.Ref, b.Ref) })
	for _, c := range bom.Components {
		all.WriteString(c.Ref + "\n")
	}
	// The number of the document is made of what is in it: the same list has the same.
	bom.Serial = "urn:uuid:" + uuid.NewSHA1(uuid.NameSpaceURL, []byte(r.version+r.commit+all.String())).String()
	return bom
}

// add notes a module. sum is Go's hash of its files, as in go.sum.
func add(inside map[string]component, path, version, sum string) {
	id := "pkg:golang/" + path + "@" + version
	c := component{Type: "library", Ref: id, Name: path, Version: version, Package: id}
	if sum != "" {
		c.Properties = []property{{"go.sum", sum}}
	}
	inside[id] = c
}
