package e2e

import (
	"fmt"
	"strings"
	"testing"
)

// bounced is a report to an address that a letter could not be delivered (RFC 3464).
func bounced(to, recipient, action string) string {
	return fmt.Sprintf(`Return-Path: <>
From: MAILER-DAEMON@mx.example
To: %s
Subject: Undelivered mail of Casey
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary=b

--b
Content-Type: text/plain

Sorry.
--b
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example

Final-Recipient: rfc822; %s
Action: %s
Status: 5.1.1
Diagnostic-Code: smtp; 550 5.1.1 <%[2]s>: no such user
--b--
`, to, recipient, action)
}

// A letter that comes back counts as one that failed for good, by its own secret address alone: a report to another
// one, a delay and an answer change nothing, and everything in the mailbox is read once.
func TestLettersThatComeBack(t *testing.T) {
	t.Parallel()
	server, mailbox := StartScripted(t), StartDovecot(t)
	s := Start(t, Env("LITMUS_SMTP_URL="+server.URL), Env("LITMUS_IMAP_URL="+mailbox.URL),
		Env("LITMUS_RETURN_ADDRESS=Returns@hire.example"))
	o := s.NewOrg(t)
	nobody, ilse := o.Email("nobody"), o.Email("ilse")
	id := o.try(t, "nobody", "2032-06-01T10:00:00Z", ilse).Want(201).Text("interview.id")
	o.Settled(t, letterTimeout, id)
	from := func(to string) string {
		t.Helper()
		got := server.Accepted(to)
		if len(got) != 1 {
			t.Fatalf("%d letters to %s, want one", len(got), to)
		}
		return got[0].From
	}
	returns, briefing := from(nobody), from(ilse)
	local, _, _ := strings.Cut(returns, "@")
	if !strings.HasPrefix(returns, "Returns+"+id+".") || !strings.HasSuffix(returns, "@hire.example") ||
		len(local) > 64 || returns == briefing {
		t.Fatalf("letters come back to %s and %s", returns, briefing)
	}
	s.Stop(t) // the mailbox is read when a worker starts, and every minute
	guessed, domain, _ := strings.Cut(briefing, "@")
	forged := guessed[:strings.LastIndex(guessed, ".")] + ".aaaaaaaaaaaaa@" + domain
	for _, message := range []string{
		bounced(strings.ToLower(returns), nobody, "failed"),
		bounced(returns, nobody, "failed"), // servers may report twice
		bounced(briefing, ilse, "delayed"),
		bounced(forged, ilse, "failed"),
		bounced("returns@hire.example", ilse, "failed"),
		"From: " + ilse + "\nTo: " + briefing + "\nSubject: Re: briefing\n\nAction: failed\nStatus: 5.1.1\n",
	} {
		mailbox.Deliver(t, message)
	}
	s.Restart(t)
	Until(t, letterTimeout, "the mailbox to be read", func() (bool, string) {
		n := mailbox.Unread(t)
		return n == 0, fmt.Sprint(n, " unread")
	})
	for _, e := range s.Converged(t, id).Effects {
		switch {
		case e.Kind == "confirmation" && (!strings.Contains(e.State, "given up") || e.LastError != "mail_returned: 5.1.1"):
			t.Errorf("the letter that came back: %+v", e)
		case e.Kind == "briefing" && e.State != "done":
			t.Errorf("the letter of which nothing counts: %+v", e)
		}
	}
	if got := server.Accepted(nobody); len(got) != 1 {
		t.Errorf("%d letters to a mailbox that is not there", len(got))
	}
	// A change owes it anew, as a confirmation to who was never told.
	o.try(t, "nobody", "2032-06-02T10:00:00Z", ilse, "replace_existing", true).Want(201)
	Until(t, letterTimeout, "the next letter", func() (bool, string) { return len(server.Accepted(nobody)) == 2, "" })
	header, _, _ := takeApart(t, server.Accepted(nobody)[1].Raw)
	if subject := header.Get("Subject"); !strings.HasPrefix(subject, "Interview confirmed") {
		t.Errorf("the next letter is %q, want a confirmation", subject)
	}
	if said := s.Log.String(); strings.Contains(said, "nobody@") || strings.Contains(said, dovecotPassword) ||
		strings.Contains(said, returns) {
		t.Error("the log has an address, or the password")
	}
}
