package e2e

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// D14, §4 Slots rule 7, §4 rule 3: who has a day off or is away is left out of what is offered, whether painted for or
// personal. What is painted stays as it is, and whoever names them outright books them, with a warning.
func TestAway(t *testing.T) {
	t.Parallel()
	o := NewOrg(t,
		"name: Ilse Quillon,", "name: Ilse Quillon, dates: {2032-03-01: []},",
		"\nassessments:\n", "\nabsences:\n  - {email: bram@northwind.example, from: 2032-03-02, to: 2032-03-05, why: Skiing}"+
			"\n\nassessments:\n")
	ilse, bram, dora := o.Email("ilse"), o.Email("bram"), o.Email("dora")
	path, round := "/postings/"+o.Posting("engineer"), o.Round("engineer", "main", "systems")
	interviewers := func() *Response { return o.Do(t, "GET", path+"/interviewers", nil).Want(200) }

	o.Do(t, "POST", path+"/slots", slotBody(bram, "2032-03-01T15:00:00Z", bram, "2032-03-02T15:00:00Z")).Want(200)
	painted := interviewers()
	for _, start := range []string{"2032-03-01T15:00:00.000Z", "2032-03-01T16:00:00.000Z", "2032-03-02T15:00:00.000Z"} {
		if !strings.Contains(painted.JSON("interviewers"), start) {
			t.Errorf("%s is not painted: %s", start, painted.Body)
		}
	}
	var complete []Object
	for _, i := range painted.List("interviewers") {
		one := i.(map[string]any)
		entry := Object{"email": one["email"], "slots": one["slots"]}
		if one["meeting_link"] != nil {
			entry["meeting_link"] = one["meeting_link"]
		}
		complete = append(complete, entry)
	}
	if again := o.Do(t, "PUT", path+"/interviewers", Object{"interviewers": complete}).Want(200).
		JSON("interviewers"); again != painted.JSON("interviewers") {
		t.Errorf("what was read and written is %s, want %s", again, painted.JSON("interviewers"))
	}
	offered := o.free(t, round, "2032-03-01T15:00:00Z", "2032-03-02T16:00:00Z")
	wantLines(t, "offered", only(offered, "ilse", "bram"), "03-01T15:00 bram", "03-02T15:00 ilse")

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

// only leaves of what [Org.free] reads the starts of those who are named.
func only(lines []string, names ...string) (out []string) {
	for _, line := range lines {
		f := strings.Fields(line)
		all := strings.Split(f[len(f)-1], ",")
		if who := slices.DeleteFunc(all, func(n string) bool { return !slices.Contains(names, n) }); len(who) > 0 {
			out = append(out, fmt.Sprint(f[0], " ", strings.Join(who, ",")))
		}
	}
	return out
}
