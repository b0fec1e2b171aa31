package attachment

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"strconv"
	"time"

	"keepsake/fault"
)

// What a child may be asked for.
const (
	jobPDF     = "pdf"
	jobDocx    = "docx"
	jobPicture = "picture"
)

// result is what a child found out, as it tells it.
type result struct {
	Text    string `json:"text,omitempty"`
	Pages   int    `json:"pages,omitempty"`
	Shown   int    `json:"shown,omitempty"`
	Cut     bool   `json:"cut,omitempty"`
	Picture []byte `json:"picture,omitempty"`
	Error   string `json:"error,omitempty"`
}

// The whole environment of a child: what it is to do, and with how much memory.
const (
	jobVariable    = "KEEPSAKE_ATTACHMENT_JOB"
	memoryVariable = "KEEPSAKE_ATTACHMENT_MEMORY"
)

// exitHeavy is how a child ends that needed more memory than it may have.
const exitHeavy = 97

// init makes this process a child when it was started as one, before anything else of the
// program runs: so every program that can start one can be one, tests too, and none can
// forget.
func init() {
	job := os.Getenv(jobVariable)
	if job == "" {
		return
	}
	limit, _ := strconv.ParseInt(os.Getenv(memoryVariable), 10, 64)
	watchMemory(limit)
	if err := runChild(job, os.Stdin, os.Stdout); err != nil {
		os.Exit(1)
	}
	os.Exit(0)
}

// runChild reads a file from in and writes a result to out.
func runChild(job string, in io.Reader, out io.Writer) error {
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	return json.NewEncoder(out).Encode(doJob(job, data))
}

// doJob does a job. A panic means a damaged file.
func doJob(job string, data []byte) (out result) {
	defer func() {
		if recover() != nil {
			out = result{Error: ErrBroken.Message}
		}
	}()
	var err error
	switch job {
	case jobPDF:
		out, err = readPDF(data)
	case jobDocx:
		out, err = readDocx(data)
	case jobPicture:
		out, err = readPicture(data)
	default:
		err = ErrKind
	}
	if err != nil {
		return result{Error: nameOf(err)}
	}
	return out
}

// watchMemory ends this process when it holds more memory than it may. It looks often: what is
// allocated counts only once it is written to, and that takes time.
func watchMemory(limit int64) {
	if limit <= 0 {
		return
	}
	debug.SetMemoryLimit(limit)
	samples := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	go func() {
		for {
			metrics.Read(samples)
			if int64(samples[0].Value.Uint64()-samples[1].Value.Uint64()) > limit {
				os.Exit(exitHeavy)
			}
			time.Sleep(3 * time.Millisecond)
		}
	}()
}

// runJob lets a child do a job.
func (r *Reader) runJob(ctx context.Context, job string, data []byte) (result, error) {
	select {
	case parallel <- struct{}{}:
		defer func() { <-parallel }()
	case <-ctx.Done():
		return result{}, context.Cause(ctx)
	}
	timeout, memory := r.Timeout, r.Memory
	if timeout <= 0 {
		timeout = 20 * time.Second
	}
	if memory <= 0 {
		memory = 384 << 20
	}
	self, err := executable()
	if err != nil {
		return result{}, fault.New(fault.Unavailable, "the program does not find itself to read a file")
	}
	within, cancel := context.WithTimeout(ctx, timeout)
	defer cancel()
	var said cappedBuffer
	c := exec.CommandContext(within, self)
	c.Env = []string{jobVariable + "=" + job, fmt.Sprintf("%s=%d", memoryVariable, memory)}
	c.Stdin, c.Stdout, c.WaitDelay = bytes.NewReader(data), &said, time.Second
	err = c.Run()
	var ended *exec.ExitError
	var out result
	switch {
	case ctx.Err() != nil:
		return out, context.Cause(ctx)
	case within.Err() != nil, errors.As(err, &ended) && ended.ExitCode() == exitHeavy:
		return out, ErrHeavy
	case ended != nil: // a crash that cannot be recovered from, such as a stack too deep
		return out, ErrBroken
	case err != nil:
		return out, fault.New(fault.Unavailable, "a child that reads files cannot be started")
	case json.Unmarshal(said.Bytes(), &out) != nil:
		return out, ErrBroken
	case out.Error != "":
		return out, errorNamed(out.Error)
	}
	return out, nil
}

// executable returns the path of this program, also after its file was replaced by a newer one.
func executable() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); runtime.GOOS == "linux" && err == nil {
		return self, nil
	}
	return os.Executable()
}

// cappedBuffer holds the output of a child up to a bound and drops the rest.
type cappedBuffer struct{ bytes.Buffer }

func (c *cappedBuffer) Write(p []byte) (int, error) {
	if room := 4*maxText - c.Len(); room < len(p) {
		_, _ = c.Buffer.Write(p[:max(0, room)])
		return len(p), nil
	}
	return c.Buffer.Write(p)
}
