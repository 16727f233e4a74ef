package demonstration

import (
	"context"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/models/keyring"
	"litmus/models/timetable"
	"litmus/store"
	"litmus/store/audit"
	"litmus/store/availability"
	"litmus/store/interviews"
	"litmus/store/pages"
	"litmus/testdb"
)

func TestMain(m *testing.M) { os.Exit(testdb.Main(m)) }

var (
	ctx    = context.Background()
	secret = keyring.Secret("0123456789abcdef0123456789abcdef")
)

// opened is the store of a database at now, which is told of every statement.
func opened(t *testing.T, url string, now time.Time, statements func(string)) *store.Store {
	t.Helper()
	s, err := store.Open(ctx, url, store.Options{Secret: secret, Policy: models.DefaultPolicy, Queries: statements,
		Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("close: %v", err)
		}
	})
	return s
}

// loaded is a database with the demonstration as it is at now.
func loaded(t *testing.T, url string, now time.Time) (*store.Store, models.Organization) {
	t.Helper()
	s := opened(t, url, now, nil)
	began := time.Now()
	if err := Load(ctx, s, now); err != nil {
		t.Fatal(err)
	}
	t.Logf("loaded in %s", time.Since(began))
	org, err := s.Team.Organization(ctx, "marlowe")
	if err != nil {
		t.Fatal(err)
	}
	return s, org
}

// TestLoad proves that the demonstration shows each state of the dashboard's lists on any day, and owes nobody letters
// when the service starts.
func TestLoad(t *testing.T) {
	t.Parallel()
	for name, at := range map[string]string{
		"an ordinary morning":      "2026-11-18T09:12:33Z",
		"after the clocks went on": "2027-03-29T07:30:00Z",
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				now, err := time.Parse(time.RFC3339Nano, at)
				if err != nil {
					t.Fatal(err)
				}
				s, org := loaded(t, url, now)
				interviews := func(status string) []interviews.InterviewRow {
					t.Helper()
					rows, _, err := s.Interviews.Search(ctx, org.ID,
						models.InterviewSearch{Statuses: []string{status}}, nil, 500)
					if err != nil {
						t.Fatal(err)
					}
					owesNothing(t, s, org, rows, now)
					return rows
				}
				candidates := func(state string) int {
					t.Helper()
					rows, _, err := s.Pages.Candidates(ctx, org.ID, candidacy.CandidateFilter{State: state}, nil, 500)
					if err != nil {
						t.Fatal(err)
					}
					for _, c := range rows {
						a, err := s.Candidates.InvitationLedger(ctx, models.Ref{OrgID: org.ID, ID: c.ID})
						if e := a.Owed(now); err != nil || e != nil {
							t.Errorf("a letter to %s is owed: %+v (%v)", c.Email, e, err)
						}
					}
					return len(rows)
				}
				toGrade, toDecide, err := s.Pages.WaitingSubmissions(ctx, org.ID)
				if err != nil {
					t.Fatal(err)
				}
				requests, err := s.Audit.Entries(ctx, audit.Filter{OrgID: org.ID, Limit: 500})
				if err != nil {
					t.Fatal(err)
				}
				for what, want := range map[string][2]int{
					"completed":            {12, len(interviews(models.StatusCompleted))},
					"to come":              {11, len(interviews(models.StatusScheduled))},
					"canceled":             {1, len(interviews(models.StatusCanceled))},
					"external, pending":    {1, len(interviews(models.StatusPending))},
					"invited":              {4, candidates(models.CandidateInvited)},
					"expired":              {1, candidates(models.CandidateExpired)},
					"in progress":          {1, candidates(models.CandidateInProgress)},
					"submissions ungraded": {2, toGrade},
					"submissions waiting":  {1, toDecide},
					"requests":             {30, len(requests)},
				} {
					if want[1] < want[0] {
						t.Errorf("%s: %d, want at least %d", what, want[1], want[0])
					}
				}
				showsPanel(t, s, org, interviews(models.StatusScheduled), now)
				home, err := s.Pages.Home(ctx, org.ID, pages.HomeSpan{From: now, To: now.AddDate(0, 0, 3),
					LinksEnd: now.AddDate(0, 0, 1), Postings: true})
				if err != nil || len(home.Broken) != 1 || len(home.Failing) != 1 || len(home.Links) != 1 {
					t.Errorf("home shows %d broken calendars, %d failing effects, %d links (%v), want one each",
						len(home.Broken), len(home.Failing), len(home.Links), err)
				}
			})
		})
	}
}

// owesNothing fails the test for an effect that an interview owes at now.
func owesNothing(t *testing.T, s *store.Store, org models.Organization, rows []interviews.InterviewRow, now time.Time) {
	t.Helper()
	for _, i := range rows {
		a, err := s.Effects.InterviewLedger(ctx, models.Ref{OrgID: org.ID, ID: i.ID})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range effect.Owed(a.Interview, a.CandidateEmail, a.Ledger, s.Policy(), now) {
			t.Errorf("%s to %s is owed", e.Kind, e.Target)
		}
	}
}

// showsPanel fails the test unless a panel of three waits for a replacement, somebody is in training, and somebody is
// at a limit of theirs on a day to come.
func showsPanel(t *testing.T, s *store.Store, org models.Organization, rows []interviews.InterviewRow, now time.Time) {
	t.Helper()
	waiting, posting := 0, ""
	for _, i := range rows {
		if len(i.Panel) == 3 && i.Panel[0].Why != "" && len(i.ReplacementsAskedAt(now)) == 1 {
			waiting, posting = waiting+1, i.PostingID
		}
	}
	if waiting != 1 {
		t.Fatalf("%d panels of three wait for a replacement, want one", waiting)
	}
	pools, err := s.Pools.List(ctx, org.ID)
	if err != nil || len(pools) != 2 {
		t.Fatalf("there are %d pools (%v), want two", len(pools), err)
	}
	training := 0
	for _, p := range pools {
		for _, m := range p.Members {
			if m.Trains() != "" {
				training++
			}
		}
	}
	x, err := s.Availability.ExplainSpan(ctx, org.ID, availability.Question{PostingID: posting}, now,
		now.AddDate(0, 0, 14))
	limited := 0
	for _, e := range x.Explanations {
		for _, w := range e.Interviewers {
			if w.Reason == timetable.ReasonAtLimit {
				limited++
			}
		}
	}
	if err != nil || training != 1 || limited == 0 {
		t.Errorf("%d are in training, and %d times are over a limit (%v)", training, limited, err)
	}
}

// told is the history of the organization without ids, one change a line.
func told(t *testing.T, s *store.Store, org models.Organization) string {
	t.Helper()
	changes, _, err := s.Audit.Changes(ctx, org.ID, history.Filter{}, nil, 1000)
	if err != nil {
		t.Fatal(err)
	}
	var lines []string
	for _, c := range changes {
		lines = append(lines, fmt.Sprint(models.FormatInstant(c.At), " ", c.Actor.Kind, " ", c.Subject, " ", c.Kind,
			" ", len(c.Details)))
	}
	if len(lines) < 100 {
		t.Errorf("the history has only %d changes", len(lines))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n")
}

// TestLoadIsWhole proves that a load that ends before it is done leaves an empty database, wherever it ends, and the
// next start loads all of it, once: the same moment makes the same organization.
func TestLoadIsWhole(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 18, 9, 12, 33, 0, time.UTC)
	s, org := loaded(t, testdb.SQLite(t), now)
	want := told(t, s, org)
	testdb.Each(t, func(t *testing.T, url string) {
		ended := 0
		for most := 10; ; most *= 8 {
			under, end := context.WithCancel(ctx)
			statements := 0
			s := opened(t, url, now, func(string) {
				if statements++; statements == most {
					end()
				}
			})
			err := Load(under, s, now)
			end()
			if err == nil {
				break
			}
			if ended++; statements < most {
				t.Fatalf("it failed by itself after %d statements: %v", statements, err)
			}
			if empty, err := s.Team.Empty(ctx); err != nil || !empty {
				t.Fatalf("a load that ended after %d statements left something (%v)", most, err)
			}
		}
		if ended < 3 {
			t.Errorf("only %d loads were ended: the statements are not counted", ended)
		}
		s := opened(t, url, now, nil)
		org, err := s.Team.Organization(ctx, "marlowe")
		if err != nil {
			t.Fatal(err)
		}
		if got := told(t, s, org); got != want {
			t.Errorf("the history of the load after those that ended differs:\n%s\n\nwant\n%s", got, want)
		}
		if orgs, err := s.Team.Organizations(ctx); err != nil || len(orgs) != 1 {
			t.Errorf("%d organizations (%v), want 1", len(orgs), err)
		}
	})
}
