package store_test

import (
	"maps"
	"slices"
	"testing"
	"time"

	"litmus/internal/verify"
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
		verify.Each(t, "the import", verify.Fields{"ExternallyScheduled": {i.ExternallyScheduled, true},
			"Source": {i.Source, models.SourceGreenhouse}, "StartsAt": {i.StartsAt, e.ScheduledStartAt},
			"WindowEndsAt": {i.WindowEndsAt, i.StartsAt.Add(time.Hour)}, "AnnounceRevision": {i.AnnounceRevision, 0},
			"LinkSource": {i.LinkSource, models.LinkFromBody}, "CandidateName": {i.CandidateName, "Imported"}})
		if i.StatusAt(noon) != models.StatusCompleted || i.ConvergedRevision != 1 || i.WokenRevision != 1 {
			t.Errorf("an import that is over is %s, woken %d, converged %d; want completed and nothing left to do",
				i.StatusAt(noon), i.WokenRevision, i.ConvergedRevision)
		}
		a := must(f.Bookings.Artifacts(ctx, f.org.ID, i.ID))(t)
		if a.Transcript == nil || a.Transcript.Segments[0].EndMS != 900 || a.Recording == nil ||
			a.InterviewerNotes != nil {
			t.Errorf("artifacts are %+v, want transcript and recording", a)
		}
	})
}

func TestImportIsTouchedWhereTheFileChanged(t *testing.T) {
	t.Parallel()
	for name, try := range map[string]func(f *fixture, setup *setup.Setup, id string) (ok bool){
		"another field of the file does not undo a change over REST": func(f *fixture, setup *setup.Setup, id string) bool {
			f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, id, alan))
			setup.Imports[0].ScheduledStartAt, setup.Imports[0].DurationMinutes = at(19, 0), 30
			f.apply(*setup)
			f.apply(*setup)
			i := f.interview(id)
			return i.InterviewerEmail == alan && i.StartsAt.Equal(at(19, 0)) && i.EndsAt.Equal(at(19, 30)) &&
				i.WindowEndsAt.Equal(at(19, 30)) && i.DurationMinutes == 30 && i.Revision == 3 &&
				i.UpdatedAt.After(noon) && i.StartSetAt.Equal(i.UpdatedAt)
		},
		"the field of the file that changed wins": func(f *fixture, setup *setup.Setup, id string) bool {
			f.done(f.Bookings.Reassign(ctx, act.By{}, f.org.ID, id, alan))
			setup.Imports[0].InterviewerEmail, setup.Imports[0].MeetingLink = "joan@acme.example", ""
			setup.Imports[0].Artifacts = booking.Artifacts{InterviewerNotes: &booking.InterviewerNotes{Text: "Good."}}
			f.apply(*setup)
			i, a := f.interview(id), must(f.Bookings.Artifacts(ctx, f.org.ID, id))(f.t)
			return i.InterviewerEmail == "joan@acme.example" && i.MeetingLink == "" && i.LinkSource == "" &&
				i.AnnounceRevision == 0 && a.Transcript == nil && a.Recording == nil &&
				a.InterviewerNotes.Text == "Good."
		},
		"a canceled one stays canceled": func(f *fixture, setup *setup.Setup, id string) bool {
			canceled, _ := must2(f.Bookings.Change(ctx, act.By{}, f.org.ID, id, booking.Cancel))(f.t)
			setup.Imports[0].ScheduledStartAt = at(19, 0)
			f.apply(*setup)
			i := f.interview(id)
			return i.StartsAt.Equal(at(18, 0)) && i.Revision == canceled.Revision
		},
		"one that was booked anew is our own now": func(f *fixture, setup *setup.Setup, id string) bool {
			o := f.order("imported@candidate.example", at(20, 0))
			o.Replace = true
			f.book(o)
			setup.Imports[0].ScheduledStartAt = at(19, 0)
			f.apply(*setup)
			i := f.interview(id)
			return i.Source == models.SourceLitmus && i.StartsAt.Equal(at(20, 0))
		},
		"its candidate is corrected": func(f *fixture, setup *setup.Setup, id string) bool {
			setup.Imports[0].Candidate.Email = "right@candidate.example"
			f.apply(*setup)
			return f.interview(id).CandidateEmail == "right@candidate.example"
		},
		"prune keeps what people were told of": func(f *fixture, setup *setup.Setup, id string) bool {
			f.intends("a briefing", entry(f.interview(id).Interview, alan), 1, effects.IntentWritten, 1)
			setup.Imports = nil
			f.done(f.Setups.Apply(ctx, *setup, setups.Options{Prune: true}))
			return f.interview(id).ID == id
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testdb.Each(t, func(t *testing.T, url string) {
				setup := acme()
				setup.Imports[0].ScheduledStartAt, setup.Imports[0].CallEndedAt = at(18, 0), nil
				f := open(t, url, setup)
				if id := f.applied.Imports["gh-1"]; !try(f, &setup, id) {
					t.Errorf("the import became %+v", f.interview(id))
				}
			})
		})
	}
}

func TestApplySubmissions(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		file := acme()
		file.Submissions[0].Decision, file.Submissions[0].Score = models.DecisionReject, nil
		file.Submissions = append(file.Submissions, setup.Submission{Key: "sub-2", Posting: "backend",
			Assessment: "quiz", Candidate: setup.Candidate{Email: cleo}, SubmittedAt: at(10, 0)})
		got := f.apply(file)
		id := f.applied.Submissions["sub-1"]
		s, c := must2(f.Candidates.Submission(ctx, f.org.ID, id))(t)
		verify.Each(t, "the submission", verify.Fields{"sub-1": {got.Submissions["sub-1"], id},
			"Decision": {s.Decision, models.DecisionReject}, "Score": {s.Score, nil},
			"NativeScore": {s.NativeScore, 4.2}, "SubmittedAt": {s.SubmittedAt, at(9, 0)}, "Name": {c.Name, "Done"}})
		for email, want := range map[string]string{c.Email: models.CandidateRejected, cleo: models.CandidateSubmitted} {
			if n := f.scalar("select count(*) from candidates where email = ? and state = ?", email, want); n != 1 {
				t.Errorf("%d records of %s are %s", n, email, want)
			}
		}
	})
}

// TestApplyBesideAnErasure: a file is applied while its candidates are being erased, and leaves them alone.
func TestApplyBesideAnErasure(t *testing.T) {
	t.Parallel()
	organizations{acme()}.each(t, func(t *testing.T, f *fixture) {
		file := acme()
		for _, email := range []string{file.Imports[0].Candidate.Email, file.Submissions[0].Candidate.Email} {
			f.done(f.Erasures.Ask(ctx, f.as(models.ActorOperator, ""), f.org.ID, email))
		}
		before := f.dump()
		again := f.apply(file)
		if want := []setups.KeptRecord{{Kind: "submission", Key: "sub-1"}}; !slices.Equal(again.Kept, want) {
			t.Errorf("applied again, it left %+v, want %+v", again.Kept, want)
		}
		another := imported()
		another.Key = "gh-2"
		file.Imports[0].DurationMinutes, file.Submissions[0].Decision = 30, models.DecisionReject
		file.Imports[0].Artifacts.InterviewerNotes = &booking.InterviewerNotes{Text: "Good."}
		file.Imports = append(file.Imports, another)
		got := must(f.Setups.Apply(ctx, file, setups.Options{Prune: true}))(t)
		if want := []setups.KeptRecord{{Kind: "import", Key: "gh-1"}, {Kind: "import", Key: "gh-2"},
			{Kind: "submission", Key: "sub-1"}}; !slices.Equal(got.Kept, want) {
			t.Errorf("with changes it left %+v, want %+v", got.Kept, want)
		}
		if !maps.Equal(got.Imports, f.applied.Imports) || !maps.Equal(got.Submissions, f.applied.Submissions) {
			t.Errorf("it names %v and %v", got.Imports, got.Submissions)
		}
		f.unchanged(before)
	})
}
