package e2e

import (
	"slices"
	"strings"
	"testing"
)

// §4 rule 3: whoever names an interviewer outright who has a day off or is away books them, with a warning, which does
// not say why. Package store holds that they are not offered.
func TestAway(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "\nassessments:\n", "\nabsences:\n  - {email: bram@northwind.example, from: 2032-03-02, "+
		"to: 2032-03-05, why: Skiing}\n\nassessments:\n")
	const start = "2032-03-03T16:00:00Z"
	booked := o.Book(t, "robin", "interviewer_email", o.Email("bram"), "scheduled_start_at", start)
	path := "/interviews/" + o.try(t, "sascha", start, o.Email("dora")).Want(201).Text("interview.id")
	o.Do(t, "DELETE", "/interviews/"+booked.Text("interview.id"), nil).Want(200)
	changed := o.Do(t, "PATCH", path, Object{"interviewer_email": o.Email("bram")}).Want(200)
	for _, r := range []*Response{booked, changed} {
		if got := decided(r); !slices.Equal(got, []string{"interviewer_away"}) {
			t.Errorf("the warnings are %q: %s", got, r.Body)
		}
		if strings.Contains(string(r.Body), "Skiing") {
			t.Errorf("the answer says why: %s", r.Body)
		}
	}
	if r := o.Do(t, "GET", path, nil).Want(200); r.Has("warnings") {
		t.Errorf("a read warns: %s", r.Body)
	}
}
