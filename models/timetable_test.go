package models

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// life is what a timetable tells of: a desk or a stage.
type life interface {
	base() *desk
	answers(who string, a answer)
	shows(want ...string) // delivers what is owed and checks what came of it
}

func (d *desk) base() *desk { return d }

func (d *desk) shows(want ...string) { d.t.Helper(); d.leaves(want...) }

func (d *desk) answers(who string, a answer) { d.server[personNamed(d.t, who)] = a }

// plays simulates lives of interviews that are written as timetables. Each line is something that happens, and after a
// colon the letters that leave then; without a colon nothing is delivered yet. The interview is booked on Thursday at
// noon for Monday.
//
//	told ann         it is booked at 15:00 with a meeting link, and the first letters left
//	book 15:00 cho own: cleo confirmation 15:00, cho briefing 15:00
//	                 booked, or replaced, with Cho's own link if she has one
//	move Tue 17:00   replaced at another time, with the interviewer and link that it has
//	known            Cleo was known before
//	import ann       it comes from an applicant tracking system
//	session ann      replaced by a session by link
//	arrives https://meet.example/auto
//	                 a link was made in the background
//	calendar ann caldav
//	                 Ann has connected such a calendar, or none
//	cleo defers      how her mail server treats attempts from now on
//	at Sun 15:00     what time it is
//	again: nothing   what is owed is delivered again
//
// On a stage a colon is followed by what was done at other services, in order, and letters have lines of their own:
//
//	wants zoom, wants notetaker
//	                 what the organization has
//	event:ann defers how the service behind a target treats attempts from now on
//	meets https://zoom/1
//	                 where it meets now
//	letters: nothing the letters that leave
func plays(t *testing.T, lives map[string]string) {
	t.Helper()
	for about, timetable := range lives {
		t.Run(about, func(t *testing.T) {
			play(newDesk(t), timetable)
		})
	}
}

// play has what the timetable says happen to one interview.
func play(l life, timetable string) {
	d := l.base()
	d.t.Helper()
	for line := range strings.Lines(strings.TrimSpace(timetable)) {
		d.line = strings.TrimSpace(line)
		event, said, delivered := strings.Cut(d.line, ": ")
		var want []string
		if said != "nothing" {
			want = strings.Split(said, ", ")
		}
		switch {
		case event == "letters":
			d.leaves(want...)
			continue
		case event != "":
			happen(l, strings.Fields(event))
		}
		if delivered {
			l.shows(want...)
		}
	}
}

func happen(l life, words []string) {
	d := l.base()
	d.t.Helper()
	of := func(n int) string { return strings.Join(words[min(n, len(words)):], " ") }
	switch words[0] {
	case "told":
		d.book(mon(15, 0), personNamed(d.t, words[1]), room)
		briefed := []string{words[1] + " briefing 15:00"}
		if words[1] == "nobody" {
			briefed = []string{"fay briefing 15:00 (stands in)", "gus briefing 15:00 (stands in)"}
		}
		d.leaves(append(briefed, "cleo confirmation 15:00 +assessment")...)
	case "book":
		link := room
		if words[len(words)-1] == "own" {
			link, words = "", words[:len(words)-1]
		}
		last := len(words) - 1
		d.book(instantOf(d.t, words[1:last]), personNamed(d.t, words[last]), link)
	case "move":
		d.book(instantOf(d.t, words[1:]), d.i.InterviewerEmail, d.i.MeetingLink)
	case "known":
		d.who = *known()
	case "import":
		d.imports(personNamed(d.t, of(1)))
	case "session":
		d.bookExternal(personNamed(d.t, of(1)))
	case "use":
		d.use()
	case "reassign":
		d.reassign(personNamed(d.t, of(1)))
	case "cancel":
		d.cancel()
	case "end":
		d.endCall()
	case "arrives":
		d.arrives(of(1))
	case "at":
		d.now = instantOf(d.t, words[1:])
	case "calendar":
		d.calendars[personNamed(d.t, words[1])] = strings.TrimPrefix(of(2), "none")
	case "wants":
		if of(1) == "notetaker" {
			d.policy.Notetaker = true
		} else {
			d.policy.Meeting = of(1)
		}
	case "meets":
		if d.i.MeetingLink != of(1) {
			d.t.Fatalf("it meets at %q, want %q", d.i.MeetingLink, of(1))
		}
	case "again":
	default:
		n := slices.Index([]string{"accepts", "refuses", "defers", "vanishes", "forgotten"}, of(1))
		if n < 0 {
			d.t.Fatalf("nothing is known of %q", words)
		}
		l.answers(words[0], answer(n))
	}
}

// instantOf reads a time such as "15:00" of Monday, or "Sun 14:59:59.999" of the week from Thursday.
func instantOf(t failer, words []string) time.Time {
	t.Helper()
	day := 4
	if len(words) == 2 {
		day = slices.Index([]string{"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"}, words[0])
		words = words[1:]
	}
	layout := "2006-01-02 15:04:05"[:len("2006-01-02 ")+min(len(words[0]), len("15:04:05"))]
	at, err := time.Parse(layout, thu.Format("2006-01-02 ")+words[0])
	if err != nil || day < 0 {
		t.Fatalf("no instant: %v, %v", words, err)
	}
	return at.AddDate(0, 0, day)
}

// personNamed returns the address of a person of the timetables.
func personNamed(t failer, name string) string {
	t.Helper()
	all := map[string]string{"cleo": cleo, "ann": ann, "bob": bob, "cho": cho, "fay": fay, "gus": gus, "nobody": ""}
	email, ok := all[name]
	if !ok {
		t.Fatalf("nobody is called %q", name)
	}
	return email
}
