package e2e

import (
	"strings"
	"testing"
	"time"
)

// D27: a candidate picks a time, and the recruiter of the posting finds it as new until they mark it as seen; so does
// whoever follows the posting.
func TestNewsOfPostings(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "    title: Graduate cohort", "    title: Graduate cohort\n    recruiters: [root@northwind.example]")
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour))
	link := o.Invite(t, "picking", "graduates", "portfolio").Want(201).Text("invite_url")
	posting := "/dashboard/postings/" + o.Posting("graduates")
	sessions := map[string][]string{}
	for _, who := range []string{"root", "desk"} {
		sessions[who] = []string{"Cookie", o.signsIn(t, o.signInLink(t, who)), "Sec-Fetch-Site", "same-origin"}
	}
	o.Post(t, posting+"/follow", sessions["desk"]).Want(303)
	says := func(when, who, path, words string, want bool) {
		t.Helper()
		page := string(o.Get(t, path, sessions[who]...).Want(200).Body)
		if strings.Contains(page, words) != want {
			t.Errorf("%s: that %s says %q to %s should be %t:\n%s", when, path, words, who, want, page)
		}
	}
	says("before", "root", "/dashboard", "new to you", false)
	o.Post(t, link, nil, "start", wire(start), "zone", "UTC").Want(303)
	for who := range sessions {
		says("once they picked", who, "/dashboard", "new to you", true)
		says("once they picked", who, "/dashboard/news", "Casey Quillon</bdi></b></a> picked", true)
	}
	page := string(o.Get(t, "/dashboard/news", sessions["root"]...).Want(200).Body)
	_, upTo, _ := strings.Cut(page, `name="up_to" value="`)
	upTo, _, _ = strings.Cut(upTo, `"`)
	o.Post(t, "/dashboard/news/seen", sessions["root"], "up_to", upTo).Want(303)
	says("once it was seen", "root", "/dashboard", "new to you", false)
	says("once it was seen", "root", "/dashboard/news", ">new</span>", false)
	says("once another saw it", "desk", "/dashboard/news", ">new</span>", true)
}
