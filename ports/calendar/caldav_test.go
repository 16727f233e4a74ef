package calendar

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/ports/outbound"
)

func openDAV(t *testing.T, address string) Provider {
	t.Helper()
	p, err := New("caldav", Source{URL: address, Username: davUser, Password: davPassword, Zone: berlin},
		&http.Client{})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// mkcalendar makes a calendar for these kinds of components.
func mkcalendar(t *testing.T, at string, components ...string) {
	t.Helper()
	body := `<C:mkcalendar xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><D:set><D:prop><C:supported-calendar-component-set>`
	for _, c := range components {
		body += `<C:comp name="` + c + `"/>`
	}
	body += `</C:supported-calendar-component-set></D:prop></D:set></C:mkcalendar>`
	if status, words := raw(t, "MKCALENDAR", at, http.Header{"Content-Type": {"application/xml"}},
		body); status != http.StatusCreated {
		t.Fatalf("MKCALENDAR: %d %s", status, words)
	}
}

// TestCalDAV_discovery starts from the calendar's URL, or from one from which it can be discovered (RFC 6764). In
// [TestConformance] the calendar on Xandikos is discovered from the principal.
func TestCalDAV_discovery(t *testing.T) {
	t.Parallel()
	base := radicale(t)
	_, err := openDAV(t, base+"/alice/").Put(t.Context(), interview("u@litmus.example", 1), Held{})
	if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate == outbound.Retry {
		t.Errorf("without any calendar: %s", explain(err))
	}
	mkcalendar(t, base+"/alice/a-tasks/", "VTODO")
	mkcalendar(t, base+"/alice/c-later/", "VEVENT")
	mkcalendar(t, base+"/alice/b-first/", "VEVENT", "VTODO")
	for i, at := range []string{"/", "", "/alice/", "/alice", "/.well-known/caldav", "/alice/b-first/",
		"/alice/b-first", "/alice/c-later/"} {
		uid := newUID()
		p := openDAV(t, base+at)
		h := mustPut(t, p, interview(uid, 1), Held{})
		want := "/alice/b-first/"
		if i == 7 {
			want = "/alice/c-later/"
		}
		if h.ID != want+uid+".ics" {
			t.Errorf("on %q it was put at %q, want in %s", at, h.ID, want)
		}
		if n := len(davFind(t, base+want, uid)); n != 1 {
			t.Errorf("on %q: %d events", at, n)
		}
		b, err := p.Busy(t.Context(), begin, begin.AddDate(0, 0, 9), "")
		if err != nil || len(blocksOf(b, uid)) != 1 {
			t.Errorf("on %q: %+v %v", at, b, err)
		}
		if err := p.Delete(t.Context(), uid, Held{}); err != nil || len(davFind(t, base+want, uid)) != 0 {
			t.Errorf("on %q: %v", at, err)
		}
	}
}

// TestCalDAV_movedByItsOwner updates a copy that the owner's program stored under another name, and makes no second
// one. Both servers refuse a UID that is in use, Xandikos in a multistatus.
func TestCalDAV_movedByItsOwner(t *testing.T) {
	t.Parallel()
	for name, start := range map[string]func(*testing.T) string{
		"Radicale": func(t *testing.T) string {
			base := radicale(t) + "/alice/work/"
			mkcalendar(t, base, "VEVENT")
			return base
		},
		"Xandikos": func(t *testing.T) string { return xandikos(t) + "/alice/calendars/calendar/" },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			collection := start(t)
			w := davWorld(collection, collection)
			rename := func(uid string) {
				href := davOne(t, collection, uid)
				c := davGet(t, href)
				w.remove(t, uid)
				davPut(t, collection+"renamed-"+uid+".ics", c)
			}
			p := openDAV(t, collection)

			uid := newUID()
			h := mustPut(t, p, interview(uid, 1), Held{})
			rename(uid)
			h = keeps(t, w, p, uid, 2, h)
			if !strings.Contains(h.ID, "renamed") {
				t.Errorf("Put returned the id %q", h.ID)
			}
			h = keeps(t, w, p, uid, 3, h)
			takesBack(t, w, p, uid, h)

			uid = newUID()
			mustPut(t, p, interview(uid, 1), Held{})
			rename(uid)
			keeps(t, w, p, uid, 2, Held{}) // what was stored about it is lost
			takesBack(t, w, p, uid, Held{})

		})
	}
}

// TestCalDAV_copyInAnotherCalendar finds a copy that is held in another calendar than the one that is discovered since
// its owner added one that comes first.
func TestCalDAV_copyInAnotherCalendar(t *testing.T) {
	t.Parallel()
	base, uid := radicale(t), newUID()
	mkcalendar(t, base+"/alice/b-work/", "VEVENT")
	h := mustPut(t, openDAV(t, base+"/alice/"), interview(uid, 1), Held{})
	mkcalendar(t, base+"/alice/a-private/", "VEVENT")
	p := openDAV(t, base+"/alice/")
	if c := wantCopies(t, p, uid, h, 1)[0]; c.ID != h.ID {
		t.Errorf("the copy is %+v, held was %q", c, h.ID)
	}
	wantCopies(t, p, newUID(), h, 0)
	mustDelete(t, p, uid, h)
	wantCopies(t, p, uid, h, 0)
}

// TestCalDAV_copyThatIsNotFound proves that only a server that says so has no copy any more.
func TestCalDAV_copyThatIsNotFound(t *testing.T) {
	t.Parallel()
	s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
		switch r.Method {
		case "PROPFIND":
			multi(w, calendarXML)
		case "REPORT":
			multi(w, `<multistatus xmlns="DAV:"/>`)
		default:
			w.WriteHeader(http.StatusInternalServerError)
		}
	})
	_, err := openDAV(t, s.URL+"/cal/").Copies(t.Context(), newUID(), Held{ID: "/cal/u.ics"})
	failsAs(t, &world{}, err, outbound.Retry, "caldav_500")
}

// TestOthers proves that only what is at the time of the copy is a double of it.
func TestOthers(t *testing.T) {
	t.Parallel()
	copies := []Copy{{ID: "first", Start: begin}, {ID: "another day", Start: begin.AddDate(0, 0, 1)},
		{ID: "held", Start: begin}}
	if got := others(copies, Held{ID: "held"}); !slices.Equal(got, []string{"first"}) {
		t.Errorf("the others are %v", got)
	}
}

// TestCalDAV_requests checks the requests that a server gets.
func TestCalDAV_requests(t *testing.T) {
	t.Parallel()
	t.Run("one request shows that nothing has changed", func(t *testing.T) {
		t.Parallel()
		s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
			if r.Method == "PROPFIND" {
				multi(w, calendarXML)
				return
			}
			multi(w, `<multistatus xmlns="DAV:"/>`)
		})
		b, err := openDAV(t, s.URL+"/cal/").Busy(t.Context(), begin, begin.AddDate(0, 0, 9), "")
		if err != nil || len(s.requests()) != 2 {
			t.Fatalf("%v after %d requests", err, len(s.requests()))
		}
		b, err = openDAV(t, s.URL+"/cal/").Busy(t.Context(), begin, begin.AddDate(0, 0, 9), b.Token)
		if err != nil || !b.Unchanged || len(s.requests()) != 3 {
			t.Errorf("%+v %v after %d requests", b, err, len(s.requests()))
		}
	})
	t.Run("PUT has the right conditions", func(t *testing.T) {
		t.Parallel()
		s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
			if r.Method == "PROPFIND" {
				multi(w, calendarXML)
				return
			}
			w.Header().Set("ETag", `"new"`)
			w.WriteHeader(http.StatusCreated)
		})
		p := openDAV(t, s.URL+"/cal/")
		h := mustPut(t, p, interview("u@litmus.example", 1), Held{})
		if want := (Held{ID: "/cal/u@litmus.example.ics", ETag: `"new"`}); h != want {
			t.Errorf("held %+v, want %+v", h, want)
		}
		mustPut(t, p, interview("u@litmus.example", 2), h)
		mustDelete(t, p, "u@litmus.example", h)
		mustPut(t, p, interview("odd/../uid é?#@litmus.example", 1), Held{})
		var got []string
		for _, r := range s.requests() {
			if u, pw, _ := r.BasicAuth(); u != davUser || pw != davPassword {
				t.Errorf("%s without the password", r.Method)
			}
			got = append(got, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+r.Header.Get("If-Match")+
				r.Header.Get("If-None-Match")))
		}
		want := []string{"PROPFIND /cal/", "PUT /cal/u@litmus.example.ics *", `PUT /cal/u@litmus.example.ics "new"`,
			"DELETE /cal/u@litmus.example.ics"}
		if len(got) != 5 || strings.Join(got[:4], "\n") != strings.Join(want, "\n") ||
			strings.Count(got[4], "/") != 2 || !strings.HasSuffix(got[4], ".ics *") {
			t.Errorf("got\n%s", strings.Join(got, "\n"))
		}
	})
	t.Run("the page of a login gateway is not success", func(t *testing.T) {
		t.Parallel()
		s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
			if r.Method == "PROPFIND" {
				multi(w, calendarXML)
				return
			}
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			_, _ = io.WriteString(w, "<html>Please log in</html>")
		})
		p := openDAV(t, s.URL+"/cal/")
		_, err := p.Put(t.Context(), interview("u@litmus.example", 1), Held{})
		for _, err := range []error{err, p.Delete(t.Context(), "u@litmus.example", Held{}),
			p.Delete(t.Context(), "u@litmus.example", Held{ID: "/cal/u.ics"})} {
			failsAs(t, &world{}, err, outbound.Retry, "caldav_garbage")
		}
	})
	t.Run("an id on another server gets no password", func(t *testing.T) {
		t.Parallel()
		other := answering(t, func(w http.ResponseWriter, _ *http.Request, _ string) {
			w.WriteHeader(http.StatusCreated)
		})
		p := openDAV(t, "https://cal.example.com/cal/")
		for _, id := range []string{
			other.URL + "/cal/u.ics",
			"//" + strings.TrimPrefix(other.URL, "http://") + "/u.ics",
			"https://evil.example/u.ics",
		} {
			_, err := p.Put(t.Context(), interview("u@litmus.example", 1), Held{ID: id})
			for _, err := range []error{err, p.Delete(t.Context(), "u@litmus.example", Held{ID: id})} {
				if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Code != "caldav_elsewhere" {
					t.Errorf("%s: %s", id, explain(err))
				}
			}
		}
		if len(other.requests()) > 0 {
			t.Error("the other server got a request")
		}
	})
	t.Run("a calendar that is gone", func(t *testing.T) {
		t.Parallel()
		base := radicale(t) + "/alice/work/"
		mkcalendar(t, base, "VEVENT")
		p := openDAV(t, base)
		h := mustPut(t, p, interview("u@litmus.example", 1), Held{})
		if status, _ := raw(t, http.MethodDelete, base, nil, ""); status/100 != 2 {
			t.Fatal(status)
		}
		for _, held := range []Held{{}, h} {
			for _, p := range []Provider{p, openDAV(t, base)} {
				if err := p.Delete(t.Context(), "u@litmus.example", held); err != nil {
					t.Errorf("Delete: %s", explain(err))
				}
				_, err := p.Put(t.Context(), interview("u@litmus.example", 2), held)
				if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate != outbound.GiveUp {
					t.Errorf("Put: %s", explain(err))
				}
				if _, err = p.Busy(t.Context(), begin, begin.AddDate(0, 0, 1), ""); err == nil {
					t.Error("a calendar that does not exist looks free")
				}
			}
		}
	})
	t.Run("a proxy whose server is down: Delete is not done", func(t *testing.T) {
		t.Parallel()
		for _, status := range []int{http.StatusNotFound, http.StatusGone} {
			away := false
			s := answering(t, func(w http.ResponseWriter, r *http.Request, _ string) {
				switch {
				case away:
					w.WriteHeader(status)
				case r.Method == "PROPFIND":
					multi(w, calendarXML)
				default:
					w.WriteHeader(http.StatusCreated)
				}
			})
			p := openDAV(t, s.URL+"/cal/")
			h := mustPut(t, p, interview("u@litmus.example", 1), Held{})
			away = true
			for _, held := range []Held{{}, h} {
				for _, p := range []Provider{p, openDAV(t, s.URL+"/cal/"), openDAV(t, s.URL)} {
					err := p.Delete(t.Context(), "u@litmus.example", held)
					if e, ok := errors.AsType[*outbound.Failure](err); !ok || e.Fate != outbound.GiveUp ||
						e.Status != status {
						t.Errorf("%d: got %s", status, explain(err))
					}
				}
			}
		}
	})
}
