package tools

import (
	"cmp"
	"context"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/scheduling"
	"litmus/store/interviews"
	"litmus/wire"
)

// What the answers of tools that plan do not have, of all that some answer has.
var (
	notOfHandovers  = append([]string{"invite", "decision", "decision_before"}, artifacts...)
	notOfInterviews = append([]string{"parts", "left_out"}, notOfHandovers...)
	notOfInvites    = append([]string{"interview", "decision", "decision_before", "parts", "left_out"}, artifacts...)
	notOfDecisions  = append([]string{"interview", "invite", "parts", "left_out"}, artifacts...)
)

// plannedTools are the tools with a real effect (T4).
var plannedTools = []tool{
	{
		name: "book_interview", rest: "POST /interviews", omit: []string{"replace_existing", "panel"}, plans: true,
		hints: hints{openWorld: true}, out: "Planned", lacks: notOfInterviews, do: planned((*Server).bookingAct),
		say: sayPlanned,
		about: "Book an interview of a candidate who has none. Tools do not get the link to an external session: a " +
			"member issues one in the dashboard. " + aboutPlans + " " + untrustedName,
	},
	{
		name: "reschedule_interview", anyOf: []string{access.InterviewsWrite}, id: "id", in: "InterviewMove",
		plans: true, hints: hints{destructive: true, openWorld: true}, out: "Planned", lacks: notOfInterviews,
		do: planned((*Server).rescheduleAct), say: sayPlanned,
		about: "Move an interview to another start, with another interviewer or round if that is said. What is left " +
			"out stays. " + aboutPlans + " " + untrustedName,
	},
	{
		name: "change_interviewer", rest: "PATCH /interviews/:id", id: "id", several: "interview_ids",
		in: "InterviewHandover", plans: true, hints: hints{destructive: true, idempotent: true, openWorld: true},
		out: "Planned", lacks: notOfHandovers, do: (*Server).handOver, say: sayPlanned,
		about: "Give a scheduled interview, or several, to another interviewer; the time stays. " + aboutPlans + " " +
			untrustedName,
	},
	{
		name: "cancel_interview", rest: "DELETE /interviews/:id", id: "id", in: "InterviewCancellation", plans: true,
		hints: hints{destructive: true, idempotent: true, openWorld: true}, out: "Planned", lacks: notOfInterviews,
		do: planned((*Server).cancelAct), say: sayPlanned,
		about: "Cancel an interview. It cannot be taken back, only booked again. " + aboutPlans + " " + untrustedName,
	},
	{
		name: "send_invite", rest: "POST /invites", also: "InviteNote", omit: []string{"role_id"},
		needs: []string{"posting_id"}, plans: true, hints: hints{idempotent: true, openWorld: true}, out: "Planned",
		lacks: notOfInvites, do: planned((*Server).inviteAct), say: sayPlanned,
		about: "Invite a candidate by letter to an assessment, or to pick a time. Their link is in the letter alone. " +
			"Who was invited before is left alone. " + aboutPlans + " " +
			untrustedName,
	},
	{
		name: "record_decision", anyOf: []string{access.SubmissionsWrite}, in: "DecisionRequest", id: "submission_id",
		plans: true, hints: hints{destructive: true, idempotent: true}, out: "Planned", lacks: notOfDecisions,
		do: planned((*Server).decisionAct), say: sayPlanned,
		about: "Record the decision on a submission. No letter tells the candidate. " + aboutPlans + " " +
			untrustedName,
	},
}

const (
	aboutPlans = "Planned first: the answer says what would happen and who is told. The same call with its plan_id " +
		"does exactly that, within ten minutes."
	untrustedName = "The candidate's name is " + untrusted
)

// reassignAct is the act of change_interviewer.
func (sv *Server) reassignAct(c *call) (plannedAct, error) {
	f := c.Fields("interviewer_email")
	email, bodyErr := f.Text("interviewer_email"), f.Err()
	why, whyErr := c.reason()
	switch {
	case bodyErr != nil:
	case isAnybody(email):
		email = booking.Anybody
	default:
		email, bodyErr = models.ParseEmail("interviewer_email", email)
	}
	if bodyErr == nil {
		bodyErr = whyErr
	}
	if bodyErr != nil { // an interview that does not exist comes first, as for REST
		return plannedAct{}, wire.InterviewFirst(c.Context(), sv.Store, c.OrgID(), c.ID, bodyErr)
	}
	to := email
	if email == booking.Anybody {
		to = "whoever is free"
	}
	return plannedAct{
		lead: "Give interview " + c.ID + " to " + to + "." + reasonGiven(why), reads: access.InterviewsRead,
		anybody: email == booking.Anybody,
		preview: func(ctx context.Context) (act.Preview, error) {
			return sv.Acts.Preview.ChangeInterviewer(ctx, c.because(why), c.ID, email)
		},
		do: func() (plannedJSON, bool, []string, error) {
			row, changed, err := sv.Acts.Bookings.ChangeInterviewer(c.Context(), c.because(why), c.ID, email)
			return sv.wirePlanned(c, row), changed, []string{row.CandidateID}, err
		},
		read: sv.plannedInterview(c),
	}, nil
}

// cancelAct is the act of cancel_interview.
func (sv *Server) cancelAct(c *call) (plannedAct, error) {
	why, err := c.reason()
	if err != nil {
		return plannedAct{}, err
	}
	return plannedAct{
		lead: "Cancel interview " + c.ID + "." + reasonGiven(why), reads: access.InterviewsRead,
		preview: func(ctx context.Context) (act.Preview, error) {
			return sv.Acts.Preview.Cancel(ctx, c.because(why), c.ID)
		},
		do: func() (plannedJSON, bool, []string, error) {
			row, changed, err := sv.Acts.Bookings.Cancel(c.Context(), c.because(why), c.ID)
			return sv.wirePlanned(c, row), changed, []string{row.CandidateID}, err
		},
		read: sv.plannedInterview(c),
	}, nil
}

// reason reads why an interview is canceled or moved or gets another interviewer, nil for no reason.
func (c *call) reason() (*models.Reason, error) {
	f := c.Fields("reason", "tell_candidate")
	tell := f.Flag("tell_candidate")
	why, err := models.NewReason(f.Text("reason"), tell != nil && *tell)
	f.Fail(err)
	if why == nil && tell != nil && *tell {
		f.Fail(models.Invalidf("tell_candidate is about a reason, and there is none; give one, or leave it out"))
	}
	return why, f.Err()
}

// because is [call.by] with a reason.
func (c *call) because(why *models.Reason) scheduling.By {
	by := c.by()
	by.Reason = why
	return by
}

// reasonGiven says the reason in the words of a plan.
func reasonGiven(why *models.Reason) string {
	switch {
	case why == nil:
		return ""
	case why.ToCandidate():
		return " The reason, which the candidate is told too: “" + why.Text + "”"
	}
	return " The reason, for the team only: “" + why.Text + "”"
}

// noteGiven says the note of an invitation, so that whoever agrees to it has read what candidates will.
func noteGiven(note string) string {
	if note == "" {
		return ""
	}
	return " The note in the letter: “" + note + "”"
}

// plannedInterview reads the interview of an answer.
func (sv *Server) plannedInterview(c *call) func(context.Context, act.Committed) (plannedJSON, error) {
	return func(ctx context.Context, done act.Committed) (plannedJSON, error) {
		row, err := sv.Store.Interviews.Interview(ctx, c.OrgID(), done.InterviewID)
		if err != nil {
			return plannedJSON{}, err
		}
		return sv.wirePlanned(c, row), nil
	}
}

// wirePlanned is the interview of an answer, without the link of its candidate (T6).
func (sv *Server) wirePlanned(c *call, row interviews.InterviewRow) plannedJSON {
	i := wire.InterviewOf(row, sv.Store.NowOf(c.OrgID()))
	return plannedJSON{Interview: &i, Warnings: row.Warnings}
}

// toolInviteJSON is an invitation without the candidate's link.
type toolInviteJSON struct {
	InviteID string `json:"invite_id"`
	Reused   bool   `json:"reused"`
}

// inviteAct is the act of send_invite.
func (sv *Server) inviteAct(c *call) (plannedAct, error) {
	req, err := c.InviteRequest()
	if err != nil {
		return plannedAct{}, err
	}
	f := c.Fields("note")
	if req.Note = f.Text("note"); f.Err() != nil {
		return plannedAct{}, f.Err()
	}
	order, err := req.Validate()
	if err != nil {
		return plannedAct{}, err
	}
	return plannedAct{
		lead: "Invite " + order.CandidateEmail + "." + noteGiven(order.Note), reads: access.CandidatesRead,
		preview: func(ctx context.Context) (act.Preview, error) {
			return sv.Acts.Preview.Invite(ctx, c.by(), order)
		},
		creates: true,
		do: func() (plannedJSON, bool, []string, error) {
			i, err := sv.Acts.Candidates.Invite(c.Context(), c.by(), order)
			id := i.Candidate.ID
			return plannedJSON{Invite: &toolInviteJSON{id, false}}, !i.Reused, []string{id}, err
		},
		read: func(_ context.Context, done act.Committed) (plannedJSON, error) {
			return plannedJSON{Invite: &toolInviteJSON{done.CandidateID, true}}, nil
		},
	}, nil
}

// decisionJSON is a decision on a submission or a candidate.
type decisionJSON struct {
	SubmissionID string `json:"submission_id,omitempty"` // "" for the candidate of a live interview
	Decision     string `json:"decision"`
}

// decisionAct is the act of record_decision. expected is the decision that the caller saw; without it, that no decision
// was made. A plan says which decision it takes the place of, so whoever confirms one has seen that.
func (sv *Server) decisionAct(c *call) (plannedAct, error) {
	f, order := c.Fields("decision", "expected"), candidacy.DecisionOrder{SubmissionID: c.ID,
		Planned: c.tool.confirms() != ""}
	if order.Decision, order.Seen = readDecision(f); f.Err() != nil {
		return plannedAct{}, f.Err()
	}
	return plannedAct{
		lead: "Record the decision " + order.Decision + " on submission " + c.ID + ".", reads: access.SubmissionsRead,
		preview: func(ctx context.Context) (act.Preview, error) {
			return sv.Acts.Preview.Decide(ctx, c.by(), order)
		},
		do: func() (plannedJSON, bool, []string, error) {
			d, err := sv.Acts.Candidates.Decide(c.Context(), c.by(), order)
			return plannedJSON{Decision: &decisionJSON{order.SubmissionID, order.Decision}}, d.Changed,
				[]string{d.Candidate.ID}, err
		},
		read: func(ctx context.Context, done act.Committed) (plannedJSON, error) {
			s, _, err := sv.Store.Candidates.Submission(ctx, c.OrgID(), done.SubmissionID)
			return plannedJSON{Decision: &decisionJSON{s.ID, s.Decision}}, err
		},
	}, nil
}

// readDecision reads a decision, and the one that the caller saw.
func readDecision(f wire.Fields) (to, seen string) {
	to, err := candidacy.ParseDecision(f.Text("decision"))
	f.Fail(err)
	seen, err = candidacy.ParseDecision(cmp.Or(f.Text("expected"), models.DecisionPending))
	f.Fail(err)
	return to, seen
}
