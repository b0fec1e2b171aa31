package scripted

import (
	"regexp"
	"strings"
)

// fact is something worth remembering, as it would be stored.
type fact struct {
	content  string // third person: "Alec is the user's boss"
	category string // person, preference, context, project
	subject  string // "" when none
	now      bool   // it is said to be so now: what was before is over
}

const (
	name = `((?:Dr|Mr|Mrs|Ms|Prof)?\.?\s?\p{Lu}[\p{L}'-]*(?:\s\p{Lu}[\p{L}'-]*){0,2})`
	role = `(boss|manager|supervisor|lead|team lead|teammate|coworker|co-worker|colleague|friend|best friend|partner|wife|husband|spouse|girlfriend|boyfriend|fianc[eé]e?|sister|brother|mother|mom|mum|father|dad|son|daughter|child|uncle|aunt|cousin|niece|nephew|grandmother|grandma|grandfather|grandpa|neighbou?r|flatmate|roommate|landlord|landlady|doctor|dentist|vet|therapist|coach|trainer|teacher|tutor|mentor|mentee|assistant|intern|client|customer|lawyer|accountant|designer|co-founder|cofounder|founder|ceo|cto|contact|product manager|project manager|tech lead|report|direct report|babysitter|nanny|dog|cat|pet|horse|rabbit)`
	with = `(?:\s+(?:at|in|from|for|on|of)\s+.+)?`
)

// matter is one form of statement that holds a fact.
type matter struct {
	expr *regexp.Regexp
	make func(m []string) fact
}

func form(expr string, make func(m []string) fact) matter {
	return matter{regexp.MustCompile(`^` + expr + `$`), make}
}

func person(who, content string) fact {
	who = capital(strings.TrimSpace(who))
	return fact{content: who + " " + content, category: "person", subject: who}
}

func user(category, verb, rest string) fact {
	rest = strings.ReplaceAll(strings.TrimSpace(third(rest)), "the user's", "their")
	return fact{content: strings.TrimRight("User "+verb+" "+rest, " "), category: category}
}

func named(who string) fact {
	return fact{content: "User's name is " + trimEnd(who), category: "context"}
}

// matters are tried in order: the particular before the general.
var matters = []matter{
	// People and what they are to the user.
	form(`(?i:i(?:'m| am)) (\p{Lu}\p{L}+)`, func(m []string) fact {
		if demonym.MatchString(m[1]) {
			return user("context", "is", m[1])
		}
		return named(m[1])
	}),
	form(`(?i:(\p{L}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?) is an? (?:\p{L}+ )?`+role+` of (?:mine|ours))`, func(m []string) fact {
		return person(m[1], "is the user's "+strings.ToLower(m[2]))
	}),
	form(`(?i:(?:my|our) (?:new )?`+role+`,?) `+name+`(?:,)? (?i:(?:is|was|has|likes|loves|works|lives|wants|said|told|and|will|came|comes|called|needs|asked)\b.*)`, func(m []string) fact {
		return person(m[2], "is the user's "+strings.ToLower(m[1]))
	}),
	form(`(?i:my name is|my name's|i am called|i'm called|they call me)\s+(.+)`, func(m []string) fact { return named(m[1]) }),
	form(`(?i:(\p{L}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)?) is (?:now )?(?:my|our) (?:new )?`+role+`(`+with+`))`, func(m []string) fact {
		return person(m[1], "is the user's "+strings.ToLower(m[2])+third(m[3]))
	}),
	form(`(?i:(?:my|our) (?:new )?`+role+`(?:'s name)? is (?:now )?(?:called |named )?)`+name, func(m []string) fact {
		return person(m[2], "is the user's "+strings.ToLower(m[1]))
	}),
	form(`(?i:my (?:new )?`+role+`'s name is|my (?:new )?`+role+` is called) (\p{L}+)`, func(m []string) fact {
		return person(m[3], "is the user's "+strings.ToLower(m[1]+m[2]))
	}),
	form(`(?i:i have an? (?:new )?`+role+` (?:called|named)) (\p{L}+)`, func(m []string) fact {
		return person(m[2], "is the user's "+strings.ToLower(m[1]))
	}),
	form(name+` (?i:is (?:now )?(?:my|our)) (.+)`, func(m []string) fact { return person(m[1], "is the user's "+third(m[2])) }),
	form(`(?i:i(?:'m| am)? (?:currently )?(?:work|working|collaborate|collaborating) (?:together )?with) `+name+`(?i: on .+)?`, func(m []string) fact {
		return person(m[1], "is a project collaborator")
	}),
	form(name+` (?i:and i (?:work together|are working together|are working|work))(?: .+)?`, func(m []string) fact {
		return person(m[1], "is a project collaborator")
	}),
	// People at work and where they live.
	form(name+` (?i:(?:has |have )?(?:just )?(?:moved|switched|transferred|changed|went|joined|is moving|was moved)(?: over)?(?: to)?(?: the)?) (.+?) (?i:team)`, team),
	form(name+` (?i:(?:is|works|is working) (?:now )?(?:on|in|with) the) (.+?) (?i:team)`, team),
	form(name+` (?i:(?:has )?(?:just )?(?:transferred to|switched to|is on|moved over to)(?: the)?) (\p{Lu}[\p{L} ]*)`, team),
	form(name+` (?i:(?:has been|was|got|is) promoted to|(?:has )?bec[oa]me) (.+)`, func(m []string) fact { return person(m[1], "is "+third(m[2])) }),
	form(name+` (?i:(?:works|is working)) ((?:on|at|for|in|as|with) .+)`, func(m []string) fact { return person(m[1], "works "+third(m[2])) }),
	form(name+` (?i:(?:has )?(?:just )?(?:joined)) (.+)`, func(m []string) fact { return person(m[1], "works at "+m[2]) }),
	form(name+` (?i:(?:has )?(?:just )?(?:moved to|lives in|is living in|lives at)) (.+)`, func(m []string) fact { return person(m[1], "lives in "+m[2]) }),
	form(name+`(?i:'s) (birthday|phone number|number|email|address|job|wife|husband|partner|daughter|son|dog|cat) (?i:is) (.+)`, func(m []string) fact {
		f := fact{content: m[1] + "'s " + m[2] + " is " + third(m[3]), category: "person", subject: m[1]}
		return f
	}),
	form(name+` (?i:(likes|loves|prefers|hates|dislikes|enjoys|speaks|manages|leads|runs|owns|plays|studies|drinks|eats|has|reports to|is allergic to|is married to|is responsible for|is in charge of)) (.+)`, func(m []string) fact {
		return person(m[1], strings.ToLower(m[2])+" "+third(m[3]))
	}),
	form(name+` (?i:is) ((?:the|an?) .+|vegetarian|vegan)`, func(m []string) fact { return person(m[1], "is "+third(m[2])) }),
	// The user's ways.
	form(`(?i:my (favou?rite .+?) (is|are)) (.+)`, func(m []string) fact {
		return fact{content: "User's " + strings.ToLower(m[1]) + " " + m[2] + " " + third(m[3]), category: "preference"}
	}),
	form(`(?i:i(?:'d| would)? (?:really |much |strongly )?(prefer|like|love|hate|dislike|enjoy|adore|detest)) (.+)`, func(m []string) fact {
		return user("preference", conjugate(strings.ToLower(m[1])), m[2])
	}),
	form(`(?i:i (?:really )?(don't like|do not like|can't stand|don't eat|do not eat|don't drink|do not drink|can't eat|cannot eat|don't want|hate)) (.+)`, func(m []string) fact {
		v := strings.NewReplacer("don't", "doesn't", "do not", "doesn't").Replace(strings.ToLower(m[1]))
		return user("preference", v, m[2])
	}),
	form(`(?i:i (always|usually|never|often|only|mostly|normally) (\p{L}+))(.*)`, func(m []string) fact {
		return user("preference", strings.ToLower(m[1])+" "+conjugate(strings.ToLower(m[2])), m[3])
	}),
	form(`(?i:i(?:'m| am)) (?i:(?:a |an )?(vegetarian|vegan|pescatarian|teetotal|lactose intolerant|gluten[- ]free|diabetic|left-handed|colou?r-?blind|an early bird|a night owl))`, func(m []string) fact {
		return user("preference", "is", strings.ToLower(m[1]))
	}),
	form(`(?i:i(?:'m| am) allergic to) (.+)`, func(m []string) fact { return user("preference", "is allergic to", m[1]) }),
	form(`(?i:i (use|drink|eat|take|wear|read|watch|avoid)) (.+)`, func(m []string) fact {
		return user("preference", conjugate(strings.ToLower(m[1])), m[2])
	}),
	// The user's life and work.
	form(`(?i:i(?:'ve| have)? (?:just |recently )?(?:got|started|found|took) a (?:new )?job (at|as|with)) (.+)`, func(m []string) fact {
		return user("context", "works "+strings.ToLower(m[1]), m[2])
	}),
	form(`(?i:i(?:'m| am) (?:working|currently working) on (?:a|our|my) (?:new )?(project|app|startup|website) (?:called|named)) (.+)`, func(m []string) fact {
		return fact{content: "The user's " + strings.ToLower(m[1]) + " is called " + m[2], category: "project", subject: m[2]}
	}),
	form(`(?i:i(?:'m| am) learning) (.+)`, func(m []string) fact { return user("context", "is learning", m[1]) }),
	form(`(?i:i(?:'m| am)) (\d{1,3})(?i: years old)?`, func(m []string) fact { return user("context", "is", m[1]+" years old") }),
	form(`(?i:i (work|live|study|teach|volunteer)) ((?:at|for|as|in|on|from|with|near) .+)`, func(m []string) fact {
		return user("context", conjugate(strings.ToLower(m[1])), m[2])
	}),
	form(`(?i:i(?:'m| am) (working|living|studying|teaching)) ((?:at|for|as|in|near) .+)`, func(m []string) fact {
		v := map[string]string{"working": "works", "living": "lives", "studying": "studies", "teaching": "teaches"}
		return user("context", v[strings.ToLower(m[1])], m[2])
	}),
	form(`(?i:i(?:'ve| have)? (?:just )?moved to) (.+)`, func(m []string) fact { return user("context", "lives in", m[1]) }),
	form(`(?i:i(?:'m| am) (?:from|based in|originally from)) (.+)`, func(m []string) fact { return user("context", "is from", m[1]) }),
	form(`(?i:i (?:just |recently )?started (?:working )?at) (.+)`, func(m []string) fact { return user("context", "works at", m[1]) }),
	form(`(?i:i (speak|play|study|run|own|drive|manage|lead|teach)) (.+)`, func(m []string) fact {
		return user("context", conjugate(strings.ToLower(m[1])), m[2])
	}),
	form(`(?i:i(?:'m| am)) ((?:an?|the) .+)`, func(m []string) fact { return user("context", "is", m[1]) }),
	form(`(?i:i have) ((?:an?|one|two|three|four|five|six|no|\d+) .+)`, func(m []string) fact { return user("context", "has", m[1]) }),
	form(`(?i:(?:my|our) (project|team|company|app|startup)(?:'s name)? (?:is (?:called|named)|is)) `+name, func(m []string) fact {
		return fact{content: "The user's " + strings.ToLower(m[1]) + " is called " + m[2], category: "project", subject: m[2]}
	}),
	form(`(?i:(?:my|our) (project|team|company|app|startup|code|website|service) (uses|runs on|is written in|is built with|is built in|is about|needs|is due)) (.+)`, func(m []string) fact {
		return fact{content: "The user's " + strings.ToLower(m[1]) + " " + strings.ToLower(m[2]) + " " + third(m[3]), category: "project"}
	}),
	form(`(?i:we(?:'re| are)? (?:use|using)) (.+?)(?i: (?:at work|in (?:my|our|the) project|for (?:my|our|the) project))`, func(m []string) fact {
		return fact{content: "The user's team uses " + m[1], category: "project"}
	}),
	form(`(?i:my (birthday|anniversary|hometown|address|job|native language|mother tongue|time ?zone|shoe size|office|star sign|working hours|desk|car|bike|phone number|email) (is|are)) (.+)`, func(m []string) fact {
		return fact{content: "User's " + strings.ToLower(m[1]) + " " + strings.ToLower(m[2]) + " " + third(m[3]), category: "context"}
	}),
}

func team(m []string) fact {
	t := strings.TrimSpace(regexp.MustCompile(`(?i)^(?:the|our) `).ReplaceAllString(m[2], ""))
	return person(m[1], "works on the "+t+" team")
}

var (
	notNames  = regexp.MustCompile(`(?i)^(?:i|he|she|it|we|they|you|this|that|there|here|who|what|which|where|when|why|how|today|tomorrow|yesterday|everything|nothing|something|someone|nobody|my|our|your|his|her|their|the|a|an|yes|no|not|if|maybe|work|lunch|dinner|life|one|all|some|both|monday|tuesday|wednesday|thursday|friday|saturday|sunday|keepsake|english|german|dinner|is|are)\b`)
	demonym   = regexp.MustCompile(`(?i)^(?:\p{L}{3,}(?:ish|ese|ian)|\p{L}{4,}an|french|dutch|czech|greek|thai|jewish|muslim|buddhist|catholic|back|home|here|done|sorry|sure|ready|fine|ok)$`)
	unsure    = regexp.MustCompile(`(?i)^(?:if|maybe|perhaps|imagine|suppose|what if|when|once|unless|let's|should|would|could|can|do|does|did|is|are|was|were|will)\b`)
	transient = regexp.MustCompile(`(?i)^(?:user (?:is|has) (?:an?|the|one|two|no) (?:bit|little|few|lot|question|problem|issue|meeting|call|idea|headache|cold|fever|moment|minute|second|appointment|exam|test|deadline|plan|feeling|suggestion|request|favou?r|quick|bad day|good day|long day|busy|tired|mess|idiot|hurry|rush|train|bus|way|clue|time)\b.*|user (?:likes|loves|hates|prefers|enjoys|would) (?:it|this|that|you|the assistant|to (?:know|see|ask|hear|create|add|have|book|order|talk|go|do|meet|thank|start|try)|the idea|how|what|a|an|your|the assistant's)\b.*)$`)
	nowish    = regexp.MustCompile(`(?i)\b(?:now|these days|actually|correction|no longer|any ?more)\b`)
)

// findFact returns the first fact that a message states.
func findFact(said string) (fact, bool) {
	for _, s := range sentences(said) {
		if strings.HasSuffix(s, "?") && !tells.MatchString(s) {
			continue
		}
		s = strings.TrimSuffix(s, "?")
		for _, part := range append(clauses(s), s) {
			if f, ok := oneFact(part); ok {
				return f, true
			}
		}
	}
	return fact{}, false
}

// tells is a question that is none.
var tells = regexp.MustCompile(`(?i)^(?:hey,? |hi,? )?(?:did i tell you|did you know|have i told you|guess what)\b`)

func oneFact(s string) (fact, bool) {
	now := nowish.MatchString(s)
	s = plainStatement(s)
	if s == "" || len(s) > 300 || unsure.MatchString(s) {
		return fact{}, false
	}
	for _, m := range matters {
		g := m.expr.FindStringSubmatch(s)
		if g == nil {
			continue
		}
		f := m.make(g)
		f.content, f.now = strings.Join(strings.Fields(trimEnd(f.content)), " "), now
		if f.subject != "" && notNames.MatchString(f.subject) || transient.MatchString(f.content) {
			continue
		}
		return f, true
	}
	return fact{}, false
}

var command = regexp.MustCompile(`(?i)^(?:please )?(?:always |never |don't |do not )?(?:answer|reply|respond|write|speak|talk|use|call|address|be|keep|give|send|show|tell|explain|format|start|end|avoid|include|add|put|make|set|schedule|plan|treat|ask|stop|skip|remind|greet|translate|list|summari[sz]e)\b`)

// requested returns the fact of "remember that …"; ok is false when it says nothing.
func requested(s string) (fact, bool) {
	s = strings.TrimSuffix(trimEnd(s), "?")
	if len(strings.Fields(s)) < 2 {
		return fact{}, false
	}
	if f, ok := oneFact(s); ok {
		return f, true
	}
	if command.MatchString(s) {
		return wish(s), true
	}
	content := capital(third(s))
	if m := regexp.MustCompile(`(?i)^i ((?:` + adverbs + `)*)(\p{L}+)(.*)$`).FindStringSubmatch(s); m != nil {
		content = "User " + strings.ToLower(m[1]) + conjugate(strings.ToLower(m[2])) + third(m[3])
	}
	content = regexp.MustCompile(`^The user (is|has|was|will|would|doesn't)\b`).ReplaceAllString(content, "User $1")
	f := fact{content: content, category: "context"}
	if m := regexp.MustCompile(`^` + name + `\s`).FindStringSubmatch(s); m != nil && !notNames.MatchString(m[1]) {
		f.category, f.subject = "person", m[1]
	}
	return f, true
}

// wish is a way in which the person wants things done.
func wish(s string) fact {
	s = trimEnd(s)
	if m := callMe.FindStringSubmatch(s); m != nil {
		return named(m[1])
	}
	if f, ok := oneFact(s); ok {
		return f
	}
	if m := regexp.MustCompile(`(?i)^i (?:want|need|expect) (.+)$`).FindStringSubmatch(s); m != nil {
		return user("preference", "wants", m[1])
	}
	if command.MatchString(s) {
		s = regexp.MustCompile(`(?i)^please `).ReplaceAllString(s, "")
		if rest, ok := strings.CutPrefix(strings.ToLower(s), "don't "); ok {
			return fact{content: "User wants the assistant not to " + third(rest), category: "preference"}
		}
		return fact{content: "User wants the assistant to " + small(third(s)), category: "preference"}
	}
	return fact{content: "User wants that " + small(third(s)), category: "preference"}
}

// slots are the matters of which one thing can be true at a time.
var slots = []*regexp.Regexp{
	regexp.MustCompile(`(?i)^(.+? works on) the .+ team$`),
	regexp.MustCompile(`(?i)^(.+? works (?:at|for|as)) .+$`),
	regexp.MustCompile(`(?i)^(.+? lives) in .+$`),
	regexp.MustCompile(`(?i)^(user's (?:favou?rite .+?|name|birthday|address|job|time ?zone|office|working hours|shoe size)) (?:is|are) .+$`),
	regexp.MustCompile(`(?i)^(.+?'s (?:birthday|phone number|number|email|address|job)) is .+$`),
	regexp.MustCompile(`(?i)^(the user's (?:project|team|company|app) (?:is called|is written in|is due)) .+$`),
	regexp.MustCompile(`(?i)^(user prefers) \S+( .+)$`),
}

// slotOf names the matter of a memory, "" when it has none.
func slotOf(content string) string {
	for _, s := range slots {
		if m := s.FindStringSubmatch(trimEnd(content)); m != nil {
			return strings.ToLower(strings.Join(m[1:], ""))
		}
	}
	return ""
}
