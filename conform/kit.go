package conform

import (
	"crypto/rand"
	"fmt"
	"maps"
	"net/http"
	"reflect"
	"slices"
	"strings"
	"time"
)

// kitDomain is the domain of every address that the kit invents. Nobody can own it (RFC 2606), so a letter that leaves
// by mistake reaches nobody.
const kitDomain = "conform.example"

// kit is what a run that writes remembers: where it may book, who helps, and what it made and has to end.
type kit struct {
	tag   string // stands in every address that it invents, so that two runs do not meet
	stage stage
	own   stage // the posting whose interviewers and starts it may change; zero: there is none
	clock *clock
	inbox string // address of the mail catcher, "" without one

	people     int       // how many addresses were invented
	hour       time.Time // the last start that was taken
	candidates []string  // the addresses of everybody who was booked or invited
	interviews []string  // the ids of what was booked
	invites    []object  // the bodies of the invites that were accepted
	assigned   bool      // interviewers of its own posting may have been changed
	scheduled  string    // the address of somebody with a schedule of their own; "": nobody was found
}

func newKit(t Target) *kit {
	return &kit{
		tag: strings.ToLower(rand.Text()[:8]), inbox: catcherURL(t.Inbox), clock: &clock{},
	}
}

// enter lets the kit act on another stage, until the function that it returns is called.
func (k *kit) enter(s stage) (leave func()) {
	was := k.stage
	k.stage = s
	return func() { k.stage = was }
}

// invented reports whether the kit, in this run or an earlier one, made the address up.
func invented(email string) bool { return strings.HasSuffix(email, "@"+kitDomain) }

// person invents an address that no run had before.
func (k *kit) person(role string) string {
	k.people++
	return fmt.Sprintf("%s-%s-%03d@%s", role, k.tag, k.people, kitDomain)
}

// remember notes what a request has made, so that it is ended even where the check did not expect it. Status 0 stands
// for an answer that was lost: then it may have made something.
func (k *kit) remember(method, path string, body any, a answer) {
	sent, _ := body.(object)
	if method != http.MethodPost || path != "/interviews" && path != "/invites" {
		return
	}
	who := text(sent, "candidate_email")
	if who != "" && !slices.Contains(k.candidates, who) {
		k.candidates = append(k.candidates, who)
	}
	made := a.status/100 == 2 || a.status == 0
	if path == "/invites" && made &&
		!slices.ContainsFunc(k.invites, func(o object) bool { return asJSON(o) == asJSON(sent) }) {
		k.invites = append(k.invites, maps.Clone(sent)) // the check may change its own
	}
	id := text(a.object("interview"), "id") // an answer to an invite has none
	if id != "" && !slices.Contains(k.interviews, id) {
		k.interviews = append(k.interviews, id)
	}
}

// must sends a request that has to be answered with this status; another answer ends the check.
func (r *run) must(status int, method, path string, body any) answer {
	a := r.ask(method, path, body)
	r.allowed(a)
	if a.status != status {
		r.t.Fatalf("%s: %d %s, want %d", a.about, a.status, a.text("error"), status)
	}
	return a
}

// booking is the body of a standard booking of a new candidate with a new interviewer, at a time that nobody offers and
// nobody has. Each change is a field and its value; nil takes the field out.
func (r *run) booking(changes ...any) object {
	b := object{
		"posting_id":        r.kit.stage.round.posting,
		"round_id":          r.kit.stage.round.id,
		"candidate_name":    "Conformance Kit",
		"interviewer_email": r.kit.person("interviewer"),
		"meeting_link":      "https://meet." + kitDomain + "/room",
		"time_zone":         "Europe/Berlin",
	}
	for n := 0; n+1 < len(changes); n += 2 {
		b[changes[n].(string)] = changes[n+1]
	}
	if _, given := b["candidate_email"]; !given && b["candidate_id"] == nil {
		b["candidate_email"] = r.kit.person("candidate")
	}
	if _, given := b["scheduled_start_at"]; !given && b["externally_scheduled"] != true {
		b["scheduled_start_at"] = r.start()
	}
	for name, value := range b {
		if value == nil {
			delete(b, name)
		}
	}
	return b
}

// book books by [run.booking] and returns what was sent and the interview.
func (r *run) book(changes ...any) (sent, interview object) {
	sent = r.booking(changes...)
	return sent, r.must(http.StatusCreated, http.MethodPost, "/interviews", sent).object("interview")
}

// external books an external session and returns its interview and its link.
func (r *run) external() (interview object, link string) {
	a := r.must(http.StatusCreated, http.MethodPost, "/interviews", r.booking("externally_scheduled", true))
	return a.object("interview"), a.text("candidate_link")
}

// cancel cancels an interview and returns it.
func (r *run) cancel(interview object) object {
	return r.must(http.StatusOK, http.MethodDelete, "/interviews/"+text(interview, "id"), nil).body
}

// again reads an interview.
func (r *run) again(interview object) object {
	return r.read("/interviews/" + text(interview, "id")).body
}

// stays checks that something did not change an interview.
func (r *run) stays(interview object, what string) {
	if now := r.again(interview); !reflect.DeepEqual(now, interview) {
		r.t.Errorf("%s made %s of %s", what, short(now), short(interview))
	}
}

// standing returns the interviews of a candidate that are not canceled.
func (r *run) standing(candidate string) []object {
	return r.read("/interviews?include_canceled=false&candidate_email=" + escape(candidate)).list("interviews")
}

// start returns an hour, months ahead and a day after the last one, at which the posting offers nothing and has no
// interview.
func (r *run) start() string {
	k := r.kit
	if k.hour.IsZero() {
		k.hour = r.now().Add(120 * 24 * time.Hour).Truncate(24 * time.Hour).Add(2 * time.Hour)
	}
	for range 200 {
		k.hour = k.hour.Add(25 * time.Hour)
		at := instant(k.hour)
		span := "&from=" + at + "&to=" + at
		if len(r.read(k.stage.round.slots()+span).list("slots")) == 0 &&
			len(r.read("/interviews?limit=1&posting_id="+k.stage.round.posting+span).list("interviews")) == 0 {
			return at
		}
	}
	r.t.Skipf("the posting has something at each of 200 hours that were looked at")
	return ""
}

// half returns the half hour after a start.
func half(start string) string { return later(start, 30*time.Minute) }

// later returns an instant that is d after another; one that is none stays as it is.
func later(at string, d time.Duration) string {
	t, err := time.Parse(time.RFC3339, at)
	if err != nil {
		return at
	}
	return instant(t.Add(d))
}

// instant writes an instant as answers have it (§2 Times).
func instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z") }

// shows checks the fields of an answer.
func (r *run) shows(what string, got, want object) {
	for _, name := range sorted(want) {
		if !same(got[name], want[name]) {
			r.t.Errorf("%s: %s is %s, want %s", what, name, asJSON(got[name]), asJSON(want[name]))
		}
	}
}
