//go:build web

package demo_test

import (
	"context"
	"fmt"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"keepsake/actor"
	"keepsake/demo"
	"keepsake/internal/chromium"
	"keepsake/memory"
	"keepsake/people"
	"keepsake/scope"
)

// tab is the demo's page in a browser, with the world behind it.
type tab struct {
	*testing.T
	ctx   context.Context
	world *demo.World
}

func open(t *testing.T, width, height int64, scheme string) *tab {
	t.Helper()
	return visitWorld(t, newWorld(t), width, height, scheme)
}

func visitWorld(t *testing.T, w *demo.World, width, height int64, scheme string) *tab {
	t.Helper()
	server := httptest.NewServer(w.Page())
	t.Cleanup(server.Close)
	b := &tab{t, chromium.Open(t), w}
	t.Cleanup(func() { server.CloseClientConnections() })
	chromium.Look(t, b.ctx, width, scheme)
	if err := chromedp.Do(b.ctx, chromedp.EmulateViewport(width, height, chromedp.EmulateScale(2)), chromedp.Navigate(server.URL)); err != nil {
		t.Fatal(err)
	}
	b.see(`document.querySelectorAll("#people .person").length === 3`)
	return b
}

// see waits until a condition of the page holds.
func (b *tab) see(condition string) {
	b.Helper()
	if _, err := chromedp.Run(b.ctx, chromedp.Poll[bool](condition, chromedp.WithPollingTimeout(45*time.Second))); err != nil {
		b.shot("failed-" + strings.ReplaceAll(b.Name(), "/", "-"))
		b.Fatalf("the page never showed %s: %v\n--- chat:\n%s\n--- panel:\n%s", condition, err,
			b.read("document.querySelector('#messages').innerText"), b.read("document.querySelector('#panel').innerText"))
	}
}

func (b *tab) read(js string) string {
	b.Helper()
	s, err := chromedp.Run(b.ctx, chromedp.Evaluate[string](js))
	if err != nil {
		return err.Error()
	}
	return s
}

func (b *tab) click(css string) {
	b.Helper()
	if err := chromedp.Do(b.ctx, chromedp.Click(chromedp.CSS(css))); err != nil {
		b.Fatalf("click %s: %v", css, err)
	}
}

// tap clicks the newest button of the chat that holds a text, in one go: an answer may
// redraw its message at any time.
func (b *tab) tap(label string) {
	b.Helper()
	b.see(fmt.Sprintf(`(() => {
		const k = [...document.querySelectorAll("#messages .key")].filter((k) => k.textContent.includes(%q)).pop();
		k?.scrollIntoView({ block: "center" });
		k?.click();
		return k !== undefined;
	})()`, label))
}

// say types into the message box and sends with Enter.
func (b *tab) say(text string) {
	b.Helper()
	if err := chromedp.Do(b.ctx, chromedp.SendKeys(chromedp.CSS("#composer-text"), text+"\r")); err != nil {
		b.Fatalf("say: %v", err)
	}
	b.bubble("me", strings.SplitN(text, "\n", 2)[0])
}

// bubble waits for a bubble of a side that holds a text.
func (b *tab) bubble(side, text string) {
	b.Helper()
	b.see(fmt.Sprintf(`[...document.querySelectorAll("#messages .row.%s .bubble")].some((x) => x.innerText.includes(%q))`, side, text))
}

// kept waits until the panel shows these memories, in this order.
func (b *tab) kept(contents ...string) {
	b.Helper()
	quoted := make([]string, len(contents))
	for i, c := range contents {
		quoted[i] = strconv.Quote(c)
	}
	b.see(`JSON.stringify([...document.querySelectorAll("#panel .memory-text")].map((x) => x.textContent)) === JSON.stringify([` + strings.Join(quoted, ",") + `])`)
}

// shot keeps a picture of the page in the folder KEEPSAKE_PICTURES, when that is set.
func (b *tab) shot(name string) {
	b.Helper()
	dir := os.Getenv("KEEPSAKE_PICTURES")
	if dir == "" {
		return
	}
	png, err := chromedp.Run(b.ctx, chromedp.CaptureScreenshot())
	if err == nil {
		err = os.WriteFile(filepath.Join(dir, name+".png"), png, 0o644)
	}
	if err != nil {
		b.Error(err)
	}
}

// P57, P59, P61 through the page: talk, confirm, see it beside the chat, correct it, undo.
func TestTalkConfirmAndUndo(t *testing.T) {
	b := open(t, 1280, 820, "light")
	b.see(`!document.querySelector("#welcome").hidden && document.querySelector("#notice").innerText.includes("simulated")`)
	b.shot("desktop-empty")
	b.click("#chips .chip")
	b.bubble("me", "My sister Anna lives in Lisbon and is a vet")
	b.bubble("bot", "remember")
	b.kept()
	b.say("No")
	b.bubble("bot", "won't store that")
	b.say("Alec is my boss by the way")
	b.bubble("bot", "that Alec is your boss")
	b.say("Yes")
	b.kept("Alec is the user's boss")
	b.say("Remember that Sarah works on the Platform team")
	b.kept("Alec is the user's boss", "Sarah works on the Platform team")
	b.say("Sarah moved to the Design team last week")
	b.kept("Alec is the user's boss", "Sarah works on the Design team")
	b.see(`document.querySelectorAll("#panel .tag.changed").length === 1`)
	b.see(`(document.querySelectorAll("#panel details")[1].open = true)`)
	b.see(`document.querySelectorAll("#panel details")[1].innerText.includes("Sarah moved to the Design team last week")`)
	b.shot("desktop")
	b.tap("Undo")
	b.kept("Alec is the user's boss", "Sarah works on the Platform team")
}

// P58 through the page: what was said days ago is used today, in a new conversation and
// another process.
func TestDaysLater(t *testing.T) {
	b := visitWorld(t, worldSince(t, 72*time.Hour), 1280, 860, "light")
	b.say("Alec is my boss by the way")
	b.bubble("bot", "Would you like me to remember that Alec is your boss")
	b.say("Yes, please")
	b.kept("Alec is the user's boss")
	b.bubble("bot", "Kept: Alec is your boss")
	if err := b.world.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := b.world.Restart(t.Context(), 72*time.Hour); err != nil {
		t.Fatal(err)
	}
	b.say("Can you create a task to update Alec on the project?")
	b.bubble("bot", "task")
	b.say("Who is Alec?")
	b.bubble("bot", "As far as I remember, Alec is your boss.")
	b.see(`document.querySelectorAll("#messages .day").length === 2`)
	b.see(`(document.querySelector("#panel details").open = true) && document.querySelector("#panel details").innerText.includes("Alec is my boss by the way")`)
	b.see(`!document.querySelector(".memory.fresh") || document.querySelector(".memory").classList.remove("fresh") === undefined`)
	b.shot("days-later")
}

// P61: list, page through, delete by tapping, undo.
func TestListPageAndDelete(t *testing.T) {
	b := open(t, 1280, 820, "dark")
	for i := range 25 {
		b.remember(fmt.Sprintf("Memory number %02d of the list", i+1))
	}
	b.say("/memory")
	b.bubble("bot", "📝 Your memories")
	b.bubble("bot", "Memory number 01")
	b.shot("desktop-dark")
	turn := func(arrow string, to ...int) {
		for _, page := range to {
			b.tap(arrow)
			b.see(fmt.Sprintf(`[...document.querySelectorAll("#messages .key")].some((k) => k.textContent === "%d / 4")`, page))
		}
	}
	turn("▶", 2, 3, 4)
	b.bubble("bot", "Memory number 25")
	turn("◀", 3, 2, 1)
	b.bubble("bot", "Memory number 01")
	b.tap("Memory number 02")
	b.tap("Delete")
	b.see(`document.querySelectorAll("#panel .memory").length === 24`)
	b.tap("Undo")
	b.see(`document.querySelectorAll("#panel .memory").length === 25`)
}

func (b *tab) remember(content string) {
	b.Helper()
	a := b.world.App()
	_, _, err := a.Memory.Add(b.Context(), actor.Actor{Kind: actor.Person, ID: people.ID(101)}, memory.Draft{
		Scope:   scope.Scope{Store: a.Config.Name, Kind: scope.User, ID: people.ID(101)},
		Content: content, Category: memory.CategoryContext,
	})
	if err != nil {
		b.Fatal(err)
	}
}

// Everybody has a chat and a memory of their own; the page shows who has news.
func TestSeveralPeopleToBe(t *testing.T) {
	b := open(t, 1280, 820, "light")
	b.say("Remember that Sarah works on the Platform team")
	b.kept("Sarah works on the Platform team")
	b.click(`[data-person="jonas"]`)
	b.see(`document.querySelector("#panel-sub").innerText.startsWith("About Jonas: nothing") && !document.querySelector("#welcome").hidden`)
	b.say("/memory")
	b.kept()
	b.click(`[data-person="alice"]`)
	b.kept("Sarah works on the Platform team")
	b.see(`location.hash === "#alice"`)
}

// On a phone the panel is a sheet, and everything is reached by keyboard too.
func TestPhone(t *testing.T) {
	b := open(t, 390, 800, "light")
	b.shot("phone-empty")
	b.say("Alec is my boss by the way")
	b.bubble("bot", "remember")
	b.say("Yes")
	b.see(`document.querySelector("#panel-badge").innerText === "1"`)
	b.shot("phone")
	b.see(`getComputedStyle(document.querySelector("#panel")).visibility === "hidden"`)
	b.click("#panel-open")
	b.see(`getComputedStyle(document.querySelector("#panel")).visibility === "visible" && document.querySelector("main").inert && document.activeElement.id === "panel-close"`)
	b.kept("Alec is the user's boss")
	b.shot("phone-panel")
	b.see(`document.querySelector("#panel").getAttribute("role") === "dialog"`)
	if err := chromedp.Do(b.ctx, chromedp.KeyEvent("\x1b")); err != nil {
		t.Fatal(err)
	}
	b.see(`getComputedStyle(document.querySelector("#panel")).visibility === "hidden" && !document.querySelector("main").inert`)
	b.click("#panel-open") // Back closes it, too (U8)
	b.see(`document.querySelector("main").inert`)
	b.see(`history.back() === undefined`)
	b.see(`!document.querySelector("main").inert && document.querySelector("#messages .row") !== null`)
	b.see(`document.documentElement.scrollWidth <= 390`)
}

// An edited message, a reply, the list of commands and a file.
func TestEditReplyCommandsAndFile(t *testing.T) {
	b := open(t, 1280, 820, "light")
	b.say("Hello ther")
	b.see(`document.querySelectorAll("#messages .row.bot").length === 1`)
	b.see(`(document.querySelector("#messages .row.me .tools button[aria-label=Edit]").click(), document.querySelector("#composer-text").value === "Hello ther")`)
	b.see(`(document.querySelector("#composer-text").value = "", true)`)
	if err := chromedp.Do(b.ctx, chromedp.SendKeys(chromedp.CSS("#composer-text"), "Hello there\r")); err != nil {
		t.Fatal(err)
	}
	b.bubble("me", "Hello there")
	b.bubble("me", "edited")
	if err := chromedp.Do(b.ctx, chromedp.SendKeys(chromedp.CSS("#composer-text"), "/he")); err != nil {
		t.Fatal(err)
	}
	b.see(`document.querySelector("#commands [aria-selected=true]")?.innerText.includes("/help")`)
	if err := chromedp.Do(b.ctx, chromedp.KeyEvent("\r")); err != nil {
		t.Fatal(err)
	}
	b.bubble("me", "/help")
	b.remember("Sarah works on the Design team")
	b.say("/memory export")
	b.see(`document.querySelector("#messages a.doc") !== null`)
	b.see(`fetch(document.querySelector("#messages a.doc").href).then((r) => r.text()).then((t) => { window.exported = t }) && (window.exported || "").includes("Sarah works on the Design team")`)
}

// U8: what is forwarded waits for a tap, a voice message counts as one's own words; both by the
// menu beside the box.
func TestForwardAndSpeak(t *testing.T) {
	b := open(t, 390, 800, "light")
	way := func(typed, title string) {
		if err := chromedp.Do(b.ctx, chromedp.SendKeys(chromedp.CSS("#composer-text"), typed)); err != nil {
			t.Fatal(err)
		}
		b.click("#attach")
		b.shot("phone-attach")
		b.see(fmt.Sprintf(`(() => { const w = [...document.querySelectorAll("#attachments button")].find((x) => x.textContent.includes(%q)); w?.click(); return w !== undefined; })()`, title))
	}
	way("Bob is the user's boss", "Forward")
	b.bubble("me", "Forwarded from Mallory")
	b.bubble("bot", "somebody else's words")
	b.kept()
	way("Remember that Sarah works on the Platform team", "Voice")
	b.bubble("me", "🎤")
	b.kept("Sarah works on the Platform team")
	b.shot("phone-sent")
	b.see(`document.documentElement.scrollWidth <= 390`)
}

// The page is usable without a mouse or eyes: names, labels, contrast.
func TestAccessible(t *testing.T) {
	for _, scheme := range []string{"light", "dark"} {
		b := open(t, 1280, 820, scheme)
		b.remember("Sarah works on the Design team")
		b.say("/memory")
		b.bubble("bot", "Sarah works on the Design team")
		b.kept("Sarah works on the Design team")
		if nameless := b.read(namelessControls); nameless != "" {
			t.Errorf("%s: controls without a name: %s", scheme, nameless)
		}
		if pale := b.read(paleTexts); pale != "" {
			t.Errorf("%s: texts with a contrast below 4.5: %s", scheme, pale)
		}
	}
}

const namelessControls = `[...document.querySelectorAll("button, a[href], input, select, textarea")]
	.filter((e) => !(e.getAttribute("aria-label") || e.textContent.trim() || e.labels?.length))
	.map((e) => e.outerHTML.slice(0, 80)).join("; ")`

// paleTexts computes WCAG's contrast of every text against what lies behind it.
const paleTexts = `(() => {
	const paint = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (c) => { paint.clearRect(0, 0, 1, 1); paint.fillStyle = c; paint.fillRect(0, 0, 1, 1); return [...paint.getImageData(0, 0, 1, 1).data]; };
	const over = (top, under) => { const a = top[3] / 255; return [0, 1, 2].map((i) => top[i] * a + under[i] * (1 - a)).concat(255); };
	const behind = (e) => { const c = rgba(getComputedStyle(e).backgroundColor); return c[3] === 255 || !e.parentElement ? c : over(c, behind(e.parentElement)); };
	const light = (c) => { const [r, g, b] = c.slice(0, 3).map((v) => (v /= 255) <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4); return 0.2126 * r + 0.7152 * g + 0.0722 * b; };
	const ratio = (a, b) => { const [x, y] = [light(a), light(b)].sort((m, n) => n - m); return (x + 0.05) / (y + 0.05); };
	const out = [];
	for (const e of document.querySelectorAll("body *")) {
		const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim());
		if (!own || !e.checkVisibility({ visibilityProperty: true }) || e.closest(".visually-hidden, .skip, option, .offline")) continue;
		const back = behind(e), front = over(rgba(getComputedStyle(e).color), back);
		const r = ratio(front, back);
		if (r < 4.5) out.push(e.className + " “" + e.textContent.slice(0, 20) + "” " + r.toFixed(2));
	}
	return out.join("; ");
})()`
