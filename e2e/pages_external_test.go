package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/cdproto/page"
)

const roomOfTheirOwn = "https://meet.example/own-room"

// freshLink issues a link as an operator does and returns it.
func (s *Service) freshLink(t testing.TB, id string) string {
	t.Helper()
	link := strings.TrimSpace(s.MustRun(t, "links", "issue", id))
	if !strings.HasPrefix(link, "http://") || strings.ContainsAny(link, " \n") {
		t.Fatalf("links issue printed %q, want the link alone", link)
	}
	return link
}

// The single-use link, from the answer that carries it to the end of the session.
func TestPagesExternal(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	eachManner(t, func(t *testing.T, n int, zone string, open func(testing.TB, *Service) *Visitor) {
		name := fmt.Sprintf("external-%d", n)
		looks := func(v *Visitor, picture string) {
			if n == 0 {
				v.Looks(picture)
			}
		}
		booked := o.Do(t, "POST", "/interviews", o.External(name,
			"interviewer_email", o.Email(fmt.Sprintf("host-%d", n)))).Want(201)
		id, link := booked.Text("interview.id"), booked.Text("candidate_link")
		if booked.Text("interview.status") != "pending" || booked.JSON("interview.scheduled_start_at") != "null" ||
			booked.Text("interview.source") != "external" {
			t.Errorf("booked %s", booked.Body)
		}

		v := open(t, o.Service)
		v.Open(link).Want(200, "Your interview with Northwind Optics").WantNot("Join the interview")
		looks(v, "external-alive")
		if c := v.Cookies(); len(c) != 1 || c[0].Name != "litmus_session" {
			t.Errorf("looking left the cookies %v, want the one that the browser is known by", c)
		}
		v.Click("Start session").Want(200, "Your session is running")
		looks(v, "external-running")
		if got := v.Link("Join the interview"); got != roomOfTheirOwn {
			t.Errorf("the button leads to %q", got)
		}
		c := v.Cookies()
		if len(c) != 1 || !c[0].HTTPOnly || c[0].SameSite != "Lax" || c[0].Path != requestURI(t, link) || c[0].Secure {
			t.Errorf("the cookies are %+v, want one that is HttpOnly, Lax and of this page alone", c)
		}
		started := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
		at, err := time.Parse(time.RFC3339, started.Text("scheduled_start_at"))
		if ago := machineNow().Sub(at); err != nil || ago < 0 || ago > 5*time.Minute ||
			started.Text("status") != "scheduled" {
			t.Errorf("started: %s", started.Body)
		}
		if started.Text("updated_at") <= booked.Text("interview.updated_at") ||
			started.Text("created_at") != booked.Text("interview.created_at") {
			t.Errorf("created %s, updated %s after %s",
				started.Text("created_at"), started.Text("updated_at"), booked.Text("interview.updated_at"))
		}

		v.Open(link).Want(200, "Your session is running") // the same browser comes back
		other := open(t, o.Service)
		other.Open(link).Want(410, "This link cannot be used")
		looks(other, "external-gone")
		o.Post(t, link, nil).Want(410)
		if again := o.Do(t, "GET", "/interviews/"+id, nil).Want(200); again.JSON("") != started.JSON("") {
			t.Errorf("coming back changed the interview:\n%s\n%s", started.Body, again.Body)
		}

		o.MustRun(t, "interviews", "end-call", id)
		v.Open(link).Want(200, "Your session is over").WantNot("Join the interview")
		looks(v, "external-over")
		if s := o.Do(t, "GET", "/interviews/"+id, nil).Want(200); s.Text("status") != "completed" ||
			s.At("call_ended_at") == nil {
			t.Errorf("after end-call: %s", s.Body)
		}
		if l := o.Inbox(t, o.Email(name)); len(l) != 0 {
			t.Errorf("%s got %s, want no letter", name, subjects(l))
		}
	})
}

// On both databases: of 20 uses of one link at once exactly one succeeds, and it alone gets the cookie.
func TestLinkUsedInParallel(t *testing.T) {
	t.Parallel()
	EachOrg(t, func(t *testing.T, o *Org) {
		booked := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
		link := booked.Text("candidate_link")
		won, cookie := 0, ""
		for _, r := range atOnce(20, func(int) *Response { return o.Post(t, link, nil) }) {
			switch r.Status {
			case 303:
				won++
				cookie, _, _ = strings.Cut(r.Header.Get("Set-Cookie"), ";")
			case 410:
				if r.Header.Get("Set-Cookie") != "" {
					t.Error("a refused browser got a cookie")
				}
			default:
				t.Errorf("status %d, want 303 or 410", r.Status)
			}
		}
		if won != 1 {
			t.Errorf("%d of 20 uses succeeded, want 1", won)
		}
		if body := string(o.Get(t, link, "Cookie", cookie).Want(200).Body); !strings.Contains(body,
			"Your session is running") {
			t.Errorf("the winner sees\n%s", body)
		}
		o.Post(t, link, []string{"Cookie", cookie}).Want(303) // the winner's double click
		o.Get(t, link, "Cookie", cookie[:len(cookie)-2]).Want(410)
		o.Get(t, link).Want(410)
	})
}

// A replace in either direction and a cancel kill the link; the page is the one of an unknown link.
func TestModesOnPages(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	booked := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201)
	id, link := booked.Text("interview.id"), booked.Text("candidate_link")
	gone := func(link string) {
		t.Helper()
		unknown := o.Get(t, o.API+"/s/"+strings.Repeat("A", 43)).Want(410)
		got := o.Get(t, link).Want(410)
		if unclocked(got) != unclocked(unknown) {
			t.Errorf("the page of a dead link differs from that of an unknown one:\n%s\n%s", got.Body, unknown.Body)
		}
		o.Post(t, link, nil).Want(410)
	}
	o.Book(t, "cleo", "replace_existing", true, "interviewer_email", o.Email("ilse"))
	gone(link)
	session := sessionLink.FindString(o.Letters(t, o.Email("cleo"), 1)[0].Text)
	o.Get(t, session).Want(200)

	external := o.Do(t, "POST", "/interviews", o.External("cleo", "replace_existing", true)).Want(201)
	o.Get(t, session).Want(410)
	second := external.Text("candidate_link")
	gone(link)
	third := o.Do(t, "POST", "/interviews", o.External("cleo",
		"replace_existing", true)).Want(201).Text("candidate_link")
	gone(second)
	v := o.Visitor(t)
	v.Open(third).Click("Start session").Want(200, "Your session is running")
	fourth := o.Do(t, "POST", "/interviews", o.External("cleo",
		"replace_existing", true)).Want(201).Text("candidate_link")
	v.Open(third).Want(410, "This link cannot be used") // used before the replace
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	gone(fourth)
	if r := o.Run(t, "links", "issue", id); r.Status != 1 {
		t.Errorf("a fresh link for a canceled session: status %d", r.Status)
	}
}

// CSRF: a form on another page, in a browser that even holds the link, uses nothing.
func TestPagesCrossOrigin(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	o := NewOrg(t)
	external := o.Do(t, "POST", "/interviews", o.External("cleo")).Want(201).Text("candidate_link")
	evil := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, `<form method="post" action="%s"><button>You have won</button></form>`, external)
	}))
	defer evil.Close()
	v := o.Visitor(t)
	v.elsewhere = evil.URL
	v.do("open another site", tell(page.Navigate.Method, page.NavigateParams{URL: evil.URL}))
	Until(t, pageTimeout, "the other site", func() (bool, string) { return v.Offers("You have won"), "" })
	v.Click("You have won").Want(403, "another site").Looks("cross-site")
	v.Open(external).Want(200, "Start session")
}
