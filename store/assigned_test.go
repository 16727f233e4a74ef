package store_test

import (
	"fmt"
	"strings"
	"testing"

	"litmus/models"
	"litmus/testdb"
)

// staff writes the posting's interviewers with their links in one line.
func (f edited) staff() string {
	f.t.Helper()
	var out []string
	for _, i := range f.page().Interviewers {
		out = append(out, fmt.Sprintf("%s %q %q %d", i.Email, i.Name, i.MeetingLink, i.Slots))
	}
	return strings.Join(out, "; ")
}

func TestInterviewersAreAssigned(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		const before = `alan@acme.example "Alan" "https://meet.example/alan-backend" 1; grace@acme.example "Grace" "" 2`
		if got := f.staff(); got != before {
			t.Fatalf("the fixture has %s", got)
		}
		const link, other = "https://meet.example/vic", "https://meet.example/other"
		f.must(f.AssignInterviewer(ctx, f.org.ID, f.backend, vic, link))
		f.must(f.AssignInterviewer(ctx, f.org.ID, f.backend, vic, link)) // the form twice
		f.refused(f.AssignInterviewer(ctx, f.org.ID, f.backend, vic, other), models.Conflict, "another link")
		f.must(f.SetAssignedLink(ctx, f.org.ID, f.backend, vic, link, other))
		f.must(f.SetAssignedLink(ctx, f.org.ID, f.backend, vic, link, other))
		f.refused(f.SetAssignedLink(ctx, f.org.ID, f.backend, vic, link, ""), models.Conflict, "a form of before")
		f.must(f.SetAssignedLink(ctx, f.org.ID, f.backend, alan, "https://meet.example/alan-backend", ""))
		if got, want := f.staff(), `alan@acme.example "Alan" "" 1; grace@acme.example "Grace" "" 2; `+
			`vic@elsewhere.example "" "`+other+`" 0`; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
		f.must(f.UnassignInterviewer(ctx, f.org.ID, f.backend, grace))
		f.must(f.UnassignInterviewer(ctx, f.org.ID, f.backend, grace))
		f.refused(f.SetAssignedLink(ctx, f.org.ID, f.backend, grace, "", link), models.Conflict, "somebody who is gone")
		if n := f.scalar("select count(*) from slots where org_id = ? and posting_id = ? and email = ?", f.org.ID,
			f.backend, grace); n != 0 {
			t.Errorf("%d slots of somebody who is not assigned are left", n)
		}
		all := f.dump()
		neighbour, err := f.Organization(ctx, "bolt")
		f.must(err)
		f.refused(f.AssignInterviewer(ctx, neighbour.ID, f.backend, vic, ""), models.NotFound, "another organization's")
		f.refused(f.SetAssignedLink(ctx, neighbour.ID, f.backend, vic, other, ""), models.NotFound, "its links")
		f.refused(f.UnassignInterviewer(ctx, neighbour.ID, f.backend, vic), models.NotFound, "its interviewers")
		f.unchanged(all)
		for n := 3; n <= models.MaxPostingInterviewers; n++ {
			f.must(f.AssignInterviewer(ctx, f.org.ID, f.backend, fmt.Sprintf("p%d@acme.example", n), ""))
		}
		f.refused(f.AssignInterviewer(ctx, f.org.ID, f.backend, "more@acme.example", ""), models.Invalid,
			"the 201st interviewer") // decision 65
	})
}
