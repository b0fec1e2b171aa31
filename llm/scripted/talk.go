package scripted

import (
	"fmt"
	"regexp"
	"sort"
	"strings"

	"keepsake/text"
)

var (
	allOfIt   = regexp.MustCompile(`(?i)^(?:what|which things|how much|tell me what|show me what|list what)\b.*\b(?:know|remember|remembered|saved|stored|learned|learnt|memory|memories)\b(?:.*\b(?:about me|of me|so far|everything)\b.*|[^\p{L}]*)$|^(?:show|list|see)(?: me)? (?:my|all|your) memor(?:y|ies)|^do you (?:know|remember) (?:me|anything about me|anything)\b`)
	aboutWhom = regexp.MustCompile(`(?i)^(?:what|tell me what|tell me everything|tell me|everything|do you|who)\b.*?\b(?:know|remember|have|remembered|saved|stored|tell me)?\s*(?:about|of|on)\s+(.+)$`)
	wh        = regexp.MustCompile(`(?i)^(?:who|whom|whose|what|where|when|which|how|do|does|did|is|are|am|was|can|could|should|would|will|tell me|remind me)(?:'s|'re)?\b`)
	forgets   = regexp.MustCompile(`(?i)^(?:forget|delete|remove|erase|drop|unlearn)\s+(?:that|about|what i (?:said|told you) about|what you know about|the memory (?:that|about|of)|memory)?\s*(.+)$`)
	stopWords = map[string]bool{}
)

func init() {
	for _, w := range strings.Fields(`who whom whose what where when which how do does did is are am was were can could should would will the a an of on
		in at for to my me i you your yours it its this that and or about tell know remember s re have has had there any something anything please
		user user's users again say said told name called with be been by from`) {
		stopWords[w] = true
	}
}

// question answers questions from memory: about everything, about somebody, or by the
// words they share with what is remembered.
func (c *conversation) question() (Answer, bool) {
	s := trimEnd(polite(c.said))
	asks := strings.HasSuffix(strings.TrimSpace(c.said), "?")
	s = strings.TrimSpace(strings.TrimSuffix(s, "?"))
	if tells.MatchString(c.said) || !asks && !wh.MatchString(s) {
		return Answer{}, false
	}
	if allOfIt.MatchString(s) {
		return c.everything(), true
	}
	whom := s
	named := false
	if m := aboutWhom.FindStringSubmatch(s); m != nil {
		whom, named = m[1], true
	}
	if strings.EqualFold(trimEnd(whom), "me") || strings.EqualFold(trimEnd(whom), "myself") {
		return c.everything(), true
	}
	if found := c.recall(whom); len(found) > 0 {
		return Answer{Text: asRemembered(found)}, true
	}
	if named || personal.MatchString(s) {
		return Answer{Text: "I don't know anything about that yet. Tell me, and I can remember it for you."}, true
	}
	return Answer{}, false
}

var personal = regexp.MustCompile(`(?i)^(?:who(?:'s| is| are)|do you (?:know|remember)|what(?:'s| is| are) my|where do i|when is my|which .+ do i|what .+ do i|where does|what team|which team)\b`)

func (c *conversation) everything() Answer {
	if len(c.memories) == 0 {
		return Answer{Text: "I don't remember anything about you yet. Tell me something, like “Alec is my boss by the way”."}
	}
	var b strings.Builder
	b.WriteString("Here is what I remember:\n\n")
	const most = 12
	for i, m := range c.memories {
		if i == most {
			fmt.Fprintf(&b, "- … and %d more\n", len(c.memories)-most)
			break
		}
		b.WriteString("- " + text.Escape(capital(spoken(m.Content))) + "\n")
	}
	b.WriteString("\nYou can see, correct and delete all of it with /memory.")
	return Answer{Text: b.String()}
}

func asRemembered(found []Memory) string {
	if len(found) == 1 {
		return "As far as I remember, " + spoken(found[0].Content) + "."
	}
	var b strings.Builder
	b.WriteString("Here is what I remember about that:\n")
	for _, m := range found {
		b.WriteString("\n- " + text.Escape(capital(spoken(m.Content))))
	}
	return b.String()
}

// recall finds the memories that share the most words with a question.
func (c *conversation) recall(about string) []Memory {
	if strings.HasPrefix(strings.ToLower(about), "what's my name") || regexp.MustCompile(`(?i)\bmy name\b|^who am i`).MatchString(about) {
		for _, m := range c.memories {
			if strings.HasPrefix(m.Content, "User's name is") {
				return []Memory{m}
			}
		}
	}
	best, found := 0, []Memory(nil)
	asked := keywords(about)
	for _, m := range c.memories {
		n := shared(asked, keywords(m.Subject+" "+m.Content))
		if n > best {
			best, found = n, nil
		}
		if n == best && n > 0 {
			found = append(found, m)
		}
	}
	if len(found) > 5 {
		found = found[:5]
	}
	return found
}

// bestMatch returns the line that shares the most words with a text.
func bestMatch(about string, all []Memory) (Memory, bool) {
	asked := keywords(about)
	sort.SliceStable(all, func(i, j int) bool {
		return shared(asked, keywords(all[i].Content)) > shared(asked, keywords(all[j].Content))
	})
	if len(all) == 0 || shared(asked, keywords(all[0].Content)) == 0 && about != all[0].ID {
		return Memory{}, false
	}
	return all[0], true
}

func keywords(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.FieldsFunc(strings.ToLower(s), func(r rune) bool { return !strings.ContainsRune("abcdefghijklmnopqrstuvwxyz0123456789", r) && r < 128 }) {
		if !stopWords[w] {
			for _, k := range text.Words(w) {
				out[strings.TrimSuffix(k, "s")] = true
			}
		}
	}
	return out
}

func shared(a, b map[string]bool) int {
	n := 0
	for w := range a {
		if b[w] {
			n++
		}
	}
	return n
}

// forget hears wishes to forget, which are the person's own to carry out.
func (c *conversation) forget() (Answer, bool) {
	m := forgets.FindStringSubmatch(trimEnd(polite(c.said)))
	if m == nil {
		return Answer{}, false
	}
	if _, open := c.asked(); open || regexp.MustCompile(`(?i)^(?:it|that|this|this one|that one)$`).MatchString(m[1]) {
		return Answer{Text: "All right. Should something you find in /memory go, one tap there deletes it."}, true
	}
	if strings.Contains(strings.ToLower(m[1]), "everything") || strings.EqualFold(m[1], "all") || strings.HasPrefix(strings.ToLower(m[1]), "me") {
		return Answer{Text: "That is yours to do, and it is for good: send /memory forget all. It asks twice."}, true
	}
	found := c.recall(third(m[1]))
	for _, k := range c.memories {
		if k.ID == trimEnd(m[1]) {
			found = []Memory{k}
		}
	}
	if len(found) == 0 {
		return Answer{Text: "I don't remember anything about that. /memory shows everything I keep."}, true
	}
	return Answer{Text: "Forgetting is yours to do, so that it is certain: send /memory delete " + found[0].ID +
		" and “" + text.Escape(found[0].Content) + "” is gone. /memory shows everything with buttons."}, true
}

// pictures answers what is shown, and questions about it: I can tell its size, no more.
func (c *conversation) pictures() (Answer, bool) {
	seen := c.Images()
	if len(seen) == 0 || c.said != "" && !strings.Contains(c.said, "?") {
		return Answer{}, false
	}
	last := seen[len(seen)-1]
	said := fmt.Sprintf("I see a picture, %d by %d pixels. What is in it, a real model would know.", last.Width, last.Height)
	if len(seen) > 1 {
		said = fmt.Sprintf("I see %d pictures, the last one %d by %d pixels. What is in them, a real model would know.", len(seen), last.Width, last.Height)
	}
	return Answer{Text: said}, true
}

// wordless answers messages that hold only somebody else's words, or none in a language
// these rules know.
func (c *conversation) wordless() (Answer, bool) {
	if c.said == "" {
		return Answer{Text: "Thanks for passing that on. It is somebody else's words, so I keep nothing of it unless you ask me to: reply to it with “remember this”."}, true
	}
	letters, latin := 0, 0
	for _, r := range c.said {
		if r > 0x2AF && r != '’' {
			letters++
		} else if r >= 'A' && r <= 'z' {
			latin++
		}
	}
	if letters > 3 && letters > latin {
		return Answer{Text: "I'm only a scripted stand-in and understand a little English. With a real model behind it, Keepsake answers in your language."}, true
	}
	return Answer{}, false
}

var secretWords = regexp.MustCompile(`(?i)\b(?:password|passphrase|passcode|pin|api key|secret key|credit card|card number|token)\b.*(?:\bis\b|:|=|•••)`)

// secret hears what is never kept.
func (c *conversation) secret() (Answer, bool) {
	if strings.Contains(c.said, "•••") || secretWords.MatchString(c.said) && !strings.HasSuffix(c.said, "?") {
		return Answer{Text: "That looks like a secret. I never keep passwords, keys or card numbers, and this one was not stored. A password manager is a safer place for it."}, true
	}
	return Answer{}, false
}

var whoAreYou = regexp.MustCompile(`(?i)\b(?:who|what) are you\b|\bare you (?:a |an )?(?:real|human|person|ai|bot|robot|chatgpt|gpt|claude|gemini|llm|model|language model|machine|sentient|alive|intelligent)|\b(?:which|what) (?:ai |language )?model\b|\bis this (?:a )?(?:real|ai|chatgpt)|\byour name\b|\bwho (?:made|built) you\b`)

// aboutMe says honestly what is answering.
func (c *conversation) aboutMe() (Answer, bool) {
	if !whoAreYou.MatchString(c.said) {
		return Answer{}, false
	}
	return Answer{Text: "I'm Keepsake's scripted stand-in, not a real language model: a few rules that answer in its place, so that you can try everything without a key. " +
		"The bot around me is the real one: what it stores, shows, corrects and forgets is not simulated."}, true
}

// talk is one exchange of pleasantries.
type talk struct {
	heard *regexp.Regexp
	says  string
}

var talks = []talk{
	{regexp.MustCompile(`(?i)\b(?:that's|this is|that is|you're|you are|it's) (?:wrong|not right|not true|not correct|incorrect|outdated|mistaken)\b`),
		"Then tell me how it is, and I correct it, like “Sarah moved to the Design team”. In /memory you can also mend it by hand."},
	{regexp.MustCompile(`(?i)^i (?:really )?(?:need|have|must|should|ought|got) to\b`), "Shall that be a task? Say “remind me to …”, with a time if you like."},
	{regexp.MustCompile(`(?i)^(?:please )?(?:don't|do not) (?:remember|save|store|keep)\b`), "All right, I keep nothing of it."},
	{regexp.MustCompile(`^[^\p{L}\p{N}]+$`), "🙂"},
	{regexp.MustCompile(`(?i)^(?:help|can you remember|what can (?:you|i) (?:do|say|try)|how does (?:this|it) work|what (?:should|do) i (?:do|say|try)|what now|show me|/start)`), tryThese},
	{regexp.MustCompile(`(?i)\b(?:thank you|thanks|thx|cheers|ty|appreciated)\b`), "You're welcome!"},
	{regexp.MustCompile(`(?i)^(?:bye|goodbye|good night|see you|see ya|later|cu|ciao|farewell)\b`), "Goodbye! What you asked me to remember will be here when you come back."},
	{regexp.MustCompile(`(?i)\bhow(?:'s| is| are) (?:it|you|things|life|everything)\b|\bwhat's up\b`), "All is well here, thank you. What is on your mind?"},
	{regexp.MustCompile(`(?i)\b(?:joke|funny)\b`), "I'm a handful of rules, and none of them is funny. I can remember things, though."},
	{regexp.MustCompile(`(?i)^i(?:'m| am|'ve been| feel)\s+(?:so |really |very |a bit |quite |feeling )*(?:tired|exhausted|sick|ill|sad|stressed|down|lonely|anxious|bored|hungry|busy|late|angry|annoyed|worried)\b`), "I'm sorry to hear that. I hope it passes soon."},
	{regexp.MustCompile(`(?i)^i(?:'m| am|'ve been| feel)\s+(?:so |really |very |feeling )*(?:happy|glad|great|good|fine|excited|well|ok|okay|relaxed)\b`), "That's good to hear!"},
	{regexp.MustCompile(`(?i)^(?:nice|great|cool|awesome|perfect|wonderful|good|amazing|wow|excellent|love it|lovely|neat|impressive|haha|lol|👍|❤️|🎉|😀|😂)`), "Glad you like it!"},
	{regexp.MustCompile(`(?i)^(?:ok|okay|alright|fine|i see|got it|understood|sure|right|yes|yeah|yep|yup|hm+)\b`), "Good."},
	{regexp.MustCompile(`(?i)^(?:no|nope|nah|never ?mind)\b`), "All right."},
	{regexp.MustCompile(`(?i)^sorry\b`), "No harm done."},
}

const tryThese = "Here is what you can try:\n\n" +
	"- “Alec is my boss by the way” – I ask before I keep something new\n" +
	"- “Remember that Sarah works on the Platform team” – I keep it at once\n" +
	"- “Sarah moved to the Design team last week” – I correct what I know\n" +
	"- “Create a task to update Alec on the project” – I use what I know\n" +
	"- /memory – see, correct and delete everything"

var (
	greets   = regexp.MustCompile(`(?i)^(?:hi|hello|hey|yo|howdy|greetings|hiya|good (?:morning|afternoon|evening|day))\b`)
	whatTime = regexp.MustCompile(`(?i)\bwhat(?:'s| is) the (?:time|date)\b|\bwhat time is it\b|\bwhat day is (?:it|today)\b`)
)

func (c *conversation) smallTalk() (Answer, bool) {
	if whatTime.MatchString(c.said) {
		return Answer{Text: "It is " + c.clock().Format("Monday, 2 January 2006, 15:04") + " on your clock."}, true
	}
	said := strings.TrimSpace(opening.ReplaceAllString(c.said+" ", ""))
	if rest := greets.ReplaceAllString(trimEnd(said), ""); greets.MatchString(c.said) && len(strings.Fields(rest)) < 2 {
		hello := "Hello"
		for _, m := range c.memories {
			if who, ok := strings.CutPrefix(m.Content, "User's name is "); ok {
				hello += ", " + text.Escape(who)
			}
		}
		return Answer{Text: hello + "! Tell me about the people and things around you, or say “help” for ideas."}, true
	}
	for _, t := range talks {
		if t.heard.MatchString(said) || t.heard.MatchString(c.said) {
			return Answer{Text: t.says}, true
		}
	}
	return Answer{}, false
}

// lost is what is left: it says so, and what it is.
func (c *conversation) lost() Answer {
	if len(c.mine) > 0 && strings.Contains(c.mine[len(c.mine)-1], "scripted stand-in") {
		return Answer{Text: "That is beyond my few rules, too. Say “help” to see what I understand."}
	}
	if !strings.HasSuffix(c.said, "?") && !wh.MatchString(c.said) && !command.MatchString(polite(c.said)) {
		return Answer{Text: "I'm only a scripted stand-in for a language model, and my few rules found nothing to keep in that. If I should, say “remember that …”, or “help” for more."}
	}
	return Answer{Text: "I'm only a scripted stand-in for a language model, and that is beyond my few rules. Say “help” to see what you can try; with a real model behind it, Keepsake talks about anything."}
}

// summary folds messages into a running summary: what the person said, shortened.
func summary(said string) string {
	const most, width = 24, 140
	var out []string
	if before, ok := strings.CutPrefix(said, "Summary so far:"); ok {
		before, _, _ = strings.Cut(before, "Messages to fold in:")
		for _, line := range strings.Split(before, "\n") {
			if strings.TrimSpace(line) != "" {
				out = append(out, strings.TrimSpace(line))
			}
		}
	}
	for _, line := range strings.Split(said, "\n") {
		if words, ok := strings.CutPrefix(line, "User: "); ok && !strings.HasPrefix(words, "[") {
			out = append(out, "- The user said: "+text.Cut(strings.TrimSpace(words), width))
		}
	}
	if len(out) > most {
		out = out[len(out)-most:]
	}
	if len(out) == 0 {
		return "- Nothing of note."
	}
	return strings.Join(out, "\n")
}
