package relation

import (
	"regexp"
	"strings"

	"keepsake/text"
)

// This file compares at whose place something is: "the tyres are at my brother's" says neither that the brother's tyres are at the speaker's, nor
// whose they are.

var (
	// placedAt finds at whose place something is: its group is whom the words behind the preposition name.
	placedAt = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:(?:over |round )?at (?:the |my |our |his |her |their |user['’]s )*(\pL+)['’]s|with (?:the |my |our |his |her |their |user['’]s )*(\pL+)|bei(?:m)? (?:mein|unser|dein|sein|ihr|de[rms]|)(?:e[rmn]?|em|)\s?(\pL+)` +
		`|chez (?:mon |ma |mes |notre |le |la |l['’]|son |sa )?(\pL+)|(?:en (?:la )?casa de|donde)l? (?:mi |la |el |su )?(\pL+)|(?:dal|dalla|dall['’]|da|a casa di|presso) ?(?:mi[oa] |la |il |l['’]|su[oa] )?(\pL+)|(?:n?a|em) casa d[aoe]s? (?:minha |meu |o |a |sua |seu )?(\pL+)` +
		`|bij (?:mijn |m['’]n |onze |de |het |zijn |haar )?(\pL+)|[уu] (?:мо\pL+ |наш\pL+ |mo\pL+ |nasz\pL+ |swo\pL+ |сво\pL+ )?(\pL+))`)
	// atSpeaker finds that something is at the speaker's, in what they say, and atUser in a claim.
	atSpeaker = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:at (?:mine|ours|home)|(?:at|in|to) my (?:place|house|flat|home|apartment|garage|cellar|office|basement|room)|with (?:me|us)|here|bei (?:mir|uns)|zu ?hause|daheim|hier|in meine[rnm]?|chez (?:moi|nous)|à la maison|avec moi|ici|en (?:mi|nuestra) casa|conmigo|aqu[ií]|da (?:me|noi)|a casa (?:mia|nostra)|con me|qui` +
		`|(?:em|na) minha casa|comigo|cá em casa|bij (?:mij|me|ons)|thuis|у (?:меня|нас)|дома|здесь|со мной|[ув] (?:мене|нас)|вдома|тут|зі мною|u (?:mnie|nas)|w domu|ze mną|tutaj|tu)(?:$|[^\pL])`)
	atUser = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:(?:at|with) (?:the )?user(?:['’]s)?(?: (?:place|house|flat|home|apartment|garage|cellar|basement|office))?\s*(?:$|[,.;]|(?:in|on|and|but|until|for|since|from|now|because|under|behind|at)[^\pL])|bei(?:m| dem| der) (?:nutzer|benutzer|user)(?:in)?(?:$|[^\pL])|chez l['’]utilisat|(?:en (?:la )?casa de|con |donde )l? ?(?:el |la )?usuari` +
		`|(?:dall['’]|a casa dell['’]|con l['’]|presso l['’])utente|(?:n?a casa d|em casa d|com )[oa] (?:usuári|utilizador)|bij (?:de |het )?gebruik|[уu] (?:пользовател|користувач|użytkowni))`)
)

// owned finds whose something is, before and behind the word that names them.
var (
	ownedBefore = regexp.MustCompile(`(?i)(?:^|[^\pL])(?:vo[nm]|des|de[rlm]?|du|della|dell['’]|di|do|van|of)(?: ?(?:la|le|l['’]|el|mi|mon|ma|zijn|haar|sa|son|su|sua|seu|sein\pL*|ihr\pL*|the|user['’]s|his|her|de|het|einem|einer))*\s*$`)
	ownedBehind = regexp.MustCompile(`^['’]s(?: \pL|$)`)
)

// MovesPlace reports whether a claim has something at the person's place that was said to be at somebody else's, or gives it to whom it is with.
func MovesPlace(claim, said string) bool {
	where := namedIn(placedAt, said)
	if len(where) == 0 {
		return false
	}
	if atUser.MatchString(claim) && !atSpeaker.MatchString(said) {
		return true
	}
	still := namedIn(placedAt, claim)
	for _, who := range where {
		if isAmong(still, who) {
			return false
		}
	}
	for _, who := range where {
		if text.Len(who) > 2 && isOwner(claim, who) && !isOwner(placedAt.ReplaceAllString(said, " "), who) {
			return true
		}
	}
	return false
}

// namedIn returns what the groups of an expression find in a text.
func namedIn(re *regexp.Regexp, s string) (names []string) {
	for _, found := range re.FindAllStringSubmatch(s, -1) {
		names = append(names, strings.ToLower(strings.Join(found[1:], "")))
	}
	return names
}

// isAmong reports whether somebody is among names, with another ending perhaps.
func isAmong(names []string, who string) bool {
	for _, n := range names {
		if strings.HasPrefix(n, who) || strings.HasPrefix(who, n) {
			return true
		}
	}
	return false
}

// isOwner reports whether a text says of something that it is somebody's.
func isOwner(s, who string) bool {
	s = strings.ToLower(s)
	for from := 0; ; {
		at := strings.Index(s[from:], who)
		if at < 0 {
			return false
		}
		at += from
		from = at + len(who)
		if ownedBefore.MatchString(s[:at]) || ownedBehind.MatchString(s[from:]) {
			return true
		}
	}
}
