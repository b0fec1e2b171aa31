package web

import (
	"bytes"
	"context"
	"errors"
	"net/http"

	"keepsake/fault"
	"keepsake/memory/archive"
)

// maxArchive bounds an archive that is sent.
const maxArchive = 16 << 20

// addFiles adds export and import (A58).
func (r *Room) addFiles() {
	register(r, operation{
		id: "export", method: http.MethodGet, path: "/api/ltm/export", tag: "Long-term memory", summary: "Export all memories with checksums",
		about: "Every memory with all versions and evidence, and the person's wishes; SHA-256 of each and of the whole. Deleted ones do not travel. It is what `keepsake memory export --full` writes.",
		file:  true,
	}, r.export)
	register(r, operation{
		id: "import", method: http.MethodPost, path: "/api/ltm/import", tag: "Long-term memory", summary: "Import an export",
		about: "Brings back what is not here, and changes nothing that is. A file that was changed after the export is refused whole, and so is one of another scope. " +
			"A plain list of memories (InitRunner's, or /memory export's) is taken as well. dry_run tells what would be done.",
		writes: true, maxBody: maxArchive, file: true,
	}, r.importArchive)
}

type rawOutput struct {
	ContentType string `header:"Content-Type"`
	Body        []byte
}

func (r *Room) archiveOf(c caller) *archive.Service {
	return &archive.Service{
		Memory: c.agent.Memory, Graph: c.agent.Graph, Digests: r.cfg.Forget.Digests, Tx: r.cfg.Forget.Tx, Now: r.cfg.Now,
		Conversations: func(ctx context.Context, id string) error {
			x, err := r.cfg.Forget.Sessions.Get(ctx, id)
			if err == nil && (x.Person != c.key.Person || x.Store != c.key.Store) {
				err = fault.New(fault.NotFound, "no such session")
			}
			return err
		},
	}
}

func (r *Room) export(ctx context.Context, _ *struct{}) (*rawOutput, error) {
	c := callerOf(ctx)
	a, err := r.archiveOf(c).Export(ctx, c.key.Store, c.scopes())
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	if err := a.Write(&out); err != nil {
		return nil, err
	}
	return &rawOutput{ContentType: "application/json", Body: out.Bytes()}, nil
}

type importInput struct {
	DryRun  bool   `query:"dry_run" doc:"Tell what would be done, and do nothing"`
	RawBody []byte `contentType:"application/json"`
}

// Imported is what an import did.
type Imported struct {
	Added     int      `json:"added" minimum:"0"`
	Same      int      `json:"same" minimum:"0" doc:"Here already"`
	Archived  int      `json:"archived" doc:"Memories that went to the archive to make room"`
	Forgotten []string `json:"forgotten" nullable:"false" doc:"Ids of what was deleted here since; left so"`
	Differ    []string `json:"differ" nullable:"false" doc:"Ids under which something else is here; left so"`
	Secret    []string `json:"secret" nullable:"false" doc:"Ids of what holds a secret; not kept"`
	Wishes    int      `json:"wishes" minimum:"0" doc:"How the person wants to be answered: lines that came back and wait to become a part of the digest"`
	WishesOut int      `json:"wishes_left" minimum:"0" doc:"Those that were declined or forgotten here since; left so"`
}

type importOutput struct{ Body Imported }

func (r *Room) importArchive(ctx context.Context, in *importInput) (*importOutput, error) {
	c := callerOf(ctx)
	own := archive.Scope{Kind: c.key.Scope().Kind, ID: c.key.Scope().ID}
	a, err := archive.Read(bytes.NewReader(in.RawBody))
	if errors.Is(err, archive.ErrPlain) {
		a, err = archive.ReadPlain(bytes.NewReader(in.RawBody), c.key.Store, own, r.cfg.Now.UTC())
	}
	if err != nil {
		return nil, err
	}
	for _, s := range a.Scopes {
		if s != own {
			return nil, fault.Field("scopes", "has another scope than the key's")
		}
	}
	for _, e := range a.Memories {
		if e.Scope != own {
			return nil, fault.Field("memories", "has one of another scope than the key's")
		}
	}
	for _, w := range a.Wishes {
		if w.Scope != own {
			return nil, fault.Field("wishes", "has one of another scope than the key's")
		}
	}
	a.Store = c.key.Store
	report, err := r.archiveOf(c).Import(ctx, a, in.DryRun, nil)
	if err != nil {
		return nil, err
	}
	return &importOutput{Body: Imported{
		Added: report.Added, Same: report.Same, Archived: report.MadeRoom,
		Forgotten: notNil(report.Forgotten), Differ: notNil(report.Differ), Secret: notNil(report.Secret), Wishes: report.Wishes, WishesOut: report.WishesLeft,
	}}, nil
}

func notNil(ids []string) []string {
	if ids == nil {
		return []string{}
	}
	return ids
}
