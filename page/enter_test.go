package page_test

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"keepsake/actor"
	"keepsake/command"
	"keepsake/page"
)

// A59: a link lets in once, by its button and not by looking at it; the cookie is for this page only.
func TestPageByLinkA59(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		code, err := w.signins.NewLink(t.Context(), actor.OfPerson(alice), alice, bot)
		must(t, err)
		address, err := url.Parse(page.LinkTo(w.server.URL, code, 0))
		must(t, err)
		b := &browser{world: w, lang: "de-AT,de;q=0.9"}
		for range 3 { // previews look, too
			b.see(address.RequestURI(), "Mein Gedächtnis öffnen", `lang="de"`, code)
		}
		if got := b.ask("GET", "/me/", nil); got.status != 401 || !strings.Contains(got.body, "/web") {
			t.Errorf("nobody is shown %d %s", got.status, got.body)
		}
		got := b.ask("POST", "/me/in", url.Values{"code": {code}})
		c := b.cookie
		if got.status != http.StatusSeeOther || c == nil || !c.HttpOnly || c.SameSite != http.SameSiteStrictMode || c.Path != "/" || c.MaxAge != 12*3600 {
			t.Fatalf("%d %+v", got.status, c)
		}
		b.see("/me/", "Erinnerungen")
		other := &browser{world: w, lang: "en"}
		if got := other.ask("POST", "/me/in", url.Values{"code": {code}}); got.status != 403 || other.cookie != nil {
			t.Errorf("used twice: %d", got.status)
		}
		for name, want := range map[string]string{
			"Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
			"Cache-Control":           "no-store", "Referrer-Policy": "same-origin", "X-Content-Type-Options": "nosniff",
		} {
			if h := b.ask("GET", "/me/", nil).header.Get(name); h != want {
				t.Errorf("%s: %q", name, h)
			}
		}
		w.pass(13 * time.Hour)
		if got := b.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("after 13 hours: %d", got.status)
		}
	})
}

// Forms come from our own pages and carry the token of their cookie.
func TestPageTakesNoForeignForms(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		b, other := w.enter(alice), w.enter(bob)
		others := tokenField.FindStringSubmatch(other.last)[1]
		own := tokenField.FindStringSubmatch(b.last)[1]
		for _, form := range []url.Values{{}, {"token": {""}}, {"token": {others}}, {"token": {own + "x"}}} {
			if got := b.ask("POST", "/me/out", form); got.status != 403 {
				t.Errorf("%v: %d", form, got.status)
			}
		}
		good := url.Values{"token": {own}}
		for _, h := range []string{"Sec-Fetch-Site: cross-site", "Sec-Fetch-Site: same-site", "Sec-Fetch-Site: none", "Origin: https://evil.example", "Origin: null", "Origin: nonsense"} {
			if got := b.ask("POST", "/me/out", good, h); got.status != 403 {
				t.Errorf("%s: %d", h, got.status)
			}
		}
		if got := b.ask("POST", "/me/out", url.Values{"token": {own}, "pad": {strings.Repeat("x", 70_000)}}); got.status != 400 {
			t.Errorf("too much: %d", got.status)
		}
		if got := b.ask("GET", "/me/out", nil); got.status == 200 {
			t.Errorf("a look signs out: %d", got.status)
		}
		b.see("/me/")
		cookie := b.cookie
		if got := b.ask("POST", "/me/out", good, "Origin: "+w.server.URL, "Sec-Fetch-Site: same-origin"); got.status != 200 || b.cookie != nil {
			t.Errorf("signing out: %d", got.status)
		}
		b.cookie = cookie
		if got := b.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("after signing out: %d", got.status)
		}
	})
}

// initData returns what Telegram signs for a Mini App of the bot with this token.
func initData(token string, user int64, at time.Time) string {
	fields := []string{"auth_date=" + strconv.FormatInt(at.Unix(), 10), `user={"id":` + strconv.FormatInt(user, 10) + `,"first_name":"Ann","language_code":"ru"}`}
	slices.Sort(fields)
	mac := func(key []byte, s string) []byte {
		h := hmac.New(sha256.New, key)
		h.Write([]byte(s))
		return h.Sum(nil)
	}
	out := url.Values{"hash": {hex.EncodeToString(mac(mac([]byte("WebAppData"), token), strings.Join(fields, "\n")))}}
	for _, f := range fields {
		k, v, _ := strings.Cut(f, "=")
		out.Set(k, v)
	}
	return out.Encode()
}

// A59: the Mini App lets in whom Telegram signed for this bot, once, and only whom the bot would talk to.
func TestPageByMiniAppA59(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		b := &browser{world: w, lang: "en"}
		b.see("/me/app?bot="+bot, `src="/me/static/app.js"`, `name="bot" value="keepsake"`)
		b.see("/me/static/app.js", "tgWebAppData")
		enter := func(data, bot string, want int) {
			t.Helper()
			b.cookie = nil
			if got := b.ask("POST", "/me/app", url.Values{"data": {data}, "bot": {bot}}); got.status != want || (b.cookie != nil) != (want == http.StatusSeeOther) {
				t.Errorf("%d, want %d", got.status, want)
			}
		}
		good := initData(token, 1001, w.now)
		enter(good, "another", 403)
		enter(initData("1:other", 1001, w.now), bot, 403)
		enter(initData(token, 1001, w.now.Add(-time.Hour)), bot, 403)
		enter(good, bot, http.StatusSeeOther)
		b.see("/me/", "Memories", "</html>")
		enter(good, bot, 403) // replayed
		enter(initData(token, 1001, w.now.Add(time.Second)), "", http.StatusSeeOther)
		w.pass(20 * time.Minute)
		enter(good, bot, 403)
		w.commands.Access = command.AccessOwner
		enter(initData(token, 1002, w.now), bot, 403)
	})
}

// Whoever is not let into the chat any more is not let into the page: at once.
func TestPageEndsWithAccess(t *testing.T) {
	eachDatabase(t, func(t *testing.T, w *world) {
		b := w.enter(alice)
		w.commands.Access = command.AccessOwner
		if got := b.ask("GET", "/me/", nil); got.status != 401 {
			t.Errorf("shown %d", got.status)
		}
	})
}
