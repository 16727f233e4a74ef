package web

import (
	"errors"
	"io"
	"strings"
	"time"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/models/keyring"
	"litmus/phrases"
	"litmus/store/candidates"
)

// filesPath is what the path of an assessment's page has behind it for files, and before the id of one.
const filesPath = "/files"

// keptFile is a file that is served, with its content.
type keptFile struct {
	file    models.File
	content io.ReadCloser
}

// fileView is a file on a page.
type fileView struct {
	ID, Name, Size, Path string
	Remove               string // names its button; "" where it cannot be removed
}

// filesView is the files beside an answer, in its form, by whose buttons each of them goes.
type filesView struct {
	T       *phrases.Language
	Action  string // adds one, or removes one
	Files   []fileView
	Problem string
	Most    int // bytes of one
}

// filesOf returns files as a page shows them.
func (v *visit) filesOf(files []models.File) []fileView {
	out := make([]fileView, len(files))
	for n, f := range files {
		out[n] = fileView{ID: f.ID, Name: f.Name, Size: v.in.Size(f.Size),
			Path: models.AssessmentPath + v.token + filesPath + "/" + f.ID}
	}
	return out
}

// idsOf returns the ids of the files, as a form has them.
func idsOf(files []models.File) string {
	ids := make([]string, len(files))
	for n, f := range files {
		ids[n] = f.ID
	}
	return strings.Join(ids, " ")
}

// answerView is an answer as it is handed in.
type answerView struct {
	T     *phrases.Language
	Text  string
	Links []string
	Files []fileView
}

func (v *visit) handed(a candidacy.Answer) *answerView {
	return &answerView{v.in.Language, a.Text, a.Links, v.filesOf(a.Files)}
}

// ownFiles returns the files that the candidate may change; nil if none are offered and they have none.
func (v *visit) ownFiles(a candidates.Assessed, in typed) *filesView {
	if v.site.Acts.Files == nil && len(a.Own) == 0 {
		return nil
	}
	view := &filesView{T: v.in.Language, Action: v.here(models.AssessmentPath + v.token + filesPath),
		Files: v.filesOf(a.Own), Most: models.MaxFileBytes}
	for n, f := range view.Files {
		view.Files[n].Remove = phrases.Fill(v.in.Files.Remove, "{name}", f.Name)
	}
	if in.field == "file" {
		view.Problem = in.problem
	}
	return view
}

// openFile serves a file of the candidate's, or of their assessment.
func (s *Site) openFile(v *visit) (answer, error) {
	ref, dead, err := v.candidate(keyring.LinkAssessment)
	if err != nil || dead.page != nil {
		return dead, err
	}
	f, err := s.Store.Candidates.FileFor(v.Context(), ref, v.PathValue("file"))
	if err != nil {
		return answer{}, err
	}
	content, err := s.Acts.OpenFile(v.Context(), f)
	return answer{kept: &keptFile{f, content}}, err
}

// changeFiles saves the draft with the file that was chosen, and removes the one that a button names.
func (s *Site) changeFiles(v *visit) (answer, error) {
	remove := v.form.Get("remove")
	said := "file-added"
	if remove != "" {
		said = "file-removed"
	}
	return s.change(v, "", said, func(ref models.Ref, a candidacy.Answer, seen *time.Time) error {
		switch {
		case v.upload != nil && remove == "":
			return nil // everything is saved
		case remove == "":
			return models.FileRoom{}.Check(0)
		}
		if _, err := s.Acts.Candidates.SaveAnswer(v.Context(), ref, a, seen); err != nil {
			return err
		}
		if err := s.Acts.Candidates.Detach(v.Context(), ref, remove); models.KindOf(err) != models.NotFound {
			return err
		}
		return nil // another tab removed it
	})
}

// attach saves the draft and keeps the file of the form, if it has one: whichever button sent it, what was chosen is
// not lost.
func (s *Site) attach(v *visit, ref models.Ref, a candidacy.Answer, in *typed) error {
	if v.upload == nil {
		return nil
	}
	saved, err := s.Acts.Candidates.SaveAnswer(v.Context(), ref, a, in.seen)
	if err != nil {
		return err
	}
	in.kept, in.seen = true, &saved
	return s.Acts.Candidates.Attach(v.Context(), ref, *v.upload)
}

// wrongFile says what is wrong with the file, "" if the error is about something else.
func (v *visit) wrongFile(err error) string {
	e, _ := errors.AsType[*models.Error](err)
	if e == nil {
		return ""
	}
	return map[models.Cause]string{
		models.CauseFileEmpty: v.in.Files.None,
		models.CauseFileLarge: v.in.Files.TooLarge,
		models.CauseFileCut:   v.in.Files.CutOff,
		models.CauseFilesMany: v.in.Files.TooMany,
		models.CauseFilesFull: v.in.Files.NoRoom,
	}[e.Cause]
}
