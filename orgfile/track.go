package orgfile

import (
	"litmus/models"
	"litmus/models/setup"
)

// readTracks reads the tracks of a posting. Exactly one of them is the default: the marked one, or else the first.
func (f *file) readTracks(v value) []setup.Track {
	var tracks []setup.Track
	keys, marked := newIndex("track"), ""
	for _, item := range v.items("key") {
		o, ok := item.object("key", "name", "default", "steps")
		if !ok {
			continue
		}
		t := setup.Track{
			Key:     o.key(keys),
			Name:    o.required("name", "a name").phrase(),
			Default: o.get("default").boolean(false),
		}
		steps := newIndex("step")
		for _, s := range o.get("steps").items("key") {
			t.Steps = append(t.Steps, f.readStep(s, steps))
		}
		switch {
		case t.Default && marked != "":
			o.get("default").problem("a second default track, after %s; expected exactly one of the posting", marked)
		case t.Default:
			marked = models.Quote(t.Key)
		}
		tracks = append(tracks, t)
	}
	if marked == "" && len(tracks) > 0 {
		tracks[0].Default = true
	}
	return tracks
}

// stepFields are the fields that each type of step has beside key, type and title.
var stepFields = map[string][]string{
	"step":       {},
	"assessment": {"assessment", "duration_minutes", "bookable", "indefinite", "fallback_recipients", "seats"},
	"group":      {"assignment_mode", "assessments"},
}

func (f *file) readStep(v value, steps *index) setup.Step {
	o, ok := v.object("key", "type", "title", "assessment", "duration_minutes", "bookable", "indefinite",
		"fallback_recipients", "seats", "assignment_mode", "assessments")
	if !ok {
		return setup.Step{}
	}
	s := setup.Step{
		Key:   o.key(steps),
		Type:  o.required("type", "step, assessment or group").choice("", "step", "assessment", "group"),
		Title: o.required("title", "a title").phrase(),
	}
	if s.Type == "" {
		return s
	}
	o.only("a step of type "+s.Type, append([]string{"key", "type", "title"}, stepFields[s.Type]...)...)
	switch s.Type {
	case "assessment":
		s.Assessment = o.required("assessment", "the key of an assessment").reference(f.assessments)
		s.DurationMinutes = o.get("duration_minutes").integer(models.DefaultDurationMinutes,
			models.MinDurationMinutes, models.MaxDurationMinutes)
		s.Bookable = o.get("bookable").boolean(true)
		s.Indefinite = o.get("indefinite").boolean(false)
		s.FallbackRecipients = o.get("fallback_recipients").emails()
		s.Seats = f.readSeats(o.get("seats"))
	case "group":
		s.AssignmentMode = o.get("assignment_mode").choice("random", "random", "self_select")
		members := o.required("assessments", "the keys of at least one assessment")
		s.Assessments = members.references(f.assessments)
		if !members.absent() && members.empty() {
			members.problem("the list is empty; expected the keys of at least one assessment")
		}
	}
	return s
}
