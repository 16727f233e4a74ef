package calendar

import (
	"strings"
	"testing"
)

func meeting(uid string, n int) Event {
	e := interview(uid, n)
	e.WantLink, e.Location = true, ""
	return e
}

// TestLinks checks what both providers have in common that make links.
func TestLinks(t *testing.T) {
	t.Parallel()
	// link is a provider's fake, which may make links later or not at all.
	type link struct {
		Provider
		prefix       string
		later, never func()
		check        func() // of the event after its first link
		events       func() int
	}
	fakes := map[string]func(t *testing.T) link{
		"google": func(t *testing.T) link {
			f := newGoogleFake(t)
			return link{mustNew(t, "google", f.source()), "https://meet.google.com/",
				func() { f.meet = "pending" }, func() { f.meet = "" }, func() {},
				func() int { return f.with("m1", nil) }}
		},
		"microsoft": func(t *testing.T) link {
			f := newGraphFake(t)
			return link{mustNew(t, "microsoft", f.source()), "https://teams.microsoft.com/l/meetup-join/",
				func() { f.late = true }, func() { f.teams = false }, func() { f.meets(t, "m1", "Round") },
				func() int { return f.with("m1", nil) }}
		},
	}
	for name, play := range map[string]func(t *testing.T, l link){
		"one that is pending is read later": func(t *testing.T, l link) {
			l.later()
			h := mustPut(t, l, meeting("m1", 1), Held{})
			if h.Link != "" {
				t.Fatalf("link %q", h.Link)
			}
			if h = mustPut(t, l, meeting("m1", 1), h); !strings.HasPrefix(h.Link, l.prefix) {
				t.Errorf("link %q, want one of %s", h.Link, l.prefix)
			}
		},
		"an account without links gets the event": func(t *testing.T, l link) {
			l.never()
			h := mustPut(t, l, meeting("m1", 1), Held{})
			h = mustPut(t, l, meeting("m1", 2), h)
			if h.Link != "" || l.events() != 1 {
				t.Errorf("link %q, %d events", h.Link, l.events())
			}
		},
		"one is made once and kept": func(t *testing.T, l link) {
			h := mustPut(t, l, meeting("m1", 1), Held{})
			if !l.MakesLinks() || !strings.HasPrefix(h.Link, l.prefix) {
				t.Fatalf("link %q, want one of %s", h.Link, l.prefix)
			}
			for n, held := range []Held{h, h, {}, {ID: h.ID, Link: h.Link}, {ID: h.ID}} {
				if next := mustPut(t, l, meeting("m1", n+2), held); next.Link != h.Link {
					t.Errorf("revision %d with %+v: link %q, was %q", n+2, held, next.Link, h.Link)
				}
			}
			if next := mustPut(t, l, interview("m1", 9), h); next.Link != h.Link {
				t.Errorf("the link is %q, want the stored one if none is asked for", next.Link)
			}
		},
		"one is asked for when it is first wanted": func(t *testing.T, l link) {
			h := mustPut(t, l, interview("m1", 1), Held{})
			if h = mustPut(t, l, meeting("m1", 2), h); !strings.HasPrefix(h.Link, l.prefix) {
				t.Errorf("link %q, want one of %s", h.Link, l.prefix)
			}
			l.check()
		},
	} {
		for provider, start := range fakes {
			t.Run(provider+": "+name, func(t *testing.T) {
				t.Parallel()
				play(t, start(t))
			})
		}
	}
}
