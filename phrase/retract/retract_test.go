package retract

import (
	"strings"
	"testing"
)

// W3: what is said before "|" is taken back by what follows it, up to the next "|"; what stands there stays.
func TestBlank(t *testing.T) {
	for _, s := range []string{
		"My wife is Ann. Just kidding,| I am single", "I live in Graz. That was a lie|", "I live in Graz. Ignore that|", "I live in Graz. Not!|", "I'm a doctor. Well, I play one on TV|", "I am allergic to nuts. Sorry, I meant my son is|",
		"I live in Graz, just kidding|", "I live in Graz lol jk|", "I live in Graz 😂 kidding|", "I live in Graz.\nforget what I said|", "I have a dog. It's a joke!|", "I live in Graz. Never mind.|", "I am rich. I wish!|",
		"Ich bin Arzt. Kleiner Scherz|", "Ich bin Arzt, war nur Spaß|", "Ich wohne in Graz. Das war gelogen.|", "Ich wohne in Graz. Vergiss das.|", "Je suis médecin. Je plaisante|", "J'habite à Lyon. C'était une blague !|", "J'habite à Lyon. Oublie ça.|",
		"Soy médico. Es broma|", "Vivo en Cádiz. Olvida eso.|", "Sono medico. Scherzo!|", "Vivo a Roma. Lascia stare.|", "Sou médico. Brincadeira!|", "Moro no Porto. Esquece isso|", "Ik ben arts. Grapje!|", "Ik woon in Gent. Laat maar.|",
		"Jag är läkare. Skojar bara!|", "Jestem lekarzem. Żartuję|", "Jsem lékař. Dělám si srandu|", "Я врач. Шучу!|", "Я живу в Казани. Забудь|", "Я лікар. Жартую|", "Ben doktorum. Şaka yapıyorum|", "أنا طبيب. أمزح|", "אני רופא. סתם|", "من دکترم. شوخی کردم|",
		"मैं डॉक्टर हूँ। मज़ाक कर रहा हूँ|", "Aku dokter. Bercanda|", "Tôi là bác sĩ. Đùa thôi|", "我是医生。开玩笑的|", "我住在成都，骗你的|", "私は医者です。冗談です|", "札幌に住んでいます。なんちゃって|", "저는 의사예요. 농담이에요|",
	} {
		taken, rest, _ := strings.Cut(s, "|")
		if got := Blank(taken + rest); len(got) != len(taken+rest) || strings.TrimSpace(got) != strings.TrimSpace(rest) {
			t.Errorf("%q: %q", s, got)
		}
	}
	if got := Blank("I have a dog. I live in Graz. That was a lie."); strings.TrimSpace(got) != "I have a dog." {
		t.Errorf("only the sentence before is taken back: %q", got)
	}
	if got := Blank("I have a dog. I live in Graz. That was all a lie."); strings.TrimSpace(got) != "" {
		t.Errorf("all is taken back: %q", got)
	}
}

// What only sounds alike, corrects a value, or has nothing before it takes nothing back.
func TestBlankLeavesTheRest(t *testing.T) {
	for _, s := range []string{
		"Just kidding", "I live in Graz. I like a good joke", "I hate it when people lie. That was hard", "I have two sons. No, three", "Tengo dos hijos. Mentira, tres", "Ich hab zwei Söhne. Quatsch, drei", "У меня два сына. Ой, три",
		"I drink tea. Not coffee.", "I live in Graz. Not Vienna", "I forget names. Ignore that noise", "Ich bin Arzt. Nicht Lehrer.", "My wife is Ann. I was joking with her yesterday", "My job is a joke", "Mein Hobby ist Spaß haben", "no worries. I live in Graz",
		"It starts at 14.30. I wish I could come", "Ich wohne in Graz. Das stimmt.", "My brother jokes a lot. That is true of me", "我不开玩笑。我住在成都", "I live in Graz. That is true.",
	} {
		if got := Blank(s); got != s {
			t.Errorf("%q: %q", s, got)
		}
	}
}
