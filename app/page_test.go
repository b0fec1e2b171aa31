package app_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"keepsake/app/keydesk"
)

// A59: the process serves the page beside the programs' doors, where a public address is set; the operator's link
// opens it once.
func TestPageA59(t *testing.T) {
	w := newWorld(t)
	w.config.Web.Addr, w.config.HTTPAddr, w.config.Access = freeAddr(t), freeAddr(t), "open"
	if _, err := keydesk.PageLink(t.Context(), w.config, "1001", ""); err == nil || !strings.Contains(err.Error(), "KEEPSAKE_WEB_URL") {
		t.Errorf("without a public address: %v", err)
	}
	w.config.Web.URL = "http://" + w.config.Web.Addr
	_, stop := w.start(nil)
	defer stop()
	waitHealthy(t, w.config.HTTPAddr)
	for _, wrong := range [][2]string{{"", ""}, {"ann", ""}, {"1001", "nobody"}} {
		if _, err := keydesk.PageLink(t.Context(), w.config, wrong[0], wrong[1]); err == nil {
			t.Errorf("%v makes a link", wrong)
		}
	}
	link, err := keydesk.PageLink(t.Context(), w.config, "1001", "")
	must(t, err)
	jar, err := cookiejar.New(nil)
	must(t, err)
	client := &http.Client{Jar: jar}
	at, err := url.Parse(link)
	must(t, err)
	res, err := client.PostForm(w.config.Web.URL+"/me/in", url.Values{"code": at.Query()["code"]})
	must(t, err)
	defer res.Body.Close()
	got, err := io.ReadAll(res.Body)
	if err != nil || res.StatusCode != 200 || res.Request.URL.Path != "/me/" || !strings.Contains(string(got), "<h1>Memories</h1>") {
		t.Errorf("%s: %d %s, %v", res.Request.URL, res.StatusCode, got, err)
	}
	ann, bob := w.tg.Person(1001, "Ann"), w.tg.Person(1002, "Bob")
	w.tg.Group(-100500, "Kitchen").Join(ann, bob).Promote(ann).AddBot(ann)
	w.tg.Group(-100600, "Garage").Join(ann, bob).Promote(bob).AddBot(bob)
	// Telegram says who is an admin, who is a member, who is neither.
	for path, want := range map[string]string{"/me/g/-100500": "200 /me/g/-100500", "/me/g/-100600": "200 /me/g/-100600/graph", "/me/g/-100700": "404 /me/g/-100700"} {
		res, err := client.Get(w.config.Web.URL + path)
		must(t, err)
		must(t, res.Body.Close())
		if got := fmt.Sprint(res.StatusCode, " ", res.Request.URL.Path); got != want {
			t.Errorf("the page of %s: %s, want %s", path, got, want)
		}
	}
	if _, metrics := get(t, w.config.HTTPAddr, "/metrics"); !strings.Contains(metrics, `keepsake_api_requests_total{code="3xx",operation="page-use-link"} 1`) {
		t.Error("the visits are not counted")
	}
	if strings.Contains(w.logged(), at.Query().Get("code")) {
		t.Error("the log holds the code")
	}
}
