package web_test

import (
	"net/http"
	"slices"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/booking"
)

// TestProposal proves that a candidate whom no time suits proposes others in the zone of the page, while picking and
// while they have an interview; that what is refused is said in words and keeps what was typed; and that it books
// nothing.
func TestProposal(t *testing.T) {
	t.Parallel()
	t.Run("picking", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		c, path := f.invite(cleo, "design")
		r := f.get(path+"?zone=Asia/Kathmandu").want(http.StatusOK, "None of these times suits me",
			"Times are in Kathmandu time, and the interview takes 1 hour")
		form := func(rows ...string) []string { return append(r.fields("proposal-form")[:2:2], rows...) }
		rows := f.rows()
		for typed, want := range map[string]string{"": "type from when to when", "soon": "is not clear from “soon”",
			"9-9:30": "does not fit into 09:00-09:30"} {
			day := "2031-03-04"
			if typed == "" {
				day = ""
			}
			refused := f.post(path+"/proposal", form("date", day, "hours", typed, "text", "after <b>work</b>")...)
			refused.want(http.StatusBadRequest, want)
			if typed != "" && (attr(refused.element("proposal-date-0"), "value") != day ||
				attr(refused.element("proposal-hours-0"), "value") != typed ||
				!strings.Contains(content(refused.element("proposal-note")), "after <b>work</b>")) {
				t.Errorf("%q is lost", typed)
			}
		}
		f.post(path+"/proposal", form("date", "2031-03-02", "hours", "9-12")...).want(http.StatusBadRequest, "over already")
		f.unchanged(rows, "refused forms")
		good := form("date", "2031-03-05", "hours", "9am-noon", "date", "", "hours", "", "text", "after work")
		shown := f.browser().follow(f.post(path+"/proposal", good...)).want(http.StatusOK, "The hiring team has the times",
			"Wednesday, 5 March 2031, 09:00–12:00 (Kathmandu time, UTC+5:45)", "has not answered yet")
		rows = f.rows()
		f.post(path+"/proposal", good...).want(http.StatusSeeOther)
		f.unchanged(rows, "a form that is sent twice")
		p, err := f.Candidates.Proposal(ctx, models.Ref{OrgID: c.OrgID, ID: c.ID})
		f.must(err)
		if len(p.Times) != 1 || !p.Times[0].From.Equal(on(5, 3, 15)) || p.Zone != "Asia/Kathmandu" ||
			p.Note != "after work" {
			t.Errorf("stored is %+v", p)
		}
		f.browser().follow(f.post(path+"/proposal", append(shown.fields("proposal-form"), "withdraw", "1")...)).want(
			http.StatusOK, "is withdrawn").lacks("has not answered yet")
	})
	t.Run("with an interview", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		i := f.book(cleo, on(5, 9, 0)).Interview
		path := sessionPath(i)
		good := append(f.get(path).fields("proposal-form")[:2:2], "date", "2031-03-06", "hours", "9-12")
		r := f.browser().follow(f.post(path+"/proposal", good...)).want(http.StatusOK, "has not answered yet").
			lacks("6 March 2031, 09:00")
		if r.find("proposal-form") != nil {
			t.Error("who else has the address can withdraw or replace it")
		}
		other := append(slices.Clone(good), "text", "rather then")
		f.post(path+"/proposal", other...).want(http.StatusConflict, "has not answered yet")
		f.post(path+"/proposal", append(slices.Clone(good), "withdraw", "1")...)
		p, err := f.Candidates.Proposal(ctx, models.Ref{OrgID: i.OrgID, ID: i.CandidateID})
		f.must(err)
		if p.Outcome != booking.ProposalOpen || p.Note != "" {
			t.Errorf("others made it %+v", p)
		}
		f.exec("update candidates set state = 'rejected'")
		if r := f.get(path).want(http.StatusOK); r.find("proposal") != nil || r.find("accommodation") != nil {
			t.Error("a form is offered that would be refused, since the candidate is rejected")
		}
		f.exec("update candidates set state = 'invited'")
		f.at(on(5, 9, 0))
		if f.get(path).want(http.StatusOK).find("proposal") != nil {
			t.Error("times can be proposed after the start")
		}
		f.post(path+"/proposal", good...).want(http.StatusConflict, "cannot be proposed here any more")
	})
}
