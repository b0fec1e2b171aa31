package delivery

import (
	"strconv"
	"strings"
)

// controlMark is the suffix of control lanes.
const controlMark = ":control"

// Lane returns the name of the lane that orders a chat's (topic's) messages:
// "bot:chat:topic".
func Lane(bot string, chat int64, topic int) string {
	return bot + ":" + strconv.FormatInt(chat, 10) + ":" + strconv.Itoa(topic)
}

// ControlLane returns the name of the chat's control lane. It is for commands, taps and answers
// to the bot's questions, which must not wait for a running answer.
func ControlLane(bot string, chat int64, topic int) string {
	return Lane(bot, chat, topic) + controlMark
}

// IsControl reports whether a lane is a control lane.
func IsControl(lane string) bool { return strings.HasSuffix(lane, controlMark) }

// LanePlace parses the name of a lane. ok is false when the name is not valid.
func LanePlace(lane string) (bot string, chat int64, topic int, ok bool) {
	rest := strings.TrimSuffix(lane, controlMark)
	i := strings.LastIndexByte(rest, ':')
	if i < 0 {
		return "", 0, 0, false
	}
	topic, err := strconv.Atoi(rest[i+1:])
	if err != nil {
		return "", 0, 0, false
	}
	rest = rest[:i]
	if i = strings.LastIndexByte(rest, ':'); i < 0 {
		return "", 0, 0, false
	}
	chat, err = strconv.ParseInt(rest[i+1:], 10, 64)
	if err != nil {
		return "", 0, 0, false
	}
	return rest[:i], chat, topic, true
}
