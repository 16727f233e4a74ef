package e2e

import (
	"database/sql"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"litmus/phrases"
)

// Links of letters and answers, each of its kind, beside [sessionLink] and [assessmentLink].
var (
	scheduleLink = regexp.MustCompile(`http://\S+/t/[0-9A-Za-z_-]+`)
	anyLink      = regexp.MustCompile(`http://[^\s"'<>]+/[aist]/[0-9A-Za-z_-]+`)
)

// manner is a way in which somebody may go through the pages; each way in is gone in all of them.
type manner struct {
	name   string
	n      int
	zone   string // the visitor's clock
	habits []Habit
}

var manners = []manner{
	{"mouse", 0, "America/New_York", []Habit{Zone("America/New_York")}},
	{"phone without JavaScript", 1, "UTC", []Habit{Phone, NoScript}},
	// the browser says Katmandu, its old name
	{"keyboard", 2, "Asia/Kathmandu", []Habit{Keyboard, Zone("Asia/Kathmandu")}},
}

// eachManner runs fn as a parallel subtest for every manner.
func eachManner(t *testing.T, fn func(t *testing.T, m manner)) {
	t.Helper()
	for _, m := range manners {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			fn(t, m)
		})
	}
}

// looks is [Visitor.Looks] of the pages of the first manner: they are the same in the others.
func (m manner) looks(v *Visitor, name string) {
	v.t.Helper()
	if m.n == 0 {
		v.Looks(name)
	}
}

// Invite invites Casey Quillon to an assessment of a posting and returns the response, whatever it is.
func (o *Org) Invite(t testing.TB, candidate, posting, assessment string) *Response {
	t.Helper()
	return o.send(t, candidate, "posting_id", o.Posting(posting), "assessment_id", o.Assessment(assessment))
}

// Offer paints starts of an interviewer on a posting.
func (o *Org) Offer(t testing.TB, posting, interviewer string, starts ...time.Time) {
	t.Helper()
	var pairs []string
	for _, s := range starts {
		pairs = append(pairs, o.Email(interviewer), wire(s))
	}
	o.Do(t, "POST", "/postings/"+o.Posting(posting)+"/slots", slotBody(pairs...)).Want(200)
}

// External is the body of a session by link, with fields changed as [Org.Booking] does.
func (o *Org) External(candidate string, changes ...any) Object {
	return o.Booking(candidate, append([]any{"scheduled_start_at", nil, "externally_scheduled", true,
		"interviewer_email", o.Email("ilse"), "meeting_link", "https://meet.example/own-room"}, changes...)...)
}

// Interviews are those of a candidate, as the list answers them.
func (o *Org) Interviews(t testing.TB, candidate string) *Response {
	t.Helper()
	return o.Do(t, "GET", "/interviews?candidate_email="+url.QueryEscape(o.Email(candidate)), nil).Want(200)
}

// Get asks for a page without a browser; whatever the link's origin, it is the service that is asked.
func (s *Service) Get(t testing.TB, link string, headers ...string) *Response {
	t.Helper()
	return s.Do(t, "GET", requestURI(t, link), nil, headers...)
}

// Post sends a form to a page without a browser, as [Service.Get]. Fields are name, value, name, value, ….
func (s *Service) Post(t testing.TB, link string, headers []string, fields ...string) *Response {
	t.Helper()
	form := url.Values{}
	for i := 0; i+1 < len(fields); i += 2 {
		form.Add(fields[i], fields[i+1])
	}
	return s.Do(t, "POST", requestURI(t, link), form.Encode(),
		append([]string{"Content-Type", "application/x-www-form-urlencoded"}, headers...)...)
}

func requestURI(t testing.TB, link string) string {
	t.Helper()
	u, err := url.Parse(link)
	if err != nil {
		t.Fatal(err)
	}
	return u.RequestURI()
}

// ahead is the first start of the grid that is more than d from now.
func ahead(d time.Duration) time.Time {
	return machineNow().UTC().Add(d).Truncate(30 * time.Minute).Add(30 * time.Minute)
}

// daysAhead is a time of the day in UTC, some days from now.
func daysAhead(days, hour, minute int) time.Time {
	y, m, d := machineNow().UTC().Date()
	return time.Date(y, m, d+days, hour, minute, 0, 0, time.UTC)
}

// wire is an instant as requests carry it.
func wire(at time.Time) string { return at.UTC().Format(time.RFC3339) }

// answered is an instant as answers carry it.
func answered(at time.Time) string { return at.UTC().Format("2006-01-02T15:04:05.000Z") }

func in(at time.Time, zone string) time.Time {
	l, err := time.LoadLocation(zone)
	if err != nil {
		panic(err)
	}
	return at.In(l)
}

// told is a span of time as the pages tell it in a zone.
func told(start time.Time, d time.Duration, zone string) string {
	s := in(start, zone)
	name := phrases.English.ZoneAt(s)
	return fmt.Sprintf("%s–%s (%s)", s.Format("Monday, 2 January 2006, 15:04"), s.Add(d).Format("15:04"), name)
}

// timeLink is what the link of a time is called on the pick-a-time page.
func timeLink(start time.Time, zone string) string {
	return in(start, zone).Format("15:04, Monday, 2 January 2006")
}

// Pick chooses a time on the pick-a-time page, whose day may have to be opened first, and gets to the review.
func (v *Visitor) Pick(start time.Time, zone string) *Visitor {
	v.t.Helper()
	name := timeLink(start, zone)
	if !v.Offers(name) {
		v.Tap(in(start, zone).Format("Monday, 2 January 2006"))
	}
	v.Click(name)
	return v.Want(200, strings.Split(told(start, 0, zone), "–")[0])
}

// linkFor waits for a letter to a candidate that has such a link and returns it, of the newest that has one.
func (o *Org) linkFor(t testing.TB, candidate string, kind *regexp.Regexp) (link string) {
	t.Helper()
	o.LettersWhen(t, o.Email(candidate), "a letter with a link", func(letters []Letter) bool {
		for _, l := range letters {
			if link = kind.FindString(l.Text); link != "" {
				return true
			}
		}
		return false
	})
	return link
}

// column reads the one value of a query beside the service, for what no interface tells. The query's one parameter is
// $1.
func (s *Service) column(t testing.TB, query string, args ...any) (out string) {
	t.Helper()
	db := s.open(t)
	defer db.Close()
	if err := db.QueryRowContext(t.Context(), query, args...).Scan(&out); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	return out
}

// open opens the service's database for reading.
func (s *Service) open(t testing.TB) *sql.DB {
	t.Helper()
	driver, source := "pgx", s.Database()
	if file, ok := strings.CutPrefix(source, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+file+"?mode=ro&_pragma=busy_timeout(10000)"
	}
	db, err := sql.Open(driver, source)
	if err != nil {
		t.Fatal(err)
	}
	return db
}
