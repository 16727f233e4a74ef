package interviews

import (
	"cmp"
	"net/url"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/booking"
	"litmus/models/effect"
	"litmus/models/history"
	"litmus/models/keyring"
	"litmus/store/effects"
	"litmus/store/interviews"
	"litmus/workflows"
)

// interviewBody is the data of an interview's page.
type interviewBody struct {
	Line
	CandidatePath string // of the candidate's record, "" if the viewer may not see it
	PostingPath   string
	Seats         []seatLine
	AddToPanel    string   // where somebody takes an empty seat, "" for who may not
	Briefed       []string // names of those who are briefed, where nobody is named
	Source        string
	Answer        string // of the interviewer where there is no panel, "" for none
	Copy          string // how the interview stands in the interviewer's connected calendar, "" if it does not matter
	SessionPage   string // what the candidate sees, "" if there is none
	Temporal      string // the workflow in Temporal's web interface, "" if its address is not known
	Buttons       []interviewButton
	Seldom        []interviewButton // what may be done, and hardly anybody does: it is folded
	External      *externalBody
	Effects       effectsBody
	Timeline      []effect.Happening
	History       []historyLine
	MoreHistory   bool
	Notes         *booking.InterviewerNotes
	Transcript    *booking.Transcript
	Recording     *booking.Recording
	Replacements  []replacementBody // that somebody asked for
	Drifts        []DriftLine       // how the events in calendars differ
	Undo          *undoBody         // what can be taken back, nil for nothing
	Came          *cameBody         // who did not come, nil if nothing is or can be said of it

	Unlinked *UnlinkedLine // there is no link to join and nobody makes one, nil if there is no such trouble

	Accommodations []site.Accommodation // what the candidate needs; none for who may not see to it

	ReplacementsSpent string // why none can be asked for any more, "" if one can, or that is no matter
	MayNotes          bool
	MayArtifacts      bool
}

// interviewButton leads to the page of an action.
type interviewButton struct {
	Name, Path, Icon string
	Danger           bool
}

// effectsBody is what was and will be done for the interview, which a script follows until it is done.
type effectsBody struct {
	Lines  []effectLine
	Busy   bool // something is still owed or under way
	Paused bool // the organization is not approved: what is owed waits
	Path   string
}

// effectLine is one effect as people follow it.
type effectLine struct {
	Words, State, Badge string
	Attempts            string // "" for one that succeeded at once
	At                  time.Time
	Trouble             *site.Trouble
	Code                string
}

// historyLine is one entry of the history.
type historyLine struct {
	Did, Who string
	At       time.Time
	Request  string // page of the request that made the change, "" for none
}

// shownHistory is how many entries of the history the page of an interview has.
const shownHistory = 50

// interview shows one interview: its facts, what was done for it and what is still to come, and what can be done (D11).
func interview(v *site.Visit) (site.Answer, error) { return interviewWith(v, func(*interviewBody) {}) }

// interviewWith is the page after a form of it was refused, with what change puts back into it.
func interviewWith(v *site.Visit, change func(*interviewBody)) (site.Answer, error) {
	acct, err := seenInterview(v, access.ActionSeeInterview)
	if err != nil {
		return site.Answer{}, err
	}
	row := acct.InterviewRow
	names, err := v.Store.Interviews.NamesOf(v.Context(), v.Org.ID, []interviews.InterviewRow{row})
	if err != nil {
		return site.Answer{}, err
	}
	past, next, err := v.Store.Audit.History(v.Context(), v.Org.ID, models.SubjectInterview, row.ID, nil,
		shownHistory)
	if err != nil {
		return site.Answer{}, err
	}
	artifacts, err := v.Store.Bookings.Artifacts(v.Context(), v.Org.ID, row.ID)
	if err != nil {
		return site.Answer{}, err
	}
	facts := access.Facts{Own: v.Member.Owns(row.Interview)}
	actions := booking.ActionsOf(row.Interview, v.Now)
	reports := effect.Reports(row.Interview, acct.CandidateEmail, acct.Ledger, v.Store.Policy(), v.Now)
	body := interviewBody{
		Line: LineOf(v, row, names), Source: sources[row.Source],
		Temporal:    workflowPage(v, row.ID),
		Effects:     effectsOf(v, acct, reports, names),
		Copy:        effect.CopyOf(row.Interview, row.InterviewerEmail, reports).Words(),
		Timeline:    effect.Happenings(row.Interview, v.Store.Policy(), v.Now),
		MoreHistory: next != nil, Notes: artifacts.InterviewerNotes, Transcript: artifacts.Transcript,
		Recording: artifacts.Recording, MayNotes: actions.WriteNotes && v.Can(access.ActionWriteNotes, facts),
		MayArtifacts: actions.StoreArtifacts && v.Can(access.ActionStoreArtifacts, facts),
	}
	body.Buttons, body.Seldom = interviewButtons(v, row.Interview, actions, facts)
	if actions.Join && v.Can(access.ActionJoin, facts) { // the page of one interview says at any time where it is held
		body.Join = row.MeetingLink
	}
	swaps := row.Replaceable(v.Now) && v.Can(access.ActionReassign, facts)
	for n, s := range row.Panel {
		line := seatLine{Seated: s, Name: cmp.Or(s.Name, s.Room, s.Email), Leads: s.Email == row.InterviewerEmail,
			Answer: answerWords(v, row.Interview, s.Email)}
		if swaps {
			line.Swap, body.AddToPanel = panelPath(row.ID, n), panelPath(row.ID, -1)
		}
		body.Seats = append(body.Seats, line)
	}
	if len(row.Panel) == 0 {
		body.Answer = answerWords(v, row.Interview, row.InterviewerEmail)
	}
	for _, email := range row.BriefingRecipients {
		if row.InterviewerEmail == "" {
			body.Briefed = append(body.Briefed, names.Person(email))
		}
	}
	if v.Can(access.ActionSeeCandidate, facts) && v.Served[site.CandidatesPath+"/{id}"] {
		body.CandidatePath = site.CandidatesPath + "/" + row.CandidateID
	}
	if v.Can(access.ActionSeePosting, facts) && v.Served[site.PostingPath("{id}", "")] {
		body.PostingPath = site.PostingPath(row.PostingID, "")
	}
	if row.CanceledAt == nil && !row.Unused() {
		body.SessionPage = v.BaseURL + models.SessionPath + v.Store.Secret().SignLink(keyring.LinkSession,
			row.OrgID+"/"+row.ID, row.AccessEpoch)
	}
	body.Undo = undoOf(v, acct)
	if body.Replacements, err = replacementsOf(v, row.Interview, names); err != nil {
		return site.Answer{}, err
	}
	body.Drifts = DriftsOf(v, row, names, "")
	if body.Accommodations, err = v.Accommodations(row.CandidateID); err != nil {
		return site.Answer{}, err
	}
	body.Came = cameOf(v, row.Interview, actions, facts)
	if row.Unlinked(v.Now) {
		assigned, err := v.Store.Interviews.AssignedOf(v.Context(), v.Org.ID, []interviews.InterviewRow{row})
		if err != nil {
			return site.Answer{}, err
		}
		line := UnlinkedOf(v, row, names, assigned)
		body.Unlinked = &line
	}
	if row.ReplacementsSpent(placeAsked(v, row.Interview), v.Now) && v.Can(access.ActionAskForReplacement, facts) {
		body.ReplacementsSpent = replacementsSpent
	}
	if row.External() {
		body.External = externalOf(v, row.Interview, facts)
	}
	for n := range body.Timeline {
		body.Timeline[n].Words = site.Sentence(body.Timeline[n].Words)
	}
	for _, c := range past {
		body.History = append(body.History, historyLine{site.Sentence(history.Did(c, v.Zone, v.Now)), c.Actor.String(),
			c.At,
			v.RequestOf(c)})
	}
	change(&body)
	return v.Show("interview", body.Candidate, body).Under(site.InterviewsPath, "Interviews"), nil
}

// sources say who made an interview.
var sources = map[string]string{models.SourceLitmus: "Litmus", models.SourceExternal: "External session",
	models.SourceGreenhouse: "Imported from Greenhouse", models.SourceAshby: "Imported from Ashby",
	models.SourceLever: "Imported from Lever"}

// seenInterview reads the interview of the address with its ledger, and asks whether the viewer may do that with it:
// [models.NotFound] if the organization has none of that id, [models.Forbidden] if they may not.
func seenInterview(v *site.Visit, action access.Action) (effects.InterviewLedger, error) {
	acct, err := v.Store.Effects.InterviewLedger(v.Context(), models.Ref{OrgID: v.Org.ID, ID: v.ID()})
	if err != nil {
		return acct, err
	}
	return acct, v.May(action, access.Facts{Own: v.Member.Owns(acct.Interview)})
}

// workflowPage returns the address of the interview's workflow in Temporal's web interface, "" if it is not known.
func workflowPage(v *site.Visit, id string) string {
	if v.TemporalUI == "" {
		return ""
	}
	return v.TemporalUI + "/" + url.PathEscape(workflows.WorkflowID(models.EntityInterview, id))
}

// interviewButtons are the actions that can be done now and that the viewer may do. To cancel a completed interview is
// one that hardly anybody means, so it is no button in red.
func interviewButtons(v *site.Visit, i models.Interview, can booking.Actions, facts access.Facts) (
	out, seldom []interviewButton) {
	add := func(now bool, action access.Action, b interviewButton) {
		if now && v.Can(action, facts) {
			out = append(out, b)
		}
	}
	acts := func(danger bool) {
		for _, a := range confirmed {
			if a.danger == danger {
				add(a.offered(i, v.Now), a.action,
					interviewButton{a.short, site.InterviewPath(i.ID, a.name), a.icon, danger})
			}
		}
	}
	acts(false)
	add(can.EndCall && can.WriteNotes, access.ActionWriteNotes, // while it is under way, on a phone far below
		interviewButton{"Notes", site.InterviewPath(i.ID, "notes"), "notebook-pen", false})
	add(can.IssueLink, access.ActionIssueLink,
		interviewButton{"Fresh link", site.InterviewPath(i.ID, "link"), "link", false})
	add(can.Move, access.ActionMove, interviewButton{"Move", site.InterviewPath(i.ID, "move"), "calendar-clock", false})
	add(can.Reassign, access.ActionReassign,
		interviewButton{"Change interviewer", site.InterviewPath(i.ID, "reassign"), "repeat", false})
	add(booking.MayAskReplacement(i, placeAsked(v, i), v.Now), access.ActionAskForReplacement,
		interviewButton{"Ask for a replacement", site.InterviewPath(i.ID, "replacement"), "user-plus", false})
	add(can.BookAgain, access.ActionBook,
		interviewButton{"Book again", site.Href(site.BookPath, "again", i.ID), "calendar-plus", false})
	if acts(true); can.CancelLate && len(out) > 0 && out[len(out)-1].Danger {
		out, seldom = out[:len(out)-1], out[len(out)-1:]
	}
	return out, seldom
}

// effectsOf are the interview's effects as people follow them.
func effectsOf(v *site.Visit, acct effects.InterviewLedger, reports []effect.Report,
	names interviews.Names) effectsBody {
	body := effectsBody{Path: site.InterviewPath(acct.ID), Paused: !acct.Approved}
	for _, r := range reports {
		state := effectStates[r.State]
		line := effectLine{Words: site.Sentence(r.Words()), State: state.Words, Badge: state.Badge,
			Attempts: site.Attempts(r.Tries, state.Failed), At: r.At, Code: r.Code}
		if r.Code != "" && state.Failed {
			email := r.Email
			whom := cmp.Or(r.Room, names.Person(email))
			if email == acct.CandidateEmail && r.Role == effect.RoleCandidate {
				whom = models.NameOf(acct.CandidateName, email)
			}
			t := site.TroubleOf(r.Target, r.Code, whom, v.ToCalendar(email), r.Open())
			line.Trouble = &t
		}
		body.Lines = append(body.Lines, line)
		body.Busy = body.Busy || r.Open()
	}
	return body
}

// effectStates are the states of effects in words.
var effectStates = map[effect.State]struct {
	Words, Badge string
	Failed       bool // the last attempt failed
}{
	effect.StateOwed:     {"to be done", "quiet", false},
	effect.StateUnderway: {"under way", "quiet", false},
	effect.StateUnknown:  {"outcome unknown", "warn", true},
	effect.StateDone:     {"done", "ok", false},
	effect.StateFailing:  {"failing", "warn", true},
	effect.StateRefused:  {"failed", "bad", true},
	effect.StateObsolete: {"not needed any more", "quiet", false},
}

// externalBody is what the page says of an external session (D13).
type externalBody struct {
	State     models.LinkState
	OpenedAt  *time.Time
	EndsAt    *time.Time // of the link
	ExpiresAt *time.Time // of the session
	Ends      string     // "in 3 hours"
	Expires   string
	MayIssue  bool
	Path      string // where a fresh link is issued
}

func externalOf(v *site.Visit, i models.Interview, facts access.Facts) *externalBody {
	e := &externalBody{State: i.LinkStateAt(v.Now), OpenedAt: i.LinkUsedAt, EndsAt: i.LinkExpiresAt,
		ExpiresAt: i.ExpiresAt, Path: site.InterviewPath(i.ID, "link"),
		MayIssue: booking.ActionsOf(i, v.Now).IssueLink && v.Can(access.ActionIssueLink, facts)}
	if i.LinkExpiresAt != nil {
		e.Ends = v.Relative(*i.LinkExpiresAt)
	}
	if i.ExpiresAt != nil {
		e.Expires = v.Relative(*i.ExpiresAt)
	}
	return e
}

// Recorded returns how long the recording is, in words.
func (b interviewBody) Recorded() string {
	if b.Recording == nil || !b.Recording.Available {
		return ""
	}
	seconds := int(b.Recording.DurationSeconds + .5)
	switch minutes, rest := seconds/60, seconds%60; {
	case minutes == 0:
		return models.Count(rest, "second")
	case rest == 0:
		return models.Count(minutes, "minute")
	default:
		return models.Count(minutes, "minute") + " and " + models.Count(rest, "second")
	}
}
