package e2e

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"litmus/testdb"
)

// D27: the service is killed when the mail server has taken a letter of news, and the ledger does not know that yet.
// Started again it sends the same letter once more, with the same Message-ID. The change is not lost, and no other
// letter tells of it.
func TestNewsKilled(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		server := StartScripted(t)
		s := Start(t, Env("LITMUS_SMTP_URL="+server.URL), KeepPorts(), Database(url))
		o := s.NewOrg(t, newsDesk[0], strings.Replace(newsDesk[1], ", desk@northwind.example", "", 1))
		root := o.Email("root")
		taken, dead := make(chan struct{}), make(chan struct{})
		server.Script(nil, func(to string, try int) bool {
			if to != root || try > 1 {
				return false
			}
			close(taken)
			<-dead
			return true
		})
		start := daysAhead(4, 9, 0)
		o.Offer(t, "graduates", "host-0", start)
		o.Invite(t, "killed", "graduates", "portfolio").Want(201)
		var link string
		Until(t, letterTimeout, "the link to pick a time", func() (bool, string) {
			for _, a := range server.Accepted(o.Email("killed")) {
				_, _, leaves := takeApart(t, a.Raw)
				for _, l := range leaves {
					if l.Type == "text/plain" {
						link = scheduleLink.FindString(string(l.Body))
					}
				}
			}
			return link != "", "no letter has it"
		})
		o.Post(t, link, []string{"Sec-Fetch-Site", "same-origin"}, "start", answered(start), "zone", "UTC").Want(303)
		<-taken
		s.Kill9(t)
		close(dead)
		count := func(what string) string {
			t.Helper()
			return s.column(t, "select count(*) from effects where kind = 'news' and "+what+" and org_id = $1",
				o.IDs.Organization)
		}
		s.Restart(t)
		Until(t, afterCrash, "the letter to be noted", func() (bool, string) {
			return count("state = 'done'") == "1", fmt.Sprint(len(server.Accepted(root)), " letters were taken")
		})
		if got := count("tries = 2"); got != "1" {
			t.Errorf("%s letters were tried twice, want the one", got)
		}
		told := server.Accepted(root)
		if len(told) != 2 || !bytes.Equal(told[0].Raw, told[1].Raw) {
			t.Fatalf("the mail server took %d letters, want the same one twice", len(told))
		}
		header, _, _ := takeApart(t, told[0].Raw)
		if header.Get("Message-ID") == "" || !strings.Contains(header.Get("Subject"), " picked ") {
			t.Errorf("the letter is %q with the Message-ID %q", header.Get("Subject"), header.Get("Message-ID"))
		}
		if left := s.column(t, "select count(*) from news_items where org_id = $1", o.IDs.Organization); left != "0" {
			t.Errorf("%s changes are still to be told, want none", left)
		}
	})
}
