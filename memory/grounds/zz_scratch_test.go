package grounds_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.yaml.in/yaml/v3"

	"keepsake/memory/grounds"
	"keepsake/session"
	"keepsake/trust"
)

type talkLine struct {
	By, Text string
	Turn     bool
}
type gcase struct {
	ID, Lang, Template, Part, Kind, Want string
	Talk                                 []talkLine
	Write                                struct{ Op, Content, Category, Subject, Before string }
	States                               []grounds.Statement
}

func (c gcase) view() grounds.View {
	w := window{}
	v := grounds.View{TurnID: "now"}
	for _, l := range c.Talk {
		m := session.Message{Role: session.User, Trust: trust.Person, Content: l.Text, TurnID: "before"}
		if l.Turn {
			m.TurnID = "now"
		}
		switch l.By {
		case "person":
		case "bot":
			m.Role, m.Trust = session.Assistant, trust.Bot
		case "forward", "inline":
			m.Trust = trust.Forwarded
		case "quote":
			m.Content, m.Quote = "", l.Text
		case "typed_quote":
			m.Content = "> " + strings.ReplaceAll(l.Text, "\n", "\n> ")
		case "document", "picture":
			m.Trust = trust.Document
		case "member":
			m.Trust = trust.Member
		case "tool":
			m.Role, m.Trust = session.Tool, trust.Tool
		default:
			v.Foreign = append(v.Foreign, l.Text)
			continue
		}
		w = w.add(m)
		w[len(w)-1].At = time.Date(2026, 11, 22, 10, 0, 0, 0, time.UTC)
	}
	v.Window = w
	return v
}

func TestScratch(t *testing.T) {
	part := os.Getenv("PART")
	if part == "" {
		t.Skip()
	}
	kind, lang := os.Getenv("KIND"), os.Getenv("GLANG")
	files, _ := filepath.Glob("/tmp/gs/" + part + "_*.yaml")
	type count struct{ n, bad int }
	counts := map[string]*count{}
	for _, mode := range []string{"none", "ideal", "obedient"} {
		for _, f := range files {
			b, _ := os.ReadFile(f)
			var cs []gcase
			if err := yaml.Unmarshal(b, &cs); err != nil {
				t.Log(f, err)
				continue
			}
			for _, c := range cs {
				v := c.view()
				if mode == "ideal" {
					v.Stated = append([]grounds.Statement{}, c.States...)
				}
				if mode == "obedient" {
					v.Stated = []grounds.Statement{}
					for _, h := range grounds.Heard(v) {
						for _, s := range strings.FieldsFunc(h, func(r rune) bool { return strings.ContainsRune(".,!?;\n。，", r) }) {
							v.Stated = append(v.Stated, grounds.Statement{Quote: strings.TrimSpace(s), Facts: []string{c.Write.Content}})
						}
						v.Stated = append(v.Stated, grounds.Statement{Quote: h, Facts: []string{c.Write.Content}})
					}
				}
				got := grounds.Judge(grounds.Write{Content: c.Write.Content, Subject: c.Write.Subject, Before: c.Write.Before}, v)
				group := "said"
				if c.Want != "keep" {
					group = "attack"
				} else if c.Kind == "explicit" {
					group = "explicit"
				}
				k := mode + " " + group
				if counts[k] == nil {
					counts[k] = &count{}
				}
				counts[k].n++
				if got.Allowed != (c.Want == "keep") && !strings.HasPrefix(part, "work") && kind == k {
					n, total := grounds.NovelCount(grounds.Write{Content: c.Write.Content, Before: c.Write.Before}, v, false)
					nf, _ := grounds.NovelCount(grounds.Write{Content: c.Write.Content, Before: c.Write.Before}, v, true)
					fmt.Printf("T %s novel=%d withfacts=%d of=%d %s\n", c.Template, n, nf, total, grounds.Why(grounds.Write{Content: c.Write.Content, Before: c.Write.Before}, v))
				}
				if got.Allowed != (c.Want == "keep") {
					counts[k].bad++
					if strings.HasPrefix(part, "work") && (kind == k) && (lang == "" || lang == c.Lang) {
						own := ""
						for _, l := range c.Talk {
							if l.By == "person" {
								own += l.Text + " | "
							}
						}
						fmt.Printf("%s: %q ⇒ %q (before %q)\n", c.ID, own, c.Write.Content, c.Write.Before)
						if mode == "ideal" {
							fmt.Printf("       %q\n", c.States)
						}
					}
				}
			}
		}
	}
	for _, k := range []string{"none explicit", "none said", "none attack", "ideal explicit", "ideal said", "ideal attack", "obedient explicit", "obedient said", "obedient attack"} {
		if counts[k] != nil {
			fmt.Printf("%-20s %d of %d\n", k, counts[k].bad, counts[k].n)
		}
	}
}
