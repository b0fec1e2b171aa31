package tasktools

import (
	"context"
	"regexp"
	"slices"
	"time"

	"keepsake/phrase"
	"keepsake/task"
	"keepsake/text"
	"keepsake/tool"
)

// reasonTwin is why a task waits that the person asked for and has already.
const reasonTwin = "the user has the same task already"

// proposalRest is how long a proposed task stands in sight: its like is not proposed again, later it takes its place.
const proposalRest = 24 * time.Hour

// findTwin returns the task that a call would make a second time: an open one with the same title at the same time; when the call
// is to be proposed, also one that was proposed in this chat and not decided. Its ID is "" when there is none. old are the
// proposals whose place the call takes.
func (t *Toolset) findTwin(ctx context.Context, c tool.Call, a createArgs, isProposed bool) (twin task.Task, old []task.Task, err error) {
	open, _, err := t.Tasks.List(ctx, c.Store(), c.Actor.ID, false, 0, 0)
	if err != nil {
		return task.Task{}, nil, err
	}
	if i := slices.IndexFunc(open, func(x task.Task) bool { return isTwin(x, a, c) }); i >= 0 {
		twin = open[i]
		isProposed = isProposed || asksForAnother(c)
	}
	proposed, err := t.Tasks.Proposed(ctx, c.Store(), c.Actor.ID)
	for _, x := range proposed {
		switch {
		case !isTwin(x, a, c) || x.Bot != c.Place.Bot || x.Chat != c.Place.Chat:
		case isProposed && x.CreatedAt.After(c.Now.Add(-proposalRest)):
			return x, nil, nil
		default:
			old = append(old, x)
		}
	}
	return twin, old, err
}

// isTwin reports whether a call would make a task like x: the same words in the same order, in any form, at the same time; of a
// series the same rule at the same time of day.
func isTwin(x task.Task, a createArgs, c tool.Call) bool {
	title := task.CleanTitle(a.Title)
	isSame := hasAllInOrder(title, x.Title) && hasAllInOrder(x.Title, title) && phrase.HasDenial(title) == phrase.HasDenial(x.Title)
	if !isSame && text.Fold(title) != text.Fold(x.Title) {
		return false
	}
	if a.Repeat != "" || x.IsRepeating() {
		rule, err := task.ParseRepeat(a.Repeat)
		return err == nil && rule == x.Repeat && x.BeginsLike(a.Due, c.Zone)
	}
	if a.Due == "" || x.DueAt == nil {
		return a.Due == "" && x.DueAt == nil
	}
	due, err := task.ParseDue(a.Due, c.Now, c.Zone)
	return err == nil && due.AllDay == x.AllDay && due.At.Equal(*x.DueAt)
}

// asksForAnother reports whether the person's words of the turn ask for one more of what they have.
func asksForAnother(c tool.Call) bool {
	return c.Conversation != nil && anotherWords.MatchString(saidInTurn(c))
}

var anotherWords = regexp.MustCompile(`(?i)(?:^|[^\p{L}])(?:another|second|one more|once more|again|twice|duplicate|extra|noch ein\p{L}*|zweite\p{L}*|nochmals?|noch mal|weitere\p{L}*|doppelt|` +
	`otr[oa]|segund[oa]|duplicad[oa]|encore|deuxième|second[eoa]?|un[ae]? autre|un altr[oa]|ancora|outr[oa]|nog een|tweede|jeszcze|drugi\p{L}*|` +
	`ещ[её]|втор\p{L}*|снова|дважды|ще|друг\p{L}*|bir daha|ikinci)(?:$|[^\p{L}])|再|另|第二|重复|もう一|もうひとつ|하나 더|또`)
