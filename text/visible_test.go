package text_test

import (
	"strings"
	"testing"

	"keepsake/text"
)

// W20: what looks like something else on a card that is to be confirmed is written out.
func TestW20LookalikesAreVisible(t *testing.T) {
	for in, want := range map[string]string{
		// Letters of another script in a word.
		"pаypаl":           "pа⟨U+0430⟩ypа⟨U+0430⟩l",
		"Аlec is mean":     "А⟨U+0410⟩lec is mean",
		"аррle":            "аррl⟨U+006C⟩e⟨U+0065⟩",
		"GΟΟGLE":           "GΟ⟨U+039F⟩Ο⟨U+039F⟩GLE",
		"mօney":            "mօ⟨U+0585⟩ney",
		"Москвa":           "Москвa⟨U+0061⟩",
		"cобака":           "c⟨U+0063⟩обака",
		"ᎪLEC":             "Ꭺ⟨U+13AA⟩LEC",
		"p\u200Bаypal":     "p⟨U+200B⟩а⟨U+0430⟩ypal",
		"Bob's naïvе plan": "Bob's naïvе⟨U+0435⟩ plan",
		// Spaces.
		"User\u00A0lives": "User⟨U+00A0⟩lives",
		"a\u2009b\u2003c": "a⟨U+2009⟩b⟨U+2003⟩c",
		"x\u202Fy":        "x⟨U+202F⟩y",
		// Marks on marks.
		"e\u0301\u0302\u0303":                    "e\u0301\u0302⟨U+0303⟩",
		"z\u0336" + strings.Repeat("\u0300", 20): "z\u0336\u0300⟨U+0300⟩⟨U+0300⟩⟨U+0300⟩⟨+16⟩",
		"5\u0338 euros":                          "5⟨U+0338⟩ euros",
		" \u0301x":                               " ⟨U+0301⟩x",
		"\u0301x":                                "⟨U+0301⟩x",
		"ก" + strings.Repeat("\u0E49", 6):        "ก" + strings.Repeat("\u0E49", 4) + "⟨U+0E49⟩⟨U+0E49⟩",
		"1\u20E3\u20E3":                          "1\u20E3⟨U+20E3⟩",
	} {
		if got := text.Visible(in); got != want {
			t.Errorf("Visible(%q)\n got %q\nwant %q", in, got, want)
		}
	}
}

// W20: what people write every day stays as it is.
func TestW20PlainWritingIsNotMarked(t *testing.T) {
	for _, s := range []string{
		"User lives in Rome", "Пользователь живёт в Москве", "Ο χρήστης μένει στην Αθήνα", "Հայաստան", "ᏣᎳᎩ ᎦᏬᏂᎯᏍᏗ",
		"У Сары есть iPhone 15 и SMSка от Bob", "iOSовский календарь, IT-шник, Wi-Fi", "СССР, США, А4, Х5", "рау и сор", // whole words, whatever they look like
		"Α-Ω, α-tocopherol, 5 μm, 10 µg, π ≈ 3.14, Δt, ΔT", "Tiếng Việt ế ộ", "Tie\u0302\u0301ng Vie\u0323\u0302t",
		"10\u00A0km, 1\u202F000\u00A0€", "Ça va\u00A0? Oui\u202F! «\u00A0Bien\u00A0»", "שָׁלוֹם", "بِسْمِ ٱللَّٰهِ", "ภาษาไทยที่นี่ น้ำ ปู่ย่า", "हिन्दी में", "한국어 ABC", "日本語とEnglish", "老板是Alec",
		"1️⃣ 👍🏽 👨‍👩‍👧 🏳️‍🌈 ❤️", "naïve café Ångström", "Łódź Ørsted Straße ıİ", "C:\\dir x_y, e-mail: a@b.example", "n°5, №7, ½, ™",
		"Київ і Одеса, їжак, ґанок", "Беларусь, ў", "Ћирилица и латиница", "Қазақстан, Ұлы",
	} {
		if got := text.Visible(s); got != s {
			t.Errorf("Visible(%q) = %q", s, got)
		}
	}
}

func TestW20HostsAreOneWord(t *testing.T) {
	for in, want := range map[string]string{
		"a.example": "a.example", "пример.рф": "пример.рф", "пример.com": "пример.com",
		"рау.com": "р⟨U+0440⟩а⟨U+0430⟩у⟨U+0443⟩.com", "рaypal-login.com": "р⟨U+0440⟩aypal-login.com",
	} {
		if got := text.VisibleHost(in); got != want {
			t.Errorf("VisibleHost(%q) = %q, want %q", in, got, want)
		}
	}
}
