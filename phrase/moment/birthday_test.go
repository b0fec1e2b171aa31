package moment

import (
	"testing"
	"time"
)

// Issue 14.4: the day of a birthday is understood as it was said, in four languages; what is about another day is none.
func TestFindBirthday(t *testing.T) {
	said := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC)
	for _, c := range []struct {
		text       string
		month, day int // 0 = none
		own        bool
	}{
		{"User's birthday is 24 November", 11, 24, true},
		{"User's birthday is on November 24th, 1990", 11, 24, true},
		{"The user was born on 1990-11-24", 11, 24, true},
		{"User has their birthday on 3 May", 5, 3, true},
		{"User's sister Anna's birthday is May 3", 5, 3, false},
		{"User's sister Anna was born on the 3rd of May 1985", 5, 3, false},
		{"Anna's birthday is today", 11, 23, false},
		{"Anna's birthday is tomorrow", 11, 24, false},
		{"Anna's birthday is 24/11", 11, 24, false},
		{"Anna's birthday is 29 February", 2, 29, false},
		{"Anna's birthday is Sept 5", 9, 5, false},
		{"Der Nutzer hat am 24. November Geburtstag", 11, 24, true},
		{"Der Nutzer wurde am 24.11.1990 geboren", 11, 24, true},
		{"Die Schwester des Nutzers, Anna, hat am 3. Mai Geburtstag", 5, 3, false},
		{"Annas Geburtstag ist morgen", 11, 24, false},
		{"Annas Geburtstag ist der 3. März", 3, 3, false},
		{"День рождения пользователя 24 ноября", 11, 24, true},
		{"Пользователь родился 24 ноября 1990 года", 11, 24, true},
		{"День рождения Анны 3 мая", 5, 3, false},
		{"У Анны завтра день рождения", 11, 24, false},
		{"用户的生日是11月24日", 11, 24, true},
		{"用户1990年11月24日出生", 11, 24, true},
		{"用户的妹妹安娜的生日是5月3日", 5, 3, false},
		{"安娜的生日是明天", 11, 24, false},
		{"安娜的生日是十一月二十四日", 11, 24, false},

		{"User likes birthdays", 0, 0, false},
		{"Anna's birthday party is on 12 May", 0, 0, false},
		{"User bought a present for Anna's birthday on 3 May", 0, 0, false},
		{"Annas Geburtstagsfeier ist am 12. Mai", 0, 0, false},
		{"Anna's birthday is 31 April", 0, 0, false},
		{"Anna's birthday is 3/4", 0, 0, false},
		{"Anna's birthday is 3 May and Ben's is 4 June", 0, 0, false},
		{"User was born in Graz in 1990", 0, 0, false},
		{"The meeting is on 3 May", 0, 0, false},
		{"安娜的生日派对是5月3日", 0, 0, false},
	} {
		b, ok := FindBirthday(c.text, said)
		if ok != (c.month > 0) || int(b.Month) != c.month || b.Day != c.day || b.Own != c.own {
			t.Errorf("%q is read as %v, %v", c.text, b, ok)
		}
	}
	leap := Birthday{Month: time.February, Day: 29}
	for day, want := range map[string]bool{"2027-02-28": true, "2028-02-28": false, "2028-02-29": true, "2027-03-01": false} {
		at, err := time.Parse(time.DateOnly, day)
		if err != nil || leap.IsOn(at) != want {
			t.Errorf("29 February is on %s: %v, %v", day, !want, err)
		}
	}
}
