package locks_test

import (
	"strings"
	"testing"

	"keepsake/secret/lexicon"
	"keepsake/secret/locks"
	"keepsake/secret/looks"
	"keepsake/secret/mention"
	"keepsake/secret/plain"
)

var words = lexicon.Load()

// A number just after a locked thing is found, and one that counts, dates or prices something is not.
func TestAfter(t *testing.T) {
	for text, want := range map[string]string{
		"garage| 4711":                      "4711",
		"garage|: 4711":                     "4711",
		"the garage|, 90210":                "90210",
		"the garage|? 4711":                 "4711",
		"the locker| at the gym 2384":       "2384",
		"Tom's locker| is 2384, by the way": "2384",
		"the gate| → 4711#":                 "4711",
		"the garage| wants 0829":            "0829",
		"das Handy| hat die 121546":         "121546",
		"保险柜|是4711":                         "4711",
		"χρηματοκιβώτιο| ξενοδοχείου: 4711":  "4711",
		"the garage|: first 4711, then hash": "4711",
		"the safe| 12-34-56":                 "12-34-56",
		"garage|: +49 151 2345678":           "",
		"garage| 2019":                       "",
		"garage|: 2019":                      "2019",
		"gate| 12":                           "",
		"garage| 4711 euros":                 "",
		"the garage| cost 4711":              "",
		"the garage| was built for 47110":    "",
		"the alarm|: 0630":                   "",
		"the alarm|: 904919":                 "904919",
		"garage|, 47-11":                     "",
		"garage|":                            "",
		"garage| is one of the best ones that Tom has ever seen 4711": "",
	} {
		before, after, _ := strings.Cut(text, "|")
		view := plain.Of(before + after)
		got := ""
		if from, to, ok := locks.FindAfter(view, words, len(plain.Low(before))); ok {
			got = view.Low[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// What a verb turns or sets a lock to, what its wheels show, and numbers that say something else of it.
func TestTurned(t *testing.T) {
	for text, want := range map[string]string{
		"safe behind the painting, spin to 582":        "582",
		"tresor hinter dem bild, dreh auf 582":         "582",
		"保险柜在画后面,转到582":                                "582",
		"the locker at the pool i set 4790":            "4790",
		"il lucchetto della valigia ha 937":            "937",
		"the suitcase lock is set to 0 6 2":            "0 6 2",
		"the safe weighs 582 kilos":                    "",
		"i put the safe there in 2019":                 "",
		"turn left at the gate, room 582 is the first": "",
	} {
		view := plain.Of(text)
		got := ""
		for _, n := range mention.All(view, words, words.Index.Find(view.Low)) {
			for _, find := range []func(*mention.Noun) (int, int, bool){locks.FindTurned, locks.Wheels} {
				if from, to, ok := find(n); ok {
					got = view.Low[from:to]
				}
			}
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// A number that is given on the way to something else, beside a key that lies somewhere, and what counts, costs or dates.
func TestBeside(t *testing.T) {
	for text, want := range map[string]string{
		"dads phone unlocks 9900 see who called":                "9900",
		"телефон деда разблокируется 9900 глянь кто звонил":     "9900",
		"code du coffre 8965 les papiers sont en bas":           "8965",
		"papas handysperre 7562 schick das foto":                "7562",
		"alarm is going off, was it 4471 and then enter??":      "4471",
		"key is in the box on the left, code 6108":              "6108",
		"office alarm 2684 you've got 20 seconds from the door": "2684",
		"האזעקה במשרד זה 2684 יש לך עשרים שניות":                "2684",
		"alarm model 2684 beeps for 20 seconds":                 "",
		"the phone unlocks 2500 coins in that game":             "",
		"the gate unlocks 0615":                                 "",
		"padlock 7719 was the model in the catalogue":           "",
		"alarm went at 0715 then off to work":                   "",
		"de sleutel ligt in het kastje, postcode 6108":          "",
		"key is in the box, order code 6108":                    "",
		"el candado de la bici 4999 pesos en la tienda grande":  "",
	} {
		view, got := plain.Of(text), ""
		for _, n := range mention.All(view, words, words.Index.Find(view.Low)) {
			for _, find := range []func(*mention.Noun) (int, int, bool){locks.FindBeside, locks.WithKey} {
				if n.Entry.Classes&lexicon.Locked == 0 && n.Entry.Classes&lexicon.BareCode == 0 {
					continue
				}
				if from, to, ok := find(n); ok {
					got = view.Low[from:to]
				}
			}
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// checkNumber asks for the one of the numbers of a text that find chooses.
func checkNumber(t *testing.T, find func(plain.Text, *lexicon.Words, [][]int) (int, int, bool), text, want string) {
	t.Helper()
	view := plain.Of(text)
	from, to, ok := find(view, words, looks.NumberShape().FindAllStringIndex(view.Low, -1))
	check(t, text, want, view, from, to, ok)
}

// A number that is pressed together with a key, and other numbers that are pressed.
func TestPressed(t *testing.T) {
	for text, want := range map[string]string{
		"press 4471 and the star":            "4471",
		"нажми 4471 и звёздочку":             "4471",
		"4471 yıldız bas açılır":             "4471",
		"press release 4471 got a star":      "",
		"press 4471 copies and the star one": "",
	} {
		checkNumber(t, locks.Pressed, text, want)
	}
}

// A number with which somebody comes in, and what else people come in with.
func TestEntering(t *testing.T) {
	for text, want := range map[string]string{
		"she waters the plants, gets in with 4471": "4471",
		"la vecina entra con 4471":                 "4471",
		"komşu 4471 ile giriyor":                   "4471",
		"entra con 4471 votos":                     "",
		"he comes in with 2500":                    "",
		"neighbour number 4471 gets in with her":   "",
	} {
		checkNumber(t, locks.Entering, text, want)
	}
}

// A number behind the box in which a key lies and where the box is, and what a meter shows there.
func TestInBox(t *testing.T) {
	for text, want := range map[string]string{
		"key is in the key box by the meter 4475 please water the plants":            "4475",
		"la clé est dans la boîte à code à côté du compteur 4475 arrose les plantes": "4475",
		"the key is in the box with a code beside house 4475":                        "",
		"key is in the box by the meter 4475":                                        "",
		"key is in the key box by the meter, reading 4475":                           "",
		"the box by the meter with the code 4475":                                    "",
	} {
		checkNumber(t, locks.InBox, text, want)
	}
}

// A number that silences an alarm, and one that an alarm is not typed with.
func TestUpstairsOrAlarm(t *testing.T) {
	for text, want := range map[string]string{
		"jak wejdziecie alarm piszczy wpiszcie 4821 szybko i cisza": "4821",
		"al entrar la alarma pita, marcad 4821 rápido":              "4821",
		"the alarm beeps, wait 4821 seconds":                        "",
	} {
		checkNumber(t, locks.Upstairs, text, want)
	}
}

// The numbers of a card for a telephone, and what else is said of one.
func TestSIM(t *testing.T) {
	for text, want := range map[string]string{
		"new sim pin 2571, where does it go":     "2571",
		"pin of the new sim 1931 keep it":        "1931",
		"pin новой симки 7719 запиши":            "7719",
		"sim nuova, il puk è 90317425":           "90317425",
		"the sim costs 1990 and has no pin":      "",
		"my sim pin has 4 digits, not 2500 bits": "",
		"pin 2571 of the chip":                   "",
	} {
		checkNumber(t, locks.SIM, text, want)
	}
}

// What is typed on the keypad of a house and what the box of a key "is", and prices of both.
func TestKeypad(t *testing.T) {
	for text, want := range map[string]string{
		"rozvoz: lipová 8, na klávesnici 0738 a druhé patro":    "0738",
		"オートロック4250 3階":                                         "4250",
		"the key box under the bell is 1948, check in at 16:25": "1948",
		"na klávesnici 1500 korun dolů":                         "",
		"the keypad costs 4821":                                 "",
		"the key box under the bell is 1948 years old":          "",
	} {
		checkNumber(t, locks.Keypad, text, want)
	}
}

// check compares what was found in a text with what is to be found; "" = nothing.
func check(t *testing.T, text, want string, view plain.Text, from, to int, ok bool) {
	t.Helper()
	got := ""
	if ok {
		got = view.Low[from:to]
	}
	if got != want {
		t.Errorf("%q: found %q, want %q", text, got, want)
	}
}

// How a dial is turned, left and right in turn, and ways and exercises that go left and right as well.
func TestDirections(t *testing.T) {
	for text, want := range map[string]string{
		"the safe is 12 left 34 right 7 left":                                        "12 left 34 right 7",
		"safe: 3 turns left to 62, 2 turns right to 15, left to 88":                  "62, 2 turns right to 15, left to 88",
		"Spind: rechts 22, links 8, rechts 30":                                       "22, links 8, rechts 30",
		"gym lock R12 L30 R4":                                                        "12 L30 R4",
		"保险柜左转12右转34左转7":                                                             "12右转34左转7",
		"the safe is in the hall, 12 m left, 34 m right, 7 m left":                   "",
		"the safe: 12 left, 34 left, 7 left":                                         "",
		"12 left, 34 right, 7 left":                                                  "",
		"the safe needs a clean. turn left at 12, right at 34 and then left after 7": "",
	} {
		even := plain.Of(text)
		got := ""
		if from, to, ok := locks.Directions(even, words, looks.NumberShape().FindAllStringIndex(even.Low, -1)); ok {
			got = even.Plain[from:to]
		}
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}

// Codes of entryphones with a letter or a sign in them, and flats, models and voltages beside one.
func TestLettered(t *testing.T) {
	for text, want := range map[string]string{
		"interfon 4711C":                 "4711C",
		"cod interfon 12#34":             "12#34",
		"le digicode c'est 12A45, merci": "12A45",
		"домофон 12К4567":                "12К4567",
		"interphone modèle A4582":        "",
		"intercom 12B":                   "",
		"digicode 4582":                  "",
		"parking 45B12":                  "",
	} {
		even := plain.Of(text)
		got := ""
		locks.Lettered(even, words, func(from, to int) { got += even.Plain[from:to] })
		if got != want {
			t.Errorf("%q: found %q, want %q", text, got, want)
		}
	}
}
