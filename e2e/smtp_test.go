package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"litmus/internal/verify"
)

// shownEffect is an effect of `litmus interviews show --json`.
type shownEffect struct {
	State, LastError string
	Tries            int
}

// One recipient's refusal holds up nobody else; what failed for a while is tried again, what failed for good is shown
// and owed again only when the interview changes; no address leaves the database.
func TestMailFailures(t *testing.T) {
	t.Parallel()
	server := StartScripted(t)
	s := Start(t, Env("LITMUS_SMTP_URL="+server.URL))
	if s.Ready.Inbox != "" {
		t.Errorf("an inbox at %s beside a mail server of our own", s.Ready.Inbox)
	}
	o := s.NewOrg(t)
	refused, later, dropped, ilse := o.Email("refused"), o.Email("later"), o.Email("dropped"), o.Email("ilse")
	server.Script(func(to string, try int) error {
		switch {
		case to == refused:
			return &smtp.SMTPError{
				Code:         550,
				EnhancedCode: smtp.EnhancedCode{5, 1, 1},
				Message:      "no mailbox <" + to + "> of Casey here",
			}
		case to == later && try <= 2:
			return &smtp.SMTPError{Code: 451, EnhancedCode: smtp.EnhancedCode{4, 3, 0}, Message: "try again " + to}
		}
		return nil
	}, func(to string, try int) bool { return to == dropped && try == 1 })

	// A 201 confirms the booking, not that a letter arrives (§4 rule 6).
	book := func(candidate, start string) string {
		t.Helper()
		return o.try(t, candidate, start, ilse, "replace_existing", true).Want(201).Text("interview.id")
	}
	confirmation := func(interview string) (out []shownEffect) {
		t.Helper()
		for _, e := range s.Converged(t, interview).Effects {
			if e.Kind == "confirmation" {
				out = append(out, shownEffect{e.State, e.LastError, e.Tries})
			}
		}
		return out
	}
	first, second, third := book("refused", "2032-06-01T10:00:00Z"), book("later", "2032-06-02T10:00:00Z"),
		book("dropped", "2032-06-03T10:00:00Z")
	Until(t, letterTimeout, "the interviewer's letters", func() (bool, string) {
		n := len(server.Accepted(ilse))
		return n == 3, fmt.Sprint(n, " so far")
	})
	// 550 is final and shown without the address.
	e := confirmation(first)
	if len(e) != 1 {
		t.Fatalf("effects %+v, want one, given up at the first try", e)
	}
	verify.Each(t, "effects", verify.Fields{"State": {e[0].State, verify.Says{"given up"}}, "Tries": {e[0].Tries, 1},
		"LastError begins":      {e[0].LastError, verify.Begins("smtp_550: ")},
		"leaks(e[0].LastError)": {leaks(e[0].LastError), ""}})
	// 451 is tried again.
	if e := confirmation(second); len(e) != 1 || e[0].State != "done" || e[0].Tries != 3 ||
		len(server.Accepted(later)) != 1 {
		t.Errorf("effects %+v, accepted %d; want it done at the third try", e, len(server.Accepted(later)))
	}
	// A letter of unknown end goes again, identical.
	e, got := confirmation(third), server.Accepted(dropped)
	if len(e) != 1 || e[0].State != "done" || len(got) != 2 || !bytes.Equal(got[0].Raw, got[1].Raw) {
		t.Errorf("effects %+v, accepted %d times, want twice the same", e, len(got))
	}
	// A change owes it anew, as a confirmation to who was never told.
	server.Script(nil, nil)
	book("refused", "2032-06-04T10:00:00Z")
	Until(t, letterTimeout, "the letter", func() (bool, string) { return len(server.Accepted(refused)) > 0, "" })
	o.Converged(t, first)
	got = server.Accepted(refused)
	header, _, _ := takeApart(t, got[0].Raw)
	if subject := header.Get("Subject"); len(got) != 1 || !strings.HasPrefix(subject, "Interview confirmed") {
		t.Errorf("%d letters, the first %q, want a confirmation", len(got), subject)
	}
	checkRuns(t, s, []string{"interview/" + first, "interview/" + second, "interview/" + third}, "quillon", "casey",
		o.Slug+".example", "ilse@", "refused@", "no mailbox", "try again", "https://", "northwind", "imaging")
}

// Where no calendar is connected the service is the organizer (RFC 6047). What calendar programs make of the letters,
// which went through a mail server that is not ours (aiosmtpd) and are kept in a Maildir, is the same as in a connected
// calendar: the interview once, then not at all.
func TestCopyByMail(t *testing.T) {
	t.Parallel()
	box := filepath.Join(t.TempDir(), "box")
	address := startDaemon(t, "python3-aiosmtpd", "aiosmtpd", "--nosetuid", "--smtputf8", "--listen", "ADDRESS",
		"--class", "aiosmtpd.handlers.Mailbox", box)
	s := Start(t, Env("LITMUS_SMTP_URL=smtp://"+address))
	o := s.NewOrg(t)
	holds := func(person string) []icalendarEvent { return followed(t, box, o.Email(person)) }
	link := "https://meet." + o.Slug + ".example/room"
	one := func(person, id, start string) int {
		t.Helper()
		o.Converged(t, id) // a letter may follow the answer
		at, err := time.Parse(time.RFC3339, start)
		if err != nil {
			t.Fatal(err)
		}
		const isoformat = "2006-01-02T15:04:05-07:00"
		sequence := 0
		for _, who := range []string{person, "cora"} {
			// the candidate has it too, and keeps it when only the interviewer changes
			all := holds(who)
			if len(all) != 1 {
				t.Fatalf("the calendar of %s holds %d events: %+v", who, len(all), all)
			}
			e := all[0]
			verify.Each(t, who, verify.Fields{"UID": {e.UID, id + "@127.0.0.1"},
				"Start": {e.Start, at.Format(isoformat)}, "End": {e.End, at.Add(time.Hour).Format(isoformat)},
				"Organizer": {e.Organizer, "mailto:talent@" + o.Slug + ".example"}, "Status": {e.Status, "CONFIRMED"}})
			if who == person {
				sequence = e.Sequence
			}
		}
		return sequence
	}
	liveThrough(t, o, "ilse", "bram", link, one, func(person string) int { return len(holds(person)) })
	if all := holds("cora"); len(all) != 0 {
		t.Errorf("canceled, the candidate's calendar holds %+v", all)
	}
}

// followed is what a calendar holds whose owner's program follows the invitations in a Maildir: of each UID the one of
// the highest SEQUENCE counts, and a cancellation takes it away (RFC 5546 2.1.5).
func followed(t testing.TB, box, owner string) []icalendarEvent {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(box, "new", "*"))
	if err != nil {
		t.Fatal(err)
	}
	var parts []string
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		header, _, leaves := takeApart(t, raw)
		for _, leaf := range leaves {
			if leaf.Type == "text/calendar" && strings.Contains(header.Get("To"), owner) {
				parts = append(parts, string(leaf.Body))
			}
		}
	}
	last := map[string]icalendarEvent{}
	for _, e := range icalendar(t, parts) {
		if seen, ok := last[e.UID]; !ok || e.Sequence > seen.Sequence {
			last[e.UID] = e
		} else if e.Sequence == seen.Sequence && e.Method != seen.Method {
			t.Errorf("%s is both %s and %s with SEQUENCE %d", e.UID, seen.Method, e.Method, e.Sequence)
		}
	}
	var held []icalendarEvent
	for _, e := range last {
		if e.Method == "REQUEST" {
			held = append(held, e)
		}
	}
	return held
}
