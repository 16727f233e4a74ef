package desk

import (
	"bytes"
	"encoding/base64"
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// ChangedBits returns what a token is with another bit, for each of its bits.
func ChangedBits(t *testing.T, token string) (others []string) {
	t.Helper()
	raw, err := base64.RawURLEncoding.DecodeString(token)
	if err != nil {
		t.Fatal(err)
	}
	for n := range len(raw) * 8 {
		b := bytes.Clone(raw)
		b[n/8] ^= 1 << (n % 8)
		others = append(others, base64.RawURLEncoding.EncodeToString(b))
	}
	return others
}

// Named is an interview of Ann's on Monday at three.
func Named() models.Interview {
	i := Scheduled()
	i.InterviewerEmail = Ann
	return i
}

// PersonNamed returns the address of a person of the timetables.
func PersonNamed(t Failer, name string) string {
	t.Helper()
	all := map[string]string{"cleo": Cleo, "ann": Ann, "bob": Bob, "cho": Cho, "fay": Fay, "gus": Gus, "nobody": ""}
	email, ok := all[name]
	if !ok {
		t.Fatalf("nobody is called %q", name)
	}
	return email
}

// Play has what the timetable says happen to one interview.
func Play(l life, timetable string) {
	d := l.Base()
	d.T.Helper()
	for line := range strings.Lines(strings.TrimSpace(timetable)) {
		d.Line = strings.TrimSpace(line)
		event, said, delivered := strings.Cut(d.Line, ": ")
		var want []string
		if said != "nothing" {
			want = strings.Split(said, ", ")
		}
		switch {
		case event == "letters":
			d.Leaves(want...)
			continue
		case event != "":
			happen(l, strings.Fields(event))
		}
		if delivered {
			l.Shows(want...)
		}
	}
}

// Plays simulates lives of interviews that are written as timetables. Each line is something that happens, and after a
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
func Plays(t *testing.T, lives map[string]string) {
	t.Helper()
	for about, timetable := range lives {
		t.Run(about, func(t *testing.T) {
			Play(New(t), timetable)
		})
	}
}

// WantRefusal returns a check of what a call returns: its last result is an error of the kind that says the text, or
// none if the kind is 0.
func WantRefusal(t *testing.T, about string, kind models.Kind, says string) func(results ...any) {
	t.Helper()
	return func(results ...any) {
		t.Helper()
		err, _ := results[len(results)-1].(error)
		if models.KindOf(err) != kind || kind == 0 && err != nil || err != nil && !strings.Contains(err.Error(), says) {
			t.Errorf("%.100q: got %.1000v, want a refusal of kind %d that says %q", about, results, kind, says)
		}
	}
}

func happen(l life, words []string) {
	d := l.Base()
	d.T.Helper()
	rest := func(n int) string { return strings.Join(words[min(n, len(words)):], " ") }
	switch words[0] {
	case "told":
		d.Book(Mon(15, 0), PersonNamed(d.T, words[1]), Room)
		briefed := []string{words[1] + " briefing 15:00"}
		if words[1] == "nobody" {
			briefed = []string{"fay briefing 15:00 (stands in)", "gus briefing 15:00 (stands in)"}
		}
		d.Leaves(append(briefed, "cleo confirmation 15:00 +assessment")...)
	case "book":
		link := Room
		if words[len(words)-1] == "own" {
			link, words = "", words[:len(words)-1]
		}
		last := len(words) - 1
		d.Book(instantOf(d.T, words[1:last]), PersonNamed(d.T, words[last]), link)
	case "move":
		d.Book(instantOf(d.T, words[1:]), d.Interview.InterviewerEmail, d.Interview.MeetingLink)
	case "known":
		d.Candidate = *Known()
	case "import":
		d.Imports(PersonNamed(d.T, rest(1)))
	case "session":
		d.BookExternal(PersonNamed(d.T, rest(1)))
	case "use":
		d.Use()
	case "reassign":
		d.Reassign(PersonNamed(d.T, rest(1)))
	case "panel":
		var emails []string
		for _, name := range words[1:] {
			emails = append(emails, PersonNamed(d.T, name))
		}
		d.Panel(emails...)
	case "cancel":
		d.Cancel()
	case "end":
		d.EndCall()
	case "arrives":
		d.Arrives(rest(1))
	case "at":
		d.Now = instantOf(d.T, words[1:])
	case "calendar":
		d.Calendars[PersonNamed(d.T, words[1])] = strings.TrimPrefix(rest(2), "none")
	case "wants":
		if rest(1) == "notetaker" {
			d.Policy.Notetaker = true
		} else {
			d.Policy.Meeting = rest(1)
		}
	case "meets":
		if d.Interview.MeetingLink != rest(1) {
			d.T.Fatalf("it meets at %q, want %q", d.Interview.MeetingLink, rest(1))
		}
	case "again":
	default:
		n := slices.Index([]string{"accepts", "refuses", "defers", "vanishes", "forgotten"}, rest(1))
		if n < 0 {
			d.T.Fatalf("nothing is known of %q", words)
		}
		l.Answers(words[0], Answer(n))
	}
}

// life is what a timetable tells of: a desk or a stage.
type life interface {
	Base() *Desk
	Answers(who string, a Answer)
	Shows(want ...string) // delivers what is owed and checks what came of it
}

// instantOf reads a time such as "15:00" of Monday, or "Sun 14:59:59.999" of the week from Thursday.
func instantOf(t Failer, words []string) time.Time {
	t.Helper()
	day := 4
	if len(words) == 2 {
		day = slices.Index([]string{"Thu", "Fri", "Sat", "Sun", "Mon", "Tue", "Wed"}, words[0])
		words = words[1:]
	}
	layout := "2006-01-02 15:04:05"[:len("2006-01-02 ")+min(len(words[0]), len("15:04:05"))]
	at, err := time.Parse(layout, Thu.Format("2006-01-02 ")+words[0])
	if err != nil || day < 0 {
		t.Fatalf("no instant: %v, %v", words, err)
	}
	return at.AddDate(0, 0, day)
}
