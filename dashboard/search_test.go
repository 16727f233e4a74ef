package dashboard

import (
	"strings"
	"testing"

	"litmus/dashboard/internal/site"
)

// TestSearch proves D25: one search finds candidates, interviews, postings, people and pages, each as a link to its
// page, and nothing that its own page would not show the member.
func TestSearch(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	cleos := w.bookedFor(cleo)
	doras := w.bookedFor(dora, startingAt(tuesday(13, 0), priya))
	pool := site.PoolPath(w.poolOf(t).ID, "")
	past := w.applied.Imports["gh-4711"] // of Jonas, at the same posting
	find := func(who, text string) *reply {
		t.Helper()
		return w.as(t, who).get(site.Href(site.SearchPath, "q", text)).want(200)
	}
	found := func(r *reply) string {
		var all []string
		for _, a := range r.all("#found a") {
			all = append(all, attr(a, "href"))
		}
		return strings.Join(all, "\n")
	}
	hours := func(email string) string { return site.Href(site.HoursPath, "person", w.person(email)) }
	record := func(id string) string { return site.CandidatesPath + "/" + w.interview(id).CandidateID }
	for _, c := range []struct {
		who, text string
		want      []string
	}{
		{"recruiter", "CLEO", []string{record(cleos.ID), site.InterviewPath(cleos.ID)}},
		{"recruiter", "turbine dora", []string{site.InterviewPath(doras.ID)}}, // a posting and a candidate
		{"recruiter", "priya raman", []string{site.InterviewPath(doras.ID), hours(priya)}},
		{jonas, "backend", []string{pool}},
		{"other", "backend", nil},
		{"admin", "members", []string{site.MembersPath}},
		{"recruiter", "members", nil},
		{"recruiter", "book", []string{site.BookPath}},
		{jonas, "book", nil},
		{jonas, "cleo", []string{record(cleos.ID), site.InterviewPath(cleos.ID)}},
		{jonas, "dora", nil},
		{jonas, "priya", nil},
		{jonas, "jonas cleo", []string{site.InterviewPath(cleos.ID)}},
		{jonas, "jonas brandt", []string{site.InterviewPath(cleos.ID), site.InterviewPath(past), hours(jonas)}},
		{jonas, "turbine", []string{site.InterviewPath(cleos.ID), site.InterviewPath(past)}}, // not the posting
		{"other", "cleo", nil},
		{"recruiter", "%", nil},
	} {
		equal(t, c.who+" finds by "+c.text, found(find(c.who, c.text)), strings.Join(c.want, "\n"))
	}
	find("recruiter", "cleo").want(200, "cleo@candidate.example · Turbine Software Engineer · System design")
	r := find("recruiter", "turbine")
	r.want(200, "Turbine Software Engineer", "open", "result")
	if !strings.Contains(found(r), site.PostingPath(w.turbine(), "")) {
		t.Errorf("the posting is not found among\n%s", found(r))
	}
	r = find("recruiter", "candidate.example") // more than are shown: the list has them
	for _, list := range []string{site.Href(site.CandidatesPath, "q", "candidate.example")} {
		if !strings.Contains(found(r), list) {
			t.Errorf("nothing leads to %s from\n%s", list, found(r))
		}
	}
	if got := found(find("recruiter", "")); !strings.HasPrefix(got, site.BookPath+"\n"+site.InvitePath) {
		t.Errorf("without words there is\n%s", got)
	}
}

// TestKeyboard proves that the list of keys has those alone that lead the member somewhere, each as a link.
func TestKeyboard(t *testing.T) {
	t.Parallel()
	w := newWorld(t)
	for who, want := range map[string]string{"recruiter": "/ g h g i g c g p g a w b n", jonas: "/ g h g i g c g a w"} {
		page := w.as(t, who).get(site.InterviewsPath).want(200)
		var keys []string
		for _, a := range page.all("#keys [data-key]") {
			keys = append(keys, attr(a, "data-key"))
			w.as(t, who).get(attr(a, "href")).want(200)
		}
		equal(t, "keys of "+who, strings.Join(keys, " "), want)
		equal(t, "links to the search", len(page.all("header a[data-find]")), 1)
	}
}
