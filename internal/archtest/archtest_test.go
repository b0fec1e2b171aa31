package archtest_test

import (
	"slices"
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
	for _, problem := range archtest.CheckSizes(archtest.House, files) {
		t.Error(problem)
	}
}

// TestStarts proves that each package comment says where to start reading, and that one that does not is found.
func TestStarts(t *testing.T) {
	files, err := archtest.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range archtest.CheckStarts(files) {
		t.Error(problem)
	}
	got := archtest.CheckStarts([]archtest.File{
		{Dir: "short", Name: "a.go", Lines: 100}, {Dir: "short", Name: "a_test.go", Lines: 100},
		{Dir: "long", Name: "a.go", Lines: 101},
		{Dir: "two", Name: "a.go", Lines: 10}, {Dir: "two", Name: "b.go", Lines: 10},
		{Dir: "told", Name: "a.go", Lines: 200, Doc: "Package told is told.\n\nStart reading at Tell."},
	})
	want := []string{"long: the package comment does not say where to start reading", "two: the package comment does not say where to start reading"}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestSizes proves that a package is refused above its limit, and that an exception has a
// reason and is needed.
func TestSizes(t *testing.T) {
	for dir, large := range archtest.House.Large {
		if large.Reason == "" || large.Lines <= archtest.House.MaxPackageLines {
			t.Errorf("the exception for %s has no reason, or is none", dir)
		}
	}
	plan := archtest.Plan{MaxPackageLines: 100, Large: map[string]archtest.Large{"big": {Lines: 150}, "small": {Lines: 150}}}
	got := strings.Join(archtest.CheckSizes(plan, []archtest.File{
		{Dir: "a", Name: "a.go", Lines: 60}, {Dir: "a", Name: "b.go", Lines: 41},
		{Dir: "b", Name: "a.go", Lines: 100}, {Dir: "b", Name: "a_test.go", Lines: 500},
		{Dir: "big", Name: "a.go", Lines: 151}, {Dir: "small", Name: "a.go", Lines: 100},
	}), "\n")
	want := "a has 101 lines of its own: is it still one package? (limit 100)\n" +
		"big has 151 lines of its own: is it still one package? (limit 150)\n" +
		"small has 100 lines and needs no exception"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestFolders proves that no arrow between top-level folders climbs.
func TestFolders(t *testing.T) {
	files, err := archtest.Read("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, problem := range archtest.CheckFolders(archtest.House, files) {
		t.Error(problem)
	}
	climbing := append(files, archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/agent"}})
	if len(archtest.CheckFolders(archtest.House, climbing)) == 0 {
		t.Error("memory may import agent")
	}
	exceptions := 0
	for _, r := range archtest.House.Rooms {
		exceptions += len(r.May)
	}
	if exceptions > 4 {
		t.Errorf("%d exceptions in the plan, at most 4", exceptions)
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
		{"a noun may not use a verb", archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/memory/grounds"}}, "points up"},
		{"a noun may not use a door", archtest.File{Dir: "session", Name: "a.go", Imports: []string{"keepsake/bot"}}, "points up"},
		{"sideways is not down", archtest.File{Dir: "memory", Name: "a.go", Imports: []string{"keepsake/session"}}, "points up or sideways"},
		{"a named neighbour is allowed", archtest.File{Dir: "task", Name: "a.go", Imports: []string{"keepsake/people"}}, ""},
		{"the door does not know the store", archtest.File{Dir: "bot", Name: "a.go", Imports: []string{"keepsake/store"}}, "for app"},
		{"the root does", archtest.File{Dir: "app", Name: "a.go", Imports: []string{"keepsake/store"}}, ""},
		{"a test may hold rooms together", archtest.File{Dir: "bot", Name: "a_test.go", Imports: []string{"keepsake/store"}}, ""},
		{"a vendor type stays in its adaptor", archtest.File{Dir: "agent", Name: "a.go", Imports: []string{"github.com/go-telegram/bot/models"}}, "stays in bot"},
		{"also in tests", archtest.File{Dir: "agent", Name: "a_test.go", Imports: []string{"gorm.io/gorm"}}, "stays in store"},
		{"nor in front of the store", archtest.File{Dir: "store", Name: "a.go", Imports: []string{"gorm.io/gorm"}}, "stays in store/database"},
		{"nobody reaches behind the store", archtest.File{Dir: "app", Name: "a.go", Imports: []string{"keepsake/store/database"}}, "for store"},
		{"nor a noun's rows those of another", archtest.File{Dir: "store/tasks", Name: "a.go", Imports: []string{"keepsake/store/sessions"}}, "for store"},
		{"a subfolder belongs to its room", archtest.File{Dir: "bot/inner", Name: "a.go", Imports: []string{"keepsake/agent"}}, ""},
		{"a room may use its subfolders", archtest.File{Dir: "bot", Name: "a.go", Imports: []string{"keepsake/bot/inner"}}, ""},
		{"a room of nobody", archtest.File{Dir: "extra", Name: "a.go"}, "no room"},
		{"an import of nobody", archtest.File{Dir: "app", Name: "a.go", Imports: []string{"keepsake/extra"}}, "no room"},
		{"a name that says nothing", archtest.File{Dir: "app/util", Name: "a.go"}, "says nothing"},
		{"a long function", archtest.File{Dir: "app", Name: "a.go", Functions: []archtest.Function{{Name: "New", Lines: 81}}}, "fit a screen"},
		{"a long test", archtest.File{Dir: "app", Name: "a_test.go", Functions: []archtest.Function{{Name: "TestNew", Lines: 81}}}, ""},
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
