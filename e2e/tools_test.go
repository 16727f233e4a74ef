package e2e

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"litmus/store/audit"
)

// said is what a client of the tool server made of an answer.
type said struct {
	Refused bool
	Text    string
	Data    Object
	Asked   bool // the client asked its person within the call, who agreed
}

// agent calls a tool by one kind of client. What the protocol refuses fails the test.
type agent func(t testing.TB, tool string, arguments Object) said

// outcome is what a conversation leaves behind, without what differs from one organization to the next.
type outcome struct {
	interview, effects, letters string
}

// converse has an agent schedule for a person: it finds a time, asks why another one is not offered, plans a booking,
// commits it and repeats that, moves the interview and cancels it. It returns what is there at the end.
func converse(t testing.TB, o *Org, call agent) outcome {
	t.Helper()
	var want []string // routes of the audit
	ask := func(tool string, arguments Object) said {
		t.Helper()
		s := call(t, tool, arguments)
		want = append(want, "tool:"+tool)
		if s.Asked {
			want = append(want, "tool:"+tool)
		}
		return s
	}
	done := func(tool string, arguments Object) Object {
		t.Helper()
		s := ask(tool, arguments)
		if s.Refused || s.Text == "" || s.Data == nil {
			t.Fatalf("%s(%v): %+v, want an answer", tool, arguments, s)
		}
		return s.Data
	}
	ilse, kim := o.Email("ilse"), "kim"
	place := Object{"posting_id": o.Posting("engineer"), "round_id": o.Round("engineer", "main", "systems")}
	first, second := "2032-03-01T15:00:00.000Z", "2032-03-02T15:00:00.000Z"
	found := fmt.Sprint(done("find_slots", with(place, "from", "2032-03-01", "to", "2032-03-02T23:00:00Z")))
	if !strings.Contains(found, first) || !strings.Contains(found, second) || !strings.Contains(found, ilse) {
		t.Fatalf("find_slots answers %s, want %s and %s with %s", found, first, second, ilse)
	}
	refused := done("explain_slot", with(place, "start_at", "2032-03-01T17:00:00Z"))
	if refused["offered"] != false || !strings.Contains(fmt.Sprint(refused["nearest"]), first) {
		t.Fatalf("explain_slot answers %v, want that it is not offered, and %s near it", refused, first)
	}

	// act plans and commits, and repeats the commit, which makes nothing more.
	act := func(tool string, arguments Object) Object {
		t.Helper()
		before := o.Interviews(t, kim).JSON("interviews")
		s := ask(tool, arguments)
		if s.Asked {
			return s.Data
		}
		id, _ := s.Data["plan_id"].(string)
		if s.Refused || s.Data["status"] != "planned" {
			t.Fatalf("%s(%v): %+v, want a plan", tool, arguments, s)
		}
		if after := o.Interviews(t, kim).JSON("interviews"); after != before {
			t.Fatalf("%s has done something before it was committed: %s, before %s", tool, after, before)
		}
		committed := done(tool, with(arguments, "plan_id", id))
		if again := done(tool, with(arguments, "plan_id", id)); again["repeated"] != true {
			t.Fatalf("%s with its plan once more answers %v, want that it is done", tool, again)
		}
		return committed
	}
	booked := act("book_interview", with(place, "candidate_email", o.Email(kim), "candidate_name", "Kim Quillon",
		"interviewer_email", ilse, "scheduled_start_at", first))
	id, _ := booked["interview"].(Object)["id"].(string)
	o.Settled(t, letterTimeout, id)
	act("reschedule_interview", Object{"id": id, "scheduled_start_at": second})
	o.Settled(t, letterTimeout, id)
	act("cancel_interview", Object{"id": id})
	if s := ask("get_interview", Object{"id": "int_x"}); !s.Refused || s.Text != `interview "int_x" not found` {
		t.Fatalf("of an interview that is not there: %+v", s)
	}

	o.audit(t, o.IDs.Organization, func(rows []audit.Entry) bool {
		var got []string
		for _, r := range rows {
			if strings.HasPrefix(r.Route, "tool:") {
				got = append(got, r.Route)
			}
		}
		if len(got) > len(want) {
			t.Fatalf("the audit has\n%v\nwant\n%v", got, want)
		}
		return slices.Equal(got, want)
	})
	return left(t, o, id, kim)
}

// changing is what differs between two organizations in which the same was done.
var changing = regexp.MustCompile(`[a-z]+_[0-9a-f]{32}|"(created|updated|canceled)_at":"[^"]*"`)

// left is what an interview and its letters are at the end.
func left(t testing.TB, o *Org, id, candidate string) (out outcome) {
	t.Helper()
	shown := o.Converged(t, id)
	var effects []string
	for _, e := range shown.Effects {
		effects = append(effects, fmt.Sprintf("%s %s %s %d", e.Kind, e.Target, e.State, e.Revision))
	}
	slices.Sort(effects)
	var letters []string
	for _, who := range []string{candidate, "ilse"} {
		for _, l := range o.Inbox(t, o.Email(who)) {
			letters = append(letters, who+": "+l.Subject)
		}
	}
	plain := func(s string) string { return changing.ReplaceAllString(strings.ReplaceAll(s, o.Slug, "slug"), "…") }
	return outcome{plain(o.Interviews(t, candidate).JSON("interviews")), plain(strings.Join(effects, "\n")),
		plain(strings.Join(letters, "\n"))}
}

// byREST does what [converse] does, without tools.
func byREST(t testing.TB, o *Org) outcome {
	t.Helper()
	body := Object{"posting_id": o.Posting("engineer"), "round_id": o.Round("engineer", "main", "systems"),
		"candidate_email": o.Email("kim"), "candidate_name": "Kim Quillon", "interviewer_email": o.Email("ilse"),
		"scheduled_start_at": "2032-03-01T15:00:00.000Z"}
	id := o.Do(t, "POST", "/interviews", body).Want(201).Text("interview.id")
	o.Settled(t, letterTimeout, id)
	o.Do(t, "POST", "/interviews", with(body, "scheduled_start_at", "2032-03-02T15:00:00.000Z", "replace_existing",
		true)).Want(201)
	o.Settled(t, letterTimeout, id)
	o.Do(t, "DELETE", "/interviews/"+id, nil).Want(200)
	return left(t, o, id, "kim")
}

// with is an object with more fields.
func with(o Object, more ...any) Object {
	out := maps.Clone(o)
	for n := 0; n < len(more); n += 2 {
		out[more[n].(string)] = more[n+1]
	}
	return out
}

// T1 to T5 with clients that others wrote, each in every version of the protocol that it speaks: the same conversation
// leaves the same rows, letters and audit, which are those of REST.
func TestToolsWithStrangers(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aStranger)
	same := byREST(t, NewOrg(t))
	for name, one := range strangers() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			one.needs(t)
			o := NewOrg(t)
			got := converse(t, o, one.start(t, o))
			if got != same {
				t.Errorf("it leaves\n%+v\nREST leaves\n%+v", got, same)
			}
		})
	}
}

// T1: the inspector reads the types of all tools by its strict rules, which are those of clients with narrow dialects
// of JSON Schema, and warns of nothing.
func TestToolsAreStrict(t *testing.T) {
	t.Parallel()
	needsNoProcess(t, aStranger)
	npm(t)
	out, problems, err := inspect(t, NewOrg(t), "--method", "tools/list", "--strict")
	if err != nil || problems != "" || strings.Count(string(out), `"inputSchema"`) < 20 {
		t.Errorf("%v: it says\n%s\nof %.200s", err, problems, out)
	}
}
