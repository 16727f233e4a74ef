package dashboard

import (
	"time"

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
func sessions(v *visit) (answer, error) {
	list, err := v.Store.Team.Sessions(v.Context(), v.org.ID, v.member.Email)
	if err != nil {
		return answer{}, err
	}
	view := sessionsView{}
	for _, b := range list {
		view.Sessions = append(view.Sessions, sessionRow{b.ID, b.Label, b.CreatedAt, b.SeenAt, b.ID == v.session.ID})
	}
	return v.show("sessions", "Where you are signed in", view).
		lead("A session ends 12 hours after its last use, and 7 days after it began."), nil
}

// endSession signs the member out of one of their sessions.
func endSession(v *visit) (answer, error) {
	id := v.field("id")
	if err := v.Store.Team.EndSession(v.Context(), v.org.ID, v.member.Email, id); err != nil {
		return answer{}, err
	}
	if id == v.session.ID {
		return left(v), nil
	}
	return redirectNote("/dashboard/sessions", "That browser is signed out."), nil
}

// endSessions signs the member out everywhere.
func endSessions(v *visit) (answer, error) {
	if err := v.Store.Team.EndSessions(v.Context(), v.org.ID, v.member.Email); err != nil {
		return answer{}, err
	}
	return left(v), nil
}

// signOut signs the member out of this browser.
func signOut(v *visit) (answer, error) {
	err := v.Store.Team.EndSession(v.Context(), v.org.ID, v.member.Email, v.session.ID)
	if models.KindOf(err) == models.NotFound { // another tab was faster
		err = nil
	}
	if err != nil {
		return answer{}, err
	}
	return left(v), nil
}

// left is the answer to somebody who has signed out.
func left(v *visit) answer {
	a := redirect("/dashboard/signed-out")
	a.cookies = append(a.cookies, v.sessionCookie("", -time.Second))
	return a
}

// signedOut serves the page after signing out, which makes the browser forget what it keeps for members.
func signedOut(v *visit) (answer, error) {
	a := v.show("signed-out", "You are signed out", nil)
	a.page.DraftsEnd = memberDrafts
	return a, nil
}
