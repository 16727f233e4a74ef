package web

import (
	"cmp"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"litmus/models"
	"litmus/models/candidacy"
	"litmus/phrases"
)

// hear reads what the browser asks for. Until more is known the page is written so, else in English.
func (v *visit) hear() {
	l, twelve, known := phrases.Accepted(strings.Join(v.Header.Values("Accept-Language"), ","))
	if l != nil {
		v.asked.Language = l.Code
	}
	if known {
		v.asked.HourCycle = models.TwentyFourHours
		if twelve {
			v.asked.HourCycle = models.TwelveHours
		}
	}
	v.settle()
}

// settle chooses how the page is written: as the candidate read last, else as their browser asks, else in the
// organization's language and with 24 hours.
func (v *visit) settle() {
	v.in = phrases.Locale{Language: phrases.Of(cmp.Or(v.reader.Language, v.asked.Language, v.house))}
	v.in.Twelve = v.hours() == models.TwelveHours
}

// hours returns the hour cycle of the page, "" if nothing says it. A browser's 12 hours are for English alone.
func (v *visit) hours() string {
	asked := v.asked.HourCycle
	if asked == models.TwelveHours && v.in.Code != phrases.English.Code {
		asked = models.TwentyFourHours
	}
	return cmp.Or(v.reader.HourCycle, asked)
}

// isFor notes whose page it is, and writes it as they read.
func (v *visit) isFor(c models.Candidate) {
	v.reader = c
	v.settle()
}

// remember keeps how the candidate reads before they act, so that the letters which follow are in the language of the
// page. What the browser says is kept if they never chose, but on no page that others may see.
func (v *visit) remember() error {
	r := models.Reading{Language: cmp.Or(v.reader.Language, v.asked.Language), HourCycle: v.hours()}
	if r == v.reader.Reading() || v.reader.ID == "" || !v.may(candidacy.RightRead) {
		return nil
	}
	return v.keepReading(r)
}

// choosesReading reports whether the form says how the candidate wants to read.
func (v *visit) choosesReading() bool { return v.form.Has("language") || v.form.Has("hours") }

// setReading keeps what the form says.
func (v *visit) setReading() error {
	return v.keepReading(models.Reading{Language: v.form.Get("language"), HourCycle: v.form.Get("hours")})
}

func (v *visit) keepReading(r models.Reading) error {
	return v.site.Acts.Candidates.SetReading(v.Context(), models.Ref{OrgID: v.reader.OrgID, ID: v.reader.ID}, r)
}

// chooseReading changes the language or the hour cycle of the candidate's pages and letters, and leads back to the page
// as it was.
func (s *Site) chooseReading(v *visit) (answer, error) {
	e, dead, err := s.enter(v)
	if err != nil || dead.page != nil {
		return dead, err
	}
	err = v.setReading()
	if models.KindOf(err) == models.Invalid {
		return refusal(http.StatusBadRequest, v.in.Unreadable), nil
	}
	if err != nil {
		return answer{}, err
	}
	back := url.URL{Path: e.path}
	if page := v.form.Get("page"); slices.Contains([]string{cancelPath, startPath, handInPath}, page) {
		back.Path += page
	}
	if q, err := url.ParseQuery(v.form.Get("query")); err == nil {
		back.RawQuery = q.Encode()
	}
	return answer{to: back.String()}, nil
}

// switches are the buttons at the bottom of a page that change how it is written. They are a form of their own, or
// belong to the form of an answer: then what was typed is saved as a draft.
type switches struct {
	T         *phrases.Language
	Action    string
	Form      string // id of the form that they belong to, "" for their own
	Page      string // that it leads back to, behind the path of the candidate's
	Query     string // the same of the query
	Languages []reads
	Hours     []reads // none on a page without times
}

// reads is what can be chosen, and whether it is so now.
type reads struct {
	Value, Name string
	Now         bool
}

// switchesOf returns the switches of a page, nil if it has none: it is nobody's or not the candidate's alone, or it
// holds what was typed and is not kept anywhere.
func (v *visit) switchesOf(p *page) *switches {
	if v.reader.ID == "" || !v.may(candidacy.RightRead) || v.Method == http.MethodPost && p.name != "answer" {
		return nil
	}
	_, _, path := v.door()
	s := &switches{T: v.in.Language, Action: path + "/language"}
	for _, l := range phrases.All() {
		s.Languages = append(s.Languages, reads{l.Code, l.Name, l.Code == v.in.Code})
	}
	if p.Zone != "" {
		s.Hours = []reads{{models.TwelveHours, v.in.TwelveHours, v.in.Twelve},
			{models.TwentyFourHours, v.in.TwentyFourHours, !v.in.Twelve}}
	}
	if p.name == "answer" {
		s.Form, s.Action = "answer", v.here(path+"/draft")
		return s
	}
	s.Page = strings.TrimPrefix(v.URL.Path, path)
	q := v.URL.Query()
	q.Del("said")
	s.Query = q.Encode()
	return s
}
