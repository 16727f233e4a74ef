package tools

import (
	"context"
	"fmt"
	"slices"

	"litmus/models"
	"litmus/models/access"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/scheduling"
	"litmus/wire"
)

// severalTools act on several under one plan (T4), beside change_interviewer.
var severalTools = []tool{
	{
		name: "send_invites", anyOf: []string{access.InvitesWrite}, in: "InvitesRequest", plans: true,
		hints: hints{idempotent: true, openWorld: true}, out: "PlannedSeveral", do: together((*Server).inviteActs),
		lacks: append([]string{"interview", "decision", "decision_before"}, artifacts...), say: sayPlanned,
		about: "send_invite for several candidates. " + aboutSeveral,
	},
	{
		name: "decide_candidate", anyOf: []string{access.SubmissionsWrite}, in: "CandidateDecision", plans: true,
		hints: hints{destructive: true, idempotent: true, openWorld: true}, out: "PlannedSeveral",
		do: together((*Server).decisionActs), lacks: append([]string{"interview", "invite"}, artifacts...),
		say: sayPlanned,
		about: "Record the decision on candidates: on what each handed in last, or after a live interview. No letter " +
			"tells them; onward needs invites:write too. " + aboutSeveral,
	},
}

const aboutSeveral = "Planned first, then done with plan_id: all that the plan has or nothing. Who cannot be is left " +
	"out, with why. Names are " + untrusted

// handOver serves change_interviewer, for one interview or for several.
func (sv *Server) handOver(c *call) (int, any, error) {
	if c.ID == "" {
		return together((*Server).reassignActs)(sv, c)
	}
	return planned((*Server).reassignAct)(sv, c)
}

// several reads a list of different ids.
func several(f wire.Fields, name string) (ids []string) {
	texts, ok := []string{}, !f.Absent(name) && f.Raw(name)[0] == '['
	if ok {
		texts, ok = queryTexts(f.Raw(name))
	}
	if !ok {
		f.Fail(models.Invalidf("%s must be a list of ids", name))
	}
	for _, id := range texts {
		ids = append(ids, wire.CleanID(id))
	}
	f.Fail(checkSeveral(name, ids))
	return ids
}

// checkSeveral refuses what is none, too many, or there twice.
func checkSeveral(name string, values []string) error {
	for n, one := range values {
		if slices.Contains(values[:n], one) {
			return models.Invalidf("%s has %s twice", name, models.Quote(one))
		}
	}
	if len(values) == 0 || len(values) > act.MaxParts {
		return models.Invalidf("%s must have from 1 to %d", name, act.MaxParts)
	}
	return nil
}

// reassignActs are the acts of change_interviewer for several interviews. Who is free is decided for each of them,
// after those before it: whoever has got one of them is busy then (T7).
func (sv *Server) reassignActs(c *call) (plannedActs, error) {
	f := c.Fields("interview_ids", "interviewer_email")
	ids, to := several(f, "interview_ids"), "whoever is free"
	email := booking.Anybody
	if !isAnybody(f.Text("interviewer_email")) {
		email = f.Email("interviewer_email")
		to = email
	}
	why, err := c.reason()
	if f.Fail(err); f.Err() != nil {
		return plannedActs{}, f.Err()
	}
	commands := make([]scheduling.Command, len(ids))
	for n, id := range ids {
		commands[n] = scheduling.InterviewerChange{InterviewID: id, Email: email, Why: why}
	}
	return plannedActs{
		of: ids, commands: commands, reads: access.InterviewsRead, read: sv.plannedInterview(c),
		lead: func(count int) string {
			return fmt.Sprintf("Give %s to %s.", models.Count(count, "interview"), to) + reasonGiven(why)
		},
	}, nil
}

// inviteActs are the acts of send_invites.
func (sv *Server) inviteActs(c *call) (plannedActs, error) {
	f := c.Fields("posting_id", "assessment_id", "candidates", "note")
	posting, assessment, note := f.ID("posting_id"), f.ID("assessment_id"), f.Text("note")
	if posting == "" { // said once, not of each candidate
		_, err := candidacy.InviteRequest{}.Validate()
		f.Fail(err)
	}
	words, err := models.ParseNote(note)
	f.Fail(err)
	tooMany := models.Invalidf("candidates must have from 1 to %d", act.MaxParts)
	candidates := f.Objects("candidates", act.MaxParts, tooMany, "candidate_email", "candidate_name",
		"candidate_language")
	commands, emails := make([]scheduling.Command, len(candidates)), make([]string, len(candidates))
	for n, one := range candidates {
		req := candidacy.InviteRequest{PostingID: posting, AssessmentID: assessment,
			CandidateEmail: one.Text("candidate_email"), CandidateName: one.Text("candidate_name"),
			CandidateLanguage: one.Text("candidate_language"), Note: note}
		order, err := req.Validate()
		if err != nil {
			f.Fail(models.Invalidf("%s%s", one.Name(""), err.Error()))
		}
		commands[n], emails[n] = scheduling.Invitation{InviteOrder: order}, order.CandidateEmail
	}
	if f.Fail(checkSeveral("candidates", emails)); f.Err() != nil {
		return plannedActs{}, f.Err()
	}
	return plannedActs{
		of: emails, commands: commands, reads: access.CandidatesRead,
		lead: func(count int) string { return "Invite " + models.Count(count, "candidate") + "." + noteGiven(words) },
		read: func(_ context.Context, done act.Committed) (plannedJSON, error) {
			return plannedJSON{Invite: &toolInviteJSON{InviteID: done.CandidateID}}, nil
		},
	}, nil
}

// decisionActs are the acts of decide_candidate. Whoever is advanced goes on only if onward says so: with the
// invitation to the next step, or with its record alone, by which they can be booked (ADR
// advancing-makes-the-next-record).
func (sv *Server) decisionActs(c *call) (plannedActs, error) {
	f := c.Fields("candidate_ids", "decision", "expected", "onward")
	ids, order := several(f, "candidate_ids"), candidacy.DecisionOrder{HandedIn: true}
	order.Decision, order.Seen = readDecision(f)
	onward := f.Text("onward")
	switch {
	case f.Err() != nil:
		return plannedActs{}, f.Err()
	case onward == "":
	case onward != "invite" && onward != "record":
		return plannedActs{}, models.Invalidf("onward %s must be invite or record", models.Quote(onward))
	case order.Decision != models.DecisionAdvance:
		return plannedActs{}, models.Invalidf("onward is for those who are advanced; leave it out")
	case !c.Caller.Key.Allows(access.InvitesWrite):
		return plannedActs{}, models.Forbiddenf("missing required scope for onward: %s", access.InvitesWrite)
	default:
		order.Onward = &candidacy.OnwardOrder{Invite: onward == "invite"}
	}
	commands := make([]scheduling.Command, len(ids))
	for n, id := range ids {
		one := order
		one.CandidateID = id
		commands[n] = scheduling.Decision{DecisionOrder: one}
	}
	return plannedActs{
		of: ids, commands: commands, reads: access.SubmissionsRead,
		lead: func(count int) string {
			return "Record the decision " + order.Decision + " on " + models.Count(count, "candidate") + "."
		},
		read: func(ctx context.Context, done act.Committed) (plannedJSON, error) {
			if done.SubmissionID != "" {
				s, _, err := sv.Store.Candidates.Submission(ctx, c.OrgID(), done.SubmissionID)
				return plannedJSON{Decision: &decisionJSON{s.ID, s.Decision}}, err
			}
			i, err := sv.Store.Candidates.InvitationLedger(ctx, models.Ref{OrgID: c.OrgID(), ID: done.CandidateID})
			return plannedJSON{Decision: &decisionJSON{"", candidacy.DecisionOf(i.Candidate.State)}}, err
		},
	}, nil
}
