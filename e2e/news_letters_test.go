package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"litmus/models/news"
)

// newsDesk is an edit of the file by which two admins recruit for the graduates' posting.
var newsDesk = []string{"    title: Graduate cohort\n",
	"    title: Graduate cohort\n    recruiters: [root@northwind.example, desk@northwind.example]\n"}

// A recruiter is told at once that a candidate picked, and of a burst after that in one letter; whoever chose a daily
// summary is told in the morning of their day, and whoever chose to be told nothing is not.
func TestNewsByLetter(t *testing.T) { // D27
	t.Parallel()
	o := Serve(t, WithTestClock()).NewOrg(t, newsDesk...)
	root, desk := o.Email("root"), o.Email("desk")
	told := func(email string, often news.Often) {
		t.Helper()
		if err := o.Store(t).Watchers.SetNews(t.Context(), o.IDs.Organization, email,
			news.Settings{AsRecruiter: often, Following: news.Daily}); err != nil {
			t.Fatal(err)
		}
	}
	told(desk, news.Daily)
	pick := func(n int) {
		t.Helper()
		start := daysAhead(4+n, 9, 0)
		o.Offer(t, "graduates", "host-0", start)
		name := fmt.Sprintf("news-%d", n)
		o.Invite(t, name, "graduates", "portfolio").Want(201)
		o.Post(t, o.linkFor(t, name, scheduleLink), []string{"Sec-Fetch-Site", "same-origin"}, "start", answered(start),
			"zone", "UTC").Want(303)
	}
	pick(0)
	first := o.Letters(t, root, 1)
	if len(first) != 1 || !strings.Contains(first[0].Subject, " picked ") ||
		!first[0].tells("/dashboard/interviews/int_") {
		t.Fatalf("after one pick the recruiter has %s\n%s", subjects(first), first[0].Text)
	}
	for n := range 4 {
		pick(n + 1)
	}
	if got := o.Inbox(t, root); len(got) != 1 {
		t.Errorf("soon after a letter the recruiter has %s", subjects(got))
	}
	o.wait(t, 6*time.Minute)
	if got := o.Letters(t, root, 2); len(got) != 2 || !strings.HasPrefix(got[0].Subject, "4 changes by candidates") {
		t.Errorf("after the burst the recruiter has %s", subjects(got))
	}
	if got := o.Inbox(t, desk); len(got) != 0 {
		t.Errorf("before the morning the other has %s", subjects(got))
	}
	o.wait(t, 24*time.Hour)
	if got := o.Letters(t, desk, 1); len(got) != 1 || !strings.HasPrefix(got[0].Subject, "5 changes by candidates") {
		t.Errorf("in the morning the other has %s", subjects(got))
	}
	told(root, news.Never)
	told(desk, news.Never)
	pick(5)
	o.wait(t, 48*time.Hour)
	if a, b := o.Inbox(t, root), o.Inbox(t, desk); len(a) != 2 || len(b) != 1 {
		t.Errorf("told nothing, they have %s and %s", subjects(a), subjects(b))
	}
}
