package fair

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// hall has shares whose requests are served until the test ends them. It lives in a synctest bubble.
type hall struct {
	t *testing.T
	*Shares
	order []string // the requests that got a place, by name
	ends  map[string]chan struct{}
	errs  map[string]error
}

func newHall(t *testing.T, places, share, heavy, most int) *hall {
	return &hall{t: t, Shares: NewShares(SharesOptions{Places: places, Share: share, Heavy: heavy, Most: most,
		Patience: patience}), ends: map[string]chan struct{}{}, errs: map[string]error{}}
}

const patience = 15 * time.Second

// ask sends a request. Its name begins with its tenant and a space, and ends in an exclamation mark if it is heavy.
func (p *hall) ask(name string) {
	tenant, _, _ := strings.Cut(name, " ")
	end := make(chan struct{})
	p.ends[name] = end
	go func() {
		one, err := p.Enter(p.t.Context(), tenant, strings.HasSuffix(name, "!"))
		p.mu.Lock()
		if p.errs[name] = err; err == nil {
			p.order = append(p.order, name)
		}
		p.mu.Unlock()
		if err != nil {
			return
		}
		<-end
		one.End()
	}()
	synctest.Wait()
}

func (p *hall) end(name string) {
	close(p.ends[name])
	synctest.Wait()
}

// got checks which requests have got a place so far, in order.
func (p *hall) got(names ...string) {
	p.t.Helper()
	if !slices.Equal(p.order, names) {
		p.t.Fatalf("served are %q, want %q", p.order, names)
	}
}

// rest ends all requests and checks that nothing is left.
func (p *hall) rest() {
	p.t.Helper()
	for _, end := range p.ends {
		select {
		case <-end:
		default:
			close(end)
		}
	}
	synctest.Wait()
	if p.served != 0 || len(p.tenants) != 0 || p.line.Len() != 0 {
		p.t.Errorf("left are %d served, tenants %v, %d waiting", p.served, p.tenants, p.line.Len())
	}
}

// TestShares: each tenant has a share, in which the oldest request comes first, and tenants alternate.
func TestShares(t *testing.T) {
	t.Parallel()
	for what, test := range map[string]func(t *testing.T){
		"requests beyond a tenant's share wait, the oldest first; another tenant's do not": func(t *testing.T) {
			p := newHall(t, 10, 2, 1, 100)
			for n := range 5 {
				p.ask(fmt.Sprint("a ", n))
			}
			p.got("a 0", "a 1")
			p.ask("b 0")
			p.got("a 0", "a 1", "b 0")
			p.end("a 1")
			p.end("a 0")
			p.end("b 0")
			p.got("a 0", "a 1", "b 0", "a 2", "a 3")
			p.rest()
		},
		"requests beyond the maximum are refused, and accepted again when one has ended": func(t *testing.T) {
			p := newHall(t, 10, 1, 1, 3)
			for n := range 4 {
				p.ask(fmt.Sprint("a ", n))
			}
			if err := p.errs["a 3"]; !errors.Is(err, ErrTooMany) {
				t.Errorf("the fourth: %v, want that it is refused", err)
			}
			p.ask("b 0")
			p.end("a 0")
			p.ask("a 4")
			if p.errs["a 4"] != nil {
				t.Error(p.errs["a 4"])
			}
			p.got("a 0", "b 0", "a 1")
			p.rest()
		},
		"a tenant alone has its whole share for heavy requests, and less beside another tenant": func(t *testing.T) {
			p := newHall(t, 10, 4, 1, 100)
			for n := range 6 {
				p.ask(fmt.Sprint("a ", n, "!"))
			}
			p.got("a 0!", "a 1!", "a 2!", "a 3!")
			p.ask("b 0")
			p.end("b 0")
			for _, n := range []int{0, 1, 2} { // one after another
				p.end(fmt.Sprint("a ", n, "!"))
			}
			p.got("a 0!", "a 1!", "a 2!", "a 3!", "b 0")
			p.end("a 3!")
			p.got("a 0!", "a 1!", "a 2!", "a 3!", "b 0", "a 4!")
			time.Sleep(presentFor) //nolint:forbidigo // the time of the bubble, in which b goes
			p.ask("a 6!")
			p.got("a 0!", "a 1!", "a 2!", "a 3!", "b 0", "a 4!")
			p.end("a 4!")
			if len(p.order) != 8 {
				t.Errorf("served are %q, want the last two side by side", p.order)
			}
			p.rest()
		},
		"a client that goes away leaves the queue": func(t *testing.T) {
			p := newHall(t, 10, 1, 1, 100)
			p.ask("a 0")
			ctx, cancel := context.WithCancel(t.Context())
			left := make(chan error)
			go func() {
				_, err := p.Enter(ctx, "a", false)
				left <- err
			}()
			synctest.Wait()
			p.ask("a 2")
			cancel()
			if err := <-left; !errors.Is(err, context.Canceled) {
				t.Errorf("it left with %v", err)
			}
			p.end("a 0")
			p.got("a 0", "a 2")
			p.rest()
		},
		"a request that waits too long is refused": func(t *testing.T) {
			p := newHall(t, 10, 1, 1, 100)
			p.ask("a 0")
			p.ask("a 1")
			time.Sleep(patience) //nolint:forbidigo // the time of the bubble
			synctest.Wait()
			if !errors.Is(p.errs["a 1"], ErrTooSlow) {
				t.Errorf("it was answered %v", p.errs["a 1"])
			}
			p.rest()
		},
		"a request that waits for another service gives its place to others": func(t *testing.T) {
			p := newHall(t, 10, 1, 1, 100)
			one, err := p.Enter(t.Context(), "a", false)
			if err != nil {
				t.Fatal(err)
			}
			out, back, done := make(chan struct{}), make(chan struct{}), false
			go func() {
				one.Away(t.Context(), func() { close(out); <-back })
				done = true
				one.End()
			}()
			<-out
			p.ask("a 1")
			p.got("a 1")
			close(back)
			synctest.Wait()
			if done {
				t.Error("it goes on while another request has its place")
			}
			p.end("a 1")
			if !done {
				t.Error("it does not go on")
			}
			p.rest()
		},
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, test)
		})
	}
}
