package e2e

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/page"
)

const roomOfTheirOwn = "https://meet.example/own-room"

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
	v.Click("You have won").Want(403, "another site")
	v.Open(external).Want(200, "Start session")
}
