package tracing

import (
	"cmp"
	"encoding/binary"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// variables are OpenTelemetry's environment variables that hold here, with its defaults
// (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). A
// value that cannot be read is as if it were not set, and is told by its name (wrong).
type variables struct {
	sampler sampler

	delay    time.Duration // between two requests (OTEL_BSP_SCHEDULE_DELAY)
	timeout  time.Duration // of one, attempts and pauses included (OTEL_BSP_EXPORT_TIMEOUT)
	maxQueue int           // spans that wait (OTEL_BSP_MAX_QUEUE_SIZE)
	maxBatch int           // spans of one request (OTEL_BSP_MAX_EXPORT_BATCH_SIZE)

	attempt             time.Duration // of one attempt (OTEL_EXPORTER_OTLP_TIMEOUT)
	isPacked            bool          // gzip (OTEL_EXPORTER_OTLP_COMPRESSION)
	authorities         string        // a file with certificates (…_CERTIFICATE)
	certificate, secret string        // files of our own (…_CLIENT_CERTIFICATE, …_CLIENT_KEY)

	resource []attribute // OTEL_RESOURCE_ATTRIBUTES
	hasName  bool        // OTEL_SERVICE_NAME is set

	wrong []string
}

// readVariables reads them by a function like os.Getenv.
func readVariables(getenv func(string) string) variables {
	v := variables{hasName: getenv("OTEL_SERVICE_NAME") != ""}
	v.delay = v.readMillis(getenv, 5*time.Second, "OTEL_BSP_SCHEDULE_DELAY")
	v.timeout = v.readMillis(getenv, 30*time.Second, "OTEL_BSP_EXPORT_TIMEOUT")
	v.maxQueue = v.readNumber(getenv, 2048, "OTEL_BSP_MAX_QUEUE_SIZE")
	v.maxBatch = min(v.readNumber(getenv, 512, "OTEL_BSP_MAX_EXPORT_BATCH_SIZE"), v.maxQueue)
	v.attempt = v.readMillis(getenv, 10*time.Second, "OTEL_EXPORTER_OTLP_TRACES_TIMEOUT", "OTEL_EXPORTER_OTLP_TIMEOUT")
	either := func(name string) string {
		return cmp.Or(getenv("OTEL_EXPORTER_OTLP_TRACES_"+name), getenv("OTEL_EXPORTER_OTLP_"+name))
	}
	v.isPacked = either("COMPRESSION") == "gzip"
	v.authorities = either("CERTIFICATE")
	v.certificate, v.secret = either("CLIENT_CERTIFICATE"), either("CLIENT_KEY")
	v.sampler = v.readSampler(getenv("OTEL_TRACES_SAMPLER"), getenv("OTEL_TRACES_SAMPLER_ARG"))
	v.resource = v.readResource(getenv("OTEL_RESOURCE_ATTRIBUTES"))
	return v
}

// readMillis returns the first of some variables that is set: a number of milliseconds.
func (v *variables) readMillis(getenv func(string) string, otherwise time.Duration, names ...string) time.Duration {
	return time.Duration(v.readNumber(getenv, int(otherwise.Milliseconds()), names...)) * time.Millisecond
}

// readNumber returns the first of some variables that is set: a whole number above 0.
func (v *variables) readNumber(getenv func(string) string, otherwise int, names ...string) int {
	for _, name := range names {
		s := strings.TrimSpace(getenv(name))
		if s == "" {
			continue
		}
		if n, err := strconv.Atoi(s); err == nil && n > 0 && n < math.MaxInt32 {
			return n
		}
		v.wrong = append(v.wrong, name)
	}
	return otherwise
}

// readResource reads key=value,key=value with percent-encoded values. One that is wrong
// spoils all, as the specification says.
func (v *variables) readResource(s string) (out []attribute) {
	for pair := range strings.SplitSeq(s, ",") {
		if pair = strings.TrimSpace(pair); pair == "" {
			continue
		}
		key, value, ok := strings.Cut(pair, "=")
		text, err := url.PathUnescape(strings.TrimSpace(value))
		if key = strings.TrimSpace(key); !ok || key == "" || err != nil {
			v.wrong = append(v.wrong, "OTEL_RESOURCE_ATTRIBUTES")
			return nil
		}
		out = append(out, attribute{key: key, text: text})
	}
	return out
}

// describe returns the attributes of what the spans come from. The variables go before the
// configuration, and OTEL_SERVICE_NAME (which the configuration holds) before both.
func (v variables) describe(c Config) []attribute {
	out := []attribute{
		{key: "service.name", text: c.Service}, {key: "service.instance.id", text: c.Instance},
		{key: "telemetry.sdk.name", text: "keepsake"}, {key: "telemetry.sdk.language", text: "go"},
	}
	for _, a := range v.resource {
		i := slices.IndexFunc(out, func(x attribute) bool { return x.key == a.key })
		switch {
		case i < 0:
			out = append(out, a)
		case a.key != "service.name" || !v.hasName:
			out[i] = a
		}
	}
	return out
}

// sampler decides which traces are recorded.
type sampler struct {
	followsParent bool
	below         uint64 // a trace whose last 63 bits are below it
}

// all records everything. It is above every number of 63 bits.
const all = uint64(1) << 63

// readSampler reads OTEL_TRACES_SAMPLER; parentbased_always_on is OpenTelemetry's default.
func (v *variables) readSampler(name, argument string) sampler {
	s := sampler{followsParent: true, below: all}
	if name == "" {
		return s
	}
	root, isParentBased := strings.CutPrefix(name, "parentbased_")
	switch root {
	case "always_on":
	case "always_off":
		s.below = 0
	case "traceidratio":
		if argument == "" {
			break
		}
		ratio, err := strconv.ParseFloat(argument, 64)
		if err != nil || !(ratio >= 0 && ratio <= 1) {
			v.wrong = append(v.wrong, "OTEL_TRACES_SAMPLER_ARG")
			break
		}
		s.below = uint64(ratio * float64(all))
	default:
		v.wrong = append(v.wrong, "OTEL_TRACES_SAMPLER")
		return s
	}
	s.followsParent = isParentBased
	return s
}

// samples reports whether a span is recorded: as its parent is, or by the id of its trace, so
// that all who see the trace agree.
func (s sampler) samples(parent place, isPart bool, trace [16]byte) bool {
	if isPart && s.followsParent {
		return parent.sampled
	}
	return binary.BigEndian.Uint64(trace[8:])>>1 < s.below
}
