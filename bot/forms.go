package bot

import (
	"context"
	"encoding/json"
	"strconv"
	"strings"

	"keepsake/delivery"
	"keepsake/fault"
	"keepsake/memory"
	"keepsake/text"
)

// Purposes of questions asked with ForceReply. A question is an outbox row: an answer is
// known by the message it replies to, so it is understood after a restart, too, and
// nothing else that is said in between is taken for it.
const (
	formEdit  = "memory.edit"    // ref: memory id . version
	formAmend = "decision.amend" // ref: decision id . message with its buttons . the other buttons there
	formZone  = "settings.zone"
)

// forms take the answers.
var forms = map[string]func(r *request, ctx context.Context, asked delivery.Outgoing) error{
	formEdit:  (*request).answerEdit,
	formAmend: (*request).answerAmend,
	formZone:  (*request).answerZone,
}

// answered is the text of the answer.
func (r *request) answered() string { return strings.TrimSpace(said(r.message)) }

// wording checks a text that is to become a memory: a secret was masked when it arrived,
// so the mask is what is found of it.
func wording(s string) (string, error) {
	if strings.Contains(s, text.Mask) {
		return "", memory.ErrSecret
	}
	if strings.TrimSpace(s) == "" {
		return "", fault.Field("content", "is empty")
	}
	return s, nil
}

func (r *request) answerEdit(ctx context.Context, asked delivery.Outgoing) error {
	id, version := head(asked.Ref)
	v, _ := strconv.Atoi(version)
	return r.change(ctx, id, v, r.answered())
}

// change gives a memory a new wording; version 0 = whatever it says now.
func (r *request) change(ctx context.Context, id string, version int, content string) error {
	content, err := wording(content)
	if err != nil {
		return err
	}
	if err := r.may(ctx, id); err != nil {
		return err
	}
	_, after, c, err := r.cfg.Memory.Update(ctx, r.scopes(), id, memory.Edit{
		Content: content, IfVersion: version, Actor: r.actor(), Reason: "edited by the person",
	})
	if err != nil {
		return err
	}
	return r.receipt(ctx, "memory.updated", after.Content, c, true)
}

func (r *request) answerAmend(ctx context.Context, asked delivery.Outgoing) error {
	content, err := wording(r.answered())
	if err != nil {
		return err
	}
	decision, where := head(asked.Ref)
	if err := r.mayDecide(ctx, decision); err != nil {
		return err
	}
	m, c, err := r.cfg.Memory.Save(ctx, r.scopes(), decision, r.actor(), content)
	if err != nil {
		return err
	}
	message, rest := head(where)
	var stay [][]delivery.Button
	if id, err := strconv.ParseInt(message, 10, 64); err == nil && json.Unmarshal([]byte(rest), &stay) == nil {
		if err := r.rekey(ctx, id, stay); err != nil {
			return err
		}
	}
	c.MemoryID = m.ID
	return r.receipt(ctx, "memory.saved", m.Content, c, true)
}

func (r *request) answerZone(ctx context.Context, _ delivery.Outgoing) error {
	if zone, ok := r.findCity(r.answered()); ok {
		return r.setZone(ctx, zone)
	}
	zone, err := findZone(r.answered())
	if err != nil {
		return err
	}
	return r.setZone(ctx, zone)
}
