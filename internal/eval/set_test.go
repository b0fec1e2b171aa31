package eval

import (
	"maps"
	"strings"
	"testing"
	"testing/fstest"
)

// P37–P45, P57–P60: the set has what it promises.
func TestSet(t *testing.T) {
	ds := loadDialogues(t)
	proves, kinds, languages := map[string]int{}, map[string]int{}, map[string]int{}
	for _, d := range ds {
		for _, id := range d.Proves {
			proves[id]++
		}
		kinds[d.Kind]++
		languages[d.Lang]++
	}
	t.Logf("%d dialogues: %v %v %v", len(ds), kinds, languages, proves)
	if len(ds) < 120 || len(languages) < 4 {
		t.Errorf("%d dialogues in %d languages are too few", len(ds), len(languages))
	}
	for _, id := range []string{"P37", "P38", "P39", "P40", "P41", "P42", "P43", "P44", "P57", "P58", "P59", "P60"} {
		if proves[id] == 0 {
			t.Errorf("no dialogue is about %s", id)
		}
	}
	for _, k := range dialogueKinds {
		if kinds[k] < 4 {
			t.Errorf("%d dialogues are of the kind %s", kinds[k], k)
		}
	}
	for lang, n := range languages {
		if n < 30 {
			t.Errorf("%d dialogues are in %s", n, lang)
		}
	}
}

// A dialogue whose label cannot be right is refused, with its reason.
func TestSetIsChecked(t *testing.T) {
	const good = `- {id: en-x, proves: [P37], kind: mention, turns: [{say: Hi, did: silent}]}`
	load := func(s string) error {
		_, err := LoadDialogues(fstest.MapFS{"en.yaml": {Data: []byte(s)}})
		return err
	}
	if err := load(good); err != nil {
		t.Fatal(err)
	}
	for change, why := range maps.All(map[string]string{
		"en-x>de-x":               "must begin with en-",
		"mention>chat":            "unknown kind",
		"[P37]>[]":                "names no line",
		"silent>happy":            "unknown kind happy",
		"did: silent>did: stored": "facts do not go with",
		"say: Hi>say: ''":         "needs something said",
		"did: silent>did: silent + task, task: X":                                      "silent stands alone",
		"did: silent>did: task":                                                        "a task and its title",
		"did: silent>did: task, task: Milk, holds: [bread]":                            "the ideal title lacks",
		"did: silent>did: stored, facts: [{note: User is vegan, holds: [vegetarian]}]": "the ideal sentence lacks",
		"turns: [{say: Hi, did: silent}]>turns: []":                                    "has no turns",
		"kind:>sort:": "sort",
	}) {
		from, to, _ := strings.Cut(change, ">")
		if err := load(strings.Replace(good, from, to, 1)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", change, err)
		}
	}
	if err := load(good + "\n" + good); err == nil || !strings.Contains(err.Error(), "twice") {
		t.Error(err)
	}
	const fork = "- {id: en-y, proves: [P37], kind: mention, turns: [{say: Hi, did: forget, forget: x}]}"
	ds, err := LoadDialogues(fstest.MapFS{"en.yaml": {Data: []byte(good + "\n" + fork)}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := NewOracle(ds, nil); err == nil {
		t.Error("two dialogues begin alike and want different things")
	}
}

// A17, E3, E14, W1: the prompts of the background have labelled inputs in each language, on both sides.
func TestItems(t *testing.T) {
	sides := map[string]int{}
	for _, x := range loadItems(t) {
		sides[x.Lang+" "+x.Part+" "+x.Did]++
	}
	t.Log(sides)
	for _, lang := range []string{"de", "en", "ru", "zh"} {
		for side, least := range map[string]int{
			" reading stored": 2, " reading updated": 1, " reading silent": 1, " wishes stored": 1, " wishes silent": 1, " judging said": 3, " judging not said": 3,
		} {
			if sides[lang+side] < least {
				t.Errorf("%d inputs:%s in %s", sides[lang+side], side, lang)
			}
		}
	}
}

// An item whose label cannot be right is refused, with its reason.
func TestItemsAreChecked(t *testing.T) {
	const good = `- {id: en-x, part: reading, proves: [A17], says: [Hi], did: silent}`
	load := func(s string) error {
		_, err := LoadItems(fstest.MapFS{"en.yaml": {Data: []byte(s)}})
		return err
	}
	if err := load(good); err != nil {
		t.Fatal(err)
	}
	for change, why := range map[string]string{
		"en-x>x":                             "must begin with",
		"[Hi]>[]":                            "have messages",
		"reading>writing":                    "unknown part",
		"did: silent>did: stored":            "facts do not go with",
		"did: silent>did: silent, claim: Hi": "are judged",
		"reading>judging":                    "are judged",
		"reading>wishes":                     "too short",
		"did: silent>did: stored, facts: [{note: a, holds: [b]}]": "the ideal sentence lacks",
		"part:>sort:": "sort",
	} {
		from, to, _ := strings.Cut(change, ">")
		if err := load(strings.Replace(good, from, to, 1)); err == nil || !strings.Contains(err.Error(), why) {
			t.Errorf("%s: %v", change, err)
		}
	}
	if err := load(good + "\n" + good); err == nil {
		t.Error("two items have one id")
	}
}
