package web_test

import (
	"crypto/rand"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/web"
)

func TestExternal(t *testing.T) {
	t.Parallel()
	t.Run("starts by a button and comes back by cookie", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i, path := f.external(cleo)
		b := f.browser()
		r := b.get(path).want(http.StatusOK, "Your interview with Acme & Söhne", "This link works once",
			"Grace <b>Hopper</b>", "1 hour", "Start session").lacks("March", "2031", cleo)
		r.want(http.StatusOK, "How to prepare", "Do you need something?")
		if len(r.cookies) != 1 || r.find("join") != nil || strings.Contains(r.Body, "meet.example") {
			t.Errorf("looking gave %v:\n%s", r.cookies, r.Body)
		}
		f.at(noon.Add(23 * time.Hour))
		started := b.post(path, r.fields("start")...).want(http.StatusSeeOther)
		equal(t, "where it goes on", started.Header.Get("Location"), path)
		if len(started.cookies) != 1 {
			t.Fatalf("the cookies are %v", started.cookies)
		}
		c := started.cookies[0]
		verify.Each(t, "the cookie", verify.Fields{"Name": {c.Name, "litmus_session"}, "Path": {c.Path, path},
			"HttpOnly": {c.HttpOnly, true}, "Secure": {c.Secure, true}, "SameSite": {c.SameSite, http.SameSiteLaxMode},
			"MaxAge": {c.MaxAge, 7 * 24 * 3600}, "Domain": {c.Domain, ""},
			"Value lacks": {c.Value, verify.Lacks{strings.TrimPrefix(path, "/s/")}}})
		f.woken("interview/" + i.ID)
		r = b.follow(started).want(http.StatusOK, "Your session is running", "Tuesday, 4 March 2031, 12:00–13:00 "+
			"(Berlin time, UTC+1)", "It ends", "in 60 minutes")
		equal(t, "the button", attr(r.element("join"), "href"), "https://meet.example/own")
		b.get(path+"?zone=America/New_York").want(http.StatusOK, "06:00–07:00 (New York time, UTC−5)")
		b.post(path).want(http.StatusSeeOther) // once more from the same browser
		row, err := f.Interviews.Interview(ctx, f.org.ID, i.ID)
		f.must(err)
		if !row.StartsAt.Equal(noon.Add(23*time.Hour)) || row.Revision != i.Revision+1 {
			t.Errorf("the row is %+v", row)
		}

		dead := f.get("/s/nothing").want(http.StatusGone, "This link cannot be used", "fresh one")
		for _, r := range []*reply{f.get(path), f.post(path), f.browser().post(path),
			f.browser().get(path, "Cookie", "litmus_session="+rand.Text())} {
			if r.want(http.StatusGone); r.Body != dead.Body || len(r.cookies) != 0 {
				t.Errorf("another browser gets %v\n%s", r.cookies, r.text())
			}
		}
		f.post(path+"/accommodation", "text", "More").want(http.StatusGone, "This link cannot be used", "More")
		f.at(noon.Add(24 * time.Hour))
		b.get(path).want(http.StatusOK, "Your session is over", "12:00–13:00").lacks("Join", "It ends")
	})
	t.Run("a dead link is one page, whatever it was", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		dead := f.get("/s/nothing").want(http.StatusGone)
		gone := func(path, about string) {
			t.Helper()
			for _, r := range []*reply{f.get(path), f.post(path)} {
				if r.Status != http.StatusGone || r.Body != dead.Body {
					t.Errorf("%s: %d\n%s", about, r.Status, r.text())
				}
			}
		}
		_, old := f.external("old@c.example")
		i, replaced := f.external("replaced@c.example")
		_, _, err := f.Bookings.IssueLink(ctx, act.By{}, f.org.ID, i.ID)
		f.must(err)
		gone(replaced, "replaced by a fresh one")
		i, canceled := f.external("canceled@c.example")
		_, _, err = f.Bookings.Change(ctx, act.By{}, f.org.ID, i.ID, booking.Cancel)
		f.must(err)
		gone(canceled, "canceled")
		f.at(noon.Add(24 * time.Hour))
		gone(old, "24 hours old")
	})
	t.Run("20 uses at once: one succeeds", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.external(cleo)
		var started sync.WaitGroup
		replies := make([]*reply, 20)
		for n := range replies {
			started.Go(func() { replies[n] = f.browser().post(path) })
		}
		started.Wait()
		won := 0
		for _, r := range replies {
			if r.Status == http.StatusSeeOther && len(r.cookies) == 1 {
				won++
			} else if r.Status != http.StatusGone || len(r.cookies) != 0 {
				t.Errorf("status %d", r.Status)
			}
		}
		equal(t, "sessions of 20 that began", won, 1)
	})
	t.Run("a double click does not shut anybody out", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.external(cleo)
		b := f.browser()
		b.get(path).want(http.StatusOK)
		mine := b.cookies[path].Value
		var sent sync.WaitGroup
		replies := make([]*reply, 3)
		for n := range replies { // the same form, before any answer arrived
			sent.Go(func() { replies[n] = f.browser().do("POST", path, "", "Cookie", "litmus_session="+mine) })
		}
		sent.Wait()
		for _, r := range replies {
			if r.Status != http.StatusSeeOther || len(r.cookies) != 1 {
				t.Errorf("status %d, cookies %v", r.Status, r.cookies)
			}
		}
		equal(t, "another browser", f.get(path).Status, http.StatusGone)
	})
	t.Run("an answer that got lost is repeated, by any process", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		_, path := f.external(cleo)
		b := f.browser()
		b.get(path).want(http.StatusOK)
		mine := "litmus_session=" + b.cookies[path].Value
		f.browser().do("POST", path, "", "Cookie", mine).want(http.StatusSeeOther) // its answer gets lost
		before := f.rows()
		f.handler = (&web.Site{Store: f.Store, Acts: f.site.Acts, BaseURL: f.site.BaseURL}).Handler()
		f.at(noon.Add(10 * time.Minute))
		b.follow(b.post(path)).want(http.StatusOK, "Your session is running", "13:00–14:00")
		f.post(path).want(http.StatusGone)
		f.unchanged(before, "coming again")
	})
	t.Run("the cookie is one's own", func(t *testing.T) {
		t.Parallel()
		f := open(t, func(s *web.Site) { s.BaseURL = "http://hire.acme.example" })
		i, path := f.external(cleo)
		_, otherPath := f.external("other@c.example")
		b, b2 := f.browser(), f.browser()
		b.post(path).want(http.StatusSeeOther)
		b2.post(otherPath).want(http.StatusSeeOther)
		good := b.cookies[path].Value
		for _, value := range []string{"", "x", good[:len(good)-1], good + "A", b2.cookies[otherPath].Value,
			rand.Text(), secret.SignLink(keyring.LinkSession, i.OrgID+"/"+i.ID, 0)} {
			f.browser().get(path, "Cookie", "litmus_session="+value).want(http.StatusGone)
		}
		f.browser().get(path, "Cookie", "litmus_session=x; litmus_session="+good).want(http.StatusOK)
	})
}
