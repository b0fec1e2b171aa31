package terminal

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"keepsake/delivery"
	"keepsake/markdown"
	"keepsake/templates"
	"keepsake/text"
)

// flush prints the due messages of the outbox.
func (t *Terminal) flush(ctx context.Context) error {
	_, err := t.deliver(ctx)
	return err
}

// deliver prints the due messages of the outbox in order and returns the number of visible
// ones. It marks a message as sent after printing it, so that after a kill between the two the
// message is printed again.
func (t *Terminal) deliver(ctx context.Context) (shown int, err error) {
	for {
		// The claim is shorter than the lane's lease, so that the lane's next owner can claim
		// the messages that were not printed.
		due, err := t.cfg.Delivery.ClaimOut(ctx, t.cfg.Place.Bot, t.cfg.Owner, t.now(), t.now().Add(t.cfg.Lease/2), nil, 16)
		if err != nil || len(due.Messages) == 0 {
			return shown, err
		}
		for _, o := range due.Messages {
			if t.show(o) {
				shown++
			}
			if err := t.out.failure(); err != nil { // it was not printed: it is not sent
				return shown, err
			}
			if err := t.cfg.Delivery.SetMessages(ctx, o.ID, []int64{o.ID}); err != nil {
				return shown, err
			}
			if err := t.cfg.Delivery.MarkSent(ctx, o.ID, t.now()); err != nil && !errors.Is(err, delivery.ErrNotFound) {
				return shown, err
			}
		}
	}
}

// show prints one outgoing message and reports whether it printed anything.
func (t *Terminal) show(o delivery.Outgoing) bool {
	message := o.ID
	if o.Kind == delivery.Edit {
		message = o.Target
		if o.Body.Text == "" { // only the buttons changed
			t.options.retain(message, o.Body.Buttons)
			return false
		}
		t.options.retain(message, nil)
	}
	switch {
	case o.Kind == delivery.Reply && t.view != nil && t.view.reply == o.ID:
		t.view.finish(o.Body.Text)
	case o.Body.File != nil:
		t.print(o.Body.Text)
		t.save(*o.Body.File)
	default:
		t.print(o.Body.Text)
	}
	if line := t.options.add(message, o.Body.Buttons); line != "" {
		fmt.Fprintln(t.cfg.Out, line)
	}
	if o.Body.ForceReply {
		t.asked = &o
	}
	return true
}

// print prints Markdown as a paragraph.
func (t *Terminal) print(md string) {
	fmt.Fprintln(t.cfg.Out, t.render(layOut(markdown.Render(md))))
}

func (t *Terminal) render(cs []cell) string { return renderCells(cs, t.cfg.Color) }

// save writes a file to Config.Dir under a name that does not exist yet.
func (t *Terminal) save(f delivery.File) {
	name := filepath.Base(f.Name)
	ext := filepath.Ext(name)
	for n := 1; ; n++ {
		path := filepath.Join(t.cfg.Dir, name)
		w, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			name = fmt.Sprintf("%s-%d%s", strings.TrimSuffix(filepath.Base(f.Name), ext), n, ext)
			continue
		}
		if err == nil {
			_, err = w.Write(f.Data)
			err = errors.Join(err, w.Close())
		}
		if err != nil {
			fmt.Fprintln(t.cfg.Err, "keepsake:", err)
			return
		}
		t.print(t.say("terminal.file", templates.Data{"Path": path}))
		return
	}
}

// view prints one answer while it grows. It implements agent.View.
type view struct {
	terminal *Terminal
	reply    int64 // id of the reply's outbox row

	mu      sync.Mutex
	text    string // the answer so far, as Markdown
	printed []cell
	waiting bool // the sign of Slow is at the cursor
}

// Text prints the answer except for its last word, whose formatting may still change.
func (v *view) Text(whole string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.text = whole
	if !v.terminal.cfg.Live {
		return
	}
	now := cutLastWord(layOut(markdown.Preview(cutOpenTable(whole))))
	if len(now) > len(v.printed) && commonLength(now, v.printed) == len(v.printed) {
		v.write(now[len(v.printed):])
		v.printed = now
	}
}

// Slow prints a sign that the answer takes long.
func (v *view) Slow() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.terminal.cfg.Live && v.terminal.cfg.Color {
		v.waiting = true
		fmt.Fprint(v.terminal.cfg.Out, "…")
	}
}

// Rest does nothing, because Text prints synchronously.
func (v *view) Rest() {}

// currentText returns the answer so far.
func (v *view) currentText() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.text
}

// finish prints the rest of the answer. If the final answer differs from the printed text, it
// prints again from the start of the first line that differs.
func (v *view) finish(md string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	all := layOut(markdown.Render(md))
	if len(all) == 0 {
		all = layOut(markdown.Render(v.terminal.say("turn.empty", nil)))
	}
	same := commonLength(all, v.printed)
	if same < len(v.printed) {
		for same > 0 && all[same-1].r != '\n' {
			same--
		}
		v.write([]cell{{r: '\n'}})
	}
	v.write(append(all[same:len(all):len(all)], cell{r: '\n'}))
	v.printed = nil
}

// pause ends a line that was printed in part, so that something else can be printed. The answer
// goes on with that line from its start.
func (v *view) pause() {
	v.mu.Lock()
	defer v.mu.Unlock()
	from := len(v.printed)
	for from > 0 && v.printed[from-1].r != '\n' {
		from--
	}
	if from < len(v.printed) || v.waiting {
		v.write([]cell{{r: '\n'}})
	}
	v.printed = v.printed[:from:from]
}

// endLine ends a line that was printed in part.
func (v *view) endLine() {
	v.mu.Lock()
	defer v.mu.Unlock()
	if len(v.printed) > 0 || v.waiting {
		v.write([]cell{{r: '\n'}})
		v.printed = nil
	}
}

func (v *view) write(cs []cell) {
	if v.waiting {
		v.waiting = false
		fmt.Fprint(v.terminal.cfg.Out, "\r\x1b[K")
	}
	fmt.Fprint(v.terminal.cfg.Out, v.terminal.render(cs))
}

// option is a button that the person presses by typing its number or its label.
type option struct {
	number  int
	message int64
	button  delivery.Button
}

// options are the current options, oldest first. Numbers are never reused, so that printed
// numbers remain valid.
type options struct {
	list []option
	last int // the highest number so far
}

// answerActions are the actions of buttons that may be pressed by their label.
var answerActions = map[string]bool{"save": true, "amend": true, "never": true, "undo": true, "edit": true,
	"addtask": true, "untask": true, "reopen": true, "backtask": true}

// commandActions are the actions of buttons that need no option, because a command of
// one word or the text of their message does what they do.
var commandActions = map[string]bool{"open": true, "look": true, "export": true, "wipe": true}

// add adds the buttons of a message and returns the lines that list them.
func (os *options) add(message int64, rows [][]delivery.Button) string {
	var lines []string
	for _, row := range rows {
		var line []string
		for _, b := range row {
			label := oneLine(b.Text)
			switch {
			case b.URL != "":
				line = append(line, label+": "+oneLine(b.URL))
			case b.Action == "" || commandActions[b.Action]:
			default:
				os.last++
				os.list = append(os.list, option{os.last, message, b})
				line = append(line, fmt.Sprintf("/%d %s", os.last, label))
			}
		}
		if len(line) > 0 {
			lines = append(lines, "  "+strings.Join(line, "   "))
		}
	}
	return strings.Join(lines, "\n")
}

// retain removes the options of a message whose buttons are not in rows.
func (os *options) retain(message int64, rows [][]delivery.Button) {
	var left []option
	for _, o := range os.list {
		keep := o.message != message
		for _, row := range rows {
			for _, b := range row {
				keep = keep || b.Action == o.button.Action && b.Ref == o.button.Ref
			}
		}
		if keep {
			left = append(left, o)
		}
	}
	os.list = left
}

// buttonsOf returns the buttons of a message. Consecutive buttons with the same Ref are a row.
func (os *options) buttonsOf(message int64) (rows [][]delivery.Button) {
	for _, o := range os.list {
		if o.message != message {
			continue
		}
		last := len(rows) - 1
		if ref := o.button.Ref; last >= 0 && rows[last][0].Ref == ref {
			rows[last] = append(rows[last], o.button)
		} else {
			rows = append(rows, []delivery.Button{o.button})
		}
	}
	return rows
}

// find returns the option that a line selects. If a label is ambiguous it returns the newest.
func (os *options) find(line string) (option, bool) {
	typed := bareLetters(line)
	for i := len(os.list) - 1; i >= 0; i-- {
		o := os.list[i]
		if line == fmt.Sprintf("/%d", o.number) || answerActions[o.button.Action] && typed != "" && typed == bareLetters(o.button.Text) {
			return o, true
		}
	}
	return option{}, false
}

func isNumber(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

func oneLine(s string) string { return text.OneLine(text.Visible(s)) }
