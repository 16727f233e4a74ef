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
	o := NewOrg(t,
		"name: Ilse Quillon,", "name: Ilse Quillon, dates: {2032-03-01: []},",
		"\nassessments:\n", "\nabsences:\n  - {email: bram@northwind.example, from: 2032-03-02, to: 2032-03-05, why: Skiing}"+
			"\n\nassessments:\n")
	ilse, bram, dora := o.Email("ilse"), o.Email("bram"), o.Email("dora")
	warned := func(who string, r *Response) {
		t.Helper()
		if got := decided(r); !slices.Equal(got, []string{"interviewer_away"}) {
			t.Errorf("%s: the warnings are %q: %s", who, got, r.Body)
		}
	}
	link := "https://meet.northwind.example/room"
	warned("ilse on her day off", o.Book(t, "robin", "interviewer_email", ilse, "meeting_link", link,
		"scheduled_start_at", "2032-03-01T16:00:00Z").Want(201))
	id := o.Book(t, "sascha", "interviewer_email", dora, "meeting_link", link,
		"scheduled_start_at", "2032-03-03T16:00:00Z").Want(201).Text("interview.id")
	r := o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": bram}).Want(200)
	if warned("bram in his absence", r); r.Text("interviewer_email") != bram {
		t.Errorf("the interview has %s", r.Text("interviewer_email"))
	}
	if strings.Contains(string(r.Body), "Skiing") {
		t.Errorf("the answer says why: %s", r.Body)
	}
	for who, r := range map[string]*Response{
		"a read":             o.Do(t, "GET", "/interviews/"+id, nil).Want(200),
		"somebody else":      o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": dora}).Want(200),
		"the same once more": o.Do(t, "PATCH", "/interviews/"+id, Object{"interviewer_email": dora}).Want(200),
	} {
		if strings.Contains(string(r.Body), "warnings") {
			t.Errorf("%s warns: %s", who, r.Body)
		}
	}
}
