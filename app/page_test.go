package app_test

import (
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
	if _, metrics := get(t, w.config.HTTPAddr, "/metrics"); !strings.Contains(metrics, `keepsake_api_requests_total{code="3xx",operation="page-use-link"} 1`) {
		t.Error("the visits are not counted")
	}
	if strings.Contains(w.logged(), at.Query().Get("code")) {
		t.Error("the log holds the code")
	}
}
