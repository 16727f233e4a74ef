package store_test

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"strings"
	"sync"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/keyring"
	"litmus/store"
	"litmus/store/audit"
	"litmus/testdb"
	"litmus/turnstile"
)

func network(n int) netip.Prefix {
	return turnstile.ClientNetwork(netip.AddrFrom4([4]byte{198, 51, byte(n >> 8), byte(n)}))
}

// TestFailuresShareARow proves that failed authentications of one address in one minute are one row with their
// number, in any number of processes, and an attacker with many addresses does not make a row for each.
func TestFailuresShareARow(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		other := f.another()
		var all sync.WaitGroup
		for n, s := range []*store.Store{f.Store, other, f.Store, other} {
			all.Go(func() {
				for i := range 1000 {
					s.Audit.RecordFailure(network(i%3), audit.Entry{Method: "GET", Route: "/api/v1/roles",
						Status:    401,
						RequestID: fmt.Sprint(n, i), ResourceIDs: []string{"x"},
						At: noon.Add(time.Duration(i%2) * 59 * time.Second)})
				}
			})
		}
		all.Wait()
		f.Audit.RecordFailure(network(0), audit.Entry{Status: 401, At: noon.Add(time.Minute)})
		f.done(other.Audit.Entries(ctx, audit.Filter{Limit: 1}))
		rows := must(f.Audit.Entries(ctx, audit.Filter{Limit: 100}))(t)
		got := map[string]int{}
		for _, e := range rows {
			got[fmt.Sprint(e.Address, " ", e.At.Sub(noon))] = e.Count
			if e.OrgID != "" || e.KeyID != "" || len(e.ResourceIDs) != 0 {
				t.Errorf("%+v, want nobody's, about nothing", e)
			}
		}
		name := func(n int) string { return f.Audit.AddressName(network(n)) }
		if want := map[string]int{name(0) + " 0s": 1336, name(1) + " 0s": 1332, name(2) + " 0s": 1332,
			name(0) + " 1m0s": 1}; len(rows) != 4 || !maps.Equal(got, want) {
			t.Errorf("%d rows of %v, want one for each address and minute: %v", len(rows), got, want)
		}
		if of := must(f.Audit.Entries(ctx, audit.Filter{Address: name(1), Limit: 10}))(t); len(of) != 1 {
			t.Errorf("of one address: %+v", of)
		}
		if text := fmt.Sprintf("%+v", rows); strings.Contains(text, "198.51") {
			t.Errorf("an address is stored: %s", text)
		}

		const requests = 20_000 // each from another address
		for n := range requests {
			f.Audit.RecordFailure(network(n), audit.Entry{Status: 401, At: noon.Add(time.Hour)})
		}
		rows = must(f.Audit.Entries(ctx, audit.Filter{Since: noon.Add(time.Hour), Limit: requests}))(t)
		total := 0
		for _, e := range rows {
			total += e.Count
		}
		if total != requests || len(rows) > 257 {
			t.Errorf("%d requests from as many addresses are %d in %d rows, want all of them in 257 at most",
				requests, total, len(rows))
		}
	})
}

// TestAddressName proves that the name of an address does not reveal it without the secret.
func TestAddressName(t *testing.T) {
	t.Parallel()
	f := open(t, testdb.SQLite(t))
	s := must(store.Open(ctx, f.url, store.Options{Secret: keyring.Secret(strings.Repeat("another!", 4))}))(t)
	defer s.Close()
	a, b := f.Audit.AddressName(network(1)), f.Audit.AddressName(network(2))
	if a == b || a != f.Audit.AddressName(network(1)) || a == s.Audit.AddressName(network(1)) ||
		f.Audit.AddressName(netip.Prefix{}) != "unknown" {
		t.Errorf("%s and %s, with another secret %s", a, b, s.Audit.AddressName(network(1)))
	}
}

// TestAuditHasAQueueOfItsOwn proves that the audit does not delay other small writes: while the database accepts
// nothing, 20,000 audit entries displace no other write.
func TestAuditHasAQueueOfItsOwn(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		i := f.book(f.order(cleo, at(15, 0)))
		locked, release, ended := make(chan struct{}), make(chan struct{}), make(chan error)
		go func() {
			ended <- f.Transaction(ctx, func(exec func(string) error) (err error) {
				// On SQLite a writing transaction is enough to block all others.
				if f.Postgres() {
					err = exec("lock table interviews, audit in access exclusive mode")
				}
				close(locked)
				<-release
				return err
			})
		}()
		<-locked
		for n := range 20_000 {
			f.Audit.Record(audit.Entry{OrgID: f.org.ID, Method: "GET", Route: "/api/v1/roles", Status: 200,
				RequestID: fmt.Sprint(n), At: noon})
		}
		f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID,
			Revision: i.Revision})
		close(release)
		f.must(<-ended)
		f.must(f.Flush(ctx))
		if got := f.interview(i.ID).WokenRevision; got != i.Revision {
			t.Errorf("the wake-up is noted for revision %d, want %d: the note was dropped for the audit",
				got, i.Revision)
		}
	})
}

// TestKeysBesideLists proves that keys are authenticated while all connections for reading lists are in use.
func TestKeysBesideLists(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		key, _ := must2(f.Team.CreateKey(ctx, act.By{}, f.org.ID, "ci", nil))(t)
		most, _ := f.Readers()
		release, lists := make(chan struct{}), sync.WaitGroup{}
		for range most {
			lists.Go(func() {
				if err := f.View(ctx, func() error { <-release; return nil }); err != nil {
					t.Errorf("read: %v", err)
				}
			})
		}
		testdb.Until(t, time.Minute, "every connection to be taken", func() (bool, string) {
			_, used := f.Readers()
			return used == most, fmt.Sprintf("%d of %d", used, most)
		})
		bounded, cancel := context.WithTimeout(ctx, 20*time.Second)
		defer cancel()
		c, err := f.Team.Authenticate(bounded, key)
		close(release)
		lists.Wait()
		if err != nil || c.Organization.ID != f.org.ID {
			t.Errorf("the key is let in as %+v (%v), want its organization", c, err)
		}
	})
}
