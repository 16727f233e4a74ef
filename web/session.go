package web

import (
	"fmt"
	"net/http"
	"time"

	"litmus/models"
	"litmus/store"
)

// session serves the page of an interview. A link that a replace or a cancel made invalid is 410 and points to the newest
// letter (decision 87).
func (s *Site) session(w http.ResponseWriter, r *http.Request) {
	ref, epoch, ok := s.readToken(models.LinkSession, r.PathValue("token"))
	if !ok {
		s.fail(w, nil)
		return
	}
	row, err := s.Store.Interview(r.Context(), ref.OrgID, ref.ID)
	if err != nil {
		s.fail(w, err)
		return
	}
	if row.CanceledAt != nil {
		s.show(w, http.StatusGone, page{Title: english.canceledTitle, Lead: english.canceledLead})
		return
	}
	if row.AccessEpoch != epoch {
		s.show(w, http.StatusGone, page{Title: english.staleTitle, Lead: english.staleLead})
		return
	}
	c, err := s.Store.Correspondence(r.Context(), row.Interview, []string{row.InterviewerEmail})
	if err != nil {
		s.fail(w, err)
		return
	}
	s.show(w, http.StatusOK, interviewPage(row.Interview, c, s.Store.Now()))
}

// interviewPage shows a booked interview; the join button stands there until it is over.
func interviewPage(i models.Interview, c store.Correspondence, now time.Time) page {
	p := page{Title: fmt.Sprintf(english.bookedTitle, c.OrganizationName), Lead: english.bookedLead, Facts: facts(i, c), Foot: english.foot}
	switch {
	case i.StatusAt(now) == models.StatusCompleted:
		p.Title, p.Lead = fmt.Sprintf(english.endedTitle, c.OrganizationName), english.endedLead
	case i.MeetingLink != "":
		p.Join, p.JoinLabel = i.MeetingLink, english.join
	default:
		p.Lead = english.linkFollows
	}
	return p
}

func facts(i models.Interview, c store.Correspondence) []fact {
	long := fmt.Sprintf(english.minutes, i.DurationMinutes)
	if i.Indefinite {
		long = fmt.Sprintf(english.openEnded, i.DurationMinutes)
	}
	out := []fact{{english.when, when(i.StartsAt, i.Duration(), i.TimeZone)}, {english.howLong, long}}
	if i.InterviewerEmail != "" {
		out = append(out, fact{english.with, models.NameOf(c.People[i.InterviewerEmail].Name, i.InterviewerEmail)})
	}
	return append(out, fact{english.round, c.RoundTitle}, fact{english.role, c.PostingTitle})
}
