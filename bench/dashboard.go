package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
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

// measureDashboard measures pages of the dashboard as the admin, one request after another, with the stored interviews
// in the database.
func (b *bench) measureDashboard(ctx context.Context) error {
	s, _, err := b.seeded(ctx, "dashboard", newPlan(time.Now()), 0)
	if err != nil {
		return err
	}
	defer s.stop()
	cookie, err := s.signIn(ctx)
	if err != nil {
		return err
	}
	c, err := s.dial()
	if err != nil {
		return err
	}
	defer c.Close()
	week := "/dashboard/week?day=" + time.Now().UTC().AddDate(0, 0, -7).Format(time.DateOnly)
	links, err := c.links(week, cookie)
	if err != nil {
		return err
	}
	if want := min(500, b.stored/4); len(links) < want {
		return fmt.Errorf("%s has %d interviews, want %d", week, len(links), want)
	}
	b.say("the week has %d interviews", len(links))
	pages := []struct{ name, path string }{
		{dashboardHome, "/dashboard"},
		{dashboardList, "/dashboard/interviews?view=all"},
		{dashboardWeek, week},
		{dashboardInterview, "/dashboard/interviews/" + links[len(links)/2]},
	}
	if list, err := c.links(pages[1].path, cookie); err != nil || len(list) < 20 {
		return errors.Join(err, fmt.Errorf("%s has %d interviews, want a page of them", pages[1].path, len(list)))
	}
	for run := range b.runs {
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
			b.results.one(p.name, median(took))
			b.say("run %d: %s %.1f ms", run+1, p.name, median(took))
		}
	}
	return nil
}

// page is the request for a page of the dashboard with a session.
func (c *conn) page(path, cookie string) []byte {
	return fmt.Appendf(nil, "GET %s HTTP/1.1\r\nHost: %s\r\nCookie: %s\r\n\r\n", path, c.host, cookie)
}

// links are the ids of the interviews that a page links to.
func (c *conn) links(path, cookie string) (ids []string, err error) {
	body, err := c.send(c.page(path, cookie), http.StatusOK)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	for _, found := range interviewLink.FindAllSubmatch(body, -1) {
		ids = append(ids, string(found[1]))
	}
	slices.Sort(ids)
	return slices.Compact(ids), nil
}

// signIn signs in as the organization's first admin by the link that the service printed, and returns the cookies of
// the session as a browser sends them.
func (s *service) signIn(ctx context.Context) (string, error) {
	var ready struct {
		SignIn string `json:"signin_url"`
	}
	if err := json.Unmarshal(s.line, &ready); err != nil || ready.SignIn == "" {
		return "", errors.Join(err, fmt.Errorf("the service printed no signin_url: %s", s.line))
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, ready.SignIn, nil)
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
