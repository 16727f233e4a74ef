package signin

import (
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
)

// sessionsView is the page with the browsers in which a member is signed in.
type sessionsView struct{ Sessions []sessionRow }

type sessionRow struct {
	ID, Label   string
	Began, Seen time.Time
	Current     bool
}

// sessions lists the browsers in which the member is signed in to this organization (D8).
func sessions(v *site.Visit) (site.Answer, error) {
	list, err := v.Store.Team.Sessions(v.Context(), v.Org.ID, v.Member.Email)
	if err != nil {
		return site.Answer{}, err
	}
	view := sessionsView{}
	for _, b := range list {
		view.Sessions = append(view.Sessions, sessionRow{b.ID, b.Label, b.CreatedAt, b.SeenAt, b.ID == v.Session.ID})
	}
	return v.Show("sessions", "Where you are signed in", view).
		Lead("A session ends 12 hours after its last use, and 7 days after it began."), nil
}

// endSession signs the member out of one of their sessions.
func endSession(v *site.Visit) (site.Answer, error) {
	id := v.Field("id")
	if err := v.Store.Team.EndSession(v.Context(), v.Org.ID, v.Member.Email, id); err != nil {
		return site.Answer{}, err
	}
	if id == v.Session.ID {
		return left(v), nil
	}
	return site.RedirectNote("/dashboard/sessions", "That browser is signed out."), nil
}

// endSessions signs the member out everywhere.
func endSessions(v *site.Visit) (site.Answer, error) {
	if err := v.Store.Team.EndSessions(v.Context(), v.Org.ID, v.Member.Email); err != nil {
		return site.Answer{}, err
	}
	return left(v), nil
}

// signOut signs the member out of this browser.
func signOut(v *site.Visit) (site.Answer, error) {
	err := v.Store.Team.EndSession(v.Context(), v.Org.ID, v.Member.Email, v.Session.ID)
	if models.KindOf(err) == models.NotFound { // another tab was faster
		err = nil
	}
	if err != nil {
		return site.Answer{}, err
	}
	return left(v), nil
}

// left is the answer to somebody who has signed out.
func left(v *site.Visit) site.Answer {
	a := site.Redirect("/dashboard/signed-out")
	a.Cookies = append(a.Cookies, v.SessionCookie("", -time.Second))
	return a
}

// signedOut serves the page after signing out, which makes the browser forget what it keeps for members.
func signedOut(v *site.Visit) (site.Answer, error) {
	a := v.Show("signed-out", "You are signed out", nil)
	a.Page.DraftsEnd = site.MemberDrafts
	return a, nil
}
