// Package chromium opens a real Chromium for tests (build tag web) and checks pages in it: with axe-core, and with rules of the
// house. It knows no page.
//
// Start reading at Open.
package chromium
