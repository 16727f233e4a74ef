package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/ports/notetaker"
)

const scribeSecret = "what the scribe and the service know"

// Scribe is a notetaker that speaks ports/notetaker/PROTOCOL.md and goes wrong as a test says.
type Scribe struct {
	*httptest.Server
	t testing.TB

	mu       sync.Mutex
	sessions map[string]ScribeSession // by the scribe's id
	calls    []string                 // "POST" and "DELETE", as they came
	refuse   int                      // the status of dismissals, 0 for as it should be
	during   func()                   // called once while somebody is dismissed
	ids      int
}

// ScribeSession is what a scribe was asked into.
type ScribeSession struct {
	ID          string
	Link        string `json:"meeting_link"`
	Start       string
	Minutes     int    `json:"duration_minutes"`
	CallbackURL string `json:"callback_url"`
}

// StartScribe runs it until the test ends.
func StartScribe(t testing.TB) *Scribe {
	s := &Scribe{t: t, sessions: map[string]ScribeSession{}}
	s.Server = httptest.NewServer(s)
	t.Cleanup(s.Close)
	return s
}

// Variables tell the service of it.
func (s *Scribe) Variables() []string {
	return []string{"LITMUS_NOTETAKER=http=" + s.URL + "/api", "LITMUS_NOTETAKER_SECRET=" + scribeSecret, private}
}

func (s *Scribe) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if err := notetaker.Verify([]byte(scribeSecret), r.Header.Get(notetaker.Header), r.Method, r.RequestURI, body,
		time.Now()); err != nil { // it signs by the machine's clock
		s.t.Errorf("%s %s: %v", r.Method, r.RequestURI, err)
		http.Error(w, "{}", http.StatusUnauthorized)
		return
	}
	s.mu.Lock()
	s.calls = append(s.calls, r.Method)
	if r.Method == http.MethodDelete {
		refuse, during := s.refuse, s.during
		s.during = nil
		id := strings.TrimPrefix(r.URL.Path, "/api/sessions/")
		if refuse == 0 {
			delete(s.sessions, id)
		}
		s.mu.Unlock()
		if during != nil {
			during()
		}
		if refuse != 0 {
			w.WriteHeader(refuse)
			fmt.Fprint(w, `{"error": "the scribe sleeps"}`)
			return
		}
		w.WriteHeader(http.StatusNoContent)
		return
	}
	defer s.mu.Unlock()
	var in ScribeSession
	if r.URL.Path != "/api/sessions" || json.Unmarshal(body, &in) != nil {
		http.Error(w, `{"error": "what?"}`, http.StatusBadRequest)
		return
	}
	id := ""
	for other, x := range s.sessions {
		if x.ID == in.ID {
			id = other
		}
	}
	if id == "" {
		s.ids++
		id = fmt.Sprintf("nt_%d", s.ids)
	}
	s.sessions[id] = in
	fmt.Fprintf(w, `{"notetaker_id": %q}`, id)
}

func (s *Scribe) says(status int, during func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.refuse, s.during = status, during
}

// of is the session of an interview with the scribe's id, "" for none.
func (s *Scribe) of(interview string) (id string, _ ScribeSession) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for id, x := range s.sessions {
		if x.ID == interview {
			return id, x
		}
	}
	return "", ScribeSession{}
}

// asked is what was asked of it since the last look.
func (s *Scribe) asked() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := s.calls
	s.calls = nil
	return calls
}

// attends waits until the scribe is asked into an interview at a start, or is not any more.
func (s *Scribe) attends(t testing.TB, interview, start string) (id string, x ScribeSession) {
	t.Helper()
	Until(t, letterTimeout, "the scribe to attend "+interview+" at "+start, func() (bool, string) {
		id, x = s.of(interview)
		return x.Start == start, fmt.Sprintf("it knows of %+v", x)
	})
	return id, x
}

// §7 502: the notetaker of a session that is replaced is dismissed first; what cannot be dismissed is 502.
func TestNotetaker(t *testing.T) {
	t.Parallel()
	scribe := StartScribe(t)
	s := Start(t, Env(scribe.Variables()...))
	o := s.NewOrg(t)
	link := "https://meet." + o.Slug + ".example/room"
	body := func(day int, more ...any) Object {
		return o.Booking("nia", append([]any{"meeting_link", link, "interviewer_email", o.Email("noor"),
			"scheduled_start_at", fmt.Sprintf("2032-06-%02dT10:00:00Z", day), "replace_existing", true}, more...)...)
	}
	at := func(day int) string { return fmt.Sprintf("2032-06-%02dT10:00:00.000Z", day) }
	id := o.Do(t, "POST", "/interviews", body(1)).Want(201).Text("interview.id")
	_, x := scribe.attends(t, id, at(1))
	if x.Link != link || x.Minutes != 60 || !strings.HasPrefix(x.CallbackURL, s.API+"/callbacks/notetaker/") {
		t.Errorf("it is asked into %+v", x)
	}
	scribe.asked()

	o.Do(t, "POST", "/interviews", body(2)).Want(201) // dismissed, decided, asked into the new session
	scribe.attends(t, id, at(2))
	if got := scribe.asked(); !slices.Equal(got, []string{"DELETE", "POST"}) {
		t.Errorf("for a replace it was asked %v", got)
	}
	t.Run("one that cannot be dismissed: 502 after three tries in time, and nothing has changed", func(t *testing.T) {
		o.Converged(t, id) // the letters of the replace before are there
		before := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).JSON("")
		letters := len(o.Inbox(t, o.Email("nia")))
		scribe.says(http.StatusServiceUnavailable, nil)
		done := within(t, 9*time.Second, "the answer")
		o.Do(t, "POST", "/interviews", body(3)).WantError(502, id, "notetaker", "nothing was changed")
		done()
		calls := scribe.asked()
		if n := len(slices.DeleteFunc(calls, func(m string) bool { return m != http.MethodDelete })); n != 3 {
			t.Errorf("%d tries, want 3", n)
		}
		scribe.says(0, nil)
		o.Converged(t, id)
		if after := o.Do(t, "GET", "/interviews/"+id, nil).Want(200).JSON(""); after != before ||
			len(o.Inbox(t, o.Email("nia"))) != letters {
			t.Errorf("before\n%s\nafter\n%s", before, after)
		}
		scribe.attends(t, id, at(2))
		o.Do(t, "POST", "/interviews", body(3)).Want(201) // a second request tries anew
		scribe.attends(t, id, at(3))
		scribe.asked()
	})
	// A dry decision that refuses asks nobody.
	o.Do(t, "POST", "/interviews", body(4, "round_id", "rnd_none")).Want(404)
	if got := scribe.asked(); len(got) != 0 {
		t.Errorf("it was asked %v", got)
	}
	t.Run("a binding decision that refuses: asked back", func(t *testing.T) {
		scribe.says(0, func() { // somebody takes the interviewer meanwhile
			o.Book(t, "quick", "interviewer_email", o.Email("pia"), "scheduled_start_at", "2032-06-05T10:00:00Z")
		})
		o.Do(t, "POST", "/interviews", body(5, "interviewer_email", o.Email("pia"))).WantError(409, "pia")
		scribe.attends(t, id, at(3))
		if got := scribe.asked(); !slices.Equal(got, []string{"DELETE", "POST"}) {
			t.Errorf("it was asked %v", got)
		}
	})
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	scribe.attends(t, id, "") // dismissed in the background
	o.Converged(t, id)
	checkRuns(t, s, []string{"interview/" + id}, "quillon", "meet.", o.Slug+".example", scribe.URL, scribeSecret)
}

// ports/notetaker/PROTOCOL.md: callbacks are signed with a time, taken once, and bring what remains of a session. More
// in packages api and store.
func TestNotetakerCallbacks(t *testing.T) {
	t.Parallel()
	scribe := StartScribe(t)
	s := Serve(t, Env(scribe.Variables()...))
	o := s.NewOrg(t)
	begun := machineNow().UTC().Add(-10 * time.Minute).Truncate(time.Second)
	id := o.Book(t, "carl", "meeting_link", "https://meet.example/room",
		"scheduled_start_at", begun.Format(time.RFC3339)).Text("interview.id")
	o.Settled(t, letterTimeout, id) // the service knows the scheduled notetaker's id
	nt, x := scribe.attends(t, id, begun.Format("2006-01-02T15:04:05.000Z"))
	path := strings.TrimPrefix(x.CallbackURL, s.API)
	now := machineNow().UTC().Add(time.Second).Format(time.RFC3339) // not before it was booked
	event := func(eventID, kind, more string) string {
		return fmt.Sprintf(`{"event_id": %q, "type": %q, "session_id": %q, "notetaker_id": %q, "occurred_at": %q%s}`,
			eventID, kind, id, nt, now, more)
	}
	send := func(body string, at time.Time, secret string) *Response {
		t.Helper()
		return s.Do(t, "POST", path, body, notetaker.Header,
			notetaker.Sign([]byte(secret), at, "POST", path, []byte(body)))
	}
	read := func() *Response {
		t.Helper()
		return o.Do(t, "GET", "/interviews/"+id+"?include=transcript,recording,notes", nil).Want(200)
	}
	before, body := read(), event("evt_0", "call_ended", "")
	send(body, machineNow(), scribeSecret+"!").WantError(401)
	for n, remains := range []string{
		`transcript", "transcript": {"text": "Welcome.", "segments": []}`,
		`recording", "recording": {"available": true, "duration_seconds": 2649}`,
		`notes", "notes": {"text": "Strong on caching."}`,
	} {
		kind, more, _ := strings.Cut(remains, `"`)
		for range 2 { // a repeated one is answered and changes nothing
			send(event(fmt.Sprint("evt_", n+1), kind, more), machineNow(), scribeSecret).Want(200)
		}
	}
	r := read()
	if r.Text("transcript.text") != "Welcome." || r.Text("interviewer_notes.text") != "Strong on caching." ||
		r.JSON("recording") != `{"available":true,"duration_seconds":2649}` ||
		r.Text("updated_at") != before.Text("updated_at") {
		t.Errorf("the interview is %s", r.Body)
	}
	send(body, machineNow(), scribeSecret).Want(200)
	if r := read(); r.Text("status") != "completed" || r.At("call_ended_at") == nil {
		t.Errorf("the call has ended, and the interview is %s", r.Body)
	}
	o.Settled(t, letterTimeout, id)
}
