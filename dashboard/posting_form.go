package dashboard

import (
	"litmus/models"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
)

// postingForm is the form of a new posting or of one that is edited.
type postingForm struct {
	pipeline.PostingEdit
	ID       string // of a new posting: the one that it will have
	New      bool
	Version  int64
	Action   string
	Back     string
	Versions []difference // what is saved by now, if that is another version than the form showed
	Fixed    bool         // the posting has candidates, so its kind stays
}

// difference is a field of a form that says something else than what is saved by now.
type difference struct{ Field, Saved, Typed string }

// differing leaves out the fields that say the same.
func differing(all ...difference) (out []difference) {
	for _, d := range all {
		if d.Saved != d.Typed {
			out = append(out, d)
		}
	}
	return out
}

// newPosting shows the form of a new posting.
func newPosting(v *visit) (answer, error) {
	return showPostingForm(v, postingForm{PostingEdit: pipeline.PostingEdit{Kind: models.KindRole, Type: "full_time"},
		ID: pipelines.NewPostingID(), New: true}), nil
}

// createPosting makes the posting. A form that is sent twice makes one.
func createPosting(v *visit) (answer, error) {
	f := postingForm{PostingEdit: readPosting(v), ID: v.field("id"), New: true}
	p, err := v.Acts.CreatePosting(v.Context(), v.by(), f.ID, f.PostingEdit)
	if err != nil {
		f.ID = pipelines.NewPostingID() // the next one is another posting
		return showPostingForm(v, f).refusing(err)
	}
	return redirectNote(postingPath(p.ID, ""), "The posting is created. Add the steps of its pipeline next."), nil
}

// editPostingPage shows the form of a posting.
func editPostingPage(v *visit, page pipeline.PostingPage) (answer, error) {
	candidates, _ := page.Use.Total()
	return showPostingForm(v, postingForm{PostingEdit: pipeline.EditOf(page.Posting), ID: page.Posting.ID,
		Version: page.Posting.Version, Fixed: candidates > 0}), nil
}

// editPosting saves the form. If somebody else saved meanwhile, both versions are shown and nothing is written.
func editPosting(v *visit) (answer, error) {
	typed := readPosting(v)
	version, err := v.shownVersion()
	if err == nil {
		_, err = v.Acts.EditPosting(v.Context(), v.by(), v.id(), version, typed)
	}
	if err == nil {
		return redirectNote(postingPath(v.id(), ""), "The posting is saved."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.org.ID, v.id())
	if failed != nil {
		return answer{}, failed
	}
	saved := page.Posting
	candidates, _ := page.Use.Total()
	f := postingForm{PostingEdit: typed, ID: saved.ID, Version: saved.Version, Fixed: candidates > 0}
	if version != saved.Version {
		f.Versions = differing(difference{"Title", saved.Title, typed.Title},
			difference{"Kind", saved.Kind, typed.Kind}, difference{"Team", saved.Team, typed.Team},
			difference{"Location", saved.Location, typed.Location}, difference{"Employment", saved.Type, typed.Type})
	}
	return showPostingForm(v, f).refusing(err)
}

func readPosting(v *visit) pipeline.PostingEdit {
	return pipeline.PostingEdit{Kind: v.field("kind"), Title: v.field("title"), Team: v.field("team"),
		Location: v.field("location"), Type: v.field("type")}
}

func showPostingForm(v *visit, f postingForm) answer {
	if f.New {
		f.Action, f.Back = postingsPath+"/new", postingsPath
		return v.show("posting-form", "New posting", f).under(postingsPath, "Postings")
	}
	f.Action, f.Back = postingPath(f.ID, "/edit"), postingPath(f.ID, "")
	return v.show("posting-form", "Edit posting", f).under(f.Back, "Posting")
}
