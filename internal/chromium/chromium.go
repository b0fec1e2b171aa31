//go:build web

package chromium

import (
	"context"
	"os"
	"os/exec"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Open starts one Chromium for a test and returns its tab.
func Open(t *testing.T) context.Context {
	t.Helper()
	path := os.Getenv("CHROMIUM")
	for _, name := range []string{"chromium", "chromium-browser", "google-chrome"} {
		if p, err := exec.LookPath(name); path == "" && err == nil {
			path = p
		}
	}
	if path == "" {
		t.Fatal("no Chromium: `make web` fetches Debian's; or name one in CHROMIUM")
	}
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path), chromedp.NoSandbox, chromedp.DisableGPU, chromedp.UserDataDir(t.TempDir()))
	ctx, cancel := context.WithTimeout(context.Background(), 8*time.Minute)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewExecAllocator(ctx, options...)
	t.Cleanup(cancel)
	ctx, cancel = chromedp.NewContext(ctx)
	t.Cleanup(cancel)
	return ctx
}

// Look makes the tab so wide, and its person prefer a colour scheme, "light" or "dark".
func Look(t *testing.T, tab context.Context, width int64, scheme string) {
	t.Helper()
	err := chromedp.Do(tab, chromedp.EmulateViewport(width, 800), chromedp.Func(func(ctx context.Context, _ *chromedp.Target) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-color-scheme", Value: scheme}}})
		return err
	}))
	if err != nil {
		t.Fatal(err)
	}
}

// Check opens an address and returns what Problems and axe (see Axe) find there; "" = nothing.
func Check(t *testing.T, tab context.Context, axe func(tab context.Context) string, url string) string {
	t.Helper()
	if err := chromedp.Do(tab, chromedp.Navigate(url), chromedp.WaitVisible(chromedp.CSS("h1"))); err != nil {
		t.Fatal(err)
	}
	found, err := chromedp.Run(tab, chromedp.Evaluate[string](Problems))
	if err != nil {
		t.Fatal(err)
	}
	return found + axe(tab)
}

// Problems is a script that lists what would keep somebody from using a page: it is wider than the screen, a field has no label, a
// target of a finger is too small, headings leave a step out, a text has too little contrast.
const Problems = `(() => {
	const out = [];
	if (document.documentElement.scrollWidth > innerWidth) out.push("wider than the screen: " + document.documentElement.scrollWidth);
	if (document.querySelectorAll("h1").length !== 1) out.push("not one h1");
	if ([...document.scripts].some((x) => !x.src) || document.querySelector("style, [style]")) out.push("a script or a style in the page");
	if (!document.documentElement.lang || !document.title) out.push("no language or title");
	for (const x of document.querySelectorAll("input:not([type=hidden]), select, textarea")) if (!x.labels.length) out.push("no label: " + x.name);
	for (const x of document.querySelectorAll("button, .button")) {
		const box = x.getBoundingClientRect();
		if (box.height < 24 || box.width < 24) out.push("small: " + x.textContent);
		if (!x.textContent.trim()) out.push("a button without a name");
	}
	for (const x of document.querySelectorAll("img")) if (!x.hasAttribute("alt")) out.push("no alt");
	const rgb = (s) => s.match(/[\d.]+/g).map(Number);
	const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= .03928 ? v / 12.92 : ((v + .055) / 1.055) ** 2.4); return .2126 * r + .7152 * g + .0722 * b; };
	const behind = (x) => { for (; x; x = x.parentElement) { const c = rgb(getComputedStyle(x).backgroundColor); if (c.length < 4 || c[3] > 0) return c; } return [255, 255, 255]; };
	for (const x of document.querySelectorAll("main *, header *")) {
		if (![...x.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()) || !x.getClientRects().length || x.classList.contains("skip")) continue;
		const [a, b] = [light(rgb(getComputedStyle(x).color)), light(behind(x))].sort((p, q) => q - p);
		if ((a + .05) / (b + .05) < 4.5) out.push("contrast " + ((a + .05) / (b + .05)).toFixed(1) + ": " + x.textContent.slice(0, 30));
	}
	return out.join("; ");
})()`
