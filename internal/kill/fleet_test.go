package kill_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"syscall"
	"testing"
	"time"

	"keepsake/internal/failpoint"
)

const replicas = 3

var everyone = []int{0, 1, 2}

// fleet is several bots on one PostgreSQL.
type fleet struct {
	*world
	lease    time.Duration
	bots     [replicas]*child
	listens  [replicas]string // where each takes deliveries, "" = they poll
	harmed   []time.Time      // when a bot was killed or paused
	unpolled time.Duration    // the longest time in which nobody asked for updates
	kills    int
}

// newFleet starts the bots. With a webhook, deliveries go to one of them at random.
func newFleet(t *testing.T, url string, webhook bool, lease time.Duration) *fleet {
	f := &fleet{world: newWorld(t, url), lease: lease}
	if webhook {
		for i := range f.listens {
			f.listens[i] = freeAddress(t)
		}
		balancer := httptest.NewServer(http.HandlerFunc(f.balance))
		t.Cleanup(balancer.Close)
		f.hook = balancer.Listener.Addr().String()
	}
	for i := range f.bots {
		f.begin(i, "")
	}
	return f
}

func freeAddress(t *testing.T) string {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	return l.Addr().String()
}

func (f *fleet) begin(i int, armed string) {
	more := []string{"KEEPSAKE_LEASE=" + f.lease.String()}
	if f.hook != "" {
		more = append(more, "KEEPSAKE_WEBHOOK_LISTEN="+f.listens[i])
	}
	f.bots[i] = f.start(armed, more...)
}

// balance hands a delivery to one bot after the other, in random order, until one answers:
// what a paused bot took and did not answer comes to another, too.
func (f *fleet) balance(rw http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		rw.WriteHeader(http.StatusBadRequest)
		return
	}
	for _, i := range rand.Perm(replicas) {
		if status := hand(r, "http://"+f.listens[i]+"/hook", body); status != 0 {
			rw.WriteHeader(status)
			return
		}
	}
	rw.WriteHeader(http.StatusBadGateway)
}

func hand(r *http.Request, address string, body []byte) (status int) {
	ctx, cancel := context.WithTimeout(r.Context(), time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(body))
	if err != nil {
		return 0
	}
	req.Header = r.Header.Clone()
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		return 0
	}
	_ = resp.Body.Close()
	return resp.StatusCode
}

// alive fails the test when a bot has ended by itself.
func (f *fleet) alive() {
	f.t.Helper()
	for i, c := range f.bots {
		select {
		case <-c.ended:
			f.t.Fatalf("bot %d ended by itself: %v", i, c.err)
		default:
		}
	}
}

// run lets the people talk through n misfortunes and judges what became of it.
func (f *fleet) run(n int) {
	t := f.t
	talking, hush := context.WithCancel(t.Context())
	done := make(chan struct{})
	go func() { defer close(done); f.talk(talking) }()
	hits, first := map[string]int{}, rand.IntN(len(failpoint.Names))
	for i := 0; i < n || f.hasSaidTooLittle() && i < 4*n; i++ {
		f.live(200*time.Millisecond + rand.N(600*time.Millisecond))
		switch one := rand.IntN(replicas); i % 4 {
		case 0, 2:
			f.replace(one, "")
		case 1:
			name := failpoint.Names[(first+i/4)%len(failpoint.Names)]
			if f.replaceAt(4*time.Second, name, 1+rand.IntN(4), one) {
				hits[name]++
			}
		case 3:
			f.pause(one, (one+1)%replicas)
		}
	}
	for range 5 { // which bot polls, and which reads, is chance: what was not reached is tried in all of them, also on a slow machine
		for _, name := range failpoint.Names {
			if whole(t) && hits[name] == 0 && f.replaceAt(15*time.Second, name, 1, everyone...) {
				hits[name]++
			}
		}
	}
	hush()
	<-done
	f.settle()
	f.judge(f.kills, hits)
	f.judgeTakeovers()
}

// live waits, and sees to it that nobody ended meanwhile.
func (f *fleet) live(d time.Duration) {
	time.Sleep(d)
	f.alive()
}

// replace kills a bot and starts another in its place.
func (f *fleet) replace(i int, armed string) {
	f.harm()
	f.kills++
	f.bots[i].kill()
	f.begin(i, armed)
}

// replaceAt replaces bots by ones that die at a failpoint, and then all of those; it reports
// whether one reached the failpoint within their life.
func (f *fleet) replaceAt(life time.Duration, name string, nth int, armed ...int) (hit bool) {
	for _, one := range armed {
		f.replace(one, fmt.Sprintf("%s:%d", name, nth))
	}
	for over := time.Now().Add(life); !hit && time.Now().Before(over); time.Sleep(10 * time.Millisecond) {
		for _, one := range armed {
			hit = f.diedAtFailpoint(f.bots[one]) || hit
		}
	}
	for _, one := range armed {
		f.replace(one, "")
	}
	return hit
}

// diedAtFailpoint reports whether a bot has ended, and fails the test when it was not killed.
func (f *fleet) diedAtFailpoint(c *child) bool {
	select {
	case <-c.ended:
		if !c.killed() {
			f.t.Fatalf("a bot ended by itself: %v", c.err)
		}
		return true
	default:
		return false
	}
}

// pause stops a bot for longer than its lease while another is killed, and wakes it: it
// must not go on with what is not its own any more.
func (f *fleet) pause(i, other int) {
	f.harm()
	f.signal(i, syscall.SIGSTOP)
	time.Sleep(f.lease + rand.N(f.lease))
	f.replace(other, "")
	time.Sleep(f.lease/2 + rand.N(f.lease))
	f.signal(i, syscall.SIGCONT)
}

func (f *fleet) signal(i int, s syscall.Signal) {
	if err := f.bots[i].cmd.Process.Signal(s); err != nil {
		f.t.Fatal(err)
	}
}

// harm notes a misfortune.
func (f *fleet) harm() {
	f.harmed = append(f.harmed, time.Now())
}

// settle lets the bots answer everything, then stops them as an operator would.
func (f *fleet) settle() {
	t := f.t
	over := time.Now().Add(3 * time.Minute)
	for f.open() > 0 && time.Now().Before(over) {
		f.alive()
		changed := f.tg.NextChange()
		select {
		case <-changed:
		case <-time.After(200 * time.Millisecond):
		}
	}
	if n := f.open(); n > 0 {
		t.Errorf("%d messages are not answered", n)
	}
	f.awaitTidy()
	f.awaitReading()
	for _, c := range f.bots {
		c.interrupt()
	}
	for i, c := range f.bots {
		select {
		case <-c.ended:
			if c.err != nil {
				t.Errorf("bot %d did not stop in order: %v", i, c.err)
			}
		case <-time.After(31 * time.Second):
			t.Errorf("bot %d took longer than 30 seconds to stop", i)
		}
	}
}

// judgeTakeovers measures how long messages that were open when a bot was harmed waited
// from then on: their owner may have been the one.
func (f *fleet) judgeTakeovers() {
	f.mu.Lock()
	defer f.mu.Unlock()
	var took []time.Duration
	for tok, heard := range f.heard {
		last := time.Time{}
		for _, at := range f.harmed {
			if at.After(f.asked[tok]) && at.Before(heard) {
				last = at
			}
		}
		if !last.IsZero() {
			took = append(took, heard.Sub(last))
		}
	}
	if len(took) == 0 {
		f.t.Error("nobody waited for an answer when a bot was harmed: this proves nothing")
		return
	}
	slices.Sort(took)
	p99 := took[(len(took)*99)/100]
	f.t.Logf("%d messages were open when a bot was killed or paused; answered after p50 %s, p99 %s, at most %s (lease %s)",
		len(took), took[len(took)/2].Round(time.Millisecond), p99.Round(time.Millisecond), took[len(took)-1].Round(time.Millisecond), f.lease)
	if p99 > 30*time.Second {
		f.t.Errorf("taken over after %s, want at most 30 s (p99)", p99)
	}
}
