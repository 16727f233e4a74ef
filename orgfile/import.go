package orgfile

import (
	"strings"

	"litmus/models"
	"litmus/models/setup"
)

func (f *file) readImport(v value, imports *index) setup.Import {
	fields := append([]string{
		"key", "posting", "step", "candidate", "source", "scheduled_start_at", "duration_minutes",
		"interviewer_email", "meeting_link", "call_ended_at",
	}, artifactFields...)
	o, ok := v.object(fields...)
	if !ok {
		return setup.Import{}
	}
	i := setup.Import{
		Key:              o.key(imports),
		Posting:          o.required("posting", "the key of a posting").reference(f.postings),
		Candidate:        o.required("candidate", "a mapping with at least email").candidate(),
		Source:           o.required("source", "greenhouse, ashby or lever").choice("", "greenhouse", "ashby", "lever"),
		ScheduledStartAt: o.required("scheduled_start_at", "the start, such as 2026-12-01T15:00:00Z").instant(),
		DurationMinutes:  o.get("duration_minutes").integer(0, models.MinDurationMinutes, models.MaxDurationMinutes),
		InterviewerEmail: o.required("interviewer_email", "an email address").email(),
		MeetingLink:      o.get("meeting_link").link(),
		CallEndedAt:      o.get("call_ended_at").instantOrNil(),
		Artifacts:        readArtifacts(o),
	}
	step := o.required("step", "the key of a step of the posting")
	if p, ok := f.posting(i.Posting); ok && !step.absent() {
		i.Step = f.importedStep(step, p)
	}
	return i
}

// importedStep resolves KEY or TRACK/KEY to the TRACK/KEY of a round that can have an interview: an assessment step
// whose assessment is sync.
func (f *file) importedStep(v value, p setup.Posting) string {
	s, ok := v.text()
	s = strings.TrimSpace(s)
	if !ok {
		return ""
	}
	found := matchingSteps(s, p.Tracks)
	switch len(found) {
	case 0:
		v.problem("posting %s has no step %s; %s", p.Key, models.Quote(s), stepIndex(p.Tracks).hint(s))
		return ""
	case 1:
	default:
		v.problem("step %s stands in several tracks of posting %s, none of them the default; expected %s",
			models.Quote(s), p.Key, orList(refs(found)))
		return ""
	}
	step := found[0].step
	switch mode := f.modes[step.Assessment]; {
	case step.Type == "": // readStep has added the problem
	case step.Type != "assessment":
		v.problem("step %s is of type %s; expected one of type assessment whose assessment is sync",
			models.Quote(s), step.Type)
	case mode != "" && mode != "sync":
		v.problem("step %s has an assessment of delivery_mode %s; expected one that is sync", models.Quote(s), mode)
	}
	return found[0].ref()
}

// stepInTrack is a step and the key of its track.
type stepInTrack struct {
	track string
	step  setup.Step
}

func (s stepInTrack) ref() string { return s.track + "/" + s.step.Key }

// matchingSteps returns the steps that KEY or TRACK/KEY may mean. There is exactly one, unless no step has this key or
// several tracks have it and the default track does not.
func matchingSteps(ref string, tracks []setup.Track) []stepInTrack {
	track, key, qualified := strings.Cut(ref, "/")
	if !qualified {
		key = ref
	}
	var found []stepInTrack
	for _, t := range tracks {
		for _, s := range t.Steps {
			switch {
			case s.Key != key || qualified && t.Key != track:
			case t.Default:
				return []stepInTrack{{t.Key, s}}
			default:
				found = append(found, stepInTrack{t.Key, s})
				if qualified {
					return found
				}
			}
		}
	}
	return found
}

func refs(steps []stepInTrack) []string {
	var all []string
	for _, s := range steps {
		all = append(all, s.ref())
	}
	return all
}

// stepIndex returns the keys of the steps of all tracks, for suggestions.
func stepIndex(tracks []setup.Track) *index {
	x := newIndex("step")
	for _, t := range tracks {
		for _, s := range t.Steps {
			if _, ok := x.line[s.Key]; !ok && s.Key != "" {
				x.keys = append(x.keys, s.Key)
				x.line[s.Key] = 1
			}
		}
	}
	return x
}
