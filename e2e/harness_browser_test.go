package e2e

import (
	"context"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

const (
	envChromium = "LITMUS_TEST_CHROMIUM" // program to run as the browser; found by its usual names without it

	pageTimeout = 2 * time.Minute // of one step in the browser: two cores serve many
	busyPages   = 3               // steps in browsers at once
)

// chromium is the one browser process of the test binary; each [Visitor] gets a context of its own in it, as if with a
// profile of its own. It is driven through a pipe, so it ends when the test binary does, however that happens.
var chromium struct {
	once    sync.Once
	ctx     context.Context
	missing string
	err     error
	end     func()
}

// draftPath is where the page of a take-home saves its draft by itself.
var draftPath = regexp.MustCompile(`/a/[^/]+/draft(\?|$)`)

// busy bounds how many visitors act at the same time.
var busy = make(chan struct{}, busyPages)

// without skips a test whose program is not there: on a machine of somebody who only has Go, but not in CI.
func without(t testing.TB, missing string) {
	t.Helper()
	if os.Getenv("CI") == "true" {
		t.Fatal(missing)
	}
	t.Skip(missing)
}

func startChromium() {
	c := &chromium
	path := ""
	// A browser without its own windows takes a fifth of the processor's time of one that has them.
	for _, name := range []string{os.Getenv(envChromium), "chromium-headless-shell", "chromium", "chromium-browser",
		"google-chrome"} {
		if found, err := exec.LookPath(name); name != "" && err == nil {
			path = found
			break
		}
	}
	if path == "" {
		c.missing = "chromium is missing (Debian: chromium-headless-shell; or name a program in " + envChromium +
			"): the pages are not tried in a browser"
		return
	}
	// chromedp turns the sandbox off for root only, who cannot have one.
	options := append(chromedp.DefaultExecAllocatorOptions[:], chromedp.ExecPath(path),
		chromedp.WindowSize(desktopWidth, desktopHeight), chromedp.Flag("lang", "en-US"),
		chromedp.Flag("accept-lang", "en-GB")) // times of 24 hours
	alloc, cancel := chromedp.NewExecAllocator(context.Background(), options...)
	ctx, _ := chromedp.NewContext(alloc, chromedp.WithErrorf(func(string, ...any) {}))
	c.end = func() {
		_ = chromedp.Cancel(ctx)
		cancel()
	}
	if c.err = chromedp.Do(ctx); c.err != nil {
		c.end()
		return
	}
	c.ctx = ctx
}

// endChromium ends the browser, if there is one, and removes what it wrote.
func endChromium() {
	if chromium.ctx != nil {
		chromium.end()
	}
}

// Visitor is somebody with a browser: a tab, cookies and settings of their own. What the browser complains of, and a
// request to any other origin than the service's, fails the test when it ends.
type Visitor struct {
	t        testing.TB
	ctx      context.Context
	cancel   context.CancelFunc
	service  *Service
	screen   chromedp.Action[chromedp.Void]
	scripts  bool // the page's run
	keyboard bool // no mouse: Tab, Enter, Space and letters

	count     *interactions // what the visitor does is counted; nil: it is not
	elsewhere string        // the one other origin that the test sends this visitor to

	mu        sync.Mutex
	pages     int               // that came so far
	loaded    bool              // the last of them is there
	replacing bool              // it asked for another
	document  *network.Response // of the last of them
	asked     int               // questions whether to leave a page, each answered yes
	sent      []string          // addresses that forms were sent to
	wrong     []string
	muted     bool
	changed   chan struct{} // closed with every event, and replaced
}

// Habit is how a visitor's browser differs from a desktop's in UTC.
type Habit func(*Visitor) chromedp.Action[chromedp.Void]

// Zone puts the visitor's clock into a zone.
func Zone(name string) Habit {
	return func(*Visitor) chromedp.Action[chromedp.Void] {
		return tell(emulation.SetTimezoneOverride.Method, emulation.SetTimezoneOverrideParams{TimezoneID: name})
	}
}

// NoScript turns JavaScript off in the visitor's browser.
func NoScript(v *Visitor) chromedp.Action[chromedp.Void] {
	v.scripts = false
	return scripts(false)
}

// Keyboard takes the visitor's mouse away.
func Keyboard(v *Visitor) chromedp.Action[chromedp.Void] {
	v.keyboard = true
	return chromedp.Steps()
}

// Phone makes the visitor's screen 375 pixels wide.
func Phone(v *Visitor) chromedp.Action[chromedp.Void] {
	v.screen = phone
	return phone
}

func scripts(on bool) chromedp.Action[chromedp.Void] {
	return tell(emulation.SetScriptExecutionDisabled.Method, emulation.SetScriptExecutionDisabledParams{Value: !on})
}

// tell is an action that sends one command of the protocol.
func tell(method string, params any) chromedp.Action[chromedp.Void] {
	return chromedp.Func(func(ctx context.Context, t *chromedp.Target) error {
		return t.Call(ctx, method, params, nil)
	})
}

// Visitor opens a browser of somebody's own until the test ends. A machine without chromium skips the test, CI fails
// it.
func (s *Service) Visitor(t testing.TB, habits ...Habit) *Visitor {
	t.Helper()
	needsProcess(t, aBrowser)
	chromium.once.Do(startChromium)
	if chromium.missing != "" {
		without(t, chromium.missing)
	}
	if chromium.err != nil {
		t.Fatalf("start chromium: %v", chromium.err)
	}
	v := &Visitor{t: t, service: s, screen: desktop, scripts: true, changed: make(chan struct{})}
	v.ctx, v.cancel = chromedp.NewContext(chromium.ctx, chromedp.WithNewBrowserContext())
	t.Cleanup(v.Close)
	if err := chromedp.Listen(v.ctx, v.heard); err != nil {
		t.Fatalf("open a tab: %v", err)
	}
	steps := []chromedp.Action[chromedp.Void]{Zone("UTC")(v), desktop}
	for _, h := range habits {
		steps = append(steps, h(v))
	}
	v.do("set up the browser", steps...)
	return v
}

// Close closes the visitor's browser: its cookies are gone. It fails the test for what went wrong in it.
func (v *Visitor) Close() {
	v.t.Helper()
	v.mu.Lock()
	wrong := v.wrong
	v.wrong = nil
	v.mu.Unlock()
	for _, w := range wrong {
		v.t.Errorf("in the browser: %s", w)
	}
	v.cancel()
}

// mute has the visitor overlook what goes wrong in the browser, or no more.
func (v *Visitor) mute(yes bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.muted = yes
}

// heard takes an event of the tab.
func (v *Visitor) heard(event any) {
	v.mu.Lock()
	defer v.mu.Unlock()
	defer func() {
		close(v.changed)
		v.changed = make(chan struct{})
	}()
	complain := func(format string, args ...any) {
		if !v.muted {
			v.wrong = append(v.wrong, fmt.Sprintf(format, args...))
		}
	}
	switch e := event.(type) {
	case *page.EventFrameRequestedNavigation:
		v.replacing = true
	case *page.EventFrameNavigated:
		v.pages++
		v.loaded, v.replacing = false, false
	case *page.EventLoadEventFired:
		v.loaded = true
	case *network.EventRequestWillBeSent:
		if e.Type == network.ResourceTypeDocument && e.Request.Method == "POST" {
			v.sent = append(v.sent, e.Request.URL)
		}
		u, err := url.Parse(e.Request.URL)
		if err != nil || u.Scheme != "data" && u.Scheme+"://"+u.Host != v.service.API && u.Scheme+"://"+
			u.Host != v.elsewhere {
			complain("a request to %s, want none but to the service", e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Type == network.ResourceTypeDocument {
			v.document = e.Response
		}
	case *page.EventJavascriptDialogOpening: // of a page that is left with something typed in it
		v.asked++
		go chromedp.Call(v.ctx, page.HandleJavaScriptDialog, page.HandleJavaScriptDialogParams{Accept: true})
	case *runtime.EventExceptionThrown:
		complain("an exception: %s", e.ExceptionDetails.Text)
	case *runtime.EventConsoleAPICalled:
		complain("the page wrote to the console: %s", e.Type)
	case *log.EventEntryAdded: // violations of the Content-Security-Policy too
		refusedPage := e.Entry.Source == log.EntrySourceNetwork && v.document != nil && e.Entry.URL == v.document.URL &&
			v.document.Status >= 400
		refusedDraft := e.Entry.Source == log.EntrySourceNetwork && draftPath.MatchString(e.Entry.URL) &&
			strings.Contains(e.Entry.Text, "status of 4") // the page asked by itself, and says what is wrong
		if e.Entry.Level == log.EntryLevelError && !refusedPage && !refusedDraft {
			complain("%s: %s (%s)", e.Entry.Source, e.Entry.Text, e.Entry.URL)
		}
	}
}

// within runs fn as one of few steps at a time, bounded.
func (v *Visitor) within(what string, fn func(ctx context.Context) error) {
	v.t.Helper()
	busy <- struct{}{}
	defer func() { <-busy }()
	ctx, cancel := context.WithTimeout(v.ctx, pageTimeout)
	defer cancel()
	if err := fn(ctx); err != nil {
		v.t.Fatalf("%s: %v", what, err)
	}
}

func (v *Visitor) do(what string, steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	v.mustCount(what)
	v.within(what, func(ctx context.Context) error { return chromedp.Do(ctx, steps...) })
}

// ask evaluates JavaScript in the page, which its Content-Security-Policy does not hinder.
func ask[T any](v *Visitor, what, script string, options ...chromedp.EvaluateOption) (out T) {
	v.t.Helper()
	v.within(what, func(ctx context.Context) (err error) {
		out, err = chromedp.Run(ctx, chromedp.Evaluate[T](script, options...))
		return err
	})
	return out
}

// leads does what loads another page, waits until that is there, and looks at what every page must have.
func (v *Visitor) leads(what string, steps ...chromedp.Action[chromedp.Void]) {
	v.t.Helper()
	v.mustCount(what)
	v.within(what, func(ctx context.Context) error {
		v.mu.Lock()
		before := v.pages
		v.mu.Unlock()
		if err := chromedp.Do(ctx, steps...); err != nil {
			return err
		}
		for {
			v.mu.Lock()
			loaded, changed := v.pages > before && v.loaded && !v.replacing, v.changed
			v.mu.Unlock()
			if loaded {
				return nil
			}
			select {
			case <-changed:
			case <-ctx.Done():
				return fmt.Errorf("no page came: %w", ctx.Err())
			}
		}
	})
	v.decent()
}
