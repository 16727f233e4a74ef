package histories

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"go.temporal.io/sdk/client"

	"litmus/api"
	"litmus/gate"
	"litmus/models"
	"litmus/models/keyring"
	"litmus/scheduling"
	"litmus/store"
	"litmus/store/interviews"
	"litmus/testdb"
	"litmus/wire"
	"litmus/workflows"
)

const origin = "https://hire.acme.example"

var (
	ctx       = context.Background()
	secret    = keyring.Secret("0123456789abcdef0123456789abcdef")
	beginning = time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC) // a Monday; every history begins then
)

// studio is the service over a database without its workflow engine: the door, the store and a clock.
type studio struct {
	*store.Store
	door   http.Handler
	clock  atomic.Int64 // Unix milliseconds
	db     *sql.DB      // to read the database without the store
	policy models.Policy
	made   int

	org, key string                                 // of the current history
	pause    atomic.Pointer[func(statement string)] // called after every statement
	paused   atomic.Int64                           // how often it was
}

// idle is a Temporal client that accepts every wake-up and does nothing.
type idle struct{ client.Client }

func (idle) SignalWithStartWorkflow(context.Context, string, string, any, client.StartWorkflowOptions, any,
	...any) (client.WorkflowRun, error) {
	return nil, nil
}

func (i idle) ExecuteWorkflow(ctx context.Context, o client.StartWorkflowOptions, w any,
	args ...any) (client.WorkflowRun, error) {
	return i.SignalWithStartWorkflow(ctx, o.ID, "", nil, o, w, args...)
}

func (idle) CheckHealth(context.Context, *client.CheckHealthRequest) (*client.CheckHealthResponse, error) {
	return &client.CheckHealthResponse{}, nil
}

// open starts a studio on a database of its own. Studios with even numbers have rooms and a grace period, so that
// histories run with and without.
func open(t testing.TB, url string, number int) *studio {
	t.Helper()
	s := &studio{policy: models.DefaultPolicy}
	if number%2 == 1 {
		s.policy.SessionGrace = 15 * time.Minute
		s.policy.Meeting, s.policy.Room = models.MakerJitsi, roomOf
	}
	s.clock.Store(beginning.UnixMilli())
	var err error
	s.Store, err = store.Open(ctx, url, store.Options{Secret: secret, Policy: s.policy, Now: s.now,
		Queries: func(statement string) {
			if pause := s.pause.Load(); pause != nil {
				s.paused.Add(1)
				(*pause)(statement)
			}
		}})
	if err != nil {
		t.Fatal(err)
	}
	driver, source := "pgx", url
	if file, ok := strings.CutPrefix(url, "sqlite:"); ok {
		driver, source = "sqlite", "file:"+file+"?mode=ro&_pragma=busy_timeout(10000)"
	}
	if s.db, err = sql.Open(driver, source); err != nil {
		t.Fatal(err)
	}
	log := slog.New(slog.DiscardHandler)
	wake := workflows.NewClient(idle{}, s.Store, log)
	t.Cleanup(func() {
		wake.Close()
		s.db.Close()
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	s.door = (&api.API{Store: s.Store, Acts: scheduling.New(s.Store, wake, log), BaseURL: origin,
		Gate: gate.New(s.Store, gate.Options{Log: log})}).Handler()
	return s
}

func fresh(t testing.TB, postgres bool) string {
	if postgres {
		return testdb.Postgres(t)
	}
	return testdb.SQLite(t)
}

func (s *studio) now() time.Time { return time.UnixMilli(s.clock.Load()) }

func (s *studio) ref(candidate string) models.Ref { return models.Ref{OrgID: s.org, ID: candidate} }

func (s *studio) get(path string, q url.Values) answer { return s.do(http.MethodGet, path, q, nil) }

// do sends a request through the door.
func (s *studio) do(method, path string, q url.Values, body any) answer {
	var text bytes.Buffer
	if body != nil {
		if err := json.NewEncoder(&text).Encode(body); err != nil {
			panic(err)
		}
	}
	r := httptest.NewRequest(method, origin+"/api/v1"+path+"?"+q.Encode(), &text)
	r.Header.Set("Authorization", "Bearer "+s.key)
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.door.ServeHTTP(w, r)
	return answer{w.Code, w.Body.Bytes()}
}

// shown renders a row from the store as the door does.
func (s *studio) shown(i interviews.InterviewRow) wire.Interview { return wire.InterviewOf(i, s.Now()) }

// known are the ids that a history has learned for what its script names by role.
type known struct {
	mu          sync.Mutex
	ids         map[string]string // ids of postings, rounds and assessments, by key
	keys        map[string]string // keys by id
	candidates  map[who]string
	interviews  map[who]string // the last one of each candidate
	all         []string       // interviews in the order of their discovery
	tokens      []string
	submissions []string
}

func (k *known) id(key string) string {
	if id, ok := k.ids[key]; ok {
		return id
	}
	return key
}

func (k *known) candidate(w who) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if id, ok := k.candidates[w]; ok {
		return id
	}
	return "cand_none"
}

func (k *known) interview(w which) string {
	k.mu.Lock()
	defer k.mu.Unlock()
	if w.id != "" {
		return w.id
	}
	if id, ok := k.interviews[w.who]; ok {
		return id
	}
	return nth(k.all, w.n, "int_none")
}

// learn stores the ids in an answer.
func (k *known) learn(o operation, a answer) {
	if a.status >= 300 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	interview := func(i shownInterview) {
		w := who{k.keys[i.PostingID], k.keys[i.AssessmentID], i.Candidate.Email}
		if i.ID != "" {
			k.candidates[w], k.interviews[w] = i.Candidate.ID, i.ID
		}
		if i.ID != "" && !slices.Contains(k.all, i.ID) {
			k.all = append(k.all, i.ID)
		}
	}
	switch o := o.(type) {
	case book:
		var b booked
		a.into(&b)
		interview(b.Interview)
		if b.CandidateLink != "" {
			k.tokens = append(k.tokens, strings.TrimPrefix(b.CandidateLink, origin+"/s/"))
		}
	case pick:
		var i shownInterview
		a.into(&i)
		interview(i)
	case invite:
		var v struct {
			InviteID string `json:"invite_id"`
		}
		a.into(&v)
		assessment := k.keys[o.assessment]
		if assessment == "" {
			assessment = firstAttached
		}
		k.candidates[who{k.keys[o.posting], assessment, o.email}] = v.InviteID
	case freshLink:
		var f struct{ Token string }
		a.into(&f)
		k.tokens = append(k.tokens, f.Token)
	case submit:
		var v struct{ ID string }
		a.into(&v)
		k.submissions = append(k.submissions, v.ID)
	}
}

// readable replaces ids by what they stand for.
func (k *known) readable(text string) string {
	var pairs []string
	for id, key := range k.keys {
		pairs = append(pairs, id, key)
	}
	for w, id := range k.candidates {
		pairs = append(pairs, id, "candidate "+w.String())
	}
	for n, id := range k.all {
		pairs = append(pairs, id, fmt.Sprintf("int#%d", n))
	}
	for n, token := range k.tokens {
		pairs = append(pairs, token, fmt.Sprintf("token#%d", n))
	}
	return strings.NewReplacer(pairs...).Replace(text)
}
