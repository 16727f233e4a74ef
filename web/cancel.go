package web

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/phrases"
	"litmus/store/effects"
)

// cancelPath is what a page's path has behind it for the page on which a candidate cancels.
const cancelPath = "/cancel"

// cancel serves the page on which a candidate cancels their interview: a GET asks, and a POST cancels. A form that is
// sent twice cancels once; one that cannot cancel is answered with the reason, and with what was typed.
func (s *Site) cancel(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil {
		return answer{}, err
	}
	i, dead, err := s.toCancel(v, e, dead)
	if err != nil || dead.page != nil || dead.to != "" {
		return dead, err
	}
	c, err := s.correspondence(v, i)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(i.TimeZone)
	if v.form == nil {
		return v.askCancel(e, i, c, http.StatusOK, nil), nil
	}
	shown, err := models.ParseInstant("start", v.form.Get("start"))
	if err != nil {
		return v.askCancel(e, i, c, http.StatusBadRequest, &message{Text: v.in.Canceling.BadForm}), nil
	}
	why, err := models.NewReason(v.form.Get("why"), true)
	if err != nil {
		n := utf8.RuneCountInString(strings.Join(strings.Fields(v.form.Get("why")), " ")) // as the rule counts
		return v.askCancel(e, i, c, http.StatusBadRequest, &message{
			Text: phrases.Fill(v.in.Canceling.WhyLong, "{count}", v.in.Number(n)), Field: "why"}), nil
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	row, _, err := s.Acts.Bookings.CancelByCandidate(v.Context(), models.Ref{OrgID: i.OrgID, ID: i.CandidateID}, i.ID,
		shown, why)
	switch {
	case models.KindOf(err) == models.Conflict: // it is shown as it is by now
		return v.askCancel(e, row.Interview, c, http.StatusConflict, &message{Text: v.in.Canceling.MovedSince}), nil
	case err != nil:
		return answer{}, err
	}
	return answer{to: v.here(e.path+cancelPath, "interview", e.named(i))}, nil
}

// toCancel returns the interview that the page cancels. The link of a session names it, also once that was revoked by
// the cancellation; what was typed for a link that is out of date is shown, so that it can be copied. The form of
// another link, and the page after it, name the interview themselves: by then the candidate has none any more, or
// another one.
func (s *Site) toCancel(v *visit, e entry, dead answer) (i models.Interview, _ answer, err error) {
	i = e.row.Interview
	switch {
	case dead.page != nil && i.CanceledAt == nil:
		if why := plain(v.form.Get("why")); why != "" && dead.status == http.StatusGone {
			dead.page.Body = &typedView{T: v.in.Language, Text: why}
		}
		return i, dead, nil
	case e.Door == candidacy.BySession:
		if _, epoch, _ := v.signed(keyring.LinkSession); i.CanceledAt != nil && epoch != i.AccessEpoch-1 {
			return i, gone(v.in.Canceled), nil // not the link that the cancellation revoked, but an older one
		}
		return i, answer{}, nil
	}
	if id := v.param("interview"); id != "" {
		row, err := s.Store.Interviews.Interview(v.Context(), e.candidate.OrgID, id)
		if err == nil && row.CandidateID != e.candidate.ID {
			return i, v.unknown(), nil
		}
		return row.Interview, answer{}, err
	}
	has, _, err := s.interviewOf(v, e)
	if err == nil && (has == nil || has.Unused()) {
		v.chooseZone()
		return i, answer{to: v.here(e.path)}, nil
	}
	if err == nil {
		i = *has
	}
	return i, answer{}, err
}

// named is the interview's id where the link does not name it.
func (e entry) named(i models.Interview) string {
	if e.row.ID != "" {
		return ""
	}
	return i.ID
}

// reasonView is the field for the reason.
type reasonView struct {
	Hint string
	Text string
	Bad  bool
}

// askCancel asks, says that the interview is canceled, or why it cannot be. said is what was wrong with a form.
func (v *visit) askCancel(e entry, i models.Interview, c effects.Correspondence, status int, said *message) answer {
	t := &v.in.Canceling
	why, reason := plain(v.form.Get("why")), booking.CanCancel(c.Organization, i, v.now)
	body := &interviewView{T: v.in.Language, Facts: v.facts(i, c)}
	p := &page{name: "interview", Organization: c.OrganizationName, WriteTo: c.ReplyTo, Body: body}
	n := t.Ask
	body.Parts = candidacy.PartsOf(e.Door, candidacy.StateCanceled, c.Picking(nil), "", v.now)
	switch {
	case i.CanceledAt != nil:
		n, body.Note = t.Done, v.afterwards(e, c)
		if !e.May(candidacy.RightPick) { // the link was revoked, and says no more than it has to
			body.Facts = nil
		} else if c.Picking(nil).CanPick(v.now) == "" {
			body.Pick = v.here(e.path)
		}
	case reason != "":
		body.Back = v.here(e.path)
		n = phrases.Notice{Heading: t.Refused, Lead: map[string]string{booking.CancelFixed: t.Fixed,
			booking.CancelTooLate: t.TooLate, booking.CancelOver: t.Over}[reason]}
		if why != "" {
			body.Typed = &typedView{T: v.in.Language, Text: why}
		}
	default:
		ask := &reviewView{T: v.in.Language, Facts: body.Facts, Note: v.afterwards(e, c), Form: "cancel",
			Action: e.path + cancelPath, Button: t.Button, Back: v.here(e.path), Keep: t.Keep,
			Reason: &reasonView{t.WhyHint, why, said != nil && said.Field != ""}}
		if e.May(candidacy.RightPick) && c.Picking(&i).CanPick(v.now) == "" {
			ask.Change = v.here(e.path, "change", "1")
		}
		for _, f := range []hidden{{"start", i.StartsAt.UTC().Format(time.RFC3339Nano)}, {"interview", e.named(i)},
			{"zone", v.param("zone")}} {
			if f.Value != "" {
				ask.Fields = append(ask.Fields, f)
			}
		}
		p.name, p.Body, p.Message = "review", ask, said
	}
	n = n.About("{organization}", c.OrganizationName)
	p.Heading, p.Lead = n.Heading, n.Lead
	return answer{status: status, page: v.timed(p)}
}

// afterwards says what comes of the candidate's invitation once the interview is canceled. Where they go on from the
// page of the interview only the letter leads to the times: its own link is in calendars that others can read.
func (v *visit) afterwards(e entry, c effects.Correspondence) string {
	t, p := &v.in.Canceling, c.Picking(nil)
	if p.CanPick(v.now) != "" {
		return phrases.Fill(t.ThenTeam, "{organization}", c.OrganizationName)
	}
	says := t.ThenPickOpen
	if end := p.Candidate.OpenUntil(false); end != nil {
		says = phrases.Fill(t.ThenPick, "{time}", v.in.At(*end, v.zone))
	}
	if !e.May(candidacy.RightPick) {
		says += " " + t.ByLetter
	}
	return says
}
