package api

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
	"go.temporal.io/sdk/client"

	"litmus/gate"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/effect"
	"litmus/models/keyring"
	"litmus/models/setup"
	"litmus/orgfile"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/setups"
	"litmus/testdb"
	"litmus/workflows"
)

// turn is one request of the conversation that the document's examples form, with its answer.
type turn struct {
	request string // METHOD /path; {x} in it is an id of the organization file, or of an earlier answer
	sends   string // the example that is the body, or one of bodies; "" for none
	status  int
	answer  string // the example that is the answer
}

// conversation lists the requests of the document's examples to the acme organization, in this order.
var conversation = []turn{
	{"GET /roles", "", 200, "Roles"},
	{"GET /postings/{backend}/pipeline", "", 200, "Pipeline"},
	{"GET /postings/{backend}/slots?round_id={backend/default/design}&from=2031-03-03T15:00:00Z&to=2031-03-03T16:00:00Z", "", 200, "Slots"},
	{"GET /postings/{backend}/interviewers", "", 200, "Interviewers"},
	{"PUT /postings/{graduates}/interviewers", "InterviewersRequest", 200, "InterviewersSet"},
	{"POST /postings/{backend}/slots", "SlotsRequest", 200, "SlotsAdded"},
	{"DELETE /postings/{backend}/slots", "SlotsRequest", 200, "SlotsRemoved"},

	{"POST /interviews", "BookingRequest", 201, "Booking"},
	{"PATCH /interviews/{Booking.interview.id}", "InterviewerChangeRequest", 200, "InterviewReassigned"},
	{"POST /interviews", "RescheduleRequest", 201, "Rescheduled"},
	{"POST /interviews", "UnnamedBookingRequest", 201, "BookingWithWarnings"},
	{"POST /interviews", "ExternalBookingRequest", 201, "ExternalBooking"},
	{"GET /interviews?posting_id={backend}&limit=2", "", 200, "InterviewPage"},
	{"GET /interviews/{Booking.interview.id}", "", 200, "Interview"},
	{"GET /interviews/{gh-1}?include=transcript,recording,notes", "", 200, "InterviewWithArtifacts"},

	{"POST /invites", "InviteRequest", 201, "Invite"},
	{"POST /invites", "InviteRequest", 200, "InviteRepeat"},
	{"POST /invites", "SchedulingInviteRequest", 201, "SchedulingInvite"},
	{"GET /submissions/{sub-1}", "", 200, "Submission"},
	{"GET /submissions/{sub-3}", "", 200, "SubmissionUngraded"},

	{"GET /interviews", "", 401, "Unauthorized"},
	{"GET /postings/{backend}/pipeline", "", 403, "ForbiddenEither"},
	{"GET /interviews", "", 403, "Forbidden"},
	{"GET /interviews?limit=500", "", 400, "LimitOutOfRange"},
	{"GET /interviews?cursor=abc", "", 400, "CursorUnknown"},
	{"GET /interviews/{gh-1}?include=video", "", 400, "IncludeUnknown"},
	{"GET /interviews/int_unknown", "", 404, "InterviewNotFound"},
	{"GET /postings/post_unknown/interviewers", "", 404, "PostingNotFound"},
	{"GET /submissions/sub_unknown", "", 404, "SubmissionNotFound"},
	{"GET /files/fil_unknown", "", 404, "FileNotFound"},
	{"GET /postings/{backend}/slots", "", 400, "RoundMissing"},
	{"GET /postings/{backend}/slots?round_id=rnd_unknown", "", 404, "RoundNotFound"},
	{"GET /postings/{backend}/slots?round_id={backend/default/takehome}", "", 400, "RoundNotBookable"},
	{"PUT /postings/{backend}/interviewers", "(interviewer twice)", 400, "InterviewerTwice"},
	{"POST /postings/{backend}/slots", "(slot off the grid)", 400, "SlotOffGrid"},
	{"POST /interviews", "(no candidate)", 400, "CandidateMissing"},
	{"POST /interviews", "(take-home)", 400, "RoundNotBookable"},
	{"POST /interviews", "(unknown round)", 404, "RoundNotFound"},
	{"POST /interviews", "BookingRequest", 409, "InterviewExists"},
	{"POST /interviews", "(overlap)", 409, "InterviewerBooked"},
	{"POST /interviews", "(full time)", 409, "TimeFull"},
	{"POST /interviews", "(other track)", 409, "CandidateElsewhere"},
	{"PATCH /interviews/{Booking.interview.id}", "(new start)", 400, "StartNotChangeable"},
	{"PATCH /interviews/{BookingWithWarnings.interview.id}", "InterviewerChangeRequest", 409, "InterviewerBooked"},
	{"PATCH /interviews/{gh-1}", "InterviewerChangeRequest", 409, "InterviewOver"},
	{"POST /interviews", "(1 MiB)", 413, "TooLarge"},
	{"POST /invites", "(no name)", 400, "NameMissing"},
	{"POST /invites", "(unknown posting)", 404, "InvitePostingNotFound"},
	{"POST /invites", "(cohort as role)", 400, "InviteRoleMismatch"},
	{"POST /invites", "(closed)", 400, "InvitePostingClosed"},
	{"POST /invites", "(unknown assessment)", 404, "InviteAssessmentNotFound"},
	{"POST /invites", "(nothing attached)", 400, "InviteNoAssessment"},
	{"POST /invites", "(not ready)", 400, "InviteNotReady"},
	{"POST /invites", "(self-select)", 400, "InviteSelfSelect"},
	{"POST /invites", "(submitted)", 409, "InviteAlreadyInvited"},

	{"POST /interviews", "(replace with notetaker)", 502, "NotDismissed"},
	{"DELETE /interviews/{Booking.interview.id}", "", 200, "InterviewCanceled"},
	{"GET /roles", "", 429, "TooManyFailures"},
	{"GET /roles", "", 500, "InternalError"},
}

// bodies are those of refused requests, which the document need not show.
var bodies = map[string]string{
	"(1 MiB)":              `{"posting_id": "` + strings.Repeat("x", 1<<20) + `"}`,
	"(interviewer twice)":  `{"interviewers": [{"email": "grace@acme.example"}, {"email": "grace@acme.example"}]}`,
	"(slot off the grid)":  `{"slots": [{"interviewer_email": "grace@acme.example", "start_at": "2031-03-04T16:15:00Z"}]}`,
	"(no candidate)":       `{"posting_id": "{backend}", "round_id": "{backend/default/design}", "scheduled_start_at": "2031-03-03T15:00:00Z"}`,
	"(take-home)":          `{"posting_id": "{backend}", "round_id": "{backend/default/takehome}", "candidate_email": "sam@candidate.example", "scheduled_start_at": "2031-03-03T15:00:00Z"}`,
	"(unknown round)":      `{"posting_id": "{backend}", "round_id": "rnd_unknown", "candidate_email": "sam@candidate.example", "scheduled_start_at": "2031-03-03T15:00:00Z"}`,
	"(overlap)":            `{"posting_id": "{backend}", "round_id": "{backend/default/design}", "candidate_email": "sam@candidate.example", "interviewer_email": "alan@acme.example", "scheduled_start_at": "2031-03-05T09:45:00Z"}`,
	"(full time)":          `{"posting_id": "{backend}", "round_id": "{backend/default/design}", "candidate_email": "sam@candidate.example", "scheduled_start_at": "2031-03-05T09:30:00Z"}`,
	"(other track)":        `{"posting_id": "{backend}", "round_id": "{backend/referral/design-referral}", "candidate_email": "robin@candidate.example", "scheduled_start_at": "2031-03-06T09:30:00Z"}`,
	"(new start)":          `{"scheduled_start_at": "2031-03-06T09:30:00Z"}`,
	"(no name)":            `{"posting_id": "{backend}", "candidate_email": "sam@candidate.example"}`,
	"(unknown posting)":    `{"posting_id": "post_unknown", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(cohort as role)":     `{"role_id": "{graduates}", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(closed)":             `{"posting_id": "{analyst}", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(unknown assessment)": `{"posting_id": "{backend}", "assessment_id": "asm_unknown", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(nothing attached)":   `{"posting_id": "{bare}", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(not ready)":          `{"posting_id": "{backend}", "assessment_id": "{draft-live}", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(self-select)":        `{"posting_id": "{backend}", "assessment_id": "{quiz-go}", "candidate_email": "sam@candidate.example", "candidate_name": "Sam Example"}`,
	"(submitted)":          `{"posting_id": "{backend}", "assessment_id": "{takehome}", "candidate_email": "done@candidate.example", "candidate_name": "Done Candidate"}`,
	"(replace with " +
		"notetaker)": `{"posting_id": "{backend}", "round_id": "{backend/default/design}", "candidate_email": "robin@candidate.example", "scheduled_start_at": "2031-03-07T15:00:00Z", "replace_existing": true}`,
}

// TestExamples replays the conversation and proves that every answer that the document shows is a real one: equal word
// for word, except for identifiers, which must be mapped consistently, and for the secrets in links.
func TestExamples(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	a := acme(t)
	a.examples = doc.Components.Examples
	for _, turn := range conversation {
		t.Run(turn.request+" "+turn.answer, func(t *testing.T) { a.take(t, turn) })
	}
}

// TestQueryParameters proves that the document lists exactly the query parameters that the operations read: one that is
// read is refused if it is given twice, any other is ignored.
func TestQueryParameters(t *testing.T) {
	t.Parallel()
	doc, err := openapi3.NewLoader().LoadFromFile("openapi.yaml")
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{"page": true, "fields": true, "status": true, "interviewer_email": true}
	for _, item := range doc.Paths.Map() {
		for _, op := range item.Operations() {
			for _, p := range op.Parameters {
				names[p.Value.Name] = true
			}
		}
	}
	a := acme(t)
	for path, item := range doc.Paths.Map() {
		id := map[bool]string{true: a.ids["backend"], false: a.ids["gh-1"]}[strings.Contains(path, "/postings/")]
		for method, op := range item.Operations() {
			if method != http.MethodGet {
				continue // the other operations have no query: their bodies would be refused first
			}
			for name := range names {
				query := url.Values{"round_id": {a.ids["backend/default/design"]}}
				query[name] = []string{"x", "x"}
				status, body := a.ask(t, method, strings.ReplaceAll(path, "{id}", id)+"?"+query.Encode())
				refused := status == http.StatusBadRequest && strings.Contains(body, "given 2 times")
				if documented := op.Parameters.GetByInAndName("query", name) != nil; documented != refused {
					t.Errorf("%s %s: parameter %s is documented: %v, given twice it is answered %d %s",
						method, path, name, documented, status, body)
				}
			}
		}
	}
}

// ask sends a request without body and with a key that has every scope.
func (a *service) ask(t *testing.T, method, path string) (status int, body string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, a.server.URL+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+a.keys[http.StatusOK])
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(b)
}

// service is the API over the acme organization, on the morning of 21 November 2026.
type service struct {
	store    *store.Store
	keys     map[int]string // by status: the key for 200 has every scope, the key for 403 hardly any
	ids      map[string]string
	examples openapi3.Examples
	meant    map[string]string // identifiers of the replay by those of the document
	server   *httptest.Server  // as `litmus api` is by default
	listened *httptest.Server  // with a notetaker, and without Temporal
}

var now = time.Date(2031, 2, 21, 8, 0, 0, 0, time.UTC)

func acme(t *testing.T) *service {
	t.Helper()
	a := &service{ids: map[string]string{}, meant: map[string]string{}}
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	secret := keyring.Secret("0123456789abcdef0123456789abcdef")
	file := testdb.SQLite(t)
	open := func(policy models.Policy, temporal engine) *httptest.Server {
		s, err := store.Open(t.Context(), file,
			store.Options{Secret: secret, Policy: policy, Now: func() time.Time { return now }})
		must(err)
		log := slog.New(slog.DiscardHandler)
		w := workflows.NewClient(temporal, s, log)
		server := httptest.NewServer((&API{Store: s, Acts: scheduling.New(s, w, log),
			BaseURL: "https://hire.acme.example", Gate: gate.New(s, gate.Options{Log: log})}).Handler())
		t.Cleanup(func() {
			server.Close()
			w.Close()
			s.Close()
		})
		if a.store == nil {
			a.store = s
		}
		return server
	}
	a.server = open(models.DefaultPolicy, engine{})
	withNotetaker := models.DefaultPolicy
	withNotetaker.Notetaker = true
	a.listened = open(withNotetaker, engine{away: true})

	text, err := os.ReadFile(filepath.FromSlash("../orgfile/testdata/acme.yaml"))
	must(err)
	declared, err := orgfile.Parse("acme.yaml", text)
	must(err)
	for i := range declared.Postings {
		at := time.Date(2026, 11, 2-i, 9, 30, 0, 0, time.UTC)
		declared.Postings[i].CreatedAt = &at
	}
	bare := now
	declared.Postings = append(declared.Postings, setup.Posting{Key: "bare", Kind: models.KindRole,
		Title: "Office Manager", Status: models.StatusOpen, Type: "contract", CreatedAt: &bare,
		Tracks: []setup.Track{{Key: "default", Name: "Default", Default: true}}})
	applied, err := a.store.Setups.Apply(t.Context(), declared, setups.Options{})
	must(err)
	for key, id := range applied.Assessments {
		a.ids[key] = id
	}
	for key, p := range applied.Postings {
		a.ids[key] = p.ID
		for track, tr := range p.Tracks {
			for step, id := range tr.Steps {
				a.ids[key+"/"+track+"/"+step] = id
			}
		}
	}
	maps.Copy(a.ids, applied.Imports)
	maps.Copy(a.ids, applied.Submissions)
	org, err := a.store.Team.Organization(t.Context(), "acme")
	must(err)
	full, _, err := a.store.Team.CreateKey(t.Context(), act.By{}, org.ID, "full", access.Scopes)
	must(err)
	none, _, err := a.store.Team.CreateKey(t.Context(), act.By{}, org.ID, "graders", []string{"graders:read"})
	must(err)
	a.keys = map[int]string{http.StatusOK: full, http.StatusForbidden: none,
		http.StatusUnauthorized: "litmus_sk_unknown"}
	return a
}

// engine is a Temporal client that accepts every wake-up, or, if away, cannot reach the server.
type engine struct {
	client.Client
	away bool
}

func (engine) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (e engine) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return e.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (e engine) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	if e.away {
		return nil, fmt.Errorf("away")
	}
	return &client.CheckHealthResponse{}, nil
}

var place = regexp.MustCompile(`\{([a-zA-Z0-9./-]+)\}`)

// real replaces {x} and the document's identifiers in a text with the identifiers of the replay.
func (a *service) real(t *testing.T, text string) string {
	t.Helper()
	text = place.ReplaceAllStringFunc(text, func(p string) string {
		name := strings.Trim(p, "{}")
		if example, path, inside := strings.Cut(name, "."); inside {
			name = a.meant[a.at(t, example, path).(string)]
		} else {
			name = a.ids[name]
		}
		if name == "" {
			t.Fatalf("%s is no id that this conversation knows", p)
		}
		return name
	})
	return identifier.ReplaceAllStringFunc(text, func(id string) string {
		if meant := a.meant[id]; meant != "" {
			return meant
		}
		return id
	})
}

// at returns the value at a path in an example.
func (a *service) at(t *testing.T, example, path string) any {
	t.Helper()
	v := a.example(t, example)
	for name := range strings.SplitSeq(path, ".") {
		v = v.(map[string]any)[name]
	}
	return v
}

// example returns an example of the document as plain JSON.
func (a *service) example(t *testing.T, name string) (v any) {
	t.Helper()
	e := a.examples[name]
	if e == nil {
		t.Fatalf("openapi.yaml has no example %s", name)
	}
	b, err := json.Marshal(e.Value.Value)
	if err == nil {
		err = json.Unmarshal(b, &v)
	}
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// take sends the request of a turn and compares the answer with the document's.
func (a *service) take(t *testing.T, turn turn) {
	method, path, _ := strings.Cut(turn.request, " ")
	body := a.real(t, bodies[turn.sends])
	if turn.sends != "" && body == "" {
		b, err := json.Marshal(a.example(t, turn.sends))
		if err != nil {
			t.Fatal(err)
		}
		body = a.real(t, string(b))
	}
	server, key := a.server, a.keys[turn.status]
	if key == "" {
		key = a.keys[http.StatusOK]
	}
	switch turn.status {
	case http.StatusBadGateway:
		server = a.listened
		a.inviteNotetaker(t, a.real(t, "{Booking.interview.id}"))
	case http.StatusTooManyRequests:
		key = a.keys[http.StatusUnauthorized]
		for range models.DefaultLimits().FailedAuthentications {
			a.server.Config.Handler.ServeHTTP(httptest.NewRecorder(), &http.Request{Method: method,
				URL: &url.URL{Path: "/api/v1/roles"}, RemoteAddr: "127.0.0.1:1", Header: http.Header{},
				Body: http.NoBody})
		}
	case http.StatusInternalServerError:
		a.store.Close()
	}
	req, err := http.NewRequestWithContext(t.Context(), method, server.URL+"/api/v1"+a.real(t, path),
		strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Authorization", "Bearer "+key)
	resp, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	if resp.StatusCode != turn.status {
		t.Fatalf("%d, want %d\n%s", resp.StatusCode, turn.status, got)
	}
	var answer any
	if err := json.Unmarshal(got, &answer); err != nil {
		t.Fatal(err)
	}
	var differences []string
	a.compare("", a.example(t, turn.answer), answer, &differences)
	if len(differences) > 0 {
		t.Errorf("the example %s is not what the service answers:\n%s\nthe answer was\n%s",
			turn.answer, strings.Join(differences, "\n"), got)
	}
}

// inviteNotetaker writes into the ledger that a notetaker was invited to the interview.
func (a *service) inviteNotetaker(t *testing.T, id string) {
	t.Helper()
	org, err := a.store.Team.Organization(t.Context(), "acme")
	if err != nil {
		t.Fatal(err)
	}
	i, err := a.store.Interviews.Interview(t.Context(), org.ID, id)
	if err == nil {
		_, _, err = a.store.Effects.Intend(t.Context(),
			effect.Entry{OrgID: org.ID, InterviewID: id, Target: effect.TargetNotetaker, Kind: effect.NotetakerInvited,
				Start: *i.ScheduledStartAt()}, i.Revision, time.Minute)
	}
	if err != nil {
		t.Fatal(err)
	}
}

var (
	identifier = regexp.MustCompile(`\b(?:post|trk|rnd|grp|asm|cand|int|sub|req)_[0-9a-f]{24,}\b`)
	token      = regexp.MustCompile(`(https://hire\.acme\.example/[a-z]/)[0-9A-Za-z_-]{22,}$`)
)

// compare collects the differences between an answer and the document, and maps the document's identifiers.
func (a *service) compare(path string, documented, answered any, differences *[]string) {
	differ := func() {
		*differences = append(*differences, fmt.Sprintf("%s: openapi.yaml has %v, the answer %v",
			path, documented, answered))
	}
	switch d := documented.(type) {
	case map[string]any:
		got, ok := answered.(map[string]any)
		if names := slices.Sorted(maps.Keys(d)); !ok || !slices.Equal(names, slices.Sorted(maps.Keys(got))) {
			differ()
			return
		}
		for _, name := range slices.Sorted(maps.Keys(d)) {
			a.compare(path+"."+name, d[name], got[name], differences)
		}
	case []any:
		got, ok := answered.([]any)
		if !ok || len(got) != len(d) {
			differ()
			return
		}
		for i := range d {
			a.compare(path+"."+strconv.Itoa(i), d[i], got[i], differences)
		}
	case string:
		got, ok := answered.(string)
		if !ok || !a.same(path, d, got) {
			differ()
		}
	default:
		if documented != answered {
			differ()
		}
	}
}

// same reports whether two texts are equal except for identifiers, which must be mapped consistently, and for the
// secrets of links and cursors.
func (a *service) same(path, documented, answered string) bool {
	if strings.HasSuffix(path, ".next_cursor") {
		return documented != "" && answered != ""
	}
	ids, real := identifier.FindAllString(documented, -1), identifier.FindAllString(answered, -1)
	if len(ids) != len(real) {
		return false
	}
	for i, id := range ids {
		if meant, known := a.meant[id]; known && meant != real[i] && !strings.HasPrefix(id, "req_") {
			return false
		}
		a.meant[id] = real[i]
	}
	blank := func(s string) string { return identifier.ReplaceAllString(token.ReplaceAllString(s, "${1}…"), "…") }
	return blank(documented) == blank(answered)
}
