package dashboard

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/models/access"
)

// firstStep is a line of what a new team does first, see [models.SetupProgress].
type firstStep struct {
	Title, Hint string
	Do, Path    string // words of the button, and where it leads; "" if it is done, or cannot be yet
	Done, Next  bool   // Next is the first that is not done
}

// firstSteps returns what is left to do before the first interview, for whoever may see to it (D10); nil once there is
// an interview.
func firstSteps(v *site.Visit) ([]firstStep, error) {
	if !v.Can(access.ActionEditPipeline, access.Facts{}) {
		return nil, nil
	}
	b, err := v.Store.Pages.SetupProgress(v.Context(), v.Org.ID)
	if err != nil {
		return nil, err
	}
	var out []firstStep
	next := false
	for _, step := range b.FirstSteps() {
		l := sayFirstStep(step.Step, b.PostingID)
		if l.Done = step.Done; l.Done || step.Step == models.FirstTimes && b.PostingID == "" ||
			step.Step == models.FirstInterview && !b.Pipeline {
			l.Path = "" // it is done, or there is nothing yet to do it with
		}
		l.Next = !next && l.Path != ""
		next = next || l.Next
		out = append(out, l)
	}
	return out, nil
}

// sayFirstStep says what a step is, why, and where it is done. posting is the newest open one, "" if there is none.
func sayFirstStep(step models.FirstStep, posting string) firstStep {
	path, open := site.PostingsPath+"/new", "New posting"
	if posting != "" {
		path, open = site.PostingPath(posting, ""), "Open the posting"
	}
	switch step {
	case models.FirstColleagues:
		// done if there are two
		return firstStep{Title: "Add your colleagues", Do: "Add members", Path: site.MembersPath,
			Hint: "Whoever interviews, and whoever recruits. Each gets a letter, and needs no password."}
	case models.FirstPipeline:
		return firstStep{Title: "Create a posting with its first step", Do: open, Path: path,
			Hint: "The role that you hire for, its live interview, and who interviews."}
	case models.FirstTimes:
		return firstStep{Title: "Say when they interview", Do: open, Path: path + "#interviewers",
			Hint: "Give each interviewer working hours, or paint a week, or connect a calendar."}
	}
	return firstStep{Title: "Book the first interview", Do: "Book", Path: site.BookPath,
		Hint: "You see what will be sent to whom before you confirm it."}
}
