package web

import (
	"net/http"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/booking"
	"litmus/models/keyring"
	"litmus/phrases"
	"litmus/store/effects"
	"litmus/store/interviews"
)

// cannotMakeIt serves the page on which somebody who interviews says that they cannot make it, by the link of their own
// letter (P10): a GET asks, since mail scanners follow links, and a POST says it. It is in English, as their letters.
func (s *Site) cannotMakeIt(v *visit) (answer, error) {
	ref, start, ok := v.signed(keyring.LinkAnswer)
	id, person, _ := strings.Cut(ref.ID, "/")
	if !ok {
		return v.unknown(), nil
	}
	v.in = phrases.Locale{Language: &phrases.English}
	row, err := s.Store.Interviews.Interview(v.Context(), ref.OrgID, id)
	if err != nil {
		return answer{}, err
	}
	email, zone, err := s.answering(v, row, person)
	if err != nil {
		return answer{}, err
	}
	c, err := s.correspondence(v, row.Interview)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(zone, row.TimeZone)
	given := booking.Given{Email: email, Start: time.UnixMilli(start), Response: models.Declined,
		By: models.AnsweredByLink}
	if v.form == nil {
		return v.askWhy(row, c, given, http.StatusOK, nil), nil
	}
	t := &phrases.Members.CannotMakeIt
	if given.Why, err = models.ParseReason(v.form.Get("why")); err != nil {
		return v.askWhy(row, c, given, http.StatusBadRequest, &message{Text: t.WhyLong, Field: "why"}), nil
	}
	_, _, err = s.Acts.Bookings.Answer(v.Context(), row.OrgID, row.ID, given)
	if err != nil && models.KindOf(err) != models.Conflict { // what is so by now, the page says
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(models.AnswerPath + v.token)}, nil
}

// answering is who answers by the link, and their zone; the address is "" for somebody who is not in the interview.
func (s *Site) answering(v *visit, row interviews.InterviewRow, person string) (email, zone string, err error) {
	for _, one := range row.Attendees() {
		if !s.Store.Availability.IsPerson(row.OrgID, one, person) {
			continue
		}
		p, err := s.Store.Availability.Person(v.Context(), row.OrgID, one)
		if err != nil && models.KindOf(err) != models.NotFound {
			return "", "", err
		}
		return one, p.TimeZone, nil
	}
	return "", "", nil
}

// askWhy asks, or says why there is nothing to be said. A page that asks nothing names no candidate: who interviewed
// once need not know what became of it.
func (v *visit) askWhy(row interviews.InterviewRow, c effects.Correspondence, given booking.Given, status int,
	said *message) answer {
	t := &phrases.Members.CannotMakeIt
	state := booking.AnswerStateOf(row.Interview, given.Email, given.Start, v.now)
	n := t.States[string(state)]
	p := &page{name: "notice", Organization: c.OrganizationName, WriteTo: c.ReplyTo, Message: said}
	if state == booking.AnswerOpen {
		candidate := models.NameOf(c.CandidateName, c.CandidateEmail)
		facts := append(v.facts(row.Interview, c), fact{phrases.Members.Who, candidate})
		p.name, p.Body = "review", &reviewView{T: v.in.Language, Facts: facts, Form: "answer", Button: t.Button,
			Action: models.AnswerPath + v.token, Keep: t.Keep, Back: models.DashboardPath + "/interviews/" + row.ID,
			Reason: &reasonView{t.WhyHint, plain(v.form.Get("why")), said != nil}}
	} else if state != booking.AnswerSaid {
		status = http.StatusGone
	}
	n = n.About("{organization}", c.OrganizationName)
	p.Heading, p.Lead = n.Heading, n.Lead
	return answer{status: status, page: v.timed(p)}
}
