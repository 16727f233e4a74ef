package letters

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
)

// joined returns a typical letter to somebody who was made a member with that role.
func joined(role models.MemberRole) MemberAdded {
	return MemberAdded{
		To: Party{"Kit Ortiz", "kit@acme.example"}, Organization: "Acme Robotics",
		From: "Acme Hiring <hiring@acme.example>", Stamp: time.Date(2031, 3, 3, 15, 0, 0, 0, time.UTC),
		MessageID: "sgn_0193ab.1.member_added@litmus.acme.example", Host: "litmus.acme.example", Role: role,
		By: Party{"Ada Root", "ada@acme.example"}, URL: "https://litmus.acme.example/dashboard/signin",
	}
}

func TestMemberAdded(t *testing.T) {
	t.Parallel()
	for _, role := range models.MemberRoles {
		t.Run("writes to a new "+string(role), func(t *testing.T) {
			t.Parallel()
			m := wantGolden(t, "member_added_"+string(role), joined(role))
			if m.ICS != nil {
				t.Errorf("it has an event:\n%s", m.ICS)
			}
		})
	}
	unknown := joined(models.Recruiter)
	unknown.By = Party{}
	if m := render(t, unknown); !strings.HasPrefix(m.Subject, "A colleague added you") {
		t.Errorf("of nobody it says %q", m.Subject)
	}
	either, only := joined(models.Recruiter), joined(models.Interviewer)
	either.Provider, only.Provider, only.OnlyProvider = "login.acme.example", "Google", true
	linked := joined(models.Recruiter)
	linked.Zone, linked.Link = "America/New_York", "https://litmus.acme.example/dashboard/in/token1"
	linked.Expires = linked.Stamp.Add(24 * time.Hour)
	both := linked
	both.Provider = "Google"
	for name, l := range map[string]MemberAdded{"either": either, "provider": only, "link": linked,
		"link_or_provider": both} {
		m := render(t, l)
		golden(t, "member_added_by_"+name+".txt", m.Text)
		golden(t, "member_added_by_"+name+".html", m.HTML)
	}
	wantRefused(t, func() MemberAdded { return joined(models.Admin) }, map[string]func(*MemberAdded){
		"no Message-ID":                 func(l *MemberAdded) { l.MessageID = "" },
		"no date":                       func(l *MemberAdded) { l.Stamp = time.Time{} },
		"a role that there is not":      func(l *MemberAdded) { l.Role = "owner" },
		"no provider, and no other way": func(l *MemberAdded) { l.OnlyProvider = true },
		"a link without an end":         func(l *MemberAdded) { l.Link = "https://litmus.acme.example/dashboard/in/x" },
		"a link where nobody may use it": func(l *MemberAdded) {
			l.Link, l.Expires = "https://litmus.acme.example/dashboard/in/x", l.Stamp.Add(time.Hour)
			l.Provider, l.OnlyProvider = "Google", true
		},
		"no page to sign in": func(l *MemberAdded) { l.URL = "javascript:alert(1)" },
	})
}
