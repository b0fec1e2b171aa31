package archive_test

import (
	"bytes"
	"testing"
	"time"

	"keepsake/memory"
	"keepsake/memory/archive"
)

// I38, I39, R11: what people read of their memories, byte for byte.
func TestReadable(t *testing.T) {
	at := time.Date(2026, 11, 22, 9, 30, 0, 0, time.FixedZone("east", 3600))
	archived := at.Add(time.Hour)
	h := memory.History{
		Memory: memory.Memory{
			ID: "a1b2c3d4", Content: "Likes <tea> & cake", Category: "preference", Subject: "tea", Version: 2,
			CreatedAt: at, UpdatedAt: at, ArchivedAt: &archived,
		},
		Versions: []memory.Version{
			{Number: 1, Content: "Likes tea", CreatedAt: at, Evidence: []memory.Evidence{{Quote: "I like tea"}, {}}},
			{Number: 2, Content: "Likes <tea> & cake", CreatedAt: at},
		},
	}
	for want, what := range map[string]any{
		`[
  {
    "id": "a1b2c3d4",
    "content": "Likes <tea> & cake",
    "category": "preference",
    "created_at": "2026-11-22T08:30:00+00:00",
    "archived_at": "2026-11-22T09:30:00+00:00"
  }
]
`: []archive.Plain{archive.NewPlain(h.Memory)},
		`{
  "exported_at": "2026-11-22T08:30:00+00:00",
  "memories": [
    {
      "id": "a1b2c3d4",
      "content": "Likes <tea> & cake",
      "category": "preference",
      "created_at": "2026-11-22T08:30:00+00:00",
      "archived_at": "2026-11-22T09:30:00+00:00",
      "subject": "tea",
      "pinned": false,
      "version": 2,
      "updated_at": "2026-11-22T08:30:00+00:00",
      "versions": [
        {
          "number": 1,
          "content": "Likes tea",
          "created_at": "2026-11-22T08:30:00+00:00",
          "said": [
            "I like tea"
          ]
        },
        {
          "number": 2,
          "content": "Likes <tea> & cake",
          "created_at": "2026-11-22T08:30:00+00:00"
        }
      ]
    }
  ]
}
`: archive.NewDetailedFile(at, []archive.Detailed{archive.NewDetailed(h, nil, nil)}),
	} {
		var b bytes.Buffer
		if err := archive.WriteReadable(&b, what); err != nil || b.String() != want {
			t.Errorf("%v\ngot  %s\nwant %s", err, b.String(), want)
		}
	}
}
