package web_test

import (
	"net/http"
	"strings"
	"testing"

	"litmus/models"
	"litmus/models/act"
)

// TestRevokedLinks proves that the links of one candidate can be revoked: the old ones answer 410 to every request, in
// words and with what was typed, and the new ones open the same pages.
func TestRevokedLinks(t *testing.T) {
	t.Parallel()
	t.Run("of an assessment", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		c, path := f.invite(cleo, "takehome")
		_, other := f.invite("other@c.example", "takehome")
		f.post(path + "/start").want(http.StatusSeeOther)
		f.post(path+"/draft", "text", "my draft").want(http.StatusSeeOther)
		revoked, mode, err := f.Candidates.RevokeLinks(ctx, act.By{}, candidateOf(path))
		f.must(err)
		if mode != models.DeliveryAsync || revoked.AccessEpoch != 1 || revoked.ID != c.ID ||
			revoked.Revision <= c.Revision {
			t.Errorf("revoked, the candidate of a %s assessment is %+v", mode, revoked)
		}
		before := f.rows()
		f.get(path).want(http.StatusGone, "This link was withdrawn").lacks("my draft")
		f.post(path+"/start").want(http.StatusGone, "This link was withdrawn")
		for _, action := range []string{"/draft", "/submit"} {
			r := f.post(path+action, "text", "hours of work", "links", "").want(http.StatusGone,
				"what you typed was not saved")
			equal(t, "what was typed", strings.TrimSpace(content(r.element("typed"))), "hours of work")
		}
		f.unchanged(before, "a revoked link")
		f.get(other).want(http.StatusOK) // those of others stay valid
		fresh := secret.InvitationPath(mode, c.OrgID, c.ID, revoked.AccessEpoch)
		f.get(fresh).want(http.StatusOK, "my draft")
		f.get(secret.InvitationPath(mode, c.OrgID, c.ID, 2)).want(http.StatusGone) // an epoch that was not reached yet
	})
	t.Run("of picking a time", func(t *testing.T) {
		t.Parallel()
		f := open(t)
		c, path := f.invite(cleo, "design")
		f.get(path).want(http.StatusOK)
		revoked, mode, err := f.Candidates.RevokeLinks(ctx, act.By{}, candidateOf(path))
		f.must(err)
		before := f.rows()
		f.get(path).want(http.StatusGone, "This link was withdrawn")
		f.get(path + "/calendar.ics").want(http.StatusGone)
		f.post(path, "start", models.FormatInstant(on(4, 15, 0)), "zone", "UTC").want(http.StatusGone,
			"This link was withdrawn")
		f.get(assessmentPath(c)).want(http.StatusGone) // both pages are the candidate's
		f.unchanged(before, "a revoked link")
		f.get(secret.InvitationPath(mode, c.OrgID, c.ID, revoked.AccessEpoch)).want(http.StatusOK)
		f.get(secret.AssessmentPath(c.OrgID, c.ID, revoked.AccessEpoch)).want(http.StatusOK)
	})
}
