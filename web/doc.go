// Package web is the door for programs: Keepsake's memories over HTTP, described by an OpenAPI document
// (/openapi.json, and /docs for people).
//
// It turns requests into calls of the nouns, says who asks (the holder of a key, package apikey), and turns
// what comes back into JSON. It has no rule of its own about memories: what a key opens is one scope, and what
// its holder may do there is for package memory to say. Telegram, models and prompts are unknown here.
//
// Invariants:
//   - Every request but those for the description names a key, and sees one scope: what is not in it answers
//     as what does not exist.
//   - An error is a problem document (RFC 9457) made of a fault's kind and constant English, never of a text
//     that somebody wrote; its cause goes to the log alone.
//   - A request is bounded: in size, in time, and in how many a key may make.
//
// Start reading at New, then memories.go; keys are checked in caller.go, errors made in problem.go.
package web
