package web

import (
	"net/http"
	"unicode/utf8"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/phrases"
)

// accommodationPath is what a page's path has behind it for the form of what the candidate needs.
const accommodationPath = "/accommodation"

// accommodationView is the folded form in which a candidate says what they need. The page of an interview may be known
// to others, its interviewer among them: there it is Shared, which shows nothing of what is stored and adds to it.
type accommodationView struct {
	T       *phrases.Language
	Action  string
	Fields  []hidden
	Text    string // what is stored, or what was typed
	Problem string
	Status  string // since when the team has it, "" for no text
	Stored  bool
	Shared  bool
	Open    bool
}

// accommodation returns the form on a page of the candidate alone; nil if nothing can be asked for any more, as may
// says, and nothing is stored that they could withdraw.
func (s *Site) accommodation(v *visit, c models.Candidate, may bool) (*accommodationView, error) {
	a, err := s.Store.Candidates.Accommodation(v.Context(), models.Ref{OrgID: c.OrgID, ID: c.ID})
	if err != nil || a == nil && !may && v.refused() != candidacy.PartAsk {
		return nil, err
	}
	view := v.accommodationForm()
	seen := ""
	if a != nil {
		text := v.in.Accommodation.Asked
		if !a.Open() {
			text = v.in.Accommodation.Settled
		}
		view.Status, view.Stored = phrases.Fill(text, "{time}", v.in.At(a.AskedAt, v.zone)), true
		seen = machine(a.AskedAt)
		if v.refused() != candidacy.PartAsk {
			view.Text = a.Text
		}
	}
	view.Fields = append(view.Fields, hidden{"seen", seen})
	return view, nil
}

// accommodationForm returns the form with what was typed and refused.
func (v *visit) accommodationForm() *accommodationView {
	_, _, path := v.door()
	view := &accommodationView{T: v.in.Language, Action: path + accommodationPath, Shared: !v.may(candidacy.RightKnow)}
	for _, name := range []string{"zone", "change"} {
		if value := v.param(name); value != "" {
			view.Fields = append(view.Fields, hidden{name, value})
		}
	}
	if v.refused() == candidacy.PartAsk {
		view.Open, view.Problem, view.Text = true, v.problem, plain(v.form.Get("text"))
	}
	return view
}

// accommodate keeps what the candidate needs, or withdraws it. A form that is refused is shown again with what was
// typed.
func (s *Site) accommodate(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	t := &v.in.Accommodation
	refuse := func(status int, problem string) (answer, error) {
		v.problem = problem
		return s.show(v, e, status, &message{Text: problem, Field: "accommodation-text"})
	}
	typed := v.form.Get("text")
	if v.form.Get("withdraw") != "" {
		typed = ""
	}
	text, err := candidacy.ParseAccommodation(typed)
	if err != nil {
		return refuse(http.StatusBadRequest, phrases.Fill(t.TooLong, "{count}",
			v.in.Number(utf8.RuneCountInString(models.CleanAnswer(typed)))))
	}
	o, said := candidacy.AccommodationOrder{Text: text}, "added"
	if e.May(candidacy.RightKnow) {
		at, _ := models.ParseInstant("seen", v.form.Get("seen")) // zero if it is empty or malformed
		o.Seen, said = &at, "needed"
		switch {
		case v.form.Get("withdraw") != "":
			said = "withdrawn"
		case text == "" && at.IsZero():
			return refuse(http.StatusBadRequest, t.Empty)
		case text == "":
			said = "withdrawn"
		}
	}
	if err := v.remember(); err != nil {
		return answer{}, err
	}
	switch err := s.Acts.Candidates.Accommodate(v.Context(), e.candidate, o); models.KindOf(err) {
	case 0:
		if err != nil {
			return answer{}, err
		}
	case models.Invalid:
		if text == "" {
			return refuse(http.StatusBadRequest, t.Empty)
		}
		return refuse(http.StatusBadRequest, phrases.Fill(t.TooLong, "{count}",
			v.in.Number(candidacy.MaxAccommodationRunes+1)))
	case models.Conflict:
		return s.accommodateLate(v, e, refuse)
	default:
		return answer{}, err
	}
	v.chooseZone()
	return answer{to: v.here(e.path, "change", v.form.Get("change"), "said", said)}, nil
}

// accommodateLate answers a form that came too late: others typed in another tab, or nothing can be asked any more.
func (s *Site) accommodateLate(v *visit, e entry, refuse func(int, string) (answer, error)) (answer, error) {
	problem := v.in.Accommodation.Late
	if e.May(candidacy.RightKnow) {
		a, err := s.Store.Candidates.Accommodation(v.Context(), e.candidate)
		if err != nil {
			return answer{}, err
		}
		if a != nil && v.form.Get("seen") != machine(a.AskedAt) {
			problem = phrases.Fill(v.in.Accommodation.New, "{text}", a.Text)
		}
	}
	return refuse(http.StatusConflict, problem)
}
