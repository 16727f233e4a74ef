package e2e

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/effect"
	"litmus/store"
)

// check waits until everything that is owed is done, and compares what everybody was told.
func (f *faultRun) check(all []*faultCandidate) {
	f.t.Helper()
	if f.t.Failed() {
		return
	}
	f.API = "http://" + f.apis[0].address
	var ids []string
	for _, c := range all {
		ids = append(ids, c.known.id)
	}
	begun := time.Now()
	f.Settled(f.t, 2*afterCrash, ids...)
	f.t.Logf("settled %.1f s after the last act", time.Since(begun).Seconds())
	st := f.Store(f.t)
	busy := map[string]string{} // by host and start
	want := map[string][]string{}
	for _, c := range all {
		var one faultView
		c.read("/interviews/"+c.known.id, &one)
		c.learn(one.state())
		if !c.known.canceled {
			place := c.known.host + " " + c.known.start
			if busy[place] != "" {
				f.t.Errorf("%s and %s are both with %s", c.local, busy[place], place)
			}
			busy[place] = c.local
			host, _, _ := strings.Cut(c.known.host, "@")
			want[host] = append(want[host], c.known.id+" "+c.known.start)
		}
		f.checkLetters(st, c)
	}
	for h := range faultHosts {
		host := fmt.Sprintf("host%d", h)
		var got []string
		for _, e := range f.diaries.Of(host) {
			id, _, _ := strings.Cut(e.UID, "@")
			got = append(got, id+" "+e.Start.UTC().Format(instant))
		}
		slices.Sort(got)
		slices.Sort(want[host])
		if !slices.Equal(got, want[host]) {
			f.t.Errorf("%s's calendar holds\n%s\nwant\n%s", host, strings.Join(got, "\n"),
				strings.Join(want[host], "\n"))
		}
		f.counts.add("events in calendars", len(got))
	}
	f.checkReconciled()
}

// checkReconciled waits until litmus reconcile finds nothing: a relay that was killed may have claimed rows that others
// wake when its claims end.
func (f *faultRun) checkReconciled() {
	f.t.Helper()
	begun := time.Now()
	Until(f.t, 2*afterCrash, "litmus reconcile to find nothing", func() (bool, string) {
		got := Command(f.t, f.env, slices.Concat([]string{"reconcile", "--dry-run", "--json"}, f.beside)...)
		return got.Status == 0, got.Stdout + got.Stderr
	})
	f.t.Logf("reconciled %.1f s after all had settled", time.Since(begun).Seconds())
}

// crashes is how many processes ended that may have sent a letter and not noted it.
func (f *faultRun) crashes() int {
	return f.counts.of("kills of a worker of effects") + f.counts.of("crashes of PostgreSQL") +
		f.counts.of("cuts of all connections") + f.counts.of("kills of Temporal") + f.counts.of("full disks")
}

// received is how often each letter came to an address, by its Message-ID.
func (f *faultRun) received(to string) map[string]int {
	f.t.Helper()
	if f.letters[to] == nil {
		f.letters[to] = map[string]int{}
		for _, l := range f.inbox.Inbox(f.t, to) {
			f.letters[to][f.inbox.messageID(f.t, l)]++
		}
	}
	return f.letters[to]
}

// checkLetters compares the letters about an interview with the ledger, and what the candidate's last one says with
// what is true.
func (f *faultRun) checkLetters(st *store.Store, c *faultCandidate) {
	f.t.Helper()
	account, err := st.Effects.InterviewLedger(f.t.Context(), models.Ref{OrgID: f.IDs.Organization, ID: c.known.id})
	if err != nil {
		f.t.Fatal(err)
	}
	for _, e := range account.Ledger {
		if role, letter := strings.CutPrefix(e.Target, "mail:"); letter && e.State == effect.Done {
			_, to, _ := strings.Cut(role, ":")
			copies := f.received(to)[strings.Trim(e.ProviderID, "<>")]
			switch {
			case copies == 0:
				f.t.Errorf("%s: the ledger has the letter %s to %s as done, and it never came", c.local, e.Kind, to)
			case copies > 1+f.crashes():
				f.t.Errorf("%s: the letter %s to %s came %d times", c.local, e.Kind, to, copies)
			}
			f.counts.add("letters", 1)
			f.counts.add("letters that came again", copies-1)
		}
	}
	var last Event
	for _, l := range f.inbox.Inbox(f.t, c.Email(c.local)) {
		if l.ICS == "" {
			continue
		}
		if e := l.Event(f.t); last.UID == "" || e.Sequence > last.Sequence || e.Sequence == last.Sequence &&
			e.Method == "CANCEL" {
			last = e
		}
	}
	switch {
	case last.UID == "" && !c.known.canceled:
		f.t.Errorf("%s was never told of the interview", c.local)
	case last.UID != "" && c.known.canceled != (last.Method == "CANCEL"):
		f.t.Errorf("%s: the last letter is a %s, canceled: %t", c.local, last.Method, c.known.canceled)
	case last.UID != "" && !c.known.canceled && last.Start.UTC().Format(instant) != c.known.start:
		f.t.Errorf("%s: the last letter says %s, it is at %s", c.local, last.Start, c.known.start)
	}
}
