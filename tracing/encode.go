package tracing

import (
	"google.golang.org/protobuf/encoding/protowire"
)

// Numbers of the fields of OTLP's messages, from opentelemetry-proto's trace.proto,
// common.proto and resource.proto. The package collector reads them with the official types.
const (
	requestResourceSpans = 1

	resourceSpansResource   = 1
	resourceSpansScopeSpans = 2
	resourceAttributes      = 1
	scopeSpansScope         = 1
	scopeSpansSpans         = 2
	scopeName               = 1

	spanTraceID    = 1
	spanID         = 2
	spanParentID   = 4
	spanName       = 5
	spanKind       = 6
	spanStart      = 7
	spanEnd        = 8
	spanAttributes = 9
	spanLinks      = 13
	spanStatus     = 15
	spanFlags      = 16

	linkTraceID = 1
	linkSpanID  = 2
	linkFlags   = 6

	statusMessage = 2
	statusCode    = 3

	keyValueKey   = 1
	keyValueValue = 2
	valueText     = 1
	valueNumber   = 3

	responsePartialSuccess = 1
	partialRejectedSpans   = 1
)

// Values of those fields.
const (
	kindInternal    = 1
	codeError       = 2
	flagSampled     = 1
	flagKnowsRemote = 1 << 8
	flagIsRemote    = 1 << 9
)

// encodeRequest returns an ExportTraceServiceRequest with some spans of one resource.
func encodeRequest(resource []attribute, spans []record) []byte {
	var about, of []byte
	for _, a := range resource {
		about = appendMessage(about, resourceAttributes, encodeAttribute(a))
	}
	of = appendMessage(of, scopeSpansScope, appendText(nil, scopeName, "keepsake"))
	for _, s := range spans {
		of = appendMessage(of, scopeSpansSpans, encodeSpan(s))
	}
	all := appendMessage(nil, resourceSpansResource, about)
	all = appendMessage(all, resourceSpansScopeSpans, of)
	return appendMessage(nil, requestResourceSpans, all)
}

func encodeSpan(s record) []byte {
	b := appendMessage(nil, spanTraceID, s.place.trace[:])
	b = appendMessage(b, spanID, s.place.span[:])
	if s.parent != (place{}) {
		b = appendMessage(b, spanParentID, s.parent.span[:])
	}
	b = appendText(b, spanName, s.name)
	b = appendNumber(b, spanKind, kindInternal)
	b = appendFixed64(b, spanStart, uint64(s.start.UnixNano()))
	b = appendFixed64(b, spanEnd, uint64(s.end.UnixNano()))
	for _, a := range s.attributes {
		b = appendMessage(b, spanAttributes, encodeAttribute(a))
	}
	for _, l := range s.links {
		link := appendMessage(nil, linkTraceID, l.trace[:])
		link = appendMessage(link, linkSpanID, l.span[:])
		b = appendMessage(b, spanLinks, appendFixed32(link, linkFlags, flagsOf(l, true)))
	}
	if s.errorKind != "" {
		b = appendMessage(b, spanStatus, appendNumber(appendText(nil, statusMessage, s.errorKind), statusCode, codeError))
	}
	return appendFixed32(b, spanFlags, flagsOf(s.place, s.parent.remote))
}

// flagsOf returns a span's flags: whether its trace is recorded, and whether what it hangs on
// came from elsewhere.
func flagsOf(p place, isRemote bool) uint32 {
	flags := uint32(flagKnowsRemote)
	if p.sampled {
		flags |= flagSampled
	}
	if isRemote {
		flags |= flagIsRemote
	}
	return flags
}

func encodeAttribute(a attribute) []byte {
	value := appendText(nil, valueText, a.text)
	if a.isNumber {
		value = appendNumber(nil, valueNumber, uint64(a.number))
	}
	return appendMessage(appendText(nil, keyValueKey, a.key), keyValueValue, value)
}

// rejectedSpans reads from an ExportTraceServiceResponse how many spans were refused. A
// response that is none says 0: the collector answered that all went well.
func rejectedSpans(response []byte) uint64 {
	var rejected uint64
	eachField(response, func(field protowire.Number, value []byte, _ uint64) {
		if field == responsePartialSuccess {
			eachField(value, func(field protowire.Number, _ []byte, n uint64) {
				if field == partialRejectedSpans {
					rejected = n
				}
			})
		}
	})
	return rejected
}

// eachField calls f for the fields of a message that are bytes or varints, until one is broken.
func eachField(b []byte, f func(field protowire.Number, value []byte, n uint64)) {
	for len(b) > 0 {
		field, kind, n := protowire.ConsumeTag(b)
		if n < 0 {
			return
		}
		size := protowire.ConsumeFieldValue(field, kind, b[n:])
		if size < 0 {
			return
		}
		switch kind {
		case protowire.BytesType:
			value, _ := protowire.ConsumeBytes(b[n:])
			f(field, value, 0)
		case protowire.VarintType:
			value, _ := protowire.ConsumeVarint(b[n:])
			f(field, nil, value)
		}
		b = b[n+size:]
	}
}

func appendMessage(b []byte, field protowire.Number, message []byte) []byte {
	return protowire.AppendBytes(protowire.AppendTag(b, field, protowire.BytesType), message)
}

func appendText(b []byte, field protowire.Number, s string) []byte {
	return protowire.AppendString(protowire.AppendTag(b, field, protowire.BytesType), s)
}

func appendNumber(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendVarint(protowire.AppendTag(b, field, protowire.VarintType), n)
}

func appendFixed64(b []byte, field protowire.Number, n uint64) []byte {
	return protowire.AppendFixed64(protowire.AppendTag(b, field, protowire.Fixed64Type), n)
}

func appendFixed32(b []byte, field protowire.Number, n uint32) []byte {
	return protowire.AppendFixed32(protowire.AppendTag(b, field, protowire.Fixed32Type), n)
}
