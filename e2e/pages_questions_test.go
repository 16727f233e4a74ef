package e2e

import (
	"strings"
	"testing"
)

// D23 and D27: the candidate's pages name to whom they write, and letters are answered there: the posting's first
// recruiter, else the organization's address for questions.
func TestWhomCandidatesWriteTo(t *testing.T) {
	t.Parallel()
	o := NewOrg(t, "  invite_days: 14", "  invite_days: 14\n  support_email: jobs@northwind.example",
		"    title: Graduate cohort", "    title: Graduate cohort\n    recruiters: [root@northwind.example]")
	o.Book(t, "cleo")
	takeHome := o.Invite(t, "tam", "engineer", "lens").Want(201).Text("invite_url")
	picks := o.Invite(t, "pim", "graduates", "portfolio").Want(201).Text("invite_url")
	link := o.External("ext")
	for page, want := range map[string]string{
		o.linkFor(t, "cleo", sessionLink): o.Email("jobs"), takeHome: o.Email("jobs"), picks: o.Email("root"),
		o.Do(t, "POST", "/interviews", link).Want(201).Text("candidate_link"): o.Email("jobs"),
	} {
		if said := string(o.Get(t, page).Want(200).Body); !strings.Contains(said, `<a href="mailto:`+want+`">`) {
			t.Errorf("the page does not name %s:\n%s", want, said)
		}
	}
	for who, want := range map[string]string{"cleo": o.Email("jobs"), "tam": o.Email("jobs"), "pim": o.Email("root")} {
		raw := string(o.Raw(t, o.Letters(t, o.Email(who), 1)[0]))
		if !strings.Contains(raw, "\r\nReply-To: <"+want+">\r\n") && !strings.Contains(raw, "Reply-To: "+want) {
			head, _, _ := strings.Cut(raw, "\r\n\r\n")
			t.Errorf("the letter is not answered to %s:\n%s", want, head)
		}
	}
}
