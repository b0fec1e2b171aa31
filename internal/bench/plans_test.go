package bench_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"keepsake/store/storetest"
)

// smallTables are those that may be read from end to end: they hold a row a process, a
// setting or a rate, not one a person or a message. So may what is selected from the values
// of a statement itself.
var smallTables = []string{"leases", "paces", "store_meta", "owner_links", "json_each", "jsonb_each", "CONSTANT ROW"}

// TestPlansOfHotQueries runs through what people do all day and refuses every statement whose
// plan reads a table from end to end: it would cost more with every message of everybody.
func TestPlansOfHotQueries(t *testing.T) {
	for name, url := range map[string]string{
		"sqlite": "sqlite:" + t.TempDir() + "/keepsake.db", "postgres": storetest.PostgresURL(t),
	} {
		t.Run(name, func(t *testing.T) {
			count := &tally{statements: map[string]int{}}
			w := newObservedWorld(t, url, count.observe)
			w.dailyLife()
			statements, _, _ := count.take()
			if len(statements) < 60 {
				t.Fatalf("%d different statements are no daily life", len(statements))
			}
			for text := range statements {
				verb, _, _ := strings.Cut(strings.TrimSpace(text), " ")
				if !slices.Contains([]string{"SELECT", "INSERT", "UPDATE", "DELETE", "WITH"}, verb) || isAskedOnce(text) {
					continue
				}
				steps, err := w.app.DB.Plan(t.Context(), text)
				if err != nil {
					t.Errorf("no plan of %q: %v", text, err)
				}
				for _, step := range steps {
					if isScan(step) {
						t.Errorf("%s:\n%s", step, strings.Join(strings.Fields(text), " "))
					}
				}
			}
		})
	}
}

// derivedTable is the name of what a statement itself selects from (FROM (SELECT …) AS part0).
var derivedTable = regexp.MustCompile(`^part\d+$`)

// isAskedOnce reports whether a statement is one of the start's: of a migration, what frees all lanes of a
// process that was alone and died, or what compares the database with the whole journal of erasures.
func isAskedOnce(text string) bool {
	if strings.Contains(text, "FROM `erasures`") && !strings.Contains(text, "WHERE") || strings.HasSuffix(text, `FROM "erasures"`) {
		return true
	}
	return strings.Contains(text, "goose_db_version") || strings.HasSuffix(text, ";") || strings.HasPrefix(text, "UPDATE `lanes`") && strings.HasSuffix(text, "owner <> ''")
}

// isScan reports whether a step of a plan reads a table from end to end.
func isScan(step string) bool {
	step, scan := strings.CutPrefix(strings.TrimLeft(step, "-> "), "SCAN ")
	if !scan {
		step, scan = strings.CutPrefix(step, "Seq Scan on ")
	}
	if !scan || strings.Contains(step, "VIRTUAL TABLE INDEX") {
		return false
	}
	if strings.Contains(step, "VALUES CLAUSE") {
		return false
	}
	table, _, _ := strings.Cut(step, " ")
	if derivedTable.MatchString(table) {
		return false
	}
	return !slices.Contains(smallTables, table) && !slices.Contains(smallTables, step)
}

// dailyLife lets two people do what most people do.
func (w *world) dailyLife() {
	ann, ben := w.person(), w.person()
	for i := range 3 {
		w.ask(ann, "Good morning.")
		w.ask(ben, fmt.Sprintf("Please remember that my shelf number %d holds the blue paint", i))
		w.ask(ben, fmt.Sprintf("Please make a task: call the painter about wall %d", i))
	}
	for _, command := range []string{"/memory", "/memory search paint", "/tasks", "/usage", "/settings", "/privacy", "/help", "/stop", "/new"} {
		w.command(ben, command)
	}
	said := ben.Say("Where is the pain?")
	ben.Edit(said.ID, "Where is the paint?")
	w.ask(ben, "Well, where?")
	ben.Forward("Carl", "The harbour is closed tomorrow.")
	w.ask(ben, "What did Carl say?")
	w.command(ben, "/memory forget all")
}
