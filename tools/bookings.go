package tools

import (
	"context"
	"strings"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/store/availability"
	"litmus/store/interviews"
)

// isAnybody reports whether an argument asks for whoever is free (T7). No address is spelled so.
func isAnybody(email string) bool {
	return strings.EqualFold(strings.TrimSpace(email), booking.Anybody)
}

// bookingAct is the act of book_interview.
func (sv *Server) bookingAct(c *call) (plannedAct, error) {
	req, err := c.BookingRequest()
	if err != nil {
		return plannedAct{}, err
	}
	return sv.orderAct(c, req, "Book an interview", interviews.InterviewRow{}, nil)
}

// rescheduleAct is the act of reschedule_interview: a booking that replaces (§4 rule 8). What the call leaves out is as
// the interview has it, but for a link that follows from who interviews.
func (sv *Server) rescheduleAct(c *call) (plannedAct, error) {
	row, err := sv.Store.Interviews.Interview(c.Context(), c.OrgID(), c.ID)
	if err != nil {
		return plannedAct{}, err
	}
	req, err := c.BookingRequest()
	if err != nil {
		return plannedAct{}, err
	}
	why, err := c.reason()
	if err != nil {
		return plannedAct{}, err
	}
	req.PostingID, req.CandidateID, req.CandidateEmail, req.ReplaceExisting = row.PostingID, row.CandidateID, "", true
	for _, kept := range []struct {
		to   *string
		from string
	}{{&req.RoundID, row.RoundID}, {&req.InterviewerEmail, row.InterviewerEmail}} {
		if *kept.to == "" {
			*kept.to = kept.from
		}
	}
	if req.MeetingLink == "" {
		req.MeetingLink = row.OwnLink()
	}
	if req.TimeZone == nil {
		req.TimeZone = &row.TimeZone
	}
	return sv.orderAct(c, req, "Replace interview "+row.ID+" by one", row, why)
}

// orderAct is the act of a booking, in the place of an interview, which is zero for none, for a reason, nil for none.
func (sv *Server) orderAct(c *call, req booking.Request, lead string,
	replaces interviews.InterviewRow, why *models.Reason) (plannedAct, error) {
	named := c.Query.Get("interviewer_email") != "" // by the caller, else the interview keeps who it has
	anybody := isAnybody(req.InterviewerEmail)
	if anybody {
		req.InterviewerEmail = ""
	}
	order, err := req.Validate()
	if err != nil {
		return plannedAct{}, err
	}
	order.Anybody, order.Replaces, order.KeepsPanel = anybody, replaces.ID, replaces.ID != ""
	if order.External() {
		lead += " by single-use link"
	} else {
		lead += " at " + models.FormatInstant(order.Start)
	}
	switch {
	case anybody:
		lead += " with whoever is free"
	case order.InterviewerEmail != "" && order.InterviewerEmail == replaces.InterviewerEmail:
		lead += " with the same interviewer" // whom a key that may only write does not learn
	case order.InterviewerEmail != "":
		lead += " with " + order.InterviewerEmail
	default:
		lead += " without an interviewer"
	}
	refusal := func(err error) error { return err }
	if !named && !c.Caller.Key.Allows(access.InterviewsRead) {
		refusal = booking.UnnamedBusy
	}
	return plannedAct{
		lead: lead + "." + reasonGiven(why), reads: access.InterviewsRead, anybody: anybody,
		preview: func(ctx context.Context) (act.Preview, error) {
			p, err := sv.Acts.Preview.Book(ctx, c.because(why), order)
			return p, refusal(err)
		},
		why: func(ctx context.Context, p act.Preview) (string, error) {
			q := availability.Question{PostingID: order.PostingID, RoundID: order.RoundID,
				Interviewer: p.After.InterviewerEmail, Except: p.Before.ID}
			x, err := sv.Store.Availability.Explain(ctx, c.OrgID(), q, order.Start)
			if err != nil {
				return "", err
			}
			zone := models.Location(c.Caller.Organization.TimeZone)
			return x.Explanations[0].WhyNot(p.After.InterviewerEmail, zone), nil
		},
		creates: true,
		do: func() (plannedJSON, bool, []string, error) {
			b, err := sv.Acts.Bookings.Book(c.Context(), c.because(why), order)
			return sv.wirePlanned(c, b.Row), true, []string{b.Row.ID, b.Row.CandidateID}, refusal(err)
		},
		read: sv.plannedInterview(c),
	}, nil
}
