package e2e

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

var answerLink = regexp.MustCompile(`http://\S+/r/[0-9A-Za-z_-]+`)

// P10: the link of a letter asks, and a form declines. That asks the hiring team for a replacement, and the seat stays
// theirs until somebody changes that.
func TestCannotMakeIt(t *testing.T) {
	t.Parallel()
	o := NewOrg(t)
	bram, dora := o.Email("bram"), o.Email("dora")
	id := o.try(t, "a", "2032-06-01T10:00:00Z", "", "panel", []string{bram, dora}).Want(201).Text("interview.id")
	page := func(r *Response, says string) {
		t.Helper()
		if !strings.Contains(string(r.Body), says) {
			t.Errorf("the page lacks %q:\n%s", says, r.Body)
		}
	}
	responses := func() string {
		r := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
		return r.Text("panel.0.response") + "," + r.Text("panel.1.response")
	}
	link := o.linkFor(t, "dora", answerLink)
	if strings.Contains(link, "dora") || link == o.linkFor(t, "bram", answerLink) {
		t.Errorf("the link is %s", link)
	}
	page(o.Get(t, link).Want(200), "Can you not make it?")
	if got := responses(); got != "," {
		t.Errorf("after a look they answered %q", got)
	}
	o.Post(t, link, nil, "why", "I am ill.").Want(303)
	page(o.Get(t, link).Want(200), "The hiring team knows")
	if got := responses(); got != ",declined" {
		t.Errorf("they answered %q", got)
	}
	o.LettersWhen(t, o.Email("desk"), "who cannot make it", func(letters []Letter) bool {
		return len(letters) > 0 && strings.Contains(letters[0].Subject, "Replacement wanted") &&
			letters[0].tells("Dora Quillon says that they cannot make it", "I am ill.", dora)
	})
	// At another time it is another answer, and another link.
	o.try(t, "a", "2032-06-02T10:00:00Z", "", "panel", []string{bram, dora}, "replace_existing", true).Want(201)
	if got := responses(); got != "," {
		t.Errorf("after it was moved they answered %q", got)
	}
	page(o.Get(t, link).Want(410), "was moved")
}

// replying is what a calendar program answers to an invitation.
func replying(to, uid, attendee, response string, sequence int) string {
	return strings.Join([]string{"From: " + attendee, "To: " + to, "Subject: Re: Interview", "MIME-Version: 1.0",
		"Content-Type: text/calendar; charset=utf-8; method=REPLY", "", "BEGIN:VCALENDAR", "VERSION:2.0",
		"PRODID:-//e2e//EN", "METHOD:REPLY", "BEGIN:VEVENT", "UID:" + uid, "SEQUENCE:" + fmt.Sprint(sequence),
		"DTSTAMP:20310101T100000Z", "ORGANIZER:mailto:" + to,
		"ATTENDEE;PARTSTAT=" + response + ":mailto:" + attendee, "END:VEVENT", "END:VCALENDAR", ""}, "\n")
}

// P10: what a calendar program answers by mail counts at the secret address of its recipient alone.
func TestAnswersByMail(t *testing.T) {
	t.Parallel()
	server, mailbox := StartScripted(t), StartDovecot(t)
	s := Start(t, Env("LITMUS_SMTP_URL="+server.URL), Env("LITMUS_IMAP_URL="+mailbox.URL),
		Env("LITMUS_RETURN_ADDRESS=Returns@hire.example"))
	o := s.NewOrg(t)
	bram, ilse := o.Email("bram"), o.Email("ilse")
	id := o.try(t, "a", "2032-06-01T10:00:00Z", "", "panel", []string{bram, ilse}).Want(201).Text("interview.id")
	o.Settled(t, letterTimeout, id)
	invited := func(email string) Event {
		t.Helper()
		got := server.Accepted(email)
		if len(got) != 1 {
			t.Fatalf("%d letters to %s, want one", len(got), email)
		}
		_, _, parts := takeApart(t, got[0].Raw)
		for _, p := range parts {
			if p.Type == "text/calendar" {
				return events(t, email, string(p.Body))[0]
			}
		}
		t.Fatalf("the letter to %s has no event", email)
		return Event{}
	}
	of := invited(bram)
	secret, others := of.Organizer, invited(ilse).Organizer
	if !strings.HasPrefix(secret, "returns+"+id+".") || !strings.HasSuffix(secret, "@hire.example") ||
		secret == others {
		t.Fatalf("the events are answered to %s and %s", secret, others)
	}
	s.Stop(t) // the mailbox is read when a worker starts, and every minute
	right := replying(strings.ToUpper(secret[:1])+secret[1:], of.UID, bram, "DECLINED", of.Sequence)
	for _, message := range []string{
		replying("returns@hire.example", of.UID, ilse, "DECLINED", of.Sequence),
		replying(server.Accepted(ilse)[0].From, of.UID, ilse, "DECLINED", of.Sequence), // where letters come back
		replying(secret, of.UID, ilse, "DECLINED", of.Sequence),
		replying(others, "int_other@hire.example", ilse, "DECLINED", of.Sequence),
		replying(others, of.UID, ilse, "DECLINED", of.Sequence-1),
		replying(others, of.UID, ilse, "DELEGATED", of.Sequence),
		replying(others, of.UID, ilse, "DECLINED", of.Sequence) + strings.Repeat("X", 100<<10),
		strings.Replace(replying(others, of.UID, ilse, "DECLINED", of.Sequence), "END:VEVENT", "END:", 1),
		right, right, // programs may send it twice
	} {
		mailbox.Deliver(t, message)
	}
	s.Restart(t)
	Until(t, letterTimeout, "the mailbox to be read", func() (bool, string) {
		n := mailbox.Unread(t)
		return n == 0, fmt.Sprint(n, " unread")
	})
	r := o.Do(t, "GET", "/interviews/"+id, nil).Want(200)
	if r.Text("panel.0.response") != "declined" || r.Text("panel.1.response") != "" {
		t.Errorf("they answered %s", r.Body)
	}
	Until(t, letterTimeout, "a letter to the hiring team", func() (bool, string) {
		return len(server.Accepted(o.Email("desk"))) == 1, ""
	})
	if said := s.Log.String(); strings.Contains(said, "bram@") || strings.Contains(said, secret) {
		t.Error("the log has an address")
	}
}
