package cli

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"litmus/activities"
	"litmus/models"
	"litmus/models/effect"
	"litmus/store/effects"
	"litmus/workflows"
)

type interviewsCommand struct {
	List    interviewsList    `cmd:"" help:"List the interviews of an organization, the earliest start first."`
	Show    interviewsShow    `cmd:"" help:"Print facts, timeline and every effect with its state, tries and last error."`
	EndCall interviewsEndCall `cmd:"" name:"end-call" help:"End the call of an interview."`
}

type interviewsShow struct {
	ID string `arg:"" help:"Id of the interview."`
	timesFlag
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// shown is what `litmus interviews show` prints.
type shown struct {
	ID               string   `json:"id"`
	Status           string   `json:"status"`
	Organization     string   `json:"organization"`
	PostingID        string   `json:"posting_id"`
	RoundID          string   `json:"round_id"`
	Candidate        string   `json:"candidate"`
	Interviewer      string   `json:"interviewer"`
	BriefedInstead   []string `json:"briefing_recipients"`
	ScheduledStartAt *string  `json:"scheduled_start_at"`
	DurationMinutes  int      `json:"duration_minutes"`
	Indefinite       bool     `json:"indefinite"`
	MeetingLink      string   `json:"meeting_link"`
	LinkSource       string   `json:"meeting_link_source"`
	LinkMaker        string   `json:"meeting_link_maker"` // also while the link is being made

	CalendarCopy      bool            `json:"calendar_copy"` // the interviewer has no invitation
	copy              string          // how the copy stands, in words for people
	LinkExpiresAt     *string         `json:"link_expires_at"`    // of the candidate link of an external session
	LinkUsedAt        *string         `json:"link_used_at"`       // of that link
	SessionExpiresAt  *string         `json:"session_expires_at"` // unless the link is used before
	Picked            bool            `json:"picked"`             // the candidate picked the time
	Reschedules       int             `json:"reschedules"`        // by the candidate
	CallEndedAt       *string         `json:"call_ended_at"`
	CanceledAt        *string         `json:"canceled_at"`
	CreatedAt         string          `json:"created_at"`
	UpdatedAt         string          `json:"updated_at"`
	Revision          int64           `json:"revision"`
	WokenRevision     int64           `json:"woken_revision"`
	ConvergedRevision int64           `json:"converged_revision"`
	Workflow          string          `json:"workflow"`
	Timeline          []effect.Moment `json:"timeline"`
	Effects           []shownEffect   `json:"effects"`
	Owed              []shownEffect   `json:"owed"`
	Approved          bool            `json:"organization_approved"` // if not, only cancellations and removals are done
}

type shownEffect struct {
	Kind      string `json:"kind"`
	Target    string `json:"target"`
	Name      string `json:"name_in_temporal"`
	Revision  int64  `json:"revision,omitempty"`
	State     string `json:"state"`
	Tries     int    `json:"tries,omitempty"`
	At        string `json:"at,omitempty"`
	LastError string `json:"last_error,omitempty"`
}

// Run prints the interview with its effects.
func (cmd *interviewsShow) Run(a *app) error {
	s, c, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := s.Interviews.RefOf(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	acct, err := s.Effects.InterviewLedger(a.ctx, ref)
	if err != nil {
		return err
	}
	out := describe(acct, s.NowOf(ref.OrgID), c.policy(), (&activities.Activities{Store: s.Store}).TargetName)
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	org, err := s.Team.OrganizationOf(a.ctx, ref.OrgID)
	if err != nil {
		return err
	}
	return out.print(a.stdout, cmd.clockface(org.TimeZone))
}

func describe(acct effects.InterviewLedger, now time.Time, p models.Policy, name func(id, target string) string) shown {
	i := acct.Interview
	out := shown{
		ID:                i.ID,
		Status:            i.StatusAt(now),
		Organization:      i.OrgID,
		PostingID:         i.PostingID,
		RoundID:           i.RoundID,
		Candidate:         acct.CandidateEmail,
		Interviewer:       i.InterviewerEmail,
		BriefedInstead:    i.BriefingRecipients,
		ScheduledStartAt:  instantText(i.ScheduledStartAt()),
		DurationMinutes:   i.DurationMinutes,
		Indefinite:        i.Indefinite,
		MeetingLink:       i.MeetingLink,
		LinkSource:        i.LinkSource,
		LinkMaker:         i.LinkMaker,
		CalendarCopy:      i.CalendarCopy,
		LinkExpiresAt:     instantText(i.LinkExpiresAt),
		LinkUsedAt:        instantText(i.LinkUsedAt),
		SessionExpiresAt:  instantText(i.ExpiresAt),
		Picked:            i.Picked,
		Reschedules:       i.Reschedules,
		CallEndedAt:       instantText(i.CallEndedAt),
		CanceledAt:        instantText(i.CanceledAt),
		CreatedAt:         models.FormatInstant(i.CreatedAt),
		UpdatedAt:         models.FormatInstant(i.UpdatedAt),
		Revision:          i.Revision,
		WokenRevision:     i.WokenRevision,
		ConvergedRevision: i.ConvergedRevision,
		Workflow:          workflows.WorkflowID(models.EntityInterview, i.ID),
		Timeline:          effect.Timeline(i, p),
		Effects:           []shownEffect{},
		Owed:              []shownEffect{},
		Approved:          acct.Approved,
		copy: effect.CopyOf(i, i.InterviewerEmail, effect.Reports(i, acct.CandidateEmail, acct.Ledger, p,
			now)).Words(),
	}
	for _, e := range acct.Ledger {
		out.Effects = append(out.Effects, showEffect(e, name(i.ID, e.Target)))
	}
	for _, e := range effect.Owed(i, acct.CandidateEmail, acct.Ledger, p, now) {
		if slices.ContainsFunc(acct.Ledger, func(x effect.Entry) bool {
			return x.Target == e.Target && x.Kind == e.Kind && x.Revision == i.Revision
		}) {
			continue // it is listed above, with its attempts
		}
		out.Owed = append(out.Owed,
			shownEffect{Kind: e.Kind, Target: e.Target, Name: name(i.ID, e.Target), State: "owed"})
	}
	return out
}

// showEffect describes an entry of the ledger; name is its target's name in Temporal.
func showEffect(e effect.Entry, name string) shownEffect {
	x := shownEffect{e.Kind, e.Target, name, e.Revision, e.State, e.Tries, models.FormatInstant(e.UpdatedAt), ""}
	if e.Code != "" {
		x.LastError = e.Code + ": " + e.Detail
	}
	if e.Permanent {
		x.State += " (given up)"
	}
	return x
}

// notApproved is the remark on an interview or invitation whose organization is not approved.
const notApproved = "not approved: what is owed waits, except cancellations and removals"

func (o shown) print(to io.Writer, face clockface) error {
	w := columns(to)
	line := func(name string, value any) { fmt.Fprintf(w, "%s\t%v\n", name, value) }
	at := func(instant *string) string { return face.second(instant, "-") }
	line("interview", o.ID)
	line("status", o.Status)
	if !o.Approved {
		line("organization", notApproved)
	}
	line("start", at(o.ScheduledStartAt))
	line("duration", fmt.Sprintf("%d minutes, indefinite %t", o.DurationMinutes, o.Indefinite))
	line("candidate", o.Candidate)
	line("interviewer", o.Interviewer)
	if len(o.BriefedInstead) > 0 {
		line("briefed instead", o.BriefedInstead)
	}
	line("meeting link", strings.TrimSpace(cmp.Or(o.MeetingLink, "-")+" "+o.LinkSource+" "+o.LinkMaker))
	if o.copy != "" {
		line("calendar", o.copy)
	}
	if o.SessionExpiresAt != nil {
		line("candidate link", fmt.Sprintf("used %s, valid until %s, session expires %s",
			at(o.LinkUsedAt), at(o.LinkExpiresAt), at(o.SessionExpiresAt)))
	}
	if o.Picked {
		line("picked", fmt.Sprintf("by the candidate, moves %d", o.Reschedules))
	}
	line("call ended", at(o.CallEndedAt))
	line("canceled", at(o.CanceledAt))
	line("created", at(&o.CreatedAt))
	line("updated", at(&o.UpdatedAt))
	line("revision", fmt.Sprintf("%d, woken %d, converged %d", o.Revision, o.WokenRevision, o.ConvergedRevision))
	line("workflow", o.Workflow)
	fmt.Fprintln(w, "\ntimeline")
	for _, m := range o.Timeline {
		fmt.Fprintf(w, "  %s\t%s\n", at(instantText(&m.At)), m.Kind)
	}
	fmt.Fprintln(w, "\neffects\tSTATE\tTRIES\tREVISION\tAT\tTARGET\tIN TEMPORAL\tLAST ERROR")
	for _, e := range append(o.Effects, o.Owed...) {
		fmt.Fprintf(w, "  %s\t%s\t%d\t%d\t%s\t%s\t%s\t%s\n",
			e.Kind, e.State, e.Tries, e.Revision, at(&e.At), e.Target, e.Name, e.LastError)
	}
	return w.Flush()
}

type interviewsEndCall struct {
	ID string `arg:"" help:"Id of the interview."`
	dataFlag
	JSON bool `name:"json" help:"Print JSON."`
}

// endedCall is what `litmus interviews end-call --json` prints.
type endedCall struct {
	ID          string `json:"id"`
	CallEndedAt string `json:"call_ended_at"`
	Changed     bool   `json:"changed"` // false: it had ended before
}

// Run ends the call. The relay of a running worker wakes the workflow.
func (cmd *interviewsEndCall) Run(a *app) error {
	s, _, err := openStore(a, cmd.Data)
	if err != nil {
		return err
	}
	defer s.Close()
	ref, err := s.Interviews.RefOf(a.ctx, cmd.ID)
	if err != nil {
		return err
	}
	row, changed, err := s.acts().Bookings.EndCall(a.ctx, operatorOf(ref), ref.ID)
	if err != nil {
		return err
	}
	out := endedCall{row.ID, models.FormatInstant(*row.CallEndedAt), changed}
	if cmd.JSON {
		return printJSON(a.stdout, out)
	}
	word := "ended"
	if !changed {
		word = "had ended"
	}
	_, err = fmt.Fprintf(a.stdout, "the call of %s %s at %s\n", out.ID, word, out.CallEndedAt)
	return err
}
