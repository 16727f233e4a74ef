package store_test

import (
	"slices"
	"strings"
	"testing"
	"time"

	"litmus/internal/verify"
	"litmus/models"
	"litmus/models/act"
	"litmus/models/booking"
	"litmus/models/candidacy"
	"litmus/models/pipeline"
	"litmus/store/pipelines"
	"litmus/store/setups"
	"litmus/testdb"
)

// edited is the organization in a store, with the posting backend that a test edits.
type edited struct {
	*fixture
	backend string
}

func openEdited(t *testing.T, url string) edited {
	f := openOwned(t, url, acme(), bolt())
	return edited{f, f.posting("backend")}
}

func (f edited) page() pipeline.PostingPage {
	f.t.Helper()
	return must(f.Pipelines.PostingPage(ctx, f.org.ID, f.backend))(f.t)
}

// change makes a change of the pipeline as it is.
func (f edited) change(c pipeline.Change) error {
	f.t.Helper()
	return failure(f.Pipelines.EditPipeline(ctx, act.By{}, f.org.ID, f.backend, f.page().Posting.Version, c))
}

// steps are the titles of a track's steps, in order.
func (f edited) steps(track int) string {
	f.t.Helper()
	p := f.page()
	var titles []string
	for _, r := range p.Rounds[p.Tracks[track].ID] {
		titles = append(titles, r.Title)
	}
	return strings.Join(titles, " ")
}

func TestPostingIsCreatedOnce(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		id := pipelines.NewPostingID()
		edit := pipeline.PostingEdit{Kind: models.KindRole, Title: " Backend ", Team: "Data"}
		p := must(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, nil))(t)
		if p.Key != "backend-2" || p.Title != "Backend" || p.Version != 1 || !p.CreatedAt.Equal(noon) {
			t.Errorf("got %+v", p)
		}
		before := f.dump()
		again, err := f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, nil)
		if err != nil || again.ID != id {
			t.Errorf("the form twice: got %+v (%v), want the posting that it made", again, err)
		}
		other := edit
		other.Title = "Frontend"
		f.refused(failure(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, other, nil)), models.Conflict,
			"the form again, with another title")
		f.unchanged(before)

		id = pipelines.NewPostingID()
		each(8, func(int) error {
			return failure(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, other, nil))
		}, func(_ int, err error) { f.must(err) })
		if n := f.scalar("select count(*) from postings where org_id = ? and title = 'Frontend'", f.org.ID); n != 1 {
			t.Errorf("%d postings of a form that was sent eight times at once, want 1", n)
		}
	})
}

// TestFirstStepWithAssessment proves D17: a posting and a step are made with a new assessment together, or not at all.
func TestFirstStepWithAssessment(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		id, edit := pipelines.NewPostingID(), pipeline.PostingEdit{Kind: models.KindRole, Title: "Diver"}
		made := pipeline.AssessmentEdit{Title: "Talk", DeliveryMode: models.DeliverySync, Ready: true, TimeLimitMinutes: 45}
		first := pipeline.AddRound{ID: pipelines.NewRoundID(), TrackID: pipelines.NewTrackID(), First: true,
			Made: &made, Step: pipeline.StepEdit{Type: models.StepAssessment, Title: "Talk", Bookable: true,
				AssessmentID: pipelines.NewAssessmentID()}}
		before := f.dump()
		wrong := first
		wrong.Step.FallbackRecipients = []string{"nobody"}
		f.refused(failure(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, &wrong)), models.Invalid,
			"a step")
		wrong = first
		wrong.TrackID = f.page().Tracks[0].ID
		f.refused(failure(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, &wrong)), models.Invalid,
			"another posting's track")
		f.unchanged(before)

		f.done(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, &first))
		page := must(f.Pipelines.PostingPage(ctx, f.org.ID, id))(t)
		r := page.Rounds[first.TrackID][0]
		verify.Each(t, "the step", verify.Fields{"AssessmentID": {r.AssessmentID, first.Step.AssessmentID},
			"DeliveryMode": {r.DeliveryMode, models.DeliverySync}, "DurationMinutes": {r.DurationMinutes, 45},
			"Title": {page.Assessments[r.AssessmentID].Title, "Talk"}, "IsDefault": {page.Tracks[0].IsDefault, true}})
		before = f.dump()
		f.done(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, id, edit, &first)) // sent twice
		f.unchanged(before)
	})
}

func TestPostingIsEdited(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		shown := f.page().Posting
		edit := pipeline.PostingEditOf(shown)
		edit.Title = "Backend 2"
		f.clock.Set(noon.Add(time.Hour))
		saved := must(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, f.backend, shown.Version, edit))(t)
		if saved.Version != shown.Version+1 || !saved.UpdatedAt.Equal(noon.Add(time.Hour)) ||
			saved.Key != "backend" || f.page().Posting != saved {
			t.Errorf("got %+v, stored %+v", saved, f.page().Posting)
		}
		before := f.dump()
		theirs := edit
		theirs.Title = "Backend 3"
		f.refused(failure(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, f.backend, shown.Version, theirs)),
			models.Conflict, "a form of before")
		f.done(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, f.backend, shown.Version, edit)) // the form twice
		neighbour := must(f.Team.Organization(ctx, "bolt"))(t)
		f.refused(failure(f.Pipelines.EditPosting(ctx, act.By{}, neighbour.ID, f.backend, saved.Version, theirs)),
			models.NotFound, "the posting of another organization")
		f.refused(failure(f.Pipelines.SetPostingState(ctx, act.By{}, neighbour.ID, f.backend, models.StatusClosed)),
			models.NotFound, "the state of another organization's")
		f.refused(failure(f.Pipelines.EditPipeline(ctx, act.By{}, neighbour.ID, f.backend, saved.Version,
			pipeline.AddTrack{ID: pipelines.NewTrackID(),
				Name: "x"})), models.NotFound, "the pipeline of another organization's")
		f.refused(failure(f.Pipelines.PostingPage(ctx, neighbour.ID, f.backend)), models.NotFound,
			"the page of another organization's")
		f.refused(f.Pipelines.RemovePosting(ctx, act.By{}, neighbour.ID, f.backend, saved.Version), models.NotFound,
			"its removal")
		f.unchanged(before)

		// Of two who save at once one is told.
		stale := 0
		each(2, func(n int) error {
			mine := edit
			mine.Team = []string{"A", "B"}[n]
			return failure(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, f.backend, saved.Version, mine))
		}, func(_ int, err error) {
			if err != nil {
				f.refused(err, models.Conflict, "the second of two")
				stale++
			}
		})
		if stale != 1 {
			t.Errorf("%d of two who saved at once were refused, want 1", stale)
		}
	})
}

func TestPostingIsClosedAndArchived(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		set := func(state string) error {
			return failure(f.Pipelines.SetPostingState(ctx, act.By{}, f.org.ID, f.backend, state))
		}
		listed := func(state string) bool {
			page, _ := must2(f.Pipelines.Postings(ctx, f.org.ID, pipeline.PostingFilter{State: state}, nil, 100))(t)
			return slices.ContainsFunc(page, func(l pipeline.PostingLine) bool { return l.ID == f.backend })
		}
		for _, step := range []struct {
			state, rest string
			lists       []string
		}{
			{models.StatusClosed, "closed", []string{"", models.StatusClosed}},
			{models.StateArchived, "closed", []string{models.StateArchived}},
			{models.StatusClosed, "closed", []string{"", models.StatusClosed}},
			{models.StatusOpen, "open", []string{"", models.StatusOpen}},
		} {
			f.must(set(step.state))
			roles := must(f.Pipelines.Roles(ctx, f.org.ID))(t)
			n := slices.IndexFunc(roles, func(r models.Role) bool { return r.ID == f.backend })
			if got := roles[n].Status; got != step.rest || f.page().Posting.State() != step.state {
				t.Errorf("%s: REST shows %s, the page %s", step.state, got, f.page().Posting.State())
			}
			for _, list := range append([]string{""}, pipeline.PostingStates...) {
				if got := listed(list); got != slices.Contains(step.lists, list) {
					t.Errorf("%s: the list %q has it: %t", step.state, list, got)
				}
			}
		}
		f.must(set(models.StateArchived))
		f.refused(set(models.StatusOpen), models.Conflict, "reopening what is archived")
	})
}

func TestPipelineIsEdited(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		if got := f.steps(0); got != "Review takehome design pairing Quizzes" {
			t.Fatalf("the fixture's steps are %s", got)
		}
		p := f.page()
		takehome, design := f.round("backend", "default", "takehome"), f.round("backend", "default", "design")
		id := pipelines.NewRoundID()
		live := pipeline.StepEdit{Type: models.StepAssessment, Title: "Second design", DurationMinutes: 45,
			Bookable: true, AssessmentID: f.applied.Assessments["design"], FallbackRecipients: []string{"lead@acme.example"}}
		add := pipeline.AddRound{ID: id, TrackID: p.Tracks[0].ID, Step: live}
		f.must(f.change(add))
		f.must(f.change(add)) // the form twice
		f.must(f.change(pipeline.MoveRound{ID: id, To: 0}))
		f.must(f.change(pipeline.MoveRound{ID: takehome, To: 5}))
		if got := f.steps(0); got != "Second design Review design pairing Quizzes takehome" {
			t.Errorf("steps are %s", got)
		}
		booked := f.book(booking.Order{PostingID: f.backend, RoundID: id, CandidateEmail: cleo, Start: at(18, 0)})
		if booked.DurationMinutes != 45 || !slices.Equal(booked.BriefingRecipients, []string{"lead@acme.example"}) {
			t.Errorf("booked %+v", booked)
		}
		f.refused(f.change(pipeline.RemoveRound{ID: id}), models.Conflict, "removing a step with an interview")
		changed := live
		changed.DurationMinutes, changed.Title, changed.FallbackRecipients = 30, "Talk", nil
		f.must(f.change(pipeline.EditRound{ID: id, Step: changed}))
		if got := f.page().Rounds[p.Tracks[0].ID][0]; got.Title != "Talk" || got.DurationMinutes != 30 ||
			got.FallbackRecipients != nil {
			t.Errorf("saved as %+v", got)
		}
		for range 2 { // the form twice
			f.must(f.change(pipeline.RemoveRound{ID: f.round("backend", "default", "pairing")}))
		}
		if got := f.steps(0); got != "Talk Review design Quizzes takehome" {
			t.Errorf("steps are %s", got)
		}

		track, either := pipelines.NewTrackID(), pipelines.NewRoundID()
		for _, c := range []pipeline.Change{
			pipeline.AddTrack{ID: track, Name: "Referred"},
			pipeline.DefaultTrack{ID: track},
			pipeline.MoveTrack{ID: track, To: 0},
			pipeline.AddRound{ID: either, TrackID: track, GroupID: pipelines.NewGroupID(),
				Step: pipeline.StepEdit{Type: models.StepGroup, Title: "Either", AssessmentIDs: []string{
					f.applied.Assessments["week"], f.applied.Assessments["quiz"]}}},
		} {
			f.must(f.change(c))
		}
		now := f.page()
		verify.Each(t, "the pipeline", verify.Fields{"ID": {now.Tracks[0].ID, track},
			"now.Tracks[0].IsDefault": {now.Tracks[0].IsDefault, true},
			"now.Tracks[1].IsDefault": {now.Tracks[1].IsDefault, false},
			"len(Unstaged)":           {len(now.Pipeline.Unstaged), 0},
			"GroupID":                 {now.Rounds[track][0].GroupID, verify.Some}})
		for _, c := range []pipeline.Change{
			pipeline.RemoveRound{ID: either},
			pipeline.AttachAssessment{AssessmentID: f.applied.Assessments["week"]},
			pipeline.DefaultTrack{ID: p.Tracks[0].ID},
			pipeline.RemoveTrack{ID: track},
		} {
			f.must(f.change(c))
		}
		if now = f.page(); len(now.Tracks) != 2 || len(now.Pipeline.Unstaged) != 1 {
			t.Errorf("left are %+v", now.Pipeline)
		}

		before := f.dump()
		version := now.Posting.Version
		stale := func(c pipeline.Change, want models.Kind, what string) {
			t.Helper()
			f.refused(failure(f.Pipelines.EditPipeline(ctx, act.By{}, f.org.ID, f.backend, version-1, c)), want,
				what)
		}
		stale(pipeline.MoveRound{ID: design, To: 0}, models.Conflict, "a move on a page of before")
		stale(pipeline.EditRound{ID: id, Step: changed}, 0, "the form twice")
		stale(pipeline.AddRound{ID: "rnd_1", TrackID: track, Step: live}, models.Invalid, "an id that is not ours")
		analyst := f.round("analyst", "default", "design")
		stale(pipeline.AddRound{ID: analyst, TrackID: p.Tracks[0].ID, Step: live}, models.Invalid,
			"the id of another posting's step")
		stale(pipeline.MoveRound{ID: analyst, To: 0}, models.Conflict, "another posting's step")
		neighbour := query[string](f.fixture, "select id from assessments where org_id <> ? and key = 'design'",
			f.org.ID)
		foreign := live
		foreign.AssessmentID = neighbour
		stale(pipeline.AddRound{ID: pipelines.NewRoundID(), TrackID: p.Tracks[0].ID, Step: foreign}, models.Conflict,
			"another organization's assessment")
		f.unchanged(before)
	})
}

func TestPostingIsRemoved(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		analyst := f.posting("analyst")
		p := must(f.Pipelines.PostingPage(ctx, f.org.ID, analyst))(t)
		f.must(f.Availability.AssignInterviewer(ctx, act.By{}, f.org.ID, analyst, grace, ""))
		before := f.dump()
		f.refused(f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID, analyst, p.Posting.Version+1), models.Conflict,
			"another version")
		f.refused(f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID, f.backend, f.page().Posting.Version),
			models.Conflict, "a posting with candidates")
		f.unchanged(before)
		f.must(f.Pipelines.RemovePosting(ctx, act.By{}, f.org.ID, analyst, p.Posting.Version))
		for _, table := range []string{"tracks", "rounds", "unstaged_assessments", "posting_interviewers", "slots"} {
			if n := f.scalar("select count(*) from "+table+" where org_id = ? and posting_id = ?", f.org.ID,
				analyst); n != 0 {
				t.Errorf("%d rows of %s are left", n, table)
			}
		}
		f.refused(failure(f.Pipelines.PostingPage(ctx, f.org.ID, analyst)), models.NotFound,
			"the page of what is removed")
	})
}

// TestRemovingBesideBooking lets somebody remove a step while it is booked: either it is kept, or the booking finds no
// such step.
func TestRemovingBesideBooking(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		for n := range 6 {
			id := pipelines.NewRoundID()
			f.must(f.change(pipeline.AddRound{ID: id, TrackID: f.page().Tracks[0].ID, Step: pipeline.StepEdit{
				Type: models.StepAssessment, Title: "Raced",
				AssessmentID: f.applied.Assessments["design"], Bookable: true}}))
			version := f.page().Posting.Version
			var removal, booked error
			each(2, func(which int) error {
				if which == 0 {
					return failure(f.Pipelines.EditPipeline(ctx, act.By{}, f.org.ID, f.backend, version,
						pipeline.RemoveRound{ID: id}))
				}
				return failure(f.Bookings.Book(ctx, act.By{}, f.org, booking.Order{PostingID: f.backend,
					RoundID: id, CandidateEmail: "raced@candidate.example", Start: at(13+n, 0), Replace: true}))
			}, func(which int, err error) {
				if which == 0 {
					removal = err
				} else {
					booked = err
				}
			})
			switch {
			case removal == nil && booked == nil:
				t.Error("the step is removed and booked")
			case removal != nil && models.KindOf(removal) != models.Conflict:
				t.Errorf("the removal failed: %v", removal)
			case booked != nil && models.KindOf(booked) != models.NotFound &&
				models.KindOf(booked) != models.Conflict:
				t.Errorf("the booking failed: %v", booked)
			}
		}
	})
}

func TestPostingList(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		f.book(f.order(cleo, at(18, 0)))
		o := f.order("pat@candidate.example", at(19, 0))
		canceled := f.book(o)
		f.done(f.Bookings.Change(ctx, act.By{}, f.org.ID, canceled.ID, booking.Cancel))
		titles := []string{"100% remote", "Ärztin", "Analystin", "a_b"}
		for n, title := range titles {
			f.clock.Set(noon.Add(time.Duration(n) * time.Minute))
			f.done(f.Pipelines.CreatePosting(ctx, act.By{}, f.org.ID, pipelines.NewPostingID(),
				pipeline.PostingEdit{Kind: models.KindRole, Title: title, Team: "Team " + title, Location: "Oslo"},
				nil))
		}
		all := paged(f.fixture, pipeline.PostingFilter{}, 2, f.Pipelines.Postings)
		var got []string
		for _, l := range all {
			got = append(got, l.Title)
		}
		want := []string{"a_b", "Analystin", "Ärztin", "100% remote", "Analyst", "Backend"}
		if !slices.Equal(got, want) {
			t.Errorf("got %v, want %v: the newest first, each once", got, want)
		}
		if l := all[5]; l.Candidates != 4 || l.Interviews != 3 || l.Upcoming != 1 || l.Interviewers != 2 {
			t.Errorf("backend has %+v", l)
		}
		for text, want := range map[string]string{"analyst": "Analystin Analyst", "%": "100% remote", "a_b": "a_b",
			"Ärzt": "Ärztin", "team ": "a_b Analystin Ärztin 100% remote",
			"nothing": "", `\`: ""} {
			page, _ := must2(f.Pipelines.Postings(ctx, f.org.ID, pipeline.PostingFilter{Text: text}, nil, 10))(t)
			var got []string
			for _, l := range page {
				got = append(got, l.Title)
			}
			if strings.Join(got, " ") != want {
				t.Errorf("%q finds %v, want %s", text, got, want)
			}
		}
	})
}

func TestFileAndFormsKnowOfEachOther(t *testing.T) { // D17
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		f.keptIn(models.OriginFile)
		shown := f.page().Posting
		f.apply(acme())
		if got := f.page().Posting.Version; got != shown.Version {
			t.Errorf("a file that changes nothing raises the version from %d to %d", shown.Version, got)
		}
		setup := acme()
		setup.Postings[0].Tracks[0].Steps[2].DurationMinutes = 90
		f.apply(setup)
		if got := f.page().Posting.Version; got != shown.Version+1 {
			t.Errorf("a file that changes a step: the version is %d, want %d", got, shown.Version+1)
		}
		edit := pipeline.PostingEditOf(shown)
		edit.Title = "Mine"
		f.keptIn(models.OriginDashboard)
		f.refused(failure(f.Pipelines.EditPosting(ctx, act.By{}, f.org.ID, f.backend, shown.Version, edit)),
			models.Conflict, "a form that was open while the file was applied")
		f.keptIn(models.OriginFile)
	})
}

// TestPruneKeepsWhatCandidatesDependOn proves that prune keeps a step whose candidates have no other.
func TestPruneKeepsWhatCandidatesDependOn(t *testing.T) {
	t.Parallel()
	testdb.Each(t, func(t *testing.T, url string) {
		f := openEdited(t, url)
		f.keptIn(models.OriginFile)
		f.done(f.Candidates.Invite(ctx, act.By{}, f.org, candidacy.InviteOrder{PostingID: f.backend,
			CandidateEmail: cleo, CandidateName: "Cleo", AssessmentID: f.applied.Assessments["pairing"]}))
		setup := acme()
		setup.Postings[0].Tracks[0].Steps = setup.Postings[0].Tracks[0].Steps[:3]
		got := must(f.Setups.Apply(ctx, setup, setups.Options{Prune: true}))(t)
		for _, want := range []string{"kept step backend/default/pairing: it has candidates",
			"removed step backend/default/quizzes"} {
			if !slices.Contains(got.Changes, want) {
				t.Errorf("changes lack %q:\n%s", want, strings.Join(got.Changes, "\n"))
			}
		}
		if got := f.steps(0); got != "Review takehome design pairing" {
			t.Errorf("steps are %s", got)
		}
	})
}
