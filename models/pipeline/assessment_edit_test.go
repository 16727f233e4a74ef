package pipeline

import (
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/desk"
)

func exercise() models.Assessment {
	return models.Assessment{OrgID: "org_1", ID: "asm_1", Key: "home", Title: "Home", DeliveryMode: models.DeliveryAsync, Ready: true,
		Instructions: "Build it.", TimeLimitMinutes: 60, CreatedAt: saturday, UpdatedAt: saturday, Version: 2}
}

func TestAssessmentEdit(t *testing.T) { // D18
	t.Parallel()
	later := saturday.Add(time.Hour)
	edit := func(change func(*AssessmentEdit)) AssessmentEdit {
		e := AssessmentEditOf(exercise())
		change(&e)
		return e
	}
	live := edit(func(e *AssessmentEdit) { e.DeliveryMode = models.DeliverySync })
	rename := edit(func(e *AssessmentEdit) { e.Title, e.Ready, e.TimeLimitMinutes = " Homework ", false, 0 })
	for _, c := range []struct {
		what    string
		edit    AssessmentEdit
		version int64
		use     AssessmentUse
		kind    models.Kind
		says    string
	}{
		{what: "title, readiness and limit in use", edit: rename, version: 2, use: AssessmentUse{1, 1, 9}},
		{what: "another version", edit: rename, version: 1, kind: models.Conflict, says: "changed meanwhile"},
		{what: "another delivery mode", edit: live, version: 2},
		{what: "another delivery mode in a step", edit: live, version: 2, use: AssessmentUse{Steps: 1}, kind: models.Conflict,
			says: "used by 1 step, so it stays async"},
		{what: "another delivery mode on a posting", edit: live, version: 2, use: AssessmentUse{Unstaged: 2},
			kind: models.Conflict, says: "2 postings"},
		{what: "another delivery mode with candidates", edit: live, version: 2, use: AssessmentUse{2, 1, 1},
			kind: models.Conflict, says: "2 steps, 1 posting and 1 candidate"},
		{what: "no title", edit: edit(func(e *AssessmentEdit) { e.Title = "" }), version: 2, kind: models.Invalid,
			says: "title"},
		{what: "a mode that there is not", edit: edit(func(e *AssessmentEdit) { e.DeliveryMode = "live" }), version: 2,
			kind: models.Invalid, says: `"live"`},
		{what: "more than a year", edit: edit(func(e *AssessmentEdit) { e.TimeLimitMinutes = 525_601 }), version: 2,
			kind: models.Invalid, says: "525601"},
		{what: "a negative limit", edit: edit(func(e *AssessmentEdit) { e.TimeLimitMinutes = -1 }), version: 2,
			kind: models.Invalid, says: "-1"},
		{what: "instructions of 10,000 long lines", version: 2, kind: models.Invalid, says: "at most 20000",
			edit: edit(func(e *AssessmentEdit) { e.Instructions = strings.Repeat("build this thing\n", 10_000) })},
	} {
		got, err := DecideAssessmentEdit(exercise(), c.version, c.edit, c.use, later)
		desk.WantRefusal(t, c.what, c.kind, c.says)(got, err)
		if c.kind != 0 && got != exercise() {
			t.Errorf("%s: refused, and the assessment is %+v", c.what, got)
		}
		if c.kind == 0 && (got.Version != 3 || !got.UpdatedAt.Equal(later) || got.Key != "home") {
			t.Errorf("%s: got %+v", c.what, got)
		}
	}
	got, err := DecideAssessmentEdit(exercise(), 2, edit(func(e *AssessmentEdit) {
		e.Instructions = "\r\n# Do\r\n\tthis\x00\r\n\r\n"
	}), AssessmentUse{}, later)
	if want := "# Do\n\tthis"; err != nil || got.Instructions != want {
		t.Errorf("got %q (%v), want %q", got.Instructions, err, want)
	}
	got, err = DecideAssessmentEdit(exercise(), 1, AssessmentEditOf(exercise()), AssessmentUse{}, later)
	if err != nil || got != exercise() {
		t.Errorf("what is stored already: got %+v (%v), want that it stays, whatever the form showed", got, err)
	}
}

func TestNewAssessment(t *testing.T) { // D18
	t.Parallel()
	a, err := NewAssessment("org_1", "asm_2", AssessmentEdit{Title: "Home", DeliveryMode: models.DeliveryTrial},
		func(key string) bool { return key == "home" }, saturday)
	verify.Each(t, "the new assessment", verify.Fields{"error": {err, nil}, "Key": {a.Key, "home-2"},
		"Version": {a.Version, 1},
		"Ready":   {a.Ready, false}, "DeliveryMode": {a.DeliveryMode, models.DeliveryTrial}})
}

func TestAssessmentRemoval(t *testing.T) { // D18
	t.Parallel()
	if err := CheckAssessmentRemoval(exercise(), AssessmentUse{}); err != nil {
		t.Errorf("unused: %v", err)
	}
	for _, use := range []AssessmentUse{{Steps: 1}, {Unstaged: 1}, {Candidates: 1}} {
		desk.WantRefusal(t, use.Words(), models.Conflict, use.Words())(CheckAssessmentRemoval(exercise(), use))
	}
}
