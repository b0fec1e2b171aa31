package groundset

import (
	"slices"
	"strings"
	"unicode"

	"keepsake/text"
)

// speakers are what claims call the person, in the languages of the set: the person says "I".
var speakers = strings.Fields(`user users the der die des nutzer nutzers nutzerin benutzer usuario usuaria utilisateur utilisatrice utilizador usuário usuária utente gebruiker
	пользователь пользователя пользователю пользователем користувач користувача użytkownik użytkownika użytkowniczka kullanıcı kullanıcının المستخدم مستخدم
	사용자 사용자의 사용자는 사용자가 their his her they`)

// unspoken takes them out of scripts without spaces, where they are no word of their own.
var unspoken = strings.NewReplacer("用户的", " ", "用户", " ", "ユーザーの", " ", "ユーザーは", " ", "ユーザー", " ")

// stem is how many letters of a word are compared: endings differ where "I" became "the user".
const stem = 4

// KeepsWords reports whether a case's claim is in the person's own words, as the prompt asks a model to write it.
func (c Case) KeepsWords() bool { return IsInWords(c.Write.Content, c.Said()...) }

// IsInWords reports whether a claim is in the words of some texts: each word of it that is longer than three letters, each number and each pair
// of signs of a script without spaces begins like a word of theirs. It knows letters only, and nothing of the rules that the set measures.
func IsInWords(claim string, texts ...string) bool {
	said := text.Terms(strings.Join(texts, " "))
	for _, t := range text.Terms(unspoken.Replace(claim)) {
		if slices.Contains(speakers, t) || text.Len(t) < stem && !isDense(t) && strings.Trim(t, "0123456789") != "" {
			continue
		}
		begins := []rune(t)
		begins = begins[:min(stem, len(begins))]
		if !slices.ContainsFunc(said, func(s string) bool { return strings.HasPrefix(s, string(begins)) }) {
			return false
		}
	}
	return true
}

// IsOwn reports whether words, and those of each message where they are of several (" … "), stand letter by letter in what the person wrote,
// outside of what they quote. (Whether what they wrote in an earlier turn may be kept, since they affirm it now, is the rules' to say.)
func (c Case) IsOwn(words string) bool {
	return !slices.ContainsFunc(strings.Split(words, " … "), func(part string) bool {
		return part == "" || !slices.ContainsFunc(c.Talk, func(u Utterance) bool { return u.By == Person && strings.Contains(u.Text, part) })
	})
}

// IsSaidIn reports whether words hold what a case's claim is made of: the quotations of the statements that say it (match), or the words
// stand within one of them and have most of it; without the mark at their end, which is not kept. That a statement has an article of the claim
// does not make it one that says it. Of an update the claim is what the memory does not say yet: that stays, before the words where they lack it.
func (c Case) IsSaidIn(words string) bool {
	found, before := slices.Clone(c.States), stemsOf(c.Write.Before)
	isNew := func(stem string) bool { return carries(stem) && !slices.Contains(before, stem) }
	claim := c.Write.Content
	if fresh := slices.DeleteFunc(stemsOf(claim), func(t string) bool { return !isNew(t) }); len(before) > 0 && len(fresh) > 0 {
		claim = strings.Join(fresh, " ")
	}
	matchBy(found, claim, carries)
	isHeld := func(s Statement) bool {
		return strings.Contains(words, strings.TrimRight(s.Quote, " .!?…。！？")) || strings.Contains(s.Quote, words) && 3*len(words) >= 2*len(s.Quote)
	}
	isSaying := func(s Statement) bool { return s.Says }
	return slices.ContainsFunc(found, isSaying) && !slices.ContainsFunc(found, func(s Statement) bool { return s.Says && !isHeld(s) })
}

// carries reports whether a stem is more than an article and its like (a pair of kana is particles and endings), or a word for the person.
func carries(stem string) bool {
	return !isKana(stem) && (text.Len(stem) > 3 || isDense(stem) || unicode.IsDigit([]rune(stem)[0])) && !slices.ContainsFunc(speakers, func(s string) bool { return strings.HasPrefix(s, stem) })
}

// isKana reports whether a term has nothing but hiragana.
func isKana(t string) bool {
	return !strings.ContainsFunc(t, func(r rune) bool { return !unicode.In(r, unicode.Hiragana) })
}

// isDense reports whether a term is a pair of signs of a script without spaces.
func isDense(t string) bool { return []rune(t)[0] >= 0x3000 }
