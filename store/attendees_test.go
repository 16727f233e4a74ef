package store_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"litmus/testdb"
)

// attendees returns the rows of attendees: whose, in which interview, and what follows from how it stands.
func (f *fixture) attendees() (out []string) {
	f.t.Helper()
	rows := query[[]struct {
		InterviewID, Email        string
		Counts, Blocks, Exclusive bool
	}](f, `select a.* from attendees a join interviews i on i.org_id = a.org_id and i.id = a.interview_id
		and i.starts_at = a.starts_at and i.ends_at = a.ends_at order by a.interview_id, a.email`)
	for _, r := range rows {
		out = append(out, fmt.Sprintf("%s %s counts %t, blocks %t, exclusive %t", r.InterviewID, r.Email, r.Counts,
			r.Blocks, r.Exclusive))
	}
	return out
}

// attended compares the rows of attendees with those that are wanted.
func (f *fixture) attended(about string, want []string) {
	f.t.Helper()
	if got := f.attendees(); !slices.Equal(got, want) {
		f.t.Errorf("%s:\ngot  %s\nwant %s", about, strings.Join(got, "\n     "), strings.Join(want, "\n     "))
	}
}

// TestAttendees: the interviews of before are in the table of attendees, what changes an interview changes it there,
// and whoever is in a panel has no other interview at that time.
func TestAttendees(t *testing.T) {
	t.Parallel()
	testdb.Long(t) // it runs the whole schema
	testdb.EachEmpty(t, func(t *testing.T, url string) {
		f := open(t, url)
		f.must(f.MigrateTo(ctx, 10))
		f.oldPipeline()
		states := []string{"", "canceled_at = updated_at", "call_ended_at = updated_at",
			"source = 'external', externally_scheduled = true",
			"source = 'external', externally_scheduled = true, link_used_at = updated_at",
			"source = 'lever', externally_scheduled = true", "interviewer_email = null"}
		for n, state := range states {
			id, _, _ := f.oldBooking(n)
			if state != "" {
				f.exec("update interviews set "+state+" where id = ?", id)
			}
		}
		want := []string{
			"int_0 alan@acme.example counts true, blocks true, exclusive true",
			"int_1 alan@acme.example counts false, blocks false, exclusive false",
			"int_2 alan@acme.example counts true, blocks false, exclusive false",
			"int_3 alan@acme.example counts false, blocks false, exclusive false",
			"int_4 alan@acme.example counts true, blocks true, exclusive false",
			"int_5 alan@acme.example counts true, blocks true, exclusive false",
		}
		f.done(f.Migrate(ctx))
		f.attended("those of before", want)

		f.exec("update interviews set canceled_at = null, call_ended_at = null, source = 'litmus', " +
			"externally_scheduled = false, link_used_at = null, interviewer_email = 'alan@acme.example'")
		for n, state := range states {
			if state != "" {
				f.exec("update interviews set "+state+" where id = ?", fmt.Sprint("int_", n))
			}
		}
		f.attended("those that changed", want)

		const panel = `[{"email": "alan@acme.example"}, {"email": "kay@acme.example"}]`
		f.exec("update interviews set panel = ? where id = 'int_0'", panel)
		f.attended("with a panel", slices.Insert(slices.Clone(want), 1,
			"int_0 kay@acme.example counts true, blocks true, exclusive true"))
		err := f.Exec(ctx, "update interviews set interviewer_email = 'kay@acme.example', starts_at = "+
			"(select starts_at from interviews where id = 'int_0'), ends_at = (select ends_at from interviews "+
			"where id = 'int_0') where id = 'int_6'")
		if got := f.Constraint(err); got != "no_interviewer_overlap" {
			t.Errorf("who is in a panel gets a second interview: %v", err)
		}
		f.exec("update interviews set panel = null where id = 'int_0'")
		f.attended("without the panel", want)
	})
}
