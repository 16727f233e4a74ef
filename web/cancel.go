package web

import (
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/booking"
	"litmus/phrases"
	"litmus/store/effects"
)

// cancelPath is what a page's path has behind it for the page on which a candidate cancels.
const cancelPath = "/cancel"

// canceling is a page on which a candidate cancels their interview: on its own page, or on that where they pick a time.
type canceling struct {
	models.Interview
	path  string // of the interview's page
	picks bool   // that page is where they pick a time
}

// sessionCancel serves the page on which a candidate cancels the interview of a session link. A GET asks, and a POST
// cancels. What was typed for a link that is out of date is shown, so that it can be copied.
func (s *Site) sessionCancel(v *visit) (answer, error) {
	row, dead, err := s.booked(v)
	if err != nil {
		return answer{}, err
	}
	if dead.page != nil && row.CanceledAt == nil {
		if why := plain(v.form.Get("why")); why != "" {
			dead.page.Body = &typedView{T: v.in.Language, Text: why}
		}
		return dead, nil
	}
	if _, epoch, _ := v.signed(models.LinkSession); row.CanceledAt != nil && epoch != row.AccessEpoch-1 {
		return gone(v.in.Canceled), nil // not the link that the cancellation revoked, but an older one
	}
	return s.cancel(v, canceling{row.Interview, models.SessionPath + v.token, false})
}

// scheduleCancel is the same for a candidate's pick-a-time page. The form, and the page after it, name the interview:
// by then the candidate has none any more, or another one.
func (s *Site) scheduleCancel(v *visit) (answer, error) {
	ref, dead, err := v.candidate(models.LinkSchedule)
	if err != nil || dead.page != nil {
		return dead, err
	}
	path := models.SchedulePath + v.token
	if id := v.param("interview"); id != "" {
		row, err := s.Store.Interviews.Interview(v.Context(), ref.OrgID, id)
		if err == nil && row.CandidateID != ref.ID {
			return v.unknown(), nil
		}
		if err != nil {
			return answer{}, err
		}
		return s.cancel(v, canceling{row.Interview, path, true})
	}
	p, err := s.Store.Bookings.Picking(v.Context(), ref, v.now, v.now)
	if err != nil {
		return answer{}, err
	}
	if p.Interview == nil || p.Interview.Unused() {
		v.chooseZone()
		return answer{to: v.here(path)}, nil
	}
	return s.cancel(v, canceling{*p.Interview, path, true})
}

// cancel asks the candidate whether they cancel the interview, or cancels it for a form. A form that is sent twice
// cancels once; one that cannot cancel is answered with the reason, and with what was typed.
func (s *Site) cancel(v *visit, i canceling) (answer, error) {
	c, err := s.correspondence(v, i.Interview)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(i.TimeZone)
	if v.form == nil {
		return v.showCancel(i, c, http.StatusOK, nil), nil
	}
	shown, err := models.ParseInstant("start", v.form.Get("start"))
	if err != nil {
		return v.showCancel(i, c, http.StatusBadRequest, &message{Text: v.in.Canceling.BadForm}), nil
	}
	why, err := models.NewReason(v.form.Get("why"), true)
	if err != nil {
		n := utf8.RuneCountInString(strings.Join(strings.Fields(v.form.Get("why")), " ")) // as the rule counts
		return v.showCancel(i, c, http.StatusBadRequest, &message{
			Text: phrases.Fill(v.in.Canceling.WhyLong, "{count}", v.in.Number(n)), Field: "why"}), nil
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	candidate := models.Ref{OrgID: i.OrgID, ID: i.CandidateID}
	row, _, err := s.Acts.CancelByCandidate(v.Context(), candidate, i.ID, shown, why)
	switch {
	case models.KindOf(err) == models.Conflict:
		i.Interview = row.Interview // as it is by now
		return v.showCancel(i, c, http.StatusConflict, &message{Text: v.in.Canceling.MovedSince}), nil
	case err != nil:
		return answer{}, err
	}
	return answer{to: v.here(i.path+cancelPath, "interview", i.named())}, nil
}

// named is the interview's id where the path does not name it.
func (i canceling) named() string {
	if i.picks {
		return i.ID
	}
	return ""
}

// cancelView is the data of the page; it leaves out empty parts.
type cancelView struct {
	T                  *phrases.Language
	Facts              []fact
	Note               string
	Typed              *typedView
	Action             string
	Fields             []hidden
	Reason             string
	Bad                bool // the reason is
	Back, Change, Pick string
}

// showCancel asks, says that the interview is canceled, or why it cannot be. said is what was wrong with a form.
func (v *visit) showCancel(i canceling, c effects.Correspondence, status int, said *message) answer {
	t := &v.in.Canceling
	body := &cancelView{T: v.in.Language, Facts: v.facts(i.Interview, c), Reason: plain(v.form.Get("why"))}
	if i.CanceledAt != nil && !i.picks { // the link was revoked, and says no more than it has to
		body.Facts = nil
	}
	n, reason := t.Ask, booking.CanCancel(c.Organization, i.Interview, v.now)
	switch {
	case i.CanceledAt != nil:
		n, said = t.Done, nil
		body.Note = v.afterwards(i, c)
		if i.picks && c.Picking(nil).CanPick(v.now) == "" {
			body.Pick = v.here(i.path)
		}
	case reason != "":
		said, body.Back = nil, v.here(i.path)
		n = phrases.Notice{Heading: t.Refused, Lead: map[string]string{booking.CancelFixed: t.Fixed,
			booking.CancelTooLate: t.TooLate, booking.CancelOver: t.Over}[reason]}
		if body.Reason != "" {
			body.Typed = &typedView{T: v.in.Language, Text: body.Reason}
		}
	default:
		body.Action, body.Back, body.Note = i.path+cancelPath, v.here(i.path), v.afterwards(i, c)
		body.Bad = said != nil && said.Field != ""
		if i.picks && c.Picking(&i.Interview).CanPick(v.now) == "" {
			body.Change = v.here(i.path, "change", "1")
		}
		for _, f := range []hidden{{"start", i.StartsAt.UTC().Format(time.RFC3339Nano)}, {"interview", i.named()},
			{"zone", v.param("zone")}} {
			if f.Value != "" {
				body.Fields = append(body.Fields, f)
			}
		}
	}
	n = n.About("{organization}", c.OrganizationName)
	return answer{status: status, page: v.timed(&page{name: "cancel", Heading: n.Heading, Lead: n.Lead,
		Organization: c.OrganizationName, WriteTo: c.ReplyTo, Message: said, Body: body})}
}

// afterwards says what comes of the candidate's invitation once the interview is canceled. Where they go on from the
// page of the interview only the letter leads to the times: its own link is in calendars that others can read.
func (v *visit) afterwards(i canceling, c effects.Correspondence) string {
	t, p := &v.in.Canceling, c.Picking(nil)
	if p.CanPick(v.now) != "" {
		return phrases.Fill(t.ThenTeam, "{organization}", c.OrganizationName)
	}
	says := t.ThenPickOpen
	if end := p.Candidate.OpenUntil(false); end != nil {
		says = phrases.Fill(t.ThenPick, "{time}", v.in.At(*end, v.zone))
	}
	if !i.picks {
		says += " " + t.ByLetter
	}
	return says
}

// offerCancel puts the way to cancel the interview on its page, or why there is none any more.
func (v *visit) offerCancel(body *interviewView, path string, i models.Interview, c effects.Correspondence) {
	switch booking.CanCancel(c.Organization, i, v.now) {
	case "":
		body.Cancel = v.here(path + cancelPath)
		if c.Organization.CancelCutoffHours > 0 {
			body.CancelNote = phrases.Fill(v.in.Canceling.Until, "{time}",
				v.in.At(booking.CancelableUntil(c.Organization, i), v.zone))
		}
	case booking.CancelTooLate:
		body.CancelNote = v.in.Canceling.TooLate
	}
}
