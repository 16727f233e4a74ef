package pipelines

import (
	"litmus/dashboard/internal/site"
	"litmus/models"
	"litmus/phrases"
)

// fileLine is a file that an assessment brings along.
type fileLine struct {
	models.File
	Path string
}

// Length says how large it is.
func (f fileLine) Length() string { return phrases.English.Size(f.Size) }

func fileLines(path string, files []models.File) []fileLine {
	out := make([]fileLine, len(files))
	for n, f := range files {
		out[n] = fileLine{f, path + "/files/" + f.ID}
	}
	return out
}

// addFile adds a file to those that the assessment brings along.
func addFile(v *site.Visit) (site.Answer, error) {
	err := models.FileRoom{}.Check(0)
	if v.Sent.Content != nil {
		err = v.Acts.Pipelines.BringAlong(v.Context(), v.By(), v.ID(), v.Sent)
	}
	if err != nil {
		return assessmentProblem(v, err)
	}
	return site.RedirectNote(site.AssessmentPath(v.ID(), ""),
		"The file is added. Candidates can open it once they have started."), nil
}

// removeFile removes one of them.
func removeFile(v *site.Visit) (site.Answer, error) {
	if err := v.Acts.Pipelines.LeaveOut(v.Context(), v.By(), v.ID(), v.PathValue("file")); err != nil {
		return site.Answer{}, err
	}
	return site.RedirectNote(site.AssessmentPath(v.ID(), ""), "The file is removed."), nil
}

// openFile serves one of them.
func openFile(v *site.Visit) (site.Answer, error) {
	return v.Kept(v.Store.Pipelines.File(v.Context(), v.Org.ID, v.ID(), v.PathValue("file")))
}
