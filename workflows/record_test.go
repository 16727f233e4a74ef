package workflows

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	enums "go.temporal.io/api/enums/v1"
	"go.temporal.io/api/history/v1"
	"go.temporal.io/api/temporalproto"
	"go.temporal.io/api/workflowservice/v1"
	"go.temporal.io/sdk/client"

	"litmus/models"
	"litmus/testdb"
)

// To record histories, start a service with docs/example.yaml, and give the test what the JSON line of the service says
// of its API, its key and its Temporal server:
//
//	LITMUS_INVITE_TTL=20s LITMUS_LINK_TTL=5s LITMUS_SESSION_TTL=10s litmus up --ephemeral --json \
//	  --file docs/example.yaml
//	go test ./workflows -run Record -record v1 -api http://127.0.0.1:8080 -key litmus_sk_… -temporal 127.0.0.1:7233
//
// Record/expired records one alone. These need more:
//   - calendar: a connected calendar, whose id -calendar gives. Have its server refuse and heal while it is recorded,
//     and disconnect it with apply --prune.
//   - copies and notetaker: an organization whose first two interviewers, by email, have connected a calendar that can
//     be written; notetaker also a service with LITMUS_NOTETAKER.
//   - failing: a service whose mail server is away (LITMUS_SMTP_URL=smtp://127.0.0.1:1).
//
// A recorded history is never edited: [recording.keep] takes out what names the machine, and nothing else.
var (
	record         = flag.String("record", "", "release to record histories for")
	recordAPI      = flag.String("api", "", "origin of the service to record")
	recordKey      = flag.String("key", "", "a full-access key of the organization")
	recordTemporal = flag.String("temporal", "", "address of its Temporal server")
	recordCalendar = flag.String("calendar", "", "id of a connected calendar")
)

// TestRecord has things happen to interviews and invitations of a running service and keeps what Temporal recorded.
func TestRecord(t *testing.T) {
	t.Parallel()
	if *record == "" {
		t.Skip("records only with -record")
	}
	c, err := client.Dial(client.Options{HostPort: *recordTemporal, Logger: quiet{}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(c.Close)
	for name, play := range map[string]func(s *recording, name string){
		// with time for the letters in between
		"changes":  func(s *recording, name string) { s.bookAndChange(name, 1, "") },
		"hurry":    func(s *recording, name string) { s.bookAndChange(name, 0, "") },
		"external": (*recording).waitForUse,
		"expired":  (*recording).inviteAndWait,
		"started":  (*recording).inviteAndStart,
		"calendar": (*recording).readUntilGone,
		"sign-in":  (*recording).askForLink,
		"news":     (*recording).handIn,
		"copies":   func(s *recording, name string) { s.bookAndChange(name, 2, room) }, // the copy and the letters
		// and the notetaker, who is sent away before the replace
		"notetaker":  func(s *recording, name string) { s.bookAndChange(name, 3, room) },
		"completed":  (*recording).bookAndWait,
		"indefinite": (*recording).bookWithoutEnd,
		"failing":    (*recording).failAndCancel,
		"retention":  (*recording).retainAndCancel,
	} {
		t.Run(name, func(t *testing.T) {
			s := &recording{t, c, "", enums.EVENT_TYPE_WORKFLOW_EXECUTION_COMPLETED}
			play(s, name)
			s.await("the end", s.end, 1)
			s.keep(filepath.Join("testdata", name+"."+*record+".json"))
		})
	}
}

// room is where people meet whose calendars are to make no link.
const room = "https://meet.example/room"

type recording struct {
	t   *testing.T
	c   client.Client
	id  string
	end enums.EventType
}

func (s *recording) must(err error) {
	s.t.Helper()
	if err != nil {
		s.t.Fatal(err)
	}
}

func candidate(name string) string {
	return fmt.Sprintf("%s.%d@candidate.example", name, time.Now().UnixNano())
}

// bookAndChange books an interview, moves, reassigns and cancels it, each when so many effects of the one before are
// done.
func (s *recording) bookAndChange(name string, effects int, link string) {
	posting, round, staff := s.bookable()
	start := time.Now().UTC().AddDate(0, 0, 40).Truncate(time.Hour)
	booking := map[string]any{"posting_id": posting, "round_id": round, "candidate_email": candidate(name),
		"scheduled_start_at": start, "interviewer_email": staff[0].Email}
	if link != "" {
		booking["meeting_link"] = link
	}
	var wrapper struct{ Interview struct{ ID string } }
	s.call(http.MethodPost, "/interviews", booking, &wrapper)
	s.id = WorkflowID(models.EntityInterview, wrapper.Interview.ID)
	s.await("the booking's effects", enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED, effects)
	booking["scheduled_start_at"], booking["replace_existing"] = start.Add(26*time.Hour), true
	s.call(http.MethodPost, "/interviews", booking, nil)
	s.await("the replace's effects", enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED, 2*effects)
	s.call(http.MethodPatch, "/interviews/"+wrapper.Interview.ID,
		map[string]any{"interviewer_email": staff[1].Email}, nil)
	s.await("another interviewer's effects", enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED, 3*effects)
	s.call(http.MethodDelete, "/interviews/"+wrapper.Interview.ID, nil, nil)
}

// bookAndWait books an interview that began in the past and whose window closes within half a minute.
func (s *recording) bookAndWait(name string) {
	posting, round := s.step(roundStep.timed)
	s.book(posting, round, name, time.Now().Add(20*time.Second-time.Duration(round.Minutes)*time.Minute))
	s.await("the end of the window", enums.EVENT_TYPE_TIMER_FIRED, 1)
}

// bookWithoutEnd books an indefinite interview whose last reminder is due within half a minute.
func (s *recording) bookWithoutEnd(name string) {
	posting, round := s.step(roundStep.endless)
	s.book(posting, round, name, time.Now().Add(time.Hour+20*time.Second))
	s.await("the last reminder", enums.EVENT_TYPE_TIMER_FIRED, 1)
}

// failAndCancel books an interview at a service whose mail server is away, and cancels it when the first attempts at
// its letters have run out.
func (s *recording) failAndCancel(name string) {
	posting, round := s.step(roundStep.timed)
	id := s.book(posting, round, name, time.Now().AddDate(0, 0, 40))
	s.await("attempts that ran out", enums.EVENT_TYPE_ACTIVITY_TASK_FAILED, 1)
	s.call(http.MethodDelete, "/interviews/"+id, nil, nil)
}

// book books a time in a round for somebody new, and returns the interview's id.
func (s *recording) book(posting string, round roundStep, name string, start time.Time) string {
	var wrapper struct{ Interview struct{ ID string } }
	s.call(http.MethodPost, "/interviews", map[string]any{"posting_id": posting, "round_id": round.RoundID,
		"candidate_email": candidate(name), "scheduled_start_at": start.UTC().Truncate(time.Second)}, &wrapper)
	s.id = WorkflowID(models.EntityInterview, wrapper.Interview.ID)
	return wrapper.Interview.ID
}

// waitForUse makes an external session whose link nobody uses.
func (s *recording) waitForUse(name string) {
	posting, round, staff := s.bookable()
	var wrapper struct{ Interview struct{ ID string } }
	s.call(http.MethodPost, "/interviews", map[string]any{"posting_id": posting, "round_id": round,
		"candidate_email": candidate(name), "candidate_name": name,
		"externally_scheduled": true, "interviewer_email": staff[0].Email,
		"meeting_link": "https://meet.example/room"}, &wrapper)
	s.id = WorkflowID(models.EntityInterview, wrapper.Interview.ID)
	s.await("both clocks", enums.EVENT_TYPE_TIMER_FIRED, 2)
}

// readUntilGone watches a calendar that somebody connects, spoils, mends and disconnects.
func (s *recording) readUntilGone(string) {
	if *recordCalendar == "" {
		s.t.Skip("records a calendar only with -calendar")
	}
	s.id = WorkflowID(models.EntityCalendar, *recordCalendar)
	s.await("a reading, a refusal, letters, a reading, letters, and nothing",
		enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED, 6)
}

// inviteAndWait invites a candidate who does nothing.
func (s *recording) inviteAndWait(name string) {
	s.invite(name)
	s.await("the expiry", enums.EVENT_TYPE_TIMER_FIRED, 1)
}

// inviteAndStart invites a candidate who starts at once.
func (s *recording) inviteAndStart(name string) { s.press(s.invite(name)+"/start", nil) }

// press posts a form of a candidate's page.
func (s *recording) press(address string, form url.Values) {
	s.t.Helper()
	r, err := http.NewRequest(http.MethodPost, address, strings.NewReader(form.Encode()))
	s.must(err)
	r.Header.Set("Sec-Fetch-Site", "same-origin")
	r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := http.DefaultClient.Do(r)
	s.must(err)
	resp.Body.Close()
	if resp.StatusCode > 299 {
		s.t.Fatalf("post %s: %s", r.URL.Path, resp.Status)
	}
}

// handIn has a candidate hand in, of which a recruiter is told.
func (s *recording) handIn(name string) {
	page := s.invite(name)
	s.press(page+"/start", nil)
	s.press(page+"/submit", url.Values{"text": {"Done."}})
	s.newest("News")
}

// retainAndCancel cancels retention while it waits for the next day.
func (s *recording) retainAndCancel(string) {
	s.id, s.end = RetentionID, enums.EVENT_TYPE_WORKFLOW_EXECUTION_CANCELED
	s.await("the wait for the next day", enums.EVENT_TYPE_TIMER_STARTED, 1)
	s.must(s.c.CancelWorkflow(context.Background(), s.id, ""))
}

// askForLink has an admin of docs/example.yaml ask for a link to sign in.
func (s *recording) askForLink(string) {
	resp, err := http.PostForm(*recordAPI+"/dashboard/signin", url.Values{"email": {"root@northwind.example"}})
	s.must(err)
	resp.Body.Close()
	s.newest("SignIn")
}

// newest takes the newest workflow of a type, where nothing answers with the id of its row.
func (s *recording) newest(kind string) {
	s.t.Helper()
	testdb.Until(s.t, time.Minute, "the workflow", func() (bool, string) {
		found, err := s.c.ListWorkflow(context.Background(), &workflowservice.ListWorkflowExecutionsRequest{
			Query: "WorkflowType = '" + kind + "'"})
		if err != nil || len(found.Executions) == 0 {
			return false, fmt.Sprint(err)
		}
		s.id = found.Executions[0].Execution.WorkflowId
		return true, ""
	})
}

// invite invites a candidate to a take-home, waits for the letter and returns the link to the page.
func (s *recording) invite(name string) (page string) {
	posting, assessment := s.step(func(x roundStep) bool { return x.DeliveryMode == "async" && x.AssessmentID != "" })
	var answer struct {
		ID  string `json:"invite_id"`
		URL string `json:"invite_url"`
	}
	s.call(http.MethodPost, "/invites", map[string]any{"posting_id": posting, "assessment_id": assessment.AssessmentID,
		"candidate_email": candidate(name), "candidate_name": name}, &answer)
	s.id = WorkflowID(models.EntityInvitation, answer.ID)
	s.await("the letter", enums.EVENT_TYPE_ACTIVITY_TASK_COMPLETED, 1)
	return answer.URL
}

type roundStep struct {
	RoundID      string `json:"round_id"`
	AssessmentID string `json:"assessment_id"`
	DeliveryMode string `json:"delivery_mode"`
	Bookable     bool
	Minutes      int `json:"duration_minutes"`
	Title        string
}

func (x roundStep) bookable() bool { return x.Bookable && x.DeliveryMode == "sync" }

// timed reports whether sessions in the step end by the clock, and endless whether they do not, in docs/example.yaml.
func (x roundStep) timed() bool   { return x.bookable() && x.Title == "Systems" }
func (x roundStep) endless() bool { return x.bookable() && x.Title == "Pairing" }

type interviewer struct{ Email string }

// bookable finds a round that can be booked, and two who interview for its posting.
func (s *recording) bookable() (posting, round string, staff []interviewer) {
	posting, one := s.step(roundStep.timed)
	var answer struct{ Interviewers []interviewer }
	s.call(http.MethodGet, "/postings/"+posting+"/interviewers", nil, &answer)
	if len(answer.Interviewers) < 2 {
		s.t.Fatal("the posting has fewer than two interviewers")
	}
	return posting, one.RoundID, answer.Interviewers
}

// step finds a step of an open posting.
func (s *recording) step(is func(roundStep) bool) (posting string, _ roundStep) {
	var roles struct{ Roles []struct{ ID, Status string } }
	s.call(http.MethodGet, "/roles", nil, &roles)
	for _, r := range roles.Roles {
		var p struct{ Tracks []struct{ Steps []roundStep } }
		s.call(http.MethodGet, "/postings/"+r.ID+"/pipeline", nil, &p)
		for _, track := range p.Tracks {
			for _, x := range track.Steps {
				if r.Status == "open" && is(x) {
					return r.ID, x
				}
			}
		}
	}
	s.t.Fatal("there is no such step")
	return "", roundStep{}
}

func (s *recording) call(method, path string, body, out any) {
	s.t.Helper()
	b, err := json.Marshal(body)
	s.must(err)
	r, err := http.NewRequest(method, *recordAPI+"/api/v1"+path, bytes.NewReader(b))
	s.must(err)
	r.Header.Set("Authorization", "Bearer "+*recordKey)
	r.Header.Set("Content-Type", "application/json")
	resp, err := http.DefaultClient.Do(r)
	s.must(err)
	defer resp.Body.Close()
	b, err = io.ReadAll(resp.Body)
	if err != nil || resp.StatusCode > 299 {
		s.t.Fatalf("%s %s: %s %s %v", method, path, resp.Status, b, err)
	}
	if out != nil {
		s.must(json.Unmarshal(b, out))
	}
}

func (s *recording) history() *history.History {
	s.t.Helper()
	var h history.History
	for it := s.c.GetWorkflowHistory(context.Background(), s.id, "", false,
		enums.HISTORY_EVENT_FILTER_TYPE_ALL_EVENT); it.HasNext(); {
		e, err := it.Next()
		if err != nil {
			return &h // it has not begun
		}
		h.Events = append(h.Events, e)
	}
	return &h
}

// await returns when the history holds so many of the events.
func (s *recording) await(what string, kind enums.EventType, want int) {
	s.t.Helper()
	testdb.Until(s.t, time.Minute, what, func() (bool, string) {
		n := 0
		for _, e := range s.history().Events {
			if e.EventType == kind {
				n++
			}
		}
		return n >= want, fmt.Sprintf("%d of %d came", n, want)
	})
}

// keep writes the history without what names the machine: worker identities, and the queues named after them.
func (s *recording) keep(file string) {
	s.t.Helper()
	b, err := temporalproto.CustomJSONMarshalOptions{}.Marshal(s.history())
	s.must(err)
	var h any
	s.must(json.Unmarshal(b, &h))
	walk(h, func(key string, value *any) {
		switch q, _ := (*value).(map[string]any); {
		case key == "identity":
			*value = "worker"
		case strings.HasSuffix(fmt.Sprint(q["kind"]), "STICKY") || strings.HasSuffix(fmt.Sprint(q["kind"]), "Sticky"):
			q["name"] = "sticky"
		}
	})
	if b, err = json.MarshalIndent(h, "", " "); err != nil {
		s.t.Fatal(err)
	}
	s.must(os.MkdirAll(filepath.Dir(file), 0o755))
	s.must(os.WriteFile(file, append(b, '\n'), 0o644))
}
