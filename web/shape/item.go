package shape

import (
	"math"

	"keepsake/memory"
	"keepsake/memory/candidate"
	"keepsake/memory/provenance"
)

// Item is a memory with what decides whether it is kept and shown (A7).
type Item struct {
	MemoryID      string  `json:"memory_id" doc:"The memory's id; of a find that is not confirmed, the find's" example:"aB3dE5fG"`
	Scope         string  `json:"scope" enum:"user,group,project,global,session"`
	ScopeID       string  `json:"scope_id" doc:"Whose it is; empty for global" example:"telegram:1001"`
	Type          string  `json:"type" enum:"profile,preference,constraint,task_state,episode"`
	Category      string  `json:"category"`
	Subject       *string `json:"subject" nullable:"true"`
	Fact          string  `json:"fact" doc:"The content"`
	FactKey       string  `json:"fact_key" doc:"The content in small letters, without punctuation, its first 128 characters"`
	Confidence    float64 `json:"confidence" minimum:"0" maximum:"1"`
	Importance    float64 `json:"importance" minimum:"0" maximum:"1"`
	EvidenceCount int     `json:"evidence_count" minimum:"0" doc:"How many messages say it"`
	TTLDays       *int    `json:"ttl_days" nullable:"true" doc:"Days from the last confirmation until it expires, rounded; null = for good"`
	ExpiresAt     *Time   `json:"expires_at" nullable:"true"`
	Status        string  `json:"status" enum:"active,shadow,pending,disabled,expired"`
	Origin        string  `json:"origin" enum:"explicit,extracted" doc:"Whether a person asked for it or confirmed it"`
	Pinned        bool    `json:"pinned"`
	Archived      bool    `json:"archived" doc:"Out of lists and prompts, and still found by search"`
	ArchivedAt    *Time   `json:"archived_at" nullable:"true"`
	CreatedAt     Time    `json:"created_at"`
	UpdatedAt     *Time   `json:"updated_at" nullable:"true"`
}

// ItemEvidence is what a memory rests on (A9).
type ItemEvidence struct {
	EventID   string  `json:"event_id" doc:"The message that says it; empty when it was typed into a command or sent by a program"`
	Method    string  `json:"extraction_method" doc:"user_explicit, rule, llm_extract, program, or empty when nobody noted it"`
	Model     *string `json:"model" nullable:"true"`
	Program   *string `json:"program,omitempty" doc:"Id of the key of the program that wrote it; only of the method program, and empty for one on the same computer"`
	Quote     string  `json:"quote" doc:"The words, with secrets masked"`
	Trust     string  `json:"trust" doc:"Whose words they are: person, and others"`
	Version   int     `json:"version_number" minimum:"1"`
	CreatedAt Time    `json:"created_at" doc:"When it was said"`
}

// ItemDetail is an item with its evidence and versions (A52).
type ItemDetail struct {
	Item
	Evidence []ItemEvidence `json:"evidence" nullable:"false"`
	Versions []Version      `json:"versions" nullable:"false"`
}

// ItemList is a page of items.
type ItemList struct {
	Items []Item `json:"items" nullable:"false"`
	Total int    `json:"total" minimum:"0" doc:"How many there are on all pages"`
}

// ItemOf returns a memory as an item; said is how many messages say its current version.
func ItemOf(m memory.Memory, said int) Item {
	out := Item{
		MemoryID: m.ID, Scope: string(m.Scope.Kind), ScopeID: m.Scope.ID, Type: string(m.Type), Category: m.Category, Fact: m.Content,
		FactKey: candidate.KeyOf(m.Content), Confidence: m.Confidence, Importance: m.Importance, EvidenceCount: said,
		Status: string(m.Status), Origin: string(m.Origin), Pinned: m.Pinned, Archived: m.ArchivedAt != nil,
		CreatedAt: Time(m.CreatedAt), UpdatedAt: TimeOrNil(m.UpdatedAt),
	}
	if m.Subject != "" {
		out.Subject = &m.Subject
	}
	if m.ArchivedAt != nil {
		out.ArchivedAt = TimeOrNil(*m.ArchivedAt)
	}
	if m.ExpiresAt != nil {
		days := max(1, int(math.Round(m.ExpiresAt.Sub(m.LastSaid()).Hours()/24)))
		out.TTLDays, out.ExpiresAt = &days, TimeOrNil(*m.ExpiresAt)
	}
	return out
}

// FindOf returns a find that is kept in the background as an item (A29).
func FindOf(j candidate.Judged) Item {
	out := Item{
		MemoryID: j.ID, Scope: string(j.Scope.Kind), ScopeID: j.Scope.ID, Type: string(j.Type), Category: j.Category, Fact: j.Content, FactKey: j.Key,
		Confidence: j.Confidence, Importance: j.Importance, EvidenceCount: j.EvidenceCount, Status: string(memory.Shadow),
		Origin: string(memory.Extracted), CreatedAt: Time(j.At), UpdatedAt: TimeOrNil(j.Verdict.At),
	}
	if j.Verdict.Action == candidate.Asked {
		out.Status = string(memory.Pending)
	}
	if j.Subject != "" {
		out.Subject = &j.Subject
	}
	return out
}

// DetailOf returns a memory as an item with its evidence and versions.
func DetailOf(h memory.History) ItemDetail {
	said := map[string]bool{}
	out := ItemDetail{Evidence: []ItemEvidence{}, Versions: []Version{}}
	for _, v := range h.Versions {
		out.Versions = append(out.Versions, Version{Number: v.Number, Content: v.Content, CreatedAt: Time(v.CreatedAt)})
		for _, e := range v.Evidence {
			one := ItemEvidence{EventID: e.MessageID, Method: string(e.Method), Quote: e.Quote, Trust: e.Trust.String(), Version: v.Number, CreatedAt: Time(e.SaidAt)}
			if p := provenance.OfEvidence(e); p.By == provenance.ByProgram {
				one.Program = &p.Key
			} else if e.Model != "" {
				one.Model = &e.Model
			}
			out.Evidence = append(out.Evidence, one)
			if v.Number == h.Memory.Version {
				said[e.MessageID] = true
			}
		}
	}
	out.Item = ItemOf(h.Memory, len(said))
	return out
}

// IsItemTagged reports whether an If-Match header, which may be "", names a memory as the item that it is.
func IsItemTagged(ifMatch string, h memory.History) bool {
	return ifMatch == "" || IsTagged(ifMatch, TagOfItem(DetailOf(h).Item), false)
}
