package archtest_test

import (
	"strings"
	"testing"

	"keepsake/internal/archtest"
)

// TestHouse proves the arrows of the plan on the module as it is.
func TestHouse(t *testing.T) {
	files, err := archtest.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 30 {
		t.Fatalf("read %d files: this is not the whole module", len(files))
	}
	for _, problem := range archtest.Check(archtest.House, files) {
		t.Error(problem)
	}
}

// TestRoomsExist keeps the plan from naming rooms that are not there: no empty shells.
func TestRoomsExist(t *testing.T) {
	files, err := archtest.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, room := range archtest.House.Rooms {
		found := false
		for _, f := range files {
			found = found || f.Dir == room.Dir
		}
		if !found && room.Dir != "migrations" {
			t.Errorf("the plan has a room %s, the module has none", room.Dir)
		}
	}
}

// TestCheckFinds proves that each kind of wrong arrow is seen.
func TestCheckFinds(t *testing.T) {
	cases := []struct {
		name string
		file archtest.File
		want string // "" = nothing wrong
	}{
		{"a noun may use the ground floor", archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/fault", "time"}}, ""},
		{"a noun may not use a verb", archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/memory/policy"}}, "points up"},
		{"a noun may not use a door", archtest.File{Dir: "session", Name: "a.go", Imports: []string{"keepsake/bot"}}, "points up"},
		{"sideways is not down", archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/session"}}, "points up or sideways"},
		{"a named neighbour is allowed", archtest.File{Dir: "session", Name: "a.go", Imports: []string{"keepsake/memory"}}, ""},
		{"the door does not know the store", archtest.File{Dir: "bot", Name: "a.go", Imports: []string{"keepsake/store"}}, "for app"},
		{"the root does", archtest.File{Dir: "app", Name: "a.go", Imports: []string{"keepsake/store"}}, ""},
		{"a test may hold rooms together", archtest.File{Dir: "bot", Name: "a_test.go", Imports: []string{"keepsake/store"}}, ""},
		{"a vendor type stays in its adaptor", archtest.File{Dir: "agent", Name: "a.go", Imports: []string{"github.com/go-telegram/bot/models"}}, "stays in bot"},
		{"also in tests", archtest.File{Dir: "agent", Name: "a_test.go", Imports: []string{"gorm.io/gorm"}}, "stays in store"},
		{"a subfolder belongs to its room", archtest.File{Dir: "bot/inner", Name: "a.go", Imports: []string{"keepsake/agent"}}, ""},
		{"a room may use its subfolders", archtest.File{Dir: "bot", Name: "a.go", Imports: []string{"keepsake/bot/inner"}}, ""},
		{"a room of nobody", archtest.File{Dir: "extra", Name: "a.go"}, "no room"},
		{"an import of nobody", archtest.File{Dir: "app", Name: "a.go", Imports: []string{"keepsake/extra"}}, "no room"},
		{"a name that says nothing", archtest.File{Dir: "app/util", Name: "a.go"}, "says nothing"},
		{"a long file", archtest.File{Dir: "app", Name: "a.go", Lines: 401}, "one thing"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			got := strings.Join(archtest.Check(archtest.House, []archtest.File{c.file}), "\n")
			if c.want == "" && got != "" || !strings.Contains(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
