// Package page is the door for people with a browser: they look at their memory and change it, in plain
// HTML forms that work without JavaScript.
//
// It knows no rule of its own: it finds out who asks (package signin, package page/miniapp), decodes a form,
// calls the nouns that package command calls, and shows what came of it. A foreign id is not found there.
// What people wrote goes into HTML through html/template only, with hidden characters written out.
//
// Invariants:
//   - Nothing but the ways in is shown to who is not signed in, and a blocked person is signed in nowhere.
//   - A GET changes nothing; a link is used up by a button's POST, so that no preview of it does.
//   - Every POST of a signed-in page carries the token of its form, and comes from our own pages.
//   - No script, style, picture or font comes from elsewhere, and none stands in a page.
//
// Start reading at Room; a page is a method of visit.
package page
