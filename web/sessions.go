package web

import (
	"context"
	"errors"
	"net/http"
	"regexp"
	"slices"

	"keepsake/session"
	"keepsake/trust"
	"keepsake/web/shape"
)

// addSessions adds conversations and MARSYS's operations on their messages (M3–M11, R22).
func (r *Room) addSessions() {
	const tag = "Conversations"
	one, missing := "/api/sessions/{session_id}", []int{http.StatusNotFound}
	register(r, operation{id: "list-sessions", method: http.MethodGet, path: "/api/sessions/", tag: tag, summary: "List the person's conversations",
		about: "The last active first. An agent's key sees none, and temporary chats are not listed."}, r.listSessions)
	register(r, operation{id: "get-session", method: http.MethodGet, path: one, tag: tag, summary: "Get a conversation", errors: missing}, r.getSession)
	register(r, operation{id: "list-messages", method: http.MethodGet, path: one + "/messages", tag: tag, summary: "List the messages of a conversation", errors: missing,
		about: "As the model is shown them: in order, what was removed left out, what was forgotten masked."}, r.listMessages)
	register(r, operation{id: "get-message", method: http.MethodGet, path: one + "/messages/{message_id}", tag: tag, summary: "Get a message", errors: missing}, r.getMessage)
	register(r, operation{id: "add-message", method: http.MethodPost, path: one + "/messages", tag: tag, summary: "Add a message", status: http.StatusCreated, writes: true, errors: []int{http.StatusNotFound, http.StatusConflict},
		about: "What a program adds counts as a tool's words: no memory is made of it without a tap."}, r.addMessage)
	register(r, operation{id: "update-message", method: http.MethodPut, path: one + "/messages/{message_id}", tag: tag, summary: "Change what is shown of a message", writes: true, errors: missing,
		about: "The record stays as it was said."}, r.updateMessage)
	register(r, operation{id: "remove-message", method: http.MethodDelete, path: one + "/messages/{message_id}", tag: tag, summary: "Take a message out", status: http.StatusNoContent, writes: true, errors: missing,
		about: "Out of what the model is shown; a call goes with its results."}, r.removeMessage)
	register(r, operation{id: "reset-messages", method: http.MethodDelete, path: one + "/messages", tag: tag, summary: "Take all messages out", status: http.StatusNoContent, writes: true, errors: missing,
		about: "All but the system message."}, r.resetMessages)
}

// conversations returns the caller's conversations, the last active first.
func (r *Room) conversations(ctx context.Context) ([]session.Session, error) {
	c := callerOf(ctx)
	if c.key.Person == "" {
		return nil, nil
	}
	all, err := r.cfg.Forget.Sessions.ListKept(ctx, c.key.Store, c.key.Person, 0)
	return slices.DeleteFunc(all, func(x session.Session) bool { return x.Private }), err
}

type sessionsOutput struct{ Body shape.SessionList }

func (r *Room) listSessions(ctx context.Context, _ *struct{}) (*sessionsOutput, error) {
	all, err := r.conversations(ctx)
	if err != nil {
		return nil, err
	}
	out := &sessionsOutput{Body: shape.SessionList{Sessions: make([]shape.Session, len(all)), Total: len(all)}}
	for i, x := range all {
		out.Body.Sessions[i] = shape.SessionOf(x)
	}
	return out, nil
}

var (
	publicIDForm = regexp.MustCompile(`^[0-9a-f]{12}$`)
	uuidForm     = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// findSession returns a conversation that is the caller's.
func (r *Room) findSession(ctx context.Context, id string) (session.Session, error) {
	c := callerOf(ctx)
	if !publicIDForm.MatchString(id) || c.key.Person == "" {
		return session.Session{}, session.ErrNotFound
	}
	x, err := r.cfg.Forget.Sessions.ByPublicID(ctx, c.key.Store, id)
	if err == nil && (x.Person != c.key.Person || x.Private) {
		err = session.ErrNotFound
	}
	return x, err
}

// log returns the log of a conversation that is the caller's.
func (r *Room) log(ctx context.Context, id string) (*session.Log, error) {
	x, err := r.findSession(ctx, id)
	if err != nil {
		return nil, err
	}
	who := callerOf(ctx).actor
	who.SessionID = x.ID
	return r.cfg.Forget.Sessions.Log(ctx, who, x.ID, session.LogOptions{})
}

type sessionInput struct {
	Session string `path:"session_id" doc:"The conversation's public id"`
}

type sessionOutput struct{ Body shape.Session }

func (r *Room) getSession(ctx context.Context, in *sessionInput) (*sessionOutput, error) {
	x, err := r.findSession(ctx, in.Session)
	if err != nil {
		return nil, err
	}
	return &sessionOutput{Body: shape.SessionOf(x)}, nil
}

type messagesInput struct {
	Session string `path:"session_id" doc:"The conversation's public id"`
	Role    string `query:"role" enum:"user,assistant,system,tool" doc:"Only this role"`
	Last    int    `query:"last" minimum:"1" maximum:"10000" doc:"Only the last ones"`
}

type messagesOutput struct{ Body shape.MessageList }

func (r *Room) listMessages(ctx context.Context, in *messagesInput) (*messagesOutput, error) {
	log, err := r.log(ctx, in.Session)
	if err != nil {
		return nil, err
	}
	var ms []session.Message
	switch {
	case in.Role != "":
		ms, err = log.ByRole(ctx, session.Role(in.Role), in.Last)
	case in.Last > 0:
		ms, err = log.Recent(ctx, in.Last)
	default:
		ms, err = log.All(ctx)
	}
	if err != nil {
		return nil, err
	}
	out := &messagesOutput{Body: shape.MessageList{Messages: make([]shape.Message, len(ms))}}
	for i, m := range ms {
		out.Body.Messages[i] = shape.MessageOf(m)
	}
	return out, nil
}

type messageInput struct {
	Session string `path:"session_id" doc:"The conversation's public id"`
	Message string `path:"message_id" doc:"The message's id"`
}

type messageOutput struct{ Body shape.Message }

func (r *Room) getMessage(ctx context.Context, in *messageInput) (*messageOutput, error) {
	log, err := r.messageLog(ctx, in.Session, in.Message)
	if err != nil {
		return nil, err
	}
	m, err := log.ByID(ctx, in.Message)
	if err != nil {
		return nil, err
	}
	return &messageOutput{Body: shape.MessageOf(m)}, nil
}

// messageLog returns the log that a message may be in.
func (r *Room) messageLog(ctx context.Context, id, message string) (*session.Log, error) {
	if !uuidForm.MatchString(message) {
		return nil, session.ErrNoMessage
	}
	return r.log(ctx, id)
}

// AddMessageBody is a message to add (M3).
type AddMessageBody struct {
	Role    string `json:"role" enum:"user,assistant"`
	Content string `json:"content" minLength:"1" maxLength:"20000" pattern:"\\S" patternDescription:"more than spaces"`
	Name    string `json:"name,omitempty" maxLength:"64" doc:"Who speaks"`
}

type addMessageInput struct {
	Named
	Session string `path:"session_id" doc:"The conversation's public id"`
	Body    AddMessageBody
}

type addedOutput struct {
	Replayed
	Body shape.Message
}

func (r *Room) addMessage(ctx context.Context, in *addMessageInput) (*addedOutput, error) {
	log, err := r.log(ctx, in.Session)
	if err != nil {
		return nil, err
	}
	m := session.Message{Role: session.Role(in.Body.Role), Content: in.Body.Content, Name: in.Body.Name, Trust: trust.Tool}
	reply, answered, err := r.once(ctx, callerOf(ctx), in.Named, bodyOf("/api/sessions/"+in.Session+"/messages", in.Body), func(ctx context.Context) (string, int, error) {
		id, err := log.Add(ctx, m)
		return id, 1, err
	})
	if err != nil {
		return nil, err
	}
	m, err = log.ByID(ctx, reply.MadeID)
	if errors.Is(err, session.ErrNoMessage) && answered.Repeated != "" {
		err = gone("The message that this request made was taken out.")
	}
	if err != nil {
		return nil, err
	}
	return &addedOutput{answered, shape.MessageOf(m)}, nil
}

// UpdateMessageBody is another wording of a message (M4).
type UpdateMessageBody struct {
	Content string `json:"content" minLength:"1" maxLength:"20000" pattern:"\\S" patternDescription:"more than spaces"`
}

type updateMessageInput struct {
	Session string `path:"session_id" doc:"The conversation's public id"`
	Message string `path:"message_id" doc:"The message's id"`
	Body    UpdateMessageBody
}

func (r *Room) updateMessage(ctx context.Context, in *updateMessageInput) (*messageOutput, error) {
	log, err := r.messageLog(ctx, in.Session, in.Message)
	if err == nil {
		err = log.Update(ctx, in.Message, func(x *session.Revision) { x.Content, x.Object = in.Body.Content, nil })
	}
	if err != nil {
		return nil, err
	}
	m, err := log.ByID(ctx, in.Message)
	if err != nil {
		return nil, err
	}
	return &messageOutput{Body: shape.MessageOf(m)}, nil
}

func (r *Room) removeMessage(ctx context.Context, in *messageInput) (*struct{}, error) {
	log, err := r.messageLog(ctx, in.Session, in.Message)
	if err == nil {
		err = log.Remove(ctx, in.Message)
	}
	return nil, err
}

func (r *Room) resetMessages(ctx context.Context, in *sessionInput) (*struct{}, error) {
	log, err := r.log(ctx, in.Session)
	if err == nil {
		err = log.Reset(ctx)
	}
	return nil, err
}
