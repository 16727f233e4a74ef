package candidates

import (
	"fmt"
	"html/template"
	"strconv"
	"strings"
	"time"

	"litmus/dashboard/internal/site"
	"litmus/dashboard/pipelines"
	"litmus/markdown"
	"litmus/models"
	"litmus/models/access"
	"litmus/models/candidacy"
	"litmus/phrases"
	"litmus/store/candidates"
)

// submissionView is the page of a submission: the report (§2, report_url).
type submissionView struct {
	candidates.Report
	Path         string
	Name         string // of the candidate
	Record       string // address of the candidate's record, "" for who may not see it
	PostingPath  string // likewise of the posting
	Instructions template.HTML
	Shown        *pipelines.Rubric // of the assessment, nil for none
	Limit        string            // of time, "" for none
	Late         string            // by how much the time limit was exceeded, "" if it was not
	Took         string            // from the start until it was handed in, "" if it is not known
	Scale        models.ScoreScale
	Counts       *gradeRow  // the grade that counts, nil for none
	Versions     []gradeRow // the newest first; empty while there is one at most
	Older        int64      // versions that are not shown
	Decision     stateMark
	Decided      string           // the decision that Choices are about
	Choices      []decisionChoice // what the member may decide now
	Wait         error            // why it cannot be decided yet, nil if it can
	Track        onwardView       // empty for who may not decide
	CanGrade     bool
	Typed        typedGrade
	Origin       site.Origin
	Files        []submittedFile
	Queue        string      // where it stands in the queue, "" for one that is decided on and for who may not grade
	Next         []queueLink // those that wait next
}

// queueLink leads to a submission that waits.
type queueLink struct{ Name, Path string }

// gradeRow is a version of the grade as the page shows it.
type gradeRow struct {
	candidacy.Grade
	Score, Native string
	Last          bool
}

// typedGrade is what the form to grade shows.
type typedGrade struct {
	Score, Notes string
	Seen         int64
}

// decisionChoice is a button that decides.
type decisionChoice struct{ Decision, Name, Icon, Kind string }

// submittedFile is a file that was handed in.
type submittedFile struct {
	models.File
	Path string
}

// Length says how large it is.
func (f submittedFile) Length() string { return phrases.English.Size(f.Size) }

// openFile serves a file that was handed in to whoever may read the report.
func openFile(v *site.Visit) (site.Answer, error) {
	return v.Kept(v.Store.Candidates.SubmittedFile(v.Context(), v.Org.ID, v.ID(), v.PathValue("file")))
}

// submission serves the report. Every member may read it (D2); it shows forms to those who may grade and decide.
func submission(v *site.Visit) (site.Answer, error) { return showSubmission(v, nil) }

// showSubmission shows the page, with what was typed into the form to grade, if that is shown again.
func showSubmission(v *site.Visit, typed *typedGrade) (site.Answer, error) {
	r, err := v.Store.Candidates.Report(v.Context(), v.Org.ID, v.ID())
	if err != nil {
		return site.Answer{}, err
	}
	view := submissionView{Report: r, Path: site.SubmissionsPath + "/" + r.Submission.ID, Scale: models.NativeScale,
		Name: models.NameOf(r.Candidate.Name, r.Candidate.Email), Decision: decisionMark(r.Submission.Decision),
		Decided:  r.Submission.Decision,
		CanGrade: v.Can(access.ActionGrade, access.Facts{}), PostingPath: postingPath(v, r.Candidate.PostingID)}
	if view.Instructions, err = markdown.HTML(r.Assessment.Instructions); err != nil {
		return site.Answer{}, err
	}
	if view.Shown, err = pipelines.RubricOf(r.Rubric); err != nil {
		return site.Answer{}, err
	}
	if r.Answer != nil {
		for _, f := range r.Answer.Files {
			view.Files = append(view.Files, submittedFile{f, view.Path + "/files/" + f.ID})
		}
	}
	own := false
	for _, i := range r.Interviews {
		own = own || v.Member.Owns(i.Interview)
	}
	if v.Can(access.ActionSeeCandidate, access.Facts{Own: own}) {
		view.Record = site.CandidatesPath + "/" + r.Candidate.ID
	}
	limit := time.Duration(r.Assessment.TimeLimitMinutes) * time.Minute
	if limit > 0 {
		view.Limit = workedFor(limit)
	}
	if start := r.Candidate.StartedAt; start != nil && r.Answer != nil {
		took := r.Submission.SubmittedAt.Sub(*start)
		view.Took = workedFor(took)
		if limit > 0 && took > limit {
			view.Late = workedFor(took - limit)
		}
	}
	for n := len(r.Grades) - 1; n >= 0; n-- {
		g := r.Grades[n]
		view.Versions = append(view.Versions, gradeRow{g, models.FormatScore(g.Score),
			models.FormatScore(g.NativeScore), n == len(r.Grades)-1})
	}
	view.Typed.Seen = r.Submission.GradeVersion
	if len(view.Versions) > 0 {
		view.Counts = &view.Versions[0]
		view.Typed.Score, view.Typed.Notes = view.Counts.Native, view.Counts.Notes
	}
	view.Older = r.Submission.GradeVersion - int64(len(view.Versions))
	if len(view.Versions) == 1 {
		view.Versions = nil
	}
	if typed != nil {
		view.Typed = *typed
	}
	if view.CanGrade {
		view.Origin = site.OriginOf(string(models.SubjectCandidate), r.Candidate.ID, r.Submission.Origin, view.Path)
		view.CanGrade = !view.Origin.File
	}
	if v.Can(access.ActionDecide, access.Facts{}) && !view.Origin.File {
		view.Choices, view.Wait = decisionChoices(candidacy.DecisionFacts{Candidate: r.Candidate,
			DeliveryMode: r.Assessment.DeliveryMode, Submission: &r.Submission, HandedIn: true, Interview: r.Live()},
			v.Now)
	}
	if v.Can(access.ActionDecide, access.Facts{}) {
		d, err := v.Store.Pages.CandidateOverview(v.Context(), v.Org.ID, r.Candidate.ID, v.Member)
		if err != nil {
			return site.Answer{}, err
		}
		if view.Track, err = onwardOf(v, d, view.Path, false); err != nil {
			return site.Answer{}, err
		}
	}
	if v.Can(access.ActionGrade, access.Facts{}) {
		if err := view.fillQueue(v); err != nil {
			return site.Answer{}, err
		}
	}
	a := v.Show("submission", view.Name+": "+r.Assessment.Title, view)
	if v.Can(access.ActionGrade, access.Facts{}) {
		a = a.Under(site.SubmissionsPath, "Submissions")
	}
	return a, nil
}

// fillQueue says where the submission stands in the queue, and what is next there.
func (view *submissionView) fillQueue(v *site.Visit) error {
	q, err := v.Store.Pages.QueuePlaces(v.Context(), v.Org.ID, view.Submission)
	if err != nil {
		return err
	}
	words := [...]string{models.ToGrade: "to grade", models.ToDecide: "to decide on"}
	if q.Place > 0 {
		view.Queue = fmt.Sprintf("%d of %d %s", q.Place, q.Of, words[view.Submission.Stage()])
	}
	for stage, id := range q.Next {
		if id != "" {
			view.Next = append(view.Next, queueLink{"Next " + words[stage], site.SubmissionsPath + "/" + id})
		}
	}
	return nil
}

// decisionButtons are the buttons of the decisions.
var decisionButtons = map[string]decisionChoice{
	models.DecisionAdvance: {models.DecisionAdvance, "Advance", "check", "primary"},
	models.DecisionReject:  {models.DecisionReject, "Reject", "x", "danger"},
	models.DecisionPending: {models.DecisionPending, "Take the decision back", "undo-2", "quiet"},
}

// decisionChoices are the buttons of what can be decided now, and why there are no others yet.
func decisionChoices(f candidacy.DecisionFacts, now time.Time) (out []decisionChoice, wait error) {
	decisions, wait := candidacy.Decidable(f, now)
	for _, d := range decisions {
		out = append(out, decisionButtons[d])
	}
	return out, wait
}

// gradeSubmission adds a version to the submission's grades.
func gradeSubmission(v *site.Visit) (site.Answer, error) {
	if err := v.May(access.ActionGrade, access.Facts{}); err != nil {
		return site.Answer{}, err
	}
	typed := typedGrade{Score: v.Field("score"), Notes: v.Form.Get("notes")}
	typed.Seen, _ = strconv.ParseInt(v.Field("seen"), 10, 64) // 0 if it is malformed: then the form showed none
	o, err := candidacy.ParseGrade(typed.Score, typed.Notes)
	o.Seen = typed.Seen
	var g candidates.Graded
	if err == nil {
		g, err = v.Acts.Candidates.Grade(v.Context(), v.By(), v.ID(), o)
	}
	if err != nil {
		return submissionAgain(v, &typed, err)
	}
	note := "The grade is saved."
	if len(g.Unseen) > 0 {
		note = fmt.Sprintf("Your grade is saved as version %d and counts. Meanwhile %s; it is kept below.",
			g.Grade.Version, unseenGrades(g.Unseen))
	}
	return site.RedirectNote(site.SubmissionsPath+"/"+g.Submission.ID, note), nil
}

// submissionAgain shows the page again with what is wrong, if the submission is there.
func submissionAgain(v *site.Visit, typed *typedGrade, refusal error) (site.Answer, error) {
	if models.KindOf(refusal) == models.NotFound || models.KindOf(refusal) == 0 {
		return site.Answer{}, refusal
	}
	a, err := showSubmission(v, typed)
	if err != nil {
		return site.Answer{}, err
	}
	return a.Refusing(refusal)
}

// unseenGrades says who graded while somebody else did: "Kit saved version 2 (4)".
func unseenGrades(grades []candidacy.Grade) string {
	var parts []string
	for n, g := range grades {
		if n == 3 && len(grades) > 4 { // a note is one line
			parts = append(parts, fmt.Sprintf("%d more were saved", len(grades)-n))
			break
		}
		score := models.FormatScore(g.NativeScore)
		if score == "" {
			score = "no score"
		}
		parts = append(parts, fmt.Sprintf("%s saved version %d (%s)", g.By, g.Version, score))
	}
	return strings.Join(parts, ", ")
}

// decideSubmission records a decision on the submission (§3, Submission decision).
func decideSubmission(v *site.Visit) (site.Answer, error) {
	return decide(v, candidacy.DecisionOrder{SubmissionID: v.ID()}, site.SubmissionsPath+"/"+v.ID(),
		func(refusal error) (site.Answer, error) { return submissionAgain(v, nil, refusal) })
}

// workedFor returns a length of time in words, to the minute: "1 hour 30 minutes".
func workedFor(d time.Duration) string {
	d = d.Truncate(time.Minute)
	days, hours, minutes := int(d/(24*time.Hour)), int(d/time.Hour)%24, int(d/time.Minute)%60
	var parts []string
	if days > 0 {
		parts = append(parts, models.Count(days, "day"))
	}
	if hours > 0 {
		parts = append(parts, models.Count(hours, "hour"))
	}
	if minutes > 0 && days == 0 {
		parts = append(parts, models.Count(minutes, "minute"))
	}
	if len(parts) == 0 {
		return "less than a minute"
	}
	return strings.Join(parts, " ")
}
