//go:build web

package demo_test

import (
	"fmt"
	"testing"
)

// 14.6: the group of three: who one is and where are chosen apart, and everybody's words have their name.
func TestGroupOfThree(t *testing.T) {
	for _, size := range [][2]int64{{1280, 820}, {390, 800}} {
		b := open(t, size[0], size[1], "light")
		b.say("hello")
		b.click("#place-group")
		b.see(`location.hash === "#alice/group" && document.querySelector("#status").innerText === "Alice, Jonas, Mei"`)
		b.bubble("bot", "mention me")
		b.click("#chips .chip")
		b.bubble("me", "@keepsake_bot remember that the flight to Lisbon is on 3 May")
		b.bubble("bot", "3 May")
		b.see(`document.querySelector("#panel .memory-text")?.textContent.includes("flight to Lisbon is on 3 May")`)
		b.say("Jonas, will you book the hotel?")
		b.see(`(() => { document.querySelector("#who").value = "jonas"; document.querySelector("#who").onchange({ target: { value: "jonas" } }); return location.hash === "#jonas/group"; })()`)
		b.see(`[...document.querySelectorAll("#messages .row.other .author")].some((x) => x.textContent === "Alice")`)
		b.say("@keepsake_bot when is the flight?")
		b.see(`[...document.querySelectorAll("#messages .row.bot:not(.other) .bubble")].filter((x) => x.innerText.includes("3 May")).length > 1`)
		b.shot(fmt.Sprintf("group-%d", size[0]))
		b.see(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, size[0]))
		b.click("#place-bot")
		b.see(`document.querySelectorAll("#messages .row").length === 0 && document.querySelector("#panel-sub").textContent.startsWith("About Jonas: nothing")`)
	}
}

// 14.6: a real model from within the page: a dialog that Back closes, that says what is wrong, and forgets the key.
func TestRealModelDialog(t *testing.T) {
	for _, c := range []struct {
		width, height int64
		scheme        string
	}{{1280, 820, "light"}, {390, 800, "dark"}} {
		model := localModel(t, true)
		b := open(t, c.width, c.height, c.scheme)
		fill := func(key string) {
			t.Helper()
			for css, text := range map[string]string{"#model-key": key, "#model-url": model.URL(), "#model-name": "local-model"} {
				b.see(fmt.Sprintf(`(document.querySelector(%q).value = %q, true)`, css, text))
			}
			b.see(`document.querySelector("#model-use").click() === undefined`)
		}
		b.see(`[...document.querySelectorAll("[data-model]")].find((x) => x.checkVisibility()).click() === undefined`)
		b.see(`document.querySelector("#model").open && document.activeElement.id === "model-key"`)
		b.see(`history.back() === undefined`)
		b.see(`!document.querySelector("#model").open && document.querySelector("#messages") !== null`)
		b.see(`[...document.querySelectorAll("[data-model]")].find((x) => x.checkVisibility()).click() === undefined`)
		fill("sk-wrong-wrong")
		b.see(`document.querySelector("#model-wrong").innerText.includes("does not take this key")`)
		if pale := b.read(paleTexts); pale != "" {
			t.Errorf("texts with a contrast below 4.5: %s", pale)
		}
		b.shot(fmt.Sprintf("model-%d", c.width))
		fill("sk-of-the-visitor")
		b.see(`!document.querySelector("#model").open && document.querySelector("#model-key").value === "" && document.querySelector("#notice").textContent.includes("local-model")`)
		b.say("hello")
		b.bubble("bot", "This is the real one.")
		b.see(`[...document.querySelectorAll("[data-model]")].find((x) => x.checkVisibility()).click() === undefined`)
		b.see(`document.querySelector("#model-standin").click() === undefined`)
		b.see(`document.querySelector("#notice").textContent.includes("stand-in")`)
		b.see(fmt.Sprintf(`document.documentElement.scrollWidth <= %d`, c.width))
	}
}
