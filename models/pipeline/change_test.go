package pipeline

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

// pipelineFacts are a posting with two tracks. The default one has a review, the take-home, the talk and a group of
// both; the other the talk alone. Three candidates of the default track have the take-home, one of them and one of the
// other track the talk, with an interview each; week is attached and has a candidate, quiz is attached, spare is not.
func pipelineFacts() Facts {
	p := backendPosting()
	f := Facts{Assessments: map[string]models.Assessment{}, Use: Use{
		Interviews: map[string]int{"rnd_talk": 1, "rnd_other": 1},
		Candidates: map[TrackRecord]int{{"trk_1", "asm_home"}: 3, {"trk_1", "asm_talk"}: 1, {"trk_2", "asm_talk"}: 1,
			{"trk_1", "asm_week"}: 1},
	}}
	for id, mode := range map[string]string{"home": models.DeliveryAsync, "talk": models.DeliverySync, "week": models.DeliveryTrial,
		"quiz": models.DeliveryAsync, "spare": models.DeliverySync} {
		f.Assessments["asm_"+id] = models.Assessment{OrgID: "org_1", ID: "asm_" + id, Title: id, DeliveryMode: mode}
	}
	round := func(id, track, kind string, e StepEdit) models.Round {
		e.Type, e.Title = kind, id
		e, err := e.Check()
		if err != nil {
			panic(err)
		}
		r := e.Round()
		r.OrgID, r.ID, r.PostingID, r.TrackID, r.Key = "org_1", "rnd_"+id, p.ID, track, id
		r.DeliveryMode = f.Assessments[r.AssessmentID].DeliveryMode
		if kind == models.StepGroup {
			r.GroupID = "grp_1"
		}
		return r
	}
	f.Pipeline = Pipeline{Posting: p,
		Tracks: []models.Track{
			{OrgID: "org_1", ID: "trk_1", PostingID: p.ID, Key: "default", Name: "Default", IsDefault: true},
			{OrgID: "org_1", ID: "trk_2", PostingID: p.ID, Key: "other", Name: "Other", Position: 1}},
		Rounds: map[string][]models.Round{
			"trk_1": {round("review", "trk_1", models.StepPlain, StepEdit{}),
				round("home", "trk_1", models.StepAssessment, StepEdit{AssessmentID: "asm_home"}),
				round("talk", "trk_1", models.StepAssessment, StepEdit{AssessmentID: "asm_talk", Bookable: true}),
				round("group", "trk_1", models.StepGroup, StepEdit{AssessmentIDs: []string{"asm_home", "asm_talk"}})},
			"trk_2": {round("other", "trk_2", models.StepAssessment, StepEdit{AssessmentID: "asm_talk", Bookable: true})}},
		Unstaged: []UnstagedAssessment{{"asm_week", "week", models.DeliveryTrial}, {"asm_quiz", "quiz", models.DeliveryAsync}}}
	f.number()
	return f
}

// laidOut writes a pipeline in one line.
func laidOut(p Pipeline) string {
	var out []string
	for n, t := range p.Tracks {
		line := t.Name
		if t.IsDefault {
			line += "*"
		}
		var steps []string
		for m, r := range p.Rounds[t.ID] {
			steps = append(steps, r.Title)
			if r.Position != m || r.TrackID != t.ID {
				steps = append(steps, fmt.Sprintf("(at %d of %s)", r.Position, r.TrackID))
			}
		}
		if t.Position != n {
			line += fmt.Sprintf("(at %d)", t.Position)
		}
		out = append(out, line+": "+strings.Join(steps, " "))
	}
	var unstaged []string
	for _, u := range p.Unstaged {
		unstaged = append(unstaged, u.Title)
	}
	return strings.Join(out, "; ") + "; " + strings.Join(unstaged, " ")
}

func TestPipelineChanges(t *testing.T) { // D17, §2 Pipeline
	t.Parallel()
	const before = "Default*: review home talk group; Other: other; week quiz"
	if got := laidOut(pipelineFacts().Pipeline); got != before {
		t.Fatalf("the fixture is %s", got)
	}
	plain := StepEdit{Type: models.StepPlain, Title: "Call"}
	step := func(id string) StepEdit { return StepEdit{Type: models.StepAssessment, Title: "New", AssessmentID: id} }
	for _, c := range []struct {
		what   string
		change Change
		want   string // the pipeline, or with kind what the error says
		kind   models.Kind
	}{
		{"a track", AddTrack{"trk_3", " Third "},
			"Default*: review home talk group; Other: other; Third: ; week quiz", 0},
		{"a track that the form made", AddTrack{"trk_2", "Other"}, before, 0},
		{"a form that is changed after it made its track", AddTrack{"trk_2", "Third"}, "save once more", models.Conflict},
		{"another name", RenameTrack{"trk_2", "Referral"},
			"Default*: review home talk group; Referral: other; week quiz", 0},
		{"a name of 301 characters", RenameTrack{"trk_2", strings.Repeat("x", 301)}, "301", models.Invalid},
		{"another default", DefaultTrack{"trk_2"}, "Default: review home talk group; Other*: other; week quiz", 0},
		{"a default that is gone", DefaultTrack{"trk_9"}, "removed meanwhile", models.Conflict},
		{"a track down", MoveTrack{"trk_1", 1}, "Other: other; Default*: review home talk group; week quiz", 0},
		{"a track to where it is", MoveTrack{"trk_1", 0}, before, 0},
		{"a track to where there is no place", MoveTrack{"trk_1", 2}, "no place 3", models.Conflict},
		{"a track with candidates", RemoveTrack{"trk_2"},
			"1 interview and 1 candidate and cannot be removed", models.Conflict},
		{"a track that is gone", RemoveTrack{"trk_9"}, before, 0},

		{"a plain step", AddRound{ID: "rnd_9", TrackID: "trk_1", Step: plain},
			"Default*: review home talk group Call; Other: other; week quiz", 0},
		{"a step that takes an assessment in", AddRound{ID: "rnd_9", TrackID: "trk_2", Step: step("asm_quiz")},
			"Default*: review home talk group; Other: other New; week", 0},
		{"a step that the form made", AddRound{ID: "rnd_review", TrackID: "trk_1",
			Step: StepEdit{Type: models.StepPlain, Title: "review"}}, before, 0},
		{"a form that is changed after it made its step", AddRound{ID: "rnd_review", TrackID: "trk_1", Step: plain},
			"save once more", models.Conflict},
		{"a step in a track that is gone", AddRound{ID: "rnd_9", TrackID: "trk_9", Step: plain}, "removed meanwhile",
			models.Conflict},
		{"a step with an assessment that is gone", AddRound{ID: "rnd_9", TrackID: "trk_1", Step: step("asm_9")},
			"removed meanwhile", models.Conflict},
		{"a step without title", AddRound{ID: "rnd_9", TrackID: "trk_1", Step: StepEdit{Type: models.StepPlain}}, "the title",
			models.Invalid},

		{"another title", EditRound{ID: "rnd_review", Step: plain},
			"Default*: Call home talk group; Other: other; week quiz", 0},
		{"the same step", EditRound{ID: "rnd_review", Step: StepEdit{Type: models.StepPlain, Title: "review"}}, before, 0},
		{"a plain step that becomes an assessment", EditRound{ID: "rnd_review", Step: step("asm_spare")},
			"Default*: New home talk group; Other: other; week quiz", 0},
		{"the title of a step with interviews", EditRound{ID: "rnd_talk", Step: step("asm_talk")},
			"Default*: review home New group; Other: other; week quiz", 0},
		{"the assessment of a step with interviews", EditRound{ID: "rnd_talk", Step: step("asm_spare")},
			"1 interview, so its type and its assessment stay", models.Conflict},
		{"the assessment that candidates have elsewhere too", EditRound{ID: "rnd_home", Step: step("asm_spare")},
			"Default*: review New talk group; Other: other; week quiz", 0},
		{"a step that is gone", EditRound{ID: "rnd_9", Step: plain}, "removed meanwhile", models.Conflict},

		{"a step down", MoveRound{"rnd_review", 1}, "Default*: home review talk group; Other: other; week quiz", 0},
		{"a step to the end", MoveRound{"rnd_review", 3},
			"Default*: home talk group review; Other: other; week quiz", 0},
		{"a step to where there is no place", MoveRound{"rnd_talk", 4}, "no place 5", models.Conflict},
		{"the move of a step that is gone", MoveRound{"rnd_9", 0}, "removed meanwhile", models.Conflict},

		{"a step that nothing depends on", RemoveRound{"rnd_review"},
			"Default*: home talk group; Other: other; week quiz", 0},
		{"a step whose candidates have a group", RemoveRound{"rnd_home"},
			"Default*: review talk group; Other: other; week quiz", 0},
		{"a group whose members have steps", RemoveRound{"rnd_group"},
			"Default*: review home talk; Other: other; week quiz", 0},
		{"a step with interviews", RemoveRound{"rnd_talk"}, `step "talk" has 1 interview and cannot`, models.Conflict},
		{"the only step of a candidate", RemoveRound{"rnd_other"}, "1 interview and 1 candidate", models.Conflict},

		{"an assessment", AttachAssessment{"asm_spare"},
			"Default*: review home talk group; Other: other; week quiz spare", 0},
		{"an assessment twice", AttachAssessment{"asm_quiz"}, before, 0},
		{"an assessment of a step", AttachAssessment{"asm_talk"}, "in a step of the pipeline already", models.Conflict},
		{"an assessment that is gone", AttachAssessment{"asm_9"}, "removed meanwhile", models.Conflict},
		{"detached", DetachAssessment{"asm_quiz"}, "Default*: review home talk group; Other: other; week", 0},
		{"detached although somebody has it", DetachAssessment{"asm_week"}, "1 candidate on this posting", models.Conflict},
	} {
		f := pipelineFacts()
		got, err := Decide(f, f.Posting.Version, c.change, saturday.Add(time.Hour))
		if models.KindOf(err) != c.kind || err != nil && !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want kind %d that says %q", c.what, err, c.kind, c.want)
			continue
		}
		if !reflect.DeepEqual(f, pipelineFacts()) {
			t.Errorf("%s: the facts themselves were changed", c.what)
		}
		want := c.want
		if c.kind != 0 {
			want = before
		}
		if laidOut(got) != want {
			t.Errorf("%s: got  %s\nwant %s", c.what, laidOut(got), want)
		}
		version := f.Posting.Version
		if want != before {
			version++
		}
		if got.Posting.Version != version {
			t.Errorf("%s: the version is %d, want %d", c.what, got.Posting.Version, version)
		}
		harmless := strings.Contains(fmt.Sprintf("%T", c.change), "Add") || want == before
		switch c.change.(type) {
		case AttachAssessment, DetachAssessment, DefaultTrack:
			harmless = true
		}
		if _, err := Decide(f, 1, c.change, saturday); c.kind == 0 &&
			(models.KindOf(err) == models.Conflict) == harmless {
			t.Errorf("%s: a form that showed another version gets %v", c.what, err)
		}
	}
}

func TestNewParts(t *testing.T) { // D17
	t.Parallel()
	f := pipelineFacts()
	group := StepEdit{Type: models.StepGroup, Title: "Home", AssessmentIDs: []string{"asm_quiz", "asm_week"}}
	p, err := Decide(f, 4, AddRound{ID: "rnd_9", TrackID: "trk_1", GroupID: "grp_9", Step: group}, saturday)
	if err != nil {
		t.Fatal(err)
	}
	r := p.Rounds["trk_1"][4]
	verify.Each(t, "the new round", verify.Fields{"OrgID": {r.OrgID, "org_1"}, "PostingID": {r.PostingID, "post_1"},
		"TrackID": {r.TrackID, "trk_1"}, "Key": {r.Key, "home-2"}, "GroupID": {r.GroupID, "grp_9"},
		"Position": {r.Position, 4}, "len(Unstaged)": {len(p.Unstaged), 0}})
	f.Pipeline = p
	edit := StepEditOf(r)
	edit.Title, edit.AssessmentIDs = "Homes", []string{"asm_quiz"}
	f.Use.Candidates[TrackRecord{"trk_1", "asm_quiz"}] = 1
	delete(f.Use.Candidates, TrackRecord{"trk_1", "asm_week"})
	if p, err = Decide(f, 5, EditRound{ID: "rnd_9", GroupID: "grp_0", Step: edit}, saturday); err != nil {
		t.Fatalf("a group without a member that nobody has: %v", err)
	}
	if r := p.Rounds["trk_1"][4]; r.GroupID != "grp_9" || r.Key != "home-2" {
		t.Errorf("group and key changed: %+v", r)
	}
	edit.AssessmentIDs = []string{"asm_week"}
	if _, err = Decide(f, 5, EditRound{ID: "rnd_9", Step: edit}, saturday); models.KindOf(err) != models.Conflict {
		t.Errorf("a group without the member that a candidate has: %v, want a conflict", err)
	}
	empty := Facts{Pipeline: Pipeline{Posting: backendPosting()}}
	if p, err = Decide(empty, 4, AddTrack{"trk_1", "Main"}, saturday); err != nil || !p.Tracks[0].IsDefault ||
		p.Tracks[0].Key != "main" {
		t.Errorf("the first track: got %+v (%v), want the default", p.Tracks, err)
	}
	empty.Pipeline = p
	if p, err = Decide(empty, 5, RemoveTrack{"trk_1"}, saturday); err != nil || len(p.Tracks) != 0 {
		t.Errorf("the last track: got %+v (%v), want none left", p.Tracks, err)
	}
	two := pipelineFacts()
	two.Use = Use{}
	if _, err = Decide(two, 4, RemoveTrack{"trk_1"}, saturday); models.KindOf(err) != models.Conflict {
		t.Errorf("the default track beside another: got %v, want a conflict", err)
	}
	if p, err = Decide(two, 4, RemoveTrack{"trk_2"}, saturday); err != nil || len(p.Rounds) != 1 {
		t.Errorf("another track: got %+v (%v), want it gone with its steps", p.Rounds, err)
	}
}

func TestPipelineBounds(t *testing.T) {
	t.Parallel()
	f := pipelineFacts()
	for len(f.Tracks) < MaxTracks {
		f.Tracks = append(f.Tracks, models.Track{ID: fmt.Sprint("trk_", len(f.Tracks)+1), Name: "x"})
	}
	for n := len(f.Rounds["trk_2"]); n < MaxTrackRounds; n++ {
		r := models.Round{ID: fmt.Sprint("rnd_", n), TrackID: "trk_2", Type: models.StepPlain}
		f.Rounds["trk_2"] = append(f.Rounds["trk_2"], r)
	}
	desk.WantRefusal(t, "a track too many", models.Conflict, "")(Decide(f, 4, AddTrack{"trk_new", "x"}, saturday))
	step := AddRound{ID: "rnd_new", TrackID: "trk_2", Step: StepEdit{Type: models.StepPlain, Title: "x"}}
	desk.WantRefusal(t, "a step too many", models.Conflict, "")(Decide(f, 4, step, saturday))
}

// TestSeatsOfAStepEdit: seats of known pools are saved, and stay where the form showed none (P2).
func TestSeatsOfAStepEdit(t *testing.T) {
	t.Parallel()
	f := pipelineFacts()
	f.Pools = []models.Pool{{ID: "pool_1", Name: "Backend", Kind: models.PoolPeople}}
	in, n := f.Round("rnd_talk")
	edit := StepEditOf(f.Rounds[in][n])
	edit.Seats = []models.Seat{{Pool: "pool_2", Count: 1, Role: models.SeatInterviewer}}
	desk.WantRefusal(t, "an unknown pool", models.Invalid, "names pool")(Decide(f, 4,
		EditRound{ID: "rnd_talk", Step: edit}, saturday))
	edit.Seats[0].Pool = "pool_1"
	var err error
	if f.Pipeline, err = Decide(f, 4, EditRound{ID: "rnd_talk", Step: edit}, saturday); err != nil {
		t.Fatal(err)
	}
	older := edit
	older.Title, older.Seats = "A talk", nil
	for _, keep := range []bool{true, false} {
		p, err := Decide(f, 5, EditRound{ID: "rnd_talk", Step: older, KeepSeats: keep}, saturday)
		if got := p.Rounds[in][n]; err != nil || got.Title != "A talk" || (len(got.Seats) == 1) != keep {
			t.Errorf("kept %t: got %+v (%v)", keep, got, err)
		}
	}
}
