package page

import (
	"context"
	"errors"
	"strconv"

	"keepsake/command/wishes"
	"keepsake/memory/digest"
	"keepsake/text"
)

// addWishes registers how the person wants to be answered.
func (r *Room) addWishes() {
	r.page("GET /me/wishes", "page-wishes", (*visit).wishes)
	r.page("POST /me/wishes/forget", "page-forget-wish", (*visit).forgetWish)
	r.page("POST /me/wishes/restore", "page-restore-wishes", (*visit).restoreWishes)
}

// earlier is an earlier version of the digest, beside the one that followed it.
type earlier struct {
	digest.Digest
	Lines [][]chunk
}

// wishes shows the digest, what waits to become a part of it, and its versions.
func (v *visit) wishes() error {
	digests := v.agent.Commands.Digests
	now, err := digests.Current(v.ctx(), v.owner())
	if err != nil && !errors.Is(err, digest.ErrNotFound) {
		return err
	}
	waiting, err := digests.Waiting(v.ctx(), v.owner())
	if err != nil {
		return err
	}
	all, err := digests.List(v.ctx(), v.owner())
	if err != nil {
		return err
	}
	var versions []earlier
	for _, d := range all {
		if d.Version == now.Version {
			continue
		}
		one := earlier{Digest: d}
		for _, l := range d.Lines {
			one.Lines = append(one.Lines, []chunk{{"", text.Visible(l.Text)}})
		}
		versions = append(versions, one)
	}
	return v.show("wishes.html", "page.wishes", map[string]any{"Now": now, "Waiting": waiting, "Earlier": versions})
}

// forgetWish destroys a line with the words that it is made of, and keeps them from being found again.
func (v *visit) forgetWish() error {
	digests := v.agent.Commands.Digests
	ids := []string{cleanID(v.field("directive"))}
	if v.field("directive") == "" {
		version, _ := strconv.Atoi(v.field("version"))
		n, _ := strconv.Atoi(v.field("line"))
		now, err := digests.Current(v.ctx(), v.owner())
		if err != nil {
			return err
		}
		if now.Version != version || n < 1 || n > len(now.Lines) {
			return digest.ErrChanged
		}
		ids = now.Lines[n-1].From
	}
	desk := &wishes.Desk{Digests: digests, Memory: v.memory()}
	err := v.agent.Commands.Tx.InTx(v.ctx(), func(ctx context.Context) error { return desk.Forget(ctx, v.actor(), v.owner(), ids...) })
	if err != nil {
		return err
	}
	return v.goTo("/me/wishes", "forgotten", "")
}

// restoreWishes makes an earlier version the newest one.
func (v *visit) restoreWishes() error {
	version, _ := strconv.Atoi(v.field("version"))
	if _, err := v.agent.Commands.Digests.Restore(v.ctx(), v.actor(), v.owner(), version); err != nil {
		return err
	}
	return v.goTo("/me/wishes", "restored", "")
}
