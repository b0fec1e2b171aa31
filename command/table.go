package command

import (
	"slices"

	"keepsake/agent/receipt"
	"keepsake/command/bring"
	"keepsake/command/clock"
	"keepsake/command/corrected"
	"keepsake/command/feedback"
	"keepsake/command/greetings"
	"keepsake/command/guests"
	"keepsake/command/linked"
	"keepsake/command/manner"
	"keepsake/command/memories"
	"keepsake/command/programs"
	"keepsake/command/shards"
	"keepsake/command/takeout"
	"keepsake/command/talks"
	"keepsake/command/tasklist"
	"keepsake/command/wishes"
	"keepsake/task"
)

// A command is what can be typed after a slash.
type command struct {
	name string
	// private and group do it in that kind of chat; nil = there is none there.
	private, group handler
	privateMenu    bool // it stands in the menu of private chats
	groupMenu      bool // and in the one of groups
	linked         bool // a link may open it: t.me/bot?start=name
}

// commands are all there are, in the order of menus.
func commands() []command {
	return []command{
		{"memory", (*handling).memory, (*handling).memory, true, true, true},
		{"import", (*handling).bring, (*handling).pointToPrivateChat, false, false, true},
		{"tasks", (*handling).tasks, (*handling).pointToPrivateChat, true, false, true},
		{"new", (*handling).newConversation, (*handling).newConversation, true, true, false},
		{"private", (*handling).private, (*handling).groupPrivate, true, false, false},
		{"stop", (*handling).stop, (*handling).stop, true, true, false},
		{"web", (*handling).web, (*handling).web, false, false, true},
		{"api", onKeys((*programs.Desk).Show), (*handling).pointToPrivateChat, false, false, true},
		{"settings", (*handling).settings, (*handling).groupSettings, true, false, true},
		{"model", (*handling).manner, (*handling).manner, false, false, true},
		{"usage", (*handling).usage, (*handling).usage, true, true, false},
		{"privacy", (*handling).privacy, (*handling).groupPrivacy, true, false, true},
		{"help", (*handling).help, (*handling).groupHelp, true, true, true},
		{"start", (*handling).start, (*handling).groupStart, false, false, false},
		{"shard", (*handling).shard, (*handling).shard, false, false, false},
		{"link", onLinks((*linked.Desk).Show), onLinks((*linked.Desk).Show), false, false, false},
		{"access", (*handling).access, nil, false, false, false},
	}
}

// find returns the command of this name.
func find(name string) (command, bool) {
	for _, c := range commands() {
		if c.name == name {
			return c, true
		}
	}
	return command{}, false
}

// Exists reports whether there is a command of this name in any kind of chat.
func Exists(name string) bool {
	_, ok := find(name)
	return ok
}

// Menu returns the names of the commands that clients show in private chats, or in groups. /web stands there where there is a page,
// /model where there is something to choose.
func (s *Service) Menu(group bool) (names []string) {
	shown := map[string]bool{"web": s.HasPage(), "model": s.Manner.IsOpen()}
	for _, c := range commands() {
		if group && c.groupMenu || !group && (c.privateMenu || shown[c.name]) {
			names = append(names, c.name)
		}
	}
	return names
}

// OwnerMenu returns the names of the commands that clients show in an owner's private chat.
func (s *Service) OwnerMenu() []string { return append(s.Menu(false), "access") }

// A tap is the action of a button. Its reference is all the state there is: action and
// reference together have at most 64 bytes. What a tap does a second time changes nothing.
type tap struct {
	action string
	do     handler
	group  bool // a button in a group may have it
}

// wishTaps are what package wishes shows. The questions of a shard may be asked in its group.
func wishTaps() []tap {
	return []tap{
		{wishes.ActionShow, onWishes((*wishes.Desk).TapShow), false},       // "", "versions" or a version
		{wishes.ActionForget, onWishes((*wishes.Desk).TapForget), false},   // version . line, or directive
		{wishes.ActionRestore, onWishes((*wishes.Desk).TapRestore), false}, // version
		{wishes.ActionRevert, onWishes((*wishes.Desk).TapRevert), false},   // version . change
		{wishes.ActionGoOn, onWishes((*wishes.Desk).TapGoOn), true},        // "" or a shard
		{wishes.ActionLeaveIt, onWishes((*wishes.Desk).TapLeaveIt), true},  // "" or a shard
		{wishes.ActionNoted, onWishes((*wishes.Desk).TapNoted), true},      // what to do . directive or decision
	}
}

// replyTaps are what package agent shows under a reply.
func replyTaps() []tap {
	return []tap{
		{"undo", onMemories((*memories.Desk).TapUndo), true},                      // change
		{"edit", onMemories((*memories.Desk).TapEdit), true},                      // memory
		{"save", onMemories((*memories.Desk).TapSave), true},                      // decision
		{"amend", onMemories((*memories.Desk).TapAmend), true},                    // decision
		{"never", onMemories((*memories.Desk).TapNever), true},                    // decision
		{receipt.ActionForgo, onMemories((*memories.Desk).TapForgets), true},      // decision
		{receipt.ActionForgoAll, onMemories((*memories.Desk).TapForgets), true},   // turn
		{receipt.ActionForgetMore, onMemories((*memories.Desk).TapForgets), true}, // turn . page
		{receipt.ActionForgetPage, onMemories((*memories.Desk).TapForgets), true}, // turn . page
		{receipt.ActionUsed, onMemories((*memories.Desk).TapUsed), true},          // turn
		{receipt.ActionForget, onMemories((*memories.Desk).TapForgetUsed), true},  // memory
		{receipt.ActionKept, onMemories((*memories.Desk).TapKept), true},          // turn
		{"addtask", onTasks((*tasklist.Desk).TapAdd), false},                      // proposed task
		{"notask", onTasks((*tasklist.Desk).TapNo), false},                        // proposed task
		{"untask", onTasks((*tasklist.Desk).TapUndo), false},                      // task that was made
		{"dotask", onTasks((*tasklist.Desk).TapDo), false},                        // task
		{"leavetask", onTasks((*tasklist.Desk).TapLeave), false},                  // task
		{"reopen", onTasks((*tasklist.Desk).TapReopen), false},                    // task that was completed
		{receipt.ActionTakeBack, onTasks((*tasklist.Desk).TapTakeBack), false},    // task . revision
	}
}

// taps are all there are. task.ActionDone is under a reminder (package task).
func taps() []tap {
	return slices.Concat(callTaps(), wishTaps(), keyTaps(), replyTaps(), []tap{
		// Under the note that a message was changed: memory . version . message . what was shown.
		{corrected.ActionCorrect, onCorrected((*corrected.Desk).TapCorrect), true},
		{corrected.ActionDrop, onCorrected((*corrected.Desk).TapDrop), true},
		{corrected.ActionLeave, onCorrected((*corrected.Desk).TapLeave), true},

		{"private", (*handling).tapPrivate, false},                                                                                     // on or off
		{"list", (*handling).tapList, true},                                                                                            // view, see listView
		{"look", (*handling).tapSearch, true},                                                                                          // no reference
		{"wipe", onMemories((*memories.Desk).TapForgetAll), true},                                                                      // no reference
		{takeout.Action, (*handling).tapExport, true},                                                                                  // "", or what else
		{bring.Action, (*handling).bring, false},                                                                                       // see package bring
		{"shard", (*handling).shard, true},                                                                                             // see package shards
		{linked.ActionLink, onLinks((*linked.Desk).TapLink), false},                                                                    // code
		{linked.ActionUnlink, onLinks((*linked.Desk).TapUnlink), false},                                                                // account
		{linked.ActionNo, onLinks((*linked.Desk).TapNo), false},                                                                        // no reference
		{"open", onMemories((*memories.Desk).TapOpen), true},                                                                           // memory . view
		{"hist", onMemories((*memories.Desk).TapHistory), true},                                                                        // memory . view
		{"pin", onMemories((*memories.Desk).TapPin), true},                                                                             // memory . view
		{"unpin", onMemories((*memories.Desk).TapUnpin), true},                                                                         // memory . view
		{"del", onMemories((*memories.Desk).TapDelete), true},                                                                          // memory . view
		{"file", onMemories((*memories.Desk).TapFile), true},                                                                           // memory
		{"fileto", onMemories((*memories.Desk).TapFileTo), true},                                                                       // memory . category
		{"subject", onMemories((*memories.Desk).TapSubject), true},                                                                     // memory
		{"merge", onMemories((*memories.Desk).TapMerge), true},                                                                         // memory to drop . memory to keep
		{"refused", onMemories((*memories.Desk).TapRefused), false},                                                                    // page
		{"unrefuse", onMemories((*memories.Desk).TapUnrefuse), false},                                                                  // tombstone
		{"archive", onMemories((*memories.Desk).TapArchive), true},                                                                     // page
		{"restore", onMemories((*memories.Desk).TapRestore), true},                                                                     // memory
		{"deleted", onMemories((*memories.Desk).TapDeleted), false},                                                                    // page
		{"find", (*handling).tapFind, true},                                                                                            // page . words
		{talks.ActionFind, (*handling).tapSaid, false},                                                                                 // words
		{"forget", (*handling).tapForget, true},                                                                                        // step . unix time
		{"mode", onMemories((*memories.Desk).TapMode), true},                                                                           // ask, auto or off
		{"policyadopt", onMemories((*memories.Desk).TapAdopt), true}, {"policyback", onMemories((*memories.Desk).TapPolicyBack), true}, // number of a policy, and of the present one
		{memories.ActionGoOn, onMemories((*memories.Desk).TapGoOn), false}, {memories.ActionLeaveIt, onMemories((*memories.Desk).TapLeaveIt), false}, // run, both
		{memories.ActionPrune, onMemories((*memories.Desk).TapPrune), false},
		{memories.ActionUnprune, onMemories((*memories.Desk).TapUnprune), false}, // run, both
		{memories.ActionReprune, onMemories((*memories.Desk).TapReprune), true},  // run
		{"unrun", onMemories((*memories.Desk).TapUnrun), true},                   // run
		{"review", onMemories((*memories.Desk).TapReview), true},                 // page

		{"done", onTasks((*tasklist.Desk).TapDone), false},              // task . page, or task . page . revision
		{"undone", onTasks((*tasklist.Desk).TapUndone), false},          // task . page
		{"tasks", onTasks((*tasklist.Desk).TapPage), false},             // page
		{task.ActionDone, onTasks((*tasklist.Desk).TapReminded), false}, // task
		{task.ActionSnooze, onTasks((*tasklist.Desk).TapSnooze), false}, // task . for how long
		{task.ActionCancel, onTasks((*tasklist.Desk).TapCancel), false}, // task

		{guests.ActionAllow, (*handling).tapAllow, false},
		{guests.ActionBlock, (*handling).tapBlock, false},
		{guests.ActionList, (*handling).tapAccess, false},

		{"set", (*handling).tapSettings, true},              // what to set . on or off
		{manner.Action, (*handling).manner, true},           // see package manner
		{"lang", (*handling).tapLanguage, false},            // language, empty = as the client says
		{"zone", (*handling).tapZone, false},                // IANA name
		{receipt.ActionClock, (*handling).tapClock, false},  // same, minutes ahead of UTC, IANA name, type or none
		{feedback.ActionAgain, (*handling).tapAgain, false}, // turn
		{greetings.Action, (*handling).tapGreet, false},     // see package greetings
		{"quiet", (*handling).tapQuiet, false},              // hours, none, empty = the operator's
	})
}

// keyTaps are the buttons of /api. Their references are named in package programs.
func keyTaps() []tap {
	return []tap{
		{programs.ActionNew, onKeys((*programs.Desk).TapNew), false},
		{programs.ActionHide, onKeys((*programs.Desk).TapHide), false},
		{programs.ActionAsk, onKeys((*programs.Desk).TapAsk), false},
		{programs.ActionRevoke, onKeys((*programs.Desk).TapRevoke), false},
		{programs.ActionList, onKeys((*programs.Desk).Show), false},
	}
}

// findTap returns what a button's action does.
func findTap(action string) (tap, bool) {
	for _, t := range taps() {
		if t.action == action {
			return t, true
		}
	}
	return tap{}, false
}

// Purposes of questions asked with ForceReply. A question is an outbox row: an answer is
// known by the message it replies to, so it is understood after a restart, too, and
// nothing else that is said in between is taken for it.
//
// The purposes of memories are named there (memories.FormEdit).
const (
	formQuiet  = "settings.quiet"
	formSearch = "memory.search"
)

// forms take the answers, by purpose.
var forms = map[string]handler{
	memories.FormEdit:    formOfMemories((*memories.Desk).AnswerEdit),
	memories.FormSubject: formOfMemories((*memories.Desk).AnswerSubject),
	memories.FormAmend:   formOfMemories((*memories.Desk).AnswerAmend),
	bring.Form:           (*handling).bring,
	shards.FormImport:    (*handling).shard,
	clock.FormZone:       (*handling).answerZone,
	clock.FormClock:      (*handling).answerClock,
	formQuiet:            (*handling).answerQuiet,
	formSearch:           (*handling).answerSearch,
}
