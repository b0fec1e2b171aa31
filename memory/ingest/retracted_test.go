package ingest_test

import (
	"testing"

	"keepsake/store/storetest"
)

// W3: what the person takes back or corrects in their next message of a reading, after an answer too, is not found; other words correct nothing.
func TestW3WhatTheNextMessageTakesBackIsNotFound(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		said, next, fact string
		stays            bool
	}{
		{"I live in Graz", "no, sorry, Linz", "User lives in Graz", false},
		{"I quit smoking", "just kidding, I still smoke", "User quit smoking", false},
		{"My daughter is called Anna", "scratch that, Hanna!", "User's daughter is called Anna", false},
		{"Ich habe zwei Kinder", "Quatsch, drei", "Der Nutzer hat zwei Kinder", false},
		{"I have two sons", "oops, three", "User has two sons", false},
		{"J'habite à Lyon", "non, pardon, Nice", "L'utilisateur habite à Lyon", false},
		{"Я живу в Казани", "ой, нет, в Самаре", "Пользователь живёт в Казани", false},
		{"Ich wohne in Graz", "Nein, Danke", "Der Nutzer wohnt in Graz", true},
		{"I live in Graz", "no, tell me a joke", "User lives in Graz", true},
		{"I live in Graz", "sorry, Tom", "User lives in Graz", true},
	} {
		w := newWorld(t, storetest.SQLite(t))
		w.model.teach(c.said, c.fact)
		w.says(c.said)
		w.says(c.next)
		w.extracts()
		if got := w.active(); (len(got) == 1) != c.stays {
			t.Errorf("%q, %q: kept %q", c.said, c.next, got)
		}
	}
}
