package e2e

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/store/audit"
)

// Mail scanners follow links. GET and HEAD of every link in every letter, and of the candidate link, change nothing,
// and the link works afterwards.
func TestScannersUseNoLink(t *testing.T) {
	t.Parallel()
	s := Serve(t)
	o := s.NewOrg(t)
	start := daysAhead(5, 10, 0)
	o.Offer(t, "graduates", "ilse", start, start.Add(time.Hour))

	o.Invite(t, "home", "engineer", "lens").Want(201)
	o.Invite(t, "pick", "graduates", "portfolio").Want(201)
	picked := o.Invite(t, "picked", "graduates", "portfolio").Want(201).Text("invite_url")
	o.Post(t, picked, nil, "start", wire(start), "zone", "UTC").Want(303)
	o.Book(t, "booked", "interviewer_email", o.Email("bram")) // its letter links to the session and the assessment page
	external := o.Do(t, "POST", "/interviews", o.External("external")).Want(201)
	links := map[string]bool{external.Text("candidate_link"): true}
	for name, letters := range map[string]int{"home": 1, "pick": 1, "picked": 2, "booked": 1, "ilse": 1, "bram": 1} {
		for _, l := range o.Letters(t, o.Email(name), letters) {
			for _, text := range []string{l.Text, l.HTML, strings.ReplaceAll(l.ICS, "\r\n ", "")} {
				for _, link := range anyLink.FindAllString(text, -1) {
					links[link] = true
				}
			}
		}
	}
	if len(links) < 7 { // /a/ twice, /t/ twice, /i/ twice, /s/
		t.Fatalf("%d links in the letters, want at least 7", len(links))
	}
	Until(t, letterTimeout, "everything to settle", func() (bool, string) {
		s.converge(t)
		n := o.column(t, `select (select count(*) from candidates where converged_revision < revision)
			+ (select count(*) from interviews where converged_revision < revision)`)
		return n == "0", n + " rows have not"
	})
	last := external.Header.Get("X-Request-Id")
	o.audit(t, o.IDs.Organization, func(rows []audit.Entry) bool { // which is written in batches, after the answers
		return slices.ContainsFunc(rows, func(e audit.Entry) bool { return e.RequestID == last })
	})
	before := s.rows(t)
	for link := range links {
		for _, method := range []string{"GET", "HEAD", "GET", "HEAD"} {
			r := s.Do(t, method, requestURI(t, link), nil, "User-Agent", "MailScanner/1.0").Want(200)
			if (method == "HEAD") != (len(r.Body) == 0) ||
				(r.Header.Get("Set-Cookie") != "") != strings.Contains(link, "/s/") {
				t.Errorf("%s %s: %d bytes, headers %v", method, shortened(link), len(r.Body), r.Header)
			}
		}
	}
	s.kept(t, before, "reading")
	for _, row := range s.rows(t) {
		if !slices.Contains(before, row) {
			t.Errorf("reading added the row %s", row)
		}
	}
	o.Post(t, external.Text("candidate_link"), nil).Want(303) // it is not used up
}

// The page of a link that never was, for everybody's eyes and tools. Package web holds that each path has it, and that
// tampered, foreign and misdirected ones get the same.
func TestPagesOfUnknownLinks(t *testing.T) {
	t.Parallel()
	needsProcess(t, aBrowser)
	s := Shared(t)
	s.Visitor(t).Open(s.API + "/t/" + strings.Repeat("A", 43)).Want(404).Looks("unknown")
}
