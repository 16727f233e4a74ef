package pipelines

import (
	"strings"

	"litmus/dashboard/internal/site"
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
	Versions []difference      // what is saved by now, if that is another version than the form showed
	Fixed    bool              // the posting has candidates, so its kind stays
	Choices  []recruiterChoice // of an older posting: whoever makes one is its recruiter
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
func newPosting(v *site.Visit) (site.Answer, error) {
	return showPostingForm(v, postingForm{PostingEdit: pipeline.PostingEdit{Kind: models.KindRole, Type: "full_time"},
		ID: pipelines.NewPostingID(), New: true})
}

// createPosting makes the posting. A form that is sent twice makes one.
func createPosting(v *site.Visit) (site.Answer, error) {
	f := postingForm{PostingEdit: readPosting(v), ID: v.Field("id"), New: true}
	p, err := v.Acts.CreatePosting(v.Context(), v.By(), f.ID, f.PostingEdit)
	if err != nil {
		f.ID = pipelines.NewPostingID() // the next one is another posting
		return refusedPostingForm(v, f, err)
	}
	return site.RedirectNote(site.PostingPath(p.ID, ""), "The posting is created. Add the steps of its pipeline next."),
		nil
}

// editPostingPage shows the form of a posting.
func editPostingPage(v *site.Visit, page pipeline.PostingPage) (site.Answer, error) {
	candidates, _ := page.Use.Total()
	return showPostingForm(v, postingForm{PostingEdit: pipeline.PostingEditOf(page.Posting,
		page.Recruiters()...), ID: page.Posting.ID, Version: page.Posting.Version, Fixed: candidates > 0})
}

// editPosting saves the form. If somebody else saved meanwhile, both versions are shown and nothing is written.
func editPosting(v *site.Visit) (site.Answer, error) {
	typed := readPosting(v)
	version, err := v.ShownVersion()
	if err == nil {
		_, err = v.Acts.EditPosting(v.Context(), v.By(), v.ID(), version, typed)
	}
	if err == nil {
		return site.RedirectNote(site.PostingPath(v.ID(), ""), "The posting is saved."), nil
	}
	page, failed := v.Store.Pipelines.PostingPage(v.Context(), v.Org.ID, v.ID())
	if failed != nil {
		return site.Answer{}, failed
	}
	saved := page.Posting
	candidates, _ := page.Use.Total()
	f := postingForm{PostingEdit: typed, ID: saved.ID, Version: saved.Version, Fixed: candidates > 0}
	if version != saved.Version {
		f.Versions = differing(difference{"Title", saved.Title, typed.Title},
			difference{"Kind", saved.Kind, typed.Kind}, difference{"Team", saved.Team, typed.Team},
			difference{"Location", saved.Location, typed.Location}, difference{"Employment", saved.Type, typed.Type},
			difference{"Recruiters", strings.Join(page.Recruiters(), ", "), strings.Join(typed.Recruiters, ", ")})
	}
	return refusedPostingForm(v, f, err)
}

func readPosting(v *site.Visit) pipeline.PostingEdit {
	return pipeline.PostingEdit{Kind: v.Field("kind"), Title: v.Field("title"), Team: v.Field("team"),
		Location: v.Field("location"), Type: v.Field("type"), Recruiters: v.Form["recruiters"]}
}

func showPostingForm(v *site.Visit, f postingForm) (site.Answer, error) {
	if f.New {
		f.Action, f.Back = site.PostingsPath+"/new", site.PostingsPath
		return v.Show("posting-form", "New posting", f).Under(site.PostingsPath, "Postings"), nil
	}
	var err error
	if f.Choices, err = recruiterChoices(v, f.Recruiters); err != nil {
		return site.Answer{}, err
	}
	f.Action, f.Back = site.PostingPath(f.ID, "/edit"), site.PostingPath(f.ID, "")
	return v.Show("posting-form", "Edit posting", f).Under(f.Back, "Posting"), nil
}

// refusedPostingForm shows the form again with what is wrong.
func refusedPostingForm(v *site.Visit, f postingForm, err error) (site.Answer, error) {
	a, failed := showPostingForm(v, f)
	if failed != nil {
		return site.Answer{}, failed
	}
	return a.Refusing(err)
}
