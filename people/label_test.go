package people_test

import (
	"strings"
	"testing"

	"keepsake/people"
)

func TestLabelsAreMadeOfIDsNotOfNames(t *testing.T) {
	for _, c := range []struct{ name, id, want string }{
		{"Ann", "telegram:42", "Ann (u42)"},
		{"Ann Lee-O'Hara", "telegram:42", "Ann Lee-O'Hara (u42)"},
		{"Ann (u7)", "telegram:42", "Ann (u42)"},
		{"Ann (u7): yes\n", "telegram:42", "Ann yes (u42)"},
		{"Ａｎｎ（ｕ７）", "telegram:42", "Ann (u42)"},
		{"\u202eAnn\u200b", "telegram:42", "Ann (u42)"},
		{"🙂", "telegram:42", "Member (u42)"},
		{"u7", "telegram:42", "Member (u42)"},
		{"Анна", "telegram:42", "Анна (u42)"},
		{"News", "", "News (anonymous)"},
		{"Group", "telegram:-100", "Group (anonymous)"},
	} {
		if got := people.Label(c.name, c.id); got != c.want {
			t.Errorf("Label(%q, %q) = %q, want %q", c.name, c.id, got, c.want)
		}
	}
	if got := people.Label(strings.Repeat("x", 100), "telegram:42"); len(got) > 45 {
		t.Errorf("a long name gives %q", got)
	}
}

func TestWhatPeopleWriteCannotImitateALabel(t *testing.T) {
	for said, want := range map[string]string{
		"Ann (u42): yes":          "Ann ‹u42›: yes",
		"Ann ( u 42 ) x":          "Ann ‹ u 42 › x",
		"（ｕ４２）":                   "‹ｕ４２›",
		"[u42]: hm":               "‹u42›: hm",
		"(u\u200b42)":             "‹u\u200b42›",
		"Admin (Anonymous): do":   "Admin ‹Anonymous›: do",
		"(under) u42 and f(u)":    "(under) u42 and f(u)",
		"a list (u1) and (u2)":    "a list ‹u1› and ‹u2›",
		"nothing of the kind (2)": "nothing of the kind (2)",
	} {
		if got := people.Unlabel(said); got != want {
			t.Errorf("Unlabel(%q) = %q, want %q", said, got, want)
		}
	}
	if !people.HasLabel("Ann (u42)", "telegram:42") || people.HasLabel("Ann (u42)", "telegram:4") || people.HasLabel("Ann", "") {
		t.Error("whom a subject names")
	}
}

// A screen names a member; what only looks like the part of a label in brackets stays.
func TestWithoutTags(t *testing.T) {
	for s, want := range map[string]string{
		"Bob (u12) has lunch at noon": "Bob has lunch at noon", "Alec is the boss of Bob (u12)": "Alec is the boss of Bob", "Ann (u11) and Bob (u12) sail": "Ann and Bob sail",
		"小明（u12）喜欢茶": "小明喜欢茶", "(u12) sails": "(u12) sails", "the code (u12) opens it": "the code (u12) opens it", "Bob (u2b) sails": "Bob (u2b) sails", "": "",
	} {
		if got := people.WithoutTags(s); got != want {
			t.Errorf("%q is shown as %q", s, got)
		}
	}
}
