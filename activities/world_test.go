package activities_test

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.temporal.io/sdk/temporal"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/setup"
	"litmus/models/timetable"
	"litmus/ports/meeting"
	"litmus/ports/notetaker"
	"litmus/ports/outbound"
	"litmus/store/setups"
)

const (
	dan = "dan@acme.example" // has a Google calendar, and no link of his own
	eva = "eva@acme.example" // too
)

// town is a post whose Dan and Eva have connected Google calendars, with a meeting provider and a notetaker: fakes that
// keep what they are given, and go wrong as they are told.
type town struct {
	*post
	google    *google
	meetings  *meetings
	notetaker *notetakers
}

func openTown(t *testing.T, change func(*models.Policy)) *town {
	t.Helper()
	policy := models.DefaultPolicy
	if change != nil {
		change(&policy)
	}
	setup := acme()
	for _, email := range []string{dan, eva} {
		setup.Interviewers = append(setup.Interviewers, onGoogle(email, "its secret", email))
	}
	w := &town{post: openWith(t, policy, acme(), setup), google: &google{events: map[string]map[string]*event{},
		verdicts: map[string]string{}},
		meetings: &meetings{made: map[string]*made{}}, notetaker: &notetakers{sessions: map[string]notetaker.Session{}}}
	w.Activities.Outbound = always(&http.Client{Transport: w.google})
	w.Activities.Meeting, w.Activities.Notetaker = w.meetings, w.notetaker
	w.AskLinkEvery(time.Millisecond)
	w.order.InterviewerEmail = dan
	return w
}

// onGoogle is a person whose calendar is that of an owner at Google.
func onGoogle(email, secret, owner string) setup.Person {
	return setup.Person{Email: email, Calendar: &timetable.CalendarAccount{Provider: timetable.CalendarGoogle,
		ClientID: "client", ClientSecret: secret, RefreshToken: "of-" + owner}}
}

// connects connects the person's calendar anew, with this secret and of this owner.
func (w *town) connects(email, secret, owner string) {
	w.t.Helper()
	setup := acme()
	setup.Interviewers = append(setup.Interviewers, onGoogle(email, secret, owner))
	_, err := w.Store.Setups.Apply(w.t.Context(), setup, setups.Options{})
	w.must(err)
}

// setting is what a town is opened with.
type setting struct {
	link   string // that the booking names
	policy func(*models.Policy)
}

var (
	plain  = setting{}
	atRoom = setting{link: room}
	zoom   = setting{policy: func(p *models.Policy) { p.Meeting = models.MakerZoom }}
	noted  = setting{room, func(p *models.Policy) { p.Notetaker = true }}
)

// visit is a test of its own in a town where an interview was just booked with Dan.
func (in setting) visit(t *testing.T, name string, play func(t *testing.T, w *town, ref models.Ref)) {
	t.Run(name, func(t *testing.T) {
		t.Parallel()
		w := openTown(t, in.policy)
		w.order.MeetingLink = in.link
		play(t, w, w.book())
	})
}

// keep runs the activity for a target of the ledger.
func (w *town) keep(ref models.Ref, target string) (activities.Outcome, error) {
	do := w.KeepEvent
	switch target {
	case effect.TargetMeeting:
		do = w.KeepMeeting
	case effect.TargetNotetaker:
		do = w.KeepNotetaker
	}
	return do(w.t.Context(), ref, w.TargetName(ref.ID, target), w.clock.Now())
}

// did runs the activity and checks that so many effects were done.
func (w *town) did(ref models.Ref, target string, want int) activities.Outcome {
	w.t.Helper()
	out, err := w.keep(ref, target)
	if err != nil || out.Sent != want || out.Failed != "" {
		w.t.Fatalf("%s: got %+v, %v; want %d done", target, out, err, want)
	}
	return out
}

// fails runs the activity and checks that it fails for now, with the code and the pause that the provider asks for.
func (w *town) failsOutside(ref models.Ref, target, code string, after time.Duration) {
	w.t.Helper()
	out, err := w.keep(ref, target)
	w.failed(target, code, out, err)
	var app *temporal.ApplicationError
	if errors.As(err, &app) && app.NextRetryDelay() != after {
		w.t.Errorf("%s: the next attempt is asked for in %s, want %s", target, app.NextRetryDelay(), after)
	}
}

// links runs the activity and checks that so many effects were done, one of which made the interview's link.
func (w *town) links(ref models.Ref, target string, want int) {
	w.t.Helper()
	if out := w.did(ref, target, want); !out.Changed {
		w.t.Errorf("%s: got %+v, want a link", target, out)
	}
}

// left checks how many meetings and notetakers there are.
func (w *town) left(meetings, notetakers int) {
	w.t.Helper()
	if m, n := len(w.meetings.made), len(w.notetaker.sessions); m != meetings || n != notetakers {
		w.t.Errorf("there are %d meetings and %d notetakers, want %d and %d", m, n, meetings, notetakers)
	}
}

// gaveUp runs the activity and checks that it is refused for good, with that code.
func (w *town) gaveUp(ref models.Ref, target, code string) {
	w.t.Helper()
	if out, err := w.keep(ref, target); err != nil || out.Failed != code || out.Sent != 0 {
		w.t.Fatalf("%s: got %+v, %v; want it refused with %s", target, out, err, code)
	}
}

// meets checks where the interview meets.
func (w *town) meets(ref models.Ref, want string) {
	w.t.Helper()
	if got := w.row(ref).MeetingLink; got != want {
		w.t.Errorf("it meets at %q, want %q", got, want)
	}
}

// stands checks where the interview meets, with whom, and which revision of it that is.
func (w *town) stands(ref models.Ref, link, interviewer string, revision int64) models.Interview {
	w.t.Helper()
	i := w.row(ref)
	if i.MeetingLink != link || i.InterviewerEmail != interviewer || i.Revision != revision {
		w.t.Errorf("the row is %+v, want revision %d with %s at %q", i, revision, interviewer, link)
	}
	return i
}

// row is the interview as it is.
func (w *town) row(ref models.Ref) models.Interview {
	w.t.Helper()
	a, err := w.Store.Effects.InterviewLedger(w.t.Context(), ref)
	w.must(err)
	return a.Interview
}

// of are the entries of a target, as "kind state tries code".
func (w *town) of(ref models.Ref, target string) (out []string) {
	w.t.Helper()
	for _, e := range w.ledger(ref) {
		if e.Target != target {
			continue
		}
		line := fmt.Sprintf("%s %s %d", e.Kind, e.State, e.Tries)
		if e.Permanent {
			line += " given up"
		}
		if e.Code != "" {
			line += " " + e.Code
		}
		out = append(out, line)
	}
	return out
}

func (w *town) expect(ref models.Ref, target string, want ...string) {
	w.t.Helper()
	if got := w.of(ref, target); !slices.Equal(got, want) {
		w.t.Errorf("the ledger of %s has\n  %s\nwant\n  %s",
			target, strings.Join(got, "\n  "), strings.Join(want, "\n  "))
	}
}

// holds checks what the calendars hold, as "dan@acme.example 15:00 #1".
func (w *town) holds(want ...string) {
	w.t.Helper()
	if got := w.google.list(); !slices.Equal(got, want) {
		w.t.Fatalf("the calendars hold %v, want %v", got, want)
	}
}

// forgetful runs what it is given while the ledger takes no news of how attempts ended: the worker dies between a
// provider's yes and its note. The leases of the dead run out.
func (w *town) forgetful(what func()) {
	w.t.Helper()
	_, err := w.db.ExecContext(w.t.Context(), "create trigger forgetful before update "+
		"on effects when new.lease_until is null begin select raise(abort, 'dead'); end")
	w.must(err)
	what()
	_, err = w.db.ExecContext(w.t.Context(), "drop trigger forgetful")
	w.must(err)
	w.clock.Set(w.clock.Now().Add(17 * time.Second))
}

func (w *town) dies(ref models.Ref, target string) {
	w.t.Helper()
	w.forgetful(func() { w.failsOutside(ref, target, "database", 0) })
}

// google is Google's calendar as far as it is used here: each refresh token opens a calendar of its own.
type google struct {
	mu       sync.Mutex
	events   map[string]map[string]*event // by owner and id
	verdicts map[string]string            // by owner: what becomes of the next requests; see answer
	during   func()                       // called once, after a request was carried out
	pending  int                          // answers in which a conference is not ready
	place    string                       // where conferences are instead of their own address
	version  int                          // rises with each change
	asked    []string                     // requests: owner, method and path's end
}

type event struct {
	ID, Summary, Description, Location string
	Start, End                         struct{ DateTime time.Time }
	ExtendedProperties                 struct{ Private map[string]string }
	link                               string
	wanted, gone, broken               bool
	answer                             string // of its owner
	writes                             int
}

func (g *google) list() []string {
	g.mu.Lock()
	defer g.mu.Unlock()
	out := []string{}
	for _, owner := range slices.Sorted(maps.Keys(g.events)) {
		for _, e := range g.events[owner] {
			if !e.gone {
				out = append(out, fmt.Sprintf("%s %s #%s",
					owner, e.Start.DateTime.Format("15:04"), e.ExtendedProperties.Private["litmusSequence"]))
			}
		}
	}
	return out
}

// says sets what becomes of an owner's requests from now on: "" is as it should be, a status with "/SECONDS" for
// Retry-After, drop does it and breaks the line, lost breaks the line before, hang, revoked (the grant itself).
func (g *google) says(owner, verdict string) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.verdicts[owner] = verdict
}

func (g *google) RoundTrip(r *http.Request) (*http.Response, error) {
	var body []byte
	if r.Body != nil {
		body, _ = io.ReadAll(r.Body)
	}
	g.mu.Lock()
	answer := func(status int, v any) (*http.Response, error) {
		b, _ := json.Marshal(v)
		h := http.Header{"Content-Type": {"application/json"}}
		return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(string(b))),
			Request: r, ContentLength: int64(len(b))}, nil
	}
	if r.URL.Host == "oauth2.googleapis.com" {
		defer g.mu.Unlock()
		owner := ""
		for field := range strings.SplitSeq(string(body), "&") {
			if v, ok := strings.CutPrefix(field, "refresh_token=of-"); ok {
				owner = strings.ReplaceAll(v, "%40", "@")
			}
		}
		if g.verdicts[owner] == "revoked" {
			return answer(http.StatusBadRequest, map[string]string{
				"error": "invalid_grant", "error_description": "the grant of " + owner + " was taken back",
			})
		}
		return answer(http.StatusOK, map[string]any{
			"access_token": "for-" + owner, "token_type": "Bearer", "expires_in": 3600,
		})
	}
	owner := strings.TrimPrefix(r.Header.Get("Authorization"), "Bearer for-")
	verdict := g.verdicts[owner]
	g.asked = append(g.asked, owner+" "+r.Method)
	var status, after int
	_, _ = fmt.Sscanf(verdict, "%d/%d", &status, &after)
	if verdict == "revoked" {
		status = http.StatusUnauthorized
	}
	switch {
	case status > 0:
		g.mu.Unlock()
		no := map[string]any{"message": "no, " + owner + "; try https://status.example"}
		resp, err := answer(status, map[string]any{"error": no})
		if after > 0 {
			resp.Header.Set("Retry-After", fmt.Sprint(after))
		}
		return resp, err
	case verdict == "lost":
		g.mu.Unlock()
		return nil, errors.New("the line to " + owner + " broke")
	case verdict == "hang":
		g.mu.Unlock()
		g.during()
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	code, v := g.handle(owner, r, body)
	during := g.during
	g.during = nil
	g.mu.Unlock()
	if during != nil {
		during()
	}
	if verdict == "drop" {
		return nil, errors.New("the line to " + owner + " broke")
	}
	return answer(code, v)
}

// expiring is a context whose deadline passes when ended is closed.
type expiring struct {
	context.Context
	ended chan struct{}
}

func (e expiring) Done() <-chan struct{} { return e.ended }

func (e expiring) Err() error {
	select {
	case <-e.ended:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// shown is the event as a list has it.
func (e *event) shown() map[string]any {
	status := "confirmed"
	if e.gone {
		status = "cancelled"
	}
	at := func(t time.Time) any { return map[string]string{"dateTime": t.Format(time.RFC3339)} }
	return map[string]any{"id": e.ID, "status": status, "start": at(e.Start.DateTime), "end": at(e.End.DateTime),
		"attendees":          []any{map[string]any{"self": true, "responseStatus": e.answer}},
		"extendedProperties": map[string]any{"private": e.ExtendedProperties.Private}}
}

// listed are the events of a calendar, or those with a property, or none if nothing has changed since the token.
func (g *google) listed(mine map[string]*event, q url.Values) any {
	property := q.Get("privateExtendedProperty")
	items := []any{}
	for _, id := range slices.Sorted(maps.Keys(mine)) {
		e := mine[id]
		if own := "litmusUid=" + e.ExtendedProperties.Private["litmusUid"]; !e.gone && (property == "" || property == own) {
			items = append(items, e.shown())
		}
	}
	token := fmt.Sprint("s", g.version)
	if q.Get("syncToken") == token {
		items = []any{}
	}
	return map[string]any{"kind": "calendar#events", "timeZone": "UTC", "items": items, "nextSyncToken": token}
}

// changes has the owner change each of their events.
func (g *google) changes(owner string, change func(*event)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	g.version++
	for _, e := range g.events[owner] {
		change(e)
	}
}

// handle carries a request out.
func (g *google) handle(owner string, r *http.Request, body []byte) (int, any) {
	mine := g.events[owner]
	if mine == nil {
		mine = map[string]*event{}
		g.events[owner] = mine
	}
	id := strings.TrimPrefix(r.URL.Path, "/calendar/v3/calendars/primary/events/")
	var in struct {
		event
		ConferenceData *struct{} `json:"conferenceData"`
	}
	if r.Method == http.MethodPost {
		_ = json.Unmarshal(body, &in)
		if id = in.ID; mine[id] != nil {
			return http.StatusConflict, map[string]any{"error": map[string]any{"message": "duplicate"}}
		}
		mine[id] = &event{ID: id}
	}
	if strings.HasSuffix(r.URL.Path, "/events") && r.Method == http.MethodGet {
		return http.StatusOK, g.listed(mine, r.URL.Query())
	}
	e := mine[id]
	switch {
	case e != nil && e.broken:
		return http.StatusInternalServerError, map[string]any{"error": map[string]any{"message": "broken"}}
	case e != nil && r.Method == http.MethodGet:
		return http.StatusOK, e.shown()
	case e != nil:
		g.version++
	}
	switch {
	case e == nil, e.gone && r.Method == http.MethodDelete:
		return http.StatusNotFound, map[string]any{"error": map[string]any{"message": "not found"}}
	case r.Method == http.MethodDelete:
		e.gone = true
		return http.StatusNoContent, nil
	}
	keep := *e
	_ = json.Unmarshal(body, &in)
	keep.Summary, keep.Description, keep.Location, keep.Start, keep.ExtendedProperties = in.Summary, in.Description,
		in.Location, in.Start, in.ExtendedProperties
	keep.End = in.End
	if in.Start.DateTime.IsZero() { // a patch of the conference alone
		keep.Summary, keep.Description, keep.Location, keep.Start, keep.ExtendedProperties = e.Summary, e.Description,
			e.Location, e.Start, e.ExtendedProperties
		keep.End = e.End
	}
	keep.gone, keep.writes, keep.wanted = false, e.writes+1, e.wanted || in.ConferenceData != nil
	out := map[string]any{"id": id, "etag": fmt.Sprintf(`"%d"`, keep.writes)}
	if keep.wanted {
		if keep.link == "" && g.pending == 0 {
			keep.link = cmp.Or(g.place, "https://meet.google.example/"+owner[:3])
		}
		g.pending = max(0, g.pending-1)
		status := "pending"
		if keep.link != "" {
			status, out["hangoutLink"] = "success", keep.link
		}
		out["conferenceData"] = map[string]any{
			"createRequest": map[string]any{"status": map[string]string{"statusCode": status}}}
	}
	*e = keep
	return http.StatusOK, out
}

// meetings is a meeting provider in memory.
type meetings struct {
	mu     sync.Mutex
	made   map[string]*made // by key
	fails  *outbound.Failure
	during func()
	count  int
}

type made struct {
	id, link string
	m        meeting.Meeting
}

func (p *meetings) do(what func() meeting.Made) (meeting.Made, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails != nil {
		return meeting.Made{}, p.fails
	}
	out := what()
	if during := p.during; during != nil {
		p.during = nil
		during()
	}
	return out, nil
}

func (p *meetings) Make(_ context.Context, m meeting.Meeting) (meeting.Made, error) {
	return p.do(func() meeting.Made {
		if p.made[m.Key] == nil {
			p.count++
			p.made[m.Key] = &made{id: fmt.Sprint(p.count), link: fmt.Sprintf("https://zoom.example/%d", p.count)}
		}
		x := p.made[m.Key]
		x.m = m
		return meeting.Made{ID: x.id, Link: x.link}
	})
}

func (p *meetings) Move(ctx context.Context, was meeting.Made, m meeting.Meeting) (meeting.Made, error) {
	return p.Make(ctx, m)
}

func (p *meetings) Delete(_ context.Context, key string, was meeting.Made) error {
	_, err := p.do(func() meeting.Made {
		delete(p.made, key)
		return meeting.Made{}
	})
	return err
}

// notetakers is a notetaker in memory.
type notetakers struct {
	mu       sync.Mutex
	sessions map[string]notetaker.Session // by the notetaker's id
	fails    *outbound.Failure
	count    int
}

func (p *notetakers) Invite(_ context.Context, s notetaker.Session) (string, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails != nil {
		return "", p.fails
	}
	for id, was := range p.sessions {
		if was.ID == s.ID {
			p.sessions[id] = s
			return id, nil
		}
	}
	p.count++
	id := fmt.Sprintf("nt_%d", p.count)
	p.sessions[id] = s
	return id, nil
}

func (p *notetakers) Dismiss(_ context.Context, id string) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.fails != nil {
		return p.fails
	}
	delete(p.sessions, id)
	return nil
}
