package e2e

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"
)

// drifting is Kai's real calendar with the copy of one interview, whose owner changes it by plain requests.
type drifting struct {
	*Diaries
	s         *Service
	o         *Org
	id, start string
	sessions  map[string][]string // of members
}

// as are the headers of a member who is signed in.
func (d *drifting) as(t testing.TB, who string) []string {
	t.Helper()
	if d.sessions[who] == nil {
		d.sessions[who] = []string{"Cookie", d.o.signsIn(t, d.o.signInLink(t, who)), "Sec-Fetch-Site", "same-origin"}
	}
	return d.sessions[who]
}

// putBack presses the button of the interview's page, and waits until it is done.
func (d *drifting) putBack(t testing.TB, who string) {
	t.Helper()
	d.o.Post(t, "/dashboard/interviews/"+d.id+"/copy", d.as(t, who), "revision",
		fmt.Sprint(d.o.Converged(t, d.id).Revision)).Want(303)
	d.o.Converged(t, d.id)
}

func (d *drifting) uid() string { return d.id + "@127.0.0.1" }

// read has the calendar read when what was written before has settled, and waits for what that owes.
func (d *drifting) read(t testing.TB) {
	t.Helper()
	d.o.Converged(t, d.id)
	d.o.wait(t, 2*time.Minute)
	d.o.SyncNow(t)
	d.o.Converged(t, d.id)
}

// holds checks the starts of the copies in the calendar.
func (d *drifting) holds(t testing.TB, about string, want ...time.Time) {
	t.Helper()
	all := d.Of("kai")
	same := len(all) == len(want)
	for n := 0; same && n < len(all); n++ {
		same = all[n].UID == d.uid() && all[n].Start.Equal(want[n])
	}
	if !same {
		t.Fatalf("%s: the calendar holds %+v, want %v", about, all, want)
	}
}

// says checks what the first page and that of the interview say to a member.
func (d *drifting) says(t testing.TB, who string, words ...string) {
	t.Helper()
	for _, path := range []string{"/dashboard", "/dashboard/interviews/" + d.id} {
		page := string(d.o.Get(t, path, d.as(t, who)...).Want(200).Body)
		for _, w := range words {
			if lacks := strings.HasPrefix(w, "!"); strings.Contains(page, strings.TrimPrefix(w, "!")) == lacks {
				t.Errorf("%s as %s: %q", path, who, w)
			}
		}
	}
}

// A copy in a real calendar that its owner deletes is put back once and then told, also where the service is killed in
// between; one that is moved is asked about and moves nothing; an answer there asks for a replacement.
func TestCalendarsHeal(t *testing.T) {
	t.Parallel()
	needsProcess(t, readingCalendars)
	d := &drifting{Diaries: StartDiaries(t, "kai"), sessions: map[string][]string{}}
	d.s = Start(t, Env(private), KeepPorts(), WithTestClock())
	d.o = d.s.NewOrg(t, d.Edits()...)
	at := workday(t)(14, 0).UTC()
	d.start = at.Format(time.RFC3339)
	d.id = d.o.Book(t, "cora", "interviewer_email", d.o.Email("kai"), "meeting_link", "https://meet.example/room",
		"scheduled_start_at", d.start).Text("interview.id")
	d.Counts(t, letterTimeout, "kai 1")
	d.read(t)
	d.holds(t, "as it should be", at)

	d.Radicale.Delete(t, d.urls["kai"], d.uid())
	d.Say("kai", "hold after") // it is put back, and nobody hears of it
	d.o.wait(t, 2*time.Minute)
	d.o.MustRun(t, "calendars", "sync", d.o.Calendars(t)[0].ID)
	Until(t, letterTimeout, "the copy to be put back", func() (bool, string) {
		return d.Held("kai") > 0, fmt.Sprint(d.Held("kai"))
	})
	d.s.Kill9(t)
	d.Say("kai", "")
	d.s.Restart(t)
	d.o.Settled(t, afterCrash, d.id)
	d.holds(t, "deleted once", at)
	d.read(t)
	d.holds(t, "read again", at)
	d.says(t, "desk", "!Changed in a calendar", "!put the event back")

	d.Radicale.Delete(t, d.urls["kai"], d.uid())
	d.read(t)
	d.holds(t, "deleted twice")
	d.says(t, "desk", "Kai Quillon deleted the event in their calendar again", "Put the event back")
	d.putBack(t, "kai")
	d.holds(t, "put back by hand", at)

	later := at.Add(90 * time.Minute)
	d.Radicale.Put(t, d.urls["kai"], d.uid(), later, later.Add(time.Hour))
	d.read(t)
	d.holds(t, "moved by its owner", later)
	if got := d.o.Do(t, "GET", "/interviews/"+d.id, nil).Want(200).Text("scheduled_start_at"); !strings.HasPrefix(got,
		d.start[:16]) {
		t.Errorf("the interview is at %s", got)
	}
	d.says(t, "desk", "Kai Quillon moved the event in their calendar to", "Move the interview there", "Put the event back")
	d.says(t, "kai", "Kai Quillon moved the event in their calendar to", "!Move the interview there", "Put the event back")
	v := d.o.signedIn(t, "desk").Want(200, "Changed in a calendar", "moved the event").Looks("drift-home")
	v.Open(d.o.API+"/dashboard/interviews/"+d.id).Want(200, "moved the event").Looks("drift-interview")
	v.Click("Move the interview there").Want(200, "Move the interview?").Looks("drift-move")
	v.Open(d.o.API+"/dashboard/interviews/"+d.id).Click("Put the event back").Want(200, "The event is put back.")
	d.o.Converged(t, d.id)
	d.holds(t, "put back", at)

	letters := len(d.o.Inbox(t, d.o.Email("desk")))
	d.Radicale.do(t, http.MethodPut, d.urls["kai"]+d.uid()+".ics", declining(d.uid(), at, d.o.Email("kai")),
		http.StatusCreated)
	d.read(t)
	d.o.LettersWhen(t, d.o.Email("desk"), "who declined", func(l []Letter) bool {
		return len(l) > letters && strings.Contains(l[0].Subject, "Replacement wanted") &&
			l[0].tells("Kai Quillon declined the interview in their calendar")
	})
	d.says(t, "desk", "in their calendar", "/dashboard/interviews/"+d.id+"/reassign")
	d.read(t)
	checkRuns(t, d.s, []string{"interview/" + d.id}, "quillon", "meet.", d.o.Slug+".example", d.Radicale.URL)
}

// declining is the event with its owner's answer.
func declining(uid string, at time.Time, owner string) string {
	const layout = "20060102T150405Z"
	return strings.Join([]string{"BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//e2e//EN", "BEGIN:VEVENT", "UID:" + uid,
		"DTSTAMP:" + at.Format(layout), "DTSTART:" + at.Format(layout), "DTEND:" + at.Add(time.Hour).Format(layout),
		"SUMMARY:Interview", "ATTENDEE;PARTSTAT=DECLINED:mailto:" + owner, "END:VEVENT", "END:VCALENDAR", ""}, "\r\n")
}
