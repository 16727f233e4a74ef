package store_test

import (
	"testing"
	"time"

	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/setup"
	"litmus/store/effects"
	"litmus/store/setups"
	"litmus/testdb"
)

func TestImport(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		e := imported()
		i := f.interview(f.applied.Imports["gh-1"])
		if !i.ExternallyScheduled || i.Source != models.SourceGreenhouse || !i.StartsAt.Equal(e.ScheduledStartAt) ||
			!i.EndsAt.Equal(i.StartsAt.Add(time.Hour)) || i.WindowEndsAt == nil || !i.WindowEndsAt.Equal(i.EndsAt) ||
			i.DurationMinutes != 60 || i.TimeZone != "America/New_York" || i.LinkSource != models.LinkFromBody ||
			i.AnnounceRevision != 0 || i.Revision != 1 || i.CandidateEmail != e.Candidate.Email ||
			i.CandidateName != "Imported" {
			t.Errorf("the import is %+v", i)
		}
		if i.StatusAt(noon) != models.StatusCompleted || i.ConvergedRevision != 1 || i.WokenRevision != 1 {
			t.Errorf("an import that is over is %s, woken %d, converged %d; want completed and nothing left to do",
				i.StatusAt(noon), i.WokenRevision, i.ConvergedRevision)
		}
		state := query[string](f, "select state from candidates where id = ?", i.CandidateID)
		if state != models.CandidateInvited {
			t.Errorf("the candidate is %s, want invited", state)
		}
		a := must(f.Bookings.Artifacts(ctx, f.org.ID, i.ID))(t)
		if a.Transcript == nil || a.Transcript.Segments[0].EndMS != 900 || a.Recording == nil ||
			a.InterviewerNotes != nil {
			t.Errorf("artifacts are %+v, want transcript and recording", a)
		}
	})
}

func TestImportOverlaps(t *testing.T) { // importing is never refused, and an import blocks
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		o := f.orderWith(grace, cleo, at(18, 0))
		f.book(o)
		setup := acme()
		for _, start := range []time.Time{at(18, 30), at(20, 0), at(20, 30)} {
			e := imported()
			e.Key, e.Candidate.Email, e.ScheduledStartAt, e.CallEndedAt = models.FormatInstant(start),
				models.FormatInstant(start)+"@candidate.example", start, nil
			setup.Imports = append(setup.Imports, e)
		}
		f.apply(setup)
		o = f.orderWith(grace, "late@candidate.example", at(21, 0))
		f.refused(failure(f.Bookings.Book(ctx, act.By{}, f.org, o)), models.Conflict, "booking over an import")
	})
}

func TestImportIsTouchedWhereTheFileChanged(t *testing.T) {
	t.Parallel()
	open := func(t *testing.T, url string) (*fixture, setup.Setup, string) {
		setup := acme()
		setup.Imports[0].ScheduledStartAt, setup.Imports[0].CallEndedAt = at(18, 0), nil
		f := open(t, url, setup)
		return f, setup, f.applied.Imports["gh-1"]
	}
	t.Run("a change over REST stays while the file stays", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			changed, _ := must2(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, id, alan))(t)
			f.clock.Set(noon.Add(time.Hour))
			f.apply(setup)
			if i := f.interview(id); i.InterviewerEmail != alan || !i.UpdatedAt.Equal(changed.UpdatedAt) ||
				i.Revision != 2 {
				t.Errorf("the import became %+v; want Alan's, untouched", i)
			}
		})
	})
	t.Run("another field of the file does not undo it", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, id, alan))
			setup.Imports[0].ScheduledStartAt, setup.Imports[0].DurationMinutes = at(19, 0), 30
			f.apply(setup)
			i := f.interview(id)
			if i.InterviewerEmail != alan || !i.StartsAt.Equal(at(19, 0)) || !i.EndsAt.Equal(at(19, 30)) ||
				!i.WindowEndsAt.Equal(at(19, 30)) || i.DurationMinutes != 30 || i.Revision != 3 {
				t.Errorf("the import became %+v; want Alan's at 19:00 for half an hour", i)
			}
			if !i.UpdatedAt.After(noon) || !i.StartSetAt.Equal(i.UpdatedAt) {
				t.Errorf("updated_at is %s, start_set_at %s; want the instant of the apply, after that of the "+
					"reassignment", i.UpdatedAt, i.StartSetAt)
			}
			again := f.apply(setup)
			if j := f.interview(id); j.Revision != 3 {
				t.Errorf("applied again it has revision %d (%q), want 3", j.Revision, again.Changes)
			}
		})
	})
	t.Run("the field of the file that changed wins", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, id, alan))
			setup.Imports[0].InterviewerEmail = "joan@acme.example"
			setup.Imports[0].MeetingLink = ""
			setup.Imports[0].Artifacts = booking.Artifacts{InterviewerNotes: &booking.InterviewerNotes{Text: "Good."}}
			f.apply(setup)
			if i := f.interview(id); i.InterviewerEmail != "joan@acme.example" || i.MeetingLink != "" ||
				i.LinkSource != "" || i.AnnounceRevision != 0 {
				t.Errorf("the import became %+v; want Joan's without a link, nobody told", i)
			}
			a := must(f.Bookings.Artifacts(ctx, f.org.ID, id))(t)
			if a.Transcript != nil || a.Recording != nil || a.InterviewerNotes == nil ||
				a.InterviewerNotes.Text != "Good." {
				t.Errorf("artifacts are %+v, want the notes alone", a)
			}
		})
	})
	t.Run("a canceled one stays canceled", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			canceled, _ := must2(f.Bookings.Change(ctx, act.By{}, f.org.ID, id, booking.Cancel))(t)
			setup.Imports[0].ScheduledStartAt = at(19, 0)
			f.clock.Set(noon.Add(time.Hour))
			f.apply(setup)
			if i := f.interview(id); i.CanceledAt == nil || !i.StartsAt.Equal(at(18, 0)) ||
				!i.UpdatedAt.Equal(canceled.UpdatedAt) {
				t.Errorf("the import became %+v; want it canceled and untouched", i)
			}
		})
	})
	t.Run("one that was booked anew is our own now", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			o := f.order("imported@candidate.example", at(20, 0))
			o.Replace = true
			if i := f.book(o); i.ID != id {
				t.Fatalf("the replace made %s, want %s", i.ID, id)
			}
			setup.Imports[0].ScheduledStartAt = at(19, 0)
			f.apply(setup)
			if i := f.interview(id); i.Source != models.SourceLitmus || !i.StartsAt.Equal(at(20, 0)) {
				t.Errorf("the booking became %+v; want it untouched", i)
			}
		})
	})
	t.Run("its candidate is corrected", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			setup.Imports[0].Candidate.Email = "right@candidate.example"
			f.apply(setup)
			if i := f.interview(id); i.CandidateEmail != "right@candidate.example" {
				t.Errorf("the candidate is %s, want the corrected one", i.CandidateEmail)
			}
		})
	})
	t.Run("prune keeps what people were told of", func(t *testing.T) {
		t.Parallel()
		testdb.Each(t, func(t *testing.T, url string) {
			f, setup, id := open(t, url)
			if outcome, _, err := f.Effects.Intend(ctx, entry(f.interview(id).Interview, alan), 1,
				time.Minute); err != nil || outcome != effects.IntentWritten {
				t.Fatalf("intend: %s, %v", outcome, err)
			}
			setup.Imports = nil
			f.done(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))
			f.interview(id)
		})
	})
}

func TestApplySubmissions(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		state := func(email string) string {
			s := query[string](f, "select state from candidates where org_id = ? and email = ?", f.org.ID, email)
			return s
		}
		id := f.applied.Submissions["sub-1"]
		s, c := must2(f.Candidates.Submission(ctx, f.org.ID, id))(t)
		if s.Decision != models.DecisionAdvance || *s.Score != 84 || *s.NativeScore != 4.2 ||
			!s.SubmittedAt.Equal(at(9, 0)) || c.Name != "Done" || state(c.Email) != models.CandidateAdvanced {
			t.Errorf("the submission is %+v of %+v (%s)", s, c, state(c.Email))
		}
		file := acme()
		file.Submissions[0].Decision, file.Submissions[0].Score = models.DecisionReject, nil
		file.Submissions = append(file.Submissions, setup.Submission{Key: "sub-2", Posting: "backend",
			Assessment: "quiz", Candidate: setup.Candidate{Email: cleo}, SubmittedAt: at(10, 0)})
		got := f.apply(file)
		if got.Submissions["sub-1"] != id || state("done@candidate.example") != models.CandidateRejected ||
			state(cleo) != models.CandidateSubmitted {
			t.Errorf("ids %v, states %s and %s; want the same id, rejected and submitted",
				got.Submissions, state("done@candidate.example"), state(cleo))
		}
		if s, _, _ := f.Candidates.Submission(ctx, f.org.ID, id); s.Score != nil {
			t.Errorf("the score is %v, want none", *s.Score)
		}
		f.refused(failure(f.Candidates.Submission(ctx, f.org.ID, "sub_none")), models.NotFound,
			"reading an unknown submission")
	})
}

func TestApplyFillsNames(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		f.book(f.order(cleo, at(18, 0)))
		file := acme()
		for _, name := range []string{"Cleo", "Somebody Else"} {
			file.Submissions = append(file.Submissions, setup.Submission{Key: name, Posting: "backend",
				Assessment: "design",
				Candidate:  setup.Candidate{Email: cleo, Name: name}, SubmittedAt: at(10, 0)})
			f.apply(file)
			if n := f.scalar("select count(*) from candidates where email = ? and name = 'Cleo'", cleo); n != 1 {
				t.Error("the candidate is not Cleo: an empty name is filled, another is kept")
			}
		}
	})
}
