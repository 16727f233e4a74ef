package web

import (
	"cmp"
	"encoding/json"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"

	"litmus/markdown"
	"litmus/models"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/phrases"
	"litmus/store/candidates"
)

// assessment serves the page of a candidate's assessment: the instructions and a button to start it, then the form for
// the answer, then what was submitted. Before a time limit begins, and before the work is handed in, a page of its own
// asks once more: [Site.askStart] and [Site.askHandIn]. For a live assessment it shows the interview and what to
// expect. The first letter of a booking links here if the booking created the candidate.
func (s *Site) assessment(v *visit) (answer, error) {
	return s.showAssessment(v, http.StatusOK, typed{})
}

// startAssessment makes the candidate in_progress.
func (s *Site) startAssessment(v *visit) (answer, error) {
	return s.change(v, "", "", func(ref models.Ref, _ candidacy.Answer, _ *time.Time) error {
		if err := v.remember(); err != nil {
			return err
		}
		return s.Acts.Candidates.StartAssessment(v.Context(), ref)
	})
}

// saveDraft stores what the candidate has written so far. The page's script, which saves by itself and asks for JSON,
// is told when it was saved; what is refused is the same page for both.
//
// A switch of the page's language sends the draft as well, so that nothing is lost.
func (s *Site) saveDraft(v *visit) (answer, error) {
	if v.choosesReading() {
		_, dead, err := s.enter(v)
		if err == nil && dead.page == nil {
			err = v.setReading()
		}
		if models.KindOf(err) == models.Invalid {
			return refusal(http.StatusBadRequest, v.in.Unreadable), nil
		}
		if err != nil || dead.page != nil {
			return dead, err
		}
	}
	var savedAt time.Time
	a, err := s.change(v, "", "saved", func(ref models.Ref, a candidacy.Answer, seen *time.Time) (err error) {
		savedAt, err = s.Acts.Candidates.SaveAnswer(v.Context(), ref, a, seen)
		return err
	})
	if err != nil || savedAt.IsZero() || v.Header.Get("Accept") != "application/json" {
		return a, err
	}
	ref, _, _ := v.signed(keyring.LinkAssessment)
	org, err := s.Store.Team.OrganizationOf(v.Context(), ref.OrgID)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(org.TimeZone)
	said, err := json.Marshal(map[string]string{"saved_at": machine(savedAt), "said": v.savedAt(savedAt)})
	return answer{data: said}, err
}

// savedAt says when a draft was saved.
func (v *visit) savedAt(at time.Time) string {
	return phrases.Fill(v.in.SavedAt, "{time}", v.in.At(at, v.zone))
}

// draftsOf names whose drafts the browser keeps on the pages of an invitation.
func draftsOf(candidate models.Candidate) string { return "invitation/" + candidate.ID }

// submitAnswer submits the answer, with the files that the page showed.
func (s *Site) submitAnswer(v *visit) (answer, error) {
	return s.change(v, "", "", func(ref models.Ref, a candidacy.Answer, seen *time.Time) error {
		if err := v.remember(); err != nil {
			return err
		}
		org, err := s.Store.Team.OrganizationOf(v.Context(), ref.OrgID)
		if err != nil {
			return err
		}
		v.chooseZone(org.TimeZone)
		a.Zone = v.zone.String()
		a.Files = v.shownFiles()
		return s.Acts.Candidates.Submit(v.Context(), ref, a, seen)
	})
}

// shownFiles are the files that the form's page showed; nil if the form does not say.
func (v *visit) shownFiles() (files []models.File) {
	if !v.form.Has("files") {
		return nil
	}
	files = []models.File{}
	for _, id := range strings.Fields(v.form.Get("files")) {
		files = append(files, models.File{ID: id})
	}
	return files
}

// typed is what the visitor sent, and what is wrong with it.
type typed struct {
	sent           bool
	text, links    string
	seen           *time.Time // when the draft in the form was saved, zero for none; nil if the form does not say
	stale          bool       // there is a newer draft than the form's
	kept           bool       // the form is the stored draft, although something else of it is refused
	field, problem string     // the wrong field, and what is wrong
	message        *message
}

// change reads the answer from the form, changes the candidate's assessment and redirects to its page, or to the page
// that is called so behind its path, which says said: see [visit.said]. If the form is refused, the page shows what was
// typed. A form that is sent twice gets the same answer both times.
func (s *Site) change(v *visit, behind, said string,
	do func(models.Ref, candidacy.Answer, *time.Time) error) (answer, error) {
	ref, dead, err := v.candidate(keyring.LinkAssessment)
	if err != nil || dead.page != nil {
		return dead, err
	}
	in := typed{sent: v.form.Has("text") || v.form.Has("links"), text: v.form.Get("text"), links: v.form.Get("links")}
	if v.form.Has("saved_at") {
		at, _ := models.ParseInstant("saved_at", v.form.Get("saved_at")) // zero if it is empty or malformed
		in.seen = &at
	}
	a, err := candidacy.ParseAnswer(in.text, in.links)
	if err != nil {
		in.field, in.problem = v.wrongField(in.text, in.links)
		in.message = &message{Text: in.problem, Field: in.field}
		return s.showAssessment(v, http.StatusBadRequest, in)
	}
	if err = s.attach(v, ref, a, &in); err == nil {
		err = do(ref, a, in.seen)
	}
	if says := v.wrongFile(err); says != "" {
		in.field, in.problem, in.message = "file", says, &message{Text: says, Field: "file"}
		return s.showAssessment(v, http.StatusBadRequest, in)
	}
	switch models.KindOf(err) {
	case models.Invalid:
		in.field, in.problem, in.message = "text", v.in.Empty, &message{Text: v.in.Empty, Field: "text"}
		return s.showAssessment(v, http.StatusBadRequest, in)
	case models.Conflict:
		return s.afterConflict(v, ref, a, in)
	case models.Throttled:
		return v.unreadable(err), nil
	}
	if err != nil {
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(models.AssessmentPath+v.token+behind, "said", said)}, nil
}

// afterConflict answers a form that came too late with the current page and with what was typed, which would be lost.
func (s *Site) afterConflict(v *visit, ref models.Ref, a candidacy.Answer, in typed) (answer, error) {
	now, err := s.Store.Candidates.Assessed(v.Context(), ref)
	if err != nil {
		return answer{}, err
	}
	handedIn := now.SubmittedAt != nil || decided(now.Candidate.State)
	same := now.Answer != nil && now.SubmissionID != "" && now.Answer.Text == a.Text &&
		slices.Equal(now.Answer.Links, a.Links)
	again := handedIn && (same || !in.sent)
	if again && (v.upload != nil || candidacy.CheckFiles(v.shownFiles(), now.Own) != nil) {
		in.sent, in.message = false, &message{Text: v.in.Files.NotTaken} // the text is what was handed in
		return s.showAssessment(v, http.StatusConflict, in)
	}
	if again { // the form was sent twice
		v.chooseZone()
		return answer{to: v.here(models.AssessmentPath + v.token)}, nil
	}
	if in.sent {
		in.message = &message{Text: v.in.NotSaved}
		switch {
		case handedIn:
			in.message.Text = v.in.NotTaken
		case v.form.Has("files") && now.Answer != nil && now.Answer.Text == a.Text &&
			slices.Equal(now.Answer.Links, a.Links):
			in.kept, in.message.Text = true, v.in.Files.Changed
		case now.Candidate.State == models.CandidateInProgress:
			in.stale, in.message.Text = true, v.in.NewerDraft
		}
	}
	return s.showAssessment(v, http.StatusConflict, in)
}

// wrongField returns which of the two fields [candidacy.ParseAnswer] refuses, and what is wrong with it.
func (v *visit) wrongField(text, links string) (field, problem string) {
	if _, err := candidacy.ParseAnswer(text, ""); err != nil {
		return "text", phrases.Fill(v.in.TextTooLong, "{count}", v.in.Number(candidacy.AnswerRunes(text)))
	}
	n := 0
	for line := range strings.Lines(links) {
		if strings.TrimSpace(line) == "" {
			continue
		}
		n++
		if _, err := candidacy.ParseAnswer("", line); err != nil {
			text := v.in.LinkBad
			if len(strings.TrimSpace(line)) > models.MaxLinkBytes {
				text = v.in.LinkTooLong
			}
			return "links", phrases.Fill(text, "{count}", strconv.Itoa(n))
		}
	}
	return "links", v.in.LinksTooMany
}

// decided reports whether the candidate submitted something. The page does not show them how it was decided.
func decided(state string) bool {
	return state == models.CandidateSubmitted || state == models.CandidateAdvanced || state == models.CandidateRejected
}

// assessmentView is the data of the assessment's pages; the page leaves out empty parts.
type assessmentView struct {
	T                                        *phrases.Language
	StartAction, LookOverAction, DraftAction string
	Asks                                     bool // the page at StartAction asks before it starts
	Facts                                    []fact
	Countdown                                *countdown // to the end of the time limit; nil without one, or past it
	Note                                     string     // on the time limit
	Instructions                             template.HTML
	SavedAt                                  string
	Unsaved                                  bool // the form holds what was typed, and not the draft that is stored
	Text, Links                              string
	Field, Problem                           string      // the wrong field, and what is wrong
	Room                                     int         // how many bytes the form may have when it is sent
	Typed                                    *typedView  // what was typed, for the visitor to copy
	Seen                                     string      // when the draft in the form was saved, "" for none
	Answer                                   *answerView // the submitted answer
	Files                                    *filesView  // the candidate's, nil for none
	Task                                     []fileView  // that the assessment brings along
}

// showAssessment shows the page for the assessment's current state.
func (s *Site) showAssessment(v *visit, status int, in typed) (answer, error) {
	ref, dead, err := v.candidate(keyring.LinkAssessment)
	if err != nil || dead.page != nil {
		return dead, err
	}
	in.message = cmp.Or(in.message, v.said()) // now that it is known how the candidate reads
	a, err := s.Store.Candidates.Assessed(v.Context(), ref)
	if err != nil {
		return answer{}, err
	}
	if a.Assessment.DeliveryMode == models.DeliverySync {
		return s.showExpected(v, status, a, in.message)
	}
	org, err := s.Store.Team.OrganizationOf(v.Context(), ref.OrgID)
	if err != nil {
		return answer{}, err
	}
	v.chooseZone(org.TimeZone)
	path := models.AssessmentPath + v.token
	body := &assessmentView{
		T: v.in.Language, StartAction: v.here(path + startPath), LookOverAction: v.here(path + handInPath),
		DraftAction: v.here(path + "/draft"), Text: plain(in.text), Links: plain(in.links),
		Field: in.field, Problem: in.problem,
	}
	p := &page{Organization: a.OrganizationName, WriteTo: a.WriteTo, Message: in.message, Body: body,
		Heading: a.Assessment.Title}
	state := a.Candidate.StateAt(v.now, a.Interview != nil)
	if in.sent && (in.stale || state != models.CandidateInProgress) {
		body.Typed = &typedView{T: v.in.Language, Text: plain(in.text), Links: plain(in.links)}
	}
	if state == models.CandidateInvited || state == models.CandidateInProgress {
		if body.Instructions, err = markdown.HTML(a.Assessment.Instructions); err != nil {
			return answer{}, err
		}
		body.Facts = []fact{{v.in.Position, a.PostingTitle}}
		if a.Assessment.TimeLimitMinutes > 0 {
			body.Facts = append(body.Facts, fact{v.in.TimeLimit, v.in.Length(limitOf(a.Assessment))})
		}
		if state == models.CandidateInvited && len(a.Task) > 0 {
			body.Facts = append(body.Facts, fact{v.in.Files.Handed, v.in.Counted(v.in.Files.TaskLater, len(a.Task))})
		}
		body.Facts = append(body.Facts, v.openUntil(a.Candidate, a.Interview != nil)...)
	}
	mayAsk := candidacy.MayAsk(a.Candidate, a.Interview, v.now)
	if p.Accommodation, err = s.accommodation(v, a.Candidate, mayAsk); err != nil {
		return answer{}, err
	}
	switch {
	case state == models.CandidateInvited:
		p.name, p.Lead, body.Asks = "assessment", v.in.Assessment, limitOf(a.Assessment) > 0
		if body.Asks {
			p.Lead = v.in.TakeHome.Timed
		}
	case state == models.CandidateInProgress:
		v.inProgress(p, body, a, in)
	case decided(state):
		n := v.in.HandedIn.About("{organization}", a.OrganizationName)
		p.name, p.Heading, p.Lead, p.DraftsEnd = "handed-in", n.Heading, n.Lead, draftsOf(a.Candidate)
		body.Facts = []fact{{v.in.Exercise, a.Assessment.Title}, {v.in.Position, a.PostingTitle}}
		if a.SubmittedAt != nil {
			body.Facts = append(body.Facts, fact{v.in.HandedInAt, v.in.At(*a.SubmittedAt, v.zone)})
		}
		if a.Answer != nil && a.SubmissionID != "" {
			body.Answer = v.handed(*a.Answer)
		}
	default:
		n := v.in.Closed
		if state == models.CandidateExpired {
			n = v.in.Expired
		}
		if !in.sent {
			return gone(n).writingTo(a.WriteTo), nil
		}
		p.name, p.Heading, p.Lead = "handed-in", n.Heading, n.Lead
	}
	return answer{status: status, page: v.timed(p)}, nil
}

// inProgress shows the form of an assessment that was started, filled with what was typed, else with the draft. If a
// form is shown again it keeps the time of the draft that it knew, so that it cannot overwrite a newer one.
func (v *visit) inProgress(p *page, body *assessmentView, a candidates.Assessed, in typed) {
	p.name, p.Lead, body.Room = "answer", v.in.InProgress, maxForm
	p.Drafts, body.Unsaved = draftsOf(a.Candidate), in.sent && !in.stale && !in.kept
	body.Task, body.Files = v.filesOf(a.Task), v.ownFiles(a, in)
	if start := a.Candidate.StartedAt; start != nil {
		body.Facts = append(body.Facts, fact{v.in.StartedAt, v.in.At(*start, v.zone)})
	}
	var over []fact
	body.Countdown, over, body.Note = v.timeLeft(a)
	body.Facts = append(body.Facts, over...)
	if a.Answer != nil {
		body.SavedAt = v.savedAt(a.Answer.SavedAt)
		body.Seen = machine(a.Answer.SavedAt)
		if !in.sent || in.stale {
			body.Text, body.Links = a.Answer.Text, strings.Join(a.Answer.Links, "\n")
		}
	}
	if in.sent && !in.stale && !in.kept && in.seen != nil {
		body.Seen = ""
		if !in.seen.IsZero() {
			body.Seen = machine(*in.seen)
		}
	}
}

// openUntil says when the invitation runs out, as its letter does; no fact if it does not run out.
func (v *visit) openUntil(c models.Candidate, interviewed bool) []fact {
	end := c.OpenUntil(interviewed)
	if end == nil {
		return nil
	}
	return []fact{{v.in.OpenUntil, v.in.At(*end, v.zone)}}
}

func limitOf(a models.Assessment) time.Duration {
	return time.Duration(a.TimeLimitMinutes) * time.Minute
}

// showExpected shows the interview of a live assessment, and the assessment's instructions.
func (s *Site) showExpected(v *visit, status int, a candidates.Assessed, said *message) (answer, error) {
	c, i := a.Candidate, a.Interview
	o := occasion{entry: entry{Door: candidacy.ByAssessment, path: models.AssessmentPath + v.token,
		candidate: models.Ref{OrgID: c.OrgID, ID: c.ID}}, prepare: &a.Assessment.Instructions,
		picking: booking.Picking{Candidate: c, Interview: i}}
	o.picking.Organization.Name, o.picking.WriteTo = a.OrganizationName, a.WriteTo
	o.state = candidacy.StateOf(o.Door, o.picking, false, v.now)
	n := phrases.Notice{Heading: a.Assessment.Title, Lead: v.in.NoInterview}
	var err error
	switch {
	case i != nil && !i.Unused():
		o.told, err = s.correspondence(v, *i)
		v.chooseZone(i.TimeZone)
		n = v.heading(o)
	case i != nil:
		n.Lead = v.in.Elsewhere.Lead
	case i == nil && c.InvitedAt != nil && models.ActiveState(c.StateAt(v.now, false)):
		n.Lead = v.in.Pick.Lead
		o.pick = s.Store.Secret().InvitationPath(models.DeliverySync, c.OrgID, c.ID, c.AccessEpoch)
	}
	if err != nil {
		return answer{}, err
	}
	return s.parts(v, o, n, status, said)
}

// plain returns what somebody typed with invalid UTF-8 replaced.
func plain(s string) string { return strings.ToValidUTF8(s, "\uFFFD") }
