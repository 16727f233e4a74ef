package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
)

const (
	pageReads = 20                    // of each page in a run
	pagePause = 50 * time.Millisecond // between them: a session may ask for twenty pages a second
)

// interviewLink is a link to an interview's page.
var interviewLink = regexp.MustCompile(`/dashboard/interviews/(int_[0-9a-f]{32})`)

// candidateLink is a link to a candidate's page.
var candidateLink = regexp.MustCompile(`/dashboard/candidates/(cand_[0-9a-f]{32})`)

// searches are what is looked for: a candidate, all of them, nothing, a person, a posting, a candidate of a posting,
// and a page. The slowest counts.
var searches = []string{"stored77", "stored", "zzzz", "interviewer 7", "archived", "stored77 archived", "book"}

// measureDashboard measures pages of the dashboard as the admin, one request after another, with the stored interviews
// in the database. They are four an hour, one in twenty in the weeks to come.
func (b *bench) measureDashboard(ctx context.Context, on string) error {
	hours := time.Duration(max(b.stored/4, 1)) * time.Hour
	from := time.Now().Add(-hours * 19 / 20)
	stored := storedInterviews{number: b.stored, people: 40, from: from, to: from.Add(hours)}
	fill := func(ctx context.Context, db *sql.DB, _ placeholders) error { return stored.store(ctx, db, on) }
	s, err := b.openBooked(ctx, on, "dashboard-"+on, 0, siteOptions{fill: fill})
	if err != nil {
		return err
	}
	defer s.close()
	cookie, err := b.signIn(ctx, s.site)
	if err != nil {
		return err
	}
	c, err := s.targets(slugBench)[0].dial()
	if err != nil {
		return err
	}
	defer c.Close()
	pages, err := b.dashboardPages(c, cookie)
	if err != nil {
		return err
	}
	for run := range b.runs {
		slowest := map[string]float64{}
		for _, p := range pages {
			if !b.wants(p.name) {
				continue
			}
			took := make([]float64, pageReads)
			for n := range took {
				time.Sleep(pagePause)
				if took[n], err = c.time(c.page(p.path, cookie)); err != nil {
					return fmt.Errorf("%s: %w", p.path, err)
				}
			}
			slowest[p.name] = max(slowest[p.name], median(took))
			b.say("run %d on %s: %s %.1f ms: %s", run+1, on, p.name, median(took), p.path)
		}
		for name, took := range slowest {
			b.results.one(at(on, name), took)
		}
	}
	return nil
}

// dashboardPage is a page that is measured, by the name of its line.
type dashboardPage struct{ name, path string }

// dashboardPages are the pages, which show what is stored.
func (b *bench) dashboardPages(c *conn, cookie string) ([]dashboardPage, error) {
	week := "/dashboard/week?day=" + time.Now().UTC().AddDate(0, 0, -7).Format(time.DateOnly)
	all, board := "/dashboard/interviews?view=all", ""
	links, err := c.links(week, cookie, interviewLink)
	if err != nil {
		return nil, err
	}
	b.say("the week has %d interviews", len(links))
	whom, err := c.links("/dashboard/interviews/"+links[len(links)/2], cookie, candidateLink)
	if err != nil {
		return nil, err
	}
	places, err := findPlaces(c.target)
	if err != nil {
		return nil, err
	}
	board = "/dashboard/postings/" + places[titleStored].PostingID
	for _, shown := range []struct {
		path string
		link *regexp.Regexp
		want int
	}{{week, interviewLink, min(500, b.stored/20)}, {all, interviewLink, 20}, {board, candidateLink, 20}} {
		if list, err := c.links(shown.path, cookie, shown.link); err != nil || len(list) < shown.want {
			return nil, errors.Join(err, fmt.Errorf("%s has %d links, want %d", shown.path, len(list), shown.want))
		}
	}
	pages := []dashboardPage{{dashboardHome, "/dashboard"}, {dashboardList, all}, {dashboardWeek, week},
		{dashboardInterview, "/dashboard/interviews/" + links[len(links)/2]}, {dashboardBoard, board},
		{dashboardCandidate, "/dashboard/candidates/" + whom[0]}, {dashboardFigures, "/dashboard/figures"}}
	for _, text := range searches {
		pages = append(pages, dashboardPage{dashboardSearch, "/dashboard/search?q=" + url.QueryEscape(text)})
	}
	return pages, nil
}

// page is the request for a page of the dashboard with a session.
func (c *conn) page(path, cookie string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", path, c.host, cookie)
}

// links are the ids of the records that a page links to, one at least.
func (c *conn) links(path, cookie string, link *regexp.Regexp) (ids []string, err error) {
	body, err := c.send(c.page(path, cookie), http.StatusOK)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, found := range link.FindAllSubmatch(body, -1) {
		ids = append(ids, string(found[1]))
	}
	if len(ids) == 0 {
		return nil, fmt.Errorf("%s links to no record", path)
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// signIn signs in as the organization's admin by a link of the command's, and returns the cookies of the session as a
// browser sends them.
func (b *bench) signIn(ctx context.Context, s *site) (string, error) {
	link, err := b.command(ctx, s.address, "signin", "--org", slugBench, "--email", benchAdmin)
	if err != nil {
		return "", err
	}
	to, err := url.Parse(link)
	if err != nil {
		return "", err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.origins[0]+to.Path, nil)
	if err != nil {
		return "", err
	}
	answer, err := http.DefaultTransport.RoundTrip(r) // it redirects, and the cookie is in this answer
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	var cookies []string
	for _, c := range answer.Cookies() {
		if c.MaxAge >= 0 {
			cookies = append(cookies, c.Name+"="+c.Value)
		}
	}
	if answer.StatusCode != http.StatusSeeOther || len(cookies) == 0 {
		return "", fmt.Errorf("the sign-in link answers %d with %d cookies, want 303 and a session's",
			answer.StatusCode, len(cookies))
	}
	return strings.Join(cookies, "; "), nil
}
