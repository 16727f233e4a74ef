package e2e

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// Copies are the events in a calendar, read from the server.
func (r *Radicale) Copies(t testing.TB, calendar string) []Event {
	t.Helper()
	return events(t, calendar, string(r.do(t, http.MethodGet, calendar, "", http.StatusOK)))
}

// Between stands between the service and a calendar server, and has each calendar go wrong as a test says.
type Between struct {
	*httptest.Server
	dav  string
	pass http.Handler // to the server

	mu     sync.Mutex
	says   map[string]string // by calendar: "" passes everything on
	calls  map[string]int
	held   map[string]chan struct{} // by calendar: closed to let go
	holds  map[string]int           // how many are held
	ending chan struct{}
}

// StandBetween runs it until the test ends.
func StandBetween(t testing.TB, r *Radicale) *Between {
	to, err := url.Parse(r.URL)
	if err != nil {
		t.Fatal(err)
	}
	b := &Between{dav: r.URL, pass: &httputil.ReverseProxy{Rewrite: func(p *httputil.ProxyRequest) { p.SetURL(to) }},
		says: map[string]string{}, calls: map[string]int{}, held: map[string]chan struct{}{}, holds: map[string]int{},
		ending: make(chan struct{})}
	b.Server = httptest.NewServer(b)
	t.Cleanup(b.Close)
	t.Cleanup(func() { close(b.ending) }) // first: nobody is held any more
	return b
}

// At is a calendar of the server as the service knows it.
func (b *Between) At(calendar string) string { return strings.Replace(calendar, b.dav, b.URL, 1) }

// Say sets how a calendar is answered for from now on: down breaks the line, slow passes it on after 10 s, flaky is 503
// for every second call, 401, garbage (200 and a page of HTML), "hold before" and "hold after" hold what would change
// it, before it reaches the server or after. What was held is let go: forgotten if it was held before, told if it was
// held after.
func (b *Between) Say(calendar, verdict string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if c := b.held[calendar]; c != nil {
		close(c)
		delete(b.held, calendar)
	}
	if b.says[calendar] = verdict; strings.HasPrefix(verdict, "hold") {
		b.held[calendar] = make(chan struct{})
	}
	b.holds[calendar] = 0
}

// Held is how many calls for a calendar are held.
func (b *Between) Held(calendar string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.holds[calendar]
}

func (b *Between) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	name := strings.Split(r.URL.Path+"//", "/")[2] // of /account/calendar/
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	writes := r.Method == http.MethodPut || r.Method == http.MethodDelete
	b.mu.Lock()
	verdict := b.says[name]
	b.calls[name]++
	n := b.calls[name]
	held := b.held[name]
	if held != nil && writes && verdict == "hold before" {
		b.holds[name]++
	}
	b.mu.Unlock()
	switch verdict {
	case "down":
		panic(http.ErrAbortHandler)
	case "slow":
		select {
		case <-time.After(10 * time.Second): // the calendar's own pace
		case <-b.ending:
		}
	case "flaky":
		if n%2 == 1 {
			http.Error(w, "maintenance", http.StatusServiceUnavailable)
			return
		}
	case "401":
		w.Header().Set("WWW-Authenticate", `Basic realm="calendar"`)
		http.Error(w, "no", http.StatusUnauthorized)
		return
	case "garbage":
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprint(w, "<html>Welcome to the hotel's network</html>")
		return
	case "hold before":
		if writes {
			b.wait(held)
			panic(http.ErrAbortHandler)
		}
	}
	// whether or not the caller is still there
	answer := httptest.NewRecorder()
	again := r.Clone(context.WithoutCancel(r.Context()))
	again.Body = io.NopCloser(bytes.NewReader(body))
	b.pass.ServeHTTP(answer, again)
	if verdict == "hold after" && writes {
		b.mu.Lock()
		b.holds[name]++
		b.mu.Unlock()
		b.wait(held)
	}
	maps.Copy(w.Header(), answer.Header())
	w.WriteHeader(answer.Code)
	_, _ = w.Write(answer.Body.Bytes())
}

func (b *Between) wait(held chan struct{}) {
	select {
	case <-held:
	case <-b.ending:
	}
}

// Diaries are calendars of people on one server, with something in between.
type Diaries struct {
	*Radicale
	*Between
	t    testing.TB
	urls map[string]string
}

// StartDiaries makes a calendar for each person.
func StartDiaries(t testing.TB, people ...string) *Diaries {
	t.Helper()
	d := &Diaries{Radicale: StartRadicale(t), t: t, urls: map[string]string{}}
	d.Between = StandBetween(t, d.Radicale)
	for _, p := range people {
		d.urls[p] = d.Radicale.Calendar(t, p)
	}
	return d
}

// Edits connect the people's calendars in the organization's file; they have no meeting link of their own.
func (d *Diaries) Edits() []string {
	const first = "interviewers:\n  - {email: ilse@northwind.example"
	var lines strings.Builder
	for _, p := range sortedKeys(d.urls) {
		fmt.Fprintf(&lines, "  - {email: %s@northwind.example, name: %s Quillon, time_zone: Europe/Berlin, %s}\n",
			p, strings.ToUpper(p[:1])+p[1:], d.account(p))
	}
	return []string{first, strings.Replace(first, "\n", "\n"+lines.String(), 1)}
}

// account is how the organization's file connects a person's calendar.
func (d *Diaries) account(person string) string {
	return fmt.Sprintf("calendar: {provider: caldav, url: %q, username: %s, password: %s}", d.At(d.urls[person]), d.User,
		d.Password)
}

// Of are the copies in a person's calendar.
func (d *Diaries) Of(person string) []Event {
	d.t.Helper()
	return d.Copies(d.t, d.urls[person])
}

// Counts waits until the people's calendars hold so many copies: "kai 1 lena 0".
func (d *Diaries) Counts(t testing.TB, limit time.Duration, want string) {
	t.Helper()
	Until(t, limit, "the calendars to hold "+want, func() (bool, string) {
		got := d.count(want)
		return got == want, "they hold " + got
	})
}

func (d *Diaries) count(want string) string {
	var got []string
	for n, word := range strings.Fields(want) {
		if n%2 == 0 {
			got = append(got, fmt.Sprintf("%s %d", word, len(d.Of(word))))
		}
	}
	return strings.Join(got, " ")
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }
