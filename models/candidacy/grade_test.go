package candidacy

import (
	"strings"
	"testing"
	"time"

	"litmus/models"
	"litmus/models/desk"
)

func scored(n float64) *float64 { return &n }

func TestParseGrade(t *testing.T) { // D20
	t.Parallel()
	for in, want := range map[string]string{
		"": "", " ": "", "0": "0", "5": "5", "5.00": "5", "3.5": "3.5", "3,5": "3.5", " 4.25 ": "4.25", "0.0": "0",
		"05": "5",
	} {
		if o, err := ParseGrade(in, ""); err != nil || models.FormatScore(o.NativeScore) != want {
			t.Errorf("the score %q is %q (%v), want %q", in, models.FormatScore(o.NativeScore), err, want)
		}
	}
	for in, says := range map[string]string{
		"5.01": "beyond the scale", "6": "beyond the scale", "100": "beyond the scale",
		strings.Repeat("9", 400): "beyond the scale", "3.333": "more than two decimals", "-1": "is not a number",
		"NaN": "is not a number", "Inf": "is not a number", "1e0": "is not a number", "0x1p1": "is not a number",
		"3.": "is not a number", ".5": "is not a number", "1_0": "is not a number", "٣": "is not a number",
		"3 5": "is not a number", "3.5.1": "is not a number", "\x00": "is not a number",
	} {
		desk.WantRefusal(t, in, models.Invalid, says)(ParseGrade(in, ""))
	}
	lines := strings.Repeat("a line\r\n", 10_000)
	o, err := ParseGrade("1", lines)
	if err != nil || o.Notes != strings.TrimRight(strings.Repeat("a line\n", 10_000), "\n") {
		t.Errorf("10,000 lines give %d bytes (%v)", len(o.Notes), err)
	}
	if o, err := ParseGrade("1", "\n\na\u2028b\x07\tc  \n"); err != nil || o.Notes != "a\nb\tc" {
		t.Errorf("notes became %q (%v)", o.Notes, err)
	}
	if _, err := ParseGrade("1", strings.Repeat("é", MaxGradeNotes)); err != nil {
		t.Errorf("the longest notes: %v", err)
	}
	desk.WantRefusal(t, "too long notes", models.Invalid, "100001 characters")(
		ParseGrade("1", strings.Repeat("é", MaxGradeNotes+1)))
}

func TestScoreOf(t *testing.T) {
	t.Parallel()
	for native, want := range map[float64]float64{0: 0, 5: 100, 4.2: 84, 4.4: 88, 2.6: 52, 4.35: 87, 0.01: 0.2,
		3.33: 66.6, 4.99: 99.8, 1.15: 23, 2.05: 41} {
		if got := models.ScoreOf(native); got != want {
			t.Errorf("the score of %v is %v, want %v", native, got, want)
		}
	}
	for n := range 501 { // whatever can be entered has at most one decimal
		if text := models.FormatScore(scored(models.ScoreOf(float64(n) / 100))); len(text[strings.Index(text+".",
			"."):]) > 2 {
			t.Errorf("the score of %v is %s", float64(n)/100, text)
		}
	}
}

func TestDecideGrade(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	mira := models.Actor{Kind: models.ActorMember, ID: "mira@acme.example", RequestID: "req_1"}
	legacy := &Grade{Version: 1, Score: scored(80)}
	modern := &Grade{Version: 3, Score: scored(84), NativeScore: scored(4.2), Notes: "Good."}
	fileOnly := &Grade{Version: 1, NativeScore: scored(4.2)}
	for _, c := range []struct {
		about         string
		last          *Grade
		order         GradeOrder
		score, native string
		version       int64 // 0: unchanged
	}{
		{"the first", nil, GradeOrder{NativeScore: scored(3.5)}, "70", "3.5", 1},
		{"the first, of notes alone", nil, GradeOrder{Notes: "Late."}, "", "", 1},
		{"zero is a score", nil, GradeOrder{NativeScore: scored(0)}, "0", "0", 1},
		{"another score", modern, GradeOrder{NativeScore: scored(2), Notes: "Good."}, "40", "2", 4},
		{"other notes keep both scores", modern, GradeOrder{NativeScore: scored(4.2), Notes: "Fine."}, "84", "4.2", 4},
		{"no score takes both away", modern, GradeOrder{Notes: "Good."}, "", "", 4},
		{"the same again", modern, GradeOrder{NativeScore: scored(4.2), Notes: "Good."}, "84", "4.2", 0},
		{"the same from a form that did not see it", modern, GradeOrder{NativeScore: scored(4.2), Notes: "Good.",
			Seen: 1}, "84", "4.2", 0},
		{"notes on a report from before the scale keep its score", legacy, GradeOrder{Notes: "Hm."}, "80", "", 2},
		{"a native score for one from before the scale", legacy, GradeOrder{NativeScore: scored(3)}, "60", "3", 2},
		{"notes where the file named no score from 0 to 100", fileOnly, GradeOrder{NativeScore: scored(4.2),
			Notes: "So."}, "", "4.2", 2},
	} {
		s := models.Submission{OrgID: "org_1", ID: "sub_1", UpdatedAt: now.Add(-time.Hour)}
		if c.last != nil {
			s.Score, s.NativeScore, s.GradeVersion = c.last.Score, c.last.NativeScore, c.last.Version
		}
		got, g, changed, err := DecideGrade(s, c.last, c.order, mira, now.Add(time.Microsecond))
		if err != nil || changed != (c.version > 0) {
			t.Errorf("%s: changed %t (%v), want version %d", c.about, changed, err, c.version)
			continue
		}
		if models.FormatScore(got.Score) != c.score || models.FormatScore(got.NativeScore) != c.native {
			t.Errorf("%s: the scores are %q and %q, want %q and %q", c.about, models.FormatScore(got.Score),
				models.FormatScore(got.NativeScore), c.score, c.native)
		}
		if !changed {
			if got.UpdatedAt != s.UpdatedAt || g.Version != s.GradeVersion {
				t.Errorf("%s: nothing changed, and the submission is %+v", c.about, got)
			}
			continue
		}
		if got.GradeVersion != c.version || g.Version != c.version || g.Score != got.Score ||
			g.NativeScore != got.NativeScore || g.Notes != c.order.Notes || g.SubmissionID != "sub_1" ||
			g.OrgID != "org_1" || g.By != (models.Actor{Kind: models.ActorMember, ID: "mira@acme.example"}) ||
			!g.CreatedAt.Equal(now) || !got.UpdatedAt.Equal(now) {
			t.Errorf("%s: the version is %+v of %+v", c.about, g, got)
		}
	}
	judged := models.Submission{Score: modern.Score, NativeScore: modern.NativeScore, GradeVersion: 3}
	for _, c := range []struct {
		about   string
		order   GradeOrder
		refused bool
	}{
		{"by who saw the version before", GradeOrder{Notes: "x", Seen: 2, Exact: true}, true},
		{"by who saw none", GradeOrder{Notes: "x", Exact: true}, true},
		{"by who saw one that there is not yet", GradeOrder{Notes: "x", Seen: 4, Exact: true}, true},
		{"by who saw the last one", GradeOrder{Notes: "x", Seen: 3, Exact: true}, false},
		{"the same again", GradeOrder{NativeScore: scored(4.2), Notes: "Good.", Seen: 2, Exact: true}, false},
	} {
		if _, _, _, err := DecideGrade(judged, modern, c.order, mira,
			now); (models.KindOf(err) == models.Conflict) != c.refused ||
			err != nil && !c.refused {
			t.Errorf("an exact grade %s: %v", c.about, err)
		}
	}
	kept := models.Submission{Origin: models.OriginFile, GradeVersion: 3} // D24
	_, _, saved, err := DecideGrade(kept, modern, GradeOrder{Notes: "x"}, mira, now)
	if models.KindOf(err) != models.Conflict || saved {
		t.Errorf("of a submission that the file keeps: saved %t (%v)", saved, err)
	}
	if _, _, saved, err := DecideGrade(models.Submission{}, nil, GradeOrder{}, mira,
		now); models.KindOf(err) != models.Invalid || saved {
		t.Errorf("nothing to save: saved %t (%v)", saved, err)
	}
}

func TestStage(t *testing.T) { // D20
	t.Parallel()
	for s, want := range map[models.Submission]models.Stage{
		{Decision: models.DecisionPending}:                  models.ToGrade,
		{Decision: models.DecisionPending, GradeVersion: 1}: models.ToDecide,
		{Decision: models.DecisionReject, GradeVersion: 1}:  models.DecidedStage,
		{Decision: models.DecisionAdvance}:                  models.DecidedStage,
	} {
		if got := s.Stage(); got != want {
			t.Errorf("%+v is at stage %d, want %d", s, got, want)
		}
		var f SubmissionFilter
		if err := f.Judged(want.String()); err != nil || *f.Stage != want || f.Undecided {
			t.Errorf("%s is read as %+v (%v)", want, f, err)
		}
	}
	for status, want := range map[string]SubmissionFilter{"": {}, "undecided": {Undecided: true}} {
		var f SubmissionFilter
		if err := f.Judged(status); f != want || err != nil {
			t.Errorf("%q is read as %+v (%v)", status, f, err)
		}
	}
	desk.WantRefusal(t, "an unknown stage", models.Invalid, "")(new(SubmissionFilter).Judged("to-grade"))
}
