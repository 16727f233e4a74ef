package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/store/audit"
)

// form is the id of a form, as its page makes it.
func (f *fixture) form(n int) string { return fmt.Sprintf("%032x", n) }

// TestCreateKeyOnce proves D21: a form makes one key and shows it once, also when it is sent several times at once.
func TestCreateKeyOnce(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		by := act.By{Actor: models.Actor{Kind: models.ActorMember, ID: "ada@acme.example"}}
		scopes := []string{access.RolesRead}
		secrets, ids := make([]string, 8), make([]string, 8)
		each(8, func(n int) error {
			secret, k, err := f.Team.CreateKeyOnce(ctx, by, f.org.ID, f.form(1), "ci", scopes)
			secrets[n], ids[n] = secret, k.ID
			return err
		}, func(_ int, err error) { f.must(err) })
		shown := slices.DeleteFunc(slices.Clone(secrets), func(s string) bool { return s == "" })
		if len(shown) != 1 || len(slices.Compact(ids)) != 1 {
			t.Fatalf("eight sends of a form show %d secrets of the keys %v, want one of one", len(shown), ids)
		}
		c := must(f.Team.Authenticate(ctx, shown[0]))(t)
		if c.Key.ID != ids[0] {
			t.Errorf("the secret is that of %s, want %s", c.Key.ID, ids[0])
		}
		if n := f.scalar("select count(*) from keys where org_id = ?", f.org.ID); n != 1 {
			t.Errorf("there are %d keys, want 1", n)
		}
		history, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectKey, ids[0], nil, 10))(t)
		if len(history) != 1 || history[0].Kind != models.ChangeCreated || history[0].Actor.ID != "ada@acme.example" {
			t.Errorf("the history is %+v, want one creation by the admin (D4)", history)
		}
		if text := fmt.Sprint(history); strings.Contains(text, shown[0]) {
			t.Error("the history has the secret")
		}

		other, _ := f.Team.Organization(ctx, "bolt")
		secret, k := must2(f.Team.CreateKeyOnce(ctx, act.By{}, other.ID, f.form(1), "ci", scopes))(t)
		if secret == "" || k.OrgID != other.ID || k.ID == ids[0] {
			t.Errorf("the same form id in another organization makes %+v, want a key of its own (D3)", k)
		}
	})
}

// TestEditScopes proves §5 rule 4 and D21: an edit counts from the next request on, of two forms that showed the same
// scopes one wins, and a legacy key is unrestricted until it is edited.
func TestEditScopes(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		secret, k := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
		f.race(4, 1, func(n int) error {
			return failure(f.Team.EditScopes(ctx, act.By{}, f.org.ID, k.ID, nil, []string{access.Scopes[n]}))
		})
		now := must(f.Team.KeyOf(ctx, f.org.ID, k.ID))(t)
		if c, err := f.Team.Authenticate(ctx, secret); err != nil || len(c.Key.Scopes) != 1 ||
			!slices.Equal(c.Key.Scopes, now.Scopes) {
			t.Errorf("the next request has the scopes %v (%v), want the one of the edit that counts", c.Key.Scopes, err)
		}
		edited := must(f.Team.EditScopes(ctx, act.By{}, f.org.ID, k.ID, now.Scopes, []string{access.InterviewsRead,
			access.RolesRead}))(t)
		if !slices.Equal(edited.Scopes, []string{access.RolesRead, access.InterviewsRead}) {
			t.Errorf("the edited key has %v", edited.Scopes)
		}
		f.done(f.Team.EditScopes(ctx, act.By{}, f.org.ID, k.ID, edited.Scopes, edited.Scopes))
		history, _ := must2(f.Audit.History(ctx, f.org.ID, models.SubjectKey, k.ID, nil, 10))(t)
		sets := slices.DeleteFunc(history, func(c models.Change) bool { return c.Kind != models.ChangeScopesSet })
		if len(sets) != 2 {
			t.Errorf("the history has %d edits (%+v), want the two that changed something", len(sets), sets)
		}

		other := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Team.EditScopes(ctx, act.By{}, other.ID, k.ID, edited.Scopes,
			[]string{access.RolesRead})), models.NotFound, "a key of another organization (D3)")
		f.refused(failure(f.Team.KeyOf(ctx, other.ID, k.ID)), models.NotFound,
			"reading a key of another organization (D3)")
		f.must(f.Team.RevokeKey(ctx, act.By{}, f.org.ID, k.ID))
		f.refused(failure(f.Team.EditScopes(ctx, act.By{}, f.org.ID, k.ID, edited.Scopes,
			[]string{access.RolesRead})), models.Conflict, "a revoked key")
	})
}

// TestKeyCalls proves D21: what a key called lately is counted by endpoint and status, of that key and time alone.
func TestKeyCalls(t *testing.T) {
	t.Parallel()
	organizations{acme(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		_, k := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
		_, second := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "second", nil))(t)
		record := func(key access.Key, method, route string, status int, before time.Duration) {
			f.Audit.Record(audit.Entry{OrgID: f.org.ID, KeyID: key.ID, Method: method, Route: route, Status: status,
				At: noon.Add(-before)})
		}
		for n := range 3 {
			record(k, "GET", "/api/v1/roles", 200, time.Duration(n)*time.Hour)
		}
		record(k, "POST", "/api/v1/interviews", 201, time.Hour)
		record(k, "POST", "/api/v1/interviews", 409, time.Minute)
		record(k, "GET", "/api/v1/roles", 200, 24*time.Hour+time.Second)
		record(second, "GET", "/api/v1/roles", 200, 0)
		calls, all := must2(f.Audit.KeyCalls(ctx, f.org.ID, k.ID, noon.Add(-24*time.Hour)))(t)
		roles, book := audit.Endpoint{Method: "GET", Route: "/api/v1/roles"},
			audit.Endpoint{Method: "POST", Route: "/api/v1/interviews"}
		want := []audit.KeyCall{
			{Endpoint: roles, Status: 200, Count: 3, Last: noon},
			{Endpoint: book, Status: 201, Count: 1, Last: noon.Add(-time.Hour)},
			{Endpoint: book, Status: 409, Count: 1, Last: noon.Add(-time.Minute)},
		}
		if !all || !slices.Equal(calls, want) {
			t.Errorf("the calls are %+v (all: %t), want %+v", calls, all, want)
		}
		other := must(f.Team.Organization(ctx, "bolt"))(t)
		if calls, _ := must2(f.Audit.KeyCalls(ctx, other.ID, k.ID, noon.Add(-24*time.Hour)))(t); len(calls) > 0 {
			t.Errorf("another organization is told %+v, want nothing (D3)", calls)
		}
		called := must(f.Audit.Endpoints(ctx, f.org.ID))(t)
		if !slices.Equal(called, []audit.Endpoint{book, roles}) {
			t.Errorf("the endpoints are %v, want both, by route", called)
		}
		if called := must(f.Audit.Endpoints(ctx, other.ID))(t); len(called) > 0 {
			t.Errorf("the endpoints of another organization are %v, want none", called)
		}
	})
}
