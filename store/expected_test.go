package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/store/wakes"
)

func TestCarried(t *testing.T) {
	t.Parallel()
	organizations{connected(), bolt()}.each(t, func(t *testing.T, f *fixture) {
		names := map[string]string{}
		add := func(name, id string) { names[id] = name }
		for n, name := range []string{"unwoken", "owed", "later", "soon", "over"} {
			f.clock.Set(noon.Add(time.Duration(n) * time.Minute))
			i := f.book(f.order(candidate(n), at(14, 0).AddDate(0, 0, n)))
			add(name, i.ID)
			if name != "unwoken" { // which the relay wakes
				f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: i.OrgID, ID: i.ID,
					Revision: i.Revision})
			}
			if due, converged := map[string]*time.Time{"later": instant(noon.Add(48 * time.Hour)),
				"soon": instant(noon.Add(time.Hour)), "over": nil}[name]; converged {
				f.Wakes.MarkConverged(i, due)
			}
		}
		f.clock.Set(noon)
		ref := f.invite("takehome", cleo)
		add("invited", ref.ID)
		f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInvitation, OrgID: ref.OrgID, ID: ref.ID,
			Revision: 1})
		f.Candidates.MarkInvitationConverged(f.invitation(ref).Candidate, instant(noon.Add(24*time.Hour)))
		f.sync(grace)
		calendar := f.connection(grace)
		add("calendar", calendar.ID)
		f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityCalendar, OrgID: calendar.OrgID, ID: calendar.ID,
			Revision: calendar.Revision})
		f.must(f.Flush(ctx))

		var got []string
		for last := (wakes.ExpectedWorkflow{}); ; {
			page := must(f.Wakes.ExpectedWorkflows(ctx, last, 2))(t)
			if len(page) == 0 {
				break
			}
			for _, c := range page {
				got = append(got, fmt.Sprintf("%s/%s r%d", c.Entity, names[c.ID], c.Revision))
				if c.OrgID != f.org.ID || c.DueAt.Before(last.DueAt) || c.ChangedAt.Before(noon) ||
					c.ChangedAt.After(noon.Add(5*time.Minute)) {
					t.Errorf("%+v comes after %+v", c, last)
				}
				last = c
			}
		}
		if want := "interview/owed r1, calendar/calendar r1, interview/soon r1, invitation/invited r1, " +
			"interview/later r1"; strings.Join(got, ", ") != want {
			t.Errorf("soonest due first: got %v, want %s", got, want)
		}

		latest := must(f.Wakes.LatestExpectedWorkflows(ctx, 1))(t)
		got = nil
		for _, c := range latest {
			got = append(got, names[c.ID])
		}
		slices.Sort(got)
		if want := "calendar, invited, owed, soon"; strings.Join(got, ", ") != want {
			t.Errorf("the last changed of each sort: got %v, want %s", got, want)
		}
	})
}
