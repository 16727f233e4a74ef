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

		// What Temporal has not heard of is open too: "unwoken", and what is over and was changed since.
		over := must(f.Effects.InterviewLedger(ctx, models.Ref{OrgID: f.org.ID, ID: idOf(names, "over")}))(t).Interview
		f.exec("update interviews set woken_revision = 0 where org_id = ? and id = ?", over.OrgID, over.ID)
		for orgID, want := range map[string]string{f.org.ID: "unwoken s- c- w+, owed s+ c- w+, over s- c+ w-, " +
			"calendar s+ c+ w+, soon s+ c+ w+, invited s+ c+ w+, later s+ c+ w+", "org_none": ""} {
			got = nil
			for last := (wakes.OpenRow{}); ; {
				page := must(f.Wakes.OpenRows(ctx, orgID, last, 2))(t)
				if len(page) == 0 {
					break
				}
				for _, r := range page {
					sign := func(b bool) string { return map[bool]string{true: "+", false: "-"}[b] }
					got = append(got, names[r.ID]+" s"+sign(r.Signaled)+" c"+sign(r.Converged)+" w"+sign(r.Waits))
					again := must(f.Wakes.OpenRow(ctx, r.PendingWake))(t)
					if again == nil || again.Revision != r.Revision || again.Converged != r.Converged ||
						!again.DueAt.Equal(r.DueAt) {
						t.Errorf("%s is read again as %+v, was %+v", names[r.ID], again, r)
					}
					last = r
				}
			}
			if strings.Join(got, ", ") != want {
				t.Errorf("open rows of %q: got %v, want %s", orgID, got, want)
			}
		}
		f.Wakes.MarkWoken(models.PendingWake{Entity: models.EntityInterview, OrgID: over.OrgID, ID: over.ID,
			Revision: over.Revision})
		f.must(f.Flush(ctx))
		pending := models.PendingWake{Entity: models.EntityInterview, OrgID: over.OrgID, ID: over.ID}
		if again := must(f.Wakes.OpenRow(ctx, pending))(t); again != nil {
			t.Errorf("it is over and signaled, and open: %+v", again)
		}
		stored := must(f.Wakes.Stored(ctx, models.EntityInterview, []string{over.ID, "int_none"}))(t)
		if len(stored) != 1 || stored[over.ID].OrgID != f.org.ID {
			t.Errorf("stored are %v, want the one that is", stored)
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

		f.exec("update organizations set approved = ? where id = ?", false, f.org.ID)
		if open := must(f.Wakes.OpenRows(ctx, "", wakes.OpenRow{}, 10))(t); len(open) > 0 {
			t.Errorf("a suspended organization has %v", open)
		}
	})
}

// idOf is the id of that name.
func idOf(names map[string]string, name string) string {
	for id, n := range names {
		if n == name {
			return id
		}
	}
	return ""
}
