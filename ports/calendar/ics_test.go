package calendar

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"litmus/ports/outbound"
)

// published is the server of a feed. It returns body with its validators, and recognizes these.
type published struct {
	*httptest.Server
	body       atomic.Value
	etag, date string
	asked      atomic.Int32
	unmodified atomic.Int32
}

func publish(t *testing.T, body, etag, date string) *published {
	t.Helper()
	p := &published{etag: etag, date: date}
	p.body.Store(body)
	p.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		p.asked.Add(1)
		if u, pw, _ := r.BasicAuth(); u != davUser || pw != davPassword {
			w.WriteHeader(http.StatusUnauthorized)
			return
		}
		w.Header().Set("Content-Type", "text/calendar")
		if p.etag != "" {
			w.Header().Set("ETag", p.etag)
		}
		if p.date != "" {
			w.Header().Set("Last-Modified", p.date)
		}
		if p.etag != "" && r.Header.Get("If-None-Match") == p.etag || p.etag == "" && p.date != "" &&
			r.Header.Get("If-Modified-Since") == p.date {
			p.unmodified.Add(1)
			w.WriteHeader(http.StatusNotModified)
			return
		}
		_, _ = io.WriteString(w, p.body.Load().(string))
	}))
	t.Cleanup(p.Close)
	return p
}

func (p *published) open(t *testing.T) Provider {
	t.Helper()
	source := Source{URL: p.URL + "/private.ics", Username: davUser, Password: davPassword, Zone: berlin}
	f, err := New("ics", source, p.Client())
	if err != nil {
		t.Fatal(err)
	}
	return f
}

var march = [2]time.Time{time.Date(2031, 3, 1, 0, 0, 0, 0, time.UTC), time.Date(2031, 4, 1, 0, 0, 0, 0, time.UTC)}

func TestFeed(t *testing.T) {
	t.Parallel()
	first := calendarOf(eventOf("DTSTART:20310304T100000", "DURATION:PT1H"))
	second := calendarOf(eventOf("DTSTART:20310305T100000", "DURATION:PT1H"))
	for name, c := range map[string]struct{ etag, date string }{
		"with an ETag":     {`"v1"`, ""},
		"with a date":      {"", "Sat, 01 Mar 2031 10:00:00 GMT"},
		"with both":        {`"v1"`, "Sat, 01 Mar 2031 10:00:00 GMT"},
		"with neither":     {"", ""},
		"with a huge ETag": {`"` + strings.Repeat("x", 3000) + `"`, ""},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := publish(t, first, c.etag, c.date)
			b, err := p.open(t).Busy(t.Context(), march[0], march[1], "")
			if err != nil || b.Unchanged || spell(b.Blocks) != "2031-03-04T09:00Z/10:00" {
				t.Fatalf("got %+v %v", b, err)
			}
			again, err := p.open(t).Busy(t.Context(), march[0], march[1], b.Token)
			if err != nil || !again.Unchanged || len(again.Blocks) > 0 || again.Token == "" {
				t.Errorf("nothing has changed: %+v %v", again, err)
			}
			short := len(c.etag) < 1000 && (c.etag != "" || strings.HasSuffix(c.date, "GMT"))
			if short != (p.unmodified.Load() == 1) {
				t.Errorf("%d answers without a body", p.unmodified.Load())
			}
			within, err := p.open(t).Busy(t.Context(), march[0].AddDate(0, 0, 2), march[1], b.Token)
			if err != nil || within.Unchanged != short {
				t.Errorf("a window within the last one: %+v %v", within, err)
			}
			beyond, err := p.open(t).Busy(t.Context(), march[0], march[1].AddDate(0, 0, 1), b.Token)
			if err != nil || beyond.Unchanged || len(beyond.Blocks) != 1 {
				t.Errorf("a window beyond the last one: %+v %v", beyond, err)
			}
			p.body.Store(second)
			if c.etag != "" {
				p.etag = `"v2"`
			}
			if strings.HasSuffix(c.date, "GMT") {
				p.date = "Sun, 02 Mar 2031 10:00:00 GMT"
			}
			changed, err := p.open(t).Busy(t.Context(), march[0], march[1], again.Token)
			if err != nil || changed.Unchanged || spell(changed.Blocks) != "2031-03-05T09:00Z/10:00" {
				t.Errorf("after a change: %+v %v", changed, err)
			}
		})
	}
}

func TestFeed_readOnly(t *testing.T) {
	t.Parallel()
	p := publish(t, calendarOf(), "", "")
	f := p.open(t)
	if f.Writable() || f.MakesLinks() {
		t.Error("a feed is writable")
	}
	_, err := f.Put(t.Context(), interview("u", 1), Held{})
	for _, err := range []error{err, f.Delete(t.Context(), "u", Held{})} {
		if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate != outbound.GiveUp ||
			e.Code != "ics_read_only" {
			t.Errorf("got %v", err)
		}
	}
	if p.asked.Load() != 0 {
		t.Error("the server got a request")
	}
}

// TestFeed_refusals checks that errors and senseless answers never count as free time.
func TestFeed_refusals(t *testing.T) {
	t.Parallel()
	whole := calendarOf(eventOf("DTSTART:20310304T100000Z", "DURATION:PT1H"))
	for name, c := range map[string]struct {
		answer act
		code   string
		fate   outbound.Fate
	}{
		"a page":                  {act{status: 200, body: "<html>Login</html>"}, "ics_garbage", outbound.Retry},
		"half a feed":             {act{status: 200, body: whole[:len(whole)-9]}, "ics_garbage", outbound.Retry},
		"too much":                {act{status: 200, endless: true}, "ics_too_large", outbound.Retry},
		"an unasked Not Modified": {act{status: 304}, "ics_garbage", outbound.Retry},
		"a partial answer":        {act{status: 206, body: whole}, "ics_garbage", outbound.Retry},
		"refused credentials":     {act{status: 401}, "ics_401", outbound.Revoked},
		"not found":               {act{status: 404}, "ics_404", outbound.GiveUp},
		"too many": {
			act{status: 429, header: http.Header{"Retry-After": {"60"}}}, "ics_429", outbound.Retry,
		},
		"no connection": {act{err: errLost}, "ics_connect", outbound.Retry},
		"too much work": {act{status: 200,
			body: calendarOf(strings.Repeat(eventOf("DTSTART:19700101T000000Z", "DURATION:PT1S",
				"RRULE:FREQ=SECONDLY;BYHOUR=1;COUNT=99999999")+"\r\n", 100))}, "ics_too_much", outbound.Retry},
	} {
		s := &script{act: func(int, *http.Request) act { return c.answer }}
		f, err := New("ics", Source{URL: "https://feeds.example/private-token.ics"}, &http.Client{Transport: s})
		if err != nil {
			t.Fatal(err)
		}
		b, err := f.Busy(t.Context(), march[0], march[1], "")
		e, ok := errors.AsType[*outbound.Failure](err)
		if !ok || e.Code != c.code || e.Fate != c.fate || len(b.Blocks) > 0 || b.Unchanged {
			t.Errorf("%s: got %+v %s, want %s with fate %d", name, b, explain(err), c.code, c.fate)
		}
		if ok && strings.Contains(fmt.Sprintf("%+v", *e), "private-token") {
			t.Errorf("%s: the error shows the feed's address: %+v", name, *e)
		}
		if want := time.Minute; name == "too many" && ok && e.After != want {
			t.Errorf("after %s, want %s", e.After, want)
		}
	}
}
