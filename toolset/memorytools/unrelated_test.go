package memorytools_test

import (
	"strings"
	"testing"

	"keepsake/memory"
)

// W3, issue 9: an update that the person said, and that has nothing to do with the memory which a model names, becomes a memory of its own: what the
// memory says is not lost. What corrects it, completes it or ends it is an update.
func TestW3UpdateOfAnotherFact(t *testing.T) {
	for name, c := range map[string]struct {
		kept, said, becomes string
		isUpdate            bool
	}{
		"nothing in common":  {"User is allergic to nuts", "I like green tea", "User likes green tea", false},
		"somebody's brother": {"User lives in Wels", "my brother lives in Wels", "User's brother lives in Wels", false},
		"two people":         {"Sarah works on the Backend team", "Tom moved to the Design team", "Tom moved to the Design team", false},
		"German":             {"Der Nutzer ist gegen Nüsse allergisch", "Ich mag grünen Tee", "Der Nutzer mag grünen Tee", false},
		"another value":      {"User lives in Wels", "I live in Linz", "User lives in Linz", true},
		"one more":           {"User is allergic to nuts", "I am allergic to nuts and milk", "User is allergic to nuts and milk", true},
		"the same person":    {"Sarah works on the Backend team", "Sarah moved to the Design team", "Sarah moved to the Design team", true},
		"no longer so":       {"User is vegetarian", "I eat meat again", "User eats meat again", true},
		"what is said of it": {"User has a dog called Rex", "my dog Rex is ill", "User's dog Rex is ill", true},
		"in one's place":     {"Sarah is User's boss", "Sarah left, Tom is my boss", "Tom is User's boss", true},
	} {
		t.Run(name, func(t *testing.T) {
			k := start(t)
			m, _, err := k.memory.Add(t.Context(), tap, memory.Draft{Scope: alice, Content: c.kept, Category: memory.CategoryContext})
			must(t, err)
			id := m.ID
			k.says(c.said)
			r := k.call("update_memory", args{"memory_id": id, "content": c.becomes})
			var kept []string
			for _, m := range k.known() {
				kept = append(kept, m.Content)
			}
			has := strings.Contains(strings.Join(kept, "|")+"|", c.kept+"|")
			if has == c.isUpdate || !strings.Contains(strings.Join(kept, "|"), c.becomes) {
				t.Errorf("%q is kept: %q", r.Content, kept)
			}
		})
	}
}
