package page

import (
	"cmp"
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"strings"

	"keepsake/actor"
	"keepsake/fault"
	"keepsake/page/miniapp"
	"keepsake/people"
	"keepsake/signin"
)

// cookieName returns the name of the cookie. Browsers take the prefix __Host- as a promise that no other site,
// and no plain HTTP, has set it.
func (r *Room) cookieName() string {
	if r.secure {
		return "__Host-keepsake"
	}
	return "keepsake"
}

func (r *Room) setCookie(w http.ResponseWriter, secret string, seconds int) {
	http.SetCookie(w, &http.Cookie{
		Name: r.cookieName(), Value: secret, Path: "/", MaxAge: seconds, Secure: r.secure, HttpOnly: true, SameSite: http.SameSiteStrictMode,
	})
}

// showLink shows the button that uses a link up: who only looks at the address, as previews do, uses nothing up.
func (r *Room) showLink(w http.ResponseWriter, req *http.Request) {
	r.render(w, req, http.StatusOK, "in.html", r.stranger(req, "page.in.title"), map[string]any{"Code": req.URL.Query().Get("code"), "Group": groupOf(req.URL.Query().Get("group"))})
}

// useLink signs the browser in.
func (r *Room) useLink(w http.ResponseWriter, req *http.Request) {
	secret, in, err := r.cfg.SignIns.UseLink(req.Context(), req.PostForm.Get("code"))
	r.letIn(w, req, secret, in.Bot, groupPath(groupOf(req.PostForm.Get("group"))), err)
}

// showApp is what Telegram opens as the Mini App: a page whose script sends what Telegram signed.
func (r *Room) showApp(w http.ResponseWriter, req *http.Request) {
	r.render(w, req, http.StatusOK, "app.html", r.stranger(req, "page.in.title"), map[string]any{"Bot": req.URL.Query().Get("bot")})
}

// useApp signs in whom Telegram names. What was signed for another bot, is old, or was used, is refused.
func (r *Room) useApp(w http.ResponseWriter, req *http.Request) {
	bot := req.PostForm.Get("bot")
	if bot == "" && len(r.cfg.Agents) == 1 {
		bot = r.cfg.Agents[0].Commands.Name
	}
	a, ok := r.agent(bot)
	if !ok {
		r.letIn(w, req, "", bot, "", signin.ErrUnknown)
		return
	}
	opened, err := miniapp.Check(req.PostForm.Get("data"), a.Token, r.cfg.Now.UTC())
	if err != nil {
		r.letIn(w, req, "", bot, "", err)
		return
	}
	person := people.ID(opened.User)
	if known, err := r.person(req.Context(), a, person); err != nil || !a.Commands.Admits(known) {
		r.letIn(w, req, "", bot, "", errors.Join(err, signin.ErrDenied))
		return
	}
	secret, err := r.cfg.SignIns.UseProof(req.Context(), actor.OfSystem(), opened.Proof, person, bot, opened.At.Add(2*miniapp.MaxAge))
	r.letIn(w, req, secret, bot, "", err)
}

// letIn ends a way in: with the cookie and the page at path ("" = the first page), or with the reason why not.
func (r *Room) letIn(w http.ResponseWriter, req *http.Request, secret, bot, path string, err error) {
	switch {
	case err == nil:
		r.setCookie(w, secret, int(signin.KeepSignIn.Seconds()))
		r.cfg.Log.Info("a browser signed in to the page", "bot", bot)
		http.Redirect(w, req, cmp.Or(path, "/me/"), http.StatusSeeOther)
	case fault.KindOf(err) == fault.Denied:
		r.refuse(w, req, http.StatusForbidden, "page.in.bad_link")
	default:
		r.fail(w, req, err)
	}
}

// LinkTo returns the address of a link with this code. It leads to what a group keeps together, or to the first page for 0.
func LinkTo(public, code string, group int64) string {
	link := strings.TrimSuffix(public, "/") + "/me/in?code=" + url.QueryEscape(code)
	if group != 0 {
		link += "&group=" + strconv.FormatInt(group, 10)
	}
	return link
}

// AppOf returns the address of a bot's Mini App.
func AppOf(public, bot string) string {
	return strings.TrimSuffix(public, "/") + "/me/app?bot=" + url.QueryEscape(bot)
}
