package openai

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"time"

	api "github.com/sashabaranov/go-openai"

	"keepsake/fault"
	"keepsake/llm"
)

// Causes that this package distinguishes.
var (
	errNoModel  error = llm.TroubleModel
	errNoTools  error = llm.TroubleTools
	errKey      error = llm.TroubleKey
	errMoved    error = llm.TroubleAddress
	errNoCredit error = llm.TroubleCredit
)

// settingToCheck returns the setting that the operator should check, or "" when the operator
// cannot fix the error.
func settingToCheck(err error) string {
	switch {
	case errors.Is(err, errNoCredit):
		return "the credit of the account that OPENAI_API_KEY belongs to"
	case errors.Is(err, errNoModel):
		return "KEEPSAKE_MODEL (does the endpoint offer it?) and OPENAI_BASE_URL"
	case errors.Is(err, errNoTools):
		return "KEEPSAKE_MODEL (it must be able to call tools)"
	case errors.Is(err, errMoved):
		return "OPENAI_BASE_URL"
	case errors.Is(err, errKey):
		return "OPENAI_API_KEY, and that it may use KEEPSAKE_MODEL at OPENAI_BASE_URL"
	}
	return ""
}

// endpointError is the error of an endpoint's response. Its message may quote keys and prompts,
// so it is evaluated in this package and never shown.
type endpointError struct {
	status     int
	code       string // in lower case
	param      string // the refused field, in lower case
	message    string // in lower case
	retryAfter time.Duration
}

// safeCode matches codes that cannot contain a key or text of a person.
var safeCode = regexp.MustCompile(`^[a-z][a-z_]{1,47}$`)

// Error returns the status and, when safeCode matches, the code.
func (e *endpointError) Error() string {
	s := fmt.Sprintf("status %d", e.status)
	if safeCode.MatchString(e.code) {
		s += " " + e.code
	}
	return s
}

// parseError parses the body of a response. It returns nil when that is not an error. Known
// forms are {"error":{"message","type","code"}}, {"error":"…"} and {"message"|"detail":…};
// with an error status any body is an error.
func parseError(status int, body []byte) *endpointError {
	e := &endpointError{status: status}
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		if status < 400 {
			return nil
		}
		e.message = strings.ToLower(string(body))
		return e
	}
	raw, has := top["error"]
	if string(raw) == "null" {
		has = false
	}
	if !has && status < 400 {
		return nil
	}
	if !has {
		raw = body
	}
	var words string
	var fields struct {
		Message any `json:"message"`
		Detail  any `json:"detail"`
		Type    any `json:"type"`
		Code    any `json:"code"`
		Param   any `json:"param"`
	}
	switch {
	case json.Unmarshal(raw, &words) == nil:
		e.message = strings.ToLower(words)
	case json.Unmarshal(raw, &fields) == nil:
		for _, part := range []any{fields.Message, fields.Detail} {
			if part != nil {
				e.message += strings.ToLower(fmt.Sprint(part)) + " "
			}
		}
		e.readDetail(fields.Type)
		e.readDetail(fields.Code)
		if p, ok := fields.Param.(string); ok {
			e.param = strings.ToLower(p)
		}
	}
	return e
}

// readDetail stores a code. A number is taken as the status, because gateways return status
// 200 with the real status in the body.
func (e *endpointError) readDetail(v any) {
	switch c := v.(type) {
	case string:
		if n, err := strconv.Atoi(c); err == nil {
			e.readDetail(float64(n))
		} else if c != "" {
			e.code = strings.ToLower(c)
		}
	case float64:
		if e.status < 400 && c >= 400 && c < 600 {
			e.status = int(c)
		}
	}
}

func (e *endpointError) mentions(any ...string) bool {
	bare := unquoted.Replace(e.message)
	for _, s := range any {
		if strings.Contains(e.message, s) || strings.Contains(bare, s) || strings.Contains(e.code, s) {
			return true
		}
	}
	return false
}

// unquoted removes the characters with which endpoints quote names.
var unquoted = strings.NewReplacer("`", "", "'", "", `"`, "", ":", "", "\\", "")

// isAbout reports whether the error names one of these fields of the request.
func (e *endpointError) isAbout(fields ...string) bool { return slices.Contains(fields, e.param) }

// isUnexplained reports whether the endpoint refused the request without a cause that this
// package recognizes.
func (e *endpointError) isUnexplained() bool {
	if e.status != http.StatusBadRequest && e.status != http.StatusUnprocessableEntity || e.isTooLong() || e.isFiltered() {
		return false
	}
	return !e.mentions("insufficient_quota", "billing_hard_limit", "invalid_api_key", "model_not_found", "rate_limit")
}

// isFiltered reports whether a content filter refused the prompt.
func (e *endpointError) isFiltered() bool {
	return e.mentions("content_filter", "content_policy", "content management policy", "input was flagged")
}

// isTooLong reports whether the prompt was too long, by the messages of known endpoints.
func (e *endpointError) isTooLong() bool {
	return e.status == http.StatusRequestEntityTooLarge || e.mentions("context_length", "context length", "context window",
		"context size", "exceed_context", "maximum context", "prompt is too long", "input is too long",
		"too many tokens", "maximum number of tokens", "input tokens exceed")
}

// fault converts the error to the one that callers get.
func (e *endpointError) fault() error {
	wrap := func(kind fault.Kind, message string, cause error) error {
		if cause == nil {
			cause = e
		} else {
			cause = fmt.Errorf("%w (%w)", cause, e)
		}
		f := fault.Wrap(kind, message, cause)
		f.RetryAfter = e.retryAfter
		return f
	}
	refusal := e.status >= 400 && e.status < 500 && e.status != http.StatusTooManyRequests
	switch {
	case refusal && e.isTooLong():
		return fmt.Errorf("openai: %w (%w)", llm.ErrTooLong, e)
	case refusal && e.isFiltered():
		return fmt.Errorf("openai: %w (%w)", llm.ErrRefused, e)
	case e.status == http.StatusPaymentRequired, e.mentions("insufficient_quota", "billing_hard_limit"):
		return wrap(fault.Limited, "the account at the model's endpoint has no credit left", errNoCredit)
	case e.status == http.StatusUnauthorized, e.mentions("invalid_api_key"):
		return wrap(fault.Denied, "the model's endpoint refused the API key", errKey)
	case e.status == http.StatusForbidden:
		return wrap(fault.Denied, "the model's endpoint denied access", errKey)
	case e.status == http.StatusNotFound, e.mentions("model_not_found"):
		return wrap(fault.Invalid, "the endpoint knows no such model, or nothing is served at this address", errNoModel)
	case e.status == http.StatusTooManyRequests, e.mentions("rate_limit"):
		return wrap(fault.Limited, "the model's endpoint limits the rate of requests", nil)
	case e.status == http.StatusRequestTimeout, e.status == http.StatusConflict, e.status == http.StatusTooEarly,
		e.status >= 500, e.status < 300:
		return wrap(fault.Unavailable, "the model's endpoint failed", nil)
	case e.status < 400:
		return wrap(fault.Invalid, "the model's endpoint is elsewhere: it answered with a redirect", errMoved)
	}
	return wrap(fault.Invalid, "the model's endpoint refused the request", nil)
}

// classify converts any error of an attempt to the one that callers get. It drops causes that
// may contain a URL, because a URL may contain secrets.
func classify(err error) error {
	var known *fault.Error
	var said *endpointError
	var syntax *json.SyntaxError
	var shape *json.UnmarshalTypeError
	var apiErr *api.APIError
	away := func(why string) error { return fault.New(fault.Unavailable, why) }
	switch {
	case errors.As(err, &said):
		return said.fault()
	case errors.As(err, &known):
		return err
	case errors.Is(err, api.ErrReasoningToolsRequireResponses), errors.Is(err, api.ErrReasoningEffortUnsupported):
		return fault.Wrap(fault.Invalid, "this model calls tools only over another interface; choose another model", errNoTools)
	case errors.As(err, &syntax), errors.As(err, &shape), errors.As(err, &apiErr):
		return away("the model's endpoint sent something that is no completion")
	}
	return classifyNetwork(err)
}

// Errors of a connection that cannot be made: they say nothing about the request.
var (
	errNoName    = fault.New(fault.Unavailable, "the name of the model's endpoint cannot be resolved")
	errNoOne     = fault.New(fault.Unavailable, "nothing listens at the address of the model's endpoint")
	errUntrusted = fault.New(fault.Unavailable, "no trusted encrypted connection to the model's endpoint")
)

// isUnreachable reports whether no connection to the endpoint could be made.
func isUnreachable(err error) bool {
	return errors.Is(err, errNoName) || errors.Is(err, errNoOne) || errors.Is(err, errUntrusted)
}

func classifyNetwork(err error) error {
	var dns *net.DNSError
	var bad *tls.CertificateVerificationError
	var unknown x509.UnknownAuthorityError
	var record tls.RecordHeaderError
	why := "the model's endpoint cannot be reached"
	switch {
	case errors.As(err, &dns):
		return errNoName
	case errors.Is(err, syscall.ECONNREFUSED):
		return errNoOne
	case errors.As(err, &bad), errors.As(err, &unknown), errors.As(err, &record):
		return errUntrusted
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET):
		why = "the connection to the model's endpoint broke"
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		why = "the model took too long"
	}
	return fault.New(fault.Unavailable, why)
}

// maxRetryAfter limits the wait that an endpoint can ask for.
const maxRetryAfter = time.Hour

// retryAfter returns how long the endpoint asks to wait. Its headers give milliseconds,
// seconds or a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	var d time.Duration
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil {
		d = time.Duration(ms * float64(time.Millisecond))
	} else if s, err := strconv.ParseFloat(h.Get("Retry-After"), 64); err == nil {
		d = time.Duration(s * float64(time.Second))
	} else if at, err := http.ParseTime(h.Get("Retry-After")); err == nil {
		d = at.Sub(now)
	}
	return max(0, min(d, maxRetryAfter))
}
