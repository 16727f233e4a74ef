package setup_test

import (
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/effect"
	"litmus/models/setup"
)

var everyPart = setup.ImportChange{Round: true, Candidate: true, Source: true, Start: true, Duration: true,
	Interviewer: true, Link: true, CallEnded: true}

func importedRow(now time.Time) (models.Interview, setup.ResolvedImport) {
	m := setup.ResolvedImport{
		Round:       models.Round{ID: "rnd_1", PostingID: "post_1", TrackID: "trk_1", AssessmentID: "asm_1", DurationMinutes: 45},
		CandidateID: "cand_1", Source: models.SourceAshby,
		StartsAt: now.Add(time.Hour + 999*time.Microsecond), InterviewerEmail: "grace@acme.example",
		MeetingLink: "https://meet.example/a",
	}
	return setup.NewImport(models.Organization{ID: "org_1", TimeZone: "Europe/Berlin"}, "int_1", m,
		models.Policy{SessionGrace: 10 * time.Minute}, now), m
}

func TestNewImport(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	i, m := importedRow(now)
	verify.Each(t, "the row", verify.Fields{"Imported": {i.Imported(), true},
		"ExternallyScheduled": {i.ExternallyScheduled, true}, "Source": {i.Source, models.SourceAshby},
		"Revision": {i.Revision, 1}, "CreatedAt": {i.CreatedAt, now}, "UpdatedAt": {i.UpdatedAt, now},
		"TimeZone": {i.TimeZone, "Europe/Berlin"}})
	if start := now.Add(time.Hour); !i.StartsAt.Equal(start) || !i.EndsAt.Equal(start.Add(45*time.Minute)) ||
		!i.WindowEndsAt.Equal(start.Add(55*time.Minute)) {
		t.Errorf("from %s to %s, window to %s; want the round's duration and the grace",
			i.StartsAt, i.EndsAt, i.WindowEndsAt)
	}
	if got := i.StatusAt(now); got != models.StatusScheduled || i.WokenRevision != 0 || i.ConvergedRevision != 0 {
		t.Errorf("it is %s, woken %d, converged %d; want it scheduled and to be woken",
			got, i.WokenRevision, i.ConvergedRevision)
	}
	if r := effect.Recipients(i, "cleo@candidate.example"); len(r) != 0 {
		t.Errorf("recipients are %v, want none", r)
	}
	m.StartsAt = now.Add(-24 * time.Hour)
	if past := setup.NewImport(models.Organization{}, "int_2", m, models.Policy{}, now); past.WokenRevision != 1 ||
		past.ConvergedRevision != 1 {
		t.Errorf("one that is over is woken %d, converged %d; want nothing left to do",
			past.WokenRevision, past.ConvergedRevision)
	}
	m.Round.Indefinite = true
	if endless := setup.NewImport(models.Organization{}, "int_3", m, models.Policy{}, now); endless.WindowEndsAt != nil ||
		endless.ConvergedRevision != 0 {
		t.Errorf("the indefinite one is %+v, want it open", endless)
	}
}

func TestAlterImport(t *testing.T) {
	t.Parallel()
	now := time.Date(2031, 3, 3, 12, 0, 0, 0, time.UTC)
	row, m := importedRow(now)
	p := models.Policy{}
	if _, changed := setup.AlterImport(row, m, everyPart, p, now); changed {
		t.Error("nothing differs: a row that is so already changed")
	}
	t.Run("parts that did not change stay", func(t *testing.T) {
		n := m
		n.InterviewerEmail, n.MeetingLink, n.DurationMinutes = "alan@acme.example", "", 30
		got, changed := setup.AlterImport(row, n, setup.ImportChange{Duration: true}, p, now)
		verify.Each(t, "the altered row", verify.Fields{"changed": {changed, true},
			"InterviewerEmail": {got.InterviewerEmail, row.InterviewerEmail},
			"MeetingLink":      {got.MeetingLink, row.MeetingLink}, "DurationMinutes": {got.DurationMinutes, 30},
			"EndsAt": {got.EndsAt, row.StartsAt.Add(30 * time.Minute)}, "Revision": {got.Revision, 2},
			"UpdatedAt": {got.UpdatedAt, now.Add(time.Millisecond)}, "StartSetAt": {got.StartSetAt, row.StartSetAt}})
	})
	t.Run("a changed interviewer is told by the tracking system", func(t *testing.T) {
		old, n := row, m
		old.AnnounceRevision, n.InterviewerEmail = 1, "alan@acme.example"
		got, changed := setup.AlterImport(old, n, setup.ImportChange{Interviewer: true}, p, now)
		if !changed || got.AnnounceRevision != 0 || !got.InterviewerSetAt.Equal(got.UpdatedAt) ||
			len(effect.Recipients(got, "")) != 0 {
			t.Errorf("got %+v", got)
		}
	})
	t.Run("canceled ones and bookings of ours stay", func(t *testing.T) {
		n := m
		n.StartsAt = now.Add(5 * time.Hour)
		canceled, ours := row, row
		canceled.CanceledAt = &now
		ours.Source, ours.ExternallyScheduled = models.SourceLitmus, false
		for _, old := range []models.Interview{canceled, ours} {
			if got, changed := setup.AlterImport(old, n, everyPart, p, now); changed ||
				!got.StartsAt.Equal(row.StartsAt) {
				t.Errorf("%+v became %+v", old, got)
			}
		}
	})
}
